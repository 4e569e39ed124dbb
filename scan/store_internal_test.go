package scan

import (
	"errors"
	"path/filepath"
	"testing"

	"refract/index"
)

// TestStartOverReadOnly: an index that cannot be written is left alone, and the scan told why it is of no use.
func TestStartOverReadOnly(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a.idx")
	ix, _, err := index.Anew(path, index.Identity{})
	if err != nil {
		t.Fatal(err)
	}
	update, err := ix.Begin()
	if err == nil {
		update.SetResult("some", index.Digest{}, []byte("thing"))
		err = errors.Join(update.Commit(), ix.Close())
	}
	if err != nil {
		t.Fatal(err)
	}
	read, err := index.OpenReadOnly(path, index.Identity{})
	if err != nil {
		t.Fatal(err)
	}
	defer read.Close()
	if err := (&store{ix: read}).startOver(errTooMuch); !errors.Is(err, errTooMuch) {
		t.Errorf("it is begun again: %v", err)
	}
}
