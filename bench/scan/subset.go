package main

import (
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
