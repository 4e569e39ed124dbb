package mine

import (
	"strings"

	"refract/java"
)

// This file prints elements as RefactoringMiner does: the forms {M}, {A}, {V}, {T} and {C} of its descriptions.

// visibility returns the access modifier in mods, or what its absence means.
func visibility(mods java.ModifierSet, interfaceMember bool) string {
	switch {
	case mods.Has(java.ModPublic):
		return "public"
	case mods.Has(java.ModProtected):
		return "protected"
	case mods.Has(java.ModPrivate):
		return "private"
	case interfaceMember:
		return "public"
	}
	return "package"
}

// Text is {M}: "public f(a int, b String...) : void", types as written.
func (m *Method) Text() string {
	if m.text == "" {
		m.text = m.format()
	}
	return m.text
}

func (m *Method) format() string {
	if m.IsInitializer() {
		return m.Class.Simple
	}
	var b strings.Builder
	b.WriteString(m.Visibility)
	b.WriteByte(' ')
	if m.Abstract {
		b.WriteString("abstract ")
	}
	b.WriteString(m.Name)
	b.WriteByte('(')
	for i := range m.Params {
		if i > 0 {
			b.WriteString(", ")
		}
		b.WriteString(m.Params[i].Name)
		b.WriteByte(' ')
		b.WriteString(m.Params[i].fullType())
	}
	b.WriteByte(')')
	if m.Return != "" {
		b.WriteString(" : ")
		b.WriteString(m.Return)
	}
	return b.String()
}

func (m *Method) String() string { return m.Class.Name + "#" + m.Text() }

func (p *Param) fullType() string {
	if p.Variadic {
		return p.Type + "..."
	}
	return p.Type
}

// Text is {V} of the parameter: "name : Type", the package cut off.
func (p *Param) Text() string { return p.Name + " : " + cutPackage(p.fullType()) }

// Text is {V} of the attribute, as the types that print no visibility have it.
func (a *Attribute) Text() string { return a.Name + " : " + cutPackage(a.Type) }

// Full is {A}: "private name : Type", the package cut off.
func (a *Attribute) Full() string {
	if a.IsEnumConstant() {
		return a.Name + " : " + a.Type
	}
	return a.Visibility + " " + a.Name + " : " + cutPackage(a.Type)
}

// Qualified is {A} as the move types print it: the type as it is written.
func (a *Attribute) Qualified() string {
	if a.IsEnumConstant() {
		return a.Name + " : " + a.Type
	}
	return a.Visibility + " " + a.Name + " : " + a.Type
}

func (a *Attribute) String() string { return a.Class.Name + "#" + a.Text() }

func (c *Class) String() string { return c.Name }

// cutPackage cuts the package off the head of a type: "java.util.List<a.b.X>" gives "List<a.b.X>". A name with one
// dot (Map.Entry, util.X) stays, and so do names within type arguments.
func cutPackage(t string) string {
	head := t
	if i := strings.IndexAny(t, "<[."); i >= 0 && t[i] == '.' {
		if j := strings.IndexAny(t, "<["); j >= 0 {
			head = t[:j]
		}
	} else {
		return t
	}
	head = strings.TrimSuffix(head, "...")
	if strings.Count(head, ".") < 2 || !lower(head[0]) {
		return t
	}
	// The type starts at the first part with a capital.
	at := 0
	for {
		if at < len(head) && !lower(head[at]) {
			return t[at:]
		}
		i := strings.IndexByte(head[at:], '.')
		if i < 0 {
			return t[at:]
		}
		at += i + 1
	}
}

func lower(c byte) bool { return 'a' <= c && c <= 'z' || c == '_' }

// rawType is t without type arguments: "Map.Entry<K,V>[]" gives "Map.Entry[]".
func rawType(t string) string {
	if strings.IndexByte(t, '<') < 0 {
		return t
	}
	var b strings.Builder
	depth := 0
	for i := 0; i < len(t); i++ {
		switch t[i] {
		case '<':
			depth++
		case '>':
			depth--
		default:
			if depth == 0 {
				b.WriteByte(t[i])
			}
		}
	}
	return b.String()
}

// lastPart is the text after the last dot.
func lastPart(s string) string { return s[strings.LastIndexByte(s, '.')+1:] }

// parentOf is the text before the last dot, "" where there is none.
func parentOf(s string) string {
	if i := strings.LastIndexByte(s, '.'); i >= 0 {
		return s[:i]
	}
	return ""
}

// inMethod is the tail "in method {M} from class {C}" of most descriptions; an initializer or attribute changes the
// word.
func inMethod(m *Method) string {
	if m.IsInitializer() {
		return " in initializer " + m.Text() + " from class " + m.Class.Name
	}
	return " in method " + m.Text() + " from class " + m.Class.Name
}

func inAttribute(a *Attribute) string {
	if a.IsEnumConstant() {
		text := a.Name
		if a.Decl.Init >= 0 {
			text += Code(a.Class.File, a.Decl.Init)
		}
		return " in enum constant " + text + " from class " + a.Class.Name
	}
	return " in attribute " + a.Full() + " from class " + a.Class.Name
}

// list prints [a, b].
func list(items []string) string { return "[" + strings.Join(items, ", ") + "]" }
