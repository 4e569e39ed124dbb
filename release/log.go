package release

// Log is the shared log of the strategies (§5.1): the refactorings found so far, and the renaming function ρ that they
// induce, in both directions.
type Log struct {
	Entries []Entry

	forward, backward map[string]string // names that an entry maps, old to new and new to old
	rho, inverse      map[string]string // ρ and its inverse, memorised until the next entry
	byOld, byNew      map[EntityID][]Entry
	version           int // grows with every renaming of a package or class
}

// Entry is one refactoring of the API detector.
type Entry struct {
	Strategy   Strategy
	Old, New   EntityID // in the old and the new component
	Similarity float64  // average overlap of the shingles
	References float64  // σ; -1 where nothing refers to either
}

func newLog() *Log {
	l := &Log{forward: map[string]string{}, backward: map[string]string{}, byOld: map[EntityID][]Entry{}, byNew: map[EntityID][]Entry{}}
	l.forget()
	return l
}

func (l *Log) forget() {
	l.rho, l.inverse = map[string]string{"": ""}, map[string]string{"": ""}
}

// add appends e. Entries that change a name change ρ.
func (l *Log) add(e Entry, old, new *Entity) {
	l.Entries = append(l.Entries, e)
	l.byOld[e.Old] = append(l.byOld[e.Old], e)
	l.byNew[e.New] = append(l.byNew[e.New], e)
	l.rename(old, new)
}

// rename changes ρ. Nothing stands below a method or a field, so that their renamings leave the names of all others.
func (l *Log) rename(old, new *Entity) {
	leaf := old.Kind == Method || old.Kind == Field
	if !leaf {
		l.version++
	}
	if old.Name == new.Name {
		return
	}
	if _, ok := l.forward[old.Name]; !ok {
		l.forward[old.Name] = new.Name
	}
	if _, ok := l.backward[new.Name]; !ok {
		l.backward[new.Name] = old.Name
	}
	if leaf {
		l.rho[old.Name], l.inverse[new.Name] = l.forward[old.Name], l.backward[new.Name]
		return
	}
	l.forget()
}

// Rho returns ρ(name, log): the name in the new release of what the old release calls name.
func (l *Log) Rho(name string) string { return apply(name, l.forward, l.rho) }

// Inverse returns ρ(name, log⁻¹): the name in the old release of what the new release calls name.
func (l *Log) Inverse(name string) string { return apply(name, l.backward, l.inverse) }

// apply is the definition of §5.1: an entry of the log, or else the prefix renamed and the simple name kept.
func apply(name string, log, memo map[string]string) string {
	if to, ok := memo[name]; ok {
		return to
	}
	to, ok := log[name]
	if !ok {
		to = suf(name)
		if p := apply(pre(name), log, memo); p != "" {
			to = p + "." + to
		}
	}
	memo[name] = to
	return to
}
