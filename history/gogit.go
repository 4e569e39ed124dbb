package history

import (
	"context"
	"errors"
	"fmt"
	"io"
	"iter"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"github.com/go-git/go-git/v5"
	"github.com/go-git/go-git/v5/plumbing"
	"github.com/go-git/go-git/v5/plumbing/filemode"
	"github.com/go-git/go-git/v5/plumbing/object"
)

// This file reads repositories with go-git, for machines without git.

type goGitRepo struct {
	mu      sync.Mutex // go-git's storage is not safe for concurrent use
	r       *git.Repository
	shallow map[string]bool
}

// OpenGoGit opens the repository at dir without the git binary. Repositories with SHA-256 object names are refused.
func OpenGoGit(dir string) (Repository, error) {
	abs, err := filepath.Abs(dir)
	if err != nil {
		return nil, err
	}
	r, err := git.PlainOpenWithOptions(abs, &git.PlainOpenOptions{DetectDotGit: true, EnableDotGitCommonDir: true})
	if errors.Is(err, git.ErrRepositoryNotExists) {
		// Looking upwards for .git misses a bare repository.
		r, err = git.PlainOpenWithOptions(abs, &git.PlainOpenOptions{EnableDotGitCommonDir: true})
	}
	if errors.Is(err, git.ErrRepositoryNotExists) {
		return nil, fmt.Errorf("open repository: %s: %w", dir, ErrNotRepository)
	}
	if err != nil {
		return nil, fmt.Errorf("open repository: %s: %w", dir, err)
	}
	g := &goGitRepo{r: r, shallow: map[string]bool{}}
	if c, err := r.Config(); err == nil && c.Raw.Section("extensions").Option("objectformat") == "sha256" {
		return nil, fmt.Errorf("open repository: %s: object names are SHA-256, which only the git binary reads; install git", dir)
	}
	list, err := r.Storer.Shallow()
	if err != nil {
		return nil, fmt.Errorf("open repository: %s: %w", dir, err)
	}
	for _, h := range list {
		g.shallow[h.String()] = true
	}
	return g, nil
}

func (g *goGitRepo) Close() error { return nil }

func (g *goGitRepo) Remote() string {
	c, err := g.r.Config()
	if err != nil {
		return ""
	}
	if o := c.Remotes["origin"]; o != nil && len(o.URLs) > 0 {
		return o.URLs[0]
	}
	if len(c.Remotes) == 1 {
		for _, o := range c.Remotes {
			if len(o.URLs) > 0 {
				return o.URLs[0]
			}
		}
	}
	return ""
}

func (g *goGitRepo) resolve(rev string) (*object.Commit, error) {
	h, err := g.r.ResolveRevision(plumbing.Revision(rev))
	if err != nil {
		return nil, fmt.Errorf("%w: %s", ErrUnknownRevision, rev)
	}
	c, err := g.r.CommitObject(*h)
	if err != nil {
		// An annotated tag.
		t, tagErr := g.r.TagObject(*h)
		if tagErr != nil {
			return nil, fmt.Errorf("%w: %s", ErrUnknownRevision, rev)
		}
		return t.Commit()
	}
	return c, nil
}

// ends returns the commits to start from and those whose ancestors are left out.
func (g *goGitRepo) ends(q Query) (from, without []*object.Commit, err error) {
	one := func(rev string) {
		var c *object.Commit
		if c, err = g.resolve(rev); err == nil {
			from = append(from, c)
		}
	}
	between := func(rng, prefix string) {
		var a, b string
		if a, b, err = split(rng); err != nil {
			return
		}
		var c *object.Commit
		if c, err = g.resolve(prefix + a); err != nil {
			return
		}
		without = append(without, c)
		one(prefix + b)
	}
	switch {
	case q.Commit != "":
		one(q.Commit)
	case q.Range != "":
		between(q.Range, "")
	case q.Tags != "":
		between(q.Tags, "refs/tags/")
	case q.Branch != "":
		if one("refs/heads/" + q.Branch); err != nil {
			if one("refs/remotes/origin/" + q.Branch); err != nil {
				err = fmt.Errorf("%w: branch %s", ErrUnknownRevision, q.Branch)
			}
		}
	default:
		err = g.allEnds(&from)
	}
	return from, without, err
}

func (g *goGitRepo) allEnds(from *[]*object.Commit) error {
	refs, err := g.r.References()
	if err != nil {
		return err
	}
	seen := map[plumbing.Hash]bool{}
	return refs.ForEach(func(ref *plumbing.Reference) error {
		n := ref.Name()
		if !n.IsBranch() && !n.IsRemote() && !n.IsTag() && n != plumbing.HEAD {
			return nil
		}
		// A tag may name a tree or a blob; such a reference has no commits.
		if c, err := g.resolve(n.String()); err == nil && !seen[c.Hash] {
			seen[c.Hash] = true
			*from = append(*from, c)
		}
		return nil
	})
}

func (g *goGitRepo) Commits(ctx context.Context, q Query) iter.Seq2[Commit, error] {
	return func(yield func(Commit, error) bool) {
		if err := g.walk(ctx, q, func(c Commit) bool { return yield(c, nil) }); err != nil {
			yield(Commit{}, err)
		}
	}
}

// walk yields commits by descending time of commit, as rev-list does by default.
func (g *goGitRepo) walk(ctx context.Context, q Query, yield func(Commit) bool) error {
	if err := q.validate(); err != nil {
		return err
	}
	g.mu.Lock()
	from, without, err := g.ends(q)
	var out map[plumbing.Hash]bool
	if err == nil {
		out, err = g.ancestors(ctx, without)
	}
	g.mu.Unlock()
	if err != nil {
		return err
	}
	queue := newest{seen: out}
	for _, c := range from {
		queue.push(c)
	}
	for len(queue.list) > 0 {
		if err := ctx.Err(); err != nil {
			return context.Cause(ctx)
		}
		c := queue.pop()
		commit := g.commit(c)
		wanted, err := q.choose(&commit)
		if err != nil {
			return err
		}
		if wanted && !yield(commit) || q.Commit != "" {
			return nil
		}
		for i, h := range c.ParentHashes {
			if commit.Shallow || q.FirstParent && i > 0 {
				break
			}
			g.mu.Lock()
			p, err := g.r.CommitObject(h)
			g.mu.Unlock()
			if err != nil {
				return fmt.Errorf("commit %s: parent %s: %w", c.Hash, h, ErrMissing)
			}
			queue.push(p)
		}
	}
	return nil
}

// newest is a queue of commits by descending time, those of one second in the order in which they came. No commit comes twice.
type newest struct {
	list []*object.Commit
	seen map[plumbing.Hash]bool
}

func (q *newest) push(c *object.Commit) {
	if q.seen[c.Hash] {
		return
	}
	q.seen[c.Hash] = true
	at, _ := slices.BinarySearchFunc(q.list, c, func(a, b *object.Commit) int {
		if a.Committer.When.Unix() >= b.Committer.When.Unix() {
			return -1
		}
		return 1
	})
	q.list = slices.Insert(q.list, at, c)
}

func (q *newest) pop() *object.Commit {
	c := q.list[0]
	q.list = q.list[1:]
	return c
}

func (g *goGitRepo) commit(c *object.Commit) Commit {
	commit := Commit{SHA: c.Hash.String(), Shallow: g.shallow[c.Hash.String()]}
	if commit.Shallow {
		return commit
	}
	for _, p := range c.ParentHashes {
		commit.Parents = append(commit.Parents, p.String())
	}
	return commit
}

func (g *goGitRepo) ancestors(ctx context.Context, of []*object.Commit) (map[plumbing.Hash]bool, error) {
	seen := map[plumbing.Hash]bool{}
	queue := slices.Clone(of)
	for len(queue) > 0 {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		c := queue[len(queue)-1]
		queue = queue[:len(queue)-1]
		if seen[c.Hash] {
			continue
		}
		seen[c.Hash] = true
		if g.shallow[c.Hash.String()] {
			continue
		}
		for _, h := range c.ParentHashes {
			if p, err := g.r.CommitObject(h); err == nil {
				queue = append(queue, p)
			}
		}
	}
	return seen, nil
}

func (g *goGitRepo) Count(ctx context.Context, q Query) (int, error) {
	n := 0
	err := g.walk(ctx, q, func(Commit) bool { n++; return true })
	return n, err
}

func (g *goGitRepo) Changes(ctx context.Context, c Commit) ([]Change, error) {
	if c.Shallow {
		return nil, ErrShallow
	}
	if c.Parent == "" {
		return nil, nil
	}
	g.mu.Lock()
	defer g.mu.Unlock()
	old, err := g.tree(c.Parent)
	if err != nil {
		return nil, err
	}
	now, err := g.tree(c.SHA)
	if err != nil {
		return nil, err
	}
	raw, err := object.DiffTreeWithOptions(ctx, old, now, nil)
	if err != nil {
		return nil, fmt.Errorf("commit %s: %w", c.SHA, err)
	}
	// Renames are looked for among the Java files alone, as git does with a pattern of files.
	var java object.Changes
	for _, x := range raw {
		if isJava(x.From) || isJava(x.To) {
			java = append(java, x)
		}
	}
	java, err = object.DetectRenames(java, &object.DiffTreeOptions{DetectRenames: true, RenameScore: 50, RenameLimit: 1000})
	if err != nil {
		return nil, fmt.Errorf("commit %s: %w", c.SHA, err)
	}
	var list []Change
	for _, x := range java {
		if change := changeOf(x); change.Status != 0 {
			list = append(list, change)
		}
	}
	slices.SortStableFunc(list, func(a, b Change) int { return strings.Compare(a.path(), b.path()) })
	return list, nil
}

func (g *goGitRepo) tree(sha string) (*object.Tree, error) {
	c, err := g.r.CommitObject(plumbing.NewHash(sha))
	if err != nil {
		return nil, fmt.Errorf("commit %s: %w", sha, ErrMissing)
	}
	t, err := c.Tree()
	if err != nil {
		return nil, fmt.Errorf("tree of %s: %w", sha, err)
	}
	return t, nil
}

func isJava(e object.ChangeEntry) bool {
	return strings.HasSuffix(e.Name, ".java") && (e.TreeEntry.Mode == filemode.Regular || e.TreeEntry.Mode == filemode.Executable || e.TreeEntry.Mode == filemode.Deprecated)
}

func changeOf(x *object.Change) Change {
	from, to := isJava(x.From), isJava(x.To)
	c := Change{OldPath: x.From.Name, NewPath: x.To.Name, OldID: x.From.TreeEntry.Hash.String(), NewID: x.To.TreeEntry.Hash.String()}
	switch {
	case from && to && x.From.Name != x.To.Name:
		c.Status = Renamed
	case from && to && c.OldID != c.NewID:
		c.Status = Modified
	case to && !from && x.From.Name == "":
		c.Status, c.OldPath, c.OldID = Added, "", ""
	case from && !to && x.To.Name == "":
		c.Status, c.NewPath, c.NewID = Deleted, "", ""
	}
	return c
}

func (g *goGitRepo) Blob(ctx context.Context, id string) ([]byte, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	g.mu.Lock()
	defer g.mu.Unlock()
	b, err := g.r.BlobObject(plumbing.NewHash(id))
	if err != nil {
		return nil, fmt.Errorf("object %s: %w", id, ErrMissing)
	}
	if b.Size > MaxBlob {
		return nil, fmt.Errorf("object %s: the file has %d bytes, more than %d", id, b.Size, MaxBlob)
	}
	r, err := b.Reader()
	if err != nil {
		return nil, fmt.Errorf("object %s: %w", id, err)
	}
	defer r.Close()
	return io.ReadAll(r)
}
