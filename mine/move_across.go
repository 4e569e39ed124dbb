package mine

// This file finds what was extracted to another class, and inlined from another (Table 4, Extract & Move, Move & Inline).

// extractAcross looks for extractions from all method pairs to added methods of other classes.
func (d *Diff) extractAcross() {
	var added []*Method
	for _, p := range d.Pairs {
		for _, m := range p.AddedMethods {
			if !m.memo.moved && m.HasBody() && !m.IsConstructor() {
				added = append(added, m)
			}
		}
	}
	for _, c := range d.Added {
		for _, m := range c.Methods {
			if !m.memo.moved && m.HasBody() && !m.IsConstructor() {
				added = append(added, m)
			}
		}
	}
	byName := map[string][]*Method{}
	for _, m := range added {
		byName[m.Name] = append(byName[m.Name], m)
	}
	for q := range d.mappedPairs {
		d.checkpoint()
		first := len(d.Extractions)
		d.extractFrom(q, setOf(d.reachable(q, byName)), true)
		d.keepBest(first)
		d.extractBelow(q, byName)
	}
}

// keepBest drops, of the extractions from one method that begin at index first, all but the best among methods of one
// name and number of parameters in different classes: one call has one target, even if its receiver's type is unknown.
func (d *Diff) keepBest(first int) {
	list := d.Extractions[first:]
	worse := func(e *Extraction) bool {
		for _, o := range list {
			if o != e && o.Extracted.Name == e.Extracted.Name && len(o.Extracted.Params) == len(e.Extracted.Params) && better(o.Mapping, e.Mapping) {
				return true
			}
		}
		return false
	}
	kept := make([]*Extraction, 0, len(list))
	for _, e := range list {
		if !worse(e) {
			kept = append(kept, e)
		}
	}
	d.Extractions = append(d.Extractions[:first], kept...)
}

// mappedPairs calls yield for the method pairs whose bodies differ.
func (d *Diff) mappedPairs(yield func(*MethodPair) bool) {
	for q := range d.methodPairs {
		d.checkpoint()
		if q.Mapping != nil && !yield(q) {
			return
		}
	}
}

// reachable lists the methods of other classes that q's body after the change may call, directly or through one another,
// and whose classes it can name.
func (d *Diff) reachable(q *MethodPair, byName map[string][]*Method) []*Method {
	var list []*Method
	seen := map[*Method]bool{}
	visit := func(m *Method) {
		for _, c := range m.calls() {
			if len(byName[c.name]) > 1 && m.unknownName(&c) {
				continue // which of several methods it means, nobody knows
			}
			for _, x := range byName[c.name] {
				if seen[x] || !c.mayCall(x) || x.Class == q.After.Class && q.Classes != nil || !m.reaches(&c, x.Class) {
					continue
				}
				if x.Class.IsAnonymous() || !d.knows(q.After.Class, x.Class) {
					continue
				}
				seen[x] = true
				list = append(list, x)
			}
		}
	}
	visit(q.After)
	for i := 0; i < len(list) && i < 32; i++ {
		visit(list[i])
	}
	return list
}

// knows reports whether the class c can name class x or one above it, or is below it.
func (d *Diff) knows(c, x *Class) bool {
	if c.importsType(x) || d.supertype(c, x) {
		return true
	}
	for s := range x.supers {
		if c.importsType(s) {
			return true
		}
	}
	return false
}

func (d *Diff) inlineAcross() {
	byName := map[string][]*Method{}
	add := func(m *Method) {
		if !m.memo.moved && m.HasBody() && !m.IsConstructor() {
			byName[m.Name] = append(byName[m.Name], m)
		}
	}
	for _, p := range d.Pairs {
		for _, m := range p.RemovedMethods {
			add(m)
		}
	}
	for _, c := range d.Removed {
		for _, m := range c.Methods {
			add(m)
		}
	}
	for q := range d.mappedPairs {
		var list []*Method
		seen := map[*Method]bool{}
		for _, c := range q.Before.calls() {
			for _, x := range byName[c.name] {
				if !seen[x] && c.mayCall(x) && q.Before.reaches(&c, x.Class) && x.Class != q.Before.Class && !x.Class.IsAnonymous() && q.Before.Class.importsType(x.Class) {
					seen[x] = true
					list = append(list, x)
				}
			}
		}
		if len(list) > 0 {
			d.inlineInto(q, setOf(list), true)
		}
	}
}
