package release

import (
	"slices"
	"sort"
	"strings"
)

// Strategy is one of the detection strategies of §5.4.
type Strategy uint8

const (
	NoStrategy Strategy = iota
	RenamePackage
	RenameClass
	// MoveClass is not in the paper: without it, a class that changed its package hides all that happened in it.
	MoveClass
	RenameMethod
	PullUpMethod
	PushDownMethod
	MoveMethod
	ChangeMethodSignature
	// RenameField and MoveField are not in the paper, whose tool does not look at fields (§8.4).
	RenameField
	MoveField
	// MoveAndRenameMethod is not in the paper either, where a method that has changed its name and its class is gone.
	MoveAndRenameMethod
)

var strategyNames = [...]string{"none", "Rename Package", "Rename Class", "Move Class", "Rename Method", "Pull Up Method",
	"Push Down Method", "Move Method", "Change Method Signature", "Rename Attribute", "Move Attribute", "Move And Rename Method"}

func (s Strategy) String() string {
	if int(s) < len(strategyNames) {
		return strategyNames[s]
	}
	return "invalid"
}

// A strategy says which pairs it is about and accepts or refuses them; the driver in detect.go runs it to a fixed point.
type strategy struct {
	id   Strategy
	kind Kind
	// syntactic is the cheap check of Fig. 4; the names are those of the entities.
	syntactic func(d *detector, old, new *Entity) bool
	// semantic is the check beyond σ ≥ T; nil for none.
	semantic func(d *detector, p pair) bool
	// fromMany allows several old entities to become one new entity, a pull-up from several subclasses; toMany one old
	// entity several new ones.
	fromMany, toMany bool
}

// strategies stand in the order of §5: renamings from the outside in, so that ρ knows the outer names.
// The types of a renamed field may differ by a word, as those of an interface and its implementation do.
var strategies = []strategy{
	{id: RenamePackage, kind: Package, syntactic: renamed},
	{id: RenameClass, kind: Class, syntactic: renamed},
	{id: MoveClass, kind: Class, syntactic: movedClass},
	{id: RenameMethod, kind: Method, syntactic: renamed, semantic: givesUpItsName},
	{id: PullUpMethod, kind: Method, syntactic: moved, semantic: pulledUp, fromMany: true},
	{id: PushDownMethod, kind: Method, syntactic: moved, semantic: pushedDown, toMany: true},
	{id: MoveMethod, kind: Method, syntactic: moved, semantic: movedAway},
	{id: ChangeMethodSignature, kind: Method, syntactic: signatureChanged},
	{id: MoveAndRenameMethod, kind: Method, syntactic: movedAndRenamed, semantic: movedAway},
	{id: RenameField, kind: Field, syntactic: renamedField},
	{id: MoveField, kind: Field, syntactic: movedField, semantic: fieldAway},
}

// renamed: same prefix under ρ, other simple name (RP, RC, RM).
func renamed(d *detector, old, new *Entity) bool {
	return d.log.Rho(pre(old.Name)) == pre(new.Name) && old.Simple() != new.Simple() && !constructor(old) && !constructor(new)
}

// constructor reports whether a method has the name of its class: its renaming is that of the class.
func constructor(e *Entity) bool { return e.Kind == Method && suf(pre(e.Name)) == e.Simple() }

func movedClass(d *detector, old, new *Entity) bool {
	return old.Simple() == new.Simple() && d.log.Rho(old.Name) != new.Name
}

// moved: other class under ρ, same simple name (PUM, PDM, MM). A body that appears below an abstract method that is gone
// has not come from there.
func moved(d *detector, old, new *Entity) bool {
	return d.old.hasBody(old) == d.new.hasBody(new) && d.log.Rho(pre(old.Name)) != pre(new.Name) && old.Simple() == new.Simple() && !constructor(old) && !constructor(new)
}

func (c *Component) hasBody(e *Entity) bool { return c.Program.Method(c.methodRef(e)).Body >= 0 }

// movedAndRenamed: other class under ρ, other name.
func movedAndRenamed(d *detector, old, new *Entity) bool {
	return d.log.Rho(pre(old.Name)) != pre(new.Name) && old.Simple() != new.Simple() && !constructor(old) && !constructor(new)
}

// signatureChanged: same name under ρ, other signature; the old signature is retired (CMS).
func signatureChanged(d *detector, old, new *Entity) bool {
	return d.log.Rho(old.Name) == new.Name && !sameSignature(d, old, new)
}

func renamedField(d *detector, old, new *Entity) bool {
	return renamed(d, old, new) && (d.renamedTypes(old.Signature) == new.Signature ||
		nameSimilarity(old.Signature, new.Signature) >= 0.5 && nameSimilarity(old.Simple(), new.Simple()) >= 0.5)
}

func movedField(d *detector, old, new *Entity) bool {
	return d.log.Rho(pre(old.Name)) != pre(new.Name) && old.Simple() == new.Simple() && d.renamedTypes(old.Signature) == new.Signature
}

// fieldAway: the classes are not related, since a field that a subclass declares for itself has not moved; and where the
// old one lives on as deprecated, it has the text of its successor.
func fieldAway(d *detector, p pair) bool {
	old, new := &d.old.Entities[p.old], &d.new.Entities[p.new]
	both := d.counterpartStands(d.new, d.log.Rho, old) || d.counterpartStands(d.old, d.log.Inverse, new)
	return d.relation(p) == unrelatedClasses && (!both || p.similarity >= d.o.MethodThreshold)
}

// counterpartStands reports whether the other component still has, deprecated, what e was called.
func (d *detector) counterpartStands(c *Component, rho func(string) string, e *Entity) bool {
	return len(c.named(join(rho(pre(e.Name)), e.Simple()), e.Kind)) > 0
}

// givesUpItsName: neither name lives on in an overload that was only changed in signature. Where every method of a
// class got another parameter type, all of them are gone and all are new, and the bodies of some resemble each other;
// what kept its name was not renamed.
func givesUpItsName(d *detector, p pair) bool {
	old, new := &d.old.Entities[p.old], &d.new.Entities[p.new]
	for _, id := range d.new.named(join(pre(new.Name), old.Simple()), Method) {
		if n := &d.new.Entities[id]; !n.Deprecated && !d.known(id) && overlap(old.Shingles, n.Shingles) >= p.similarity/2 {
			return false
		}
	}
	for _, id := range d.old.named(join(pre(old.Name), new.Simple()), Method) {
		if o := &d.old.Entities[id]; !o.Deprecated && d.retired(id) && overlap(o.Shingles, new.Shingles) >= p.similarity/2 {
			return false
		}
	}
	return true
}

// pulledUp: the old class is a descendant of the new one.
func pulledUp(d *detector, p pair) bool {
	return d.relation(p) == descendant && !d.stays(p)
}

// pushedDown: the old class is an ancestor of the new one.
func pushedDown(d *detector, p pair) bool {
	return d.relation(p) == ancestor && !d.stays(p)
}

// movedAway: the classes are not related, and the references of the body were kept: what the method calls in the old
// release, ρ of it is called in the new one ("references properly updated", Fig. 7).
func movedAway(d *detector, p pair) bool {
	return d.relation(p) == unrelatedClasses && !d.stays(p) && d.updated(p)
}

// relation is what the class that a member had is to the class that it has.
type relation uint8

const (
	unrelatedClasses relation = iota
	ancestor
	descendant
)

// relation looks at the new release, as the paper does, and where that does not have both classes or they are not
// related, at the old one: swapping the releases must give the inverse.
func (d *detector) relation(p pair) relation {
	old, new := d.old.Entities[p.old].Parent, d.new.Entities[p.new].Parent
	later, earlier := d.counterpart(d.new, d.log.Rho, d.old, old), d.counterpart(d.old, d.log.Inverse, d.new, new)
	switch {
	case d.new.inherits(later, new), d.old.inherits(old, earlier):
		return descendant
	case d.new.inherits(new, later), d.old.inherits(earlier, old):
		return ancestor
	}
	return unrelatedClasses
}

// counterpart returns what class id of one component is called in the component c, under the renaming rho; NoEntity where
// it is gone.
func (d *detector) counterpart(c *Component, rho func(string) string, of *Component, id EntityID) EntityID {
	if ids := c.named(rho(of.Entities[id].Name), Class); len(ids) > 0 {
		return ids[0]
	}
	return NoEntity
}

// stays: the old class still has a method of the name, new by its signature and no less like the old one: the signature
// was changed, as it was in the class where the like method was found. Or the new class had one already, and that is
// what became the new method.
func (d *detector) stays(p pair) bool {
	old, new := &d.old.Entities[p.old], &d.new.Entities[p.new]
	for _, id := range d.new.named(join(d.log.Rho(pre(old.Name)), old.Simple()), Method) {
		if n := &d.new.Entities[id]; !n.Deprecated && !d.known(id) && overlap(old.Shingles, n.Shingles) >= p.similarity {
			return true
		}
	}
	for _, id := range d.old.named(join(d.log.Inverse(pre(new.Name)), new.Simple()), Method) {
		if o := &d.old.Entities[id]; !o.Deprecated && d.retired(id) && overlap(o.Shingles, new.Shingles) >= p.similarity {
			return true
		}
	}
	return false
}

// tokens of names: "performRevertOperation" is perform, revert, operation.
func nameTokens(name string) []string {
	var out []string
	start := 0
	for i := 1; i <= len(name); i++ {
		if i == len(name) || upper(name[i]) && !upper(name[i-1]) || name[i] == '_' {
			if w := strings.Trim(name[start:i], "_"); w != "" {
				out = append(out, strings.ToLower(w))
			}
			start = i
		}
	}
	sort.Strings(out)
	return slices.Compact(out)
}

func upper(c byte) bool { return 'A' <= c && c <= 'Z' }

// nameSimilarity is the share of words that two names have in common, as the average of both sides.
func nameSimilarity(a, b string) float64 { return tokenSimilarity(nameTokens(a), nameTokens(b)) }

// tokenSimilarity is nameSimilarity of the tokens of two names.
func tokenSimilarity(x, y []string) float64 {
	if len(x) == 0 || len(y) == 0 {
		return 0
	}
	both := 0
	for _, w := range x {
		if slices.Contains(y, w) {
			both++
		}
	}
	return (float64(both)/float64(len(x)) + float64(both)/float64(len(y))) / 2
}
