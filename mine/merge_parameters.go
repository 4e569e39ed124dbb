package mine

import (
	"slices"

	"refract/java"
	"refract/mapping"
)

// This file carries what the body of one method shows of merged and split parameters to other methods with the same
// parameters.

// uses reports whether the bodies of u use a parameter of g: one that only throws, say, tells nothing of them.
func (u unit) uses(g regroup) bool {
	many, single, t, o := u.before, u.after, u.m.Src, u.m.Dst
	if g.split {
		many, single, t, o = single, many, o, t
	}
	return mentionsName(o, single.Params[g.one.index].Name) ||
		slices.ContainsFunc(g.many, func(x ref) bool { return mentionsName(t, many.Params[x.index].Name) })
}

// mentionsName reports whether an identifier of that name stands in t.
func mentionsName(t *mapping.Tree, name string) bool {
	for n := t.Root; n < t.File.Nodes[t.Root].Next; n++ {
		if t.File.Nodes[n].Kind == java.Identifier && t.File.Text(n) == name {
			return true
		}
	}
	return false
}

// parameterGroup is parameters that were merged or split in some method, by names and types: what happened in one happened
// in those around it that have the same parameters.
type parameterGroup struct {
	many  []string
	one   string
	split bool
}

func (d *Diff) parameterGroups() []parameterGroup {
	if d.params.grouped {
		return d.params.groups
	}
	d.params.grouped = true
	for p := range d.methodPairs {
		if p.Mapping == nil || len(p.Before.Params) == 0 || len(p.After.Params) == 0 {
			continue
		}
		for _, g := range d.shownRegroups(unit{before: p.Before, after: p.After, m: p.Mapping, pair: p}) {
			if g.kind() != paramRef {
				continue
			}
			many, single := p.Before.Params, p.After.Params
			if g.split {
				many, single = single, many
			}
			k := parameterGroup{one: single[g.one.index].Text(), split: g.split}
			for _, x := range g.many {
				k.many = append(k.many, many[x.index].Text())
			}
			if !slices.ContainsFunc(d.params.groups, func(o parameterGroup) bool { return o.one == k.one && slices.Equal(o.many, k.many) }) {
				d.params.groups = append(d.params.groups, k)
			}
		}
	}
	return d.params.groups
}

// in finds the group in the parameters of p: the one on one side, the many on the other.
func (k *parameterGroup) in(p *MethodPair) (regroup, bool) {
	many, single := p.Before.Params, p.After.Params
	if k.split {
		many, single = single, many
	}
	index := func(list []Param, text string) int {
		return slices.IndexFunc(list, func(x Param) bool { return x.Text() == text })
	}
	g := regroup{one: ref{kind: paramRef, index: index(single, k.one)}, split: k.split}
	if g.one.index < 0 || index(many, k.one) >= 0 {
		return g, false
	}
	for _, text := range k.many {
		i := index(many, text)
		if i < 0 || index(single, text) >= 0 {
			return g, false
		}
		g.many = append(g.many, ref{kind: paramRef, index: i})
	}
	return g, true
}
