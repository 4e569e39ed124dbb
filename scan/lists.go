package scan

import (
	"reflect"
	"sync"
)

// This file makes the lists of a result present: reports write an empty list where there is nothing, and not the absence of one.

// fillLists makes every list present, empty or not, save Explained. Reports want it so.
func (r *Result) fillLists() {
	explained := r.Explained
	listsOf(reflect.TypeFor[Result]()).fill(reflect.ValueOf(r).Elem())
	r.Explained = explained
}

// lists says where in values of a type there are slices. It is found out once for each type: of a value of thousands of parts, what its
// types say of themselves takes most of the time otherwise. The nil lists has none. Types have no cycles but in fields that are not exported.
type lists struct {
	fields []listField // of a struct
	of     *lists      // of what a pointer or a slice holds
}

// listField is a field that holds slices, or is one.
type listField struct {
	index int
	of    *lists
}

var listTypes sync.Map // reflect.Type to *lists

func listsOf(t reflect.Type) *lists {
	if l, ok := listTypes.Load(t); ok {
		return l.(*lists)
	}
	var l *lists
	switch t.Kind() {
	case reflect.Struct:
		for i := range t.NumField() {
			f := t.Field(i)
			if !f.IsExported() {
				continue
			}
			if of := listsOf(f.Type); of != nil {
				if l == nil {
					l = &lists{}
				}
				l.fields = append(l.fields, listField{i, of})
			}
		}
	case reflect.Pointer:
		if of := listsOf(t.Elem()); of != nil {
			l = &lists{of: of}
		}
	case reflect.Slice:
		l = &lists{of: listsOf(t.Elem())}
	}
	listTypes.Store(t, l)
	return l
}

// fill replaces every nil slice in v, a value of the type that l is of, by an empty one.
func (l *lists) fill(v reflect.Value) {
	switch {
	case l == nil:
	case v.Kind() == reflect.Struct:
		for _, f := range l.fields {
			f.of.fill(v.Field(f.index))
		}
	case v.Kind() == reflect.Pointer:
		if !v.IsNil() {
			l.of.fill(v.Elem())
		}
	case v.IsNil():
		v.Set(reflect.MakeSlice(v.Type(), 0, 0))
	case l.of != nil:
		for i := range v.Len() {
			l.of.fill(v.Index(i))
		}
	}
}
