package mine

import (
	"slices"
	"strings"

	"refract/finding"
)

// This file finds methods that were split into several, or merged from several: Split Method and Merge Method. A method is
// not split because two new ones look like it: tests are copied and changed all the time. Its name tells: it is gone, and
// all its words are in the names of the new ones, which say what each of them got.

// A MethodSplit is one method on one side of the change that became several on the other.
type MethodSplit struct {
	One   *Method
	Parts []*Method
}

// splitMethods finds, among the removed and added methods of p, those that were split, and with the sides exchanged those
// that were merged, and takes them out of the lists: what was split was not renamed.
func (d *Diff) splitMethods(p *ClassPair) {
	d.Splits = append(d.Splits, d.splitsOf(p.Before, p.After, &p.RemovedMethods, &p.AddedMethods)...)
	d.MethodMerges = append(d.MethodMerges, d.splitsOf(p.After, p.Before, &p.AddedMethods, &p.RemovedMethods)...)
}

func (d *Diff) splitsOf(class, other *Class, ones, others *[]*Method) []MethodSplit {
	if len(*ones) == 0 || len(*others) < 2 {
		return nil
	}
	var found []MethodSplit
	taken := map[*Method]bool{}
	oneWords, otherWords := wordsOf(*ones), wordsOf(*others)
	for _, m := range *ones {
		d.checkpoint()
		if m.IsConstructor() || m.OverridesObject() || hollow(m) || trivialBody(m) || other.hasMethod(m.Name) || sharesName(m, oneWords.saying(m)) {
			continue
		}
		parts := d.partsOf(m, class, slices.DeleteFunc(slices.Clone(otherWords.saying(m)), func(x *Method) bool { return taken[x] }))
		if len(parts) < 2 {
			continue
		}
		found = append(found, MethodSplit{m, parts})
		taken[m] = true
		for _, x := range parts {
			taken[x] = true
		}
	}
	if len(found) > 0 {
		gone := func(x *Method) bool { return taken[x] }
		*ones, *others = slices.DeleteFunc(slices.Clone(*ones), gone), slices.DeleteFunc(slices.Clone(*others), gone)
	}
	return found
}

// wordMethods are methods by the words of their names.
type wordMethods struct {
	all []*Method
	of  map[string][]*Method
}

func wordsOf(list []*Method) wordMethods {
	x := wordMethods{list, map[string][]*Method{}}
	for _, m := range list {
		for i, w := range m.words() {
			if !slices.Contains(m.words()[:i], w) {
				x.of[w] = append(x.of[w], m)
			}
		}
	}
	return x
}

// saying returns the methods that have the rarest word of the name of m, among which are all that have all of them.
func (x wordMethods) saying(m *Method) []*Method {
	list := x.all
	for _, w := range m.words() {
		if of := x.of[w]; len(of) < len(list) {
			list = of
		}
	}
	return list
}

// sharesName reports whether another method of list has the name of m, or its words.
func sharesName(m *Method, list []*Method) bool {
	return slices.ContainsFunc(list, func(o *Method) bool { return o != m && saysAll(m, o) })
}

// partsOf lists the methods of list whose names have all words of m's and that have a statement of m, where the class of m
// has none of their names and they do not call one another. Each must have a statement of m that no other has: else they
// are copies.
func (d *Diff) partsOf(m *Method, class *Class, list []*Method) []*Method {
	var parts []*Method
	for _, x := range list {
		d.checkpoint()
		if x.HasBody() && saysAll(m, x) && !class.hasMethod(x.Name) && isTest(m) == isTest(x) &&
			d.sameType(m.Return, x.Return) && m.shares(x) > 0 {
			parts = append(parts, x)
		}
	}
	for _, x := range parts {
		others := slices.DeleteFunc(slices.Clone(parts), func(y *Method) bool { return y == x })
		if !hasOwn(m, x, others) || slices.ContainsFunc(others, func(y *Method) bool { return len(x.callsOf(y)) > 0 }) {
			return nil
		}
	}
	return parts
}

// hasOwn reports whether m has a statement in common with x and with none of the others.
func hasOwn(m, x *Method, others []*Method) bool {
	has := func(y *Method, hash uint64) bool {
		_, found := slices.BinarySearch(y.leafHashes(), hash)
		return found
	}
	return slices.ContainsFunc(m.leafHashes(), func(h uint64) bool {
		return has(x, h) && !slices.ContainsFunc(others, func(y *Method) bool { return has(y, h) })
	})
}

// saysAll reports whether the name of o has all words of the name of m, and more; singular and plural are one word.
func saysAll(m, o *Method) bool {
	words, all := m.words(), o.words()
	return len(all) > len(words) && !slices.ContainsFunc(words, func(w string) bool { return !slices.Contains(all, w) })
}

// words are the words of the name of m in the singular.
func (m *Method) words() []string {
	if m.memo.words == nil {
		m.memo.words = nameWords(m.Name)
		for i, w := range m.memo.words {
			m.memo.words[i] = strings.TrimSuffix(w, "s")
		}
	}
	return m.memo.words
}

func splitAndMergedMethods(d *Diff, report func(finding.Refactoring)) {
	for _, s := range d.Splits {
		texts, places := methodTexts(s.Parts, "split method declaration")
		report(one("Split Method", s.One.Text()+" to "+list(texts)+" in class "+s.Parts[0].Class.Name,
			at(s.One.Location("original method declaration")), places))
	}
	for _, s := range d.MethodMerges {
		texts, places := methodTexts(s.Parts, "merged method declaration")
		report(one("Merge Method", list(texts)+" to "+s.One.Text()+" in class "+s.One.Class.Name,
			places, at(s.One.Location("new method declaration"))))
	}
}

func methodTexts(methods []*Method, description string) (texts []string, places []finding.Location) {
	for _, m := range methods {
		texts = append(texts, m.Text())
		places = append(places, m.Location(description))
	}
	return texts, places
}
