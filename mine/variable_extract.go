package mine

import (
	"slices"

	"refract/finding"
	"refract/java"
	"refract/mapping"
)

// This file reports extracted and inlined variables and attributes (§4.3).

func extractedVariables(d *Diff, report func(finding.Refactoring)) {
	for u := range d.units {
		w := d.variablesOf(u).view(true)
		for j := range w.t.Vars {
			// The very expression in its place is better evidence than a name that happens to stand for another.
			if !w.lone(j) || !w.replacesExactly(j) && (w.converted(d, j, true) || !w.taken(d, j) && !w.placed(j)) {
				continue
			}
			report(one("Extract Variable", w.text(w.t, j)+inMethod(u.after),
				at(u.before.Location("original method declaration")),
				at(w.location(w.t, j, "extracted variable declaration"), u.after.Location("method declaration with extracted variable"))))
		}
	}
}

func inlinedVariables(d *Diff, report func(finding.Refactoring)) {
	for u := range d.units {
		w := d.variablesOf(u).view(false)
		for i := range w.t.Vars {
			if !w.becamePattern(i) && !w.inlinedLocal(d, i) {
				continue
			}
			report(one("Inline Variable", w.text(w.t, i)+inMethod(u.before),
				at(w.location(w.t, i, "inlined variable declaration"), u.before.Location("original method declaration")),
				at(u.after.Location("method declaration with inlined variable"))))
		}
	}
}

// inlinedLocal reports whether local i, which is gone, was replaced by its value.
func (w view) inlinedLocal(d *Diff, i int) bool {
	if !w.lone(i) || !w.read(i) || w.wentElsewhere(d, i) {
		return false
	}
	return w.replacesExactly(i) && !w.stays(d, i, false) || !w.converted(d, i, false) && (w.taken(d, i) || w.placed(i))
}

// read reports whether local i is used for more than to be assigned to. What nobody reads is dropped, and its value stays at most
// for what it does.
func (w view) read(i int) bool {
	f, x := w.t.File, &w.t.Vars[i]
	for n := range w.t.Named(x.Name, x.NameNode+1, x.ScopeEnd) {
		if w.local(n) == i && !(f.Kind(f.Parent(n)) == java.AssignmentExpression && f.Nodes[n].Field == java.FieldLeft) {
			return true
		}
	}
	return false
}

// converted reports whether a variable is the one or the other side of a change of kind.
func (v *variables) converted(d *Diff, i int, after bool) bool {
	self := ref{kind: localRef, index: i}
	list := v.from[self]
	if after {
		list = v.to[self]
	}
	for _, c := range list {
		if (c.before.kind != localRef || c.after.kind != localRef) && v.kindChanged(d, c) {
			return true
		}
	}
	return v.stays(d, i, after) || v.wentAlong(d, i, after)
}

// wentAlong reports whether the declaration of a local went into a method extracted from its own, or came with one that
// was inlined (check 5).
func (v *variables) wentAlong(d *Diff, i int, after bool) bool {
	if v.pair == nil {
		return false
	}
	if after {
		for _, e := range d.into[v.pair] {
			if e.Mapping.OfDst(v.m.Dst.Vars[i].Decl) != nil {
				return true
			}
		}
		return false
	}
	return len(d.wentTo(v.pair)[v.m.Src.Vars[i].Decl]) > 0
}

// wentElsewhere reports whether the declaration of local i went into another method that was extracted from the same one.
func (v *variables) wentElsewhere(d *Diff, i int) bool {
	if !v.out {
		return false
	}
	return slices.ContainsFunc(d.wentTo(v.host)[v.m.Src.Vars[i].Decl], func(m *mapping.Mapping) bool { return m != v.m })
}

// wentTo returns the mappings of what was extracted from p by the statements of p that have an equal partner there.
func (d *Diff) wentTo(p *MethodPair) map[mapping.StmtID][]*mapping.Mapping {
	went, ok := d.went[p]
	if !ok {
		went = map[mapping.StmtID][]*mapping.Mapping{}
		for _, e := range d.outOf[p] {
			for k := range e.Mapping.Pairs {
				if q := &e.Mapping.Pairs[k]; e.Mapping.OfSrc(q.Src) == q && q.Exact() {
					went[q.Src] = append(went[q.Src], e.Mapping)
				}
			}
		}
		d.went[p] = went
	}
	return went
}

// stays reports whether a local of the method out of which, or into which, another went, is paired there: it was not
// touched by what is looked at.
func (v *variables) stays(d *Diff, i int, after bool) bool {
	if v.host == nil || v.out == after || v.host.Mapping == nil {
		return false
	}
	h := d.variablesOf(unit{before: v.host.Before, after: v.host.After, m: v.host.Mapping, pair: v.host})
	if after {
		return h.ofAfter[i] >= 0
	}
	return h.ofBefore[i] >= 0
}

// assignedVariables reports variables and parameters that exist already and took over an expression by assignment:
// "x = x.trim(); f(x);" for "f(x.trim());".
func assignedVariables(d *Diff, report func(finding.Refactoring)) {
	for u := range d.units {
		v := d.variablesOf(u)
		var assigned map[assignedValue]bool // once it is asked for
		for _, r := range v.extracted {
			x := refOf(u.after, v.m.Dst, r.Dst)
			if x.kind == localRef && v.ofAfter[x.index] >= 0 {
				continue // it has a partner before: assigned once more, and no new name for the expression
			}
			if x.kind != localRef && x.kind != paramRef || r.Src.Tree.Base() != v.m.Src.Base() {
				continue
			}
			if assigned == nil {
				assigned = v.newAssignments()
			}
			if !assigned[assignedValue{r.Dst.Tree.Hash(r.Dst.Node), r.Src.Tree.Hash(r.Src.Node)}] {
				continue
			}
			report(one("Extract Variable", v.refText(x, true)+inMethod(u.after),
				at(u.before.Location("original method declaration")),
				at(v.refLocation(x, true, "extracted variable declaration"), u.after.Location("method declaration with extracted variable"))))
		}
	}
}

// assignedValue is an assignment by the hashes of its two sides.
type assignedValue struct{ left, right uint64 }

// newAssignments returns the assignments after that have no partner.
func (v *variables) newAssignments() map[assignedValue]bool {
	f, found := v.m.Dst.File, map[assignedValue]bool{}
	for _, s := range v.m.UncoveredDst() {
		if v.m.Dst.Stmts[s].Kind != mapping.Expression {
			continue
		}
		n := f.FirstChild(v.m.Dst.Stmts[s].Node)
		if f.Kind(n) != java.AssignmentExpression {
			continue
		}
		if left, right := f.Child(n, java.FieldLeft), f.Child(n, java.FieldRight); left >= 0 && right >= 0 {
			found[assignedValue{v.m.Dst.Hash(left), v.m.Dst.Hash(right)}] = true
		}
	}
	return found
}
