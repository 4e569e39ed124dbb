package concretize_test

import (
	"testing"

	"refract/concretize"
	"refract/internal/testjava"
	"refract/java"
	"refract/java/parse"
	"refract/rules"
)

// TestJudgeAnything has all rules judge all pairs of rows of damaged and bare samples, whether their vectors meet or not: no code, and no pair, is too odd for a verdict.
// REFRACT_SAMPLE_ROUNDS asks for more rounds than 500.
func TestJudgeAnything(t *testing.T) {
	rounds, rng := testjava.Rounds(t, "REFRACT_SAMPLE_ROUNDS", 500)
	set, err := rules.Load(rules.Options{Vocabulary: concretize.Vocabulary(), NoSamples: true})
	if err != nil {
		t.Fatal(err)
	}
	samples, p := testjava.LoadSamples(t), parse.New()
	defer p.Close()
	judged, accepted := 0, 0
	for range rounds {
		pair := samples.Pairs[rng.IntN(len(samples.Pairs))]
		var files []*java.File
		for i, text := range []int{pair[0], pair[1], rng.IntN(len(samples.Texts))} {
			files = append(files, p.File(string(rune('a'+i))+"/A.java", samples.Damaged(rng, text)))
		}
		s := sideOfFiles(files)
		for _, rule := range set.Rules {
			j := concretize.NewJudge(rule, s, s, nil)
			for q := range s.Rows.Len() {
				if j.Brief = rng.IntN(2) == 0; j.CheckQuery(q).Refused {
					continue
				}
				for c := range s.Rows.Len() {
					judged++
					if acc, out := j.Judge(q, c); !out.Refused {
						accepted++
						acc.Opportunity()
					}
				}
			}
		}
	}
	t.Logf("%d rounds, %d pairs judged, %d accepted", rounds, judged, accepted)
	if accepted == 0 {
		t.Error("nothing was accepted: the texts are damaged too much")
	}
}
