package index_test

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"testing"
	"time"

	"refract/index"
	"refract/source"
	"refract/vectors"
)

// corpus invents files as those of a large program are: 8 bodies each with vectors of 20 entries, 2 calls a body and
// 3 rows, of which a rule sees a third.
func corpus(files int) []*index.FileData {
	rng := rand.New(rand.NewPCG(1, 1))
	out := make([]*index.FileData, files)
	for i := range out {
		path := fmt.Sprintf("org/example/part%d/sub%d/Class%d.java", i%40, i%7, i)
		f := &index.FileData{State: state(path, path), Lines: 100, Extra: make([]byte, 300)}
		for m := range 8 {
			name := fmt.Sprintf("method%c%d", 'A'+m, rng.IntN(1000))
			sig := fmt.Sprintf("org.example.part%d.sub%d.Class%d.%s(int,String)", i%40, i%7, i, name)
			at := uint32(m*400 + rng.IntN(100))
			f.Fragments = append(f.Fragments, index.Fragment{Span: source.Span{Start: at, End: at + 300},
				Line: at / 30, EndLine: at/30 + 10, Kind: 1, Name: name, Signature: sig})
			var v vectors.Vector
			for e := range 20 {
				v = append(v, vectors.MakeEntry(vectors.Feature(1+e*7+rng.IntN(7)), 1+rng.IntN(9)))
			}
			f.Vectors = append(f.Vectors, v)
			other := fmt.Sprintf("org.example.part%d.sub%d.Class%d.call%d()", i%40, i%7, rng.IntN(files), m)
			f.Rows = append(f.Rows, index.Row{Fragment: uint32(m)}, index.Row{Fragment: uint32(m), Mode: 1, Callee: other},
				index.Row{Fragment: uint32(m), Mode: 2})
		}
		out[i] = f
	}
	return out
}

const rules = 21

func columns() []index.Column {
	cs := make([]index.Column, rules)
	for i := range cs {
		cs[i].Rule = index.DigestOf([]byte{byte(i)})
	}
	return cs
}

// write puts files and the keys of all rules.
func write(b *testing.B, path string, files []*index.FileData) {
	s, _, err := index.Use(path, identity)
	if err != nil {
		b.Fatal(err)
	}
	defer s.Close()
	u, err := s.Begin()
	if err != nil {
		b.Fatal(err)
	}
	for _, f := range files {
		u.Put(f)
	}
	hashes := make([]uint64, u.Rows())
	for c, column := range columns() {
		for i := range hashes {
			hashes[i] = uint64(i*rules+c) / 3
		}
		u.SetKeys(column, u.Segment(), index.ShortOf(hashes, func(row int) bool { return row%3 == c%3 }))
	}
	if err := u.Commit(); err != nil {
		b.Fatal(err)
	}
}

// BenchmarkIndex times what is done with an index of 12,000 files: build it, change a hundredth of it, open it and
// compare, and ask about one method.
func BenchmarkIndex(b *testing.B) {
	files := corpus(12000)
	path := filepath.Join(b.TempDir(), "a.idx")
	perFile := func(b *testing.B, n int) {
		b.ReportMetric(float64(b.Elapsed().Microseconds())/float64(b.N)/float64(n), "µs/file")
	}
	b.Run("build", func(b *testing.B) {
		for b.Loop() {
			os.Remove(path)
			write(b, path, files)
		}
		perFile(b, len(files))
		info, err := os.Stat(path)
		if err != nil {
			b.Fatal(err)
		}
		b.ReportMetric(float64(info.Size())/float64(len(files)), "bytes/file")
	})
	states := make([]index.State, len(files))
	for i, f := range files {
		states[i] = f.State
	}
	b.Run("open and compare", func(b *testing.B) {
		for b.Loop() {
			s, err := index.OpenReadOnly(path, identity)
			if err != nil {
				b.Fatal(err)
			}
			if c, err := s.Compare(states); err != nil || !c.None() {
				b.Fatal(c, err)
			}
			s.Close()
		}
		perFile(b, len(files))
	})
	b.Run("question", func(b *testing.B) {
		for b.Loop() {
			s, err := index.OpenReadOnly(path, identity)
			if err != nil {
				b.Fatal(err)
			}
			start := time.Now()
			f, body, at, _, err := s.FragmentAt(files[77].Path, int(files[77].Fragments[3].Line))
			if err != nil || at != 3 {
				b.Fatal(at, err)
			}
			if _, err := body.Vectors(); err != nil {
				b.Fatal(err)
			}
			for _, c := range columns() {
				key, ok, err := s.Key(c, index.RowRef{File: f.ID, Row: 9})
				if err != nil {
					b.Fatal(err)
				}
				if ok {
					if _, err := s.Lookup(c, key); err != nil {
						b.Fatal(err)
					}
				}
			}
			b.ReportMetric(float64(time.Since(start).Microseconds()), "µs-after-open")
			s.Close()
		}
	})
	b.Run("update of a hundredth", func(b *testing.B) {
		n := 0
		for b.Loop() {
			n++
			for _, f := range files[:120] {
				f.Hash[0], f.Hash[1] = byte(n), byte(n>>8)
			}
			write(b, path, files[:120])
		}
		perFile(b, 120)
	})
}
