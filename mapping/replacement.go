package mapping

import "refract/java"

// ReplacementKind is the kind of a difference between two matched statements: the rows of Table 5.
type ReplacementKind uint8

const (
	NoReplacement ReplacementKind = iota
	// Variable: a name, a field access or this, by another.
	Variable
	Literal
	Type
	// Operator: infix, prefix, or of an assignment.
	Operator
	// Invocation: one call by another that differs in more than one part.
	Invocation
	InvocationName
	InvocationReceiver
	// InvocationArguments: arguments were added, deleted, split, merged or reordered; Src and Dst are the argument lists.
	InvocationArguments
	Creation
	CreationArguments
	// VariableByExpression and ExpressionByVariable are the traces of inlined and extracted variables.
	VariableByExpression
	ExpressionByVariable
	// Operands were added to, or deleted from, a chain of one operator.
	Operands
	// Wrapped: one side is a part of the other: a cast, an argument, an arm of a conditional.
	Wrapped
	// SetterCall: this.f = v by setF(v), or back.
	SetterCall
	// Initializer values of a declaration that kept name and type.
	InitializerValue
	// Other: any other expression by any other.
	Other
	numReplacements
)

var replacementNames = [numReplacements]string{"none", "variable", "literal", "type", "operator", "invocation", "invocation name",
	"invocation receiver", "invocation arguments", "creation", "creation arguments", "variable by expression",
	"expression by variable", "operands", "wrapped", "setter call", "initializer", "other"}

func (k ReplacementKind) String() string { return replacementNames[k] }

// Replacement is one difference between two matched statements: Src stands in the first, Dst in its place in the
// second. A node is java.NoNode where a side has nothing there.
type Replacement struct {
	Kind     ReplacementKind
	Src, Dst Ref
}

// kindOf says what replacing a node of kind a by one of kind b is.
func kindOf(a, b java.Kind) ReplacementKind {
	va, vb := isVariable(a), isVariable(b)
	switch {
	case va && vb:
		return Variable
	case a.IsLiteral() && b.IsLiteral():
		return Literal
	case va:
		return VariableByExpression
	case vb:
		return ExpressionByVariable
	case a == java.MethodInvocation && b == java.MethodInvocation:
		return Invocation
	case a == java.ObjectCreationExpression && b == java.ObjectCreationExpression:
		return Creation
	}
	return Other
}

func isVariable(k java.Kind) bool {
	return k == java.Identifier || k == java.FieldAccess || k == java.This
}
