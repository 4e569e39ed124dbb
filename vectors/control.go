package vectors

import (
	"refract/java"
	"refract/program"
)

// This file counts statements, lambdas and what javac makes of them.

// actions is what the operation family does at a node of a kind. The children are counted when the walk comes to them.
var actions [256]func(c *Counter, n java.NodeID)

func init() {
	count := func(f Feature) func(*Counter, java.NodeID) { return func(c *Counter, _ java.NodeID) { c.d[f]++ } }
	for k, act := range map[java.Kind]func(*Counter, java.NodeID){
		java.WhileStatement:        count(OpLoop),
		java.DoStatement:           count(OpLoop),
		java.ForStatement:          count(OpLoop),
		java.EnhancedForStatement:  (*Counter).enhancedFor,
		java.BreakStatement:        count(OpGoto),
		java.ContinueStatement:     count(OpGoto),
		java.ReturnStatement:       (*Counter).returned,
		java.YieldStatement:        count(OpYield),
		java.ThrowStatement:        count(OpThrow),
		java.AssertStatement:       count(OpAssert),
		java.SynchronizedStatement: count(OpMonitor),
		java.SwitchExpression:      count(OpSwitch),
		java.SwitchLabel:           (*Counter).label,

		java.ExplicitConstructorInvocation: count(OpInvokeInit),
		java.MethodInvocation:              (*Counter).invocation,
		java.ObjectCreationExpression:      (*Counter).creation,
		java.LambdaExpression:              (*Counter).lambda,
		java.MethodReference:               count(OpMethodReference),

		java.BinaryExpression:     (*Counter).binary,
		java.UnaryExpression:      (*Counter).unary,
		java.AssignmentExpression: (*Counter).assignment,
		java.UpdateExpression:     (*Counter).update,
		java.CastExpression:       (*Counter).cast,
		java.InstanceofExpression: (*Counter).instanceof,
		java.RecordPattern:        (*Counter).recordPattern,

		java.ArrayCreationExpression: (*Counter).arrayCreation,
		java.ArrayInitializer:        (*Counter).arrayInitializer,
		java.ArrayAccess:             (*Counter).arrayAccess,
		java.FieldAccess:             (*Counter).fieldAccess,
		java.Identifier:              (*Counter).identifier,
		java.This:                    count(OpLoadThis),
		java.Super:                   count(OpLoadThis),
		java.NullLiteral:             (*Counter).null,
		java.ClassLiteral:            count(OpConstantClass),
	} {
		actions[k] = act
	}
}

// enhancedFor counts what javac makes of "for (T x : e) s": over an array
//
//	for (T[] a = e, int n = a.length, i = 0; i < n; i++) { T x = a[i]; s }
//
// and over anything else, also where the type of e is not known,
//
//	for (Iterator i = e.iterator(); i.hasNext(); ) { T x = (T) i.next(); s }
//
// where the cast is left out, since whether erasure needs it cannot be told. x is stored when the walk comes to it.
func (c *Counter) enhancedFor(n java.NodeID) {
	c.d[OpLoop]++
	value, name := c.f.Child(n, java.FieldValue), c.f.Child(n, java.FieldName)
	if value < 0 || name < 0 || c.use(name).Kind != program.UseDeclaration {
		return // broken code
	}
	slot := c.b.Locals[c.use(name).Ref].Slot // the hidden variables have the slots before it
	if c.use(value).Type.Array() {
		array, length, index := slot-3, slot-2, slot-1
		c.store(array)
		c.load(array)
		c.d[OpArrayLength]++
		c.store(length)
		c.d[OpConstantInt]++
		c.store(index)
		c.load(index)
		c.load(length)
		c.d[OpIfLt]++
		c.load(array)
		c.load(index)
		c.d[OpArrayLoad]++
		c.d[OpIinc]++
		return
	}
	iterator := slot - 1
	c.d[OpInvokeAPI] += 3 // iterator, hasNext, next
	c.store(iterator)
	c.load(iterator)
	c.d[OpIfTrue]++
	c.load(iterator)
}

func (c *Counter) returned(n java.NodeID) {
	switch {
	case n < c.lambdaEnd:
		c.d[OpLambdaReturn]++
	case n+1 < c.f.At(n).Next:
		c.d[OpReturnValue]++
	default:
		c.d[OpReturnVoid]++
	}
}

// label mutes a case label, whose constants are in the table of the switch. Patterns bind variables, and guards are
// evaluated.
func (c *Counter) label(n java.NodeID) {
	if c.f.ChildOfKind(n, java.Pattern) < 0 {
		c.muted = c.f.At(n).Next
	}
}

func (c *Counter) lambda(n java.NodeID) {
	c.d[OpLambda]++
	c.lambdaEnd = max(c.lambdaEnd, c.f.At(n).Next)
}

func (c *Counter) invocation(n java.NodeID) {
	u := c.use(n)
	if u.Kind == program.UseCallOwn {
		c.d[OpInvokeOwn]++
	} else {
		c.d[OpInvokeAPI]++
	}
	if loadsThis(u) {
		c.d[OpLoadThis]++
	}
}

func (c *Counter) creation(java.NodeID) {
	c.d[OpNew]++
	c.d[OpInvokeInit]++
}

// impliesSuper reports whether the body is that of a constructor which says neither this(…) nor super(…), so that
// javac begins it with super().
func (c *Counter) impliesSuper() bool {
	if c.f.At(c.root).Kind != java.ConstructorBody {
		return false
	}
	if p := c.f.At(c.root).Parent; p >= 0 && c.f.At(p).Kind != java.ConstructorDeclaration {
		return false // a compact constructor belongs to a record, whose superclass is fixed
	}
	// Statements may stand before super(…) since Java 22, so all are asked.
	return c.f.ChildOfKind(c.root, java.ExplicitConstructorInvocation) < 0
}
