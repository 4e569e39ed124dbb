package scan

import (
	"io/fs"

	"golang.org/x/sys/unix"
)

// readAgain reads a file that had so many bytes. The stamp is had afterwards: who writes to the file meanwhile gives it another one. Of one that has another
// size now there is an error, and none of its bytes.
//
// Some thousands of files are read again by a scan in which little has changed, and what an os.File does beside reading is as much again.
func readAgain(path string, size int64) (content []byte, stamp uint64, err error) {
	var fd int
	failed := func(op string, err error) ([]byte, uint64, error) {
		return nil, 0, &fs.PathError{Op: op, Path: path, Err: err}
	}
	err = retried(func() (err error) {
		fd, err = unix.Open(path, unix.O_RDONLY|unix.O_CLOEXEC, 0)
		return err
	})
	if err != nil {
		return failed("open", err)
	}
	defer unix.Close(fd) // which was only read: there is nothing to be lost
	content = make([]byte, size)
	for got := 0; got < len(content); {
		n := 0
		if err := retried(func() (err error) { n, err = unix.Read(fd, content[got:]); return err }); err != nil {
			return failed("read", err)
		}
		if n == 0 {
			return failed("read", errOtherSize)
		}
		got += n
	}
	var st unix.Stat_t
	if err := retried(func() error { return unix.Fstat(fd, &st) }); err != nil {
		return failed("stat", err)
	}
	if st.Size != size {
		return failed("read", errOtherSize)
	}
	id := inodeOfStat(&st)
	return content, id.stamp(), nil
}
