package mine

import (
	"slices"

	"refract/finding"
	"refract/java"
	"refract/mapping"
)

// This file reports code that moved between two methods that both stayed. One statement that two methods have in common is
// no evidence, since equal statements are many; what tells is why the code would move. Three reasons are known: tests share
// what they do first (to a fixture, Meszaros), a constructor leaves work to the method that needs the result, and what a
// caller computed to hand it over is computed by the called method, which lost the parameter.

func movedCode(d *Diff, report func(finding.Refactoring)) {
	for _, p := range d.Pairs {
		var takers *codeTakers // once the first asks
		for _, q := range p.Methods {
			if q.Mapping == nil || len(q.Mapping.UncoveredSrc()) == 0 {
				continue
			}
			if takers == nil {
				takers = d.codeTakersAround(p)
			}
			r := d.codeMovedTo(q, takers)
			if r == nil {
				continue
			}
			b, a := q.Before, r.After
			text := "from " + b.Text() + " to " + a.Text() + " in class " + a.Class.Name
			if b.Class.File.Path != a.Class.File.Path && q.After.Class != a.Class {
				text = "from " + b.Text() + " in class " + b.Class.Name + " to " + a.Text() + " in class " + a.Class.Name
			}
			report(one("Move Code", text, at(b.Location("original method declaration")),
				at(a.Location("method declaration with moved code"))))
		}
	}
}

// codeTakers are the method pairs of a class pair, and of those above it, that got statements.
type codeTakers struct {
	all []*MethodPair
	// some are those that set up or clear what others test or use, or lost a parameter: code of a constructor alone comes to others.
	some []*MethodPair
}

func (d *Diff) codeTakersAround(p *ClassPair) *codeTakers {
	t := &codeTakers{}
	for r := range d.methodsAround(p) {
		if r.Mapping == nil || len(r.Mapping.UncoveredDst()) == 0 {
			continue
		}
		t.all = append(t.all, r)
		if setsUp(r.After) || clears(r.After) || len(d.parameters(r).removed) > 0 {
			t.some = append(t.some, r)
		}
	}
	return t
}

// codeMovedTo returns which of the pairs around q got code of it; nil where none did, or several: what came to several
// methods was copied, or was there before in some form.
func (d *Diff) codeMovedTo(q *MethodPair, t *codeTakers) *MethodPair {
	list := t.some
	if q.Before.IsConstructor() {
		list = t.all
	}
	var found *MethodPair
	for _, r := range list {
		if r == q || !d.mayTakeCode(q, r) && !d.lostParameter(q, r) {
			continue
		}
		m := leftOver(q, r)
		if !(d.mayTakeCode(q, r) && movedStatement(m)) && !d.computedByCallee(q, r, m) {
			continue
		}
		if found != nil {
			return nil
		}
		found = r
	}
	return found
}

// methodsAround yields the method pairs of p and of the pairs above it.
func (d *Diff) methodsAround(p *ClassPair) func(yield func(*MethodPair) bool) {
	return func(yield func(*MethodPair) bool) {
		for _, r := range p.Methods {
			if !yield(r) {
				return
			}
		}
		for s := range p.After.supers {
			above := d.Pair(s)
			if above == nil || above.After != s {
				continue
			}
			for _, r := range above.Methods {
				if !yield(r) {
					return
				}
			}
		}
	}
}

// mayTakeCode reports whether there is a reason for code of q to move to r whatever it is: r sets up, or clears, what q
// tests, or q constructs.
func (d *Diff) mayTakeCode(q, r *MethodPair) bool {
	if setsUp(r.After) || clears(r.After) {
		return isTest(q.Before) || setsUp(q.Before) && setsUp(r.After) || clears(q.Before) && clears(r.After)
	}
	return q.Before.IsConstructor() && !r.After.IsConstructor() && q.Classes == r.Classes
}

// leftOver maps what q lost to what r got.
func leftOver(q, r *MethodPair) *mapping.Mapping {
	return mapping.Map(q.Before.Tree(), r.After.Tree(), mapping.Options{Inner: true,
		SrcMask: func(s mapping.StmtID) bool { return q.Mapping.OfSrc(s) == nil },
		DstMask: func(s mapping.StmtID) bool { return r.Mapping.OfDst(s) == nil }})
}

// leftTo maps what q lost to method x, which is new.
func leftTo(q *MethodPair, x *Method) *mapping.Mapping {
	return mapping.Map(q.Before.Tree(), x.Tree(), mapping.Options{Inner: true,
		SrcMask: func(s mapping.StmtID) bool { return q.Mapping.OfSrc(s) == nil }})
}

// minMoved is the weight below which a statement says nothing about where it came from: "x = a.f(b);" has as much.
const minMoved = 6

// movedStatement reports whether m has a statement that did not change on its way, but for what its value is stored in.
func movedStatement(m *mapping.Mapping) bool {
	return slices.ContainsFunc(m.Pairs, func(x mapping.Pair) bool {
		return x.Common >= minMoved && x.Pass != mapping.PassInside && x.Pass != mapping.PassArgument &&
			(x.Exact() || len(x.Replacements) == 0 || m.SameCall(&x))
	})
}

// lostParameter reports whether q calls r, before and after, and r lost a parameter.
func (d *Diff) lostParameter(q, r *MethodPair) bool {
	return r.Mapping != nil && q.Classes == r.Classes && len(d.parameters(r).removed) > 0 &&
		len(q.Before.callsOf(r.Before)) > 0 && len(q.After.callsOf(r.After)) > 0
}

// computedByCallee reports whether m, of what q lost and r got, pairs what is stored in two locals of one type, of which
// q handed the one to r as a parameter that is gone.
func (d *Diff) computedByCallee(q, r *MethodPair, m *mapping.Mapping) bool {
	if !d.lostParameter(q, r) {
		return false
	}
	for i := range m.Pairs {
		x := &m.Pairs[i]
		b, a := storedIn(m.Src, x.Src), storedIn(m.Dst, x.Dst)
		if b < 0 || a < 0 || !d.sameType(m.Src.TypeText(&m.Src.Vars[b]), m.Dst.TypeText(&m.Dst.Vars[a])) {
			continue
		}
		if d.handedAway(q, r, b) {
			return true
		}
	}
	return false
}

// storedIn returns the only local that statement s declares or assigns, -1 where there is none.
func storedIn(t *mapping.Tree, s mapping.StmtID) int {
	if list := slices.Collect(t.DeclaredIn(s)); len(list) == 1 {
		return list[0]
	}
	f := t.File
	if n := f.FirstChild(t.Stmts[s].Node); t.Stmts[s].Kind == mapping.Expression && f.Kind(n) == java.AssignmentExpression {
		if left := f.Child(n, java.FieldLeft); f.Kind(left) == java.Identifier {
			return t.VarOf(left)
		}
	}
	return -1
}

// handedAway reports whether q.Before passes its local v to r for a parameter that is gone.
func (d *Diff) handedAway(q, r *MethodPair, v int) bool {
	t := q.Before.Tree()
	for i := range r.Before.Params {
		if !removedParam(d, r, i) {
			continue
		}
		for _, c := range q.Before.callsOf(r.Before) {
			n := argument(t, c.node, i)
			if n >= 0 && t.File.Kind(n) == java.Identifier && t.VarOf(n) == v {
				return true
			}
		}
	}
	return false
}

// setsUp reports whether m runs before the tests of its class.
func setsUp(m *Method) bool {
	return m.Name == "setUp" || hasAnnotation(m, "Before", "BeforeEach", "BeforeClass", "BeforeAll", "BeforeMethod")
}

// clears reports whether m runs after the tests of its class.
func clears(m *Method) bool {
	return m.Name == "tearDown" || hasAnnotation(m, "After", "AfterEach", "AfterClass", "AfterAll", "AfterMethod")
}

func hasAnnotation(m *Method, names ...string) bool {
	for _, n := range annotationNodes(m.Class.File, m.Decl.Modifiers) {
		if slices.Contains(names, lastPart(annotationName(m.Class.File, n))) {
			return true
		}
	}
	return false
}
