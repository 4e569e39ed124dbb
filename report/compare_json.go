package report

import (
	"encoding/json"
	"io"

	"refract/finding"
	"refract/release"
)

// CompareSchemaVersion is the version of the JSON that CompareJSON prints and release.ReadLog reads.
const CompareSchemaVersion = release.JSONVersion

// compareDocument is RefactoringMiner's shape, one "commit" for the pair of releases, with what refract adds to it.
type compareDocument struct {
	SchemaVersion int             `json:"schemaVersion"`
	Tool          Tool            `json:"tool"`
	Commits       []compareCommit `json:"commits"`
}

type compareCommit struct {
	Repository   string            `json:"repository"`
	SHA          string            `json:"sha1"`
	URL          string            `json:"url"`
	Old          string            `json:"old"`
	New          string            `json:"new"`
	Refactorings []release.Change  `json:"refactorings"`
	Counts       []release.Count   `json:"counts"`
	API          release.Guide     `json:"api"`
	Problems     []finding.Problem `json:"problems"`
}

// CompareJSON writes c as one indented JSON document. Consequences are nested under their causes.
func CompareJSON(w io.Writer, c *release.Comparison, tool Tool) error {
	e := json.NewEncoder(w)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	return e.Encode(compareDocument{CompareSchemaVersion, tool, []compareCommit{{Old: c.Old, New: c.New, SHA: c.New,
		Refactorings: list(c.Changes), Counts: list(c.Counts), API: c.API, Problems: list(c.Problems)}}})
}

// list makes an empty list of nil, so that JSON says [] and not null.
func list[T any](s []T) []T {
	if s == nil {
		return []T{}
	}
	return s
}
