package mine

import (
	"refract/finding"
	"refract/java"
	"refract/mapping"
)

// This file reports attributes that a method now gets as a parameter (§4.3): matched statements use the parameter where
// they used the attribute. The attribute may live on, since it is what callers hand over.

func parameterizedAttributes(d *Diff, report func(finding.Refactoring)) {
	for u := range d.units {
		// A method that moved gets what it had at hand before as a parameter; that is part of the move.
		if u.pair == nil && !u.out || u.pair != nil && u.pair.Classes == nil || len(u.after.Params) == 0 {
			continue
		}
		v := d.variablesOf(u)
		for _, c := range v.parameterized() {
			if u.pair != nil && !addedParam(d, u.pair, c.after.index) {
				continue
			}
			report(one("Parameterize Attribute", v.refText(c.before, false)+" to "+v.refText(c.after, true)+inMethod(u.after),
				at(v.refLocation(c.before, false, "original variable declaration"), u.before.Location("original method declaration")),
				at(v.refLocation(c.after, true, "renamed variable declaration"), u.after.Location("method declaration with renamed variable"))))
		}
	}
}

// parameterized lists the changes of an attribute into a parameter, each once, in the order of the statements.
func (v *variables) parameterized() []change {
	var list []change
	seen := map[change]bool{}
	add := func(b, a ref) {
		c := change{b, a}
		if b.kind == attributeRef && a.kind == paramRef && !seen[c] {
			seen[c] = true
			list = append(list, c)
		}
	}
	for i := range v.m.Pairs {
		p := &v.m.Pairs[i]
		if !v.own(p) {
			continue
		}
		for _, r := range p.Replacements {
			if r.Kind == mapping.Variable {
				add(refOf(v.before, v.m.Src, r.Src), refOf(v.after, v.m.Dst, r.Dst))
			}
		}
		v.boundParameters(p, add)
	}
	return list
}

// boundParameters calls add for the parameters in the second statement of p that stand for an argument of the call: with
// the attribute of the argument's name in the first statement, or the one that the argument replaced there.
func (v *variables) boundParameters(p *mapping.Pair, add func(attr, param ref)) {
	t := v.m.Dst
	if !v.out || !t.IsBound() {
		return
	}
	from, to := headerNodes(t, p.Dst)
	for n := from; n < to; n++ {
		if t.File.Nodes[n].Kind != java.Identifier {
			continue
		}
		arg, ok := t.Bound(n)
		if !ok {
			continue
		}
		param := refOf(v.after, t, mapping.Ref{Tree: t, Node: n})
		if param.kind != paramRef {
			continue
		}
		add(v.attributeIn(p.Src, argumentName(arg)), param)
		for _, r := range p.Replacements {
			if r.Kind == mapping.Variable && r.Dst == arg {
				add(refOf(v.before, v.m.Src, r.Src), param)
			}
		}
	}
}

// argumentName is x of an argument x or this.x, "" of any other.
func argumentName(arg mapping.Ref) string {
	f := arg.Tree.File
	switch f.Kind(arg.Node) {
	case java.Identifier:
		return f.Text(arg.Node)
	case java.FieldAccess:
		if f.Kind(f.Child(arg.Node, java.FieldObject)) == java.This {
			return f.Text(f.Child(arg.Node, java.FieldField))
		}
	}
	return ""
}

// attributeIn returns the attribute by that name that statement s before mentions.
func (v *variables) attributeIn(s mapping.StmtID, name string) ref {
	if name == "" {
		return ref{}
	}
	t := v.m.Src
	from, to := headerNodes(t, s)
	for n := from; n < to; n++ {
		if t.File.Nodes[n].Kind != java.Identifier || t.File.Text(n) != name {
			continue
		}
		if r := refOf(v.before, t, mapping.Ref{Tree: t, Node: n}); r.kind == attributeRef {
			return r
		}
	}
	return ref{}
}
