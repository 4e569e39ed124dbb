package scan

import (
	"io/fs"
	"syscall"
	"time"
)

// changeOf returns when the file's inode was last changed, and which it is.
func changeOf(info fs.FileInfo) (changed time.Time, inode, device uint64, ok bool) {
	st, ok := info.Sys().(*syscall.Stat_t)
	if !ok {
		return time.Time{}, 0, 0, false
	}
	return time.Unix(int64(st.Ctim.Sec), int64(st.Ctim.Nsec)), st.Ino, uint64(st.Dev), true
}
