//go:build !linux

package scan

import "io/fs"

// inodeOf knows nothing here.
func inodeOf(fs.FileInfo) (n inode, ok bool) { return inode{}, false }
