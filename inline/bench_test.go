package inline_test

import (
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"refract/inline"
	"refract/java"
	"refract/java/parse"
	"refract/program"
	"refract/vectors"
)

// BenchmarkBuild inlines all bodies of the Java files below REFRACT_LARGE, and prints what the table takes.
func BenchmarkBuild(b *testing.B) {
	dir := os.Getenv("REFRACT_LARGE")
	if dir == "" {
		b.Skip("REFRACT_LARGE names no directory of Java files")
	}
	ps := parse.New()
	defer ps.Close()
	var files []*java.File
	source := 0
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || !strings.HasSuffix(path, ".java") {
			return err
		}
		content, err := os.ReadFile(path)
		if err == nil {
			files = append(files, ps.File(path, content))
			source += len(content)
		}
		return err
	})
	if err != nil {
		b.Fatal(err)
	}
	p := program.Link(files)
	in := bodies(p)
	var t *inline.Table
	b.ReportAllocs()
	for b.Loop() {
		t = inline.Build(p, in, 1)
	}
	inlined := vectors.Table{}
	for r := range t.Len() {
		if t.Row(r).Mode != inline.None {
			inlined.Append(t.Vector(r))
		}
	}
	b.ReportMetric(float64(source)/1e6, "source-MB")
	b.ReportMetric(float64(len(in.Methods)), "bodies")
	b.ReportMetric(float64(in.Vectors.Entries())/float64(len(in.Methods)), "entries/body")
	b.ReportMetric(float64(t.Stats.Sites), "sites")
	b.ReportMetric(float64(t.Len()), "rows")
	b.ReportMetric(float64(inlined.Entries())/float64(max(inlined.Len(), 1)), "entries/inlined")
	b.ReportMetric(float64(t.Bytes()+in.Vectors.Bytes())/float64(source), "B/source-byte")
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(max(t.Stats.Sites, 1)), "ns/site")
	b.Logf("sites by reason (inlined, recursive, abstract, overridden): %v", t.Stats.By)
}
