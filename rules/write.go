package rules

import (
	"encoding/json"
	"fmt"
	"io"
	"path"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// Comments are lines to be put above a field of a rule file, by the field's name; those of "" stand at the top.
type Comments map[string][]string

// Write writes r as a rule file with comments. Reading it back gives a rule with the same Hash. The paths of r's
// samples are written as they are, so they must be relative to where the file will lie.
func Write(w io.Writer, r *Rule, comments Comments) error {
	b := &writer{comments: comments}
	b.comment("")
	b.field("id", r.ID)
	b.field("name", scalar(r.Name))
	b.optional("summary", scalar(r.Summary), r.Summary != "")
	b.optional("source", scalar(r.Source), r.Source != "")
	b.field("group", r.Group)
	b.field("query", r.Query.String())
	b.field("answer", r.Answer.String())
	b.abstraction(&r.Abstraction)
	b.list("difference", len(r.Difference), "%s: %d", func(i int) []any {
		return []any{r.Difference[i].Feature, r.Difference[i].By}
	})
	b.list("context", len(r.Context), "%s: %d", func(i int) []any {
		return []any{r.Context[i].Feature(), r.Context[i].Count()}
	})
	b.optional("radius", strconv.FormatFloat(r.Radius, 'f', -1, 64), r.Radius != 0)
	b.optional("filters", fmt.Sprintf("{min_elements: %d, min_statements: %d, clones: %t}",
		r.Filters.MinElements, r.Filters.MinStatements, r.Filters.Clones), r.Filters != DefaultFilters)
	b.checks(r.Checks)
	b.optional("structural", flow(r.Structural), len(r.Structural) > 0)
	b.optional("witness", flow(r.Witness), len(r.Witness) > 0)
	b.samples("samples", r.Samples, false)
	b.samples("near_misses", r.Samples, true)
	_, err := io.WriteString(w, b.String())
	return err
}

type writer struct {
	strings.Builder
	comments Comments
}

func (b *writer) comment(field string) {
	for _, line := range b.comments[field] {
		b.WriteString(strings.TrimRight("# "+strings.ReplaceAll(line, "\n", " "), " ") + "\n")
	}
}

func (b *writer) field(name, value string) {
	b.comment(name)
	fmt.Fprintf(b, "%s: %s\n", name, value)
}

func (b *writer) optional(name, value string, is bool) {
	if is {
		b.field(name, value)
	}
}

// list writes a mapping of n entries, one a line.
func (b *writer) list(name string, n int, format string, entry func(i int) []any) {
	if n == 0 {
		return
	}
	b.comment(name)
	fmt.Fprintf(b, "%s:\n", name)
	for i := range n {
		fmt.Fprintf(b, "  "+format+"\n", entry(i)...)
	}
}

func (b *writer) abstraction(a *Abstraction) {
	w := a.Written
	if len(w.Zero)+len(w.Merge)+len(w.One) == 0 {
		return
	}
	b.comment("abstraction")
	b.WriteString("abstraction:\n")
	if len(w.Zero) > 0 {
		fmt.Fprintf(b, "  zero: %s\n", flow(w.Zero))
	}
	for _, groups := range []struct {
		name string
		list [][]string
	}{{"merge", w.Merge}, {"one", w.One}} {
		if len(groups.list) > 0 {
			fmt.Fprintf(b, "  %s:\n", groups.name)
			for _, g := range groups.list {
				fmt.Fprintf(b, "    - %s\n", flow(g))
			}
		}
	}
}

func (b *writer) checks(list []*Check) {
	if len(list) == 0 {
		return
	}
	b.comment("checks")
	b.WriteString("checks:\n")
	for _, c := range list {
		if c.Reason == defaultReason(c.Expr) {
			fmt.Fprintf(b, "  - %s\n", quoted(c.Expr))
		} else {
			fmt.Fprintf(b, "  - check: %s\n    reason: %s\n", quoted(c.Expr), scalar(c.Reason))
		}
	}
}

func (b *writer) samples(field string, list []Sample, refused bool) {
	list = slices.DeleteFunc(slices.Clone(list), func(s Sample) bool { return s.Refused != refused })
	if len(list) == 0 {
		return
	}
	b.comment(field)
	fmt.Fprintf(b, "%s:\n", field)
	for _, s := range list {
		dir := path.Dir(s.BeforePath)
		if s.Method+s.AfterMethod+s.Note == "" && dir == path.Dir(s.AfterPath) &&
			path.Base(s.BeforePath) == "before.java" && path.Base(s.AfterPath) == "after.java" {
			fmt.Fprintf(b, "  - %s\n", scalar(dir))
			continue
		}
		fmt.Fprintf(b, "  - before: %s\n    after: %s\n", scalar(s.BeforePath), scalar(s.AfterPath))
		for _, f := range []struct{ name, value string }{{"method", s.Method}, {"after_method", s.AfterMethod}, {"note", s.Note}} {
			if f.value != "" {
				fmt.Fprintf(b, "    %s: %s\n", f.name, scalar(f.value))
			}
		}
	}
}

// plain is text that means itself in YAML, inside of lists too.
var plain = regexp.MustCompile(`^[A-Za-z_][A-Za-z0-9_./-]*( [A-Za-z0-9_./-]+)*$`)

// scalar writes text so that YAML reads it back as that text.
func scalar(s string) string {
	switch strings.ToLower(s) {
	case "true", "false", "yes", "no", "on", "off", "null", "y", "n":
		return quoted(s)
	}
	if plain.MatchString(s) {
		return s
	}
	return quoted(s)
}

// quoted writes text in single quotes, which leave everything as it is, or in double quotes where there are line
// breaks or other control characters.
func quoted(s string) string {
	if !strings.ContainsFunc(s, func(r rune) bool { return r < ' ' || r == 0x7f || r == 0x85 || r == 0xfeff }) {
		return "'" + strings.ReplaceAll(s, "'", "''") + "'"
	}
	var b strings.Builder
	enc := json.NewEncoder(&b) // YAML's double-quoted text has all escapes of JSON
	enc.SetEscapeHTML(false)
	if err := enc.Encode(s); err != nil {
		panic("rules: " + err.Error()) // a string always encodes
	}
	return strings.TrimSuffix(b.String(), "\n")
}

func flow(list []string) string {
	out := make([]string, len(list))
	for i, s := range list {
		out[i] = scalar(s)
	}
	return "[" + strings.Join(out, ", ") + "]"
}
