package mine

import (
	"slices"
	"strings"

	"refract/mapping"
)

// This file matches the parameters of a method before and after.

// paramPair is a parameter before and after.
type paramPair struct{ before, after *Param }

// parameterDiff is what became of the parameters of a method.
type parameterDiff struct {
	matched        []paramPair // in the order of the parameters before
	removed, added []*Param
}

// parameterMemo keeps the differences that were computed.
type parameterMemo struct {
	byPair map[*MethodPair]*parameterDiff
	// bySignature are pairs with bodies under the signatures of both sides, for their like without a body.
	bySignature map[string]*MethodPair
	// groups are the merged and split parameters of all methods, once grouped is set.
	grouped bool
	groups  []parameterGroup
}

func (d *Diff) parameters(p *MethodPair) *parameterDiff {
	if r := d.params.byPair[p]; r != nil {
		return r
	}
	if d.params.byPair == nil {
		d.params.byPair = map[*MethodPair]*parameterDiff{}
	}
	r := d.matchParameters(p)
	d.params.byPair[p] = r
	return r
}

// paramMatcher matches the parameters b with the parameters a in rounds.
type paramMatcher struct {
	b, a  []Param
	to    []int // for every b its a, -1 for none
	taken []bool
}

func (m *paramMatcher) round(fits func(i, j int) bool) {
	for i := range m.b {
		for j := range m.a {
			if m.to[i] < 0 && !m.taken[j] && fits(i, j) {
				m.to[i], m.taken[j] = j, true
			}
		}
	}
}

func (m *paramMatcher) sameType(i, j int) bool { return m.b[i].fullType() == m.a[j].fullType() }

// open are the indices left over on either side.
func (m *paramMatcher) open() (b, a []int) {
	for i, j := range m.to {
		if j < 0 {
			b = append(b, i)
		}
	}
	for j, t := range m.taken {
		if !t {
			a = append(a, j)
		}
	}
	return b, a
}

// matchParameters matches in rounds: name and type; name; what the statements of the bodies show (of the method itself,
// or of one that it is overridden by); type, where no other parameter of that type is left over (or both methods have
// several of one type); and last, parameters at one position that are alike.
func (d *Diff) matchParameters(p *MethodPair) *parameterDiff {
	m := &paramMatcher{b: p.Before.Params, a: p.After.Params, to: make([]int, len(p.Before.Params)), taken: make([]bool, len(p.After.Params))}
	for i := range m.to {
		m.to[i] = -1
	}
	b, a := m.b, m.a
	m.round(func(i, j int) bool { return b[i].Name == a[j].Name && m.sameType(i, j) })
	exact := len(b)
	if open, _ := m.open(); true {
		exact -= len(open)
	}
	m.round(func(i, j int) bool { return b[i].Name == a[j].Name })
	openB, openA := m.open()
	if len(openB) > 0 && len(openA) > 0 {
		d.matchOpenParameters(p, m, exact, len(openB), len(openA))
	}
	r := &parameterDiff{}
	for i := range b {
		if m.to[i] >= 0 {
			r.matched = append(r.matched, paramPair{&b[i], &a[m.to[i]]})
		} else {
			r.removed = append(r.removed, &b[i])
		}
	}
	for j := range a {
		if !m.taken[j] {
			r.added = append(r.added, &a[j])
		}
	}
	return r
}

func (d *Diff) matchOpenParameters(p *MethodPair, m *paramMatcher, exact, openB, openA int) {
	b, a := m.b, m.a
	like := p
	if p.Mapping == nil {
		if q := d.implementation(p); q != nil {
			like = q
		}
	}
	if like.Mapping != nil {
		groups := d.regroups(unit{before: like.Before, after: like.After, m: like.Mapping, pair: like})
		grouped := func(i, j int) bool { return slices.ContainsFunc(groups, func(g regroup) bool { return g.about(i, j) }) }
		renames := d.paramRenames(like)
		m.round(func(i, j int) bool { return renames[b[i].Name] == a[j].Name && !grouped(i, j) })
		other, becameLocal := d.otherwise(like), d.localParameters(like)
		m.round(func(i, j int) bool {
			return m.sameType(i, j) && !grouped(i, j) && m.onlyOfType(i, j) && !becameLocal(i, j)
		})
		if exact == len(b)-1 && exact == len(a)-1 {
			m.round(func(i, j int) bool {
				return i == j && (like != p || exact > 0 || !other(i, j)) && (like != p || !becameLocal(i, j))
			})
		}
		if openB == openA {
			m.round(func(i, j int) bool {
				return i == j && !grouped(i, j) && !other(i, j) && !becameLocal(i, j) && alike(&b[i], &a[j])
			})
		}
		return
	}
	m.round(func(i, j int) bool { return m.sameType(i, j) && m.onlyOfType(i, j) })
	if exact == len(b)-1 && exact == len(a)-1 {
		m.round(func(i, j int) bool { return i == j })
	}
	if openB == openA {
		m.round(func(i, j int) bool { return i == j && alike(&b[i], &a[j]) })
	}
}

// otherwise returns a function that reports whether the bodies of p show something else of parameters i before and j after
// than that they are one: a local variable has the name of the one on the other side, or a part of i became j.
func (d *Diff) otherwise(p *MethodPair) func(i, j int) bool {
	parts := map[[2]int]bool{}
	for i := range p.Mapping.Pairs {
		for k := range p.Mapping.Pairs[i].Replacements {
			r := &p.Mapping.Pairs[i].Replacements[k]
			b, a := getterOf(p.Before, p.Mapping.Src, r.Src), refOf(p.After, p.Mapping.Dst, r.Dst)
			if b.kind == paramRef && a.kind == paramRef {
				parts[[2]int{b.index, a.index}] = true
			}
		}
	}
	return func(i, j int) bool {
		return parts[[2]int{i, j}] || declares(p.Mapping.Dst, p.Before.Params[i].Name) || declares(p.Mapping.Src, p.After.Params[j].Name)
	}
}

// onlyOfType reports whether no other parameter after of the type of j is left over, or both methods have several of
// one type, so that their order decides.
func (m *paramMatcher) onlyOfType(i, j int) bool {
	if twoOfOneType(m.b) && twoOfOneType(m.a) {
		return true
	}
	_, open := m.open()
	return !slices.ContainsFunc(open, func(k int) bool { return k != j && m.sameType(i, k) })
}

func twoOfOneType(p []Param) bool {
	for i := range p {
		for j := range i {
			if p[i].fullType() == p[j].fullType() {
				return true
			}
		}
	}
	return false
}

// alike reports whether the names share a word, or one type is made of the other: T and T[], T and List<T>.
func alike(b, a *Param) bool {
	if mapping.ShareWord(b.Name, a.Name) || strings.HasPrefix(a.Name, b.Name) || strings.HasPrefix(b.Name, a.Name) {
		return true
	}
	x, y := b.fullType(), a.fullType()
	return len(x) > 1 && len(y) > 1 && (strings.Contains(x, y) || strings.Contains(y, x))
}

// unrelated reports whether nothing of the names and types of two parameters agrees: one statement that has the one where it had the
// other then says little.
func (d *Diff) unrelated(b, a *Param) bool {
	return !d.renamedType(b.fullType(), a.fullType()) && !alike(b, a) && !mapping.ShareWord(b.Type, a.Type)
}

// about reports whether g speaks of parameter i before or j after.
func (g *regroup) about(i, j int) bool {
	many, single := i, j
	if g.split {
		many, single = j, i
	}
	return g.one == ref{kind: paramRef, index: single} || slices.Contains(g.many, ref{kind: paramRef, index: many})
}

// implementation returns a pair of methods with bodies and the signatures of p, which has none: what happened to the
// parameters there happened here (§4.3).
func (d *Diff) implementation(p *MethodPair) *MethodPair {
	if d.params.bySignature == nil {
		d.params.bySignature = map[string]*MethodPair{}
		for q := range d.methodPairs {
			if q.Mapping == nil {
				continue
			}
			if k := signatures(q); d.params.bySignature[k] == nil {
				d.params.bySignature[k] = q
			}
		}
	}
	return d.params.bySignature[signatures(p)]
}

// signatures is a key of the names and parameters of both sides.
func signatures(p *MethodPair) string {
	var b strings.Builder
	for _, m := range []*Method{p.Before, p.After} {
		b.WriteString(m.Name)
		b.WriteByte('(')
		for i := range m.Params {
			b.WriteString(m.Params[i].Name + " " + m.Params[i].fullType() + ",")
		}
	}
	return b.String()
}
