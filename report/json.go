package report

import (
	"encoding/json"
	"io"

	"refract/scan"
)

// ScanSchemaVersion is the version of the JSON that ScanJSON prints.
//
//	1  first
const ScanSchemaVersion = 1

// scanDocument is the envelope of a scan's JSON; docs/scan.schema.json describes it.
type scanDocument struct {
	SchemaVersion int  `json:"schemaVersion"`
	Tool          Tool `json:"tool"`
	*scan.Result
}

// ScanJSON writes r as one indented JSON document. Every list is present, empty or not.
func ScanJSON(w io.Writer, r *scan.Result, tool Tool) error {
	e := json.NewEncoder(w)
	e.SetEscapeHTML(false) // generic types are full of angle brackets, and no browser reads this
	e.SetIndent("", "  ")
	return e.Encode(scanDocument{ScanSchemaVersion, tool, r})
}
