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
			{file: 39, row: 1000, rows: 3, judged: 2, prefix: 1 << 60, from: trace{3, 2, 5, 900, 4, allOf, 30, 0}, refused: []refusals{{0, 1}}},
			{file: 2, from: trace{2, 1, 0}}}},
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
				for from := rec.asked[i].from; len(from) > 0; {
					var file int32
					file, _, _, from = from.cut()
					concerned = concerned || odd[file]
				}
			}
			if touched != concerned {
				t.Fatalf("%x: touched %t, but %+v", of, touched, rec)
			}
			whole := in
			whole.whole(of, &rec)
		}
	})
}
