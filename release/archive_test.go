package release_test

import (
	"archive/tar"
	"archive/zip"
	"bytes"
	"compress/gzip"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"refract/release"
)

type entry struct{ name, text string }

func writeZip(t testing.TB, entries ...entry) string {
	t.Helper()
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	for _, e := range entries {
		w, err := z.Create(e.name)
		if err != nil {
			t.Fatal(err)
		}
		w.Write([]byte(e.text))
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	return write(t, "a.zip", b.Bytes())
}

func writeTarGz(t testing.TB, entries ...entry) string {
	t.Helper()
	var b bytes.Buffer
	g := gzip.NewWriter(&b)
	w := tar.NewWriter(g)
	for _, e := range entries {
		if err := w.WriteHeader(&tar.Header{Name: e.name, Size: int64(len(e.text)), Mode: 0o644, Typeflag: tar.TypeReg}); err != nil {
			t.Fatal(err)
		}
		w.Write([]byte(e.text))
	}
	w.Close()
	g.Close()
	return write(t, "a.tar.gz", b.Bytes())
}

func write(t testing.TB, name string, content []byte) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(path, content, 0o644); err != nil {
		t.Fatal(err)
	}
	return path
}

func TestReadArchive(t *testing.T) {
	in := []entry{{"b/B.java", "class B {}"}, {"a/A.java", "class A {}"}, {"a/readme.txt", "no"}, {"../../etc/X.java", "class X {}"}, {"/abs/Y.java", "class Y {}"}}
	for name, path := range map[string]string{"zip": writeZip(t, in...), "tar.gz": writeTarGz(t, in...)} {
		files, problems, err := release.ReadArchive(path, release.Limits{})
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		if len(files) != 2 || files[0].Path != "a/A.java" || string(files[1].Text) != "class B {}" {
			t.Errorf("%s: files = %+v", name, files)
		}
		if len(problems) != 2 || !strings.Contains(problems[0].Message, "outside") {
			t.Errorf("%s: problems = %+v, want the two entries that point outside", name, problems)
		}
	}
}

func TestReadArchiveRefusesBombs(t *testing.T) {
	big := strings.Repeat("class A {} ", 100_000)
	var many []entry
	for i := range 50 {
		many = append(many, entry{"p/A" + string(rune('0'+i%10)) + string(rune('0'+i/10)) + ".java", big})
	}
	for name, path := range map[string]string{"zip": writeZip(t, many...), "tar.gz": writeTarGz(t, many...)} {
		for what, l := range map[string]release.Limits{"bytes": {Bytes: 1 << 20}, "files": {Files: 10}, "entries": {Entries: 10}} {
			if _, _, err := release.ReadArchive(path, l); !errors.Is(err, release.ErrTooLarge) {
				t.Errorf("%s, limit of %s: error = %v, want ErrTooLarge", name, what, err)
			}
		}
		files, problems, err := release.ReadArchive(path, release.Limits{File: 1000})
		if err != nil || len(files) != 0 || len(problems) != 50 {
			t.Errorf("%s, limit of one file: %d files, %d problems, %v", name, len(files), len(problems), err)
		}
	}
}

func TestReadArchiveRefusesWhatIsNone(t *testing.T) {
	for name, content := range map[string]string{"text": "hello", "half a zip": "PK\x03\x04rest", "half a gzip": "\x1f\x8b\x08\x00", "empty": ""} {
		if _, _, err := release.ReadArchive(write(t, "x.zip", []byte(content)), release.Limits{}); err == nil {
			t.Errorf("%s: no error", name)
		}
	}
}

func FuzzReadArchive(f *testing.F) {
	for _, path := range []string{writeZip(f, entry{"A.java", "class A {}"}), writeTarGz(f, entry{"A.java", "class A {}"})} {
		content, err := os.ReadFile(path)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(content)
	}
	f.Fuzz(func(t *testing.T, content []byte) {
		files, _, err := release.ReadArchive(write(t, "x.tar", content), release.Limits{Files: 10, Bytes: 1 << 16, File: 1 << 12, Entries: 100})
		if err != nil {
			return
		}
		for _, c := range files {
			if strings.HasPrefix(c.Path, "/") || strings.HasPrefix(c.Path, "..") || len(c.Text) > 1<<12 {
				t.Fatalf("entry %q of %d bytes got in", c.Path, len(c.Text))
			}
		}
	})
}
