package abstraction_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"refract/abstraction"
	"refract/rules"
	"refract/vectors"
)

// counts makes a vector from names and numbers.
type counts map[vectors.Feature]int

func (c counts) vector() vectors.Vector {
	var d vectors.Dense
	for f, n := range c {
		d[f] = int32(n)
	}
	return d.AppendTo(nil)
}

// table1 are rows 1 to 4 of Table 1 of the paper, in its columns.
var table1 = struct {
	columns [10]vectors.Feature
	rows    [4][10]int
}{
	[10]vectors.Feature{
		vectors.SyntaxSimpleName, vectors.SyntaxLiteralString, vectors.SyntaxVarDeclarationStatement,
		vectors.SyntaxCast, vectors.SyntaxIf, vectors.SyntaxReturn, vectors.SyntaxWhile, vectors.SyntaxInvokeOwn,
		vectors.SyntaxInvokeNew, vectors.SyntaxInvokeAPI,
	},
	[4][10]int{
		{29, 2, 5, 1, 1, 1, 1, 1, 1, 6},
		{23, 0, 3, 1, 1, 1, 1, 0, 1, 6},
		{3, 2, 0, 0, 0, 1, 0, 2, 0, 0},
		{26 - 1, 2, 3, 1, 1, 2 - 1, 1, 2 - 1, 1, 6},
	},
}

func table1Row(i int) vectors.Vector {
	c := counts{}
	for j, f := range table1.columns {
		c[f] = table1.rows[i-1][j]
	}
	return c.vector()
}

// From Table 1's numbers inference must find what the authors found by hand, and applying it must give Table 2.
func TestInferReproducesTable2(t *testing.T) {
	in, err := abstraction.Infer([]abstraction.Pair{{Before: table1Row(1), After: table1Row(4)}})
	if err != nil {
		t.Fatal(err)
	}
	wantD := []vectors.Change{{Feature: vectors.SyntaxVarDeclarationStatement, By: -2}, {Feature: vectors.SyntaxSimpleName, By: -4}}
	if diff := cmp.Diff(wantD, in.Difference); diff != "" {
		t.Errorf("D (-want +got)\n%s", diff)
	}
	want := rules.WrittenAbstraction{Zero: []string{"syntax.var_declaration_statement", "syntax.simple_name"}}
	if diff := cmp.Diff(want, in.Abstraction.Written); diff != "" {
		t.Errorf("abstraction (-want +got)\n%s", diff)
	}
	table2 := [4][10]int{
		{0, 2, 0, 1, 1, 1, 1, 1, 1, 6},
		{0, 0, 0, 1, 1, 1, 1, 0, 1, 6},
		{0, 2, 0, 0, 0, 1, 0, 2, 0, 0},
		{0, 2, 0, 1, 1, 1, 1, 1, 1, 6},
	}
	plan := abstraction.New(&in.Abstraction)
	for i := range table2 {
		got := plan.Apply(nil, table1Row(i+1))
		for j, f := range table1.columns {
			if got.Count(f) != table2[i][j] {
				t.Errorf("row %d, %s: got %d, want %d", i+1, f, got.Count(f), table2[i][j])
			}
		}
	}
	// v^δ is the smaller count of each feature.
	if got := in.Context.Count(vectors.SyntaxSimpleName); got != 25 {
		t.Errorf("v^δ[simple name] = %d, want 25", got)
	}
}

func TestInfer(t *testing.T) {
	type pairs [][2]counts
	tests := []struct {
		name    string
		samples pairs
		want    rules.WrittenAbstraction
		choice  string // a part of the joined choices
	}{
		{
			name: "reversed conditionals merge relational operators, as written and as compiled",
			samples: pairs{
				{{vectors.OpIfLt: 1, vectors.SyntaxBinaryLess: 1, vectors.SyntaxIf: 1}, {vectors.OpIfGe: 1, vectors.SyntaxBinaryGreaterEqual: 1, vectors.SyntaxIf: 1}},
				{{vectors.OpIfEq: 2, vectors.SyntaxBinaryEqual: 2, vectors.SyntaxIf: 2}, {vectors.OpIfEq: 1, vectors.OpIfNe: 1, vectors.SyntaxBinaryEqual: 1, vectors.SyntaxBinaryNotEqual: 1, vectors.SyntaxIf: 2}},
			},
			want: rules.WrittenAbstraction{Merge: [][]string{
				{"op.if_eq", "op.if_ne"}, {"op.if_lt", "op.if_ge"},
				{"syntax.binary.eq", "syntax.binary.ne"}, {"syntax.binary.lt", "syntax.binary.ge"},
			}},
			choice: "zero-sum within the comparisons (rule II)",
		},
		{
			name: "consolidated conditions count once: what is repeated before is set to one",
			samples: pairs{
				{{vectors.SyntaxIf: 3, vectors.SyntaxReturn: 4, vectors.OpReturnValue: 4, vectors.OpConstantInt: 3},
					{vectors.SyntaxIf: 1, vectors.SyntaxReturn: 2, vectors.OpReturnValue: 2, vectors.OpConstantInt: 1, vectors.SyntaxBinaryOrOr: 2}},
				{{vectors.SyntaxIf: 2, vectors.SyntaxReturn: 3, vectors.OpReturnValue: 3, vectors.OpConstantInt: 2},
					{vectors.SyntaxIf: 1, vectors.SyntaxReturn: 2, vectors.OpReturnValue: 2, vectors.OpConstantInt: 1, vectors.SyntaxBinaryOrOr: 1}},
			},
			want: rules.WrittenAbstraction{
				One:  [][]string{{"syntax.if_statement", "syntax.return_statement", "op.constant.int", "op.return_value"}},
				Zero: []string{"syntax.binary.or_or"},
			},
			choice: "change by the same number in every sample (rule III)",
		},
		{
			name: "equal changes that make a feature vanish are zeroed, not set to one",
			samples: pairs{{
				{vectors.SyntaxVarDeclaration: 1, vectors.OpStore1: 1, vectors.OpLoad1: 1},
				{},
			}},
			want: rules.WrittenAbstraction{Zero: []string{"syntax.var_declaration", "op.load_1", "op.store_1"}},
		},
		{
			name: "a family goes before equal changes, and the rest is zeroed",
			samples: pairs{{
				{vectors.OpConstantInt: 2, vectors.OpConstantString: 1, vectors.OpThrow: 2},
				{vectors.OpConstantInt: 1, vectors.OpConstantString: 2, vectors.OpThrow: 1},
			}},
			want: rules.WrittenAbstraction{
				Merge: [][]string{{"op.constant.int", "op.constant.string"}},
				Zero:  []string{"op.throw"},
			},
			choice: "zero-sum within the constants (rule II)",
		},
		{
			name: "overlapping subsets: the first of the smallest, and the others are named",
			samples: pairs{{
				{vectors.OpIfEq: 1, vectors.OpIfLt: 1},
				{vectors.OpIfNe: 1, vectors.OpIfGe: 1},
			}},
			want: rules.WrittenAbstraction{Merge: [][]string{{"op.if_eq", "op.if_ne"}, {"op.if_lt", "op.if_ge"}}},
			choice: "merge [op.if_eq op.if_ne]: zero-sum within the comparisons (rule II); preferred to [op.if_eq op.if_ge], " +
				"[op.if_ne op.if_lt]",
		},
		{
			name: "no sum across the two halves of the space",
			samples: pairs{{
				{vectors.SyntaxTernary: 1},
				{vectors.OpThrow: 1},
			}},
			want: rules.WrittenAbstraction{Zero: []string{"syntax.ternary_expression", "op.throw"}},
		},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			var ps []abstraction.Pair
			for _, s := range tt.samples {
				ps = append(ps, abstraction.Pair{Before: s[0].vector(), After: s[1].vector()})
			}
			in, err := abstraction.Infer(ps)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(tt.want, in.Abstraction.Written); diff != "" {
				t.Errorf("abstraction (-want +got)\n%s", diff)
			}
			var said []string
			for _, c := range in.Choices {
				said = append(said, c.String())
			}
			if !strings.Contains(strings.Join(said, "\n"), tt.choice) {
				t.Errorf("choices are\n%s\nwant %q in them", strings.Join(said, "\n"), tt.choice)
			}
		})
	}
}

// The greatest common difference over several pairs keeps what all of them change in one direction.
func TestInferCommonDifference(t *testing.T) {
	in, err := abstraction.Infer([]abstraction.Pair{
		{Before: counts{vectors.OpLoad: 5, vectors.OpStore: 2, vectors.OpAdd: 1}.vector(), After: counts{vectors.OpLoad: 2, vectors.OpStore: 1, vectors.OpAdd: 2}.vector()},
		{Before: counts{vectors.OpLoad: 3, vectors.OpStore: 1, vectors.OpAdd: 2}.vector(), After: counts{vectors.OpLoad: 2, vectors.OpAdd: 1}.vector()},
	})
	if err != nil {
		t.Fatal(err)
	}
	want := []vectors.Change{{Feature: vectors.OpLoad, By: -1}, {Feature: vectors.OpStore, By: -1}}
	if diff := cmp.Diff(want, in.Difference); diff != "" {
		t.Errorf("D (-want +got)\n%s", diff)
	}
	wantContext := counts{vectors.OpLoad: 2, vectors.OpAdd: 1}.vector()
	if diff := cmp.Diff(wantContext, in.Context); diff != "" {
		t.Errorf("v^δ (-want +got)\n%s", diff)
	}
}

func TestInferNeedsADifference(t *testing.T) {
	v := counts{vectors.OpLoad: 1}.vector()
	_, err := abstraction.Infer([]abstraction.Pair{{Before: v, After: v}, {}})
	if !errors.Is(err, abstraction.ErrNoDifference) {
		t.Errorf("got %v, want ErrNoDifference", err)
	}
	if _, err := abstraction.Infer(nil); err == nil {
		t.Error("no error without samples")
	}
}

// Whatever the samples are: the inferred operator makes them equal, touches exactly the features that some sample
// changes, and is as strict as zeroing them all or stricter.
func TestInferredOperatorFindsItsSamples(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		features := rapid.SliceOfNDistinct(rapid.IntRange(1, vectors.Dims-1), 1, 30, rapid.ID[int]).Draw(t, "features")
		draw := func(label string) vectors.Vector {
			var d vectors.Dense
			for _, f := range features {
				d[f] = int32(rapid.IntRange(0, 3).Draw(t, label))
			}
			return d.AppendTo(nil)
		}
		var pairs []abstraction.Pair
		for range rapid.IntRange(1, 3).Draw(t, "pairs") {
			pairs = append(pairs, abstraction.Pair{Before: draw("before"), After: draw("after")})
		}
		in, err := abstraction.Infer(pairs)
		if errors.Is(err, abstraction.ErrNoDifference) {
			return
		} else if err != nil {
			t.Fatal(err)
		}
		plan := abstraction.New(&in.Abstraction) // panics if lists overlap
		for i, p := range pairs {
			a, b := plan.Apply(nil, p.Before), plan.Apply(nil, p.After)
			if !a.Equal(b) {
				t.Fatalf("pair %d: 𝒜(before) = %v, 𝒜(after) = %v with %+v", i, a, b, in.Abstraction.Written)
			}
			for _, v := range []vectors.Vector{p.Before, p.After} {
				if !v.Contains(in.Context) {
					t.Fatalf("pair %d does not contain the context %v", i, in.Context)
				}
			}
			d := vectors.Diff(p.Before, p.After)
			for _, c := range d.Changes {
				if !in.Abstraction.Touches(c.Feature) {
					t.Fatalf("%s changes but is not abstracted", c.Feature)
				}
			}
			for _, c := range in.Difference {
				if n := d.By(c.Feature); n*c.By < 0 || n*n < c.By*c.By {
					t.Fatalf("pair %d changes %s by %d, the common difference says %d", i, c.Feature, n, c.By)
				}
			}
		}
	})
}
