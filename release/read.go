package release

import (
	"context"
	"errors"
	"fmt"
	"os"
	"strings"

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
	MaxBytes         int64    // of one file, of an archive as well unless Limits has its own; 0 means scan.DefaultMaxBytes
	Jobs             int
	Limits           Limits // of archives
	Done             func() // after each file, from any goroutine; nil for nobody
}

// limits are those of archives.
func (o *ReadOptions) limits() Limits {
	l := o.Limits
	if l.File == 0 {
		l.File = o.MaxBytes
	}
	return l
}

// Listing is a release whose files are known and not parsed yet.
type Listing struct {
	name     string
	files    []listed
	problems []finding.Problem
}

// Len is the number of its files.
func (l *Listing) Len() int { return len(l.files) }

// listed is a file of a release.
type listed struct {
	path string
	load func() ([]byte, []finding.Problem) // nil bytes where it cannot be had
}

// List lists one release: a directory, or an archive (.zip, .jar, .tar, .tar.gz).
func List(path string, o ReadOptions) (*Listing, error) {
	info, err := os.Stat(path)
	if err != nil {
		return nil, fmt.Errorf("read release: %w", err)
	}
	if info.IsDir() {
		return listDirectory(path, o)
	}
	files, problems, err := ReadArchive(path, o.limits())
	if err != nil {
		return nil, err
	}
	return listContents(path, files, problems, o), nil
}

// ListRevision lists one release from a revision of a git repository.
func ListRevision(ctx context.Context, repo, rev string, o ReadOptions) (*Listing, error) {
	name := repo + "@" + rev
	in, err := history.Archive(ctx, repo, rev)
	if err != nil {
		return nil, fmt.Errorf("read %s: %w", name, err)
	}
	r := &archiveReader{name: name, limits: o.limits().withDefaults()}
	err = r.tar(in)
	if err := errors.Join(err, in.Close()); err != nil {
		return nil, fmt.Errorf("read %s: %w", name, err)
	}
	return listContents(name, r.files, r.problems, o), nil
}

func listDirectory(path string, o ReadOptions) (*Listing, error) {
	walked, err := scan.Walk([]string{path}, scan.WalkOptions{Include: o.Include, Exclude: o.Exclude, Generated: o.Generated})
	if err != nil {
		return nil, err
	}
	l := &Listing{name: path, problems: walked.Problems}
	for _, in := range walked.Inputs {
		l.files = append(l.files, listed{in.Path, func() ([]byte, []finding.Problem) {
			content, _, problems := scan.ReadInput(in, o.MaxBytes)
			return content, problems
		}})
	}
	return l, nil
}

func listContents(name string, contents []Content, problems []finding.Problem, o ReadOptions) *Listing {
	l := &Listing{name: name, problems: problems}
	for _, c := range contents {
		if scan.Wanted(c.Path, o.Include, o.Exclude) {
			l.files = append(l.files, listed{c.Path, func() ([]byte, []finding.Problem) { return c.Text, nil }})
		}
	}
	return l
}

// Read reads one release.
func Read(ctx context.Context, path string, o ReadOptions) (Side, error) {
	l, err := List(path, o)
	if err != nil {
		return Side{}, err
	}
	side, _, err := ReadBoth(ctx, l, &Listing{}, o)
	return side, err
}

// ReadBoth parses the files of two releases with o.Jobs workers. A file that both have is parsed as two revisions of one
// (parse.Parser.Pair), which costs less and gives the same. An empty release is the zero Side.
func ReadBoth(ctx context.Context, old, new *Listing, o ReadOptions) (before, after Side, err error) {
	pairs := pairUp(old.files, new.files)
	parsed := [2][]parsedFile{make([]parsedFile, len(old.files)), make([]parsedFile, len(new.files))}
	next := make(chan [2]int)
	g, ctx := errgroup.WithContext(ctx)
	g.Go(func() error {
		defer close(next)
		for _, p := range pairs {
			select {
			case next <- p:
			case <-ctx.Done():
				return ctx.Err()
			}
		}
		return nil
	})
	for range max(o.Jobs, 1) {
		g.Go(func() error {
			p := parse.New()
			defer p.Close()
			for pair := range next {
				parsePair(p, old, new, pair, &parsed)
				for i := range pair {
					if pair[i] >= 0 && o.Done != nil {
						o.Done()
					}
				}
			}
			return nil
		})
	}
	if err := g.Wait(); err != nil {
		return Side{}, Side{}, err
	}
	before, err = sideOf(old, parsed[0], o)
	if err == nil {
		after, err = sideOf(new, parsed[1], o)
	}
	return before, after, err
}

// parsedFile is what came of one file that was listed.
type parsedFile struct {
	file     *java.File // nil where it could not be read
	problems []finding.Problem
}

// parsePair parses the files at these two places, of which one may be -1 for none.
func parsePair(p *parse.Parser, old, new *Listing, pair [2]int, parsed *[2][]parsedFile) {
	var texts [2][]byte
	for i, l := range [2]*Listing{old, new} {
		if at := pair[i]; at >= 0 {
			texts[i], parsed[i][at].problems = l.files[at].load()
		}
	}
	if texts[0] != nil && texts[1] != nil {
		at, to := &parsed[0][pair[0]], &parsed[1][pair[1]]
		at.file, to.file = p.Pair(old.files[pair[0]].path, texts[0], new.files[pair[1]].path, texts[1])
		return
	}
	for i, l := range [2]*Listing{old, new} {
		if texts[i] != nil {
			parsed[i][pair[i]].file = p.File(l.files[pair[i]].path, texts[i])
		}
	}
}

// sideOf is the files of l that are wanted, in their order, with what is wrong with them.
func sideOf(l *Listing, parsed []parsedFile, o ReadOptions) (Side, error) {
	s := Side{Name: l.name, Problems: l.problems}
	tests, generated := 0, 0
	for _, p := range parsed {
		s.Problems = append(s.Problems, p.problems...)
		switch f := p.file; {
		case f == nil:
		case f.Test && !o.Tests:
			tests++
		case f.Generated && !o.Generated:
			generated++
		default:
			s.Files = append(s.Files, f)
			s.Problems = append(s.Problems, f.Problems...)
		}
	}
	if len(s.Files) == 0 && l.name != "" {
		return Side{}, fmt.Errorf("%s: %w%s", l.name, scan.ErrNoInput, whyNone(tests, generated, s.Problems))
	}
	return s, nil
}

// whyNone says what was left out of a side of which nothing is left, and what reads it.
func whyNone(tests, generated int, problems []finding.Problem) string {
	list := scan.LeftOut(tests, generated, 0)
	if len(problems) > 0 {
		p := problems[0]
		why := fmt.Sprintf("%d that could not be read, such as %s: %s", len(problems), p.Path, p.Message)
		if p.Remedy != "" {
			why += " (" + p.Remedy + ")"
		}
		list = append(list, why)
	}
	if len(list) == 0 {
		return ""
	}
	return "; left out: " + strings.Join(list, ", ")
}
