package concretize

import "refract/finding"

// This file makes the confidence out of the witness.
//
//	confidence = min(covered query, covered sample) × Π over the differences of (1 - weight)
//
// where a difference is a literal or a member that is another one in the sample (each counted once), or a call that
// stands around another expression. What the rule is about takes nothing. A full witness covers everything with
// none of these; a partial one covers three quarters of both sides.

const (
	weightLiteral = 0.03
	weightMember  = 0.06
	weightWrapped = 0.08
	// partialCover is the share of both sides that a partial witness explains.
	partialCover = 0.75
)

// rate fills Level and Confidence.
func (acc *Accepted) rate() {
	al := acc.al
	q, c := al.covered()
	conf := min(q, c)
	soft := 0
	seen := map[[2]string]bool{}
	for _, s := range al.sites {
		at := [2]string{al.q.node(s.q).text, al.c.node(s.c).text}
		weight := 0.0
		switch s.kind {
		case literal:
			weight = weightLiteral
		case member:
			weight = weightMember
		case wrappedCall:
			weight = weightWrapped
		}
		if weight == 0 || seen[at] {
			continue
		}
		seen[at] = true
		soft++
		conf *= 1 - weight
	}
	acc.Confidence = conf
	switch {
	case len(al.qOnly)+len(al.cOnly) == 0 && soft == 0:
		acc.Level = finding.FullWitness
	case min(q, c) >= partialCover:
		acc.Level = finding.PartialWitness
	default:
		acc.Level = finding.NoWitness
	}
}
