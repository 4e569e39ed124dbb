package mine

import (
	"slices"

	"refract/finding"
	"refract/java"
)

// This file reports moved attributes and changed types of attributes.

func movedAttributes(d *Diff, report func(finding.Refactoring)) {
	for _, p := range d.AttributeMoves {
		if p.Kind == MovedRenamedPair {
			continue
		}
		typ, word := "Move Attribute", "moved"
		switch p.Kind {
		case PulledUpPair:
			typ, word = "Pull Up Attribute", "pulled up"
		case PushedDownPair:
			typ, word = "Push Down Attribute", "pushed down"
		}
		report(one(typ, p.Before.Qualified()+" from class "+p.Before.Class.Name+" to "+p.After.Qualified()+" from class "+p.After.Class.Name,
			at(p.Before.Location("original attribute declaration")), at(p.After.Location(word+" attribute declaration"))))
	}
}

func movedRenamedAttributes(d *Diff, report func(finding.Refactoring)) {
	for _, p := range d.AttributeMoves {
		if p.Kind == MovedRenamedPair {
			report(one("Move And Rename Attribute", p.Before.Qualified()+" renamed to "+p.After.Qualified()+" and moved from class "+p.Before.Class.Name+" to class "+p.After.Class.Name,
				at(p.Before.Location("original attribute declaration")), at(p.After.Location("moved and renamed attribute declaration"))))
		}
	}
}

func renamedAttributes(d *Diff, report func(finding.Refactoring)) {
	for p := range d.attributePairs {
		if p.Kind == RenamedPair {
			report(one("Rename Attribute", p.Before.Text()+" to "+p.After.Text()+" in class "+p.After.Class.Name,
				at(p.Before.Location("original attribute declaration")), at(p.After.Location("renamed attribute declaration"))))
		}
	}
}

func attributeTypes(d *Diff, report func(finding.Refactoring)) {
	for p := range d.attributePairs {
		if p.Before.Type == p.After.Type || p.Before.IsEnumConstant() && p.After.IsEnumConstant() {
			continue
		}
		b, a := changedTypes(p.Before.Type, p.After.Type)
		report(one("Change Attribute Type", p.Before.Name+" : "+b+" to "+p.After.Name+" : "+a+" in class "+p.After.Class.Name,
			at(p.Before.Location("original attribute declaration")), at(p.After.Location("changed-type attribute declaration"))))
	}
}

// encapsulated reports attributes that got a getter or a setter.
func encapsulated(d *Diff, report func(finding.Refactoring)) {
	for p := range d.attributePairs {
		classes := d.Pair(p.After.Class)
		if classes == nil {
			continue
		}
		for _, m := range classes.AddedMethods {
			// A method that a supertype asks for is not there to hide the attribute.
			if (m.gets(p.After) || m.sets(p.After)) && !m.overrides() {
				report(one("Encapsulate Attribute", p.After.Full()+" from class "+p.After.Class.Name,
					at(p.Before.Location("original attribute declaration")),
					at(p.After.Location("encapsulated attribute declaration"), m.Location("added accessor"))))
				break
			}
		}
	}
}

// overrides reports whether m says of itself that it overrides.
func (m *Method) overrides() bool {
	return slices.ContainsFunc(annotationNodes(m.Class.File, m.Decl.Modifiers), func(n java.NodeID) bool {
		return annotationName(m.Class.File, n) == "Override"
	})
}

// gets reports whether m does nothing but return a.
func (m *Method) gets(a *Attribute) bool {
	list := m.statements()
	if len(m.Params) > 0 || len(list) != 1 || m.Class.File.Kind(list[0]) != java.ReturnStatement {
		return false
	}
	return m.names(m.Class.File.FirstChild(list[0]), a)
}

// sets reports whether m does nothing but give a its parameter, and perhaps return itself.
func (m *Method) sets(a *Attribute) bool {
	f := m.Class.File
	list := m.statements()
	if len(m.Params) != 1 || len(list) == 0 || len(list) > 2 || m.IsConstructor() {
		return false
	}
	if len(list) == 2 && (f.Kind(list[1]) != java.ReturnStatement || f.Kind(f.FirstChild(list[1])) != java.This) {
		return false
	}
	e := f.FirstChild(list[0])
	return f.Kind(list[0]) == java.ExpressionStatement && f.Kind(e) == java.AssignmentExpression && f.Nodes[e].Op == java.Assign &&
		m.names(f.Child(e, java.FieldLeft), a) && f.Text(f.Child(e, java.FieldRight)) == m.Params[0].Name
}

// statements are the statements of the body of m.
func (m *Method) statements() []java.NodeID {
	if !m.HasBody() {
		return nil
	}
	return m.Class.File.Children(nil, m.Decl.Body)
}

// names reports whether the expression n is a, this.a or C.a.
func (m *Method) names(n java.NodeID, a *Attribute) bool {
	f := m.Class.File
	if f.Kind(n) == java.FieldAccess {
		object := f.Child(n, java.FieldObject)
		if f.Kind(object) != java.This && f.Text(object) != a.Class.Simple {
			return false
		}
		n = f.Child(n, java.FieldField)
	}
	return f.Kind(n) == java.Identifier && f.Text(n) == a.Name
}
