package release

import (
	"slices"
	"strings"

	"refract/program"
)

// fold hangs every change that follows from another one under it, so that a renamed package is one line with its
// consequences and not a thousand lines:
//
//	(1) a class moved from a renamed package to its new name, under the package;
//	(2) a type of a variable, attribute, parameter or method result that changed only in the names of renamed
//	    classes, under the class;
//	(3) a method renamed or changed in signature like a method that it overrides, under that method.
func fold(changes []Change, before *Component) []Change {
	f := folder{changes: changes, c: before, parent: make([]int, len(changes))}
	for i := range f.parent {
		f.parent[i] = -1
	}
	f.underPackages()
	f.underClasses()
	f.underOverridden()
	return f.tree()
}

type folder struct {
	changes []Change
	c       *Component
	parent  []int
}

// tree makes the forest: the consequences of a consequence hang under the root.
func (f *folder) tree() []Change {
	root := func(i int) int {
		for n := 0; f.parent[i] >= 0 && n < len(f.parent); n++ {
			i = f.parent[i]
		}
		return i
	}
	var out []Change
	at := map[int]int{}
	for i := range f.changes {
		if f.parent[i] < 0 {
			at[i] = len(out)
			out = append(out, f.changes[i])
		}
	}
	for i := range f.changes {
		if f.parent[i] >= 0 {
			r := &out[at[root(i)]]
			r.Consequences = append(r.Consequences, f.changes[i])
		}
	}
	return out
}

func (f *folder) underPackages() {
	packages := map[[2]string]int{}
	for i := range f.changes {
		if c := &f.changes[i]; c.Type == "Rename Package" || c.Type == "Move Package" {
			if from, to, ok := strings.Cut(strings.TrimPrefix(c.Description, c.Type+" "), " to "); ok {
				packages[[2]string{from, to}] = i
			}
		}
	}
	if len(packages) == 0 {
		return
	}
	for i := range f.changes {
		c := &f.changes[i]
		if c.Type != "Move Class" {
			continue
		}
		// A class of a subpackage moves with the package above it.
		from, to := pre(c.Old.Name), pre(c.New.Name)
		for from != "" && to != "" {
			if p, ok := packages[[2]string{from, to}]; ok {
				f.parent[i] = p
				break
			}
			if suf(from) != suf(to) {
				break
			}
			from, to = pre(from), pre(to)
		}
	}
}

// typeChanges are the types whose text is "name : T to name : U in …" or, for results and exceptions, "T to U in …".
var typeChanges = map[string]bool{
	"Change Attribute Type": true, "Change Variable Type": true, "Change Parameter Type": true, "Change Return Type": true,
	"Change Thrown Exception Type": true,
}

func (f *folder) underClasses() {
	renamed := map[string]int{} // simple name before
	names := map[string]string{}
	for i := range f.changes {
		c := &f.changes[i]
		if c.Type != "Rename Class" && c.Type != "Move And Rename Class" {
			continue
		}
		from := suf(c.Old.Name)
		if _, twice := renamed[from]; twice {
			delete(names, from) // two classes of one simple name: nobody can tell which is meant
			continue
		}
		renamed[from], names[from] = i, suf(c.New.Name)
	}
	if len(names) == 0 {
		return
	}
	for i := range f.changes {
		if !typeChanges[f.changes[i].Type] {
			continue
		}
		from, to, ok := typesOf(&f.changes[i])
		if !ok {
			continue
		}
		if replaced, cause := renameWords(from, names); replaced == to && cause != "" {
			f.parent[i] = renamed[cause]
		}
	}
}

// typesOf reads the two types out of a description of one of the typeChanges.
func typesOf(c *Change) (from, to string, ok bool) {
	text, _, ok := strings.Cut(strings.TrimPrefix(c.Description, c.Type+" "), " in ")
	if !ok {
		return "", "", false
	}
	from, to, ok = strings.Cut(text, " to ")
	cut := func(s string) string {
		if i := strings.LastIndex(s, " : "); i >= 0 {
			return s[i+3:]
		}
		return s
	}
	return cut(from), cut(to), ok
}

// renameWords replaces the words of text by names and returns the first word that it replaced.
func renameWords(text string, names map[string]string) (out, cause string) {
	var b strings.Builder
	for i := 0; i < len(text); {
		j := i
		for j < len(text) && nameByte(text[j]) {
			j++
		}
		if j == i {
			b.WriteByte(text[i])
			i++
			continue
		}
		word := text[i:j]
		if to, ok := names[word]; ok {
			if cause == "" {
				cause = word
			}
			word = to
		}
		b.WriteString(word)
		i = j
	}
	return b.String(), cause
}

// hierarchical are the types that a hierarchy passes on to the methods that override.
var hierarchical = map[string]bool{
	"Rename Method": true, "Add Parameter": true, "Remove Parameter": true, "Reorder Parameter": true, "Change Parameter Type": true,
	"Change Return Type": true, "Rename Parameter": true, "Change Method Signature": true, "Add Thrown Exception Type": true,
	"Remove Thrown Exception Type": true, "Change Thrown Exception Type": true,
}

func (f *folder) underOverridden() {
	type key struct {
		typ, what string
		method    EntityID
	}
	at := map[key]int{}
	keyFor := func(c *Change, m EntityID) key { return key{c.Type, whatChanged(c), m} }
	for i := range f.changes {
		if c := &f.changes[i]; hierarchical[c.Type] && c.Old.Kind == Method {
			at[keyFor(c, c.Old.id)] = i
		}
	}
	for i := range f.changes {
		c := &f.changes[i]
		if f.parent[i] >= 0 || !hierarchical[c.Type] || c.Old.Kind != Method {
			continue
		}
		for _, o := range f.c.overridden(c.Old.id) {
			if p, ok := at[keyFor(c, o)]; ok && p != i {
				f.parent[i] = p // the last is the farthest up
			}
		}
	}
}

// overridden returns the methods that m overrides, near ones first.
func (c *Component) overridden(m EntityID) []EntityID {
	var out []EntityID
	seen := map[program.MethodID]bool{}
	queue := slices.Clone(c.Program.Overrides(c.methodRef(&c.Entities[m])))
	for len(queue) > 0 {
		o := queue[0]
		queue = queue[1:]
		if seen[o] {
			continue
		}
		seen[o] = true
		if id, ok := c.methods[o]; ok {
			out = append(out, id)
		}
		queue = append(queue, c.Program.Overrides(o)...)
	}
	return out
}

// whatChanged is what a change of a method has in common with that of an overridden one: the new name, or the text of
// the parameter or type.
func whatChanged(c *Change) string {
	if c.Type == "Rename Method" {
		return suf(c.New.Name)
	}
	if c.Type == "Change Method Signature" {
		return c.New.Signature
	}
	text, _, _ := strings.Cut(strings.TrimPrefix(c.Description, c.Type), " in ")
	return text
}
