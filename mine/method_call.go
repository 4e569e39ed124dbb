package mine

import (
	"refract/java"
	"refract/mapping"
)

// This file decides which method a call can mean, by name, number of arguments, and what is known of the receiver's
// type without a compiler.

// callsOf lists the calls in the body of m that can mean callee.
func (m *Method) callsOf(callee *Method) []call {
	var list []call
	for i := range m.calls() {
		if c := &m.memo.calls[i]; c.mayCall(callee) && m.reaches(c, callee.Class) {
			list = append(list, *c)
		}
	}
	return list
}

// reaches reports whether the receiver of call c in m can be of class x, in the model of m.
func (m *Method) reaches(c *call, x *Class) bool {
	f := m.Class.File
	var o java.NodeID
	switch f.Kind(c.node) {
	case java.MethodReference:
		o = f.FirstChild(c.node)
	case java.ExplicitConstructorInvocation:
		return x == m.Class
	default:
		o = f.Child(c.node, java.FieldObject)
	}
	if o < 0 {
		return m.inherits(x) || m.importsStatic(c.name, x)
	}
	switch f.Kind(o) {
	case java.This:
		return m.inherits(x)
	case java.Super:
		return m.Class != x && m.inherits(x)
	}
	typ, known := m.typeOf(o)
	if !known {
		return true
	}
	return m.isOrRelates(typ, x)
}

// vague reports whether the type of c's receiver is unknown.
func (m *Method) vague(c *call) bool {
	f := m.Class.File
	if f.Kind(c.node) != java.MethodInvocation {
		return false
	}
	o := f.Child(c.node, java.FieldObject)
	if o < 0 || f.Kind(o) == java.This || f.Kind(o) == java.Super {
		return false
	}
	_, known := m.typeOf(o)
	return !known
}

// inherits reports whether a member of x can be named in m without a receiver.
func (m *Method) inherits(x *Class) bool {
	for c := m.Class; c != nil; c = c.Outer {
		if c == x {
			return true
		}
		for s := range c.supers {
			if s == x {
				return true
			}
		}
		if c.Decl.Kind == java.AnonymousClass && c.File.TypeText(c.Decl.Superclass, 0) == x.Simple {
			return true
		}
	}
	return false
}

func (m *Method) importsStatic(name string, x *Class) bool {
	for i := range m.Class.File.Imports {
		im := &m.Class.File.Imports[i]
		if im.Static && (im.OnDemand && im.Name == x.Name || !im.OnDemand && im.Name == x.Name+"."+name) {
			return true
		}
	}
	return false
}

// isOrRelates reports whether type is the name of x, or of a class above or below it.
func (m *Method) isOrRelates(typ string, x *Class) bool {
	if typ == x.Simple {
		return true
	}
	t := m.Class.Model.resolve(m.Class, typ)
	if t == nil {
		// A type outside the change may still be a supertype that x names.
		for _, s := range x.Supertypes() {
			if lastPart(s) == typ {
				return true
			}
		}
		return false
	}
	return t == x || t.subtypeOf(x)
}

// typeOf returns the simple name of the static type of receiver o, as far as declarations show it.
func (m *Method) typeOf(o java.NodeID) (name string, known bool) {
	f := m.Class.File
	o = f.Unparen(o)
	switch f.Kind(o) {
	case java.ObjectCreationExpression, java.CastExpression:
		return lastPart(rawType(f.TypeText(f.Child(o, java.FieldType), 0))), true
	case java.Identifier, java.FieldAccess:
		text := f.Text(o)
		if t := m.Tree(); t != nil && f.Kind(o) == java.Identifier {
			if i := t.VarOf(o); i >= 0 {
				typ := t.TypeText(&t.Vars[i])
				return lastPart(rawType(typ)), typ != "" && typ != "var"
			}
		}
		r := refOf(m, m.Tree(), mapping.Ref{Tree: m.Tree(), Node: o})
		switch r.kind {
		case paramRef:
			return lastPart(rawType(m.Params[r.index].Type)), true
		case attributeRef:
			return lastPart(rawType(r.attr.Type)), true
		}
		name = lastPart(text)
		return name, name != "" && 'A' <= name[0] && name[0] <= 'Z'
	case java.StringLiteral:
		return "String", true
	}
	return "", false
}
