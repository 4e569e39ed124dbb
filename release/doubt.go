package release

// This file weighs what the mapping detector alone says of members that moved between classes. Among thousands of
// changed files two methods with like statements are found that have nothing to do with each other: equals and getControl
// look the same everywhere. Text that says something, or references that went along, are the evidence.

const (
	// doubtfulConfidence is below DefaultMinConfidence.
	doubtfulConfidence = 0.4
	// DefaultMinConfidence is the confidence from which refract compare reports.
	DefaultMinConfidence = 0.5
	// movedText and movedReferences are the overlap and the σ that together make a move of a short member believable.
	movedText, movedReferences = 0.3, 0.3
)

var acrossClasses = map[string]bool{"Move Method": true, "Move And Rename Method": true, "Move Attribute": true, "Move And Rename Attribute": true}

// renames in a pair of releases may be replacements: one constant or setter went, another came.
var renames = map[string]bool{"Rename Method": true, "Rename Attribute": true, "Rename Class": true, "Move And Rename Class": true}

// doubt lowers the confidence of doubtful moves and of what follows from them: changes of the two declarations as if
// they were one.
func (m *merger) doubt(d *detector) {
	pairs := map[[2]EntityID]bool{}
	for i := range m.changes {
		c := &m.changes[i]
		if len(c.Detectors) != 1 || c.Detectors[0].Detector != MappingDetector || c.Old.id < 0 || c.New.id < 0 {
			continue
		}
		if acrossClasses[c.Type] && !m.believable(d, c) || renames[c.Type] && !believableRename(d, c) {
			pairs[[2]EntityID{c.Old.id, c.New.id}] = true
		}
	}
	for i := range m.changes {
		if c := &m.changes[i]; pairs[[2]EntityID{c.Old.id, c.New.id}] && len(c.Detectors) == 1 {
			c.Confidence = doubtfulConfidence
		}
	}
}

func (m *merger) believable(d *detector, c *Change) bool {
	old, new := &d.old.Entities[c.Old.id], &d.new.Entities[c.New.id]
	if to, ok := m.became[old.Parent]; ok && to == new.Parent {
		return true
	}
	text := overlap(old.Shingles, new.Shingles)
	if old.Kind == Method && text >= d.o.MethodThreshold && min(old.Tokens, new.Tokens) >= minMovedTokens {
		return true
	}
	if old.Kind == Field && old.Public && old.Simple() == new.Simple() && text >= d.o.TextThreshold {
		return true
	}
	sigma, known := d.sigma(pair{old: c.Old.id, new: c.New.id})
	return known && sigma >= movedReferences && (old.Kind == Field || text >= movedText)
}

// believableRename: the names share the half of their words, or the references went along, or there is much text and it
// is the same.
func believableRename(d *detector, c *Change) bool {
	old, new := &d.old.Entities[c.Old.id], &d.new.Entities[c.New.id]
	if nameSimilarity(old.Simple(), new.Simple()) >= 0.5 || d.follows(Entry{Old: c.Old.id, New: c.New.id}) {
		return true
	}
	if sigma, known := d.sigma(pair{old: c.Old.id, new: c.New.id}); known {
		return sigma >= d.o.ReferenceThreshold
	}
	return overlap(old.Shingles, new.Shingles) >= d.o.TextThreshold && min(old.Tokens, new.Tokens) >= minMovedTokens
}
