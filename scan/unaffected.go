package scan

import (
	"context"
	"maps"
	"slices"
	"strings"
	"sync"

	"refract/java"
	"refract/program"
)

// This file finds the files whose bodies need not be resolved again. Those are the files with the text of the last scan in
// which no name stands that means, or could mean, something else than it did:
//
//	(1) a name that is declared differently somewhere: a type, method or field of that name is new, gone or says something else,
//	    or stands elsewhere among those of its name in its type. A member of a type counts only where that type, or one that
//	    descends from it, can have been asked for it (members.go);
//	(2) a name of a package that is there now and was not, or the other way round;
//	(3) a name that was interned and is no longer, or the other way round, since that tells a name that nobody
//	    declares from one that the program speaks of;
//	(4) the type of an expression, if the head of that type, or of an ancestor of it, says something else.
//
// A file with another name than it had has the text of the last scan (renamed.go). Its types are new and those that it had are gone where that may decide
// what their names denote.
//
// A name is known by its sum, and a dotted one also by that of its last part, which stands in every text that it can be
// made from. That resolving asks for nothing else is what program/surface.go states; tests edit programs at random.

// findKnown finds the files of which no name means something else.
func (s *survey) findKnown(c *changes) {
	for i := range c.files {
		s.known[i] = c.same[i] && !c.differs[i] && !c.mention[i]
	}
}

// bodiesIn counts the methods of a file with a body.
func bodiesIn(p *program.Program, file int32) int {
	n := 0
	lo, hi := p.MethodsOf(file)
	for m := lo; m < hi; m++ {
		if p.Method(m).Body >= 0 {
			n++
		}
	}
	return n
}

// changes are the names that mean something else than in the last scan.
type changes struct {
	files  []*java.File
	p      *program.Program
	s      *survey
	in     []*indexed // by file: what the index has of it, nil for nothing
	linked [][]byte   // by file: what it was linked from instead of its text, nil for nothing
	same   []bool     // by file: it has the text of its record
	// surfaces are, by file, what others see of one that was linked from its text, nil where that is what the index has.
	surfaces []*program.Surface
	differs  []bool             // by file: what others see of it is different
	mention  []bool             // by file: one of the names stands in it, if it has the text of its record
	relink   []bool             // by file: likewise one of those that its declarations can speak of
	perhaps  []bool             // by file: one may stand in it, of the names that are known before interned and those that it looks for; nil for all
	old      map[string]oldFile // by path, of files that are gone or have another text
	dropped  bool               // those that use what is gone were
	names    sumSet
	members  changedMembers
	fields   changedMembers // of these
}

// oldFile is what the index has of a file that is not as it was.
type oldFile struct {
	keptNames
	pkg []byte
}

// find fills in the names, and which files mention one. It reports false where everything is to be resolved again. The error is that of ctx.
func (c *changes) find(ctx context.Context, jobs int) (bool, error) {
	c.begin()
	if !c.readOld() || !c.declarations() {
		return false, nil
	}
	c.packages()
	if ok, err := c.interned(ctx, jobs); !ok || err != nil {
		return false, err
	}
	return true, c.mentions(ctx, jobs)
}

// begin forgets what was found.
func (c *changes) begin() {
	n := len(c.files)
	c.differs, c.mention, c.relink = make([]bool, n), make([]bool, n), make([]bool, n)
	c.names, c.members, c.fields = sumSet{}, changedMembers{}, changedMembers{onlyFields: true}
	c.perhaps = nil
}

// unchanged lists, by file, what the index has of those with the text of their records, nil for others.
func (c *changes) unchanged() []*indexed {
	list := slices.Clone(c.in)
	for i := range list {
		if !c.same[i] {
			list[i] = nil
		}
	}
	return list
}

// mentions finds the files in which one of the names stands. One of which the names cannot be read is taken for one of them.
func (c *changes) mentions(ctx context.Context, jobs int) error {
	if c.names.all.Empty() && c.members.names.all.Empty() {
		return nil
	}
	list := c.unchanged()
	for i := range c.perhaps {
		if !c.perhaps[i] {
			list[i] = nil // its names were looked through
		}
	}
	return c.s.past.eachNames(ctx, list, jobs, func(i int, names *keptNames, ok bool) {
		c.relink[i] = !ok || names.mentions(&c.names) || c.fields.reached(names)
		c.mention[i] = c.relink[i] || c.members.reached(names)
	})
}

// declarations adds what is declared differently. It reports false where the index does not tell what was.
func (c *changes) declarations() bool {
	heads := map[uint64]bool{}
	for i := range c.p.Files {
		if c.same[i] && c.s.past.renamed[i] && (c.s.past.moved[i] && c.s.of.Namesakes(int32(i)) || c.s.of.ByPath(int32(i))) {
			if !c.declareAnew(i, heads) {
				return false
			}
			continue
		}
		if c.surfaces[i] == nil {
			continue // it was linked from its record, or another text says the same
		}
		before := c.old[c.pathThen(i)].keptNames // empty for a new file
		if c.same[i] {
			var ok bool
			_, names := c.s.past.all(c.in[i])
			if before, ok = readNames(names); !ok {
				return false
			}
		}
		c.differs[i] = true
		then, ok := before.surface()
		if !ok {
			return false
		}
		c.compare(then, c.surfaces[i], heads)
	}
	for _, before := range c.gone() {
		then, ok := before.surface()
		if !ok {
			return false
		}
		c.compare(then, &program.Surface{}, heads)
	}
	c.descendants(heads)
	c.members.findOwners(c.p, c.s.of)
	c.fields.findOwners(c.p, c.s.of)
	return true
}

// pathThen is the path that file i had.
func (c *changes) pathThen(i int) string {
	if in := c.in[i]; in != nil {
		return in.Path
	}
	return c.files[i].Path
}

// gone returns, by path, what the index has of the files that are none of the scan any more. It is for after readOld.
func (c *changes) gone() map[string]oldFile {
	gone := maps.Clone(c.old)
	for i := range c.files {
		if !c.same[i] { // the others are not among them
			delete(gone, c.pathThen(i))
		}
	}
	return gone
}

// declareAnew adds all that file i declares, which has the text that it had under another name, as if it was gone and another one there. It reports false where the
// index does not tell what that is.
func (c *changes) declareAnew(i int, heads map[uint64]bool) bool {
	_, kept := c.s.past.all(c.in[i])
	names, ok := readNames(kept)
	if !ok {
		return false
	}
	then, ok := names.surface()
	if !ok {
		return false
	}
	c.differs[i] = true
	c.compare(then, &program.Surface{}, heads)
	for j := range then.Types { // which may be known by another path now
		heads[c.s.of.Type(c.p.TypeOf(int32(i), java.TypeIdx(j)))] = true
	}
	return true
}

// readOld reads the records of the files that are gone or have another text. It reports false if one cannot be read.
func (c *changes) readOld() bool {
	if c.old != nil {
		return true
	}
	old, renamed := map[string]oldFile{}, map[*indexed]bool{}
	for i := range c.s.past.renamed {
		if c.same[i] {
			renamed[c.in[i]] = true
		}
	}
	next := 0 // in c.in, of which those that are there under their own paths ascend by path as well
	for i := range c.s.past.files {
		in := &c.s.past.files[i]
		if renamed[in] {
			continue
		}
		for next < len(c.in) && (c.in[next] == nil || c.s.past.renamed[next]) {
			next++
		}
		if next < len(c.in) && c.in[next] == in {
			if next++; c.same[next-1] {
				continue
			}
		}
		body, err := c.s.past.s.ix.Body(in.ID)
		if err != nil {
			return false
		}
		names, ok := readNames(body.Names())
		bodies, okBodies := readBodies(splitExtra(body.Extra()).bodies)
		if !ok || !okBodies {
			return false
		}
		old[in.Path] = oldFile{names, bodies.pkg}
	}
	c.old = old
	return true
}

// compare adds the names and the heads of types of which before and after say different things.
func (c *changes) compare(before, after *program.Surface, heads map[uint64]bool) {
	differ(before.Names, after.Names, c.names.add)
	differ(before.Types, after.Types, func(id uint64) { heads[id] = true })
	c.members.compare(before, after)
	c.fields.compare(before, after)
}

// differ calls f for what has other sums in before than in after.
func differ(before, after []program.Entry, f func(id uint64)) {
	sums := make(map[uint64]uint64, len(before))
	for _, e := range before {
		sums[e.ID] = program.Mix(sums[e.ID], e.Sum)
	}
	now := make(map[uint64]uint64, len(after))
	for _, e := range after {
		now[e.ID] = program.Mix(now[e.ID], e.Sum)
	}
	for id, sum := range now {
		if old, ok := sums[id]; !ok || old != sum {
			f(id)
		}
	}
	for id := range sums {
		if _, ok := now[id]; !ok {
			f(id)
		}
	}
}

// descendants adds the types of the given identities and all that descend from them.
func (c *changes) descendants(heads map[uint64]bool) {
	if len(heads) == 0 {
		return
	}
	for id := range heads {
		c.names.add(id)
	}
	var below []program.TypeID
	seen := map[program.TypeID]bool{}
	for t := range program.TypeID(c.p.NumTypes()) {
		if heads[c.s.of.Type(t)] {
			below = append(below, t)
			seen[t] = true
		}
	}
	for len(below) > 0 {
		t := below[len(below)-1]
		below = below[:len(below)-1]
		c.names.add(c.s.of.Type(t))
		c.names.add(program.NameSum(c.p.Type(t).Name))
		for _, s := range c.p.Subtypes(t) {
			if !seen[s] {
				seen[s] = true
				below = append(below, s)
			}
		}
	}
}

// packages adds the packages that have come or gone.
func (c *changes) packages() {
	stay, now, then := map[string]bool{}, map[string]bool{}, map[string]bool{}
	add := func(set map[string]bool, pkg string) {
		first, _, _ := strings.Cut(pkg, ".")
		set[pkg], set[first] = true, true
	}
	for i, f := range c.p.Files {
		if c.same[i] {
			if pkg := c.s.in[i].bodies.pkg; !stay[string(pkg)] {
				add(stay, string(pkg))
			}
		} else {
			add(now, f.Package)
		}
	}
	for _, k := range c.old {
		add(then, string(k.pkg))
	}
	for _, sets := range [2][2]map[string]bool{{now, then}, {then, now}} {
		for pkg := range sets[0] {
			if !sets[1][pkg] && !stay[pkg] {
				c.names.add(program.NameSum(pkg))
				c.names.add(program.NameSum(pkg[strings.LastIndexByte(pkg, '.')+1:]))
			}
		}
	}
}

// interned adds the names that were not interned and are, or the other way round. It reports false if one of them is looked
// up wherever its text stands. The error is that of ctx.
func (c *changes) interned(ctx context.Context, jobs int) (bool, error) {
	type name struct {
		last      uint64
		now, then bool
	}
	names := map[uint64]*name{}
	of := func(sum, last uint64) *name {
		n := names[sum]
		if n == nil {
			n = &name{last: last}
			names[sum] = n
		}
		return n
	}
	var r program.NameReader
	for i, f := range c.p.Files {
		if !c.same[i] {
			for _, e := range r.Read(f).Interned {
				of(e.ID, e.Sum).now = true
			}
		}
	}
	for _, k := range c.old {
		k.eachInterned(func(sum, last uint64) { of(sum, last).then = true })
	}
	for sum, n := range names {
		if n.now == n.then {
			delete(names, sum)
		}
	}
	if len(names) > 0 {
		var mu sync.Mutex
		var stay []uint64
		var added sumSet
		for sum, n := range names {
			added.add(sum)
			added.add(n.last)
		}
		// Nearly all files have none of all these names, so that going through theirs once is all that it takes.
		some := added.with(&c.names, &c.fields.names, &c.members.names)
		c.perhaps = make([]bool, len(c.files))
		err := c.s.past.eachNames(ctx, c.unchanged(), jobs, func(i int, kept *keptNames, ok bool) {
			if ok && !kept.mentions(some) {
				return
			}
			c.perhaps[i] = !ok || kept.mentions(&added) || kept.mentions(&c.names) || c.fields.reached(kept) || c.members.reached(kept)
			kept.eachInterned(func(sum, _ uint64) {
				if names[sum] != nil {
					mu.Lock()
					stay = append(stay, sum)
					mu.Unlock()
				}
			})
		})
		if err != nil {
			return false, err
		}
		for _, sum := range stay {
			delete(names, sum)
		}
	}
	for sum, n := range names {
		c.names.add(sum)
		c.names.add(n.last)
	}
	return names[program.NameSum(program.AlwaysMentioned)] == nil, nil
}
