package mapping

import (
	"slices"

	"refract/java"
)

// This file pairs one chain of calls with the several statements that it was split to, or merged from (Table 3 ⑬):
// "sb.append(a).append(b);" with "sb.append(a);" and "sb.append(b);".

// minChain is the number of calls from which a chain can be the sum of several statements.
const minChain = 3

// chainsSplit looks for the links of statements in the longer chains of the other side. The statement with the long
// chain is then in several pairs; OfSrc and OfDst return its first.
func chainsSplit(m *Mapping, s *scope, name string) {
	if s.whole {
		m.splitChains(name, true)
		m.splitChains(name, false)
	}
}

func (m *Mapping) splitChains(name string, src bool) {
	long, short := m.Src, m.Dst
	if !src {
		long, short = m.Dst, m.Src
	}
	var parts map[uint64][]StmtID // statements by their outermost link, once there is a chain to look in
	for i := range long.Stmts {
		if src && !m.srcFree(StmtID(i)) || !src && !m.dstFree(StmtID(i)) {
			continue
		}
		whole := long.chainOf(StmtID(i))
		if len(whole) < minChain {
			continue
		}
		if parts == nil {
			parts = short.byOutermostLink()
		}
		var list []StmtID
		for _, l := range whole {
			list = append(list, parts[linkHash(l)]...)
		}
		slices.Sort(list)
		for _, j := range slices.Compact(list) {
			if src && !m.dstFree(j) || !src && !m.srcFree(j) {
				continue
			}
			part := short.chainOf(j)
			if len(part) >= len(whole) || !holdsLinks(whole, part) {
				continue
			}
			p := Pair{Src: StmtID(i), Dst: j, Pass: name, Abstracted: true, Common: int32(2 * len(part))}
			if !src {
				p.Src, p.Dst = p.Dst, p.Src
			}
			m.addFurther(p)
		}
	}
}

// byOutermostLink returns the expression statements of t that are calls, by the outermost.
func (t *Tree) byOutermostLink() map[uint64][]StmtID {
	by := map[uint64][]StmtID{}
	for j := range t.Stmts {
		if t.Stmts[j].Kind != Expression {
			continue
		}
		if part := t.chainOf(StmtID(j)); len(part) > 0 {
			h := linkHash(part[0])
			by[h] = append(by[h], StmtID(j))
		}
	}
	return by
}

// linkHash is equal for calls of one name with equal arguments. Damaged calls may lack either.
func linkHash(l Ref) uint64 {
	var h uint64
	for _, role := range [...]java.Field{java.FieldName, java.FieldArguments} {
		if c := l.child(role); c.Node >= 0 {
			h = Mix(h, c.hash())
		}
	}
	return h
}

// addFurther adds a pair one of whose statements may be in others.
func (m *Mapping) addFurther(p Pair) {
	id := PairID(len(m.Pairs))
	if m.ofSrc[p.Src] < 0 {
		m.ofSrc[p.Src] = id
	}
	if m.ofDst[p.Dst] < 0 {
		m.ofDst[p.Dst] = id
	}
	m.Pairs = append(m.Pairs, p)
}

// chainOf returns the calls of the chain that is the value of statement s, outermost first.
func (t *Tree) chainOf(s StmtID) []Ref {
	st := &t.Stmts[s]
	if st.Kind != Expression && st.Kind != Return && st.Kind != Declaration {
		return nil
	}
	v := valueOf(t.File, st.Node)
	if v < 0 {
		return nil
	}
	return links(nil, resolve(rightSide(Ref{t, v})))
}

// holdsLinks reports whether the calls of part follow one another in whole.
func holdsLinks(whole, part []Ref) bool {
next:
	for i := 0; i+len(part) <= len(whole); i++ {
		for k := range part {
			x, y := whole[i+k], part[k]
			if linkHash(x) != linkHash(y) {
				continue next
			}
		}
		return part[0].child(java.FieldArguments).weight() > 1
	}
	return false
}
