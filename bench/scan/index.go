package main

import "refract/scan"

// scanOptions are those of a cold scan by the command, with its index at indexPath, or none if that is empty.
func scanOptions(o childOptions, indexPath string, note func(string)) scan.Options {
	so := scan.Options{Jobs: o.Jobs, Last: true}
	if indexPath != "" {
		so.Index = &scan.IndexOptions{Path: indexPath, Tool: "bench", Note: note, Beside: true}
	}
	return so
}
