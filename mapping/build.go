package mapping

import "refract/java"

// New builds the statement tree of body: a block, a constructor body, or an expression (the initializer of a field,
// which becomes the only entry of its tree). It panics when body is no node of f.
func New(f *java.File, body java.NodeID) *Tree {
	if body < 0 || int(body) >= len(f.Nodes) {
		panic(badBody)
	}
	t := &Tree{File: f, Root: body}
	t.hashNodes()
	b := builder{t: t}
	t.Bodies = append(t.Bodies, Body{Kind: MethodBody, Node: body, Owner: NoStmt, Method: java.NoNode, Type: java.NoNode})
	switch f.Kind(body) {
	case java.Block, java.ConstructorBody:
		b.list(body, NoStmt, 0)
	default:
		s := b.open(body, Initializer, NoStmt, 0)
		b.nested(body, s)
		b.close(s)
	}
	t.Bodies[0].End = StmtID(len(t.Stmts))
	t.hashStmts()
	t.declareVars()
	return t
}

const badBody = "mapping: the body is no node of the file"

type builder struct {
	t     *Tree
	body  int32
	index int32 // of the next child of the composite at work
	whole int32 // statements so far, without parts
}

func (b *builder) open(n java.NodeID, k Kind, parent StmtID, branch uint8) StmtID {
	s := Stmt{Node: n, Kind: k, Branch: branch, Parent: parent, Body: b.body, Index: b.index}
	if parent >= 0 {
		s.Depth = b.t.Stmts[parent].Depth + 1
	}
	if !k.Part() {
		b.index++
		b.whole++
	}
	s.Inside = -b.whole
	b.t.Stmts = append(b.t.Stmts, s)
	return StmtID(len(b.t.Stmts) - 1)
}

func (b *builder) close(s StmtID) {
	b.t.Stmts[s].End = StmtID(len(b.t.Stmts))
	b.t.Stmts[s].Inside += b.whole
}

// list adds the statements in block n.
func (b *builder) list(n java.NodeID, parent StmtID, branch uint8) {
	f := b.t.File
	for c := f.FirstChild(n); c >= 0; c = f.NextSibling(c) {
		b.statement(c, parent, branch)
	}
}

var statementKinds = [java.NumKinds]Kind{
	java.ExpressionStatement: Expression, java.LocalVariableDeclaration: Declaration, java.ReturnStatement: Return,
	java.ThrowStatement: Throw, java.BreakStatement: Break, java.ContinueStatement: Continue, java.YieldStatement: Yield,
	java.AssertStatement: Assert, java.ExplicitConstructorInvocation: ConstructorCall, java.SwitchLabel: Case,

	java.IfStatement: If, java.WhileStatement: While, java.DoStatement: Do, java.ForStatement: For,
	java.EnhancedForStatement: ForEach, java.SwitchExpression: Switch, java.SynchronizedStatement: Synchronized,
	java.LabeledStatement: Labeled, java.TryStatement: Try, java.TryWithResourcesStatement: Try,
	java.CatchClause: Catch, java.FinallyClause: Finally, java.Block: Block,
}

// StatementKind returns the kind of the statements that are nodes of kind k, NoKind where there are none. A switch is one
// only where it stands as a statement.
func StatementKind(k java.Kind) Kind { return statementKinds[k] }

// statement adds n, which stands where a statement stands.
func (b *builder) statement(n java.NodeID, parent StmtID, branch uint8) {
	f := b.t.File
	k := f.Kind(n)
	kind := StatementKind(k)
	if kind.Leaf() {
		if k == java.ExpressionStatement && f.Kind(f.FirstChild(n)) == java.SwitchExpression {
			b.composite(f.FirstChild(n), Switch, parent, branch)
			return
		}
		s := b.open(n, kind, parent, branch)
		b.nested(n, s)
		b.close(s)
		return
	}
	switch {
	case kind.Composite():
		b.composite(n, kind, parent, branch)
	case k == java.SwitchBlockStatementGroup, k == java.SwitchRule:
		for c := f.FirstChild(n); c >= 0; c = f.NextSibling(c) {
			if f.Kind(c) == java.Block && k == java.SwitchRule {
				b.list(c, parent, branch)
				continue
			}
			b.statement(c, parent, branch)
		}
	case k.IsTypeDeclaration():
		s := b.open(n, LocalType, parent, branch)
		b.nested(n, s)
		b.close(s)
	}
}

// composite adds n, its header expressions as parts, and what is in its bodies. Catch and finally clauses are
// siblings after their try, as in the paper's representation.
func (b *builder) composite(n java.NodeID, k Kind, parent StmtID, branch uint8) {
	f := b.t.File
	s := b.open(n, k, parent, branch)
	index := b.index
	b.index = 0
	arm := uint8(0)
	for c := f.FirstChild(n); c >= 0; c = f.NextSibling(c) {
		switch ck := f.Kind(c); {
		case k == Block:
			b.statement(c, s, 0)
		case isHeaderPart(f, c):
			b.header(c, s)
		case ck == java.Block, ck == java.SwitchBlock:
			b.list(c, s, arm)
			arm++
		case ck != java.CatchClause && ck != java.FinallyClause:
			b.statement(c, s, arm)
			arm++
		}
	}
	b.close(s)
	b.index = index
	if k != Try {
		return
	}
	for c := f.FirstChild(n); c >= 0; c = f.NextSibling(c) {
		switch f.Kind(c) {
		case java.CatchClause:
			b.composite(c, Catch, parent, branch)
		case java.FinallyClause:
			b.composite(c, Finally, parent, branch)
		}
	}
}

// header adds the expressions of header part n of composite s.
func (b *builder) header(n java.NodeID, s StmtID) {
	f := b.t.File
	switch f.Kind(n) {
	case java.Modifiers, java.Dimensions, java.CatchFormalParameter:
		return
	case java.ResourceSpecification:
		for c := f.FirstChild(n); c >= 0; c = f.NextSibling(c) {
			b.part(c, Header, s)
		}
		return
	case java.Identifier:
		if f.Nodes[n].Field == java.FieldName || f.Kind(f.Parent(n)) == java.LabeledStatement {
			return
		}
	}
	if f.Kind(n).IsType() {
		return
	}
	b.part(f.Unparen(n), Header, s)
}

func (b *builder) part(n java.NodeID, k Kind, s StmtID) {
	p := b.open(n, k, s, 0)
	b.nested(n, p)
	b.close(p)
}

// isHeaderPart reports whether child c of a composite belongs to its header.
func isHeaderPart(f *java.File, c java.NodeID) bool {
	if f.Nodes[c].Field == java.FieldInit {
		return true
	}
	switch f.Kind(c) {
	case java.Block, java.SwitchBlock, java.CatchClause, java.FinallyClause:
		return false
	}
	return !f.IsStatementAt(c)
}

// nested adds the bodies inside n, part of statement s: blocks of lambdas, methods of anonymous and local classes,
// and switches used as expressions.
func (b *builder) nested(n java.NodeID, s StmtID) {
	f := b.t.File
	end := f.Nodes[n].Next
	for i := n; i < end; {
		switch f.Nodes[i].Kind {
		case java.LambdaExpression:
			body := f.Child(i, java.FieldBody)
			if f.Kind(body) == java.Block {
				b.inner(Body{Kind: LambdaBlock, Node: body, Owner: s, Method: i, Type: java.NoNode})
				i = f.Nodes[i].Next
				continue
			}
			if body >= 0 && f.Kind(f.Unparen(body)) != java.Identifier {
				p := b.open(f.Unparen(body), LambdaBody, s, 0)
				b.nested(body, p)
				b.close(p)
				i = f.Nodes[i].Next
				continue
			}
		case java.SwitchBlock:
			b.inner(Body{Kind: LambdaBlock, Node: i, Owner: s, Method: f.Parent(i), Type: java.NoNode})
			i = f.Nodes[i].Next
			continue
		case java.ClassBody, java.EnumBody, java.InterfaceBody:
			b.class(i, s)
			i = f.Nodes[i].Next
			continue
		}
		i++
	}
}

// class adds the methods in class body n.
func (b *builder) class(n java.NodeID, s StmtID) {
	f := b.t.File
	for c := f.FirstChild(n); c >= 0; c = f.NextSibling(c) {
		switch f.Kind(c) {
		case java.MethodDeclaration, java.ConstructorDeclaration:
			if body := f.Child(c, java.FieldBody); body >= 0 {
				b.inner(Body{Kind: AnonymousMethod, Node: body, Owner: s, Method: c, Type: f.Parent(n), Name: f.Text(f.Child(c, java.FieldName))})
			}
		case java.EnumBodyDeclarations:
			b.class(c, s)
		}
	}
}

func (b *builder) inner(body Body) {
	outer, index := b.body, b.index
	b.body, b.index = int32(len(b.t.Bodies)), 0
	body.First = StmtID(len(b.t.Stmts))
	b.t.Bodies = append(b.t.Bodies, body)
	b.list(body.Node, NoStmt, 0)
	b.t.Bodies[b.body].End = StmtID(len(b.t.Stmts))
	b.body, b.index = outer, index
}

// hashStmts fills the hashes and signatures of the statements.
func (t *Tree) hashStmts() {
	f := t.File
	for i := range t.Stmts {
		s := &t.Stmts[i]
		s.Full = Mix(t.Hash(s.Node), uint64(s.Kind))
		s.Hash = s.Full
		if s.Kind.Composite() {
			s.Hash = Mix(uint64(s.Kind), 0xC0)
			for c := f.FirstChild(s.Node); c >= 0; c = f.NextSibling(c) {
				if isHeaderPart(f, c) && f.Kind(c) != java.Modifiers {
					s.Hash = Mix(s.Hash, t.Hash(c)+uint64(f.Nodes[c].Field))
					s.Words |= t.words(c, f.Nodes[c].Next)
				}
			}
		} else {
			s.Words = t.words(s.Node, f.Nodes[s.Node].Next)
		}
		if s.Parent >= 0 {
			p := &t.Stmts[s.Parent]
			s.Context = Mix(p.Context+uint64(s.Branch), p.Hash)
		}
	}
}

// Bind returns t with each name of bind standing for an expression: the argumentization of §3.2. The statements keep
// their ids. A name may stand for a node of any tree, including one that is bound itself.
func (t *Tree) Bind(bind map[string]Ref) *Tree {
	if len(bind) == 0 {
		return t
	}
	u := &Tree{File: t.File, Root: t.Root, Bodies: t.Bodies, Vars: t.Vars, many: t.many, bind: bind, base: t.Base()}
	u.Stmts = append([]Stmt(nil), t.Stmts...)
	u.hashNodes()
	u.hashStmts()
	return u
}
