package index_test

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"pgregory.net/rapid"

	"refract/index"
	"refract/source"
	"refract/vectors"
)

func anyData(t *rapid.T) *index.FileData {
	word := rapid.StringMatching(`[a-c.(é]{0,6}`)
	n := rapid.IntRange(0, 6).Draw(t, "fragments")
	f := &index.FileData{
		State: index.State{Path: word.Draw(t, "path") + "p", Size: rapid.Int64().Draw(t, "size"), ModTime: rapid.Int64().Draw(t, "time")},
		Attrs: rapid.Uint64().Draw(t, "attrs"), Lines: rapid.Uint32().Draw(t, "lines"), Extra: []byte(word.Draw(t, "extra")),
		Aside: []byte(word.Draw(t, "aside")),
	}
	f.Hash[3], f.Deps[5] = 7, rapid.Byte().Draw(t, "deps")
	for i := range n {
		start, line := rapid.Uint32Range(0, 1<<31).Draw(t, "start"), rapid.Uint32Range(0, 1<<31).Draw(t, "line")
		f.Fragments = append(f.Fragments, index.Fragment{
			Span: source.Span{Start: start, End: start + rapid.Uint32Range(0, 1<<30).Draw(t, "length")},
			Line: line, EndLine: line + rapid.Uint32Range(0, 9).Draw(t, "lines"),
			Kind: rapid.Byte().Draw(t, "kind"), Name: word.Draw(t, "name"), Signature: word.Draw(t, "sig") + word.Draw(t, "rest"),
		})
		var d vectors.Dense
		for range rapid.IntRange(0, 5).Draw(t, "entries") {
			d[rapid.IntRange(1, vectors.Dims-1).Draw(t, "feature")] = rapid.Int32Range(1, vectors.MaxCount).Draw(t, "count")
		}
		f.Vectors = append(f.Vectors, d.AppendTo(nil))
		for range rapid.IntRange(0, 3).Draw(t, "rows") {
			f.Rows = append(f.Rows, index.Row{Fragment: uint32(i), Mode: rapid.Byte().Draw(t, "mode"), Callee: word.Draw(t, "callee")})
		}
	}
	return f
}

// TestEncodeDecode: what is put comes back, for any records.
func TestEncodeDecode(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a.idx")
	rapid.Check(t, func(t *rapid.T) {
		f := anyData(t)
		os.Remove(path)
		s, _, err := index.Use(path, identity)
		if err != nil {
			t.Fatal(err)
		}
		u, err := s.Begin()
		if err != nil {
			t.Fatal(err)
		}
		u.Put(f)
		if err := u.Commit(); err != nil {
			t.Fatal(err)
		}
		s.Close()
		if s, err = index.OpenReadOnly(path, identity); err != nil {
			t.Fatal(err)
		}
		defer s.Close()
		got, ok, err := s.File(f.Path)
		if !ok || err != nil {
			t.Fatal(ok, err)
		}
		want := index.File{State: f.State, ID: got.ID, Attrs: f.Attrs, Lines: f.Lines, Surface: f.Surface, Deps: f.Deps}
		if diff := cmp.Diff(want, got, cmpopts.IgnoreUnexported(index.File{})); diff != "" {
			t.Fatal(diff)
		}
		b, err := s.Body(got.ID)
		if err != nil {
			t.Fatal(err)
		}
		fs, err1 := b.Fragments()
		vs, err2 := b.Vectors()
		rs, err3 := b.Rows()
		if err1 != nil || err2 != nil || err3 != nil {
			t.Fatal(err1, err2, err3)
		}
		for i := range len(vs) + 1 {
			if v, err := b.PackedVectors().AppendAt(nil, i); (err == nil) != (i < len(vs)) || err == nil && !slices.Equal(v, vs[i]) {
				t.Fatalf("vector %d alone is %v, %v, of %v", i, v, err, vs)
			}
		}
		if a, z := fmt.Sprintf("%v %v %v %s %s", f.Fragments, f.Vectors, f.Rows, f.Extra, f.Aside),
			fmt.Sprintf("%v %v %v %s %s", fs, vs, rs, b.Extra(), b.Aside()); a != z {
			t.Fatalf("put %s\ngot %s", a, z)
		}
	})
}

// TestLongSharedPrefixes has a class whose every signature shares a long prefix with the next.
func TestLongSharedPrefixes(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a.idx")
	f := data("A.java", "x", 0)
	for i := range 3000 {
		f.Fragments = append(f.Fragments, index.Fragment{Name: "m", Signature: strings.Repeat("package.", 60) + fmt.Sprint("C.m(", i, ")")})
	}
	e := index.Encode(f)
	update(t, path, func(u *index.Update) { u.PutEncoded(e) })
	s, _ := use(t, path)
	if diff := cmp.Diff(f.Fragments, get(t, s, "A.java").Fragments); diff != "" {
		t.Errorf("fragments (-put +got):\n%s", diff)
	}
	if info, _ := os.Stat(path); info.Size() > 1<<20 {
		t.Errorf("the index has %d bytes for 3000 signatures of 490 that differ in 4", info.Size())
	}
}

// FuzzDecode: decoders of any bytes neither panic nor make more than a bounded multiple of them.
func FuzzDecode(f *testing.F) {
	for _, n := range []int{0, 1, 5} {
		e := index.Encode(data("A.java", "text", n))
		front, body := index.Bytes(e)
		f.Add(front)
		f.Add(body)
	}
	f.Add([]byte{0xff, 0xff, 0xff, 0xff, 0x0f, 1, 2, 3})
	f.Fuzz(func(t *testing.T, b []byte) {
		elements, text := index.DecodeAll(b)
		if elements > 20*len(b)+20 || text > 300*len(b)+100000 {
			t.Errorf("%d bytes decode to %d elements and %d bytes of text", len(b), elements, text)
		}
	})
}

// FuzzFile: a file that passes the check can be read and opened for writing by bbolt.
func FuzzFile(f *testing.F) {
	path := filepath.Join(f.TempDir(), "a.idx")
	sample(f, path)
	good, err := os.ReadFile(path)
	if err != nil {
		f.Fatal(err)
	}
	f.Add(uint32(0), uint16(0), byte(0), uint32(0))
	f.Add(uint32(5), uint16(8), byte(1), uint32(9000))
	f.Fuzz(func(t *testing.T, at uint32, offset uint16, value byte, second uint32) {
		b := append([]byte{}, good...)
		b[(int(at)*index.PageSize+int(offset)%64)%len(b)] = value
		b[int(second)%len(b)] ^= value
		if index.CheckFile(b) != nil {
			return
		}
		bad := filepath.Join(t.TempDir(), "bad.idx")
		if err := os.WriteFile(bad, b, 0o600); err != nil {
			t.Fatal(err)
		}
		if n, err := index.ReadAll(bad); err != nil || n == 0 {
			t.Errorf("passes the check, but bbolt reads %d records: %v", n, err)
		}
		s, err := index.OpenReadOnly(bad, identity)
		if err != nil {
			return // what is said of it is of another tool, or version
		}
		defer s.Close()
		if read, mapped := s.FilesBothWays(); !slices.Equal(read, mapped) {
			t.Errorf("passes the check, but files are read as %q where they are mapped as %q", read, mapped)
		}
		for _, part := range []string{"part", "result"} {
			_ = s.Read(func(v *index.View) error {
				got, ok, _ := v.Part(part, index.Digest{2})
				if place, okPlace, _ := v.PartInPlace(part, index.Digest{2}); ok != okPlace || !bytes.Equal(got, place) {
					t.Errorf("passes the check, but part %s is read as another than it is mapped as: %v, %v", part, ok, okPlace)
				}
				return nil
			})
		}
	})
}
