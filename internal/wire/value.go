package wire

import (
	"encoding/binary"
	"math"
	"reflect"
	"sync"
)

// AppendValue appends v, of whatever type that is made of numbers, strings, slices, arrays, pointers and structs without cycles, for
// ReadValue to read into a variable of the same type: the exported fields of a struct in their order, what a pointer or slice holds behind a
// number that tells nil from empty. What gob does for the same says of every type what it is, and takes several times as long.
// It panics for other types.
func AppendValue(b []byte, v any) []byte { return appendValue(b, reflect.ValueOf(v)) }

func appendValue(b []byte, v reflect.Value) []byte {
	switch v.Kind() {
	case reflect.Bool:
		if v.Bool() {
			return append(b, 1)
		}
		return append(b, 0)
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		return binary.AppendVarint(b, v.Int())
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64:
		return binary.AppendUvarint(b, v.Uint())
	case reflect.Float32, reflect.Float64:
		return binary.LittleEndian.AppendUint64(b, math.Float64bits(v.Float()))
	case reflect.String:
		return append(binary.AppendUvarint(b, uint64(v.Len())), v.String()...)
	case reflect.Pointer:
		if v.IsNil() {
			return append(b, 0)
		}
		return appendValue(append(b, 1), v.Elem())
	case reflect.Slice:
		if v.IsNil() {
			return append(b, 0)
		}
		b = binary.AppendUvarint(b, uint64(v.Len())+1)
		if v.Type().Elem().Kind() == reflect.Uint8 {
			return append(b, v.Bytes()...)
		}
		return appendElements(b, v)
	case reflect.Array:
		return appendElements(b, v)
	case reflect.Struct:
		for _, i := range shapeOf(v.Type()).fields {
			b = appendValue(b, v.Field(i))
		}
		return b
	}
	panic("wire: a value of type " + v.Type().String())
}

func appendElements(b []byte, v reflect.Value) []byte {
	for i := range v.Len() {
		b = appendValue(b, v.Index(i))
	}
	return b
}

// ReadValue reads what AppendValue wrote of a value of that type into the variable at which v points. It reports false, and leaves
// anything in it, where b is not just that. Slices of bytes alias b.
func ReadValue(b []byte, v any) bool {
	r := Reader{B: b}
	r.value(reflect.ValueOf(v).Elem())
	return !r.Bad && len(r.B) == 0
}

func (r *Reader) value(v reflect.Value) {
	switch v.Kind() {
	case reflect.Bool:
		v.SetBool(r.Byte() != 0)
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		n, k := binary.Varint(r.B)
		if k <= 0 {
			r.Fail()
			return
		}
		r.B = r.B[k:]
		v.SetInt(n)
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64:
		v.SetUint(r.Uvarint())
	case reflect.Float32, reflect.Float64:
		if b := r.Bytes(8); len(b) == 8 {
			v.SetFloat(math.Float64frombits(binary.LittleEndian.Uint64(b)))
		}
	case reflect.String:
		v.SetString(string(r.Bytes(r.Count(1))))
	case reflect.Pointer:
		if r.Byte() != 0 {
			v.Set(reflect.New(v.Type().Elem()))
			r.value(v.Elem())
		}
	case reflect.Slice:
		r.slice(v)
	case reflect.Array:
		for i := range v.Len() {
			r.value(v.Index(i))
		}
	case reflect.Struct:
		for _, i := range shapeOf(v.Type()).fields {
			r.value(v.Field(i))
		}
	default:
		panic("wire: a value of type " + v.Type().String())
	}
}

func (r *Reader) slice(v reflect.Value) {
	n := r.Uvarint()
	if n == 0 {
		return
	}
	n--
	of := v.Type().Elem()
	if n > uint64(len(r.B)/shapeOf(of).least) {
		r.Fail()
		return
	}
	if of.Kind() == reflect.Uint8 {
		v.SetBytes(r.Bytes(int(n)))
		return
	}
	v.Set(reflect.MakeSlice(v.Type(), int(n), int(n)))
	for i := range int(n) {
		r.value(v.Index(i))
	}
}

// shape is what is known of a type.
type shape struct {
	fields []int // of a struct, those that are exported
	least  int   // bytes that a value takes at least, 1 or more
}

var shapes sync.Map // by reflect.Type

func shapeOf(t reflect.Type) *shape {
	if s, ok := shapes.Load(t); ok {
		return s.(*shape)
	}
	s := &shape{}
	switch t.Kind() {
	case reflect.Struct:
		for i := range t.NumField() {
			if t.Field(i).IsExported() {
				s.fields = append(s.fields, i)
				s.least += shapeOf(t.Field(i).Type).least
			}
		}
	case reflect.Array:
		s.least = t.Len() * shapeOf(t.Elem()).least
	case reflect.Float32, reflect.Float64:
		s.least = 8
	}
	s.least = max(s.least, 1)
	shapes.Store(t, s)
	return s
}
