package index

import (
	"bytes"
	"encoding/binary"
	"errors"
	"math/bits"
	"slices"
	"strings"
	"sync"

	"go.etcd.io/bbolt"

	"refract/source"
	"refract/vectors"
)

// This file encodes what the index holds of one file, in three records. The front is
//
//	the length of vectors, then vectors and extra
//
// the names are as they are, and the body is
//
//	the checksums of the front and of the names, path, the length of each other section, the checksums of the back and of the tail, then the other sections, and the tail
//	as it is
//
// where a section is a list of columns, so that equal kinds of number lie together and stay small:
//
//	vectors    n; entries per vector; features as differences; counts
//	extra      as it is
//	fragments  n; per fragment: start (difference to the last start), length, line (difference), lines, kind; then
//	           signatures, each with the prefix of the last one left out; then names as place and length in the signature
//	rows       n; strings n, front-coded in order of first use; fragment (difference), mode, string+1 or 0
//	aside      as it is
//
// Who asks for the fronts of all files, a quarter of all bytes, or for their names, a tenth, has nothing else read: they lie close together, as each page that is looked at costs. The checksum
// of a body's record is of its head alone, which is what is before the sections. The back is those sections.

const (
	vectorSection = iota
	extraSection
	fragmentSection
	rowSection
	asideSection
	sections

	frontSections = fragmentSection
)

// Encoded is a file ready to be stored. Encode makes it without the index, so that workers can.
type Encoded struct {
	file    File        // without the id
	header  []byte      // the same, encoded
	records bodyRecords // as newValue begins them; what the body says of the others is not there yet, see writer.putBody
	rows    int
}

// bodyRecords are what is stored of the body of a file.
type bodyRecords struct{ front, names, body []byte }

func (r *bodyRecords) size() int { return len(r.front) + len(r.names) + len(r.body) }

// encoder is the memory of an Encode for the next one. What was written to a moment ago is at hand; new memory has to come from
// the system.
type encoder struct {
	b, columns []byte
	callees    names
}

var encoders = sync.Pool{New: func() any { return new(encoder) }}

// Path is the path of the file.
func (e *Encoded) Path() string { return e.file.Path }

// Encode encodes f. It panics if Vectors has neither one element a fragment nor none, or if Rows are not ordered by
// fragment.
func Encode(f *FileData) Encoded {
	if len(f.Vectors) > 0 && len(f.Vectors) != len(f.Fragments) {
		panic("index: Vectors has not one element a fragment")
	}
	n := encoders.Get().(*encoder)
	defer encoders.Put(n)
	b := n.b[:0]
	if len(f.Vectors) > 0 {
		b = appendVectors(b, f.Vectors)
	}
	first := len(b)
	b = appendFragments(b, f.Fragments)
	second := len(b)
	b = n.appendRows(b, f.Rows)
	n.b = b
	return encoded(f, len(f.Rows), &[sections][]byte{vectorSection: b[:first], fragmentSection: b[first:second], rowSection: b[second:],
		extraSection: f.Extra, asideSection: f.Aside}, f.Names, f.Tail, sumOf(f.Tail))
}

// EncodeAgain is Encode of a file of which the index has the version id, and of which nothing is different but State, Surface, Deps, Extra and Aside: what
// else f has is not looked at, but taken from there as it lies. again is called, with what the index has of the file, to set Extra and Aside; what it is
// given ends with the call. It returns false for a file that is not to be encoded in this way, and so does EncodeAgain.
func (s *Store) EncodeAgain(id FileID, f *FileData, again func(old *Body) bool) (e Encoded, ok bool, err error) {
	slot := s.slot(id)
	err = s.viewBodies(func(fronts *bbolt.Bucket, bodies *bodyReader) error {
		old, err := bodyIn(fronts, bodies, slot)
		if err == nil {
			err = old.checkBack()
		}
		if err != nil {
			return err
		}
		if string(old.path) != f.Path {
			return damaged("the body of file %d is not one of %s", id, f.Path)
		}
		if ok = again(&Body{ID: id, section: old.section}); !ok {
			return nil
		}
		names, err := bodies.names(slot, &old)
		if err != nil {
			return err
		}
		d := newDecoder(old.section[rowSection])
		rows := d.Count(3)
		old.section[extraSection], old.section[asideSection] = f.Extra, f.Aside
		// A fault in the tail stays one.
		e = encoded(f, rows, &old.section, names, old.tail, old.tailSum)
		return nil
	})
	return e, ok && err == nil, err
}

// encoded is f with so many rows, of which the sections of its body are written, with names, and a tail with its checksum. They are copied.
func encoded(f *FileData, rows int, section *[sections][]byte, names, tail []byte, tailSum uint32) Encoded {
	file := File{State: f.State, Attrs: f.Attrs, Lines: f.Lines, Surface: f.Surface, Deps: f.Deps}
	e := Encoded{file: file, rows: rows, header: appendHeader(make([]byte, 0, 120), &file)}
	front, back := section[:frontSections], section[frontSections:]
	b := newValue(5 + len(front[vectorSection]) + len(front[extraSection]))
	b = binary.AppendUvarint(b, uint64(len(front[vectorSection])))
	e.records.front = append(append(b, front[vectorSection]...), front[extraSection]...)
	e.records.names = append(newValue(len(names)), names...)

	size := 2*crcSize + 5 + len(f.Path) + len(back)*5 + 2*crcSize + len(tail)
	for _, section := range back {
		size += len(section)
	}
	b = appendString(newValue(size)[:bodySums], f.Path)
	for _, section := range back {
		b = binary.AppendUvarint(b, uint64(len(section)))
	}
	sums := len(b)
	b = binary.LittleEndian.AppendUint32(binary.LittleEndian.AppendUint32(b, 0), tailSum)
	head := len(b)
	for _, section := range back {
		b = append(b, section...)
	}
	binary.LittleEndian.PutUint32(b[sums:], sumOf(b[head:]))
	e.records.body = append(b, tail...)
	return e
}

// bodySums is the size of what the record of a body begins with: its checksum, that of the front, and that of the names.
const bodySums = 3 * crcSize

// newFile begins the record of the version id of a file, of which the body lies at slot. The header follows, of about size bytes.
func newFile(id, slot FileID, size int) []byte {
	return binary.AppendUvarint(binary.AppendUvarint(newValue(size+10), uint64(id)), uint64(id-slot))
}

// appendHeader encodes the record of a file but for what newFile makes of it.
func appendHeader(b []byte, f *File) []byte {
	b = binary.AppendVarint(b, f.Size)
	b = binary.AppendVarint(b, f.ModTime)
	b = binary.LittleEndian.AppendUint64(b, f.Stamp)
	b = append(b, f.Hash[:]...)
	b = binary.AppendUvarint(b, f.Attrs)
	b = binary.AppendUvarint(b, uint64(f.Lines))
	b = append(b, f.Surface[:]...)
	return append(b, f.Deps[:]...)
}

func decodeFile(path string, payload []byte) (File, error) {
	d := newDecoder(payload)
	f := File{ID: FileID(d.uint32())}
	later := FileID(d.uint32())
	f.Path, f.slot = path, f.ID-later
	f.Size, f.ModTime = d.varint(), d.varint()
	if stamp := d.Bytes(8); len(stamp) == 8 {
		f.Stamp = binary.LittleEndian.Uint64(stamp)
	}
	copy(f.Hash[:], d.Bytes(len(f.Hash)))
	f.Attrs, f.Lines = d.Uvarint(), d.uint32()
	f.Surface, f.Deps = d.digest(), d.digest()
	if later > f.ID {
		d.Bad = true
	}
	return f, d.err("file")
}

// Body is what the index holds of one version of one file. Its sections are decoded when they are asked for, and each
// time anew.
type Body struct {
	ID   FileID
	Path string

	section [sections][]byte
	names   []byte
}

// storedBody is the records of a body as they lie, which it aliases.
type storedBody struct {
	path                                 []byte
	section                              [sections][]byte // those of the front are not there before addFront
	back, tail                           []byte
	frontSum, namesSum, backSum, tailSum uint32
}

// splitFront divides the record of a front into its sections. No checksum is looked at.
func splitFront(payload []byte) (vectors, extra []byte, err error) {
	d := newDecoder(payload)
	vectors = d.Bytes(d.Count(1))
	if d.Bad {
		return nil, nil, damaged("front cannot be decoded")
	}
	return vectors, d.B, nil
}

// splitBody divides the record of a body, and returns how many bytes of it are its head. No checksum is looked at.
func splitBody(payload []byte) (b storedBody, head int, err error) {
	d := newDecoder(payload)
	if sums := d.Bytes(2 * crcSize); sums != nil {
		b.frontSum, b.namesSum = binary.LittleEndian.Uint32(sums), binary.LittleEndian.Uint32(sums[crcSize:])
	}
	b.path = d.Bytes(d.Count(1))
	var size [sections]int
	for i := frontSections; i < sections; i++ {
		// The sum of the lengths is held against the bytes by the reads below; each alone is here.
		size[i] = d.Count(1)
	}
	if sums := d.Bytes(2 * crcSize); sums != nil {
		b.backSum, b.tailSum = binary.LittleEndian.Uint32(sums), binary.LittleEndian.Uint32(sums[crcSize:])
	}
	head, b.back = len(payload)-len(d.B), d.B
	for i := frontSections; i < sections; i++ {
		b.section[i] = d.Bytes(size[i])
	}
	if d.Bad {
		return storedBody{}, 0, damaged("body cannot be decoded")
	}
	b.back, b.tail = b.back[:len(b.back)-len(d.B)], d.B
	return b, head, nil
}

// openFront returns the front that is stored as v under key, which is as it was written.
func openFront(key, v []byte) (vectors, extra []byte, err error) {
	payload, err := unseal(key, v)
	if err != nil {
		return nil, nil, err
	}
	return splitFront(payload)
}

// openBody returns the body that is stored as v under key, without its front. Its head is as it was written.
func openBody(key, v []byte) (storedBody, error) {
	if len(v) < crcSize {
		return storedBody{}, damaged("record of %d bytes", len(v))
	}
	b, head, err := splitBody(v[crcSize:])
	if err != nil {
		return storedBody{}, err
	}
	if _, err := unseal(key, v[:crcSize+head]); err != nil {
		return storedBody{}, err
	}
	return b, nil
}

// addFront fills in the front that is stored as v under key, if it is the one that the body was written with.
func (b *storedBody) addFront(key, v []byte) (err error) {
	b.section[vectorSection], b.section[extraSection], err = openFront(key, v)
	if err == nil && binary.LittleEndian.Uint32(v) != b.frontSum {
		err = damaged("a body and a front that do not belong together")
	}
	return err
}

// openNames returns the names that are stored as v under key, if they are those that the body was written with.
func (b *storedBody) openNames(key, v []byte) (names []byte, err error) {
	if v == nil {
		return nil, damaged("a body without names")
	}
	names, err = unseal(key, v)
	if err == nil && binary.LittleEndian.Uint32(v) != b.namesSum {
		err = damaged("a body and names that do not belong together")
	}
	return names, err
}

// openWhole returns the body that is stored as front and body under key, front and head as they were written.
func openWhole(key, front, body []byte) (b storedBody, err error) {
	if b, err = openBody(key, body); err == nil {
		err = b.addFront(key, front)
	}
	return b, err
}

// checkBack returns an error unless the back is as it was written.
func (b *storedBody) checkBack() error {
	if sumOf(b.back) != b.backSum {
		return damaged("checksum of the back of a body differs")
	}
	return nil
}

// checkTail returns an error unless the tail is as it was written.
func (b *storedBody) checkTail() error {
	if sumOf(b.tail) != b.tailSum {
		return damaged("checksum of the tail of a body differs")
	}
	return nil
}

// checkAll returns an error unless back and tail are as they were written.
func (b *storedBody) checkAll() error { return errors.Join(b.checkBack(), b.checkTail()) }

// Extra returns the caller's own bytes. They are not to be changed.
func (b *Body) Extra() []byte { return b.section[extraSection] }

// Names returns those that can be had alone, of a body of Store.Body. They are not to be changed either.
func (b *Body) Names() []byte { return b.names }

// Aside returns those that are read with whole bodies. They are not to be changed either.
func (b *Body) Aside() []byte { return b.section[asideSection] }

// PackedVectors returns the base vectors as they lie, which are not to be changed.
func (b *Body) PackedVectors() PackedVectors { return b.section[vectorSection] }

func appendFragments(b []byte, fs []Fragment) []byte {
	b = binary.AppendUvarint(b, uint64(len(fs)))
	var last Fragment
	for i := range fs {
		f := &fs[i]
		b = binary.AppendVarint(b, int64(f.Span.Start)-int64(last.Span.Start))
		b = binary.AppendUvarint(b, uint64(f.Span.Len()))
		b = binary.AppendVarint(b, int64(f.Line)-int64(last.Line))
		b = binary.AppendUvarint(b, uint64(f.EndLine-f.Line))
		b = append(b, f.Kind)
		last = *f
	}
	var signatures front
	for i := range fs {
		b = signatures.append(b, fs[i].Signature)
	}
	for i := range fs {
		name, s := fs[i].Name, fs[i].Signature
		// A name stands just before the parameters, if anywhere.
		head, _, _ := strings.Cut(s, "(")
		if strings.HasSuffix(head, name) {
			b = binary.AppendUvarint(b, uint64(len(head)-len(name))+1)
			b = binary.AppendUvarint(b, uint64(len(name)))
			continue
		}
		b = appendString(append(b, 0), name)
	}
	return b
}

// Fragments decodes the fragments.
func (b *Body) Fragments() ([]Fragment, error) {
	d := newDecoder(b.section[fragmentSection])
	fs := make([]Fragment, d.Count(8))
	var start, line int64
	for i := range fs {
		start += d.varint()
		size := d.uint32()
		line += d.varint()
		lines := d.uint32()
		fs[i] = Fragment{
			Span: source.Span{Start: uint32(start), End: uint32(start) + size},
			Line: uint32(line), EndLine: uint32(line) + lines, Kind: d.Byte(),
		}
	}
	var signatures front
	for i := range fs {
		fs[i].Signature = signatures.read(&d)
	}
	for i := range fs {
		fs[i].Name = d.name(fs[i].Signature)
	}
	return fs, d.err("fragments")
}

// Signatures are those of the fragments of a file as they are stored, in memory of their own: each is made when it is asked for.
type Signatures struct {
	n int
	b []byte // of all, each with the prefix of the last one left out, and what lies behind them
}

// Signatures returns the signatures of the fragments. ok is false if they cannot be decoded.
func (b *Body) Signatures() (s Signatures, ok bool) {
	d := newDecoder(b.section[fragmentSection])
	n := d.Count(8)
	for range n {
		for range 4 { // start, length, line, lines
			d.Uvarint()
		}
		d.Byte()
	}
	return Signatures{n, bytes.Clone(d.B)}, !d.Bad
}

// Len is the number of fragments.
func (s *Signatures) Len() int { return s.n }

// At returns the signature of fragment i, for which those before it are gone through. ok is false if it cannot be decoded.
func (s *Signatures) At(i int) (signature string, ok bool) {
	d := newDecoder(s.b)
	var room [256]byte
	last := room[:0]
	for range i + 1 {
		n := d.Uvarint()
		if n > uint64(len(last)) {
			return "", false
		}
		last = append(last[:n], d.Bytes(d.Count(1))...)
	}
	return string(last), !d.Bad
}

func (d *decoder) name(signature string) string {
	at := d.Uvarint()
	if at == 0 {
		return d.string()
	}
	n := d.Uvarint()
	if at--; at > uint64(len(signature)) || n > uint64(len(signature))-at {
		d.Fail()
		return ""
	}
	return signature[at : at+n]
}

func appendVectors(b []byte, vs []vectors.Vector) []byte {
	b = binary.AppendUvarint(b, uint64(len(vs)))
	for _, v := range vs {
		b = binary.AppendUvarint(b, uint64(len(v)))
	}
	for _, v := range vs {
		last := vectors.Feature(0)
		for _, e := range v {
			b = binary.AppendUvarint(b, uint64(e.Feature()-last))
			last = e.Feature()
		}
	}
	for _, v := range vs {
		for _, e := range v {
			b = binary.AppendUvarint(b, uint64(e.Count()))
		}
	}
	return b
}

// Vectors decodes the base vectors, one a fragment; nil if there are none. They share one array.
func (b *Body) Vectors() ([]vectors.Vector, error) {
	packed := b.PackedVectors()
	if len(packed) == 0 {
		return nil, nil
	}
	n, total, _ := packed.Count()
	ends, entries := make([]uint32, n), make([]vectors.Entry, total)
	if err := packed.Read(ends, entries, 0); err != nil {
		return nil, err
	}
	vs := make([]vectors.Vector, n)
	from := uint32(0)
	for i, end := range ends {
		vs[i] = entries[from:end:end]
		from = end
	}
	return vs, nil
}

// PackedVectors are the base vectors of a file as they lie in its front. Of a file that was put without any there are no bytes.
type PackedVectors []byte

// Count is the number of base vectors, and of the entries of all of them together, as far as their beginning tells; ok is false if
// that cannot be decoded, or there are fewer bytes behind it than they take.
func (p PackedVectors) Count() (n, entries int, ok bool) {
	if len(p) == 0 {
		return 0, 0, true
	}
	d := newDecoder(p)
	n = d.Count(1)
	for range n {
		entries += d.Count(2)
	}
	if d.Bad || entries > len(d.B)/2 {
		return 0, 0, false
	}
	return n, entries, true
}

// Read decodes the base vectors into entries, which begins at entry first of the table that it is part of, and writes to ends where each
// of them ends there. It is an error if there are not just as many of both as Count says.
func (p PackedVectors) Read(ends []uint32, entries []vectors.Entry, first uint32) error {
	d := decoder{}
	if len(p) > 0 {
		d = newDecoder(p)
		if d.Count(1) != len(ends) {
			return damaged("vectors cannot be decoded")
		}
	}
	total := 0
	for i := range ends {
		total += d.Count(2)
		ends[i] = first + uint32(total)
	}
	if d.Bad || total != len(entries) || total > len(d.B)/2 || !readVectors(d.B, ends, entries, first) {
		return damaged("vectors cannot be decoded")
	}
	return nil
}

// AppendAt appends base vector i to a vector without entries, and decodes no other one. Of those before it it reads how long they are, and passes their numbers eight bytes at a time; who wants many of a large file has
// Read. It is an error if there is none, or it cannot be decoded.
func (p PackedVectors) AppendAt(to vectors.Vector, i int) (vectors.Vector, error) {
	d := newDecoder(p)
	before, size, all := 0, 0, 0
	vs := d.Count(1)
	for j := range vs {
		n := d.Count(2)
		switch {
		case j < i:
			before += n
		case j == i:
			size = n
		}
		all += n
	}
	if !d.Bad && i < vs && all <= len(d.B)/2 {
		v := slices.Grow(to, size)[:size]
		at := passNumbers(d.B, 0, before)
		if readSteps(d.B, at, v) >= 0 && readCounts(d.B, passNumbers(d.B, at, all), v) >= 0 {
			return v, nil
		}
	}
	return nil, damaged("vectors cannot be decoded")
}

// passNumbers returns the place behind n numbers that begin at a place of b, that of its end where there are fewer.
func passNumbers(b []byte, at, n int) int {
	for n >= 8 && len(b)-at >= 8 {
		n -= 8 - bits.OnesCount64(binary.LittleEndian.Uint64(b[at:])&0x8080808080808080) // that end there
		at += 8
	}
	for ; n > 0 && at < len(b); at++ {
		if b[at] < 0x80 {
			n--
		}
	}
	return at
}

// readVectors decodes features and counts of vectors, one behind the other, into all; ends are as in Read. It reports false if b is not that.
func readVectors(b []byte, ends []uint32, all []vectors.Entry, first uint32) bool {
	// No number takes less than a byte, so that each takes one where there are no more: in nearly all files.
	if n := len(all); len(b) == 2*n && short(b) {
		return readShortVectors(b[:n], b[n:], ends, all, first)
	}
	return readLongVectors(b, ends, all, first)
}

// readLongVectors is readVectors for steps and counts of any length.
func readLongVectors(b []byte, ends []uint32, all []vectors.Entry, first uint32) bool {
	at, from := 0, uint32(0) // in b and in all
	for _, end := range ends {
		end -= first
		if at = readSteps(b, at, all[from:end]); at < 0 {
			return false
		}
		from = end
	}
	return readCounts(b, at, all) == len(b)
}

// readSteps makes entries of the features of one vector, without counts, which begin at a place of b, and returns the place behind them; -1 if they are none.
func readSteps(b []byte, at int, row []vectors.Entry) int {
	f := uint64(0)
	for i := range row {
		step := uint64(0)
		if at < len(b) && b[at] < 0x80 { // most are
			step = uint64(b[at])
			at++
		} else if step, at = uvarintAt(b, at); step > 1<<16 {
			return -1
		}
		if step == 0 {
			return -1
		}
		f += step
		row[i] = vectors.MakeEntry(vectors.Feature(f), 0)
	}
	if f >= 1<<16 { // the steps are positive: none was, if the last is not
		return -1
	}
	return at
}

// readCounts adds to entries without counts theirs, which begin at a place of b, and returns the place behind them; -1 if they are none.
func readCounts(b []byte, at int, all []vectors.Entry) int {
	for i := range all {
		n := uint64(0)
		if at < len(b) && b[at] < 0x80 {
			n = uint64(b[at])
			at++
		} else if n, at = uvarintAt(b, at); n > vectors.MaxCount {
			return -1
		}
		if n == 0 {
			return -1
		}
		all[i] |= vectors.Entry(n)
	}
	return at
}

// readShortVectors is readVectors where each step and each count takes a byte. It reports false where there are too many features.
func readShortVectors(steps, counts []byte, ends []uint32, all []vectors.Entry, first uint32) bool {
	from := uint32(0)
	for _, end := range ends {
		end -= first
		row := all[from:end]
		step, count := steps[from:end][:len(row)], counts[from:end][:len(row)]
		from = end
		f := vectors.Entry(0)
		for i := range row {
			f += vectors.Entry(step[i])
			row[i] = f<<16 | vectors.Entry(count[i])
		}
		if f >= 1<<16 {
			return false
		}
	}
	return true
}

// short reports whether each byte of b is a number of its own, and none is 0.
func short(b []byte) bool {
	const each = 0x0101010101010101
	bad := uint64(0) // has the highest bit of a byte that belongs to a longer number, or of 0 - 1, which borrows from the next
	for ; len(b) >= 8; b = b[8:] {
		x := binary.LittleEndian.Uint64(b)
		bad |= x | (x - each)
	}
	for _, x := range b {
		bad |= uint64(x | (x - 1))
	}
	return bad&(0x80*each) == 0
}

// uvarintAt reads the number at a place of b, and returns the place behind it. There is 0 at the end of b, and where there is none.
func uvarintAt(b []byte, at int) (n uint64, next int) {
	n, size := binary.Uvarint(b[at:])
	if size <= 0 {
		return 0, at
	}
	return n, at + size
}
