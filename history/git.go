package history

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"iter"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"sync"
)

// This file drives git's plumbing.

// gitRepo is a Repository on the git binary: one git diff-tree and one git cat-file process for all commits.
type gitRepo struct {
	dir     string // the git directory, absolute
	remote  string
	shallow map[string]bool

	diffMu sync.Mutex
	diff   *process
	blobMu sync.Mutex
	blob   *process
}

// OpenGit opens the repository at dir with the git binary.
func OpenGit(ctx context.Context, dir string) (Repository, error) {
	out, err := gitOutput(ctx, "-C", dir, "rev-parse", "--absolute-git-dir")
	if err != nil {
		if strings.Contains(err.Error(), "not a git repository") {
			return nil, fmt.Errorf("open repository: %s: %w", dir, ErrNotRepository)
		}
		return nil, fmt.Errorf("open repository: %s: %w", dir, err)
	}
	r := &gitRepo{dir: strings.TrimRight(out, "\n"), shallow: map[string]bool{}}
	if err := r.readShallow(ctx); err != nil {
		return nil, fmt.Errorf("open repository: %s: %w", dir, err)
	}
	r.remote = r.findRemote(ctx)
	return r, nil
}

// git runs a git command on the repository. With --git-dir the current directory does not matter, and patterns of
// files are relative to the root.
func (r *gitRepo) git(ctx context.Context, args ...string) (string, error) {
	return gitOutput(ctx, append([]string{"--git-dir=" + r.dir}, args...)...)
}

func gitOutput(ctx context.Context, args ...string) (string, error) {
	c := gitCommand(ctx, args...)
	var out, errs bytes.Buffer
	c.Stdout, c.Stderr = &out, &errs
	if err := c.Run(); err != nil {
		if ctx.Err() != nil {
			return "", context.Cause(ctx)
		}
		if text := strings.TrimSpace(errs.String()); text != "" {
			return "", errors.New(strings.TrimPrefix(text, "fatal: "))
		}
		return "", fmt.Errorf("git: %w", err)
	}
	return out.String(), nil
}

// gitCommand makes a git process that asks nobody anything, fetches nothing and takes no locks. Variables such as GIT_DIR, which
// are set inside of hooks, would send it to another repository.
func gitCommand(ctx context.Context, args ...string) *exec.Cmd {
	c := exec.CommandContext(ctx, "git", args...)
	for _, v := range os.Environ() {
		if !strings.HasPrefix(v, "GIT_") || strings.HasPrefix(v, "GIT_CONFIG") {
			c.Env = append(c.Env, v)
		}
	}
	c.Env = append(c.Env, "LC_ALL=C", "GIT_OPTIONAL_LOCKS=0", "GIT_TERMINAL_PROMPT=0", "GIT_NO_LAZY_FETCH=1", "GIT_NO_REPLACE_OBJECTS=1")
	return c
}

func (r *gitRepo) readShallow(ctx context.Context) error {
	path, err := r.git(ctx, "rev-parse", "--git-path", "shallow")
	if err != nil {
		return err
	}
	text, err := os.ReadFile(strings.TrimRight(path, "\n"))
	if errors.Is(err, os.ErrNotExist) {
		return nil
	}
	for _, line := range strings.Fields(string(text)) {
		r.shallow[line] = true
	}
	return err
}

func (r *gitRepo) findRemote(ctx context.Context) string {
	if url, err := r.git(ctx, "config", "--get", "remote.origin.url"); err == nil {
		return strings.TrimRight(url, "\n")
	}
	names, err := r.git(ctx, "remote")
	if list := strings.Fields(names); err == nil && len(list) == 1 {
		if url, err := r.git(ctx, "config", "--get", "remote."+list[0]+".url"); err == nil {
			return strings.TrimRight(url, "\n")
		}
	}
	return ""
}

func (r *gitRepo) Remote() string { return r.remote }

// resolve returns the object name of a commit.
func (r *gitRepo) resolve(ctx context.Context, rev string) (string, error) {
	out, err := r.git(ctx, "rev-parse", "--verify", "--quiet", "--end-of-options", rev+"^{commit}")
	if err != nil {
		if ctx.Err() != nil {
			return "", err
		}
		return "", fmt.Errorf("%w: %s", ErrUnknownRevision, rev)
	}
	return strings.TrimSpace(out), nil
}

// revisions turns q into the arguments of rev-list.
func (r *gitRepo) revisions(ctx context.Context, q Query) ([]string, error) {
	if err := q.validate(); err != nil {
		return nil, err
	}
	var args []string
	if q.FirstParent {
		args = append(args, "--first-parent")
	}
	ends := func(rng, prefix string) ([]string, error) {
		from, to, err := split(rng)
		if err != nil {
			return nil, err
		}
		a, err := r.resolve(ctx, prefix+from)
		if err != nil {
			return nil, err
		}
		b, err := r.resolve(ctx, prefix+to)
		return append(args, b, "^"+a), err
	}
	switch {
	case q.Commit != "":
		sha, err := r.resolve(ctx, q.Commit)
		return append(args, "--no-walk", sha), err
	case q.Range != "":
		return ends(q.Range, "")
	case q.Tags != "":
		return ends(q.Tags, "refs/tags/")
	case q.Branch != "":
		sha, err := r.resolve(ctx, "refs/heads/"+q.Branch)
		if errors.Is(err, ErrUnknownRevision) {
			if sha, err = r.resolve(ctx, "refs/remotes/origin/"+q.Branch); err != nil {
				err = fmt.Errorf("%w: branch %s", ErrUnknownRevision, q.Branch)
			}
		}
		return append(args, sha), err
	}
	args = append(args, "--branches", "--remotes", "--tags")
	// HEAD counts when it is detached, and names nothing in a bare clone whose default branch is not there.
	switch head, err := r.resolve(ctx, "HEAD"); {
	case err == nil:
		args = append(args, head)
	case !errors.Is(err, ErrUnknownRevision):
		return nil, err
	}
	return args, nil
}

func (r *gitRepo) Commits(ctx context.Context, q Query) iter.Seq2[Commit, error] {
	return func(yield func(Commit, error) bool) {
		if err := r.walk(ctx, q, func(c Commit) bool { return yield(c, nil) }); err != nil {
			yield(Commit{}, err)
		}
	}
}

func (r *gitRepo) walk(ctx context.Context, q Query, yield func(Commit) bool) error {
	args, err := r.revisions(ctx, q)
	if err != nil {
		return err
	}
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	c := gitCommand(ctx, append([]string{"--git-dir=" + r.dir, "rev-list", "--parents"}, args...)...)
	var errs bytes.Buffer
	c.Stderr = &errs
	out, err := c.StdoutPipe()
	if err != nil {
		return err
	}
	if err := c.Start(); err != nil {
		return fmt.Errorf("git rev-list: %w", err)
	}
	lines := bufio.NewReader(out)
	for {
		commit, err := readCommit(lines)
		if errors.Is(err, io.EOF) {
			break
		}
		wanted := false
		if err == nil {
			commit.Shallow = r.shallow[commit.SHA]
			wanted, err = q.choose(&commit)
		}
		if err != nil || wanted && !yield(commit) {
			cancel()
			c.Wait()
			return err
		}
	}
	if err := c.Wait(); err != nil {
		if ctx.Err() != nil {
			return context.Cause(ctx)
		}
		return fmt.Errorf("git rev-list: %w: %s", err, strings.TrimSpace(errs.String()))
	}
	return nil
}

func (r *gitRepo) Count(ctx context.Context, q Query) (int, error) {
	args, err := r.revisions(ctx, q)
	if err != nil {
		return 0, err
	}
	switch {
	case q.Parent > 0:
		args = append(args, "--min-parents="+strconv.Itoa(q.Parent))
	case !q.FirstParent && q.Commit == "":
		args = append(args, "--no-merges")
	}
	out, err := r.git(ctx, append([]string{"rev-list", "--count"}, args...)...)
	if err != nil {
		return 0, err
	}
	return strconv.Atoi(strings.TrimSpace(out))
}

// process is a running git command that answers line by line.
type process struct {
	cmd *exec.Cmd
	in  io.WriteCloser
	out *bufio.Reader
}

func (r *gitRepo) start(args ...string) (*process, error) {
	// Its life is that of the repository, not that of the commit that happened to be first.
	c := gitCommand(context.Background(), append([]string{"--git-dir=" + r.dir}, args...)...)
	in, err := c.StdinPipe()
	if err != nil {
		return nil, err
	}
	out, err := c.StdoutPipe()
	if err != nil {
		return nil, err
	}
	if err := c.Start(); err != nil {
		return nil, fmt.Errorf("git %s: %w", args[0], err)
	}
	return &process{c, in, bufio.NewReaderSize(out, 1<<16)}, nil
}

func (p *process) stop() {
	if p != nil {
		p.in.Close()
		p.cmd.Process.Kill()
		p.cmd.Wait()
	}
}

func (r *gitRepo) Close() error {
	r.diffMu.Lock()
	r.diff.stop()
	r.diff = nil
	r.diffMu.Unlock()
	r.blobMu.Lock()
	r.blob.stop()
	r.blob = nil
	r.blobMu.Unlock()
	return nil
}

func (r *gitRepo) Changes(ctx context.Context, c Commit) ([]Change, error) {
	if c.Shallow {
		return nil, ErrShallow
	}
	if c.Parent == "" {
		return nil, nil
	}
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	r.diffMu.Lock()
	defer r.diffMu.Unlock()
	if r.diff == nil {
		p, err := r.start("diff-tree", "--stdin", "-r", "-z", "-M", "--raw", "--no-abbrev", "--no-color", "--no-ext-diff", "--ignore-submodules=all", "--", "*.java")
		if err != nil {
			return nil, err
		}
		r.diff = p
	}
	changes, err := r.diff.changes(c)
	if err != nil {
		// What is left in the pipe belongs to no answer; the next commit gets a new process.
		r.diff.stop()
		r.diff = nil
		return nil, fmt.Errorf("git diff-tree %s: %w", c.SHA, err)
	}
	return changes, nil
}

func (p *process) changes(c Commit) ([]Change, error) {
	if _, err := io.WriteString(p.in, c.SHA+" "+c.Parent+"\n"+marker); err != nil {
		return nil, err
	}
	return readChanges(p.out, len(c.SHA))
}

func (r *gitRepo) Blob(ctx context.Context, id string) ([]byte, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	r.blobMu.Lock()
	defer r.blobMu.Unlock()
	if r.blob == nil {
		p, err := r.start("cat-file", "--batch")
		if err != nil {
			return nil, err
		}
		r.blob = p
	}
	content, keep, err := r.blob.object(id)
	if err != nil {
		err = fmt.Errorf("git cat-file %s: %w", id, err)
		if !keep {
			r.blob.stop()
			r.blob = nil
		}
	}
	return content, err
}

// object reads one object; keep says whether the process is still in step after an error.
func (p *process) object(id string) (content []byte, keep bool, err error) {
	if _, err := io.WriteString(p.in, id+"\n"); err != nil {
		return nil, false, err
	}
	return readObject(p.out)
}
