package program_test

import (
	"testing"

	"refract/program"
)

// FuzzRelink: any bytes are a record that links, or none; linking ends, and what the other files mean can be asked.
func FuzzRelink(f *testing.F) {
	files := linkedFiles(f)
	full := program.Link(files)
	names := named(f, full)
	for _, r := range records(full) {
		f.Add(r)
	}
	f.Fuzz(func(t *testing.T, record []byte) {
		for at := range files {
			known := make([][]byte, len(files))
			known[at] = record
			p, bad := program.Relink(files, program.Known{Names: names, Records: known}, 1)
			if (p == nil) != (bad != nil) {
				t.Fatalf("program %v, bad %v", p != nil, bad)
			}
			if p == nil {
				continue
			}
			r := p.NewResolver()
			for m := range program.MethodID(p.NumMethods()) {
				if p.Method(m).File != int32(at) && p.Method(m).Body >= 0 {
					r.Body(m)
				}
			}
		}
	})
}
