package mine

import (
	"slices"
	"strings"

	"refract/java"
	"refract/mapping"
)

// This file finds the variables whose declarations do not tell what became of them: by their use, and by their name.

// pairSameNames pairs locals whose declarations did not match, but that have one name and are used in matched
// statements on both sides.
func (v *variables) pairSameNames() {
	for i := range v.m.Src.Vars {
		b := &v.m.Src.Vars[i]
		if v.ofBefore[i] >= 0 || !ownBody(v.m.Src, b.Body) {
			continue
		}
		found := -1
		for _, j := range v.usedTogether(i) {
			if v.ofAfter[j] < 0 && ownBody(v.m.Dst, v.m.Dst.Vars[j].Body) && !v.elementOf(i, j) {
				found = j
				break
			}
		}
		if found < 0 {
			found = v.onlyNamesake(i)
		}
		if found >= 0 {
			v.ofBefore[i], v.ofAfter[found] = found, i
		}
	}
}

// onlyNamesake returns the local after without a partner that has name and kind of local i before, where neither side has
// another local of the name; -1 where there is none.
func (v *variables) onlyNamesake(i int) int {
	b := &v.m.Src.Vars[i]
	if v.pair == nil || !soleName(v.m.Src, b.Name) || !soleName(v.m.Dst, b.Name) {
		return -1
	}
	for j := range v.m.Dst.VarsNamed(b.Name) {
		if a := &v.m.Dst.Vars[j]; a.Kind == b.Kind && v.ofAfter[j] < 0 && ownBody(v.m.Dst, a.Body) && !v.elementOf(i, j) {
			return j
		}
	}
	return -1
}

// elementOf reports whether one of local i before and local j after is a collection, or an array, of what the other is.
func (v *variables) elementOf(i, j int) bool {
	b, a := v.m.Src.TypeText(&v.m.Src.Vars[i]), v.m.Dst.TypeText(&v.m.Dst.Vars[j])
	holds := func(many, one string) bool {
		return one != "" && (many == one+"[]" || strings.HasSuffix(many, "<"+one+">"))
	}
	return holds(b, a) || holds(a, b)
}

func soleName(t *mapping.Tree, name string) bool {
	n := 0
	for range t.VarsNamed(name) {
		n++
	}
	return n == 1
}

// handedIn reports whether variables of kind k get their values from elsewhere: the parameter of a lambda from its caller, the
// element of a loop from the loop. Neither is a local of the method under another name.
func handedIn(k mapping.VarKind) bool { return k == mapping.LambdaParam || k == mapping.ForEachVar }

// pairByUse pairs locals whose declarations did not match, but of which one stands wherever the other stood.
func (v *variables) pairByUse() {
	for _, c := range v.order {
		if c.before.kind != localRef || c.after.kind != localRef {
			continue
		}
		i, j := c.before.index, c.after.index
		if b, a := v.m.Src.Vars[i].Kind, v.m.Dst.Vars[j].Kind; b != a && (handedIn(b) || handedIn(a)) {
			continue
		}
		if v.ofBefore[i] < 0 && v.ofAfter[j] < 0 && v.consistent(c) {
			v.ofBefore[i], v.ofAfter[j] = j, i
		}
	}
}

// usedTogether returns the locals after with the name of local i before that some statement uses whose partner uses i, in their order.
func (v *variables) usedTogether(i int) []int {
	b := &v.m.Src.Vars[i]
	var list []int
	last := mapping.NoStmt
	for n := range v.m.Src.Named(b.Name, b.ScopeStart, b.ScopeEnd) {
		if n == b.NameNode || v.m.Src.VarOf(n) != i {
			continue
		}
		p := v.m.SrcNodeOf(n)
		if p == nil || p.Src == last {
			continue
		}
		last = p.Src
		from, to := headerNodes(v.m.Dst, p.Dst)
		for k := range v.m.Dst.Named(b.Name, from, to) {
			if j := v.m.Dst.VarOf(k); j >= 0 && k != v.m.Dst.Vars[j].NameNode {
				list = append(list, j)
			}
		}
	}
	slices.Sort(list)
	return slices.Compact(list)
}

// usedWith returns the locals before without a partner that are used together with local j after, in no order that tells anything.
func (v *variables) usedWith(j int) []int {
	name := v.m.Dst.Vars[j].Name
	with, ok := v.with[name]
	if !ok {
		with = map[int][]int{}
		for i := range v.m.Src.VarsNamed(name) {
			if v.ofBefore[i] >= 0 {
				continue
			}
			for _, k := range v.usedTogether(i) {
				with[k] = append(with[k], i)
			}
		}
		v.with[name] = with
	}
	return with[j]
}

// headerNodes is the node range of a statement; of a composite, about its header.
func headerNodes(t *mapping.Tree, s mapping.StmtID) (from, to java.NodeID) {
	st := &t.Stmts[s]
	from, to = st.Node, t.File.Nodes[st.Node].Next
	if st.Kind.Composite() {
		for c := s + 1; c < st.End; c++ {
			if !t.Stmts[c].Kind.Part() && t.Stmts[c].Body == st.Body {
				return from, t.Stmts[c].Node
			}
		}
	}
	return from, to
}

// addSameNames counts variables of one name that changed their kind: a local that became an attribute or parameter
// leaves no replacement behind.
func (v *variables) addSameNames() {
	for i := range v.m.Src.Vars {
		b := &v.m.Src.Vars[i]
		if v.ofBefore[i] >= 0 || b.Kind != mapping.LocalVar || !ownBody(v.m.Src, b.Body) {
			continue
		}
		v.sameName(v.m.Src, i, true)
	}
	for j := range v.m.Dst.Vars {
		a := &v.m.Dst.Vars[j]
		if v.ofAfter[j] >= 0 || a.Kind != mapping.LocalVar || !ownBody(v.m.Dst, a.Body) {
			continue
		}
		v.sameName(v.m.Dst, j, false)
	}
}

// sameName looks for uses of local i of one side in statements whose partners use the name for something else.
func (v *variables) sameName(t *mapping.Tree, i int, src bool) {
	x := &t.Vars[i]
	for n := range t.Named(x.Name, x.ScopeStart, x.ScopeEnd) {
		if n == x.NameNode || t.VarOf(n) != i {
			continue
		}
		s := t.StmtAt(n)
		if s < 0 {
			continue
		}
		p, other := v.m.OfSrc, v.m.Dst
		if !src {
			p, other = v.m.OfDst, v.m.Src
		}
		q := p(s)
		if q == nil {
			continue
		}
		to := q.Dst
		if !src {
			to = q.Src
		}
		from, end := headerNodes(other, to)
		for k := range other.Named(x.Name, from, end) {
			k2 := k
			if other.File.Kind(other.File.Parent(k)) == java.FieldAccess && other.File.Nodes[k].Field == java.FieldField {
				k2 = other.File.Parent(k)
			} else if other.File.Kind(other.File.Parent(k)) == java.MethodInvocation && other.File.Nodes[k].Field == java.FieldName {
				continue
			}
			m := v.after
			if !src {
				m = v.before
			}
			r := refOf(m, other, mapping.Ref{Tree: other, Node: k2})
			if r.kind != paramRef && r.kind != attributeRef {
				continue
			}
			if src {
				v.count(change{ref{kind: localRef, index: i}, r})
			} else {
				v.count(change{r, ref{kind: localRef, index: i}})
			}
			break
		}
	}
}
