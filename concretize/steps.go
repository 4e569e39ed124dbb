package concretize

import (
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
	all, fixed words
}

// stepOutline is the steps of a method in preorder. A nil one takes nothing in.
type stepOutline struct {
	steps  []step
	values words // of the declarations of locals, which may stand in any step
	// all and fixed are the words of the method, hashed and ascending: a large method has more than there are bits.
	all, fixed []uint64

	returns int // return statements
	last    java.Kind
	value   bool // the last statement is a return with a value

	open   []openStep
	inside java.NodeID // the end of the lambda or class at hand: its statements are part of an expression
}

// openStep is a statement that goes on to node end: a step, or a declaration.
type openStep struct {
	at  int // valueStep for a declaration
	end java.NodeID
}

const valueStep = -1

// stepsOf returns the steps of m.
func (s *Side) stepsOf(m program.MethodID) *stepOutline {
	o := &stepOutline{}
	c := wordCollector{outline: o}
	c.collect(s, m)
	for _, list := range []*[]uint64{&o.all, &o.fixed} {
		slices.Sort(*list)
		*list = slices.Clip(slices.Compact(*list))
	}
	o.open = nil
	return o
}

// at notes that the words which follow are of node n, and opens a step where n is one.
func (o *stepOutline) at(f *java.File, n java.NodeID) {
	if o == nil {
		return
	}
	for len(o.open) > 0 && o.open[len(o.open)-1].end <= n {
		o.open = o.open[:len(o.open)-1]
	}
	if n < o.inside {
		return
	}
	nd := &f.Nodes[n]
	switch k := nd.Kind; {
	case k == java.LambdaExpression, k == java.ClassBody:
		o.inside = nd.Next
	case k == java.LocalVariableDeclaration:
		if f.Kind(nd.Parent) != java.ForStatement {
			o.begin(valueStep, f, n)
		}
	case k.IsStatement() && k != java.Block, k == java.CatchClause:
		if k == java.ReturnStatement {
			o.returns++
		}
		o.begin(len(o.steps), f, n)
		o.steps = append(o.steps, step{kind: mapping.StatementKind(k)})
	case k == java.SwitchExpression && len(o.open) == 0:
		o.last = k // a statement here
	}
}

func (o *stepOutline) begin(at int, f *java.File, n java.NodeID) {
	nd := &f.Nodes[n]
	if len(o.open) == 0 {
		o.last, o.value = nd.Kind, nd.Kind == java.ReturnStatement && nd.Next > n+1
	}
	o.open = append(o.open, openStep{at, nd.Next})
}

// add adds a word to the statement at hand.
func (o *stepOutline) add(h uint64, fixed bool) {
	if o == nil {
		return
	}
	o.all = append(o.all, h)
	if fixed {
		o.fixed = append(o.fixed, h)
	}
	s := o.step()
	switch {
	case s != nil:
		s.all.add(h)
		if fixed {
			s.fixed.add(h)
		}
	case len(o.open) > 0:
		o.values.add(h)
	}
}

// called adds the name of a called method of the program to the fixed words; the call stands around nothing if it is bare.
// Others may stand around an expression of one statement in the sample and of another in the query, so that only the whole
// must have the name.
func (o *stepOutline) called(h uint64, bare bool) {
	if o == nil {
		return
	}
	o.fixed = append(o.fixed, h)
	if s := o.step(); s != nil && bare {
		s.fixed.add(h)
	}
}

// step returns the step at hand, nil where there is none.
func (o *stepOutline) step() *step {
	if n := len(o.open); n > 0 && o.open[n-1].at != valueStep {
		return &o.steps[o.open[n-1].at]
	}
	return nil
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

// staying are the steps that are statements wherever a method is inlined.
func (o *stepOutline) staying() []step {
	if o.last == java.ReturnStatement {
		return o.steps[:len(o.steps)-1]
	}
	return o.steps
}

// has reports whether the steps of o have those of called as a run: to the letter, or by their kinds alone.
func (o *stepOutline) has(called *stepOutline, letter bool) bool {
	if letter && !includes(o.all, called.fixed) {
		return false
	}
	run := called.staying()
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
		if need.kind != have.kind || letter && have.all.with(o.values).lacks(need.fixed) {
			return false
		}
	}
	return true
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
