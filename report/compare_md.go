package report

import (
	"bufio"
	"fmt"
	"io"
	"strings"

	"refract/release"
)

// actionOrder is the order of sections in a migration guide: what breaks first.
var actionOrder = []release.Action{
	release.Removed, release.Renamed, release.Moved, release.SignatureChanged, release.TypeChanged, release.Restricted,
	release.MustImplement, release.PulledUp, release.Deprecated,
}

// actionTitles are the headings of a migration guide.
var actionTitles = map[release.Action]string{
	release.Removed: "Removed", release.Renamed: "Renamed", release.Moved: "Moved", release.SignatureChanged: "Changed in signature",
	release.TypeChanged: "Changed in type", release.Restricted: "Restricted", release.MustImplement: "To be implemented by subclasses",
	release.PulledUp: "Pulled up (nothing to do)", release.Deprecated: "Deprecated",
}

// CompareMarkdown writes c as a migration guide for users of the component: per package what was renamed, moved,
// removed or changed, what to use in its place, and whom it breaks.
func CompareMarkdown(w io.Writer, c *release.Comparison, tool Tool) error {
	b := bufio.NewWriter(w)
	old, new := shortNames(c.Old, c.New)
	fmt.Fprintf(b, "# Migration guide: %s to %s\n\n", code(old), code(new))
	switch {
	case c.NoGuide:
		fmt.Fprintf(b, "Made from a log: it tells what the log names as renamed, moved or changed in signature. What was removed, restricted or\n"+
			"added only a comparison of the releases tells. %s break users of the public API.\n", upperFirst(count(c.API.Breaking, "change", "changes")))
	case c.API.Bump == release.NoBump:
		fmt.Fprintf(b, "The public API is the same in both releases.\n")
	default:
		fmt.Fprintf(b, "%s in the public API break its users; %s. Semantic versioning asks for a **%s** version.\n",
			upperFirst(count(c.API.Breaking, "change", "changes")), count(c.API.Added, "element is new", "elements are new"), c.API.Bump)
	}
	source := "the sources of both releases"
	if c.NoGuide {
		source = "a log of refactorings"
	}
	for _, p := range c.API.Packages {
		name := p.Name
		if name == "" {
			name = "the unnamed package"
		}
		fmt.Fprintf(b, "\n## %s\n", name)
		for _, a := range actionOrder {
			section(b, p, a)
		}
	}
	fmt.Fprintf(b, "\n<sub>Made by %s %s from %s.</sub>\n", tool.Name, tool.Version, source)
	return b.Flush()
}

func section(w io.Writer, p release.PackageGuide, a release.Action) {
	first := true
	for _, e := range p.Entries {
		if e.Action != a {
			continue
		}
		if first {
			fmt.Fprintf(w, "\n### %s\n\n| before | use instead | breaks |\n|---|---|---|\n", actionTitles[a])
			first = false
		}
		instead := code(strings.TrimPrefix(e.Replacement, p.Name+"."))
		if e.Note != "" {
			if e.Replacement != "" {
				instead += "; "
			}
			instead += e.Note
		}
		fmt.Fprintf(w, "| %s %s | %s | %s |\n", e.Kind, code(strings.TrimPrefix(e.Old, p.Name+".")), cellText(instead), e.Breaks)
	}
}

func code(s string) string {
	if s == "" {
		return ""
	}
	return "`" + strings.ReplaceAll(s, "`", "'") + "`"
}

// cellText keeps a text from ending the cell of a table.
func cellText(s string) string { return strings.ReplaceAll(s, "|", `\|`) }

func upperFirst(s string) string {
	if s == "" {
		return s
	}
	return strings.ToUpper(s[:1]) + s[1:]
}
