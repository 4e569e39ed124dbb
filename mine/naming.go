package mine

import (
	"strings"

	"refract/java"
)

// This file makes the names of classes: dotted paths, and for anonymous classes the path of declarations and calls
// around them.

// qualifiedName is {C}. The outer classes are named already.
//
// A local class stands in the path of its method. The path of an anonymous class has one step for each method
// declaration, variable with the class in its initializer, called method and "new T" between its nearest named class
// and itself.
func (c *Class) qualifiedName() string {
	prefix := c.Package
	if c.Outer != nil {
		prefix = c.Outer.Name
	}
	step := c.Simple
	if c.IsAnonymous() || c.Decl.In >= 0 {
		step = c.path()
	}
	if prefix == "" {
		return step
	}
	return prefix + "." + step
}

// path is the steps from the body of the outer type to c.
func (c *Class) path() string {
	f := c.File
	stop := java.NoNode
	if c.Outer != nil {
		stop = c.Outer.Decl.Node
	}
	var steps []string
	switch c.Decl.Kind {
	case java.AnonymousClass:
		steps = append(steps, "new "+f.TypeText(c.Decl.Superclass, 0))
	default:
		steps = append(steps, c.Decl.Name)
	}
	child := c.Decl.Node
	for n := f.Parent(child); n >= 0 && n != stop; child, n = n, f.Parent(n) {
		switch f.Kind(n) {
		case java.MethodDeclaration, java.ConstructorDeclaration, java.CompactConstructorDeclaration:
			steps = append(steps, f.Text(f.Child(n, java.FieldName)))
		case java.VariableDeclarator:
			if c.IsAnonymous() && f.Nodes[child].Field == java.FieldValue {
				steps = append(steps, f.Text(f.Child(n, java.FieldName)))
			}
		case java.MethodInvocation:
			if c.IsAnonymous() {
				steps = append(steps, f.Text(f.Child(n, java.FieldName)))
			}
		case java.ObjectCreationExpression:
			if c.IsAnonymous() {
				steps = append(steps, "new "+f.TypeText(f.Child(n, java.FieldType), 0))
			}
		}
	}
	for i, j := 0, len(steps)-1; i < j; i, j = i+1, j-1 {
		steps[i], steps[j] = steps[j], steps[i]
	}
	return strings.Join(steps, ".")
}
