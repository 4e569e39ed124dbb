package scan

import (
	"context"
	"os"
	"path/filepath"
	"runtime"
	"testing"
	"time"

	"refract/index"
	"refract/source"
)

// TestStampsSpareReading: a file that has rested is taken for what it was without being read; one that was written to is
// read, whatever size and time it has.
func TestStampsSpareReading(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("no stamps here")
	}
	SetRest(t, 50*time.Millisecond)
	path := filepath.Join(t.TempDir(), "A.java")
	write := func(text string) {
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	states := func(known *index.State) index.State {
		walked, err := Walk([]string{path}, WalkOptions{})
		if err != nil {
			t.Fatal(err)
		}
		states, err := hashInputs(context.Background(), walked.Inputs, []*index.State{known}, Options{Jobs: 1, Read: ReadOptions{began: time.Now()}})
		if err != nil {
			t.Fatal(err)
		}
		return states[0]
	}
	write("class A { int a; }")
	if st := states(nil); st.Stamp != 0 {
		t.Error("a file that was written just now has a stamp")
	}
	time.Sleep(100 * time.Millisecond)
	info, err := os.Stat(path)
	if err != nil {
		t.Fatal(err)
	}
	rested := states(nil)
	if rested.Stamp == 0 || rested.Hash != source.HashOf([]byte("class A { int a; }")) {
		t.Fatalf("a file that has rested: %+v", rested)
	}
	other := source.HashOf([]byte("what nobody can read from the file"))
	rested.Hash = other
	if st := states(&rested); st.Hash != other || st.Stamp != rested.Stamp {
		t.Error("an untouched file was read")
	}
	write("class A { int b; }")
	if err := os.Chtimes(path, info.ModTime(), info.ModTime()); err != nil {
		t.Fatal(err)
	}
	if st := states(&rested); st.Hash != source.HashOf([]byte("class A { int b; }")) || st.Stamp != 0 {
		t.Error("another content of the same size and time was not read")
	}
}
