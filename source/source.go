// Package source holds what every later stage says about files: spans of bytes, line tables, positions,
// content hashes and text edits. It knows nothing of Java.
//
// Offsets are bytes into the UTF-8 text of a file after decoding; lines and columns are 1-based, and a column
// counts bytes from the start of its line, as Go's own go/token does.
package source

import (
	"crypto/sha256"
	"sort"
	"strings"
)

// Span is a half-open range of byte offsets [Start, End) in one file.
type Span struct {
	Start, End uint32
}

// Len is the number of bytes in s.
func (s Span) Len() int { return int(s.End) - int(s.Start) }

// Contains reports whether o lies inside s; every span contains itself.
func (s Span) Contains(o Span) bool { return s.Start <= o.Start && o.End <= s.End }

// Position is a place in a file for people: 1-based line and column, the column in bytes.
type Position struct {
	Line, Column int
}

// LineTable finds the line of an offset. The zero LineTable is that of an empty text.
type LineTable struct {
	// starts holds the offset of the first byte of every line but the first, ascending.
	starts []uint32
	size   uint32
}

// NewLineTable indexes text. A line ends after "\n"; "\r\n" needs no case of its own, and a lone "\r" (files of
// the old Macintosh) ends a line only where the text has no "\n" at all.
func NewLineTable(text string) LineTable {
	t := LineTable{size: uint32(len(text))}
	sep := byte('\n')
	if strings.IndexByte(text, '\n') < 0 && strings.IndexByte(text, '\r') >= 0 {
		sep = '\r'
	}
	if n := strings.Count(text, string(sep)); n > 0 {
		t.starts = make([]uint32, 0, n)
	}
	for at := 0; ; {
		i := strings.IndexByte(text[at:], sep)
		if i < 0 {
			return t
		}
		at += i + 1
		t.starts = append(t.starts, uint32(at))
	}
}

// Position returns the position of offset; an offset past the end is taken as the end.
func (t LineTable) Position(offset uint32) Position {
	offset = min(offset, t.size)
	line := sort.Search(len(t.starts), func(i int) bool { return t.starts[i] > offset })
	start := uint32(0)
	if line > 0 {
		start = t.starts[line-1]
	}
	return Position{Line: line + 1, Column: int(offset-start) + 1}
}

// Line returns the span of 1-based line n with its line ending; an empty span where there is no such line.
func (t LineTable) Line(n int) Span {
	if n < 1 || n > len(t.starts)+1 {
		return Span{}
	}
	s := Span{End: t.size}
	if n > 1 {
		s.Start = t.starts[n-2]
	}
	if n-1 < len(t.starts) {
		s.End = t.starts[n-1]
	}
	return s
}

// Count is the number of lines; a text that ends in a line ending does not start another.
func (t LineTable) Count() int {
	if t.size == 0 {
		return 0
	}
	if n := len(t.starts); n > 0 && t.starts[n-1] == t.size {
		return n
	}
	return len(t.starts) + 1
}

// Hash identifies the content of a file.
type Hash [sha256.Size]byte

// HashOf returns the hash of content as it lies on disk, before decoding.
func HashOf(content []byte) Hash { return sha256.Sum256(content) }
