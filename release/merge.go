package release

import (
	"fmt"
	"slices"
	"sort"

	"refract/finding"
)

// merger brings the findings of the detectors together: one Change per refactoring.
type merger struct {
	before, after *declarations
	changes       []Change
	at            map[changeKey]int
	// signatures are the pairs of methods whose signatures some detector has explained in detail.
	signatures map[entityPair][]int
	// became is what the mapping detector says an entity became, and where it came from.
	became, was map[EntityID]EntityID
	refused     []entityPair
	dropped     map[int]bool // changes that turned out wrong, or to be said by another one
	// bodies are the changes of bodyTypes by every pair of methods that they speak of; made when first asked.
	bodies map[entityPair]int
	// inMethods are the changes of the other detectors by type; made for the vector detector's first finding.
	inMethods map[string][]int
}

func newMerger(before, after *declarations) *merger {
	return &merger{before: before, after: after, at: map[changeKey]int{}, signatures: map[entityPair][]int{},
		became: map[EntityID]EntityID{}, was: map[EntityID]EntityID{}, dropped: map[int]bool{}}
}

// signatureTypes are the types that say in detail what the API detector calls a changed signature.
var signatureTypes = map[string]bool{
	"Add Parameter": true, "Remove Parameter": true, "Reorder Parameter": true, "Change Parameter Type": true, "Change Return Type": true,
	"Split Parameter": true, "Merge Parameter": true,
}

// correspondenceTypes are the types whose two elements are one before and after.
var correspondenceTypes = map[string]bool{
	"Rename Class": true, "Move Class": true, "Move And Rename Class": true, "Rename Method": true, "Move Method": true,
	"Move And Rename Method": true, "Pull Up Method": true, "Push Down Method": true, "Rename Attribute": true, "Move Attribute": true,
	"Move And Rename Attribute": true, "Pull Up Attribute": true, "Push Down Attribute": true, "Change Method Signature": true,
}

// bodyTypes are those where statements went to another method, or came from one.
var bodyTypes = map[string]bool{"Extract Method": true, "Extract And Move Method": true, "Inline Method": true, "Move And Inline Method": true}

// add takes in a finding of the mapping or the vector detector.
func (m *merger) add(r finding.Refactoring, detector, evidence string, confidence finding.Ratio) {
	if detector == MappingDetector && m.callsAnother(r) {
		m.refuse(r)
		return
	}
	a := Agreement{detector, evidence}
	k := keyOf(r)
	if i, ok := m.at[k]; ok && m.changes[i].Description == r.Description {
		m.agree(i, a)
		return
	}
	c := Change{Refactoring: r, Old: m.before.elementAt(r.Left), New: m.after.elementAt(r.Right), Detectors: []Agreement{a}, Confidence: confidence}
	i := len(m.changes)
	m.at[k] = i
	m.changes = append(m.changes, c)
	if signatureTypes[r.Type] && c.Old.id >= 0 && c.New.id >= 0 {
		p := entityPair{c.Old.id, c.New.id}
		m.signatures[p] = append(m.signatures[p], i)
	}
	if correspondenceTypes[r.Type] && c.Old.id >= 0 && c.New.id >= 0 {
		m.became[c.Old.id], m.was[c.New.id] = c.New.id, c.Old.id
	}
}

// refuse notes the methods of an extraction or inlining that was none: what the mapping of the two bodies says besides is
// as wrong.
func (m *merger) refuse(r finding.Refactoring) {
	method := func(k Kind) bool { return k == Method }
	for _, o := range m.before.declared(r.Left, method) {
		for _, n := range m.after.declared(r.Right, method) {
			if !m.samePlace(o, n) {
				m.refused = append(m.refused, entityPair{o, n})
			}
		}
	}
}

// samePlace reports whether two methods have one name and class: the method that went on.
func (m *merger) samePlace(o, n EntityID) bool {
	return m.before.c.Entities[o].Name == m.after.c.Entities[n].Name
}

func (m *merger) agree(i int, a Agreement) {
	c := &m.changes[i]
	for _, d := range c.Detectors {
		if d.Detector == a.Detector {
			return
		}
	}
	c.Detectors = append(c.Detectors, a)
	c.Confidence = confidenceAgreed
}

// addEntry takes in an entry of the API detector, after those of the mapping detector. Where the two contradict each
// other the mapping is believed: it has looked at every statement.
func (m *merger) addEntry(e Entry) {
	r, ok := refactoring(e, m.before, m.after)
	if !ok {
		return
	}
	a := Agreement{APIDetector, apiEvidence(e)}
	if i, ok := m.at[keyOf(r)]; ok && e.Strategy != RenamePackage {
		m.agree(i, a)
		return
	}
	if e.Strategy == ChangeMethodSignature {
		if is := m.signed(entityPair{e.Old, e.New}); len(is) > 0 {
			for _, i := range is {
				m.agree(i, a)
			}
			return
		}
	}
	if e.Strategy == RenamePackage {
		m.addPackage(r, a, e)
		return
	}
	m.correct(e)
	if m.contradicted(e) {
		return
	}
	c := Change{Refactoring: r, Old: m.before.element(e.Old), New: m.after.element(e.New), Detectors: []Agreement{a}, Confidence: apiConfidence(e)}
	if mapped := m.leftBehind(entityPair{e.Old, e.New}); mapped != nil {
		c.Detectors = append(c.Detectors, mapped.Detectors...)
		c.Confidence = confidenceAgreed
	}
	m.changes = append(m.changes, c)
}

// leftBehind returns what the mapping detector made of a method that moved or was renamed and left a method behind that
// calls it: the new one extracted from the old one, or going back inlined. It is the same refactoring, so it is dropped;
// nil where there is none.
func (m *merger) leftBehind(p entityPair) *Change {
	if m.bodies == nil {
		m.bodies = map[entityPair]int{}
		method := func(k Kind) bool { return k == Method }
		for i := range m.changes {
			c := &m.changes[i]
			if !bodyTypes[c.Type] {
				continue
			}
			for _, o := range m.before.declared(c.Left, method) {
				for _, n := range m.after.declared(c.Right, method) {
					m.bodies[entityPair{o, n}] = i
				}
			}
		}
	}
	i, ok := m.bodies[p]
	if !ok {
		return nil
	}
	m.dropped[i] = true
	return &m.changes[i]
}

// signed returns the changes that explain the signatures of two methods, without the doubtful ones.
func (m *merger) signed(p entityPair) []int {
	return slices.DeleteFunc(m.signatures[p], func(i int) bool { return m.changes[i].Confidence <= doubtfulConfidence })
}

// contradicted reports whether the mapping detector says of the old entity that it became another, or of the new one
// that it was another; or says of the same pair another kind of move.
//
// A member of a class that became another has not moved: the class has.
func (m *merger) contradicted(e Entry) bool {
	if e.Strategy == MoveMethod || e.Strategy == MoveField {
		old, new := &m.before.c.Entities[e.Old], &m.after.c.Entities[e.New]
		if to, ok := m.became[old.Parent]; ok && to == new.Parent {
			return true
		}
		if suf(pre(old.Name)) == suf(pre(new.Name)) && len(m.after.c.named(pre(old.Name), Class)) == 0 && len(m.before.c.named(pre(new.Name), Class)) == 0 {
			return true
		}
	}
	if to, ok := m.became[e.Old]; ok && (to != e.New || e.Strategy != ChangeMethodSignature) {
		return true
	}
	from, ok := m.was[e.New]
	return ok && (from != e.Old || e.Strategy != ChangeMethodSignature)
}

// addVector takes in a finding of the vector detector, after all others: it confirms a finding of the same type that
// stands in the same method, before and after.
func (m *merger) addVector(v VectorFinding) {
	a := Agreement{VectorDetector, v.Evidence}
	if m.inMethods == nil {
		m.inMethods = map[string][]int{}
		for i := range m.changes {
			m.inMethods[m.changes[i].Type] = append(m.inMethods[m.changes[i].Type], i)
		}
	}
	agreed := false
	for _, i := range m.inMethods[v.Type] {
		if c := &m.changes[i]; within(c.Left, v.Left[0]) && within(c.Right, v.Right[0]) {
			m.agree(i, a)
			agreed = true
		}
	}
	if !agreed {
		m.add(v.Refactoring, VectorDetector, v.Evidence, v.Confidence)
	}
}

// within reports whether one of the locations is in the declaration or is it.
func within(ls []finding.Location, in finding.Location) bool {
	for i := range ls {
		if l := &ls[i]; l.Path == in.Path && in.Span.Start <= l.Span.Start && l.Span.End <= in.Span.End {
			return true
		}
	}
	return false
}

// correct drops what the mapping detector says of either entity of e where e is the better explanation: another method of
// the class was said to have got the name, or the old one to have become another, the names share fewer words, and e is
// called from the same places. The mapping detector sees bodies that two methods copied from each other; it does not see
// who calls them.
func (m *merger) correct(e Entry) {
	if e.Strategy != RenameMethod || e.References < correctingReferences {
		return
	}
	similarity := func(old, new EntityID) float64 {
		return nameSimilarity(m.before.c.Entities[old].Simple(), m.after.c.Entities[new].Simple())
	}
	var others []entityPair
	if from, ok := m.was[e.New]; ok && from != e.Old {
		others = append(others, entityPair{from, e.New})
	}
	if to, ok := m.became[e.Old]; ok && to != e.New {
		others = append(others, entityPair{e.Old, to})
	}
	for _, o := range others {
		if similarity(o.old, o.new) >= similarity(e.Old, e.New) {
			return
		}
	}
	for _, o := range others {
		for i := range m.changes {
			if c := &m.changes[i]; c.Old.id == o.old && c.New.id == o.new {
				m.dropped[i] = true
			}
		}
		delete(m.was, o.new)
		delete(m.became, o.old)
	}
}

// correctingReferences is the σ from which the API detector overrules the mapping.
const correctingReferences = 0.8

// addPackage merges a package renaming by its names: packages have no place.
func (m *merger) addPackage(r finding.Refactoring, a Agreement, e Entry) {
	for i := range m.changes {
		c := &m.changes[i]
		if (c.Type == "Rename Package" || c.Type == "Move Package") && c.Description[len(c.Type):] == r.Description[len(r.Type):] {
			c.Old, c.New = m.before.element(e.Old), m.after.element(e.New)
			m.agree(i, a)
			return
		}
	}
	m.changes = append(m.changes, Change{Refactoring: r, Old: m.before.element(e.Old), New: m.after.element(e.New), Detectors: []Agreement{a}, Confidence: apiConfidence(e)})
}

func apiEvidence(e Entry) string {
	if e.References < 0 {
		return fmt.Sprintf("text %.0f%% alike; nothing refers to either", 100*e.Similarity)
	}
	return fmt.Sprintf("text %.0f%% alike, references %.0f%%", 100*e.Similarity, 100*e.References)
}

// result returns the changes in their stable order: by package and class of the old side, then type and text.
func (m *merger) result() []Change {
	kept := m.changes[:0]
	for i := range m.changes {
		if !m.dropped[i] {
			kept = append(kept, m.changes[i])
		}
	}
	m.changes = kept
	for i := range m.changes {
		c := &m.changes[i]
		sort.SliceStable(c.Detectors, func(a, b int) bool {
			return detectorRank[c.Detectors[a].Detector] < detectorRank[c.Detectors[b].Detector]
		})
	}
	sortChanges(m.changes)
	return m.changes
}

func sortChanges(cs []Change) {
	sort.SliceStable(cs, func(i, j int) bool {
		a, b := &cs[i], &cs[j]
		if x, y := a.subject(), b.subject(); x != y {
			return x < y
		}
		if a.Type != b.Type {
			return a.Type < b.Type
		}
		return a.Description < b.Description
	})
}

// subject is the name that a change is filed under: that of the old element, or where there is none the new one's, or
// the path of the file.
func (c *Change) subject() string {
	switch {
	case c.Old.Name != "":
		return c.Old.Name
	case c.New.Name != "":
		return c.New.Name
	case len(c.Left) > 0:
		return c.Left[0].Path
	case len(c.Right) > 0:
		return c.Right[0].Path
	}
	return ""
}
