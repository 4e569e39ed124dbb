package program

import (
	"strings"

	"refract/java"
)

// Signature returns the text of a method's name and erased parameter types: "add(int,String[])". Types of the
// program and of libraries stand by their simple names.
func (p *Program) Signature(id MethodID) string {
	m := &p.methods[id]
	var b strings.Builder
	switch {
	case m.Kind == java.StaticInit:
		b.WriteString("<clinit>")
	case m.Kind == java.InstanceInit:
		b.WriteString("<init>")
	default:
		b.WriteString(p.MethodName(m))
	}
	b.WriteByte('(')
	for i, t := range p.Params(m) {
		if i > 0 {
			b.WriteByte(',')
		}
		if m.Variadic && i == len(p.Params(m))-1 && t.Dims > 0 {
			b.WriteString(p.SimpleTypeName(t.element()))
			b.WriteString("...")
			continue
		}
		b.WriteString(p.SimpleTypeName(t))
	}
	b.WriteByte(')')
	return b.String()
}

// TypeName returns the qualified name of t where it is known, as far as it is known: "a.B[]", "int", "Vector" for a
// library type that an import on demand brings in, "?" for the unknown type.
func (p *Program) TypeName(t TypeRef) string { return p.typeName(t, false) }

// SimpleTypeName is TypeName without package and outer types.
func (p *Program) SimpleTypeName(t TypeRef) string { return p.typeName(t, true) }

func (p *Program) typeName(t TypeRef, short bool) string {
	name := ""
	switch t.Kind {
	case Unknown:
		name = "?"
	case Own:
		of := p.Type(TypeID(t.Ref))
		if name = of.Name; !short || of.Kind == java.AnonymousClass {
			name = p.QualifiedName(of)
		}
	case API:
		name = "?"
		if t.Ref >= 0 {
			name = p.names.text(NameID(t.Ref))
		}
	default:
		name = t.Kind.String()
	}
	if short {
		name = simple(name)
	}
	return name + strings.Repeat("[]", int(t.Dims))
}
