//go:build !unix

package index

import (
	"os"
	"time"
)

// lock has no advisory lock to take here. bbolt's own lock still keeps two commits apart; what is lost is that the
// second scan hears of the first before it has done the work.
func lock(path string, _ time.Duration) (*os.File, error) {
	return os.OpenFile(path+".lock", os.O_RDWR|os.O_CREATE, 0o600)
}
