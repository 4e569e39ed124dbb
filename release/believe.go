package release

import (
	"slices"
	"strings"

	"refract/mine"
)

// This file says which evidence is enough for which correspondence that the mapping detector found by itself. All of it
// is the same when the releases are swapped.

const (
	// movedText and movedReferences are the overlap and the σ that together make a move of a short member believable.
	movedText, movedReferences = 0.3, 0.3
	// maxNamesakes is the number of classes that declare a method from which its name tells nothing: dispose, toString.
	maxNamesakes = 10
	// minClassTokens is the length from which the text of two classes of different names proves something by itself.
	minClassTokens = 100
)

// believeClass: a moved class has its text or is referred to as before. One that has another name as well must have more
// of that, or keep the half of the words of its name: the classes of one kind, label providers or listeners, resemble
// each other.
func (d *detector) believeClass(typ string, e evidence) bool {
	o := &d.o
	switch {
	case e.references >= o.ReferenceThreshold:
		return true
	case typ == "Move Class":
		return e.text >= o.ClassThreshold || e.references >= movedReferences && e.text >= movedText
	case typ == "Rename Class":
		return e.names >= 0.5 && (e.text >= o.ClassThreshold || e.text >= movedText && e.references >= movedReferences)
	}
	return e.text >= o.TextThreshold && e.tokens >= minClassTokens || e.names >= 0.5 && e.text >= o.ClassThreshold && e.references != 0
}

// classesOf lists the classes that diff pairs under different names and that are believed.
func (d *detector) classesOf(diff *mine.Diff, was, is *declarations) []entityPair {
	var out []entityPair
	for _, p := range diff.Pairs {
		typ := ""
		switch p.Kind {
		case mine.MovedPair:
			typ = "Move Class"
		case mine.RenamedPair:
			typ = "Rename Class"
		case mine.MovedRenamedPair:
			typ = "Move And Rename Class"
		default:
			continue
		}
		l, r := p.Before.Location(""), p.After.Location("")
		old, ok := was.byPlace[place{l.Path, l.Span}]
		new, found := is.byPlace[place{r.Path, r.Span}]
		if ok && found && d.believeClass(typ, d.evidence(pair{old: old, new: new})) {
			out = append(out, entityPair{old, new})
		}
	}
	return out
}

func (w *doubter) believeMember(c *Change, e evidence) bool {
	switch c.Type {
	case "Rename Method", "Rename Attribute":
		return w.believeRename(c, e)
	case "Pull Up Method", "Push Down Method":
		return w.believeAlong(c, e)
	case "Move And Rename Attribute":
		return false // it has kept neither its name nor its place, and has no text
	}
	return w.believeMove(c, e)
}

// believeMove: the class became the other, or no other member of the name is as good, and there is text that says
// something, or references went along.
func (w *doubter) believeMove(c *Change, e evidence) bool {
	d := w.d
	old, new := &d.old.Entities[c.Old.id], &d.new.Entities[c.New.id]
	if to, ok := w.m.became[old.Parent]; ok && to == new.Parent {
		return true
	}
	if d.rival(c.Old.id, c.New.id, e.text) || d.spokenFor(c.Old.id, c.New.id) {
		return false
	}
	if old.Kind == Field {
		return old.Public && new.Public && old.Simple() == new.Simple() && e.text >= d.o.TextThreshold || e.references >= d.o.ReferenceThreshold
	}
	if e.references == 0 && (w.company[entityPair{old.Parent, new.Parent}] < 2 || e.text < d.o.TextThreshold) {
		return false
	}
	everywhere := max(d.old.namesakes(old), d.new.namesakes(new)) > maxNamesakes
	if e.tokens >= minMovedTokens && (e.text >= d.o.TextThreshold || !everywhere && e.text >= d.o.MethodThreshold) {
		return true
	}
	return !everywhere && e.references >= movedReferences && e.text >= movedText
}

// believeRename: the names share the half of their words, or the references went along, or there is much text and it is
// the same. Of an accessor the words after get, set and is count, and of a short one the type must stay as well.
func (w *doubter) believeRename(c *Change, e evidence) bool {
	d := w.d
	old, new := &d.old.Entities[c.Old.id], &d.new.Entities[c.New.id]
	switch {
	case d.follows(Entry{Old: c.Old.id, New: c.New.id}):
		return true
	case d.outnamed(c.Old.id, c.New.id):
		return false
	case e.names >= 0.5:
		return e.references != 0 || old.Kind == Field || e.text >= d.o.MethodThreshold
	case e.references >= 0:
		return e.references >= d.o.ReferenceThreshold && (old.Kind == Field || e.tokens >= minMovedTokens || sameSignature(d, old, new))
	}
	enough := d.o.TextThreshold
	if sameSignature(d, old, new) {
		enough = d.o.MethodThreshold
	}
	return e.text >= enough && e.tokens >= minMovedTokens
}

// believeAlong: a method went up or down its hierarchy where it kept its name and signature and the better part of its
// text, was not there before and is gone from where it was (Fig. 4, PUM and PDM).
func (w *doubter) believeAlong(c *Change, e evidence) bool {
	old, new := &w.d.old.Entities[c.Old.id], &w.d.new.Entities[c.New.id]
	return old.Simple() == new.Simple() && sameSignature(w.d, old, new) && w.d.retired(c.Old.id) && !w.d.known(c.New.id) &&
		(e.text >= w.d.o.MethodThreshold || e.tokens == 0)
}

// spokenFor reports whether the log says that one of the two became, or was, another.
func (d *detector) spokenFor(old, new EntityID) bool {
	return slices.ContainsFunc(d.log.byOld[old], func(e Entry) bool { return e.New != new }) ||
		slices.ContainsFunc(d.log.byNew[new], func(e Entry) bool { return e.Old != old })
}

// rival reports whether another new member that is new by its name could as well be what old became, or another retired
// one what new was: then nobody knows which it is.
func (d *detector) rival(old, new EntityID, text float64) bool {
	o, n := &d.old.Entities[old], &d.new.Entities[new]
	for _, id := range d.new.simpleNamed(n) {
		if r := &d.new.Entities[id]; id != new && !r.Test && !d.known(id) && overlap(o.Shingles, r.Shingles) >= text {
			return true
		}
	}
	for _, id := range d.old.simpleNamed(o) {
		if r := &d.old.Entities[id]; id != old && !r.Test && d.retired(id) && overlap(r.Shingles, n.Shingles) >= text {
			return true
		}
	}
	return false
}

// outnamed reports whether the class lost or gained another method with a name that is nearer, and a text that is no less
// like: performRevert was performRevertOperation rather than performSaveOperation.
func (d *detector) outnamed(old, new EntityID) bool {
	o, n := &d.old.Entities[old], &d.new.Entities[new]
	before, after := nameTokens(o.Simple()), nameTokens(n.Simple())
	names, text := tokenSimilarity(before, after), overlap(o.Shingles, n.Shingles)
	for id, words := range d.old.membersWithWord(o.Parent, after) {
		if r := &d.old.Entities[id]; id != old && r.Kind == o.Kind && d.retired(id) && tokenSimilarity(words, after) > names && overlap(r.Shingles, n.Shingles) >= text {
			return true
		}
	}
	for id, words := range d.new.membersWithWord(n.Parent, before) {
		if r := &d.new.Entities[id]; id != new && r.Kind == n.Kind && !d.known(id) && tokenSimilarity(before, words) > names && overlap(o.Shingles, r.Shingles) >= text {
			return true
		}
	}
	return false
}

// wordIn is a word of the name of a member of a class.
type wordIn struct {
	class EntityID
	word  string
}

// worded is a member and the words of its name.
type worded struct {
	id    EntityID
	words []string
}

// membersWithWord yields the members of a class whose names have one of the words, and all words of their names; one that has several of them
// more than once. A word that more than mostWorded have tells none of them from another.
func (c *Component) membersWithWord(class EntityID, words []string) func(yield func(EntityID, []string) bool) {
	if c.byWord == nil {
		c.byWord = map[wordIn][]worded{}
		for class, members := range c.members() {
			for _, id := range members {
				m := worded{id, nameTokens(c.Entities[id].Simple())}
				for _, w := range m.words {
					k := wordIn{class, w}
					c.byWord[k] = append(c.byWord[k], m)
				}
			}
		}
	}
	return func(yield func(EntityID, []string) bool) {
		for _, w := range words {
			list := c.byWord[wordIn{class, w}]
			if len(list) > mostWorded {
				continue
			}
			for _, m := range list {
				if !yield(m.id, m.words) {
					return
				}
			}
		}
	}
}

// mostWorded is far above what the members of a real class have in common: each of thousands would be held against each.
const mostWorded = 256

// simpleNamed returns the members of e's kind with its simple name, in all classes.
func (c *Component) simpleNamed(e *Entity) []EntityID {
	if c.bySimple == nil {
		c.bySimple = map[member][]EntityID{}
		for i := range c.Entities {
			if x := &c.Entities[i]; x.Kind == Method || x.Kind == Field {
				k := member{x.Kind, x.Simple()}
				c.bySimple[k] = append(c.bySimple[k], EntityID(i))
			}
		}
	}
	return c.bySimple[member{e.Kind, e.Simple()}]
}

// member is the kind and the simple name of a method or field.
type member struct {
	kind Kind
	name string
}

// namesakes counts the classes that declare a method of e's name.
func (c *Component) namesakes(e *Entity) int {
	n, last := 0, NoEntity
	for _, id := range c.simpleNamed(e) {
		if p := c.Entities[id].Parent; p != last {
			n, last = n+1, p
		}
	}
	return n
}

// subjectOf is what the name of an entity is about: of an accessor, what follows get, set or is.
func subjectOf(e *Entity) string {
	name := e.Simple()
	if e.Kind != Method {
		return name
	}
	for _, verb := range []string{"get", "set", "is"} {
		if rest, ok := strings.CutPrefix(name, verb); ok && rest != "" && upper(rest[0]) {
			return rest
		}
	}
	return name
}
