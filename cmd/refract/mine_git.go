package main

import (
	"context"
	"errors"
	"iter"

	"github.com/spf13/pflag"

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
	f.StringVar(&g.commit, "commit", "", "mine one commit")
}

func (g *gitOptions) inputs(ctx context.Context, repo string) (iter.Seq[mine.Input], int, error) {
	return nil, 0, errors.New("mine: repositories are not read yet")
}
