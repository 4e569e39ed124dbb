package scan

import (
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"
)

// Files keep their slots, those that come get free ones first, and no two have the same.
func TestNextSlots(t *testing.T) {
	for _, tt := range []struct {
		name  string
		slots slots
		then  []int32
		want  slots
	}{
		{"nothing comes or goes", slots{0, 1, 2}, []int32{0, 1, 2}, slots{0, 1, 2}},
		{"one comes before the others", slots{0, 1}, []int32{-1, 0, 1}, slots{2, 0, 1}},
		{"one goes", slots{0, 1, 2}, []int32{1, 2}, slots{1, 2}},
		{"one goes and two come", slots{0, 1, 2}, []int32{0, -1, 2, -1}, slots{0, 1, 2, 3}},
		{"a slot was free", slots{3, 0, 1}, []int32{-1, 0, 1, 2, -1}, slots{2, 3, 0, 1, 4}},
		{"the last one goes", slots{0, 1, 2}, []int32{0, 1, -1}, slots{0, 1, 2}},
		{"all go", slots{4, 2}, []int32{-1}, slots{0}},
		{"the first ones come", nil, []int32{-1, -1}, slots{0, 1}},
		{"none is left", slots{0}, nil, slots{}},
	} {
		if got := tt.slots.next(tt.then); !slices.Equal(got, tt.want) {
			t.Errorf("%s: slots are %d, want %d", tt.name, got, tt.want)
		}
	}
}

// Whatever comes and goes, scan after scan, there are never more slots than files of two scans that follow each other.
func TestSlotsStayFew(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	s, most := placesAsSlots(20), 20
	for range 500 {
		var then []int32
		for i := range int32(len(s)) {
			for len(then) < 40 && random.IntN(3) == 0 {
				then = append(then, -1)
			}
			if random.IntN(5) > 0 {
				then = append(then, i)
			}
		}
		next := s.next(then)
		for i, n := range then {
			if n >= 0 && next[i] != s[n] {
				t.Fatalf("file %d has slot %d, had %d", i, next[i], s[n])
			}
		}
		if !next.areOf(len(then)) {
			t.Fatalf("slots %d are none of %d files", next, len(then))
		}
		if most = max(most, len(next)); next.count() > most {
			t.Fatalf("%d slots, but never more than %d files", next.count(), most)
		}
		s = next
	}
}

// What the index has is looked at before it is used.
func TestSlotsAreOf(t *testing.T) {
	far := int32(slotsPerFile*2 + leastSlots)
	for _, tt := range []struct {
		slots slots
		files int
		want  bool
	}{
		{slots{0, 1}, 2, true},
		{slots{5, 0}, 2, true},
		{slots{far - 1, 0}, 2, true},
		{slots{far, 0}, 2, false},
		{slots{-1, 0}, 2, false},
		{slots{1, 1}, 2, false},
		{slots{1, 0}, 3, false},
		{nil, 2, false},
		{nil, 0, true},
	} {
		if got := tt.slots.areOf(tt.files); got != tt.want {
			t.Errorf("%d can be the slots of %d files: %t", tt.slots, tt.files, got)
		}
	}
}

// What is known by places is known by slots afterwards, and of slots of none of the files that they are gone.
func TestPastInSlots(t *testing.T) {
	one := &changed{text: true}
	p := &past{files: []int32{0, -1, 1}, changed: []*changed{nil, nil, one}, odd: []bool{false, true, true}, rows: map[int32][]int32{2: {4}}}
	p.inSlots(slots{3, 0, 1})
	want := &past{files: []int32{-1, 1, -1, 0}, changed: []*changed{nil, one, nil, nil}, odd: []bool{true, true, true, false}, rows: map[int32][]int32{1: {4}}}
	if !reflect.DeepEqual(p, want) {
		t.Errorf("in slots it is %+v, want %+v", p, want)
	}
}
