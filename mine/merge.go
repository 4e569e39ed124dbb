package mine

import (
	"cmp"
	"slices"

	"refract/finding"
	"refract/java"
	"refract/mapping"
)

// This file finds variables that were merged into one, or split into several, from the argument lists of matched calls
// (§4.3): where "f(a, x, y)" became "f(a, o)", and x and y are gone and o is new, x and y were merged to o.

// regroup is several variables on one side in the place of one on the other.
type regroup struct {
	many  []ref // at least two
	one   ref
	split bool // the many are on the right
}

// regroups lists those that the argument lists in the bodies of p show, each once, before it is known which of the
// variables are gone or new.
func (d *Diff) regroups(u unit) []regroup {
	list := d.shownRegroups(u)
	if u.pair == nil || slices.ContainsFunc(list, func(g regroup) bool { return g.kind() == paramRef }) {
		return list
	}
	for _, k := range d.parameterGroups() {
		if g, ok := k.in(u.pair); ok && u.uses(g) {
			return append(list, g)
		}
	}
	return list
}

// shownRegroups are those that the bodies of u show.
func (d *Diff) shownRegroups(u unit) []regroup {
	var list []regroup
	v := &variables{unit: u}
	for i := range u.m.Pairs {
		if !v.own(&u.m.Pairs[i]) {
			continue
		}
		for k := range u.m.Pairs[i].Replacements {
			r := &u.m.Pairs[i].Replacements[k]
			if r.Kind != mapping.InvocationArguments && r.Kind != mapping.CreationArguments {
				continue
			}
			g, ok := regroupOf(u, r)
			if ok && !g.renamesOne(v) && !slices.ContainsFunc(list, func(o regroup) bool { return o.one == g.one && slices.Equal(o.many, g.many) && o.split == g.split }) {
				list = append(list, g)
			}
		}
	}
	for _, g := range d.getterGroups(u) {
		if !slices.ContainsFunc(list, func(o regroup) bool { return o.one == g.one && o.split == g.split }) {
			list = append(list, g)
		}
	}
	return list
}

// renamesOne reports whether the one is among the many under another name: of its type, which no other has, and with a word in common.
// The others were added, or removed.
func (g *regroup) renamesOne(v *variables) bool {
	typ, same, named := v.refType(g.one, !g.split), 0, false
	for _, x := range g.many {
		if v.refType(x, g.split) == typ {
			same++
			named = shareWord(v.refName(x, g.split), v.refName(g.one, !g.split))
		}
	}
	return same == 1 && named
}

// getterGroups are variables that became getters of one variable, and getters that became variables: x by o.getX() and
// y by o.getY() say that x and y were merged to o (§4.3, parameter object). What one getter gives in several places is one part.
func (d *Diff) getterGroups(u unit) []regroup {
	var list []regroup
	var getters [][]string // of every group
	add := func(single, part ref, getter mapping.Ref, split bool) {
		if single.kind == noRef || part.kind == noRef {
			return
		}
		name := getter.Text()
		for i := range list {
			if g := &list[i]; g.one == single && g.split == split {
				if !slices.Contains(g.many, part) && !slices.Contains(getters[i], name) {
					g.many, getters[i] = append(g.many, part), append(getters[i], name)
				}
				return
			}
		}
		list, getters = append(list, regroup{many: []ref{part}, one: single, split: split}), append(getters, []string{name})
	}
	both := func(src, dst mapping.Ref) {
		add(getterOf(u.after, u.m.Dst, dst), refOf(u.before, u.m.Src, src), dst, false)
		add(getterOf(u.before, u.m.Src, src), refOf(u.after, u.m.Dst, dst), src, true)
	}
	v := &variables{unit: u}
	for i := range u.m.Pairs {
		if !v.own(&u.m.Pairs[i]) {
			continue
		}
		for k := range u.m.Pairs[i].Replacements {
			switch r := &u.m.Pairs[i].Replacements[k]; r.Kind {
			case mapping.VariableByExpression, mapping.Variable, mapping.ExpressionByVariable:
				both(r.Src, r.Dst)
			case mapping.InvocationArguments, mapping.CreationArguments:
				if r.Src.Kind() != java.ArgumentList || r.Dst.Kind() != java.ArgumentList {
					continue
				}
				src, dst := argumentsOf(r.Src), argumentsOf(r.Dst)
				left, right := uncommon(src, dst), uncommon(dst, src)
				for n := range min(len(left), len(right)) {
					if len(left) == len(right) {
						both(left[n], right[n])
					}
				}
			}
		}
	}
	// Attributes that are read through another object most often moved there.
	list = slices.DeleteFunc(list, func(g regroup) bool { return len(g.many) < 2 || g.kind() != paramRef && g.kind() != localRef })
	for i := range list {
		slices.SortStableFunc(list[i].many, func(a, b ref) int { return cmp.Compare(a.index, b.index) })
	}
	return list
}

// getterOf returns the variable v of an expression v.x() or v.x, and noRef for any other.
func getterOf(m *Method, t *mapping.Tree, r mapping.Ref) ref {
	if r.Tree == nil || r.Node < 0 || r.Tree.Base() != t.Base() {
		return ref{}
	}
	f := t.File
	switch f.Kind(r.Node) {
	case java.MethodInvocation:
		if f.FirstChild(f.Child(r.Node, java.FieldArguments)) >= 0 {
			return ref{}
		}
	case java.FieldAccess:
	default:
		return ref{}
	}
	object := f.Child(r.Node, java.FieldObject)
	if f.Kind(object) != java.Identifier {
		return ref{}
	}
	return refOf(m, t, mapping.Ref{Tree: t, Node: object})
}

// regroupOf looks at one pair of argument lists: without the arguments that both have, one side is left with a single
// variable and the other with several.
func regroupOf(u unit, r *mapping.Replacement) (regroup, bool) {
	if r.Src.Kind() != java.ArgumentList || r.Dst.Kind() != java.ArgumentList {
		return regroup{}, false
	}
	src, dst := argumentsOf(r.Src), argumentsOf(r.Dst)
	left, right := uncommon(src, dst), uncommon(dst, src)
	switch {
	case len(left) >= 2 && len(right) == 1:
		many, ok := refsOf(u.before, u.m.Src, left)
		one := refOf(u.after, u.m.Dst, right[0])
		return regroup{many: many, one: one}, ok && one.kind != noRef
	case len(right) >= 2 && len(left) == 1:
		many, ok := refsOf(u.after, u.m.Dst, right)
		one := refOf(u.before, u.m.Src, left[0])
		return regroup{many: many, one: one, split: true}, ok && one.kind != noRef
	}
	return regroup{}, false
}

func argumentsOf(r mapping.Ref) []mapping.Ref {
	f := r.Tree.File
	var list []mapping.Ref
	for c := f.FirstChild(r.Node); c >= 0; c = f.NextSibling(c) {
		list = append(list, mapping.Ref{Tree: r.Tree, Node: c})
	}
	return list
}

// uncommon is what a has more than b.
func uncommon(a, b []mapping.Ref) []mapping.Ref {
	used := make([]bool, len(b))
	var rest []mapping.Ref
next:
	for _, x := range a {
		for j, y := range b {
			if !used[j] && x.Tree.Hash(x.Node) == y.Tree.Hash(y.Node) {
				used[j] = true
				continue next
			}
		}
		rest = append(rest, x)
	}
	return rest
}

func refsOf(m *Method, t *mapping.Tree, list []mapping.Ref) ([]ref, bool) {
	var refs []ref
	for _, r := range list {
		x := refOf(m, t, r)
		if x.kind == noRef || slices.Contains(refs, x) {
			return nil, false
		}
		refs = append(refs, x)
	}
	return refs, true
}

// isGone reports whether the variable x of the method before has no partner after; isNew the opposite.
func (v *variables) isGone(d *Diff, x ref) bool {
	switch x.kind {
	case localRef:
		return v.ofBefore[x.index] < 0
	case paramRef:
		return v.pair != nil && slices.Contains(d.parameters(v.pair).removed, &v.before.Params[x.index])
	case attributeRef:
		return d.attributeGone(x.attr)
	}
	return false
}

func (v *variables) isNew(d *Diff, x ref) bool {
	switch x.kind {
	case localRef:
		return v.ofAfter[x.index] < 0
	case paramRef:
		return v.pair != nil && slices.Contains(d.parameters(v.pair).added, &v.after.Params[x.index])
	case attributeRef:
		return d.attributeNew(x.attr)
	}
	return false
}

// applies reports whether everything on the left of g is gone and everything on the right is new.
func (g *regroup) applies(d *Diff, v *variables) bool {
	many, one := v.isGone, v.isNew
	if g.split {
		many, one = v.isNew, v.isGone
	}
	return one(d, g.one) && !slices.ContainsFunc(g.many, func(x ref) bool { return !many(d, x) })
}

// kind is the kind of variable that g is about; noRef where it mixes.
func (g *regroup) kind() refKind {
	for _, x := range g.many {
		if x.kind != g.one.kind {
			return noRef
		}
	}
	return g.one.kind
}

func regrouped(d *Diff, report func(finding.Refactoring)) {
	for u := range d.units {
		list := d.regroups(u)
		if len(list) == 0 {
			continue
		}
		v := d.variablesOf(u)
		for i := range list {
			g := &list[i]
			kind := g.kind()
			if kind == noRef || !g.applies(d, v) {
				continue
			}
			report(g.refactoring(v, map[refKind]string{localRef: "Variable", paramRef: "Parameter", attributeRef: "Attribute"}[kind]))
		}
	}
}

func (g *regroup) refactoring(v *variables, what string) finding.Refactoring {
	verb, word := "Merge ", "merged"
	if g.split {
		verb, word = "Split ", "split"
	}
	texts := make([]string, len(g.many))
	var many []finding.Location
	for i, x := range g.many {
		texts[i] = v.refText(x, g.split)
		many = append(many, v.refLocation(x, g.split, sideWord(g.split, word)+" variable declaration"))
	}
	single := at(v.refLocation(g.one, !g.split, sideWord(!g.split, word)+" variable declaration"))
	left, right, text := many, single, list(texts)+" to "+v.refText(g.one, true)
	if g.split {
		left, right, text = single, many, v.refText(g.one, false)+" to "+list(texts)
	}
	if what == "Attribute" {
		// The class of the new attributes: a subclass may be where the references stand.
		class := g.one.attr.Class
		if g.split {
			class = g.many[0].attr.Class
		}
		return one(verb+what, text+" in class "+class.Name, left, right)
	}
	return one(verb+what, text+inMethod(v.after), append(left, v.before.Location("original method declaration")),
		append(right, v.after.Location("method declaration with "+word+" variable")))
}

func sideWord(after bool, word string) string {
	if after {
		return word
	}
	return "original"
}
