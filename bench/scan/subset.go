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
