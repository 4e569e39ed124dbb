package scan

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"fmt"
	"slices"
	"sync"
	"sync/atomic"

	"refract/concretize"
	"refract/index"
	"refract/inline"
	"refract/internal/wire"
	"refract/program"
	"refract/source"
)

// This file keeps the records of rules in the index, each in a part beside the result of the whole scan. They are of the
// files of the index as they lie in it: written with them in one transaction, under a digest of them all. They speak of files by slots (slots.go).

// memoName is the name under which the index says of which rules it has records.
const memoName = "records"

// memo is the rules of which there are records, sorted by ID, and of which slots these speak.
type memo struct {
	Rules []string
	Slots slots // by file
}

// memoRule is the records of one rule.
type memoRule struct {
	ID, Hash string // Hash is of the rule and all options that decide what it finds
	Plain    int    // buckets without a record
	// Taking, Small and Foreign are the counts of the rows as the detector has them.
	Taking, Small, Foreign int
	Outcomes               []concretize.Outcome
	// Sums and Refused, by outcome, are what all records together say.
	Sums    sums
	Refused []int
	// Shared are the short keys that rows have which are not equal, ascending; some may have been so once.
	Shared []uint64
	// Base is of the parts with most of the records and of what was found (base.go). The records with the keys of Dead, keySize bytes each, and the
	// results with the numbers of Gone do not hold any more.
	Base    index.Digest
	Dead    []byte
	Gone    numbers
	Records []byte      // that are not in the part
	Found   []memoFound // that is not in the part; there and here in the order of the buckets, and in a bucket in that of its queries
}

// encode makes of m what the index is to have under digest.
func (m *memoRule) encode(digest index.Digest) index.Part {
	size := 1<<10 + len(m.Dead) + len(m.Gone) + len(m.Records) + 128*len(m.Outcomes) + sizeOf(m.Found)
	return index.MakePart(memoPart(m.ID), digest, size, func(b []byte) []byte { return wire.AppendValue(b, *m) })
}

// shares reports whether rows with a key may be unequal.
func (m *memoRule) shares(key uint64) bool {
	_, found := slices.BinarySearch(m.Shared, key)
	return found
}

// memoFound is what was found for a query, before its method's other rows are compared.
type memoFound struct {
	Key          uint64 // of the record
	File, Method int32  // the query's method, counted from the first of its file, which has that slot
	FirstFile    int32  // the first row of the bucket, counted from the first of its file, likewise
	FirstRow     int32
	Row          int32 // of the query, counted from the first of its file
	// Before is the number in the part of the result that comes after it in its bucket, more than there are where none does.
	Before      int32
	Weight      weight
	Opportunity []byte // see wire.AppendValue
}

// filesDigest identifies the files that records are of: all that digests of files know of each.
func filesDigest(n int, file func(i int) (path string, hash source.Hash, deps index.Digest)) index.Digest {
	h := sha256.New()
	b := make([]byte, 0, 1<<14) // what waits to be hashed
	for i := range n {
		path, hash, deps := file(i)
		b = append(binary.AppendUvarint(b, uint64(len(path))), path...)
		b = append(append(b, hash[:]...), deps[:]...)
		if len(b) > cap(b)/2 {
			h.Write(b)
			b = b[:0]
		}
	}
	h.Write(b)
	return index.Digest(h.Sum(nil))
}

// memoHash identifies what a rule finds in given files.
func (d *detector) memoHash() string {
	return fmt.Sprintf("%s %d %d", d.hash, d.o.MaxAnswers, d.o.MaxAligned)
}

// past is what the index has of the last scan, for those who want to judge only what is new: the records, and how the
// files and rows of then are found in those of now.
type past struct {
	rules map[string]*memoRule
	files []int32 // by slot: the number of now, -1 for a file that is gone or does not declare what it did, or where there was none
	// changed is, by slot, what is different in a file that declares what it did; nil for one that has the text that it had, in which nothing is.
	changed []*changed
	// segments are those with files of then; of are the rows of now in them, gone those of then that are not in files.
	segments []index.Segment
	gone     []goneRow
	moved    []movedRow // in files that differ or have other rows
	isNew    []bool     // by row of now
	fresh    []int32    // the rows of now that are new
	rowOf    [][]int32  // by segment and its row: the row of now, -1 for one that is gone
	// rows are, of a file that differs or has other rows, by slot, the rows of now that its rows are: -1 for one
	// that is gone.
	rows     map[int32][]int32
	firstRow []int32 // by number of now
	odd      []bool  // by slot: not all is as it was
}

// goneRow is a row of a segment that is gone.
type goneRow struct {
	segment, row int
	mode         inline.Mode
	size         concretize.Size
}

// movedRow is a row of a segment that is row now.
type movedRow struct{ segment, row, now int32 }

// readMemo says of which rules the last scan left records that are of the files of the index, and under which digest; none where there are no such files.
func (k *keeper) readMemo() (m memo, digest index.Digest, err error) {
	files := k.in.files
	if len(files) == 0 {
		return m, digest, nil
	}
	digest = filesDigest(len(files), func(i int) (string, source.Hash, index.Digest) {
		return files[i].Path, files[i].Hash, files[i].Deps
	})
	b, ok, err := k.s.ix.Result(memoName, digest)
	if !ok || err != nil || !wire.ReadValue(b, &m) {
		return memo{}, digest, err // everything is worked out again
	}
	return m, digest, nil
}

// readRules reads the records of rules, nil for one of which there are none.
func (k *keeper) readRules(ctx context.Context, rules []string, digest index.Digest, jobs int) ([]*memoRule, error) {
	read, errs := make([]*memoRule, len(rules)), make([]error, len(rules))
	err := parallel(ctx, jobs, len(rules), func(i int) {
		errs[i] = k.s.ix.Read(func(v *index.View) error {
			part, ok, err := v.Part(memoPart(rules[i]), digest)
			if m := (&memoRule{}); ok && err == nil && wire.ReadValue(bytes.Clone(part), m) {
				read[i] = m
			}
			return err
		})
	})
	return read, errors.Join(append(errs, err)...)
}

// lookBack finds the files of the index among those of now, and what has changed in them, while the records of the last scan are read. The past is nil where
// there are none.
func (k *keeper) lookBack(ctx context.Context, jobs int) (*past, error) {
	var rules map[string]*memoRule
	var of slots
	var readErr error
	var reading sync.WaitGroup
	reading.Go(func() {
		k.digest()
		rules, of, readErr = k.readRecords(ctx, jobs)
	})
	p, err := k.findPast(ctx, jobs)
	reading.Wait()
	if err = errors.Join(err, readErr); err != nil || rules == nil {
		return nil, err
	}
	k.slots = of.next(k.then)
	p.inSlots(of)
	p.rules = rules
	return p, nil
}

// readRecords reads the records of the last scan by rule, and the slots of its files; nil where there are none.
func (k *keeper) readRecords(ctx context.Context, jobs int) (map[string]*memoRule, slots, error) {
	m, digest, err := k.readMemo()
	if err != nil || len(m.Rules) == 0 || !m.Slots.areOf(len(k.in.files)) {
		return nil, nil, err
	}
	read, err := k.readRules(ctx, m.Rules, digest, jobs)
	rules := map[string]*memoRule{}
	for _, r := range read {
		if r != nil {
			rules[r.ID] = r
		}
	}
	return rules, m.Slots, err
}

// findPast is the past without what rules have of it. It has files by the order of their paths.
func (k *keeper) findPast(ctx context.Context, jobs int) (*past, error) {
	if err := k.place(); err != nil {
		return nil, err
	}
	k.parts = make([][]byte, len(k.c.Program.Files))
	err := parallel(ctx, jobs, len(k.later), func(n int) {
		if i := k.later[n]; k.then[i] >= 0 {
			k.parts[i] = k.partsOf(i)
		}
	})
	if err != nil {
		return nil, err
	}
	files := k.in.files
	p := &past{files: make([]int32, len(files)), changed: make([]*changed, len(files)), firstRow: k.firstRow}
	var differ []int32
	for i := range files {
		if p.files[i] = k.in.now[i]; !k.in.held[i] {
			differ = append(differ, int32(i))
		}
	}
	kept, err := k.lookInto(ctx, p, differ, jobs)
	if err != nil {
		return nil, err
	}
	if err := k.locate(ctx, p, kept, jobs); err != nil {
		return nil, err
	}
	p.odd = make([]bool, len(p.files))
	for i, now := range p.files {
		p.odd[i] = now < 0 || p.changed[i] != nil || p.rows[int32(i)] != nil
	}
	return p, nil
}

// differing is what the index has of the rows of a file that is not as it was, in their order.
type differing struct {
	modes []uint8
	sums  keptRows
}

// lookInto reads what the index has of the files that differ, by their numbers of then. It finds those that declare what they did, and
// which methods of them differ, and returns their rows.
func (k *keeper) lookInto(ctx context.Context, p *past, differ []int32, jobs int) (kept map[int32]differing, err error) {
	runs := slices.Collect(slices.Chunk(differ, prefetched))
	list, errs := make([]differing, len(differ)), make([]error, len(runs))
	err = parallel(ctx, jobs, len(runs), func(r int) {
		errs[r] = k.lookIntoSome(p, runs[r], list[r*prefetched:])
	})
	kept = make(map[int32]differing, len(differ))
	for j, then := range differ {
		kept[then] = list[j]
	}
	return kept, errors.Join(append(errs, err)...)
}

// lookIntoSome is lookInto of some of the files, whose rows it puts into kept.
func (k *keeper) lookIntoSome(p *past, differ []int32, kept []differing) error {
	ids := make([]index.FileID, len(differ))
	for j, then := range differ {
		ids[j] = k.in.files[then].ID
	}
	var damaged error
	err := k.s.ix.Bodies(ids, func(bodies []index.Body) {
		for j, then := range differ {
			rows, beside := readRows(slices.Clone(splitExtra(bodies[j].Extra()).rows)), splitAside(bodies[j].Aside())
			modes, err := bodies[j].Modes()
			if err != nil || bodies[j].ID == 0 {
				damaged = fmt.Errorf("index %s: %w: the body of file %d", k.s.ix.Path(), index.ErrDamaged, ids[j])
				return
			}
			kept[j] = differing{modes, rows.withIDs(slices.Clone(beside.rowIDs))}
			k.compareParts(p, then, beside.parts)
		}
	})
	return errors.Join(err, damaged)
}

// compareParts finds out whether a file that had those parts declares what it did, and what in it differs.
func (k *keeper) compareParts(p *past, then int32, parts []byte) {
	now := k.in.now[then]
	if p.files[then] = -1; now < 0 {
		return
	}
	changed, ok := changedParts(parts, k.parts[now])
	if !ok {
		return
	}
	p.files[then] = now
	was, is := &k.in.files[then], k.c.Program.Files[now]
	if changed.text = was.Hash != is.Hash || was.Path != is.Path; changed.text || slices.Contains(changed.methods, -1) {
		p.changed[then] = changed
	}
}

// locate finds the rows of then among those of now; kept are those of files that differ.
func (k *keeper) locate(ctx context.Context, p *past, kept map[int32]differing, jobs int) error {
	segments, err := k.s.ix.Segments()
	if err != nil {
		return err
	}
	p.isNew, p.rows = slices.Repeat([]bool{true}, k.c.Rows.Len()), map[int32][]int32{}
	rows := 0
	for _, d := range kept {
		rows += len(d.modes)
	}
	p.moved = make([]movedRow, 0, rows) // most are still there
	for _, g := range segments {
		if !slices.ContainsFunc(g.Files, func(id index.FileID) bool { return k.in.of(id) >= 0 }) {
			continue
		}
		rowOf := slices.Repeat([]int32{-1}, g.Rows())
		p.segments, p.rowOf = append(p.segments, g), append(p.rowOf, rowOf)
		if err := k.locateHeld(ctx, p, g, kept, jobs); err != nil {
			return err
		}
		for j, id := range g.Files {
			first, n := int(g.First[j]), int(g.First[j+1]-g.First[j])
			d, ok := kept[k.in.of(id)]
			if n == 0 || !ok {
				continue
			}
			if len(d.modes) != n || d.sums.len() != n {
				return k.badRows(len(d.modes), id)
			}
			k.locateOne(p, k.in.of(id), first, d)
		}
	}
	for r, isNew := range p.isNew {
		if isNew {
			p.fresh = append(p.fresh, int32(r))
		}
	}
	return nil
}

// locateHeld is locate for those files of the last segment that are as they were: their rows follow each other as they did.
func (k *keeper) locateHeld(ctx context.Context, p *past, g index.Segment, kept map[int32]differing, jobs int) error {
	rowOf := p.rowOf[len(p.rowOf)-1]
	var bad atomic.Int64 // the number of one with other rows, plus one
	err := parallel(ctx, jobs, len(g.Files), func(j int) {
		first, n := int(g.First[j]), int(g.First[j+1]-g.First[j])
		then := k.in.of(g.Files[j])
		if n == 0 || then < 0 {
			return
		}
		if _, differs := kept[then]; differs {
			return
		}
		row := int(k.firstRow[k.in.now[then]])
		if row < 0 || n > len(p.isNew)-row {
			bad.Store(int64(j) + 1)
			return
		}
		for r := range n {
			rowOf[first+r] = int32(row + r)
		}
		clear(p.isNew[row : row+n])
	})
	if j := bad.Load(); err == nil && j > 0 {
		return k.badRows(int(g.First[j]-g.First[j-1]), g.Files[j-1])
	}
	return err
}

// badRows says that the index has other rows of a file than the file can have.
func (k *keeper) badRows(n int, id index.FileID) error {
	return fmt.Errorf("index %s: %w: %d rows of file %d", k.s.ix.Path(), index.ErrDamaged, n, id)
}

// locateOne finds the rows of a file that differs, which begin at first in the last of p.segments.
func (k *keeper) locateOne(p *past, then int32, first int, d differing) {
	if now := k.in.now[then]; now >= 0 {
		p.rows[then] = k.match(d.sums, now)
	}
	at := len(p.segments) - 1
	for r, mode := range d.modes {
		row := p.row(then, int32(r))
		if row < 0 {
			p.gone = append(p.gone, goneRow{at, first + r, inline.Mode(mode), d.sums.at(r).size})
			continue
		}
		p.moved = append(p.moved, movedRow{int32(at), int32(first + r), row})
		p.rowOf[at][first+r] = row
		p.isNew[row] = false
	}
}

// match finds the rows that were kept among those of file i, in their order: -1 for one that is not there, or that another
// has overtaken.
func (k *keeper) match(kept keptRows, i int32) []int32 {
	lo, hi := k.c.rowsOf(i)
	at := make(map[uint64]int32, hi-lo)
	for r := lo; r < hi; r++ {
		sum := k.c.rowSum(r)
		if _, twice := at[sum]; twice {
			at[sum] = -1
		} else {
			at[sum] = int32(r)
		}
	}
	out, last := make([]int32, kept.len()), int32(-1)
	for j := range out {
		old := kept.at(j)
		r, ok := at[program.Mix(kept.id(j), uint64(old.class))]
		if out[j] = -1; ok && r > last {
			out[j], last = r, r
		}
	}
	return out
}

// row returns the row of now that row r of a file is, both of then, -1 if there is none.
func (p *past) row(file, r int32) int32 {
	if rows, ok := p.rows[file]; ok {
		if uint(r) < uint(len(rows)) {
			return rows[r]
		}
		return -1
	}
	if now := p.files[file]; now >= 0 {
		return p.firstRow[now] + r
	}
	return -1
}

// remember keeps the records of a rule that has run on the whole or on a part, and numbers what was found as it lies in the index.
func (k *keeper) remember(d *detector, m *memoRule, found []result) {
	p := d.q.Program
	m.ID, m.Hash = d.rule.ID, d.memoHash()
	as := func(r *result) memoFound {
		file, method := k.ordinal(p, r.method)
		first := d.q.Rows.Row(int(r.first)).Method
		firstFile := p.Method(first).File
		return memoFound{Key: r.key, File: k.slots[file], Method: method, FirstFile: k.slots[firstFile], FirstRow: r.first - k.firstRow[firstFile],
			Row: r.row - k.firstRow[file], Weight: r.weight}
	}
	if d.redo != nil && d.redo.stays {
		m.Base, m.Dead = d.redo.m.Base, append(d.redo.m.Dead, d.redo.dead...)
		d.redo.base.remember(found, m, as)
	} else {
		var none base
		for i := range found {
			found[i].inPart = 0
		}
		none.remember(found, m, as)
		m.Base = index.DigestOf(k.s.digest[:], []byte(m.Hash))
		d.parts = &parts{base: m.Base, records: m.Records, found: m.Found}
		m.Records, m.Found, m.Gone = nil, nil, nil
		for i := range found {
			found[i].inPart = int32(i) + 1
		}
	}
	k.mu.Lock()
	defer k.mu.Unlock()
	k.memo.Rules, d.memo = append(k.memo.Rules, m.ID), m
	if d.redo != nil {
		k.part++
	}
}

// place says where the best of what was found lies in the index, once it is remembered.
func (d *detector) place(best []result) {
	if d.plain == nil {
		return
	}
	size := 0 // of the part
	if d.parts != nil {
		d.out.kept.Base, size = d.parts.base, len(d.parts.found)
	} else {
		d.out.kept.Base, size = d.redo.m.Base, len(d.redo.base.found)
	}
	at := &d.out.kept
	at.Best = make([]int32, len(best))
	for i := range best {
		if at.Best[i] = best[i].inPart - 1; best[i].inPart == 0 {
			at.Best[i] = int32(size + len(at.Own))
			at.Own = append(at.Own, best[i].kept)
		}
	}
}

// ordinal is the number of m in its file.
func (k *keeper) ordinal(p *program.Program, m program.MethodID) (file, method int32) {
	file = p.Method(m).File
	lo, _ := p.MethodsOf(file)
	return file, int32(m - lo)
}

// result is what f tells but for the opportunity itself, in the numbers of now; ok is false if the query is gone or its file differs. The first row of the
// bucket is -1 if it is gone.
func (k *keeper) result(f *memoFound, p *past) (result, bool) {
	files := p.files
	if uint(f.File) >= uint(len(files)) || uint(f.FirstFile) >= uint(len(files)) {
		return result{}, false
	}
	file, row := files[f.File], p.row(f.File, f.Row)
	if file < 0 || row < 0 {
		return result{}, false
	}
	return result{method: k.c.Rows.Row(int(row)).Method, weight: f.Weight, kept: f.Opportunity, key: f.Key, first: p.row(f.FirstFile, f.FirstRow), row: row}, true
}

// memoDigest identifies the files that the records are of.
func (k *keeper) memoDigest() index.Digest {
	files := k.c.Program.Files
	return filesDigest(len(files), func(i int) (string, source.Hash, index.Digest) { return files[i].Path, files[i].Hash, k.deps(i) })
}

// saveMemo stores of which rules there are records of so many files: those that were run, and those that were not if nothing has changed for them. It
// needs the program no longer.
func (k *keeper) saveMemo(kept *keptScan, files int, digest index.Digest) {
	if k.past != nil && k.put == 0 && len(k.in.files) == files {
		for i := range kept.Rules {
			if id := kept.Rules[i].ID; k.past.rules[id] != nil && !slices.Contains(k.memo.Rules, id) {
				k.memo.Rules = append(k.memo.Rules, id)
			}
		}
	}
	slices.Sort(k.memo.Rules)
	k.memo.Slots = k.slots
	k.update.SetResult(memoName, digest, wire.AppendValue(nil, k.memo))
	k.past, k.memo = nil, memo{}
}
