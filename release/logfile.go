package release

import (
	"bufio"
	"bytes"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"strings"

	"refract/finding"
)

// This file writes and reads the refactoring log as XML: one element per refactoring with type, old and new names and
// signatures, so that people can edit it and tools can replay it (Dig et al. 2006, §7).

// LogFormatVersion is the version of the XML log.
//
//	1  first
const LogFormatVersion = 1

// MaxLogBytes is the size of the largest log that ReadLog reads.
const MaxLogBytes = 256 << 20

// ErrLog is returned for a file that is not a refactoring log, or one of a newer version.
var ErrLog = errors.New("not a refactoring log that this version reads")

type xmlLog struct {
	XMLName xml.Name    `xml:"refactorings"`
	Version int         `xml:"version,attr"`
	Tool    string      `xml:"tool,attr,omitempty"`
	Old     string      `xml:"old,attr"`
	New     string      `xml:"new,attr"`
	Changes []xmlChange `xml:"refactoring"`
}

type xmlChange struct {
	Type        string         `xml:"type,attr"`
	Confidence  float64        `xml:"confidence,attr,omitempty"`
	Old         *xmlElement    `xml:"old"`
	New         *xmlElement    `xml:"new"`
	Description string         `xml:"description"`
	Detectors   []xmlAgreement `xml:"detector"`
	Left        []xmlLocation  `xml:"left"`
	Right       []xmlLocation  `xml:"right"`
	Changes     []xmlChange    `xml:"refactoring"`
}

type xmlElement struct {
	Kind      string `xml:"kind,attr"`
	Name      string `xml:"name,attr"`
	Signature string `xml:"signature,attr,omitempty"`
	Public    bool   `xml:"public,attr,omitempty"`
}

type xmlAgreement struct {
	Name     string `xml:"name,attr"`
	Evidence string `xml:",chardata"`
}

type xmlLocation struct {
	Path        string `xml:"path,attr"`
	StartLine   int    `xml:"startLine,attr"`
	EndLine     int    `xml:"endLine,attr"`
	StartColumn int    `xml:"startColumn,attr"`
	EndColumn   int    `xml:"endColumn,attr"`
	Type        string `xml:"type,attr"`
	Description string `xml:"description,attr"`
	Element     string `xml:",chardata"`
}

// WriteLog writes the changes of c as a refactoring log. The migration guide is not part of it.
func WriteLog(w io.Writer, c *Comparison, tool string) error {
	b := bufio.NewWriter(w)
	if _, err := b.WriteString(xml.Header); err != nil {
		return err
	}
	e := xml.NewEncoder(b)
	e.Indent("", "  ")
	if err := e.Encode(xmlLog{Version: LogFormatVersion, Tool: tool, Old: c.Old, New: c.New, Changes: toXML(c.Changes)}); err != nil {
		return err
	}
	if err := b.WriteByte('\n'); err != nil {
		return err
	}
	return b.Flush()
}

func toXML(cs []Change) []xmlChange {
	out := make([]xmlChange, len(cs))
	for i := range cs {
		c := &cs[i]
		x := xmlChange{Type: c.Type, Confidence: float64(c.Confidence), Description: c.Description, Old: elementToXML(c.Old), New: elementToXML(c.New),
			Left: locationsToXML(c.Left), Right: locationsToXML(c.Right), Changes: toXML(c.Consequences)}
		for _, d := range c.Detectors {
			x.Detectors = append(x.Detectors, xmlAgreement{d.Detector, d.Evidence})
		}
		out[i] = x
	}
	return out
}

func elementToXML(e Element) *xmlElement {
	if e.Name == "" {
		return nil
	}
	return &xmlElement{e.KindName, e.Name, e.Signature, e.Public}
}

func locationsToXML(ls []finding.Location) []xmlLocation {
	out := make([]xmlLocation, len(ls))
	for i, l := range ls {
		out[i] = xmlLocation{l.Path, l.StartLine, l.EndLine, l.StartColumn, l.EndColumn, l.ElementType, l.Description, l.Element}
	}
	return out
}

// ReadLog reads a refactoring log, as XML or as the JSON of a comparison, that people may have edited: only type and
// description of an entry must be there. An error names the line.
func ReadLog(r io.Reader) (*Comparison, error) {
	text, err := readAll(r)
	if err != nil {
		return nil, err
	}
	if start := bytes.TrimLeft(text, " \t\r\n"); len(start) > 0 && start[0] == '{' {
		return readJSON(text)
	}
	return readXML(text)
}

func readXML(text []byte) (*Comparison, error) {
	d := xml.NewDecoder(bytes.NewReader(text))
	d.Strict = true
	var l xmlLog
	if err := d.Decode(&l); err != nil {
		line, _ := d.InputPos()
		var syntax *xml.SyntaxError
		if errors.As(err, &syntax) {
			return nil, fmt.Errorf("%w: %v", ErrLog, err)
		}
		return nil, fmt.Errorf("%w: line %d: %v", ErrLog, line, err)
	}
	if l.Version > LogFormatVersion || l.Version < 1 {
		return nil, fmt.Errorf("%w: format version %d, this program reads 1 to %d", ErrLog, l.Version, LogFormatVersion)
	}
	c := &Comparison{Old: l.Old, New: l.New, NoGuide: true}
	var err error
	if c.Changes, err = fromXML(l.Changes, 1); err != nil {
		return nil, err
	}
	c.Counts = count(flat(c.Changes))
	c.API = guideOfLog(c.Changes)
	return c, nil
}

// maxNesting bounds the consequences of consequences in a log that somebody else made.
const maxNesting = 50

var errNesting = fmt.Errorf("%w: refactorings nested more than %d deep", ErrLog, maxNesting)

// errIncomplete is the error of refactoring i, counted from 0.
func errIncomplete(i int) error {
	return fmt.Errorf("%w: refactoring %d has no type or no description", ErrLog, i+1)
}

func fromXML(xs []xmlChange, depth int) ([]Change, error) {
	if depth > maxNesting {
		return nil, errNesting
	}
	var out []Change
	for i := range xs {
		x := &xs[i]
		if strings.TrimSpace(x.Type) == "" || strings.TrimSpace(x.Description) == "" {
			return nil, errIncomplete(i)
		}
		c := Change{Refactoring: finding.Refactoring{Type: x.Type, Description: x.Description, Left: locationsFromXML(x.Left), Right: locationsFromXML(x.Right)},
			Old: elementFromXML(x.Old), New: elementFromXML(x.New), Confidence: finding.Ratio(min(max(x.Confidence, 0), 1)), Detectors: []Agreement{}}
		for _, d := range x.Detectors {
			c.Detectors = append(c.Detectors, Agreement{d.Name, strings.TrimSpace(d.Evidence)})
		}
		var err error
		if c.Consequences, err = fromXML(x.Changes, depth+1); err != nil {
			return nil, err
		}
		out = append(out, c)
	}
	return out, nil
}

func elementFromXML(x *xmlElement) Element {
	e := Element{id: NoEntity}
	if x != nil {
		e = Element{Kind: kindNamed(x.Kind), KindName: x.Kind, Name: x.Name, Signature: x.Signature, Public: x.Public, id: NoEntity}
	}
	return e
}

// kindNamed returns the kind of that name; the zero Kind for one that is unknown.
func kindNamed(name string) Kind {
	for k := Package; k <= Field; k++ {
		if k.String() == name {
			return k
		}
	}
	return 0
}

func locationsFromXML(xs []xmlLocation) []finding.Location {
	out := make([]finding.Location, len(xs))
	for i, x := range xs {
		out[i] = finding.Location{Path: x.Path, StartLine: x.StartLine, EndLine: x.EndLine, StartColumn: x.StartColumn, EndColumn: x.EndColumn,
			ElementType: x.Type, Description: x.Description, Element: x.Element}
	}
	return out
}

// flat returns the changes with their consequences behind them.
func flat(cs []Change) []Change {
	var out []Change
	for i := range cs {
		out = append(out, cs[i])
		out = append(out, flat(cs[i].Consequences)...)
	}
	return out
}
