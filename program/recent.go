package program

import "refract/internal/fresh"

// recentNames remembers the numbers of names that were looked for last. Most names of a body stand in it, or in the body
// before, more than once, and in a large program every look into the table of all names waits for memory several times. It serves
// one goroutine; the zero value is ready.
type recentNames struct{ at []recentName }

type recentName struct {
	text string // "" for none
	id   NameID
}

const recentSlots = 1 << 12

// find is table.find, of a table that grows no more.
func (r *recentNames) find(table *names, name string) NameID {
	if name == "" {
		return table.find(name)
	}
	e := r.slot(name)
	if e.text != name {
		e.text, e.id = name, table.find(name)
	}
	return e.id
}

// known is table.find, of a table that may grow: what it lacks is not remembered.
func (r *recentNames) known(table *names, name string) NameID {
	e := r.slot(name)
	if e.text == name {
		e.text = name // the same again, but in memory that was just read
		return e.id
	}
	id := table.look(name)
	if id >= 0 {
		e.text, e.id = name, id
	}
	return id
}

// slot is the one slot that name can be in.
func (r *recentNames) slot(name string) *recentName {
	if r.at == nil {
		r.at = fresh.Make[recentName](recentSlots)
	}
	return &r.at[recentSlot(name)]
}

// recentSlot is the number of the slot for name. Names of Java differ at their ends and in their lengths.
func recentSlot(name string) uint32 {
	h := uint32(len(name))
	for i := max(0, len(name)-12); i < len(name); i++ {
		h = (h ^ uint32(name[i])) * 0x01000193
	}
	return h >> 7 & (recentSlots - 1)
}
