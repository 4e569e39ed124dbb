package scan

import (
	"bytes"
	"reflect"
	"sync/atomic"
	"testing"

	"refract/concretize"
	"refract/index"
	"refract/inline"
	"refract/lsh"
	"refract/program"
)

// CheckKnown has every file of which bodies are known from the index resolved as well, and fails t where that comes to
// something else. It returns the number of such files so far.
func CheckKnown(t *testing.T) *atomic.Int64 {
	n := new(atomic.Int64)
	checkKnown = func(p *program.Program, file int, known, fresh *resolvedFile) {
		n.Add(1)
		was, is := digestOfBodies(known.digests), digestOfBodies(fresh.digests)
		if was != is || known.calls != fresh.calls || known.vectors.Len() != fresh.vectors.Len() {
			t.Errorf("%s: known %x %+v, resolved %x %+v", p.Files[file].Path, was, known.calls, is, fresh.calls)
			return
		}
		for i := range known.vectors.Len() {
			if a, b := known.vectors.Row(i), fresh.vectors.Row(i); !a.Equal(b) {
				t.Errorf("%s, body %d: known %v, resolved %v", p.Files[file].Path, i, a, b)
			}
			if a, b := known.sites.Row(i), fresh.sites.Row(i); len(a)+len(b) > 0 && !reflect.DeepEqual(a, b) {
				t.Errorf("%s, body %d: known %v, resolved %v", p.Files[file].Path, i, a, b)
			}
		}
	}
	checkLinked = func(p *program.Program, linked [][]byte) { compareLinked(t, p, linked) }
	checkRows = func(c *Corpus) { compareRows(t, c) }
	t.Cleanup(func() { checkKnown, checkLinked, checkRows = nil, nil, nil })
	CheckAgain(t)
	return n
}

// CountClasses counts the rows in which something is inlined whose classes are worked out, and not taken from the index.
func CountClasses(t *testing.T) *atomic.Int64 {
	n := new(atomic.Int64)
	classHook = func() { n.Add(1) }
	t.Cleanup(func() { classHook = nil })
	return n
}

// CountLinked counts the files that the program of the last scan was linked from records of.
func CountLinked(t *testing.T) *atomic.Int64 {
	n, check := new(atomic.Int64), checkLinked
	checkLinked = func(p *program.Program, linked [][]byte) {
		n.Store(0)
		for _, record := range linked {
			if record != nil {
				n.Add(1)
			}
		}
		if check != nil {
			check(p, linked)
		}
	}
	t.Cleanup(func() { checkLinked = check })
	return n
}

// CheckAgain has every file that is encoded again encoded from its text as well, and fails t where that comes to something else. It returns the number
// of such files so far.
func CheckAgain(t *testing.T) *atomic.Int64 {
	n := new(atomic.Int64)
	checkAgain = func(k *keeper, i int, again index.Encoded) {
		n.Add(1)
		fresh := k.encode(i, k.s.state(k.c.Program.Files[i].Path))
		if !reflect.DeepEqual(again, fresh) || !bytes.Equal(k.parts[i], k.c.appendParts(nil, int32(i))) {
			t.Errorf("%s is not encoded as it would be from its text", k.c.Program.Files[i].Path)
		}
	}
	t.Cleanup(func() { checkAgain = nil })
	return n
}

// compareRows fails t where classes or sizes of rows are not those that their vectors have.
func compareRows(t *testing.T, c *Corpus) {
	base := make([]uint64, c.Program.NumMethods())
	for m := range base {
		base[m] = hashOf(c.Rows.Base(program.MethodID(m)))
	}
	for m := program.MethodID(0); c.survey != nil && int(m) < c.Program.NumMethods(); m++ {
		lo, _ := c.Rows.Rows(m)
		for i, id := range c.rowIDs(nil, m) {
			if want := c.rowID(lo + i); id != want {
				t.Errorf("row %d of %s is %x of all, %x alone", i, c.Program.MethodName(c.Program.Method(m)), id, want)
			}
		}
	}
	for r := range c.Rows.Len() {
		row := c.Rows.Row(r)
		class := base[row.Method]
		if row.Mode != inline.None {
			class = program.Mix(class, hashOf(c.Rows.Vector(r)))
		}
		for _, m := range c.Rows.Inlined(r) {
			class = program.Mix(class, base[m])
		}
		if c.class[r] != lsh.ClassID(class) || c.size[r] != concretize.SizeOf(c.Rows.Vector(r)) {
			t.Errorf("row %d, %+v of %s, is not what the index has", r, row, c.Program.MethodName(c.Program.Method(row.Method)))
		}
	}
	for i := range int32(len(c.Program.Files)) {
		if !c.survey.isClean(i) {
			continue
		}
		if kept := &c.survey.in[i].rows; !c.hasRows(i, kept) || kept.sums != c.sumRows(i) {
			t.Errorf("the rows of %s are not those of the index", c.Program.Files[i].Path)
		}
	}
}

// compareLinked fails t where a program of which some files were linked from records is not what it would be linked from all texts.
func compareLinked(t *testing.T, p *program.Program, linked [][]byte) {
	// Linked with the same names it has the same numbers for them.
	full, _ := program.Relink(p.Files, program.Known{Names: program.OpenNames(p.AppendNames(nil, 0))}, 1)
	if direct := program.Link(p.Files); direct.Stats != full.Stats {
		t.Errorf("linked with names that were there before: %+v, without: %+v", full.Stats, direct.Stats)
	}
	if !reflect.DeepEqual(p.Stats, full.Stats) || !reflect.DeepEqual(p.Problems, full.Problems) || p.Entangled() != full.Entangled() {
		t.Errorf("linked from records: %+v %v, from texts: %+v %v", p.Stats, p.Problems, full.Stats, full.Problems)
	}
	d, fullD := p.Digester(), full.Digester()
	a, b, r := d.NewLinkedWriter(), fullD.NewLinkedWriter(), new(program.NameReader)
	for i, f := range p.Files {
		names := r.Read(f).InternedSums()
		if !bytes.Equal(a.Append(nil, int32(i), names), b.Append(nil, int32(i), names)) || d.Declarations(int32(i)) != fullD.Declarations(int32(i)) {
			t.Errorf("%s: linked from its record (%t) it is not what it is from its text", f.Path, linked[i] != nil)
		}
	}
}
