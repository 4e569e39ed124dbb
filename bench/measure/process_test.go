package measure

import (
	"context"
	"testing"
	"time"
)

func TestStolen(t *testing.T) {
	for stat, want := range map[string]float64{
		"cpu  862997 24 398609 5382683 19327 0 4932 4875 0 0\ncpu0 1 2 3 4 5 6 7 8 9 10\n": 48.75,
		"cpu  862997 24 398609 5382683 19327 0 4932 0 0 0\n":                               0,
		"cpu  862997 24 398609 5382683\n":                                                  0, // of a system before it was counted
		"intr 1 2 3 4 5 6 7 8 9\n":                                                         0,
		"":                                                                                 0,
	} {
		if got := stolen(stat); got != want {
			t.Errorf("%q: %v seconds, want %v", stat, got, want)
		}
	}
}

// TestSettle: who has had enough of waiting does not wait.
func TestSettle(t *testing.T) {
	ctx, stop := context.WithCancel(context.Background())
	stop()
	Settle(ctx, time.Hour)
	Settle(context.Background(), 0)
}
