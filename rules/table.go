package rules

import (
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"io"
	"math"
	"reflect"
	"slices"

	"refract/internal/wire"
	"refract/vectors"
)

// This file keeps the built-in rules as they come out of the loader, without samples and documentation: reading them from YAML
// is a tenth of a scan in which nothing changed. A test holds the table against the YAML.

//go:generate go test . -run ^TestTable$ -update

// tableFile lies beside the catalogue and is embedded with it. A program without it reads YAML, so that the one that writes it can
// be built.
const tableFile = "catalog.bin"

// table takes the built-in rules, the files of which are named, from a table. It reports false, and takes none, where they have to
// be read from YAML: the table is of other files or of another build, or a rule uses a name that the vocabulary lacks, for which
// only the YAML has the place.
func (l *loader) table(table []byte, paths []string) bool {
	list := readTable(table, tableKey(paths))
	for _, r := range list {
		if !l.opts.Vocabulary.covers(r) {
			return false
		}
	}
	for _, r := range list {
		l.byID[r.ID] = r
	}
	return len(list) > 0
}

// covers reports whether all names that r uses are in v.
func (v *Vocabulary) covers(r *Rule) bool {
	return allKnown(r.Structural, v.Structural) && allKnown(r.Witness, v.Witness)
}

func allKnown(names, known []string) bool {
	return known == nil || !slices.ContainsFunc(names, func(n string) bool { return !slices.Contains(known, n) })
}

// tableKey is what a table begins with: a digest of the files, of the numbers of features and of the fields of a rule. So a rule that
// was just edited is the one that runs, before the table is written anew. What else a table depends on is the code that reads
// rules, which is for the test to tell.
func tableKey(paths []string) string {
	h := sha256.New()
	describeType(h, reflect.TypeFor[Rule](), map[reflect.Type]bool{})
	fmt.Fprintln(h, vectors.Fingerprint())
	for _, path := range paths {
		text, _ := catalog.ReadFile(path) // a rule without text is none of the table's
		fmt.Fprintln(h, path, len(text))
		h.Write(text)
	}
	return string(h.Sum(nil))
}

// describeType writes what a type is made of; seen are those that were written.
func describeType(w io.Writer, t reflect.Type, seen map[reflect.Type]bool) {
	io.WriteString(w, t.String()+" "+t.Kind().String()+"\n")
	if seen[t] {
		return
	}
	seen[t] = true
	switch t.Kind() {
	case reflect.Pointer, reflect.Slice, reflect.Array:
		describeType(w, t.Elem(), seen)
	case reflect.Struct:
		for i := range t.NumField() {
			io.WriteString(w, t.Field(i).Name+" ")
			describeType(w, t.Field(i).Type, seen)
		}
	}
}

// appendTable makes a table of rules.
func appendTable(key string, list []*Rule) []byte {
	c := &coder{Skimmer: wire.Skimmer{B: []byte(key)}}
	c.rules(&list)
	return c.B
}

// readTable returns the rules of a table, nil where it has another key or is none.
func readTable(table []byte, key string) []*Rule {
	if len(table) < len(key) || string(table[:len(key)]) != key {
		return nil
	}
	c := &coder{Skimmer: wire.Skimmer{B: table, At: len(key)}, reading: true}
	var list []*Rule
	if c.rules(&list); c.At != len(table) {
		return nil
	}
	return list
}

// coder writes rules to the end of B or reads them from there, so that one description of each type serves both. Package wire would
// write fields of its own accord, but only those that are exported, and half of what a check comes to is not.
type coder struct {
	wire.Skimmer
	reading bool
}

func (c *coder) rules(v *[]*Rule) {
	elements(c, v, func(c *coder, r **Rule) { pointer(c, r, (*coder).rule) })
}

func (c *coder) rule(r *Rule) {
	c.text(&r.ID)
	c.text(&r.Name)
	c.text(&r.Summary)
	c.text(&r.Source)
	c.text(&r.Group)
	number(c, &r.Query)
	number(c, &r.Answer)
	elements(c, &r.Abstraction.Zero, number)
	elements(c, &r.Abstraction.Merge, features)
	elements(c, &r.Abstraction.One, features)
	elements(c, &r.Abstraction.Written.Zero, (*coder).text)
	elements(c, &r.Abstraction.Written.Merge, (*coder).texts)
	elements(c, &r.Abstraction.Written.One, (*coder).texts)
	elements(c, &r.Difference, (*coder).change)
	elements(c, (*[]vectors.Entry)(&r.Context), number)
	radius := math.Float64bits(r.Radius)
	number(c, &radius)
	r.Radius = math.Float64frombits(radius)
	number(c, &r.Filters.MinElements)
	number(c, &r.Filters.MinStatements)
	c.flag(&r.Filters.Clones)
	elements(c, &r.Checks, func(c *coder, v **Check) { pointer(c, v, (*coder).check) })
	c.texts(&r.Structural)
	c.texts(&r.Witness)
	c.text(&r.Path)
	c.flag(&r.Builtin)
	c.text(&r.known.hash)
	r.known.of = r
}

func features(c *coder, v *[]vectors.Feature) { elements(c, v, number) }

func (c *coder) change(v *vectors.Change) {
	number(c, &v.Feature)
	number(c, &v.By)
}

func (c *coder) check(v *Check) {
	c.text(&v.Expr)
	c.text(&v.Reason)
	number(c, &v.Scope)
	c.comparisons(&v.Comparisons)
	elements(c, &v.alternatives, (*coder).comparisons)
	pointer(c, &v.Quantified, (*coder).quantified)
	machine := v.program != nil
	if c.flag(&machine); machine && c.reading {
		v.program = programOf(v.Expr)
	}
}

func (c *coder) comparisons(v *[]Comparison) { elements(c, v, (*coder).comparison) }

func (c *coder) comparison(v *Comparison) {
	c.value(&v.Query)
	c.value(&v.Sample)
	number(c, &v.Op)
	for i := range v.limits {
		number(c, &v.limits[i].least)
		number(c, &v.limits[i].most)
	}
}

func (c *coder) value(v *Value) {
	c.linear(&v.Linear)
	pointer(c, &v.each, (*coder).linear)
	c.flag(&v.least)
}

func (c *coder) linear(v *Linear) {
	number(c, &v.Const)
	pointer(c, &v.base, (*coder).factors)
	pointer(c, &v.inlined, (*coder).factors)
}

// factors come as runs of equal ones: most are 0, and the features of a family lie side by side.
func (c *coder) factors(v *[vectors.Dims]int32) {
	for at := 0; at < len(v); {
		factor, n := v[at], 1
		for at+n < len(v) && v[at+n] == factor {
			n++
		}
		number(c, &factor)
		number(c, &n)
		if n < 1 || n > len(v)-at {
			c.Fail()
			return
		}
		for end := at + n; at < end; at++ {
			v[at] = factor
		}
	}
}

func (c *coder) quantified(v *Quantified) {
	c.flag(&v.None)
	pointer(c, &v.cond, (*coder).condition)
}

func (c *coder) condition(v *condition) {
	c.flag(&v.and)
	c.flag(&v.or)
	pointer(c, &v.left, (*coder).condition)
	pointer(c, &v.right, (*coder).condition)
	c.linear(&v.sum)
	number(c, &v.op)
}

func (c *coder) texts(v *[]string) { elements(c, v, (*coder).text) }

func (c *coder) text(v *string) {
	n := len(*v)
	if number(c, &n); c.reading {
		*v = string(c.Bytes(n))
	} else {
		c.B = append(c.B, *v...)
	}
}

func (c *coder) flag(v *bool) {
	n := 0
	if *v {
		n = 1
	}
	number(c, &n)
	*v = n != 0
}

// number is one of any type of whole numbers.
func number[T ~int | ~int32 | ~uint8 | ~uint16 | ~uint32 | ~uint64](c *coder, v *T) {
	if c.reading {
		*v = T(c.Varint())
	} else {
		c.B = binary.AppendVarint(c.B, int64(*v))
	}
}

// elements is a list of which each element is what of makes it. Nil is another list than an empty one.
func elements[T any](c *coder, v *[]T, of func(*coder, *T)) {
	there := *v != nil
	if c.flag(&there); !there {
		return
	}
	n := len(*v)
	if number(c, &n); c.reading {
		*v = make([]T, c.Bounded(uint64(n), 1))
	}
	for i := range *v {
		of(c, &(*v)[i])
	}
}

// pointer is a pointer to what of makes it, or nil.
func pointer[T any](c *coder, v **T, of func(*coder, *T)) {
	there := *v != nil
	if c.flag(&there); !there {
		return
	}
	if c.reading {
		*v = new(T)
	}
	of(c, *v)
}
