package vectors

import "refract/java"

// This file holds the tables from Java's node kinds and operators to features. A kind that is in no table cannot
// stand in a body, or says nothing (the name in a declaration is a simple name like any other).

// syntaxOf is the syntax feature of the kinds that have one whatever their operator or place.
var syntaxOf = [256]Feature{
	java.Error:                     SyntaxError,
	java.ClassDeclaration:          SyntaxClass,
	java.InterfaceDeclaration:      SyntaxInterface,
	java.EnumDeclaration:           SyntaxEnum,
	java.RecordDeclaration:         SyntaxRecord,
	java.AnnotationTypeDeclaration: SyntaxAnnotationType,
	java.ClassBody:                 SyntaxAnonymousClass,
	java.Modifiers:                 SyntaxModifiers,
	java.MarkerAnnotation:          SyntaxMarkerAnnotation,
	java.Annotation:                SyntaxAnnotation,
	java.FormalParameters:          SyntaxFormalParameters,
	java.FormalParameter:           SyntaxFormalParameter,
	java.SpreadParameter:           SyntaxSpreadParameter,
	java.InferredParameters:        SyntaxInferredParameters,
	java.LocalVariableDeclaration:  SyntaxVarDeclarationStatement,
	java.VariableDeclarator:        SyntaxVarDeclaration,
	java.Dimensions:                SyntaxDimensions,

	java.Block:                     SyntaxBlock,
	java.ExpressionStatement:       SyntaxExpressionStatement,
	java.LabeledStatement:          SyntaxLabeled,
	java.AssertStatement:           SyntaxAssert,
	java.IfStatement:               SyntaxIf,
	java.WhileStatement:            SyntaxWhile,
	java.DoStatement:               SyntaxDo,
	java.ForStatement:              SyntaxFor,
	java.EnhancedForStatement:      SyntaxEnhancedFor,
	java.BreakStatement:            SyntaxBreak,
	java.ContinueStatement:         SyntaxContinue,
	java.YieldStatement:            SyntaxYield,
	java.ThrowStatement:            SyntaxThrow,
	java.SynchronizedStatement:     SyntaxSynchronized,
	java.TryStatement:              SyntaxTry,
	java.TryWithResourcesStatement: SyntaxTryWithResources,

	java.CatchClause:               SyntaxCatchClause,
	java.CatchFormalParameter:      SyntaxCatchParameter,
	java.CatchType:                 SyntaxCatchType,
	java.FinallyClause:             SyntaxFinally,
	java.ResourceSpecification:     SyntaxResourceSpecification,
	java.Resource:                  SyntaxResource,
	java.SwitchBlock:               SyntaxSwitchBlock,
	java.SwitchBlockStatementGroup: SyntaxSwitchGroup,
	java.SwitchRule:                SyntaxSwitchRule,
	java.Guard:                     SyntaxGuard,
	java.Pattern:                   SyntaxPattern,
	java.TypePattern:               SyntaxTypePattern,
	java.RecordPattern:             SyntaxRecordPattern,
	java.RecordPatternBody:         SyntaxRecordPatternBody,
	java.RecordPatternComponent:    SyntaxRecordPatternComponent,
	java.UnderscorePattern:         SyntaxUnderscorePattern,

	java.ObjectCreationExpression: SyntaxInvokeNew,
	java.Identifier:               SyntaxSimpleName,
	java.ScopedIdentifier:         SyntaxScopedIdentifier,
	java.FieldAccess:              SyntaxFieldAccess,
	java.This:                     SyntaxThis,
	java.Super:                    SyntaxSuper,
	java.ArgumentList:             SyntaxArgumentList,
	java.InstanceofExpression:     SyntaxInstanceof,
	java.TernaryExpression:        SyntaxTernary,
	java.CastExpression:           SyntaxCast,
	java.LambdaExpression:         SyntaxLambda,
	java.MethodReference:          SyntaxMethodReference,
	java.ArrayCreationExpression:  SyntaxArrayCreation,
	java.ArrayAccess:              SyntaxArrayAccess,
	java.ArrayInitializer:         SyntaxArrayInitializer,
	java.DimensionsExpr:           SyntaxDimensionsExpr,
	java.ClassLiteral:             SyntaxClassLiteral,
	java.TemplateExpression:       SyntaxTemplate,
	java.StringInterpolation:      SyntaxStringInterpolation,

	java.True:             SyntaxLiteralBoolean,
	java.False:            SyntaxLiteralBoolean,
	java.CharacterLiteral: SyntaxLiteralChar,
	java.NullLiteral:      SyntaxLiteralNull,

	java.TypeIdentifier:       SyntaxTypeName,
	java.ScopedTypeIdentifier: SyntaxScopedType,
	java.GenericType:          SyntaxGenericType,
	java.TypeArguments:        SyntaxTypeArguments,
	java.Wildcard:             SyntaxWildcard,
	java.ArrayType:            SyntaxArrayType,
	java.AnnotatedType:        SyntaxAnnotatedType,
	java.IntegralType:         SyntaxIntegralType,
	java.FloatingPointType:    SyntaxFloatingPointType,
	java.BooleanType:          SyntaxBooleanType,
	java.VoidType:             SyntaxVoidType,
}

// syntaxByOp is the syntax feature of a binary or assignment expression with that operator.
var syntaxByOp = [64]Feature{
	java.Add:    SyntaxBinaryPlus,
	java.Sub:    SyntaxBinaryMinus,
	java.Mul:    SyntaxBinaryTimes,
	java.Div:    SyntaxBinaryDivide,
	java.Rem:    SyntaxBinaryRemainder,
	java.Shl:    SyntaxBinaryShiftLeft,
	java.Shr:    SyntaxBinaryShiftRight,
	java.UShr:   SyntaxBinaryShiftRightUnsigned,
	java.And:    SyntaxBinaryAnd,
	java.Or:     SyntaxBinaryOr,
	java.Xor:    SyntaxBinaryXor,
	java.AndAnd: SyntaxBinaryAndAnd,
	java.OrOr:   SyntaxBinaryOrOr,
	java.Eq:     SyntaxBinaryEqual,
	java.Ne:     SyntaxBinaryNotEqual,
	java.Lt:     SyntaxBinaryLess,
	java.Gt:     SyntaxBinaryGreater,
	java.Le:     SyntaxBinaryLessEqual,
	java.Ge:     SyntaxBinaryGreaterEqual,

	java.Assign:     SyntaxAssignment,
	java.AddAssign:  SyntaxAssignmentPlus,
	java.SubAssign:  SyntaxAssignmentMinus,
	java.MulAssign:  SyntaxAssignmentTimes,
	java.DivAssign:  SyntaxAssignmentDivide,
	java.RemAssign:  SyntaxAssignmentRemainder,
	java.ShlAssign:  SyntaxAssignmentShiftLeft,
	java.ShrAssign:  SyntaxAssignmentShiftRight,
	java.UShrAssign: SyntaxAssignmentShiftRightUnsigned,
	java.AndAssign:  SyntaxAssignmentAnd,
	java.OrAssign:   SyntaxAssignmentOr,
	java.XorAssign:  SyntaxAssignmentXor,
}

// unaryByOp is the syntax feature of a unary expression with that operator.
var unaryByOp = [64]Feature{
	java.Add: SyntaxUnaryPlus,
	java.Sub: SyntaxUnaryMinus,
	java.Not: SyntaxUnaryNot,
	java.Inv: SyntaxUnaryComplement,
}

// arithmetic is the operation of a binary operator, None for comparisons and for && and ||. A + of strings is
// OpConcat instead.
var arithmetic = [64]Feature{
	java.Add:  OpAdd,
	java.Sub:  OpSub,
	java.Mul:  OpMul,
	java.Div:  OpDiv,
	java.Rem:  OpRem,
	java.Shl:  OpShl,
	java.Shr:  OpShr,
	java.UShr: OpUshr,
	java.And:  OpAnd,
	java.Or:   OpOr,
	java.Xor:  OpXor,
}

// comparison is the operation of a comparison operator; negated is that of its opposite.
var (
	comparison = [64]Feature{
		java.Eq: OpIfEq, java.Ne: OpIfNe, java.Lt: OpIfLt, java.Ge: OpIfGe, java.Gt: OpIfGt, java.Le: OpIfLe,
	}
	negated = [64]Feature{
		java.Eq: OpIfNe, java.Ne: OpIfEq, java.Lt: OpIfGe, java.Ge: OpIfLt, java.Gt: OpIfLe, java.Le: OpIfGt,
	}
)

// opaque are the kinds that are counted themselves while what is in them is not: local types and class bodies have
// vectors of their own, and annotations compute nothing.
var opaque = [256]bool{
	java.ClassDeclaration:          true,
	java.InterfaceDeclaration:      true,
	java.EnumDeclaration:           true,
	java.RecordDeclaration:         true,
	java.AnnotationTypeDeclaration: true,
	java.ClassBody:                 true,
	java.MarkerAnnotation:          true,
	java.Annotation:                true,
}

// transparent are the kinds through which a negation reaches the comparisons below: !(a == b && !c) is
// a != b || c. The operator decides for BinaryExpression and UnaryExpression.
func transparent(n *java.Node) bool {
	switch n.Kind {
	case java.ParenthesizedExpression:
		return true
	case java.BinaryExpression:
		return n.Op == java.AndAnd || n.Op == java.OrOr
	case java.UnaryExpression:
		return n.Op == java.Not
	}
	return false
}
