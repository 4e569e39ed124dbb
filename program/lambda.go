package program

import "refract/java"

// lambda resolves a lambda; its parameters and locals are numbered as those of a block.
func (r *Resolver) lambda(n java.NodeID) {
	fr := r.push(n)
	for c := r.f.FirstChild(n); c >= 0; c = r.f.NextSibling(c) {
		if r.f.At(c).Field != java.FieldParameters {
			r.visit(c)
			continue
		}
		switch r.f.At(c).Kind {
		case java.Identifier:
			r.lambdaParam(c, java.NoNode, c)
		default:
			for q := r.f.FirstChild(c); q >= 0; q = r.f.NextSibling(q) {
				if r.f.At(q).Kind == java.Identifier {
					r.lambdaParam(q, java.NoNode, q)
				} else {
					r.declaredLambdaParam(q)
				}
			}
		}
	}
	r.pop(fr)
}

func (r *Resolver) declaredLambdaParam(q java.NodeID) {
	typeNode, name := java.NoNode, r.f.Child(q, java.FieldName)
	for c := r.f.FirstChild(q); c >= 0; c = r.f.NextSibling(c) {
		if r.f.At(c).Kind.IsType() {
			typeNode = c
		}
		if r.f.At(c).Kind == java.VariableDeclarator { // T... x
			name = r.f.Child(c, java.FieldName)
		}
	}
	if name >= 0 {
		r.lambdaParam(q, typeNode, name)
	}
}

func (r *Resolver) lambdaParam(decl, typeNode, name java.NodeID) {
	ref := TypeRef{}
	if typeNode >= 0 {
		ref = r.typeUse(typeNode)
	}
	dims := 0
	if decl != name {
		dims = r.dims(decl)
	}
	variadic := r.f.At(decl).Kind == java.SpreadParameter
	if variadic {
		ref = ref.array(1)
	}
	r.declare(Local{Name: r.f.Text(name), Type: ref.array(dims), TypeNode: typeNode, Decl: name, Init: java.NoNode, Scope: r.scope,
		Kind: LambdaLocal, Dims: uint8(dims), Variadic: variadic, Final: decl != name && r.final(decl)})
}
