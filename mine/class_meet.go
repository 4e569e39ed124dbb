package mine

import (
	"cmp"
	"slices"
)

// This file finds the pairs of removed and added classes that are worth comparing. Between two releases thousands of
// classes go and come, and hardly any two of them have to do with each other: classes of other names are compared only
// where they share the name of a member, which an index tells.

// meeting is a removed and an added class that some rule of pairClasses may accept.
type meeting struct {
	overlap
	order       int  // position of the removed class
	fileRenamed bool // both are top-level classes of a file that was renamed
}

// meetings lists them, by removed class and then by added class. What it leaves out no rule accepts (they all ask for one simple name, a renamed file, or a
// member in common), but for what classIndex.partners leaves out where too many classes have these.
func (d *Diff) meetings(files map[string]string) []meeting {
	x := indexClasses(d.Added)
	var list []meeting
	for i, b := range d.Removed {
		to, inRenamed := files[b.File.Path]
		for _, k := range x.partners(b, to, i*len(d.Added)/len(d.Removed)) {
			a := d.Added[k]
			if !sameKind(b, a) {
				continue
			}
			m := meeting{overlap: d.overlapOf(b, a), order: i, fileRenamed: inRenamed && to == a.File.Path && b.Outer == nil && a.Outer == nil}
			if a.Simple == b.Simple || m.fileRenamed || m.size() > 0 && (m.all() || m.most()) || m.nearByWords() {
				list = append(list, m)
			}
		}
	}
	return list
}

// meetingsOf returns those of met that have the removed class of that order.
func meetingsOf(met []meeting, order int) []meeting {
	find := func(order int) int {
		at, _ := slices.BinarySearchFunc(met, order, func(m meeting, order int) int { return cmp.Compare(m.order, order) })
		return at
	}
	return met[find(order):find(order+1)]
}

// credible reports whether the classes of a renamed file have anything in common. The text of two short files is alike by
// what all files of a project have; where package and name changed both, a member or a statement must tell.
func (o meeting) credible() bool {
	return parentOf(o.before.Name) == parentOf(o.after.Name) || o.size() > 0 || sharedStatements(o.before, o.after) > 0
}

// keptByOther reports whether a class that came into the package of the one before has all the members of it that o.after
// lost some of, under another name: the class stayed, and something else took its name.
func (d *Diff) keptByOther(met []meeting, o meeting) bool {
	d.checkpoint()
	return !o.keepsAll() && slices.ContainsFunc(meetingsOf(met, o.order), func(m meeting) bool {
		return m.after != o.after && d.pairOf[m.after] == nil && m.after.Simple != m.before.Simple &&
			parentOf(m.after.Name) == parentOf(m.before.Name) && m.most() && m.keepsAll()
	})
}

// A removed class is compared with all added ones that share a name with it up to mostMet, and of more with the nearestMet that are most like it: as for
// methods (see blocks), comparing all with all would take the product of their numbers where a thousand commands or builders go and as many come. Likewise for files of one name, and for the
// content of the classes of one package.
const (
	mostMet    = 256
	nearestMet = 64
)

// classIndex finds classes by what they are made of.
type classIndex struct {
	list   []*Class
	of     map[block][]int32 // places in list, in order
	deep   bool              // traits are in it
	scores []int32           // by place; all 0 between two questions
	found  []int32           // places with a score
}

func indexClasses(list []*Class) *classIndex {
	x := &classIndex{list: list, of: map[block][]int32{}, scores: make([]int32, len(list))}
	for i, c := range list {
		x.enter(block{kind: pathBlock, text: c.File.Path}, i)
		for k := range c.names {
			x.enter(k, i)
		}
	}
	return x
}

func (x *classIndex) enter(k block, i int) {
	if at := x.of[k]; len(at) == 0 || at[len(at)-1] != int32(i) {
		x.of[k] = append(at, int32(i))
	}
}

// names yields the names by which a class is compared with others.
func (c *Class) names(yield func(block) bool) {
	if !yield(block{kind: nameBlock, text: c.Simple}) {
		return
	}
	for _, m := range c.counted() {
		if !yield(block{kind: methodBlock, text: m.Name}) {
			return
		}
	}
	for _, a := range c.Attributes {
		if !yield(block{kind: attributeBlock, text: a.Name}) {
			return
		}
	}
}

// traits yields what tells classes of the same names from one another: where they stand, the words of their names, and the statements of their methods.
func (c *Class) traits(yield func(block) bool) {
	if !yield(block{kind: parentBlock, text: parentOf(c.Name)}) {
		return
	}
	for _, w := range c.words() {
		if !yield(block{kind: wordBlock, text: w}) {
			return
		}
	}
	for _, m := range c.Methods {
		for h := range counted(m.leafHashes()) {
			if !yield(block{kind: statementBlock, hash: h}) {
				return
			}
		}
	}
}

// partners returns the places of the classes that b is compared with, in order: those that share a name with b or stand in the file path. Where these are more than
// mostMet they are the nearestMet that share most with it, of equal ones the nearest to place; what more than mostMet have in common tells none of them from another.
func (x *classIndex) partners(b *Class, path string, place int) []int32 {
	few := x.add(block{kind: pathBlock, text: path})
	for k := range b.names {
		if few = few && x.add(k); !few {
			break
		}
	}
	found := x.take()
	if !few {
		found = x.nearest(b, path, place)
	}
	slices.Sort(found)
	return found
}

func (x *classIndex) nearest(b *Class, path string, place int) []int32 {
	x.deepen()
	addRare := func(k block) {
		if places := x.of[k]; len(places) <= mostMet {
			for _, i := range places {
				x.score(i, weights[k.kind])
			}
		}
	}
	addRare(block{kind: pathBlock, text: path})
	for k := range b.names {
		addRare(k)
	}
	for k := range b.traits {
		addRare(k)
	}
	for i := max(place-nearestMet/4, 0); i < min(place+nearestMet/4, len(x.list)); i++ {
		x.score(int32(i), 1)
	}
	slices.SortFunc(x.found, func(i, j int32) int {
		return cmp.Or(cmp.Compare(x.scores[j], x.scores[i]), cmp.Compare(abs(int(i)-place), abs(int(j)-place)), cmp.Compare(i, j))
	})
	found := x.take()
	return found[:min(len(found), nearestMet)]
}

// add scores the classes of one block and reports whether no more than mostMet have been found so far.
func (x *classIndex) add(k block) bool {
	for _, i := range x.of[k] {
		if x.score(i, weights[k.kind]); len(x.found) > mostMet {
			return false
		}
	}
	return true
}

func (x *classIndex) score(i, weight int32) {
	if x.scores[i] == 0 {
		x.found = append(x.found, i)
	}
	x.scores[i] += weight
}

// take returns the places that were scored, and forgets them.
func (x *classIndex) take() []int32 {
	found := x.found
	for _, i := range found {
		x.scores[i] = 0
	}
	x.found = nil
	return found
}

// deepen adds the traits of the classes.
func (x *classIndex) deepen() {
	if x.deep {
		return
	}
	x.deep = true
	for i, c := range x.list {
		for k := range c.traits {
			x.enter(k, i)
		}
	}
}

// words are the words of the simple name of c.
func (c *Class) words() []string {
	if c.memo.words == nil {
		c.memo.words = nameWords(c.Simple)
	}
	return c.memo.words
}

// nearByWords reports whether the name of one class has all words of the other's, both have several, and they have a
// method name in common.
func (o overlap) nearByWords() bool {
	return o.namedAlike() && near(o.before, o.after)
}

// namedAlike reports whether the name of one class has all words of the other's and both have several.
func (o overlap) namedAlike() bool {
	b, a := o.before.words(), o.after.words()
	return len(b) >= 2 && len(a) >= 2 && (allIn(b, a) || allIn(a, b))
}

func near(b, a *Class) bool {
	return (allIn(b.words(), a.words()) || allIn(a.words(), b.words())) && slices.ContainsFunc(b.counted(), func(m *Method) bool { return a.hasMethod(m.Name) })
}

func allIn(words, others []string) bool {
	return !slices.ContainsFunc(words, func(w string) bool { return !slices.Contains(others, w) })
}
