package scan

import "testing"

// TestShifts: a row has another number where one was put before it in its file, not where all rows of the file lie elsewhere.
func TestShifts(t *testing.T) {
	p := &past{
		files:    []int32{1, 0, 2},
		firstRow: []int32{0, 5, 20},
		// Of file 1 nothing is known but where it is now; in file 0 a row was put behind the first; in file 2 the second is gone.
		rows: map[int32][]int32{0: {5, 7, 8}, 2: {20, -1, 21}},
	}
	for _, tt := range []struct {
		file, row int32
		want      bool
	}{
		{0, 0, false}, {0, 1, true}, {0, 2, true}, {1, 0, false}, {1, 4, false}, {2, 0, false}, {2, 1, true}, {2, 2, true}, {0, 3, true},
	} {
		if got := p.shifts(tt.file, tt.row); got != tt.want {
			t.Errorf("row %d of file %d shifts: %v, want %v", tt.row, tt.file, got, tt.want)
		}
	}
}
