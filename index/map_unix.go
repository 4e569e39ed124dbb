//go:build unix

package index

import (
	"os"
	"syscall"
)

// mapFile maps so many bytes of a file into memory, for reading; nil where that cannot be had. A fault on it is a panic where
// contain is at work.
func mapFile(f *os.File, size int64) mapped {
	if size <= 0 || size != int64(int(size)) {
		return nil
	}
	m, err := syscall.Mmap(int(f.Fd()), 0, int(size), syscall.PROT_READ, syscall.MAP_SHARED)
	if err != nil {
		return nil
	}
	return m
}

func (m mapped) unmap() {
	// What could be said of it is of no use to anybody.
	_ = syscall.Munmap(m)
}
