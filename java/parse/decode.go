package parse

import (
	"errors"
	"strings"
	"unicode/utf16"
	"unicode/utf8"
	"unsafe"
)

var errBinary = errors.New("not text: the file has too many control characters for Java source")

// decode returns content as UTF-8 without a byte order mark. Text that is not valid UTF-8 is taken as ISO 8859-1,
// which every byte sequence is; UTF-16 is recognised by its byte order mark. A file with many control characters is
// not text.
func decode(content []byte) (text string, latin1 bool, err error) {
	content = withoutMark(content)
	if isBinary(content) {
		return "", false, errBinary
	}
	text, latin1 = toText(content)
	return text, latin1, nil
}

// withoutMark returns content without a byte order mark, as UTF-8 if the mark is one of UTF-16.
func withoutMark(content []byte) []byte {
	switch {
	case hasPrefix(content, 0xEF, 0xBB, 0xBF):
		return content[3:]
	case hasPrefix(content, 0xFE, 0xFF):
		return fromUTF16(content[2:], 0, 1)
	case hasPrefix(content, 0xFF, 0xFE):
		return fromUTF16(content[2:], 1, 0)
	}
	return content
}

// toText returns content without a mark as text.
func toText(content []byte) (text string, latin1 bool) {
	text, latin1 = asText(content)
	if !latin1 {
		text = strings.Clone(text)
	}
	return text, latin1
}

// asText is toText for content that is not written to any more: mostly it is the text.
func asText(content []byte) (text string, latin1 bool) {
	if utf8.Valid(content) {
		return unsafe.String(unsafe.SliceData(content), len(content)), false
	}
	return fromLatin1(content), true
}

func hasPrefix(b []byte, prefix ...byte) bool {
	return len(b) >= len(prefix) && string(b[:len(prefix)]) == string(prefix)
}

// isBinary reports whether more than one byte in a hundred is a control character that source does not use.
func isBinary(content []byte) bool {
	n := 0
	for _, c := range content {
		n += int(unused[c])
	}
	return n > 0 && n*100 > len(content)
}

// unused has a 1 for the control characters that source does not use.
var unused = func() (of [256]uint8) {
	for c := range byte(' ') {
		if c != '\n' && c != '\r' && c != '\t' && c != '\f' && c != 0x1A {
			of[c] = 1
		}
	}
	return of
}()

func fromLatin1(content []byte) string {
	var b strings.Builder
	b.Grow(len(content) + len(content)/16)
	for _, c := range content {
		b.WriteRune(rune(c))
	}
	return b.String()
}

// fromUTF16 decodes code units whose high and low byte stand at hi and lo.
func fromUTF16(content []byte, hi, lo int) []byte {
	units := make([]uint16, len(content)/2)
	for i := range units {
		units[i] = uint16(content[2*i+hi])<<8 | uint16(content[2*i+lo])
	}
	return []byte(string(utf16.Decode(units)))
}
