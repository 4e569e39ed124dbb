package program

import (
	"strings"

	"refract/internal/fresh"
)

// NameID is the number of an interned name of a Program.
type NameID int32

// NoName says that a name is not interned, and hence that nothing in the program declares it.
const NoName NameID = -1

// nameFlags tell what a name is declared as somewhere in the program, so that most lookups end before they begin.
type nameFlags uint8

const (
	namesType nameFlags = 1 << iota
	namesMethod
	namesField
	namesPackage // a dotted package name or its first segment
	sharedMethod // methods of that name stand in two types or more; see Program.marked
	sharedType   // several files declare a top-level type of that name in one package
	namesAny     // the program interns it: others are of the table that it was linked with, and nobody finds them
)

// names interns the names that declarations and type uses mention. It does not grow once Link is done, so that
// resolvers share it without a lock. The strings that are added alias the sources of the files.
type names struct {
	id    uint64   // of the table that records speak of; see nametable.go
	slots []NameID // plus one, by open addressing; at most half full
	old   oldNames
	added []string // of those behind the old ones
	sums  []uint64 // NameSum of each
	flags []nameFlags
	// recent spares most looks into ids while the program is linked; nil once it is, and for nobody but the linker.
	recent *recentNames
}

// oldNames are the first names of a table, one behind the other: 4 bytes a name beside its text, and no pointers.
type oldNames struct {
	n    int
	text string
	from []uint32 // where each begins, and the end of the last
}

func (o *oldNames) at(id NameID) string { return o.text[o.from[id]:o.from[id+1]] }

// text returns the name of that number.
func (s *names) text(id NameID) string {
	if int(id) < s.old.n {
		return s.old.at(id)
	}
	return s.added[int(id)-s.old.n]
}

func (s *names) intern(name string) NameID {
	if id := s.find(name); id >= 0 {
		return id
	}
	return s.internRare(name)
}

// internRare is intern for a name that is not often asked for.
func (s *names) internRare(name string) NameID { return s.internSum(name, NameSum(name)) }

// internSum is internRare for a name with its sum.
func (s *names) internSum(name string, sum uint64) NameID {
	if 2*(len(s.sums)+1) > len(s.slots) {
		s.grow()
	}
	at := s.slot(sum, name)
	if id := s.slots[at] - 1; id >= 0 {
		s.flags[id] |= namesAny
		return id
	}
	id := NameID(len(s.sums))
	s.slots[at] = id + 1
	s.added, s.sums, s.flags = append(s.added, name), append(s.sums, sum), append(s.flags, namesAny)
	return id
}

// slot is where name is, or where it would be entered.
func (s *names) slot(sum uint64, name string) int {
	at := int(sum) & (len(s.slots) - 1)
	for {
		id := s.slots[at] - 1
		if id < 0 || s.sums[id] == sum && s.text(id) == name {
			return at
		}
		at = (at + 1) & (len(s.slots) - 1)
	}
}

// reserve makes room for n names.
func (s *names) reserve(n int) {
	size := 1 << 12
	for size < 2*n+2 {
		size *= 2
	}
	s.slots = fresh.Make[NameID](size)
}

// grow doubles the table.
func (s *names) grow() {
	s.slots = make([]NameID, max(1<<12, 2*len(s.slots)))
	for id, sum := range s.sums {
		at := int(sum) & (len(s.slots) - 1)
		for s.slots[at] > 0 {
			at = (at + 1) & (len(s.slots) - 1)
		}
		s.slots[at] = NameID(id) + 1
	}
}

func (s *names) mark(name string, f nameFlags) NameID {
	id := s.intern(name)
	s.flags[id] |= f
	return id
}

// find returns the number of name, NoName where it is not interned.
func (s *names) find(name string) NameID {
	if s.recent != nil && name != "" {
		return s.recent.known(s, name)
	}
	return s.look(name)
}

// look is find in the table itself.
func (s *names) look(name string) NameID {
	if len(s.slots) == 0 {
		return NoName
	}
	id := s.slots[s.slot(NameSum(name), name)] - 1
	if !s.has(id, namesAny) {
		return NoName
	}
	return id
}

// withSum is look for a name of which the sum alone is known.
func (s *names) withSum(sum uint64) NameID {
	if len(s.slots) == 0 {
		return NoName
	}
	for at := int(sum); ; at++ {
		id := s.slots[at&(len(s.slots)-1)] - 1
		if id < 0 || s.sums[id] == sum && s.has(id, namesAny) {
			return id
		}
	}
}

// settle ends the growth of the table. One that was begun here is named after what is in it.
func (s *names) settle() {
	s.recent = nil
	if s.id == 0 {
		for _, sum := range s.sums {
			s.id = Mix(s.id, sum)
		}
	}
}

// count is the number of names that the program interns.
func (s *names) count() int {
	n := 0
	for _, f := range s.flags {
		if f&namesAny != 0 {
			n++
		}
	}
	return n
}

func (s *names) has(id NameID, f nameFlags) bool { return id >= 0 && s.flags[id]&f != 0 }

// simple returns the part of a dotted name after its last dot.
func simple(name string) string { return name[strings.LastIndexByte(name, '.')+1:] }

// segment returns the part of a dotted name before its first dot.
func segment(name string) string {
	if i := strings.IndexByte(name, '.'); i >= 0 {
		return name[:i]
	}
	return name
}

// typeLike reports whether name is written as types are: it starts with a capital and is no CONSTANT.
func typeLike(name string) bool {
	if name == "" || name[0] < 'A' || name[0] > 'Z' {
		return false
	}
	for i := 1; i < len(name); i++ {
		if 'a' <= name[i] && name[i] <= 'z' {
			return true
		}
	}
	return len(name) == 1 || len(name) <= 4 && !strings.Contains(name, "_") // T, URL, SWT, UUID
}
