package index

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"os"
	"path/filepath"
	"strings"
)

// Root returns the Identity.Root of the scanned directories: their absolute paths, a line each.
func Root(dirs ...string) (string, error) {
	abs := make([]string, len(dirs))
	for i, d := range dirs {
		a, err := filepath.Abs(d)
		if err != nil {
			return "", fmt.Errorf("index: %w", err)
		}
		abs[i] = a
	}
	return strings.Join(abs, "\n"), nil
}

// DefaultPath returns where the index of root lies unless the user says otherwise: refract/<hash of root>.idx in the
// user's cache directory.
func DefaultPath(root string) (string, error) {
	dir, err := os.UserCacheDir()
	if err != nil {
		return "", fmt.Errorf("index: no place for it: %w", err)
	}
	h := sha256.Sum256([]byte(root))
	return filepath.Join(dir, "refract", hex.EncodeToString(h[:12])+".idx"), nil
}
