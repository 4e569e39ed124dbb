package index

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
)

// Inspect opens the index at path for reading, whatever it is the index of: for commands that look after a file and for
// those that ask it first whether it is theirs (Store.Identity). It checks what OpenReadOnly checks but the identity.
func Inspect(path string) (*Store, error) {
	s := &Store{path: path, readOnly: true, anyIdentity: true}
	if err := s.open(); err != nil {
		s.Close()
		return nil, err
	}
	return s, nil
}

// Identity returns what the index says it is of, the zero Identity for an empty one.
func (s *Store) Identity() Identity {
	if s.db == nil {
		return Identity{}
	}
	return s.state.identity
}

// Admits reports with an error that wraps ErrForeign how the index of identity id differs from the wanted one; nil if
// it does not where it matters.
func (id Identity) Admits(want Identity) error { return id.admits(want) }

// Clear removes the index at path: false if there is none. It waits for a writer as Use does, and refuses to remove
// what does not look like an index. The lock's file stays; see Use.
func Clear(path string) (bool, error) {
	info, err := os.Stat(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return false, nil
	case err != nil:
		return false, fmt.Errorf("index: %w", err)
	case !info.Mode().IsRegular() || info.Size() > 0 && !mentionsIndex(path):
		return false, fmt.Errorf("index %s: %w: not removed", path, ErrForeign)
	}
	held, err := lock(path, wait)
	if err != nil {
		return false, ofIndex(path, err)
	}
	defer held.Close()
	if err := os.Remove(path); err != nil {
		return false, fmt.Errorf("index: %w", err)
	}
	return true, nil
}

// Buckets lists the buckets whose bytes Stat counts, in the order of the package comment.
func Buckets() []string { return recordBuckets }
