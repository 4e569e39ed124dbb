package mine

// This file pairs the attributes of a class pair: by name and type, then by name.

func (d *Diff) matchAttributes(p *ClassPair) {
	after := p.After.Attributes
	byName := make(map[string]int, len(after))
	for i := len(after) - 1; i >= 0; i-- {
		byName[after[i].Name] = i
	}
	taken := make([]bool, len(after))
	for _, b := range p.Before.Attributes {
		i, ok := byName[b.Name]
		if !ok || taken[i] {
			p.RemovedAttributes = append(p.RemovedAttributes, b)
			continue
		}
		taken[i] = true
		kind := Same
		if b.Type != after[i].Type {
			kind = Changed
		}
		p.pairAttributes(kind, b, after[i])
	}
	for i, a := range after {
		if !taken[i] {
			p.AddedAttributes = append(p.AddedAttributes, a)
		}
	}
}

// pairAttributes adds a pair to the attributes of p.
func (p *ClassPair) pairAttributes(kind PairKind, b, a *Attribute) {
	p.Attributes = append(p.Attributes, &AttributePair{Kind: kind, Before: b, After: a, Classes: p})
	b.paired, a.paired = true, true
}

// redeclared reports whether p has another name in another class: only its uses say that it is the same, the declaration
// is a new one, and what its modifiers are is no change of the old one's.
func (p *AttributePair) redeclared() bool { return p.Classes == nil && p.Before.Name != p.After.Name }

// attributePairs calls yield for every pair of attributes: in class pairs, then renamed ones, then moves.
func (d *Diff) attributePairs(yield func(*AttributePair) bool) {
	for _, p := range d.Pairs {
		for _, a := range p.Attributes {
			d.checkpoint()
			if !yield(a) {
				return
			}
		}
	}
	for _, a := range d.AttributeMoves {
		d.checkpoint()
		if !yield(a) {
			return
		}
	}
}

// methodPairs calls yield for every pair of methods: in class pairs, then moves.
func (d *Diff) methodPairs(yield func(*MethodPair) bool) {
	for _, p := range d.Pairs {
		for _, m := range p.Methods {
			d.checkpoint()
			if !yield(m) {
				return
			}
		}
	}
	for _, m := range d.Moves {
		d.checkpoint()
		if !yield(m) {
			return
		}
	}
}
