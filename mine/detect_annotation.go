package mine

import (
	"refract/finding"
	"refract/java"
)

// This file reports annotations added to, removed from and changed at classes, methods, attributes and parameters.

// annotation is an annotation at a declaration.
type annotation struct {
	node java.NodeID
	name string
	text string
}

func annotationsOf(f *java.File, modifiers java.NodeID) []annotation {
	var list []annotation
	for _, n := range annotationNodes(f, modifiers) {
		list = append(list, annotation{n, annotationName(f, n), annotationText(f, n)})
	}
	return list
}

// annotated is a declaration that may carry annotations.
type annotated struct {
	file      *java.File
	modifiers java.NodeID
	in        string // " in class a.B"
	location  func(description string) finding.Location
	// more are the locations of what stands around a parameter or variable.
	more func(description string) []finding.Location
}

// changedAnnotations compares the annotations of one declaration before and after: equal text first, then one name.
func (d *Diff) changedAnnotations(what, element string, b, a annotated, report func(finding.Refactoring)) {
	if b.modifiers < 0 && a.modifiers < 0 {
		return
	}
	removed, added := annotationsOf(b.file, b.modifiers), annotationsOf(a.file, a.modifiers)
	removed, added = unequalAnnotations(removed, added)
	if len(removed)+len(added) == 0 {
		return
	}
	removed, added = d.annotationMoves().unmoved(b.file, removed), d.annotationMoves().unmoved(a.file, added)
	places := func(s annotated, x *annotation, word, description string) []finding.Location {
		var l []finding.Location
		if x != nil {
			l = append(l, nodeLocation(s.file, x.node, annotationElement, word+" annotation", x.text))
		}
		l = append(l, s.location(description))
		if s.more != nil {
			l = append(l, s.more(description)...)
		}
		return l
	}
	used := make([]bool, len(added))
next:
	for i := range removed {
		for j := range added {
			if !used[j] && removed[i].name == added[j].name {
				used[j] = true
				report(one("Modify "+what+" Annotation", removed[i].text+" to "+added[j].text+a.in,
					places(b, &removed[i], "original", "original "+element+" declaration"),
					places(a, &added[j], "modified", element+" declaration with modified annotation")))
				continue next
			}
		}
		report(one("Remove "+what+" Annotation", removed[i].text+b.in,
			places(b, &removed[i], "removed", "original "+element+" declaration"),
			places(a, nil, "", element+" declaration with removed annotation")))
	}
	for j := range added {
		if !used[j] {
			report(one("Add "+what+" Annotation", added[j].text+a.in,
				places(b, nil, "", "original "+element+" declaration"),
				places(a, &added[j], "added", element+" declaration with added annotation")))
		}
	}
}

// unequalAnnotations drops those that both lists have.
func unequalAnnotations(before, after []annotation) (removed, added []annotation) {
	used := make([]bool, len(after))
next:
	for _, b := range before {
		for j, a := range after {
			if !used[j] && a.text == b.text {
				used[j] = true
				continue next
			}
		}
		removed = append(removed, b)
	}
	for j, a := range after {
		if !used[j] {
			added = append(added, a)
		}
	}
	return removed, added
}

func classAnnotations(d *Diff, report func(finding.Refactoring)) {
	for _, p := range d.Pairs {
		if p.Kind == AnonymousPair {
			continue
		}
		side := func(c *Class) annotated {
			return annotated{file: c.File, modifiers: c.Decl.Modifiers, in: " in class " + c.Name, location: c.Location}
		}
		d.changedAnnotations("Class", "class", side(p.Before), side(p.After), report)
	}
}

func methodAnnotations(d *Diff, report func(finding.Refactoring)) {
	for p := range d.methodPairs {
		if p.Before.Decl.Modifiers < 0 && p.After.Decl.Modifiers < 0 {
			continue
		}
		side := func(m *Method) annotated {
			return annotated{file: m.Class.File, modifiers: m.Decl.Modifiers, in: inMethod(m), location: m.Location}
		}
		d.changedAnnotations("Method", "method", side(p.Before), side(p.After), report)
	}
}

func attributeAnnotations(d *Diff, report func(finding.Refactoring)) {
	for p := range d.attributePairs {
		if p.Before.Decl.Modifiers < 0 && p.After.Decl.Modifiers < 0 {
			continue
		}
		side := func(a *Attribute) annotated {
			return annotated{file: a.Class.File, modifiers: a.Decl.Modifiers, in: inAttribute(a), location: a.Location}
		}
		d.changedAnnotations("Attribute", "attribute", side(p.Before), side(p.After), report)
	}
}

func parameterAnnotations(d *Diff, report func(finding.Refactoring)) {
	for p := range d.methodPairs {
		for _, q := range d.parameters(p).matched {
			if q.before.Decl.Modifiers < 0 && q.after.Decl.Modifiers < 0 {
				continue
			}
			side := func(m *Method, v *Param) annotated {
				return annotated{
					file: m.Class.File, modifiers: v.Decl.Modifiers, in: inParameter(m, v),
					location: func(s string) finding.Location { return paramLocation(m, v, s) },
					more:     func(s string) []finding.Location { return at(m.Location(s)) },
				}
			}
			d.changedAnnotations("Parameter", "variable", side(p.Before, q.before), side(p.After, q.after), report)
		}
	}
}
