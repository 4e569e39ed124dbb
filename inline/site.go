package inline

import (
	"slices"

	"refract/java"
	"refract/program"
)

// Receiver says what a call is made on, as far as the arithmetic needs it.
type Receiver uint8

const (
	// Implied is an instance method's this that is not written, and the nothing of a static method called by its
	// name alone; OnThis, OnSuper and OnType are written. OnValue is any other expression.
	Implied Receiver = iota
	OnThis
	OnSuper
	OnType
	OnValue
)

func (r Receiver) String() string { return [...]string{"implied", "this", "super", "type", "value"}[r] }

// Site is a call of a method of the program in some body: 12 bytes; there are about two for every body.
type Site struct {
	Callee   program.MethodID
	Node     java.NodeID // the method_invocation, in the file of the body
	Receiver Receiver
	// Names is the number of simple names in the qualifier: 2 in "a.B.f()" for the type a.B, 1 in "B.this.f()".
	Names uint8
	// LoadsThis says that the call loads this although it is not written.
	LoadsThis bool
	// Statement says that the call is a whole expression statement.
	Statement bool
}

// SitesOf appends the call sites of a body to dst, in source order, and returns it. Calls in lambdas are among them,
// calls in nested types are not; neither are calls of constructors and library methods.
func SitesOf(dst []Site, b *program.Body) []Site {
	for i := range b.Calls {
		n := b.Calls[i].Node
		u := &b.Uses[n-b.Root]
		if u.Kind != program.UseCallOwn || b.File.Kind(n) != java.MethodInvocation {
			continue
		}
		s := siteAt(b, n, program.MethodID(u.Ref))
		s.LoadsThis = u.Flags&(program.ImplicitThis|program.OuterThis) != 0
		dst = append(dst, s)
	}
	return dst
}

func siteAt(b *program.Body, n java.NodeID, callee program.MethodID) Site {
	f := b.File
	s := Site{Callee: callee, Node: n, Statement: f.Kind(f.Parent(n)) == java.ExpressionStatement}
	if super := f.ChildOfKind(n, java.Super); super >= 0 {
		s.Receiver = OnSuper
		if q := f.FirstChild(n); q != super {
			s.Names = names(f, q)
		}
		return s
	}
	object := f.Child(n, java.FieldObject)
	switch {
	case object < 0:
	case f.Kind(object) == java.This:
		s.Receiver = OnThis
	case f.Kind(object) == java.FieldAccess && f.Kind(f.Child(object, java.FieldField)) == java.This:
		s.Receiver, s.Names = OnThis, names(f, object)
	case b.Uses[object-b.Root].Kind == program.UseType:
		s.Receiver, s.Names = OnType, names(f, object)
	default:
		s.Receiver = OnValue
	}
	return s
}

// names counts the identifiers in the qualifier n.
func names(f *java.File, n java.NodeID) uint8 {
	count := uint8(0)
	for i := n; i < f.At(n).Next && count < 255; i++ {
		if f.At(i).Kind == java.Identifier {
			count++
		}
	}
	return count
}

// SiteTable holds the call sites of many bodies: row i are those of body i. The zero SiteTable is empty.
type SiteTable struct {
	start []uint32
	sites []Site
}

const badLayout = "inline: rows do not end where the sites do"

// SiteTableOf makes a table of rows that its caller has laid out, and does not change any more: row i is sites[start[i]:start[i+1]].
// It panics unless start begins with 0 and ends with the number of sites.
func SiteTableOf(start []uint32, sites []Site) *SiteTable {
	if len(start) == 0 || start[0] != 0 || int(start[len(start)-1]) != len(sites) {
		panic(badLayout)
	}
	return &SiteTable{start: start, sites: sites}
}

// Sites is the number of sites of all bodies together.
func (t *SiteTable) Sites() int { return len(t.sites) }

// Append copies the sites of one body to a new last row.
func (t *SiteTable) Append(sites []Site) {
	if len(t.start) == 0 {
		t.start = append(t.start, 0)
	}
	t.sites = append(t.sites, sites...)
	t.start = append(t.start, uint32(len(t.sites)))
}

// Clone returns a copy of t in memory of its size.
func (t *SiteTable) Clone() SiteTable { return SiteTable{slices.Clone(t.start), slices.Clone(t.sites)} }

// Reset makes t empty, with the room that it has.
func (t *SiteTable) Reset() { t.start, t.sites = t.start[:0], t.sites[:0] }

// CopyRows copies the rows from lo up to, not including, hi into sites, which begins at site first of the table that it is part of, and writes to
// ends where each of them ends there. It panics if either is of another length.
func (t *SiteTable) CopyRows(lo, hi int, ends []uint32, sites []Site, first uint32) {
	if lo == hi {
		return
	}
	from := t.start[lo]
	if len(ends) != hi-lo || copy(sites, t.sites[from:t.start[hi]]) != len(sites) {
		panic(badLayout)
	}
	for i, end := range t.start[lo+1 : hi+1] {
		ends[i] = first + end - from
	}
}

// Len returns the number of rows.
func (t *SiteTable) Len() int { return max(len(t.start)-1, 0) }

// Row returns the sites of body i. It aliases the table and must not be changed.
func (t *SiteTable) Row(i int) []Site { return t.sites[t.start[i]:t.start[i+1]:t.start[i+1]] }
