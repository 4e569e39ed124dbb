package rules

import (
	"bytes"
	"flag"
	"math/rand/v2"
	"os"
	"reflect"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
)

var update = flag.Bool("update", false, "rewrite the table of the built-in rules")

// fromYAML reads the built-in rules as a table has them, but from YAML.
func fromYAML(t *testing.T) (key string, list []*Rule) {
	t.Helper()
	l := &loader{opts: Options{NoSamples: true}, byID: map[string]*Rule{}}
	paths := l.find(catalogFiles{}, "catalog")
	for _, path := range paths {
		l.file(catalogFiles{}, path, true)
	}
	if len(l.faults) > 0 {
		t.Fatal(l.faults)
	}
	return tableKey(paths), newSet(l.byID).Rules
}

// TestTable: the rules of the table are those of the YAML, in every field.
func TestTable(t *testing.T) {
	key, want := fromYAML(t)
	made := appendTable(key, want)
	if *update {
		if err := os.WriteFile(tableFile, made, 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	const remedy = "run: go generate ./rules"
	table, err := catalog.ReadFile(tableFile)
	if err != nil {
		t.Fatalf("%v; %s", err, remedy)
	}
	if !bytes.Equal(table, made) {
		t.Errorf("rules/%s is stale; %s", tableFile, remedy)
	}
	got := readTable(table, key)
	if len(got) != len(want) {
		t.Fatalf("%d rules in rules/%s, %d in rules/catalog; %s", len(got), tableFile, len(want), remedy)
	}
	for i, r := range want {
		sameRule(t, r, got[i])
	}
	allocs := testing.AllocsPerRun(1, func() { Load(Options{NoSamples: true}) })
	if yaml := testing.AllocsPerRun(1, func() { fromYAML(t) }); allocs > yaml/4 {
		t.Errorf("to load the rules takes %v allocations, %v from YAML: the table is not what is read", allocs, yaml)
	}
}

// sameRule compares two rules in every field, unexported ones too, but for two that equal rules do not have in common: the machine's
// programs, which are functions, and of what rule the hash is.
func sameRule(t *testing.T, want, got *Rule) {
	t.Helper()
	if got.known.of != got || got.Hash() != want.Hash() || got.Hash() != got.newHash() {
		t.Errorf("%s: hash %s of its own: %t, should be %s, and is %s in YAML", got.ID, got.Hash(), got.known.of == got, got.newHash(), want.Hash())
	}
	wantPrograms, gotPrograms := takePrograms(t, want), takePrograms(t, got)
	if !slices.Equal(wantPrograms, gotPrograms) {
		t.Errorf("%s: programs -yaml +table:\n%s", want.ID, cmp.Diff(wantPrograms, gotPrograms))
	}
	x, y := *want, *got
	x.known.of, y.known.of = nil, nil
	if !reflect.DeepEqual(x, y) {
		t.Errorf("%s: -yaml +table (no difference means nil and empty):\n%s", want.ID, cmp.Diff(x, y, cmp.Exporter(func(reflect.Type) bool { return true })))
	}
}

// takePrograms takes the programs out of the checks of r, and returns their instructions, "" where there is none.
func takePrograms(t *testing.T, r *Rule) []string {
	t.Helper()
	var list []string
	for _, c := range r.Checks {
		text := ""
		if c.program != nil {
			p, err := c.program()
			if err != nil {
				t.Fatal(err)
			}
			text = p.Disassemble()
		}
		list, c.program = append(list, text), nil
	}
	return list
}

// TestTableOrYAML: a table that does not fit is not read, and one that lacks nothing but names in the vocabulary leaves the faults to
// the YAML.
func TestTableOrYAML(t *testing.T) {
	key, list := fromYAML(t)
	table := appendTable(key, list)
	var all Vocabulary
	var paths []string
	for _, r := range list {
		all.Structural, all.Witness = append(all.Structural, r.Structural...), append(all.Witness, r.Witness...)
		paths = append(paths, r.Path)
	}
	first := func(name string) bool { return name == all.Structural[0] }
	for name, c := range map[string]struct {
		vocabulary Vocabulary
		table      []byte
		paths      []string
		want       bool
	}{
		"any name":                   {Vocabulary{}, table, paths, true},
		"all names":                  {all, table, paths, true},
		"without a structural check": {Vocabulary{Structural: slices.DeleteFunc(slices.Clone(all.Structural), first)}, table, paths, false},
		"without witness names":      {Vocabulary{Witness: []string{}}, table, paths, false},
		"another file":               {Vocabulary{}, table, paths[1:], false},
		"another build":              {Vocabulary{}, slices.Concat([]byte{^table[0]}, table[1:]), paths, false},
		"cut off":                    {Vocabulary{}, table[:len(table)-1], paths, false},
		"more behind it":             {Vocabulary{}, append(slices.Clone(table), 0), paths, false},
		"the key alone":              {Vocabulary{}, table[:len(key)], paths, false},
		"nothing":                    {Vocabulary{}, nil, paths, false},
		"without rules":              {Vocabulary{}, appendTable(key, nil), paths, false},
	} {
		l := &loader{opts: Options{NoSamples: true, Vocabulary: c.vocabulary}, byID: map[string]*Rule{}}
		got := l.table(c.table, c.paths)
		if got != c.want || got != (len(l.byID) == len(list)) || got == (len(l.byID) == 0) || len(l.faults) > 0 {
			t.Errorf("%s: %t with %d rules and the faults %v, want %t", name, got, len(l.byID), l.faults, c.want)
		}
	}
}

// TestTableOfBytes: whatever is behind the key, reading it comes to an end without a panic.
func TestTableOfBytes(t *testing.T) {
	key, list := fromYAML(t)
	table := appendTable(key, list)
	rng, none := rand.New(rand.NewPCG(1, 2)), 0
	for range 500 {
		b := slices.Clone(table)
		for range 1 + rng.IntN(3) {
			b[len(key)+rng.IntN(len(b)-len(key))] = byte(rng.IntN(256))
		}
		if readTable(b, key) == nil {
			none++
		}
		if cut := len(key) + rng.IntN(len(table)-len(key)); readTable(table[:cut], key) != nil {
			t.Errorf("%d of %d bytes are read as a table", cut, len(table))
		}
	}
	if none < 50 {
		t.Errorf("only %d tables are none", none)
	}
}

// TestTypeIsInKey: a rule of other fields has another key, though nothing else differs.
func TestTypeIsInKey(t *testing.T) {
	type inner struct{ A, B int }
	seen := map[string]string{}
	for _, v := range []any{inner{}, []inner{}, &inner{}, [1]int{}, [2]int{}, struct{ A inner }{}, struct{ B inner }{}, struct{ A []*inner }{}, struct{ A, B *inner }{}} {
		var b bytes.Buffer
		describeType(&b, reflect.TypeOf(v), map[reflect.Type]bool{})
		if other, ok := seen[b.String()]; ok {
			t.Errorf("%T and %s are both %q", v, other, &b)
		}
		seen[b.String()] = reflect.TypeOf(v).String()
	}
}
