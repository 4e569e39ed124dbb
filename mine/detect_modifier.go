package mine

import (
	"refract/finding"
	"refract/java"
)

// This file reports modifiers added to and removed from classes, methods, attributes and parameters.

const (
	classModifierSet     = java.ModAbstract | java.ModStatic | java.ModFinal | java.ModSealed | java.ModNonSealed
	methodModifierSet    = java.ModAbstract | java.ModStatic | java.ModFinal | java.ModSynchronized | java.ModNative
	attributeModifierSet = java.ModStatic | java.ModFinal | java.ModTransient | java.ModVolatile
	variableModifierSet  = java.ModFinal
)

// changedModifiers calls report with the display name and description for every modifier of set that one side lacks.
func changedModifiers(before, after, set java.ModifierSet, what, inBefore, inAfter string, report func(typ, text string, added bool)) {
	for _, m := range (before &^ after & set).Names() {
		report("Remove "+what+" Modifier", m+inBefore, false)
	}
	for _, m := range (after &^ before & set).Names() {
		report("Add "+what+" Modifier", m+inAfter, true)
	}
}

func classModifiers(d *Diff, report func(finding.Refactoring)) {
	for _, p := range d.Pairs {
		b, a := p.Before, p.After
		if p.Kind == AnonymousPair {
			continue
		}
		changedModifiers(b.Decl.Mods, a.Decl.Mods, classModifierSet, "Class", " in class "+b.Name, " in class "+a.Name,
			func(typ, text string, added bool) {
				report(one(typ, text, at(b.Location("original class declaration")),
					at(a.Location(changedWord("class declaration with", added, "modifier")))))
			})
	}
}

func changedWord(head string, added bool, tail string) string {
	if added {
		return head + " added " + tail
	}
	return head + " removed " + tail
}

func methodModifiers(d *Diff, report func(finding.Refactoring)) {
	for p := range d.methodPairs {
		b, a := p.Before, p.After
		if b.Decl.Mods&methodModifierSet == a.Decl.Mods&methodModifierSet {
			continue
		}
		changedModifiers(b.Decl.Mods, a.Decl.Mods, methodModifierSet, "Method", inMethod(b), inMethod(a),
			func(typ, text string, added bool) {
				report(one(typ, text, at(b.Location("original method declaration")),
					at(a.Location(changedWord("method declaration with", added, "modifier")))))
			})
	}
}

// attributeModifiers compares the modifiers that are written: a constant that goes to an interface loses static and final
// in the source, though it stays both.
func attributeModifiers(d *Diff, report func(finding.Refactoring)) {
	for p := range d.attributePairs {
		b, a := p.Before, p.After
		if b.Decl.Mods&attributeModifierSet == a.Decl.Mods&attributeModifierSet || p.redeclared() {
			continue
		}
		changedModifiers(b.Decl.Mods, a.Decl.Mods, attributeModifierSet, "Attribute", inAttribute(b), inAttribute(a),
			func(typ, text string, added bool) {
				report(one(typ, text, at(b.Location("original attribute declaration")),
					at(a.Location(changedWord("attribute declaration with", added, "modifier")))))
			})
	}
}

func parameterModifiers(d *Diff, report func(finding.Refactoring)) {
	for p := range d.methodPairs {
		for _, q := range d.parameters(p).matched {
			b, a := q.before, q.after
			if b.Decl.Mods&variableModifierSet == a.Decl.Mods&variableModifierSet {
				continue
			}
			changedModifiers(b.Decl.Mods, a.Decl.Mods, variableModifierSet, "Parameter",
				inParameter(p.Before, b), inParameter(p.After, a), func(typ, text string, added bool) {
					report(one(typ, text,
						at(paramLocation(p.Before, b, "original variable declaration"), p.Before.Location("original method declaration")),
						at(paramLocation(p.After, a, changedWord("variable declaration with", added, "modifier")),
							p.After.Location(changedWord("method declaration with", added, "variable modifier")))))
				})
		}
	}
}

func inParameter(m *Method, p *Param) string { return " in parameter " + p.Text() + inMethod(m) }
