package scan

import (
	"context"
	"slices"
	"testing"

	"refract/abstraction"
	"refract/inline"
	"refract/java"
	"refract/java/parse"
	"refract/lsh"
	"refract/rules"
)

// bucketsOf are buckets of rows with one of each of those features.
func bucketsOf(features ...uint16) *lsh.Buckets {
	g := lsh.NewGrouper(0)
	for _, f := range features {
		g.Add([]uint16{f}, []uint32{1})
	}
	return g.Buckets(nil)
}

// TestSharedKeys: the keys of rows that are not equal are found on one side and on two, and those of the last scan are not forgotten. Equal rows on two sides share nothing.
func TestSharedKeys(t *testing.T) {
	hash := func(f uint16) uint64 { return lsh.Term(f, 1) }
	// Features 1 and 2 have one key, and 3 and 4.
	short := func(h uint64) uint64 {
		switch h {
		case hash(1), hash(2):
			return 12
		case hash(3), hash(4):
			return 34
		}
		return h>>24 | 1<<39
	}
	for _, tt := range []struct {
		name            string
		queries, others []uint16
		before, want    []uint64
	}{
		{"none", []uint16{1, 3, 5, 1}, nil, nil, nil},
		{"two on one side", []uint16{1, 2, 3, 5}, nil, nil, []uint64{12}},
		{"two on the other", []uint16{5}, []uint16{1, 3, 4}, nil, []uint64{34}},
		{"two on both", []uint16{4, 1, 2}, []uint16{2, 5, 3, 1}, nil, []uint64{12, 34}},
		{"equal ones on both", []uint16{1, 3, 5}, []uint16{5, 3, 1}, nil, nil},
		{"those of the last scan", []uint16{1, 2, 5}, nil, []uint64{7, 12, 99}, []uint64{7, 12, 99}},
	} {
		d := &detector{qRows: &abstracted{buckets: bucketsOf(tt.queries...)}}
		if d.aRows = d.qRows; tt.others != nil {
			d.aRows = &abstracted{buckets: bucketsOf(tt.others...)}
		}
		if tt.before != nil {
			d.redo = &redo{m: &memoRule{Shared: tt.before}}
		}
		if got := d.sharedKeys(short); !slices.Equal(got, tt.want) {
			t.Errorf("%s: %d, want %d", tt.name, got, tt.want)
		}
	}
}

// TestRowsOfSharedKeys: rows of the last scan with one key are taken to be equal, unless the key is one that unequal rows have; new rows are not in any case.
func TestRowsOfSharedKeys(t *testing.T) {
	p := parse.New()
	defer p.Close()
	file := p.File("A.java", []byte("class A { int one(int a) { return a; } int like(int a) { return a; } int other(int a) { return a * a + 1; } }"))
	c, err := newCorpus(context.Background(), []*java.File{file}, 1, true, nil)
	if err != nil {
		t.Fatal(err)
	}
	plan := abstraction.New(&rules.Abstraction{})
	const key = 77
	for _, tt := range []struct {
		name   string
		shared []uint64
		fresh  int // a row
		want   int // buckets
	}{
		{"all are equal, as the index says", nil, -1, 1},
		{"a key of unequal rows", []uint64{5, key}, -1, 2},
		{"a new row", nil, 2, 2},
		{"a new row that is equal", nil, 1, 1},
	} {
		r := &redo{d: &detector{q: c}, m: &memoRule{Shared: tt.shared}, table: abstraction.NewTable(0, 0)}
		r.answers.add(key)
		slot := int32(r.answers.find(key))
		rows := []placed{{row: 0, slot: slot}, {row: 1, slot: slot}, {row: 2, slot: slot}}
		if tt.name == "a new row that is equal" {
			rows = rows[:2]
		}
		if tt.fresh >= 0 {
			plan.Append(r.table, c.Rows.Vector(tt.fresh))
			rows[tt.fresh].fresh = 1
		}
		a := r.abstracter(plan, &rowLists{})
		out, has := a.abstract(rows, [modes]bool{inline.None: true}, &r.answers)
		if out.buckets.Len() != tt.want || !has[slot] || len(out.row) != len(rows) {
			t.Errorf("%s: %d rows in %d buckets, want %d in %d", tt.name, len(out.row), out.buckets.Len(), len(rows), tt.want)
		}
	}
}
