//go:build !linux

package scan

import (
	"io/fs"
	"os"
)

// readAgain reads a file that had so many bytes. The stamp is had afterwards: who writes to the file meanwhile gives it another one. Of one that has another
// size now there is an error, and none of its bytes.
func readAgain(path string, size int64) (content []byte, stamp uint64, err error) {
	if content, err = os.ReadFile(path); err != nil {
		return nil, 0, err
	}
	if int64(len(content)) != size {
		return nil, 0, &fs.PathError{Op: "read", Path: path, Err: errOtherSize}
	}
	info, err := os.Stat(path)
	if err != nil {
		return nil, 0, err
	}
	return content, stampOf(info), nil
}
