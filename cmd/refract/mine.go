package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"runtime"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"refract/finding"
	"refract/internal/heapfloor"
	"refract/internal/memlimit"
	"refract/mine"
	"refract/report"
)

// mineOptions are the flags of "refract mine".
type mineOptions struct {
	cases, before, after string
	format, output       string
	types, paths         []string
	timeout              time.Duration
	maxSize              int
	jobs                 int
	quiet                bool
	maxMemory            memlimit.Limit
	gitOptions
}

func newMineCommand() *cobra.Command {
	o := &mineOptions{}
	c := &cobra.Command{
		Use:   "mine [REPO]",
		Short: "Find the refactorings in commits",
		Long: `mine finds the refactorings in the commits of a git repository, in the difference of two directories, or in a
directory of cases, and prints them as RefactoringMiner does.

A commit that failed or ran over its time is in the output with its reason. The exit code is 0 when everything was
mined, and 2 when something was not.`,
		Example: `  refract mine . --commit HEAD
  refract mine . --range v1.0..v1.1 --format jsonl --output refactorings.jsonl
  refract mine --before old/ --after new/ --type "Rename Method" --format text`,
		Args: want(0, 1, "one git repository"),
		RunE: func(c *cobra.Command, args []string) error {
			return runMine(c.Context(), c.OutOrStdout(), c.ErrOrStderr(), args, o)
		},
	}
	o.addFlags(c)
	return c
}

func (o *mineOptions) addFlags(c *cobra.Command) {
	f := c.Flags()
	f.StringVar(&o.cases, "cases", "", "mine every `DIR`/<case>/{before,after}")
	f.StringVar(&o.before, "before", "", "the `DIR` of the old sources, with --after")
	f.StringVar(&o.after, "after", "", "the `DIR` of the new sources, with --before")
	f.StringVar(&o.format, "format", "json", "output `format`: "+strings.Join(report.MineFormats, ", "))
	f.StringVarP(&o.output, "output", "o", "", "write to `FILE` instead of standard output; it is valid at every moment")
	f.StringSliceVar(&o.types, "type", nil, "report only this `type` of refactoring (repeatable)")
	f.StringSliceVar(&o.paths, "path", nil, "report only refactorings that touch files below this `path` (repeatable)")
	f.DurationVar(&o.timeout, "timeout", 60*time.Second, "the longest a commit may take; 0 for no limit")
	f.IntVar(&o.maxSize, "max-size", 256, "the largest side of a commit in `MiB` of Java; 0 for no limit")
	f.IntVarP(&o.jobs, "jobs", "j", runtime.GOMAXPROCS(0), "workers; they parse the files of a commit together")
	maxMemoryFlag(f, &o.maxMemory)
	f.BoolVarP(&o.quiet, "quiet", "q", false, "no progress and no summary")
	o.gitOptions.addFlags(f)
}

func runMine(ctx context.Context, w, stderr io.Writer, args []string, o *mineOptions) error {
	if err := o.check(); err != nil {
		return err
	}
	in, err := o.source(ctx, args, !o.quiet && isTerminal(stderr))
	if err != nil {
		return err
	}
	if in.close != nil {
		defer in.close()
	}
	w = struct{ io.Writer }{w} // see report.NewMineWriter
	if o.output != "" {
		f, err := os.Create(o.output)
		if err != nil {
			return err
		}
		defer f.Close()
		w = f
	}
	out, err := report.NewMineWriter(w, o.format)
	if err != nil {
		return err
	}
	progress := newMineProgress(stderr, in.total, o.quiet)
	run := mine.RunOptions{Detect: mine.Options{Types: o.types}, Jobs: o.jobs, Timeout: o.timeout, MaxBytes: min(o.maxSize, math.MaxInt>>20) << 20}
	defer heapfloor.Keep(mine.HeapFloor)()
	guarded, stop := memlimit.Guard(ctx, o.maxMemory)
	err = mine.Run(guarded, in.inputs, run, func(r *mine.Result) error {
		if err := context.Cause(guarded); err != nil {
			return err // what the end of all work did to this input is no result
		}
		r.Refactorings = below(r.Refactorings, o.paths)
		progress.add(r)
		return out.Result(r)
	})
	stop()
	err = memlimit.Explain(guarded, err)
	// The document is closed whatever happened, so that what was found can be read.
	err = errors.Join(err, out.Close())
	if in.err != nil {
		err = errors.Join(err, in.err())
	}
	failed := progress.done()
	switch {
	case err != nil:
		return err
	case failed > 0:
		return exitStatus(2)
	}
	return nil
}

// source turns the arguments into what is to be mined.
func (o *mineOptions) source(ctx context.Context, args []string, count bool) (*source, error) {
	directories := o.before != "" || o.after != ""
	switch {
	case o.cases != "" && directories, (o.cases != "" || directories) && len(args) > 0:
		return nil, errors.New("mine: give one of REPO, --cases, and --before with --after")
	case o.cases != "":
		inputs, n, err := mine.Cases(o.cases)
		return &source{inputs: inputs, total: n}, err
	case directories:
		for _, dir := range []string{o.before, o.after} {
			if s, err := os.Stat(dir); err != nil {
				return nil, fmt.Errorf("mine: --before and --after need a directory each: %w", err)
			} else if !s.IsDir() {
				return nil, fmt.Errorf("mine: %s is not a directory", dir)
			}
		}
		return &source{inputs: slices.Values([]mine.Input{mine.Directories("", o.before, o.after)}), total: 1}, nil
	case len(args) == 0:
		return nil, errors.New("mine: give a REPO, --cases, or --before with --after")
	}
	return o.gitOptions.source(ctx, args[0], count)
}

func (o *mineOptions) check() error {
	if !slices.Contains(report.MineFormats, o.format) {
		return fmt.Errorf("--format %s: want one of %s", o.format, strings.Join(report.MineFormats, ", "))
	}
	return errors.Join(atLeast("jobs", o.jobs, 1), atLeast("max-size", o.maxSize, 0), atLeast("timeout", o.timeout, 0), knownTypes(o.types, mine.Types()))
}

// below keeps the refactorings with a location below one of paths; all where there are no paths.
func below(list []finding.Refactoring, paths []string) []finding.Refactoring {
	if len(paths) == 0 {
		return list
	}
	inside := func(l finding.Location) bool {
		return slices.ContainsFunc(paths, func(p string) bool {
			p = strings.TrimSuffix(p, "/")
			return l.Path == p || strings.HasPrefix(l.Path, p+"/")
		})
	}
	return slices.DeleteFunc(list, func(r finding.Refactoring) bool {
		return !slices.ContainsFunc(r.Left, inside) && !slices.ContainsFunc(r.Right, inside)
	})
}
