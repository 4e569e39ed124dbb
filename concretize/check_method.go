package concretize

import (
	"path"
	"slices"

	"refract/finding"
	"refract/java"
	"refract/program"
	"refract/vectors"
)

// This file holds the structural check about statements that became a method: Extract Method.

var _ = register(&structuralCheck{
	name:     "fragment-is-callee",
	source:   "Fowler 1999, p. 110; Milea et al. 2014, Table 3 row 1",
	doc:      "consecutive statements of the method are the body of a method that the sample calls; where the method could call it as well, to the letter",
	pair:     fragmentFits,
	hopeless: fragmentIsElsewhere,
	site:     fragmentIsCallee,
})

// kept are the statements of a called method that must have a counterpart of the same kind: those that neither become an
// expression where the call is nor go with a temporary.
var kept = slices.DeleteFunc(statements.Features(), func(f vectors.Feature) bool {
	return f == returnStatement || f == declarationStatement
})

var returnStatement, declarationStatement = vectors.FeatureByName("syntax.return_statement"), vectors.FeatureByName("syntax.var_declaration_statement")

// fragmentFits refuses samples whose called methods all have more statements of some kind than the query.
func fragmentFits(j *Judge, q, c int) finding.Verdict {
	have := &j.statements
	have.load(q, j.q.Rows.Vector(q))
	for _, m := range j.c.Rows.Inlined(c) {
		if !slices.ContainsFunc(j.c.Rows.Base(m), have.fewer) {
			return ok
		}
	}
	return refuse("the called method has more statements of a kind than this one")
}

// keptCounts are the numbers of statements of one query, by the kinds of kept. The zero value is of none.
type keptCounts struct {
	of    int // the row, plus one
	count [len(keptAt)]int
}

// keptAt says which features are in kept.
var keptAt = func() (at [vectors.Dims]bool) {
	for _, f := range kept {
		at[f] = true
	}
	return at
}()

func (k *keptCounts) load(row int, v vectors.Vector) {
	if k.of == row+1 {
		return
	}
	k.of = row + 1
	for _, f := range kept {
		k.count[f] = v.Count(f)
	}
}

// fewer reports whether there are fewer statements of a kind than entry e counts.
func (k *keptCounts) fewer(e vectors.Entry) bool {
	return keptAt[e.Feature()] && e.Count() > k.count[e.Feature()]
}

func fragmentIsCallee(x *siteCase) finding.Verdict {
	al := x.al
	body := al.c.node(x.s.c).at.body
	if body == 0 || x.s.region == 0 {
		return refuse("the called method is a single expression")
	}
	callee := al.c.bodies[body].method
	top, total, nested := al.c.statementsOf(body)
	if total < 2 || len(top) < 2 && nested < 2 {
		return refuse("the called method is too small to be worth a call")
	}
	reach, v := x.callable(callee, body)
	if v.Refused {
		return v
	}
	partner := map[fid]pair{}
	for _, p := range al.pairs {
		partner[p.c] = p
	}
	for _, id := range al.c.order() {
		if al.c.node(id).at.body != body {
			continue
		}
		p, found := partner[id]
		if !found {
			return finding.Refuse("a statement of the called method has no counterpart: %s", clip(al.c.text(id)))
		}
		if v := fixed(al, p, body); reach && v.Refused {
			return v
		}
	}
	run := make([]fid, len(top))
	for i, id := range top {
		run[i] = partner[id].q
	}
	if al.q.repeats() || al.c.repeats() {
		return refuse("a value that is made once would be made at every read")
	}
	list, from, consecutive := al.q.run(run)
	if !consecutive {
		return refuse("the statements that the called method has do not follow each other here")
	}
	if len(list) == len(run) && al.delegates(body) {
		return refuse("the called method is the whole of this one")
	}
	if extra := al.extra(run); extra != noFid {
		return finding.Refuse("the called method has nothing for %s", clip(al.q.text(extra)))
	}
	if n := al.q.outputs(list[from : from+len(run)]); n > 1 {
		return finding.Refuse("the statements give %d values to what follows", n)
	}
	if !reach {
		return al.model(run)
	}
	if x.foreign(callee) && len(al.qOnly)+len(al.cOnly) > 0 {
		return refuse("the called method is in another package, and the rest of the sample differs")
	}
	return ok
}

// foreign reports whether the callee is declared in another directory and not inherited. That three lines of string
// building are the body of some helper far away is chance, unless all of the two methods is alike.
func (x *siteCase) foreign(callee program.MethodID) bool {
	p := x.al.qp
	if p != x.al.cp || inherits(p, p.Method(x.qMethod).Owner, p.Method(callee).Owner) {
		return false
	}
	dir := func(m program.MethodID) string { return path.Dir(p.File(p.Method(m).File).Path) }
	return dir(x.qMethod) != dir(callee)
}

// repeats reports whether a temporary was taken out whose value does something and is read more than once: "new
// Button(parent)" in the place of every read is no longer the same code, and what agrees then says nothing.
func (f *form) repeats() bool {
	for _, t := range f.temps {
		if t.reads < 2 {
			continue
		}
		does := false
		f.walk(f.child(t.decl, java.FieldValue), func(id fid) bool {
			k := f.node(id).kind
			does = does || k == java.MethodInvocation || k == java.ObjectCreationExpression
			return !does
		})
		if does {
			return true
		}
	}
	return false
}

// extra returns a statement inside the run that the called method lacks: "tree.add(x);" in the loop of a tree walk.
func (al *alignment) extra(run []fid) fid {
	found := noFid
	for _, s := range run {
		al.q.walk(s, func(id fid) bool {
			if slices.Contains(al.qOnly, id) {
				found = id
			}
			return found == noFid
		})
	}
	return found
}

// model refuses callees out of reach that are no model for the run: the two methods must agree in all the rest, and
// the run must do something, for any two rows of assignments to fields are alike.
func (al *alignment) model(run []fid) finding.Verdict {
	if len(al.qOnly)+len(al.cOnly) > 0 {
		return refuse("the called method is out of reach, and the rest of the sample differs")
	}
	calls := 0
	for _, s := range run {
		al.q.walk(s, func(id fid) bool {
			if al.q.node(id).kind == java.MethodInvocation {
				calls++
			}
			return true
		})
	}
	if calls < 2 {
		return refuse("the called method is out of reach, and the statements do too little")
	}
	return ok
}

// fixed refuses pairs in which the called method's own code would have to be another: its literals and members are
// not arguments.
func fixed(al *alignment, p pair, body int16) finding.Verdict {
	for _, e := range p.events {
		if (e.kind == literal || e.kind == member && !al.overriding(e)) && al.c.node(e.c).at.body == body {
			return finding.Refuse("the called method has %s where this one has %s", clip(al.c.text(e.c)), clip(al.q.text(e.q)))
		}
	}
	return ok
}

// overriding reports whether the members of an event are methods of which one overrides the other: through the wider
// type of a parameter the called method calls what the query calls.
func (al *alignment) overriding(e event) bool {
	q, c := al.q.node(e.q), al.c.node(e.c)
	if q.sym != symMethod || c.sym != symMethod || q.ref < 0 || c.ref < 0 || al.qp != al.cp {
		return false
	}
	qm, cm := program.MethodID(q.ref), program.MethodID(c.ref)
	return slices.Contains(al.qp.Overrides(qm), cm) || slices.Contains(al.qp.Overrides(cm), qm)
}

// statementsOf returns the outermost statements of inlined body b, how many statements it has in all, and how many
// of these stand inside others.
func (f *form) statementsOf(b int16) (top []fid, total, nested int) {
	var visit func(id fid, inside bool)
	visit = func(id fid, inside bool) {
		n := f.node(id)
		mine := n.at.body == b && counts(n.kind)
		if mine {
			total++
			if inside {
				nested++
			} else {
				top = append(top, id)
			}
		}
		if f.isList(id) {
			for _, k := range n.kids {
				visit(k, inside)
			}
		} else if f.compound(id) {
			for _, k := range f.parts(id) {
				visit(k, inside || mine)
			}
		}
	}
	visit(f.root, false)
	return top, total, nested
}

// run reports whether the statements stand one after the other in one list, which it returns with the place of the
// first.
func (f *form) run(stmts []fid) (list []fid, from int, consecutive bool) {
	f.walk(f.root, func(id fid) bool {
		if list != nil {
			return false
		}
		if f.isList(id) {
			for i, k := range f.nodes[id].kids {
				if k == stmts[0] {
					list, from = f.nodes[id].kids, i
				}
			}
		}
		return true
	})
	if list == nil || from+len(stmts) > len(list) {
		return nil, 0, false
	}
	for i, s := range stmts {
		if list[from+i] != s {
			return list, from, false
		}
	}
	return list, from, true
}

// delegates reports whether the sample has nothing but the statements of inlined body b and returns of their value.
func (al *alignment) delegates(b int16) bool {
	for _, id := range al.c.order() {
		if n := al.c.node(id); n.at.body != b && !(n.kind == java.ReturnStatement && len(n.kids) == 1 && al.c.node(n.kids[0]).sym == symInlined) {
			return false
		}
	}
	return true
}

// outputs counts the locals that get a value in the run of statements and are read after it.
func (f *form) outputs(run []fid) int {
	written, in := map[int32]bool{}, map[fid]bool{}
	for _, s := range run {
		f.walk(s, func(id fid) bool {
			in[id] = true
			n := f.node(id)
			target := noFid
			switch n.kind {
			case java.AssignmentExpression, java.UpdateExpression:
				target = n.kids[0]
			case java.LocalVariableDeclaration:
				target = f.child(id, java.FieldName)
			}
			if target != noFid && f.nodes[target].sym == symLocal {
				written[f.nodes[target].ref] = true
			}
			return true
		})
	}
	after, seen := map[int32]bool{}, false
	f.walk(f.root, func(id fid) bool {
		if in[id] {
			seen = true
			return false
		}
		if n := f.node(id); seen && n.sym == symLocal && written[n.ref] {
			after[n.ref] = true
		}
		return true
	})
	return len(after)
}

// callable reports whether the query could call the sample's callee: then the callee must be what stands in the query.
// A callee out of reach, such as a private method of another class, shows what to extract. It refuses callees that
// the query calls already; those without a body, and the query itself, do not come here.
func (x *siteCase) callable(callee program.MethodID, body int16) (bool, finding.Verdict) {
	if x.al.qp != x.al.cp {
		return true, ok // the query's program need not have it yet
	}
	p := x.al.qp
	m := p.Method(callee)
	from := p.Method(x.qMethod).Owner
	if x.calledOnSuper(body) {
		return false, refuse("the sample calls the method that it overrides")
	}
	for _, s := range x.j.q.Rows.Sites(x.qMethod) {
		if s.Callee == callee {
			return false, refuse("the method calls it already")
		}
	}
	if !visibleMethod(p, callee, from) {
		return false, ok
	}
	if m.Static || !x.calledOnThis(body) {
		return true, ok
	}
	return inherits(p, from, m.Owner) && !p.Method(x.qMethod).Static, ok
}

// calledOnSuper reports whether inlined body b is that of a super.m().
func (x *siteCase) calledOnSuper(b int16) bool {
	for _, call := range x.al.c.calls {
		if f := x.al.c.bodies[0].file; call.body == b && f.Kind(f.Child(call.call.node, java.FieldObject)) == java.Super {
			return true
		}
	}
	return false
}

// calledOnThis reports whether the call of inlined body b in the sample has no receiver of its own.
func (x *siteCase) calledOnThis(b int16) bool {
	for _, call := range x.al.c.calls {
		if call.body != b {
			continue
		}
		f := x.al.c.bodies[0].file
		object := f.Child(call.call.node, java.FieldObject)
		return object < 0 || f.Kind(object) == java.This
	}
	return true
}
