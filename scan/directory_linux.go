package scan

import (
	"bytes"
	"encoding/binary"
	"errors"
	"io/fs"
	"sync"
	"unsafe"

	"golang.org/x/sys/unix"
)

// directory is an open directory. Files in it are looked up from there, for which the system need not walk down their paths: a scan of
// sources in which next to nothing has changed looks up a file for every 8 KB of them.
type directory struct{ fd int }

// openDirectory opens a directory and lists what is in it, in no order. What is returned is to be closed unless there is an error.
func openDirectory(path string) (d directory, in []entry, err error) {
	err = retried(func() (err error) {
		d.fd, err = unix.Open(path, unix.O_RDONLY|unix.O_DIRECTORY|unix.O_CLOEXEC, 0)
		return err
	})
	if err != nil {
		return d, nil, &fs.PathError{Op: "open", Path: path, Err: err}
	}
	if in, err = d.list(); err != nil {
		d.close()
		return d, nil, &fs.PathError{Op: "readdirent", Path: path, Err: err}
	}
	return d, in, nil
}

func (d directory) close() {
	// It was only read: there is nothing to be lost.
	_ = unix.Close(d.fd)
}

// stat returns size and stamp of a file in the directory.
func (d directory) stat(name string) (size int64, stamp uint64, err error) {
	st, err := d.lstat(name)
	if err != nil {
		return 0, 0, err
	}
	id := inodeOfStat(&st)
	return st.Size, id.stamp(), nil
}

func inodeOfStat(st *unix.Stat_t) inode {
	return inode{size: st.Size, modified: st.Mtim.Nano(), changed: st.Ctim.Nano(), number: st.Ino, device: uint64(st.Dev)}
}

func (d directory) lstat(name string) (st unix.Stat_t, err error) {
	err = retried(func() error { return unix.Fstatat(d.fd, name, &st, unix.AT_SYMLINK_NOFOLLOW) })
	return st, err
}

// retried calls f again where a signal came in between.
func retried(f func() error) error {
	for {
		if err := f(); err != unix.EINTR {
			return err
		}
	}
}

// listing is the memory of a list for the next one.
type listing struct {
	room  [8 << 10]byte
	names []byte
	ends  []int // of the names
	kinds []fs.FileMode
}

var listings = sync.Pool{New: func() any { return new(listing) }}

// list reads the entries of the directory. Their names are one piece of memory.
func (d directory) list() ([]entry, error) {
	l := listings.Get().(*listing)
	defer listings.Put(l)
	l.names, l.ends, l.kinds = l.names[:0], l.ends[:0], l.kinds[:0]
	for {
		n := 0
		if err := retried(func() (err error) { n, err = unix.Getdents(d.fd, l.room[:]); return err }); err != nil {
			return nil, err
		}
		if n <= 0 {
			return d.tell(l.entries())
		}
		l.add(l.room[:n])
	}
}

// add adds the directory entries in b.
func (l *listing) add(b []byte) {
	for len(b) > 0 {
		var name []byte
		var kind byte
		if name, kind, b = nextEntry(b); len(name) > 0 {
			l.names = append(l.names, name...)
			l.ends, l.kinds = append(l.ends, len(l.names)), append(l.kinds, kindOf[kind%16])
		}
	}
}

func (l *listing) entries() []entry {
	in, names, from := make([]entry, len(l.ends)), string(l.names), 0
	for i, to := range l.ends {
		in[i].name, in[i].kind = names[from:to], l.kinds[i]
		from = to
	}
	return in
}

// nextEntry returns name and type of the first of some directory entries, and the others: no name for the directory itself and the one above it.
func nextEntry(b []byte) (name []byte, kind byte, rest []byte) {
	const head = int(unsafe.Offsetof(unix.Dirent{}.Name))
	if len(b) < head {
		return nil, 0, nil
	}
	size := int(binary.NativeEndian.Uint16(b[unsafe.Offsetof(unix.Dirent{}.Reclen):]))
	if size < head || size > len(b) {
		return nil, 0, nil
	}
	name, _, _ = bytes.Cut(b[head:size], []byte{0})
	if string(name) == "." || string(name) == ".." {
		name = nil
	}
	return name, b[unsafe.Offsetof(unix.Dirent{}.Type)], b[size:]
}

// kindOf are the types of files by those of directory entries, which are those of modes by 12 bits.
var kindOf = [16]fs.FileMode{
	unix.DT_UNKNOWN: unknown, unix.DT_FIFO: fs.ModeNamedPipe, unix.DT_CHR: fs.ModeDevice | fs.ModeCharDevice, unix.DT_DIR: fs.ModeDir,
	unix.DT_BLK: fs.ModeDevice, unix.DT_LNK: fs.ModeSymlink, unix.DT_SOCK: fs.ModeSocket,
}

// unknown is the type of an entry of which the directory does not tell.
const unknown = fs.ModeIrregular

// tell finds out the types of entries where the directory does not tell. One that is gone meanwhile is no entry.
func (d directory) tell(in []entry) ([]entry, error) {
	out := in[:0]
	for _, e := range in {
		if e.kind == unknown {
			st, err := d.lstat(e.name)
			if errors.Is(err, fs.ErrNotExist) {
				continue
			}
			if err != nil {
				return nil, err
			}
			e.kind = kindOf[st.Mode>>12%16]
		}
		out = append(out, e)
	}
	return out, nil
}
