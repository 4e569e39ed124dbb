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
			if v.ofAfter[j] >= 0 || a.Kind != mapping.LocalVar || a.Init < 0 || !ownBody(v.m.Dst, a.Body) {
				continue
			}
			// The very expression in its place is better evidence than a name that happens to stand for another.
			if v.replacesExactly(j, true) || !v.converted(d, j, true) && v.extractedLocal(j) {
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
			if v.ofBefore[i] >= 0 || b.Kind != mapping.LocalVar || b.Init < 0 || !ownBody(v.m.Src, b.Body) {
				continue
			}
			if v.replacesExactly(i, false) && !v.stays(d, i, false) || !v.converted(d, i, false) && v.inlinedLocal(i) {
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
	return v.stays(d, i, after) || v.wentAlong(d, i, after)
}

// wentAlong reports whether the declaration of a local went into a method extracted from its own, or came with one that
// was inlined (check 5).
func (v *variables) wentAlong(d *Diff, i int, after bool) bool {
	if v.pair == nil {
		return false
	}
	if after {
		for _, e := range d.Inlinings {
			if e.Target == v.pair && e.Mapping.OfDst(v.m.Dst.Vars[i].Decl) != nil {
				return true
			}
		}
		return false
	}
	for _, e := range d.Extractions {
		if e.Source != v.pair {
			continue
		}
		if p := e.Mapping.OfSrc(v.m.Src.Vars[i].Decl); p != nil && p.Exact() {
			return true
		}
	}
	return false
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

// replacesExactly reports whether local i stands where its initial value stood, or the value where the local stood.
func (v *variables) replacesExactly(i int, after bool) bool {
	list, t := v.extracted, v.m.Dst
	if !after {
		list, t = v.inlined, v.m.Src
	}
	init := t.Vars[i].Init
	if t.File.Nodes[init].Next-init < 3 {
		return false
	}
	for _, r := range list {
		e, x := r.Src, r.Dst
		if !after {
			e, x = r.Dst, r.Src
		}
		if e.Tree != nil && x.Tree != nil && e.Tree.Base() != x.Tree.Base() && names(t, x, i) && e.Tree.Hash(e.Node) == t.Hash(init) {
			return true
		}
	}
	return false
}

// extractedLocal decides whether local j of the body after took over an expression.
func (v *variables) extractedLocal(j int) bool {
	a := &v.m.Dst.Vars[j]
	for i := range v.m.Pairs {
		p := &v.m.Pairs[i]
		if !v.own(p) || p.Dst == a.Decl {
			continue
		}
		for _, r := range p.Replacements {
			if differentLists(r) && v.inLists(r.Src, r.Dst, v.m.Dst, j, a.Init) {
				return true
			}
			if names(v.m.Dst, r.Dst, j) && r.Src.Tree != nil && r.Src.Tree.Base() == v.m.Src.Base() && v.tookOver(r.Src.Node, v.m.Src, a.Init, v.m.Dst, true) {
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

// differentLists reports whether r stands for two argument lists that differ in length.
func differentLists(r mapping.Replacement) bool {
	return r.Kind == mapping.InvocationArguments || r.Kind == mapping.CreationArguments
}

// inLists reports whether local i of t stands in argument list of, and its initial value in the other list.
func (v *variables) inLists(other, of mapping.Ref, t *mapping.Tree, i int, init java.NodeID) bool {
	if other.Tree == nil || of.Tree == nil || of.Tree.Base() != t.Base() || other.Tree.Base() == t.Base() || !t.Contains(init) {
		return false
	}
	named := false
	for c := of.Tree.File.FirstChild(of.Node); c >= 0; c = of.Tree.File.NextSibling(c) {
		named = named || names(t, mapping.Ref{Tree: of.Tree, Node: c}, i)
	}
	if !named {
		return false
	}
	for c := other.Tree.File.FirstChild(other.Node); c >= 0; c = other.Tree.File.NextSibling(c) {
		if h := other.Tree.Hash(c); h == t.Hash(init) || t.File.Kind(init) == java.CastExpression && h == t.Hash(t.File.Child(init, java.FieldValue)) {
			return true
		}
	}
	return false
}

// names reports whether r is a use of local j of t, or an element of the array that it names.
func names(t *mapping.Tree, r mapping.Ref, j int) bool {
	if r.Node < 0 || r.Tree == nil || r.Tree.Base() != t.Base() {
		return false
	}
	n := r.Node
	for t.File.Kind(n) == java.ArrayAccess {
		n = t.File.Child(n, java.FieldArray)
	}
	return t.File.Kind(n) == java.Identifier && n != t.Vars[j].NameNode && t.VarOf(n) == j
}

// tookOver reports whether the initial value init of a variable, of tree o, is the expression e of t that the variable
// stands for, or is made from it: "y = x.f()" where x was used.
func (v *variables) tookOver(e java.NodeID, t *mapping.Tree, init java.NodeID, o *mapping.Tree, after bool) bool {
	if !t.Contains(e) || !o.Contains(init) {
		return false
	}
	switch t.File.Kind(e) {
	case java.Identifier:
		return t.Hash(e) == o.Hash(init) || o.File.Kind(init) == java.MethodInvocation && o.File.Text(o.File.Child(init, java.FieldObject)) == t.File.Text(e)
	case java.NullLiteral, java.True, java.False, java.This:
		return t.Hash(e) == o.Hash(init)
	}
	if after {
		return v.sameValue(e, init)
	}
	return v.sameValue(init, e)
}

// assignedVariables reports variables and parameters that exist already and took over an expression by assignment:
// "x = x.trim(); f(x);" for "f(x.trim());".
func assignedVariables(d *Diff, report func(finding.Refactoring)) {
	for u := range d.units {
		v := d.variablesOf(u)
		for _, r := range v.extracted {
			x := refOf(u.after, v.m.Dst, r.Dst)
			if x.kind != localRef && x.kind != paramRef || r.Src.Tree.Base() != v.m.Src.Base() || !v.assigned(r) {
				continue
			}
			report(one("Extract Variable", v.refText(x, true)+inMethod(u.after),
				at(u.before.Location("original method declaration")),
				at(v.refLocation(x, true, "extracted variable declaration"), u.after.Location("method declaration with extracted variable"))))
		}
	}
}

// assigned reports whether a statement without a partner assigns to r.Dst what r.Src is.
func (v *variables) assigned(r mapping.Replacement) bool {
	f := v.m.Dst.File
	for _, s := range v.m.UncoveredDst() {
		if v.m.Dst.Stmts[s].Kind != mapping.Expression {
			continue
		}
		n := f.FirstChild(v.m.Dst.Stmts[s].Node)
		if f.Kind(n) != java.AssignmentExpression {
			continue
		}
		if v.m.Dst.Hash(f.Child(n, java.FieldLeft)) == r.Dst.Tree.Hash(r.Dst.Node) && v.m.Dst.Hash(f.Child(n, java.FieldRight)) == r.Src.Tree.Hash(r.Src.Node) {
			return true
		}
	}
	return false
}

// inlinedLocal decides whether local i of the body before was replaced by its value.
func (v *variables) inlinedLocal(i int) bool {
	b := &v.m.Src.Vars[i]
	for k := range v.m.Pairs {
		p := &v.m.Pairs[k]
		if !v.own(p) || p.Src == b.Decl {
			continue
		}
		for _, r := range p.Replacements {
			if differentLists(r) && v.inLists(r.Dst, r.Src, v.m.Src, i, b.Init) {
				return true
			}
			if names(v.m.Src, r.Src, i) && r.Dst.Tree != nil && r.Dst.Tree.Base() == v.m.Dst.Base() && v.tookOver(r.Dst.Node, v.m.Dst, b.Init, v.m.Src, false) {
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
