package mine

import (
	"refract/java"
	"refract/mapping"
)

// This file finds inlined methods (Table 4, Inline Method): the mirror image of extract.go.

// mapInlined maps x, which b called, to what m leaves of a.
func (d *Diff) mapInlined(b, a *Method, m *mapping.Mapping, x *Method) *mapping.Mapping {
	calls := b.callsOf(x)
	if len(calls) == 0 || x.Tree() == nil || a.Tree() == nil {
		return nil
	}
	e, _ := d.bestInlined(b.Tree(), calls, x, a, m)
	return e
}

func (d *Diff) bestInlined(caller *mapping.Tree, calls []call, x, into *Method, m *mapping.Mapping) (*mapping.Mapping, *mapping.Tree) {
	var best *mapping.Mapping
	var tree *mapping.Tree
	for i := range calls {
		if i == 4 {
			break
		}
		t := bindCall(caller, calls[i].node, x)
		e := mapping.Map(t, into.Tree(), mapping.Options{Inner: true, Parts: true, DstMask: openDst(m)})
		if best == nil || better(e, best) {
			best, tree = e, t
		}
	}
	return best, tree
}

func (d *Diff) findInlinings(p *ClassPair) {
	if len(p.RemovedMethods) == 0 {
		return
	}
	for _, q := range p.Methods {
		if q.Mapping != nil {
			d.inlineInto(q, p.RemovedMethods, false)
		}
	}
}

// inlineInto looks for methods of removed that were inlined to q.
func (d *Diff) inlineInto(q *MethodPair, removed []*Method, moved bool) {
	type visit struct {
		method *Method
		tree   *mapping.Tree
	}
	seen := map[*Method]bool{}
	queue := []visit{{q.Before, q.Before.Tree()}}
	for len(queue) > 0 && len(seen) < 64 {
		v := queue[0]
		queue = queue[1:]
		for _, x := range removed {
			if seen[x] || x == v.method || !x.HasBody() || x == q.Before || x.memo.copied {
				continue
			}
			calls := v.method.callsOf(x)
			if len(calls) == 0 || len(q.After.callsOf(x)) > 0 {
				continue
			}
			seen[x] = true
			e, tree := d.bestInlined(v.tree, calls, x, q.After, q.Mapping)
			queue = append(queue, visit{x, tree})
			if e == nil {
				continue
			}
			t := mirror(tallyOf(e))
			if !extracted(t) || weak(e.Pairs, e.Src, e.Dst, t) || returnsName(x) && len(e.Pairs) == 1 || moved && t.matched == 1 && t.exact == 0 {
				continue
			}
			var nodes []java.NodeID
			for _, c := range q.Before.callsOf(x) {
				nodes = append(nodes, c.node)
			}
			d.Inlinings = append(d.Inlinings, &Inlining{Target: q, Inlined: x, Mapping: e, Calls: nodes, Moved: moved})
			x.memo.extracted = true
		}
	}
}
