package mine_test

import (
	"context"
	"slices"
	"strings"
	"testing"
	"time"

	"refract/internal/testjava"
	"refract/mine"
)

// FuzzMine: whatever the two sides of a change hold, mining them ends soon, without a panic, and every location of what
// it finds lies in one of the sides.
func FuzzMine(f *testing.F) {
	testjava.SeedSamples(f)
	f.Add([]byte("class A { int f(int a) { return g(a) + 1; } int g(int b) { int c = b; return c; } }"), []byte("class A { int f(int a) { int c = a; return c + 1; } }"))
	f.Add([]byte("enum E { A, B { void f() { } } ; int x; }"), []byte("record E(int y) { void f() { try (var z = y) { } catch (A | B e) { throw e; } } }"))
	// A local variable that is declared in no statement, since the code around it is none.
	f.Add([]byte("public class RequestProcessor { protected void internalModuleRelativeForward( HttpServletResponse response) throws IOException, ServletException {"), []byte(`public class RequestProcessor {
            try {
        throws IOException, ServletException {
    /**
    protected void internalModuleRelativeForward(
enum E { A { int f(){return 1;} }, B; int f(){return 2;} }`))
	f.Fuzz(func(t *testing.T, before, after []byte) { mineBoth(t, before, after) })
}

// mineBoth mines a change from one text to another: all that is found lies in one of the two.
func mineBoth(t *testing.T, before, after []byte) (found int) {
	t.Helper()
	in := mine.Input{Load: func(context.Context) (mine.Change, error) {
		return mine.Change{Before: []mine.Blob{{Path: "a/A.java", Content: before}}, After: []mine.Blob{{Path: "b/A.java", Content: after}}}, nil
	}}
	err := mine.Run(t.Context(), slices.Values([]mine.Input{in}), mine.RunOptions{Timeout: 20 * time.Second}, func(r *mine.Result) error {
		if r.Err != nil {
			t.Errorf("%v\n%s\n%s", r.Err, before, after)
		}
		found += len(r.Refactorings)
		lines := [2]int{strings.Count(string(before), "\n"), strings.Count(string(after), "\n")}
		for _, x := range r.Refactorings {
			for _, l := range append(slices.Clone(x.Left), x.Right...) {
				side := slices.Index([]string{"a/A.java", "b/A.java"}, l.Path)
				// A line can end with a lone carriage return.
				if side < 0 || l.StartLine < 1 || l.EndLine < l.StartLine || l.EndLine > 1+lines[side]+strings.Count(string([][]byte{before, after}[side]), "\r") {
					t.Errorf("%s: location %+v in sides of %v lines", x.Description, l, lines)
				}
			}
		}
		return nil
	})
	if err != nil {
		t.Error(err)
	}
	return found
}

// TestDamagedPairs mines what differs between the samples of the catalogue when both sides are damaged. REFRACT_SAMPLE_ROUNDS asks for more rounds than 600.
func TestDamagedPairs(t *testing.T) {
	rounds, rng := testjava.Rounds(t, "REFRACT_SAMPLE_ROUNDS", 600)
	samples, found := testjava.LoadSamples(t), 0
	for range rounds {
		pair := samples.Pairs[rng.IntN(len(samples.Pairs))]
		way := rng.IntN(2)
		found += mineBoth(t, samples.Damaged(rng, pair[way]), samples.Damaged(rng, pair[1-way]))
	}
	t.Logf("%d rounds, %d refactorings", rounds, found)
	if found == 0 {
		t.Error("nothing was found: the texts are damaged too much")
	}
}
