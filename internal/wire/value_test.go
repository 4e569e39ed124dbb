package wire_test

import (
	"fmt"
	"strconv"
	"strings"
	"testing"
	"unsafe"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"refract/internal/wire"
)

type inner struct {
	Text string
	N    int
	U    uint8
	F    float32
	Is   bool
}

type outer struct {
	In       inner
	Of       []inner
	Nil, Not []string
	To, None *inner
	Raw      []byte
	Array    [3]int64
	Ints     [2]struct {
		A int8
		B int16
		C int32
		D uint16
		E uint32
		F uint64
		G float64
	}
	hidden int
}

func TestValue(t *testing.T) {
	in := inner{"a\x00ü", -1 << 40, 200, 0.5, true}
	want := outer{In: in, Of: []inner{{}, in}, Not: []string{}, To: &in, Raw: []byte{1, 0, 255}, Array: [3]int64{-1, 0, 1}}
	for i := range want.Ints {
		x := &want.Ints[i]
		x.A, x.B, x.C, x.D, x.E, x.F, x.G = -128, -1<<15, -1<<31+int32(i), 1<<16-1, 1<<32-2, 1<<64-3, 1e300
	}
	b := wire.AppendValue(nil, want)
	var got outer
	if !wire.ReadValue(b, &got) {
		t.Fatal("cannot be read")
	}
	if diff := cmp.Diff(want, got, cmp.AllowUnexported(outer{})); diff != "" {
		t.Errorf("-written +read:\n%s", diff)
	}
	for n := range b {
		if wire.ReadValue(b[:n], &outer{}) {
			t.Errorf("%d of %d bytes are read as a value", n, len(b))
		}
	}
	if wire.ReadValue(append(b, 0), &outer{}) {
		t.Error("a value with a byte behind it is read")
	}
	if n := testing.AllocsPerRun(10, func() { wire.ReadValue([]byte{0, 0, 0, 0, 0, 0, 0, 0, 0, 255, 255, 3}, &outer{}) }); n > 20 {
		t.Errorf("%f allocations for a slice that is not there", n)
	}
}

// TestValues: several values are what they are alone, and what they have in common is made once.
func TestValues(t *testing.T) {
	var values wire.Values
	texts := make([][]string, 2)
	for round := range texts {
		for i := range 500 {
			in := outer{In: inner{Text: fmt.Sprint("text ", i)}, Not: []string{"", fmt.Sprint("other ", i), "of all", fmt.Sprint("text ", i), strings.Repeat("long", 2000)}}
			of := wire.AppendValue(nil, in)
			var got, alone outer
			if !values.Read(of, &got) || !wire.ReadValue(of, &alone) || !cmp.Equal(got, alone, cmpopts.IgnoreUnexported(outer{})) {
				t.Fatalf("%+v is read as %+v, alone as %+v", in, got, alone)
			}
			clear(of) // it is the reader's no longer
			texts[round] = append(texts[round], append(got.Not, got.In.Text)...)
		}
	}
	for i, text := range texts[0] {
		if other := texts[1][i]; text != other || unsafe.StringData(text) != unsafe.StringData(other) {
			t.Fatalf("%.20q was made twice, as %.20q", text, other)
		}
	}
	if values.Read([]byte{255}, &outer{}) {
		t.Error("a value that is none is read")
	}
}

// BenchmarkReadValue reads a value of some tens of fields, strings among them.
func BenchmarkReadValue(b *testing.B) {
	in := inner{"a text of some length", 1000, 200, 0.5, true}
	of := wire.AppendValue(nil, outer{In: in, Of: []inner{in, in, in, in}, Not: []string{"one", "another"}, To: &in})
	b.ReportAllocs()
	for b.Loop() {
		var v outer
		if !wire.ReadValue(of, &v) {
			b.Fatal("cannot be read")
		}
	}
}

func FuzzReadValue(f *testing.F) {
	f.Add(wire.AppendValue(nil, outer{Of: []inner{{Text: "a"}}, To: &inner{}}))
	again := inner{Text: "again and again"}
	f.Add(wire.AppendValue(nil, outer{In: again, Of: []inner{again, {Text: "other"}, again}, Not: []string{"other", "again and again"}, To: &again}))
	f.Fuzz(func(t *testing.T, b []byte) {
		var v outer
		if !wire.ReadValue(b, &v) {
			return
		}
		var values wire.Values
		var again outer
		for range 2 {
			if again = (outer{}); !values.Read(b, &again) || !cmp.Equal(v, again, cmpopts.EquateNaNs(), cmpopts.IgnoreUnexported(outer{})) {
				t.Errorf("%x is read as %+v, with the strings of others as %+v", b, v, again)
			}
		}
		again = outer{}
		if !wire.ReadValue(wire.AppendValue(nil, v), &again) || !cmp.Equal(v.Not, again.Not) || len(v.Of) != len(again.Of) {
			t.Errorf("%x is read as %+v, and that as %+v", b, v, again)
		}
	})
}

// list is a type that leads back to itself.
type list struct {
	Name string
	Next *list
	Of   []list
}

// TestStringsShareMemory: strings are what they were, long or short, near to each other or not, and one that is kept alone keeps little.
func TestStringsShareMemory(t *testing.T) {
	long := strings.Repeat("long ", 1000)
	want := list{Name: "first", Next: &list{Name: long, Next: &list{Name: "ü", Of: []list{{}, {Name: "b"}, {Name: long}, {Name: ""}}}}}
	for i := range 500 {
		want.Of = append(want.Of, list{Name: strings.Repeat("x", i)})
	}
	b := wire.AppendValue(nil, want)
	var got list
	if !wire.ReadValue(b, &got) {
		t.Fatal("cannot be read")
	}
	clear(b) // which no string is to notice
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("-written +read:\n%s", diff)
	}
	var some []string
	for i := range 100 {
		some = append(some, strings.Repeat("y", i%20))
	}
	b = wire.AppendValue(nil, some)
	var read []string
	if n := testing.AllocsPerRun(10, func() { wire.ReadValue(b, &read) }); n > 10 {
		t.Errorf("%v allocations for a hundred short strings", n)
	}
}

// TestStringsAgain: a string that was there a moment ago takes a byte and no memory, whatever order they come in, and one that was there long ago is as it was.
func TestStringsAgain(t *testing.T) {
	path := func(i int) string { return strings.Repeat("dir/", 20) + strconv.Itoa(i) }
	var few, many []string
	for i := range 1000 {
		few, many = append(few, path(i*i%7)), append(many, path(i*i%101), "", "a", "bc", "def")
	}
	for _, want := range [][]string{few, many} {
		b := wire.AppendValue(nil, want)
		var got []string
		if !wire.ReadValue(b, &got) {
			t.Fatal("cannot be read")
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("-written +read:\n%s", diff)
		}
	}
	b := wire.AppendValue(nil, few)
	if most := len(few) + 7*len(path(0)) + 20; len(b) > most {
		t.Errorf("seven strings, each a hundred times and more, take %d bytes, more than %d", len(b), most)
	}
	var got []string
	if n := testing.AllocsPerRun(10, func() { wire.ReadValue(b, &got) }); n > 10 {
		t.Errorf("%v allocations for seven strings", n)
	}
	for _, bad := range [][]byte{{2, 1}, {3, 16 + 3, 'a', 'b', 'c', 2}, {3, 16 + 1, 'a', 1}} { // of strings that were not there
		if wire.ReadValue(bad, &got) {
			t.Errorf("%v is read as %q", bad, got)
		}
	}
}

func TestNoValue(t *testing.T) {
	defer func() {
		if recover() == nil {
			t.Error("a map is a value")
		}
	}()
	wire.AppendValue(nil, struct{ M map[int]int }{})
}
