package mine

import (
	"slices"

	"refract/finding"
	"refract/java"
	"refract/mapping"
)

// This file reports assumptions, with which a test ends where it makes no sense, in the place of what did that before: a
// condition around the test or before a return, an assertion of the same condition, and the annotation that ignored the
// test at all.

// assumptions lists the calls of assumeTrue and assumeFalse that q got, with the statements they are.
func assumptions(q *MethodPair) []java.NodeID {
	if q.Mapping == nil {
		return nil
	}
	return addedCalls(q, "assumeTrue", "assumeFalse", "assumeThat", "assumingThat")
}

func conditionalAssumptions(d *Diff, report func(finding.Refactoring)) {
	for q := range d.methodPairs {
		for _, n := range assumptions(q) {
			for i := range q.Mapping.Src.Stmts {
				s := mapping.StmtID(i)
				if q.Mapping.Src.Stmts[i].Kind == mapping.If && q.Mapping.OfSrc(s) == nil && assumes(q, n, conditionNode(q.Mapping.Src, s), true) {
					reportAssumption("Replace Conditional With Assumption", q, s, n, report)
				}
			}
		}
	}
}

func assertionAssumptions(d *Diff, report func(finding.Refactoring)) {
	for q := range d.methodPairs {
		for _, n := range assumptions(q) {
			for i := range q.Mapping.Src.Stmts {
				s := mapping.StmtID(i)
				if p := q.Mapping.OfSrc(s); p != nil && p.Exact() || q.Mapping.Src.Stmts[i].Kind != mapping.Expression {
					continue
				}
				f := q.Before.Class.File
				if c := f.FirstChild(q.Mapping.Src.Stmts[i].Node); asserts(f, c) && assumes(q, n, lastArgument(f, c), false) {
					reportAssumption("Replace Assertion With Assumption", q, s, n, report)
				}
			}
		}
	}
}

func ignoredAssumptions(d *Diff, report func(finding.Refactoring)) {
	for q := range d.methodPairs {
		calls := assumptions(q)
		if len(calls) == 0 {
			continue
		}
		for _, a := range annotationsOf(q.Before.Class.File, q.Before.Decl.Modifiers) {
			if name := lastPart(a.name); name != "Ignore" && name != "Disabled" || hasAnnotation(q.After, "Ignore", "Disabled") {
				continue
			}
			text := assumptionText(q, calls[0])
			report(one("Replace Ignore With Assumption", a.text+" to "+text+inMethod(q.After),
				at(nodeLocation(q.Before.Class.File, a.node, annotationElement, "original annotation", a.text), q.Before.Location("original method declaration")),
				at(nodeLocation(q.After.Class.File, calls[0], "METHOD_INVOCATION", "introduced assumption", text), q.After.Location("method declaration with introduced assumption"))))
		}
	}
}

func reportAssumption(typ string, q *MethodPair, s mapping.StmtID, n java.NodeID, report func(finding.Refactoring)) {
	text := assumptionText(q, n)
	report(one(typ, statementText(q.Mapping.Src, s)+" to "+text+inMethod(q.After),
		at(statementLocation(q.Mapping.Src, s, "original statement"), q.Before.Location("original method declaration")),
		at(nodeLocation(q.After.Class.File, n, "METHOD_INVOCATION", "introduced assumption", text), q.After.Location("method declaration with introduced assumption"))))
}

func assumptionText(q *MethodPair, n java.NodeID) string {
	return firstLine(allCode(q.After.Class.File, n))
}

// asserts reports whether n is a call of assertTrue or assertFalse.
func asserts(f *java.File, n java.NodeID) bool {
	return f.Kind(n) == java.MethodInvocation && slices.Contains([]string{"assertTrue", "assertFalse"}, f.Text(f.Child(n, java.FieldName)))
}

// lastArgument returns the condition that an assertion or assumption of JUnit 4 is about: the first argument is a message
// where there are two.
func lastArgument(f *java.File, call java.NodeID) java.NodeID {
	found := java.NoNode
	for c := f.FirstChild(f.Child(call, java.FieldArguments)); c >= 0; c = f.NextSibling(c) {
		found = c
	}
	return found
}

// assumes reports whether an argument of call n after is the condition at node b before; with negated, or its negation.
func assumes(q *MethodPair, n, b java.NodeID, negated bool) bool {
	if b < 0 {
		return false
	}
	f, g := q.Before.Class.File, q.After.Class.File
	for c := g.FirstChild(g.Child(n, java.FieldArguments)); c >= 0; c = g.NextSibling(c) {
		a := normalForm(g, g.Unparen(c), false)
		if a == normalForm(f, f.Unparen(b), false) || negated && a == normalForm(f, f.Unparen(b), true) {
			return true
		}
	}
	return false
}
