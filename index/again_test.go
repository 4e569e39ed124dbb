package index_test

import (
	"errors"
	"path/filepath"
	"reflect"
	"testing"

	"refract/index"
)

// TestEncodeAgain: what is encoded from the index's body of a file is what is encoded of the file, with another State, digests and Extra.
func TestEncodeAgain(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a.idx")
	f := data("a", "text", 5)
	f.Tail = []byte("tail")
	update(t, path, func(u *index.Update) {
		u.Put(f)
		u.Put(data("empty", "", 0))
	})
	s, _ := use(t, path)
	defer s.Close()
	for _, f := range []*index.FileData{f, data("empty", "", 0)} {
		old, ok, err := s.File(f.Path)
		if !ok || err != nil {
			t.Fatal(ok, err)
		}
		wasExtra, wasAside := string(f.Extra), string(f.Aside)
		f.ModTime, f.Stamp, f.Deps, f.Extra, f.Aside = 7, 8, index.Digest{9}, []byte("other extra bytes"), []byte("and others")
		want := index.Encode(f)
		few := index.FileData{State: f.State, Attrs: f.Attrs, Lines: f.Lines, Surface: f.Surface, Deps: f.Deps}
		again := func(b *index.Body) bool {
			if string(b.Extra()) != wasExtra || string(b.Aside()) != wasAside {
				t.Errorf("%s has %q and %q, want %q and %q", f.Path, b.Extra(), b.Aside(), wasExtra, wasAside)
			}
			few.Extra, few.Aside = f.Extra, f.Aside
			return true
		}
		got, ok, err := s.EncodeAgain(old.ID, &few, again)
		if !ok || err != nil || !reflect.DeepEqual(got, want) {
			t.Errorf("%s: encoded again it is another, %v, %v", f.Path, ok, err)
		}
		if got, ok, err = s.EncodeAgain(old.ID, &few, func(*index.Body) bool { return false }); ok || err != nil || !reflect.DeepEqual(got, index.Encoded{}) {
			t.Errorf("%s is not to be encoded: %v, %v", f.Path, ok, err)
		}
		if few.Path = "b"; !isDamaged(s.EncodeAgain(old.ID, &few, again)) {
			t.Errorf("the body of %s was taken for that of b", f.Path)
		}
		if few.Path = f.Path; !isDamaged(s.EncodeAgain(99, &few, again)) {
			t.Errorf("a body that is not there was encoded")
		}
		body, err := s.Body(old.ID)
		if err != nil {
			t.Fatal(err)
		}
		signatures, ok := body.Signatures()
		if !ok || signatures.Len() != len(f.Fragments) {
			t.Errorf("%d signatures of %s, %v", signatures.Len(), f.Path, ok)
		}
		for i := range f.Fragments {
			if s, ok := signatures.At(i); !ok || s != f.Fragments[i].Signature {
				t.Errorf("signature %d of %s is %q, %v, want %q", i, f.Path, s, ok, f.Fragments[i].Signature)
			}
		}
		rows, err1 := body.Rows()
		modes, err2 := body.Modes()
		if len(rows) != len(f.Rows) || len(modes) != len(rows) || errors.Join(err1, err2) != nil {
			t.Fatalf("%d rows with %d modes: %v", len(rows), len(modes), errors.Join(err1, err2))
		}
		for i := range rows {
			if modes[i] != rows[i].Mode {
				t.Errorf("row %d of %s has the mode %d, alone %d", i, f.Path, rows[i].Mode, modes[i])
			}
		}
	}
}

func isDamaged(_ index.Encoded, ok bool, err error) bool {
	return !ok && errors.Is(err, index.ErrDamaged)
}
