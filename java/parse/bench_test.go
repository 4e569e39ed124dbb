package parse_test

import (
	"io/fs"
	"os"
	"path/filepath"
	"testing"

	"refract/java/parse"
)

// BenchmarkFile states the cost of the model as a ratio to the bare parse of the same files, in one run. It needs
// REFRACT_CORPORA.
func BenchmarkFile(b *testing.B) {
	dir := os.Getenv("REFRACT_CORPORA")
	if dir == "" {
		b.Skip("REFRACT_CORPORA names no directory of real code")
	}
	var contents [][]byte
	size := 0
	_ = filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err == nil && filepath.Ext(path) == ".java" {
			if content, err := os.ReadFile(path); err == nil {
				contents = append(contents, content)
				size += len(content)
			}
		}
		return nil
	})
	p := parse.New()
	defer p.Close()
	b.Run("parse", func(b *testing.B) {
		b.SetBytes(int64(size))
		for b.Loop() {
			for _, c := range contents {
				p.ParseOnly(c)
			}
		}
	})
	b.Run("model", func(b *testing.B) {
		b.SetBytes(int64(size))
		b.ReportAllocs()
		for b.Loop() {
			for _, c := range contents {
				p.File("A.java", c)
			}
		}
	})
}
