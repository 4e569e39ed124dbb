package scan

import "encoding/binary"

// skimmer reads numbers as they lie in b, from a place on, which is behind the end of b once there was none to be read.
type skimmer struct {
	b  []byte
	at int
}

// next reads a number, 0 where there is none.
func (n *skimmer) next() (i uint64) {
	i, n.at = numberAt(n.b, n.at)
	return i
}

// skip passes by so many numbers: each ends with a byte that has no highest bit.
func (n *skimmer) skip(count uint64) {
	left := n.bounded(count, 1)
	at := n.at
	for ; left > 0 && at < len(n.b); at++ {
		left -= int(n.b[at]>>7 ^ 1)
	}
	if n.at = at; left > 0 {
		n.fail()
	}
}

// count reads how many elements follow, each of least bytes at least; 0 where there are fewer.
func (n *skimmer) count(least int) int { return n.bounded(n.next(), least) }

// bytes returns the next n bytes, nil where there are fewer. They alias b.
func (n *skimmer) bytes(count int) []byte {
	from := n.at
	count = n.bounded(uint64(count), 1)
	if n.bad() {
		return nil
	}
	n.at += count
	return n.b[from:n.at:n.at]
}

// bounded is count, a fault where there are not so many elements of least bytes left.
func (n *skimmer) bounded(count uint64, least int) int {
	if n.bad() || count > uint64((len(n.b)-n.at)/least) {
		n.fail()
		return 0
	}
	return int(count)
}

func (n *skimmer) fail()     { n.at = len(n.b) + 1 }
func (n *skimmer) bad() bool { return n.at > len(n.b) }

// numberAt returns the number that is written at a place of b, and the place behind it, which is behind the end of b where there is none.
func numberAt(b []byte, at int) (n uint64, next int) {
	if at < len(b) && b[at] < 0x80 {
		return uint64(b[at]), at + 1
	}
	return longNumberAt(b, at)
}

func longNumberAt(b []byte, at int) (n uint64, next int) {
	if at < len(b) {
		if n, k := binary.Uvarint(b[at:]); k > 0 {
			return n, at + k
		}
	}
	return 0, len(b) + 1
}
