package index

import (
	"errors"
	"fmt"
	"runtime/debug"
)

var (
	// ErrFormat is returned for an index of an older FormatVersion. Build it again.
	ErrFormat = errors.New("index of an older format")
	// ErrNewer is returned for an index that a newer version of refract wrote. Leave it alone and work without it.
	ErrNewer = errors.New("index written by a newer version of refract")
	// ErrForeign is returned for a file that is not an index, or is one of another root, tool version or schema.
	// Build it again; Use moves aside what is not an index.
	ErrForeign = errors.New("not the index of this scan")
	// ErrDamaged is returned for an index whose bytes are not what was written. Build it again.
	ErrDamaged = errors.New("index is damaged")
	// ErrLocked is returned if another process holds the index for longer than two seconds. Work without it.
	ErrLocked = errors.New("index is in use by another process")
	// ErrReadOnly is returned by Begin on an index that was opened with OpenReadOnly.
	ErrReadOnly = errors.New("index was opened for reading only")
)

func damaged(format string, args ...any) error {
	return fmt.Errorf("%w: %s", ErrDamaged, fmt.Sprintf(format, args...))
}

// contain runs f and turns a panic of bbolt, or a fault on its mapped file, into ErrDamaged: after a disk error or a
// truncation by others the mapping can fail at any access, however well the file was checked before.
func contain(path, op string, f func() error) error {
	return ofIndex(path, recovered(op, f))
}

// ofIndex is err with the path of its index, which is named once however many hands an error goes through; nil for nil.
func ofIndex(path string, err error) error {
	if named := (*indexError)(nil); err == nil || errors.As(err, &named) && named.path == path {
		return err
	}
	return &indexError{path, err}
}

// indexError is an error with the path of its index.
type indexError struct {
	path string
	err  error
}

func (e *indexError) Error() string { return fmt.Sprintf("index %s: %v", e.path, e.err) }
func (e *indexError) Unwrap() error { return e.err }

// recovered is contain with an error that does not name the index. Both hold for one goroutine.
func recovered(op string, f func() error) (err error) {
	defer debug.SetPanicOnFault(debug.SetPanicOnFault(true))
	defer func() {
		if r := recover(); r != nil {
			err = damaged("%s: %v", op, r)
		}
	}()
	return f()
}

// containFaults is contain for work that is not the index's own: a fault becomes ErrDamaged, and a panic stays one.
func containFaults(path, op string, f func() error) (err error) {
	defer debug.SetPanicOnFault(debug.SetPanicOnFault(true))
	defer func() {
		r := recover()
		if r == nil {
			return
		}
		if _, fault := r.(interface{ Addr() uintptr }); !fault {
			panic(r)
		}
		err = ofIndex(path, damaged("%s: %v", op, r))
	}()
	return f()
}
