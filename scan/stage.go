package scan

import (
	"cmp"
	"slices"
	"time"
)

// clock times stages one after the other.
type clock struct {
	stages *[]Stage
	from   time.Time
}

func newClock(stages *[]Stage) *clock { return &clock{stages, time.Now()} }

// restart begins the next stage now.
func (c *clock) restart() { c.from = time.Now() }

// stop ends the stage that began where the last one ended.
func (c *clock) stop(name string, in, out int) {
	now := time.Now()
	*c.stages = append(*c.stages, Stage{Name: name, In: in, Out: out, Took: now.Sub(c.from)})
	c.from = now
}

// refuse adds n refusals for a reason; none are not told.
func (s *Stage) refuse(reason string, n int) {
	if n > 0 {
		s.Refused = append(s.Refused, Count{reason, n})
	}
}

// tally counts refusals by reason.
type tally map[string]int

func (t tally) add(o tally) {
	for k, n := range o {
		t[k] += n
	}
}

// counts lists a tally, the most frequent first, then by name.
func (t tally) counts() []Count {
	out := make([]Count, 0, len(t))
	for reason, n := range t {
		out = append(out, Count{reason, n})
	}
	slices.SortFunc(out, func(x, y Count) int {
		return cmp.Or(-cmp.Compare(x.Count, y.Count), cmp.Compare(x.Reason, y.Reason))
	})
	return out
}
