package program_test

import (
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"refract/java"
	"refract/java/parse"
	"refract/program"
)

// corpus returns the directory that the environment variable REFRACT_CORPORA names, or skips.
func corpus(t testing.TB, sub ...string) string {
	root := os.Getenv("REFRACT_CORPORA")
	if root == "" {
		t.Skip("REFRACT_CORPORA is not set: no directory of Java releases to look at")
	}
	dir := filepath.Join(append([]string{root}, sub...)...)
	if _, err := os.Stat(dir); err != nil {
		t.Skipf("no such corpus: %v", err)
	}
	return dir
}

// read returns the contents of the Java files below dir in the order of their paths.
func read(t testing.TB, dir string) (paths []string, contents [][]byte) {
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || !strings.HasSuffix(path, ".java") {
			return err
		}
		content, err := os.ReadFile(path)
		paths, contents = append(paths, filepath.ToSlash(path)), append(contents, content)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return paths, contents
}

func parseAll(paths []string, contents [][]byte) []*java.File {
	p := parse.New()
	defer p.Close()
	files := make([]*java.File, len(paths))
	for i := range paths {
		files[i] = p.File(paths[i], contents[i])
	}
	return files
}

func TestCorpusShares(t *testing.T) {
	releases, err := os.ReadDir(corpus(t, "jmeter"))
	if err != nil {
		t.Fatal(err)
	}
	for _, release := range releases {
		t.Run(release.Name(), func(t *testing.T) {
			p := program.Link(parseAll(read(t, corpus(t, "jmeter", release.Name()))))
			r := p.NewResolver()
			for m := range program.MethodID(p.NumMethods()) {
				check(t, p, r.Body(m))
			}
			s := r.Stats()
			share := func(n int) float64 { return 100 * float64(n) / float64(s.Total()) }
			t.Logf("%d files, %d types, %d methods, %d constants, %d duplicates; %d calls: own %.1f %%, implied %.1f %%, API %.1f %%, new own %.1f %%, new API %.1f %%, unresolved %.1f %%",
				p.Stats.Files, p.Stats.Types, p.Stats.Methods, p.Stats.Constants, p.Stats.Duplicates, s.Total(),
				share(s.Own), share(s.Implied), share(s.API), share(s.Constructor), share(s.NewAPI), share(s.Unresolved))
			if share(s.Unresolved) > 15 {
				t.Errorf("%.1f %% of the calls are attributed to nothing", share(s.Unresolved))
			}
			if share(s.Own) < 20 {
				t.Errorf("only %.1f %% of the calls are calls of the program's own methods", share(s.Own))
			}
		})
	}
}

// BenchmarkCorpus reports what Link and the resolution of all bodies cost beside parsing, over the whole directory.
func BenchmarkCorpus(b *testing.B) {
	paths, contents := read(b, corpus(b))
	var parsing, linking, resolving time.Duration
	for b.Loop() {
		start := time.Now()
		files := parseAll(paths, contents)
		parsing += time.Since(start)
		runtime.GC()
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		start = time.Now()
		p := program.Link(files)
		linking += time.Since(start)
		runtime.GC()
		runtime.ReadMemStats(&after)
		start = time.Now()
		r := p.NewResolver()
		for m := range program.MethodID(p.NumMethods()) {
			r.Body(m)
		}
		resolving += time.Since(start)
		b.ReportMetric(float64(p.NumMethods()), "methods")
		b.ReportMetric(float64(after.HeapAlloc-before.HeapAlloc)/float64(p.NumMethods()), "B/method")
		runtime.KeepAlive(files)
	}
	b.ReportMetric(linking.Seconds()/parsing.Seconds(), "link/parse")
	b.ReportMetric(resolving.Seconds()/parsing.Seconds(), "resolve/parse")
}

// check fails the test for a use whose Ref is not valid, and for a body that does not fit its file.
func check(t *testing.T, p *program.Program, b *program.Body) {
	t.Helper()
	bad := func(n java.NodeID, what string, args ...any) {
		t.Helper()
		t.Errorf("%s:%d: node %d %q: "+what, append([]any{b.File.Path, b.File.Position(n).Line, n, b.File.Text(n)}, args...)...)
	}
	if b.Root >= 0 && len(b.Uses) != int(b.File.Nodes[b.Root].Next-b.Root) {
		bad(b.Root, "%d uses", len(b.Uses))
	}
	for i, u := range b.Uses {
		n := b.Root + java.NodeID(i)
		limit, none := 0, false
		switch u.Kind {
		case program.UseLocal, program.UseParam, program.UseCaptured, program.UseDeclaration:
			limit = len(b.Locals)
		case program.UseField, program.UseConstant:
			limit = p.NumFields()
		case program.UseCallOwn:
			limit = p.NumMethods()
		case program.UseNewOwn, program.UseMethodRef:
			limit, none = p.NumMethods(), true
		case program.UseType, program.UseThis:
			limit, none = p.NumTypes(), true
		case program.UseCallAPI:
			limit, none = p.NumFields(), true
		case program.UseNone:
			limit, none = 1, true
		default:
			none = true
		}
		if int(u.Ref) >= limit || u.Ref < 0 && !(none && u.Ref == -1) {
			bad(n, "use %v has ref %d of %d", u.Kind, u.Ref, limit)
		}
		if u.Type.Kind == program.Own && (u.Type.Ref < 0 || int(u.Type.Ref) >= p.NumTypes()) {
			bad(n, "type %+v", u.Type)
		}
		if u.Kind == program.UseConstant && p.Field(program.FieldID(u.Ref)).Constant == nil {
			bad(n, "a constant without a value")
		}
	}
	for _, v := range b.Locals {
		if v.Kind != program.CapturedLocal && v.Slot >= b.Slots {
			bad(v.Decl, "slot %d of %d", v.Slot, b.Slots)
		}
		if b.File.Text(v.Decl) != v.Name {
			bad(v.Decl, "declares %q", v.Name)
		}
	}
	for _, c := range b.Calls {
		if u := b.Use(c.Node); u.Kind != c.Kind || u.Flags != c.Flags {
			bad(c.Node, "call %+v, use %+v", c, u)
		}
	}
	if got := b.Stats.Total(); got != len(b.Calls) {
		bad(b.Root, "%d calls, %d counted", len(b.Calls), got)
	}
}
