package history_test

import (
	"bufio"
	"bytes"
	"errors"
	"io"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"refract/history"
)

var (
	idA, idB, idE = strings.Repeat("a", 40), strings.Repeat("b", 40), strings.Repeat("e", 40)
	zeroID        = strings.Repeat("0", 40)
)

func reader(s string) *bufio.Reader { return bufio.NewReaderSize(strings.NewReader(s), 128) }

func TestReadChanges(t *testing.T) {
	const end = "end-of-changes\n"
	modified := ":100644 100644 " + idA + " " + idB + " M\x00p/A.java\x00"
	for _, tt := range []struct {
		name, text string
		want       []history.Change
		err        error
	}{
		{"none", idE + "\x00" + end, nil, nil},
		{"an id that begins as the marker does", idE + "\n" + modified + end, []history.Change{{Status: 'M', OldPath: "p/A.java", NewPath: "p/A.java", OldID: idA, NewID: idB}}, nil},
		{"by path", ":000000 100755 " + zeroID + " " + idB + " A\x00z.java\x00:100644 000000 " + idA + " " + zeroID + " D\x00b.java\x00" + end,
			[]history.Change{{Status: 'D', OldPath: "b.java", OldID: idA}, {Status: 'A', NewPath: "z.java", NewID: idB}}, nil},
		{"renamed", ":100644 100644 " + idA + " " + idB + " R086\x00a\nb.java\x00c d.java\x00" + end,
			[]history.Change{{Status: 'R', OldPath: "a\nb.java", NewPath: "c d.java", OldID: idA, NewID: idB}}, nil},
		{"a path longer than the buffer", strings.Replace(modified, "p/A", strings.Repeat("p/", 300)+"A", 1) + end,
			[]history.Change{{Status: 'M', OldPath: strings.Repeat("p/", 300) + "A.java", NewPath: strings.Repeat("p/", 300) + "A.java", OldID: idA, NewID: idB}}, nil},
		{"links and modes are none", ":120000 120000 " + idA + " " + idB + " M\x00l.java\x00:100644 100755 " + idA + " " + idA + " M\x00x.java\x00" + end, nil, nil},
		{"cut off", modified, nil, io.EOF},
		{"cut off in a path", modified[:len(modified)-3], nil, io.EOF},
		{"a warning", "warning: inexact rename detection was skipped due to too many files.\n" + end, nil, history.ErrAnswer},
		{"no ids", ":100644 100644 a b M\x00p/A.java\x00" + end, nil, history.ErrAnswer},
		{"too few words", ":100644 M\x00p/A.java\x00" + end, nil, history.ErrAnswer},
		{"no path", ":100644 100644 " + idA + " " + idB + " R100\x00a.java\x00\x00" + end, nil, history.ErrAnswer},
		{"a path without an end", modified[:95] + strings.Repeat("x", 2<<20), nil, history.ErrAnswer},
	} {
		got, err := history.ReadChanges(reader(tt.text), 40)
		if !errors.Is(err, tt.err) {
			t.Errorf("%s: error %v, want %v", tt.name, err, tt.err)
		}
		if diff := cmp.Diff(tt.want, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", tt.name, diff)
		}
	}
}

func TestReadCommit(t *testing.T) {
	in := reader(idA + " " + idB + " " + idE + "\n" + idB + "\n\n")
	for _, want := range []history.Commit{{SHA: idA, Parents: []string{idB, idE}}, {SHA: idB, Parents: []string{}}} {
		if got, err := history.ReadCommit(in); err != nil || !cmp.Equal(got, want) {
			t.Errorf("got %v, %v; want %v", got, err, want)
		}
	}
	for _, text := range []string{"\n", "error: bad tree\n", idA + "  " + idB + "\n", idA[:39] + "\n", idA + " -" + idB[1:] + "\n"} {
		if _, err := history.ReadCommit(reader(text)); !errors.Is(err, history.ErrAnswer) {
			t.Errorf("%q: error %v, want ErrAnswer", text, err)
		}
	}
	octopus := strings.Repeat(idB+" ", 3000) + idA + "\n" // more than a line of bufio.Scanner
	if c, err := history.ReadCommit(reader(octopus)); err != nil || len(c.Parents) != 3000 {
		t.Errorf("a merge of 3000: %d parents, %v", len(c.Parents), err)
	}
}

func TestReadObject(t *testing.T) {
	for _, tt := range []struct {
		name, text, want string
		keep             bool
		err              error
	}{
		{"a file", idA + " blob 5\nclass\n", "class", true, nil},
		{"empty", idA + " blob 0\n\n", "", true, nil},
		{"missing", idA + " missing\n", "", true, history.ErrMissing},
		{"cut off", idA + " blob 5\ncla", "", false, io.ErrUnexpectedEOF},
		{"ended", "", "", false, io.EOF},
		{"longer than said", idA + " blob 5\nclasses\n", "", false, history.ErrAnswer},
		{"negative", idA + " blob -1\n\n", "", false, history.ErrAnswer},
		{"absurd", idA + " blob 9223372036854775807\n\n", "", false, history.ErrAnswer},
		{"no number", idA + " blob many\n\n", "", false, history.ErrAnswer},
		{"a message", "fatal: not a valid object name\n", "", false, history.ErrAnswer},
	} {
		got, keep, err := history.ReadObject(reader(tt.text))
		if string(got) != tt.want || keep != tt.keep || !errors.Is(err, tt.err) {
			t.Errorf("%s: %q, %v, %v; want %q, %v, %v", tt.name, got, keep, err, tt.want, tt.keep, tt.err)
		}
	}
}

// FuzzGitAnswers: whatever git prints, the readers end, stay inside of what is there, and give either an error or
// values that keep their promises.
func FuzzGitAnswers(f *testing.F) {
	f.Add([]byte(idA + " " + idB + "\n"))
	f.Add([]byte(idE + "\x00:100644 100644 " + idA + " " + idB + " R086\x00a.java\x00b.java\x00end-of-changes\n"))
	f.Add([]byte(idE + "\n:000000 100644 " + zeroID + " " + idB + " A\x00a.java\x00:100644 000000 " + idA + " " + zeroID + " D\x00b.java\x00end-of-changes\n"))
	f.Add([]byte(idA + " blob 5\nclass\n" + idB + " missing\n" + idA + " blob 99\n"))
	f.Add([]byte("git@host:owner/name.git"))
	f.Add([]byte("https://user:pass@host:99/owner/name.git"))
	f.Fuzz(func(t *testing.T, text []byte) {
		for in := bufio.NewReader(bytes.NewReader(text)); ; {
			c, err := history.ReadCommit(in)
			if err != nil {
				break
			}
			if len(c.SHA) < 40 {
				t.Fatalf("commit %q", c.SHA)
			}
		}
		list, err := history.ReadChanges(bufio.NewReader(bytes.NewReader(text)), 40)
		for i, c := range list {
			added, deleted := c.Status == history.Added, c.Status == history.Deleted
			if err != nil || (c.OldPath == "") != added || (c.NewPath == "") != deleted || (c.OldID == "") != added || (c.NewID == "") != deleted {
				t.Fatalf("change %+v, %v", list[i], err)
			}
		}
		for in := bufio.NewReader(bytes.NewReader(text)); ; {
			content, keep, err := history.ReadObject(in)
			if len(content) > len(text) || err != nil && content != nil {
				t.Fatalf("an object of %d bytes out of %d, %v", len(content), len(text), err)
			}
			if !keep {
				break
			}
		}
		if url := history.RepositoryURL(string(text)); url != "" && !strings.HasPrefix(url, "https://") {
			t.Fatalf("%q gives %q", text, url)
		}
	})
}
