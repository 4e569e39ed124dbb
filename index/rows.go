package index

import "encoding/binary"

// names numbers strings in the order of their first use.
type names struct {
	list   []string
	number map[string]int
}

func (n *names) add(s string) int {
	if i, ok := n.number[s]; ok {
		return i
	}
	if n.number == nil {
		n.number = map[string]int{}
	}
	i := len(n.list)
	n.number[s] = i
	n.list = append(n.list, s)
	return i
}

// reset forgets all strings and keeps the memory, but for a large map, which takes longer to clear than a new one to make.
func (n *names) reset() {
	if len(n.list) > 1024 {
		n.number = nil
	}
	clear(n.number)
	clear(n.list)
	n.list = n.list[:0]
}

func (n *names) append(b []byte) []byte {
	b = binary.AppendUvarint(b, uint64(len(n.list)))
	var f front
	for _, s := range n.list {
		b = f.append(b, s)
	}
	return b
}

func (d *decoder) names() []string {
	list := make([]string, d.Count(2))
	var f front
	for i := range list {
		list[i] = f.read(d)
	}
	return list
}

// fragmentStep appends the difference of two fragment numbers, which must not descend.
func fragmentStep(b []byte, last, next uint32) []byte {
	if next < last {
		panic("index: records are not ordered by fragment")
	}
	return binary.AppendUvarint(b, uint64(next-last))
}

func (e *encoder) appendRows(b []byte, rows []Row) []byte {
	ns, cols := &e.callees, e.columns[:0]
	fragment := uint32(0)
	for i := range rows {
		r := &rows[i]
		cols = fragmentStep(cols, fragment, r.Fragment)
		cols = append(cols, r.Mode)
		callee := uint64(0)
		if r.Callee != "" {
			callee = uint64(ns.add(r.Callee)) + 1
		}
		cols = binary.AppendUvarint(cols, callee)
		fragment = r.Fragment
	}
	b = binary.AppendUvarint(b, uint64(len(rows)))
	b = append(ns.append(b), cols...)
	ns.reset()
	e.columns = cols
	return b
}

// skipNames passes by what names decodes.
func (d *decoder) skipNames() {
	for range d.Count(2) {
		d.Uvarint()
		d.Bytes(d.Count(1))
	}
}

// rowsLeft is n, the number of rows of which all but the names is left, or 0 where there is no room for as many.
func (d *decoder) rowsLeft(n int) int {
	if n > len(d.B)/3 {
		d.Fail()
		return 0
	}
	return n
}

// Modes decodes the modes of the rows alone.
func (b *Body) Modes() ([]uint8, error) {
	d := newDecoder(b.section[rowSection])
	n := d.Count(3)
	d.skipNames()
	modes := make([]uint8, d.rowsLeft(n))
	for i := range modes {
		d.Uvarint()
		modes[i] = d.Byte()
		d.Uvarint()
	}
	return modes, d.err("rows")
}

// Rows decodes the rows; RowRef.Row is an index into them.
func (b *Body) Rows() ([]Row, error) {
	d := newDecoder(b.section[rowSection])
	n := d.Count(3)
	list := d.names()
	rows := make([]Row, d.rowsLeft(n))
	fragment := uint64(0)
	for i := range rows {
		fragment += uint64(d.uint32())
		rows[i] = Row{Fragment: uint32(fragment), Mode: d.Byte()}
		switch at := d.Uvarint(); {
		case at > uint64(len(list)):
			d.Fail()
		case at > 0:
			rows[i].Callee = list[at-1]
		}
	}
	return rows, d.err("rows")
}
