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
	simple map[string][]*Class
	words  *wordIndex[*Class]
}

func (d *Diff) nameClasses(list []*Class) *classNames {
	return &classNames{pairOf: d.pairOf, simple: simpleNames(list), words: indexWords(slices.Clone(list), (*Class).words)}
}

// only reports whether no class but c has its simple name.
func (x *classNames) only(c *Class) bool {
	return !slices.ContainsFunc(x.simple[c.Simple], func(o *Class) bool { return o != c && x.pairOf[o] == nil })
}

// onlyNear reports whether no class but c has all words of the name of other, or all its words there, and is near besides.
func (x *classNames) onlyNear(c, other *Class, near func(c *Class) bool) bool {
	for o := range x.words.near(other.words()) {
		if o != c && x.pairOf[o] == nil && near(o) {
			return false
		}
	}
	return true
}
