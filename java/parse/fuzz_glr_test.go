//go:build linux || darwin

package parse

import (
	"os"
	"path/filepath"
	"testing"
)

// FuzzGLR: whatever a text is, the engine's own parser gives the tree that tree-sitter gives, or leaves it the text.
func FuzzGLR(f *testing.F) {
	for _, s := range choices {
		f.Add([]byte("class A { void f() { " + s + " } }"))
	}
	samples, err := filepath.Glob("../../rules/catalog/*/samples/*/before.java")
	if err != nil || len(samples) == 0 {
		f.Fatalf("no samples of rules: %v", err)
	}
	for i := 0; i < len(samples); i += 4 {
		text, err := os.ReadFile(samples[i])
		if err != nil {
			f.Fatal(err)
		}
		f.Add(text)
	}
	e := newEngine()
	f.Fuzz(func(t *testing.T, content []byte) {
		text, _, err := decode(content)
		if err != nil || len(text) > 10_000 || !e.plain(text) {
			return
		}
		sameTree(t, e, "", text)
	})
}
