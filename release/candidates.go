package release

import (
	"context"
	"iter"
	"slices"
	"sort"

	"refract/program"
)

// pair is a candidate: an entity of the old component and one of the new with the overlap of their shingles.
type pair struct {
	old, new   EntityID
	similarity float64
}

// maxPostings is the number of entities of one side from which a shingle is no reason for a candidate any more: "return this" stands
// everywhere. Such shingles still count in the overlap of pairs that others bring together. It bounds the work per
// shingle of a new entity, so that the cost grows with what two releases share and not with the square of their size.
const maxPostings = 100

// minShingles is the least number of shingles that make a text worth comparing across the whole component. Smaller
// ones, getters above all, are compared only within classes that correspond; see memberCandidates.
const minShingles = 6

// candidates returns the pairs of entities of one kind whose overlap reaches threshold and whose new side is new (§4.3),
// by new entity, the most similar first. It ends early when ctx is done.
func candidates(ctx context.Context, old, new *Component, k Kind, threshold float64) []pair {
	postings, later := map[uint64][]EntityID{}, map[uint64]int{}
	for i := range new.Entities {
		if e := &new.Entities[i]; e.Kind == k && len(e.Shingles) >= minShingles {
			for s := range repeated(e.Shingles) {
				later[s]++
			}
		}
	}
	for i := range old.Entities {
		if e := &old.Entities[i]; e.Kind == k && len(e.Shingles) >= minShingles {
			for s := range repeated(e.Shingles) {
				postings[s] = append(postings[s], EntityID(i))
			}
		}
	}
	var out []pair
	var met []EntityID
	common := make([]int32, len(old.Entities)) // shingles in common with the entity at hand; 0 between two of them
	for i := range new.Entities {
		e := &new.Entities[i]
		if e.Kind != k || len(e.Shingles) < minShingles || old.has(e) {
			continue
		}
		if ctx.Err() != nil {
			return out
		}
		everywhere := 0 // shingles of e that are too frequent to bring a pair together
		met = met[:0]
		for s, times := range repeated(e.Shingles) {
			ids := postings[s]
			if max(len(ids), later[s]) > maxPostings {
				everywhere += times
				continue
			}
			for _, id := range ids {
				if common[id] == 0 {
					met = append(met, id)
				}
				common[id] += int32(times)
			}
		}
		start := len(out)
		for _, id := range met {
			// What they can have in common at most tells of most pairs that they have too little.
			most := int(common[id]) + everywhere
			common[id] = 0
			o := &old.Entities[id]
			if average(min(most, len(o.Shingles)), len(o.Shingles), len(e.Shingles)) < threshold {
				continue
			}
			if sim := overlap(o.Shingles, e.Shingles); sim >= threshold {
				out = append(out, pair{id, EntityID(i), sim})
			}
		}
		byMerit(out[start:])
	}
	return out
}

// repeated calls yield for the distinct values of a sorted multiset and how often each is in it.
func repeated(sorted []uint64) func(yield func(s uint64, times int) bool) {
	return func(yield func(uint64, int) bool) {
		for i := 0; i < len(sorted); {
			j := i + 1
			for j < len(sorted) && sorted[j] == sorted[i] {
				j++
			}
			if !yield(sorted[i], j-i) {
				return
			}
			i = j
		}
	}
}

// byMerit sorts pairs of one new entity: the most similar first, then in the order of the old component.
func byMerit(ps []pair) {
	sort.Slice(ps, func(i, j int) bool {
		if ps[i].similarity != ps[j].similarity {
			return ps[i].similarity > ps[j].similarity
		}
		return ps[i].old < ps[j].old
	})
}

// has reports whether the component declares an entity of e's kind, name and signature. One that is deprecated there
// and not in e's component does not count: going back from a release that deprecates it, it is as good as new.
func (c *Component) has(e *Entity) bool {
	for id := range c.same(e) {
		if !c.Entities[id].Deprecated || e.Deprecated {
			return true
		}
	}
	return false
}

// same yields the entities of the kind, the name and, methods, the signature of e.
func (c *Component) same(e *Entity) iter.Seq[EntityID] {
	return func(yield func(EntityID) bool) {
		ids := c.byName[e.Name]
		if e.Kind == Method && len(ids) > manyOverloads {
			ids = c.overloads.of(c, e.Name, itself)[e.Signature]
		}
		for _, id := range ids {
			if o := &c.Entities[id]; o.Kind == e.Kind && (e.Kind != Method || o.Signature == e.Signature) && !yield(id) {
				return
			}
		}
	}
}

func itself(signature string) string { return signature }

// named returns the entities of kind k with that name.
func (c *Component) named(name string, k Kind) []EntityID {
	var ids []EntityID
	for _, id := range c.byName[name] {
		if c.Entities[id].Kind == k {
			ids = append(ids, id)
		}
	}
	return ids
}

// memberCandidates pairs, class by class, what an old class lost with what the class that it became has gained: methods
// and fields too short to be found by their shingles, and those without a body. The cost of a class is the product of
// the two numbers; a class that was exchanged as a whole is bounded by maxMembers.
func (d *detector) memberCandidates(k Kind) []pair {
	if ps, ok := d.now().members[k]; ok {
		return ps
	}
	ps := d.pairMembers(k)
	d.now().members[k] = ps
	return ps
}

func (d *detector) pairMembers(k Kind) []pair {
	lost, gained := map[string][]EntityID{}, map[string]int{} // by the new name of the class
	for i := range d.old.Entities {
		if e := &d.old.Entities[i]; e.Kind == k && d.retired(EntityID(i)) {
			class := d.log.Rho(pre(e.Name))
			lost[class] = append(lost[class], EntityID(i))
		}
	}
	for i := range d.new.Entities {
		if e := &d.new.Entities[i]; e.Kind == k && !d.known(EntityID(i)) {
			gained[pre(e.Name)]++
		}
	}
	var out []pair
	for i := range d.new.Entities {
		e := &d.new.Entities[i]
		if e.Kind != k || d.known(EntityID(i)) {
			continue
		}
		if d.ended() {
			return out
		}
		ids := lost[pre(e.Name)]
		if max(len(ids), gained[pre(e.Name)]) > maxMembers {
			continue
		}
		start := len(out)
		for _, id := range ids {
			out = append(out, pair{id, EntityID(i), overlap(d.old.Entities[id].Shingles, e.Shingles)})
		}
		byMerit(out[start:])
	}
	return out
}

// namesakeFields pairs the fields that were lost with those of their name and type that were gained in other classes. A
// constant has too little text for an index. Names that many classes have, such as ID, tell nothing.
func (d *detector) namesakeFields() []pair {
	var out []pair
	for i := range d.new.Entities {
		e := &d.new.Entities[i]
		if e.Kind != Field || d.known(EntityID(i)) || len(d.new.simpleNamed(e)) > maxNamesakeFields {
			continue
		}
		ids := d.old.simpleNamed(e)
		if len(ids) > maxNamesakeFields {
			continue
		}
		for _, id := range ids {
			if d.retired(id) {
				out = append(out, pair{id, EntityID(i), overlap(d.old.Entities[id].Shingles, e.Shingles)})
			}
		}
	}
	return out
}

const maxNamesakeFields = 5

// namesakesAlong pairs the methods that were lost with those of their name and signature that a class above or below has
// gained: getters are too short for the index.
func (d *detector) namesakesAlong() []pair {
	var out []pair
	var r *relatives
	for i := range d.new.Entities {
		e := &d.new.Entities[i]
		if e.Kind != Method || d.known(EntityID(i)) {
			continue
		}
		if d.ended() {
			return out
		}
		ids := d.old.simpleNamed(e)
		if len(ids) > manyNamesakes {
			if r == nil {
				r = d.findRelatives()
			}
			ids = r.namesakes(e)
		}
		for _, id := range ids {
			o := &d.old.Entities[id]
			p := pair{old: id, new: EntityID(i)}
			if d.retired(id) && sameSignature(d, o, e) && d.relation(p) != unrelatedClasses {
				p.similarity = overlap(o.Shingles, e.Shingles)
				out = append(out, p)
			}
		}
	}
	return out
}

// manyNamesakes is from how many old methods of one name on it is cheaper to look into the classes that relation may relate: where a
// thousand classes with an execute gave way to as many, each would be held against each.
const manyNamesakes = 64

// relatives finds the old classes that relation may relate to a new one.
type relatives struct {
	d     *detector
	later map[EntityID][]EntityID // old classes by what they are in the new release
	of    map[EntityID][]EntityID // by new class, those that were asked for
}

func (d *detector) findRelatives() *relatives {
	r := &relatives{d: d, later: map[EntityID][]EntityID{}, of: map[EntityID][]EntityID{}}
	for i := range d.old.Entities {
		if d.old.Entities[i].Kind == Class {
			later := d.counterpart(d.new, d.log.Rho, d.old, EntityID(i))
			r.later[later] = append(r.later[later], EntityID(i))
		}
	}
	return r
}

// namesakes returns the methods of the name of e that the relatives of its class had, in the order of the entities.
func (r *relatives) namesakes(e *Entity) []EntityID {
	classes, ok := r.of[e.Parent]
	if !ok {
		for _, c := range r.d.new.hierarchy(e.Parent) {
			classes = append(classes, r.later[c]...)
		}
		earlier := r.d.counterpart(r.d.old, r.d.log.Inverse, r.d.new, e.Parent)
		classes = append(classes, r.d.old.hierarchy(earlier)...)
		slices.Sort(classes)
		classes = slices.Compact(classes)
		r.of[e.Parent] = classes
	}
	var ids []EntityID
	for _, c := range classes {
		ids = append(ids, r.d.old.named(join(r.d.old.Entities[c].Name, e.Simple()), e.Kind)...)
	}
	slices.Sort(ids)
	return slices.Compact(ids) // classes of one name have one list
}

// hierarchy returns the proper ancestors and descendants of a class, each once, in no order that means anything; none for NoEntity.
func (c *Component) hierarchy(class EntityID) []EntityID {
	if class == NoEntity {
		return nil
	}
	t := program.TypeID(c.Entities[class].Ref)
	types := slices.Clone(c.Program.Supertypes(t))
	seen := map[program.TypeID]bool{t: true}
	for below := []program.TypeID{t}; len(below) > 0; {
		sub := below[len(below)-1]
		below = below[:len(below)-1]
		for _, s := range c.Program.Subtypes(sub) {
			if !seen[s] {
				seen[s] = true
				types, below = append(types, s), append(below, s)
			}
		}
	}
	var list []EntityID
	for _, t := range types {
		if id, ok := c.classOf[t]; ok {
			list = append(list, id)
		}
	}
	return list
}

const maxMembers = 200

// retired reports whether an old entity is gone from the new component, or is deprecated there and was not before: in an
// open world what is outdated stays beside its successor (§6).
func (d *detector) retired(id EntityID) bool {
	return d.now().gone.ask(int(id), func() bool { return d.isRetired(id) })
}

func (d *detector) isRetired(id EntityID) bool {
	e := &d.old.Entities[id]
	for _, name := range d.newNames(e.Name) {
		for _, n := range d.laterNamed(name, e) {
			if !d.new.Entities[n].Deprecated || e.Deprecated {
				return false
			}
		}
	}
	return true
}

// newNames returns the names under which a member may be found in the new release: the one that its own renaming
// gives, and the old simple name in the class as it is called now. Overloads share a name, and a renaming of one of
// them says nothing of the others.
func (d *detector) newNames(name string) []string {
	to, kept := d.log.Rho(name), join(d.log.Rho(pre(name)), suf(name))
	if to == kept {
		return []string{to}
	}
	return []string{to, kept}
}

// known reports whether the old component had e under the name that e has now, or that it had before a renaming. As in
// has, what was deprecated then and is not any more does not count.
func (d *detector) known(id EntityID) bool {
	return d.now().there.ask(int(id), func() bool { return d.isKnown(&d.new.Entities[id]) })
}

func (d *detector) isKnown(e *Entity) bool {
	for _, name := range []string{d.log.Inverse(e.Name), join(d.log.Inverse(pre(e.Name)), e.Simple())} {
		for id := range d.earlierNamed(name, e) {
			if !d.old.Entities[id].Deprecated || e.Deprecated {
				return true
			}
		}
	}
	return false
}

func join(prefix, name string) string {
	if prefix == "" {
		return name
	}
	return prefix + "." + name
}

// laterNamed returns the new entities of that name and of the kind of old, of methods those of its signature, modulo the class renamings in the log.
func (d *detector) laterNamed(name string, old *Entity) []EntityID {
	if old.Kind == Method && len(d.new.byName[name]) > manyOverloads {
		by := d.new.overloads.of(d.new, name, itself)
		same, renamed := by[old.Signature], d.renamedTypes(old.Signature)
		switch {
		case renamed == old.Signature || len(by[renamed]) == 0:
			return same
		case len(same) == 0:
			return by[renamed]
		}
		ids := slices.Concat(same, by[renamed])
		slices.Sort(ids)
		return ids
	}
	ids := d.new.named(name, old.Kind)
	if old.Kind == Method {
		ids = slices.DeleteFunc(ids, func(id EntityID) bool { return !sameSignature(d, old, &d.new.Entities[id]) })
	}
	return ids
}

// earlierNamed yields the old entities of that name that new goes on by kind and signature, likewise; one may come twice.
func (d *detector) earlierNamed(name string, new *Entity) iter.Seq[EntityID] {
	return func(yield func(EntityID) bool) {
		if new.Kind == Method && len(d.old.byName[name]) > manyOverloads {
			same := d.old.overloads.of(d.old, name, itself)
			renamed := d.now().overloads.of(d.old, name, d.renamedTypes)
			for _, ids := range [][]EntityID{same[new.Signature], renamed[new.Signature]} {
				for _, id := range ids {
					if !yield(id) {
						return
					}
				}
			}
			return
		}
		for _, id := range d.old.byName[name] {
			if o := &d.old.Entities[id]; o.Kind == new.Kind && (o.Kind != Method || sameSignature(d, o, new)) && !yield(id) {
				return
			}
		}
	}
}

// withParameters returns the entities of that name and of the kind of e, of methods those with its parameters.
func (c *Component) withParameters(name string, e *Entity) []EntityID {
	if e.Kind == Method && len(c.byName[name]) > manyOverloads {
		return c.byParameters.of(c, name, parameters)[parameters(e.Signature)]
	}
	ids := c.named(name, e.Kind)
	if e.Kind == Method {
		ids = slices.DeleteFunc(ids, func(id EntityID) bool { return parameters(c.Entities[id].Signature) != parameters(e.Signature) })
	}
	return ids
}

// manyOverloads is how many entities of one name are gone through; more are looked up by their signatures.
const manyOverloads = 32

// mostOverloads is of how many entities of one name it is asked which of them has taken the place of another.
const mostOverloads = 1000

// overloads are methods by their names and what was made of their signatures, as far as they were asked for.
type overloads map[string]map[string][]EntityID

func (o overloads) of(c *Component, name string, text func(signature string) string) map[string][]EntityID {
	by, ok := o[name]
	if !ok {
		by = map[string][]EntityID{}
		for _, id := range c.named(name, Method) {
			k := text(c.Entities[id].Signature)
			by[k] = append(by[k], id)
		}
		o[name] = by
	}
	return by
}

// sameSignature compares signatures modulo the class renamings in the log.
func sameSignature(d *detector, old, new *Entity) bool {
	return old.Signature == new.Signature || d.renamedTypes(old.Signature) == new.Signature
}

// renamedTypes replaces in a signature the simple names of classes that were renamed.
func (d *detector) renamedTypes(signature string) string {
	if len(d.classNames) == 0 {
		return signature
	}
	out := make([]byte, 0, len(signature))
	for i := 0; i < len(signature); {
		j := i
		for j < len(signature) && nameByte(signature[j]) {
			j++
		}
		if j == i {
			out = append(out, signature[i])
			i++
			continue
		}
		word := signature[i:j]
		if to, ok := d.classNames[word]; ok {
			word = to
		}
		out = append(out, word...)
		i = j
	}
	return string(out)
}

func nameByte(c byte) bool {
	return c == '_' || c == '$' || c >= 0x80 || '0' <= c && c <= '9' || 'a' <= c|0x20 && c|0x20 <= 'z'
}
