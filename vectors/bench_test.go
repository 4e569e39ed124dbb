package vectors_test

import (
	"os"
	"testing"

	"refract/java"
	"refract/java/parse"
	"refract/program"
	"refract/vectors"
)

// corpus parses and links Java files below the directory in an environment variable, or skips.
func corpus(t testing.TB, variable string, most int) *program.Program {
	t.Helper()
	dir := os.Getenv(variable)
	if dir == "" {
		t.Skipf("%s names no directory of Java files", variable)
	}
	p := parse.New()
	defer p.Close()
	var files []*java.File
	for _, path := range javaFiles(t, dir, most) {
		content, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		files = append(files, p.File(path, content))
	}
	return program.Link(files)
}

// BenchmarkOf counts all bodies of a corpus. Resolution is timed apart, to be subtracted: a Body is valid only until
// the next.
func BenchmarkOf(b *testing.B) {
	p := corpus(b, "REFRACT_CORPORA", 3000)
	for _, count := range []bool{false, true} {
		name := "resolve"
		if count {
			name = "resolve+count"
		}
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			var c vectors.Counter
			nodes := 0
			for b.Loop() {
				nodes = 0
				var v vectors.Vector
				r := p.NewResolver()
				for m := range program.MethodID(p.NumMethods()) {
					if p.Method(m).Body < 0 {
						continue
					}
					body := r.Body(m)
					nodes += len(body.Uses)
					if count {
						v = c.Of(v[:0], body)
					}
				}
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(nodes), "ns/node")
		})
	}
}
