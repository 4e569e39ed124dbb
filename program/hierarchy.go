package program

import (
	"fmt"
	"math/bits"
	"slices"

	"refract/finding"
	"refract/java"
)

type linkState uint8

const (
	unlinked linkState = iota
	linkingNow
	linked
	climbing // linked, and the supertypes of its ancestors are being found
	climbed  // linked, and so are all its ancestors
)

// linkSupertypes finds the supertypes of all types that have none from records, cuts cycles, and derives who is open.
func (p *Program) linkSupertypes(l *lookup) {
	l.linking = true
	for i := range p.types {
		p.linkSuper(l, TypeID(i))
	}
	l.linking = false
	for i := range p.types {
		p.types[i].declaredOpen = p.types[i].Open
	}
	p.cutCycles()
	p.markOpen()
}

// findSubtypes makes the table of the direct subtypes of all types.
func (p *Program) findSubtypes() {
	var pairs []pair
	for i := range p.types {
		t := &p.types[i]
		if t.Super != NoType {
			pairs = append(pairs, pair{int32(t.Super), int32(i)})
		}
		for _, s := range t.Interfaces {
			pairs = append(pairs, pair{int32(s), int32(i)})
		}
	}
	p.subtypes = newCSR(len(p.types), pairs)
}

// supers are the supertypes of a type as linkSuper finds them.
type supers struct {
	super      TypeID
	interfaces []TypeID
}

// declared returns the supertypes of a type as they were before cycles were cut.
func (p *Program) declared(id TypeID) supers {
	if s, cut := p.cut[id]; cut {
		return s
	}
	return supers{p.types[id].Super, p.types[id].Interfaces}
}

// linkSuper finds the supertypes of one type. The name of a supertype may be that of a member type which an enclosing
// type inherits, so that this goes from type to type; a type met while its own supertypes are being found has none, and neither has one that is
// come to through chainPiece others.
func (p *Program) linkSuper(l *lookup, id TypeID) {
	t := &p.types[id]
	if t.state != unlinked || l.within == chainPiece {
		p.entangled = p.entangled || t.state <= linkingNow
		return
	}
	l.within++
	defer func() { l.within-- }()
	t.state = linkingNow
	f := p.File(t.File)
	d := &f.Types[t.Idx]
	s := scope{t.File, t.Outer, p.MethodOf(t.File, d.In), d.Node}
	switch {
	case d.Kind == java.EnumConstantBody:
		t.Super, t.SuperRef = t.Outer, ownRef(t.Outer)
	case d.Kind == java.AnonymousClass:
		p.linkAnonymous(l, t, s, d)
	default:
		if d.Superclass >= 0 {
			t.SuperRef = l.typeNode(s, f, d.Superclass)
			t.Super = t.SuperRef.Type()
			t.Open = t.Super == NoType && !same(t.SuperRef, p.object)
		}
		for _, n := range d.Interfaces {
			p.addInterface(t, l.typeNode(s, f, n))
		}
	}
	t.state = linked
}

// linkAncestors finds the supertypes of a type and of all its ancestors. What a type inherits may not depend on which file is linked first.
func (p *Program) linkAncestors(l *lookup, id TypeID) {
	type step struct {
		id TypeID
		up bool // its ancestors are done
	}
	if p.types[id].state == climbed {
		return
	}
	own := map[TypeID]bool{} // that this call climbs
	for todo := []step{{id: id}}; len(todo) > 0; {
		at := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		t := &p.types[at.id]
		if at.up {
			t.state = climbed
			continue
		}
		p.linkSuper(l, at.id)
		if t.state != linked {
			p.entangled = p.entangled || t.state == climbing && !own[at.id] // what it has is not known yet
			continue
		}
		t.state, own[at.id] = climbing, true
		todo = append(todo, step{at.id, true})
		for _, s := range t.Interfaces {
			todo = append(todo, step{id: s})
		}
		if t.Super != NoType {
			todo = append(todo, step{id: t.Super})
		}
	}
}

func (p *Program) addInterface(t *Type, ref TypeRef) {
	if i := ref.Type(); i != NoType {
		t.Interfaces = append(t.Interfaces, i)
		return
	}
	t.Open = true
}

// linkAnonymous: the created type is the superclass, or the one interface. In "outer.new Inner() { }" it is a member
// of a type that only the body's resolution knows; it is looked for by its simple name.
func (p *Program) linkAnonymous(l *lookup, t *Type, s scope, d *java.Type) {
	if d.Superclass < 0 {
		return
	}
	ref := l.typeNode(s, p.File(t.File), d.Superclass)
	super := ref.Type()
	switch {
	case super == NoType:
		t.SuperRef, t.Open = ref, !same(ref, p.object)
	case p.types[super].Kind == java.InterfaceType || p.types[super].Kind == java.AnnotationInterface:
		t.Interfaces = append(t.Interfaces, super)
	default:
		t.SuperRef, t.Super = ref, super
	}
}

// MaxAncestry is the greatest number of supertypes one above the other: what overrides what costs its square. Real
// hierarchies have a few tens, and javac itself runs out of stack on a few thousand.
const MaxAncestry = 256

// cutCycles drops every supertype that leads back to its subtype; Java forbids them, but two files that do not belong
// together can make one. It also drops those that have MaxAncestry supertypes above them, and says so.
func (p *Program) cutCycles() {
	state := make([]linkState, len(p.types))
	height := make([]int, len(p.types)) // supertypes one above the other
	var visit func(id TypeID)
	visit = func(id TypeID) {
		state[id] = linkingNow
		t := &p.types[id]
		declared := supers{t.Super, t.Interfaces}
		drop := func(s TypeID) bool {
			if state[s] == linkingNow {
				p.Stats.Cycles++
				t.Open = true
				return true
			}
			if state[s] == unlinked {
				visit(s)
			}
			if height[s] == MaxAncestry {
				p.tooDeep(t, s)
				t.Open = true
				return true
			}
			height[id] = max(height[id], height[s]+1)
			return false
		}
		if t.Super != NoType && drop(t.Super) {
			t.Super = NoType
			p.cut[id] = declared
		}
		for i, s := range t.Interfaces {
			if !drop(s) {
				continue
			}
			p.cut[id] = declared // with the list as it is, of which another is made
			t.Interfaces = append(slices.Clone(t.Interfaces[:i]), slices.DeleteFunc(slices.Clone(t.Interfaces[i+1:]), drop)...)
			break
		}
		state[id] = linked
	}
	var chain []TypeID
	for i := range p.types {
		// A chain of a million classes would take a stack of more than a gigabyte, which ends the process: it is gone up
		// to its end first, and visited in pieces from there.
		chain = chain[:0]
		for s := TypeID(i); s != NoType && state[s] == unlinked && len(chain) <= len(p.types); s = p.types[s].Super {
			chain = append(chain, s)
		}
		for at := len(chain) - chainPiece; at > 0; at -= chainPiece {
			if state[chain[at]] == unlinked {
				visit(chain[at])
			}
		}
		if state[i] == unlinked {
			visit(TypeID(i))
		}
	}
}

// chainPiece is how far recursion goes at most along what one file, or many of them, can make as long as they like.
const chainPiece = 10_000

// tooDeep reports that supertype s of t was dropped.
func (p *Program) tooDeep(t *Type, s TypeID) {
	f := p.File(t.File)
	pos := f.Lines.Position(f.At(f.Types[t.Idx].Node).Start)
	p.Problems = append(p.Problems, finding.Problem{Path: f.Path, Line: pos.Line, Column: pos.Column, Severity: finding.Warning,
		Message: fmt.Sprintf("%s has more than %d supertypes one above the other; %s is taken for unknown", p.QualifiedName(t), MaxAncestry, p.QualifiedName(&p.types[s])),
		Remedy:  "exclude the file if it is generated"})
}

// markOpen makes every type open that has an open ancestor.
func (p *Program) markOpen() {
	done := make([]bool, len(p.types))
	var visit func(id TypeID) bool
	visit = func(id TypeID) bool {
		t := &p.types[id]
		if done[id] {
			return t.Open
		}
		done[id] = true
		open := t.Open
		if t.Super != NoType {
			open = visit(t.Super) || open
		}
		for _, s := range t.Interfaces {
			open = visit(s) || open
		}
		t.Open = open
		return open
	}
	for i := range p.types {
		visit(TypeID(i))
	}
}

// Subtypes returns the direct subtypes of t in the program, in their order.
func (p *Program) Subtypes(t TypeID) []TypeID { return rowOf[TypeID](&p.subtypes, int32(t)) }

// Supertypes returns the ancestors of t in the program, t itself not included: superclasses first, from the nearest,
// then interfaces. Cost: their number.
func (p *Program) Supertypes(t TypeID) []TypeID {
	seen := map[TypeID]bool{t: true}
	list := []TypeID{}
	add := func(s TypeID) {
		if s != NoType && !seen[s] {
			seen[s] = true
			list = append(list, s)
		}
	}
	for s := p.types[t].Super; s != NoType; s = p.types[s].Super {
		add(s)
	}
	for _, s := range p.types[t].Interfaces {
		add(s)
	}
	for i := 0; i < len(list); i++ {
		for _, s := range p.types[list[i]].Interfaces {
			add(s)
		}
	}
	return list
}

// IsSubtype reports whether t is s or a descendant of it.
func (p *Program) IsSubtype(t, s TypeID) bool { return t == s || slices.Contains(p.Supertypes(t), s) }

// pair and csr hold a relation between numbers: the rows in one array.
type pair struct{ row, col int32 }

// csr has an entry of its own for the rows with columns only: few methods override any.
type csr struct {
	has    []uint64 // bits of the rows that have columns
	before []int32  // for each element of has: the number of rows before it that have columns
	start  []int32  // where the columns of each of these rows begin, and the end of the last
	cols   []int32
}

// newCSR makes the relation of the pairs of all parts; the columns of a row keep the order of pairs.
func newCSR(rows int, parts ...[]pair) csr {
	c, n := csr{has: make([]uint64, rows/64+1)}, 0
	for _, pairs := range parts {
		n += len(pairs)
		for _, q := range pairs {
			c.has[uint32(q.row)/64] |= 1 << (uint32(q.row) % 64)
		}
	}
	c.number(n)
	for _, pairs := range parts {
		for _, q := range pairs {
			c.start[c.rank(q.row)+2]++
		}
	}
	next := c.begin()
	for _, pairs := range parts {
		for _, q := range pairs {
			to := &next[c.rank(q.row)]
			c.cols[*to] = q.col
			*to++
		}
	}
	return c
}

// transposed is the relation with rows for columns, of which there are so many; the columns of a row ascend.
func (c *csr) transposed(rows int) csr {
	t := csr{has: make([]uint64, rows/64+1)}
	for _, col := range c.cols {
		t.has[uint32(col)/64] |= 1 << (uint32(col) % 64)
	}
	t.number(len(c.cols))
	for _, col := range c.cols {
		t.start[t.rank(col)+2]++
	}
	next, at := t.begin(), 0
	for i, word := range c.has {
		for ; word != 0; word &= word - 1 {
			row := int32(64*i + bits.TrailingZeros64(word))
			for _, col := range c.cols[c.start[at]:c.start[at+1]] {
				to := &next[t.rank(col)]
				t.cols[*to] = row
				*to++
			}
			at++
		}
	}
	return t
}

// number numbers the rows of c.has, and makes room for n columns.
func (c *csr) number(n int) {
	rows := 0
	c.before = make([]int32, len(c.has))
	for i, word := range c.has {
		c.before[i] = int32(rows)
		rows += bits.OnesCount64(word)
	}
	c.start, c.cols = make([]int32, rows+2), make([]int32, n)
}

// begin makes of c.start, which has the number of columns of row i at i+2, where rows begin. next is where the next column of each goes: it is c.start from
// the second on, for where a row ends once it is filled in the next one begins.
func (c *csr) begin() (next []int32) {
	for i := 2; i < len(c.start); i++ {
		c.start[i] += c.start[i-1]
	}
	next, c.start = c.start[1:], c.start[:len(c.start)-1]
	return next
}

// rank is how many rows before a row have columns.
func (c *csr) rank(row int32) int {
	word, bit := uint32(row)/64, uint32(row)%64
	return int(c.before[word]) + bits.OnesCount64(c.has[word]&(1<<bit-1))
}

// count is the number of columns of the rows from lo up to, not including, hi.
func (c *csr) count(lo, hi int32) int { return int(c.start[c.rank(hi)] - c.start[c.rank(lo)]) }

func rowOf[T ~int32](c *csr, row int32) []T {
	cols := c.row(row)
	ids := make([]T, len(cols))
	for i, v := range cols {
		ids[i] = T(v)
	}
	return ids
}

// row returns the columns of a row, which alias c.
func (c *csr) row(row int32) []int32 {
	if c.empty(row) {
		return nil
	}
	at := c.rank(row)
	return c.cols[c.start[at]:c.start[at+1]]
}

func (c *csr) empty(row int32) bool { return c.has[uint32(row)/64]>>(uint32(row)%64)&1 == 0 }
