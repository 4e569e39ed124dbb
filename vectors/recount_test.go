package vectors_test

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"refract/java"
	"refract/java/parse"
	"refract/program"
	"refract/vectors"
)

// renamed are the kinds whose features have other names than the grammar's kind: patterns of all features that the
// kind may count as.
var renamed = map[string]string{
	"local_variable_declaration":      "var_declaration_statement",
	"variable_declarator":             "var_declaration",
	"identifier":                      "simple_name",
	"type_identifier":                 "type_name",
	"object_creation_expression":      "invoke_new",
	"method_invocation":               "invoke_[oa]*",
	"class_body":                      "anonymous_class",
	"binary_expression":               "binary.*",
	"unary_expression":                "unary.*",
	"update_expression":               "update.*",
	"assignment_expression":           "assignment*",
	"switch_expression":               "switch_statement switch_expression",
	"decimal_integer_literal":         "literal.*",
	"hex_integer_literal":             "literal.*",
	"octal_integer_literal":           "literal.*",
	"binary_integer_literal":          "literal.*",
	"hex_floating_point_literal":      "literal.*",
	"character_literal":               "literal.*",
	"string_literal":                  "literal.*",
	"null_literal":                    "literal.*",
	"true":                            "literal.*",
	"false":                           "literal.*",
	"ERROR":                           "error",
	"return_statement":                "return_statement*",
	"switch_label":                    "switch_label*",
	"parenthesized_expression":        "parenthesized_expression condition",
	"decimal_floating_point_literal":  "literal.*",
	"explicit_constructor_invocation": "explicit_constructor_invocation.*",
}

// recount counts the nodes below n by kind, as a recursion over children: independently of the loop and the tables of
// the package.
func recount(f *java.File, n java.NodeID, counts map[string]int) {
	for c := f.FirstChild(n); c >= 0; c = f.NextSibling(c) {
		k := f.Kind(c)
		counts[k.String()]++
		switch {
		case k.IsTypeDeclaration(), k == java.ClassBody, k == java.Annotation, k == java.MarkerAnnotation:
			continue
		}
		recount(f, c, counts)
	}
}

// sameCounts compares the syntax features of v with counts of kinds.
func sameCounts(t *testing.T, where string, v vectors.Vector, counts map[string]int) {
	t.Helper()
	want := map[string]int{} // by the features' patterns
	for kind, n := range counts {
		name := kind
		if r, ok := renamed[kind]; ok {
			name = r
		}
		want[name] += n
	}
	got, nodes, sum := map[string]int{}, 0, 0
	for name := range want {
		var patterns []string
		for _, part := range strings.Fields(name) {
			patterns = append(patterns, "syntax."+part)
		}
		g, err := vectors.GroupOf(patterns...)
		if err != nil {
			t.Fatalf("%s: %s: no feature counts this kind: %v", where, name, err)
		}
		got[name] = v.Sum(&g)
		nodes += want[name]
		sum += got[name]
	}
	if d := cmp.Diff(got, want); d != "" {
		t.Errorf("%s: features (-) and nodes (+) differ:\n%s", where, d)
	}
	beside := vectors.MustGroup("syntax.else", "syntax.initializer")
	all := vectors.MustGroup("syntax.*")
	if n := v.Sum(&all) - v.Sum(&beside); n != nodes || sum != nodes {
		t.Errorf("%s: %d syntax features for %d nodes", where, n, nodes)
	}
}

// TestRecount holds the syntax family against a plain count of the tree, on the package's own sample and, where
// REFRACT_CORPORA names a directory of Java releases, on what lies there.
func TestRecount(t *testing.T) {
	files := []string{filepath.Join("testdata", "javac", "Sample.java")}
	if dir := os.Getenv("REFRACT_CORPORA"); dir != "" {
		files = append(files, javaFiles(t, dir, 400)...)
	} else {
		t.Log("REFRACT_CORPORA is not set: only testdata is recounted")
	}
	p := parse.New()
	defer p.Close()
	bodies := 0
	for _, path := range files {
		content, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		prog := program.Link([]*java.File{p.File(path, content)})
		r := prog.NewResolver()
		for m := range program.MethodID(prog.NumMethods()) {
			b := r.Body(m)
			if b.Root < 0 {
				continue
			}
			counts := map[string]int{}
			recount(b.File, b.Root, counts)
			sameCounts(t, fmt.Sprintf("%s %s", path, prog.Signature(m)), vectors.Of(nil, b), counts)
			bodies++
		}
	}
	t.Logf("%d bodies", bodies)
}

// javaFiles returns about most Java files below dir, spread over all of it.
func javaFiles(t testing.TB, dir string, most int) []string {
	var files []string
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err == nil && !d.IsDir() && strings.HasSuffix(path, ".java") {
			files = append(files, path)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	slices.Sort(files)
	if step := len(files) / most; step > 1 {
		kept := files[:0]
		for i := 0; i < len(files); i += step {
			kept = append(kept, files[i])
		}
		files = kept
	}
	return files
}
