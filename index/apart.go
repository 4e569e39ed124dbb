package index

import (
	"encoding/hex"
	"strings"

	"go.etcd.io/bbolt"
)

// This file has the records that lie in buckets of their own. bbolt puts two values or more on a run of pages, however large they are, and
// writes the whole run anew when one of them changes or another comes to lie beside it. The columns of a rule have megabytes, and so have parts;
// they stay while those of a new segment come, and those of a new index come in the order in which rules end. So each column of a segment has a
// bucket, and each part has one.

// keysOf is the bucket of a column of a segment.
func keysOf(c Column, segment uint32) string {
	return keysBucket + " " + hex.EncodeToString(c.key(segment))
}

// parseKeysOf is the inverse of keysOf.
func parseKeysOf(name string) (c Column, segment uint32, ok bool) {
	k, err := hex.DecodeString(strings.TrimPrefix(name, keysBucket+" "))
	if err != nil {
		return c, 0, false
	}
	return parseColumnKey(k)
}

// partOf is the bucket of a part.
func partOf(name string) string { return partBucket + " " + name }

// liesApart reports whether a bucket is one of a column or a part.
func liesApart(bucket string) bool {
	return strings.HasPrefix(bucket, keysBucket+" ") || strings.HasPrefix(bucket, partBucket+" ")
}

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
		c, segment, ok := parseKeysOf(name)
		if !ok {
			return damaged("column %q", name)
		}
		if live[segment] && (keep == nil || keep[c.Rule]) {
			continue
		}
		if err := w.dropBucket(name); err != nil {
			return err
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
