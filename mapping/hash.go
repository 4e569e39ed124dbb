package mapping

import "refract/java"

// This file hashes syntax. The hash of a node is equal for equal syntax: blanks, comments and parentheses do not
// enter it, nor do the modifiers of local variables, which are no part of what a statement does.

// Mix adds x to hash h.
func Mix(h, x uint64) uint64 {
	h ^= x
	h *= 0x9E3779B97F4A7C15
	return h ^ h>>29
}

// HashString returns a hash of s.
func HashString(s string) uint64 {
	h := uint64(14695981039346656037)
	for i := 0; i < len(s); i++ {
		h ^= uint64(s[i])
		h *= 1099511628211
	}
	return h ^ h>>32
}

// hashNodes fills t.hash for the body, from the last node to the first, so that children are ready before parents.
func (t *Tree) hashNodes() {
	f := t.File
	n := int(f.Nodes[t.Root].Next - t.Root)
	t.hash = make([]uint64, n)
	for i := n - 1; i >= 0; i-- {
		t.hash[i] = t.hashNode(t.Root + java.NodeID(i))
	}
}

func (t *Tree) hashNode(id java.NodeID) uint64 {
	f := t.File
	nd := &f.Nodes[id]
	if nd.Next == id+1 {
		if nd.Kind == java.Identifier && t.bind != nil && !isName(f, id) {
			if r, ok := t.bind[f.Source[nd.Start:nd.End]]; ok {
				return r.Tree.Hash(r.Node)
			}
		}
		return hashLeaf(f, nd)
	}
	if nd.Kind == java.ParenthesizedExpression {
		return t.hash[id+1-t.Root]
	}
	h := Mix(uint64(nd.Kind)<<8|uint64(nd.Op), 0x51ED270B)
	for c := id + 1; c < nd.Next; c = f.Nodes[c].Next {
		if f.Nodes[c].Kind == java.Modifiers {
			continue
		}
		h = Mix(h, t.hash[c-t.Root]+uint64(f.Nodes[c].Field))
	}
	// "? extends T" and "? super T", "A::new" and "A::f" differ in words that are no nodes.
	if nd.Kind == java.Wildcard || nd.Kind == java.MethodReference {
		h = Mix(h, HashString(f.Source[nd.Start:nd.End]))
	}
	return h
}

// hashLeaf hashes a node without children. Only names, literals and types count by their text; an empty block is a
// block, however many blanks are in it.
func hashLeaf(f *java.File, nd *java.Node) uint64 {
	switch {
	case nd.Kind.IsType(), nd.Kind == java.Identifier:
		// The name of a type is the same word in a type position and in "X.class" or "X.f()".
		return Mix(HashString(f.Source[nd.Start:nd.End]), uint64(java.Identifier))
	case nd.Kind.IsLiteral():
		return Mix(HashString(f.Source[nd.Start:nd.End]), uint64(nd.Kind))
	case nd.Kind == java.Dimensions:
		n := 0
		for _, c := range f.Source[nd.Start:nd.End] {
			if c == '[' {
				n++
			}
		}
		return Mix(uint64(n), uint64(nd.Kind))
	}
	return Mix(uint64(nd.Kind)<<8|uint64(nd.Op), 0x51ED270B)
}

// isName reports whether identifier id names a method, a field after a dot, a declared variable or a label:
// something that is not a variable read or written by its simple name.
func isName(f *java.File, id java.NodeID) bool {
	nd := &f.Nodes[id]
	p := nd.Parent
	if p < 0 {
		return false
	}
	switch f.Nodes[p].Kind {
	case java.MethodInvocation, java.VariableDeclarator, java.FormalParameter, java.EnhancedForStatement,
		java.CatchFormalParameter, java.Resource, java.MethodDeclaration, java.ClassDeclaration:
		return nd.Field == java.FieldName
	case java.FieldAccess:
		return nd.Field == java.FieldField
	case java.MethodReference:
		return id != p+1
	case java.BreakStatement, java.ContinueStatement, java.LabeledStatement, java.InferredParameters, java.SpreadParameter:
		return true
	case java.ElementValuePair, java.MarkerAnnotation, java.Annotation:
		return nd.Field == java.FieldKey || nd.Field == java.FieldName
	}
	return false
}

// words returns a Bloom filter of the names and literals under node n.
func (t *Tree) words(from, to java.NodeID) uint64 {
	var w uint64
	f := t.File
	for i := from; i < to; i++ {
		if isWord(f, i) {
			w |= 1 << (t.hash[i-t.Root] >> 58)
		}
	}
	return w
}

// isWord reports whether node n is a name, a literal or a simple type.
func isWord(f *java.File, n java.NodeID) bool {
	nd := &f.Nodes[n]
	return nd.Next == n+1 && (nd.Kind == java.Identifier || nd.Kind.IsLiteral() || nd.Kind.IsType())
}
