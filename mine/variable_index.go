package mine

import (
	"iter"
	"slices"

	"refract/java"
	"refract/mapping"
)

// This file looks up what concerns a local, or its value: of a method of thousands of locals each would be held against each statement,
// and each value against each expression of the other side.

// viewIndex is what a view knows about its two sides, each part of it once it is asked for.
type viewIndex struct {
	pairs      map[int][]*mapping.Pair        // own ones, by the locals without partner that they name on this side
	madeOf     map[int][]int                  // by local, those without partner whose value names it
	standIns   map[int][]int                  // see standIns
	across     map[int][]*mapping.Replacement // in what was extracted or inlined, by the locals that they name on this side
	exact      map[int][]uint64               // see exactly
	abstracted map[mapping.StmtID][]*mapping.Pair
	byKind     map[java.Kind][]java.NodeID // expressions of the other side
	calls      map[uint64][]java.NodeID    // calls and creations of the other side, by what is called or created
}

// namedIn yields the locals without partner that the nodes of this side from from up to to name, each as often as it is named.
func (w view) namedIn(from, to java.NodeID) iter.Seq[int] {
	return func(yield func(int) bool) {
		for n := from; n < to; n++ {
			if i := w.local(n); i >= 0 && !yield(i) {
				return
			}
		}
	}
}

// pairsNaming returns pairs of which the statement of this side, or a replacement in it, names local i.
func (w view) pairsNaming(i int) []*mapping.Pair {
	x := w.index
	if x.pairs == nil {
		x.pairs = map[int][]*mapping.Pair{}
		add := func(p *mapping.Pair, from, to java.NodeID) {
			for i := range w.namedIn(from, to) {
				if list := x.pairs[i]; len(list) == 0 || list[len(list)-1] != p {
					x.pairs[i] = append(list, p)
				}
			}
		}
		for k := range w.m.Pairs {
			p := &w.m.Pairs[k]
			if !w.own(p) {
				continue
			}
			here, _ := w.stmts(p)
			from, to := headerNodes(w.t, here)
			add(p, from, to)
			for k := range p.Replacements {
				if n := w.replaced(&p.Replacements[k]); n >= 0 && (n < from || n >= to) { // the condition behind a body
					add(p, n, w.t.File.Nodes[n].Next)
				}
			}
		}
	}
	return x.pairs[i]
}

// replaced returns the node of replacement r on this side, NoNode where it is of another method.
func (w view) replaced(r *mapping.Replacement) java.NodeID {
	if x, _ := w.refs(r); x.Tree != nil && x.Tree.Base() == w.t.Base() {
		return x.Node
	}
	return java.NoNode
}

// standIns returns local i and those whose value is made from it in at most maxChain steps, sorted.
func (w view) standIns(i int) []int {
	x := w.index
	if list, ok := x.standIns[i]; ok {
		return list
	}
	if x.madeOf == nil {
		x.madeOf, x.standIns = map[int][]int{}, map[int][]int{}
		for k := range w.t.Vars {
			if value := w.value(k); w.partner[k] < 0 && value >= 0 {
				for i := range w.namedIn(value, w.t.File.Nodes[value].Next) {
					x.madeOf[i] = append(x.madeOf[i], k)
				}
			}
		}
	}
	list, seen, last := []int{i}, map[int]bool{i: true}, 0
	for depth := 0; depth < maxChain && last < len(list); depth++ {
		step := list[last:]
		last = len(list)
		for _, k := range step {
			for _, made := range x.madeOf[k] {
				if !seen[made] {
					seen[made] = true
					list = append(list, made)
				}
			}
		}
	}
	slices.Sort(list)
	x.standIns[i] = list
	return list
}

// standFor returns the locals that takenBy and takenIn may say took over what local i did: i itself, and after the change those made from it.
func (w view) standFor(i int) []int {
	if w.after {
		return w.standIns(i)
	}
	return []int{i}
}

// acrossNaming returns the replacements in what was extracted from the method, or inlined into it, that name local i on this side.
func (w view) acrossNaming(d *Diff, i int) []*mapping.Replacement {
	x := w.index
	if x.across == nil {
		x.across = map[int][]*mapping.Replacement{}
		add := func(m *mapping.Mapping) {
			for k := range m.Pairs {
				for n := range m.Pairs[k].Replacements {
					r := &m.Pairs[k].Replacements[n]
					if at := w.replaced(r); at >= 0 {
						for i := range w.namedIn(at, w.t.File.Nodes[at].Next) {
							x.across[i] = append(x.across[i], r)
						}
					}
				}
			}
		}
		for _, e := range d.outOf[w.pair] {
			add(e.Mapping)
		}
		for _, e := range d.into[w.pair] {
			add(e.Mapping)
		}
	}
	return x.across[i]
}

// exactly returns the hashes of the expressions of the other side in whose place this side has local i, or an element of the array that it names.
func (w view) exactly(i int) []uint64 {
	x := w.index
	if x.exact == nil {
		x.exact = map[int][]uint64{}
		list := w.extracted
		if !w.after {
			list = w.inlined
		}
		for k := range list {
			r, e := w.refs(&list[k])
			if r.Node < 0 || e.Node < 0 || r.Tree == nil || e.Tree == nil || r.Tree.Base() != w.t.Base() || e.Tree.Base() == r.Tree.Base() {
				continue
			}
			n := r.Node
			for w.t.File.Kind(n) == java.ArrayAccess {
				n = w.t.File.Child(n, java.FieldArray)
			}
			if w.t.File.Kind(n) != java.Identifier {
				continue
			}
			if i := w.t.VarOf(n); i >= 0 && n != w.t.Vars[i].NameNode {
				x.exact[i] = append(x.exact[i], e.Tree.Hash(e.Node))
			}
		}
	}
	return x.exact[i]
}

// abstractedAt returns the abstracted pairs of statement s of this side.
func (w view) abstractedAt(s mapping.StmtID) []*mapping.Pair {
	x := w.index
	if x.abstracted == nil {
		x.abstracted = map[mapping.StmtID][]*mapping.Pair{}
		for _, p := range w.variables.abstracted {
			here, _ := w.stmts(p)
			x.abstracted[here] = append(x.abstracted[here], p)
		}
	}
	return x.abstracted[s]
}

// mayBe returns the expressions of the other side that same may hold for expression a of this side: those of its kind, and of calls
// and creations those of one name.
func (w view) mayBe(a java.NodeID) []java.NodeID {
	x, g := w.index, w.o.File
	if x.byKind == nil {
		x.byKind, x.calls = map[java.Kind][]java.NodeID{}, map[uint64][]java.NodeID{}
		for n := w.o.Root; n < g.Nodes[w.o.Root].Next; n++ {
			k := g.Nodes[n].Kind
			x.byKind[k] = append(x.byKind[k], n)
			if c := called(g, n); c >= 0 {
				h := mapping.Mix(w.o.Hash(c), uint64(k))
				x.calls[h] = append(x.calls[h], n)
			}
		}
	}
	f := w.t.File
	a = plainValue(f, a)
	c := called(f, a)
	if c < 0 || f.Kind(c) == java.Identifier && w.namesLocal(c) {
		return x.byKind[f.Kind(a)]
	}
	return x.calls[mapping.Mix(w.t.Hash(c), uint64(f.Kind(a)))]
}

// namesLocal reports whether some local of this side has the name at node n: another local may then be the same.
func (w view) namesLocal(n java.NodeID) bool {
	for range w.t.VarsNamed(w.t.File.Text(n)) {
		return true
	}
	return false
}

// called returns the name of the method that expression n calls, or the simple type of what it creates; NoNode for anything else.
func called(f *java.File, n java.NodeID) java.NodeID {
	switch f.Kind(n) {
	case java.MethodInvocation:
		return f.Child(n, java.FieldName)
	case java.ObjectCreationExpression:
		if c := f.Child(n, java.FieldType); c >= 0 && f.Kind(c) == java.TypeIdentifier {
			return c
		}
	}
	return java.NoNode
}
