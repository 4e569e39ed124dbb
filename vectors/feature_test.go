package vectors_test

import (
	"strings"
	"testing"

	"refract/vectors"
)

func TestFeaturesAreNamedAndDocumented(t *testing.T) {
	seen := map[string]bool{}
	families := map[vectors.Family]int{}
	for _, f := range vectors.Features() {
		if f.Name == "" || f.Doc == "" || !strings.HasSuffix(f.Doc, ".") {
			t.Errorf("feature %d: name %q, doc %q: want both, and a sentence", f.Feature, f.Name, f.Doc)
		}
		if !strings.HasPrefix(f.Name, f.Feature.Family().String()+".") {
			t.Errorf("feature %q is of family %s", f.Name, f.Feature.Family())
		}
		if seen[f.Name] {
			t.Errorf("two features are named %q", f.Name)
		}
		seen[f.Name] = true
		if got := vectors.FeatureByName(f.Name); got != f.Feature {
			t.Errorf("FeatureByName(%q) = %d, want %d", f.Name, got, f.Feature)
		}
		families[f.Feature.Family()]++
	}
	if families[vectors.Syntax] < 80 {
		t.Errorf("%d syntax features, want at least the 80 node types of the paper", families[vectors.Syntax])
	}
	if got, want := len(vectors.Features()), vectors.Dims-1; got != want {
		t.Errorf("%d features, want %d", got, want)
	}
	if got := vectors.FeatureByName("none"); got != vectors.None {
		t.Errorf(`FeatureByName("none") = %d`, got)
	}
}

func TestGroupOf(t *testing.T) {
	tests := []struct {
		patterns []string
		want     string // the names, or the error
	}{
		{[]string{"op.load*"}, "op.load op.load_0 op.load_1 op.load_2 op.load_3"},
		{[]string{"op.store*"}, "op.store op.store_0 op.store_1 op.store_2 op.store_3"},
		{[]string{"op.load"}, "op.load"},
		{[]string{"op.if_l?", "op.if_eq", "op.if_eq"}, "op.if_eq op.if_lt op.if_le"},
		{[]string{"syntax.var_declaration"}, "syntax.var_declaration"},
		{[]string{"syntax.return_statement*"}, "syntax.return_statement syntax.return_statement.lambda"},
		{[]string{"op.lood"}, `no feature matches "op.lood"`},
		{[]string{"op.[", "op.load"}, `feature pattern "op.[": syntax error in pattern`},
	}
	for _, tt := range tests {
		g, err := vectors.GroupOf(tt.patterns...)
		got := g.String()
		if err != nil {
			got = err.Error()
		}
		if got != tt.want {
			t.Errorf("GroupOf(%q) = %s, want %s", tt.patterns, got, tt.want)
		}
	}
	all := vectors.MustGroup("*")
	if got, want := all.Len(), vectors.Dims-1; got != want {
		t.Errorf("group * has %d features, want %d", got, want)
	}
}
