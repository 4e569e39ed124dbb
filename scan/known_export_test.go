package scan

import (
	"reflect"
	"sync/atomic"
	"testing"

	"refract/program"
)

// CheckKnown has every file of which bodies are known from the index resolved as well, and fails t where that comes to
// something else. It returns the number of such files so far.
func CheckKnown(t *testing.T) *atomic.Int64 {
	n := new(atomic.Int64)
	checkKnown = func(p *program.Program, file int, known, fresh *resolvedFile) {
		n.Add(1)
		if known.digest != fresh.digest || known.calls != fresh.calls || len(known.vectors) != len(fresh.vectors) {
			t.Errorf("%s: known %x %+v, resolved %x %+v", p.Files[file].Path, known.digest, known.calls, fresh.digest, fresh.calls)
			return
		}
		for i := range known.vectors {
			if len(known.vectors[i])+len(fresh.vectors[i]) > 0 && !reflect.DeepEqual(known.vectors[i], fresh.vectors[i]) {
				t.Errorf("%s, body %d: known %v, resolved %v", p.Files[file].Path, i, known.vectors[i], fresh.vectors[i])
			}
			if a, b := known.sites.Row(i), fresh.sites.Row(i); len(a)+len(b) > 0 && !reflect.DeepEqual(a, b) {
				t.Errorf("%s, body %d: known %v, resolved %v", p.Files[file].Path, i, a, b)
			}
		}
	}
	t.Cleanup(func() { checkKnown = nil })
	return n
}
