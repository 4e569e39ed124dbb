// Package report prints results: one file and one golden per format. It decides nothing about what is found and
// nothing about where it goes; the order of its input is the order of its output, so that the same result gives the
// same bytes.
package report

// Tool identifies the program in machine-readable reports.
type Tool struct {
	Name    string `json:"name"`
	Version string `json:"version"`
}
