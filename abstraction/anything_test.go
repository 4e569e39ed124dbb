package abstraction_test

import (
	"testing"

	"refract/abstraction"
	"refract/internal/testjava"
	"refract/java"
	"refract/java/parse"
)

// TestLearnAnything learns from damaged and bare samples: a rule, or an error. REFRACT_SAMPLE_ROUNDS asks for more rounds than 150.
func TestLearnAnything(t *testing.T) {
	rounds, rng := testjava.Rounds(t, "REFRACT_SAMPLE_ROUNDS", 150)
	samples, p := testjava.LoadSamples(t), parse.New()
	defer p.Close()
	learned := 0
	for range rounds {
		pair := samples.Pairs[rng.IntN(len(samples.Pairs))]
		var sides [2]*java.File
		for i, name := range []string{"before.java", "after.java"} {
			sides[i] = p.File(name, samples.Damaged(rng, pair[i]))
		}
		if _, err := abstraction.Learn([]abstraction.Code{{Before: sides[0], After: sides[1]}}); err == nil {
			learned++
		}
	}
	t.Logf("%d rounds, %d rules", rounds, learned)
	if learned == 0 {
		t.Error("nothing was learned: the texts are damaged too much")
	}
}
