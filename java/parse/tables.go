package parse

import (
	"encoding/binary"
	"math"
	"strings"
	"sync"

	"refract/internal/wire"
	"refract/java"
)

// This file writes the tables of declarations down and reads them again, so that a file of a tree has them without a look at its nodes.
//
// A coder does both. What an entry has is said once, part by part: the coder writes the part, or makes it what it reads. All are
// unsigned varints: a node as how far it is behind another, plus one, 0 for none; an index plus one; a name as its length, and where in
// the text it stands, from the end of the name before it, or its bytes where it does not stand there as it is. What is
// in a type follows from the other tables.

// coder writes tables, or reads them.
type coder struct {
	f     *java.File
	w     []byte
	r     *wire.Reader // nil to write
	bad   bool         // there is something that cannot be written
	named int          // the end of the last name
	last  java.NodeID  // the entry before
	// Room for the lists that are still to be read.
	params []java.Param
	nodes  []java.NodeID
}

// appendTables appends the tables of f to dst. ok is false for what cannot be written.
func appendTables(dst []byte, f *java.File) (_ []byte, ok bool) {
	c := coder{f: f, w: dst}
	c.tables()
	return c.w, !c.bad
}

// readTables reads the tables of f, which has its text and its nodes.
func readTables(r *wire.Reader, f *java.File) {
	c := coder{f: f, r: r}
	c.tables()
	if r.Bad {
		return
	}
	t := listers.Get().(*tables)
	t.lists(f)
	listers.Put(t)
}

// listers have memory to make lists with.
var listers = sync.Pool{New: func() any { return new(tables) }}

// The parts of an entry have a byte each at least.
const (
	partsOfImport, partsOfType, partsOfMethod = 3, 14, 15
	partsOfParam, partsOfField                = 8, 11
)

func (c *coder) tables() {
	f := c.f
	c.text(&f.Package, 0)
	length(c, &f.Imports, partsOfImport)
	length(c, &f.Types, partsOfType)
	length(c, &f.Methods, partsOfMethod)
	length(c, &f.Fields, partsOfField)
	c.room()
	entries(c, f.Imports, (*coder).addImport)
	entries(c, f.Types, (*coder).addType)
	entries(c, f.Methods, (*coder).addMethod)
	entries(c, f.Fields, (*coder).addField)
	if len(c.params)+len(c.nodes) > 0 {
		c.r.Fail()
	}
}

// length makes a table as long as it is.
func length[T any](c *coder, table *[]T, least int) {
	if c.r == nil {
		c.uvarint(uint64(len(*table)))
	} else if n := c.r.Count(least); n > 0 {
		*table = make([]T, n)
	}
}

// room makes room for the lists of all entries.
func (c *coder) room() {
	if c.r == nil {
		params, nodes := listed(c.f)
		c.uvarint(uint64(params))
		c.uvarint(uint64(nodes))
		return
	}
	length(c, &c.params, partsOfParam)
	length(c, &c.nodes, 1)
}

// entries are those of a table.
func entries[T any](c *coder, table []T, one func(c *coder, i int, e *T)) {
	c.last, c.named = 0, 0
	for i := range table {
		if c.bad || c.r != nil && c.r.Bad {
			return
		}
		one(c, i, &table[i])
	}
}

func (c *coder) addImport(_ int, im *java.Import) {
	c.entry(&im.Node)
	c.bits(&im.Static, &im.OnDemand, &im.Module)
	c.text(&im.Name, im.Node)
}

func (c *coder) addType(i int, t *java.Type) {
	c.entry(&t.Node)
	number(c, &t.Kind, java.NoType, java.EnumConstantBody)
	c.below(t.Node, &t.NameNode, &t.Body, &t.Modifiers, &t.TypeParams, &t.Superclass)
	c.text(&t.Name, t.NameNode)
	number(c, &t.Mods, 0, math.MaxUint16)
	number(c, &t.Outer, -1, java.TypeIdx(i-1)) // before what is in it, so that no type is in itself
	number(c, &t.In, -1, java.MethodIdx(len(c.f.Methods)-1))
	number(c, &t.InField, -1, java.FieldIdx(len(c.f.Fields)-1))
	c.nodeList(t.Node, &t.Interfaces)
	c.nodeList(t.Node, &t.Permits)
}

func (c *coder) addMethod(_ int, m *java.Method) {
	c.entry(&m.Node)
	number(c, &m.Kind, java.NoMethod, java.AnnotationElement)
	c.below(m.Node, &m.NameNode, &m.Modifiers, &m.Body, &m.TypeParams, &m.ReturnType, &m.ParamList, &m.Default)
	c.text(&m.Name, m.NameNode)
	number(c, &m.Mods, 0, math.MaxUint16)
	number(c, &m.Owner, -1, java.TypeIdx(len(c.f.Types)-1))
	number(c, &m.ReturnDims, 0, math.MaxInt32)
	c.nodeList(m.Node, &m.Throws)
	if list(c, &m.Params, &c.params); len(m.Params) > 0 {
		last := c.last
		for i := range m.Params {
			c.addParam(&m.Params[i])
		}
		c.last = last // a method may stand in a parameter list that does not parse
	}
}

func (c *coder) addParam(p *java.Param) {
	c.entry(&p.Node)
	c.below(p.Node, &p.NameNode, &p.Modifiers, &p.Type)
	c.text(&p.Name, p.NameNode)
	number(c, &p.Mods, 0, math.MaxUint16)
	number(c, &p.Dims, 0, math.MaxInt32)
	c.bits(&p.Variadic)
}

func (c *coder) addField(_ int, d *java.FieldDecl) {
	c.entry(&d.Decl)
	number(c, &d.Kind, java.NoFieldKind, java.RecordComponentField)
	c.below(d.Decl, &d.Node, &d.NameNode, &d.Modifiers, &d.Type, &d.Init)
	c.text(&d.Name, d.NameNode)
	number(c, &d.Mods, 0, math.MaxUint16)
	number(c, &d.Owner, -1, java.TypeIdx(len(c.f.Types)-1))
	number(c, &d.Dims, 0, math.MaxInt32)
}

// entry is the node of an entry, which is not before that of the last.
func (c *coder) entry(n *java.NodeID) {
	if c.r == nil {
		c.bad = c.bad || *n < c.last
		c.uvarint(uint64(*n - c.last))
	} else {
		*n = c.node(c.last, c.r.Uvarint())
	}
	c.last = *n
}

// below are nodes that are not before another, or none.
func (c *coder) below(of java.NodeID, nodes ...*java.NodeID) {
	for _, n := range nodes {
		switch {
		case c.r == nil && *n < 0:
			c.uvarint(0)
		case c.r == nil:
			c.bad = c.bad || *n < of
			c.uvarint(uint64(*n-of) + 1)
		default:
			*n = java.NoNode
			if by := c.r.Uvarint(); by > 0 {
				*n = c.node(of, by-1)
			}
		}
	}
}

// node is the node by nodes behind another.
func (c *coder) node(of java.NodeID, by uint64) java.NodeID {
	if by >= uint64(c.f.NumNodes())-uint64(of) {
		c.r.Fail()
		return 0
	}
	return of + java.NodeID(by)
}

// nodeList is a list of nodes that are not before another.
func (c *coder) nodeList(of java.NodeID, nodes *[]java.NodeID) {
	list(c, nodes, &c.nodes)
	for i := range *nodes {
		c.below(of, &(*nodes)[i])
	}
}

// list makes a list as long as it is, in the room for all such lists.
func list[T any](c *coder, l, room *[]T) {
	if c.r == nil {
		c.uvarint(uint64(len(*l)))
		return
	}
	n := c.r.Uvarint()
	if n > uint64(len(*room)) {
		c.r.Fail()
		return
	}
	if n > 0 {
		*l, *room = (*room)[:n:n], (*room)[n:]
	}
}

// number is a number from least to most.
func number[T ~int | ~int32 | ~uint8 | ~uint16](c *coder, v *T, least, most T) {
	if c.r == nil {
		c.bad = c.bad || *v < least || *v > most
		c.uvarint(uint64(*v - least))
		return
	}
	n := c.r.Uvarint()
	if n > uint64(most-least) {
		c.r.Fail()
		return
	}
	*v = T(n) + least
}

// bits are truths, in one byte.
func (c *coder) bits(truths ...*bool) {
	if c.r == nil {
		set := byte(0)
		for i, t := range truths {
			if *t {
				set |= 1 << i
			}
		}
		c.w = append(c.w, set)
		return
	}
	set := c.r.Byte()
	for i, t := range truths {
		*t = set&(1<<i) != 0
	}
}

// text is a text that stands in a node, as a rule.
func (c *coder) text(s *string, in java.NodeID) {
	if c.r != nil {
		*s = c.readText()
		return
	}
	if *s == "" {
		c.uvarint(0)
		return
	}
	span := c.f.Span(in)
	at := strings.Index(c.f.Source[span.Start:span.End], *s)
	if at < 0 {
		c.uvarint(uint64(len(*s))<<1 | 1)
		c.w = append(c.w, *s...)
		return
	}
	c.uvarint(uint64(len(*s)) << 1)
	start := int(span.Start) + at
	c.w = binary.AppendVarint(c.w, int64(start-c.named))
	c.named = start + len(*s)
}

func (c *coder) readText() string {
	n := c.r.Uvarint()
	if n == 0 {
		return ""
	}
	size := n >> 1
	if n&1 != 0 {
		return string(c.r.Bytes(int(size)))
	}
	by := c.r.Uvarint()
	start := int64(c.named) + (int64(by>>1) ^ -int64(by&1))
	all := uint64(len(c.f.Source))
	if start < 0 || size > all || uint64(start) > all-size {
		c.r.Fail()
		return ""
	}
	c.named = int(start) + int(size)
	return c.f.Source[start:c.named]
}

func (c *coder) uvarint(n uint64) {
	if n < 0x80 {
		c.w = append(c.w, byte(n))
		return
	}
	c.w = binary.AppendUvarint(c.w, n)
}
