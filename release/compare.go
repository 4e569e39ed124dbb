package release

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"golang.org/x/sync/errgroup"

	"refract/finding"
	"refract/java"
	"refract/mine"
	"refract/program"
	"refract/rules"
)

// Side is one release, read.
type Side struct {
	Name     string // as the user named it
	Files    []*java.File
	Problems []finding.Problem
}

// CompareOptions choose what Compare does.
type CompareOptions struct {
	API Options
	// Types limits the result to these type names; empty means all.
	Types []string
	// MinConfidence drops changes below it.
	MinConfidence finding.Ratio
	// Rules are those of the vector detector; nil or an empty set leaves it out.
	Rules *rules.Set
	// Jobs is the number of bodies and rules worked on at a time; 0 means 1.
	Jobs int
}

// Types are the types that Compare may report with these rules, nil for none, sorted.
func Types(set *rules.Set) []string {
	names := append(mine.Types(), strategyNames[1:]...)
	if set != nil {
		for _, r := range set.Rules {
			names = append(names, standardName(r.Name))
		}
	}
	slices.Sort(names)
	return slices.Compact(names)
}

// Timing is the duration of one stage.
type Timing struct {
	Stage string
	Took  time.Duration
}

// Comparison is the explanation of two releases.
type Comparison struct {
	Old, New string
	Changes  []Change // the folded log, in stable order
	API      Guide    // what it means for users of the component
	NoGuide  bool     // read from a log that has no guide: API is no more than what the log names
	Counts   []Count  // per type, consequences included, by type
	Timings  []Timing
	Problems []finding.Problem
}

// Count is how many changes of one type there are, and how many of them each detector saw.
type Count struct {
	Type      string         `json:"type"`
	Count     int            `json:"count"`
	Detectors map[string]int `json:"detectors"`
}

// Compare explains what was refactored from old to new.
//
// The three detectors look at the same two programs. The mapping detector comes first in the merge, since it has seen
// every statement; the others confirm what it says and add what it cannot see.
func Compare(ctx context.Context, old, new Side, o CompareOptions) (*Comparison, error) {
	r := &Comparison{Old: old.Name, New: new.Name, Problems: append(append([]finding.Problem(nil), old.Problems...), new.Problems...)}
	w := &work{o: o, old: old, new: new}
	if err := w.detect(ctx); err != nil {
		return nil, err
	}
	r.Problems = append(r.Problems, unrelated(w.before, w.after, old.Name)...)
	w.clock.stage("merge", func() {
		m := newMerger(w.was, w.is)
		for _, x := range w.mapped {
			m.add(x, MappingDetector, "statements mapped", confidenceMapping)
		}
		m.doubt(w.api)
		w.api.finish()
		for _, e := range w.api.log.Entries {
			m.addEntry(e)
		}
		for _, v := range w.inside {
			m.addVector(v)
		}
		all := keep(m.result(), o)
		r.Counts = count(all)
		r.Changes = fold(all, w.before)
		r.API = guide(w.before, w.after, all)
	})
	r.Timings = w.clock.timings
	return r, ctx.Err()
}

// work is a comparison on its way: what the detectors were given and what they found.
type work struct {
	o             CompareOptions
	old, new      Side
	before, after *Component
	was, is       *declarations
	api           *detector
	diff          *mine.Diff
	mapped        []finding.Refactoring
	vectors       *vectorDetector // nil without rules
	inside        []VectorFinding
	clock         clock
}

// detect runs the detectors, two things at a time: first the API detector beside the pairing of the mapping detector,
// then what the pairs have to say beside the vector detector, which asks both for the successors of methods.
func (w *work) detect(ctx context.Context) error {
	var api, mapping clock
	g, gctx := errgroup.WithContext(ctx)
	g.Go(func() error { return w.detectAPI(ctx, &api) }) // the detector goes on when this group has ended
	g.Go(func() (err error) {
		mapping.stage("mapping detector", func() {
			b, a := changed(w.old.Files, w.new.Files)
			w.diff, err = mine.New(gctx, mine.NewModel(b), mine.NewModel(a), mine.Options{})
		})
		return err
	})
	if err := g.Wait(); err != nil {
		return err
	}
	g, gctx = errgroup.WithContext(ctx)
	g.Go(func() (err error) {
		// Once more, with the classes that the mapping detector found: what happened in them and around them.
		api.stage("api detector", func() {
			for known := 0; ; {
				classes := w.api.classesOf(w.diff, w.was, w.is)
				if len(classes) <= known {
					break
				}
				known = len(classes)
				w.api.learn(classes)
			}
			w.api.detect()
		})
		if w.vectors != nil {
			api.stage("vector detector", func() { w.inside, err = w.vectors.detect(gctx, w.api, w.diff) })
		}
		return cmp.Or(err, gctx.Err())
	})
	g.Go(func() (err error) {
		mapping.stage("mapping detector", func() { w.mapped, err = w.diff.Refactorings(gctx, mine.Options{}) })
		return err
	})
	err := g.Wait()
	w.clock.timings = append(api.timings, mapping.timings...)
	return err
}

// detectAPI is what needs nothing of the mapping detector: the entities, the API detector, and the corpora of the vector
// detector.
func (w *work) detectAPI(ctx context.Context, c *clock) (err error) {
	c.stage("entities", func() {
		w.before = NewComponent(program.Link(w.old.Files), w.o.API)
		if ctx.Err() != nil {
			return
		}
		w.after = NewComponent(program.Link(w.new.Files), w.o.API)
		w.was, w.is = newDeclarations(w.before, mine.NewModel(w.old.Files)), newDeclarations(w.after, mine.NewModel(w.new.Files))
	})
	if err := ctx.Err(); err != nil {
		return err
	}
	c.stage("api detector", func() {
		w.api = newDetector(ctx, w.before, w.after, w.o.API)
		w.api.detect()
	})
	if w.o.Rules != nil && len(w.o.Rules.Rules) > 0 {
		c.stage("vector detector", func() { w.vectors, err = newVectorDetector(ctx, w.was, w.is, w.o.Rules, w.o.Jobs) })
	}
	return cmp.Or(err, ctx.Err())
}

// clock takes the times of stages; what belongs to one stage is added up.
type clock struct{ timings []Timing }

func (c *clock) stage(name string, work func()) {
	start := time.Now()
	work()
	took := time.Since(start)
	for i := range c.timings {
		if c.timings[i].Stage == name {
			c.timings[i].Took += took
			return
		}
	}
	c.timings = append(c.timings, Timing{name, took})
}

// unrelated warns where the two sides share no package: then they are hardly two releases of one component, or one of
// them is the wrong directory.
func unrelated(before, after *Component, name string) []finding.Problem {
	for i := range before.Entities {
		if e := &before.Entities[i]; e.Kind == Package && len(after.named(e.Name, Package)) > 0 {
			return nil
		}
	}
	return []finding.Problem{{Path: name, Severity: finding.Warning,
		Message: fmt.Sprintf("the releases have no package in common: %s here, %s in the other", packageList(before), packageList(after)),
		Remedy:  "check that both are releases of one component; if all its packages were renamed, all is well"}}
}

// packageList names the first packages.
func packageList(c *Component) string {
	const shown = 3
	var names []string
	for i := range c.Entities {
		if e := &c.Entities[i]; e.Kind == Package {
			if len(names) == shown {
				names = append(names, "…")
				break
			}
			if e.Name == "" {
				names = append(names, "the unnamed package")
			} else {
				names = append(names, e.Name)
			}
		}
	}
	return strings.Join(names, ", ")
}

// changed returns the files that differ: a file that is the same on both sides has nothing to say.
func changed(old, new []*java.File) (before, after []*java.File) {
	same := make(map[string]*java.File, len(old))
	for _, f := range old {
		same[f.Path] = f
	}
	for _, f := range new {
		if o := same[f.Path]; o != nil && o.Hash == f.Hash {
			delete(same, f.Path)
			continue
		}
		after = append(after, f)
	}
	for _, f := range old {
		if same[f.Path] != nil {
			before = append(before, f)
		}
	}
	return before, after
}

// keep applies the filters of the user.
func keep(cs []Change, o CompareOptions) []Change {
	wanted := map[string]bool{}
	for _, t := range o.Types {
		wanted[t] = true
	}
	out := cs[:0]
	for _, c := range cs {
		switch {
		case len(wanted) > 0 && !wanted[c.Type], c.Confidence < o.MinConfidence:
		case o.API.PublicAPI && !(c.Old.Public && (c.New.Public || c.New.Name == "")):
		default:
			out = append(out, c)
		}
	}
	return out
}

func count(cs []Change) []Count {
	at := map[string]int{}
	var out []Count
	for i := range cs {
		k, ok := at[cs[i].Type]
		if !ok {
			k = len(out)
			at[cs[i].Type] = k
			out = append(out, Count{Type: cs[i].Type, Detectors: map[string]int{}})
		}
		out[k].Count++
		for _, d := range cs[i].Detectors {
			out[k].Detectors[d.Detector]++
		}
	}
	sortCounts(out)
	return out
}
