//go:build unix

package index

import (
	"errors"
	"syscall"
)

// isReadOnlyFS reports whether err says that the file system cannot be written.
func isReadOnlyFS(err error) bool { return errors.Is(err, syscall.EROFS) }
