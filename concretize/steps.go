package concretize

import (
	"math"
	"slices"

	"refract/java"
	"refract/mapping"
	"refract/program"
)

// This file tells, without an alignment, that the statements of a called method do not follow each other in a query. What
// stays of the called method in the sample are its steps: all its statements save declarations of locals, whose values may go
// to where they are read, and a last return, which may become the value of the call. If the called method is what the query
// has in one run of statements with nothing between them (see fragmentIsCallee), then its steps are a run of the query's
// steps, of the same kinds; and where it must be so to the letter, each has the words that the step of the called method
// must have.

// step is one statement. Its words are those that stand in it and in none of its statements.
type step struct {
	kind       mapping.Kind
	depth      uint16 // statements around it
	all, fixed words
	node, end  java.NodeID
	root       uint32 // what the outermost expression of an expression statement is, 0 for other statements
}

// localDecl is a declaration of one local with a value, which may go. typ is a hash of its type.
type localDecl struct {
	step
	typ uint64
}

// stepOutline is the steps of a method in preorder. A nil one takes nothing in.
type stepOutline struct {
	steps  []step
	decls  []localDecl // declarations that stand in a list of statements
	values words       // of these, which may stand in any step
	// unsure says that there are statements which are neither, or several in one.
	unsure  bool
	classes bool // there are classes without a name, whose calls are no sites
	// all and fixed are the words of the method, hashed and ascending: a large method has more than there are bits.
	all, fixed []uint64

	returns int // return statements
	last    java.Kind
	value   bool // the last statement is a return with a value

	open   []openStep
	inside java.NodeID // the end of the lambda or class at hand: its statements are part of an expression
}

// openStep is a statement that goes on to node end: step at, or declaration ^at.
type openStep struct {
	at  int
	end java.NodeID
}

// stepsOf returns the steps of m. It collects them by c.
func (s *Side) stepsOf(m program.MethodID, c *wordCollector) *stepOutline {
	o := &stepOutline{}
	c.outline = o
	c.collect(s, m)
	c.outline = nil
	for _, list := range []*[]uint64{&o.all, &o.fixed} {
		slices.Sort(*list)
		*list = slices.Clip(slices.Compact(*list))
	}
	o.open = nil
	return o
}

// at notes that the words which follow are of node n, and opens a step where n is one.
func (o *stepOutline) at(f *java.File, n java.NodeID, nd *java.Node) {
	if o == nil {
		return
	}
	for len(o.open) > 0 && o.open[len(o.open)-1].end <= n {
		o.open = o.open[:len(o.open)-1]
	}
	if n < o.inside {
		return
	}
	switch k := nd.Kind; {
	case k == java.LambdaExpression, k == java.ClassBody:
		o.inside = nd.Next
		o.unsure = o.unsure || f.Kind(nd.Parent).IsTypeDeclaration()
		o.classes = o.classes || k == java.ClassBody
	case k == java.LocalVariableDeclaration:
		if f.Kind(nd.Parent) != java.ForStatement {
			d := localDecl{step: o.begin(^len(o.decls), f, n)}
			d.typ = o.declared(f, n)
			o.decls = append(o.decls, d)
		}
	case k.IsStatement() && k != java.Block, k == java.CatchClause:
		if k == java.ReturnStatement {
			o.returns++
		}
		o.unsure = o.unsure || k == java.LabeledStatement // what is inlined may stand before the label or after
		o.steps = append(o.steps, o.begin(len(o.steps), f, n))
	case k == java.SwitchExpression:
		o.unsure = true
		if len(o.open) == 0 {
			o.last = k // a statement here
		}
	}
}

func (o *stepOutline) begin(at int, f *java.File, n java.NodeID) step {
	nd := f.At(n)
	if len(o.open) == 0 {
		o.last, o.value = nd.Kind, nd.Kind == java.ReturnStatement && nd.Next > n+1
	}
	s := step{kind: mapping.StatementKind(nd.Kind), depth: uint16(min(len(o.open), math.MaxUint16)), node: n, end: nd.Next}
	if nd.Kind == java.ExpressionStatement {
		s.root = rootOf(f, f.FirstChild(n))
	}
	o.open = append(o.open, openStep{at, nd.Next})
	return s
}

// rootOf says of expression n, which is a statement, what two such statements have in common that are compared as they stand: the
// kind and the operator, and of a call the number of arguments.
func rootOf(f *java.File, n java.NodeID) uint32 {
	n = f.Unparen(n)
	nd := f.At(n)
	args := 0
	if nd.Kind == java.MethodInvocation {
		list := f.Child(n, java.FieldArguments)
		for a := f.FirstChild(list); a >= 0; a = f.NextSibling(a) {
			args++
		}
	}
	return uint32(min(args, math.MaxUint8))<<16 | uint32(nd.Kind)<<8 | uint32(nd.Op)
}

// declared returns a hash of the type of the local that declaration n declares.
func (o *stepOutline) declared(f *java.File, n java.NodeID) uint64 {
	typ, of := f.Child(n, java.FieldType), java.NoNode
	for c := f.FirstChild(n); c >= 0; c = f.NextSibling(c) {
		if f.Kind(c) == java.VariableDeclarator {
			o.unsure = o.unsure || of >= 0 // several statements
			of = c
		}
	}
	if of < 0 {
		return 0
	}
	return mapping.HashString(simpleType(f.TypeText(typ, dims(f, f.Child(of, java.FieldDimensions)))))
}

// add adds a word to the statement at hand: one that the statements of the method have wherever they stand if it is fixed, and
// one that the statement at hand has wherever that stands if it is fixed there.
func (o *stepOutline) add(h uint64, fixed, there bool) {
	if o == nil {
		return
	}
	o.all = append(o.all, h)
	if fixed {
		o.fixed = append(o.fixed, h)
	}
	s, decl := o.step()
	if s == nil {
		return
	}
	if decl {
		o.values.add(h)
	}
	s.all.add(h)
	if there {
		s.fixed.add(h)
	}
}

// called adds the name of a called method of the program to the fixed words; the call stands around nothing if it is bare.
// Others may stand around an expression of one statement in the sample and of another in the query, so that only the whole
// must have the name.
func (o *stepOutline) called(h uint64, fixed, bare bool) {
	if o == nil {
		return
	}
	if fixed {
		o.fixed = append(o.fixed, h)
	}
	if s, _ := o.step(); s != nil && bare {
		s.fixed.add(h)
	}
}

// atHand returns which statement is at hand, as openStep has it, and whether there is one.
func (o *stepOutline) atHand() (at int, within bool) {
	if o == nil || len(o.open) == 0 {
		return 0, false
	}
	return o.open[len(o.open)-1].at, true
}

// step returns the statement at hand, nil where there is none, and whether it is a declaration.
func (o *stepOutline) step() (s *step, decl bool) {
	at, within := o.atHand()
	if !within {
		return nil, false
	}
	return o.stepAt(at), at < 0
}

// stepAt returns a statement, as openStep has it.
func (o *stepOutline) stepAt(at int) *step {
	if at < 0 {
		return &o.decls[^at].step
	}
	return &o.steps[at]
}

// fix adds a name that turned out to be that of no local.
func (o *stepOutline) fix(d doubt) {
	if o == nil {
		return
	}
	if d.fixed {
		o.fixed = append(o.fixed, d.h)
	}
	if d.within {
		o.stepAt(d.at).fixed.add(d.h)
	}
}

// unfix forgets which words are fixed.
func (o *stepOutline) unfix() {
	if o == nil {
		return
	}
	o.fixed = nil
	for i := range o.steps {
		o.steps[i].fixed = words{}
	}
	for i := range o.decls {
		o.decls[i].fixed = words{}
	}
}

// fits reports whether the statements of a method with these steps can be put in the place of a call: of one that is a
// whole statement, of one that is returned, or of another; see substitute.
func (o *stepOutline) fits(statement, returned bool) bool {
	returns := o.returns
	if o.last == java.ReturnStatement && !o.value {
		returns-- // it only ends
	}
	return returned || statement && returns == 0 || o.value && returns == 1
}

// staying are the steps that are statements where a call is: one that is a statement or is returned whole, or another one.
func (o *stepOutline) staying(whole bool) []step {
	if o.last == java.ReturnStatement && !(whole && o.value) {
		return o.steps[:len(o.steps)-1]
	}
	return o.steps
}

// has reports whether the steps of o have those of called that stay as a run: to the letter, or by their kinds alone.
func (o *stepOutline) has(called *stepOutline, whole, letter bool) bool {
	if letter && !includes(o.all, called.fixed) {
		return false
	}
	run := called.staying(whole)
	if !called.unsure && !o.unsure && !o.enough(called, run, letter) {
		return false
	}
	for from := 0; from+len(run) <= len(o.steps); from++ {
		if o.hasAt(from, run, letter) {
			return true
		}
	}
	return false
}

func (o *stepOutline) hasAt(from int, run []step, letter bool) bool {
	for i := range run {
		need, have := &run[i], &o.steps[from+i]
		if need.kind != have.kind || have.depth-need.depth != o.steps[from].depth-run[0].depth {
			return false
		}
		if letter && have.all.with(o.values).lacks(need.fixed) {
			return false
		}
	}
	return true
}

// enough reports whether two outermost statements of called, or two others, may have a counterpart in o: those of the run, and
// declarations that are like one of o's. Others go.
func (o *stepOutline) enough(called *stepOutline, run []step, letter bool) bool {
	var outer, inner int
	count := func(depth uint16) {
		if depth == 0 {
			outer++
		} else {
			inner++
		}
	}
	for i := range run {
		count(run[i].depth)
	}
	for i := range called.decls {
		if o.declares(&called.decls[i], letter) {
			count(called.decls[i].depth)
		}
	}
	return outer >= 2 || inner >= 2
}

// declares reports whether a declaration of o may be the counterpart of d.
func (o *stepOutline) declares(d *localDecl, letter bool) bool {
	for i := range o.decls {
		have := &o.decls[i]
		if !letter || have.typ == d.typ && !have.all.with(o.values).lacks(d.fixed) {
			return true
		}
	}
	return false
}

// includes reports whether all of part are in whole; both ascend.
func includes(whole, part []uint64) bool {
	for _, h := range part {
		for len(whole) > 0 && whole[0] < h {
			whole = whole[1:]
		}
		if len(whole) == 0 || whole[0] != h {
			return false
		}
	}
	return true
}
