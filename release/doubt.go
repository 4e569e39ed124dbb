package release

import (
	"fmt"
	"slices"
	"strings"

	"refract/finding"
)

// This file weighs what the mapping detector alone says of declarations. It was made for commits, where the files that
// changed belong together. Between two releases thousands of unrelated files meet, and what looks the same in all
// programs is found to have moved: equals, getControl, a label provider. There the entry needs evidence of another kind,
// see believe.go; without it, it keeps a confidence below what is reported, and contradicts nobody.

const (
	// doubtfulConfidence is below DefaultMinConfidence.
	doubtfulConfidence = 0.4
	// DefaultMinConfidence is the confidence from which refract compare reports.
	DefaultMinConfidence = 0.5
)

// entityPair is an entity before and one after.
type entityPair struct{ old, new EntityID }

// doubtfulPairs are those without evidence, by the entity before and the one after.
type doubtfulPairs map[EntityID]map[EntityID]bool

func (d doubtfulPairs) add(old, new EntityID) {
	if d[old] == nil {
		d[old] = map[EntityID]bool{}
	}
	d[old][new] = true
}

// doubter goes over the changes of the mapping detector: classes first, since what is believed of members depends on
// what became of their classes.
type doubter struct {
	m        *merger
	d        *detector
	doubtful doubtfulPairs
	links    []memberLink // believable correspondences of members, for extracted classes
	// company counts the methods and fields said to have moved, by the two classes.
	company map[entityPair]int
	out, in map[EntityID][]EntityID // see extractions
}

// memberLink says that a member of one class went to another class.
type memberLink struct{ from, to EntityID }

// doubt lowers the confidence of entries without evidence and of what follows from them: changes of the two
// declarations, and of what stands in them, as if they were one. It runs before the API detector's entries are merged.
func (m *merger) doubt(d *detector) {
	w := &doubter{m: m, d: d, doubtful: doubtfulPairs{}}
	for _, p := range m.refused {
		w.doubtful.add(p.old, p.new)
	}
	w.pass(classTypes, func(c *Change, e evidence) bool { return d.believeClass(c.Type, e) })
	m.link(w.doubtful)
	w.countCompany()
	w.pass(memberTypes, w.believeMember)
	w.spread()
	m.link(w.doubtful)
	w.linkMembers()
	for i := range m.changes {
		if c := &m.changes[i]; alone(c) && !w.believeOther(c) {
			c.Confidence = doubtfulConfidence
		}
	}
}

// alone: nobody but the mapping detector says so.
func alone(c *Change) bool {
	return len(c.Detectors) == 1 && c.Detectors[0].Detector == MappingDetector
}

// classTypes and memberTypes are the correspondences that are examined.
var (
	classTypes  = map[string]bool{"Rename Class": true, "Move Class": true, "Move And Rename Class": true}
	memberTypes = map[string]bool{"Rename Method": true, "Pull Up Method": true, "Push Down Method": true, "Move Method": true, "Move And Rename Method": true,
		"Rename Attribute": true, "Move Attribute": true, "Move And Rename Attribute": true}
)

// pass notes the pairs of the types that are not believed, and writes what speaks for the others in their evidence.
func (w *doubter) pass(types map[string]bool, believe func(*Change, evidence) bool) {
	for i := range w.m.changes {
		c := &w.m.changes[i]
		if !types[c.Type] || c.Old.id < 0 || c.New.id < 0 || w.apiAgrees(c) {
			continue
		}
		e := w.d.evidence(pair{old: c.Old.id, new: c.New.id})
		c.Detectors[0].Evidence = e.String()
		if !believe(c, e) {
			w.doubtful.add(c.Old.id, c.New.id)
		}
	}
}

// apiAgrees reports whether the API detector has the same pair of elements.
func (w *doubter) apiAgrees(c *Change) bool {
	return slices.ContainsFunc(w.d.log.byOld[c.Old.id], func(e Entry) bool { return e.New == c.New.id })
}

// spread lowers the confidence of all changes that speak of a doubtful pair or of what stands in one.
func (w *doubter) spread() {
	for i := range w.m.changes {
		c := &w.m.changes[i]
		if alone(c) && w.rests(c) {
			c.Confidence = doubtfulConfidence
		}
	}
}

// rests reports whether c rests on a doubtful pair: one of its elements before and one after, or what they stand in, are
// one.
func (w *doubter) rests(c *Change) bool {
	afters := w.m.after.enclosing(c.Right)
	if len(afters) == 0 {
		return false
	}
	for o := range w.m.before.enclosing(c.Left) {
		for n := range w.doubtful[o] {
			if afters[n] {
				return true
			}
		}
	}
	return false
}

// enclosing returns the entities that the locations declare, with the classes that these stand in.
func (d *declarations) enclosing(ls []finding.Location) map[EntityID]bool {
	ids := map[EntityID]bool{}
	for i := range ls {
		id, ok := d.byPlace[place{ls[i].Path, ls[i].Span}]
		for ; ok && id >= 0 && d.c.Entities[id].Kind != Package && !ids[id]; id = d.c.Entities[id].Parent {
			ids[id] = true
		}
	}
	return ids
}

// link says what became of what, by the mapping detector's correspondences that are not doubtful.
func (m *merger) link(doubtful doubtfulPairs) {
	clear(m.became)
	clear(m.was)
	for i := range m.changes {
		c := &m.changes[i]
		if correspondenceTypes[c.Type] && c.Old.id >= 0 && c.New.id >= 0 && !doubtful[c.Old.id][c.New.id] {
			m.became[c.Old.id], m.was[c.New.id] = c.New.id, c.Old.id
		}
	}
}

// countCompany counts moves between two classes: one that goes alone, and that nothing refers to as before, needs more.
func (w *doubter) countCompany() {
	w.company = map[entityPair]int{}
	for i := range w.m.changes {
		c := &w.m.changes[i]
		if memberTypes[c.Type] && strings.HasPrefix(c.Type, "Move") && c.Old.id >= 0 && c.New.id >= 0 {
			w.company[entityPair{w.d.old.Entities[c.Old.id].Parent, w.d.new.Entities[c.New.id].Parent}]++
		}
	}
}

// linkMembers collects the moves of members between classes that are believed.
func (w *doubter) linkMembers() {
	add := func(old, new EntityID) {
		from, to := w.d.old.Entities[old].Parent, w.d.new.Entities[new].Parent
		w.links = append(w.links, memberLink{from, to})
	}
	for i := range w.m.changes {
		c := &w.m.changes[i]
		moved := strings.HasPrefix(c.Type, "Move") || strings.HasPrefix(c.Type, "Push Down") || c.Type == "Extract And Move Method"
		if moved && c.Confidence > doubtfulConfidence && c.Old.id >= 0 && c.New.id >= 0 && (c.Old.Kind == Method || c.Old.Kind == Field) {
			add(c.Old.id, c.New.id)
		}
	}
	for _, e := range w.d.log.Entries {
		switch e.Strategy {
		case MoveMethod, MoveField, PushDownMethod, MoveAndRenameMethod:
			add(e.Old, e.New)
		}
	}
}

// believeOther examines the types that are no correspondence of two declarations.
func (w *doubter) believeOther(c *Change) bool {
	if variableTypes[c.Type] {
		return w.believeVariable(c)
	}
	switch c.Type {
	case "Extract Class", "Extract Subclass":
		return c.Old.id < 0 || c.New.id < 0 || w.extracted(c.Old.id, c.New.id)
	case "Merge Class", "Split Class":
		return w.allAlike(c)
	case "Merge Parameter", "Split Parameter":
		return wholeOfParts(c.Description)
	case "Rename Package", "Move Package":
		return w.packageGone(c)
	}
	return true
}

// extracted: two members of the class are known to have gone to the new one, or one if it has no more than two.
func (w *doubter) extracted(from, to EntityID) bool {
	n := 0
	for _, l := range w.links {
		if l.from == from && l.to == to {
			n++
		}
	}
	return n >= 2 || n == 1 && len(w.d.new.members()[to]) <= 2
}

// allAlike: every one of the classes has text of the other side's.
func (w *doubter) allAlike(c *Change) bool {
	class := func(k Kind) bool { return k == Class }
	befores, afters := w.m.before.declared(c.Left, class), w.m.after.declared(c.Right, class)
	for _, o := range befores {
		for _, n := range afters {
			if e := w.d.evidence(pair{old: o, new: n}); e.text < w.d.o.ClassThreshold && e.references < w.d.o.ReferenceThreshold {
				return false
			}
		}
	}
	return true
}

// declared returns the entities of some kinds that the locations declare.
func (d *declarations) declared(ls []finding.Location, kind func(Kind) bool) []EntityID {
	var ids []EntityID
	for i := range ls {
		if id, ok := d.byPlace[place{ls[i].Path, ls[i].Span}]; ok && kind(d.c.Entities[id].Kind) {
			ids = append(ids, id)
		}
	}
	return ids
}

// packageGone: the old package is gone and the new one is new, the syntactic checks of Fig. 4 for RP. A class that went
// from one package to another that was there moves no package.
func (w *doubter) packageGone(c *Change) bool {
	from, to, ok := strings.Cut(strings.TrimPrefix(c.Description, c.Type+" "), " to ")
	return !ok || len(w.d.new.named(from, Package)) == 0 && len(w.d.old.named(to, Package)) == 0
}

// wholeOfParts reports whether a parameter can be what several others were put together to: it is of another type than
// any of them, and no primitive, which has no parts. Otherwise it is one of them, and the rest was added or removed.
func wholeOfParts(description string) bool {
	text, _, _ := strings.Cut(description, " in method ")
	_, text, _ = strings.Cut(text, "Parameter ")
	whole, parts, ok := strings.Cut(text, " to ")
	if !ok {
		return true
	}
	if strings.HasPrefix(whole, "[") {
		whole, parts = parts, whole
	}
	_, typ, _ := strings.Cut(whole, " : ")
	if primitive[typ] {
		return false
	}
	for p := range strings.SplitSeq(strings.Trim(parts, "[]"), ", ") {
		if _, t, _ := strings.Cut(p, " : "); t == typ {
			return false
		}
	}
	return true
}

var primitive = map[string]bool{"boolean": true, "byte": true, "short": true, "char": true, "int": true, "long": true, "float": true, "double": true}

// evidence is what speaks for two entities being one.
type evidence struct {
	text, references, names float64 // references is -1 where nothing refers to either
	tokens                  int     // of the shorter text
}

func (e evidence) String() string {
	if e.references < 0 {
		return fmt.Sprintf("statements mapped; text %.0f%% alike, nothing refers to either", 100*e.text)
	}
	return fmt.Sprintf("statements mapped; text %.0f%% alike, references %.0f%%", 100*e.text, 100*e.references)
}

func (d *detector) evidence(p pair) evidence {
	old, new := &d.old.Entities[p.old], &d.new.Entities[p.new]
	e := evidence{text: overlap(old.Shingles, new.Shingles), references: -1, names: nameSimilarity(subjectOf(old), subjectOf(new)), tokens: min(old.Tokens, new.Tokens)}
	if sigma, known := d.sigma(p); known {
		e.references = sigma
	}
	return e
}
