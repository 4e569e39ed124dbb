package report

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"strings"

	"refract/scan"
)

// SimilarText writes s for people: a paragraph for each rule.
func SimilarText(w io.Writer, s *scan.Similarities) error {
	b := bufio.NewWriter(w)
	fmt.Fprintf(b, "%s:%d: %s\n", s.Path, s.Line, s.Element)
	if s.Stale {
		fmt.Fprintln(b, "the file has changed since it was scanned; this is what the last scan knew")
	}
	if len(s.Like) == 0 {
		fmt.Fprintln(b, "\nno method is like it under any of the rules")
	}
	for i := range s.Like {
		l := &s.Like[i]
		fmt.Fprintf(b, "\n%s (%s)%s\n", l.Type, l.Rule, inlinedNote(l.Inlined))
		for _, p := range l.Places {
			near := ""
			if p.Distance > 0 {
				near = fmt.Sprintf(", %d count apart", p.Distance)
			}
			fmt.Fprintf(b, "  %s:%d: %s%s%s\n", p.Path, p.StartLine, p.Element, inlinedNote(p.Inlined), near)
		}
		if l.More > 0 {
			fmt.Fprintf(b, "  and %d more\n", l.More)
		}
	}
	if len(s.Unknown) > 0 {
		fmt.Fprintf(b, "\nnot looked at, since the last scan did not run them: %s\n", strings.Join(s.Unknown, ", "))
	}
	return b.Flush()
}

func inlinedNote(inlined string) string {
	switch inlined {
	case "":
		return ""
	case "*":
		return ", with all that it calls inlined"
	}
	return ", with " + inlined + " inlined"
}

// SimilarJSON writes s as one indented JSON document.
func SimilarJSON(w io.Writer, s *scan.Similarities, tool Tool) error {
	e := json.NewEncoder(w)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	return e.Encode(struct {
		SchemaVersion int  `json:"schemaVersion"`
		Tool          Tool `json:"tool"`
		*scan.Similarities
	}{1, tool, s})
}
