package mapping

import (
	"cmp"
	"iter"
	"slices"

	"refract/java"
)

// VarKind tells the kinds of variables declared in a body.
type VarKind uint8

const (
	LocalVar VarKind = iota
	ForEachVar
	CatchVar
	ResourceVar
	LambdaParam
	PatternVar
	NestedParam // a parameter of a method of an anonymous or local class
)

// Var is a variable declared inside a body. The parameters of the method itself are not among them.
type Var struct {
	Name      string
	Kind      VarKind
	Node      java.NodeID // the declarator, parameter, resource or enhanced_for_statement
	NameNode  java.NodeID
	Type      java.NodeID // NoNode for a lambda parameter without a type
	Dims      int         // [] after the name
	Variadic  bool
	Modifiers java.NodeID // NoNode where there are none
	Init      java.NodeID // the initializer; for a ForEachVar the iterated expression; NoNode where there is none
	Decl      StmtID      // the statement that declares it
	Body      int32       // the body it is declared in
	// ScopeStart and ScopeEnd bound the nodes in which the name means this variable, shadowing aside.
	ScopeStart, ScopeEnd java.NodeID
}

// declareVars fills t.Vars in source order.
func (t *Tree) declareVars() {
	f := t.File
	end := f.Nodes[t.Root].Next
	for n := t.Root; n < end; n++ {
		switch f.Nodes[n].Kind {
		case java.VariableDeclarator:
			t.declareLocal(n)
		case java.EnhancedForStatement:
			t.add(Var{Kind: ForEachVar, Node: n, NameNode: f.Child(n, java.FieldName), Type: f.Child(n, java.FieldType),
				Modifiers: f.ChildOfKind(n, java.Modifiers), Init: f.Child(n, java.FieldValue),
				Dims: dims(f, f.Child(n, java.FieldDimensions)), ScopeStart: n, ScopeEnd: f.Nodes[n].Next})
		case java.CatchFormalParameter:
			p := f.Parent(n)
			t.add(Var{Kind: CatchVar, Node: n, NameNode: f.Child(n, java.FieldName), Type: f.ChildOfKind(n, java.CatchType),
				Modifiers: f.ChildOfKind(n, java.Modifiers), Init: java.NoNode, ScopeStart: p, ScopeEnd: f.Nodes[p].Next})
		case java.Resource:
			if name := f.Child(n, java.FieldName); name >= 0 {
				p := f.Parent(f.Parent(n))
				t.add(Var{Kind: ResourceVar, Node: n, NameNode: name, Type: f.Child(n, java.FieldType),
					Modifiers: f.ChildOfKind(n, java.Modifiers), Init: f.Child(n, java.FieldValue), ScopeStart: p, ScopeEnd: f.Nodes[p].Next})
			}
		case java.LambdaExpression:
			t.declareLambda(n)
		case java.FormalParameter, java.SpreadParameter:
			t.declareParam(n)
		case java.InstanceofExpression, java.TypePattern, java.RecordPatternComponent:
			t.declarePattern(n)
		}
	}
	if len(t.Vars) > fewVars {
		t.many = t.indexVars()
	}
}

// fewVars is how many variables are gone through faster than they are looked up.
const fewVars = 16

// varIndex finds variables of a body that has many, each of which is asked for by every place that may name it.
type varIndex struct {
	byName map[string]*namesakes
	byDecl map[StmtID][]int         // by the statement that declares them, in their order
	named  map[string][]java.NodeID // all identifiers, in their order
}

func (t *Tree) indexVars() *varIndex {
	x := &varIndex{map[string]*namesakes{}, map[StmtID][]int{}, map[string][]java.NodeID{}}
	for i := range t.Vars {
		v := &t.Vars[i]
		if x.byName[v.Name] == nil {
			x.byName[v.Name] = &namesakes{}
		}
		x.byName[v.Name].inOrder = append(x.byName[v.Name].inOrder, i)
		x.byDecl[v.Decl] = append(x.byDecl[v.Decl], i)
	}
	for _, same := range x.byName {
		same.sort(t.Vars)
	}
	for n := t.Root; n < t.File.Nodes[t.Root].Next; n++ {
		if t.File.Nodes[n].Kind == java.Identifier {
			name := t.File.Text(n)
			x.named[name] = append(x.named[name], n)
		}
	}
	return x
}

// namesakes are the variables of one name.
type namesakes struct {
	inOrder []int
	vars    []int // by where their scopes begin, those that begin at one node in their order
	out     []int // of each, the last one before it whose scope ends behind its own; -1
}

func (s *namesakes) sort(vars []Var) {
	s.vars = slices.Clone(s.inOrder)
	slices.SortStableFunc(s.vars, func(a, b int) int { return cmp.Compare(vars[a].ScopeStart, vars[b].ScopeStart) })
	s.out = make([]int, len(s.vars))
	for i := range s.vars {
		j := i - 1
		for j >= 0 && vars[s.vars[j]].ScopeEnd <= vars[s.vars[i]].ScopeEnd {
			j = s.out[j]
		}
		s.out[i] = j
	}
}

// innermost returns the variable whose scope is the last to begin of those around node n, or -1.
func (s *namesakes) innermost(vars []Var, n java.NodeID) int {
	i, _ := slices.BinarySearchFunc(s.vars, n+1, func(v int, n java.NodeID) int { return cmp.Compare(vars[v].ScopeStart, n) })
	for i--; i >= 0; i = s.out[i] {
		if vars[s.vars[i]].ScopeEnd > n {
			return s.vars[i]
		}
	}
	return -1
}

// Named yields the identifiers of t that are that name, from node from up to node to, without to, in their order.
func (t *Tree) Named(name string, from, to java.NodeID) iter.Seq[java.NodeID] {
	return func(yield func(java.NodeID) bool) {
		if t.many != nil {
			list := t.many.named[name]
			first, _ := slices.BinarySearch(list, from)
			for _, n := range list[first:] {
				if n >= to || !yield(n) {
					return
				}
			}
			return
		}
		for n := from; n < to; n++ {
			if t.File.Nodes[n].Kind == java.Identifier && t.File.Text(n) == name && !yield(n) {
				return
			}
		}
	}
}

// DeclaredIn yields the indices of the variables that statement s declares, in their order.
func (t *Tree) DeclaredIn(s StmtID) iter.Seq[int] {
	if t.many != nil {
		return slices.Values(t.many.byDecl[s])
	}
	return t.varsWith(func(v *Var) bool { return v.Decl == s })
}

// VarsNamed yields the indices of the variables of that name, in their order.
func (t *Tree) VarsNamed(name string) iter.Seq[int] {
	if t.many != nil {
		if same := t.many.byName[name]; same != nil {
			return slices.Values(same.inOrder)
		}
		return slices.Values[[]int](nil)
	}
	return t.varsWith(func(v *Var) bool { return v.Name == name })
}

func (t *Tree) varsWith(is func(v *Var) bool) iter.Seq[int] {
	return func(yield func(int) bool) {
		for i := range t.Vars {
			if is(&t.Vars[i]) && !yield(i) {
				return
			}
		}
	}
}

func (t *Tree) add(v Var) {
	if v.NameNode < 0 {
		return
	}
	v.Name = t.File.Text(v.NameNode)
	v.Decl = t.StmtAt(v.NameNode)
	if v.Decl >= 0 {
		v.Body = t.Stmts[v.Decl].Body
	}
	t.Vars = append(t.Vars, v)
}

// declaresLocal reports whether a local variable called name is declared in t.
func (t *Tree) declaresLocal(name string) bool {
	for i := range t.VarsNamed(name) {
		if t.Vars[i].Kind == LocalVar {
			return true
		}
	}
	return false
}

func (t *Tree) declareLocal(n java.NodeID) {
	f := t.File
	p := f.Parent(n)
	if f.Kind(p) != java.LocalVariableDeclaration || p < t.Root {
		return // a field of an anonymous class
	}
	outer := f.Parent(p)
	v := Var{Kind: LocalVar, Node: n, NameNode: f.Child(n, java.FieldName), Type: f.Child(p, java.FieldType),
		Modifiers: f.ChildOfKind(p, java.Modifiers), Init: f.Child(n, java.FieldValue),
		Dims: dims(f, f.Child(n, java.FieldDimensions)), ScopeStart: n, ScopeEnd: f.Nodes[outer].Next}
	if outer < t.Root {
		v.ScopeEnd = f.Nodes[t.Root].Next
	}
	t.add(v)
}

func (t *Tree) declareLambda(n java.NodeID) {
	f := t.File
	p := f.Child(n, java.FieldParameters)
	end := f.Nodes[n].Next
	switch f.Kind(p) {
	case java.Identifier:
		t.add(Var{Kind: LambdaParam, Node: p, NameNode: p, Type: java.NoNode, Modifiers: java.NoNode, Init: java.NoNode, ScopeStart: n, ScopeEnd: end})
	case java.InferredParameters:
		for c := f.FirstChild(p); c >= 0; c = f.NextSibling(c) {
			t.add(Var{Kind: LambdaParam, Node: c, NameNode: c, Type: java.NoNode, Modifiers: java.NoNode, Init: java.NoNode, ScopeStart: n, ScopeEnd: end})
		}
	}
}

func (t *Tree) declareParam(n java.NodeID) {
	f := t.File
	list := f.Parent(n)
	owner := f.Parent(list)
	if owner < t.Root {
		return
	}
	v := Var{Kind: NestedParam, Node: n, NameNode: f.Child(n, java.FieldName), Type: f.Child(n, java.FieldType),
		Modifiers: f.ChildOfKind(n, java.Modifiers), Init: java.NoNode, Dims: dims(f, f.Child(n, java.FieldDimensions)),
		ScopeStart: owner, ScopeEnd: f.Nodes[owner].Next}
	if f.Kind(owner) == java.LambdaExpression {
		v.Kind = LambdaParam
	}
	if f.Kind(n) == java.SpreadParameter {
		v.Variadic = true
		for c := f.FirstChild(n); c >= 0; c = f.NextSibling(c) {
			switch k := f.Kind(c); {
			case k.IsType():
				v.Type = c
			case k == java.VariableDeclarator:
				v.NameNode = f.Child(c, java.FieldName)
			}
		}
	}
	t.add(v)
}

func (t *Tree) declarePattern(n java.NodeID) {
	f := t.File
	v := Var{Kind: PatternVar, Node: n, Type: java.NoNode, Modifiers: java.NoNode, Init: java.NoNode, NameNode: java.NoNode,
		ScopeStart: n, ScopeEnd: f.Nodes[t.Root].Next}
	for c := f.FirstChild(n); c >= 0; c = f.NextSibling(c) {
		k := f.Kind(c)
		switch {
		case k.IsType():
			v.Type = c
		case k == java.Identifier && c != n+1:
			v.NameNode = c
		}
	}
	if v.Type >= 0 && v.NameNode > v.Type {
		t.add(v)
	}
}

// dims counts the brackets of a dimensions node.
func dims(f *java.File, n java.NodeID) int {
	count := 0
	for _, c := range f.Text(n) {
		if c == '[' {
			count++
		}
	}
	return count
}

// TypeText returns the type of v as in the source, less annotations; "" where it has none.
func (t *Tree) TypeText(v *Var) string {
	s := t.File.TypeText(v.Type, v.Dims)
	if v.Variadic {
		s += "..."
	}
	return s
}

// VarOf returns the variable of t that the identifier at node n denotes by its place in the scopes, or -1: then it
// is a parameter, a field, a type, or unknown.
func (t *Tree) VarOf(n java.NodeID) int {
	name := t.File.Text(n)
	if t.many != nil {
		if same := t.many.byName[name]; same != nil {
			return same.innermost(t.Vars, n)
		}
		return -1
	}
	best := -1
	for i := range t.Vars {
		v := &t.Vars[i]
		if v.ScopeStart > n && v.Node > n {
			break
		}
		if v.Name == name && v.ScopeStart <= n && n < v.ScopeEnd && (best < 0 || v.ScopeStart >= t.Vars[best].ScopeStart) {
			best = i
		}
	}
	return best
}
