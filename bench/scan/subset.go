package main

import (
	"math"
	"os"
	"path/filepath"

	"refract/scan"
)

// subsets copies parts of the Java files below dir. The files, in the order of their paths, are cut into so many pieces of about equal size, and for
// each divisor d a part has the first files of every piece that make up a d-th of its bytes. The first files, not every d-th, because code calls what
// stands near it: a part is to be a program, with the calls inside it that a program has. With one piece a part is the beginning of the corpus, and has
// more calls inside it; with many it is made of the same kinds of code as the whole, and lacks what its pieces call of the rest.
//
// cleanup removes the copies; it is never nil.
func subsets(dir string, divisors []int, pieces int) (cleanup func(), parts []string, err error) {
	walked, err := scan.Walk([]string{dir}, scan.WalkOptions{})
	if err != nil {
		return func() {}, nil, err
	}
	temp, err := os.MkdirTemp("", "bench-scan-sizes-")
	if err != nil {
		return func() {}, nil, err
	}
	cleanup = func() { os.RemoveAll(temp) }
	cut := cutInputs(walked.Inputs, pieces)
	for i, d := range divisors {
		part := filepath.Join(temp, "part"+string(rune('a'+i)))
		for _, piece := range cut {
			if err := copyPart(part, piece, sizeOf(piece)/int64(d)); err != nil {
				return cleanup, nil, err
			}
		}
		parts = append(parts, part)
	}
	return cleanup, parts, nil
}

// cutInputs cuts inputs into pieces of about equal size, of which none is empty: there are fewer than asked for if there are not that many files.
func cutInputs(inputs []scan.Input, pieces int) (cut [][]scan.Input) {
	total, size, start := sizeOf(inputs), int64(0), 0
	for i, in := range inputs {
		size += in.Size
		if size*int64(pieces) >= total*int64(len(cut)+1) || i == len(inputs)-1 {
			cut = append(cut, inputs[start:i+1])
			start = i + 1
		}
	}
	return cut
}

// sizeOf returns how many bytes inputs have.
func sizeOf(inputs []scan.Input) int64 {
	size := int64(0)
	for _, in := range inputs {
		size += in.Size
	}
	return size
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
