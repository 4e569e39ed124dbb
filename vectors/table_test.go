package vectors_test

import (
	"testing"

	"refract/vectors"
)

// TestTableOf lays out a table of parts of two others, in any order, and finds their rows in it.
func TestTableOf(t *testing.T) {
	row := func(features ...vectors.Feature) (v vectors.Vector) {
		for _, f := range features {
			v = append(v, vectors.MakeEntry(f, int(f)))
		}
		return v
	}
	var a, b vectors.Table
	a.Append(row(1))
	a.Append(row())
	a.Append(row(2, 3))
	b.Append(row(9))
	b.Append(row(4, 5, 6))
	start, entries := make([]uint32, 5), make([]vectors.Entry, 6)
	b.CopyRows(1, 2, start[3:4], entries[2:5], 2)
	b.CopyRows(0, 1, start[4:5], entries[5:], 5)
	a.CopyRows(1, 3, start[1:3], entries[:2], 0)
	a.CopyRows(0, 0, nil, nil, 0)
	table := vectors.TableOf(start, entries)
	for i, want := range []vectors.Vector{row(), row(2, 3), row(4, 5, 6), row(9)} {
		if got := table.Row(i); !got.Equal(want) {
			t.Errorf("row %d is %v, want %v", i, got, want)
		}
	}
	if table.Len() != 4 || table.Entries() != 6 {
		t.Errorf("%d rows, %d entries", table.Len(), table.Entries())
	}
}

func TestTableOfBadLayout(t *testing.T) {
	for name, f := range map[string]func(){
		"no beginning":  func() { vectors.TableOf(nil, nil) },
		"another start": func() { vectors.TableOf([]uint32{1}, make([]vectors.Entry, 1)) },
		"another end":   func() { vectors.TableOf([]uint32{0, 1}, make([]vectors.Entry, 2)) },
		"too little room": func() {
			var v vectors.Table
			v.Append(vectors.Vector{1, 2})
			v.CopyRows(0, 1, make([]uint32, 1), make([]vectors.Entry, 3), 0)
		},
	} {
		t.Run(name, func(t *testing.T) {
			defer func() {
				if recover() == nil {
					t.Error("taken for a layout")
				}
			}()
			f()
		})
	}
}
