package mine

import "refract/mapping"

// This file finds inlined methods (Table 4, Inline Method): the mirror image of extract.go.

func (d *Diff) findInlinings(p *ClassPair) {
	if len(p.RemovedMethods) == 0 {
		return
	}
	removed := setOf(p.RemovedMethods)
	for _, q := range p.Methods {
		if q.Mapping != nil {
			d.inlineInto(q, removed, false)
		}
	}
}

// inlineInto looks for methods of removed that were inlined to q.
func (d *Diff) inlineInto(q *MethodPair, removed *methodSet, moved bool) {
	s := &transfer{diff: d, pair: q, inline: true, moved: moved, others: removed}
	s.each(func(x *Method, e *mapping.Mapping) {
		d.Inlinings = append(d.Inlinings, &Inlining{Target: q, Inlined: x, Mapping: e, Calls: s.calls(x), Moved: moved})
		x.memo.extracted = true
	})
}
