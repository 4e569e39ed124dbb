package rules

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
)

// Fault is one thing that is wrong with a rule file: where, what, and the nearest known name where a name is wrong.
type Fault struct {
	Path         string // as the user named the file, or inside the embedded catalogue "catalog/…"
	Line, Column int    // 1-based, the column in characters; 0 where the fault has no place in the text
	Message      string
	Nearest      string // a known name close to the wrong one, "" where none is close
}

// Error returns "path:line:column: message; did you mean "name"?".
func (f Fault) Error() string {
	var b strings.Builder
	b.WriteString(f.Path)
	if f.Line > 0 {
		fmt.Fprintf(&b, ":%d:%d", f.Line, f.Column)
	}
	b.WriteString(": ")
	b.WriteString(f.Message)
	if f.Nearest != "" {
		fmt.Fprintf(&b, "; did you mean %q?", f.Nearest)
	}
	return b.String()
}

// Faults are all faults of all files that were read, ordered by path and place. It is the error that Load returns.
type Faults []Fault

// Error returns one line for each fault.
func (fs Faults) Error() string {
	lines := make([]string, len(fs))
	for i, f := range fs {
		lines[i] = f.Error()
	}
	return strings.Join(lines, "\n")
}

// Unwrap gives errors.As the single faults.
func (fs Faults) Unwrap() []error {
	errs := make([]error, len(fs))
	for i, f := range fs {
		errs[i] = f
	}
	return errs
}

// sorted orders fs by path, line and column, keeping the order of discovery among equals.
func (fs Faults) sorted() Faults {
	slices.SortStableFunc(fs, func(a, b Fault) int {
		return cmp.Or(strings.Compare(a.Path, b.Path), cmp.Compare(a.Line, b.Line), cmp.Compare(a.Column, b.Column))
	})
	return fs
}
