package parse

import (
	"hash/maphash"
	"math/bits"
	"slices"
	"sort"
	"strings"
)

// run is a stretch that stands in two texts alike.
type run struct{ old, new, size int }

// overlap finds what two texts have in common; its buffers are reused.
type overlap struct {
	table   []lineEntry // open addressing, a power of two
	anchors []anchor
	chain   []int32 // indices of anchors
	before  []int32 // by anchor: the one before it in the longest chain that it ends, -1 for none
	out     []run
}

// lineEntry is a line and where it stands in each of the texts: its offset plus one, 0 for nowhere, repeated for more
// than one place.
type lineEntry struct {
	hash     uint64
	old, new int32
}

const repeated = -1

// anchor is a line that stands once in each text.
type anchor struct{ old, new int }

// runs returns stretches that the texts have in common, ascending in both, disjoint in both, and none extensible: the
// common start, the common end, and between them what surrounds the longest chain of lines that both texts have exactly
// once (known as the patience difference). What is common and has no such line in it is missed. The result is valid until
// the next call.
func (o *overlap) runs(old, new string) []run {
	head := commonPrefix(old, new)
	tail := commonSuffix(old[head:], new[head:])
	o.out = append(o.out[:0], run{0, 0, head})
	endOld, endNew := len(old)-tail, len(new)-tail
	o.chainLines(old[head:endOld], new[head:endNew])
	atOld, atNew := head, head // where the last stretch ends
	for _, i := range o.chain {
		x, y := head+o.anchors[i].old, head+o.anchors[i].new
		if x < atOld || y < atNew {
			continue // inside of a stretch already
		}
		back := commonSuffix(old[atOld:x], new[atNew:y])
		size := back + commonPrefix(old[x:endOld], new[y:endNew])
		o.out = append(o.out, run{x - back, y - back, size})
		atOld, atNew = x-back+size, y-back+size
	}
	o.out = append(o.out, run{endOld, endNew, tail})
	return o.out
}

// chainLines sets anchors, by their place in old, and the longest chain of them that ascends in new as well.
func (o *overlap) chainLines(old, new string) {
	o.anchors, o.chain, o.before = o.anchors[:0], o.chain[:0], o.before[:0]
	if old == "" || new == "" {
		return
	}
	size := 2 << bits.Len(uint(strings.Count(old, "\n")+strings.Count(new, "\n")+2))
	o.table = slices.Grow(o.table[:0], size)[:size]
	clear(o.table)
	eachLine(old, func(at int, hash uint64) { note(&o.entry(hash).old, at) })
	eachLine(new, func(at int, hash uint64) { note(&o.entry(hash).new, at) })
	eachLine(old, func(_ int, hash uint64) {
		if e := o.entry(hash); e.old > 0 && e.new > 0 {
			o.anchors = append(o.anchors, anchor{int(e.old) - 1, int(e.new) - 1})
		}
	})
	// Of the chains of each length keep the one whose end is smallest: chain[n] is the end of one of n+1 anchors.
	for i, a := range o.anchors {
		n := sort.Search(len(o.chain), func(k int) bool { return o.anchors[o.chain[k]].new > a.new })
		last := int32(-1)
		if n > 0 {
			last = o.chain[n-1]
		}
		o.before = append(o.before, last)
		if n == len(o.chain) {
			o.chain = append(o.chain, int32(i))
		} else {
			o.chain[n] = int32(i)
		}
	}
	for k := len(o.chain) - 2; k >= 0; k-- {
		o.chain[k] = o.before[o.chain[k+1]]
	}
}

// entry returns the entry of the line with that hash. Two lines with one hash would be taken for one: they make no anchor,
// or one around which nothing is common.
func (o *overlap) entry(hash uint64) *lineEntry {
	mask := uint64(len(o.table) - 1)
	for i := hash & mask; ; i = (i + 1) & mask {
		if e := &o.table[i]; e.hash == hash || e.old == 0 && e.new == 0 {
			e.hash = hash
			return e
		}
	}
}

func note(place *int32, at int) {
	if *place != 0 {
		*place = repeated
		return
	}
	*place = int32(at + 1)
}

var lineSeed = maphash.MakeSeed()

// eachLine calls f with the offset and the hash of every line of text, with its line feed.
func eachLine(text string, f func(at int, hash uint64)) {
	for at := 0; at < len(text); {
		n := strings.IndexByte(text[at:], '\n') + 1
		if n == 0 {
			n = len(text) - at
		}
		f(at, maphash.String(lineSeed, text[at:at+n]))
		at += n
	}
}

// chunk is what is compared at once: by memory first, by byte only where it differs.
const chunk = 64

func commonPrefix(a, b string) int {
	n, i := min(len(a), len(b)), 0
	for i+chunk <= n && a[i:i+chunk] == b[i:i+chunk] {
		i += chunk
	}
	for i < n && a[i] == b[i] {
		i++
	}
	return i
}

func commonSuffix(a, b string) int {
	n, i := min(len(a), len(b)), 0
	for i+chunk <= n && a[len(a)-i-chunk:len(a)-i] == b[len(b)-i-chunk:len(b)-i] {
		i += chunk
	}
	for i < n && a[len(a)-1-i] == b[len(b)-1-i] {
		i++
	}
	return i
}
