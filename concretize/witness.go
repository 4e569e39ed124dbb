package concretize

import (
	"slices"
	"sort"
	"strings"

	"refract/finding"
	"refract/java"
)

// This file writes the alignment of an accepted candidate down, line by line.

// witness writes the alignment down, in the order of the query's text, what only the sample has after what precedes
// it there.
func (acc *Accepted) witness() finding.Witness {
	al := acc.al
	q, c := al.covered()
	w := finding.Witness{Level: acc.Level, QueryCovered: finding.Ratio(q), SampleCovered: finding.Ratio(c), Renamed: al.renamed()}
	l := witnessLines{al: al, partner: map[fid]int{}, inC: map[fid]bool{}, qDepth: al.q.depths(), cDepth: al.c.depths()}
	for i, p := range al.pairs {
		l.partner[p.q], l.inC[p.c] = i, true
	}
	l.sample = al.c.withTemps()
	for _, id := range al.q.withTemps() {
		l.query(id)
	}
	l.rest(noFid)
	w.Pairs = l.pairs
	w.Notes = append(append(w.Notes, al.q.failed...), al.c.failed...)
	return w
}

// witnessLines writes the lines of a witness.
type witnessLines struct {
	al             *alignment
	partner        map[fid]int
	inC            map[fid]bool
	qDepth, cDepth map[fid]int
	sample         []fid // what of the sample is still to be written
	pairs          []finding.Pair
}

const (
	whyQueryTemp  = "the declaration of a temporary whose value stands at its reads in the sample"
	whySampleTemp = "the declaration of a temporary whose value stands at its reads in the method"
)

// query writes the line of a statement of the query.
func (l *witnessLines) query(id fid) {
	al := l.al
	i, paired := l.partner[id]
	if !paired {
		p := finding.Pair{Kind: finding.QueryOnly, Query: al.q.fragment(id, l.qDepth[id])}
		if al.q.isTemp(id) {
			p.Why = whyQueryTemp
		}
		l.pairs = append(l.pairs, p)
		return
	}
	p := al.pairs[i]
	l.rest(p.c)
	kind, why := al.explain(p)
	l.pairs = append(l.pairs, finding.Pair{Kind: kind, Query: al.q.fragment(id, l.qDepth[id]), Sample: al.c.fragment(p.c, l.cDepth[p.c]), Why: why})
}

// rest writes what only the sample has, up to statement until, or to the end.
func (l *witnessLines) rest(until fid) {
	for len(l.sample) > 0 {
		id := l.sample[0]
		if l.inC[id] && id != until && until != noFid {
			return // its own turn comes
		}
		l.sample = l.sample[1:]
		switch {
		case id == until:
			return
		case !l.inC[id]:
			p := finding.Pair{Kind: finding.SampleOnly, Sample: l.al.c.fragment(id, l.cDepth[id])}
			if l.al.c.isTemp(id) {
				p.Why = whySampleTemp
			}
			l.pairs = append(l.pairs, p)
		}
	}
}

// isTemp reports whether id is the declaration of a temporary that was taken out.
func (f *form) isTemp(id fid) bool {
	return slices.ContainsFunc(f.temps, func(t temp) bool { return t.decl == id })
}

// withTemps lists the statements of f in order, with the declarations that were taken out at their places.
func (f *form) withTemps() []fid {
	ids := slices.Clone(f.order())
	for _, t := range f.temps {
		at := f.node(t.decl).at
		i := slices.IndexFunc(ids, func(id fid) bool { o := f.node(id).at; return o.body == at.body && o.node > at.node })
		if i < 0 {
			i = len(ids)
		}
		ids = slices.Insert(ids, i, t.decl)
	}
	return ids
}

// depths maps each statement to the number of statements around it.
func (f *form) depths() map[fid]int {
	d := map[fid]int{}
	o := f.outline()
	for s, id := range o.at {
		d[id] = int(o.Stmts[s].Depth)
	}
	for _, t := range f.temps {
		d[t.decl] = f.depthInSource(t.decl)
	}
	return d
}

// depthInSource counts the statements around a declaration in its own body.
func (f *form) depthInSource(id fid) int {
	at := f.node(id).at
	file := f.bodies[at.body].file
	depth := 0
	for n := file.Parent(file.Parent(at.node)); n >= 0 && !file.Kind(n).IsTypeDeclaration(); n = file.Parent(n) {
		if k := file.Kind(n); k == java.MethodDeclaration || k == java.ConstructorDeclaration || k == java.LambdaExpression {
			break
		} else if counts(k) && k.IsStatement() {
			depth++
		}
	}
	return depth
}

// explain says how the two statements of p agree.
func (al *alignment) explain(p pair) (finding.PairKind, string) {
	kind := finding.Same
	var why []string
	for _, m := range al.q.made {
		if m.stmt == p.q {
			kind = finding.Allowed
			if m.kind != noAllowance {
				why = append(why, m.kind.String())
			} else {
				why = append(why, "comes with the guard clause")
			}
			break
		}
	}
	for _, e := range p.events {
		if e.kind == noAllowance {
			continue
		}
		qt, ct := al.q.text(e.q), al.c.text(e.c)
		switch e.kind {
		case literal, member, wrappedCall:
			kind = finding.Parameter
		default:
			if kind == finding.Same {
				kind = finding.Allowed
			}
		}
		s := e.kind.String()
		if qt == ct && e.kind == member {
			s += ": " + clip(qt) + " of another class"
		}
		if qt != ct {
			s += ": " + clip(qt) + " | " + clip(ct)
		}
		if len(why) == 0 || why[len(why)-1] != s {
			why = append(why, s)
		}
	}
	return kind, strings.Join(why, "; ")
}

const clipAt = 60

func clip(s string) string {
	if r := []rune(s); len(r) > clipAt {
		return string(r[:clipAt-1]) + "…"
	}
	return s
}

// text is the source text of a node on one line.
func (f *form) text(id fid) string {
	n := f.node(id)
	return oneLine(f.bodies[n.at.body].file.Text(n.at.node))
}

func oneLine(s string) string { return strings.Join(strings.Fields(s), " ") }

// fragment is statement id as the witness shows it.
func (f *form) fragment(id fid, depth int) *finding.Fragment {
	n := f.node(id)
	file := f.bodies[n.at.body].file
	at := n.at.node
	if n.kind == java.LocalVariableDeclaration && file.Kind(at) == java.VariableDeclarator {
		at = file.Parent(at)
	}
	span := file.Span(at)
	if f.compound(id) {
		for c := file.FirstChild(at); c >= 0; c = file.NextSibling(c) {
			k := file.Kind(c)
			if branch(n.kind, file.At(c).Field) || k == java.Block || k == java.SwitchBlock || k == java.CatchClause {
				span.End = file.Span(c).Start
				break
			}
		}
	}
	loc := locate(file, span)
	text := strings.TrimSuffix(oneLine(file.Source[span.Start:span.End]), " else")
	if n.kind == java.ReturnStatement && file.Kind(at) != java.ReturnStatement {
		text, span.End = "return;", span.Start // not written yet: it comes with a guard clause
		loc = locate(file, span)
	}
	return &finding.Fragment{Path: file.Path, StartLine: loc.StartLine, EndLine: file.Lines.Position(max(span.Start, span.End-1)).Line, Text: text, Depth: depth}
}

// renamed lists the variables that have another name in the sample.
func (al *alignment) renamed() []string {
	var out []string
	for c, q := range al.vars.c {
		if q == noLocal {
			continue
		}
		if from, to := al.q.locals[q].name, al.c.locals[c].name; from != to {
			out = append(out, from+" -> "+to)
		}
	}
	sort.Strings(out)
	return out
}
