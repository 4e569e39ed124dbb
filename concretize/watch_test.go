package concretize_test

import (
	"go/ast"
	goparser "go/parser"
	"go/token"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"refract/concretize"
	"refract/rules"
)

// TestFilesOfVerdicts judges a candidate twice at one desk, and looks from which files the verdict is said to come: the
// second time it comes out of caches, and from the same files.
func TestFilesOfVerdicts(t *testing.T) {
	s := sideOf(t,
		"Query.java", "class Query extends Base { void q(StringBuilder b) { b.append(name); b.append(','); b.append(Limits.MAX); b.append(name); log(b); } }",
		"Base.java", "class Base { String name; void log(StringBuilder b) { System.out.println(b); } }",
		"Limits.java", "class Limits { static final int MAX = 3; }",
		"Sample.java", "class Sample extends Base { void c(StringBuilder b) { Help.add(b, name); log(b); } }",
		"Help.java", "class Help { static void add(StringBuilder b, String name) { b.append(name); b.append(','); b.append(Limits.MAX); b.append(name); } }",
		"Other.java", "class Other { int f() { return 1; } }",
	)
	rule := &rules.Rule{ID: "x", Name: "X", Witness: []string{"inline-call"}}
	desk := concretize.NewDesk()
	q, c := row(t, s, "q", ""), row(t, s, "c", "add")
	for round := range 2 {
		j := concretize.NewJudge(rule, s, s, desk)
		mark := j.Begin()
		acc, out := j.Judge(q, c)
		if out.Refused {
			t.Fatalf("round %d: %s", round, out.Reason)
		}
		acc.Opportunity()
		var got []string
		for _, u := range j.End(mark, nil) {
			f, _ := s.Program.Part(u)
			got = append(got, s.Program.Files[f].Path)
		}
		for _, want := range []string{"Query.java", "Sample.java", "Help.java"} {
			if !strings.Contains(strings.Join(got, " "), want) {
				t.Errorf("round %d: the verdict comes from %v, without %s", round, got, want)
			}
		}
		if strings.Contains(strings.Join(got, " "), "Other.java") {
			t.Errorf("round %d: the verdict comes from %v", round, got)
		}
	}
}

// TestProgramIsWatched: what judges read of a program must be recorded, so nothing but half, which does that, may get at a
// Side's own program, nothing but side.go makes facts of it, and nobody reads the lists of a type's members.
func TestProgramIsWatched(t *testing.T) {
	paths, err := filepath.Glob("*.go")
	if err != nil || len(paths) == 0 {
		t.Fatalf("no sources: %v", err)
	}
	var got []string
	fset := token.NewFileSet()
	for _, path := range paths {
		if strings.HasSuffix(path, "_test.go") {
			continue
		}
		file, err := goparser.ParseFile(fset, path, nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		called := map[ast.Node]bool{}
		ast.Inspect(file, func(n ast.Node) bool {
			if call, ok := n.(*ast.CallExpr); ok {
				called[call.Fun] = true
			}
			if sel, ok := n.(*ast.SelectorExpr); ok {
				if name := sel.Sel.Name; (name == "Methods" || name == "Fields") && !called[n] {
					got = append(got, path+": a list of "+name)
				}
				if in, ok := sel.X.(*ast.SelectorExpr); ok && in.Sel.Name == "Side" {
					got = append(got, path+": "+sel.Sel.Name)
				}
			}
			return true
		})
		for _, d := range file.Decls {
			f, ok := d.(*ast.FuncDecl)
			if !ok || f.Recv == nil || path == "side.go" || path == "words.go" || path == "steps.go" {
				continue
			}
			if star, ok := f.Recv.List[0].Type.(*ast.StarExpr); ok {
				if id, ok := star.X.(*ast.Ident); ok && id.Name == "Side" {
					got = append(got, path+": a method of Side")
				}
			}
		}
	}
	want := []string{"judge.go: callers", "judge.go: callers", "judge.go: hasNamesakes", "judge.go: wordsOf", "judge.go: stepsOf"}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("who reads a side's program without its watch, -want +got:\n%s", diff)
	}
}
