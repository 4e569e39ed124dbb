package scan

import (
	"bytes"
	"encoding/binary"
	"math"
	"slices"

	"refract/finding"
	"refract/index"
	"refract/internal/wire"
)

// This file keeps most of what a rule found, and of its records, where it lies in the index. They lie in two parts (index.Update.SetPart),
// written when a rule has looked at everything, and refer to no other state of the corpus than that. A scan that looks only at what is new
// leaves them as they are and says which records of them do not hold any more, by their keys, which results, by their numbers, and what there is
// in their place: of an edit of 1 % of the files that is a hundredth of what it would have to write. Once it is much, the parts are written anew.

// The names of the parts of a rule; memoPart is that of what there is in their place, see memo.go.
func memoPart(rule string) string    { return "memo " + rule }
func recordsPart(rule string) string { return "records " + rule }
func foundPart(rule string) string   { return "found " + rule }

// kept says where the opportunities of a rule lie in the index.
type kept struct {
	Base index.Digest // of the part
	// Best are the opportunities in their order: numbers in the part, and from the number of these on in Own.
	Best []int32
	Own  [][]byte // those that are not in the part; see wire.AppendValue
}

// opportunities reads what k says from v. ok is false where that is not there.
func (k *kept) opportunities(v *index.View, rule string) (list []finding.Opportunity, ok bool, err error) {
	if len(k.Best) == 0 {
		return nil, true, nil
	}
	part, ok, err := v.PartInPlace(foundPart(rule), k.Base)
	var found []memoFound
	if !ok || err != nil || !wire.ReadValue(part, &found) {
		return nil, false, err
	}
	list = make([]finding.Opportunity, len(k.Best))
	var values wire.Values // the same paths and signatures again and again
	for i, n := range k.Best {
		var of []byte
		switch own := int(n) - len(found); {
		case own >= len(k.Own) || n < 0:
			return nil, false, nil
		case own >= 0:
			of = k.Own[own]
		default:
			of = found[n].Opportunity
		}
		if !values.Read(of, &list[i]) {
			return nil, false, nil
		}
	}
	return list, true, nil
}

// parts are the parts of a rule as they are to be written.
type parts struct {
	base    index.Digest
	records []byte
	found   []memoFound
}

// encode makes of p what the index is to have.
func (p *parts) encode(rule string) []index.Part {
	return []index.Part{
		index.MakePart(recordsPart(rule), p.base, len(p.records), func(b []byte) []byte { return append(b, p.records...) }),
		index.MakePart(foundPart(rule), p.base, sizeOf(p.found), func(b []byte) []byte { return wire.AppendValue(b, p.found) }),
	}
}

// sizeOf is about how many bytes results take as they are stored.
func sizeOf(found []memoFound) int {
	n := 16
	for i := range found {
		n += len(found[i].Opportunity) + 40
	}
	return n
}

// base is what the parts of a rule hold, some of it no longer.
type base struct {
	records []byte      // while they are looked at, and afterwards where they do not stay
	size    int         // of records
	found   []memoFound // without their opportunities, once they were looked at
	dead    keySet      // of records
	gone    numbers     // of results
}

// numbers is a set of small numbers, a bit for each.
type numbers []byte

// allNumbers are those below n.
func allNumbers(n int) numbers { return bytes.Repeat([]byte{0xff}, (n+7)/8) }

func (s numbers) has(i int) bool { return i/8 < len(s) && s[i/8]>>(i%8)&1 != 0 }

// remove removes a number, which is in s.
func (s numbers) remove(i int) { s[i/8] &^= 1 << (i % 8) }

// open reads what m says that holds no longer. It reports false where that cannot be.
func (b *base) open(m *memoRule) bool {
	if len(m.Dead)%keySize != 0 {
		return false
	}
	for at := m.Dead; len(at) > 0; at = at[keySize:] {
		b.dead.add(keyAt(at))
	}
	b.gone = m.Gone
	return true
}

// readRecords reads the records of m. They end with v. It reports false where they are not there.
func (b *base) readRecords(v *index.View, m *memoRule) (ok bool) {
	var err error
	b.records, ok, err = v.Part(recordsPart(m.ID), m.Base)
	b.size = len(b.records)
	return ok && err == nil
}

// readFound is readRecords of the results.
func (b *base) readFound(v *index.View, m *memoRule) bool {
	found, ok, err := v.Part(foundPart(m.ID), m.Base)
	return ok && err == nil && wire.ReadValue(found, &b.found)
}

// remember makes of what was found what m is to have of it, where the part stays: what is in the part as it is to be said now stays there, and the
// others lie beside it. In a bucket the numbers of the part have to ascend, as its queries do: what comes in another order than it did does not stay.
func (b *base) remember(found []result, m *memoRule, as func(r *result) memoFound) {
	gone := allNumbers(len(b.found))
	next := int32(math.MaxInt32) // in the part, of the same bucket
	for i := len(found) - 1; i >= 0; i-- {
		r := &found[i]
		if i+1 == len(found) || found[i+1].first != r.first {
			next = math.MaxInt32
		}
		f := as(r)
		if n := r.inPart - 1; n >= 0 {
			if n < next && f.saysWhereAs(&b.found[n]) {
				gone.remove(int(n))
				next = n
				continue
			}
			r.inPart = 0
		}
		f.Before = next
		if r.kept == nil {
			r.kept = wire.AppendValue(nil, *r.opp)
		}
		f.Opportunity = r.kept
		m.Found = append(m.Found, f)
	}
	slices.Reverse(m.Found)
	m.Gone = gone
}

// saysWhereAs reports whether f and g are of the same query in the same bucket.
func (f *memoFound) saysWhereAs(g *memoFound) bool {
	return f.Key == g.Key && f.File == g.File && f.Method == g.Method && f.FirstFile == g.FirstFile && f.FirstRow == g.FirstRow && f.Row == g.Row
}

// keyAt is the short key at the front of b.
func keyAt(b []byte) uint64 { return uint64(binary.LittleEndian.Uint32(b)) | uint64(b[4])<<32 }
