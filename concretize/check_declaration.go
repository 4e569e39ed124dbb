package concretize

import (
	"refract/finding"
	"refract/java"
)

// This file holds the structural checks about declarations: Split Temporary Variable, Replace Assignment with
// Initialization.

var _ = register(&structuralCheck{
	name:   "temp-has-two-lives",
	source: "Fowler 1999, p. 128; Milea et al. 2014, Table 3 row 5",
	doc:    "the local is given a second value that has nothing to do with the first, in the block of its declaration, and is read in both lives",
	site:   tempHasTwoLives,
})

func tempHasTwoLives(x *siteCase) finding.Verdict {
	n := x.qNode()
	c := x.q
	if n < 0 {
		return refuse("the assignment is not in the method's own body")
	}
	if c.f.Kind(n) == java.ExpressionStatement {
		n = c.f.FirstChild(n)
	}
	if c.f.Kind(n) != java.AssignmentExpression {
		return refuse("the second value is not given by an assignment")
	}
	l := c.localAt(c.f.Unparen(c.f.Child(n, java.FieldLeft)))
	stmt := c.f.Parent(n)
	if l < 0 || int(l) < c.meaning().Params {
		return refuse("the variable is a parameter")
	}
	decl := c.f.Parent(c.meaning().Locals[l].Decl)
	block := c.f.Parent(c.f.Parent(decl))
	switch {
	case c.f.Kind(stmt) != java.ExpressionStatement || c.f.Kind(decl) != java.VariableDeclarator:
		return refuse("the variable is the one of a loop or a catch")
	case c.f.Parent(stmt) != block:
		return refuse("the second value is given in another block than the declaration's")
	case c.captured(l):
		return refuse("the variable is used in a lambda or an inner class")
	case c.mentions(c.f.Child(n, java.FieldRight), l):
		return refuse("the second value is made of the first")
	}
	return c.twoLives(l, decl, stmt)
}

// twoLives refuses locals that are not read on both sides of stmt, or assigned anywhere else after it.
func (c *code) twoLives(l int32, decl, stmt java.NodeID) finding.Verdict {
	before, after := false, false
	given := c.f.Child(decl, java.FieldValue) >= 0
	for _, r := range c.meaning().refs[l] {
		switch {
		case r.node < stmt:
			before = before || r.read
			given = given || r.write
		case c.within(r.node, stmt):
		case r.write:
			return refuse("the variable is assigned again in its second life")
		default:
			after = after || r.read
		}
	}
	switch {
	case !given:
		return refuse("the variable has no first value")
	case !before:
		return refuse("the first value is never read")
	case !after:
		return refuse("the second value is never read")
	}
	return ok
}

// mentions reports whether local l occurs in the subtree of n.
func (c *code) mentions(n java.NodeID, l int32) bool {
	for _, r := range c.meaning().refs[l] {
		if c.within(r.node, n) {
			return true
		}
	}
	return false
}

var _ = register(&structuralCheck{
	name:   "declared-before-first-value",
	source: "Milea et al. 2014, Tables 4 and 5 (Replace Assignment with Initialization)",
	doc:    "the local is declared without a value and gets its first one in the same block, or in the only block that uses it",
	site:   declaredBeforeFirstValue,
})

func declaredBeforeFirstValue(x *siteCase) finding.Verdict {
	n := x.qNode()
	c := x.q
	if n < 0 {
		return refuse("the assignment is not in the method's own body")
	}
	if c.f.Kind(n) == java.ExpressionStatement {
		n = c.f.FirstChild(n)
	}
	if c.f.Kind(n) != java.AssignmentExpression || c.f.At(n).Op != java.Assign {
		return refuse("the first value is not given by an assignment")
	}
	l := c.localAt(c.f.Unparen(c.f.Child(n, java.FieldLeft)))
	if l < 0 || int(l) < c.meaning().Params {
		return refuse("the variable is a parameter")
	}
	decl := c.f.Parent(c.meaning().Locals[l].Decl)
	if c.f.Kind(decl) != java.VariableDeclarator || c.f.Child(decl, java.FieldValue) >= 0 {
		return refuse("the variable is declared with a value")
	}
	block := c.f.Parent(c.f.Parent(decl))
	if refs := c.meaning().refs[l]; len(refs) == 0 || !c.within(refs[0].node, n) {
		return refuse("this is not the variable's first value")
	}
	if c.captured(l) && len(c.writes(l)) > 1 {
		return refuse("the variable is used in a lambda or an inner class")
	}
	stmt := c.f.Parent(n)
	if c.f.Kind(stmt) == java.ForStatement && c.f.At(n).Field == java.FieldInit {
		for _, r := range c.meaning().refs[l] {
			if !c.within(r.node, stmt) {
				return refuse("the variable is used after the loop")
			}
		}
		return c.onlyInit(stmt)
	}
	inner := c.f.Parent(stmt)
	if c.f.Kind(stmt) != java.ExpressionStatement || inner != block && c.f.Kind(inner) != java.Block {
		return refuse("the first value is given in another block than the declaration's")
	}
	for _, r := range c.meaning().refs[l] {
		if !c.within(r.node, inner) {
			return refuse("the variable is used outside the block that gives its first value")
		}
	}
	return ok
}

// onlyInit refuses a for with several expressions in the place of its declaration.
func (c *code) onlyInit(loop java.NodeID) finding.Verdict {
	n := 0
	for k := c.f.FirstChild(loop); k >= 0; k = c.f.NextSibling(k) {
		if c.f.At(k).Field == java.FieldInit {
			n++
		}
	}
	if n > 1 {
		return refuse("the loop gives several variables their values")
	}
	return ok
}
