//go:build !linux

package scan

import (
	"io/fs"
	"os"
)

// directory is a directory that was listed.
type directory map[string]fs.DirEntry

// openDirectory lists what is in a directory, in no order. What is returned is to be closed unless there is an error.
func openDirectory(path string) (d directory, in []entry, err error) {
	list, err := os.ReadDir(path)
	if err != nil {
		return nil, nil, err
	}
	d = directory{}
	for _, e := range list {
		d[e.Name()], in = e, append(in, entry{name: e.Name(), kind: e.Type()})
	}
	return d, in, nil
}

func (directory) close() {}

// stat returns size and stamp of a file in the directory.
func (d directory) stat(name string) (size int64, stamp uint64, err error) {
	info, err := d[name].Info()
	if err != nil {
		return 0, 0, err
	}
	return info.Size(), stampOf(info), nil
}
