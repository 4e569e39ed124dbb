package scan

import (
	"io/fs"
	"time"

	"refract/program"
)

// This file tells files that have not been written to since they were hashed from others without reading them.
//
// A stamp is a hash of size, time of modification, time of change (which no program can set), inode and device. Whoever writes to a
// file gives it another time of change, unless that is still the one of the clock's last tick: so a stamp is only noted
// for a file that had rested for a while when it was hashed. (git has the same rule for its index, which is called racy
// there.) Where the system does not tell inodes and times of change there are no stamps, and every file is read.

// rest is how long a file must not have changed when it is hashed to get a stamp: more than a tick of any file system's clock.
var rest = 2 * time.Second

// inode is what a stamp is made of.
type inode struct {
	size              int64
	modified, changed int64 // nanoseconds since 1970
	number, device    uint64
}

func (n *inode) stamp() uint64 {
	h := program.Mix(uint64(n.size), uint64(n.modified))
	h = program.Mix(program.Mix(program.Mix(h, uint64(n.changed)), n.number), n.device)
	return max(h, 1)
}

// stampOf returns the stamp of a file, 0 where there is none.
func stampOf(info fs.FileInfo) uint64 {
	n, ok := inodeOf(info)
	if !ok {
		return 0
	}
	return n.stamp()
}

// stampToNote returns the stamp to note for a file that is read after now, when info was had: 0 for one that has not rested.
func stampToNote(info fs.FileInfo, now time.Time) uint64 {
	n, ok := inodeOf(info)
	if latest := now.Add(-rest).UnixNano(); !ok || n.changed > latest || n.modified > latest {
		return 0
	}
	return n.stamp()
}
