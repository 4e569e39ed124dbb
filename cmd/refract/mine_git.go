package main

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"path/filepath"

	"github.com/spf13/pflag"

	"refract/history"
	"refract/mine"
)

// gitOptions choose commits of a repository.
type gitOptions struct {
	commit, rng, tags, branch string
	all                       bool
	parent                    int
	firstParent               bool
}

func (g *gitOptions) addFlags(f *pflag.FlagSet) {
	f.StringVar(&g.commit, "commit", "", "mine one commit, given by any `REV`")
	f.StringVar(&g.rng, "range", "", "mine the commits reachable from B and not from A, given as `A..B`")
	f.StringVar(&g.tags, "tags", "", "likewise between two tags, given as `A..B`")
	f.StringVar(&g.branch, "branch", "", "mine the commits of the branch `NAME`")
	f.BoolVar(&g.all, "all", false, "mine the commits of all branches and tags")
	f.IntVar(&g.parent, "parent", 0, "compare with the `N`th parent, and mine merges (by default merges are left out)")
	f.BoolVar(&g.firstParent, "first-parent", false, "follow first parents only, and mine merges against them")
}

func (g *gitOptions) query() history.Query {
	return history.Query{Commit: g.commit, Range: g.rng, Tags: g.tags, Branch: g.branch, All: g.all, Parent: g.parent, FirstParent: g.firstParent}
}

// source is what is to be mined.
type source struct {
	inputs iter.Seq[mine.Input]
	total  int // -1 where it is not known
	// err is the error that ended inputs early; ask after the last one.
	err   func() error
	close func() error
}

// source reads the commits of repo. count says whether the number of commits is wanted, which costs a walk.
func (g *gitOptions) source(ctx context.Context, repo string, count bool) (*source, error) {
	r, err := history.Open(ctx, repo)
	if err != nil {
		return nil, fmt.Errorf("mine: %w", err)
	}
	s := &source{total: -1, close: r.Close}
	if count {
		if s.total, err = r.Count(ctx, g.query()); err != nil {
			return nil, errors.Join(fmt.Errorf("mine: %w", err), r.Close())
		}
	}
	name := history.RepositoryURL(r.Remote())
	if name == "" {
		if name, err = filepath.Abs(repo); err != nil {
			name = repo
		}
	}
	var failed error
	s.err = func() error { return failed }
	s.inputs = func(yield func(mine.Input) bool) {
		for c, err := range r.Commits(ctx, g.query()) {
			if err != nil {
				failed = fmt.Errorf("mine: %w", err)
				return
			}
			in := mine.Input{Repository: name, SHA: c.SHA, URL: history.CommitURL(r.Remote(), c.SHA), Load: loadCommit(r, c)}
			if !yield(in) {
				return
			}
		}
	}
	return s, nil
}

// loadCommit reads the Java files that c changed.
func loadCommit(r history.Repository, c history.Commit) func(context.Context) (mine.Change, error) {
	return func(ctx context.Context) (mine.Change, error) {
		changes, err := r.Changes(ctx, c)
		if err != nil {
			return mine.Change{}, err
		}
		out := mine.Change{Renamed: map[string]string{}}
		read := func(into *[]mine.Blob, path, id string) error {
			if path == "" {
				return nil
			}
			content, err := r.Blob(ctx, id)
			*into = append(*into, mine.Blob{Path: path, Content: content})
			return err
		}
		for _, x := range changes {
			if err := errors.Join(read(&out.Before, x.OldPath, x.OldID), read(&out.After, x.NewPath, x.NewID)); err != nil {
				return mine.Change{}, err
			}
			if x.Status == history.Renamed {
				out.Renamed[x.OldPath] = x.NewPath
			}
		}
		return out, nil
	}
}
