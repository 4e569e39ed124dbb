package program

import (
	"slices"

	"refract/java"
)

// visit resolves the subtree of node n and returns its type, unknown where it has none.
func (r *Resolver) visit(n java.NodeID) TypeRef {
	switch r.f.At(n).Kind {
	case java.Block, java.ConstructorBody, java.SwitchRule, java.SwitchBlock:
		fr := r.push(n)
		r.children(n)
		r.pop(fr)
	case java.LocalVariableDeclaration:
		r.localVariables(n, VariableLocal)
	case java.ExpressionStatement, java.ReturnStatement, java.ThrowStatement, java.AssertStatement, java.YieldStatement:
		mark, slot := len(r.visible), r.slot // the patterns of an expression end with its statement
		r.children(n)
		r.visible, r.slot = r.visible[:mark], slot
	case java.IfStatement:
		r.ifStatement(n)
	case java.WhileStatement:
		r.whileStatement(n)
	case java.ForStatement:
		r.forStatement(n)
	case java.EnhancedForStatement:
		r.enhancedFor(n)
	case java.SynchronizedStatement:
		r.synchronized(n)
	case java.TryStatement, java.TryWithResourcesStatement:
		r.try(n)
	case java.CatchClause:
		r.catch(n)
	case java.LabeledStatement:
		if c := r.f.FirstChild(n); c >= 0 {
			r.siblings(r.f.NextSibling(c))
		}
	case java.BreakStatement, java.ContinueStatement, java.Error, java.Modifiers:
	case java.SwitchExpression:
		return r.switchExpression(n)
	case java.ExplicitConstructorInvocation:
		r.explicitConstructor(n)
	case java.Pattern, java.TypePattern, java.RecordPattern:
		r.pattern(n)
	case java.ClassDeclaration, java.InterfaceDeclaration, java.EnumDeclaration, java.RecordDeclaration, java.AnnotationTypeDeclaration:
		// A local type: its methods are bodies of their own.
	default:
		if k := r.f.At(n).Kind; k.IsExpression() {
			return r.expression(n)
		} else if k.IsType() || k == java.ScopedIdentifier {
			return r.typeUse(n)
		}
		r.children(n)
	}
	return TypeRef{}
}

func (r *Resolver) children(n java.NodeID) { r.siblings(r.f.FirstChild(n)) }

// siblings resolves node c and those after it.
func (r *Resolver) siblings(c java.NodeID) {
	for ; c >= 0; c = r.f.NextSibling(c) {
		r.visit(c)
	}
}

// localVariables declares the variables of one declaration. The scope of a variable includes its own initializer.
func (r *Resolver) localVariables(n java.NodeID, kind LocalKind) {
	typeNode := r.f.Child(n, java.FieldType)
	ref := TypeRef{}
	if typeNode >= 0 {
		ref = r.visit(typeNode)
	}
	final := r.final(n)
	for c := r.f.FirstChild(n); c >= 0; c = r.f.NextSibling(c) {
		if r.f.At(c).Kind != java.VariableDeclarator {
			continue
		}
		name, init := r.f.Child(c, java.FieldName), r.f.Child(c, java.FieldValue)
		dims := r.dims(c)
		v := Local{Name: r.f.Text(name), Type: ref.array(dims), TypeNode: typeNode, Decl: name, Init: init, Scope: r.scope, Kind: kind,
			Dims: uint8(dims), Final: final}
		if !ref.Known() { // var: the type decides the slots, so it comes first
			mark, slot := len(r.visible), r.slot
			if init >= 0 {
				v.Type = r.visit(init)
			}
			r.visible, r.slot = r.visible[:mark], slot
			r.declare(v)
			continue
		}
		r.declare(v)
		if init >= 0 {
			mark, slot := len(r.visible), r.slot
			r.initializer(init, v.Type)
			r.visible, r.slot = r.visible[:mark], slot
		}
	}
}

// initializer resolves the value of a variable of that type; "{1, 2}" has the type of its variable.
func (r *Resolver) initializer(n java.NodeID, ref TypeRef) TypeRef {
	if r.f.At(n).Kind != java.ArrayInitializer {
		return r.visit(n)
	}
	for c := r.f.FirstChild(n); c >= 0; c = r.f.NextSibling(c) {
		r.initializer(c, ref.element())
	}
	r.set(n, Use{Ref: -1, Type: ref})
	return ref
}

// dims is the number of [] directly below n.
func (r *Resolver) dims(n java.NodeID) int {
	if d := r.f.ChildOfKind(n, java.Dimensions); d >= 0 {
		return countDims(r.f.Text(d))
	}
	return 0
}

// final reports whether the declaration n has the modifier final.
func (r *Resolver) final(n java.NodeID) bool {
	m := r.f.ChildOfKind(n, java.Modifiers)
	return m >= 0 && hasWord(r.f.Text(m), "final")
}

// ifStatement: what a pattern in the condition binds is in scope where the condition is true; after the statement
// only if that is the one way to get there (JLS §6.3.2.2). Of "!(e)" it is the other way round.
func (r *Resolver) ifStatement(n java.NodeID) {
	mark, before := len(r.visible), r.slot
	cond := r.f.Child(n, java.FieldCondition)
	yes, no := r.f.Child(n, java.FieldConsequence), r.f.Child(n, java.FieldAlternative)
	if cond >= 0 {
		r.visit(cond)
	}
	negated := r.negated(cond)
	bound := append([]visible(nil), r.visible[mark:]...) // empty, and so free, but for patterns
	branch := func(b java.NodeID, sees bool) {
		r.visible = r.visible[:mark]
		if sees {
			r.visible = append(r.visible, bound...)
		}
		if b >= 0 {
			slot := r.slot
			r.visit(b)
			r.slot = slot
		}
		r.visible = r.visible[:mark]
	}
	branch(yes, !negated)
	branch(no, negated)
	if len(bound) > 0 && (negated && r.abrupt(yes) || !negated && r.abrupt(no)) {
		r.visible = append(r.visible, bound...)
	} else {
		r.slot = before
	}
}

// negated reports whether condition n is "!e", or "!e || ...".
func (r *Resolver) negated(n java.NodeID) bool {
	n = r.f.Unparen(n)
	for r.f.Kind(n) == java.BinaryExpression && r.f.At(n).Op == java.OrOr {
		n = r.f.Unparen(r.f.FirstChild(n))
	}
	return r.f.Kind(n) == java.UnaryExpression && r.f.At(n).Op == java.Not
}

// abrupt reports whether statement n ends with a jump.
func (r *Resolver) abrupt(n java.NodeID) bool {
	for r.f.Kind(n) == java.Block {
		n = r.f.LastChild(n)
	}
	switch r.f.Kind(n) {
	case java.ReturnStatement, java.ThrowStatement, java.BreakStatement, java.ContinueStatement, java.YieldStatement:
		return true
	}
	return false
}

func (r *Resolver) whileStatement(n java.NodeID) {
	mark, slot := len(r.visible), r.slot
	r.children(n)
	if !r.negated(r.f.Child(n, java.FieldCondition)) {
		r.visible, r.slot = r.visible[:mark], slot
	}
}

func (r *Resolver) forStatement(n java.NodeID) {
	fr := r.push(n)
	first := len(r.body.Locals)
	for c := r.f.FirstChild(n); c >= 0; c = r.f.NextSibling(c) {
		if r.f.At(c).Kind == java.LocalVariableDeclaration && r.f.At(c).Field == java.FieldInit {
			r.localVariables(c, ForLocal)
			continue
		}
		r.visit(c)
		if r.f.At(c).Field == java.FieldCondition {
			r.patternsFirst(first, fr.slot)
		}
	}
	r.pop(fr)
}

// patternsFirst gives the variables of patterns in a for's condition the slots from slot on, and those of its head the
// ones after them, as javac does: it declares the former before the statement. first is the first of all of them.
func (r *Resolver) patternsFirst(first int, slot int32) {
	isPattern := func(v Local) bool { return v.Kind == PatternLocal }
	if !slices.ContainsFunc(r.body.Locals[first:], isPattern) {
		return
	}
	for _, patterns := range [2]bool{true, false} {
		for i := first; i < len(r.body.Locals); i++ {
			v := &r.body.Locals[i]
			if v.Kind != PatternLocal && v.Kind != ForLocal || (v.Kind == PatternLocal) != patterns {
				continue
			}
			v.Slot = slot
			slot++
			if v.Type.Wide() {
				slot++
			}
		}
	}
}

// enhancedFor: javac keeps the array, its length and the index in slots before the variable's, or the iterator.
func (r *Resolver) enhancedFor(n java.NodeID) {
	fr := r.push(n)
	typeNode, name := r.f.Child(n, java.FieldType), r.f.Child(n, java.FieldName)
	value, body := r.f.Child(n, java.FieldValue), r.f.Child(n, java.FieldBody)
	ref := TypeRef{}
	if typeNode >= 0 {
		ref = r.visit(typeNode)
	}
	of := TypeRef{}
	r.last = instance{}
	if value >= 0 {
		of = r.visit(value)
	}
	elements := r.last
	r.visible = r.visible[:fr.visible]
	r.slot++
	if of.Array() {
		r.slot += 2
	}
	dims := r.dims(n)
	if ref = ref.array(dims); !ref.Known() {
		if ref = of.element(); !ref.Known() {
			ref = r.libraryGeneric(elements, "next")
		}
	}
	r.declare(Local{Name: r.f.Text(name), Type: ref, TypeNode: typeNode, Decl: name, Init: value, Scope: n, Kind: ForLocal,
		Dims: uint8(dims), Final: r.final(n)})
	if body >= 0 {
		r.visit(body)
	}
	r.pop(fr)
}

// synchronized: the monitor takes a slot.
func (r *Resolver) synchronized(n java.NodeID) {
	fr := r.push(n)
	for c := r.f.FirstChild(n); c >= 0; c = r.f.NextSibling(c) {
		if r.f.At(c).Field == java.FieldBody {
			r.slot++
		}
		r.visit(c)
	}
	r.pop(fr)
}

// try: the resources are in scope in the block and nowhere else.
func (r *Resolver) try(n java.NodeID) {
	fr := r.push(n)
	for c := r.f.FirstChild(n); c >= 0; c = r.f.NextSibling(c) {
		switch r.f.At(c).Kind {
		case java.ResourceSpecification:
			r.resources(c)
			continue
		case java.CatchClause, java.FinallyClause:
			r.visible, r.slot = r.visible[:fr.visible], fr.slot
		}
		r.visit(c)
	}
	r.pop(fr)
}

func (r *Resolver) resources(n java.NodeID) {
	for c := r.f.FirstChild(n); c >= 0; c = r.f.NextSibling(c) {
		name := r.f.Child(c, java.FieldName)
		if name < 0 {
			r.children(c) // try (existing)
			continue
		}
		typeNode, value := r.f.Child(c, java.FieldType), r.f.Child(c, java.FieldValue)
		ref, of := TypeRef{}, TypeRef{}
		if typeNode >= 0 {
			ref = r.visit(typeNode)
		}
		if value >= 0 {
			of = r.visit(value)
		}
		if !ref.Known() {
			ref = of
		}
		dims := r.dims(c)
		r.declare(Local{Name: r.f.Text(name), Type: ref.array(dims), TypeNode: typeNode, Decl: name, Init: value, Scope: r.scope,
			Kind: ResourceLocal, Dims: uint8(dims), Final: r.final(c)})
	}
}

func (r *Resolver) catch(n java.NodeID) {
	fr := r.push(n)
	for c := r.f.FirstChild(n); c >= 0; c = r.f.NextSibling(c) {
		if r.f.At(c).Kind != java.CatchFormalParameter {
			r.visit(c)
			continue
		}
		typeNode, name := r.f.ChildOfKind(c, java.CatchType), r.f.Child(c, java.FieldName)
		ref := TypeRef{}
		if typeNode >= 0 {
			r.children(typeNode)
			ref = r.l.typeNode(r.here(typeNode), r.f, typeNode)
		}
		if r.f.NextSibling(r.f.FirstChild(typeNode)) >= 0 { // a union
			ref = apiRef(r.p.names.find("java.lang.Throwable"))
		}
		r.declare(Local{Name: r.f.Text(name), Type: ref, TypeNode: typeNode, Decl: name, Init: java.NoNode, Scope: n, Kind: CatchLocal,
			Final: r.final(c)})
	}
	r.pop(fr)
}
