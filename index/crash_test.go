//go:build unix

package index_test

import (
	"bufio"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"refract/index"
)

// The tests of this file run the test binary again as another process, which TestMain turns into one of these.
var children = map[string]func(path string){
	"writer": writeForEver,
	"full":   writeToFullDisk,
	"tight":  writeToTightDisk,
	"holder": holdForEver,
}

func TestMain(m *testing.M) {
	if f := children[os.Getenv("REFRACT_INDEX_CHILD")]; f != nil {
		f(os.Getenv("REFRACT_INDEX_PATH"))
		return
	}
	os.Exit(m.Run())
}

func child(kind, path string) *exec.Cmd {
	c := exec.Command(os.Args[0])
	c.Env = append(os.Environ(), "REFRACT_INDEX_CHILD="+kind, "REFRACT_INDEX_PATH="+path)
	c.Stderr = os.Stderr
	return c
}

// generation changes every file to say n, and a few come and go.
func generation(u *index.Update, n int) {
	m := model{}
	for i := range 40 + n%7 {
		m[fmt.Sprintf("f%02d", i)] = fmt.Sprint("generation ", n)
	}
	for i := 40 + n%7; i < 50; i++ {
		u.Remove(fmt.Sprintf("f%02d", i))
	}
	put(u, m, m.paths())
	u.SetResult("generation", index.Digest{}, fmt.Append(nil, n))
}

// writeForEver writes one generation after the other until it is killed, sometimes building the index anew.
func writeForEver(path string) {
	for n := 1; ; n++ {
		s, rebuilt, err := index.Use(path, identity)
		if err != nil || rebuilt != nil {
			fmt.Fprintln(os.Stderr, "writer:", rebuilt, err)
			os.Exit(3)
		}
		if n%5 == 0 {
			os.Remove(path)
			s.Close()
			if s, _, err = index.Use(path, identity); err != nil {
				fmt.Fprintln(os.Stderr, "writer:", err)
				os.Exit(3)
			}
		}
		u, _ := s.Begin()
		generation(u, n)
		if err := u.Commit(); err != nil {
			fmt.Fprintln(os.Stderr, "writer:", err)
			os.Exit(3)
		}
		s.Close()
	}
}

// TestKill kills a process at a random moment of writing, and expects to find one whole generation.
func TestKill(t *testing.T) {
	rounds := crashRounds()
	path := filepath.Join(t.TempDir(), "a.idx")
	rng := rand.New(rand.NewPCG(3, 1))
	whole := 0
	start := time.Duration(0) // that a writer takes on a busy machine before it has written anything
	for round := range rounds {
		c := child("writer", path)
		if err := c.Start(); err != nil {
			t.Fatal(err)
		}
		time.Sleep(start + time.Duration(5+rng.IntN(60))*time.Millisecond)
		c.Process.Kill()
		c.Wait()
		if c.ProcessState.ExitCode() == 3 {
			t.Fatalf("round %d: the writer failed", round)
		}
		s, rebuilt := use(t, path)
		if rebuilt != nil {
			t.Fatalf("round %d: %v", round, rebuilt)
		}
		b, ok, err := s.Result("generation", index.Digest{})
		if err != nil {
			t.Fatalf("round %d: %v", round, err)
		}
		if ok {
			whole++
			n, err := strconv.Atoi(string(b))
			if err != nil {
				t.Fatal(err)
			}
			m := model{}
			for i := range 40 + n%7 {
				m[fmt.Sprintf("f%02d", i)] = fmt.Sprint("generation ", n)
			}
			compareModel(t, s, m)
		} else {
			start += 20 * time.Millisecond
		}
		s.Close()
		if left, _ := filepath.Glob(filepath.Join(filepath.Dir(path), ".*.tmp")); len(left) > 1 {
			t.Fatalf("round %d: temporary files pile up: %v", round, left)
		}
	}
	if whole < rounds/2 {
		t.Errorf("only %d of %d rounds found an index: the test shows little", whole, rounds)
	}
}

// writeToFullDisk may write little more than it has, tries, and says how that went.
func writeToFullDisk(path string) {
	signal.Ignore(syscall.SIGXFSZ)
	limit := syscall.Rlimit{Cur: 200 << 10, Max: 200 << 10}
	if err := syscall.Setrlimit(syscall.RLIMIT_FSIZE, &limit); err != nil {
		fmt.Println("setrlimit:", err)
		return
	}
	s, rebuilt, err := index.Use(path, identity)
	if err != nil {
		fmt.Println("use:", err)
		return
	}
	u, err := s.Begin()
	if err != nil {
		fmt.Println("begin:", err)
		return
	}
	for i := range 3000 {
		u.Put(data(fmt.Sprintf("big%d", i), strings.Repeat("t", 90), 9))
	}
	err = u.Commit()
	// bbolt hides the error of growing a file in a string of its own.
	named := err != nil && strings.Contains(err.Error(), "too large") && strings.Contains(err.Error(), path)
	fmt.Printf("rebuilt %v, commit failed: %v, cause and path named: %v\n", rebuilt, err != nil, named)
	s.Close()
}

// TestFullDisk: a write that does not fit is an error, and leaves what was there.
func TestFullDisk(t *testing.T) {
	for _, existing := range []bool{false, true} {
		t.Run(fmt.Sprintf("existing=%v", existing), func(t *testing.T) {
			path := filepath.Join(t.TempDir(), "a.idx")
			m := model{"a": "small", "b": "files"}
			if existing {
				update(t, path, func(u *index.Update) { put(u, m, m.paths()) })
			}
			out, err := child("full", path).Output()
			if got, want := string(out), "rebuilt <nil>, commit failed: true, cause and path named: true\n"; got != want || err != nil {
				t.Fatalf("writer: %q, %v; want %q", got, err, want)
			}
			if left, _ := filepath.Glob(filepath.Join(filepath.Dir(path), ".*.tmp")); len(left) > 0 {
				t.Errorf("left behind: %v", left)
			}
			if info, err := os.Stat(path); err == nil && info.Size() > 100<<10 {
				t.Errorf("the index was left with %d bytes", info.Size())
			}
			s, rebuilt := use(t, path)
			if rebuilt != nil {
				t.Fatal(rebuilt)
			}
			if existing {
				compareModel(t, s, m)
			} else if files, err := s.Files(); len(files) != 0 || err != nil {
				t.Errorf("files %v, %v", files, err)
			}
		})
	}
}

// writeToTightDisk writes an index of many transactions, then the same to where it has hardly more room than it takes.
func writeToTightDisk(path string) {
	signal.Ignore(syscall.SIGXFSZ)
	m := many()
	write := func(path string) error {
		s, _, err := index.Use(path, identity)
		if err != nil {
			return err
		}
		defer s.Close()
		u, err := s.Begin()
		if err != nil {
			return err
		}
		put(u, m, m.paths())
		return u.Commit()
	}
	err := write(path + ".free")
	info, statErr := os.Stat(path + ".free")
	if err := errors.Join(err, statErr); err != nil {
		fmt.Println(err)
		return
	}
	size := uint64(info.Size()) + 32*index.PageSize // bbolt puts pages now here, now there
	if err := syscall.Setrlimit(syscall.RLIMIT_FSIZE, &syscall.Rlimit{Cur: size, Max: size}); err != nil {
		fmt.Println("setrlimit:", err)
		return
	}
	fmt.Println(write(path))
}

// TestTightDisk: a new index that fits is written, though there is no place for the room that is made for it.
func TestTightDisk(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a.idx")
	out, err := child("tight", path).Output()
	if got, want := string(out), "<nil>\n"; got != want || err != nil {
		t.Fatalf("writer: %q, %v; want %q", got, err, want)
	}
	s, rebuilt := use(t, path)
	if rebuilt != nil {
		t.Fatal(rebuilt)
	}
	compareModel(t, s, many())
	if err := s.Verify(); err != nil {
		t.Error(err)
	}
}

func holdForEver(path string) {
	s, _, err := index.Use(path, identity)
	fmt.Println(s != nil, err)
	time.Sleep(time.Minute)
}

// TestTwoProcesses: the second process is told soon, and who the first is; when the first is killed the lock is free.
func TestTwoProcesses(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a.idx")
	sample(t, path)
	c := child("holder", path)
	out, err := c.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	defer c.Process.Kill()
	if line, _ := bufio.NewReader(out).ReadString('\n'); line != "true <nil>\n" {
		t.Fatalf("the first process says %q", line)
	}
	start := time.Now()
	_, _, err = index.Use(path, identity)
	if took := time.Since(start); took > 2*time.Second || !errors.Is(err, index.ErrLocked) ||
		!strings.Contains(err.Error(), fmt.Sprintf("(process %d)", c.Process.Pid)) {
		t.Errorf("after %v: %v; want ErrLocked of process %d within two seconds", took, err, c.Process.Pid)
	}
	c.Process.Kill()
	c.Wait()
	use(t, path)
}
