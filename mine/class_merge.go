package mine

import "slices"

// This file infers from references that classes were merged (§4.5): what named several classes that are gone names one that
// is new, and that has the methods of all of them.

// merge notes the classes that were merged, as the references tell, and keeps them from being paired.
func (r *classReferences) merge() {
	d := r.d
	for _, a := range d.Added {
		if d.pairOf[a] != nil || d.mergedInto(a) || d.wasSplit(a) {
			continue
		}
		var parts []*Class
		for _, k := range r.order {
			if b := k[0]; k[1] == a && d.pairOf[b] == nil && d.merged[b] == nil && !d.wasSplit(b) && r.onlyBecame(b, a) && takesOver(b, a) {
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
		d.merged = map[*Class]*Class{}
	}
	for _, b := range before {
		d.merged[b] = after
	}
	d.Merges = append(d.Merges, ClassMerge{before, after})
}

// onlyBecame reports whether references to b changed more than once, and to a only.
func (r *classReferences) onlyBecame(b, a *Class) bool {
	for k := range r.count {
		if k[0] == b && k[1] != a {
			return false
		}
	}
	return r.count[[2]*Class{b, a}] > 1
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
