package mine

import (
	"slices"

	"refract/java"
	"refract/mapping"
)

// This file finds extracted methods (Table 4, Extract Method; §4.4, nested ones).

// extracted is the rule for a mapping from a method to what may be extracted from it: more pairs than statements of
// the extracted method without one. The further cases are RefactoringMiner's for small methods whose statements were
// edited after extraction.
func extracted(t tally) bool {
	switch {
	case t.matched == 0:
		return false
	case t.matched > t.right,
		t.matched > 1 && t.matched >= t.right,
		t.exact >= t.matched && t.left == 0,
		t.exact == 1 && t.matched == 1 && !t.throws && t.right-t.exact <= 10,
		t.exact > 1 && t.right-t.exact < 20,
		t.matched == 1 && t.matched > t.rightLeaves,
		t.argument && t.matched == 1 && t.rightLeaves <= 1 && t.right-t.rightLeaves <= 1: // and a case that returns another value
		return true
	}
	return false
}

// weak reports whether all that was found is one statement that shares no more than a word with its partner.
func weak(e *mapping.Mapping, t tally) bool {
	if t.matched > 1 {
		return false
	}
	for i := range e.Pairs {
		p := &e.Pairs[i]
		if p.Common > 2 || p.Common == 2 && !saysNothing(e.Src, p.Src) {
			return false
		}
	}
	return true
}

// slight reports whether no pair has more in common than two words: enough for a method that is called where its statements
// stood, not for one that is called from further away (§4.4).
func slight(e *mapping.Mapping) bool {
	return !slices.ContainsFunc(e.Pairs, func(p mapping.Pair) bool { return p.Common > 2 })
}

// saysNothing reports whether s is a return of a constant, or of nothing.
func saysNothing(t *mapping.Tree, s mapping.StmtID) bool {
	st := &t.Stmts[s]
	if st.Kind != mapping.Return {
		return st.Kind == mapping.Break || st.Kind == mapping.Continue
	}
	c := t.File.FirstChild(st.Node)
	return c < 0 || t.File.Kind(t.File.Unparen(c)).IsLiteral()
}

// frameOnly reports whether all that e pairs is the frame of any method that collects something: the declaration of what is empty at
// first, and its return.
func frameOnly(e *mapping.Mapping) bool {
	return !slices.ContainsFunc(e.Pairs, func(p mapping.Pair) bool {
		return (countable(e.Src, p.Src) || countable(e.Dst, p.Dst)) && !(frames(e.Src, p.Src) && frames(e.Dst, p.Dst))
	})
}

// frames reports whether s returns a local, a constant or nothing, or declares a local without a value, with a constant, or with a
// new object made of nothing.
func frames(t *mapping.Tree, s mapping.StmtID) bool {
	f := t.File
	switch st := &t.Stmts[s]; st.Kind {
	case mapping.Return:
		c := f.Unparen(f.FirstChild(st.Node))
		return saysNothing(t, s) || f.Kind(c) == java.Identifier && t.VarOf(c) >= 0
	case mapping.Declaration:
		list := slices.Collect(t.DeclaredIn(s))
		if len(list) != 1 {
			return false
		}
		v := t.Vars[list[0]].Init
		if v < 0 {
			return true
		}
		v = f.Unparen(v)
		return f.Kind(v).IsLiteral() || f.Kind(v) == java.ObjectCreationExpression && countChildren(f, f.Child(v, java.FieldArguments)) == 0
	}
	return saysNothing(t, s)
}

// getterOfMatched reports whether x is a getter whose only statement was matched with one that stayed where it was: then
// the getter was added, and what stayed uses it.
func getterOfMatched(m *mapping.Mapping, e *mapping.Mapping, x *Method) bool {
	if m == nil || len(e.Pairs) != 1 || len(x.Params) > 0 || !returnsName(x) {
		return false
	}
	s := e.Pairs[0].Src
	for e.Src.Stmts[s].Kind.Part() {
		s = e.Src.Stmts[s].Parent
	}
	return m.OfSrc(s) != nil
}

// elsewhere reports whether the only statement found in x has a partner in the method it should have come out of, and one
// that does not call x: it stayed, and x is like it.
func elsewhere(q *MethodPair, e *mapping.Mapping, x *Method) bool {
	for i := range e.Pairs {
		s := e.Pairs[i].Src
		for e.Src.Stmts[s].Kind.Part() {
			s = e.Src.Stmts[s].Parent
		}
		p := q.Mapping.OfSrc(s)
		if p == nil {
			return false
		}
		from, to := headerNodes(q.Mapping.Dst, p.Dst)
		for _, c := range q.After.calls() {
			if c.node >= from && c.node < to && (c.mayCall(x) || !slices.ContainsFunc(q.Before.calls(), func(o call) bool { return o.name == c.name })) {
				return false // x, or what calls x
			}
		}
	}
	return true
}

// returnsName reports whether m does nothing but return a variable or a field.
func returnsName(m *Method) bool {
	t := m.Tree()
	if t == nil || len(t.Stmts) != 1 || t.Stmts[0].Kind != mapping.Return {
		return false
	}
	c := t.File.FirstChild(t.Stmts[0].Node)
	if c < 0 {
		return false
	}
	switch t.File.Kind(t.File.Unparen(c)) {
	case java.Identifier, java.FieldAccess:
		return true
	}
	return false
}

func better(a, b *mapping.Mapping) bool {
	ta, tb := tallyOf(a), tallyOf(b)
	if ta.matched != tb.matched {
		return ta.matched > tb.matched
	}
	if ta.exact != tb.exact {
		return ta.exact > tb.exact
	}
	return a.Distance() < b.Distance()
}

// bindCall returns the tree of callee with its parameters bound to the arguments of the call at node n of caller.
func bindCall(caller *mapping.Tree, n java.NodeID, callee *Method) *mapping.Tree {
	f := caller.File
	args := f.Child(n, java.FieldArguments)
	if args < 0 || len(callee.Params) == 0 {
		return callee.Tree()
	}
	bind := map[string]mapping.Ref{}
	i := 0
	for c := f.FirstChild(args); c >= 0 && i < len(callee.Params); c = f.NextSibling(c) {
		if callee.Params[i].Variadic && countChildren(f, args) > len(callee.Params) {
			break
		}
		if f.Text(c) != callee.Params[i].Name || caller.IsBound() {
			bind[callee.Params[i].Name] = mapping.Ref{Tree: caller, Node: c}
		}
		i++
	}
	return callee.Tree().Bind(bind)
}

// findExtractions looks for methods of added that were extracted from the method pairs of p, directly or through other
// added methods (§4.4). The added methods of one class pair are looked at breadth first from each caller.
func (d *Diff) findExtractions(p *ClassPair) {
	if len(p.AddedMethods) == 0 {
		return
	}
	added := setOf(p.AddedMethods)
	for _, q := range p.Methods {
		if q.Mapping == nil || q.Before.Tree() == nil {
			continue
		}
		d.extractFrom(q, added, false)
	}
}

// matchInsideLeftovers looks for what was extracted from, and inlined into, the methods that were paired last.
func (d *Diff) matchInsideLeftovers() {
	type sides struct{ removed, added *methodSet }
	of := map[*ClassPair]sides{}
	for _, q := range d.leftovers {
		d.checkpoint()
		if q.Mapping == nil {
			continue
		}
		s, ok := of[q.Classes]
		if !ok {
			s = sides{setOf(q.Classes.RemovedMethods), setOf(q.Classes.AddedMethods)}
			of[q.Classes] = s
		}
		d.inlineInto(q, s.removed, false)
		d.extractFrom(q, s.added, false)
	}
}

// extractFrom looks for extractions from q among added.
func (d *Diff) extractFrom(q *MethodPair, added *methodSet, moved bool) {
	d.checkpoint()
	s := &transfer{diff: d, pair: q, moved: moved, others: added}
	var found []claim
	s.each(func(x *Method, e *mapping.Mapping) { found = append(found, newClaim(x, e)) })
	for _, c := range found {
		if c.outbid(found) {
			continue
		}
		d.Extractions = append(d.Extractions, &Extraction{Source: q, Extracted: c.method, Mapping: c.mapping, Calls: s.calls(c.method), Moved: moved})
		c.method.memo.extracted = true
		d.pairAnonymousIn(q.Before, c.method, c.mapping)
	}
}

// callsFurther counts the statements of x without a partner that call another added method: they came with a nested
// extraction.
func (d *Diff) callsFurther(e *mapping.Mapping, x *Method, added *methodSet) int {
	d.checkpoint()
	return countCalling(e.Dst, e.UncoveredDst(), x, added)
}

// countCalling counts those of the statements list of m, whose tree is t, that call a method of others.
func countCalling(t *mapping.Tree, list []mapping.StmtID, m *Method, others *methodSet) int {
	n := 0
	for _, s := range list {
		if !countable(t, s) {
			continue
		}
		from, end := headerNodes(t, s)
	calls:
		for _, c := range m.calls() {
			if c.node < from || c.node >= end {
				continue
			}
			for y := range others.named(c.name) {
				if y != m && c.mayCall(y) {
					n++
					break calls
				}
			}
		}
	}
	return n
}
