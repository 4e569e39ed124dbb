package mine

import (
	"slices"

	"refract/java"
	"refract/mapping"
)

// This file takes apart attributes that share no more than their name: where most matched statements have a new attribute in
// the place of one, and the one of its name in the place of a third, which is gone, the names went on to the next
// ("size" became "writeSize" when "writeSize" became "exclusiveWriteSize").

// minShifted is the number of references that each step of such a change needs.
const minShifted = 2

// freeShifted takes such pairs apart, so that the references pair what is left.
func (d *Diff) freeShifted(changes []attributeChange) {
	pairs := map[*Attribute]*AttributePair{}
	for _, p := range d.Pairs {
		for _, q := range p.Attributes {
			if q.Kind == Same {
				pairs[q.Before], pairs[q.After] = q, q
			}
		}
	}
	count := func(fits func(c attributeChange) bool) int {
		i := slices.IndexFunc(changes, fits)
		if i < 0 {
			return 0
		}
		return changes[i].count
	}
	for _, c := range changes {
		q := pairs[c.before]
		if q == nil || q.Classes == nil || c.count < minShifted || c.before.Type != c.after.Type || !slices.Contains(q.Classes.AddedAttributes, c.after) {
			continue
		}
		shifted := count(func(o attributeChange) bool {
			return o.after == q.After && o.before.Type == q.After.Type && slices.Contains(q.Classes.RemovedAttributes, o.before)
		})
		if shifted < minShifted || 2*d.kept(q) >= c.count {
			continue
		}
		p := q.Classes
		p.Attributes = slices.DeleteFunc(p.Attributes, func(o *AttributePair) bool { return o == q })
		q.Before.paired, q.After.paired = false, false
		p.RemovedAttributes, p.AddedAttributes = append(p.RemovedAttributes, q.Before), append(p.AddedAttributes, q.After)
	}
}

// kept counts the matched statements that mention the attribute of q on both sides.
func (d *Diff) kept(q *AttributePair) int {
	n := 0
	for u := range d.units {
		for i := range u.m.Pairs {
			p := &u.m.Pairs[i]
			if namesAttribute(u.before, u.m.Src, p.Src, q.Before) && namesAttribute(u.after, u.m.Dst, p.Dst, q.After) {
				n++
			}
		}
	}
	return n
}

// namesAttribute reports whether statement s of m, whose tree is t, mentions a.
func namesAttribute(m *Method, t *mapping.Tree, s mapping.StmtID, a *Attribute) bool {
	from, to := headerNodes(t, s)
	for n := from; n < to; n++ {
		if t.File.Nodes[n].Kind == java.Identifier && t.File.Text(n) == a.Name && refOf(m, t, mapping.Ref{Tree: t, Node: n}).attr == a {
			return true
		}
	}
	return false
}
