package mapping

import "refract/java"

// This file pairs a statement that is one call with one argument with the return of that argument in the other body, or with
// its declaration as a variable: "f(x + 1);" with "return x + 1;", where the call has become "f(g());". RefactoringMiner looks for it between the
// heuristics of Table 3. The argument may be of any kind, since its place says what became of it.

// PassArgument names the pass.
const PassArgument = "argument, returned"

func argumentsReturned(m *Mapping, s *scope, name string) {
	if m.opt.Inner && s.whole {
		m.argumentsOf(name, true)
		m.argumentsOf(name, false)
	}
}

// argumentsOf pairs the returns of one side, of Dst when dst is true, with the calls of the other.
func (m *Mapping) argumentsOf(name string, dst bool) {
	returns, calls := m.Dst, m.Src
	if !dst {
		returns, calls = m.Src, m.Dst
	}
	var byArgument map[uint64][]StmtID // once there is a value to look for
	for i := range returns.Stmts {
		if k := returns.Stmts[i].Kind; k != Return && k != Declaration || dst && !m.dstFree(StmtID(i)) || !dst && !m.srcFree(StmtID(i)) {
			continue
		}
		v := valueOf(returns.File, returns.Stmts[i].Node)
		if v < 0 {
			continue
		}
		x := resolve(Ref{returns, v})
		if !returns.telling(x, returns.Stmts[i].Kind) {
			continue
		}
		if byArgument == nil {
			byArgument = map[uint64][]StmtID{}
			for j := range calls.Stmts {
				if y := calls.onlyArgument(StmtID(j)); y.Node >= 0 && (dst && m.srcFree(StmtID(j)) || !dst && m.dstFree(StmtID(j))) {
					byArgument[y.hash()] = append(byArgument[y.hash()], StmtID(j))
				}
			}
		}
		if list := byArgument[x.hash()]; len(list) > 0 {
			p := Pair{Src: list[0], Dst: StmtID(i), Pass: name, Abstracted: true, Common: int32(x.weight())}
			if !dst {
				p.Src, p.Dst = p.Dst, p.Src
			}
			m.add(p)
			byArgument[x.hash()] = list[1:]
		}
	}
}

// telling reports whether value x of a statement of kind k can be known again: no literal, which occurs anywhere, no
// variable of this body, and more than a name where it is stored and not returned.
func (t *Tree) telling(x Ref, k Kind) bool {
	switch {
	case x.Kind().IsLiteral(), x.Kind() == java.This, k == Declaration && x.weight() < minInside:
		return false
	case x.Kind() == java.Identifier && x.Tree == t:
		return t.VarOf(x.Node) < 0
	}
	return true
}

// onlyArgument returns the argument of the call or creation that is the value of statement s, where it has one only.
func (t *Tree) onlyArgument(s StmtID) Ref {
	if k := t.Stmts[s].Kind; k == Header || k == Initializer {
		return Ref{t, java.NoNode}
	}
	r := t.valueRef(s)
	if k := r.Kind(); r.Node < 0 || k != java.MethodInvocation && k != java.ObjectCreationExpression {
		return Ref{t, java.NoNode}
	}
	list := childList(r.child(java.FieldArguments))
	if len(list) != 1 {
		return Ref{t, java.NoNode}
	}
	return resolve(list[0])
}
