package mine

import "slices"

// This file finds the pairs of removed and added classes that are worth comparing. Between two releases thousands of
// classes go and come, and hardly any two of them have to do with each other: classes of other names are compared only
// where they share the name of a member, which an index tells.

// meeting is a removed and an added class that some rule of pairClasses may accept.
type meeting struct {
	overlap
	order       int  // position of the removed class
	fileRenamed bool // both are top-level classes of a file that was renamed
}

// meetings lists them, by removed class and then by added class. What it leaves out no rule accepts: they all ask for
// one simple name, a renamed file, or a member in common.
func (d *Diff) meetings(files map[string]string) []meeting {
	x := indexClasses(d.Added)
	var list []meeting
	for i, b := range d.Removed {
		to, inRenamed := files[b.File.Path]
		for _, k := range x.partners(b, to) {
			a := d.Added[k]
			if !sameKind(b, a) {
				continue
			}
			m := meeting{overlap: d.overlapOf(b, a), order: i, fileRenamed: inRenamed && to == a.File.Path && b.Outer == nil && a.Outer == nil}
			if a.Simple == b.Simple || m.fileRenamed || m.size() > 0 && (m.all() || m.most()) || m.nearByWords() {
				list = append(list, m)
			}
		}
	}
	return list
}

// credible reports whether the classes of a renamed file have anything in common. The text of two short files is alike by
// what all files of a project have; where package and name changed both, a member or a statement must tell.
func (o meeting) credible() bool {
	return parentOf(o.before.Name) == parentOf(o.after.Name) || o.size() > 0 || sharedStatements(o.before, o.after) > 0
}

// keptByOther reports whether a class that came into the package of the one before has all the members of it that o.after
// lost some of, under another name: the class stayed, and something else took its name.
func (d *Diff) keptByOther(met []meeting, o meeting) bool {
	d.checkpoint()
	return !o.keepsAll() && slices.ContainsFunc(met, func(m meeting) bool {
		return m.before == o.before && m.after != o.after && d.pairOf[m.after] == nil && m.after.Simple != m.before.Simple &&
			parentOf(m.after.Name) == parentOf(m.before.Name) && m.most() && m.keepsAll()
	})
}

// classIndex finds classes by their simple names, the names of their members, and their files. The numbers are
// positions in the list that it was made of.
type classIndex struct {
	simple, method, attribute, path map[string][]int
	seen                            []bool
}

func indexClasses(list []*Class) *classIndex {
	x := &classIndex{simple: map[string][]int{}, method: map[string][]int{}, attribute: map[string][]int{}, path: map[string][]int{}, seen: make([]bool, len(list))}
	add := func(to map[string][]int, name string, i int) {
		if at := to[name]; len(at) == 0 || at[len(at)-1] != i {
			to[name] = append(at, i)
		}
	}
	for i, c := range list {
		add(x.simple, c.Simple, i)
		add(x.path, c.File.Path, i)
		for _, m := range c.counted() {
			add(x.method, m.Name, i)
		}
		for _, a := range c.Attributes {
			add(x.attribute, a.Name, i)
		}
	}
	return x
}

// partners returns the positions of the classes that share a name with b or stand in the file path, in order.
func (x *classIndex) partners(b *Class, path string) []int {
	var list []int
	collect := func(at []int) {
		for _, i := range at {
			if !x.seen[i] {
				x.seen[i] = true
				list = append(list, i)
			}
		}
	}
	collect(x.simple[b.Simple])
	collect(x.path[path])
	for _, m := range b.counted() {
		collect(x.method[m.Name])
	}
	for _, a := range b.Attributes {
		collect(x.attribute[a.Name])
	}
	for _, i := range list {
		x.seen[i] = false
	}
	slices.Sort(list)
	return list
}

// words are the words of the simple name of c.
func (c *Class) words() []string {
	if c.memo.words == nil {
		c.memo.words = nameWords(c.Simple)
	}
	return c.memo.words
}

// nearByWords reports whether the name of one class has all words of the other's, both have several, and they have a
// method name in common.
func (o overlap) nearByWords() bool {
	return o.namedAlike() && near(o.before, o.after)
}

// namedAlike reports whether the name of one class has all words of the other's and both have several.
func (o overlap) namedAlike() bool {
	b, a := o.before.words(), o.after.words()
	return len(b) >= 2 && len(a) >= 2 && (allIn(b, a) || allIn(a, b))
}

func near(b, a *Class) bool {
	return (allIn(b.words(), a.words()) || allIn(a.words(), b.words())) && slices.ContainsFunc(b.counted(), func(m *Method) bool { return a.hasMethod(m.Name) })
}

func allIn(words, others []string) bool {
	return !slices.ContainsFunc(words, func(w string) bool { return !slices.Contains(others, w) })
}
