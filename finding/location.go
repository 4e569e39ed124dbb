// Package finding holds the result types that every detector produces and every report reads. It decides nothing:
// it is the vocabulary between the stages that find and the formats that print.
package finding

import (
	"fmt"

	"refract/source"
)

// Location is a place in a file: what JSON calls a location and RefactoringMiner a CodeRange.
type Location struct {
	Path        string      `json:"filePath"` // slash-separated, relative to the root that was scanned
	Span        source.Span `json:"-"`
	StartLine   int         `json:"startLine"`
	EndLine     int         `json:"endLine"`
	StartColumn int         `json:"startColumn"`
	EndColumn   int         `json:"endColumn"`
	// ElementType is RefactoringMiner's name of the kind of element, such as METHOD_DECLARATION.
	ElementType string `json:"codeElementType"`
	Description string `json:"description"`
	// Element is the element itself in words: a signature, a declaration, or null where there is none.
	Element string `json:"codeElement"`
}

// Severity says what a Problem costs the user.
type Severity uint8

const (
	// Warning: the result is complete for everything but the named place.
	Warning Severity = iota + 1
	// Trouble: a whole file or a whole input could not be used.
	Trouble
)

func (s Severity) String() string {
	switch s {
	case Warning:
		return "warning"
	case Trouble:
		return "error"
	}
	return "invalid"
}

// MarshalText prints the severity as its name in JSON.
func (s Severity) MarshalText() ([]byte, error) { return []byte(s.String()), nil }

// UnmarshalText reads the name that MarshalText writes.
func (s *Severity) UnmarshalText(text []byte) error {
	for *s = Warning; *s <= Trouble; *s++ {
		if s.String() == string(text) {
			return nil
		}
	}
	*s = 0
	return fmt.Errorf("no such severity: %q", text)
}

// Problem is something that went wrong with one input while the run went on.
// Line and Column are 0 where the problem has no place in the text.
type Problem struct {
	Path     string   `json:"path"`
	Line     int      `json:"line,omitempty"`
	Column   int      `json:"column,omitempty"`
	Severity Severity `json:"severity"`
	Message  string   `json:"message"`
	Remedy   string   `json:"remedy,omitempty"`
}

// Refactoring is one refactoring that happened, in RefactoringMiner's terms.
type Refactoring struct {
	Type        string     `json:"type"`
	Description string     `json:"description"`
	Left        []Location `json:"leftSideLocations"`
	Right       []Location `json:"rightSideLocations"`
}
