package scan_test

import (
	"os"
	"path/filepath"
	"testing"

	"refract/scan"
)

// TestBodiesThatAreNotKnown: where the bodies of files turn out not to be known once all of them have been laid out, they are resolved, and the scan
// comes to what a cold one does, whether they take the room that was kept for them or not.
func TestBodiesThatAreNotKnown(t *testing.T) {
	for name, noRoom := range map[string]bool{"the same room": false, "another room": true} {
		t.Run(name, func(t *testing.T) {
			dir, path, set := copyTree(t), filepath.Join(t.TempDir(), "a.idx"), builtin(t)
			scanWith(t, dir, path, set)
			if n := scan.DamageSites(t, dir, path, set, noRoom); n < 5 {
				t.Fatalf("%d files with calls show too little", n)
			}
			if err := os.WriteFile(filepath.Join(dir, "Other.java"), []byte("class Other { int f() { return g(); } int g() { return 1; } }"), 0o600); err != nil {
				t.Fatal(err)
			}
			want, _ := scanWith(t, dir, "", set)
			got, notes := scanWith(t, dir, path, set)
			if want != got {
				t.Errorf("the scan differs from a cold one; %s", notes)
			}
			verify(t, dir, path, set)
		})
	}
}
