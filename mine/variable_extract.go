package mine

import (
	"refract/finding"
	"refract/java"
	"refract/mapping"
)

// This file reports extracted and inlined variables and attributes (§4.3).

func extractedVariables(d *Diff, report func(finding.Refactoring)) {
	for u := range d.units {
		v := d.variablesOf(u)
		for j := range v.m.Dst.Vars {
			a := &v.m.Dst.Vars[j]
			if v.ofAfter[j] >= 0 || a.Kind != mapping.LocalVar || a.Init < 0 || !ownBody(v.m.Dst, a.Body) || v.converted(d, j, true) {
				continue
			}
			if v.extractedLocal(j) {
				report(one("Extract Variable", v.text(v.m.Dst, j)+inMethod(u.after),
					at(u.before.Location("original method declaration")),
					at(v.location(v.m.Dst, j, "extracted variable declaration"), u.after.Location("method declaration with extracted variable"))))
			}
		}
	}
}

func inlinedVariables(d *Diff, report func(finding.Refactoring)) {
	for u := range d.units {
		v := d.variablesOf(u)
		for i := range v.m.Src.Vars {
			b := &v.m.Src.Vars[i]
			if v.ofBefore[i] >= 0 || b.Kind != mapping.LocalVar || b.Init < 0 || !ownBody(v.m.Src, b.Body) || v.converted(d, i, false) {
				continue
			}
			if v.inlinedLocal(i) {
				report(one("Inline Variable", v.text(v.m.Src, i)+inMethod(u.before),
					at(v.location(v.m.Src, i, "inlined variable declaration"), u.before.Location("original method declaration")),
					at(u.after.Location("method declaration with inlined variable"))))
			}
		}
	}
}

// converted reports whether a variable is the one or the other side of a change of kind.
func (v *variables) converted(d *Diff, i int, after bool) bool {
	self := ref{kind: localRef, index: i}
	for _, c := range v.order {
		if (after && c.after == self && c.before.kind != localRef || !after && c.before == self && c.after.kind != localRef) && v.kindChanged(d, c) {
			return true
		}
	}
	return v.stays(d, i, after)
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

// extractedLocal decides whether local j of the body after took over an expression.
func (v *variables) extractedLocal(j int) bool {
	a := &v.m.Dst.Vars[j]
	self := ref{kind: localRef, index: j}
	for _, r := range v.extracted {
		if refOf(v.after, v.m.Dst, r.Dst) == self && r.Src.Tree.Base() == v.m.Src.Base() && v.sameValue(r.Src.Node, a.Init) {
			return true
		}
	}
	for _, p := range v.m.Pairs {
		for _, r := range p.Replacements {
			if r.Kind == mapping.Variable && v.own(&p) && refOf(v.after, v.m.Dst, r.Dst) == self && r.Src.Tree == v.m.Src && v.sameValue(r.Src.Node, a.Init) {
				return true
			}
		}
	}
	for _, p := range v.abstracted {
		if p.Dst == a.Decl && valueTakenOver(v.m.Src, p.Src, v.m.Dst, a) {
			return true
		}
	}
	return false
}

// inlinedLocal decides whether local i of the body before was replaced by its value.
func (v *variables) inlinedLocal(i int) bool {
	b := &v.m.Src.Vars[i]
	self := ref{kind: localRef, index: i}
	for _, r := range v.inlined {
		if refOf(v.before, v.m.Src, r.Src) == self && r.Dst.Tree.Base() == v.m.Dst.Base() && v.sameValue(b.Init, r.Dst.Node) {
			return true
		}
	}
	for _, p := range v.m.Pairs {
		for _, r := range p.Replacements {
			if r.Kind == mapping.Variable && v.own(&p) && refOf(v.before, v.m.Src, r.Src) == self && r.Dst.Tree == v.m.Dst && v.sameValue(b.Init, r.Dst.Node) {
				return true
			}
		}
	}
	for _, p := range v.abstracted {
		if p.Src == b.Decl && valueTakenOver(v.m.Dst, p.Dst, v.m.Src, b) {
			return true
		}
	}
	return false
}

// sameValue compares an expression before with one after, tolerating what else changed in them (check 3).
func (v *variables) sameValue(before, after java.NodeID) bool {
	if !v.m.Src.Contains(before) || !v.m.Dst.Contains(after) {
		return false
	}
	if v.m.Src.Hash(before) == v.m.Dst.Hash(after) || partOf(v.m.Src, before, v.m.Dst, after) || partOf(v.m.Dst, after, v.m.Src, before) {
		return true
	}
	_, ok := mapping.Align(v.m.Src, v.m.Dst, before, after, mapping.Options{})
	return ok
}

// partOf reports whether expression x of t stands in expression y of o, as the value of a variable may wrap what it
// replaced.
func partOf(t *mapping.Tree, x java.NodeID, o *mapping.Tree, y java.NodeID) bool {
	if t.File.Nodes[x].Next-x < 3 {
		return false
	}
	h := t.Hash(x)
	for n := y; n < o.File.Nodes[y].Next; n++ {
		if o.Hash(n) == h {
			return true
		}
	}
	return false
}

// valueTakenOver reports whether statement s of t, whose value variable x of o now holds, has a counterpart that uses
// x where s had its value: "return f();" and "T x = f(); return x;".
func valueTakenOver(t *mapping.Tree, s mapping.StmtID, o *mapping.Tree, x *mapping.Var) bool {
	st := &t.Stmts[s]
	f := t.File
	for n := x.ScopeStart; n < x.ScopeEnd; n++ {
		if o.File.Nodes[n].Kind != java.Identifier || n == x.NameNode || o.File.Text(n) != x.Name {
			continue
		}
		p := o.File.Parent(n)
		switch st.Kind {
		case mapping.Return:
			if o.File.Kind(p) == java.ReturnStatement {
				return true
			}
		case mapping.Expression:
			c := f.FirstChild(st.Node)
			if f.Kind(c) == java.AssignmentExpression && o.File.Kind(p) == java.AssignmentExpression && o.File.Nodes[n].Field == java.FieldRight {
				return t.Hash(f.Child(c, java.FieldLeft)) == o.Hash(o.File.Child(p, java.FieldLeft))
			}
		case mapping.Header, mapping.LambdaBody:
			return true
		}
	}
	return false
}

func extractedAttributes(d *Diff, report func(finding.Refactoring)) {
	for u := range d.units {
		v := d.variablesOf(u)
		for _, r := range v.extracted {
			x := refOf(u.after, v.m.Dst, r.Dst)
			if x.kind != attributeRef || !d.attributeNew(x.attr) || !d.sameInit(r.Src, x.attr) {
				continue
			}
			report(one("Extract Attribute", x.attr.Full()+" in class "+x.attr.Class.Name,
				at(u.before.Class.Location("original class declaration")), at(x.attr.Location("extracted attribute declaration"))))
		}
		for _, p := range v.m.Pairs {
			for _, r := range p.Replacements {
				if r.Kind != mapping.Literal {
					continue
				}
			}
		}
	}
}

func inlinedAttributes(d *Diff, report func(finding.Refactoring)) {
	for u := range d.units {
		v := d.variablesOf(u)
		for _, r := range v.inlined {
			x := refOf(u.before, v.m.Src, r.Src)
			if x.kind != attributeRef || !d.attributeGone(x.attr) || !d.sameInit(r.Dst, x.attr) {
				continue
			}
			report(one("Inline Attribute", x.attr.Full()+" in class "+x.attr.Class.Name,
				at(x.attr.Location("inlined attribute declaration")), at(u.after.Class.Location("class declaration with inlined attribute"))))
		}
	}
}

// sameInit reports whether an expression is the initial value of an attribute.
func (d *Diff) sameInit(e mapping.Ref, a *Attribute) bool {
	init := a.Decl.Init
	if init < 0 || e.Node < 0 {
		return false
	}
	t := mapping.New(a.Class.File, init)
	if e.Tree.Hash(e.Node) == t.Hash(init) {
		return true
	}
	_, ok := mapping.Align(e.Tree, t, e.Node, init, mapping.Options{})
	return ok
}
