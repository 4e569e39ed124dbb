package history

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
)

// This file reads what git prints. Nothing of it is trusted: an answer of another form, from another version of git or
// a wrapper around it, is an error that shows the answer.

// errAnswer is in every error for an answer that is not of the form that git's documentation gives.
var errAnswer = errors.New("unexpected answer of git")

// maxToken bounds one record of an answer: names of files and lines of rev-list are far shorter.
const maxToken = 1 << 20

// token reads up to end, which it takes off.
func token(in *bufio.Reader, end byte) (string, error) {
	var b []byte
	for {
		part, err := in.ReadSlice(end)
		b = append(b, part...)
		switch {
		case err == nil:
			return string(b[:len(b)-1]), nil
		case !errors.Is(err, bufio.ErrBufferFull):
			return "", err
		case len(b) > maxToken:
			return "", fmt.Errorf("%w: a record of more than %d bytes", errAnswer, maxToken)
		}
	}
}

// objectName reports whether s is the full name of an object: SHA-1 or SHA-256 in hexadecimal digits.
func objectName(s string) bool {
	if len(s) != 40 && len(s) != 64 {
		return false
	}
	for i := range len(s) {
		if c := s[i]; (c < '0' || c > '9') && (c < 'a' || c > 'f') {
			return false
		}
	}
	return true
}

// readCommit reads one line of rev-list --parents. io.EOF is the end of the list.
func readCommit(in *bufio.Reader) (Commit, error) {
	line, err := token(in, '\n')
	if err != nil {
		return Commit{}, err
	}
	ids := strings.Split(line, " ")
	for _, id := range ids {
		if !objectName(id) {
			return Commit{}, fmt.Errorf("%w: %.80q is no list of commits", errAnswer, line)
		}
	}
	return Commit{SHA: ids[0], Parents: ids[1:]}, nil
}

// marker ends the answer to one commit: git diff-tree --stdin copies a line that is no object name to its output and
// flushes it.
const marker = "end-of-changes\n"

// readChanges reads the answer of diff-tree to one commit, to its marker, and returns the changes of regular files by
// path. n is the length of an object name.
func readChanges(in *bufio.Reader, n int) ([]Change, error) {
	var list []Change
	for {
		head, err := in.Peek(1)
		if err != nil {
			return nil, fmt.Errorf("the process ended: %w", err)
		}
		switch head[0] {
		case ':':
			change, err := readChange(in)
			if err != nil {
				return nil, err
			}
			if change.Status != 0 {
				list = append(list, change)
			}
		case marker[0]:
			// An object name may begin with this letter as well.
			if ahead, err := in.Peek(len(marker)); err == nil && string(ahead) == marker {
				in.Discard(len(marker))
				slices.SortStableFunc(list, func(a, b Change) int { return strings.Compare(a.path(), b.path()) })
				return list, nil
			}
			fallthrough
		default:
			// The name of the commit, ended by a NUL or a line feed.
			if err := skipName(in, n); err != nil {
				return nil, err
			}
		}
	}
}

func skipName(in *bufio.Reader, n int) error {
	b, err := in.Peek(n + 1)
	if err != nil {
		return err
	}
	if b[n] != 0 && b[n] != '\n' || !objectName(string(b[:n])) {
		return fmt.Errorf("%w: %q", errAnswer, b)
	}
	_, err = in.Discard(n + 1)
	return err
}

// readChange reads one record: ":100644 100644 <id> <id> R086\0old\0new\0". The zero Change stands for a record that is
// no change of a regular file: links, submodules, changes of mode.
func readChange(in *bufio.Reader) (Change, error) {
	head, err := token(in, 0)
	if err != nil {
		return Change{}, err
	}
	f := strings.Fields(head)
	if len(f) != 5 || !objectName(f[2]) || !objectName(f[3]) {
		return Change{}, fmt.Errorf("%w: record %.200q", errAnswer, head)
	}
	path, err := token(in, 0)
	if err != nil {
		return Change{}, err
	}
	c := Change{Status: Status(f[4][0]), OldPath: path, NewPath: path, OldID: f[2], NewID: f[3]}
	if c.Status == 'R' || c.Status == 'C' {
		if c.NewPath, err = token(in, 0); err != nil {
			return Change{}, err
		}
	}
	if c.OldPath == "" || c.NewPath == "" {
		return Change{}, fmt.Errorf("%w: a change without a path: %.200q", errAnswer, head)
	}
	regular := func(mode string) bool { return strings.HasPrefix(strings.TrimPrefix(mode, ":"), "100") }
	switch {
	case c.Status == Added && regular(f[1]):
		c.OldPath, c.OldID = "", ""
	case c.Status == Deleted && regular(f[0]):
		c.NewPath, c.NewID = "", ""
	case (c.Status == Modified && c.OldID != c.NewID || c.Status == Renamed) && regular(f[0]) && regular(f[1]):
	default:
		return Change{}, nil
	}
	return c, nil
}

func (c *Change) path() string {
	if c.NewPath != "" {
		return c.NewPath
	}
	return c.OldPath
}

// readObject reads the answer of cat-file --batch to one name; keep says whether the process is still in step after an
// error.
func readObject(in *bufio.Reader) (content []byte, keep bool, err error) {
	head, err := token(in, '\n')
	if err != nil {
		return nil, false, err
	}
	f := strings.Fields(head)
	if len(f) == 2 && f[1] == "missing" {
		return nil, true, ErrMissing
	}
	if len(f) != 3 {
		return nil, false, fmt.Errorf("%w: %.200q", errAnswer, head)
	}
	size, err := strconv.ParseInt(f[2], 10, 48)
	if err != nil || size < 0 {
		return nil, false, fmt.Errorf("%w: an object of %.40q bytes", errAnswer, f[2])
	}
	if size > MaxBlob {
		_, err := io.CopyN(io.Discard, in, size+1)
		return nil, err == nil, fmt.Errorf("the file has %d bytes, more than %d", size, MaxBlob)
	}
	content = make([]byte, size)
	if _, err := io.ReadFull(in, content); err != nil {
		return nil, false, err
	}
	if end, err := in.ReadByte(); err != nil || end != '\n' {
		return nil, false, fmt.Errorf("%w: no line feed behind an object of %d bytes", errAnswer, size)
	}
	return content, true, nil
}
