package scan

import (
	"io/fs"
	"syscall"
)

// inodeOf returns what tells whether a file was written to; ok is false where that is not known.
func inodeOf(info fs.FileInfo) (n inode, ok bool) {
	st, ok := info.Sys().(*syscall.Stat_t)
	if !ok {
		return inode{}, false
	}
	return inode{size: st.Size, modified: st.Mtim.Nano(), changed: st.Ctim.Nano(), number: st.Ino, device: uint64(st.Dev)}, true
}
