package release

import (
	"context"
	"strings"

	"golang.org/x/sync/errgroup"

	"refract/finding"
	"refract/mine"
	"refract/program"
	"refract/rules"
	"refract/scan"
)

// This file is the vector detector: what happened inside of methods that exist on both sides. Every changed method of
// the old release asks the vectors of the new one under every rule of the catalogue; only the method that it became
// may answer (FilterNames), and concretization and witness decide as they do in a scan.
//
// Source: Milea et al. 2014, §3.3 (1), §5.2.

// VectorFinding is what the vector detector found: a refactoring inside a method that exists on both sides.
type VectorFinding struct {
	finding.Refactoring
	Rule       string // the rule's id
	Evidence   string
	Confidence finding.Ratio
	old, new   program.MethodID
}

// MinVectorConfidence is the confidence of a witness from which a finding is reported. Two states of one method are
// alike by themselves: what the witness leaves open is another change, and at three quarters most of the bodies is
// explained.
const MinVectorConfidence = 0.75

// standardTypes are the names that package mine gives to what a rule calls otherwise.
var standardTypes = map[string]string{
	"Inline Temp": "Inline Variable", "Introduce Explaining Variable": "Extract Variable",
}

// vectorDetector holds both sides.
type vectorDetector struct {
	before, after *declarations
	rules         *rules.Set
	jobs          int
	next          *successors
	old, new      *scan.Corpus
	byPlace       map[place]program.MethodID // of the old side
}

// newVectorDetector counts the vectors of both sides. The error is that of ctx.
func newVectorDetector(ctx context.Context, before, after *declarations, set *rules.Set, jobs int) (*vectorDetector, error) {
	d := &vectorDetector{before: before, after: after, rules: set, jobs: jobs}
	var err error
	if d.old, err = scan.CorpusOf(ctx, before.c.Program, jobs); err != nil {
		return nil, err
	}
	d.new, err = scan.CorpusOf(ctx, after.c.Program, jobs)
	return d, err
}

// standardName is the name by which changes of a rule's type are reported.
func standardName(typ string) string {
	if s := standardTypes[typ]; s != "" {
		return s
	}
	return typ
}

// detect runs the rules, a few of them at a time, over the methods that changed. The findings are in the order of the
// rules, then of the old program. The error is that of ctx.
func (d *vectorDetector) detect(ctx context.Context, api *detector, diff *mine.Diff) ([]VectorFinding, error) {
	p := d.before.c.Program
	d.next = newSuccessors(api, diff)
	d.next.changedOnly(p, d.after.c.Program)
	d.byPlace = map[place]program.MethodID{}
	for m := range program.MethodID(p.NumMethods()) {
		if d.next.of(m) >= 0 {
			f := p.Files[p.Method(m).File]
			d.byPlace[place{f.Path, f.Span(p.Method(m).Node)}] = m
		}
	}
	found := make([][]VectorFinding, len(d.rules.Rules))
	g, ctx := errgroup.WithContext(ctx)
	g.SetLimit(max(d.jobs, 1))
	for i, rule := range d.rules.Rules {
		g.Go(func() error {
			r, err := scan.Detect(ctx, d.old, d.new, rule, scan.DetectOptions{Jobs: 1, Successor: d.next.of})
			if err != nil {
				return err
			}
			for k := range r.Opportunities {
				if v, ok := d.finding(&r.Opportunities[k]); ok {
					found[i] = append(found[i], v)
				}
			}
			return nil
		})
	}
	if err := g.Wait(); err != nil {
		return nil, err
	}
	var out []VectorFinding
	for _, vs := range found {
		out = append(out, vs...)
	}
	return out, nil
}

// finding says of an opportunity whose sample is the later state of the same method that it was taken.
func (d *vectorDetector) finding(o *finding.Opportunity) (VectorFinding, bool) {
	m, ok := d.byPlace[place{o.Place.Path, o.Place.Span}]
	if !ok || o.Confidence < MinVectorConfidence {
		return VectorFinding{}, false
	}
	to := d.next.of(m)
	b, a := d.before.methodByID(m), d.after.methodByID(to)
	if b == nil || a == nil {
		return VectorFinding{}, false
	}
	typ := standardName(o.Type)
	text := typ
	if t := targetText(o); t != "" {
		text += " " + t
	}
	text += " in method " + a.Text() + " from class " + a.Class.Name
	r := finding.Refactoring{Type: typ, Description: text,
		Left:  []finding.Location{b.Location("method declaration before the change")},
		Right: []finding.Location{a.Location("method declaration after the change")}}
	for _, in := range o.Samples[0].Inlined {
		if x := d.after.methodAt(in); x != nil {
			r.Right = append(r.Right, x.Location("called method declaration"))
		}
	}
	return VectorFinding{Refactoring: r, Rule: o.Rule, Evidence: witnessText(o), Confidence: finding.Ratio(o.Confidence) * confidenceVectors, old: m, new: to}, true
}

// targetText names what the refactoring is about: a field by its simple name, a method likewise.
func targetText(o *finding.Opportunity) string {
	name := o.Target.Name
	if name == "" || name == o.Place.Element || o.Target.Kind == "class" || o.Target.Kind == "method" {
		return ""
	}
	if i := strings.IndexByte(name, '('); i >= 0 {
		return suf(name[:i]) + "()"
	}
	return suf(name)
}

// witnessText is the witness in one line: how much is explained, and the first differences.
func witnessText(o *finding.Opportunity) string {
	const shown = 2
	text, n := o.Evidence.Witness.Level.String()+" witness", 0
	for _, p := range o.Evidence.Witness.Pairs {
		why := p.Why
		if why == "" || p.Kind == finding.Same {
			continue
		}
		if n++; n <= shown {
			text += "; " + why
		}
	}
	return text
}

func (d *declarations) methodByID(m program.MethodID) *mine.Method {
	pm := d.c.Program.Method(m)
	return d.methods[declared{d.c.Program.Files[pm.File], int32(pm.Idx)}]
}

// methodAt finds a method by the place that package concretize gives: the declaration without its documentation.
func (d *declarations) methodAt(l finding.Location) *mine.Method {
	return d.byNode[place{l.Path, l.Span}]
}
