package scan_test

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"go.etcd.io/bbolt"

	"refract/internal/testjava"
	"refract/scan"
)

// TestDamagedIndexOfEditedSources flips bits all over an index, and then scans sources of which some have another text and others mean something else:
// what the index has of these is read at one moment or another, and written again. The scan is a cold one, and so is the one after the next edit, which
// finds what this one wrote. REFRACT_CRASH_ROUNDS asks for more places than 40.
func TestDamagedIndexOfEditedSources(t *testing.T) {
	scan.SetRest(t, time.Millisecond)
	dir, path, set := t.TempDir(), filepath.Join(t.TempDir(), "a.idx"), builtin(t)
	write := func(name, text string) { writeAndRest(t, dir, name, text) }
	declares := func(typ string, n int) string {
		return fmt.Sprintf("class Declares { %s f(%s x) { %s y = x + %d; return y * x; } static final int SIZE = %d; }", typ, typ, typ, n, n)
	}
	const users = 8
	for i := range users {
		write(fmt.Sprintf("Uses%d.java", i), fmt.Sprintf("class Uses%d { int n; int g(Declares a) { int s = a.f(%d); if (s > Declares.SIZE) { return n; } return s; } }", i, i))
	}
	states := []func(){
		func() { write("Declares.java", declares("int", 1)); write("Other.java", "class Other { }") },
		func() { write("Declares.java", declares("long", 2)) },
		func() { write("Other.java", "class Other extends Declares { int h() { return f(3); } }") },
	}
	want := make([]string, len(states))
	for i, to := range states {
		to()
		want[i], _ = scanWith(t, dir, "", set)
		if i == 0 {
			scanWith(t, dir, path, set)
		}
	}
	good, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	rebuilt := 0
	places, _ := testjava.Rounds(t, "REFRACT_CRASH_ROUNDS", 40)
	for i := range places {
		bad := bytes.Clone(good)
		at := 64 + i*(len(bad)-64)/places
		bad[at] ^= 1 << (i % 8)
		if err := os.WriteFile(path, bad, 0o600); err != nil {
			t.Fatal(err)
		}
		states[0]()
		for k, to := range states {
			if k > 0 { // of what it was written for nothing is read
				to()
				got, notes := scanWith(t, dir, path, set)
				if got != want[k] {
					t.Fatalf("a bit at %d of %d differs, edit %d: not the result of a cold scan (%s)", at, len(bad), k, notes)
				}
				if strings.Contains(notes, "built anew") {
					rebuilt++
				}
			}
		}
	}
	t.Logf("%d indexes were built anew", rebuilt)
	if rebuilt < places/10 {
		t.Errorf("only %d of %d indexes were built anew: the test shows little", rebuilt, places)
	}
}

// TestDamagedRecords flips a bit in three places of one record after the other. A file of which a method is called from elsewhere now is written again, though its text and its bodies mean what they
// did: what the index has of it is read for that, and must not be written as if it said nothing.
func TestDamagedRecords(t *testing.T) {
	scan.SetRest(t, time.Millisecond)
	dir, path, set := t.TempDir(), filepath.Join(t.TempDir(), "a.idx"), builtin(t)
	calls := func(call string) {
		writeAndRest(t, dir, "Calls.java", "class Calls { int g(Called a, int n) { int s = "+call+"; if (s > n) { return n; } return s; } }")
	}
	calls("2")
	writeAndRest(t, dir, "Called.java", "class Called { int n; int f(int x) { if (x > n) { return n * x; } return x; } }")
	scanWith(t, dir, path, set)
	good, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	calls("a.f(n)")
	want, _ := scanWith(t, dir, "", set)
	rebuilt := map[string]int{}
	all := records(t, path)
	for i := range 3 * len(all) {
		r, eighth := all[i/3], []int{1, 4, 7}[i%3]
		if err := os.WriteFile(path, good, 0o600); err != nil {
			t.Fatal(err)
		}
		flip(t, path, r, eighth)
		got, notes := scanWith(t, dir, path, set)
		if got != want {
			t.Errorf("%s %x, a bit behind %d eighths: not the result of a cold scan (%s)", r.bucket, r.key, eighth, notes)
		}
		if strings.Contains(notes, "built anew") {
			rebuilt[r.bucket]++
		}
	}
	t.Logf("indexes that were built anew: %v", rebuilt)
	for _, bucket := range []string{"front", "names", "body"} {
		if rebuilt[bucket] == 0 {
			t.Errorf("of %s no damaged record was found", bucket)
		}
	}
}

// record is one of an index.
type record struct {
	bucket string
	key    []byte
}

// records of the index at path, but for what it says of itself.
func records(t *testing.T, path string) (list []record) {
	t.Helper()
	db := openDB(t, path)
	defer db.Close()
	err := db.View(func(tx *bbolt.Tx) error {
		return tx.ForEach(func(name []byte, b *bbolt.Bucket) error {
			return b.ForEach(func(key, value []byte) error {
				if string(name) != "refract" && len(value) > 0 {
					list = append(list, record{string(name), bytes.Clone(key)})
				}
				return nil
			})
		})
	})
	if err != nil {
		t.Fatal(err)
	}
	return list
}

// flip changes a bit of a record, behind so many eighths of it.
func flip(t *testing.T, path string, r record, eighths int) {
	t.Helper()
	db := openDB(t, path)
	defer db.Close()
	err := db.Update(func(tx *bbolt.Tx) error {
		b := tx.Bucket([]byte(r.bucket))
		value := bytes.Clone(b.Get(r.key))
		value[len(value)*eighths/8] ^= 1
		return b.Put(r.key, value)
	})
	if err != nil {
		t.Fatal(err)
	}
}
