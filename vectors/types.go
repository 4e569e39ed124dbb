package vectors

import "refract/java"

// This file counts casts, type tests and the creation of arrays.

func (c *Counter) cast(n java.NodeID) {
	switch c.f.Kind(c.f.Child(n, java.FieldType)) {
	case java.IntegralType, java.FloatingPointType, java.BooleanType:
		c.d[OpConvert]++
		return
	}
	c.d[OpCheckcast]++
	if c.f.Kind(c.f.Unparen(c.f.Child(n, java.FieldValue))) == java.MethodInvocation {
		c.d[OpInvokeCheckcast]++
	}
}

// instanceof counts the test; with a pattern also the cast and the second load of a local operand that
//
//	if (o instanceof T) { T t = (T) o; … }
//
// has, so that both forms agree. (An operand that is no local, javac keeps in a temporary: that is not counted.)
func (c *Counter) instanceof(n java.NodeID) {
	c.d[OpInstanceof]++
	if c.f.Child(n, java.FieldName) < 0 && c.f.Child(n, java.FieldPattern) < 0 {
		return
	}
	c.d[OpCheckcast]++
	operand := c.f.Unparen(c.f.Child(n, java.FieldLeft))
	if operand >= 0 && isLocal(c.use(operand)) {
		c.load(c.b.Locals[c.use(operand).Ref].Slot)
	}
}

// recordPattern counts a record pattern as the test and the cast of its record, and for each component the call of
// its accessor. The pattern of an instanceof is tested there; one directly in a case label is tested by the switch.
func (c *Counter) recordPattern(n java.NodeID) {
	switch c.f.At(c.f.At(n).Parent).Kind {
	case java.InstanceofExpression:
	case java.RecordPatternBody, java.RecordPatternComponent:
		c.d[OpInstanceof]++
		c.d[OpCheckcast]++
	default:
		c.d[OpCheckcast]++
	}
	body := c.f.ChildOfKind(n, java.RecordPatternBody)
	for p := c.f.FirstChild(body); p >= 0; p = c.f.NextSibling(p) {
		c.d[OpInvokeAPI]++
	}
}

// arrayCreation counts new T[n]…; with an initializer, that is counted instead.
func (c *Counter) arrayCreation(n java.NodeID) {
	if c.f.ChildOfKind(n, java.ArrayInitializer) < 0 {
		c.d[OpNewArray]++
	}
}

// arrayInitializer counts what javac makes of { a, b }: the length, the creation, and for each element its index and
// its store.
func (c *Counter) arrayInitializer(n java.NodeID) {
	c.d[OpNewArray]++
	c.d[OpConstantInt]++
	for e := c.f.FirstChild(n); e >= 0; e = c.f.NextSibling(e) {
		c.d[OpConstantInt]++
		c.d[OpArrayStore]++
	}
}
