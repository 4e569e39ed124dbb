package mine

import "slices"

// This file infers from references that classes were merged (§4.5): what named several classes that are gone names one that
// is new, and that has the methods of all of them.

// merge notes the classes that were merged, as the references tell, and keeps them from being paired: references to each
// of them changed more than once, and all to the new one.
func (r *classReferences) merge() {
	d := r.d
	from := map[*Class][]*Class{} // by the class that a reference names now
	became := map[*Class]int{}    // in how many classes references to one of Before changed
	for _, k := range r.order {
		from[k[1]] = append(from[k[1]], k[0])
		became[k[0]]++
	}
	for _, a := range d.Added {
		if d.pairOf[a] != nil || d.mergedInto(a) || d.wasSplit(a) {
			continue
		}
		var parts []*Class
		for _, b := range from[a] {
			if d.pairOf[b] == nil && d.merged[b] == nil && !d.wasSplit(b) && became[b] == 1 && r.count[[2]*Class{b, a}] > 1 && takesOver(b, a) {
				parts = append(parts, b)
			}
		}
		if len(parts) > 1 {
			d.noteMerge(parts, a)
		}
	}
}

// noteMerge notes that several classes became one.
func (d *Diff) noteMerge(before []*Class, after *Class) {
	if d.merged == nil {
		d.merged, d.mergedTo = map[*Class]*Class{}, map[*Class]bool{}
	}
	for _, b := range before {
		d.merged[b] = after
	}
	d.mergedTo[after] = true
	d.Merges = append(d.Merges, ClassMerge{before, after})
}

// takesOver reports whether two classes are of one kind and a has the methods of b, of which there is one at least.
func takesOver(b, a *Class) bool {
	found := false
	for _, m := range b.Methods {
		if m.IsConstructor() {
			continue
		}
		found = true
		if !slices.ContainsFunc(a.Methods, func(n *Method) bool {
			return m.Name == n.Name && m.HasBody() == n.HasBody() && sameParameterTypes(m, n, func(x, y string) bool { return x == y })
		}) {
			return false
		}
	}
	return found && sameKind(b, a)
}
