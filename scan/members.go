package scan

import "refract/program"

// This file finds the files in which a member of a type may be another one than it was. A member is looked up by name in a type: in one that the file
// declares, names or imports from, or that an expression of the file has, and then in its ancestors. So where a type has other members of a name, only
// those files are concerned in which that name stands, and which name that type or one that descends from it, or have an expression of such a type.
//
// Members of a type that is new or gone concern nobody: the first lookup in a file that ends elsewhere than it did begins where it began, in a type that is there before and after, and
// finds another member of that or of an ancestor, or another type.

// changedMembers are the members that are not what they were.
type changedMembers struct {
	onlyFields bool // methods are left out

	names  sumSet             // of the members
	types  sumSet             // the names and identities of the types that have them, and of those that descend from these
	owners map[uint64]int32   // by identity of a type with such members: its number
	other  map[otherName]bool // the names of which a type has other members
	byType map[uint64][]int32 // by what is kept of a sum in types: the types that have changed members for which that stands
	stand  int                // how many entries byType has
}

// otherName is a name, by what is kept of its sum, of which that of the owners has other members.
type otherName struct {
	name  uint64
	owner int32
}

// maxStand is how many entries byType may have: beyond that all types count as reached, so that a long line of types that descend from one another, each with
// another member, does not take the square of its length. It is a variable for tests.
var maxStand = 1 << 20

// memberOf is the members of a name of a type, both as sums.
type memberOf struct{ typ, name uint64 }

// compare adds the members of which before and after say different things.
func (c *changedMembers) compare(before, after *program.Surface) {
	then, now := c.membersOf(before, after), c.membersOf(after, before)
	for m, sum := range then {
		if now[m] != sum {
			c.add(m)
		}
	}
	for m := range now {
		if _, ok := then[m]; !ok {
			c.add(m)
		}
	}
}

// membersOf returns what s says of the members of the types that other has as well.
func (c *changedMembers) membersOf(s, other *program.Surface) map[memberOf]uint64 {
	has := make(map[uint64]bool, len(other.Types))
	for _, e := range other.Types {
		has[e.ID] = true
	}
	sums := map[memberOf]uint64{}
	for _, m := range s.Members {
		if t := s.Types[m.Type].ID; has[t] && (m.Field || !c.onlyFields) {
			k := memberOf{t, m.ID}
			sums[k] = program.Mix(sums[k], m.Sum) // several types may have one identity
		}
	}
	return sums
}

func (c *changedMembers) add(m memberOf) {
	if c.owners == nil {
		c.owners, c.other, c.byType = map[uint64]int32{}, map[otherName]bool{}, map[uint64][]int32{}
	}
	owner, ok := c.owners[m.typ]
	if !ok {
		owner = int32(len(c.owners))
		c.owners[m.typ] = owner
	}
	c.names.add(m.name)
	c.other[otherName{m.name & sumMask, owner}] = true
}

// findOwners finds what stands for the types with changed members, once all of these are known.
func (c *changedMembers) findOwners(p *program.Program, of *program.Digests) {
	if len(c.owners) == 0 {
		return
	}
	seen := make([]int32, p.NumTypes()) // by type: the last owner that it descends from, plus one
	for t := range program.TypeID(p.NumTypes()) {
		owner, ok := c.owners[of.Type(t)]
		if !ok {
			continue
		}
		for below := []program.TypeID{t}; len(below) > 0 && c.stand <= maxStand; {
			d := below[len(below)-1]
			below = below[:len(below)-1]
			if seen[d] == owner+1 {
				continue
			}
			seen[d] = owner + 1
			c.standsFor(of.Type(d), owner)
			if name := p.Type(d).Name; name != "" {
				c.standsFor(program.NameSum(name), owner)
			}
			below = append(below, p.Subtypes(d)...)
		}
	}
}

// standsFor notes that what has that sum stands for a type with changed members.
func (c *changedMembers) standsFor(sum uint64, owner int32) {
	c.types.add(sum)
	c.byType[sum&sumMask] = append(c.byType[sum&sumMask], owner)
	c.stand++
}

// reached reports whether a file with those names may have asked a type for a member that has changed. It takes as many steps as there are names in the file, and for each
// of those that members have as there are types with changed members that the file comes to.
func (c *changedMembers) reached(names *keptNames) bool {
	if !names.mentions(&c.names) {
		return false
	}
	if c.stand > maxStand {
		return true
	}
	if !names.mentions(&c.types) {
		return false
	}
	owners := map[int32]bool{}
	names.each(func(sum uint64) bool {
		for _, owner := range c.byType[sum] {
			owners[owner] = true
		}
		return true
	})
	return !names.each(func(sum uint64) bool {
		if !c.names.short.Has(sum) {
			return true
		}
		for owner := range owners {
			if c.other[otherName{sum, owner}] {
				return false
			}
		}
		return true
	})
}
