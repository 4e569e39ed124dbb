package scan

import "testing"

// FuzzReadRows: whatever bytes are read as what is kept of rows, no more rows come out of them than they can hold, and all can be read.
func FuzzReadRows(f *testing.F) {
	f.Add([]byte{})
	f.Add(make([]byte, keptRowsHead))
	f.Add(append([]byte{2}, make([]byte, keptRowsHead-1+2*keptRowSize+3)...))
	f.Add(append([]byte{0xff, 0xff, 0xff, 0xff}, make([]byte, 99)...))
	f.Fuzz(func(t *testing.T, b []byte) {
		k := readRows(b)
		for i := range k.len() {
			k.at(i)
		}
		// The same bytes as what rows are of.
		if with := k.withIDs(b); with.len() != 0 && (with.len() != k.len() || rowIDSize*k.len() != len(b)) {
			t.Errorf("%d bytes are what %d rows are of, of %d", len(b), with.len(), k.len())
		} else if with.len() > 0 {
			with.id(with.len() - 1)
		}
		if len(k.rows)+len(k.targets) > max(len(b)-keptRowsHead, 0) || len(k.rows)%keptRowSize != 0 {
			t.Errorf("%d bytes are %d of rows and %d targets", len(b), len(k.rows), len(k.targets))
		}
	})
}
