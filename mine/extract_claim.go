package mine

import "refract/mapping"

// This file settles which of several methods a statement was extracted to. The rule of Table 4 looks at one method at a
// time; but what stands in one of them as it was is no evidence for another that holds something like it. Of inlined methods
// this is not asked: two that did the same may both have gone into one statement.

// claim is a method that holds statements of the one that is looked at.
type claim struct {
	method  *Method
	mapping *mapping.Mapping
	tally   tally
}

func newClaim(x *Method, e *mapping.Mapping) claim { return claim{x, e, tallyOf(e)} }

// outbid reports whether c is such a method: it has statements of its own, and those that it shares with the source all
// have a partner at least as good in other methods, one of them an equal one where c has none, or fewer of them. A method
// without statements of its own is a copy that was extracted as well.
func (c claim) outbid(all []claim) bool {
	if c.tally.right == 0 {
		return false
	}
	better := false
	for i := range c.mapping.Pairs {
		p := &c.mapping.Pairs[i]
		if !countable(c.mapping.Src, p.Src) {
			continue
		}
		as, ahead := c.rival(p, all)
		if !as {
			return false
		}
		better = better || ahead
	}
	return better
}

// rival reports whether another method of all has a partner as good for the statement of p, and whether one is ahead of p:
// equal where p has replacements, or equal as well in a method with more pairs.
func (c claim) rival(p *mapping.Pair, all []claim) (as, ahead bool) {
	for _, o := range all {
		r := o.mapping.OfSrc(p.Src)
		if o.method == c.method || r == nil {
			continue
		}
		switch {
		case r.Exact():
			as = true
			ahead = ahead || !p.Exact() || o.tally.matched > c.tally.matched
		case !p.Exact() && r.Distance <= p.Distance:
			as = true
		}
	}
	return as, ahead
}
