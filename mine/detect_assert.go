package mine

import (
	"slices"

	"refract/finding"
	"refract/java"
)

// This file reports what a test framework was told about a test from outside, and is told by a call in the test now: that
// it throws an exception, by "expected" of @Test, by a rule or by a catch clause, or that it ends in time, by "timeout" of
// @Test.

func assertedThrows(d *Diff, report func(finding.Refactoring)) {
	for q := range d.methodPairs {
		for _, n := range addedCalls(q, "assertThrows", "assertThrowsExactly") {
			f := q.After.Class.File
			class := f.FirstChild(f.Child(n, java.FieldArguments))
			if f.Kind(class) != java.ClassLiteral || !expectedBefore(q, lastPart(f.Text(f.FirstChild(class)))) {
				continue
			}
			reportAssertion("Assert Throws", q, n, report)
		}
	}
}

func assertedTimeouts(d *Diff, report func(finding.Refactoring)) {
	for q := range d.methodPairs {
		for _, n := range addedCalls(q, "assertTimeout", "assertTimeoutPreemptively") {
			if testElement(q.Before, "timeout") >= 0 && testElement(q.After, "timeout") < 0 {
				reportAssertion("Assert Timeout", q, n, report)
			}
		}
	}
}

func reportAssertion(typ string, q *MethodPair, n java.NodeID, report func(finding.Refactoring)) {
	f := q.After.Class.File
	text := firstLine(allCode(f, n))
	report(one(typ, text+inMethod(q.After), at(q.Before.Location("original method declaration")),
		at(nodeLocation(f, n, "METHOD_INVOCATION", "introduced assertion", text), q.After.Location("method declaration with introduced assertion"))))
}

// addedCalls lists the calls of methods with one of the names in q after the change, where there was none before.
func addedCalls(q *MethodPair, names ...string) []java.NodeID {
	named := func(c call) bool { return c.args >= 0 && slices.Contains(names, c.name) }
	if slices.ContainsFunc(q.Before.calls(), named) {
		return nil
	}
	var list []java.NodeID
	for _, c := range q.After.calls() {
		if named(c) {
			list = append(list, c.node)
		}
	}
	return list
}

// expectedBefore reports whether q before the change expected an exception of that simple name, and no longer does in that
// way.
func expectedBefore(q *MethodPair, name string) bool {
	if expectsByAnnotation(q.Before, name) && !expectsByAnnotation(q.After, name) {
		return true
	}
	return expectsInBody(q.Before, name) && !expectsInBody(q.After, name)
}

func expectsByAnnotation(m *Method, name string) bool {
	f := m.Class.File
	v := testElement(m, "expected")
	return v >= 0 && f.Kind(v) == java.ClassLiteral && lastPart(f.Text(f.FirstChild(v))) == name
}

// expectsInBody reports whether m tells a rule to expect the exception, or catches it.
func expectsInBody(m *Method, name string) bool {
	if !m.HasBody() {
		return false
	}
	f := m.Class.File
	for n := m.Decl.Body; n < f.Nodes[m.Decl.Body].Next; n++ {
		switch f.Nodes[n].Kind {
		case java.CatchType:
			for c := f.FirstChild(n); c >= 0; c = f.NextSibling(c) {
				if lastPart(f.Text(c)) == name {
					return true
				}
			}
		case java.MethodInvocation:
			arg := f.FirstChild(f.Child(n, java.FieldArguments))
			if f.Text(f.Child(n, java.FieldName)) == "expect" && f.Kind(arg) == java.ClassLiteral && lastPart(f.Text(f.FirstChild(arg))) == name {
				return true
			}
		}
	}
	return false
}

// testElement returns the value of an element of the @Test annotation of m, NoNode where it has none.
func testElement(m *Method, key string) java.NodeID {
	f := m.Class.File
	for _, a := range annotationNodes(f, m.Decl.Modifiers) {
		if lastPart(annotationName(f, a)) != "Test" {
			continue
		}
		list := f.ChildOfKind(a, java.AnnotationArgumentList)
		for c := f.FirstChild(list); c >= 0; c = f.NextSibling(c) {
			if f.Kind(c) == java.ElementValuePair && f.Text(f.Child(c, java.FieldKey)) == key {
				return f.Child(c, java.FieldValue)
			}
		}
	}
	return java.NoNode
}
