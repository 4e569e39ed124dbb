package parse

// body is a method, constructor or initializer body found by its braces: text[open] is its '{', text[close] its '}'.
// unclosed: there was no '}', and close is where the next member begins. surplus > 0: behind the body stand more '}'
// than its class has, up to that offset.
type body struct {
	open, close int
	unclosed    bool
	surplus     int
}

// findBodies returns the bodies of the members of all types of text, also of types that are not well formed. Braces
// are classified by the words since the last ';', '{' or '}' of their level: a type's, or a body's. Types inside of
// bodies belong to the body.
func findBodies(text string) []body {
	s := bodyScanner{text: text, ts: tokens(text)}
	s.scan()
	return s.bodies
}

type bodyScanner struct {
	text   string
	ts     []token
	bodies []body
}

func (s *bodyScanner) at(i int) string {
	if i < 0 || i >= len(s.ts) {
		return ""
	}
	return s.text[s.ts[i].start:s.ts[i].end]
}

func (s *bodyScanner) scan() {
	types := 0         // depth of open type bodies
	header := 0        // the first token of the current member
	inEnum := []bool{} // per open type: still among the constants of an enum
	for i := 0; i < len(s.ts); i++ {
		switch s.at(i) {
		case "(", "[":
			i = s.skipBrackets(i)
		case ";":
			header = i + 1
			if n := len(inEnum); n > 0 {
				inEnum[n-1] = false
			}
		case "}":
			header = i + 1
			if types > 0 {
				types--
				inEnum = inEnum[:len(inEnum)-1]
			}
		case "{":
			switch s.classify(header, i, types, inEnum) {
			case braceType:
				types++
				inEnum = append(inEnum, s.hasWord(header, i, "enum"))
				header = i + 1
			case braceBody:
				i = s.body(i, types)
				header = i + 1
			default: // an initializer with braces, an annotation: part of the member
				i = s.matching(i)
			}
		}
	}
}

type braceKind uint8

const (
	braceOther braceKind = iota
	braceType
	braceBody
)

func (s *bodyScanner) classify(header, i, types int, inEnum []bool) braceKind {
	for _, w := range []string{"class", "interface", "enum", "record"} {
		if s.declares(header, i, w) {
			return braceType
		}
	}
	if types == 0 {
		return braceOther
	}
	if inEnum[len(inEnum)-1] {
		return braceType // the body of a constant
	}
	if s.hasAssign(header, i) {
		return braceOther
	}
	return braceBody
}

// declares reports whether the tokens [from, to) declare a type with keyword w: the word followed by a name, not
// behind a dot and not inside brackets ("record" may be a name).
func (s *bodyScanner) declares(from, to int, w string) bool {
	for i := from; i < to; i++ {
		switch s.at(i) {
		case "(", "[":
			i = s.skipBrackets(i)
		case "=":
			return false
		case w:
			if i+1 < to && s.ts[i+1].kind == wordToken && s.at(i-1) != "." {
				return w != "record" || s.at(i+2) == "(" || s.at(i+2) == "<"
			}
		}
	}
	return false
}

func (s *bodyScanner) hasWord(from, to int, w string) bool {
	for i := from; i < to; i++ {
		if s.at(i) == w {
			return true
		}
	}
	return false
}

// hasAssign reports an "=" outside brackets in [from, to): a field with an initializer.
func (s *bodyScanner) hasAssign(from, to int) bool {
	for i := from; i < to; i++ {
		switch s.at(i) {
		case "(", "[":
			i = s.skipBrackets(i)
		case "=":
			return true
		}
	}
	return false
}

// skipBrackets returns the token that closes the bracket at i; at a brace or ';' outside of it, or at the end, the
// bracket is taken as never closed and i itself is returned.
func (s *bodyScanner) skipBrackets(i int) int {
	depth := 0
	for j := i; j < len(s.ts) && j < i+maxBracketTokens; j++ {
		switch s.at(j) {
		case "(", "[", "{":
			depth++
		case ")", "]", "}":
			if depth--; depth == 0 {
				return j
			}
		}
	}
	return i
}

// maxBracketTokens bounds the search for a closing bracket, so that many unclosed ones do not cost a search to the
// end of the file each.
const maxBracketTokens = 20_000

// matching returns the token of the brace that closes the one at i, or the last token.
func (s *bodyScanner) matching(i int) int {
	depth := 0
	for j := i; j < len(s.ts); j++ {
		switch s.at(j) {
		case "{":
			depth++
		case "}":
			if depth--; depth == 0 {
				return j
			}
		}
	}
	return len(s.ts) - 1
}

// body records the body that opens at token i of a member of a type at depth types, and returns its last token. A
// member declaration at the start of a statement shows that the body was never closed.
func (s *bodyScanner) body(i, types int) int {
	depth := 0
	for j := i; j < len(s.ts); j++ {
		switch s.at(j) {
		case "{":
			depth++
		case "}":
			if depth--; depth == 0 {
				s.bodies = append(s.bodies, body{open: s.ts[i].start, close: s.ts[j].start})
				return s.surplus(j, types)
			}
		case "public", "private", "protected", "void":
			// No statement starts with these (but for a call on void.class), and members of local and anonymous classes do; those stand in a
			// brace of their own that is not the only one open by then, so only depth 1 is evidence.
			if prev := s.at(j - 1); depth == 1 && (prev == ";" || prev == "}" || prev == "{") {
				s.bodies = append(s.bodies, body{open: s.ts[i].start, close: s.ts[j].start, unclosed: true})
				return j - 1
			}
		}
	}
	end := s.ts[len(s.ts)-1].end
	s.bodies = append(s.bodies, body{open: s.ts[i].start, close: end, unclosed: true})
	return len(s.ts)
}

// surplus looks behind the body that ends at token j: if the braces there close every type and member declarations
// follow all the same, the first of them was too many and belongs to the body.
func (s *bodyScanner) surplus(j, types int) int {
	n := 0
	k := j + 1
	for s.at(k) == "}" {
		n++
		k++
	}
	if n < types || k >= len(s.ts) {
		return j
	}
	// All types are closed here. What follows must be a type declaration; a member is not.
	for e := k; e < len(s.ts); e++ {
		switch s.at(e) {
		case "class", "interface", "enum", "record":
			return j
		case "(":
			if e > 0 && s.at(e-1) == "@" || s.at(e-2) == "@" {
				e = s.skipBrackets(e) // an annotation
				continue
			}
			s.bodies[len(s.bodies)-1].surplus = s.ts[j+1].start
			return j + 1
		case ";", "{":
			return j
		}
	}
	return j
}
