package mine

import (
	"slices"

	"refract/java"
	"refract/mapping"
)

// This file pairs methods that nothing but their callers tell apart: matched statements call the one where they called
// the other, and never anything else. It is RefactoringMiner's consistency check of method invocation renames, asked of
// methods whose bodies are too different to be matched.

// callChanges counts, by the names, the calls in matched statements that were replaced by others, and those that stayed.
type callChanges struct {
	renamed map[nameChange]int
	names   map[string][]string // after, by the name before
	before  map[string]int      // by the name before, kept ones included
	after   map[string]int
}

func (d *Diff) collectCallChanges() *callChanges {
	c := &callChanges{renamed: map[nameChange]int{}, names: map[string][]string{}, before: map[string]int{}, after: map[string]int{}}
	for u := range d.units {
		for i := range u.m.Pairs {
			for k := range u.m.Pairs[i].Replacements {
				c.add(&u.m.Pairs[i].Replacements[k])
			}
		}
	}
	return c
}

func (c *callChanges) add(r *mapping.Replacement) {
	if r.Kind != mapping.InvocationName && r.Kind != mapping.Invocation || r.Src.Node < 0 || r.Dst.Node < 0 {
		return
	}
	n := nameChange{calledName(r.Src), calledName(r.Dst)}
	if n.before != "" && n.after != "" && n.before != n.after {
		if c.renamed[n]++; c.renamed[n] == 1 {
			c.names[n.before] = append(c.names[n.before], n.after)
		}
		c.before[n.before]++
		c.after[n.after]++
	}
}

// calledName is the name of the method that r calls, "" where r is no call.
func calledName(r mapping.Ref) string {
	f := r.Tree.File
	if f.Kind(r.Node) != java.MethodInvocation {
		return ""
	}
	return f.Text(f.Child(r.Node, java.FieldName))
}

// consistent reports whether calls of the one method became calls of the other, and nothing else became of either.
func (c *callChanges) consistent(b, a *Method) bool {
	n := c.renamed[nameChange{b.Name, a.Name}]
	return n > 0 && n == c.before[b.Name] && n == c.after[a.Name]
}

// became reports whether all calls of the one method that changed became calls of the other, which may have taken the place of
// further methods.
func (c *callChanges) became(b, a *Method) bool {
	n := c.renamed[nameChange{b.Name, a.Name}]
	return n > 0 && n == c.before[b.Name]
}

// pairCalled pairs removed and added methods of one class whose calls changed consistently.
func (d *Diff) pairCalled() {
	d.calls = d.collectCallChanges()
	if len(d.calls.renamed) == 0 {
		return
	}
	for _, p := range d.Pairs {
		for _, b := range slices.Clone(p.RemovedMethods) {
			if b.IsConstructor() || b.memo.extracted || b.memo.moved || b.memo.twin {
				continue
			}
			i := slices.IndexFunc(p.AddedMethods, func(a *Method) bool {
				return !a.IsConstructor() && !a.memo.extracted && !a.memo.moved && d.calls.consistent(b, a) &&
					b.HasBody() == a.HasBody() && isTest(b) == isTest(a) && len(b.Params) == len(a.Params) && d.takes(b, a) &&
					!p.After.hasMethod(b.Name) && !p.Before.hasMethod(a.Name)
			})
			if i >= 0 {
				d.takeLeftover(p, b, p.AddedMethods[i], d.mapBodies(b, p.AddedMethods[i]))
			}
		}
	}
}

// takes reports whether most parameters of a have the name of one of b, or its type, or a type of which one name has all
// words of the other: a call by another name is the same call only where it has the same arguments.
func (d *Diff) takes(b, a *Method) bool {
	same := commonParams(b, a, func(p, q *Param) bool {
		x, y := rawType(p.fullType()), rawType(q.fullType())
		return p.Name == q.Name || d.renamedType(x, y) || within(x, y) || within(y, x)
	})
	return len(a.Params) == 0 || 2*same > len(a.Params)
}

// hasMethod reports whether c declares a method of that name.
func (c *Class) hasMethod(name string) bool { return len(c.methodsNamed(name)) > 0 }

// methodsNamed lists the methods of c that have that name, in source order.
func (c *Class) methodsNamed(name string) []*Method {
	if c.memo.named == nil {
		c.memo.named = make(map[string][]*Method, len(c.Methods))
		for _, m := range c.Methods {
			c.memo.named[m.Name] = append(c.memo.named[m.Name], m)
		}
	}
	return c.memo.named[name]
}
