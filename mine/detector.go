package mine

import (
	"context"
	"slices"

	"refract/finding"
	"refract/java"
)

// A Detector reports the refactorings of one idea from a Diff.
type Detector struct {
	// Types are the display names that it can report.
	Types []string
	// Find calls report for each one. It must not change d, and it must report in an order that depends on nothing
	// but d.
	Find func(d *Diff, report func(finding.Refactoring))
}

// Options choose what Detect reports.
type Options struct {
	// Types are the display names to report; empty means all.
	Types []string
	// Renamed maps the paths of files to those that they were renamed to. Where it is nil, Detect finds renamed files
	// by itself.
	Renamed map[string]string
}

// Types returns the display names of all types that some detector can report, sorted.
func Types() []string {
	var names []string
	for _, det := range Detectors {
		names = append(names, det.Types...)
	}
	slices.Sort(names)
	return slices.Compact(names)
}

// Detect returns the refactorings between two sets of files, grouped by type in the order of Detectors. The files of
// a side are read in the order given. Files of one path on both sides are the versions of one file.
//
// The error is that of ctx alone.
func Detect(ctx context.Context, before, after []*java.File, o Options) ([]finding.Refactoring, error) {
	d, err := New(ctx, NewModel(before), NewModel(after), o)
	if err != nil {
		return nil, err
	}
	return d.Refactorings(ctx, o)
}

// Refactorings runs the detectors over d. It stops early and returns the error of ctx when that is done.
func (d *Diff) Refactorings(ctx context.Context, o Options) (all []finding.Refactoring, err error) {
	if err := d.until(ctx, func() { all = d.run(o) }); err != nil {
		return nil, err
	}
	return all, nil
}

func (d *Diff) run(o Options) []finding.Refactoring {
	wanted := func(t string) bool { return len(o.Types) == 0 || slices.Contains(o.Types, t) }
	type key struct{ typ, description string }
	seen := map[key][][2]string{}
	var all []finding.Refactoring
	for _, det := range Detectors {
		if !slices.ContainsFunc(det.Types, wanted) {
			continue
		}
		det.Find(d, func(r finding.Refactoring) {
			d.checkpoint()
			k, files := key{r.Type, r.Description}, firstFiles(r)
			// Two detectors, or two call sites of one, may come to the same line; RefactoringMiner reports a set. What has one description and no file in
			// common happened in classes of one name in several folders, of modules or platforms.
			if !wanted(r.Type) || slices.ContainsFunc(seen[k], func(o [2]string) bool { return o[0] == files[0] || o[1] == files[1] }) {
				return
			}
			seen[k] = append(seen[k], files)
			all = append(all, r)
		})
	}
	return all
}

// firstFiles are the files that r begins with on both sides, "" where there is none.
func firstFiles(r finding.Refactoring) (files [2]string) {
	for i, list := range [2][]finding.Location{r.Left, r.Right} {
		if len(list) > 0 {
			files[i] = list[0].Path
		}
	}
	return files
}

// one makes a refactoring: the description is the type followed by text.
func one(typ, text string, left, right []finding.Location) finding.Refactoring {
	return finding.Refactoring{Type: typ, Description: typ + " " + text, Left: left, Right: right}
}
