package wire

import (
	"encoding/binary"
	"hash/maphash"
	"math"
	"reflect"
	"slices"
	"sync"
	"unsafe"
)

// AppendValue appends v, of whatever type that is made of numbers, strings, slices, arrays, pointers and structs without cycles, for
// ReadValue to read into a variable of the same type: the exported fields of a struct in their order, what a pointer or slice holds behind a
// number that tells nil from empty, and a string that was there a moment ago as the place that it has in recent. What gob does for the same says of every type what it is, and takes several times as long.
// It panics for other types.
func AppendValue(b []byte, v any) []byte {
	of := reflect.ValueOf(v)
	w := valueWriter{b: b}
	w.append(shapeOf(of.Type()), of)
	return w.b
}

// valueWriter writes values.
type valueWriter struct {
	b      []byte
	recent recent
}

func (w *valueWriter) append(s *shape, v reflect.Value) {
	switch s.kind {
	case reflect.Bool:
		is := byte(0)
		if v.Bool() {
			is = 1
		}
		w.b = append(w.b, is)
	case reflect.Int:
		w.b = binary.AppendVarint(w.b, v.Int())
	case reflect.Uint:
		w.b = binary.AppendUvarint(w.b, v.Uint())
	case reflect.Float64:
		w.b = binary.LittleEndian.AppendUint64(w.b, math.Float64bits(v.Float()))
	case reflect.String:
		w.string(v.String())
	case reflect.Pointer:
		if v.IsNil() {
			w.b = append(w.b, 0)
			return
		}
		w.b = append(w.b, 1)
		w.append(s.elem, v.Elem())
	case reflect.Slice:
		w.slice(s, v)
	case reflect.Array:
		w.elements(s.elem, v)
	case reflect.Struct:
		for _, f := range s.fields {
			w.append(f.of, v.Field(f.index))
		}
	}
}

func (w *valueWriter) slice(s *shape, v reflect.Value) {
	if v.IsNil() {
		w.b = append(w.b, 0)
		return
	}
	w.b = binary.AppendUvarint(w.b, uint64(v.Len())+1)
	if s.bytes {
		w.b = append(w.b, v.Bytes()...)
		return
	}
	w.elements(s.elem, v)
}

// elements appends the elements of v, which are of shape s.
func (w *valueWriter) elements(s *shape, v reflect.Value) {
	for i := range v.Len() {
		w.append(s, v.Index(i))
	}
}

// string appends a string: 0 if it is empty, its place in recent plus one, or its length plus recentStrings and its bytes.
func (w *valueWriter) string(s string) {
	if s == "" {
		w.b = append(w.b, 0)
		return
	}
	if i := w.recent.find(s); i >= 0 {
		w.b = append(w.b, byte(i+1))
		w.recent.front(i)
		return
	}
	w.b = append(binary.AppendUvarint(w.b, uint64(len(s))+recentStrings), s...)
	w.recent.add(s)
}

// recent is the strings that were there last, the last one first: what is found has the same few paths in it again and again.
type recent struct {
	list [recentStrings]string
	n    int
}

const (
	recentStrings = 16
	// leastRecent is how long a string has to be to be one of them: shorter ones are no longer than two places.
	leastRecent = 3
)

// find returns the place of a string that is not empty, -1 for none.
func (r *recent) find(s string) int { return slices.Index(r.list[:r.n], s) }

// front moves the string at a place to the front.
func (r *recent) front(i int) {
	s := r.list[i]
	copy(r.list[1:i+1], r.list[:i])
	r.list[0] = s
}

// add puts a string that is none of them to the front. The last of them falls out if there are as many as can be.
func (r *recent) add(s string) {
	if len(s) < leastRecent {
		return
	}
	r.n = min(r.n+1, recentStrings)
	r.list[r.n-1] = s
	r.front(r.n - 1)
}

// ReadValue reads what AppendValue wrote of a value of that type into the variable at which v points. It reports false, and leaves
// anything in it, where b is not just that. Slices of bytes alias b.
func ReadValue(b []byte, v any) bool { return (*Values)(nil).Read(b, v) }

// Values reads values that have many strings in common, each of which it makes once. The zero Values is ready, for one goroutine.
type Values struct {
	seed  maphash.Seed
	slots []string // by open addressing, half of them free at least, which are empty
	n     int
	room  []byte // for strings to come
}

// Read is ReadValue. A nil Values makes the strings of each value anew.
func (s *Values) Read(b []byte, v any) bool {
	r := valueReader{Skimmer: Skimmer{B: b}, values: s}
	to := reflect.ValueOf(v)
	r.read(shapeOf(to.Type().Elem()), to.UnsafePointer())
	return r.At == len(b)
}

// string returns the string of some bytes, one at least.
func (s *Values) string(b []byte) string {
	if 2*(s.n+1) > len(s.slots) {
		s.grow()
	}
	at := s.slot(b)
	for ; s.slots[at] != ""; at = (at + 1) & (len(s.slots) - 1) {
		if s.slots[at] == string(b) {
			return s.slots[at]
		}
	}
	if len(s.room) < len(b) {
		s.room = make([]byte, max(len(b), roomSize))
	}
	copy(s.room, b)
	s.slots[at] = unsafe.String(unsafe.SliceData(s.room), len(b)) // nobody writes there again
	s.room = s.room[len(b):]
	s.n++
	return s.slots[at]
}

// slot is where the search for a string begins.
func (s *Values) slot(b []byte) int { return int(maphash.Bytes(s.seed, b)) & (len(s.slots) - 1) }

// grow doubles the slots.
func (s *Values) grow() {
	old := s.slots
	if old == nil {
		s.seed = maphash.MakeSeed()
	}
	s.slots = make([]string, max(64, 2*len(old)))
	for _, text := range old {
		if text == "" {
			continue
		}
		at := s.slot(unsafe.Slice(unsafe.StringData(text), len(text)))
		for ; s.slots[at] != ""; at = (at + 1) & (len(s.slots) - 1) {
		}
		s.slots[at] = text
	}
}

// roomSize is how much room there is for strings at a time, in bytes. Any of them that is in use makes all of it stay.
const roomSize = 4 << 10

// valueReader reads values. Strings that lie near to each other share memory, which takes one allocation for some of them: text is what begins at textAt.
type valueReader struct {
	Skimmer
	values *Values // nil where the strings are made for this value alone
	text   string
	textAt int
	recent recent
}

// textSize is how many bytes are made text of at a time. What is no string among them is the waste.
const textSize = 512

// string reads a string.
func (r *valueReader) string() string {
	n := r.Uvarint()
	switch {
	case n == 0:
		return ""
	case n > recentStrings:
		s := r.newString(n - recentStrings)
		r.recent.add(s)
		return s
	case n > uint64(r.recent.n):
		r.Fail()
		return ""
	}
	r.recent.front(int(n) - 1)
	return r.recent.list[0]
}

// newString reads the n bytes of a string.
func (r *valueReader) newString(n uint64) string {
	count := r.Bounded(n, 1)
	if r.Bad() {
		return ""
	}
	end := r.At + count
	if r.values != nil {
		from := r.At
		r.At = end
		return r.values.string(r.B[from:end])
	}
	if end > r.textAt+len(r.text) {
		r.text, r.textAt = string(r.B[r.At:min(max(end, r.At+textSize), len(r.B))]), r.At
	}
	from := r.At - r.textAt
	r.At = end
	return r.text[from : end-r.textAt]
}

// read reads a value of shape s into the variable at p. There are thousands of values of tens of fields: to set each by what package reflect knows of
// it takes four times as long.
func (r *valueReader) read(s *shape, p unsafe.Pointer) {
	switch s.kind {
	case reflect.Bool:
		*(*bool)(p) = r.Byte() != 0
	case reflect.Int:
		s.setInt(p, uint64(r.Varint()))
	case reflect.Uint:
		s.setInt(p, r.Uvarint())
	case reflect.Float64:
		if b := r.Bytes(8); len(b) == 8 {
			s.setFloat(p, math.Float64frombits(binary.LittleEndian.Uint64(b)))
		}
	case reflect.String:
		*(*string)(p) = r.string()
	case reflect.Pointer:
		if r.Byte() != 0 {
			to := reflect.New(s.elem.of).UnsafePointer()
			*(*unsafe.Pointer)(p) = to
			r.read(s.elem, to)
		}
	case reflect.Slice:
		r.slice(s, p)
	case reflect.Array:
		r.elements(s.elem, p, s.len)
	case reflect.Struct:
		for _, f := range s.fields {
			r.read(f.of, unsafe.Add(p, f.offset))
		}
	}
}

// setInt sets the integer at p to the lowest bits of n.
func (s *shape) setInt(p unsafe.Pointer, n uint64) {
	switch s.size {
	case 1:
		*(*uint8)(p) = uint8(n)
	case 2:
		*(*uint16)(p) = uint16(n)
	case 4:
		*(*uint32)(p) = uint32(n)
	case 8:
		*(*uint64)(p) = n
	}
}

func (s *shape) setFloat(p unsafe.Pointer, x float64) {
	if s.size == 4 {
		*(*float32)(p) = float32(x)
	} else {
		*(*float64)(p) = x
	}
}

// elements reads so many values of shape s into the variables from p on.
func (r *valueReader) elements(s *shape, p unsafe.Pointer, n int) {
	for i := range n {
		r.read(s, unsafe.Add(p, uintptr(i)*s.size))
	}
}

func (r *valueReader) slice(s *shape, p unsafe.Pointer) {
	n := r.Uvarint()
	if n == 0 {
		return
	}
	n--
	count := r.Bounded(n, s.elem.least)
	if r.Bad() {
		return
	}
	if s.bytes {
		*(*[]byte)(p) = r.Bytes(count)
		return
	}
	made := reflect.MakeSlice(s.of, count, count)
	reflect.NewAt(s.of, p).Elem().Set(made)
	r.elements(s.elem, made.UnsafePointer(), count)
}

// shape is what is known of a type.
type shape struct {
	of     reflect.Type
	size   uintptr      // of a variable, in bytes
	kind   reflect.Kind // one for all sizes: Int, Uint, Float64
	bytes  bool         // a slice of bytes
	elem   *shape       // of what a pointer, slice or array holds
	fields []field      // of a struct, those that are exported
	len    int          // of an array
	least  int          // bytes that a value takes at least, 1 or more
}

// field is a field of a struct.
type field struct {
	index  int
	offset uintptr
	of     *shape
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
	s := &shape{of: t, size: t.Size(), kind: t.Kind(), least: 1}
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
		s.elem, s.len = newShape(t.Elem(), seen), t.Len()
		s.least = max(s.len*s.elem.least, 1)
	case reflect.Struct:
		least := 0
		for i := range t.NumField() {
			if t.Field(i).IsExported() {
				of := newShape(t.Field(i).Type, seen)
				s.fields = append(s.fields, field{i, t.Field(i).Offset, of})
				least += of.least
			}
		}
		s.least = max(least, 1)
	default:
		panic("wire: a value of type " + t.String())
	}
	return s
}
