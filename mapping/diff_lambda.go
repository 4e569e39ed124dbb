package mapping

import "refract/java"

// This file aligns lambdas with one another and with anonymous classes.

// lambda aligns two lambda expressions.
func (d *differ) lambda(a, b Ref) bool {
	pa, pb := a.child(java.FieldParameters), b.child(java.FieldParameters)
	la, lb := lambdaNames(pa), lambdaNames(pb)
	if len(la) != len(lb) {
		return false
	}
	for i := range la {
		if la[i].Text() != lb[i].Text() {
			if !d.replace(Variable, la[i], lb[i]) {
				return false
			}
		} else {
			d.common++
		}
	}
	return d.lambdaBodies(a.child(java.FieldBody), b.child(java.FieldBody))
}

// lambdaBodies aligns an expression or block with another.
func (d *differ) lambdaBodies(a, b Ref) bool {
	if a.Kind() == java.Block && b.Kind() == java.Block {
		if a.hash() == b.hash() {
			d.common += a.weight()
			return true
		}
		return d.align(a, b, false)
	}
	x, y := single(a), single(b)
	if x.Node < 0 {
		x = lastValue(a)
	}
	if y.Node < 0 {
		y = lastValue(b)
	}
	a, b = x, y
	if a.Node < 0 || b.Node < 0 {
		return false
	}
	return d.align(a, b, false)
}

// single returns the expression of a block of one statement, r itself where it is no block, or no node.
func single(r Ref) Ref {
	if r.Kind() != java.Block {
		return r
	}
	f := r.Tree.File
	s := f.FirstChild(r.Node)
	if s < 0 || f.NextSibling(s) >= 0 {
		return Ref{r.Tree, java.NoNode}
	}
	return Ref{r.Tree, valueOf(f, s)}
}

// lastValue returns the expression of the return statement that ends block r, or no node.
func lastValue(r Ref) Ref {
	f := r.Tree.File
	if s := f.LastChild(r.Node); f.Kind(s) == java.ReturnStatement {
		return Ref{r.Tree, f.FirstChild(s)}
	}
	return Ref{r.Tree, java.NoNode}
}

func lambdaNames(p Ref) []Ref {
	if p.Node < 0 {
		return nil
	}
	if p.Kind() == java.Identifier {
		return []Ref{p}
	}
	list := childList(p)
	for i := range list {
		if n := list[i].child(java.FieldName); n.Node >= 0 {
			list[i] = n
		}
	}
	return list
}

// functional aligns a lambda with an anonymous class of one method; done is false where neither applies.
func (d *differ) functional(a, b Ref) (ok, done bool) {
	ba, bb := functionBody(a), functionBody(b)
	if ba.Node < 0 || bb.Node < 0 {
		return false, false
	}
	return d.lambdaBodies(ba, bb) && d.replace(Other, a, b), true
}

func functionBody(r Ref) Ref {
	switch r.Kind() {
	case java.LambdaExpression:
		return r.child(java.FieldBody)
	case java.ObjectCreationExpression:
		f := r.Tree.File
		body := f.ChildOfKind(r.Node, java.ClassBody)
		found := java.NoNode
		for c := f.FirstChild(body); c >= 0; c = f.NextSibling(c) {
			if f.Kind(c) == java.MethodDeclaration {
				if found >= 0 {
					return Ref{r.Tree, java.NoNode}
				}
				found = f.Child(c, java.FieldBody)
			}
		}
		return Ref{r.Tree, found}
	}
	return Ref{r.Tree, java.NoNode}
}
