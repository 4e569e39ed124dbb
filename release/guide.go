package release

import (
	"sort"
	"strings"

	"refract/java"
	"refract/program"
)

// Bump is the part of the version that semantic versioning asks to raise.
type Bump uint8

const (
	NoBump Bump = iota
	Patch
	Minor
	Major
)

func (b Bump) String() string { return [...]string{"none", "patch", "minor", "major"}[b] }

// MarshalText prints the bump as its name in JSON.
func (b Bump) MarshalText() ([]byte, error) { return []byte(b.String()), nil }

// Break says which users an API change breaks.
type Break uint8

const (
	// BreaksSource: code that uses it no longer compiles. BreaksBinary: compiled code that uses it no longer links.
	BreaksSource Break = 1 << iota
	BreaksBinary
	BreaksNothing Break = 0
)

func (b Break) String() string {
	switch b {
	case BreaksSource:
		return "source"
	case BreaksBinary:
		return "binary"
	case BreaksSource | BreaksBinary:
		return "source and binary"
	}
	return "no"
}

// MarshalText prints the break as its name in JSON.
func (b Break) MarshalText() ([]byte, error) { return []byte(b.String()), nil }

// Action is what happened to an element of the API.
type Action string

const (
	Renamed          Action = "renamed"
	Moved            Action = "moved"
	PulledUp         Action = "pulled up"
	Removed          Action = "removed"
	SignatureChanged Action = "signature changed"
	TypeChanged      Action = "type changed"
	Restricted       Action = "restricted" // less visible, final, abstract, or no longer static
	MustImplement    Action = "must be implemented"
	Deprecated       Action = "deprecated"
)

// GuideEntry is one element of the API and what its users have to do.
type GuideEntry struct {
	Kind        string `json:"kind"`
	Old         string `json:"old"`
	Action      Action `json:"action"`
	Replacement string `json:"replacement,omitempty"` // what to use in its place
	Note        string `json:"note,omitempty"`
	Breaks      Break  `json:"breaks"`
}

// PackageGuide is what changed in the API of one package of the old release.
type PackageGuide struct {
	Name    string       `json:"package"`
	Entries []GuideEntry `json:"entries"`
}

// Guide tells users of a component how to go from the old release to the new one.
type Guide struct {
	Bump     Bump           `json:"bump"`
	Breaking int            `json:"breaking"` // entries that break source or binary compatibility
	Added    int            `json:"added"`    // public elements that the old release did not have
	Packages []PackageGuide `json:"packages"` // by name; entries by old name
}

// guide reads the API of both releases. A removal that a renaming, a move or a pull-up explains is none.
//
// The rules are those of the Java Language Specification, chapter 13 (binary compatibility), as far as declarations
// show them; whether behaviour changed nobody can tell from them.
func guide(before, after *Component, changes []Change) Guide {
	g := guideWriter{before: before, after: after, became: map[EntityID]*Change{}, entries: map[string][]GuideEntry{}, met: map[EntityID]bool{},
		oldMembers: before.members(), newMembers: after.members()}
	for i := range changes {
		c := &changes[i]
		if correspondenceTypes[c.Type] && c.Old.id >= 0 && c.New.id >= 0 && g.became[c.Old.id] == nil {
			g.became[c.Old.id] = c
		}
	}
	for i := range before.Entities {
		if e := &before.Entities[i]; e.Kind == Class && e.Public && !e.Test {
			g.class(EntityID(i))
		}
	}
	return g.finish(len(changes) > 0)
}

// declares reports whether the component has an entity of e's kind, name and signature, deprecated or not.
func (c *Component) declares(e *Entity) bool {
	for range c.same(e) {
		return true
	}
	return false
}

type guideWriter struct {
	before, after *Component
	became        map[EntityID]*Change
	entries       map[string][]GuideEntry
	met           map[EntityID]bool // new entities that are some old one's successor

	oldMembers, newMembers map[EntityID][]EntityID // by class
}

// members lists the members of every class in source order.
func (c *Component) members() map[EntityID][]EntityID {
	if c.ofClass == nil {
		c.ofClass = map[EntityID][]EntityID{}
		for i := range c.Entities {
			if e := &c.Entities[i]; e.Kind == Method || e.Kind == Field {
				c.ofClass[e.Parent] = append(c.ofClass[e.Parent], EntityID(i))
			}
		}
	}
	return c.ofClass
}

func (g *guideWriter) add(e *Entity, entry GuideEntry) {
	p := e
	for p.Kind != Package && p.Parent >= 0 {
		p = &g.before.Entities[p.Parent]
	}
	entry.Kind, entry.Old = e.Kind.String(), e.Name
	if e.Kind == Method {
		entry.Old += parameters(e.Signature)
	}
	g.entries[p.Name] = append(g.entries[p.Name], entry)
}

// parameters and result are the two parts of a method's signature.
func parameters(signature string) string { return signature[:strings.IndexByte(signature, ')')+1] }
func result(signature string) string {
	return strings.TrimSpace(signature[strings.IndexByte(signature, ')')+1:])
}

const breaksAll = BreaksSource | BreaksBinary

func (g *guideWriter) class(id EntityID) {
	e := &g.before.Entities[id]
	now := NoEntity
	if ids := g.after.named(e.Name, Class); len(ids) > 0 {
		now = ids[0]
		n := &g.after.Entities[now]
		switch {
		case !n.Public:
			g.add(e, GuideEntry{Action: Restricted, Note: "no longer public", Breaks: breaksAll})
			return
		case n.Deprecated && !e.Deprecated:
			g.add(e, GuideEntry{Action: Deprecated, Replacement: g.replacement(id)})
		case n.Signature != e.Signature:
			g.add(e, GuideEntry{Action: TypeChanged, Note: "a " + e.Signature + " became a " + n.Signature, Breaks: breaksAll})
		}
		g.restrictedClass(e, n)
	} else if c := g.became[id]; c != nil {
		now = c.New.id
		g.add(e, GuideEntry{Action: actionOf(c), Replacement: c.New.Name, Breaks: breaksAll})
	} else {
		g.add(e, GuideEntry{Action: Removed, Breaks: breaksAll})
		return
	}
	g.met[now] = true
	g.members(id, now)
}

func (g *guideWriter) replacement(id EntityID) string {
	if c := g.became[id]; c != nil {
		if c.New.Kind == Method {
			return c.New.Name + parameters(c.New.Signature)
		}
		return c.New.Name
	}
	return ""
}

func (g *guideWriter) restrictedClass(old, new *Entity) {
	o, n := g.before.Program.TypeDecl(program.TypeID(old.Ref)), g.after.Program.TypeDecl(program.TypeID(new.Ref))
	gained := n.Mods &^ o.Mods
	switch {
	case gained.Has(java.ModFinal):
		g.add(old, GuideEntry{Action: Restricted, Note: "final now: it cannot be extended", Breaks: breaksAll})
	case gained.Has(java.ModAbstract) && o.Kind == java.ClassType:
		g.add(old, GuideEntry{Action: Restricted, Note: "abstract now: it cannot be instantiated", Breaks: breaksAll})
	}
}

// members compares the members of an old class with those of the class that it is now.
func (g *guideWriter) members(old, now EntityID) {
	for _, id := range g.oldMembers[old] {
		switch e := &g.before.Entities[id]; {
		case !e.Public:
		case e.Kind == Method:
			g.method(id, now)
		default:
			g.field(id, now)
		}
	}
	n := &g.after.Entities[now]
	inherited := g.after.Program.TypeDecl(program.TypeID(n.Ref)).Kind == java.InterfaceType
	for _, id := range g.newMembers[now] {
		e := &g.after.Entities[id]
		if e.Kind != Method || !e.Public || g.met[id] {
			continue
		}
		m := g.after.Program.Method(program.MethodID(e.Ref))
		if m.Abstract && m.Body < 0 && (inherited || g.after.Program.TypeDecl(program.TypeID(n.Ref)).Mods.Has(java.ModAbstract)) {
			g.add(&g.before.Entities[old], GuideEntry{Action: MustImplement, Note: "subclasses must implement " + e.Simple() + parameters(e.Signature), Breaks: BreaksSource})
		}
	}
}

func (g *guideWriter) method(id, class EntityID) {
	e := &g.before.Entities[id]
	name := join(g.after.Entities[class].Name, e.Simple())
	if constructor(e) {
		name = join(g.after.Entities[class].Name, g.after.Entities[class].Simple())
	}
	if same := g.after.withParameters(name, e); len(same) > 0 {
		g.met[same[0]] = true
		g.keptMethod(id, e, &g.after.Entities[same[0]])
		return
	}
	if up := g.inherited(class, e); up >= 0 {
		g.met[up] = true
		g.add(e, GuideEntry{Action: PulledUp, Replacement: g.after.Entities[up].Name, Breaks: BreaksNothing})
		return
	}
	if c := g.became[id]; c != nil && c.New.id >= 0 {
		g.met[c.New.id] = true
		g.add(e, GuideEntry{Action: actionOf(c), Replacement: g.replacement(id), Breaks: breaksAll})
		return
	}
	if n := g.onlyOther(id, name); n >= 0 {
		g.met[n] = true
		ne := &g.after.Entities[n]
		g.add(e, GuideEntry{Action: SignatureChanged, Replacement: ne.Name + parameters(ne.Signature), Breaks: breaksAll})
		return
	}
	g.add(e, GuideEntry{Action: Removed, Breaks: breaksAll})
}

// onlyOther returns the one method of that name that the old release did not have with its signature. Of more than mostOverloads it asks none.
func (g *guideWriter) onlyOther(id EntityID, name string) EntityID {
	found := NoEntity
	if len(g.after.byName[name]) > mostOverloads {
		return found
	}
	for _, n := range g.after.named(name, Method) {
		if ne := &g.after.Entities[n]; g.met[n] || !ne.Public || g.before.declares(ne) {
			continue
		}
		if found >= 0 {
			return NoEntity
		}
		found = n
	}
	return found
}

// keptMethod compares a method with itself in the new release.
func (g *guideWriter) keptMethod(id EntityID, e, ne *Entity) {
	o, n := g.before.Program.MethodDecl(program.MethodID(e.Ref)), g.after.Program.MethodDecl(program.MethodID(ne.Ref))
	gained, lost := n.Mods&^o.Mods, o.Mods&^n.Mods
	switch {
	case !ne.Public:
		g.add(e, GuideEntry{Action: Restricted, Note: "no longer visible", Breaks: breaksAll})
	case lost.Has(java.ModPublic) && n.Mods.Has(java.ModProtected):
		g.add(e, GuideEntry{Action: Restricted, Note: "protected now", Breaks: breaksAll})
	case result(e.Signature) != result(ne.Signature):
		g.add(e, GuideEntry{Action: TypeChanged, Note: "returns " + result(ne.Signature) + ", not " + result(e.Signature), Breaks: breaksAll})
	case gained.Has(java.ModFinal):
		g.add(e, GuideEntry{Action: Restricted, Note: "final now: it cannot be overridden", Breaks: breaksAll})
	case gained.Has(java.ModStatic) || lost.Has(java.ModStatic):
		g.add(e, GuideEntry{Action: Restricted, Note: "static on one side only", Breaks: breaksAll})
	case gained.Has(java.ModAbstract):
		g.add(e, GuideEntry{Action: MustImplement, Note: "abstract now", Breaks: breaksAll})
	case ne.Deprecated && !e.Deprecated:
		g.add(e, GuideEntry{Action: Deprecated, Replacement: g.replacement(id)})
	}
}

// inherited returns the method that class inherits in place of the old one, NoEntity where there is none.
func (g *guideWriter) inherited(class EntityID, e *Entity) EntityID {
	if constructor(e) {
		return NoEntity
	}
	for _, t := range g.after.Program.Supertypes(program.TypeID(g.after.Entities[class].Ref)) {
		c, ok := g.after.classOf[t]
		if !ok || c == class {
			continue
		}
		for _, n := range g.after.withParameters(join(g.after.Entities[c].Name, e.Simple()), e) {
			if g.after.Entities[n].Public {
				return n
			}
		}
	}
	return NoEntity
}

func (g *guideWriter) field(id, class EntityID) {
	e := &g.before.Entities[id]
	if ids := g.after.named(join(g.after.Entities[class].Name, e.Simple()), Field); len(ids) > 0 {
		ne := &g.after.Entities[ids[0]]
		g.met[ids[0]] = true
		switch {
		case !ne.Public:
			g.add(e, GuideEntry{Action: Restricted, Note: "no longer visible", Breaks: breaksAll})
		case ne.Signature != e.Signature:
			g.add(e, GuideEntry{Action: TypeChanged, Note: "a " + ne.Signature + ", not a " + e.Signature, Breaks: breaksAll})
		case ne.Deprecated && !e.Deprecated:
			g.add(e, GuideEntry{Action: Deprecated, Replacement: g.replacement(id)})
		}
		return
	}
	if up := g.inherited(class, e); up >= 0 {
		g.met[up] = true
		g.add(e, GuideEntry{Action: PulledUp, Replacement: g.after.Entities[up].Name, Breaks: BreaksNothing})
		return
	}
	if c := g.became[id]; c != nil {
		g.met[c.New.id] = true
		g.add(e, GuideEntry{Action: actionOf(c), Replacement: c.New.Name, Breaks: breaksAll})
		return
	}
	g.add(e, GuideEntry{Action: Removed, Breaks: breaksAll})
}

func actionOf(c *Change) Action {
	switch {
	case strings.HasPrefix(c.Type, "Rename"):
		return Renamed
	case strings.HasPrefix(c.Type, "Pull Up"):
		return PulledUp
	case c.Type == "Change Method Signature":
		return SignatureChanged
	}
	return Moved
}

// guideOf puts the entries of each package in order, and counts those that break.
func guideOf(entries map[string][]GuideEntry) Guide {
	var out Guide
	for name, es := range entries {
		sort.SliceStable(es, func(i, j int) bool { return es[i].Old < es[j].Old })
		out.Packages = append(out.Packages, PackageGuide{name, es})
		for _, e := range es {
			if e.Breaks != BreaksNothing {
				out.Breaking++
			}
		}
	}
	sort.Slice(out.Packages, func(i, j int) bool { return out.Packages[i].Name < out.Packages[j].Name })
	return out
}

func (g *guideWriter) finish(changed bool) Guide {
	out := guideOf(g.entries)
	for i := range g.after.Entities {
		if e := &g.after.Entities[i]; e.Public && !e.Test && e.Kind != Package && !g.met[EntityID(i)] && !g.before.declares(e) {
			out.Added++
		}
	}
	switch {
	case out.Breaking > 0:
		out.Bump = Major
	case out.Added > 0 || len(out.Packages) > 0:
		out.Bump = Minor
	case changed:
		out.Bump = Patch
	}
	return out
}

func sortCounts(cs []Count) {
	sort.Slice(cs, func(i, j int) bool { return cs[i].Type < cs[j].Type })
}
