package vectors_test

import (
	"testing"
	"unsafe"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"refract/vectors"
)

func TestEntrySize(t *testing.T) {
	if got := unsafe.Sizeof(vectors.Entry(0)); got != 4 {
		t.Errorf("an Entry has %d bytes, want 4: a large program has millions of them", got)
	}
	e := vectors.MakeEntry(vectors.OpLoad, 70000)
	if e.Feature() != vectors.OpLoad || e.Count() != vectors.MaxCount {
		t.Errorf("70000 loads are kept as %s=%d, want op.load=%d", e.Feature(), e.Count(), vectors.MaxCount)
	}
	if vectors.Dims > 1<<16 {
		t.Errorf("%d features do not fit the 16 bits of an Entry", vectors.Dims)
	}
}

func dense(v vectors.Vector) (d [vectors.Dims]int) {
	for f := range d {
		d[f] = v.Count(vectors.Feature(f))
	}
	return d
}

func anyVector(t *rapid.T, name string) vectors.Vector {
	var d vectors.Dense
	for range rapid.IntRange(0, 12).Draw(t, name+" entries") {
		d[rapid.IntRange(1, vectors.Dims-1).Draw(t, name+" feature")] = int32(rapid.IntRange(0, 9).Draw(t, name+" count"))
	}
	return d.AppendTo(nil)
}

// TestArithmeticAgainstDense holds every sparse operation against the same operation cell by cell.
func TestArithmeticAgainstDense(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		v, w := anyVector(t, "v"), anyVector(t, "w")
		dv, dw := dense(v), dense(w)
		var sum, sub, least [vectors.Dims]int
		total, norm, dist, contains, equal := 0, 0, 0, true, true
		var changes []vectors.Change
		for f := range vectors.Dims {
			a, b := dv[f], dw[f]
			sum[f], sub[f], least[f] = a+b, max(a-b, 0), min(a, b)
			total, norm, dist = total+a, norm+a*a, dist+(a-b)*(a-b)
			contains, equal = contains && b <= a, equal && a == b
			if a != b {
				changes = append(changes, vectors.Change{Feature: vectors.Feature(f), By: b - a})
			}
		}
		check := func(op string, got, want any) {
			if d := cmp.Diff(got, want); d != "" {
				t.Errorf("%s of\n%v\n%v\n(-got +want):\n%s", op, v, w, d)
			}
		}
		check("Add", dense(vectors.Add(nil, v, w)), sum)
		check("Sub", dense(vectors.Sub(nil, v, w)), sub)
		check("Min", dense(vectors.Min(nil, v, w)), least)
		check("Total", v.Total(), total)
		check("NormSquared", v.NormSquared(), norm)
		check("DistanceSquared", vectors.DistanceSquared(v, w), dist)
		check("Contains", v.Contains(w), contains)
		check("Equal", v.Equal(w), equal)
		check("Compare", v.Compare(w) == 0, equal)
		d := vectors.Diff(v, w)
		check("Diff.Changes", d.Changes, changes)
		check("Diff.Common", dense(d.Common), least)
		check("Apply(Diff)", dense(d.Apply(nil, v)), dw)
		if back, exact := vectors.SubExact(nil, vectors.Add(nil, v, w), w); !exact || !back.Equal(v) {
			t.Errorf("v + w - w = %v (exact %v), want %v", back, exact, v)
		}
	})
}

func TestTableRows(t *testing.T) {
	var tab vectors.Table
	if tab.Len() != 0 {
		t.Errorf("the zero table has %d rows", tab.Len())
	}
	rows := []vectors.Vector{{vectors.MakeEntry(vectors.OpLoad, 2)}, nil, {vectors.MakeEntry(vectors.OpAdd, 1), vectors.MakeEntry(vectors.OpNew, 3)}}
	for _, r := range rows {
		tab.Append(r)
	}
	clone := tab.Clone()
	tab.Reset()
	if tab.Len() != 0 || tab.Entries() != 0 {
		t.Errorf("the empty table has %d rows of %d entries", tab.Len(), tab.Entries())
	}
	for i := range rows {
		tab.Append(rows[1])
		tab.Append(rows[i]) // where the others lay
	}
	if clone.Len() != 3 || clone.Entries() != 3 {
		t.Errorf("%d rows of %d entries, want 3 of 3", clone.Len(), clone.Entries())
	}
	for i, want := range rows {
		if got := clone.Row(i); !got.Equal(want) {
			t.Errorf("row %d is %v, want %v", i, got, want)
		}
		if got := tab.Row(2*i + 1); !got.Equal(want) {
			t.Errorf("row %d of the table is %v, want %v", 2*i+1, got, want)
		}
	}
}
