// Package history reads commits from a git repository: which Java files a commit added, deleted, changed or renamed,
// and their contents on both sides.
//
// It corresponds to the pre-processing of Weißgerber and Diehl (ASE 2006, §2.1), with git's commits in the place of
// reconstructed transactions; merges are left out for their reason, they repeat what was done on a branch.
//
//	Open ─► Repository ─ Commits(Query) ─► Commit ─ Changes ─► []Change ─ Blob ─► bytes
//
// Two implementations of Repository exist: one drives git's plumbing through three long-lived processes, the other is
// go-git for machines without git, some fifty times slower. Both give the same answers.
//
// What it does not do: it writes nothing, fetches nothing (a missing object of a shallow or partial clone is an error
// that says so), reads no working tree, and knows nothing of Java but the suffix of file names.
package history

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"os"
	"os/exec"
	"strings"
)

// Status is what happened to a file. The zero Status is none.
type Status byte

const (
	Added    Status = 'A'
	Deleted  Status = 'D'
	Modified Status = 'M'
	Renamed  Status = 'R'
)

func (s Status) String() string { return string(rune(s)) }

// A Commit is a commit and the parent it is to be compared with.
type Commit struct {
	SHA     string
	Parents []string
	// Parent is the one of Parents to compare with, "" for a root commit.
	Parent string
	// Shallow says that the clone ends here: the parents exist, but not in this clone.
	Shallow bool
}

// A Change is a Java file that differs between a commit and its parent. The old side is empty for an added file, the
// new one for a deleted file.
type Change struct {
	Status           Status
	OldPath, NewPath string // slash-separated, relative to the root of the repository, as bytes in the tree
	OldID, NewID     string // object names of the contents
}

// A Repository is a git repository, read only. Its methods may be called from several goroutines.
type Repository interface {
	// Commits yields the commits of q, newest first, as git rev-list orders them. An error ends the sequence.
	Commits(ctx context.Context, q Query) iter.Seq2[Commit, error]
	// Count is the number of commits that Commits yields.
	Count(ctx context.Context, q Query) (int, error)
	// Changes are the Java files that differ between c.Parent and c, sorted by path; none for a root commit.
	Changes(ctx context.Context, c Commit) ([]Change, error)
	// Blob returns the content of an object.
	Blob(ctx context.Context, id string) ([]byte, error)
	// Remote is the URL of the remote origin, or of the only remote; "" where there is none.
	Remote() string
	Close() error
}

// A Query chooses commits. Exactly one of Commit, Range, Tags, Branch and All is set.
type Query struct {
	Commit string // one commit
	Range  string // A..B: reachable from B and not from A
	Tags   string // A..B, both names of tags
	Branch string // a local branch, or one of the remote origin
	All    bool   // all branches and tags
	// Parent, counted from 1, is the parent to compare with; merges are yielded then, and commits with fewer parents
	// are not. 0 means the only parent: merges are left out.
	Parent int
	// FirstParent follows and compares with first parents only; merges are yielded.
	FirstParent bool
}

var (
	// ErrNotRepository is returned by Open for a directory that is in no git repository.
	ErrNotRepository = errors.New("not a git repository")
	// ErrUnknownRevision is returned for a revision, tag or branch that does not exist.
	ErrUnknownRevision = errors.New("unknown revision")
	// ErrMerge is returned for a single commit that is a merge when the query names no parent.
	ErrMerge = errors.New("is a merge commit; choose a parent to compare with")
	// ErrShallow is returned for a commit at the border of a shallow clone. The remedy is git fetch --unshallow.
	ErrShallow = errors.New("the clone is shallow and ends at this commit: its parent is not here (git fetch --unshallow)")
	// ErrMissing is returned for an object that the clone does not have. The remedy is to fetch it.
	ErrMissing = errors.New("object is not in this clone (a partial or damaged clone)")
)

// MaxBlob is the size of the largest file that is read. No Java compiler takes one of that size.
const MaxBlob = 64 << 20

// Open opens the repository that dir is in or is: a working tree, a linked one, a submodule or a bare repository. It
// uses git where that is installed, and go-git otherwise.
func Open(ctx context.Context, dir string) (Repository, error) {
	if s, err := os.Stat(dir); err != nil {
		return nil, fmt.Errorf("open repository: %w", err)
	} else if !s.IsDir() {
		return nil, fmt.Errorf("open repository: %s is not a directory", dir)
	}
	if _, err := exec.LookPath("git"); err != nil {
		return OpenGoGit(dir)
	}
	return OpenGit(ctx, dir)
}

// validate checks that q names one set of commits.
func (q Query) validate() error {
	n := 0
	for _, set := range []bool{q.Commit != "", q.Range != "", q.Tags != "", q.Branch != "", q.All} {
		if set {
			n++
		}
	}
	switch {
	case n != 1:
		return errors.New("choose one of a commit, a range, tags, a branch and all")
	case q.Parent < 0:
		return fmt.Errorf("parent %d: parents are counted from 1", q.Parent)
	case q.Parent > 0 && q.FirstParent:
		return errors.New("choose a parent or the first parent, not both")
	}
	return nil
}

// split divides A..B. An empty end is HEAD, as in git.
func split(r string) (from, to string, err error) {
	from, to, ok := strings.Cut(r, "..")
	if !ok || strings.HasPrefix(to, ".") {
		return "", "", fmt.Errorf("range %q is not of the form A..B", r)
	}
	if from == "" {
		from = "HEAD"
	}
	if to == "" {
		to = "HEAD"
	}
	return from, to, nil
}

// choose sets the parent that c is to be compared with, and reports whether the query wants c at all.
func (q Query) choose(c *Commit) (bool, error) {
	switch n := len(c.Parents); {
	case q.Parent > n && q.Commit != "" && !c.Shallow:
		return false, fmt.Errorf("commit %s has %d parents, not %d", c.SHA, n, q.Parent)
	case q.Parent > n && !c.Shallow:
		return false, nil
	case q.Parent > 0 && n > 0:
		c.Parent = c.Parents[q.Parent-1]
	case n > 1 && !q.FirstParent:
		if q.Commit != "" {
			return false, fmt.Errorf("commit %s %w", c.SHA, ErrMerge)
		}
		return false, nil
	case n > 0:
		c.Parent = c.Parents[0]
	}
	return true, nil
}
