package index

import (
	"encoding/binary"
	"hash/crc32"
	"math"
	"strings"

	"refract/internal/wire"
)

// This file encodes numbers and strings. A decoder is bounded by the bytes it is given, see wire.Reader.

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

const crcSize = 4

// newValue returns the beginning of a value to be stored, with room for its checksum and size bytes of payload.
func newValue(size int) []byte { return make([]byte, crcSize, crcSize+size) }

// seal writes the checksum of key and payload into the room that newValue left in v, and returns v.
func seal(key, v []byte) []byte {
	binary.LittleEndian.PutUint32(v, checksum(key, v[crcSize:]))
	return v
}

// sumOf is the checksum of a part of a record that has one of its own.
func sumOf(b []byte) uint32 { return crc32.Checksum(b, castagnoli) }

func checksum(key, payload []byte) uint32 {
	return crc32.Update(crc32.Update(0, castagnoli, key), castagnoli, payload)
}

// unseal returns the payload of a stored value. It aliases v.
func unseal(key, v []byte) ([]byte, error) {
	if len(v) < crcSize {
		return nil, damaged("record of %d bytes", len(v))
	}
	if checksum(key, v[crcSize:]) != binary.LittleEndian.Uint32(v) {
		return nil, damaged("checksum of a record differs")
	}
	return v[crcSize:], nil
}

// decoder reads what append* wrote; err tells of faults at the end.
type decoder struct{ wire.Reader }

func newDecoder(b []byte) decoder { return decoder{wire.Reader{B: b}} }

func (d *decoder) uint32() uint32 {
	v := d.Uvarint()
	if v > math.MaxUint32 {
		d.Fail()
		return 0
	}
	return uint32(v)
}

func (d *decoder) varint() int64 {
	v, n := binary.Varint(d.B)
	if n <= 0 {
		d.Fail()
		return 0
	}
	d.B = d.B[n:]
	return v
}

func (d *decoder) string() string { return string(d.Bytes(d.Count(1))) }

func (d *decoder) digest() (v Digest) {
	copy(v[:], d.Bytes(len(v)))
	return v
}

// err reports what is wrong with the record what: a fault, or bytes that nobody asked for.
func (d *decoder) err(what string) error {
	switch {
	case d.Bad:
		return damaged("%s cannot be decoded", what)
	case len(d.B) > 0:
		return damaged("%s has %d bytes too many", what, len(d.B))
	}
	return nil
}

func appendString(b []byte, s string) []byte {
	return append(binary.AppendUvarint(b, uint64(len(s))), s...)
}

// front codes a list of strings, each as the length of the prefix it shares with the one before, and the rest.
//
// A string of two bytes so coded can be as long as the one before it, so a record could ask for much more memory than
// it has bytes. Therefore a prefix may be shared only while the strings so far are within frontRatio times what they
// took: the encoder writes a string whole where it is not so, and the decoder refuses a prefix there.
type front struct {
	last       string
	made, used int
	room       strings.Builder // of all strings that were read
}

const (
	frontRatio = 64
	frontStart = 4096
)

func (f *front) mayShare() bool { return f.made <= frontStart+frontRatio*f.used }

func (f *front) note(s string, rest int) {
	f.made += len(s)
	f.used += rest + 2
	f.last = s
}

func (f *front) append(b []byte, s string) []byte {
	n := 0
	if f.mayShare() {
		for n < len(f.last) && n < len(s) && f.last[n] == s[n] {
			n++
		}
	}
	f.note(s, len(s)-n)
	return appendString(binary.AppendUvarint(b, uint64(n)), s[n:])
}

func (f *front) read(d *decoder) string {
	n := d.Uvarint()
	if n > uint64(len(f.last)) || n > 0 && !f.mayShare() {
		d.Fail()
		return ""
	}
	rest, from := d.Bytes(d.Count(1)), f.room.Len()
	f.room.WriteString(f.last[:n])
	f.room.Write(rest)
	s := f.room.String()[from:]
	f.note(s, len(rest))
	return s
}
