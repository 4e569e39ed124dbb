package scan

import (
	"encoding/binary"

	"refract/finding"
	"refract/index"
	"refract/internal/wire"
)

// This file keeps most of what a rule found, and of its records, where it lies in the index. They lie in two parts (index.Update.SetPart),
// written when a rule has looked at everything, and refer to no other state of the corpus than that. A scan that looks only at what is new
// leaves them as they are and says which records of them do not hold any more, by their keys, and what there is in their place: of an edit
// of 1 % of the files that is a hundredth of what it would have to write. Once it is much, the parts are written anew.

// The names of the parts of a rule.
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
	part, ok, err := v.Part(foundPart(rule), k.Base)
	var found []memoFound
	if !ok || err != nil || !wire.ReadValue(part, &found) {
		return nil, false, err
	}
	list = make([]finding.Opportunity, len(k.Best))
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
		if !wire.ReadValue(of, &list[i]) {
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

// store writes p.
func (p *parts) store(u *index.Update, rule string) {
	u.SetPart(recordsPart(rule), p.base, len(p.records), func(b []byte) []byte { return append(b, p.records...) })
	size := 16
	for i := range p.found {
		size += len(p.found[i].Opportunity) + 40
	}
	u.SetPart(foundPart(rule), p.base, size, func(b []byte) []byte { return wire.AppendValue(b, p.found) })
}

// base is what the parts of a rule hold, some of it no longer.
type base struct {
	records []byte
	found   []memoFound
	dead    keySet // of records and results
}

// open reads the parts of m. They lie in v. ok is false where they are not there.
func (b *base) open(v *index.View, m *memoRule) (ok bool, err error) {
	if b.records, ok, err = v.Part(recordsPart(m.ID), m.Base); !ok || err != nil {
		return false, err
	}
	found, ok, err := v.Part(foundPart(m.ID), m.Base)
	if !ok || err != nil || !wire.ReadValue(found, &b.found) || len(m.Dead)%keySize != 0 {
		return false, err
	}
	for at := m.Dead; len(at) > 0; at = at[keySize:] {
		b.dead.add(keyAt(at))
	}
	return true, nil
}

// keyAt is the short key at the front of b.
func keyAt(b []byte) uint64 { return uint64(binary.LittleEndian.Uint32(b)) | uint64(b[4])<<32 }
