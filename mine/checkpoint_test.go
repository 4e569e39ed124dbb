package mine_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"

	"refract/mine"
)

// patience is a context that is done once it has been asked a number of times.
type patience struct {
	context.Context
	asked, most int
}

func (p *patience) Err() error {
	if p.asked++; p.asked > p.most {
		return context.Canceled
	}
	return nil
}

// Wherever the time is over, the comparison ends there: it asks no second time.
func TestDetectStopsAtOnce(t *testing.T) {
	class := func(name, suffix, statement string) string {
		var b strings.Builder
		b.WriteString("class " + name + " { int f" + suffix + ";")
		for i := range 60 {
			fmt.Fprintf(&b, " int find%d%s(int a) { int b = a + %d; %s return b * %d; }\n", i, suffix, i, statement, i%7)
		}
		return b.String() + "}"
	}
	before := parseAll(map[string]string{"A.java": class("A", "", "")})
	for name, text := range map[string]string{
		"renamed methods": class("A", "Old", ""), "other bodies": class("A", "", "g(b);"), "other class": class("B", "", ""), "both": class("B", "Old", "g(b);"),
	} {
		after := parseAll(map[string]string{"A.java": text})
		whole := &patience{Context: context.Background(), most: 1 << 30}
		if _, err := mine.Detect(whole, before, after, mine.Options{}); err != nil || whole.asked < 60 {
			t.Errorf("%s: asked %d times, %v", name, whole.asked, err)
		}
		for most := 0; most < whole.asked; most += 1 + whole.asked/50 {
			p := &patience{Context: context.Background(), most: most}
			if found, err := mine.Detect(p, before, after, mine.Options{}); !errors.Is(err, context.Canceled) || found != nil || p.asked != most+1 {
				t.Errorf("%s: over at question %d of %d: asked %d times, %d found, %v", name, most, whole.asked, p.asked, len(found), err)
			}
		}
	}
}

func TestRunStopsParsingInTime(t *testing.T) {
	text := []byte("class A {" + strings.Repeat(" int f(int x) { return x + 1; }", 100_000) + " }")
	in := mine.Input{SHA: "large", Load: func(context.Context) (mine.Change, error) {
		return mine.Change{Before: []mine.Blob{{Path: "A.java", Content: text}}, After: []mine.Blob{{Path: "A.java", Content: text[:len(text)-1]}}}, nil
	}}
	err := mine.Run(context.Background(), func(yield func(mine.Input) bool) { yield(in) }, mine.RunOptions{Jobs: 2, Timeout: 10e6}, func(r *mine.Result) error {
		if r.Err == nil || r.Err.Error() != "timed out after 10ms" || len(r.Problems) > 0 {
			t.Errorf("error %v, problems %v", r.Err, r.Problems)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}
