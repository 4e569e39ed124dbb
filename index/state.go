package index

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"hash/crc32"
	"hash/fnv"
	"strconv"
	"strings"
)

// The buckets.
const (
	metaBucket    = "refract"
	fileBucket    = "file"
	frontBucket   = "front"
	namesBucket   = "names"
	bodyBucket    = "body"
	segmentBucket = "segment"
	resultBucket  = "result"
	keysBucket    = "keys" // each column of a segment has one, see apart.go
	partBucket    = "part" // each part has one
)

// sharedBuckets are those that many records lie in, and recordBuckets are the kinds of all.
var (
	sharedBuckets = []string{fileBucket, frontBucket, namesBucket, bodyBucket, segmentBucket, resultBucket}
	recordBuckets = []string{fileBucket, frontBucket, namesBucket, bodyBucket, segmentBucket, keysBucket, resultBucket, partBucket}
)

const (
	formatKey    = "format"
	stateKey     = "state"
	formatPrefix = "refract index "
)

// FormatLine is what an index of a format version says of it: the version and a checksum. Without that a flipped bit
// could make a damaged index one of a newer version, which is left alone for ever. All versions to come keep this line.
func FormatLine(version int) []byte {
	line := fmt.Appendf(nil, "%s%d", formatPrefix, version)
	return fmt.Appendf(line, " %08x\n", crc32.Checksum(line, castagnoli))
}

// parseFormat reads the value of "format".
func parseFormat(v []byte) error {
	s, ok := strings.CutPrefix(strings.TrimSuffix(string(v), "\n"), formatPrefix)
	number, sum, _ := strings.Cut(s, " ")
	n, err := strconv.Atoi(number)
	switch {
	case !ok || err != nil || n < 0:
		return damaged("format is %.40q", v)
	case sum == "" && n <= 1: // the first version had no checksum
	case !bytes.Equal(v, FormatLine(n)):
		return damaged("format is %.40q", v)
	}
	switch {
	case n > FormatVersion:
		return fmt.Errorf("%w: format %d, this version knows %d", ErrNewer, n, FormatVersion)
	case n < FormatVersion:
		return fmt.Errorf("%w: format %d, this version writes %d", ErrFormat, n, FormatVersion)
	}
	return nil
}

// tally is the number of records and the sum modulo 2⁶⁴ of a hash of each, so that it can be kept without looking at
// the records that stay.
type tally struct {
	n, sum uint64
}

func (t *tally) add(bucket string, key, value []byte) { t.n++; t.sum += recordHash(bucket, key, value) }
func (t *tally) remove(bucket string, key, value []byte) {
	t.n--
	t.sum -= recordHash(bucket, key, value)
}

// recordHash hashes where a record is and its checksum, which stands for the rest.
func recordHash(bucket string, key, value []byte) uint64 {
	h := fnv.New64a()
	h.Write([]byte(bucket))
	h.Write([]byte{0})
	h.Write(value[:min(len(value), crcSize)])
	h.Write(key)
	return h.Sum64()
}

// state is what an index says about itself.
type state struct {
	identity    Identity
	nextFile    FileID
	nextSegment uint32
	tally       tally
}

func (s *state) append(b []byte) []byte {
	b = appendString(b, s.identity.Root)
	b = appendString(b, s.identity.Tool)
	b = append(b, s.identity.Schema[:]...)
	b = append(b, s.identity.Rules[:]...)
	b = binary.AppendUvarint(b, uint64(s.nextFile))
	b = binary.AppendUvarint(b, uint64(s.nextSegment))
	b = binary.AppendUvarint(b, s.tally.n)
	return binary.LittleEndian.AppendUint64(b, s.tally.sum)
}

func decodeState(payload []byte) (state, error) {
	d := newDecoder(payload)
	var s state
	s.identity.Root, s.identity.Tool = d.string(), d.string()
	s.identity.Schema, s.identity.Rules = d.digest(), d.digest()
	s.nextFile, s.nextSegment = FileID(d.uint32()), d.uint32()
	s.tally.n = d.Uvarint()
	if b := d.Bytes(8); b != nil {
		s.tally.sum = binary.LittleEndian.Uint64(b)
	}
	return s, d.err("state")
}

// admits reports how the stored identity differs from the wanted one where it matters.
func (id Identity) admits(want Identity) error {
	switch {
	case id.Root != want.Root:
		return fmt.Errorf("%w: made for %s, not for %s", ErrForeign, id.Root, want.Root)
	case id.Tool != want.Tool:
		return fmt.Errorf("%w: made by version %s, this is %s", ErrForeign, id.Tool, want.Tool)
	case !bytes.Equal(id.Schema[:], want.Schema[:]):
		return fmt.Errorf("%w: its vectors are of another feature space", ErrForeign)
	}
	return nil
}
