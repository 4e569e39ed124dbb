package mine

import (
	"strings"

	"refract/java"
	"refract/mapping"
)

// This file tells overloads apart by the arguments of a call, as far as declarations and literals show their types. What
// is not known for certain fits.

// fits reports whether the arguments of call c in m can be the parameters of callee.
func (m *Method) fits(c *call, callee *Method) bool {
	f := m.Class.File
	if c.args <= 0 || c.args != len(callee.Params) || callee.Params[c.args-1].Variadic {
		return true
	}
	i := 0
	for a := f.FirstChild(f.Child(c.node, java.FieldArguments)); a >= 0 && i < c.args; a = f.NextSibling(a) {
		if typ := m.argumentType(f.Unparen(a)); typ != "" && !m.Class.assignable(typ, callee.Class, &callee.Params[i]) {
			return false
		}
		i++
	}
	return true
}

// argumentType is the declared type of the variable at node n, or the type of the literal, "" where nothing tells.
func (m *Method) argumentType(n java.NodeID) string {
	switch f := m.Class.File; f.Kind(n) {
	case java.StringLiteral:
		return "String"
	case java.True, java.False:
		return "boolean"
	case java.DecimalIntegerLiteral:
		return "int"
	case java.Identifier:
		t := m.Tree()
		switch r := refOf(m, t, mapping.Ref{Tree: t, Node: n}); r.kind {
		case localRef:
			if typ := t.TypeText(&t.Vars[r.index]); typ != "var" {
				return typ
			}
		case paramRef:
			return m.Params[r.index].fullType()
		case attributeRef:
			return r.attr.Type
		}
	}
	return ""
}

// assignable reports whether a value of type typ, as class c names it, may be passed to p, a parameter in class o.
func (c *Class) assignable(typ string, o *Class, p *Param) bool {
	from, to := lastPart(rawType(typ)), lastPart(rawType(p.Type))
	if from == to || to == "Object" {
		return true
	}
	if primitive(from) || primitive(to) {
		return boxed(from) == boxed(to) || numeric(from) && numeric(to) ||
			primitive(from) && (to == "Number" || to == "Comparable" || to == "Serializable" || typeVariable(to))
	}
	x, y := c.Model.resolve(c, rawType(typ)), o.Model.resolve(o, rawType(p.Type))
	switch {
	case x != nil && y != nil:
		return x == y || x.subtypeOf(y) || !x.closed()
	case from == "String" && y != nil:
		return false
	}
	return true
}

// closed reports whether all supertypes of c are in its model: then it is of no type but those.
func (c *Class) closed() bool {
	if !c.knowsSupers() {
		return false
	}
	for s := range c.supers {
		if !s.knowsSupers() {
			return false
		}
	}
	return true
}

func (c *Class) knowsSupers() bool {
	for _, s := range c.Supertypes() {
		if c.Model.resolve(c, rawType(s)) == nil {
			return false
		}
	}
	return true
}

var boxes = map[string]string{"int": "Integer", "char": "Character", "boolean": "Boolean", "long": "Long", "short": "Short", "byte": "Byte",
	"float": "Float", "double": "Double"}

func primitive(t string) bool { return boxes[t] != "" }

func boxed(t string) string {
	if b := boxes[t]; b != "" {
		return b
	}
	return t
}

func numeric(t string) bool { return primitive(t) && t != "boolean" }

// typeVariable guesses by the name.
func typeVariable(t string) bool { return len(t) <= 2 && strings.ToUpper(t) == t }
