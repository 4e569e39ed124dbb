//go:build unix

package index

import (
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"syscall"
	"time"
)

// lock takes the writer's lock of the index at path, waiting as long as wait. The file stays when the lock is
// released: to remove it would let two processes lock two files of one name.
func lock(path string, wait time.Duration) (*os.File, error) {
	f, err := os.OpenFile(path+".lock", os.O_RDWR|os.O_CREATE, 0o600)
	if err != nil {
		return nil, err
	}
	for until := time.Now().Add(wait); ; time.Sleep(20 * time.Millisecond) {
		err = syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB)
		if err == nil {
			break
		}
		if !errors.Is(err, syscall.EWOULDBLOCK) && !errors.Is(err, syscall.EINTR) {
			f.Close()
			return nil, fmt.Errorf("lock %s: %w", f.Name(), err)
		}
		if time.Now().After(until) {
			err = ErrLocked
			if pid, _ := io.ReadAll(io.LimitReader(f, 20)); len(pid) > 0 {
				err = fmt.Errorf("%w (process %s)", ErrLocked, strings.TrimSpace(string(pid)))
			}
			f.Close()
			return nil, err
		}
	}
	// The number is for the message of the one who waits; a disk too full for it does no harm.
	if f.Truncate(0) == nil {
		fmt.Fprintf(f, "%d\n", os.Getpid())
	}
	return f, nil
}
