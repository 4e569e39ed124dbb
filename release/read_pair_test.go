package release

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestPairUp(t *testing.T) {
	list := func(paths ...string) (out []listed) {
		for _, p := range paths {
			out = append(out, listed{path: p})
		}
		return out
	}
	for _, tt := range []struct {
		name     string
		old, new []listed
		want     [][2]int
	}{
		{"nothing", nil, nil, [][2]int{}},
		{"the same path before the same name", list("b/A.java", "a/A.java"), list("a/A.java", "c/A.java"), [][2]int{{1, 0}, {0, 1}}},
		{"another root", list("src/org/x/A.java", "src/org/y/A.java"), list("main/org/y/A.java", "main/org/x/A.java"), [][2]int{{1, 0}, {0, 1}}},
		{"one earlier revision has one later", list("A.java"), list("a/A.java", "b/A.java"), [][2]int{{0, 0}, {-1, 1}}},
		{"gone", list("A.java", "B.java"), list("B.java"), [][2]int{{1, 0}, {0, -1}}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if diff := cmp.Diff(tt.want, pairUp(tt.old, tt.new)); diff != "" {
				t.Error(diff)
			}
		})
	}
}
