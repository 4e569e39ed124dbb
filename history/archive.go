package history

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os/exec"
	"strings"
)

// ErrNoGit is returned where an operation needs the git binary and there is none. The remedy is to install git, or to
// name a directory.
var ErrNoGit = errors.New("this needs the git binary, which is not installed")

// Archive returns the Java files of a revision of the repository at dir as a tar stream. Close it: Close gives the
// error that git ended with.
func Archive(ctx context.Context, dir, rev string) (io.ReadCloser, error) {
	if _, err := exec.LookPath("git"); err != nil {
		return nil, ErrNoGit
	}
	opened, err := OpenGit(ctx, dir)
	if err != nil {
		return nil, err
	}
	defer opened.Close()
	r := opened.(*gitRepo)
	sha, err := r.resolve(ctx, rev)
	if err != nil {
		return nil, err
	}
	a := &archive{cmd: gitCommand(ctx, "--git-dir="+r.dir, "archive", "--format=tar", sha, "--", ":(glob)**/*.java")}
	a.cmd.Stderr = &a.stderr
	if a.Reader, err = a.cmd.StdoutPipe(); err != nil {
		return nil, fmt.Errorf("git archive: %w", err)
	}
	if err := a.cmd.Start(); err != nil {
		return nil, fmt.Errorf("git archive: %w", err)
	}
	return a, nil
}

// archive is a running git archive.
type archive struct {
	io.Reader
	cmd    *exec.Cmd
	stderr bytes.Buffer
}

func (a *archive) Close() error {
	_, _ = io.Copy(io.Discard, a.Reader) // git must not block on a pipe that nobody reads
	if err := a.cmd.Wait(); err != nil {
		if text := strings.TrimSpace(a.stderr.String()); text != "" {
			return fmt.Errorf("git archive: %s", strings.TrimPrefix(text, "fatal: "))
		}
		return fmt.Errorf("git archive: %w", err)
	}
	return nil
}
