package mine

// This file says when two classes of different names are one, by the members they have in common.

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
	for _, m := range b.counted() {
		d.checkpoint()
		var best *Method
		for _, n := range a.methodsNamed(m.Name) {
			if takenM[n.Index] || !counts(n) || !likeSignature(m, n) {
				continue
			}
			if best == nil || sameTypes(m, n) {
				best = n
			}
		}
		if best == nil {
			o.allBefore = false
			continue
		}
		takenM[best.Index] = true
		o.methods++
		if sameTypes(m, best) {
			o.sameMethods++
		}
	}
	o.methods, o.methodTotal = 2*o.methods, len(b.counted())+len(a.counted())
	takenA := make([]bool, len(a.Attributes))
	for _, f := range b.Attributes {
		d.checkpoint()
		if a.attribute(f.Name) == nil {
			continue
		}
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

// counted are the methods of c that say something.
func (c *Class) counted() []*Method {
	if c.memo.counted == nil {
		c.memo.counted = make([]*Method, 0, len(c.Methods))
		for _, m := range c.Methods {
			if counts(m) {
				c.memo.counted = append(c.memo.counted, m)
			}
		}
	}
	return c.memo.counted
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

// keepsAll reports whether the class after has all members of the one before.
func (o overlap) keepsAll() bool { return o.allBefore && o.attributes == 2*len(o.before.Attributes) }

func (o overlap) size() int { return o.methods + o.attributes }

// onlyOne reports whether the classes have a member in common and no other removed or added class has their name. An
// attribute is too little outside of one top-level class, since attributes that have nothing to do with each other have one
// name: there a method, or several statements, must tell.
func (d *Diff) onlyOne(o meeting, x *unpaired) bool {
	return o.size() > 0 && (o.methods > 0 || o.before.TopLevel().Name == o.after.TopLevel().Name || sharedStatements(o.before, o.after) > 1) &&
		x.before.only(o.before) && x.after.only(o.after)
}

// onlyOneByWords reports whether the name of one class has all words of the other's, they have a method name in common,
// and no other removed or added class is as near. Words repeat in the names of a program, and so do those of methods: half
// of the members must be common besides, or several statements of methods of one name.
func (d *Diff) onlyOneByWords(o meeting, x *unpaired) bool {
	d.checkpoint()
	return o.nearByWords() && (2*o.size() >= o.methodTotal+o.attrTotal || sharedStatements(o.before, o.after) >= 2) &&
		x.before.onlyNear(o.before, o.after, func(c *Class) bool { return near(c, o.after) }) &&
		x.after.onlyNear(o.after, o.before, func(c *Class) bool { return near(o.before, c) })
}

// sharedStatements counts the statements that methods of one name have in common.
func sharedStatements(b, a *Class) int {
	n := 0
	for _, m := range b.Methods {
		most := 0
		for _, o := range a.methodsNamed(m.Name) {
			if m.HasBody() && o.HasBody() {
				most = max(most, m.shares(o))
			}
		}
		n += most
	}
	return n
}
