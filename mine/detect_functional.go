package mine

import (
	"refract/finding"
	"refract/java"
	"refract/mapping"
)

// This file reports anonymous classes that became lambdas, and loops that became pipelines, or back.

// lambdasForClasses reads replacements: the mapping compares an anonymous class of one method with a lambda.
func lambdasForClasses(d *Diff, report func(finding.Refactoring)) {
	for u := range d.units {
		for i := range u.m.Pairs {
			for _, r := range u.m.Pairs[i].Replacements {
				if r.Kind != mapping.Other || r.Src.Kind() != java.ObjectCreationExpression || r.Dst.Kind() != java.LambdaExpression ||
					r.Src.Tree.Base() != u.m.Src.Base() {
					continue
				}
				body := r.Src.Tree.File.ChildOfKind(r.Src.Node, java.ClassBody)
				c := d.Before.anonymousAt(r.Src.Tree.File, body)
				if c == nil {
					continue
				}
				lambda := Code(r.Dst.Tree.File, r.Dst.Node)
				report(one("Replace Anonymous With Lambda", c.Name+" with "+lambda+inMethod(u.after),
					at(c.Location("anonymous class declaration"), u.before.Location("original method declaration")),
					at(nodeLocation(r.Dst.Tree.File, r.Dst.Node, "LAMBDA_EXPRESSION", "lambda expression", lambda),
						u.after.Location("method declaration with introduced lambda"))))
			}
		}
	}
}

// anonymousAt returns the anonymous class with that body, nil where there is none.
func (m *Model) anonymousAt(f *java.File, body java.NodeID) *Class {
	for _, c := range m.Anonymous {
		if c.File == f && c.Decl.Body == body {
			return c
		}
	}
	return nil
}

// pipelines reports loops whose statements went into lambdas of one statement, and such statements whose lambdas' statements
// went into a loop.
func pipelines(d *Diff, report func(finding.Refactoring)) {
	for u := range d.units {
		seen := map[[2]mapping.StmtID]bool{}
		for i := range u.m.Pairs {
			p := &u.m.Pairs[i]
			b, a := loopAround(u.m.Src, p.Src), pipelineAround(u.m.Dst, p.Dst)
			typ, from, to := "Replace Loop With Pipeline", "original loop", "pipeline"
			if b < 0 || a < 0 {
				b, a = pipelineAround(u.m.Src, p.Src), loopAround(u.m.Dst, p.Dst)
				typ, from, to = "Replace Pipeline With Loop", "original pipeline", "loop"
			}
			if b < 0 || a < 0 || seen[[2]mapping.StmtID{b, a}] || u.m.OfSrc(b) != nil || u.m.OfDst(a) != nil {
				continue
			}
			seen[[2]mapping.StmtID{b, a}] = true
			report(one(typ, statementText(u.m.Src, b)+" with "+statementText(u.m.Dst, a)+inMethod(u.after),
				at(statementLocation(u.m.Src, b, from), u.before.Location("original method declaration")),
				at(statementLocation(u.m.Dst, a, to), u.after.Location("method declaration with "+to))))
		}
	}
}

// loopAround returns the innermost loop around statement s, in the same body; NoStmt for none.
func loopAround(t *mapping.Tree, s mapping.StmtID) mapping.StmtID {
	for s = t.Stmts[s].Parent; s >= 0; s = t.Stmts[s].Parent {
		switch t.Stmts[s].Kind {
		case mapping.For, mapping.ForEach, mapping.While:
			if ownBody(t, t.Stmts[s].Body) {
				return s
			}
		}
	}
	return mapping.NoStmt
}

// pipelineAround returns the statement whose value is a call that takes the lambda which statement, or expression, s is
// the body of; NoStmt for none.
func pipelineAround(t *mapping.Tree, s mapping.StmtID) mapping.StmtID {
	owner := mapping.NoStmt
	if st := &t.Stmts[s]; st.Kind == mapping.LambdaBody {
		owner = st.Parent
	} else if b := &t.Bodies[st.Body]; b.Kind == mapping.LambdaBlock && t.File.Kind(b.Method) == java.LambdaExpression {
		owner = b.Owner
	}
	if owner < 0 || !t.Stmts[owner].Kind.Leaf() || !ownBody(t, t.Stmts[owner].Body) {
		return mapping.NoStmt
	}
	from, to := headerNodes(t, owner)
	for n := from; n < to; n++ {
		if t.File.Kind(n) == java.MethodInvocation && iterates[t.File.Text(t.File.Child(n, java.FieldName))] {
			return owner
		}
	}
	return mapping.NoStmt
}

// iterates are the calls that make a statement with lambdas a pipeline over many elements.
var iterates = map[string]bool{"forEach": true, "forEachOrdered": true, "stream": true, "parallelStream": true, "replaceAll": true,
	"removeIf": true, "of": true, "range": true, "rangeClosed": true}
