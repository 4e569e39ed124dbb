package parse

import "refract/java"

// This file ends the making of the declaration tables: what was collected in buffers that are used again is copied into
// arrays of the right size, a few for each file. They stay as long as the file does, and hundreds of thousands of small
// slices that have grown would take half as much again.

// tables are the buffers in which the tables of a file grow.
type tables struct {
	imports []java.Import
	types   []java.Type
	methods []java.Method
	fields  []java.FieldDecl
	params  []java.Param
	nodes   []java.NodeID // clause lists: interfaces, throws, permits
	count   []int32       // scratch of lists
}

// lend makes f's tables grow in the buffers.
func (t *tables) lend(f *java.File) {
	f.Imports, f.Types, f.Methods, f.Fields = t.imports[:0], t.types[:0], t.methods[:0], t.fields[:0]
	t.params, t.nodes = t.params[:0], t.nodes[:0]
}

// settle gives f tables of its own, and takes the buffers back.
func (t *tables) settle(f *java.File) {
	t.imports, t.types, t.methods, t.fields = f.Imports, f.Types, f.Methods, f.Fields
	f.Imports, f.Types, f.Methods, f.Fields = exact(f.Imports), exact(f.Types), exact(f.Methods), exact(f.Fields)
	params, nodes := listed(f)
	ofParams, ofNodes := make([]java.Param, 0, params), make([]java.NodeID, 0, nodes)
	for i := range f.Types {
		ty := &f.Types[i]
		ofNodes, ty.Interfaces = into(ofNodes, ty.Interfaces)
		ofNodes, ty.Permits = into(ofNodes, ty.Permits)
	}
	for i := range f.Methods {
		m := &f.Methods[i]
		ofParams, m.Params = into(ofParams, m.Params)
		ofNodes, m.Throws = into(ofNodes, m.Throws)
	}
	t.lists(f)
}

// listed is how many parameters, and nodes, the lists of all methods and types have.
func listed(f *java.File) (params, nodes int) {
	for i := range f.Methods {
		params += len(f.Methods[i].Params)
		nodes += len(f.Methods[i].Throws)
	}
	for i := range f.Types {
		nodes += len(f.Types[i].Interfaces) + len(f.Types[i].Permits)
	}
	return params, nodes
}

// exact returns a copy of s without room for more, nil of nothing.
func exact[T any](s []T) []T {
	if len(s) == 0 {
		return nil
	}
	return append(make([]T, 0, len(s)), s...)
}

// into appends s to all, which has room for it, and returns all and the part that s is in there.
func into[T any](all, s []T) (_, part []T) {
	if len(s) == 0 {
		return all, nil
	}
	at := len(all)
	all = append(all, s...)
	return all, all[at:len(all):len(all)]
}

// lists fills in which types, methods and fields a type has.
func (t *tables) lists(f *java.File) {
	members(t, len(f.Types), len(f.Types), func(i int) java.TypeIdx { return f.Types[i].Outer },
		func(owner java.TypeIdx) *[]java.TypeIdx { return &f.Types[owner].Types })
	members(t, len(f.Types), len(f.Methods), func(i int) java.TypeIdx { return f.Methods[i].Owner },
		func(owner java.TypeIdx) *[]java.MethodIdx { return &f.Types[owner].Methods })
	members(t, len(f.Types), len(f.Fields), func(i int) java.TypeIdx { return f.Fields[i].Owner },
		func(owner java.TypeIdx) *[]java.FieldIdx { return &f.Types[owner].Fields })
}

// members appends each of n members to the list of its owner, if it has one; all lists lie in one array.
func members[T ~int32](t *tables, types, n int, owner func(int) java.TypeIdx, list func(java.TypeIdx) *[]T) {
	t.count = append(t.count[:0], make([]int32, types)...)
	all := int32(0)
	for i := range n {
		if o := owner(i); o >= 0 {
			t.count[o]++
			all++
		}
	}
	array := make([]T, all)
	at := int32(0)
	for o, k := range t.count {
		if k > 0 {
			*list(java.TypeIdx(o)) = array[at : at : at+k]
			at += k
		}
	}
	for i := range n {
		if o := owner(i); o >= 0 {
			l := list(o)
			*l = append(*l, T(i))
		}
	}
}
