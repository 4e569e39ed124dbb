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
func AppendValue(b []byte, v any) []byte {
	of := reflect.ValueOf(v)
	return shapeOf(of.Type()).append(b, of)
}

func (s *shape) append(b []byte, v reflect.Value) []byte {
	switch s.kind {
	case reflect.Bool:
		if v.Bool() {
			return append(b, 1)
		}
		return append(b, 0)
	case reflect.Int:
		return binary.AppendVarint(b, v.Int())
	case reflect.Uint:
		return binary.AppendUvarint(b, v.Uint())
	case reflect.Float64:
		return binary.LittleEndian.AppendUint64(b, math.Float64bits(v.Float()))
	case reflect.String:
		return append(binary.AppendUvarint(b, uint64(v.Len())), v.String()...)
	case reflect.Pointer:
		if v.IsNil() {
			return append(b, 0)
		}
		return s.elem.append(append(b, 1), v.Elem())
	case reflect.Slice:
		if v.IsNil() {
			return append(b, 0)
		}
		b = binary.AppendUvarint(b, uint64(v.Len())+1)
		if s.bytes {
			return append(b, v.Bytes()...)
		}
		return s.elem.appendElements(b, v)
	case reflect.Array:
		return s.elem.appendElements(b, v)
	}
	for _, f := range s.fields { // of a struct
		b = f.of.append(b, v.Field(f.index))
	}
	return b
}

// appendElements appends the elements of v, which are of shape s.
func (s *shape) appendElements(b []byte, v reflect.Value) []byte {
	for i := range v.Len() {
		b = s.append(b, v.Index(i))
	}
	return b
}

// ReadValue reads what AppendValue wrote of a value of that type into the variable at which v points. It reports false, and leaves
// anything in it, where b is not just that. Slices of bytes alias b.
func ReadValue(b []byte, v any) bool {
	r := valueReader{Reader: Reader{B: b}}
	to := reflect.ValueOf(v).Elem()
	r.read(shapeOf(to.Type()), to)
	return !r.Bad && len(r.B) == 0
}

// valueReader reads values. Strings that lie near to each other share memory, which takes one allocation for some of them: text is what
// was at the front of B when textAt bytes were left.
type valueReader struct {
	Reader
	text   string
	textAt int
}

// textSize is how many bytes are made text of at a time. What is no string among them is the waste.
const textSize = 512

// string reads a string.
func (r *valueReader) string() string {
	n := r.Count(1)
	if n == 0 {
		return ""
	}
	at := r.textAt - len(r.B)
	if at < 0 || at+n > len(r.text) {
		r.text, r.textAt, at = string(r.B[:max(n, min(textSize, len(r.B)))]), len(r.B), 0
	}
	r.B = r.B[n:]
	return r.text[at : at+n]
}

func (r *valueReader) read(s *shape, v reflect.Value) {
	switch s.kind {
	case reflect.Bool:
		v.SetBool(r.Byte() != 0)
	case reflect.Int:
		n, k := binary.Varint(r.B)
		if k <= 0 {
			r.Fail()
			return
		}
		r.B = r.B[k:]
		v.SetInt(n)
	case reflect.Uint:
		v.SetUint(r.Uvarint())
	case reflect.Float64:
		if b := r.Bytes(8); len(b) == 8 {
			v.SetFloat(math.Float64frombits(binary.LittleEndian.Uint64(b)))
		}
	case reflect.String:
		v.SetString(r.string())
	case reflect.Pointer:
		if r.Byte() != 0 {
			v.Set(reflect.New(s.elem.of))
			r.read(s.elem, v.Elem())
		}
	case reflect.Slice:
		r.slice(s, v)
	case reflect.Array:
		for i := range v.Len() {
			r.read(s.elem, v.Index(i))
		}
	case reflect.Struct:
		for _, f := range s.fields {
			r.read(f.of, v.Field(f.index))
		}
	}
}

func (r *valueReader) slice(s *shape, v reflect.Value) {
	n := r.Uvarint()
	if n == 0 {
		return
	}
	n--
	if n > uint64(len(r.B)/s.elem.least) {
		r.Fail()
		return
	}
	if s.bytes {
		v.SetBytes(r.Bytes(int(n)))
		return
	}
	v.Set(reflect.MakeSlice(s.of, int(n), int(n)))
	for i := range int(n) {
		r.read(s.elem, v.Index(i))
	}
}

// shape is what is known of a type.
type shape struct {
	of     reflect.Type
	kind   reflect.Kind // one for all sizes: Int, Uint, Float64
	bytes  bool         // a slice of bytes
	elem   *shape       // of what a pointer, slice or array holds
	fields []field      // of a struct, those that are exported
	least  int          // bytes that a value takes at least, 1 or more
}

// field is a field of a struct.
type field struct {
	index int
	of    *shape
}

var shapes sync.Map // by reflect.Type

func shapeOf(t reflect.Type) *shape {
	if s, ok := shapes.Load(t); ok {
		return s.(*shape)
	}
	s := newShape(t, map[reflect.Type]*shape{})
	shapes.Store(t, s)
	return s
}

// newShape makes the shape of t; seen are those that are being made, as of a type that a pointer leads back to.
func newShape(t reflect.Type, seen map[reflect.Type]*shape) *shape {
	if s := seen[t]; s != nil {
		return s
	}
	s := &shape{of: t, kind: t.Kind(), least: 1}
	seen[t] = s
	switch s.kind {
	case reflect.Bool, reflect.String:
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		s.kind = reflect.Int
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64:
		s.kind = reflect.Uint
	case reflect.Float32, reflect.Float64:
		s.kind, s.least = reflect.Float64, 8
	case reflect.Pointer:
		s.elem = newShape(t.Elem(), seen)
	case reflect.Slice:
		s.elem, s.bytes = newShape(t.Elem(), seen), t.Elem().Kind() == reflect.Uint8
	case reflect.Array:
		s.elem = newShape(t.Elem(), seen)
		s.least = max(t.Len()*s.elem.least, 1)
	case reflect.Struct:
		least := 0
		for i := range t.NumField() {
			if t.Field(i).IsExported() {
				of := newShape(t.Field(i).Type, seen)
				s.fields = append(s.fields, field{i, of})
				least += of.least
			}
		}
		s.least = max(least, 1)
	default:
		panic("wire: a value of type " + t.String())
	}
	return s
}
