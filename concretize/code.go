package concretize

import (
	"slices"

	"refract/java"
	"refract/program"
)

// code is what the structural checks know of one body: its source tree, and what it means. The meaning is found out when
// it is first asked for, since many checks refuse a body for its shape.
type code struct {
	p      *program.Program
	method program.MethodID
	f      *java.File
	root   java.NodeID

	resolver *program.Resolver
	known    *meaning
}

// meaning is what the names in a body denote, and where each local is read and written. It is a copy: the resolver it
// came from has gone on.
type meaning struct {
	program.Body
	refs      [][]reference   // of each local, in source order
	inClasses map[string]bool // see namedInClasses; nil until it is asked
}

// reference is one occurrence of a local, its declaration's name aside.
type reference struct {
	node        java.NodeID
	read, write bool
	// inner says that it stands in a lambda that does not hold the declaration as well.
	inner bool
}

// newCode returns the code of m. It keeps r, to which it goes back once.
func newCode(p *program.Program, r *program.Resolver, m program.MethodID) *code {
	method := p.Method(m)
	return &code{p: p, method: m, f: p.File(method.File), root: method.Body, resolver: r}
}

// meaning returns what c means. The resolver's last body is overwritten the first time.
func (c *code) meaning() *meaning {
	if c.known != nil {
		return c.known
	}
	k := &meaning{Body: *c.resolver.Body(c.method)}
	k.Uses, k.Locals, k.Calls = slices.Clone(k.Uses), slices.Clone(k.Locals), slices.Clone(k.Calls)
	k.refs = make([][]reference, len(k.Locals))
	c.known, c.resolver = k, nil
	if c.root < 0 {
		return k
	}
	for n := range c.f.Subtree(c.root) {
		u := c.use(n)
		switch u.Kind {
		case program.UseLocal, program.UseParam, program.UseCaptured:
			read, write := c.access(n)
			k.refs[u.Ref] = append(k.refs[u.Ref], reference{node: n, read: read, write: write, inner: c.inner(n, k.Locals[u.Ref].Decl)})
		}
	}
	return k
}

func (c *code) use(n java.NodeID) program.Use {
	if i := int(n - c.root); c.root >= 0 && 0 <= i {
		if uses := c.meaning().Uses; i < len(uses) {
			return uses[i]
		}
	}
	return program.Use{}
}

// access says whether the variable or field at n is read, written, or both.
func (c *code) access(n java.NodeID) (read, write bool) {
	p := c.f.Parent(n)
	for c.f.Kind(p) == java.ParenthesizedExpression {
		n, p = p, c.f.Parent(p)
	}
	switch c.f.Kind(p) {
	case java.AssignmentExpression:
		if c.f.At(n).Field == java.FieldLeft {
			return c.f.At(p).Op != java.Assign, true
		}
	case java.UpdateExpression:
		return true, true
	}
	return true, false
}

// inner reports whether node n stands in a lambda or class body that does not hold decl.
func (c *code) inner(n, decl java.NodeID) bool {
	for p := c.f.Parent(n); p > c.root; p = c.f.Parent(p) {
		if k := c.f.Kind(p); k == java.LambdaExpression || k == java.ClassBody {
			return !(p < decl && decl < c.f.At(p).Next)
		}
	}
	return false
}

// captured reports whether local l is used in a local or anonymous class or in a lambda.
func (c *code) captured(l int32) bool {
	if slices.ContainsFunc(c.meaning().refs[l], func(r reference) bool { return r.inner }) {
		return true
	}
	// What stands in class bodies has no uses here; a name that is the local's is enough.
	return c.meaning().namedInClasses(c)[c.meaning().Locals[l].Name]
}

// namedInClasses returns the names that stand in the class bodies of c, found once for all its locals.
func (k *meaning) namedInClasses(c *code) map[string]bool {
	if k.inClasses != nil {
		return k.inClasses
	}
	k.inClasses = map[string]bool{}
	for n := c.root; n < c.f.At(c.root).Next; n++ {
		if c.f.At(n).Kind != java.ClassBody {
			continue
		}
		for i, nd := range c.f.Subtree(n) {
			if nd.Kind == java.Identifier {
				k.inClasses[c.f.Text(i)] = true
			}
		}
		n = c.f.At(n).Next - 1
	}
	return k.inClasses
}

// reads and writes return the nodes where local l is read and written; a declaration with a value is no write here.
func (c *code) reads(l int32) []java.NodeID {
	var out []java.NodeID
	for _, r := range c.meaning().refs[l] {
		if r.read {
			out = append(out, r.node)
		}
	}
	return out
}

func (c *code) writes(l int32) []java.NodeID {
	var out []java.NodeID
	for _, r := range c.meaning().refs[l] {
		if r.write {
			out = append(out, r.node)
		}
	}
	return out
}

// localAt returns the local that the declaration or name at node n denotes, -1 where there is none.
func (c *code) localAt(n java.NodeID) int32 {
	switch u := c.use(n); u.Kind {
	case program.UseLocal, program.UseParam, program.UseCaptured, program.UseDeclaration:
		return u.Ref
	}
	return -1
}

// statement returns the innermost statement around node n.
func (c *code) statement(n java.NodeID) java.NodeID {
	for ; n > c.root; n = c.f.Parent(n) {
		if c.f.IsStatementAt(n) && c.f.Kind(n) != java.Block {
			return n
		}
	}
	return java.NoNode
}

// next returns the statement after s in its block.
func (c *code) next(s java.NodeID) java.NodeID { return c.f.NextSibling(s) }

// within reports whether n lies in the subtree of outer.
func (c *code) within(n, outer java.NodeID) bool { return outer <= n && n < c.f.At(outer).Next }

// ancestor returns the nearest node around n, below limit, that is of kind k.
func (c *code) ancestor(n, limit java.NodeID, kinds ...java.Kind) java.NodeID {
	for p := c.f.Parent(n); p > limit; p = c.f.Parent(p) {
		if slices.Contains(kinds, c.f.Kind(p)) {
			return p
		}
	}
	return java.NoNode
}

// operations counts the operators, casts, calls, creations and array accesses in expression n: how complicated it is.
func (c *code) operations(n java.NodeID) int {
	count := 0
	for _, nd := range c.f.Subtree(n) {
		switch nd.Kind {
		case java.BinaryExpression, java.TernaryExpression, java.UnaryExpression, java.CastExpression, java.InstanceofExpression,
			java.ArrayAccess, java.MethodInvocation, java.ObjectCreationExpression, java.ArrayCreationExpression:
			count++
		}
	}
	return count
}

// sideEffect returns the first node of expression n that may change something or depend on when it is evaluated:
// an assignment, an update, a creation, a call that is not known to be pure. NoNode if there is none.
func (c *code) sideEffect(n java.NodeID) java.NodeID { return c.effectIn(n, c.f.At(n).Next) }

// effectIn looks for a side effect among the nodes from up to, not including, to.
func (c *code) effectIn(from, to java.NodeID) java.NodeID {
	for i := from; i < to; i++ {
		if c.isEffect(i) {
			return i
		}
	}
	return java.NoNode
}

func (c *code) isEffect(i java.NodeID) bool {
	switch c.f.At(i).Kind {
	case java.AssignmentExpression, java.UpdateExpression, java.ObjectCreationExpression, java.ArrayCreationExpression,
		java.LambdaExpression, java.MethodReference, java.ArrayInitializer, java.SwitchExpression:
		return true
	case java.MethodInvocation:
		return !c.pureCall(i)
	}
	return false
}

// effectBefore returns a node that is evaluated in statement s before node n and has a side effect.
func (c *code) effectBefore(s, n java.NodeID) java.NodeID {
	for i := s; i < n; i++ {
		if c.f.At(i).Next <= n && c.isEffect(i) {
			return i
		}
	}
	return java.NoNode
}

// pureAPI are library methods that read and change nothing but what they are called on says, by name.
var pureAPI = map[string]bool{
	"length": true, "equals": true, "equalsIgnoreCase": true, "charAt": true, "substring": true, "trim": true, "startsWith": true,
	"endsWith": true, "indexOf": true, "lastIndexOf": true, "isEmpty": true, "size": true, "get": true, "contains": true,
	"containsKey": true, "elementAt": true, "toLowerCase": true, "toUpperCase": true, "getClass": true, "getName": true,
	"hashCode": true, "intValue": true, "longValue": true, "doubleValue": true, "booleanValue": true,
}

// pureCall reports whether the call at n is known to have no side effect: one of pureAPI, Math, or a method of the
// program whose body is one "return e;" with e free of side effects and of other calls.
func (c *code) pureCall(n java.NodeID) bool {
	u := c.use(n)
	if u.Kind != program.UseCallOwn {
		object := c.f.Child(n, java.FieldObject)
		name := c.f.Text(c.f.Child(n, java.FieldName))
		return pureAPI[name] || c.f.Text(object) == "Math" && name != "random"
	}
	e, f := returnedExpression(c.p, program.MethodID(u.Ref))
	if e < 0 {
		return false
	}
	for i, nd := range f.Subtree(e) {
		switch nd.Kind {
		case java.MethodInvocation:
			if !pureAPI[f.Text(f.Child(i, java.FieldName))] {
				return false
			}
		case java.AssignmentExpression, java.UpdateExpression, java.ObjectCreationExpression, java.ArrayCreationExpression, java.LambdaExpression:
			return false
		}
	}
	return true
}

// returnedExpression returns e, in its file, where the body of m is "return e;"; NoNode otherwise.
func returnedExpression(p *program.Program, m program.MethodID) (java.NodeID, *java.File) {
	mm := p.Method(m)
	f := p.File(mm.File)
	s := onlyStatement(f, mm.Body)
	if f.Kind(s) != java.ReturnStatement {
		return java.NoNode, f
	}
	return f.Unparen(f.FirstChild(s)), f
}

// onlyStatement returns the statement of a block with exactly one, NoNode otherwise.
func onlyStatement(f *java.File, block java.NodeID) java.NodeID {
	if block < 0 {
		return java.NoNode
	}
	s := f.FirstChild(block)
	if s < 0 || f.NextSibling(s) >= 0 {
		return java.NoNode
	}
	return s
}

// getterOf returns the field f where m is a getter: an instance method without parameters whose body is "return f;".
func getterOf(p *program.Program, m program.MethodID) program.FieldID {
	mm := p.Method(m)
	if mm.Static || len(p.Params(mm)) > 0 {
		return program.NoField
	}
	e, f := returnedExpression(p, m)
	name := ""
	switch f.Kind(e) {
	case java.Identifier:
		name = f.Text(e)
	case java.FieldAccess:
		if f.Kind(f.FirstChild(e)) != java.This {
			return program.NoField
		}
		name = f.Text(f.LastChild(e))
	default:
		return program.NoField
	}
	return fieldOfType(p, mm.Owner, name)
}

// fieldOfType returns the field of that name in t or the nearest ancestor of the program that has one.
func fieldOfType(p *program.Program, t program.TypeID, name string) program.FieldID {
	for depth := 0; t >= 0 && depth < 100; depth++ {
		if id := p.FieldByName(t, name); id >= 0 {
			return id
		}
		t = p.Type(t).Super
	}
	return program.NoField
}

// inherits reports whether t is super or one of its subclasses.
func inherits(p *program.Program, t, super program.TypeID) bool {
	for depth := 0; t >= 0 && depth < 100; depth++ {
		if t == super {
			return true
		}
		for _, i := range p.Type(t).Interfaces {
			if inherits(p, i, super) {
				return true
			}
		}
		t = p.Type(t).Super
	}
	return false
}

// outermost returns the top-level type around t.
func outermost(p *program.Program, t program.TypeID) program.TypeID {
	for t >= 0 && p.Type(t).Outer >= 0 {
		t = p.Type(t).Outer
	}
	return t
}

// packageOf is the package of a type's file, which need not be there for that.
func packageOf(p *program.Program, t program.TypeID) string {
	return p.PackageOf(p.Type(outermost(p, t)))
}

// visibleMethod is visible of method m.
func visibleMethod(p *program.Program, m program.MethodID, from program.TypeID) bool {
	method := p.Method(m)
	return visible(p, method.Owner, from, method.Mods)
}

// visible reports whether a member of owner with these modifiers can be named in class from, as far as access goes.
func visible(p *program.Program, owner, from program.TypeID, mods java.ModifierSet) bool {
	if owner < 0 || from < 0 {
		return mods.Has(java.ModPublic) // the head of a class is broken, and nobody knows where its methods stand
	}
	iface := p.Type(owner).Kind == java.InterfaceType || p.Type(owner).Kind == java.AnnotationInterface
	switch {
	case outermost(p, owner) == outermost(p, from):
		return true
	case mods.Has(java.ModPrivate):
		return false
	case mods.Has(java.ModPublic), iface:
		return true
	case packageOf(p, owner) == packageOf(p, from):
		return true
	}
	return mods.Has(java.ModProtected) && inherits(p, from, owner)
}
