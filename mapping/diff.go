package mapping

import "refract/java"

// A differ aligns two statements and collects what has to be replaced to make them equal: Algorithm 2. It is reused
// for many pairs and allocates only to grow its slices.
type differ struct {
	m    *Mapping
	reps []Replacement
	// bodies are pairs of blocks that stand in the place of one another and have to match by count.
	bodies []bodyPair
	// forms says that the two statements are of different forms.
	forms bool
	// common weighs what both sides share: nodes in equal subtrees, equal names of calls.
	common int
}

type bodyPair struct{ src, dst java.NodeID }

func (d *differ) reset() {
	d.reps = d.reps[:0]
	d.bodies = d.bodies[:0]
	d.common, d.forms = 0, false
}

type mark struct{ reps, bodies, common int }

func (d *differ) mark() mark { return mark{len(d.reps), len(d.bodies), d.common} }

func (d *differ) undo(m mark) {
	d.reps, d.bodies, d.common = d.reps[:m.reps], d.bodies[:m.bodies], m.common
}

func (d *differ) replace(k ReplacementKind, a, b Ref) bool {
	r := Replacement{Kind: k, Src: a, Dst: b}
	if d.m.opt.Allow != nil && !d.m.opt.Allow(&r) {
		return false
	}
	d.reps = append(d.reps, r)
	return true
}

// resolve steps through parentheses and bound names.
func resolve(r Ref) Ref {
	for {
		f := r.Tree.File
		nd := &f.Nodes[r.Node]
		switch {
		case nd.Kind == java.ParenthesizedExpression && nd.Next > r.Node+1:
			r.Node++
			continue
		case nd.Kind == java.Identifier && r.Tree.bind != nil && !isName(f, r.Node):
			if to, ok := r.Tree.bind[f.Source[nd.Start:nd.End]]; ok && to != r {
				r = to
				continue
			}
		}
		return r
	}
}

func (r Ref) hash() uint64 { return r.Tree.Hash(r.Node) }

func (r Ref) child(role java.Field) Ref {
	return Ref{r.Tree, r.Tree.File.Child(r.Node, role)}
}

func (r Ref) first() Ref { return Ref{r.Tree, r.Tree.File.FirstChild(r.Node)} }

func (r Ref) next() Ref { return Ref{r.Tree, r.Tree.File.NextSibling(r.Node)} }

func (r Ref) op() java.Op { return r.Tree.File.Nodes[r.Node].Op }

// weight of a subtree: its nodes; the bare this weighs nothing, since it says nothing.
func (r Ref) weight() int {
	nd := &r.Tree.File.Nodes[r.Node]
	if nd.Kind == java.This {
		return 0
	}
	return int(nd.Next - r.Node)
}

// align aligns two expressions or types. cover says that each is the whole expression of its statement, which may
// be replaced only under the heuristics of Table 3.
func (d *differ) align(a, b Ref, cover bool) bool {
	a, b = resolve(a), resolve(b)
	if a.hash() == b.hash() {
		d.common += a.weight()
		return true
	}
	ka, kb := a.Kind(), b.Kind()
	switch {
	case ka.IsType() || kb.IsType():
		return d.types(a, b)
	case isVariable(ka) && isVariable(kb):
		return d.variables(a, b)
	case ka.IsLiteral() && kb.IsLiteral():
		return d.replace(Literal, a, b)
	case ka != kb:
		return d.different(a, b, cover)
	}
	switch ka {
	case java.MethodInvocation:
		return d.call(a, b, cover)
	case java.ObjectCreationExpression:
		return d.creation(a, b, cover)
	case java.BinaryExpression:
		return d.binary(a, b, cover)
	case java.LambdaExpression:
		return d.lambda(a, b)
	case java.AssignmentExpression:
		return d.assignment(a, b, cover)
	case java.SwitchBlock, java.ClassBody, java.Block:
		d.bodies = append(d.bodies, bodyPair{a.Node, b.Node})
		return a.Tree == d.m.Src && b.Tree == d.m.Dst
	case java.ArrayInitializer, java.ArgumentList:
		return d.elements(a, b)
	case java.MethodReference, java.ClassLiteral:
		return d.replace(Other, a, b)
	}
	return d.children(a, b)
}

// types compares two types, or a type with something else. A type is replaced as a whole.
func (d *differ) types(a, b Ref) bool {
	if !a.Kind().IsType() || !b.Kind().IsType() {
		return false
	}
	if rawName(a) == rawName(b) {
		d.common++
	}
	return d.replace(Type, a, b)
}

// rawName is the name of a type without its arguments and package.
func rawName(r Ref) string {
	f := r.Tree.File
	n := r.Node
	for {
		switch f.Kind(n) {
		case java.GenericType, java.ArrayType, java.AnnotatedType:
			c := f.FirstChild(n)
			for f.Kind(c) == java.Annotation || f.Kind(c) == java.MarkerAnnotation {
				c = f.NextSibling(c)
			}
			n = c
			continue
		case java.ScopedTypeIdentifier:
			n = f.LastChild(n)
			continue
		}
		return f.Text(n)
	}
}

// variables compares names and field accesses.
func (d *differ) variables(a, b Ref) bool {
	// this.x and x name one field: nothing is renamed, but the difference is recorded.
	if lastName(a) == lastName(b) {
		d.common++
	}
	return d.replace(Variable, a, b)
}

// lastName is the name of a variable without what stands before its last dot.
func lastName(r Ref) string {
	if r.Kind() == java.FieldAccess {
		return r.child(java.FieldField).Text()
	}
	return r.Text()
}

// children aligns the children of two nodes of one kind one by one.
func (d *differ) children(a, b Ref) bool {
	if oa, ob := a.op(), b.op(); oa != ob && !d.replace(Operator, a, b) {
		return false
	}
	ca, cb := a.first(), b.first()
	for ; ca.Node >= 0 && cb.Node >= 0; ca, cb = ca.next(), cb.next() {
		if !d.align(ca, cb, false) {
			return false
		}
	}
	return ca.Node < 0 && cb.Node < 0
}

// elements aligns two lists of expressions that are no arguments of a call: equal length, or something in common.
func (d *differ) elements(a, b Ref) bool {
	la, lb := childList(a), childList(b)
	return d.list(a, b, la, lb, InvocationArguments)
}

// childList appends the children of r. Lists longer than the array spill to the heap.
func childList(r Ref) []Ref {
	if r.Node < 0 {
		return nil
	}
	var list []Ref
	for c := r.first(); c.Node >= 0; c = c.next() {
		list = append(list, c)
	}
	return list
}

// list aligns la with lb, elements of a and b. Lists of one length align one by one; others have to share an
// element (Table 3 ④), or one has to be empty, or to contain what replaces it (⑤ ⑥).
func (d *differ) list(a, b Ref, la, lb []Ref, kind ReplacementKind) bool {
	if len(la) == len(lb) {
		if restA, restB := reordered(la, lb); restA != nil {
			for i := range la {
				d.common += la[i].weight()
			}
			for i := range restA {
				d.common -= restA[i].weight()
			}
			la, lb = restA, restB
			if !d.replace(kind, a, b) {
				return false
			}
		}
		for i := range la {
			if !d.align(la[i], lb[i], false) {
				return false
			}
		}
		return true
	}
	if !d.replace(kind, a, b) {
		return false
	}
	if len(la) == 0 || len(lb) == 0 {
		return true
	}
	common := 0
	for _, x := range la {
		hx := resolve(x).hash()
		for _, y := range lb {
			if hx == resolve(y).hash() {
				common += max(1, x.weight())
				break
			}
		}
	}
	if common == 0 {
		for _, x := range la {
			for _, y := range lb {
				if w := containment(x, y); w > 0 {
					common += w
				}
			}
		}
	}
	d.common += common
	return common > 0
}

// reordered returns what two lists of one length do not share, where an element of the one stands elsewhere in the other:
// aligned by position, f(a, b, c) and f(b, x, a) would tell of renames that nobody made. Nil where none moved.
func reordered(la, lb []Ref) (restA, restB []Ref) {
	if len(la) < 2 || len(la) > 64 {
		return nil, nil
	}
	same := func(i, j int) bool { return resolve(la[i]).hash() == resolve(lb[j]).hash() }
	moved := false
	var usedA, usedB uint64
	for i := range la {
		if same(i, i) {
			usedA, usedB = usedA|1<<i, usedB|1<<i
		}
	}
	for i := range la {
		for j := range lb {
			if usedA&(1<<i) == 0 && usedB&(1<<j) == 0 && !la[i].Kind().IsLiteral() && same(i, j) {
				usedA, usedB, moved = usedA|1<<i, usedB|1<<j, true
			}
		}
	}
	if !moved {
		return nil, nil
	}
	restA, restB = []Ref{}, []Ref{}
	for i := range la {
		if usedA&(1<<i) == 0 {
			restA = append(restA, la[i])
		}
		if usedB&(1<<i) == 0 {
			restB = append(restB, lb[i])
		}
	}
	return restA, restB
}

// containment returns the weight of the smaller of two expressions if it is a part of the other, else 0.
func containment(x, y Ref) int {
	x, y = resolve(x), resolve(y)
	if x.weight() > y.weight() {
		x, y = y, x
	}
	if k := x.Kind(); x.weight() == 0 || k.IsLiteral() && k != java.StringLiteral {
		return 0 // null, 0 and true occur anywhere
	}
	hx := x.hash()
	f := y.Tree.File
	for n := y.Node; n < f.Nodes[y.Node].Next; {
		if y.Tree.Hash(n) == hx {
			return x.weight()
		}
		// What stands in the body of a lambda or class are statements of their own, mapped as such.
		if k := f.Nodes[n].Kind; k == java.Block || k == java.ClassBody {
			n = f.Nodes[n].Next
		} else {
			n++
		}
	}
	return 0
}
