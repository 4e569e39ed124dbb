package mine

import "refract/java"

// This file finds what was extracted to a method that the caller's class leaves abstract: the call is of the abstract one,
// the expression stands in a class below. Which of several such classes a call means nobody knows; those that return the
// expression which the call took the place of have it.

// extractBelow looks for such extractions from q among the added methods byName.
func (d *Diff) extractBelow(q *MethodPair, byName map[string][]*Method) {
	if q.Mapping == nil || q.Before.Tree() == nil || q.After.Tree() == nil {
		return
	}
	calls := map[*Method][]call{}
	var order []*Method
	for _, c := range q.After.calls() {
		n := q.After.nearest(&c)
		if c.receiver != "" && c.receiver != "this" || n == nil || n.HasBody() {
			continue
		}
		for _, x := range byName[c.name] {
			if x.Class.subtypeOf(n.Class) && c.mayCall(x) && !q.After.reaches(&c, x.Class) {
				if calls[x] == nil {
					order = append(order, x)
				}
				calls[x] = append(calls[x], c)
			}
		}
	}
	for _, x := range order {
		s := &transfer{diff: d, pair: q, moved: true, others: setOf(order)}
		if !s.shownBy(x, calls[x]) {
			continue
		}
		e, _ := s.best(q.After.Tree(), calls[x], x)
		var nodes []java.NodeID
		for _, c := range calls[x] {
			nodes = append(nodes, c.node)
		}
		d.Extractions = append(d.Extractions, &Extraction{Source: q, Extracted: x, Mapping: e, Calls: nodes, Moved: true})
		x.memo.extracted = true
	}
}
