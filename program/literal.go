package program

import (
	"strconv"
	"strings"
	"unicode/utf8"

	"refract/java"
)

// literal returns the value of a literal; ok is false for null and for what is not a literal.
func literal(f *java.File, n java.NodeID) (Constant, bool) {
	text := f.Text(n)
	switch f.Kind(n) {
	case java.DecimalIntegerLiteral, java.HexIntegerLiteral, java.OctalIntegerLiteral, java.BinaryIntegerLiteral:
		return integer(text)
	case java.DecimalFloatingPointLiteral, java.HexFloatingPointLiteral:
		return floating(text)
	case java.True:
		return truth(true), true
	case java.False:
		return truth(false), true
	case java.CharacterLiteral:
		if len(text) < 3 {
			return Constant{}, false
		}
		r, _ := utf8.DecodeRuneInString(unescape(text[1 : len(text)-1]))
		return Constant{Kind: Char, Int: int64(uint16(r))}, true
	case java.StringLiteral:
		if f.FirstChild(n) >= 0 && f.ChildOfKind(n, java.StringInterpolation) >= 0 {
			return Constant{}, false
		}
		return Constant{Kind: API, Str: stringValue(text)}, true
	}
	return Constant{}, false
}

// literalKind is the type of a literal, without its value.
func literalKind(kind java.Kind, text string) RefKind {
	switch kind {
	case java.DecimalIntegerLiteral, java.HexIntegerLiteral, java.OctalIntegerLiteral, java.BinaryIntegerLiteral:
		if strings.HasSuffix(text, "L") || strings.HasSuffix(text, "l") {
			return Long
		}
		return Int
	case java.DecimalFloatingPointLiteral, java.HexFloatingPointLiteral:
		if strings.HasSuffix(text, "f") || strings.HasSuffix(text, "F") {
			return Float
		}
		return Double
	case java.True, java.False:
		return Boolean
	case java.CharacterLiteral:
		return Char
	case java.NullLiteral:
		return Null
	}
	return Unknown
}

// integer reads an integer literal of any base; a leading "-" is allowed. Hexadecimal, octal and binary literals may
// use the sign bit.
func integer(text string) (Constant, bool) {
	kind, bits := Int, 32
	if strings.HasSuffix(text, "L") || strings.HasSuffix(text, "l") {
		kind, bits, text = Long, 64, text[:len(text)-1]
	}
	text = strings.ReplaceAll(text, "_", "")
	digits := strings.TrimPrefix(text, "-")
	if len(digits) > 1 && digits[0] == '0' {
		v, err := strconv.ParseUint(digits, 0, bits)
		if err != nil {
			return Constant{}, false
		}
		return Constant{Kind: kind, Int: wrap(int64(v), kind)}, true
	}
	v, err := strconv.ParseInt(text, 10, bits)
	return Constant{Kind: kind, Int: v}, err == nil
}

func floating(text string) (Constant, bool) {
	kind, bits := Double, 64
	hex := strings.HasPrefix(text, "0x") || strings.HasPrefix(text, "0X")
	switch last := text[len(text)-1]; {
	case last == 'f' || last == 'F':
		kind, bits, text = Float, 32, text[:len(text)-1]
	case (last == 'd' || last == 'D') && (!hex || strings.ContainsAny(text, "pP")):
		text = text[:len(text)-1]
	}
	v, err := strconv.ParseFloat(strings.ReplaceAll(text, "_", ""), bits)
	return Constant{Kind: kind, Float: v}, err == nil
}

// stringValue returns the value of a string literal or a text block.
func stringValue(text string) string {
	if strings.HasPrefix(text, `"""`) && len(text) >= 6 {
		return unescape(stripIndent(text[3 : len(text)-3]))
	}
	if len(text) < 2 {
		return ""
	}
	return unescape(text[1 : len(text)-1])
}

// stripIndent takes a text block's content to its value before escapes (JLS §3.10.6): the blanks before the first
// line end go, then the indentation that all lines share, then the blanks at the ends of lines.
func stripIndent(s string) string {
	s = strings.ReplaceAll(s, "\r\n", "\n")
	_, s, _ = strings.Cut(s, "\n")
	lines := strings.Split(s, "\n")
	indent := -1
	for i, line := range lines {
		rest := strings.TrimLeft(line, " \t\f")
		if rest == "" && i < len(lines)-1 {
			continue // only the last line counts when it is blank: the place of the closing quotes
		}
		if n := len(line) - len(rest); indent < 0 || n < indent {
			indent = n
		}
	}
	for i, line := range lines {
		lines[i] = strings.TrimRight(line[min(len(line), max(0, indent)):], " \t\f")
	}
	return strings.Join(lines, "\n")
}

// unescape replaces the escapes of a string or character literal. What is no escape stays as it is.
func unescape(s string) string {
	if strings.IndexByte(s, '\\') < 0 {
		return s
	}
	var b strings.Builder
	for i := 0; i < len(s); i++ {
		if s[i] != '\\' || i+1 == len(s) {
			b.WriteByte(s[i])
			continue
		}
		i++
		switch c := s[i]; {
		case c == 'u':
			for i+1 < len(s) && s[i+1] == 'u' {
				i++
			}
			if i+4 < len(s) {
				if v, err := strconv.ParseUint(s[i+1:i+5], 16, 16); err == nil {
					b.WriteRune(rune(v)) // half of a pair becomes U+FFFD: no value of ours needs the other half
					i += 4
				}
			}
		case '0' <= c && c <= '7':
			end := i + 1
			for end < len(s) && end < i+3 && '0' <= s[end] && s[end] <= '7' && (end < i+2 || c <= '3') {
				end++
			}
			v, _ := strconv.ParseUint(s[i:end], 8, 16)
			b.WriteRune(rune(v))
			i = end - 1
		case c == '\n': // a text block's line continuation
		default:
			if k := strings.IndexByte("bfnrst", c); k >= 0 {
				c = "\b\f\n\r \t"[k]
			}
			b.WriteByte(c)
		}
	}
	return b.String()
}
