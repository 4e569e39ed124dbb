package scan

import (
	"encoding/binary"
	"slices"
	"testing"

	"refract/inline"
	"refract/program"
)

// FuzzReadSites: whatever bytes a record has for call sites, reading them neither panics nor needs more room than there are bytes, and what is read is whole.
func FuzzReadSites(f *testing.F) {
	good := twoSites()
	f.Add(good, 3)
	f.Add(good[:len(good)-1], 3)
	f.Add(good, 2)
	f.Add([]byte{0xff, 0xff, 3, 0}, 1)
	f.Fuzz(func(t *testing.T, b []byte, bodies int) {
		bodies &= 1<<10 - 1
		k := keptBodies{rest: b, fileBodies: fileBodies{digests: make([]byte, 8*bodies)}}
		n, ok := k.siteCount()
		if n*siteSize > len(b) {
			t.Fatalf("%d bytes are said to be %d sites", len(b), n)
		}
		const first = 100
		ends, sites := make([]uint32, bodies), make([]inline.Site, n)
		d := siteReader{callee: func(identity uint64, _ program.MethodID) program.MethodID { return program.MethodID(identity&15) - 1 }}
		if !d.read(&k, ends, sites, first, 20, 23) {
			return
		}
		last := uint32(first + n)
		if bodies == 0 {
			ends = []uint32{first}
		}
		if !ok || !slices.IsSorted(ends) || ends[0] < first || ends[len(ends)-1] != last {
			t.Errorf("%d sites end at %v", n, ends)
		}
		for i := range sites {
			if c := sites[i].Callee; c < 0 || c > 14 && c < 20 || c >= 23 {
				t.Errorf("site %d is %+v", i, sites[i])
			}
		}
	})
}

// twoSites are two sites, the first in the second of three bodies, of a method of another file, the other in the third, of the last of three of its own.
func twoSites() []byte {
	b := binary.LittleEndian.AppendUint64([]byte{2, 1, 2, 1}, 7)
	b = binary.LittleEndian.AppendUint32(b, 0xFFFFFFF1) // 15 before the first of its own
	return append(b, 0, 1, 1, 6, 1, 2, 1, 0, 8, siteStatement, 0)
}

// TestReadSites reads the first of what FuzzReadSites begins with.
func TestReadSites(t *testing.T) {
	k := keptBodies{rest: twoSites(), fileBodies: fileBodies{digests: make([]byte, 24)}}
	ends, sites := make([]uint32, 3), make([]inline.Site, 2)
	want := []inline.Site{{Callee: 5, Node: 3, Receiver: 1, Names: 2}, {Callee: 22, Node: 7, Statement: true}}
	d := siteReader{callee: func(_ uint64, near program.MethodID) program.MethodID { return near }}
	if !d.read(&k, ends, sites, 40, 20, 23) || !slices.Equal(ends, []uint32{40, 41, 42}) || !slices.Equal(sites, want) {
		t.Errorf("%v %+v", ends, sites)
	}
	none := siteReader{callee: func(uint64, program.MethodID) program.MethodID { return program.NoMethod }}
	if none.read(&k, ends, sites, 40, 20, 23) || d.read(&k, ends[:2], sites, 0, 20, 23) || d.read(&k, ends, sites[:1], 0, 20, 23) || d.read(&k, ends, sites, 0, 20, 22) {
		t.Error("sites of another number of bodies or methods are read")
	}
}

// BenchmarkReadSites reads the sites of files as they are: a dozen bodies with two calls each, half of them of methods of other files.
func BenchmarkReadSites(b *testing.B) {
	rec := binary.LittleEndian.AppendUint64([]byte{24, 3, 0, 1, 2, 3}, 7)
	rec = binary.LittleEndian.AppendUint32(rec, 5)
	for i := range 2 {
		rec = binary.LittleEndian.AppendUint64(rec, uint64(i))
		rec = binary.LittleEndian.AppendUint32(rec, 30)
	}
	for i := range 12 {
		rec = append(rec, 2)
		for j := range 2 {
			rec = append(rec, byte((i*5+3*j)%6))
			rec = binary.AppendVarint(rec, int64(20+(i*37+j)%90))
			rec = append(rec, siteStatement, 0)
		}
	}
	k := keptBodies{rest: rec, fileBodies: fileBodies{digests: make([]byte, 8*12)}}
	ends, sites := make([]uint32, 12), make([]inline.Site, 24)
	d := siteReader{callee: func(_ uint64, near program.MethodID) program.MethodID { return near }}
	for b.Loop() {
		if !d.read(&k, ends, sites, 0, 20, 23) {
			b.Fatal("sites cannot be read")
		}
	}
}
