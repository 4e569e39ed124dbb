package program

import (
	"strings"

	"refract/internal/hashset"
)

// identities are numbers of declarations that hold in other programs as well: of a type the directory of its file and its qualified name, or where files of
// one directory declare several of that name the path in the place of the directory, so that a file can have another name and its types are the same; of a
// method its owner, name and parameters as they are written. Several declarations of one file can have one.
type identities struct {
	types   []uint64    // by TypeID
	names   []uint64    // by TypeID: a hash of the qualified name; records have it
	methods []uint64    // by MethodID, while a program is linked from records: of those of files that have one, 0 for others
	slots   []TypeID    // plus one, by open addressing
	shared  hashset.Set // what several types have
}

// identify makes the identities of all types, whose names have their hashes.
func (p *Program) identify(jobs int) {
	ids := &p.identities
	ids.types = make([]uint64, len(p.types))
	inRuns(jobs, len(p.Files), fileRun, func(from, to int) {
		for i := from; i < to; i++ {
			dir := p.directorySum(int32(i))
			for t := p.typeBase[i]; t < p.typeBase[i+1]; t++ {
				ids.types[t] = Mix(dir, ids.names[t])
			}
		}
	})
	clash := p.enterIdentities()
	if clash.Empty() {
		return
	}
	for t, id := range ids.types {
		if clash.Has(id) {
			ids.types[t] = Mix(NameSum(p.Files[p.types[t].File].Path), ids.names[t])
		}
	}
	p.enterIdentities()
}

// directorySum is a hash of the directory of a file.
func (p *Program) directorySum(file int32) uint64 {
	at := p.Files[file].Path
	return NameSum(at[:max(strings.LastIndexByte(at, '/'), 0)])
}

// enterIdentities enters the types by their identities. It returns those that types of several files have.
func (p *Program) enterIdentities() (clash hashset.Set) {
	ids := &p.identities
	size := 16
	for size < 2*len(p.types) {
		size *= 2
	}
	ids.slots, ids.shared = make([]TypeID, size), hashset.Set{}
	for t, id := range ids.types {
		at := ids.slot(id)
		if other := ids.slots[at]; other != 0 {
			ids.shared.Add(id)
			if p.types[other-1].File != p.types[t].File {
				clash.Add(id)
			}
		}
		ids.slots[at] = TypeID(t) + 1
	}
	return clash
}

// slot is where id is in slots, or where it would be entered.
func (ids *identities) slot(id uint64) int {
	at := int(id) & (len(ids.slots) - 1)
	for ids.slots[at] != 0 && ids.types[ids.slots[at]-1] != id {
		at = (at + 1) & (len(ids.slots) - 1)
	}
	return at
}

// find returns the type with that identity, NoType where there is none or several.
func (ids *identities) find(id uint64) TypeID {
	if ids.shared.Has(id) {
		return NoType
	}
	return ids.slots[ids.slot(id)] - 1
}

// findNear is find, which looks at the type of number near first.
func (ids *identities) findNear(id uint64, near int) TypeID {
	if uint(near) < uint(len(ids.types)) && ids.types[near] == id && !ids.shared.Has(id) {
		return TypeID(near)
	}
	return ids.find(id)
}

// several reports whether one of list is the identity of several types.
func (ids *identities) several(list []uint64) bool {
	for _, id := range list {
		if ids.shared.Has(id) {
			return true
		}
	}
	return false
}

// namesakes returns, by the hash of a qualified name, the sum of the identities of all types of that name where there are several.
func (ids *identities) namesakes() map[uint64]uint64 {
	slots := make([]TypeID, len(ids.slots)) // the first type of a name, plus one, by open addressing
	sums := map[uint64]uint64{}
	for t, name := range ids.names {
		at := int(name) & (len(slots) - 1)
		for slots[at] != 0 && ids.names[slots[at]-1] != name {
			at = (at + 1) & (len(slots) - 1)
		}
		if slots[at] == 0 {
			slots[at] = TypeID(t) + 1
			continue
		}
		if _, more := sums[name]; !more {
			sums[name] = ids.types[slots[at]-1]
		}
		sums[name] += ids.types[t]
	}
	return sums
}
