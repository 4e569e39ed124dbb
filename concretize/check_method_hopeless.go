package concretize

import (
	"slices"

	"refract/finding"
	"refract/inline"
	"refract/java"
	"refract/program"
	"refract/vectors"
)

// This file refuses candidates of Extract Method that fragmentIsCallee would refuse after any alignment, by what is known
// of the three methods without one.

var (
	// lambdas have statements that may be part of an argument, and invocations are what a model has two of.
	lambdas     = vectors.MustGroup("syntax.lambda_expression")
	invocations = vectors.MustGroup("syntax.invoke_own", "syntax.invoke_api")
	// paired are the statements that all have a counterpart where nothing is left over.
	paired = append(slices.Clone(kept), catchClause)
	// otherStatements are statements of forms beside those that are statements of the grammar.
	otherStatements     = vectors.MustGroup("syntax.catch_clause", "syntax.*_declaration")
	catchClause         = vectors.FeatureByName("syntax.catch_clause")
	expressionStatement = vectors.FeatureByName("syntax.expression_statement")
)

// wordsKept are the differences under which statements that are equal have the same words.
var wordsKept = allowedOf([]string{"inline-call-in-sample", "temp-in-query", "temp-in-sample", "wrapped-call", "literal", "member"})

// fragmentIsElsewhere refuses samples of which no called method can have all its statements in the query: not to the
// letter, where the query could call it, nor with all the rest of the two alike, where it could not.
func fragmentIsElsewhere(j *Judge, q, c int) finding.Verdict {
	query, caller := j.q.Rows.Row(q), j.c.Rows.Row(c).Method
	if query.Mode != inline.None || j.allow&^wordsKept != 0 {
		return ok // it says what its callees say, or words may become others
	}
	for _, m := range j.c.Rows.Inlined(c) {
		n := j.statementsOf(m)
		if n < 2 || n == 2 && !j.mayStay(caller, m) {
			continue
		}
		reach, beyond := j.reaches(query.Method, caller, m)
		beyond = beyond && j.sameStatements(q, c, m)
		if !reach && !beyond || n == 2 && !j.stays(caller, m) {
			continue
		}
		reach = reach && j.hasWords(query.Method, m)
		if !reach && !beyond {
			continue
		}
		called := j.c.stepsOf(m)
		for _, s := range j.c.Rows.Sites(caller) {
			if s.Callee == m && (reach || beyond) && j.standsAt(query.Method, c, called, s, reach, beyond) {
				return ok
			}
		}
	}
	return refuse("the called method says what this one does not say")
}

// hasWords reports whether a query may have all words that the statements of m have wherever they stand.
func (j *Judge) hasWords(query, m program.MethodID) bool {
	have, _ := j.q.wordsOf(query)
	_, need := j.c.wordsOf(m)
	return !have.lacks(need)
}

// statementsOf is how many statements m has wherever it stands in the place of a call. Where it is two the last return is one of them, which is but a value
// unless the call is a statement or is returned itself.
func (j *Judge) statementsOf(m program.MethodID) int {
	body := j.c.Rows.Base(m)
	// "int a = 1, b = 2;" is two statements.
	return body.Sum(&statements) + body.Sum(&otherStatements) - body.Count(declarationStatement)
}

// mayStay reports whether stays may hold, as far as that is known without the tree.
func (j *Judge) mayStay(caller, m program.MethodID) bool {
	return j.c.Rows.Base(caller).Count(returnStatement) > 0 ||
		slices.ContainsFunc(j.c.Rows.Sites(caller), func(s inline.Site) bool { return s.Callee == m && s.Statement })
}

// stays reports whether a call of m in caller is a statement, or is returned.
func (j *Judge) stays(caller, m program.MethodID) bool {
	f := j.c.Program.File(j.c.Program.Method(caller).File)
	return slices.ContainsFunc(j.c.Rows.Sites(caller), func(s inline.Site) bool { return s.Callee == m && (s.Statement || returned(f, s.Node)) })
}

// standsAt reports whether a query may have the statements of the method that sample c calls at s: to the letter where it could
// call it, and with the rest of the sample alike where it could not.
func (j *Judge) standsAt(query program.MethodID, c int, called *stepOutline, s inline.Site, reach, beyond bool) bool {
	caller := j.c.Program.Method(j.c.Rows.Row(c).Method)
	f, have := j.c.Program.File(caller.File), j.q.stepsOf(query)
	returned := returned(f, s.Node)
	if !called.fits(s.Statement, returned) {
		return false
	}
	whole := s.Statement || returned // also a last return stays
	if reach && have.has(called, whole, true) {
		return true
	}
	// A caller that does nothing else is its called method, of which nothing is extracted.
	if !beyond || alone(f, caller.Body, s.Node) || !have.has(called, whole, false) {
		return false
	}
	model, known := j.modelSteps(c, called, s, whole)
	return !known || have.unsure || have.like(model, false) || have.like(model, true) && j.wraps(query, c)
}

// alone reports whether call n, or its return, is the only statement of a body.
func alone(f *java.File, body, n java.NodeID) bool {
	at := f.Parent(n)
	for f.Kind(at) == java.ParenthesizedExpression {
		at = f.Parent(at)
	}
	k := f.Kind(at)
	return (k == java.ReturnStatement || k == java.ExpressionStatement) && at == body+1 && f.At(at).Next == f.At(body).Next
}

// returned reports whether expression n is what a return returns.
func returned(f *java.File, n java.NodeID) bool {
	at := f.Parent(n)
	for f.Kind(at) == java.ParenthesizedExpression {
		at = f.Parent(at)
	}
	return f.Kind(at) == java.ReturnStatement
}

// reaches says whether query could call m as caller does at one call at least, and whether it could not at one: see
// siteCase.callable.
func (j *Judge) reaches(query, caller, m program.MethodID) (reach, beyond bool) {
	p := j.q.Program
	if p != j.c.Program {
		return true, false
	}
	method, from := p.Method(m), p.Method(query).Owner
	for _, s := range j.q.Rows.Sites(query) {
		if s.Callee == m {
			return false, false // it calls it already
		}
	}
	onThis, onOther := false, false
	for _, s := range j.c.Rows.Sites(caller) {
		if s.Callee != m || s.Receiver == inline.OnSuper && s.Names == 0 {
			continue // the sample calls the method that it overrides
		}
		here := s.Receiver == inline.Implied || s.Receiver == inline.OnThis && s.Names == 0
		onThis, onOther = onThis || here, onOther || !here
	}
	switch {
	case !visibleMethod(p, m, from):
		return false, onThis || onOther
	case method.Static || !p.Method(query).Static && inherits(p, from, method.Owner):
		return onThis || onOther, false
	}
	return onOther, onThis
}

// sameStatements reports whether, by their numbers, all statements of the query may have one in the sample with m in the
// place of a call, and the other way round; temporaries and returns are not counted, see kept.
func (j *Judge) sameStatements(q, c int, m program.MethodID) bool {
	have, rows := j.q.Rows.Vector(q), j.c.Rows
	caller := rows.Row(c).Method
	own, body := rows.Base(caller), rows.Base(m)
	if have.Sum(&invocations) < 2 {
		return false
	}
	if have.Sum(&lambdas)+own.Sum(&lambdas)+body.Sum(&lambdas) > 0 {
		return true
	}
	once := 0
	for _, s := range rows.Sites(caller) {
		if s.Callee == m {
			once++
		}
	}
	for _, f := range paired {
		least, most := own.Count(f), own.Count(f)
		for _, s := range rows.Sites(caller) {
			if !slices.Contains(rows.Inlined(c), s.Callee) {
				continue
			}
			n := rows.Base(s.Callee).Count(f)
			if f == expressionStatement && s.Statement {
				n-- // the call itself goes
			}
			if s.Callee == m && once == 1 {
				least, most = least+n, most+n
			} else { // where nothing can stand before a call it stays one
				least, most = least+min(n, 0), most+max(n, 0)
			}
		}
		if have := have.Count(f); have < least || have > most {
			return false
		}
	}
	return true
}
