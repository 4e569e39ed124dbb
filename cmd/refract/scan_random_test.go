package main

import (
	"bytes"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"refract/internal/testjava"
)

// TestScanAtRandom edits sources as no compiler would have them, asks for other files, rules and reports from scan to scan, and damages the index now and then: each
// report is that of a scan without an index, byte for byte. The sources are those of the example; with REFRACT_CORPORA, which names a directory of releases, a release of
// JHotDraw, and files of the other one come in. REFRACT_COMMAND_ROUNDS asks for more rounds than 40.
func TestScanAtRandom(t *testing.T) {
	rounds, rng := testjava.Rounds(t, "REFRACT_COMMAND_ROUNDS", 40)
	from, others := filepath.Join("..", "..", "examples", "library", "src"), ""
	if root := os.Getenv("REFRACT_CORPORA"); root != "" {
		from, others = filepath.Join(root, "jhotdraw", "5.2"), filepath.Join(root, "jhotdraw", "5.3")
	}
	e := &textEditor{dir: filepath.Join(t.TempDir(), "src"), others: others, rng: rng}
	if err := os.CopyFS(e.dir, os.DirFS(from)); err != nil {
		t.Fatal(err)
	}
	index := filepath.Join(t.TempDir(), "a.idx")
	said := map[string]int{}
	for round := range rounds {
		var done []string
		for range e.rng.IntN(5) * min(round, 1) {
			done = append(done, e.edit(t))
		}
		options := e.options(t)
		if e.rng.IntN(8) == 0 {
			done = append(done, e.damage(t, index))
		}
		want, _, wantCode := scanCLI(t, append([]string{"scan", "--no-index", e.dir}, options...)...)
		got, stderr, code := scanCLI(t, append([]string{"scan", "--index", index, e.dir}, options...)...)
		if got != want || code != wantCode {
			t.Fatalf("round %d, %q after %q: code %d, want %d; the report of a scan without an index: %v\n%s", round, options, done, code, wantCode, got == want, stderr)
		}
		for _, word := range []string{"built anew", "moved"} {
			if strings.Contains(stderr, word) {
				said[word]++
			}
		}
	}
	if said["built anew"] == 0 {
		t.Error("no index was built anew: the test shows too little")
	}
	t.Logf("%d rounds; of what the index said: %v", rounds, said)
}

// textEditor edits sources without looking at what they say.
type textEditor struct {
	dir, others string // others is a directory of more sources, "" for none
	rng         *rand.Rand
	next        int
}

func (e *textEditor) any() bool { return e.rng.IntN(2) == 0 }

// options of a scan; most are not there.
func (e *textEditor) options(t *testing.T) []string {
	t.Helper()
	list := []string{"--jobs", strconv.Itoa(1 + e.rng.IntN(3)), "--format", []string{"json", "json", "text", "sarif"}[e.rng.IntN(4)]}
	for _, some := range [][]string{
		{"--tests"}, {"--generated"}, {"--no-ignore"}, {"--all"}, {"--verbose"}, {"--rehash"}, {"--no-builtin", "--rules", "../../rules/catalog"},
		{"--exclude", "**/*Copy.java"}, {"--include", "**/*e*.java"}, {"--max-file-size", "3000"}, {"--min-confidence", []string{"0", "0.8", "1"}[e.rng.IntN(3)]},
		{"--type", []string{"inline-temp", "extract-method,reverse-conditional", "self-encapsulate-field"}[e.rng.IntN(3)]},
	} {
		if e.rng.IntN(8) == 0 {
			list = append(list, some...)
		}
	}
	return list
}

// damage does something to the index that nobody should.
func (e *textEditor) damage(t *testing.T, path string) string {
	t.Helper()
	b, err := os.ReadFile(path)
	if err != nil || len(b) == 0 {
		return "nothing"
	}
	what := "bits of the index differ"
	if e.any() {
		b, what = b[:e.rng.IntN(len(b))], "the index is truncated"
	} else {
		for range 1 + e.rng.IntN(20) {
			b[e.rng.IntN(len(b))] ^= 1 << e.rng.IntN(8)
		}
	}
	if err := os.WriteFile(path, b, 0o600); err != nil {
		t.Fatal(err)
	}
	return what
}

// sources below dir.
func sources(t *testing.T, dir string) (list []string) {
	t.Helper()
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err == nil && d.Type().IsRegular() && strings.HasSuffix(path, ".java") {
			list = append(list, path)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return list
}

// edit does one thing to one file, and says what.
func (e *textEditor) edit(t *testing.T) string {
	t.Helper()
	files := sources(t, e.dir)
	path := files[e.rng.IntN(len(files))]
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	lines := bytes.SplitAfter(text, []byte("\n"))
	at := e.rng.IntN(len(lines))
	e.next++
	beside := func(name string) string { return strings.TrimSuffix(path, ".java") + name + ".java" }
	what := []string{"a line less", "a line twice", "a line of another file", "a word for another", "an end less", "a mark of its encoding", "other ends of lines", "a copy", "a test",
		"generated", "what is ignored", "a file less", "another name", "the same text once more", "a byte for another", "another release of it"}[e.rng.IntN(16)]
	switch what {
	case "a line less":
		lines = slices.Delete(lines, at, at+1)
	case "a line twice":
		lines = slices.Insert(lines, at, lines[e.rng.IntN(len(lines))])
	case "a line of another file":
		other, err := os.ReadFile(files[e.rng.IntN(len(files))])
		if err != nil {
			t.Fatal(err)
		}
		from := bytes.SplitAfter(other, []byte("\n"))
		lines = slices.Insert(lines, at, from[e.rng.IntN(len(from))])
	case "a word for another":
		if words := bytes.Fields(text); len(words) > 0 {
			lines = [][]byte{bytes.ReplaceAll(text, words[e.rng.IntN(len(words))], words[e.rng.IntN(len(words))])}
			if len(lines[0]) > 1<<16 {
				return "nothing" // or it grows from round to round
			}
		}
	case "an end less":
		lines = lines[:at]
	case "a mark of its encoding":
		lines = slices.Insert(lines, 0, []byte("\xef\xbb\xbf"))
	case "other ends of lines":
		lines = [][]byte{bytes.ReplaceAll(text, []byte("\n"), []byte("\r\n"))}
	case "a copy":
		path = beside("Copy")
	case "a test":
		path = beside("Test")
	case "generated":
		lines, path = slices.Insert(lines, 0, []byte("// Generated by a tool. Do not edit.\n")), beside("Made")
	case "what is ignored":
		path, lines = filepath.Join(e.dir, ".gitignore"), [][]byte{[]byte([]string{"", "*Copy.java\n", "*Test.java\n!*eTest.java\n"}[e.rng.IntN(3)])}
	case "a file less":
		if len(files) < 8 {
			return "nothing"
		}
		if err := os.Remove(path); err != nil {
			t.Fatal(err)
		}
		return what
	case "another name":
		if err := os.Rename(path, beside(fmt.Sprint(e.next))); err != nil {
			t.Fatal(err)
		}
		return what
	case "the same text once more":
	case "a byte for another":
		if len(text) > 0 {
			text[e.rng.IntN(len(text))] = "abc(){};. \x00\xff"[e.rng.IntN(11)]
			lines = [][]byte{text}
		}
	case "another release of it":
		if e.others == "" {
			return "nothing"
		}
		other := sources(t, e.others)
		from := other[e.rng.IntN(len(other))]
		rel, err := filepath.Rel(e.others, from)
		if err != nil {
			t.Fatal(err)
		}
		content, err := os.ReadFile(from)
		if err != nil {
			t.Fatal(err)
		}
		path, lines = filepath.Join(e.dir, rel), [][]byte{content}
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.WriteFile(path, bytes.Join(lines, nil), 0o600); err != nil {
		t.Fatal(err)
	}
	return what + " in " + filepath.Base(path)
}
