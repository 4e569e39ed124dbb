package heappages

import (
	"testing"
	"time"
)

func TestWorthIt(t *testing.T) {
	const ms = time.Millisecond
	for _, test := range []struct {
		name         string
		small, large time.Duration
		want         bool
	}{
		{"large pages are cheaper", 11 * ms, 7 * ms, true},
		{"dearer, by less than they save later", 3 * ms, 5 * ms, true},
		{"much dearer", 3 * ms, 7 * ms, false},
	} {
		if got := worthIt(test.small, test.large); got != test.want {
			t.Errorf("%s: got %v, want %v", test.name, got, test.want)
		}
	}
}

// A piece of which large pages are asked for has them from the first byte behind what was tried on, and small ones where that is what was decided.
func TestPreferOfPiece(t *testing.T) {
	m := mapped(t, 4*tried)
	large := prefer(m)
	there := resident(t, m)
	page := len(m) / len(there)
	for at := 0; at < 2*tried; at += page {
		if !there[at/page] {
			t.Fatalf("the page at %d was not tried", at)
		}
	}
	if there[2*tried/page] {
		t.Fatal("more was written to than was tried")
	}
	m[2*tried] = 1
	n := 0
	for _, is := range resident(t, m)[2*tried/page:] {
		if is {
			n++
		}
	}
	if !large && n > 1 {
		t.Errorf("one write had %d pages mapped, want one where large pages are not worth it", n)
	}
	if large && n != 1 && n*page != size { // a system without large pages says nothing, and has small ones
		t.Errorf("one write had %d pages mapped, want one or a large one", n)
	}
}

func TestPreferOnce(t *testing.T) {
	if !alone(t) {
		return
	}
	t.Setenv("GOGC", "50")
	if Prefer(64 * size) {
		t.Error("large pages although the user has set GOGC")
	}
	t.Setenv("GOGC", "")
	reserved.bytes = 1
	if Prefer(64 * size) {
		t.Error("large pages although room was reserved")
	}
	reserved.bytes = 0
	if Prefer(size) {
		t.Error("large pages for next to nothing")
	}
	before := largeBytes(t)
	large := Prefer(64 * size)
	if more := largeBytes(t) - before; large != (more > 32*size) {
		t.Errorf("large pages: %v, and asked for %d bytes", large, more)
	}
	if Prefer(64 * size) {
		t.Error("asked for twice")
	}
}
