package report_test

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"

	"refract/java"
	"refract/java/parse"
	"refract/release"
	"refract/report"
)

const libraryOld = `package lib;
public class Shelf {
	private int rows;
	public int size(int n) { int k = n; while (k > 10) { k = k / 2 + 1; } return k; }
	public int twice() { return size(rows) + size(2 * rows); }
	public void gone() { rows = 0; }
	public boolean has(Book b) { return b != null && b.pages > rows; }
}
class Book { int pages; }
`

const libraryNew = `package lib;
public class Shelf {
	private int rows;
	public int capacity(int n) { int k = n; while (k > 10) { k = k / 2 + 1; } return k; }
	public int twice() { return capacity(rows) + capacity(2 * rows); }
	public boolean has(Volume b) { return b != null && b.pages > rows; }
}
class Volume { int pages; }
`

// One comparison in each format. -update rewrites the files.
func TestCompareGoldens(t *testing.T) {
	p := parse.New()
	defer p.Close()
	side := func(name, text string) release.Side {
		return release.Side{Name: name, Files: []*java.File{p.File("lib/Shelf.java", []byte(text))}}
	}
	c, err := release.Compare(context.Background(), side("releases/lib-1.0", libraryOld), side("releases/lib-2.0", libraryNew), release.CompareOptions{})
	if err != nil {
		t.Fatal(err)
	}
	tool := report.Tool{Name: "refract", Version: "test"}
	for name, write := range map[string]func(*bytes.Buffer) error{
		"compare.txt": func(b *bytes.Buffer) error { return report.CompareText(b, c, tool, report.TextOptions{}) },
		"compare-verbose.txt": func(b *bytes.Buffer) error {
			return report.CompareText(b, c, tool, report.TextOptions{All: true, Verbose: true})
		},
		"compare.json": func(b *bytes.Buffer) error { return report.CompareJSON(b, c, tool) },
		"compare.md":   func(b *bytes.Buffer) error { return report.CompareMarkdown(b, c, tool) },
		"compare.xml":  func(b *bytes.Buffer) error { return release.WriteLog(b, c, "refract test") },
	} {
		t.Run(name, func(t *testing.T) {
			var got bytes.Buffer
			if err := write(&got); err != nil {
				t.Fatal(err)
			}
			path := filepath.Join("testdata", name)
			if *update {
				if err := os.WriteFile(path, got.Bytes(), 0o644); err != nil {
					t.Fatal(err)
				}
			}
			want, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			if d := cmp.Diff(string(want), got.String()); d != "" {
				t.Errorf("%s (-want +got):\n%s", name, d)
			}
		})
	}
}
