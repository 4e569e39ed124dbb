package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

// tmpfs mounts a file system of size bytes, which only root can.
func tmpfs(t *testing.T, size int) string {
	t.Helper()
	if os.Getuid() != 0 {
		t.Skip("only root can mount a small file system")
	}
	dir := t.TempDir()
	if err := syscall.Mount("tmpfs", dir, "tmpfs", 0, fmt.Sprintf("size=%d", size)); err != nil {
		t.Skip("cannot mount a small file system:", err)
	}
	t.Cleanup(func() {
		if err := syscall.Unmount(dir, syscall.MNT_DETACH); err != nil {
			t.Error(err)
		}
	})
	return dir
}

// TestIndexOnFullDisk fills a small disk at different moments: a scan prints its report, says what it could not write,
// and leaves an index that is whole, the old one or none; once there is room, the next scan writes it.
func TestIndexOnFullDisk(t *testing.T) {
	disk := tmpfs(t, 16<<20)
	dir := project(t, map[string]string{"shop/Letters.java": letters})
	report := func(flags ...string) (string, string) {
		stdout, stderr, code := scanCLI(t, append(append([]string{"scan", "--format", "json"}, flags...), dir)...)
		if code != 0 {
			t.Fatalf("%v: code %d, %s", flags, code, stderr)
		}
		return stdout, stderr
	}
	edit := func(n int) string { // twenty files more, so that every step needs pages
		for i := range 20 {
			text := letters + fmt.Sprintf("// edit %d\n", n)
			if err := os.WriteFile(filepath.Join(dir, "shop", fmt.Sprintf("Letters%dOf%d.java", i, n)), []byte(text), 0o600); err != nil {
				t.Fatal(err)
			}
		}
		want, _ := report("--no-index")
		return want
	}
	path, ballast := filepath.Join(disk, "a.idx"), filepath.Join(disk, "ballast")
	// An update writes what was found anew before it frees the old, and these files are clones of each other: every
	// method has a hundred candidates.
	const enough = 4 << 20
	refused := 0
	for n, room := range []int{0, 16 << 10, enough, 8 << 10, 0, 40 << 10, enough, 64 << 10, enough} {
		want := edit(n)
		fill(t, ballast, room)
		got, said := report("--index", path)
		if got != want {
			t.Errorf("step %d, %d bytes free: another report", n, room)
		}
		if strings.Contains(said, "index not written") || strings.Contains(said, "without an index") {
			refused++
		}
		t.Logf("%d bytes free: %s", room, said)
		if room == enough && said != "" {
			t.Errorf("step %d: with room enough: %s", n, said)
		}
		if _, err := os.Stat(path); err == nil {
			if _, stderr, code := scanCLI(t, "index", "verify", "--index", path); code != 0 {
				t.Errorf("step %d, %d bytes free: the index is not whole: %s", n, room, stderr)
			}
		}
		if left, _ := filepath.Glob(filepath.Join(disk, ".*.tmp")); len(left) > 0 {
			t.Errorf("step %d: left %v", n, left)
		}
	}
	if refused < 4 {
		t.Errorf("the disk was full %d times: the test shows too little", refused)
	}
}

// fill leaves room bytes of the disk, or a little less.
func fill(t *testing.T, ballast string, room int) {
	t.Helper()
	if err := os.Remove(ballast); err != nil && !os.IsNotExist(err) {
		t.Fatal(err)
	}
	var st syscall.Statfs_t
	if err := syscall.Statfs(filepath.Dir(ballast), &st); err != nil {
		t.Fatal(err)
	}
	if size := int(st.Bavail)*int(st.Bsize) - room; size > 0 {
		if err := os.WriteFile(ballast, make([]byte, size), 0o600); err != nil {
			t.Fatal(err)
		}
	}
}

// TestIndexOnReadOnlyDisk: an index that cannot be written is still read.
func TestIndexOnReadOnlyDisk(t *testing.T) {
	disk := tmpfs(t, 4<<20)
	dir := project(t, map[string]string{"shop/Letters.java": letters})
	path := filepath.Join(disk, "a.idx")
	scanCLI(t, "scan", "--index", path, dir)
	if err := syscall.Mount("", disk, "", syscall.MS_REMOUNT|syscall.MS_RDONLY, ""); err != nil {
		t.Skip("cannot make it read-only:", err)
	}
	for _, tt := range []struct {
		path, text, says string
	}{
		{path, letters, "nothing changed"},
		{path, letters + "// edited\n", "index not written"},
		{filepath.Join(disk, "new.idx"), letters, "scanned without an index"},
	} {
		if err := os.WriteFile(filepath.Join(dir, "shop", "Letters.java"), []byte(tt.text), 0o600); err != nil {
			t.Fatal(err)
		}
		want, _, _ := scanCLI(t, "scan", "--format", "json", "--no-index", dir)
		got, stderr, code := scanCLI(t, "scan", "--format", "json", "-v", "--index", tt.path, dir)
		if code != 0 || got != want || !strings.Contains(stderr, tt.says) {
			t.Errorf("code %d, same report %v, stderr %q; want %q in it", code, got == want, stderr, tt.says)
		}
	}
}
