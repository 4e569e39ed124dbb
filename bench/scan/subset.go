package main

import (
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"

	"refract/java"
	"refract/java/parse"
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

// edit adds a class of its own to that share of the files below dir, evenly spread and one at least.
func edit(dir string, percent float64) error {
	return change(dir, percent, func(i int, text []byte) []byte {
		return fmt.Appendf(text, "\nclass Added%d {\n\tint f(int x) {\n\t\tint y = x + %d;\n\t\treturn y * x;\n\t}\n}\n", i, i)
	})
}

// editBodies adds a statement to the first method with a body of the files that edit takes.
func editBodies(dir string, percent float64) error {
	p := parse.New()
	defer p.Close()
	return change(dir, percent, func(i int, text []byte) []byte {
		f := p.File("", text)
		at := slices.IndexFunc(f.Methods, func(m java.Method) bool { return m.Kind == java.OrdinaryMethod && m.Body >= 0 })
		if at < 0 || len(f.Source) != len(text) {
			return text
		}
		in := f.Span(f.Methods[at].Body).Start + 1
		return slices.Concat(text[:in], fmt.Appendf(nil, " int added%d = %d; ", i, i), text[in:])
	})
}

// change puts what it makes of them in the place of that share of the files below dir.
func change(dir string, percent float64, into func(i int, text []byte) []byte) error {
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
		if err := os.WriteFile(path, into(i, text), 0o600); err != nil {
			return err
		}
	}
	return nil
}
