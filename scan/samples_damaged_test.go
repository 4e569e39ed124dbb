package scan_test

import (
	"fmt"
	"testing"

	"refract/internal/testjava"
	"refract/java"
	"refract/java/parse"
	"refract/scan"
)

// TestDamagedSamples runs all rules on samples of theirs that are damaged: what no compiler takes, but still much alike. They end. REFRACT_SAMPLE_ROUNDS asks for more
// rounds than 600.
func TestDamagedSamples(t *testing.T) {
	rounds, rng := testjava.Rounds(t, "REFRACT_SAMPLE_ROUNDS", 600)
	samples, set, p := testjava.LoadSamples(t), builtin(t), parse.New()
	defer p.Close()
	found := 0
	for range rounds {
		pair := samples.Pairs[rng.IntN(len(samples.Pairs))]
		var files []*java.File
		for i, text := range []int{pair[0], pair[1], rng.IntN(len(samples.Texts))} {
			files = append(files, p.File(fmt.Sprintf("%c/A.java", 'a'+i), samples.Damaged(rng, text)))
		}
		c, err := scan.NewCorpus(t.Context(), files, 1)
		if err != nil {
			t.Fatal(err)
		}
		for _, rule := range set.Rules {
			d, err := scan.Detect(t.Context(), c, c, rule, scan.DetectOptions{Jobs: 1})
			if err != nil {
				t.Fatal(err)
			}
			found += len(d.Opportunities)
		}
	}
	t.Logf("%d rounds, %d opportunities", rounds, found)
	if found == 0 {
		t.Error("nothing was found: the texts are damaged too much")
	}
}
