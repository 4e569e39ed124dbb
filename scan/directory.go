package scan

import (
	"io/fs"
	"slices"
	"strings"
)

// entry is what lies in a directory.
type entry struct {
	name string      // of a directory with a slash at its end: all entries of a tree in this order are paths in theirs
	path string      // see locate
	kind fs.FileMode // its type alone
}

func (e *entry) isJava() bool { return strings.HasSuffix(e.name, ".java") }

// sortEntries brings entries, which have plain names, into their order.
func sortEntries(entries []entry) {
	for i := range entries {
		if entries[i].kind.IsDir() {
			entries[i].name += "/"
		}
	}
	slices.SortFunc(entries, func(a, b entry) int { return strings.Compare(a.name, b.name) })
}

// locate fills in the paths of directories and Java files that lie in dir, which ends with a slash. They are one piece of memory. It returns how many
// Java files there are.
func locate(dir string, entries []entry) (java int) {
	takes := func(e *entry) bool { return e.kind.IsDir() || e.isJava() }
	size := 0
	for i := range entries {
		if e := &entries[i]; takes(e) {
			size += len(dir) + len(e.name)
			if !e.kind.IsDir() {
				java++
			}
		}
	}
	var all strings.Builder
	all.Grow(size)
	for i := range entries {
		if e := &entries[i]; takes(e) {
			from := all.Len()
			all.WriteString(dir)
			all.WriteString(e.name)
			e.path = all.String()[from:]
		}
	}
	return java
}

// has reports whether there is a file of that name among entries.
func has(entries []entry, name string) bool {
	return slices.ContainsFunc(entries, func(e entry) bool { return e.name == name })
}
