package concretize

import (
	"refract/java"
	"refract/program"
)

// This file makes forms of method bodies.

// builder makes the form of one body.
type builder struct {
	p    *program.Program
	body *program.Body
	file *java.File
	f    *form
}

// newForm returns the form of a method with this body.
func newForm(p *program.Program, body *program.Body) *form {
	f := &form{bodies: []formBody{{method: body.Method, file: body.File}}}
	f.nodes = make([]fnode, 0, int(body.File.At(body.Root).Next-body.Root)*3/4)
	for i := range body.Locals {
		l := &body.Locals[i]
		f.locals = append(f.locals, formLocal{name: l.Name, typ: body.TypeText(l), param: i < body.Params})
	}
	b := builder{p: p, body: body, file: body.File, f: f}
	f.root = b.list(body.Root, java.FieldBody)
	return f
}

func (b *builder) new(n java.NodeID, kids []fid) fid {
	nd := b.file.At(n)
	return b.f.add(fnode{kind: nd.Kind, op: nd.Op, role: nd.Field, kids: kids, at: place{0, n}})
}

func (b *builder) leaf(n java.NodeID, sym symKind, ref int32, text string) fid {
	nd := b.file.At(n)
	return b.f.add(fnode{kind: nd.Kind, op: nd.Op, role: nd.Field, sym: sym, ref: ref, text: text, at: place{0, n}})
}

// list makes the list of the statements of n: a block's, or n itself where it is one statement.
func (b *builder) list(n java.NodeID, role java.Field) fid {
	kids := b.stmts(nil, n)
	return b.f.add(fnode{kind: java.Block, role: role, kids: kids, at: place{0, n}})
}

// stmts appends statement n to dst: the statements of a block one by one, a declaration once for each variable.
func (b *builder) stmts(dst []fid, n java.NodeID) []fid {
	f := b.file
	switch f.At(n).Kind {
	case java.Block, java.ConstructorBody:
		for c := f.FirstChild(n); c >= 0; c = f.NextSibling(c) {
			dst = b.stmts(dst, c)
		}
		return dst
	case java.LocalVariableDeclaration:
		return b.declaration(dst, n)
	}
	return append(dst, b.node(n))
}

// declaration appends one declaration for each variable of n, with the children type, name and value.
func (b *builder) declaration(dst []fid, n java.NodeID) []fid {
	f := b.file
	typ := f.Child(n, java.FieldType)
	for c := f.FirstChild(n); c >= 0; c = f.NextSibling(c) {
		if f.At(c).Kind != java.VariableDeclarator {
			continue
		}
		name := f.Child(c, java.FieldName)
		if name < 0 || typ < 0 {
			continue // broken
		}
		text := f.TypeText(typ, dims(f, f.Child(c, java.FieldDimensions)))
		kids := []fid{b.typeLeaf(typ, text), b.name(name)}
		if v := f.Child(c, java.FieldValue); v >= 0 {
			kids = append(kids, b.node(v))
		}
		nd := f.At(n)
		dst = append(dst, b.f.add(fnode{kind: nd.Kind, role: nd.Field, kids: kids, at: place{0, c}}))
	}
	return dst
}

func dims(f *java.File, n java.NodeID) int {
	count := 0
	for _, c := range f.Text(n) {
		if c == '[' {
			count++
		}
	}
	return count
}

// node makes the node of n and of what is below it.
func (b *builder) node(n java.NodeID) fid {
	f := b.file
	nd := f.At(n)
	k := nd.Kind
	switch {
	case k == java.ParenthesizedExpression:
		return b.f.as(b.node(f.Unparen(n)), nd.Field)
	case k == java.Block, k == java.ConstructorBody:
		return b.list(n, nd.Field)
	case k.IsType():
		return b.typeLeaf(n, f.TypeText(n, 0))
	case k == java.Identifier:
		return b.name(n)
	case k == java.MethodInvocation:
		return b.call(n)
	case (k == java.FieldAccess || k == java.ScopedIdentifier) && nd.Next > n+1:
		return b.access(n)
	case k == java.ObjectCreationExpression:
		return b.creation(n)
	case nd.Next == n+1 && k.IsStatement():
		return b.leaf(n, symNone, -1, "") // "return;" and "return ;" are one statement
	case nd.Next == n+1:
		return b.sound(b.leaf(n, symNone, -1, f.Text(n)))
	}
	return b.sound(b.new(n, b.children(n)))
}

// sound returns id, as a node of errors if it lacks children that all code without errors has: whoever looks at its kind relies on them.
func (b *builder) sound(id fid) fid {
	n, least := b.f.node(id), 0
	switch n.kind {
	case java.IfStatement: // children has seen to the rest
		if b.f.child(id, java.FieldCondition) == noFid {
			n.kind = java.Error
		}
	case java.TernaryExpression:
		least = 3
	case java.BinaryExpression, java.AssignmentExpression, java.ArrayAccess, java.CastExpression:
		least = 2
	case java.UnaryExpression, java.UpdateExpression:
		least = 1
	}
	if len(n.kids) < least {
		n.kind = java.Error
	}
	return id
}

// children makes the children of n, with the statements of n's branches and groups as lists. An if always has a list of those where its condition holds: it is empty for
// "if (a) ;", of which the tree has nothing.
func (b *builder) children(n java.NodeID) []fid {
	f := b.file
	kids := make([]fid, 0, 4)
	group := []fid(nil) // the statements of a switch group follow its labels without a node of their own
	isGroup, lacks := f.Kind(n) == java.SwitchBlockStatementGroup, f.Kind(n) == java.IfStatement
	for c := f.FirstChild(n); c >= 0; c = f.NextSibling(c) {
		ck, role := f.At(c).Kind, f.At(c).Field
		if lacks && role == java.FieldAlternative {
			kids, lacks = append(kids, b.nothing(n)), false
		}
		lacks = lacks && role != java.FieldConsequence
		switch {
		case ck == java.Modifiers, ck == java.MarkerAnnotation, ck == java.Annotation:
		case isGroup && ck != java.SwitchLabel:
			group = b.stmts(group, c)
		case ck == java.LocalVariableDeclaration:
			kids = b.declaration(kids, c)
		case branch(f.At(n).Kind, role):
			kids = append(kids, b.list(c, role))
		default:
			kids = append(kids, b.node(c))
		}
	}
	if isGroup {
		kids = append(kids, b.f.add(fnode{kind: java.Block, role: java.FieldBody, kids: group, at: place{0, n}}))
	}
	if lacks {
		kids = append(kids, b.nothing(n))
	}
	return kids
}

// nothing is the list of the statements that an if at n has where its condition holds and nothing is done then.
func (b *builder) nothing(n java.NodeID) fid {
	return b.f.add(fnode{kind: java.Block, role: java.FieldConsequence, at: place{0, n}})
}

// branch reports whether a child in that role is a statement or block that a node of kind k governs.
func branch(k java.Kind, role java.Field) bool {
	switch k {
	case java.IfStatement:
		return role == java.FieldConsequence || role == java.FieldAlternative
	case java.WhileStatement, java.DoStatement, java.ForStatement, java.EnhancedForStatement:
		return role == java.FieldBody
	}
	return false
}

func (b *builder) use(n java.NodeID) program.Use { return b.body.Use(n) }

func (b *builder) typeLeaf(n java.NodeID, text string) fid {
	nd := b.file.At(n)
	ref := int32(-1)
	if u := b.use(n); u.Kind == program.UseType {
		ref = u.Ref
	}
	return b.f.add(fnode{kind: java.TypeIdentifier, role: nd.Field, sym: symType, ref: ref, text: text, at: place{0, n}})
}

// name makes the leaf of an identifier.
func (b *builder) name(n java.NodeID) fid {
	text := b.file.Text(n)
	switch u := b.use(n); u.Kind {
	case program.UseLocal, program.UseParam, program.UseCaptured, program.UseDeclaration:
		return b.leaf(n, symLocal, u.Ref, text)
	case program.UseField:
		return b.leaf(n, symField, u.Ref, text)
	case program.UseConstant:
		return b.leaf(n, symConst, u.Ref, text)
	case program.UseType:
		return b.typeLeaf(n, text)
	}
	return b.leaf(n, symAPI, -1, text)
}

// access makes the node of a.b: a name where a is this or the type that has it, else an access with the child a.
func (b *builder) access(n java.NodeID) fid {
	f := b.file
	u := b.use(n)
	object, name := f.FirstChild(n), f.LastChild(n)
	sym, ref := symAPI, int32(-1)
	switch u.Kind {
	case program.UseType:
		return b.typeLeaf(n, f.Text(name))
	case program.UseField:
		sym, ref = symField, u.Ref
	case program.UseConstant:
		sym, ref = symConst, u.Ref
	}
	if ref >= 0 && (f.At(object).Kind == java.This || b.p.Field(program.FieldID(ref)).Static) {
		id := b.leaf(n, sym, ref, f.Text(name))
		b.f.nodes[id].kind = java.Identifier
		return id
	}
	id := b.new(n, []fid{b.f.as(b.node(object), java.FieldObject)})
	nd := b.f.node(id)
	nd.kind, nd.sym, nd.ref, nd.text = java.FieldAccess, sym, ref, f.Text(name)
	return id
}

// call makes the node of a call: its text is the name, its children the receiver, if there is one that matters, and
// the arguments.
func (b *builder) call(n java.NodeID) fid {
	f := b.file
	u := b.use(n)
	sym, ref := symAPI, int32(-1)
	if u.Kind == program.UseCallOwn {
		sym, ref = symMethod, u.Ref
	}
	var kids []fid
	for c := f.FirstChild(n); c >= 0; c = f.NextSibling(c) {
		switch f.At(c).Field {
		case java.FieldObject:
			if b.matters(c, sym, ref) {
				kids = append(kids, b.node(c))
			}
		case java.FieldArguments:
			kids = b.arguments(kids, c)
		case java.FieldName, java.FieldTypeArguments:
		default:
			if f.At(c).Kind == java.Super {
				kids = append(kids, b.f.as(b.node(c), java.FieldObject))
			}
		}
	}
	id := b.new(n, kids)
	nd := b.f.node(id)
	nd.sym, nd.ref, nd.text = sym, ref, f.Text(f.Child(n, java.FieldName))
	return id
}

// matters reports whether receiver n says more than the callee does: "this" does not, nor does the type of a static
// method of the program.
func (b *builder) matters(n java.NodeID, sym symKind, ref int32) bool {
	if sym != symMethod {
		return true
	}
	if b.file.At(n).Kind == java.This {
		return false
	}
	return !(b.p.Method(program.MethodID(ref)).Static && b.use(n).Kind == program.UseType)
}

func (b *builder) arguments(kids []fid, n java.NodeID) []fid {
	for c := b.file.FirstChild(n); c >= 0; c = b.file.NextSibling(c) {
		kids = append(kids, b.f.as(b.node(c), java.FieldArguments))
	}
	return kids
}

func (b *builder) creation(n java.NodeID) fid {
	f := b.file
	var kids []fid
	for c := f.FirstChild(n); c >= 0; c = f.NextSibling(c) {
		switch f.At(c).Field {
		case java.FieldArguments:
			kids = b.arguments(kids, c)
		case java.FieldTypeArguments:
		default:
			kids = append(kids, b.node(c))
		}
	}
	id := b.new(n, kids)
	nd := b.f.node(id)
	nd.sym, nd.ref = symNew, -1
	if u := b.use(n); u.Kind == program.UseNewOwn {
		nd.ref = u.Ref
	}
	return id
}
