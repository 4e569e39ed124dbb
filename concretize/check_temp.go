package concretize

import (
	"refract/finding"
	"refract/java"
)

// This file holds the structural checks about temporaries: Inline Temp, Introduce Explaining Variable.

var _ = register(&structuralCheck{
	name:     "temp-is-simple",
	source:   "Fowler 1999, p. 119",
	doc:      "the temporary is assigned once, with a simple value, and read once, by the next statement, with nothing in between that could change the value",
	query:    hasSimpleTemp,
	hopeless: noValueAtRead,
	site:     tempIsSimple,
})

// hasSimpleTemp refuses methods without a temporary that tempIsSimple could let pass.
func hasSimpleTemp(j *Judge, row int) finding.Verdict {
	c := j.q.code(j.q.Rows.Row(row).Method)
	simple := func(n, init java.NodeID) bool {
		return c.f.Kind(n) == java.VariableDeclarator && !c.literals(init) && !c.simpleValue(init).Refused
	}
	if !c.anyValue(simple) {
		return refuse("no temporary has a simple value") // whatever names mean
	}
	return c.anyTemp(c.simpleTemp)
}

// declares reports whether local l is declared in the body: in a class without a name it may be one of the method around it.
func (c *code) declares(l int32) bool {
	decl := c.meaning().Locals[l].Decl
	return c.root < decl && decl < c.f.At(c.root).Next
}

// anyValue reports whether holds of some node in the body that has a value, a local or not, and its value.
func (c *code) anyValue(holds func(n, value java.NodeID) bool) bool {
	for n, nd := range c.f.Subtree(c.root) {
		if nd.Field == java.FieldValue && holds(nd.Parent, n) {
			return true
		}
	}
	return false
}

// anyTemp accepts bodies with a local, no parameter, that holds lets pass; otherwise the verdict is that on the last.
func (c *code) anyTemp(holds func(l int32, init java.NodeID) finding.Verdict) finding.Verdict {
	v := refuse("the method has no temporary")
	for l := int32(c.meaning().Params); int(l) < len(c.meaning().Locals) && v.Refused; l++ {
		if decl := c.f.Parent(c.meaning().Locals[l].Decl); c.f.Kind(decl) == java.VariableDeclarator && c.declares(l) {
			v = holds(l, c.f.Child(decl, java.FieldValue))
		}
	}
	return v
}

// simpleTemp refuses temporaries that are no simple values read once.
func (c *code) simpleTemp(l int32, init java.NodeID) finding.Verdict {
	switch reads := c.reads(l); {
	case init < 0:
		return refuse("the temporary has no initializer")
	case len(c.writes(l)) > 0:
		return refuse("the temporary is assigned more than once")
	case c.captured(l):
		return refuse("the temporary is used in a lambda or an inner class")
	case len(reads) != 1:
		return finding.Refuse("the temporary is read %d times", len(reads))
	case c.literals(init):
		return refuse("the temporary names a literal")
	}
	return c.simpleValue(init)
}

func tempIsSimple(x *siteCase) finding.Verdict {
	l, decl, read := x.qTemp()
	if l < 0 {
		return refuse("the temporary is not one of the method's own")
	}
	c := x.q
	init := c.f.Child(decl, java.FieldValue)
	stmt := c.f.Parent(decl)
	if v := c.simpleTemp(l, init); v.Refused {
		return v
	}
	if c.f.Kind(init) == java.ArrayInitializer || c.f.Kind(c.f.Parent(read)) == java.ArrayInitializer {
		return refuse("the temporary is an array initializer")
	}
	if k := c.f.Unparen(init); c.f.Kind(k) == java.CastExpression && c.f.At(read).Field == java.FieldObject {
		return refuse("a cast would have to stand in parentheses before a dot")
	}
	if c.f.Kind(c.f.Parent(stmt)) == java.ForStatement {
		return refuse("the temporary is the variable of a loop")
	}
	reader := c.next(stmt)
	if reader < 0 || !c.within(read, reader) {
		return refuse("the temporary is not read by the next statement")
	}
	if v := c.evaluatedOnceFirst(reader, read); v.Refused {
		return v
	}
	if c.sideEffect(init) >= 0 || c.readsMutable(init) {
		if c.effectBefore(reader, read) >= 0 {
			return refuse("something with a side effect is evaluated before the temporary is read")
		}
	}
	return c.typeKept(decl, init)
}

// simpleValue refuses initializers that the place of the read would be worse off with.
func (c *code) simpleValue(init java.NodeID) finding.Verdict {
	if c.operations(init) > 1 {
		return refuse("the temporary explains a value that is not simple")
	}
	return ok
}

// literals reports whether expression n is made of literals alone: "a" + "b".
func (c *code) literals(n java.NodeID) bool {
	for _, nd := range c.f.Subtree(n) {
		switch k := nd.Kind; {
		case k.IsLiteral(), k == java.BinaryExpression, k == java.UnaryExpression, k == java.ParenthesizedExpression:
		default:
			return false
		}
	}
	return true
}

// typeKept refuses temporaries whose declared type differs from their value's, where both are known: the place of the
// read may depend on the declared one.
func (c *code) typeKept(decl, init java.NodeID) finding.Verdict {
	d, v := c.use(c.f.Child(decl, java.FieldName)).Type, c.use(init).Type
	if d.Known() && v.Known() && (d.Kind != v.Kind || d.Dims != v.Dims || d.Ref != v.Ref) {
		return refuse("the declared type of the temporary is not that of its value")
	}
	return ok
}

// evaluatedOnceFirst refuses reads at node n of statement s that are evaluated more than once, later, or perhaps not
// at all: in the body or the condition of a loop, in a branch, in a lambda.
func (c *code) evaluatedOnceFirst(s, n java.NodeID) finding.Verdict {
	for p, child := c.f.Parent(n), n; child != s; p, child = c.f.Parent(p), p {
		role := c.f.At(child).Field
		switch c.f.Kind(p) {
		case java.WhileStatement, java.DoStatement:
			return refuse("the read stands in a loop")
		case java.ForStatement:
			if role != java.FieldInit {
				return refuse("the read stands in a loop")
			}
		case java.EnhancedForStatement:
			if role != java.FieldValue {
				return refuse("the read stands in a loop")
			}
		case java.LambdaExpression, java.ClassBody:
			return refuse("the read stands in a lambda or an inner class")
		case java.IfStatement, java.SwitchExpression:
			if role != java.FieldCondition {
				return refuse("the read stands in a branch")
			}
		case java.TryStatement, java.TryWithResourcesStatement, java.SynchronizedStatement, java.LabeledStatement, java.Block:
			return refuse("the read stands in a nested block")
		}
	}
	return ok
}

// readsMutable reports whether expression n reads a field, an array element or anything else that a side effect could
// change. Locals are asked for by their own writes.
func (c *code) readsMutable(n java.NodeID) bool {
	for i, nd := range c.f.Subtree(n) {
		switch nd.Kind {
		case java.FieldAccess, java.ArrayAccess, java.MethodInvocation:
			return true
		case java.Identifier:
			if k := c.use(i).Kind; k != 0 && c.localAt(i) < 0 {
				return true
			}
			if l := c.localAt(i); l >= 0 && len(c.writes(l)) > 0 {
				return true
			}
		}
	}
	return false
}

var _ = register(&structuralCheck{
	name:     "temp-explains",
	source:   "Fowler 1999, p. 124",
	doc:      "the expression is a complicated part of a larger one and can be evaluated before its statement without changing the order of side effects",
	query:    hasPartToExplain,
	sample:   hasExplanation,
	hopeless: noPartAtRead,
	site:     tempExplains,
})

// hasPartToExplain refuses methods without an expression that tempExplains could let pass.
func hasPartToExplain(j *Judge, row int) finding.Verdict {
	c := j.q.code(j.q.Rows.Row(row).Method)
	if c.root < 0 {
		return refuse("the method has no body")
	}
	v := refuse("no expression is complicated enough to need a name")
	for n := c.root; n < c.f.At(c.root).Next && v.Refused; n++ {
		if c.f.At(n).Kind.IsExpression() && c.operations(n) >= 2 {
			v = c.part(n)
		}
	}
	return v
}

// hasExplanation refuses samples whose temporaries together do not hold as much as an expression that needs a name.
func hasExplanation(j *Judge, row int) finding.Verdict {
	c := j.c.code(j.c.Rows.Row(row).Method)
	n, most := c.explained()
	if n < 2 && most >= 2 { // then it is for the meaning of names to say
		n = 0
		for l := c.meaning().Params; l < len(c.meaning().Locals); l++ {
			if init := c.f.Child(c.f.Parent(c.meaning().Locals[l].Decl), java.FieldValue); init >= 0 && c.declares(int32(l)) {
				n += c.operations(init)
			}
		}
	}
	if n < 2 {
		return refuse("no temporary of the sample explains anything")
	}
	return ok
}

// explained bounds the operations that the temporaries of a body hold, whatever names mean: at least those of its own
// declarations, at most those of all that has a value. It stops where two are sure.
func (c *code) explained() (least, most int) {
	c.anyValue(func(decl, value java.NodeID) bool {
		n := c.operations(value)
		most += n
		if c.f.Kind(c.f.Parent(decl)) == java.LocalVariableDeclaration && c.ancestor(decl, c.root, java.ClassBody) < 0 {
			least += n
		}
		return least >= 2
	})
	return least, most
}

// part refuses expressions that are no part of a larger one.
func (c *code) part(e java.NodeID) finding.Verdict {
	outer := e
	for c.f.Kind(c.f.Parent(outer)) == java.ParenthesizedExpression {
		outer = c.f.Parent(outer)
	}
	switch p := c.f.Parent(outer); c.f.Kind(p) {
	case java.ExpressionStatement, java.VariableDeclarator, java.ReturnStatement, java.ThrowStatement:
		return refuse("the expression is the whole of its statement")
	case java.AssignmentExpression:
		if c.f.At(outer).Field == java.FieldRight {
			return refuse("the expression is the whole value of an assignment")
		}
	}
	return ok
}

func tempExplains(x *siteCase) finding.Verdict {
	e := x.qNode()
	if e < 0 {
		return refuse("the expression is not in the method's own body")
	}
	c := x.q
	// One operation more than temp-is-simple lets go, so that no place is told to do both.
	if c.operations(e) < 2 {
		return refuse("the expression is not complicated enough to need a name")
	}
	if c.f.Kind(e) == java.ArrayCreationExpression {
		return refuse("an array made for a call, as toArray wants it, needs no name")
	}
	s := c.statement(e)
	if v := c.part(e); v.Refused {
		return v
	}
	if s < 0 {
		return refuse("the expression stands in no statement")
	}
	if v := c.hoistable(s, e); v.Refused {
		return v
	}
	if (c.sideEffect(e) >= 0 || c.readsMutable(e)) && c.effectBefore(s, e) >= 0 {
		return refuse("something with a side effect is evaluated before the expression")
	}
	return ok
}

// hoistable refuses expressions at n that cannot be evaluated before statement s: they are evaluated more than once,
// or perhaps not at all.
func (c *code) hoistable(s, n java.NodeID) finding.Verdict {
	for p, child := c.f.Parent(n), n; child != s; p, child = c.f.Parent(p), p {
		role := c.f.At(child).Field
		switch c.f.Kind(p) {
		case java.WhileStatement, java.DoStatement, java.ForStatement:
			return refuse("the expression belongs to the head of a loop")
		case java.EnhancedForStatement:
			if role != java.FieldValue {
				return refuse("the expression belongs to a loop")
			}
		case java.LambdaExpression, java.ClassBody, java.SwitchRule:
			return refuse("the expression stands in a lambda, an inner class or a case")
		case java.BinaryExpression:
			if op := c.f.At(p).Op; (op == java.AndAnd || op == java.OrOr) && role == java.FieldRight {
				return refuse("the expression may not be evaluated at all")
			}
		case java.TernaryExpression:
			if role != java.FieldCondition {
				return refuse("the expression may not be evaluated at all")
			}
		}
	}
	if c.f.Kind(s) == java.IfStatement && c.f.At(s).Field == java.FieldAlternative {
		return refuse("the expression is the condition of an else-if")
	}
	return ok
}
