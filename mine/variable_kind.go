package mine

import (
	"slices"

	"refract/java"
	"refract/mapping"
)

// This file reports variables that became another kind of variable (§4.3).

// kindChange names the refactoring that changes the kind of a variable.
func kindChange(c change) string {
	switch [2]refKind{c.before.kind, c.after.kind} {
	case [2]refKind{localRef, paramRef}:
		return "Parameterize Variable"
	case [2]refKind{paramRef, localRef}:
		return "Localize Parameter"
	case [2]refKind{localRef, attributeRef}, [2]refKind{paramRef, attributeRef}:
		return "Replace Variable With Attribute"
	case [2]refKind{attributeRef, localRef}:
		return "Replace Attribute With Variable"
	}
	return ""
}

// kindChanged checks that the variable before is gone and the one after is new.
func (v *variables) kindChanged(d *Diff, c change) bool {
	if !v.consistent(c) || v.unlike(d, c) {
		return false
	}
	if c.before.kind == localRef && c.after.kind == attributeRef && v.declaredElsewhere(d, c.before.index) {
		return false // reported where the declaration went (check 5)
	}
	if v.host != nil && v.parameterStays(c) {
		return false
	}
	if v.out && c.before.kind == localRef && v.m.Src.Vars[c.before.index].Kind == mapping.ForEachVar {
		return false // an element that the loop hands over, one after the other
	}
	// Neither name nor type: only an attribute, whose declaration serves others as well, may be the same variable.
	if c.after.kind != attributeRef && v.refName(c.before, false) != v.refName(c.after, true) && v.refType(c.before, false) != v.refType(c.after, true) {
		return false
	}
	switch c.before.kind {
	case localRef:
		if v.ofBefore[c.before.index] >= 0 || v.m.Src.Vars[c.before.index].Kind == mapping.LambdaParam {
			return false
		}
	case paramRef:
		if v.host == nil && (v.pair == nil || !removedParam(d, v.pair, c.before.index)) {
			return false
		}
	case attributeRef:
		if !d.attributeGone(c.before.attr) || !c.before.attr.Class.surrounds(v.before.Class) {
			return false
		}
	}
	switch c.after.kind {
	case localRef:
		if c.before.kind == paramRef && v.stays(d, c.after.index, true) {
			return false // the method into which the other was inlined had it already
		}
		return v.ofAfter[c.after.index] < 0 && v.m.Dst.Vars[c.after.index].Kind != mapping.LambdaParam
	case paramRef:
		if v.host != nil && v.out {
			return c.before.kind != localRef || !v.handedOn(c) && v.onlyArgument(c.after.index)
		}
		return v.pair != nil && addedParam(d, v.pair, c.after.index)
	case attributeRef:
		return c.before.kind != attributeRef && d.attributeNew(c.after.attr) && c.after.attr.Class.surrounds(v.after.Class)
	}
	return false
}

// declaredElsewhere reports whether the declaration of local i before has a partner in a method that was extracted from its own.
func (v *variables) declaredElsewhere(d *Diff, i int) bool {
	return v.pair != nil && slices.ContainsFunc(d.outOf[v.pair], func(e *Extraction) bool {
		return e.Mapping.OfSrc(v.m.Src.Vars[i].Decl) != nil
	})
}

// parameterStays reports whether c has a parameter on one side and a local on the other, and the method of the local has a parameter of
// that name as well: it was handed on, and the local is something else.
func (v *variables) parameterStays(c change) bool {
	return c.before.kind == localRef && c.after.kind == paramRef && v.before.hasParam(v.refName(c.after, true)) ||
		c.before.kind == paramRef && c.after.kind == localRef && v.after.hasParam(v.refName(c.before, false))
}

// surrounds reports whether c is o or a class around it. An attribute of a superclass is there for all that inherit it; it is not
// the variable of one of their methods.
func (c *Class) surrounds(o *Class) bool {
	for ; o != nil; o = o.Outer {
		if o == c {
			return true
		}
	}
	return false
}

// unlike reports whether the two variables of c have neither type nor a word of their names in common, nor are both numbers: then another value
// stands in the place of the one before.
func (v *variables) unlike(d *Diff, c change) bool {
	b, a := v.refType(c.before, false), v.refType(c.after, true)
	return !d.renamedType(b, a) && !(numeric(b) && numeric(a)) && !shareWord(v.refName(c.before, false), v.refName(c.after, true))
}

// handedOn reports whether c is a local that the method out of which another was extracted gives to it under its own name:
// that is no news. Where every call gives an expression, the local is gone.
func (v *variables) handedOn(c change) bool {
	j := c.after.index
	if v.m.Src.Vars[c.before.index].Name != v.after.Params[j].Name {
		return false
	}
	t := v.host.After.Tree()
	for _, n := range v.calls {
		if arg := argument(t, n, j); arg < 0 || t.File.Kind(t.File.Unparen(arg)) == java.Identifier {
			return true
		}
	}
	return len(v.calls) == 0
}

// onlyArgument reports whether the calls of an extracted method give one and the same expression for parameter j. What gets other
// values as well, or is called from further away, is not one variable of the caller.
func (v *variables) onlyArgument(j int) bool {
	t := v.host.After.Tree()
	for _, n := range v.calls {
		if arg := argument(t, n, j); arg < 0 || t.Hash(arg) != t.Hash(argument(t, v.calls[0], j)) {
			return false
		}
	}
	return len(v.calls) > 0
}

// argument returns argument j of the call at node n, NoNode where it has none or stands outside of t.
func argument(t *mapping.Tree, n java.NodeID, j int) java.NodeID {
	if t == nil || !t.Contains(n) {
		return java.NoNode
	}
	c := t.File.FirstChild(t.File.Child(n, java.FieldArguments))
	for ; c >= 0 && j > 0; j-- {
		c = t.File.NextSibling(c)
	}
	return c
}

// localParameters returns a function that reports whether parameter j after took the place of a local of p, or a local
// that of parameter i before: the two parameters are then not one, whatever their types and places.
func (d *Diff) localParameters(p *MethodPair) func(i, j int) bool {
	v := d.variablesOf(unit{before: p.Before, after: p.After, m: p.Mapping, pair: p})
	was, became := map[int]bool{}, map[int]bool{}
	for _, c := range v.order {
		switch {
		case !v.consistent(c):
		case c.before.kind == localRef && c.after.kind == paramRef && v.ofBefore[c.before.index] < 0:
			was[c.after.index] = true
		case c.before.kind == paramRef && c.after.kind == localRef && v.ofAfter[c.after.index] < 0:
			became[c.before.index] = true
		}
	}
	return func(i, j int) bool { return became[i] || was[j] }
}
