package mine

import (
	"unicode/utf16"

	"refract/finding"
	"refract/java"
	"refract/source"
)

// This file makes the locations that RefactoringMiner's JSON gives. Lines and columns are 1-based, a column counts
// UTF-16 units as Eclipse does, the end column is that of the first character after the element, and a declaration
// begins at its documentation comment.

// RefactoringMiner's names of the kinds of code elements.
const (
	typeDeclaration      = "TYPE_DECLARATION"
	enumDeclaration      = "ENUM_DECLARATION"
	annotationDecl       = "ANNOTATION_TYPE_DECLARATION"
	recordDeclaration    = "RECORD_DECLARATION"
	anonymousDeclaration = "ANONYMOUS_CLASS_DECLARATION"
	methodDeclaration    = "METHOD_DECLARATION"
	initializerElement   = "INITIALIZER"
	fieldDeclaration     = "FIELD_DECLARATION"
	enumConstantElement  = "ENUM_CONSTANT_DECLARATION"
	parameterElement     = "SINGLE_VARIABLE_DECLARATION"
	annotationElement    = "ANNOTATION"
	typeElement          = "TYPE"
)

func spanLocation(f *java.File, s source.Span, kind, description, element string) finding.Location {
	from, to := f.Lines.Position(s.Start), f.Lines.Position(s.End)
	return finding.Location{
		Path: f.Path, Span: s,
		StartLine: from.Line, StartColumn: utf16Column(f, s.Start, from),
		EndLine: to.Line, EndColumn: utf16Column(f, s.End, to),
		ElementType: kind, Description: description, Element: element,
	}
}

// utf16Column turns the byte column of p into one of UTF-16 units.
func utf16Column(f *java.File, offset uint32, p source.Position) int {
	line := f.Source[int(offset)-(p.Column-1) : offset]
	for i := 0; i < len(line); i++ {
		if line[i] >= 0x80 {
			n := 0
			for _, r := range line {
				n += utf16.RuneLen(r)
			}
			return n + 1
		}
	}
	return p.Column
}

// nodeLocation is the location of node n alone.
func nodeLocation(f *java.File, n java.NodeID, kind, description, element string) finding.Location {
	return spanLocation(f, f.Span(n), kind, description, element)
}

// declarationSpan is the span of n with its documentation comment.
func declarationSpan(f *java.File, n java.NodeID) source.Span {
	s := f.Span(n)
	if doc, ok := f.Javadoc(n); ok {
		s.Start = doc.Start
	}
	return s
}

// Location is where c is declared.
func (c *Class) Location(description string) finding.Location {
	kind := typeDeclaration
	switch c.Decl.Kind {
	case java.EnumType:
		kind = enumDeclaration
	case java.AnnotationInterface:
		kind = annotationDecl
	case java.RecordType:
		kind = recordDeclaration
	case java.AnonymousClass, java.EnumConstantBody:
		return nodeLocation(c.File, c.Decl.Body, anonymousDeclaration, description, c.Name)
	}
	return spanLocation(c.File, declarationSpan(c.File, c.Decl.Node), kind, description, c.Name)
}

// Location is where m is declared.
func (m *Method) Location(description string) finding.Location {
	kind := methodDeclaration
	if m.IsInitializer() {
		kind = initializerElement
	}
	return spanLocation(m.Class.File, declarationSpan(m.Class.File, m.Decl.Node), kind, description, m.Text())
}

// Location is where a is declared: its declarator, without type and modifiers.
func (a *Attribute) Location(description string) finding.Location {
	kind := fieldDeclaration
	if a.IsEnumConstant() {
		kind = enumConstantElement
	}
	return nodeLocation(a.Class.File, a.Decl.Node, kind, description, a.Full())
}

// paramLocation is where parameter p of m is declared.
func paramLocation(m *Method, p *Param, description string) finding.Location {
	return nodeLocation(m.Class.File, p.Decl.Node, parameterElement, description, p.Text())
}

func at(l ...finding.Location) []finding.Location { return l }
