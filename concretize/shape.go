package concretize

import "refract/java"

// This file tells what shape the body of a callee has: where it returns, and what it writes.

// expression returns e where the body is "return e;".
func (f *form) expression() (fid, bool) {
	list := f.nodes[f.root].kids
	if len(list) == 1 && f.nodes[list[0]].kind == java.ReturnStatement && len(f.nodes[list[0]].kids) == 1 {
		return f.nodes[list[0]].kids[0], true
	}
	return noFid, false
}

// returns counts the return statements of the body itself, but for a last one without a value.
func (f *form) returns() int {
	n := 0
	f.eachStatement(f.root, func(id fid) {
		if f.nodes[id].kind == java.ReturnStatement {
			n++
		}
	})
	list := f.nodes[f.root].kids
	if len(list) > 0 {
		if last := f.node(list[len(list)-1]); last.kind == java.ReturnStatement && len(last.kids) == 0 {
			n--
		}
	}
	return n
}

// endsInOnlyReturn reports whether the only return is the last statement and has a value.
func (f *form) endsInOnlyReturn() bool {
	list := f.nodes[f.root].kids
	if len(list) == 0 {
		return false
	}
	last := f.node(list[len(list)-1])
	return last.kind == java.ReturnStatement && len(last.kids) == 1 && f.returns() == 1
}

// writes counts for each local how often it gets a value: its declaration with one, assignments, ++ and --. A
// parameter, and what a for, catch or pattern declares, has one from the start.
func (f *form) writes() []int {
	w := make([]int, len(f.locals))
	for i := range f.locals {
		if f.locals[i].param {
			w[i] = 1
		}
	}
	f.walk(f.root, func(id fid) bool {
		n := f.node(id)
		target := noFid
		switch n.kind {
		case java.AssignmentExpression:
			target = n.kids[0]
		case java.UpdateExpression:
			target = n.kids[0]
		case java.LocalVariableDeclaration:
			if f.child(id, java.FieldValue) != noFid {
				target = f.child(id, java.FieldName)
			}
		case java.EnhancedForStatement, java.CatchFormalParameter, java.Resource:
			target = f.child(id, java.FieldName)
		}
		if target != noFid && f.nodes[target].sym == symLocal {
			w[f.nodes[target].ref]++
		}
		return true
	})
	return w
}
