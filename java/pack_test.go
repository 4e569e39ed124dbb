package java_test

import (
	"fmt"
	"iter"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"refract/java"
	"refract/java/parse"
)

// packedTexts are texts of all sizes, with and without errors.
func packedTexts(t testing.TB) []string {
	texts := []string{
		"", "class A { }", "class A { void f() { int x = ; } void g() { enum.x(", "\x00", strings.Repeat("(", 300),
		"class Deep { int x = " + strings.Repeat("(1 + ", 90) + "1" + strings.Repeat(")", 90) + "; }",
		"class Long { void f() { " + strings.Repeat("g(a, b + 1); ", 500) + "} String s = \"" + strings.Repeat("x", 70000) + "\"; }",
	}
	paths, err := filepath.Glob("../rules/catalog/*/samples/*/*.java")
	if err != nil || len(paths) == 0 {
		t.Fatalf("no samples of rules: %v", err)
	}
	for _, path := range paths {
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		texts = append(texts, string(text))
	}
	return texts
}

// Packed nodes are the nodes that they were, whoever asks for them in whatever order, however few pages are kept.
func TestPack(t *testing.T) {
	p := parse.New()
	defer p.Close()
	cache := java.NewPageCache(0)
	var files []*java.File
	var want [][]java.Node
	var dumps []string
	for i, text := range packedTexts(t) {
		f := p.File(fmt.Sprintf("A%d.java", i), []byte(text))
		files, want, dumps = append(files, f), append(want, slices.Clone(f.Nodes)), append(dumps, f.Dump(0))
		f.Pack(cache)
		if f.Nodes != nil {
			t.Errorf("%.40q was not packed", text)
		}
	}
	var wg sync.WaitGroup
	for seed := range uint64(4) {
		wg.Go(func() {
			r := rand.New(rand.NewPCG(seed, 1))
			for range 20000 {
				i := r.IntN(len(files))
				if n := r.IntN(len(want[i])); *files[i].At(java.NodeID(n)) != want[i][n] {
					t.Errorf("%s: node %d is %+v, want %+v", files[i].Path, n, *files[i].At(java.NodeID(n)), want[i][n])
					return
				}
			}
		})
	}
	wg.Wait()
	for i, f := range files {
		if err := f.Validate(); err != nil {
			t.Error(err)
		}
		for n := java.NodeID(0); n < java.NodeID(len(want[i])); n += 7 {
			below := want[i][n:want[i][n].Next]
			if got := slices.Collect(nodesOf(f.Subtree(n))); !slices.Equal(got, below) {
				t.Errorf("%s: %d nodes in the subtree of %d, want %d", f.Path, len(got), n, len(below))
			}
		}
		if got := f.Dump(0); got != dumps[i] || f.NumNodes() != len(want[i]) {
			t.Errorf("%s: %d nodes, want %d; packed:\n%s\nwant:\n%s", f.Path, f.NumNodes(), len(want[i]), got, dumps[i])
		}
	}
}

// nodesOf is the nodes of a subtree, of which each has the number of its place.
func nodesOf(subtree iter.Seq2[java.NodeID, *java.Node]) iter.Seq[java.Node] {
	return func(yield func(java.Node) bool) {
		last := java.NoNode
		for n, nd := range subtree {
			if last >= 0 && n != last+1 {
				return
			}
			if last = n; !yield(*nd) {
				return
			}
		}
	}
}

func TestSubtreeOfNone(t *testing.T) {
	p := parse.New()
	defer p.Close()
	f := p.File("A.java", []byte("class A { int f() { return 1; } }"))
	for range f.Subtree(java.NoNode) {
		t.Error("a node below none")
	}
	seen := 0
	for n := range f.Subtree(0) {
		if seen++; n == 2 {
			break
		}
	}
	if seen != 3 {
		t.Errorf("%d nodes up to the third", seen)
	}
}

// However many pages are asked for, no more are there than the cache is to have.
func TestPageCacheIsBounded(t *testing.T) {
	p := parse.New()
	defer p.Close()
	const bytes = 100 << 10
	cache := java.NewPageCache(bytes)
	f := p.File("A.java", []byte("class A { void f() { "+strings.Repeat("g(a, b + 1); ", 5000)+"} }"))
	f.Pack(cache)
	most := 0
	for round := range 3 {
		for n := range f.NumNodes() {
			f.At(java.NodeID(n))
			if n%50 == round {
				most = max(most, f.Unpacked())
			}
		}
	}
	if pages := most * 64 * 20; pages > bytes || pages < bytes/2 {
		t.Errorf("%d bytes of nodes are unpacked, want up to %d", pages, bytes)
	}
}

// A file whose nodes are in no order that can be packed keeps them.
func TestPackRefuses(t *testing.T) {
	p := parse.New()
	defer p.Close()
	f := p.File("A.java", []byte("class A { int x; int y; }"))
	last := len(f.Nodes) - 1
	f.Nodes[last].Start = 0
	f.Pack(java.NewPageCache(0))
	if len(f.Nodes) != last+1 || f.At(java.NodeID(last)).Start != 0 {
		t.Errorf("%d nodes are left of %d", len(f.Nodes), last+1)
	}
}

// FuzzPack: the nodes of any text are the same once they are packed.
func FuzzPack(f *testing.F) {
	for i, text := range packedTexts(f) {
		if i%8 == 0 {
			f.Add([]byte(text))
		}
	}
	p := parse.New()
	f.Fuzz(func(t *testing.T, content []byte) {
		file := p.File("A.java", content)
		want := slices.Clone(file.Nodes)
		file.Pack(java.NewPageCache(0))
		if len(want) > 0 && file.Nodes != nil {
			t.Fatal("not packed")
		}
		for i := range want {
			if got := *file.At(java.NodeID(i)); got != want[i] {
				t.Fatalf("node %d is %+v, want %+v", i, got, want[i])
			}
		}
	})
}

func BenchmarkUnpack(b *testing.B) {
	p := parse.New()
	defer p.Close()
	f := p.File("A.java", []byte("class A { void f() { "+strings.Repeat("if (a < b) { this.g(a, b + 1); } ", 5000)+"} }"))
	n := f.NumNodes()
	f.Pack(java.NewPageCache(0))
	for b.Loop() {
		for i := 0; i < n; i += 64 {
			f.At(java.NodeID(i))
		}
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(n), "ns/node")
}
