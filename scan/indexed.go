package scan

import (
	"cmp"
	"context"
	"runtime"

	"refract/finding"
	"refract/index"
	"refract/internal/memlimit"
	"refract/internal/wire"
	"refract/rules"
)

// This file keeps what a scan found, and finds it again: the record of the whole corpus, and what each rule found in
// it. The record holds as long as nothing that all rules see has changed (corpusDigest); within it, what a rule found
// holds as long as the rule is the same. So a rule that is new or has changed is run, and the others are not.

// resultName is the name under which the record lies in the index.
const resultName = "scan"

// keptScan is the record of the last scan.
type keptScan struct {
	Inputs   Inputs
	Problems []finding.Problem
	Stages   []Stage // up to the vectors
	Rules    []keptRule
}

// keptRule is what one rule found, before the confidence is looked at.
type keptRule struct {
	ID, Hash string
	Stages   []Stage
	Found    kept
}

// detection is what rule found, nil where the index has not all of it.
func (k *keptRule) detection(v *index.View, rule *rules.Rule) (*Detection, error) {
	list, ok, err := k.Found.opportunities(v, k.ID)
	if !ok || err != nil {
		return nil, err
	}
	return &Detection{Rule: rule, Opportunities: list, Stages: k.Stages, kept: k.Found}, nil
}

// load reads the record, if it is of the corpus as it is now.
func (s *store) load() {
	if s == nil || s.ix == nil {
		return
	}
	b, ok, err := s.ix.Result(resultName, s.digest)
	if err != nil {
		s.reset(err)
		return
	}
	if !ok {
		return
	}
	kept := &keptScan{}
	if !wire.ReadValue(b, kept) {
		s.trouble("index %s: a result that cannot be read; it is worked out again", s.ix.Path())
		return
	}
	s.kept = kept
}

// found returns what the rules of set found, by position, nil for those that have to be run, and how many these are. The error is that of ctx.
func (s *store) found(ctx context.Context, set *rules.Set, jobs int) (found []*Detection, missing int, failed error) {
	found = make([]*Detection, len(set.Rules))
	missing = len(set.Rules)
	if s == nil || s.kept == nil {
		return found, missing, ctx.Err()
	}
	at := make(map[string]*keptRule, len(s.kept.Rules))
	for i := range s.kept.Rules {
		at[s.kept.Rules[i].ID] = &s.kept.Rules[i]
	}
	errs := make([]error, len(set.Rules))
	failed = parallel(ctx, jobs, len(set.Rules), func(i int) {
		rule := set.Rules[i]
		if k := at[rule.ID]; k != nil && k.Hash == rule.Hash() {
			errs[i] = s.ix.Read(func(v *index.View) (err error) {
				found[i], err = k.detection(v, rule)
				return err
			})
		}
	})
	if failed != nil {
		return nil, 0, failed
	}
	if err := cmp.Or(errs...); err != nil { // the first of them
		s.kept = nil
		s.reset(err)
		return make([]*Detection, len(set.Rules)), len(set.Rules), nil
	}
	for _, d := range found {
		if d != nil {
			missing--
		}
	}
	return found, missing, nil
}

// result makes of found, which is complete, the result that the scan would have.
func (s *store) result(w *Walked, set *rules.Set, found []*Detection, o Options, res *Result) *Result {
	res.Inputs, res.Problems, res.Stages = s.kept.Inputs, s.kept.Problems, s.kept.Stages
	res.Text = textOf(w.Inputs)
	clock := newClock(&res.Stages)
	clock.stop(stageRules, len(set.Rules), len(found))
	res.gather(set, found, o)
	res.fillLists()
	s.note("nothing changed: %d files as in the last scan (%s)", len(s.states), s.ix.Path())
	res.Index = s.said()
	return res
}

// record is what is to be kept of res and found: with what other rules found in the same corpus, since a scan with one
// rule is often followed by one with all.
func (s *store) record(res *Result, set *rules.Set, found []*Detection) *keptScan {
	out := &keptScan{Inputs: res.Inputs, Problems: res.Problems}
	for _, st := range res.Stages {
		if st.Name == stageRules {
			break
		}
		out.Stages = append(out.Stages, untimed(st))
	}
	for i, rule := range set.Rules {
		k := keptRule{ID: rule.ID, Hash: rule.Hash(), Found: found[i].kept}
		for _, st := range found[i].Stages {
			k.Stages = append(k.Stages, untimed(st))
		}
		out.Rules = append(out.Rules, k)
	}
	if s.kept != nil {
		for _, k := range s.kept.Rules {
			if set.Rule(k.ID) == nil {
				out.Rules = append(out.Rules, k)
			}
		}
	}
	return out
}

// size is about how many bytes k takes as it is stored.
func (k *keptScan) size() int {
	n := 64 << 10
	for i := range k.Rules {
		found := &k.Rules[i].Found
		n += 3 * len(found.Best)
		for _, b := range found.Own {
			n += len(b) + 4
		}
	}
	return n
}

// untimed is a stage without its time, which is no time of the scan that finds it again.
func untimed(st Stage) Stage {
	st.Took = 0
	return st
}

// columns are the rules whose keys the index shall have: those of the record.
func (k *keptScan) columns() []index.Digest {
	out := make([]index.Digest, 0, len(k.Rules))
	for i := range k.Rules {
		out = append(out, columnOf(k.Rules[i].Hash).Rule)
	}
	return out
}

// parts are the parts that the record refers to, those that records of rules lie in, and the names that records of files speak of.
func (k *keptScan) parts() []string {
	out := append(make([]string, 0, 3*len(k.Rules)+2), namesName, addedName)
	for i := range k.Rules {
		id := k.Rules[i].ID
		out = append(out, foundPart(id), recordsPart(id), memoPart(id))
	}
	return out
}

// IndexPath returns where the index of a scan of roots lies unless the user says otherwise.
func IndexPath(roots ...string) (string, error) {
	root, err := index.Root(roots...)
	if err != nil {
		return "", err
	}
	return index.DefaultPath(root)
}

// IndexNote is a sentence about what the index was good for, or why it was of no use.
type IndexNote struct {
	Message string
	// Trouble says that the user should see it: something is wrong with the index. The result is not.
	Trouble bool
}

// said lists what there was to say.
func (s *store) said() []IndexNote {
	if s == nil {
		return nil
	}
	return s.notes
}

// commit stores the record of the scan and writes everything.
func (k *keeper) commit(record *keptScan) {
	if k.err != nil {
		k.s.reset(k.err)
		return
	}
	files, digest, resolved := len(k.c.Program.Files), k.digest(), k.c.survey.resolved()
	// What the program took is what writing takes. The next collection may be far: the heap is as large as it was with
	// the program. From there on little is held, and to collect often would save none of the memory that was taken before.
	// Where little is written it does not matter.
	k.c, k.written = nil, nil
	if k.anew(files) {
		runtime.GC()
		defer memlimit.Loosen()()
	}
	if err := k.write(record, files, digest); err != nil {
		k.s.trouble("index not written: %v", err)
		return
	}
	k.s.note("index written: %d of %d files were parsed, %d were stored, %d of %d rules were run, %d of them only on what is new, the bodies of %d files were resolved (%s)",
		files-k.s.known.taken(), files, k.put, k.ran, len(record.Rules), k.part, resolved, k.s.ix.Path())
}

// anew reports whether most of so many files are written.
func (k *keeper) anew(files int) bool { return 2*k.put > files }

// write stores what was found in so many files.
func (k *keeper) write(record *keptScan, files int, digest index.Digest) error {
	k.update.WriteResult(resultName, k.s.digest, record.size(), func(b []byte) []byte { return wire.AppendValue(b, *record) })
	k.saveMemo(record, files, digest)
	k.update.KeepRules(record.columns()...)
	k.update.KeepParts(record.parts()...)
	return k.update.Commit()
}
