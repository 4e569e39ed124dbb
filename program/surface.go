package program

import (
	"cmp"
	"iter"
	"math"
	"slices"
	"sync"

	"refract/internal/fresh"
	"refract/java"
)

// This file says what the bodies of a file depend on, and what they can depend on in other files: by that, a body need not
// be resolved again after an edit. A body is resolved by looking names up. So what its names denote is the same as before if
// none of the names in its file is declared differently anywhere, no other names are interned, and the types of its
// expressions have the ancestors that they had.

// NameSum is a hash of a name, or of another text. It is the same in every run.
func NameSum(name string) uint64 {
	h := uint64(len(name)) * 0x9E3779B97F4A7C15
	last := lastOf(name)
	for ; len(name) > 8; name = name[8:] {
		h = Mix(h, uint64(name[0])|uint64(name[1])<<8|uint64(name[2])<<16|uint64(name[3])<<24|
			uint64(name[4])<<32|uint64(name[5])<<40|uint64(name[6])<<48|uint64(name[7])<<56)
	}
	h = Mix(Mix(h, last), 1)
	return h ^ h>>32
}

// lastOf is the number that the last bytes of a name are: those behind the greatest multiple of 8 that is less than its length.
func lastOf(name string) (last uint64) {
	n := len(name)
	if n < 8 {
		for i := range n {
			last = last<<8 | uint64(name[i])
		}
		return last
	}
	tail := name[n-8:]
	last = uint64(tail[7]) | uint64(tail[6])<<8 | uint64(tail[5])<<16 | uint64(tail[4])<<24 |
		uint64(tail[3])<<32 | uint64(tail[2])<<40 | uint64(tail[1])<<48 | uint64(tail[0])<<56
	return last & (^uint64(0) >> (56 - 8*(uint(n-1)%8)))
}

// Names are the names in a file, as sums.
type Names struct {
	// Interned are those that Link gives a number, each with the sum of its part behind the last dot: whether a name has a
	// number can decide what it denotes.
	Interned []Entry
	// Mentioned are the other names in the text. Both have no order.
	Mentioned []uint64
}

// InternedSums returns the sums of the names that Link gives a number, each once.
func (n *Names) InternedSums() iter.Seq[uint64] {
	return func(yield func(uint64) bool) {
		for i := range n.Interned {
			if !yield(n.Interned[i].ID) {
				return
			}
		}
	}
}

// AlwaysMentioned is a name that resolving looks up wherever its text stands.
const AlwaysMentioned = "java.util.Map.Entry"

// A NameReader reads the names of one file after the other. It serves one goroutine.
type NameReader struct {
	slots []nameSlot // by open addressing; at most half full
	round uint32     // of the file
	names Names
}

// nameSlot is a name of the file of that round.
type nameSlot struct {
	sum   uint64
	round uint32
}

// Read returns the names in f. They are valid until the next call.
func (r *NameReader) Read(f *java.File) *Names {
	if r.round++; r.slots == nil || r.round == 0 {
		r.slots, r.round = make([]nameSlot, 1<<10), 1
	}
	r.names.Interned, r.names.Mentioned = r.names.Interned[:0], r.names.Mentioned[:0]
	// The names that are interned come first, so that no name is found to be so after it was mentioned.
	eachInterned(f.Whole(), func(text string) { r.add(text, true) })
	for _, nd := range f.Subtree(0) {
		if k := nd.Kind; k == java.Identifier || k == java.TypeIdentifier {
			r.add(f.TextOf(nd), false)
		}
	}
	return &r.names
}

// add enters a name unless the file has it already.
func (r *NameReader) add(name string, interned bool) {
	sum := NameSum(name)
	at := int(sum) & (len(r.slots) - 1)
	for ; r.slots[at].round == r.round; at = (at + 1) & (len(r.slots) - 1) {
		if r.slots[at].sum == sum {
			return
		}
	}
	r.slots[at] = nameSlot{sum, r.round}
	if interned {
		r.names.Interned = append(r.names.Interned, Entry{sum, NameSum(simple(name))})
	} else {
		r.names.Mentioned = append(r.names.Mentioned, sum)
	}
	if 2*(len(r.names.Interned)+len(r.names.Mentioned)) > len(r.slots) {
		r.grow()
	}
}

// grow doubles the table.
func (r *NameReader) grow() {
	old := r.slots
	r.slots = make([]nameSlot, 2*len(old))
	for _, s := range old {
		if s.round != r.round {
			continue
		}
		at := int(s.sum) & (len(r.slots) - 1)
		for r.slots[at].round == r.round {
			at = (at + 1) & (len(r.slots) - 1)
		}
		r.slots[at] = s
	}
}

// eachInterned calls use for the names that Link interns for f: those of its declarations, its imports, and the types it uses.
func eachInterned(f *java.File, use func(name string)) {
	use(f.Package)
	use(segment(f.Package))
	for i := range f.Imports {
		d := &f.Imports[i]
		switch {
		case d.Module || d.Name == "" || d.Static && d.OnDemand:
		case d.Static:
			if last := simple(d.Name); len(last) < len(d.Name) {
				use(last)
			}
		case d.OnDemand:
			use(d.Name)
		default:
			use(d.Name)
			use(simple(d.Name))
		}
	}
	for i := range f.Types {
		if d := &f.Types[i]; d.Kind != java.AnonymousClass && d.Kind != java.EnumConstantBody {
			use(d.Name)
		}
	}
	for i := range f.Methods {
		if k := f.Methods[i].Kind; k == java.OrdinaryMethod || k == java.AnnotationElement {
			use(f.Methods[i].Name)
		}
	}
	for i := range f.Fields {
		use(f.Fields[i].Name)
	}
	eachTypeUse(f, use)
}

// Entry is something with a digest of what it is.
type Entry struct{ ID, Sum uint64 }

// Surface is what other files can see of a file, but for its package.
type Surface struct {
	// Names are the sums of the names of its types, and of methods and fields that stand in none, ascending, each with what all declarations of that
	// name say, in their order.
	Names []Entry
	// Types are the identities of its types, each with a digest of its head.
	Types []Entry
	// Members are the methods and fields of types, by type and name, methods first.
	Members []Members
}

// Clone returns a surface of the same content.
func (s *Surface) Clone() *Surface {
	return &Surface{Names: slices.Clone(s.Names), Types: slices.Clone(s.Types), Members: slices.Clone(s.Members)}
}

// Members is what the methods, or the fields, of one name say that a type has, in their order.
type Members struct {
	Type  int32 // the number of the type in the file
	Field bool
	Entry
}

// A Surveyor tells what other files see of a file. It serves one goroutine.
type Surveyor struct {
	d   *Digests
	l   *lookup
	out Surface
}

// NewSurveyor returns a surveyor of the files of the program.
func (d *Digests) NewSurveyor() *Surveyor { return &Surveyor{d: d, l: newLookup(d.p)} }

// Type is the identity of type t, 0 for NoType.
func (d *Digests) Type(t TypeID) uint64 { return at(d.types, int32(t)) }

// Survey returns the surface of a file. It is valid until the next call.
func (s *Surveyor) Survey(file int32) *Surface {
	p, f := s.d.p, s.d.p.File(file)
	s.l.reset()
	s.out.Names, s.out.Types, s.out.Members = s.out.Names[:0], s.out.Types[:0], s.out.Members[:0]
	for i := range f.Types {
		id := p.TypeOf(file, java.TypeIdx(i))
		h := s.head(id)
		s.out.Types = append(s.out.Types, Entry{s.d.types[id], h})
		s.declare(-1, false, f.Types[i].Name, h)
	}
	for i := range f.Methods {
		s.declare(f.Methods[i].Owner, false, f.Methods[i].Name, s.method(p.MethodOf(file, java.MethodIdx(i))))
	}
	for i := range f.Fields {
		s.declare(f.Fields[i].Owner, true, f.Fields[i].Name, s.field(p.FieldOf(file, java.FieldIdx(i))))
	}
	slices.SortStableFunc(s.out.Names, func(x, y Entry) int { return cmp.Compare(x.ID, y.ID) })
	s.out.Names = merged(s.out.Names, func(x, y *Entry) bool {
		if x.ID != y.ID {
			return false
		}
		x.Sum = Mix(x.Sum, y.Sum)
		return true
	})
	slices.SortStableFunc(s.out.Members, func(x, y Members) int { return cmp.Or(cmp.Compare(x.Type, y.Type), cmp.Compare(x.ID, y.ID)) })
	s.out.Members = merged(s.out.Members, func(x, y *Members) bool {
		if x.Type != y.Type || x.ID != y.ID || x.Field != y.Field {
			return false
		}
		x.Sum = Mix(x.Sum, y.Sum)
		return true
	})
	return &s.out
}

// merged returns list with what stands behind each other put together where into puts the second into the first.
func merged[E any](list []E, into func(x, y *E) bool) []E {
	n := 0
	for i := range list {
		if i > 0 && into(&list[n-1], &list[i]) {
			continue
		}
		list[n] = list[i]
		n++
	}
	return list[:n]
}

// declare adds what a declaration of that name says to the names of the file, or of the type that it stands in.
func (s *Surveyor) declare(owner java.TypeIdx, field bool, name string, sum uint64) {
	switch e := (Entry{NameSum(name), sum}); {
	case name == "":
	case owner < 0:
		s.out.Names = append(s.out.Names, e)
	default:
		s.out.Members = append(s.out.Members, Members{int32(owner), field, e})
	}
}

// head is a digest of what the head of a type says.
func (s *Surveyor) head(id TypeID) uint64 {
	p := s.d.p
	t := &p.types[id]
	f := p.File(t.File)
	d := &f.Types[t.Idx]
	h := Mix(s.d.typeDigest(id), s.d.types[id])
	h = Mix(h, uint64(t.Kind)<<8|bit(t.Outer == NoType)|bit(d.TypeParams >= 0)<<1)
	return Mix(h, NameSum(f.Text(d.TypeParams)))
}

func (s *Surveyor) method(id MethodID) uint64 {
	p := s.d.p
	m := &p.methods[id]
	d := &p.File(m.File).Methods[m.Idx]
	h := Mix(s.d.methods[id], s.d.ref(m.Return))
	for _, r := range p.Params(m) {
		h = Mix(h, s.d.ref(r))
	}
	h = Mix(h, bit(m.Static)|bit(m.Abstract)<<1|bit(m.private())<<2|bit(m.Mods.Has(java.ModFinal))<<3|bit(m.Variadic)<<4|bit(d.TypeParams >= 0)<<5)
	h = Mix(h, NameSum(p.File(m.File).Text(d.TypeParams)))
	return Mix(h, s.arguments(scope{m.File, m.Owner, id, d.ReturnType}, d.ReturnType))
}

func (s *Surveyor) field(id FieldID) uint64 {
	p := s.d.p
	v := &p.fields[id]
	d := &p.File(v.File).Fields[v.Idx]
	h := Mix(s.d.fields[id], s.d.ref(v.Type))
	h = Mix(h, uint64(v.Kind)<<8|bit(v.Static)|bit(v.Final)<<1)
	if c := v.Constant; c != nil {
		h = Mix(h, uint64(c.Kind)+1)
		h = Mix(h, uint64(c.Int))
		h = Mix(h, math.Float64bits(c.Float))
		h = Mix(h, NameSum(c.Str))
	}
	return Mix(h, s.arguments(scope{v.File, v.Owner, NoMethod, d.Type}, d.Type))
}

// arguments is a digest of what a type node says beside its erasure: its text, and what the type arguments in it denote,
// which are looked up from wherever a value of the type is used (generics.go).
func (s *Surveyor) arguments(sc scope, n java.NodeID) uint64 {
	if n < 0 {
		return 0
	}
	f := s.d.p.File(sc.file)
	h := Mix(uint64(f.Kind(n)), NameSum(f.Text(n)))
	if f.At(n).Next == n+1 {
		return h
	}
	for c, nd := range f.Subtree(n) {
		if k := nd.Kind; k == java.TypeIdentifier || k == java.ScopedTypeIdentifier {
			sc.at = c
			h = Mix(h, s.d.ref(s.l.typeNode(sc, f, c)))
		}
	}
	return h
}

// MethodsByIdentity returns a function that finds methods by their identities: NoMethod for one that no method has, or several. It looks at the method of
// number near first, and makes a table of all once that is not the one. It is safe for concurrent use.
func (d *Digests) MethodsByIdentity() func(identity uint64, near MethodID) MethodID {
	all := sync.OnceValue(d.methodTable)
	return func(identity uint64, near MethodID) MethodID {
		if 0 <= near && int(near) < len(d.methods) && d.methods[near] == identity && !d.twins.Has(identity) {
			return near
		}
		return all()(identity)
	}
}

func (d *Digests) methodTable() func(identity uint64) MethodID {
	size := 16
	for size < 2*len(d.methods) {
		size *= 2
	}
	// The number of a method plus one, negative for the first of several of one identity; open addressing.
	slots := fresh.Make[MethodID](size)
	find := func(identity uint64) (at int) {
		for at = int(identity) & (size - 1); slots[at] != 0; at = (at + 1) & (size - 1) {
			if m := slots[at]; d.methods[max(m, -m)-1] == identity {
				break
			}
		}
		return at
	}
	for m, identity := range d.methods {
		if at := find(identity); slots[at] == 0 {
			slots[at] = MethodID(m) + 1
		} else if slots[at] > 0 {
			slots[at] = -slots[at]
		}
	}
	return func(identity uint64) MethodID {
		if m := slots[find(identity)]; m > 0 {
			return m - 1
		}
		return NoMethod
	}
}
