package scan

import (
	"encoding/binary"
	"path/filepath"
	"reflect"
	"slices"
	"testing"

	"refract/index"
	"refract/inline"
	"refract/java"
	"refract/java/parse"
	"refract/program"
)

// someNames are names as a file may have them.
func someNames() (*program.Names, *program.Surface, []uint64) {
	return &program.Names{
			Interned:  []program.Entry{{ID: 1 << 40, Sum: 1 << 40}, {ID: 7, Sum: 8}, {ID: 9, Sum: 9}},
			Mentioned: []uint64{1, 1 << 30, 3},
		}, &program.Surface{Names: []program.Entry{{ID: 1, Sum: 2}}, Types: []program.Entry{{ID: 3, Sum: 4}, {ID: 5, Sum: 6}},
			Members: []program.Members{{Type: 1, Entry: program.Entry{ID: 7, Sum: 8}}, {Type: 1, Field: true, Entry: program.Entry{ID: 7, Sum: 9}}}},
		[]uint64{11}
}

// TestNamesOfFile: names are read as they were written, with the types of expressions among those that are mentioned.
func TestNamesOfFile(t *testing.T) {
	names, surface, types := someNames()
	b := appendNames(nil, writeNames(names), surface, types)
	k, ok := readNames(b)
	if of, is := k.surface(); !ok || !is || !reflect.DeepEqual(of, surface) {
		t.Fatalf("surface %+v, %v, %v", of, ok, is)
	}
	less := k
	less.types = k.types[:entrySize]
	if of, is := less.surface(); is {
		t.Errorf("of a type less the surface is %+v", of)
	}
	interned := map[uint64]uint64{}
	k.eachInterned(func(sum, last uint64) { interned[sum] = last })
	if want := map[uint64]uint64{1 << 40: 1 << 40, 7: 8, 9: 9}; !reflect.DeepEqual(interned, want) {
		t.Errorf("interned are %v, want %v", interned, want)
	}
	for sum, want := range map[uint64]bool{1: true, 3: true, 11: true, 7: true, 8: true, 9: true, 2: false, 5: false, 12: false} {
		var set sumSet
		set.add(sum)
		if k.mentions(&set) != want {
			t.Errorf("%d is mentioned: %v", sum, !want)
		}
	}
	if k.mentions(&sumSet{}) {
		t.Error("a name of none is mentioned")
	}
	for n := range b {
		if _, ok := readNames(b[:n]); ok {
			t.Errorf("%d of %d bytes are names", n, len(b))
		}
	}
}

// TestNamesThatCannotBeRead: of each file it is told that its names are not there.
func TestNamesThatCannotBeRead(t *testing.T) {
	ix, _, err := index.Use(filepath.Join(t.TempDir(), "a.idx"), index.Identity{Root: "r"})
	if err != nil {
		t.Fatal(err)
	}
	defer ix.Close()
	known := &trees{s: &store{ix: ix}}
	list := []*indexed{{File: &index.File{ID: 1}}, nil, {File: &index.File{ID: 2}}}
	var told []int
	err = known.eachNames(t.Context(), list, 1, func(i int, _ *keptNames, ok bool) {
		if told = append(told, i); ok {
			t.Errorf("file %d has names", i)
		}
	})
	if err != nil || !slices.Equal(told, []int{0, 2}) {
		t.Errorf("told of %v, %v", told, err)
	}
}

// FuzzReadNames: any bytes are names that can be gone over, or none.
func FuzzReadNames(f *testing.F) {
	names, surface, types := someNames()
	f.Add(appendNames(nil, writeNames(names), surface, types))
	f.Fuzz(func(t *testing.T, b []byte) {
		k, ok := readNames(b)
		if !ok {
			return
		}
		n := 0
		k.eachInterned(func(_, _ uint64) { n++ })
		set := sumSet{}
		set.add(uint64(n))
		k.mentions(&set)
		if s, ok := k.surface(); ok && n+len(s.Names)+len(s.Types)+len(s.Members) > len(b) {
			t.Fatalf("%d names and %d of the surface in %d bytes", n, len(s.Names)+len(s.Types)+len(s.Members), len(b))
		}
	})
}

// FuzzReadBodies: any bytes are a record with as many sites as it says, or none.
func FuzzReadBodies(f *testing.F) {
	of := &fileBodies{calls: program.CallStats{Own: 3}, digests: make([]byte, 16)}
	b := appendBodies(nil, &java.File{Package: "a.b"}, of)
	p := parse.New()
	defer p.Close()
	digests := program.Link([]*java.File{p.File("A.java", []byte("class A { void f() { } void g() { } }"))}).Digester()
	callee := digests.MethodsByIdentity()
	b = binary.LittleEndian.AppendUint64(append(b, 1, 0, 1), digests.Method(1))
	b = append(b, 1, 0, 0, 0) // how far it is
	b = append(b, 1, 1, 4, 1, 2, 0)
	d := siteReader{callee: callee}
	if k, ok := readBodies(b); !ok || !d.read(&k, make([]uint32, 2), make([]inline.Site, 1), 0, 0, 2) {
		f.Fatal("a record cannot be read")
	}
	f.Add(b)
	f.Fuzz(func(t *testing.T, b []byte) {
		k, ok := readBodies(b)
		if !ok {
			return
		}
		n, ok := k.siteCount()
		if n > len(b) {
			t.Fatalf("%d sites in %d bytes", n, len(b))
		}
		ends, sites := make([]uint32, len(k.digests)/8), make([]inline.Site, n)
		if ok && d.read(&k, ends, sites, 3, 0, 2) && len(ends) > 0 && int(ends[len(ends)-1]) != 3+n {
			t.Fatalf("%d sites end at %d", n, ends)
		}
	})
}
