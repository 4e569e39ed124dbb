package scan

import (
	"fmt"
	"slices"
	"sync/atomic"
	"testing"
	"time"

	"refract/index"
	"refract/internal/wire"
	"refract/rules"
)

// SetRest sets how long files must have rested to get stamps, until the test ends. More than a tick of the clock that file
// systems here use, it is as safe as the ordinary value.
func SetRest(t *testing.T, d time.Duration) {
	old := rest
	rest = d
	t.Cleanup(func() { rest = old })
}

// SetStepsPerKnown sets up to how many steps for a known row these are looked for among the steps, until the test ends.
func SetStepsPerKnown(t *testing.T, share float64) {
	old := stepsPerKnown
	stepsPerKnown = share
	t.Cleanup(func() { stepsPerKnown = old })
}

// SetBesideParts sets how much of what a rule has in the index need not lie in its parts, until the test ends.
func SetBesideParts(t *testing.T, share float64) {
	old := besideParts
	besideParts = share
	t.Cleanup(func() { besideParts = old })
}

// SetMaxStand sets maxStand for the test.
func SetMaxStand(t *testing.T, most int) {
	old := maxStand
	maxStand = most
	t.Cleanup(func() { maxStand = old })
}

// SetTooMuch sets the share of the files that is too much to be resolved again, and how many files there must be, until the test ends.
func SetTooMuch(t *testing.T, share float64, from int) {
	oldShare, oldFrom := tooMuch, tooMuchFrom
	tooMuch, tooMuchFrom = share, from
	t.Cleanup(func() { tooMuch, tooMuchFrom = oldShare, oldFrom })
}

// CountReads returns the number of files that were read to be parsed since it was asked for or set to 0.
func CountReads(t *testing.T) *atomic.Int64 {
	n := new(atomic.Int64)
	readHook = func(Input) { n.Add(1) }
	t.Cleanup(func() { readHook = nil })
	return n
}

// CountJudged returns the number of candidates that were judged since it was asked for or set to 0.
func CountJudged(t *testing.T) *atomic.Int64 {
	n := new(atomic.Int64)
	judgeHook = func() { n.Add(1) }
	t.Cleanup(func() { judgeHook = nil })
	return n
}

// Standing counts queries of which the last scan's answer stood: those that were refused themselves, those that are shown something, and of the others those of which
// all candidates were judged, and the rest.
type Standing struct{ Whole, Shown, All, Capped atomic.Int64 }

// CountStanding counts from now on.
func CountStanding(t *testing.T) *Standing {
	n := new(Standing)
	standingHook = func(then *forgottenQuery) {
		switch {
		case then.whole:
			n.Whole.Add(1)
		case then.best > 0:
			n.Shown.Add(1)
		case then.aligned == DefaultMaxAligned:
			n.Capped.Add(1)
		default:
			n.All.Add(1)
		}
	}
	t.Cleanup(func() { standingHook = nil })
	return n
}

// readIndex opens the index at path to be read, until it is closed: nobody can write to it before.
func readIndex(t *testing.T, dir, path string) (*index.Store, []index.File) {
	t.Helper()
	root, err := index.Root(dir)
	if err != nil {
		t.Fatal(err)
	}
	ix, err := index.OpenReadOnly(path, identity(root, "test"))
	if err != nil {
		t.Fatal(err)
	}
	files, err := ix.Files()
	if err != nil {
		t.Fatal(err)
	}
	return ix, files
}

// DescribeIndex verifies the index at path and lists its files with their records, and the keys of all rows.
func DescribeIndex(t *testing.T, dir, path string, set *rules.Set) []string {
	t.Helper()
	ix, files := readIndex(t, dir, path)
	defer ix.Close()
	if err := ix.Verify(); err != nil {
		t.Fatal(err)
	}
	var out []string
	paths := map[index.FileID]string{}
	for _, f := range files {
		paths[f.ID] = f.Path
		b, err := ix.Body(f.ID)
		if err != nil {
			t.Fatal(err)
		}
		fs, _ := b.Fragments()
		vs, _ := b.Vectors()
		rs, _ := b.Rows()
		out = append(out, fmt.Sprint(f.Path, f.Hash, fs, vs, rs))
	}
	for _, rule := range set.Rules {
		var keys []string
		complete, err := ix.EachKey(column(rule), func(ref index.RowRef, key uint64) bool {
			keys = append(keys, fmt.Sprint(rule.ID, " ", paths[ref.File], " ", ref.Row, " ", key))
			return true
		})
		if err != nil || !complete {
			t.Fatalf("%s: complete %v, %v", rule.ID, complete, err)
		}
		slices.Sort(keys)
		out = append(out, keys...)
	}
	return out
}

// SetEncodedFiles has so many files encoded before they are put.
func SetEncodedFiles(t *testing.T, n int) {
	old := encodedFiles
	encodedFiles = n
	t.Cleanup(func() { encodedFiles = old })
}

// SetPutHook has f called before each unit of putting files beside the rules.
func SetPutHook(t *testing.T, f func()) {
	old := putHook
	putHook = f
	t.Cleanup(func() { putHook = old })
}

// SetAloneBodies has a vector read alone where its file has at most so many bodies.
func SetAloneBodies(t *testing.T, n int) {
	old := aloneBodies
	aloneBodies = n
	t.Cleanup(func() { aloneBodies = old })
}

// SetLinkHook has f called before each round of linking.
func SetLinkHook(t *testing.T, f func()) {
	old := linkHook
	linkHook = f
	t.Cleanup(func() { linkHook = old })
}

// SetKeptTrees has so many bytes of nodes kept while rules run, of files that are parsed, and of those that are made of the trees of an index.
func SetKeptTrees(t *testing.T, bytes int64) {
	parsed, made := keptTrees, keptMade
	keptTrees, keptMade = bytes, bytes
	t.Cleanup(func() { keptTrees, keptMade = parsed, made })
}

// SetTreeHook has f called with each tree that is read from an index, to which it may write.
func SetTreeHook(t *testing.T, f func(tree []byte)) {
	treeHook = f
	t.Cleanup(func() { treeHook = nil })
}

// SetGuardHook sets guardHook for the test.
func SetGuardHook(t *testing.T, f func()) {
	guardHook = f
	t.Cleanup(func() { guardHook = nil })
}

// useIndex opens the index at path, of what is below dir. Its caller closes it.
func useIndex(t *testing.T, dir, path string, set *rules.Set) *index.Store {
	t.Helper()
	root, err := index.Root(dir)
	if err != nil {
		t.Fatal(err)
	}
	ix, rebuilt, err := index.Use(path, identity(root, "test"))
	if err != nil || rebuilt != nil {
		t.Fatal(err, rebuilt)
	}
	return ix
}

// updateIndex has the index at path, of what is below dir, take what change asks of it.
func updateIndex(t *testing.T, dir, path string, set *rules.Set, change func(u *index.Update)) {
	t.Helper()
	ix := useIndex(t, dir, path, set)
	defer ix.Close()
	u, err := ix.Begin()
	if err != nil {
		t.Fatal(err)
	}
	change(u)
	if err := u.Commit(); err != nil {
		t.Fatal(err)
	}
}

// SetNames has the index at path hold other pieces of the names that its records speak of: one that is nil stays, and where both are there is none.
func SetNames(t *testing.T, dir, path string, set *rules.Set, begun, added []byte) {
	t.Helper()
	updateIndex(t, dir, path, set, func(u *index.Update) {
		if begun == nil && added == nil {
			u.KeepParts()
		}
		for name, b := range map[string][]byte{namesName: begun, addedName: added} {
			if b != nil {
				u.SetPart(name, index.Digest{}, len(b), func(part []byte) []byte { return append(part, b...) })
			}
		}
	})
}

// Names returns the pieces of the names that the records of the index at path speak of.
func Names(t *testing.T, dir, path string) (begun, added []byte) {
	t.Helper()
	ix, _ := readIndex(t, dir, path)
	defer ix.Close()
	err := ix.Read(func(v *index.View) error {
		for name, to := range map[string]*[]byte{namesName: &begun, addedName: &added} {
			b, ok, err := v.Part(name, index.Digest{})
			if err != nil || !ok {
				t.Errorf("%s: %v, %v", name, ok, err)
			}
			*to = slices.Clone(b)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return begun, added
}

// DropMemo has the index at path hold nothing of what a rule has beside its parts.
func DropMemo(t *testing.T, dir, path string, set *rules.Set, rule string) {
	t.Helper()
	kept := &keptScan{}
	for _, r := range set.Rules {
		kept.Rules = append(kept.Rules, keptRule{ID: r.ID})
	}
	updateIndex(t, dir, path, set, func(u *index.Update) {
		u.KeepParts(slices.DeleteFunc(kept.parts(), func(name string) bool { return name == memoPart(rule) })...)
	})
}

// DamageSites has the index at path say of every file that its calls are of methods that nobody knows: of as many, or, where there is to be no room for
// them, of none. Whatever else it has of the files stays. It returns the number of files that have calls.
func DamageSites(t *testing.T, dir, path string, set *rules.Set, noRoom bool) (damaged int) {
	t.Helper()
	ix := useIndex(t, dir, path, set)
	defer ix.Close()
	files, err := ix.Files()
	if err != nil {
		t.Fatal(err)
	}
	u, err := ix.Begin()
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range files {
		b, err := ix.Body(f.ID)
		if err != nil {
			t.Fatal(err)
		}
		d := index.FileData{State: f.State, Attrs: f.Attrs, Lines: f.Lines, Surface: f.Surface, Deps: f.Deps}
		d.Fragments, _ = b.Fragments()
		d.Vectors, _ = b.Vectors()
		d.Rows, _ = b.Rows()
		d.Tail, _ = ix.Tail(f.ID)
		e := splitExtra(b.Extra())
		bodies := slices.Clone(e.bodies)
		k, ok := readBodies(bodies)
		if n, _ := k.siteCount(); !ok || n == 0 {
			continue
		}
		r := wire.Reader{B: k.rest}
		r.Uvarint()
		for range r.Count(1) {
			r.Uvarint()
		}
		others := r.Bytes(8 * r.Count(8))
		if len(others) == 0 && !noRoom {
			continue
		}
		damaged++
		clear(others)
		if noRoom {
			bodies = append(bodies[:len(bodies)-len(k.rest)], 0, 0, 1)
			bodies = append(bodies, make([]byte, 8+len(k.digests)/8)...)
		}
		e.bodies = bodies
		d.Extra, d.Names, d.Aside = e.join(nil), b.Names(), b.Aside()
		u.Put(&d)
	}
	if err := u.Commit(); err != nil {
		t.Fatal(err)
	}
	return damaged
}

// PartsOfRules returns, by rule, which parts the index at path refers to.
func PartsOfRules(t *testing.T, dir, path string) map[string]index.Digest {
	t.Helper()
	ix, files := readIndex(t, dir, path)
	defer ix.Close()
	k := &keeper{s: &store{ix: ix}, in: &indexedFiles{files: files}}
	rules, _, err := k.readRecords(t.Context(), 1)
	if err != nil || rules == nil {
		t.Fatalf("records %v, %v", rules, err)
	}
	parts := map[string]index.Digest{}
	for id, m := range rules {
		parts[id] = m.Base
	}
	return parts
}
