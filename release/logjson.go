package release

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"

	"refract/finding"
)

// This file reads the JSON that a comparison is printed as. It holds more than the XML log: the migration guide, and
// the problems of the files that were read.

// JSONVersion is the version of the JSON of a comparison.
//
//	1  first
const JSONVersion = 1

// jsonLog is what is read of that JSON. Counts are left out: they follow from the refactorings, which people edit.
type jsonLog struct {
	SchemaVersion *int `json:"schemaVersion"`
	Commits       []struct {
		Old          string            `json:"old"`
		New          string            `json:"new"`
		Refactorings []Change          `json:"refactorings"`
		API          *Guide            `json:"api"`
		Problems     []finding.Problem `json:"problems"`
	} `json:"commits"`
}

// readJSON reads the whole of text.
func readJSON(text []byte) (*Comparison, error) {
	var l jsonLog
	if err := json.Unmarshal(text, &l); err != nil {
		return nil, jsonError(text, err)
	}
	switch {
	case l.SchemaVersion == nil:
		return nil, fmt.Errorf("%w: JSON without a schemaVersion", ErrLog)
	case *l.SchemaVersion > JSONVersion || *l.SchemaVersion < 1:
		return nil, fmt.Errorf("%w: schema version %d, this program reads 1 to %d", ErrLog, *l.SchemaVersion, JSONVersion)
	case len(l.Commits) != 1:
		return nil, fmt.Errorf("%w: %d entries in \"commits\", where a comparison has one", ErrLog, len(l.Commits))
	}
	in := &l.Commits[0]
	c := &Comparison{Old: in.Old, New: in.New, Changes: in.Refactorings, Problems: in.Problems, NoGuide: in.API == nil}
	if err := complete(c.Changes, 1); err != nil {
		return nil, err
	}
	c.Counts = count(flat(c.Changes))
	if in.API != nil {
		c.API = *in.API
	} else {
		c.API = guideOfLog(c.Changes)
	}
	return c, nil
}

// complete checks changes that JSON gave, and adds what JSON does not say.
func complete(cs []Change, depth int) error {
	if depth > maxNesting {
		return errNesting
	}
	for i := range cs {
		c := &cs[i]
		if strings.TrimSpace(c.Type) == "" || strings.TrimSpace(c.Description) == "" {
			return errIncomplete(i)
		}
		c.Confidence = min(max(c.Confidence, 0), 1)
		for _, e := range []*Element{&c.Old, &c.New} {
			e.Kind, e.id = kindNamed(e.KindName), NoEntity
		}
		if c.Detectors == nil {
			c.Detectors = []Agreement{}
		}
		if err := complete(c.Consequences, depth+1); err != nil {
			return err
		}
	}
	return nil
}

// jsonError says on which line of text the decoder stopped.
func jsonError(text []byte, err error) error {
	at := int64(len(text))
	var syntax *json.SyntaxError
	var typ *json.UnmarshalTypeError
	switch {
	case errors.As(err, &syntax):
		at = syntax.Offset
	case errors.As(err, &typ):
		at = typ.Offset
	default: // a text that a name's UnmarshalText refused: the decoder does not say where
		return fmt.Errorf("%w: %v", ErrLog, err)
	}
	line := 1 + strings.Count(string(text[:min(at, int64(len(text)))]), "\n")
	return fmt.Errorf("%w: line %d: %v", ErrLog, line, err)
}

// UnmarshalText reads the name of a bump.
func (b *Bump) UnmarshalText(text []byte) error {
	for *b = NoBump; *b <= Major; *b++ {
		if b.String() == string(text) {
			return nil
		}
	}
	*b = NoBump
	return fmt.Errorf("no such bump: %q", text)
}

// UnmarshalText reads the name of a break.
func (b *Break) UnmarshalText(text []byte) error {
	for *b = BreaksNothing; *b <= BreaksSource|BreaksBinary; *b++ {
		if b.String() == string(text) {
			return nil
		}
	}
	*b = BreaksNothing
	return fmt.Errorf("no such break: %q", text)
}

// readAll reads a log, or refuses one that is too large: a part of it would look like a damaged one.
func readAll(r io.Reader) ([]byte, error) {
	text, err := io.ReadAll(io.LimitReader(r, MaxLogBytes+1))
	if err != nil {
		return nil, err
	}
	if len(text) > MaxLogBytes {
		return nil, fmt.Errorf("%w: more than %d bytes", ErrLog, MaxLogBytes)
	}
	return text, nil
}
