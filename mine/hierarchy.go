package mine

import "slices"

// This file answers what classes of the two sides have to do with each other.

// supertype reports whether super is a supertype of sub, the two from either side: by the hierarchy after the change,
// else by that before.
func (d *Diff) supertype(sub, super *Class) bool {
	if s, t := d.side(sub, true), d.side(super, true); s != nil && t != nil && s.subtypeOf(t) {
		return true
	}
	if s, t := d.side(sub, false), d.side(super, false); s != nil && t != nil && s.subtypeOf(t) {
		return true
	}
	return false
}

// side returns c as it is after the change, or before it; nil where it is not there.
func (d *Diff) side(c *Class, after bool) *Class {
	want := d.Before
	if after {
		want = d.After
	}
	if c.Model == want {
		return c
	}
	p := d.pairOf[c]
	switch {
	case p == nil:
		return nil
	case after:
		return p.After
	}
	return p.Before
}

// imports reports whether the class b before, or what became of it, can name the class a after, or the other way
// round: Table 4's importsType.
func (d *Diff) imports(b, a *Class) bool {
	if now := d.side(b, true); now != nil && now.importsType(a) {
		return true
	}
	if d.side(b, true) == nil && b.importsType(a) {
		return true
	}
	if old := d.side(a, false); old != nil && old.importsType(b) {
		return true
	}
	return a.importsType(b)
}

// importsType reports whether the file of c can name t without its package: t stands in the package of c or below it,
// or an import names it, its package, or a member of it.
func (c *Class) importsType(t *Class) bool {
	if c.Package == t.Package || below(t.Name, c.Package) {
		return true
	}
	for i := range c.File.Imports {
		im := &c.File.Imports[i]
		if im.Name == t.Name || below(im.Name, t.Name) || below(t.Name, im.Name) {
			return true
		}
	}
	return false
}

// below reports whether name is that of something in outer.
func below(name, outer string) bool {
	return len(name) > len(outer) && name[len(outer)] == '.' && name[:len(outer)] == outer
}

// resolve returns the class of m that name denotes when written in class c: a nested class of c or of an outer class
// or supertype, a class of the file's package, an imported one. It is nil where the class is not in m.
func (m *Model) resolve(c *Class, name string) *Class {
	if name == "" {
		return nil
	}
	for o := c; o != nil; o = o.Outer {
		if n := m.classNear(c, o.Name+"."+name); n != nil {
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
			if n := m.classNear(c, im.Name+rest); n != nil {
				return n
			}
			return nil
		}
	}
	if n := m.classNear(c, qualify(c.Package, name)); n != nil {
		return n
	}
	for _, im := range c.File.Imports {
		if im.OnDemand && !im.Module {
			if n := m.classNear(c, im.Name+"."+name); n != nil {
				return n
			}
		}
	}
	if rest != "" {
		if n := m.classNear(c, name); n != nil { // a qualified name
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

// supers calls yield for the supertypes of c that are in its model, nearest first, until yield returns false. They are
// resolved once: in a whole release the classes of one hierarchy are asked for it millions of times.
func (c *Class) supers(yield func(*Class) bool) {
	if !c.memo.above {
		c.memo.above = true
		c.memo.supers = c.resolveSupers()
	}
	for _, t := range c.memo.supers {
		if !yield(t) {
			return
		}
	}
}

// maxSupers is how many supertypes of a class are looked at, the nearest ones. Real classes have a few tens; of thousands, one above the other, each would list all.
const maxSupers = 256

// resolveSupers lists the supertypes breadth first.
func (c *Class) resolveSupers() []*Class {
	var list []*Class
	for x, next := c, 0; ; next++ {
		for _, s := range x.Supertypes() {
			if t := c.Model.resolve(x, s); t != nil && t != c && !slices.Contains(list, t) {
				list = append(list, t)
			}
		}
		if next == len(list) || len(list) >= maxSupers {
			return list
		}
		x = list[next]
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
