package release

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// guideOfLog makes the guide that a log alone allows: what its entries say became of public classes and members. What
// was removed, restricted or added no log tells; Comparison.NoGuide says so to reports.
func guideOfLog(changes []Change) Guide {
	entries, seen := map[string][]GuideEntry{}, map[string]bool{}
	for _, c := range flat(changes) {
		if !correspondenceTypes[c.Type] || !c.Old.Public || c.Old.Name == "" || c.New.Name == "" {
			continue
		}
		e := GuideEntry{Kind: c.Old.KindName, Old: nameOf(c.Old), Action: actionOf(&c), Replacement: nameOf(c.New), Breaks: breaksAll}
		if e.Action == PulledUp {
			e.Breaks = BreaksNothing
		}
		if key := e.Kind + " " + e.Old; !seen[key] {
			seen[key] = true
			p := packageOfName(c.Old.Name)
			entries[p] = append(entries[p], e)
		}
	}
	out := guideOf(entries)
	switch {
	case out.Breaking > 0:
		out.Bump = Major
	case len(changes) > 0:
		out.Bump = Patch
	}
	return out
}

// nameOf is how a guide calls an element: a method with its parameters. A log that was edited may lack these.
func nameOf(e Element) string {
	if e.KindName == Method.String() && strings.Contains(e.Signature, ")") {
		return e.Name + parameters(e.Signature)
	}
	return e.Name
}

// packageOfName is the package of a qualified name by the convention that classes begin with a capital letter: a log
// holds names, not where the package ends in them. Without a capital it is all but the last part.
func packageOfName(name string) string {
	parts := strings.Split(name, ".")
	for i, part := range parts {
		if r, _ := utf8.DecodeRuneInString(part); unicode.IsUpper(r) {
			return strings.Join(parts[:i], ".")
		}
	}
	return strings.Join(parts[:len(parts)-1], ".")
}
