package concretize

import (
	"cmp"
	"slices"
)

// This file chooses which variable of the query stands for which of the sample: consistent renaming.

// varPairs holds the chosen pairs: the variable of the query for each one of the sample, noLocal where there is none.
type varPairs struct{ c []int32 }

const noLocal = -1

func (v *varPairs) agree(q, c int32) bool { return v.c[c] == q }

// meeting is a variable of the query in the place of one of the sample, and how often it stands there.
type meeting struct{ q, c, count int32 }

// ballots counts how often variables meet. A variable meets few others, which are looked for one by one; where it meets more, at has
// them by the pair.
type ballots struct {
	of [][]meeting // by variable of the query
	at map[[2]int32]int
}

// fewMeetings is how many others a variable meets that are looked for one by one.
const fewMeetings = 16

func (b *ballots) add(q, c int32) {
	list := b.of[q]
	for i := range min(len(list), fewMeetings) {
		if list[i].c == c {
			list[i].count++
			return
		}
	}
	if len(list) >= fewMeetings {
		if i, ok := b.at[[2]int32{q, c}]; ok {
			list[i].count++
			return
		}
		if b.at == nil {
			b.at = map[[2]int32]int{}
		}
		b.at[[2]int32{q, c}] = len(list)
	}
	b.of[q] = append(list, meeting{q, c, 1})
}

// reset leaves b without any votes on n variables.
func (b *ballots) reset(n int) {
	b.of = slices.Grow(b.of[:0], n)[:n]
	for i := range b.of {
		b.of[i] = b.of[i][:0]
	}
	if len(b.at) > 0 {
		b.at = nil // one that was large once would be cleared for long
	}
}

// vote counts how often variables meet in the pairs.
func (a *aligner) vote(pairs []pair) {
	a.votes.reset(len(a.q.locals))
	for _, p := range pairs {
		switch {
		case !p.equal:
			a.compare(p)
			for _, e := range a.events {
				if e.kind == noAllowance {
					a.votes.add(a.q.node(e.q).ref, a.c.node(e.c).ref)
				}
			}
			a.forget()
		case a.q.compound(p.q):
			a.headsMeet(p.q, p.c, &a.votes)
		default:
			a.meet(p.q, p.c, &a.votes)
		}
	}
}

// meet goes through two trees with equal hashes and reports whether the variables in the place of one another are pairs,
// of which there are all while none are chosen. It counts them in votes, where that is not nil.
func (a *aligner) meet(q, c fid, votes *ballots) bool {
	if a.vars == nil && votes == nil {
		return true
	}
	qn, cn := a.q.node(q), a.c.node(c)
	if len(qn.kids) != len(cn.kids) {
		return false
	}
	if qn.sym == symLocal {
		if cn.sym != symLocal {
			return false
		}
		if votes != nil {
			votes.add(qn.ref, cn.ref)
		}
		if a.vars != nil && !a.vars.agree(qn.ref, cn.ref) {
			return false
		}
	}
	for i, k := range qn.kids {
		if !a.meet(k, cn.kids[i], votes) {
			return false
		}
	}
	return true
}

// headsMeet is meet for compound statements without their parts.
func (a *aligner) headsMeet(q, c fid, votes *ballots) bool {
	ck := a.c.node(c).kids
	for _, k := range a.q.node(q).kids {
		if a.q.isPart(k) {
			continue
		}
		for len(ck) > 0 && a.c.isPart(ck[0]) {
			ck = ck[1:]
		}
		if len(ck) == 0 || !a.meet(k, ck[0], votes) {
			return false
		}
		ck = ck[1:]
	}
	return true
}

// choose takes, from the strongest to the weakest, the pairs that meet most often, each variable once. With split a
// variable of the query may stand for several of the sample, which is what Split Temporary Variable is about.
func (a *aligner) choose(split bool) *varPairs {
	order := a.meetings[:0]
	for _, list := range a.votes.of {
		order = append(order, list...)
	}
	a.meetings = order
	// Equal counts are decided by equal names, then by the order of declaration.
	named := func(m meeting) int {
		if a.q.locals[m.q].name == a.c.locals[m.c].name {
			return 0
		}
		return 1
	}
	slices.SortFunc(order, func(x, y meeting) int {
		return cmp.Or(-cmp.Compare(x.count, y.count), cmp.Compare(named(x), named(y)), cmp.Compare(x.q, y.q), cmp.Compare(x.c, y.c))
	})
	v := &varPairs{c: slices.Repeat([]int32{noLocal}, len(a.c.locals))}
	a.taken = slices.Grow(a.taken[:0], len(a.q.locals))[:len(a.q.locals)]
	clear(a.taken)
	for _, m := range order {
		if v.c[m.c] != noLocal || a.taken[m.q] && !split {
			continue
		}
		v.c[m.c], a.taken[m.q] = m.q, true
	}
	return v
}
