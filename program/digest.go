package program

import (
	"math"
	"math/bits"
	"slices"

	"refract/internal/hashset"
	"refract/java"
)

// This file makes numbers of what a file's names denote, by which two programs can be compared: if the text of a file and
// its Sum are equal in both, then all that its declarations say and all that the names in its bodies denote is equal as well,
// up to the numbering of declarations. Declarations of other files are told apart by their names, not by what they say.

// Digests holds the identities of the declarations of a program: hashes of 64 bits that are the same in every run and do
// not depend on other files, but for those that declare a type of the same name in the same directory. It is immutable and safe for concurrent use.
type Digests struct {
	p       *Program
	names   []uint64 // by NameID: NameSum
	types   []uint64 // by TypeID, see identities
	methods []uint64 // by MethodID: owner, kind, name and parameters as they are written
	fields  []uint64 // by FieldID: owner and name
	// namesakes has, by the hash of a qualified name, the sum of the identities of all types of that name where there are several.
	namesakes map[uint64]uint64
	// twins are the identities that several methods have.
	twins hashset.Set
}

// Digester returns the identities of the declarations of p.
func (p *Program) Digester() *Digests {
	if p.digests != nil {
		return p.digests
	}
	return p.digest(make([]uint64, len(p.methods)))
}

// digest makes the digests of what methods has, which becomes part of them: the identities of methods, 0 for those that are to be made.
func (p *Program) digest(methods []uint64) *Digests {
	d := &Digests{p: p, names: p.names.sums, types: p.identities.types, methods: methods,
		fields: make([]uint64, len(p.fields)), namesakes: p.identities.namesakes()}
	for i := range p.methods {
		if d.methods[i] != 0 {
			continue
		}
		m := &p.methods[i]
		h := d.owner(m.File, m.Owner)
		h = Mix(h, uint64(m.Kind)<<32|uint64(uint32(m.numParams)))
		h = Mix(h, NameSum(p.MethodName(m)))
		f := p.File(m.File)
		for _, prm := range f.Methods[m.Idx].Params {
			h = Mix(h, NameSum(f.Text(prm.Type)))
			h = Mix(h, uint64(prm.Dims)<<1|bit(prm.Variadic))
		}
		d.methods[i] = h
	}
	for i := range p.fields {
		v := &p.fields[i]
		d.fields[i] = Mix(d.owner(v.File, v.Owner), d.names[v.name])
	}
	for i := range p.Files {
		if p.linked == nil || !p.linked[i].is() || p.linked[i].twins {
			d.addTwins(int32(i))
		}
	}
	return d
}

// addTwins adds the identities to d.twins that several methods of a file have. Methods of two files have none in common.
func (d *Digests) addTwins(file int32) {
	d.eachTwin(file, d.twins.Add)
}

// eachTwin calls f for each identity of a method of a file that another one before it has.
func (d *Digests) eachTwin(file int32, f func(identity uint64)) {
	list := slices.Clone(d.methods[d.p.methodBase[file]:d.p.methodBase[file+1]])
	slices.Sort(list)
	for i := 1; i < len(list); i++ {
		if list[i] == list[i-1] {
			f(list[i])
		}
	}
}

// owner is the identity of what a member stands in: where the head of a class is broken it stands in no type.
func (d *Digests) owner(file int32, t TypeID) uint64 {
	if t == NoType {
		return NameSum(d.p.Files[file].Path)
	}
	return d.types[t]
}

// Namesakes reports whether one of the types of a file has the qualified name of another type of the program, so that which of them a name denotes hangs on
// where their files are.
func (d *Digests) Namesakes(file int32) bool {
	for t := d.p.typeBase[file]; t < d.p.typeBase[file+1]; t++ {
		if _, ok := d.namesakes[d.p.identities.names[t]]; ok {
			return true
		}
	}
	return false
}

// ByPath reports whether one of the types of a file has its identity from the path of the file, not from the directory: another file there declares one of its name.
func (d *Digests) ByPath(file int32) bool {
	dir := d.p.directorySum(file)
	for t := d.p.typeBase[file]; t < d.p.typeBase[file+1]; t++ {
		if d.types[t] != Mix(dir, d.p.identities.names[t]) {
			return true
		}
	}
	return false
}

// Method is the identity of m, 0 for NoMethod.
func (d *Digests) Method(m MethodID) uint64 { return at(d.methods, int32(m)) }

// Mix adds x to the hash h. The hash is turned first: what is added may be the hash of the same thing, and must not cancel
// it out.
func Mix(h, x uint64) uint64 {
	h = (bits.RotateLeft64(h, 23) ^ x) * 0x9E3779B97F4A7C15
	return h ^ h>>29
}

func bit(b bool) uint64 {
	if b {
		return 1
	}
	return 0
}

// at returns element i, 0 where i is no number.
func at(table []uint64, i int32) uint64 {
	if i < 0 {
		return 0
	}
	return table[i]
}

// ref is a hash of a static type.
func (d *Digests) ref(t TypeRef) uint64 {
	h := uint64(t.Kind)<<16 | uint64(t.Dims)<<8 | bit(t.Erased)
	switch t.Kind {
	case Own:
		return Mix(at(d.types, t.Ref), h)
	case API:
		return Mix(at(d.names, t.Ref), h)
	}
	return h
}

// Declarations is a hash of what the declarations of a file say, as far as other files decide it: the types they name,
// supertypes, who overrides whom, the values of constants, and which other classes have the names of its classes.
func (d *Digests) Declarations(file int32) uint64 {
	p := d.p
	h := uint64(0)
	for id := p.typeBase[file]; id < p.typeBase[file+1]; id++ {
		h = Mix(h, d.typeDigest(TypeID(id)))
	}
	members := p.memberSums[file]
	if members == 0 {
		members = d.members(file)
	}
	h = Mix(h, members)
	lo, hi := p.methodBase[file], p.methodBase[file+1]
	return d.relatives(d.relatives(h, &p.overrides, lo, hi), &p.overriders, lo, hi)
}

// relatives adds which methods those from number lo up to, not including, hi are in relation to.
func (d *Digests) relatives(h uint64, relation *csr, lo, hi int32) uint64 {
	n := relation.count(lo, hi)
	if h = Mix(h, uint64(n)); n == 0 {
		return h // as most files
	}
	for id := lo; id < hi; id++ {
		for _, o := range relation.row(id) {
			h = Mix(Mix(h, uint64(id-lo)), d.methods[o])
		}
	}
	return h
}

// members is a hash of what methods and fields of a file say. It is the same in every program in which all names in the file mean the same.
func (d *Digests) members(file int32) uint64 {
	p := d.p
	h := uint64(0)
	for id := p.methodBase[file]; id < p.methodBase[file+1]; id++ {
		h = d.method(h, MethodID(id))
	}
	for id := p.fieldBase[file]; id < p.fieldBase[file+1]; id++ {
		h = d.field(h, FieldID(id))
	}
	return h
}

// method adds what a method says.
func (d *Digests) method(h uint64, id MethodID) uint64 {
	m := &d.p.methods[id]
	h = Mix(h, d.ref(m.Return))
	for _, r := range d.p.Params(m) {
		h = Mix(h, d.ref(r))
	}
	return Mix(h, bit(m.Static)|bit(m.Abstract)<<1|bit(m.private())<<2|bit(m.Mods.Has(java.ModFinal))<<3|bit(m.Variadic)<<4)
}

// field adds what a field says.
func (d *Digests) field(h uint64, id FieldID) uint64 {
	v := &d.p.fields[id]
	h = Mix(h, d.ref(v.Type))
	h = Mix(h, bit(v.Static)|bit(v.Final)<<1)
	if c := v.Constant; c != nil {
		h = Mix(h, uint64(c.Kind)+1)
		h = Mix(h, uint64(c.Int))
		h = Mix(h, math.Float64bits(c.Float))
		h = Mix(h, NameSum(c.Str))
	}
	return h
}

// TypeSum, MethodSum and FieldSum are hashes of the identity of one declaration and of what it says, as far as other files decide it: together those of a file cover
// what Declarations does.
func (d *Digests) TypeSum(t TypeID) uint64 { return Mix(d.types[t], d.typeDigest(t)) }

// MethodSum says of a method also whom it overrides, and who overrides it.
func (d *Digests) MethodSum(m MethodID) uint64 {
	h := d.method(d.methods[m], m)
	return d.relatives(d.relatives(h, &d.p.overrides, int32(m), int32(m)+1), &d.p.overriders, int32(m), int32(m)+1)
}

// FieldSum is that of a field.
func (d *Digests) FieldSum(f FieldID) uint64 { return d.field(d.fields[f], f) }

// MembersSum is a hash of which methods and fields a type has, by their names and in their order.
func (d *Digests) MembersSum(t TypeID) uint64 {
	p, of := d.p, &d.p.types[t]
	h := uint64(len(of.Methods))
	for _, m := range of.Methods {
		h = Mix(h, at(d.names, int32(p.methods[m].name)))
	}
	for _, f := range of.Fields {
		h = Mix(h, d.names[p.fields[f].name])
	}
	return h
}

func (d *Digests) typeDigest(id TypeID) uint64 {
	t, name := &d.p.types[id], d.p.identities.names[id]
	namesakes, several := d.namesakes[name]
	if !several {
		namesakes = d.types[id]
	}
	h := Mix(Mix(name, namesakes), bit(t.Static)|bit(t.Local)<<1|bit(t.Open)<<2)
	h = Mix(h, at(d.types, int32(t.Super)))
	h = Mix(h, d.ref(t.SuperRef))
	for _, i := range t.Interfaces {
		h = Mix(h, at(d.types, int32(i)))
	}
	return h
}

// Body is a hash of what the names in b denote and of the static types of its expressions.
func (d *Digests) Body(b *Body) uint64 {
	h := uint64(len(b.Uses))
	for i := range b.Uses {
		u := &b.Uses[i]
		if u.Kind == UseNone && u.Type.Kind == Unknown {
			continue
		}
		h = Mix(h, uint64(i)<<16|uint64(u.Kind)<<8|uint64(u.Flags))
		h = Mix(h, d.denoted(u)+d.ref(u.Type))
	}
	for i := range b.Locals {
		h = Mix(h, d.ref(b.Locals[i].Type))
	}
	for i := range b.Calls {
		h = Mix(h, d.Method(b.Calls[i].Target)+uint64(b.Calls[i].Kind)<<8+uint64(b.Calls[i].Flags))
	}
	return h
}

// denoted is the identity of what u refers to.
func (d *Digests) denoted(u *Use) uint64 {
	switch u.Kind {
	case UseField, UseConstant:
		return at(d.fields, u.Ref)
	case UseCallAPI:
		return at(d.fields, u.Ref) // the component behind an implied accessor
	case UseType, UseThis:
		return at(d.types, u.Ref)
	case UseCallOwn, UseNewOwn, UseMethodRef:
		return at(d.methods, u.Ref)
	}
	return uint64(uint32(u.Ref)) // of this body, or nothing
}
