package parse

import "strings"

// This file is a small lexer for the repairs: it only runs on files that the grammar refused, and it must get
// through any text at all.

// token is a word, number, literal or single punctuation character of Java; comments and blanks are none.
type token struct {
	start, end int
	kind       tokenKind
}

type tokenKind uint8

const (
	wordToken    tokenKind = iota + 1 // identifiers, keywords and numbers
	literalToken                      // strings, characters, text blocks
	punctToken                        // one character; "->" and "::" are two tokens
)

// tokens splits text.
func tokens(text string) []token {
	var ts []token
	for i := 0; i < len(text); {
		c := text[i]
		switch {
		case c <= ' ':
			i++
		case strings.HasPrefix(text[i:], "//"):
			i = after(text, i, "\n")
		case strings.HasPrefix(text[i:], "/*"):
			i = after(text, i+2, "*/")
		case strings.HasPrefix(text[i:], `"""`):
			end := textBlockEnd(text, i+3)
			ts = append(ts, token{i, end, literalToken})
			i = end
		case c == '"' || c == '\'':
			end := quotedEnd(text, i)
			ts = append(ts, token{i, end, literalToken})
			i = end
		case wordByte(c):
			end := i + 1
			for end < len(text) && wordByte(text[end]) {
				end++
			}
			ts = append(ts, token{i, end, wordToken})
			i = end
		default:
			ts = append(ts, token{i, i + 1, punctToken})
			i++
		}
	}
	return ts
}

func wordByte(c byte) bool {
	return c == '_' || c == '$' || c >= 0x80 || '0' <= c && c <= '9' || 'a' <= c|0x20 && c|0x20 <= 'z'
}

// after returns the offset behind the next sep at or after i, or the end.
func after(text string, i int, sep string) int {
	if j := strings.Index(text[i:], sep); j >= 0 {
		return i + j + len(sep)
	}
	return len(text)
}

// quotedEnd returns the end of the string or character literal at i. It ends at the line's end at the latest: a
// forgotten quote costs its line.
func quotedEnd(text string, i int) int {
	quote := text[i]
	for j := i + 1; j < len(text); j++ {
		switch text[j] {
		case '\\':
			j++
		case '\n':
			return j
		case quote:
			return j + 1
		}
	}
	return len(text)
}

func textBlockEnd(text string, i int) int {
	for ; i < len(text); i++ {
		if text[i] == '\\' {
			i++
		} else if strings.HasPrefix(text[i:], `"""`) {
			return i + 3
		}
	}
	return len(text)
}
