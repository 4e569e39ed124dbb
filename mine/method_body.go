package mine

import (
	"slices"

	"refract/internal/sorted"
	"refract/java"
	"refract/mapping"
)

// This file keeps what is computed once per method: its statement tree and the calls in it.

// methodMemo is filled on demand; a Diff is built by one goroutine.
type methodMemo struct {
	tree    *mapping.Tree
	calls   []call
	called  bool
	names   []string // of the calls, see Method.calledNames
	leaves  []uint64 // hashes of the statements, sorted
	words   []string // of the name, see Method.words
	matched *MethodPair
	// extracted says that the method came out of another (after), or went into another (before).
	extracted, moved bool
	// copied says that a method of another class on the other side has the same name and body.
	copied bool
	// twin says the same of methods with one body of several statements, where both classes stayed.
	twin bool
	// emptied says that the method stayed and lost its body, filled that it got one.
	emptied, filled bool
}

// methodDiffMemo is what the matching of bodies keeps while the Diff is built.
type methodDiffMemo struct {
	mappings map[[2]*Method]*mapping.Mapping
	// lost are the methods whose names their classes have no more, by these names, see mayBeRenamed.
	lost map[string][]lostMethod
	// leftovers are the pairs that were found last, by their names.
	leftovers []*MethodPair
	vars      map[*mapping.Mapping]*variables
	renames   map[*MethodPair]map[string]string
}

// lostMethod is a method before whose name the class after the change does not have.
type lostMethod struct {
	pair   *ClassPair
	method *Method
}

// call is a call in a body.
type call struct {
	node     java.NodeID
	name     string
	args     int // -1 for a method reference
	receiver string
}

// Tree is the statement tree of m, nil where it has no body.
func (m *Method) Tree() *mapping.Tree {
	if m.memo.tree == nil && m.HasBody() {
		m.memo.tree = mapping.New(m.Class.File, m.Decl.Body)
	}
	return m.memo.tree
}

// calls lists the calls in the body of m, those in anonymous classes included.
func (m *Method) calls() []call {
	if m.memo.called || !m.HasBody() {
		return m.memo.calls
	}
	m.memo.called = true
	f := m.Class.File
	end := f.Nodes[m.Decl.Body].Next
	for n := m.Decl.Body; n < end; n++ {
		c := call{node: n}
		switch f.Nodes[n].Kind {
		case java.MethodInvocation:
			c.name = f.Text(f.Child(n, java.FieldName))
			c.receiver = f.Text(f.Child(n, java.FieldObject))
		case java.ExplicitConstructorInvocation:
			if f.Kind(f.Child(n, java.FieldConstructor)) != java.This {
				continue
			}
			c.name = m.Class.Simple
		case java.MethodReference:
			c.name, c.args = lastWord(f.Text(n)), -1
		default:
			continue
		}
		if c.args == 0 {
			c.args = countChildren(f, f.Child(n, java.FieldArguments))
		}
		m.memo.calls = append(m.memo.calls, c)
	}
	return m.memo.calls
}

// calledNames are the names of the calls in the body of m, each once.
func (m *Method) calledNames() []string {
	if m.memo.names == nil {
		for _, c := range m.calls() {
			m.memo.names = append(m.memo.names, c.name)
		}
		slices.Sort(m.memo.names)
		m.memo.names = slices.Compact(m.memo.names)
	}
	return m.memo.names
}

func lastWord(s string) string {
	i := len(s)
	for i > 0 && (s[i-1] == '_' || s[i-1] == '$' || s[i-1] >= 0x80 || '0' <= s[i-1] && s[i-1] <= '9' || 'a' <= s[i-1]|0x20 && s[i-1]|0x20 <= 'z') {
		i--
	}
	return s[i:]
}

func countChildren(f *java.File, n java.NodeID) int {
	k := 0
	for c := f.FirstChild(n); c >= 0; c = f.NextSibling(c) {
		k++
	}
	return k
}

// mayCall reports whether c can be a call of m by its name and the number of its arguments.
func (c *call) mayCall(m *Method) bool {
	if c.name != m.Name {
		return false
	}
	n := len(m.Params)
	if c.args < 0 || c.args == n {
		return true
	}
	return n > 0 && m.Params[n-1].Variadic && c.args >= n-1
}

// leafHashes are the hashes of the statements of m, sorted.
func (m *Method) leafHashes() []uint64 {
	if m.memo.leaves == nil && m.Tree() != nil {
		t := m.Tree()
		m.memo.leaves = make([]uint64, 0, len(t.Stmts))
		for i := range t.Stmts {
			if t.Stmts[i].Kind.Leaf() {
				m.memo.leaves = append(m.memo.leaves, t.Stmts[i].Full)
			}
		}
		slices.Sort(m.memo.leaves)
	}
	return m.memo.leaves
}

// shares counts the statements that two methods have in common.
func (m *Method) shares(o *Method) int {
	return sorted.Common(m.leafHashes(), o.leafHashes())
}

// sameBody reports whether two bodies are equal as text.
func sameBody(b, a *Method) bool {
	return b.Class.File.Text(b.Decl.Body) == a.Class.File.Text(a.Decl.Body)
}

// mapBodies maps the body of b to that of a, once. It is nil where one has none.
func (d *Diff) mapBodies(b, a *Method) *mapping.Mapping {
	d.checkpoint()
	key := [2]*Method{b, a}
	if m, ok := d.mappings[key]; ok {
		return m
	}
	if d.mappings == nil {
		d.mappings = map[[2]*Method]*mapping.Mapping{}
	}
	tb, ta := b.Tree(), a.Tree()
	var m *mapping.Mapping
	if tb != nil && ta != nil {
		m = mapping.Map(tb, ta, mapping.Options{Same: true, Renamed: d.mayBeRenamed})
	}
	d.mappings[key] = m
	return m
}

// forget drops the mappings of b to those that it was compared with, and of its candidates: of thousands of methods they take gigabytes, and each needs one.
func (d *Diff) forget(b *Method, compared []*Method, found []bodyCandidate) {
	for _, a := range compared {
		delete(d.mappings, [2]*Method{b, a})
	}
	for i := range found {
		found[i].mapping = nil
	}
}

// mayBeRenamed reports whether some class lost a method of the one name and got one of the other with the same parameter
// types.
func (d *Diff) mayBeRenamed(before, after string) bool {
	if before == after {
		return false
	}
	if d.lost == nil {
		d.collectLost()
	}
	return slices.ContainsFunc(d.lost[before], func(l lostMethod) bool {
		return !l.pair.Before.hasMethod(after) && slices.ContainsFunc(l.pair.After.methodsNamed(after), func(a *Method) bool {
			return !a.IsConstructor() && sameParameterTypes(l.method, a, d.sameType) &&
				(len(a.Params) > 0 || l.method.Return == a.Return && a.Return != "void")
		})
	})
}

// collectLost finds the methods whose names their classes have no more.
func (d *Diff) collectLost() {
	d.lost = map[string][]lostMethod{}
	for _, p := range d.Pairs {
		for _, b := range p.Before.Methods {
			if !b.IsConstructor() && !p.After.hasMethod(b.Name) {
				d.lost[b.Name] = append(d.lost[b.Name], lostMethod{p, b})
			}
		}
	}
}

// tally is what the rules of Table 4 compare: pairs, exact pairs, and what is left on both sides.
type tally struct {
	matched, exact, left, right int
	leftLeaves, rightLeaves     int
	throws                      bool // the only exact pair throws a new exception
	inside                      int  // pairs of a statement with a part of another
	argument                    bool // one of them with its only argument
}

// tallyOf counts a mapping as RefactoringMiner does: without clauses and labels, and without returns that say nothing.
func tallyOf(m *mapping.Mapping) tally {
	var t tally
	if m == nil {
		return t
	}
	for i := range m.Pairs {
		p := &m.Pairs[i]
		if !countable(m.Src, p.Src) && !countable(m.Dst, p.Dst) {
			continue
		}
		if m.Src.Stmts[p.Src].Kind.Part() && m.Dst.Stmts[p.Dst].Kind.Part() {
			continue
		}
		if m.OtherForm(p) || bareArgument(m.Src, p.Src) || bareArgument(m.Dst, p.Dst) {
			continue
		}
		t.matched++
		if p.Pass == mapping.PassInside || p.Pass == mapping.PassArgument {
			t.inside++
			t.argument = t.argument || p.Pass == mapping.PassArgument
			continue
		}
		// "int n = 0;" and "k = 0;" share nothing but a literal.
		if p.Exact() || p.Abstracted && len(p.Replacements) == 0 && p.Common > 1 || m.SameCall(p) {
			t.exact++
			t.throws = m.Src.Stmts[p.Src].Kind == mapping.Throw
		}
	}
	for _, s := range m.UncoveredSrc() {
		if countable(m.Src, s) {
			t.left++
			if m.Src.Stmts[s].Kind.Leaf() {
				t.leftLeaves++
			}
		}
	}
	for _, s := range m.UncoveredDst() {
		if countable(m.Dst, s) {
			t.right++
			if m.Dst.Stmts[s].Kind.Leaf() {
				t.rightLeaves++
			}
		}
	}
	return t
}

// bareArgument reports whether s is a part that is nothing but a parameter, bound to the argument of a call: what equals it was
// handed over, and tells nothing of what the method does.
func bareArgument(t *mapping.Tree, s mapping.StmtID) bool {
	st := &t.Stmts[s]
	return st.Kind.Part() && t.IsBound() && t.File.Kind(t.File.Unparen(st.Node)) == java.Identifier
}

// countable reports whether s says something about a method: no catch clause, no label of a switch, no return of a
// constant, unless it is all there is.
func countable(t *mapping.Tree, s mapping.StmtID) bool {
	st := &t.Stmts[s]
	if st.Kind.Part() {
		return st.Kind != mapping.Header
	}
	if st.Depth == 0 && st.Body == 0 && onlyOne(t) {
		return true
	}
	switch st.Kind {
	case mapping.Catch, mapping.Case, mapping.Block, mapping.Finally:
		return false
	case mapping.Return:
		f := t.File
		c := f.FirstChild(st.Node)
		if c < 0 {
			return false
		}
		switch f.Kind(f.Unparen(c)) {
		case java.True, java.False, java.NullLiteral, java.This:
			return false
		}
	}
	return true
}

func onlyOne(t *mapping.Tree) bool {
	return len(t.Stmts) > 0 && t.Stmts[0].End == mapping.StmtID(len(t.Stmts))
}
