package main

import (
	"bytes"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// scanned scans letters with an index at the path that it returns, with the folder that was scanned.
func scanned(t *testing.T) (dir, path string) {
	t.Helper()
	dir = project(t, map[string]string{"shop/Letters.java": letters})
	path = filepath.Join(t.TempDir(), "a.idx")
	if _, stderr, code := scanCLI(t, "scan", "--index", path, dir); code != 0 {
		t.Fatal(stderr)
	}
	return dir, path
}

func TestIndexStat(t *testing.T) {
	dir, path := scanned(t)
	out, stderr, code := scanCLI(t, "index", "stat", "--index", path)
	if code != 0 {
		t.Fatal(stderr)
	}
	out = strings.NewReplacer(path, "INDEX", dir, "DIR").Replace(out)
	out = regexp.MustCompile(`dev \([\w/-]+\)`).ReplaceAllString(out, "dev (BUILD)")
	out = regexp.MustCompile(`\d+ bytes`).ReplaceAllString(out, "N bytes")
	out = regexp.MustCompile(`(?m)^(rules +).*$`).ReplaceAllString(out, "${1}HASH")
	out = regexp.MustCompile(`(?m)^(results +).*$`).ReplaceAllString(out, "${1}N")
	want := `index        INDEX
of           DIR
made by      refract dev (BUILD)
format       11
rules        HASH
size         N bytes
files        1
rows         4 current, 0 of earlier versions of files
segments     1
key columns  21
results      N
  file       N bytes
  front      N bytes
  names      N bytes
  body       N bytes
  segment    N bytes
  keys       N bytes
  result     N bytes
  part       N bytes
`
	if diff := cmp.Diff(want, out); diff != "" {
		t.Errorf("index stat (-want +got):\n%s", diff)
	}
}

func TestIndexCommands(t *testing.T) {
	dir, path := scanned(t)
	text := filepath.Join(t.TempDir(), "letter.txt")
	if err := os.WriteFile(text, []byte("Dear Sir or Madam,\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	tests := []struct {
		name           string
		args           []string
		code           int
		stdout, stderr string // in what is printed
	}{
		{"verify", []string{"verify", "--index", path}, 0, "sound; 1 files", ""},
		{"compact", []string{"compact", "--index", path}, 0, "bytes, before ", ""},
		{"verify what was compacted", []string{"verify", "--index", path}, 0, "sound; 1 files", ""},
		{"stat without one", []string{"stat", dir}, 2, "", "has not been scanned"},
		{"verify without one", []string{"verify", "--index", path + "x"}, 2, "", "no index at"},
		{"compact without one", []string{"compact", dir}, 2, "", "no index at"},
		{"stat of something else", []string{"stat", "--index", text}, 2, "", "letter.txt"},
		{"clear something else", []string{"clear", "--index", text}, 2, "", "not removed"},
		{"both", []string{"stat", "--index", path, dir}, 2, "", "exclude each other"},
		{"clear", []string{"clear", "--index", path}, 0, "removed", ""},
		{"clear again", []string{"clear", "--index", path}, 0, "there is none", ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			stdout, stderr, code := scanCLI(t, append([]string{"index"}, tt.args...)...)
			if code != tt.code || !strings.Contains(stdout, tt.stdout) || !strings.Contains(stderr, tt.stderr) {
				t.Errorf("code %d, stdout %q, stderr %q; want %d, %q, %q", code, stdout, stderr, tt.code, tt.stdout, tt.stderr)
			}
		})
	}
	if _, err := os.Stat(path); err == nil {
		t.Error("clear left the index")
	}
	if _, err := os.Stat(text); err != nil {
		t.Error("clear took what is no index")
	}
}

// TestIndexDefaultPath: without --index the commands mean the index of a scan of the same folder.
func TestIndexDefaultPath(t *testing.T) {
	dir := project(t, map[string]string{"shop/Letters.java": letters})
	t.Setenv("XDG_CACHE_HOME", t.TempDir())
	for _, args := range [][]string{{"scan", dir}, {"index", "verify", dir}, {"index", "stat", dir + "/."}, {"index", "clear", dir}} {
		if out, err := runCLI(t, args...); err != nil {
			t.Errorf("%v: %v\n%s", args, err, out)
		}
	}
}

// TestIndexVerifyFindsDamage flips a byte of every page in turn: verify tells, or the byte was in no page that is used,
// and then a scan from the index prints the same as before.
func TestIndexVerifyFindsDamage(t *testing.T) {
	dir, path := scanned(t)
	want, _, _ := scanCLI(t, "scan", "--no-index", "--format", "json", dir)
	good, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	like := filepath.Join(dir, "shop", "Letters.java:7")
	same, stderr, code := scanCLI(t, "similar", "--index", path, "--most", "0", like)
	if code != 0 {
		t.Fatal(stderr)
	}
	told := map[string]int{}
	for at := 20; at < len(good); at += 4096 {
		bad := bytes.Clone(good)
		bad[at] ^= 0x40
		if err := os.WriteFile(path, bad, 0o600); err != nil {
			t.Fatal(err)
		}
		for _, command := range []string{"verify", "compact"} {
			if err := os.WriteFile(path, bad, 0o600); err != nil {
				t.Fatal(err)
			}
			_, stderr, code := scanCLI(t, "index", command, "--index", path)
			if code == 0 {
				continue
			}
			told[command]++
			if !strings.Contains(stderr, "damaged") || !strings.Contains(stderr, "Remove "+path) {
				t.Errorf("%s, byte %d: %s", command, at, stderr)
			}
			for line := range strings.Lines(stderr) {
				if strings.Count(line, path+": ") > 1 {
					t.Errorf("%s, byte %d: a line names the index twice: %s", command, at, line)
				}
			}
		}
		got, stderr, code := scanCLI(t, "similar", "--index", path, "--most", "0", like)
		if code != 0 {
			told["similar"]++
			if !strings.Contains(stderr, "Remove "+path) && !strings.Contains(stderr, "refract scan DIR") {
				t.Errorf("similar, byte %d: %s", at, stderr)
			}
		} else if got != same {
			t.Errorf("similar, byte %d: another list:\n%s", at, got)
		}
		if err := os.WriteFile(path, bad, 0o600); err != nil {
			t.Fatal(err)
		}
		if got, stderr, code := scanCLI(t, "scan", "--index", path, "--format", "json", dir); code != 0 || got != want {
			t.Errorf("byte %d: code %d, another report; %s", at, code, stderr)
		}
	}
	if told["verify"] == 0 || told["compact"] == 0 || told["similar"] == 0 {
		t.Errorf("what was told, by command: %v", told)
	}
}
