package mine

import (
	"cmp"
	"slices"

	"refract/java"
)

// This file pairs classes: first those of one qualified name, then moved and renamed ones by the members they have in
// common (Table 4, Change Class Signature), the strict rule before the loose one, moves before renames: a name that
// stays is better evidence than members that stay.

func (d *Diff) pairClasses(files map[string]string) {
	d.pairByName()
	if len(d.Removed) > 0 && len(d.Added) > 0 {
		if files == nil {
			files = renamed(d.Before.Files, d.After.Files)
		}
		fileRenamed := func(o overlap) bool {
			to, ok := files[o.before.File.Path]
			return ok && to == o.after.File.Path && o.before.Outer == nil && o.after.Outer == nil
		}
		for _, step := range []struct {
			rename bool
			match  func(overlap) bool
		}{
			{false, func(o overlap) bool { return o.all() || fileRenamed(o) }},
			{true, func(o overlap) bool { return o.all() && o.size() > 0 || fileRenamed(o) }},
			{false, overlap.most},
			{false, d.onlyOne},
			{true, func(o overlap) bool { return o.most() && o.size() > 0 }},
			{true, d.onlyOneByWords},
		} {
			d.pairByMembers(step.rename, step.match)
		}
	}
	position := make(map[*Class]int, len(d.Before.Classes))
	for i, c := range d.Before.Classes {
		position[c] = i
	}
	slices.SortStableFunc(d.Pairs, func(x, y *ClassPair) int { return cmp.Compare(position[x.Before], position[y.Before]) })
	for _, p := range d.Pairs {
		if p.Kind == NoPair {
			p.Kind = d.movedKind(p.Before, p.After)
		}
	}
	d.pairAnonymousFields()
}

// pairByName pairs the classes of one qualified name, those in one file before those in another source folder, and
// leaves the rest in Removed and Added.
func (d *Diff) pairByName() {
	later := map[string][]*Class{}
	for _, c := range d.After.Classes {
		later[c.Name] = append(later[c.Name], c)
	}
	take := func(c *Class, kind PairKind, fits func(*Class) bool) bool {
		for _, a := range later[c.Name] {
			if d.pairOf[a] == nil && fits(a) {
				d.pair(kind, c, a)
				return true
			}
		}
		return false
	}
	var rest []*Class
	for _, c := range d.Before.Classes {
		if !take(c, Same, func(a *Class) bool { return a.File.Path == c.File.Path }) {
			rest = append(rest, c)
		}
	}
	for _, c := range rest {
		kind := FolderPair
		if c.Outer != nil {
			kind = CarriedPair
		}
		if !take(c, kind, func(a *Class) bool { return true }) {
			d.Removed = append(d.Removed, c)
		}
	}
	for _, c := range d.After.Classes {
		if d.pairOf[c] == nil {
			d.Added = append(d.Added, c)
		}
	}
}

// overlap counts the members that two classes have in common.
type overlap struct {
	before, after           *Class
	methods, methodTotal    int // in common, each counted on both sides, and the number on both sides
	attributes, attrTotal   int
	sameMethods, sameFields int // in common with the same types as well
	allBefore               bool
}

// overlapOf compares the members of two classes by name, number and names of parameters, and modifiers. Types may
// differ, since they may be renamed in the same change (§4.2: identical signatures, less the types that changed).
// Constructors and the methods of Object say nothing.
func (d *Diff) overlapOf(b, a *Class) overlap {
	o := overlap{before: b, after: a, allBefore: true}
	takenM := make([]bool, len(a.Methods))
	nb, na := 0, 0
	for _, m := range a.Methods {
		if counts(m) {
			na++
		}
	}
	for _, m := range b.Methods {
		if !counts(m) {
			continue
		}
		nb++
		best := -1
		for i, n := range a.Methods {
			if takenM[i] || !counts(n) || !likeSignature(m, n) {
				continue
			}
			if best < 0 || sameTypes(m, n) {
				best = i
			}
		}
		if best < 0 {
			o.allBefore = false
			continue
		}
		takenM[best] = true
		o.methods++
		if sameTypes(m, a.Methods[best]) {
			o.sameMethods++
		}
	}
	o.methods, o.methodTotal = 2*o.methods, nb+na
	takenA := make([]bool, len(a.Attributes))
	for _, f := range b.Attributes {
		for i, g := range a.Attributes {
			if !takenA[i] && f.Name == g.Name && f.Static() == g.Static() {
				takenA[i] = true
				o.attributes++
				if f.Type == g.Type {
					o.sameFields++
				}
				break
			}
		}
	}
	o.attributes, o.attrTotal = 2*o.attributes, len(b.Attributes)+len(a.Attributes)
	return o
}

func counts(m *Method) bool { return !m.IsConstructor() && !m.OverridesObject() }

// likeSignature reports whether two methods are the same but for the types.
func likeSignature(b, a *Method) bool {
	if b.Name != a.Name || len(b.Params) != len(a.Params) || b.Static() != a.Static() {
		return false
	}
	for i := range b.Params {
		p, q := &b.Params[i], &a.Params[i]
		if p.Name != q.Name && p.Type != q.Type || p.Variadic != q.Variadic {
			return false
		}
	}
	return true
}

func sameTypes(b, a *Method) bool {
	if b.Return != a.Return {
		return false
	}
	for i := range b.Params {
		if b.Params[i].Type != a.Params[i].Type {
			return false
		}
	}
	return true
}

// all reports whether the two classes have the same members.
func (o overlap) all() bool {
	return o.methods == o.methodTotal && o.attributes == o.attrTotal
}

// most reports whether the classes have more of their members in common than not, with at least three members of one
// kind in common where the other kind differs. The numbers are RefactoringMiner's.
func (o overlap) most() bool {
	if o.before.Test && o.after.Test {
		return o.methods*2 > o.methodTotal || o.methods > 0 && o.allBefore
	}
	switch {
	case o.methods*2 > o.methodTotal && (o.attributes > 2 || o.attrTotal == 0),
		o.methods*3 > o.methodTotal*2 && (o.attributes > 1 || o.attrTotal == 0),
		o.attributes*2 > o.attrTotal && (o.methods > 2 || o.methodTotal == 0),
		o.methods == o.methodTotal && o.methods > 2 && o.attrTotal <= 1:
		return true
	}
	return false
}

func (o overlap) size() int { return o.methods + o.attributes }

// onlyOne reports whether the classes have a member in common and no other removed or added class has their name.
func (d *Diff) onlyOne(o overlap) bool {
	named := func(list []*Class) int {
		n := 0
		for _, c := range list {
			if c.Simple == o.before.Simple {
				n++
			}
		}
		return n
	}
	return o.size() > 0 && named(d.Removed) == 1 && named(d.Added) == 1
}

// onlyOneByWords reports whether the name of one class has all words of the other's, they have a method name in common,
// and no other removed or added class is as near.
func (d *Diff) onlyOneByWords(o overlap) bool {
	near := func(b, a *Class) bool {
		return (within(b.Simple, a.Simple) || within(a.Simple, b.Simple)) && slices.ContainsFunc(b.Methods, func(m *Method) bool {
			return counts(m) && slices.ContainsFunc(a.Methods, func(n *Method) bool { return m.Name == n.Name })
		})
	}
	if !near(o.before, o.after) || len(nameWords(o.before.Simple)) < 2 || len(nameWords(o.after.Simple)) < 2 {
		return false
	}
	for _, c := range d.Removed {
		if c != o.before && near(c, o.after) {
			return false
		}
	}
	for _, c := range d.Added {
		if c != o.after && near(o.before, c) {
			return false
		}
	}
	return true
}

// candidate is a pair that passed a rule, with what it is ranked by.
type candidate struct {
	overlap
	bodies   int // methods with equal bodies
	order    int // position of the removed class
	distance int // edit distance of the simple names
	packages int // edit distance of the paths
}

// pairByMembers pairs removed and added classes that match accepts, the best pairs first. With rename the simple name
// differs, without it is the same.
func (d *Diff) pairByMembers(rename bool, match func(overlap) bool) {
	var found []candidate
	for i, b := range d.Removed {
		for _, a := range d.candidates(b, rename) {
			o := d.overlapOf(b, a)
			if !match(o) {
				continue
			}
			found = append(found, candidate{overlap: o, order: i,
				distance: editDistance(b.Simple, a.Simple), packages: editDistance(b.Name, a.Name)})
		}
	}
	countBodies(found)
	slices.SortStableFunc(found, func(x, y candidate) int {
		return cmp.Or(
			// An outer class goes first, so that its nested classes go along with it.
			cmp.Compare(depth(x.before), depth(y.before)),
			cmp.Compare(y.bodies, x.bodies),
			cmp.Compare(y.size(), x.size()),
			cmp.Compare(y.sameMethods+y.sameFields, x.sameMethods+x.sameFields),
			cmp.Compare(x.methodTotal+x.attrTotal, y.methodTotal+y.attrTotal),
			cmp.Compare(x.distance, y.distance),
			cmp.Compare(x.packages, y.packages),
			cmp.Compare(x.order, y.order))
	})
	for i := range found {
		c := &found[i]
		if d.pairOf[c.before] != nil || d.pairOf[c.after] != nil || d.merged[c.before] != nil || d.mergedInto(c.after) {
			continue
		}
		if rename {
			if d.merge(found, c) || ambiguous(found, c) {
				continue
			}
		}
		d.pairOuter(c.before, c.after)
	}
	unpaired := func(c *Class) bool { return d.pairOf[c] != nil }
	d.Removed = slices.DeleteFunc(d.Removed, unpaired)
	d.Added = slices.DeleteFunc(d.Added, unpaired)
}

// equals reports whether nothing in the members tells which of the two candidates is the better.
func (c *candidate) equals(o *candidate) bool {
	return c.bodies == o.bodies && c.size() == o.size() && c.sameMethods+c.sameFields == o.sameMethods+o.sameFields &&
		c.methodTotal+c.attrTotal == o.methodTotal+o.attrTotal
}

// merge notes that several classes became one: each has this candidate only, and none is the better one.
func (d *Diff) merge(found []candidate, c *candidate) bool {
	var all []*Class
	for i := range found {
		o := &found[i]
		if o.after != c.after {
			if o.before == c.before {
				return false
			}
			continue
		}
		if d.pairOf[o.before] != nil || !c.equals(o) {
			continue
		}
		for k := range found {
			if found[k].before == o.before && found[k].after != c.after {
				return false
			}
		}
		all = append(all, o.before)
	}
	if len(all) < 2 {
		return false
	}
	if d.merged == nil {
		d.merged = map[*Class]*Class{}
	}
	for _, b := range all {
		d.merged[b] = c.after
	}
	d.Merges = append(d.Merges, ClassMerge{all, c.after})
	return true
}

func (d *Diff) mergedInto(a *Class) bool {
	return slices.ContainsFunc(d.Merges, func(m ClassMerge) bool { return m.After == a })
}

// ambiguous reports whether another class that is still free fits as well, and the names say nothing either: a class that
// left its package under another name is then none of them.
func ambiguous(found []candidate, c *candidate) bool {
	if parentOf(c.before.Name) == parentOf(c.after.Name) || shareWord(c.before.Simple, c.after.Simple) && c.bodies > 0 {
		return false
	}
	for i := range found {
		o := &found[i]
		if o.before == c.before && o.after != c.after && c.equals(o) {
			return true
		}
	}
	return false
}

// countBodies counts equal bodies where a class has several candidates, which is where they are needed.
func countBodies(found []candidate) {
	rivals := map[*Class]int{}
	for i := range found {
		rivals[found[i].before]++
		rivals[found[i].after]++
	}
	for i := range found {
		c := &found[i]
		if rivals[c.before] == 1 && rivals[c.after] == 1 {
			continue
		}
		for _, m := range c.before.Methods {
			if m.HasBody() && slices.ContainsFunc(c.after.Methods, func(n *Method) bool { return m.Name == n.Name && n.HasBody() && sameBody(m, n) }) {
				c.bodies++
			}
		}
	}
}

func depth(c *Class) int {
	n := 0
	for c = c.Outer; c != nil; c = c.Outer {
		n++
	}
	return n
}

// candidates are the added classes that b could have become.
func (d *Diff) candidates(b *Class, rename bool) []*Class {
	var list []*Class
	for _, a := range d.Added {
		if d.pairOf[a] != nil || (a.Simple == b.Simple) == rename || !sameKind(b, a) {
			continue
		}
		list = append(list, a)
	}
	return list
}

// sameKind reports whether two classes can be versions of one: a class may become a record, or stop being one.
func sameKind(b, a *Class) bool { return kindClass(b) == kindClass(a) }

func kindClass(c *Class) java.TypeKind {
	if c.Decl.Kind == java.RecordType {
		return java.ClassType
	}
	return c.Decl.Kind
}

// pairOuter pairs two classes and the nested classes that go along with them.
func (d *Diff) pairOuter(b, a *Class) {
	d.pair(NoPair, b, a) // the kind depends on what becomes of the outer class
	for _, n := range b.Nested {
		for _, m := range a.Nested {
			if n.Simple == m.Simple && sameKind(n, m) && d.pairOf[n] == nil && d.pairOf[m] == nil {
				d.pairOuter(n, m)
				break
			}
		}
	}
}

// movedKind tells what happened to the name of a class. A nested class whose outer class went to the outer class of
// the other has not moved by itself.
func (d *Diff) movedKind(b, a *Class) PairKind {
	moved := parentOf(b.Name) != parentOf(a.Name)
	carried := false
	if b.Outer != nil && a.Outer != nil {
		// A local class that stays local goes along with its method.
		if p := d.pairOf[b.Outer]; p != nil && p.After == a.Outer && b.Decl.In >= 0 == (a.Decl.In >= 0) {
			moved, carried = false, true
		}
	}
	switch {
	case moved && b.Simple != a.Simple:
		return MovedRenamedPair
	case moved:
		return MovedPair
	case b.Simple != a.Simple:
		return RenamedPair
	case carried:
		return CarriedPair
	}
	return FolderPair
}

// pairAnonymousFields pairs the anonymous classes that stand outside of methods (in the initializers of fields, and the bodies
// of enum constants) by their paths. Those inside of methods are paired where the statements around them match.
func (d *Diff) pairAnonymousFields() {
	for _, p := range slices.Clone(d.Pairs) {
		var used []bool
		for _, b := range p.Before.Anonymous {
			if b.Within != nil {
				continue
			}
			if used == nil {
				used = make([]bool, len(p.After.Anonymous))
			}
			for i, a := range p.After.Anonymous {
				if !used[i] && a.Within == nil && relativeName(b, p.Before) == relativeName(a, p.After) {
					used[i] = true
					d.PairAnonymous(b, a)
					break
				}
			}
		}
	}
}

// relativeName is the name of c from class outer on.
func relativeName(c, outer *Class) string { return c.Name[min(len(outer.Name), len(c.Name)):] }

// editDistance is the Levenshtein distance of two strings, in bytes.
func editDistance(a, b string) int {
	for len(a) > 0 && len(b) > 0 && a[0] == b[0] {
		a, b = a[1:], b[1:]
	}
	for len(a) > 0 && len(b) > 0 && a[len(a)-1] == b[len(b)-1] {
		a, b = a[:len(a)-1], b[:len(b)-1]
	}
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := 1; i <= len(a); i++ {
		diagonal := row[0]
		row[0] = i
		for j := 1; j <= len(b); j++ {
			cost := diagonal
			if a[i-1] != b[j-1] {
				cost++
			}
			diagonal = row[j]
			row[j] = min(cost, row[j]+1, row[j-1]+1)
		}
	}
	return row[len(b)]
}

// ---- the hierarchy, by spelling and imports

// resolve returns the class of m that name denotes when written in class c: a nested class of c or of an outer class
// or supertype, a class of the file's package, an imported one. It is nil where the class is not in m.
func (m *Model) resolve(c *Class, name string) *Class {
	if name == "" {
		return nil
	}
	for o := c; o != nil; o = o.Outer {
		if n := m.byName[o.Name+"."+name]; n != nil {
			return n
		}
	}
	first := name
	rest := ""
	for i := range name {
		if name[i] == '.' {
			first, rest = name[:i], name[i:]
			break
		}
	}
	for _, im := range c.File.Imports {
		if !im.Static && !im.OnDemand && lastPart(im.Name) == first {
			if n := m.byName[im.Name+rest]; n != nil {
				return n
			}
			return nil
		}
	}
	if n := m.byName[qualify(c.Package, name)]; n != nil {
		return n
	}
	for _, im := range c.File.Imports {
		if im.OnDemand && !im.Module {
			if n := m.byName[im.Name+"."+name]; n != nil {
				return n
			}
		}
	}
	if rest != "" {
		if n := m.byName[name]; n != nil { // a qualified name
			return n
		}
	}
	return nil
}

func qualify(pkg, name string) string {
	if pkg == "" {
		return name
	}
	return pkg + "." + name
}

// supers calls yield for the supertypes of c that are in its model, nearest first, until yield returns false.
func (c *Class) supers(yield func(*Class) bool) {
	seen := map[*Class]bool{c: true}
	queue := []*Class{c}
	for len(queue) > 0 {
		x := queue[0]
		queue = queue[1:]
		for _, s := range x.Supertypes() {
			if t := c.Model.resolve(x, s); t != nil && !seen[t] {
				seen[t] = true
				if !yield(t) {
					return
				}
				queue = append(queue, t)
			}
		}
	}
}

// subtypeOf reports whether super is a direct or indirect supertype of c, as far as the model shows.
func (c *Class) subtypeOf(super *Class) bool {
	for t := range c.supers {
		if t == super {
			return true
		}
	}
	return false
}
