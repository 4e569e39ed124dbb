package rules

import (
	"fmt"
	"io"
	"io/fs"
	"os"
)

// mostBytes is the size above which a file is neither a rule nor a sample.
const mostBytes = 16 << 20

// ReadFile reads a rule or a sample. A file without an end, or of more than 16 MiB, is an error.
func ReadFile(path string) ([]byte, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	text, err := io.ReadAll(io.LimitReader(f, mostBytes+1))
	if err == nil && len(text) > mostBytes {
		err = &fs.PathError{Op: "read", Path: path, Err: fmt.Errorf("more than %d bytes, which is no rule and no sample", mostBytes)}
	}
	if err != nil {
		return nil, err
	}
	return text, nil
}
