package vectors

import (
	"strings"

	"refract/java"
	"refract/program"
)

// This file decides the syntax feature of the kinds that syntaxOf leaves open: those whose operator, place or
// resolution tells several features apart.

// variants is the function that decides for a kind.
var variants = [256]func(c *Counter, n java.NodeID) Feature{
	java.MethodInvocation:              (*Counter).invocationSyntax,
	java.BinaryExpression:              func(c *Counter, n java.NodeID) Feature { return syntaxByOp[c.f.At(n).Op] },
	java.AssignmentExpression:          func(c *Counter, n java.NodeID) Feature { return syntaxByOp[c.f.At(n).Op] },
	java.UnaryExpression:               func(c *Counter, n java.NodeID) Feature { return unaryByOp[c.f.At(n).Op] },
	java.UpdateExpression:              (*Counter).updateSyntax,
	java.ParenthesizedExpression:       (*Counter).parenthesisSyntax,
	java.ReturnStatement:               (*Counter).returnSyntax,
	java.SwitchExpression:              (*Counter).switchSyntax,
	java.SwitchLabel:                   (*Counter).labelSyntax,
	java.ExplicitConstructorInvocation: (*Counter).constructorCallSyntax,
	java.DecimalIntegerLiteral:         (*Counter).literalSyntax,
	java.HexIntegerLiteral:             (*Counter).literalSyntax,
	java.OctalIntegerLiteral:           (*Counter).literalSyntax,
	java.BinaryIntegerLiteral:          (*Counter).literalSyntax,
	java.DecimalFloatingPointLiteral:   (*Counter).literalSyntax,
	java.HexFloatingPointLiteral:       (*Counter).literalSyntax,
	java.StringLiteral:                 (*Counter).literalSyntax,
}

// syntax counts node n in the syntax family: once, and once more for an else branch and for an initializer, which
// are no nodes of their own.
func (c *Counter) syntax(n java.NodeID) {
	k := c.f.At(n).Kind
	if f := syntaxOf[k]; f != None {
		c.d[f]++
	} else if decide := variants[k]; decide != nil {
		c.d[decide(c, n)]++
	}
	switch c.f.At(n).Field {
	case java.FieldAlternative:
		if c.f.At(c.f.At(n).Parent).Kind == java.IfStatement {
			c.d[SyntaxElse]++
		}
	case java.FieldValue:
		if c.f.At(c.f.At(n).Parent).Kind == java.VariableDeclarator {
			c.d[SyntaxInitializer]++
		}
	}
}

func (c *Counter) invocationSyntax(n java.NodeID) Feature {
	if c.use(n).Kind == program.UseCallOwn {
		return SyntaxInvokeOwn
	}
	return SyntaxInvokeAPI
}

func (c *Counter) updateSyntax(n java.NodeID) Feature {
	prefix := n+1 >= c.f.At(n).Next || c.f.At(n+1).Start > c.f.At(n).Start
	switch {
	case c.f.At(n).Op == java.Inc && prefix:
		return SyntaxUpdatePrefixIncrement
	case c.f.At(n).Op == java.Inc:
		return SyntaxUpdatePostfixIncrement
	case prefix:
		return SyntaxUpdatePrefixDecrement
	}
	return SyntaxUpdatePostfixDecrement
}

func (c *Counter) parenthesisSyntax(n java.NodeID) Feature {
	switch p := c.f.At(c.f.At(n).Parent).Kind; {
	case p == java.SynchronizedStatement:
		return SyntaxCondition
	case c.f.At(n).Field == java.FieldCondition && (p.IsStatement() && p != java.ForStatement || p == java.SwitchExpression):
		return SyntaxCondition
	}
	return SyntaxParenthesized
}

func (c *Counter) returnSyntax(n java.NodeID) Feature {
	if n < c.lambdaEnd {
		return SyntaxReturnLambda
	}
	return SyntaxReturn
}

func (c *Counter) switchSyntax(n java.NodeID) Feature {
	if p := c.f.At(n).Parent; c.f.IsStatementAt(n) || c.f.At(p).Kind == java.ExpressionStatement {
		return SyntaxSwitchStatement
	}
	return SyntaxSwitchExpression
}

func (c *Counter) labelSyntax(n java.NodeID) Feature {
	if c.f.At(n).Op == java.Default {
		return SyntaxSwitchDefault
	}
	// "case null, default" has an identifier where the grammar knows no better.
	if last := c.f.LastChild(n); last >= 0 && c.f.At(last).Kind == java.Identifier && c.f.Text(last) == "default" {
		return SyntaxSwitchDefault
	}
	return SyntaxSwitchLabel
}

func (c *Counter) constructorCallSyntax(n java.NodeID) Feature {
	if c.f.Kind(c.f.Child(n, java.FieldConstructor)) == java.This {
		return SyntaxConstructorCallThis
	}
	return SyntaxConstructorCallSuper
}

func (c *Counter) literalSyntax(n java.NodeID) Feature {
	text := c.f.Text(n)
	if text == "" {
		return None // put in by error recovery
	}
	last := text[len(text)-1] | 0x20
	switch c.f.At(n).Kind {
	case java.StringLiteral:
		if strings.HasPrefix(text, `"""`) {
			return SyntaxLiteralTextBlock
		}
		return SyntaxLiteralString
	case java.DecimalFloatingPointLiteral, java.HexFloatingPointLiteral:
		if last == 'f' {
			return SyntaxLiteralFloat
		}
		return SyntaxLiteralDouble
	}
	if last == 'l' {
		return SyntaxLiteralLong
	}
	return SyntaxLiteralInt
}
