package rules

import (
	"cmp"
	"fmt"
	"io"
	"slices"
	"strings"
)

// Names documents the names that other packages implement, for the reference: by name, one sentence each.
type Names struct{ Structural, Witness map[string]string }

// WriteDocs writes the reference of a set of rules as Markdown. It is the same bytes for the same rules.
func WriteDocs(w io.Writer, s *Set, names Names) error {
	var b strings.Builder
	b.WriteString("# Rules\n\n")
	b.WriteString("Generated from `rules/catalog` by `refract rules docs`; edit the catalogue, not this file.\n\n")
	b.WriteString("| id | query → answer | what it finds |\n|---|---|---|\n")
	for _, r := range s.Rules {
		fmt.Fprintf(&b, "| [%s](#%s) | %s → %s | %s |\n", r.ID, anchor(r.Name), r.Query, r.Answer, cell(r.Summary))
	}
	for _, r := range s.Rules {
		b.WriteString("\n")
		writeRule(&b, r)
	}
	used := usedNames(s)
	writeNames(&b, "Structural checks", names.Structural, used.Structural)
	writeNames(&b, "Witness differences", names.Witness, used.Witness)
	_, err := io.WriteString(w, b.String())
	return err
}

// Describe writes what one rule says, with its documentation and samples, as Markdown.
func (r *Rule) Describe(w io.Writer) error {
	var b strings.Builder
	writeRule(&b, r)
	for _, s := range r.Samples {
		kind := "Sample"
		if s.Refused {
			kind = "Near-miss"
		}
		fmt.Fprintf(&b, "\n### %s %s\n\n", kind, s.Name)
		if s.Note != "" {
			fmt.Fprintf(&b, "%s\n\n", s.Note)
		}
		fmt.Fprintf(&b, "Before:\n\n```java\n%s\n```\n\nAfter:\n\n```java\n%s\n```\n",
			strings.TrimSpace(string(s.Before)), strings.TrimSpace(string(s.After)))
	}
	_, err := io.WriteString(w, b.String())
	return err
}

func writeRule(b *strings.Builder, r *Rule) {
	fmt.Fprintf(b, "## %s\n\n", r.Name)
	if r.Summary != "" {
		fmt.Fprintf(b, "%s\n\n", r.Summary)
	}
	fmt.Fprintf(b, "- id: `%s`, group: %s\n", r.ID, r.Group)
	if r.Source != "" {
		fmt.Fprintf(b, "- source: %s\n", r.Source)
	}
	fmt.Fprintf(b, "- %s vectors ask, %s vectors answer\n", r.Query, r.Answer)
	fmt.Fprintf(b, "- abstraction: %s\n", abstractionText(r.Abstraction.Written))
	for _, d := range r.Difference {
		fmt.Fprintf(b, "- difference: `%s` by %+d\n", d.Feature, d.By)
	}
	for _, e := range r.Context {
		fmt.Fprintf(b, "- context: at least %d `%s`\n", e.Count(), e.Feature())
	}
	fmt.Fprintf(b, "- radius %g; at least %d elements and %d statements", r.Radius, r.Filters.MinElements, r.Filters.MinStatements)
	if !r.Filters.Clones {
		b.WriteString("; clones stay")
	}
	b.WriteString("\n")
	for _, c := range r.Checks {
		fmt.Fprintf(b, "- check: `%s`", strings.Join(strings.Fields(c.Expr), " "))
		if c.Reason != defaultReason(c.Expr) {
			fmt.Fprintf(b, " (else: %s)", c.Reason)
		}
		b.WriteString("\n")
	}
	if len(r.Structural) > 0 {
		fmt.Fprintf(b, "- structural checks: %s\n", codes(r.Structural))
	}
	if len(r.Witness) > 0 {
		fmt.Fprintf(b, "- the alignment may differ by: %s\n", codes(r.Witness))
	}
	writeSampleNames(b, r.Samples)
	if doc := demoted(r.Doc); doc != "" {
		fmt.Fprintf(b, "\n%s\n", doc)
	}
}

func abstractionText(w WrittenAbstraction) string {
	var parts []string
	if len(w.Zero) > 0 {
		parts = append(parts, "zero "+codes(w.Zero))
	}
	for _, g := range w.Merge {
		parts = append(parts, "merge "+codes(g))
	}
	for _, g := range w.One {
		parts = append(parts, "one "+codes(g))
	}
	if len(parts) == 0 {
		return "none"
	}
	return strings.Join(parts, "; ")
}

func writeSampleNames(b *strings.Builder, samples []Sample) {
	if len(samples) == 0 {
		return
	}
	var found, refused []string
	for _, s := range samples {
		if s.Refused {
			refused = append(refused, s.Name)
		} else {
			found = append(found, s.Name)
		}
	}
	fmt.Fprintf(b, "- samples: %s; near-misses: %s\n", list(found), list(refused))
}

// demoted is a doc page without its title, its headings one level down and its links relative to docs/.
func demoted(doc string) string {
	var out []string
	code := false
	for _, line := range strings.Split(strings.ReplaceAll(doc, "\r\n", "\n"), "\n") {
		if strings.HasPrefix(line, "```") {
			code = !code
		}
		switch {
		case code:
		case strings.HasPrefix(line, "# "):
			continue
		case strings.HasPrefix(line, "#"):
			line = "#" + line
		}
		out = append(out, line)
	}
	return strings.TrimSpace(strings.Join(out, "\n"))
}

func usedNames(s *Set) (used struct{ Structural, Witness map[string][]string }) {
	used.Structural, used.Witness = map[string][]string{}, map[string][]string{}
	for _, r := range s.Rules {
		for _, n := range r.Structural {
			used.Structural[n] = append(used.Structural[n], r.ID)
		}
		for _, n := range r.Witness {
			used.Witness[n] = append(used.Witness[n], r.ID)
		}
	}
	return used
}

func writeNames(b *strings.Builder, title string, docs map[string]string, used map[string][]string) {
	if len(docs) == 0 {
		return
	}
	fmt.Fprintf(b, "\n## %s\n\n| name | what it says | used by |\n|---|---|---|\n", title)
	names := make([]string, 0, len(docs))
	for n := range docs {
		names = append(names, n)
	}
	slices.SortFunc(names, cmp.Compare[string])
	for _, n := range names {
		fmt.Fprintf(b, "| `%s` | %s | %s |\n", n, cell(docs[n]), cell(list(used[n])))
	}
}

// anchor is the fragment that Markdown renderers give a heading.
func anchor(heading string) string {
	return strings.ReplaceAll(strings.ToLower(heading), " ", "-")
}

func cell(s string) string {
	return strings.ReplaceAll(strings.Join(strings.Fields(s), " "), "|", `\|`)
}

func codes(names []string) string {
	out := make([]string, len(names))
	for i, n := range names {
		out[i] = "`" + n + "`"
	}
	return strings.Join(out, ", ")
}

func list(names []string) string {
	if len(names) == 0 {
		return "none"
	}
	return strings.Join(names, ", ")
}
