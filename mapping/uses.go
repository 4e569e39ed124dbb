package mapping

import (
	"slices"

	"refract/java"
)

// This file tells declarations of one value apart by the way their variables are used: of "m = new Map();" and "o = new Map();"
// the one became "n = new Map();" whose variable stands where n stands now.

// byUse makes candidates worse that pair a declaration with one of the same value and another name, where a second such
// candidate has more uses in common. list has the candidates of a statement of Src side by side.
func (m *Mapping) byUse(list []candidate) {
	known := useMemo{}
	for len(list) > 0 {
		n := 1
		for n < len(list) && list[n].src == list[0].src {
			n++
		}
		m.weighUses(list[:n], known)
		list = list[n:]
	}
}

// weighUses is byUse for the candidates of one statement.
func (m *Mapping) weighUses(group []candidate, known useMemo) {
	if len(group) < 2 {
		return
	}
	shared := make([]int, len(group)) // -1: no such candidate
	best := 0
	for k, c := range group {
		shared[k] = -1
		if i, j := m.renamedValue(c.src, c.dst); i >= 0 {
			shared[k] = countCommon(known.of(m.Src, i), known.of(m.Dst, j))
			best = max(best, shared[k])
		}
	}
	for k := range group {
		if shared[k] >= 0 && shared[k] < best {
			group[k].distance += m.relative(group[k].src, group[k].dst, wrongVariable)
		}
	}
}

// renamedValue returns the locals that a of Src and b of Dst declare if the two have one value and different names, else -1.
func (m *Mapping) renamedValue(a, b StmtID) (i, j int) {
	if m.Src.Stmts[a].Kind != Declaration || m.Dst.Stmts[b].Kind != Declaration {
		return -1, -1
	}
	x, y := valueOf(m.Src.File, m.Src.Stmts[a].Node), valueOf(m.Dst.File, m.Dst.Stmts[b].Node)
	if x < 0 || y < 0 || m.Src.Hash(x) != m.Dst.Hash(y) {
		return -1, -1
	}
	i, j = m.Src.declaredBy(a), m.Dst.declaredBy(b)
	if i < 0 || j < 0 || m.Src.Vars[i].Name == m.Dst.Vars[j].Name {
		return -1, -1
	}
	return i, j
}

// declaredBy returns the local that statement s declares, -1 where there is none.
func (t *Tree) declaredBy(s StmtID) int {
	for i := range t.DeclaredIn(s) {
		if t.Vars[i].Kind == LocalVar {
			return i
		}
	}
	return -1
}

// useMemo keeps the uses of variables while the candidates of a round are weighed.
type useMemo map[useKey][]uint64

type useKey struct {
	tree  *Tree
	index int
}

func (k useMemo) of(t *Tree, i int) []uint64 {
	key := useKey{t, i}
	list, ok := k[key]
	if !ok {
		list = t.usesOf(i)
		k[key] = list
	}
	return list
}

// useDepth is how far out from a variable its surroundings tell what it is used for.
const useDepth = 4

// usesOf returns sorted hashes of what stands around the uses of variable i: the node next to it, the calls that it is a part of,
// and what it is assigned to.
func (t *Tree) usesOf(i int) []uint64 {
	v := &t.Vars[i]
	f := t.File
	var list []uint64
	for n := range t.Named(v.Name, v.ScopeStart, v.ScopeEnd) {
		if n == v.NameNode || t.VarOf(n) != i {
			continue
		}
		h := uint64(0)
		c, p := n, f.Parent(n)
		for k := 0; k < useDepth && p >= t.Root; k++ {
			h = Mix(h, uint64(f.Nodes[p].Kind)<<8|uint64(f.Nodes[c].Field))
			switch f.Nodes[p].Kind {
			case java.MethodInvocation:
				h = Mix(h, t.Hash(f.Child(p, java.FieldName)))
				list = append(list, h)
			case java.AssignmentExpression:
				h = Mix(h, t.Hash(f.Child(p, java.FieldLeft)))
				list = append(list, h)
			default:
				if k == 0 {
					list = append(list, h)
				}
			}
			c, p = p, f.Parent(p)
		}
	}
	slices.Sort(list)
	return list
}

// countCommon counts what two sorted lists have in common.
func countCommon(a, b []uint64) int {
	n := 0
	for len(a) > 0 && len(b) > 0 {
		switch {
		case a[0] < b[0]:
			a = a[1:]
		case a[0] > b[0]:
			b = b[1:]
		default:
			n++
			a, b = a[1:], b[1:]
		}
	}
	return n
}
