package vectors

import (
	"hash/fnv"
	"io"
)

// Feature is one dimension of the feature space. The zero Feature is None and is counted nowhere.
//
// The number of a feature may change between versions of the program; its name does not. Whatever is stored beyond
// the life of a process is stored with Fingerprint.
type Feature uint16

// None is the invalid feature.
const None Feature = 0

// Syntax features: what stands in the tree. See specs for what each one counts.
const (
	SyntaxError Feature = iota + 1

	// Declarations inside a body.
	SyntaxClass
	SyntaxInterface
	SyntaxEnum
	SyntaxRecord
	SyntaxAnnotationType
	SyntaxAnonymousClass
	SyntaxModifiers
	SyntaxMarkerAnnotation
	SyntaxAnnotation
	SyntaxFormalParameters
	SyntaxFormalParameter
	SyntaxSpreadParameter
	SyntaxInferredParameters
	SyntaxVarDeclarationStatement
	SyntaxVarDeclaration
	SyntaxInitializer
	SyntaxDimensions

	// Statements.
	SyntaxBlock
	SyntaxExpressionStatement
	SyntaxLabeled
	SyntaxAssert
	SyntaxIf
	SyntaxElse
	SyntaxWhile
	SyntaxDo
	SyntaxFor
	SyntaxEnhancedFor
	SyntaxBreak
	SyntaxContinue
	SyntaxReturn
	SyntaxReturnLambda
	SyntaxYield
	SyntaxThrow
	SyntaxSynchronized
	SyntaxTry
	SyntaxTryWithResources
	SyntaxConstructorCallThis
	SyntaxConstructorCallSuper
	SyntaxSwitchStatement

	// Parts of statements.
	SyntaxCondition
	SyntaxCatchClause
	SyntaxCatchParameter
	SyntaxCatchType
	SyntaxFinally
	SyntaxResourceSpecification
	SyntaxResource
	SyntaxSwitchBlock
	SyntaxSwitchGroup
	SyntaxSwitchRule
	SyntaxSwitchLabel
	SyntaxSwitchDefault
	SyntaxGuard
	SyntaxPattern
	SyntaxTypePattern
	SyntaxRecordPattern
	SyntaxRecordPatternBody
	SyntaxRecordPatternComponent
	SyntaxUnderscorePattern

	// Expressions.
	SyntaxInvokeOwn
	SyntaxInvokeAPI
	SyntaxInvokeNew
	SyntaxSimpleName
	SyntaxScopedIdentifier
	SyntaxFieldAccess
	SyntaxThis
	SyntaxSuper
	SyntaxArgumentList
	SyntaxSwitchExpression
	SyntaxInstanceof
	SyntaxTernary
	SyntaxCast
	SyntaxLambda
	SyntaxMethodReference
	SyntaxArrayCreation
	SyntaxArrayAccess
	SyntaxArrayInitializer
	SyntaxDimensionsExpr
	SyntaxClassLiteral
	SyntaxTemplate
	SyntaxStringInterpolation
	SyntaxParenthesized

	// Literals, by the type of their value.
	SyntaxLiteralInt
	SyntaxLiteralLong
	SyntaxLiteralFloat
	SyntaxLiteralDouble
	SyntaxLiteralBoolean
	SyntaxLiteralChar
	SyntaxLiteralString
	SyntaxLiteralTextBlock
	SyntaxLiteralNull

	// Binary expressions, by operator.
	SyntaxBinaryPlus
	SyntaxBinaryMinus
	SyntaxBinaryTimes
	SyntaxBinaryDivide
	SyntaxBinaryRemainder
	SyntaxBinaryShiftLeft
	SyntaxBinaryShiftRight
	SyntaxBinaryShiftRightUnsigned
	SyntaxBinaryAnd
	SyntaxBinaryOr
	SyntaxBinaryXor
	SyntaxBinaryAndAnd
	SyntaxBinaryOrOr
	SyntaxBinaryEqual
	SyntaxBinaryNotEqual
	SyntaxBinaryLess
	SyntaxBinaryGreater
	SyntaxBinaryLessEqual
	SyntaxBinaryGreaterEqual

	// Unary and update expressions.
	SyntaxUnaryPlus
	SyntaxUnaryMinus
	SyntaxUnaryNot
	SyntaxUnaryComplement
	SyntaxUpdatePrefixIncrement
	SyntaxUpdatePrefixDecrement
	SyntaxUpdatePostfixIncrement
	SyntaxUpdatePostfixDecrement

	// Assignments, by operator.
	SyntaxAssignment
	SyntaxAssignmentPlus
	SyntaxAssignmentMinus
	SyntaxAssignmentTimes
	SyntaxAssignmentDivide
	SyntaxAssignmentRemainder
	SyntaxAssignmentShiftLeft
	SyntaxAssignmentShiftRight
	SyntaxAssignmentShiftRightUnsigned
	SyntaxAssignmentAnd
	SyntaxAssignmentOr
	SyntaxAssignmentXor

	// Types.
	SyntaxTypeName
	SyntaxScopedType
	SyntaxGenericType
	SyntaxTypeArguments
	SyntaxWildcard
	SyntaxArrayType
	SyntaxAnnotatedType
	SyntaxIntegralType
	SyntaxFloatingPointType
	SyntaxBooleanType
	SyntaxVoidType

	firstOp
)

// Operation features: what javac would emit. See specs and the package comment for where they differ from it.
const (
	// Local variables. The order load, load_0 … load_3 is relied upon by the counter.
	OpLoad Feature = firstOp + iota
	OpLoad0
	OpLoad1
	OpLoad2
	OpLoad3
	OpStore
	OpStore0
	OpStore1
	OpStore2
	OpStore3
	OpIinc
	OpLoadThis // named op.aload_0, as in Table 3

	// Fields.
	OpGetField
	OpPutField
	OpGetStatic
	OpPutStatic
	OpGetFieldAPI
	OpPutFieldAPI
	OpGetStaticAPI
	OpPutStaticAPI

	// Constants, after folding.
	OpConstantInt
	OpConstantLong
	OpConstantFloat
	OpConstantDouble
	OpConstantBoolean
	OpConstantChar
	OpConstantString
	OpConstantNull
	OpConstantClass

	// Comparisons and tests, in the direction of the source.
	OpIfEq
	OpIfNe
	OpIfLt
	OpIfGe
	OpIfGt
	OpIfLe
	OpIfNull
	OpIfNonNull
	OpIfTrue
	OpIfFalse

	// Arithmetic.
	OpAdd
	OpSub
	OpMul
	OpDiv
	OpRem
	OpNeg
	OpShl
	OpShr
	OpUshr
	OpAnd
	OpOr
	OpXor
	OpComplement
	OpConcat
	OpConvert

	// Arrays.
	OpArrayLoad
	OpArrayStore
	OpArrayLength
	OpNewArray

	// Objects and types.
	OpNew
	OpCheckcast
	OpInvokeCheckcast
	OpInstanceof

	// Calls.
	OpInvokeOwn
	OpInvokeAPI
	OpInvokeInit
	OpLambda
	OpMethodReference

	// Control.
	OpReturnValue
	OpReturnVoid
	OpLambdaReturn
	OpThrow
	OpAssert
	OpSwitch
	OpYield
	OpLoop
	OpGoto
	OpMonitor

	endOfFeatures
)

// Dims is the number of dimensions of the space. Features are 1 … Dims-1; a dense array of Dims cells is indexed by
// Feature, with the cell of None left empty.
const Dims = int(endOfFeatures)

// Family tells the two halves of the space apart.
type Family uint8

const (
	NoFamily  Family = iota
	Syntax           // counts of node kinds
	Operation        // what javac would emit
)

func (f Family) String() string { return [...]string{"none", "syntax", "op"}[f] }

// Family returns the family of f.
func (f Feature) Family() Family {
	switch {
	case f == None || int(f) >= Dims:
		return NoFamily
	case f < firstOp:
		return Syntax
	}
	return Operation
}

// String returns the stable name of f, "none" for None.
func (f Feature) String() string {
	if f == None || int(f) >= Dims {
		return "none"
	}
	return specs[f].name
}

// Doc returns one sentence on what f counts.
func (f Feature) Doc() string {
	if int(f) >= Dims {
		return ""
	}
	return specs[f].doc
}

// Fingerprint is a hash of the names of all features in their order. Two versions of the program with the same
// fingerprint number their features alike, so that one can read the vectors that the other has stored; it does not
// say that both count alike.
func Fingerprint() uint64 {
	h := fnv.New64a()
	for f := 1; f < Dims; f++ {
		io.WriteString(h, specs[f].name+"\n")
	}
	return h.Sum64()
}
