package mine

import (
	"strings"

	"refract/java"
)

// This file prints syntax as Eclipse's NaiveASTFlattener does, which is what RefactoringMiner shows of code ({X}): one
// line, one blank around binary operators, none around assignments and after commas.

// Code returns the text of node n in that form, up to the first line break.
func Code(f *java.File, n java.NodeID) string {
	text, _, _ := strings.Cut(allCode(f, n), "\n")
	return text
}

// allCode is Code with what follows the line break.
func allCode(f *java.File, n java.NodeID) string {
	if n < 0 {
		return ""
	}
	p := printer{f: f}
	p.node(n)
	return p.b.String()
}

type printer struct {
	f *java.File
	b strings.Builder
}

func (p *printer) put(s string) { p.b.WriteString(s) }

// list prints the children of n between open and end, separated by commas without blanks.
func (p *printer) list(n java.NodeID, open, end string) {
	p.put(open)
	first := true
	for c := p.f.FirstChild(n); c >= 0; c = p.f.NextSibling(c) {
		if !first {
			p.put(",")
		}
		first = false
		p.node(c)
	}
	p.put(end)
}

func (p *printer) child(n java.NodeID, role java.Field) { p.node(p.f.Child(n, role)) }

func (p *printer) node(n java.NodeID) {
	if n < 0 {
		return
	}
	f := p.f
	if f.FirstChild(n) < 0 && f.Kind(n) != java.ArgumentList && f.Kind(n) != java.ArrayInitializer {
		p.put(p.plain(n))
		return
	}
	switch k := f.Kind(n); k {
	case java.BinaryExpression, java.AssignmentExpression, java.UnaryExpression, java.UpdateExpression, java.InstanceofExpression,
		java.TernaryExpression, java.CastExpression:
		p.operation(n)
	case java.ParenthesizedExpression:
		p.put("(")
		p.node(f.FirstChild(n))
		p.put(")")
	case java.MethodInvocation, java.FieldAccess, java.ArrayAccess, java.ClassLiteral:
		p.access(n)
	case java.ArgumentList:
		p.list(n, "(", ")")
	case java.ArrayInitializer, java.ElementValueArrayInitializer:
		p.list(n, "{", "}")
	case java.ObjectCreationExpression:
		p.creation(n)
	case java.LambdaExpression:
		p.lambda(n)
	case java.Annotation, java.MarkerAnnotation:
		p.put("@" + annotationName(f, n))
		if args := f.Child(n, java.FieldArguments); args >= 0 {
			p.list(args, "(", ")")
		}
	case java.ElementValuePair:
		p.child(n, java.FieldKey)
		p.put("=")
		p.child(n, java.FieldValue)
	default:
		if k.IsType() {
			p.put(f.TypeText(n, 0))
			return
		}
		p.put(p.plain(n))
	}
}

// operation prints an operator and its operands: "a + b", "a=b", "-a", "a++", "a instanceof B b", "a ? b : c", "(A)b".
func (p *printer) operation(n java.NodeID) {
	f := p.f
	op := f.Nodes[n].Op.String()
	switch f.Kind(n) {
	case java.BinaryExpression:
		p.child(n, java.FieldLeft)
		p.put(" " + op + " ")
		p.child(n, java.FieldRight)
	case java.AssignmentExpression:
		p.child(n, java.FieldLeft)
		p.put(op)
		p.child(n, java.FieldRight)
	case java.UnaryExpression:
		p.put(op)
		p.child(n, java.FieldOperand)
	case java.UpdateExpression:
		operand := f.FirstChild(n)
		if f.Nodes[operand].Start == f.Nodes[n].Start {
			p.node(operand)
			p.put(op)
		} else {
			p.put(op)
			p.node(operand)
		}
	case java.InstanceofExpression:
		p.child(n, java.FieldLeft)
		p.put(" instanceof ")
		if r := f.Child(n, java.FieldRight); r >= 0 {
			p.node(r)
		} else {
			p.child(n, java.FieldPattern)
		}
		if name := f.Child(n, java.FieldName); name >= 0 {
			p.put(" ")
			p.node(name)
		}
	case java.TernaryExpression:
		p.child(n, java.FieldCondition)
		p.put(" ? ")
		p.child(n, java.FieldConsequence)
		p.put(" : ")
		p.child(n, java.FieldAlternative)
	case java.CastExpression:
		p.put("(")
		p.child(n, java.FieldType)
		p.put(")")
		p.child(n, java.FieldValue)
	}
}

// access prints what is reached through something: "a.<T>f(b)", "a.b", "a[i]", "A.class".
func (p *printer) access(n java.NodeID) {
	f := p.f
	switch f.Kind(n) {
	case java.MethodInvocation:
		if o := f.Child(n, java.FieldObject); o >= 0 {
			p.node(o)
			p.put(".")
		}
		p.child(n, java.FieldTypeArguments)
		p.child(n, java.FieldName)
		p.child(n, java.FieldArguments)
	case java.FieldAccess:
		p.child(n, java.FieldObject)
		p.put(".")
		p.child(n, java.FieldField)
	case java.ArrayAccess:
		p.child(n, java.FieldArray)
		p.put("[")
		p.child(n, java.FieldIndex)
		p.put("]")
	case java.ClassLiteral:
		p.node(f.FirstChild(n))
		p.put(".class")
	}
}

// creation prints "new A(b)" and "new A(b){", after which the line breaks.
func (p *printer) creation(n java.NodeID) {
	p.put("new ")
	p.child(n, java.FieldType)
	p.child(n, java.FieldArguments)
	if body := p.f.ChildOfKind(n, java.ClassBody); body >= 0 {
		p.put("{\n" + p.plain(body))
	}
}

// lambda prints "x -> f(x)", "(a,b) -> g(a,b)" and "() -> {", after which the line breaks.
func (p *printer) lambda(n java.NodeID) {
	f := p.f
	params := f.Child(n, java.FieldParameters)
	switch f.Kind(params) {
	case java.Identifier:
		p.node(params)
	default:
		p.list(params, "(", ")")
	}
	p.put(" -> ")
	body := f.Child(n, java.FieldBody)
	if f.Kind(body) == java.Block {
		p.put("{\n" + p.plain(body))
		return
	}
	p.node(body)
}

// plain is the source of n with every run of blanks and comments as one blank.
func (p *printer) plain(n java.NodeID) string {
	s := p.f.Span(n)
	text := p.f.Text(n)
	if comments := p.f.CommentsIn(s); len(comments) > 0 {
		var b strings.Builder
		at := s.Start
		for _, c := range comments {
			b.WriteString(p.f.Source[at:c.Start])
			b.WriteByte(' ')
			at = c.End
		}
		b.WriteString(p.f.Source[at:s.End])
		text = b.String()
	}
	if strings.ContainsAny(text, "\n\t\r") || strings.Contains(text, "  ") {
		return strings.Join(strings.Fields(text), " ")
	}
	return text
}

// annotationText prints an annotation as RefactoringMiner does: "@Test", "@Size(3)", "@Size(max = 1, min = 0)".
func annotationText(f *java.File, n java.NodeID) string {
	var b strings.Builder
	b.WriteByte('@')
	b.WriteString(annotationName(f, n))
	args := f.Child(n, java.FieldArguments)
	if args < 0 || f.FirstChild(args) < 0 {
		return b.String()
	}
	b.WriteByte('(')
	first := true
	for c := f.FirstChild(args); c >= 0; c = f.NextSibling(c) {
		if !first {
			b.WriteString(", ")
		}
		first = false
		if f.Kind(c) == java.ElementValuePair {
			b.WriteString(f.Text(f.Child(c, java.FieldKey)) + " = " + Code(f, f.Child(c, java.FieldValue)))
		} else {
			b.WriteString(Code(f, c))
		}
	}
	b.WriteByte(')')
	return b.String()
}
