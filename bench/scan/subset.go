package main

import (
	"maps"
	"math"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"refract/java/parse"
	"refract/scan"
)

// subsets copies parts of the Java files below dir, a d-th of their bytes for each divisor d, as nearly as whole units allow. The units of a part are
// taken evenly from all of dir, so that it is made of the same kinds of code as the whole, and are not cut, so that it is a program, with the calls
// inside it that a program has: code calls what stands near it.
//
// cleanup removes the copies; it is never nil.
func subsets(dir string, divisors []int) (cleanup func(), parts []string, err error) {
	walked, err := scan.Walk([]string{dir}, scan.WalkOptions{})
	if err != nil {
		return func() {}, nil, err
	}
	temp, err := os.MkdirTemp("", "bench-scan-sizes-")
	if err != nil {
		return func() {}, nil, err
	}
	cleanup = func() { os.RemoveAll(temp) }
	units := unitsOf(walked.Inputs)
	for i, d := range divisors {
		part := filepath.Join(temp, "part"+string(rune('a'+i)))
		if err := copyPart(part, slices.Concat(evenly(units, d)...)); err != nil {
			return cleanup, nil, err
		}
		parts = append(parts, part)
	}
	return cleanup, parts, nil
}

// largestUnit is the share of all bytes from which on a source root is divided.
const largestUnit = 1.0 / 16

// unitsOf divides inputs into source roots, in the order of their paths: the directories in which packages begin, of which a project, a bundle or a
// module has one or a few. A root that is more than largestUnit of all is divided into its packages.
func unitsOf(inputs []scan.Input) (units [][]scan.Input) {
	limit := int64(largestUnit * float64(sizeOf(inputs)))
	parser := parse.New()
	root := func(in scan.Input) string {
		text, err := os.ReadFile(in.Abs)
		if err != nil {
			return path.Dir(in.Path) // the scan of the whole reports it
		}
		return sourceRoot(in.Path, parser.File(in.Path, text).Package)
	}
	for _, unit := range divide(inputs, root) {
		if sizeOf(unit) <= limit {
			units = append(units, unit)
			continue
		}
		units = append(units, divide(unit, func(in scan.Input) string { return path.Dir(in.Path) })...)
	}
	return units
}

// sourceRoot returns the directory in which the package begins of which the file is, or that of the file where it does not lie as its package says.
func sourceRoot(file, pkg string) string {
	dir := path.Dir(file)
	below := strings.ReplaceAll(pkg, ".", "/")
	if dir == below {
		return "."
	}
	if root, ok := strings.CutSuffix(dir, "/"+below); ok {
		return root
	}
	return dir
}

// divide divides inputs by a directory, and puts the divisions in the order of these.
func divide(inputs []scan.Input, directory func(scan.Input) string) (divisions [][]scan.Input) {
	of := map[string][]scan.Input{}
	for _, in := range inputs {
		dir := directory(in)
		of[dir] = append(of[dir], in)
	}
	for _, dir := range slices.Sorted(maps.Keys(of)) {
		divisions = append(divisions, of[dir])
	}
	return divisions
}

// evenly takes of units, one after the other, each with which what is taken comes nearer to the d-th part of what there was so far, and the first one at least.
func evenly(units [][]scan.Input, d int) (taken [][]scan.Input) {
	seen, have := 0.0, 0.0
	for _, unit := range units {
		size := float64(sizeOf(unit))
		seen += size
		if want := seen / float64(d); math.Abs(have+size-want) < math.Abs(have-want) {
			taken = append(taken, unit)
			have += size
		}
	}
	if len(taken) == 0 {
		return units[:min(1, len(units))]
	}
	return taken
}

// sizeOf returns how many bytes inputs have.
func sizeOf(inputs []scan.Input) int64 {
	size := int64(0)
	for _, in := range inputs {
		size += in.Size
	}
	return size
}

// copyPart copies inputs below part.
func copyPart(part string, inputs []scan.Input) error {
	for _, in := range inputs {
		text, err := os.ReadFile(in.Abs)
		if err != nil {
			continue // the scan of the whole reports it
		}
		to := filepath.Join(part, filepath.FromSlash(in.Path))
		if err := os.MkdirAll(filepath.Dir(to), 0o700); err != nil {
			return err
		}
		if err := os.WriteFile(to, text, 0o600); err != nil {
			return err
		}
	}
	return nil
}

// copyOf copies the Java files below dir to to, which it returns.
func copyOf(dir, to string) (string, error) {
	walked, err := scan.Walk([]string{dir}, scan.WalkOptions{})
	if err != nil {
		return "", err
	}
	return to, copyPart(to, walked.Inputs)
}
