package main

import (
	"regexp"
	"slices"
	"sort"
	"strings"

	"golang.org/x/text/unicode/norm"
)

// This file brings descriptions into the form in which they are compared: the rules of the benchmark's score.py in its
// default mode, which ignores what is only a matter of formatting or of the version of RefactoringMiner that printed.

var (
	annotationHead = regexp.MustCompile(`@[\w.$]+(?:\((?:[^()]|\([^()]*\))*\))?\s*`)
	finalWord      = regexp.MustCompile(`\bfinal\s+`)
	dottedName     = regexp.MustCompile(`[A-Za-z_$][\pL\pN_$]*(?:\.[A-Za-z_$][\pL\pN_$]*)+`)
	tightSign      = regexp.MustCompile(`\s*([<>,\[\]&|.])\s*`)
	newStep        = regexp.MustCompile(`\.new [^.<\[\s]+(?:\.[A-Z][^.<\[\s]*)*(?:<(?:[^<>]|<(?:[^<>]|<[^<>]*>)*>)*>)?(?:\[\])*`)
	methodHead     = regexp.MustCompile(`^((?:[\pL\pN_-]+ )*)([\pL\pN_$<>.]+)\s*\(`)
)

func blanks(s string) string { return strings.Join(strings.Fields(norm.NFC.String(s)), " ") }

func bare(s string) string {
	s = annotationHead.ReplaceAllStringFunc(s, func(m string) string {
		if strings.HasPrefix(m, "@interface") && (len(m) == len("@interface") || !wordByte(m[len("@interface")])) {
			return m
		}
		return ""
	})
	return strings.TrimSpace(finalWord.ReplaceAllString(s, ""))
}

func wordByte(c byte) bool {
	return c == '_' || '0' <= c && c <= '9' || 'a' <= c|0x20 && c|0x20 <= 'z' || c >= 0x80
}

// withoutPackage turns a.b.C.D into C.D: only with a small first letter, more than one dot and a capital after a dot.
func withoutPackage(name string) string {
	if upper(name[0]) || strings.Count(name, ".") < 2 {
		return name
	}
	parts := strings.Split(name, ".")
	for i := 1; i < len(parts); i++ {
		if parts[i] != "" && upper(parts[i][0]) {
			return strings.Join(parts[i:], ".")
		}
	}
	return name
}

func upper(c byte) bool { return 'A' <= c && c <= 'Z' }

func normType(s string) string {
	return dottedName.ReplaceAllStringFunc(tightSign.ReplaceAllString(bare(s), "$1"), withoutPackage)
}

func normClass(s string) string { return blanks(newStep.ReplaceAllString(s, "")) }

// splitTop splits at commas outside of brackets.
func splitTop(s string) []string {
	var out []string
	depth, start := 0, 0
	add := func(part string) {
		if part = strings.TrimSpace(part); part != "" {
			out = append(out, part)
		}
	}
	for i := range len(s) {
		switch s[i] {
		case '<', '(', '[':
			depth++
		case '>', ')', ']':
			depth--
		case ',':
			if depth == 0 {
				add(s[start:i])
				start = i + 1
			}
		}
	}
	add(s[start:])
	return out
}

// sep keeps the parts of a key apart; no source text has it.
const sep = "\x00"

func normMethod(s string) string {
	s = bare(s)
	m := methodHead.FindStringSubmatchIndex(s)
	if m == nil {
		return "-" + sep + normAttribute(s)
	}
	depth, i := 1, m[1]
	for i < len(s) && depth > 0 {
		switch s[i] {
		case '(':
			depth++
		case ')':
			depth--
		}
		i++
	}
	key := strings.TrimSpace(s[m[2]:m[3]]) + sep + s[m[4]:m[5]] + sep
	for _, p := range splitTop(s[m[1]:max(i-1, m[1])]) {
		name, typ, _ := strings.Cut(p, " ")
		key += name + " " + normType(typ) + ","
	}
	rest := strings.TrimSpace(s[i:])
	if strings.HasPrefix(rest, ":") {
		rest = normType(rest[1:])
	}
	return key + sep + rest
}

func normAttribute(s string) string {
	head, typ, ok := strings.Cut(bare(s), " : ")
	head = strings.TrimSpace(head)
	mods, name := "", head
	if i := strings.LastIndexByte(head, ' '); i >= 0 {
		mods, name = head[:i], head[i+1:]
	}
	if ok {
		typ = normType(typ)
	}
	return mods + sep + name + sep + typ
}

func normVariable(s string) string {
	name, typ, ok := strings.Cut(bare(s), " : ")
	if ok {
		typ = normType(typ)
	}
	return strings.TrimSpace(name) + sep + typ
}

// part normalises what a template's placeholder of that kind matched.
func part(kind, text string) string {
	if len(kind) == 2 { // a list, which is a set
		var items []string
		for _, p := range splitTop(text) {
			items = append(items, part(kind[:1], p))
		}
		sort.Strings(items)
		return strings.Join(items, sep+sep)
	}
	switch kind {
	case "M":
		return normMethod(text)
	case "A":
		return normAttribute(text)
	case "V":
		return normVariable(text)
	case "C":
		return normClass(text)
	case "T":
		return normType(text)
	}
	return blanks(text)
}

// instance is what is compared: a canonical type and a key.
type instance struct{ typ, key string }

var fromClasses = regexp.MustCompile(`(?s)^(.*) from classes \[(.*)\]$`)
var splitPackage = regexp.MustCompile(`^(.+?) to \[(.*)\]$`)
var mergePackage = regexp.MustCompile(`^\[(.*)\] to (.+)$`)

// instances returns what one reported line counts as; lists of classes and packages count one by one.
func instances(name, description string) []instance {
	text := strings.TrimPrefix(blanks(description), name+" ")
	canon := name
	if a, ok := aliases[name]; ok {
		canon = a
	}
	bodies := []string{text}
	switch name {
	case "Extract Superclass", "Extract Interface", "Extract Class", "Extract Subclass":
		if m := fromClasses.FindStringSubmatch(text); m != nil {
			bodies = nil
			for _, c := range splitTop(m[2]) {
				bodies = append(bodies, m[1]+" from class "+c)
			}
		}
	case "Split Package":
		if m := splitPackage.FindStringSubmatch(text); m != nil {
			bodies = nil
			for _, p := range splitTop(m[2]) {
				bodies = append(bodies, m[1]+" to "+p)
			}
		}
	case "Merge Package":
		if m := mergePackage.FindStringSubmatch(text); m != nil {
			bodies = nil
			for _, p := range splitTop(m[1]) {
				bodies = append(bodies, p+" to "+m[2])
			}
		}
	}
	out := make([]instance, len(bodies))
	for i, b := range bodies {
		out[i] = instance{canon, keyOf(canon, b)}
	}
	return out
}

func keyOf(canon, body string) string {
	for _, t := range compiled(canon) {
		m := t.pattern.FindStringSubmatch(body)
		if m == nil {
			continue
		}
		parts := make([]string, len(t.kinds))
		for i, k := range t.kinds {
			parts[i] = part(k, m[i+1])
		}
		// The old form of a moved attribute says nothing of the new one, which is taken to be equal.
		if oldMoves[canon] && slices.Equal(t.kinds, []string{"A", "C", "C"}) {
			parts = []string{parts[0], parts[1], parts[0], parts[2]}
		}
		return strings.Join(parts, sep+"|")
	}
	return body
}
