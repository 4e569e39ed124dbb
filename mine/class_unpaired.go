package mine

import "slices"

// unpaired finds classes by their names among the removed and the added ones that have no pair yet.
type unpaired struct{ before, after *classNames }

func (d *Diff) indexUnpaired() *unpaired {
	return &unpaired{before: d.nameClasses(d.Removed), after: d.nameClasses(d.Added)}
}

// classNames are the classes of one side by their simple names and the words of these.
type classNames struct {
	pairOf map[*Class]*ClassPair
	list   []*Class
	simple map[string][]*Class
	word   map[string][]*Class
	rarest map[string][]*Class // by the word that the fewest of the list have; "" for a name without words
}

func (d *Diff) nameClasses(list []*Class) *classNames {
	x := &classNames{pairOf: d.pairOf, list: slices.Clone(list), simple: simpleNames(list), word: map[string][]*Class{}, rarest: map[string][]*Class{}}
	for _, c := range list {
		for _, w := range c.words() {
			x.word[w] = append(x.word[w], c)
		}
	}
	for _, c := range list {
		w := x.rarestOf(c.words())
		x.rarest[w] = append(x.rarest[w], c)
	}
	return x
}

func (x *classNames) rarestOf(words []string) string {
	rarest := ""
	for i, w := range words {
		if i == 0 || len(x.word[w]) < len(x.word[rarest]) {
			rarest = w
		}
	}
	return rarest
}

// only reports whether no class but c has its simple name.
func (x *classNames) only(c *Class) bool {
	return !slices.ContainsFunc(x.simple[c.Simple], func(o *Class) bool { return o != c && x.pairOf[o] == nil })
}

// onlyNear reports whether no class but c has all words of the name of other, or all its words there, and is near besides.
func (x *classNames) onlyNear(c, other *Class, near func(c *Class) bool) bool {
	rival := func(o *Class) bool { return o != c && x.pairOf[o] == nil && near(o) }
	words := other.words()
	if len(words) == 0 {
		return !slices.ContainsFunc(x.list, rival)
	}
	if slices.ContainsFunc(x.word[x.rarestOf(words)], rival) || slices.ContainsFunc(x.rarest[""], rival) {
		return false
	}
	return !slices.ContainsFunc(words, func(w string) bool { return slices.ContainsFunc(x.rarest[w], rival) })
}
