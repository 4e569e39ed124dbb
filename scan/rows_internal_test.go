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
		if len(k.rows)+len(k.targets) > max(len(b)-keptRowsHead, 0) || len(k.rows)%keptRowSize != 0 {
			t.Errorf("%d bytes are %d of rows and %d targets", len(b), len(k.rows), len(k.targets))
		}
	})
}
