package release

// answers keep what the strategies ask of every entity again and again: whether an old one is gone, and whether a new one
// was there. Both depend on ρ, so they hold until a package or class is renamed; a renamed member is forgotten alone.
type answers struct {
	version     int // of the log that they hold for
	gone, there memo
	members     map[Kind][]pair // see memberCandidates
	overloads   overloads       // old ones, by their signatures as classes are called now
}

// memo is a set of answers by number: 0 not asked yet, 1 no, 2 yes.
type memo []uint8

func (m memo) ask(i int, answer func() bool) bool {
	if m[i] == 0 {
		m[i] = 1
		if answer() {
			m[i] = 2
		}
	}
	return m[i] == 2
}

// forget drops the answers about the members that have the names of e's.
func (d *detector) forget(e Entry) {
	a := d.now()
	for _, id := range d.old.byName[d.old.Entities[e.Old].Name] {
		a.gone[id] = 0
	}
	for _, id := range d.new.byName[d.new.Entities[e.New].Name] {
		a.there[id] = 0
	}
}

// now returns the answers for the log as it is.
func (d *detector) now() *answers {
	switch {
	case d.memo.gone == nil:
		d.memo.gone, d.memo.there = make(memo, len(d.old.Entities)), make(memo, len(d.new.Entities))
		d.memo.members, d.memo.overloads = map[Kind][]pair{}, overloads{}
	case d.memo.version != d.log.version:
		clear(d.memo.gone)
		clear(d.memo.there)
		clear(d.memo.members)
		clear(d.memo.overloads)
	}
	d.memo.version = d.log.version
	return &d.memo
}
