package release

import (
	"context"
	"errors"
	"fmt"
	"os"

	"golang.org/x/sync/errgroup"

	"refract/finding"
	"refract/history"
	"refract/java"
	"refract/java/parse"
	"refract/scan"
)

// ReadOptions choose the files of a side.
type ReadOptions struct {
	Include, Exclude []string // globs, as scan has them
	Tests, Generated bool     // read test code and generated code as well
	MaxBytes         int64    // of one file; 0 means scan.DefaultMaxBytes
	Jobs             int
	Limits           Limits // of archives
	Done             func() // after each file, from any goroutine; nil for nobody
}

// Read reads one release: a directory, or an archive (.zip, .jar, .tar, .tar.gz).
func Read(ctx context.Context, path string, o ReadOptions) (Side, error) {
	info, err := os.Stat(path)
	if err != nil {
		return Side{}, fmt.Errorf("read release: %w", err)
	}
	if info.IsDir() {
		return readDirectory(ctx, path, o)
	}
	files, problems, err := ReadArchive(path, o.Limits)
	if err != nil {
		return Side{}, err
	}
	return readContents(ctx, path, files, problems, o)
}

// ReadRevision reads one release from a revision of a git repository.
func ReadRevision(ctx context.Context, repo, rev string, o ReadOptions) (Side, error) {
	name := repo + "@" + rev
	in, err := history.Archive(ctx, repo, rev)
	if err != nil {
		return Side{}, fmt.Errorf("read %s: %w", name, err)
	}
	r := &archiveReader{name: name, limits: o.Limits.withDefaults()}
	err = r.tar(in)
	if err := errors.Join(err, in.Close()); err != nil {
		return Side{}, fmt.Errorf("read %s: %w", name, err)
	}
	return readContents(ctx, name, r.files, r.problems, o)
}

func readDirectory(ctx context.Context, path string, o ReadOptions) (Side, error) {
	walked, err := scan.Walk([]string{path}, scan.WalkOptions{Include: o.Include, Exclude: o.Exclude, Generated: o.Generated})
	if err != nil {
		return Side{}, err
	}
	parsed, err := scan.Parse(ctx, walked.Inputs, scan.ReadOptions{Tests: o.Tests, Generated: o.Generated, MaxBytes: o.MaxBytes, Jobs: o.Jobs, Done: o.Done})
	if err != nil {
		return Side{}, err
	}
	return Side{Name: path, Files: parsed.Files, Problems: append(walked.Problems, parsed.Problems...)}, nil
}

// readContents parses the files of an archive, in parallel over them; results stand in their order.
func readContents(ctx context.Context, name string, contents []Content, problems []finding.Problem, o ReadOptions) (Side, error) {
	files := make([]*java.File, len(contents))
	jobs := max(o.Jobs, 1)
	g, ctx := errgroup.WithContext(ctx)
	for j := range jobs {
		g.Go(func() error {
			p := parse.New()
			defer p.Close()
			for i := j; i < len(contents); i += jobs {
				if err := ctx.Err(); err != nil {
					return err
				}
				if scan.Wanted(contents[i].Path, o.Include, o.Exclude) {
					files[i] = p.File(contents[i].Path, contents[i].Text)
				}
				if o.Done != nil {
					o.Done()
				}
			}
			return nil
		})
	}
	if err := g.Wait(); err != nil {
		return Side{}, err
	}
	s := Side{Name: name, Problems: problems}
	for _, f := range files {
		if f == nil || f.Test && !o.Tests || f.Generated && !o.Generated {
			continue
		}
		s.Files = append(s.Files, f)
		s.Problems = append(s.Problems, f.Problems...)
	}
	if len(s.Files) == 0 {
		return Side{}, fmt.Errorf("%s: %w", name, scan.ErrNoInput)
	}
	return s, nil
}
