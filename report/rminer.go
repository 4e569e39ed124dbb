package report

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"fmt"
	"io"
	"strings"

	"refract/finding"
	"refract/mine"
)

// This file prints the results of mine: RefactoringMiner's JSON, the same as JSON lines, text, and CSV.

// MineFormats are the names of the formats of mine.
var MineFormats = []string{"json", "jsonl", "text", "csv"}

// A MineWriter prints results as they come. Close ends the document; after it the writer may not be used.
type MineWriter interface {
	Result(r *mine.Result) error
	Close() error
}

// NewMineWriter returns the writer of that format, which must be one of MineFormats.
//
// The JSON document is complete after every call where w is an io.WriterAt, such as a file that nobody else writes to:
// the end of the document is written with every commit and overwritten by the next, so that even a killed run leaves
// valid JSON. Otherwise Close ends it. A caller that passes on a stream of somebody else (standard output may be a file
// with something in it) hides its WriteAt.
func NewMineWriter(w io.Writer, format string) (MineWriter, error) {
	switch format {
	case "json":
		j := &rminerJSON{w: w}
		j.seeker, _ = w.(io.WriterAt)
		return j, j.open()
	case "jsonl":
		return &rminerLines{w}, nil
	case "text":
		return &rminerText{w}, nil
	case "csv":
		c := &rminerCSV{csv.NewWriter(w)}
		return c, c.open()
	}
	return nil, fmt.Errorf("unknown format %q: want one of %s", format, strings.Join(MineFormats, ", "))
}

// rminerCommit is a commit in RefactoringMiner's JSON. Error is our own: it is there only for a commit that failed.
type rminerCommit struct {
	Repository   string              `json:"repository"`
	SHA1         string              `json:"sha1"`
	URL          string              `json:"url"`
	Refactorings []rminerRefactoring `json:"refactorings"`
	Error        string              `json:"error,omitempty"`
	Problems     []finding.Problem   `json:"problems,omitempty"`
}

type rminerRefactoring struct {
	Type        string           `json:"type"`
	Description string           `json:"description"`
	Left        []rminerLocation `json:"leftSideLocations"`
	Right       []rminerLocation `json:"rightSideLocations"`
}

type rminerLocation struct {
	FilePath        string  `json:"filePath"`
	StartLine       int     `json:"startLine"`
	EndLine         int     `json:"endLine"`
	StartColumn     int     `json:"startColumn"`
	EndColumn       int     `json:"endColumn"`
	CodeElementType string  `json:"codeElementType"`
	Description     string  `json:"description"`
	CodeElement     *string `json:"codeElement"`
}

func rminerOf(r *mine.Result) rminerCommit {
	c := rminerCommit{Repository: r.Repository, SHA1: r.SHA, URL: r.URL, Refactorings: make([]rminerRefactoring, len(r.Refactorings)), Problems: r.Problems}
	for i := range r.Refactorings {
		x := &r.Refactorings[i]
		c.Refactorings[i] = rminerRefactoring{x.Type, x.Description, rminerLocations(x.Left), rminerLocations(x.Right)}
	}
	if r.Err != nil {
		c.Error = r.Err.Error()
	}
	return c
}

func rminerLocations(list []finding.Location) []rminerLocation {
	out := make([]rminerLocation, len(list))
	for i := range list {
		l := &list[i]
		out[i] = rminerLocation{l.Path, l.StartLine, l.EndLine, l.StartColumn, l.EndColumn, l.ElementType, l.Description, nil}
		if l.Element != "" {
			out[i].CodeElement = &l.Element
		}
	}
	return out
}

func encode(v any, prefix, indent string) ([]byte, error) {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false) // generic types are full of angle brackets, and no browser reads this
	e.SetIndent(prefix, indent)
	err := e.Encode(v)
	return bytes.TrimRight(b.Bytes(), "\n"), err
}

// rminerJSON prints one document {"commits": [...]}.
type rminerJSON struct {
	w      io.Writer
	seeker io.WriterAt // nil where w is no file
	at     int64       // where the end of the document stands
	some   bool
}

const rminerEnd = "\n]}\n"

func (j *rminerJSON) open() error {
	head := `{"commits": [`
	if j.seeker != nil {
		// A pipe with a name is an *os.File as well, and only trying tells.
		if _, err := j.seeker.WriteAt([]byte(head+rminerEnd), 0); err == nil {
			j.at = int64(len(head))
			return nil
		}
		j.seeker = nil
	}
	_, err := io.WriteString(j.w, head)
	return err
}

func (j *rminerJSON) Result(r *mine.Result) error {
	text, err := encode(rminerOf(r), "", " ")
	if err != nil {
		return err
	}
	sep := "\n"
	if j.some {
		sep = ",\n"
	}
	j.some = true
	text = append([]byte(sep), text...)
	if j.seeker == nil {
		_, err = j.w.Write(text)
		return err
	}
	// One write carries the commit and the new end of the document.
	_, err = j.seeker.WriteAt(append(text, rminerEnd...), j.at)
	j.at += int64(len(text))
	return err
}

func (j *rminerJSON) Close() error {
	if j.seeker != nil {
		return nil
	}
	_, err := io.WriteString(j.w, rminerEnd)
	return err
}

// rminerLines prints one commit a line.
type rminerLines struct{ w io.Writer }

func (j *rminerLines) Result(r *mine.Result) error {
	text, err := encode(rminerOf(r), "", "")
	if err != nil {
		return err
	}
	_, err = j.w.Write(append(text, '\n'))
	return err
}

func (*rminerLines) Close() error { return nil }

// rminerText prints the descriptions below a line for the commit; a commit without refactorings prints nothing.
type rminerText struct{ w io.Writer }

func (t *rminerText) Result(r *mine.Result) error {
	var b bytes.Buffer
	if len(r.Refactorings) > 0 || r.Err != nil {
		fmt.Fprintf(&b, "commit %s\n", r.SHA)
		if r.URL != "" {
			fmt.Fprintf(&b, "url %s\n", r.URL)
		}
		if r.Err != nil {
			fmt.Fprintf(&b, "failed: %v\n", r.Err)
		}
		for i := range r.Refactorings {
			x := &r.Refactorings[i]
			fmt.Fprintf(&b, "  %s\n", x.Description)
			place := x.Left
			if len(place) == 0 {
				place = x.Right
			}
			if len(place) > 0 {
				fmt.Fprintf(&b, "      %s:%d\n", place[0].Path, place[0].StartLine)
			}
		}
		b.WriteByte('\n')
	}
	_, err := t.w.Write(b.Bytes())
	return err
}

func (*rminerText) Close() error { return nil }

// rminerCSV prints one refactoring a line, with the first location of either side.
type rminerCSV struct{ w *csv.Writer }

func (c *rminerCSV) open() error {
	c.w.Write([]string{"repository", "sha1", "type", "description", "leftFile", "leftStartLine", "leftEndLine",
		"rightFile", "rightStartLine", "rightEndLine", "error"})
	c.w.Flush()
	return c.w.Error()
}

func (c *rminerCSV) Result(r *mine.Result) error {
	place := func(list []finding.Location) []string {
		if len(list) == 0 {
			return []string{"", "", ""}
		}
		return []string{list[0].Path, fmt.Sprint(list[0].StartLine), fmt.Sprint(list[0].EndLine)}
	}
	for i := range r.Refactorings {
		x := &r.Refactorings[i]
		row := append([]string{r.Repository, r.SHA, x.Type, x.Description}, place(x.Left)...)
		c.w.Write(append(append(row, place(x.Right)...), ""))
	}
	if r.Err != nil {
		c.w.Write([]string{r.Repository, r.SHA, "", "", "", "", "", "", "", "", r.Err.Error()})
	}
	c.w.Flush()
	return c.w.Error()
}

func (*rminerCSV) Close() error { return nil }
