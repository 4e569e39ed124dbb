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
		c := &m.memo.calls[i]
		// What is sent to an unknown name is not sent to this.
		if c.mayCall(callee) && m.reaches(c, callee.Class) && m.fits(c, callee) && (callee.Class.Simple != m.Class.Simple || !m.unknownName(c)) {
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
	if o < 0 || f.Kind(o) == java.This {
		if n := m.nearest(c); n != nil {
			return n.Class == x || !n.HasBody() && x.onlyBelow(n.Class, c)
		}
		return m.inherits(x) || m.importsStatic(c.name, x)
	}
	if f.Kind(o) == java.Super {
		return m.Class != x && m.inherits(x)
	}
	typ, known := m.typeOf(o)
	if !known {
		return true
	}
	return m.isOrRelates(typ, x, c)
}

// nearest returns the method that call c without a receiver means by the rules of the language: one of the class
// itself, then of its supertypes, then of the class around it; nil where none is known.
func (m *Method) nearest(c *call) *Method {
	for o := m.Class; o != nil; o = o.Outer {
		if n := o.declared(c); n != nil {
			return n
		}
		for s := range o.supers {
			if n := s.declared(c); n != nil {
				return n
			}
		}
	}
	return nil
}

// onlyBelow reports whether c is the only class of its model below t that declares what call x can mean.
func (c *Class) onlyBelow(t *Class, x *call) bool {
	if !c.subtypeOf(t) {
		return false
	}
	for _, o := range c.Model.Classes {
		if o != c && o.subtypeOf(t) && o.declared(x) != nil {
			return false
		}
	}
	return true
}

// unknownName reports whether the receiver of c is a name that no declaration in sight explains.
func (m *Method) unknownName(c *call) bool {
	f := m.Class.File
	if f.Kind(c.node) != java.MethodInvocation {
		return false
	}
	o := f.Child(c.node, java.FieldObject)
	if k := f.Kind(o); k != java.Identifier && k != java.FieldAccess {
		return false
	}
	_, known := m.typeOf(o)
	return !known
}

// declared returns a method of c that the call can mean, one with a body if there are several.
func (c *Class) declared(x *call) *Method {
	var found *Method
	for _, m := range c.methodsNamed(x.name) {
		if x.mayCall(m) && (found == nil || !found.HasBody()) {
			found = m
		}
	}
	return found
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

// isOrRelates reports whether a call to a receiver of the type typ can end in x: x is that type, a class above it, or a
// class below it that implements what it leaves abstract.
func (m *Method) isOrRelates(typ string, x *Class, c *call) bool {
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
	if t == x || t.subtypeOf(x) {
		return true
	}
	n := t.declared(c)
	return n != nil && !n.HasBody() && x.subtypeOf(t)
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
