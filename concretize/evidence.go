package concretize

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"strings"

	"refract/finding"
	"refract/java"
	"refract/program"
	"refract/source"
	"refract/vectors"
)

// This file turns an accepted candidate into what a reader sees.

// Place returns the location of method m.
func Place(p *program.Program, m program.MethodID) finding.Location {
	f := p.File(p.Method(m).File)
	d := p.MethodDecl(m)
	loc := locate(f, f.Span(d.Node))
	loc.Element = Signature(p, m)
	loc.Description = d.Kind.String()
	loc.ElementType = "METHOD_DECLARATION"
	if d.Kind == java.StaticInit || d.Kind == java.InstanceInit {
		loc.ElementType = "INITIALIZER"
	}
	return loc
}

func locate(f *java.File, s source.Span) finding.Location {
	from, to := f.Lines.Position(s.Start), f.Lines.Position(s.End)
	return finding.Location{Path: f.Path, Span: s, StartLine: from.Line, EndLine: to.Line, StartColumn: from.Column, EndColumn: to.Column}
}

// Signature returns the qualified name of m with its parameter types: "a.b.C.m(int,String)".
func Signature(p *program.Program, m program.MethodID) string {
	mm := p.Method(m)
	f := p.File(mm.File)
	d := p.MethodDecl(m)
	name := p.MethodName(mm)
	// Where a class head is broken its methods stand in no type: the package is all there is.
	owner := f.Package
	if mm.Owner >= 0 {
		owner = p.QualifiedName(p.Type(mm.Owner))
	}
	if owner != "" {
		owner += "."
	}
	switch mm.Kind {
	case java.StaticInit:
		return owner + "<static initializer>"
	case java.InstanceInit:
		return owner + "<initializer>"
	}
	types := make([]string, len(d.Params))
	for i := range d.Params {
		types[i] = f.TypeText(d.Params[i].Type, d.Params[i].Dims)
		if d.Params[i].Variadic {
			types[i] += "..."
		}
	}
	return owner + name + "(" + strings.Join(types, ",") + ")"
}

// Opportunity describes the candidate for people. Samples, Target, Gain and Description complete it; the group's
// fields are scan's work.
func (acc *Accepted) Opportunity() finding.Opportunity {
	j := acc.judge
	q := j.q.Rows.Row(acc.Query)
	o := finding.Opportunity{
		Rule: j.rule.ID, Type: j.rule.Name,
		Place:      Place(j.q.Program, q.Method),
		Samples:    []finding.Sample{acc.SamplePlace()},
		Target:     acc.target(),
		Confidence: finding.Confidence(acc.Confidence),
		Gain:       acc.gain(),
	}
	for _, m := range j.q.Rows.Inlined(acc.Query) {
		o.Inlined = append(o.Inlined, Place(j.q.Program, m))
	}
	for _, c := range j.rule.Checks {
		o.Evidence.Checks = append(o.Evidence.Checks, c.Expr)
	}
	o.Evidence.Differences = differences(j.q.Rows.Vector(acc.Query), j.c.Rows.Vector(acc.Sample))
	o.Evidence.Witness = acc.witness()
	o.Description = acc.describe(&o)
	o.Fingerprint = acc.fingerprint(&o)
	return o
}

// fingerprint identifies the opportunity by names and by the text of its places: what it is about may move in its
// file, and another sample may take the place of this one, and it is still the same opportunity.
func (acc *Accepted) fingerprint(o *finding.Opportunity) string {
	h := sha256.New()
	for _, s := range []string{o.Rule, o.Place.Path, o.Place.Element, o.Target.Name} {
		fmt.Fprintf(h, "%q\n", s)
	}
	for _, i := range acc.sites {
		fmt.Fprintf(h, "%q\n", acc.al.q.text(acc.al.sites[i].q))
	}
	return hex.EncodeToString(h.Sum(nil)[:16])
}

// SamplePlace returns the sample with what is inlined into it.
func (acc *Accepted) SamplePlace() finding.Sample { return acc.judge.SamplePlace(acc.Sample) }

// SamplePlace returns the sample of row c with what is inlined into it.
func (j *Judge) SamplePlace(c int) finding.Sample {
	s := finding.Sample{Place: Place(j.c.Program, j.c.Rows.Row(c).Method)}
	for _, m := range j.c.Rows.Inlined(c) {
		s.Inlined = append(s.Inlined, Place(j.c.Program, m))
	}
	return s
}

func differences(q, c vectors.Vector) []finding.FeatureDifference {
	var out []finding.FeatureDifference
	for _, d := range vectors.Diff(q, c).Changes {
		out = append(out, finding.FeatureDifference{Feature: d.Feature.String(), Query: q.Count(d.Feature), Sample: c.Count(d.Feature)})
	}
	return out
}

// describe is one sentence on the opportunity.
func (acc *Accepted) describe(o *finding.Opportunity) string {
	name := func(sig string) string { return sig }
	s := fmt.Sprintf("%s could be refactored by %s", name(o.Place.Element), o.Type)
	if o.Target.Name != "" && o.Target.Name != o.Place.Element {
		s += fmt.Sprintf(" with %s", o.Target.Name)
	}
	return s + fmt.Sprintf(", as in %s", o.Samples[0].Place.Element)
}
