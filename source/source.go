// Package source holds what every later stage says about files: spans of bytes, line tables, positions,
// content hashes and text edits. It knows nothing of Java.
//
// Offsets are bytes into the UTF-8 text of a file after decoding; lines and columns are 1-based, and a column
// counts bytes from the start of its line, as Go's own go/token does.
package source

import (
	"crypto/sha256"
	"slices"
	"sort"
	"strings"
	"sync"
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
	size  uint32
	lines *lines // nil for an empty text
}

// lines are those of a text, which nobody looks for before somebody asks: most files have no line that is shown.
type lines struct {
	once sync.Once
	text string // until then
	// starts holds the offset of the first byte of every line but the first, ascending.
	starts []uint32
}

// NewLineTable indexes text. A line ends after "\n"; "\r\n" needs no case of its own, and a lone "\r" (files of
// the old Macintosh) ends a line only where the text has no "\n" at all.
func NewLineTable(text string) LineTable {
	if text == "" {
		return LineTable{}
	}
	return LineTable{uint32(len(text)), &lines{text: text}}
}

// starts returns where all lines but the first begin.
func (t LineTable) starts() []uint32 {
	l := t.lines
	if l == nil {
		return nil
	}
	l.once.Do(func() { l.starts, l.text = startsOf(l.text), "" })
	return l.starts
}

// startsOf returns where all lines of text but the first begin.
func startsOf(text string) (starts []uint32) {
	sep := byte('\n')
	if strings.IndexByte(text, '\n') < 0 && strings.IndexByte(text, '\r') >= 0 {
		sep = '\r'
	}
	if n := strings.Count(text, string(sep)); n > 0 {
		starts = make([]uint32, 0, n)
	}
	for at := 0; ; {
		i := strings.IndexByte(text[at:], sep)
		if i < 0 {
			return starts
		}
		at += i + 1
		starts = append(starts, uint32(at))
	}
}

// Equal reports whether t and o are of texts with the same lines.
func (t LineTable) Equal(o LineTable) bool {
	return t.size == o.size && slices.Equal(t.starts(), o.starts())
}

// Position returns the position of offset; an offset past the end is taken as the end.
func (t LineTable) Position(offset uint32) Position {
	offset = min(offset, t.size)
	starts := t.starts()
	line := sort.Search(len(starts), func(i int) bool { return starts[i] > offset })
	start := uint32(0)
	if line > 0 {
		start = starts[line-1]
	}
	return Position{Line: line + 1, Column: int(offset-start) + 1}
}

// Line returns the span of 1-based line n with its line ending; an empty span where there is no such line.
func (t LineTable) Line(n int) Span {
	starts := t.starts()
	if n < 1 || n > len(starts)+1 {
		return Span{}
	}
	s := Span{End: t.size}
	if n > 1 {
		s.Start = starts[n-2]
	}
	if n-1 < len(starts) {
		s.End = starts[n-1]
	}
	return s
}

// Count is the number of lines; a text that ends in a line ending does not start another.
func (t LineTable) Count() int {
	if t.size == 0 {
		return 0
	}
	starts := t.starts()
	if n := len(starts); n > 0 && starts[n-1] == t.size {
		return n
	}
	return len(starts) + 1
}

// Hash identifies the content of a file.
type Hash [sha256.Size]byte

// HashOf returns the hash of content as it lies on disk, before decoding.
func HashOf(content []byte) Hash { return sha256.Sum256(content) }
