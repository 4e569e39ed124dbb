package index

import (
	"strconv"
	"strings"

	"go.etcd.io/bbolt"
)

// This file has the records that lie in buckets of their own. bbolt puts two values or more on a run of pages, however large they are, and
// writes the whole run anew when one of them changes or another comes to lie beside it. The columns of a rule have megabytes, and so have parts;
// they stay while those of a new segment come. So each segment has a bucket for its columns, and each part has one.

// keysOf is the bucket of the columns of a segment.
func keysOf(segment uint32) string { return keysBucket + " " + strconv.FormatUint(uint64(segment), 10) }

// partOf is the bucket of a part.
func partOf(name string) string { return partBucket + " " + name }

// kindOf is the kind of a bucket, as recordBuckets lists them.
func kindOf(bucket string) string {
	kind, _, _ := strings.Cut(bucket, " ")
	return kind
}

// bucketsOf lists the buckets of a kind, in the order in which they lie.
func bucketsOf(tx *bbolt.Tx, kind string) (names []string) {
	// The function cannot fail, so neither can the walk.
	_ = tx.ForEach(func(name []byte, _ *bbolt.Bucket) error {
		if kindOf(string(name)) == kind {
			names = append(names, string(name))
		}
		return nil
	})
	return names
}

// viewKind runs f on every bucket of a kind.
func (s *Store) viewKind(kind string, f func(b *bbolt.Bucket) error) error {
	return s.viewTx("read "+kind, func(tx *bbolt.Tx) error {
		for _, name := range bucketsOf(tx, kind) {
			if err := f(tx.Bucket([]byte(name))); err != nil {
				return err
			}
		}
		return nil
	})
}

// dropBucket deletes a bucket with all its records.
func (w *writer) dropBucket(name string) error {
	err := w.bucket(name).ForEach(func(k, v []byte) error {
		w.state.tally.remove(name, k, v)
		return nil
	})
	if err != nil {
		return err
	}
	return w.tx.DeleteBucket([]byte(name))
}

// dropColumns deletes the columns of segments that are not in live, and of rules that are not in keep, which may be nil for all.
func (w *writer) dropColumns(live map[uint32]bool, keep map[Digest]bool) error {
	for _, name := range bucketsOf(w.tx, keysBucket) {
		rest := 0
		for _, k := range w.keys(name) {
			c, segment, ok := parseColumnKey(k)
			if !ok || keysOf(segment) != name {
				return damaged("column %x", k)
			}
			if live[segment] && (keep == nil || keep[c.Rule]) {
				rest++
				continue
			}
			if err := w.delete(name, k); err != nil {
				return err
			}
		}
		if rest == 0 {
			if err := w.dropBucket(name); err != nil {
				return err
			}
		}
	}
	return nil
}

// dropParts deletes the parts that are not in keep.
func (w *writer) dropParts(keep map[string]bool) error {
	for _, name := range bucketsOf(w.tx, partBucket) {
		if keep[strings.TrimPrefix(name, partOf(""))] {
			continue
		}
		if err := w.dropBucket(name); err != nil {
			return err
		}
	}
	return nil
}
