package mine

import (
	"slices"

	"refract/java"
)

// This file finds extracted and inlined variables by the place where they are used: the value of the local stands on the
// other side where the local stands on this one, as the receiver of one call, as one argument of one call, or as what is
// stored in one variable. It sees what the mapping of statements does not: that "if (o instanceof T) { T t = (T) o; return
// t.name; }" became "return o instanceof T && ((T) o).name;".

// place is what stands around an expression.
type place struct {
	kind  java.Kind  // of the node around it
	field java.Field // the role in it
	name  string     // of what is called, accessed, created, or stored to; "" for what has no name
	index int        // among the arguments, and how many there are
	count int
}

// placeOf returns the place of the expression at node n; ok is false where it says nothing.
func placeOf(f *java.File, n java.NodeID) (p place, ok bool) {
	n = around(f, n)
	up := f.Parent(n)
	p = place{kind: f.Kind(up), field: f.Nodes[n].Field}
	switch p.kind {
	case java.MethodInvocation:
		p.name = f.Text(f.Child(up, java.FieldName))
		p.count = countChildren(f, f.Child(up, java.FieldArguments))
		return p, p.field == java.FieldObject
	case java.FieldAccess:
		p.name = f.Text(f.Child(up, java.FieldField))
		return p, p.field == java.FieldObject
	case java.AssignmentExpression:
		p.name = lastWord(f.Text(f.Child(up, java.FieldLeft)))
		return p, p.field == java.FieldRight && p.name != ""
	case java.ArgumentList:
		call := f.Parent(up)
		p.kind = f.Kind(call)
		switch p.kind {
		case java.MethodInvocation:
			p.name = f.Text(f.Child(call, java.FieldName))
		case java.ObjectCreationExpression:
			p.name = rawType(f.TypeText(f.Child(call, java.FieldType), 0))
		}
		p.count = countChildren(f, up)
		for c := f.FirstChild(up); c >= 0 && c != n; c = f.NextSibling(c) {
			p.index++
		}
		return p, p.name != ""
	}
	return p, false
}

// around steps out of parentheses and casts around node n.
func around(f *java.File, n java.NodeID) java.NodeID {
	for {
		switch up := f.Parent(n); f.Kind(up) {
		case java.ParenthesizedExpression:
			n = up
		case java.CastExpression:
			if f.Nodes[n].Field != java.FieldValue {
				return n
			}
			n = up
		default:
			return n
		}
	}
}

// placed reports whether the value of local i stands on the other side in a place where this side has the local, in a
// statement that did not stay as it was.
func (w view) placed(i int) bool {
	if w.pair == nil {
		return false
	}
	values := w.assignments(i)
	if v := w.value(i); v >= 0 {
		values = append([]java.NodeID{v}, values...)
	}
	x := &w.t.Vars[i]
	f := w.t.File
	for _, value := range values {
		if !w.telling(value) || w.t.File.Kind(plainValue(w.t.File, value)) == java.StringLiteral {
			continue // a text may be given to the same method for any reason
		}
		places := w.placesOf(value)
		if len(places) == 0 {
			continue
		}
		for n := range w.t.Named(x.Name, x.NameNode+1, x.ScopeEnd) {
			if w.local(n) != i || w.stayed(n, false) {
				continue
			}
			if p, ok := placeOf(f, n); ok && slices.Contains(places, p) {
				return true
			}
		}
	}
	return false
}

// stayed reports whether node n, of the other side when there is true, stands in a statement that stayed as it was.
func (w view) stayed(n java.NodeID, there bool) bool {
	if there == w.after {
		p := w.m.SrcNodeOf(n)
		return p != nil && p.Exact()
	}
	s := w.m.Dst.StmtAt(n)
	if s < 0 {
		return false
	}
	p := w.m.OfDst(s)
	return p != nil && p.Exact()
}

// placesOf lists the places where the other side has value in a statement that did not stay as it was.
func (w view) placesOf(value java.NodeID) []place {
	var list []place
	for _, n := range w.mayBe(value) {
		if !w.same(value, n, maxChain) || w.stayed(n, true) {
			continue
		}
		if p, ok := placeOf(w.o.File, n); ok {
			list = append(list, p)
		}
	}
	return list
}
