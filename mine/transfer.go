package mine

import (
	"slices"

	"refract/java"
	"refract/mapping"
)

// This file searches for the statements that a change carried from one method to another (Table 4, Extract Method and
// Inline Method; §4.4, nested ones). Both are one search: seen from the end of the change, what was inlined was extracted.

// A transfer looks for methods that got statements of the method of a pair (extraction), or whose statements it got
// (inlining).
type transfer struct {
	diff   *Diff
	pair   *MethodPair
	inline bool
	moved  bool       // the methods are those of other classes
	others *methodSet // the added methods, of an inlining the removed ones
}

// called reports whether the other end of the pair calls x as well: then nothing was carried over. A call to something
// unknown does not count where the caller calls x without a receiver.
func (s *transfer) called(x *Method) bool {
	caller, holder := s.ends()
	list := holder.callsOf(x)
	if len(list) == 0 {
		return false
	}
	unqualified := func(c call) bool { return c.receiver == "" || c.receiver == "this" }
	return !slices.ContainsFunc(caller.callsOf(x), unqualified) || slices.ContainsFunc(list, unqualified)
}

// maxCalls bounds the calls of one method that are looked at: the further ones say nothing that four do not.
const maxCalls = 4

// maxTransfers bounds the methods that one method may have been split to.
const maxTransfers = 64

// ends returns the method of the pair that calls the others, and the one that holds the statements itself.
func (s *transfer) ends() (caller, holder *Method) {
	if s.inline {
		return s.pair.Before, s.pair.After
	}
	return s.pair.After, s.pair.Before
}

// each calls found for every method of others that holds what the other end of the pair holds. They are looked at breadth
// first from the caller; methods of other classes only where the caller itself calls them, since further away every body
// has something in common with any other.
func (s *transfer) each(found func(x *Method, e *mapping.Mapping)) {
	caller, holder := s.ends()
	if caller.Tree() == nil || holder.Tree() == nil {
		return
	}
	type visit struct {
		method *Method
		tree   *mapping.Tree // bound to the arguments on the way
	}
	seen := map[*Method]bool{}
	queue := []visit{{caller, caller.Tree()}}
	for len(queue) > 0 && len(seen) < maxTransfers {
		v := queue[0]
		queue = queue[1:]
		for x := range s.others.calledIn(v.method) {
			if seen[x] || x == v.method || !x.HasBody() || x == caller || x.memo.copied {
				continue
			}
			calls := v.method.callsOf(x)
			if len(calls) == 0 || s.called(x) {
				continue
			}
			seen[x] = true
			e, tree := s.best(v.tree, calls, x)
			if !s.moved {
				queue = append(queue, visit{x, tree})
			}
			ok := s.holds(x, e)
			if y := s.delegate(x); y != nil && !ok {
				e, _ = s.best(tree, x.callsOf(y), y)
				ok = s.holds(x, e)
			}
			if ok || e != nil && s.shown(x) {
				found(x, e)
			}
		}
	}
}

// best maps what the pair left over to x as called from caller, and returns the best mapping with the tree it used: a
// statement may be the same with the argument in the place of the parameter, or as it stands.
func (s *transfer) best(caller *mapping.Tree, calls []call, x *Method) (best *mapping.Mapping, tree *mapping.Tree) {
	for i := range min(len(calls), maxCalls) {
		bound := bindCall(caller, calls[i].node, x)
		e := s.mapTo(bound)
		if best == nil || better(e, best) {
			best, tree = e, bound
		}
	}
	if tree != x.Tree() {
		if e := s.mapTo(x.Tree()); better(e, best) {
			best = e
		}
	}
	return best, tree
}

// mapTo maps tree to what the mapping of the pair leaves of its method, and what it matches only with replacements.
func (s *transfer) mapTo(tree *mapping.Tree) *mapping.Mapping {
	_, holder := s.ends()
	o := mapping.Options{Inner: true, Parts: true}
	if m := s.pair.Mapping; m != nil && s.inline {
		o.DstMask = func(s mapping.StmtID) bool { p := m.OfDst(s); return p == nil || !p.Exact() }
	} else if m != nil {
		o.SrcMask = func(s mapping.StmtID) bool { p := m.OfSrc(s); return p == nil || !p.Exact() }
	}
	if s.inline {
		return mapping.Map(tree, holder.Tree(), o)
	}
	return mapping.Map(holder.Tree(), tree, o)
}

// holds decides whether mapping e says that x was extracted, or inlined.
func (s *transfer) holds(x *Method, e *mapping.Mapping) bool {
	t := tallyOf(e)
	if s.inline {
		t = mirror(t)
	} else {
		t.right -= s.diff.callsFurther(e, x, s.others)
	}
	t.right -= s.introduced(e)
	if t.matched == 1 && t.exact == 0 && s.overloaded(x, e) {
		return false
	}
	if t.matched == 1 && t.exact == 0 && (len(s.calls(x)) == 0 && slight(e) || s.createsOther(e)) {
		return false
	}
	if frameOnly(e) && !s.whole(x, t) || s.cameFromNamesake(x, e) {
		return false
	}
	if !extracted(t) || weak(e, t) && !s.whole(x, t) || s.moved && t.matched == 1 && t.inside == 1 || s.inline && t.matched == 1 && !own(e) {
		return false
	}
	if s.inline {
		return !(returnsName(x) && len(e.Pairs) == 1) && !(s.moved && t.matched == 1 && (t.exact == 0 || t.right > 0))
	}
	return !(t.matched == 1 && elsewhere(s.pair, e, x)) && !(s.moved && getterOfMatched(s.pair.Mapping, e, x))
}

// createsOther reports whether a statement of e creates an object on both sides, of two classes that are not one: an argument
// that the two share does not make them one.
func (s *transfer) createsOther(e *mapping.Mapping) bool {
	return slices.ContainsFunc(e.Pairs, func(p mapping.Pair) bool {
		return slices.ContainsFunc(p.Replacements, func(r mapping.Replacement) bool {
			return r.Kind == mapping.Type && createdType(r.Src) && createdType(r.Dst) && !s.diff.renamedType(lastPart(rawType(r.Src.Text())), lastPart(rawType(r.Dst.Text())))
		})
	})
}

// createdType reports whether r is the type of an object creation.
func createdType(r mapping.Ref) bool {
	return r.Node >= 0 && r.Tree.File.Kind(r.Tree.File.Parent(r.Node)) == java.ObjectCreationExpression
}

// cameFromNamesake reports whether x, of another class than the pair, was extracted within its own class from a method of its
// name that shows more of it than e does: an overload took the body over, and what resembles it elsewhere calls it now.
func (s *transfer) cameFromNamesake(x *Method, e *mapping.Mapping) bool {
	if !s.moved || s.inline || s.pair.Before.Name == x.Name {
		return false
	}
	return slices.ContainsFunc(s.diff.Extractions, func(o *Extraction) bool {
		return o.Extracted == x && !o.Moved && o.Source.Before.Name == x.Name && better(o.Mapping, e)
	})
}

// overloaded reports whether the only statement found is a call of an overload of x on both sides, with another number of
// arguments: what was called by that name before is what x passes on to. An overload of the holder itself may have taken
// its body over.
func (s *transfer) overloaded(x *Method, e *mapping.Mapping) bool {
	_, holder := s.ends()
	if holder.Name == x.Name {
		return false
	}
	src, dst := holder, x
	if s.inline {
		src, dst = x, holder
	}
	return slices.ContainsFunc(e.Pairs, func(p mapping.Pair) bool {
		n, k := argumentsIn(src, e.Src, p.Src, x.Name), argumentsIn(dst, e.Dst, p.Dst, x.Name)
		return n >= 0 && k >= 0 && n != k
	})
}

// argumentsIn returns the number of arguments of the first call of a method called name in statement st of m, whose tree is
// t; -1 where there is none, or only a method reference.
func argumentsIn(m *Method, t *mapping.Tree, st mapping.StmtID, name string) int {
	from, to := headerNodes(t, st)
	for _, c := range m.calls() {
		if c.node >= from && c.node < to && c.name == name {
			return c.args
		}
	}
	return -1
}

// own reports whether a statement of the inlined method itself has a partner, and not only one of a class or lambda in it,
// which ran elsewhere.
func own(e *mapping.Mapping) bool {
	return slices.ContainsFunc(e.Pairs, func(p mapping.Pair) bool { return e.Src.Stmts[p.Src].Body == 0 })
}

// whole reports whether x is an overload that holds all there was, and all as it was.
func (s *transfer) whole(x *Method, t tally) bool {
	_, holder := s.ends()
	return x.Name == holder.Name && t.exact == t.matched && t.left == 0 && t.right == 0
}

// delegate returns the other method of its name that x does nothing but call: what x was extracted with stands there.
func (s *transfer) delegate(x *Method) *Method {
	if s.moved || len(x.Tree().Stmts) != 1 || x.Tree().Stmts[0].Kind.Composite() {
		return nil
	}
	for y := range s.others.named(x.Name) {
		if y != x && y.Name == x.Name && y.HasBody() && len(x.callsOf(y)) > 0 && !s.called(y) {
			return y
		}
	}
	return nil
}

// introduced counts the declarations in the other method, without a partner, of variables that stand in its paired
// statements for what the pair has as an expression: they came with the statements that they were taken out of.
func (s *transfer) introduced(e *mapping.Mapping) int {
	tree, list := e.Dst, e.UncoveredDst()
	if s.inline {
		tree, list = e.Src, e.UncoveredSrc()
	}
	n := 0
	for i := range tree.Vars {
		v := &tree.Vars[i]
		if v.Kind == mapping.LocalVar && slices.Contains(list, v.Decl) && s.replaces(e, tree, i) {
			n++
		}
	}
	return n
}

// replaces reports whether variable v of tree stands for an expression in a pair of e.
func (s *transfer) replaces(e *mapping.Mapping, tree *mapping.Tree, v int) bool {
	kind := mapping.ExpressionByVariable
	if s.inline {
		kind = mapping.VariableByExpression
	}
	for i := range e.Pairs {
		for _, r := range e.Pairs[i].Replacements {
			ref := r.Dst
			if s.inline {
				ref = r.Src
			}
			if r.Kind == kind && ref.Tree == tree && ref.Kind() == java.Identifier && tree.VarOf(ref.Node) == v {
				return true
			}
		}
	}
	return false
}

// calls lists the calls of x in the caller.
func (s *transfer) calls(x *Method) []java.NodeID {
	caller, _ := s.ends()
	var nodes []java.NodeID
	for _, c := range caller.callsOf(x) {
		nodes = append(nodes, c.node)
	}
	return nodes
}

// direct maps x to the pair as the caller calls it, nil where it does not.
func (s *transfer) direct(x *Method) *mapping.Mapping {
	caller, holder := s.ends()
	calls := caller.callsOf(x)
	if len(calls) == 0 || x.Tree() == nil || caller.Tree() == nil || holder.Tree() == nil {
		return nil
	}
	e, _ := s.best(caller.Tree(), calls, x)
	return e
}

// mapExtracted maps what m leaves of b to x, which a calls.
func (d *Diff) mapExtracted(b, a *Method, m *mapping.Mapping, x *Method) *mapping.Mapping {
	return (&transfer{diff: d, pair: &MethodPair{Before: b, After: a, Mapping: m}}).direct(x)
}

// mapInlined maps x, which b called, to what m leaves of a.
func (d *Diff) mapInlined(b, a *Method, m *mapping.Mapping, x *Method) *mapping.Mapping {
	return (&transfer{diff: d, pair: &MethodPair{Before: b, After: a, Mapping: m}, inline: true}).direct(x)
}
