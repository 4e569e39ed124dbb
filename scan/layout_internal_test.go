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
	// Two sites of one method, the first in the second of three bodies, the other in the third.
	good := []byte{2, 1}
	good = binary.LittleEndian.AppendUint64(good, 7)
	good = append(good, 0, 1, 0, 6, 1, 2, 1, 0, 8, siteStatement, 0)
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
		read := k.readSites(ends, sites, first, func(identity uint64) program.MethodID {
			return program.MethodID(identity&15) - 1
		})
		if !read {
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
			if sites[i].Callee < 0 || sites[i].Callee > 14 {
				t.Errorf("site %d is %+v", i, sites[i])
			}
		}
	})
}

// TestReadSites reads the first of what FuzzReadSites begins with.
func TestReadSites(t *testing.T) {
	b := binary.LittleEndian.AppendUint64([]byte{2, 1}, 7)
	b = append(b, 0, 1, 0, 6, 1, 2, 1, 0, 8, siteStatement, 0)
	k := keptBodies{rest: b, fileBodies: fileBodies{digests: make([]byte, 24)}}
	ends, sites := make([]uint32, 3), make([]inline.Site, 2)
	want := []inline.Site{{Callee: 5, Node: 3, Receiver: 1, Names: 2}, {Callee: 5, Node: 7, Statement: true}}
	if !k.readSites(ends, sites, 40, func(uint64) program.MethodID { return 5 }) || !slices.Equal(ends, []uint32{40, 41, 42}) || !slices.Equal(sites, want) {
		t.Errorf("%v %+v", ends, sites)
	}
	if k.readSites(ends, sites, 40, func(uint64) program.MethodID { return program.NoMethod }) || k.readSites(ends[:2], sites, 0, func(uint64) program.MethodID { return 5 }) ||
		k.readSites(ends, sites[:1], 0, func(uint64) program.MethodID { return 5 }) {
		t.Error("sites of another number of bodies or methods are read")
	}
}
