package scan

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"testing"
)

func TestReadAgain(t *testing.T) {
	path := filepath.Join(t.TempDir(), "A.java")
	if _, _, err := readAgain(path, 7); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("a file that is not there: %v", err)
	}
	if err := os.WriteFile(path, []byte("class A"), 0o600); err != nil {
		t.Fatal(err)
	}
	info, err := os.Stat(path)
	if err != nil {
		t.Fatal(err)
	}
	for size, want := range map[int64]string{7: "class A", 6: "", 8: "", 0: ""} {
		content, stamp, err := readAgain(path, size)
		switch {
		case want == "" && (content != nil || !errors.Is(err, errOtherSize)):
			t.Errorf("with %d bytes: %q, %v", size, content, err)
		case want != "" && (string(content) != want || stamp != stampOf(info) || err != nil):
			t.Errorf("with %d bytes: %q, stamp %d, %v, want stamp %d", size, content, stamp, err, stampOf(info))
		}
	}
}
