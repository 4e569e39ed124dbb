package scan

import (
	"slices"
	"testing"

	"refract/internal/wire"
)

// FuzzRecords: whatever bytes are read as records, reading ends, and what is passed by at the first look has nothing to do with what changed.
func FuzzRecords(f *testing.F) {
	const files, outcomes = 40, 3
	records := []record{
		{key: 1},
		{key: 2, hits: []uint64{7, 1 << 39}, sums: sums{sumQueries: 1, sumRows: 300}, refused: []refusals{{2, 5}}},
		{key: 3, hits: []uint64{8}, asked: []asked{
			{file: 39, row: 1000, rows: 3, verdicts: []verdict{{sample: 1, row: 2, said: accepted}, {sample: 2, said: 5, end: 2}}, parts: []int32{0, 3},
				own: []int32{0, 4}, from: trace{3, 4, 5, 900, 4, 1, 30, 0}, shown: trace{7, 1}, refused: []refusals{{0, 1}}},
			{file: 2, whole: true, from: trace{2, 2, 0}}}},
	}
	var all, scratch []byte
	for i := range records {
		all, scratch = records[i].append(all, scratch)
	}
	f.Add(all)
	f.Add(all[:len(all)-3])
	f.Add([]byte{6, 1, 0, 0, 0, 0, 0x80})
	changed, odd := keySet{}, make([]bool, files)
	for _, k := range []uint64{7, 9, 1 << 38} {
		changed.add(k)
	}
	odd[4], odd[39] = true, true
	f.Fuzz(func(t *testing.T, b []byte) {
		in := recordReader{Reader: wire.Reader{B: b}, outcomes: outcomes, files: files}
		for of, key, ok := in.cut(); ok; of, key, ok = in.cut() {
			touched := in.touched(of, &changed, odd)
			head := in
			var rec record
			if !head.head(of, &rec) {
				continue // a record that is passed by is found to be none when it is read
			}
			if rec.key != key {
				t.Fatalf("%x: key %x, cut as %x", of, rec.key, key)
			}
			concerned := slices.ContainsFunc(rec.hits, changed.has)
			for i := range rec.asked {
				concerned = concerned || odd[rec.asked[i].file]
				for _, from := range [2]trace{rec.asked[i].from, rec.asked[i].shown} {
					for len(from) > 0 {
						var file int32
						file, _, _, from = from.cut()
						concerned = concerned || odd[file]
					}
				}
			}
			if touched != concerned {
				t.Fatalf("%x: touched %t, but %+v", of, touched, rec)
			}
			whole := in
			if !whole.whole(of, &rec) {
				continue
			}
			for i := range rec.asked {
				a := &rec.asked[i]
				parts := int32(a.from.parts())
				for j, v := range a.verdicts {
					if v.sample >= parts || v.refusal() >= outcomes || v.refusal() < 0 && v.said != accepted ||
						slices.ContainsFunc(a.partsOf(j), func(part int32) bool { return part >= parts }) {
						t.Fatalf("%x: %+v", of, a)
					}
				}
			}
		}
	})
}
