package main

import (
	"fmt"
	"math"
	"os"
	"path/filepath"

	"refract/scan"
)

// subsets copies parts of the Java files below dir: for each divisor d the first files, in the order of their paths,
// that make up a d-th of the bytes. The first files, not every d-th, because code calls what stands near it: a part
// is to be a program, with the calls inside it that a program has.
//
// cleanup removes the copies; it is never nil.
func subsets(dir string, divisors []int) (cleanup func(), parts []string, err error) {
	walked, err := scan.Walk([]string{dir}, scan.WalkOptions{})
	if err != nil {
		return func() {}, nil, err
	}
	total := int64(0)
	for _, in := range walked.Inputs {
		total += in.Size
	}
	temp, err := os.MkdirTemp("", "bench-scan-sizes-")
	if err != nil {
		return func() {}, nil, err
	}
	cleanup = func() { os.RemoveAll(temp) }
	for i, d := range divisors {
		part := filepath.Join(temp, "part"+string(rune('a'+i)))
		if err := copyPart(part, walked.Inputs, total/int64(d)); err != nil {
			return cleanup, nil, err
		}
		parts = append(parts, part)
	}
	return cleanup, parts, nil
}

// copyPart copies inputs below part until limit bytes are reached.
func copyPart(part string, inputs []scan.Input, limit int64) error {
	size := int64(0)
	for _, in := range inputs {
		if size >= limit {
			break
		}
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
		size += in.Size
	}
	return nil
}

// copyOf copies the Java files below dir to to, which it returns.
func copyOf(dir, to string) (string, error) {
	walked, err := scan.Walk([]string{dir}, scan.WalkOptions{})
	if err != nil {
		return "", err
	}
	return to, copyPart(to, walked.Inputs, math.MaxInt64)
}

// edit adds a class of its own to that share of the files below dir, evenly spread and one at least.
func edit(dir string, percent float64) error {
	walked, err := scan.Walk([]string{dir}, scan.WalkOptions{})
	if err != nil {
		return err
	}
	n := len(walked.Inputs)
	edits := min(max(int(float64(n)*percent/100), 1), n)
	for i := range edits {
		path := walked.Inputs[i*n/edits].Abs
		text, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		added := fmt.Sprintf("\nclass Added%d {\n\tint f(int x) {\n\t\tint y = x + %d;\n\t\treturn y * x;\n\t}\n}\n", i, i)
		if err := os.WriteFile(path, append(text, added...), 0o600); err != nil {
			return err
		}
	}
	return nil
}
