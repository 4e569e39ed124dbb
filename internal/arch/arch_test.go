// Package arch tests the architecture: which package may import which. The policy is data, below.
package arch

import (
	"encoding/json"
	"errors"
	"io"
	"os/exec"
	"strings"
	"testing"
)

// layers is the import policy: a package imports only packages of earlier lines. Packages of one line do not know each
// other. Moving a package takes a decision record, not an edit to fix a build.
var layers = []string{
	"source",
	"finding",
	"java",
	"java/parse program",
	"flow vectors mapping",
	"inline",
	"rules",
	"abstraction lsh",
	"index",
	"concretize",
	"scan mine history",
	"release rewrite",
	"report",
	"cmd/refract",
	"bench/measure",
	"bench/scan bench/mine bench/tables bench/compare bench/sample bench/changes",
}

// only names the packages that may import a dependency.
var only = map[string]string{
	"github.com/smacker/go-tree-sitter":                     "java/parse",
	"go.etcd.io/bbolt":                                      "index",
	"github.com/expr-lang/expr":                             "rules",
	"github.com/goccy/go-yaml":                              "rules",
	"github.com/owenrumney/go-sarif":                        "report",
	"github.com/spf13/cobra":                                "cmd/refract",
	"gonum.org/v1/gonum":                                    "lsh",
	"github.com/bmatcuk/doublestar":                         "scan mine",
	"github.com/go-git/go-git/v5/plumbing/format/gitignore": "scan",
}

// concurrent names the packages that may start goroutines; the rest is sequential code on immutable values.
var concurrent = "scan mine history release cmd/refract bench/measure bench/mine"

type pkg struct {
	ImportPath  string
	Imports     []string
	TestImports []string
}

func packages(t *testing.T) []pkg {
	t.Helper()
	out, err := exec.Command("go", "list", "-json=ImportPath,Imports", "refract/...").Output()
	if err != nil {
		t.Fatal(err)
	}
	var all []pkg
	for d := json.NewDecoder(strings.NewReader(string(out))); ; {
		var p pkg
		if err := d.Decode(&p); errors.Is(err, io.EOF) {
			return all
		} else if err != nil {
			t.Fatal(err)
		}
		all = append(all, p)
	}
}

func rank(path string) int {
	for i, line := range layers {
		for _, p := range strings.Fields(line) {
			if p == path {
				return i
			}
		}
	}
	return -1
}

func local(path string) (string, bool) { return strings.CutPrefix(path, "refract/") }

// internal packages are for anyone; the folders of data beside rules belong to it.
func free(p string) bool { return strings.HasPrefix(p, "internal/") || strings.HasPrefix(p, "rules/") }

func TestImportsGoOneWay(t *testing.T) {
	for _, p := range packages(t) {
		from, ok := local(p.ImportPath)
		if !ok || free(from) {
			continue
		}
		if rank(from) < 0 {
			t.Errorf("package %s has no place in the layers", from)
			continue
		}
		for _, im := range p.Imports {
			to, ok := local(im)
			if ok && !free(to) && rank(to) >= rank(from) {
				t.Errorf("%s imports %s, which does not stand above it", from, to)
			}
			for dep, owners := range only {
				if (im == dep || strings.HasPrefix(im, dep+"/")) && !strings.Contains(" "+owners+" ", " "+from+" ") {
					t.Errorf("%s imports %s, which is for %s alone", from, im, owners)
				}
			}
		}
	}
}

func TestGoroutinesStartWhereTheyMay(t *testing.T) {
	for _, p := range packages(t) {
		from, ok := local(p.ImportPath)
		if !ok || free(from) || strings.Contains(" "+concurrent+" ", " "+from+" ") {
			continue
		}
		for _, im := range p.Imports {
			if im == "golang.org/x/sync/errgroup" {
				t.Errorf("%s imports errgroup but is not a package that starts goroutines", from)
			}
		}
	}
}
