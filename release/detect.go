package release

import (
	"cmp"
	"context"
	"slices"

	"refract/program"
)

// detector runs the strategies over two components (Fig. 2 of the paper), until ctx is done: what it has then is of no use.
type detector struct {
	ctx        context.Context
	o          Options
	old, new   *Component
	log        *Log
	classNames map[string]string // simple names of renamed classes, for signatures
	byText     map[Kind][]pair
	memo       answers
}

// DetectAPI returns the log of the API-level refactorings that lead from one program to the other.
//
// It stops early and returns the error of ctx when that is done.
//
// Source: Dig et al. 2006, Fig. 2: candidates by shingles, then the strategies in order, each to a fixed point.
func DetectAPI(ctx context.Context, old, new *Component, o Options) (*Log, error) {
	d := newDetector(ctx, old, new, o)
	d.detect()
	d.finish()
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	return d.log, nil
}

func newDetector(ctx context.Context, old, new *Component, o Options) *detector {
	d := &detector{ctx: ctx, o: o.WithDefaults(), old: old, new: new, log: newLog(), classNames: map[string]string{}, byText: map[Kind][]pair{}}
	d.byText[Package] = candidates(ctx, old, new, Package, d.o.PackageThreshold)
	d.byText[Class] = candidates(ctx, old, new, Class, d.o.ClassThreshold)
	d.byText[Method] = candidates(ctx, old, new, Method, d.o.MethodThreshold)
	d.byText[Field] = candidates(ctx, old, new, Field, d.o.MethodThreshold)
	return d
}

// detect runs the strategies until nothing is new. It may run again after assume.
func (d *detector) detect() {
	for i := range strategies {
		for !d.ended() && d.run(&strategies[i]) {
		}
	}
	// A renaming that a later strategy found can be what an earlier one missed: the whole order again until nothing
	// is new. The log only grows and is bounded by the pairs.
	for again := true; again && !d.ended(); {
		again = false
		for i := range strategies {
			again = d.run(&strategies[i]) || again
		}
	}
}

// ended reports whether ctx is done.
func (d *detector) ended() bool { return d.ctx.Err() != nil }

// finish applies the filter of the user to the log.
func (d *detector) finish() {
	if d.o.PublicAPI {
		d.keepPublic()
	}
}

// run applies one strategy once over all its pairs and reports whether the log has grown.
func (d *detector) run(s *strategy) bool {
	pairs := d.byText[s.kind]
	if s.kind == Method || s.kind == Field {
		pairs = append(append([]pair(nil), pairs...), d.memberCandidates(s.kind)...)
	}
	switch s.id {
	case MoveField:
		pairs = append(pairs, d.namesakeFields()...)
	case PullUpMethod, PushDownMethod:
		pairs = append(pairs, d.namesakesAlong()...)
	}
	var likely []Entry
	for _, p := range pairs {
		if d.ended() {
			return false
		}
		if e, ok := d.isLikely(s, p); ok {
			likely = append(likely, e)
		}
	}
	d.bestFirst(likely)
	grown := false
	for _, e := range likely {
		if d.taken(s, e) {
			continue
		}
		d.log.add(e, &d.old.Entities[e.Old], &d.new.Entities[e.New])
		d.forget(e)
		grown = true
		if s.id == RenameClass {
			d.classNames[d.old.Entities[e.Old].Simple()] = d.new.Entities[e.New].Simple()
		}
	}
	return grown
}

// bestFirst puts the best evidence first; an entity is then spoken for. Of equal evidence the names decide, such that
// swapped releases give the same order.
func (d *detector) bestFirst(es []Entry) {
	name := func(c *Component, id EntityID) string { return c.Entities[id].Name + c.Entities[id].Signature }
	slices.SortStableFunc(es, func(x, y Entry) int {
		if c := cmp.Compare(d.merit(y), d.merit(x)); c != 0 {
			return c
		}
		x1, x2, y1, y2 := name(d.old, x.Old), name(d.new, x.New), name(d.old, y.Old), name(d.new, y.New)
		return cmp.Or(cmp.Compare(min(x1, x2), min(y1, y2)), cmp.Compare(max(x1, x2), max(y1, y2)))
	})
}

// merit orders the entries of one pass. Fields have little text, and constants of one class are all used in the same
// places: there the names say which is which.
func (d *detector) merit(e Entry) float64 {
	sum := e.Similarity + max(e.References, 0)
	if old := &d.old.Entities[e.Old]; old.Kind == Field {
		sum += 2 * nameSimilarity(old.Simple(), d.new.Entities[e.New].Simple())
	}
	return sum
}

// taken reports whether the log already says something else of one of the two entities, by a strategy that excludes
// this one: an entity has one new name, and one old.
func (d *detector) taken(s *strategy, e Entry) bool {
	for _, l := range d.log.byOld[e.Old] {
		// Renamed and changed in signature: both are true of one pair.
		if l.New == e.New && (l.Strategy == s.id || s.id != ChangeMethodSignature) || l.New != e.New && !(s.toMany && l.Strategy == s.id) {
			return true
		}
	}
	for _, l := range d.log.byNew[e.New] {
		if l.Old != e.Old && !(s.fromMany && l.Strategy == s.id) {
			return true
		}
	}
	return false
}

// isLikely is the paper's isLikelyRefactoring.
func (d *detector) isLikely(s *strategy, p pair) (Entry, bool) {
	old, new := &d.old.Entities[p.old], &d.new.Entities[p.new]
	if old.Test || new.Test {
		return Entry{}, false
	}
	if !s.syntactic(d, old, new) || !d.retiredAs(s, p.old) || d.knownAs(s, p.new) {
		return Entry{}, false
	}
	if s.semantic != nil && !s.semantic(d, p) {
		return Entry{}, false
	}
	sigma, known := d.sigma(p)
	e := Entry{Strategy: s.id, Old: p.old, New: p.new, Similarity: p.similarity, References: -1}
	if known {
		e.References = sigma
	}
	return e, d.enough(s, e, old, new)
}

// retiredAs: the entity has given up its name, for a signature change its signature.
func (d *detector) retiredAs(s *strategy, id EntityID) bool {
	if s.kind == Package || s.kind == Class {
		e := &d.old.Entities[id]
		ids := d.new.named(e.Name, e.Kind)
		return len(ids) == 0 || d.new.Entities[ids[0]].Deprecated && !e.Deprecated
	}
	return d.retired(id)
}

// knownAs: the first syntactic check of Fig. 4, "the entity of the new release is not in the old one".
func (d *detector) knownAs(s *strategy, id EntityID) bool {
	e := &d.new.Entities[id]
	if s.kind == Package || s.kind == Class {
		ids := d.old.named(e.Name, e.Kind)
		return len(ids) > 0 && (!d.old.Entities[ids[0]].Deprecated || e.Deprecated)
	}
	return d.known(id)
}

// enough weighs the evidence: σ where there are references, the text where there are none.
func (d *detector) enough(s *strategy, e Entry, old, new *Entity) bool {
	if s.id == RenameMethod && d.follows(e) || s.kind == Method && s.id != ChangeMethodSignature && d.forwards(s, e) {
		return true
	}
	if (s.id == PullUpMethod || s.id == PushDownMethod) && sameSignature(d, old, new) &&
		(e.Similarity >= d.o.TextThreshold || e.Similarity >= d.o.MethodThreshold && d.inCompany(e)) {
		return true // one signature and one text, gone from the one class and new in the other
	}
	short := len(old.Shingles) < minShingles || len(new.Shingles) < minShingles
	switch {
	case s.id == ChangeMethodSignature:
		// The name agrees already. One of text and references must too, or the two are the only ones of the name.
		return e.Similarity >= d.o.MethodThreshold || e.References >= d.o.ReferenceThreshold ||
			(e.Similarity >= leastText || min(old.Tokens, new.Tokens) == 0) && d.onlyOverload(old, new)
	case s.id == MoveAndRenameMethod:
		return e.Similarity >= d.o.TextThreshold && min(old.Tokens, new.Tokens) >= minMovedTokens && e.References >= d.o.ReferenceThreshold
	case (s.id == RenameField || s.id == RenameMethod && min(old.Tokens, new.Tokens) < minMovedTokens) && !d.namesAgree(s, e, old, new):
		return false
	case s.kind == Field || short:
		// Little text: the references decide, and names that share words help; text alone proves nothing.
		if e.References < 0 {
			return sameSignature(d, old, new) && nameSimilarity(old.Simple(), new.Simple()) >= 0.5 && (e.Similarity >= d.o.TextThreshold || s.id != MoveMethod && min(old.Tokens, new.Tokens) == 0)
		}
		return e.References >= d.o.ReferenceThreshold && (sameSignature(d, old, new) || s.id == RenameField || e.Similarity >= d.o.MethodThreshold)
	case e.References < 0:
		// Text alone must be more than a setter's to tell where a method went.
		return e.Similarity >= d.o.TextThreshold && (s.kind != Method || s.id == RenameMethod || min(old.Tokens, new.Tokens) >= minMovedTokens)
	case s.id == RenameMethod && !sameSignature(d, old, new):
		// Another name and another signature, called from the same place: a replacement does that too.
		return e.References >= d.o.ReferenceThreshold && e.Similarity+nameSimilarity(subjectOf(old), subjectOf(new))+e.References-d.o.ReferenceThreshold >= 1
	}
	return e.References >= d.o.ReferenceThreshold && e.Similarity >= d.threshold(s.kind)
}

// follows reports whether both methods override methods of which the log says that one was renamed to the other: then
// they had to be renamed as well, whatever their bodies say (§6: the followers of Controller.perform in Struts).
func (d *detector) follows(e Entry) bool {
	if d.old.Entities[e.Old].Kind != Method {
		return false
	}
	above := d.new.overridden(e.New)
	for _, o := range d.old.overridden(e.Old) {
		for _, l := range d.log.byOld[o] {
			if l.Strategy == RenameMethod && slices.Contains(above, l.New) {
				return true
			}
		}
	}
	return false
}

// inCompany reports whether several other methods went the same way along the hierarchy: where the better part of a class
// was pulled up, the rest needs no references to be believed.
func (d *detector) inCompany(e Entry) bool {
	const company = 3
	n := 0
	for _, o := range d.old.members()[d.old.Entities[e.Old].Parent] {
		for _, l := range d.log.byOld[o] {
			if l.Strategy == e.Strategy && o != e.Old && d.new.Entities[l.New].Parent == d.new.Entities[e.New].Parent {
				n++
			}
		}
	}
	return n >= company
}

// leastText is the overlap from which two bodies have something in common at all.
const leastText = 0.2

// namesAgree: what has little text is used in the place of another as often as it is renamed, since a new constant or
// setter is written by copying one. The names must share the half of their words, unless the text is the same: that of
// a method under one signature to most, that of a field, the initializer and the documentation, wholly.
func (d *detector) namesAgree(s *strategy, e Entry, old, new *Entity) bool {
	if nameSimilarity(old.Simple(), new.Simple()) >= 0.5 {
		return true
	}
	if s.kind == Field {
		return e.Similarity >= d.o.TextThreshold || e.References >= d.o.TextThreshold && d.onlyField(old, new)
	}
	return e.Similarity >= d.o.TextThreshold && sameSignature(d, old, new)
}

// onlyField reports whether the class has lost no other field of the type of old, and gained no other than new.
func (d *detector) onlyField(old, new *Entity) bool {
	lost, gained := 0, 0
	for i := range d.old.Entities {
		if e := &d.old.Entities[i]; e.Kind == Field && e.Parent == old.Parent && e.Signature == old.Signature && d.retired(EntityID(i)) {
			lost++
		}
	}
	for i := range d.new.Entities {
		if e := &d.new.Entities[i]; e.Kind == Field && e.Parent == new.Parent && e.Signature == new.Signature && !d.known(EntityID(i)) {
			gained++
		}
	}
	return lost == 1 && gained == 1
}

func (d *detector) threshold(k Kind) float64 {
	switch k {
	case Package:
		return d.o.PackageThreshold
	case Class:
		return d.o.ClassThreshold
	}
	return d.o.MethodThreshold
}

// minMovedTokens is the length from which a body that nothing refers to can prove by its text that it was moved: two
// statements with a call each.
const minMovedTokens = 30

// onlyOverload reports whether the old and the new method are the only retired and the only new one of their name.
func (d *detector) onlyOverload(old, new *Entity) bool {
	lost, gained := 0, 0
	for _, id := range d.old.named(old.Name, Method) {
		if d.retired(id) {
			lost++
		}
	}
	for _, id := range d.new.named(new.Name, Method) {
		if !d.known(id) {
			gained++
		}
	}
	return lost == 1 && gained == 1
}

// keepPublic drops what users of the component cannot see on both sides.
func (d *detector) keepPublic() {
	kept := d.log.Entries[:0]
	for _, e := range d.log.Entries {
		if d.old.Entities[e.Old].Public && d.new.Entities[e.New].Public {
			kept = append(kept, e)
		}
	}
	d.log.Entries = kept
}

// inherits reports whether class a is a proper descendant of class b.
func (c *Component) inherits(a, b EntityID) bool {
	if a < 0 || b < 0 || a == b || c.Entities[a].Kind != Class || c.Entities[b].Kind != Class {
		return false
	}
	return c.Program.IsSubtype(program.TypeID(c.Entities[a].Ref), program.TypeID(c.Entities[b].Ref))
}

func (c *Component) methodRef(e *Entity) program.MethodID { return program.MethodID(e.Ref) }
func (c *Component) fieldRef(e *Entity) program.FieldID   { return program.FieldID(e.Ref) }
