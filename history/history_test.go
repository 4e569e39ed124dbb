package history_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"refract/history"
)

// fixture is a repository made for one test.
type fixture struct {
	t   *testing.T
	dir string
	n   int // commits so far; each is a minute after the last, so that all walks agree on the order
}

func newFixture(t *testing.T, init ...string) *fixture {
	t.Helper()
	if _, err := exec.LookPath("git"); err != nil {
		t.Skip("no git binary to make a repository with")
	}
	f := &fixture{t: t, dir: t.TempDir()}
	f.git(append([]string{"init", "-q", "-b", "main"}, init...)...)
	return f
}

func (f *fixture) git(args ...string) string {
	f.t.Helper()
	c := exec.Command("git", args...)
	c.Dir = f.dir
	date := fmt.Sprintf("2026-01-01T%02d:%02d:00Z", f.n/60, f.n%60)
	c.Env = append(os.Environ(), "GIT_CONFIG_GLOBAL=/dev/null", "GIT_CONFIG_SYSTEM=/dev/null", "GIT_AUTHOR_NAME=a", "GIT_AUTHOR_EMAIL=a@b",
		"GIT_COMMITTER_NAME=a", "GIT_COMMITTER_EMAIL=a@b", "GIT_AUTHOR_DATE="+date, "GIT_COMMITTER_DATE="+date)
	out, err := c.CombinedOutput()
	if err != nil {
		f.t.Fatalf("git %v: %v\n%s", args, err, out)
	}
	return strings.TrimSpace(string(out))
}

// commit writes files (a nil content removes one) and returns the commit.
func (f *fixture) commit(files map[string]*string) string {
	f.t.Helper()
	for path, content := range files {
		full := filepath.Join(f.dir, filepath.FromSlash(path))
		if content == nil {
			if err := os.Remove(full); err != nil {
				f.t.Fatal(err)
			}
			continue
		}
		if err := os.MkdirAll(filepath.Dir(full), 0o777); err != nil {
			f.t.Fatal(err)
		}
		if err := os.WriteFile(full, []byte(*content), 0o666); err != nil {
			f.t.Fatal(err)
		}
	}
	f.n++
	f.git("add", "-A")
	f.git("commit", "-q", "--allow-empty", "-m", fmt.Sprint(f.n))
	return f.git("rev-parse", "HEAD")
}

func text(s string) *string { return &s }

const body = "package p;\nclass A {\n  int f() { return 1; }\n  int g() { return 2; }\n  int h() { return 3; }\n}\n"

// story is a history with every status, a merge, and names that need -z.
func story(f *fixture) (tip string) {
	f.commit(map[string]*string{"p/A.java": text(body), "README": text("x"), "p/Gone.java": text("class Gone {}\n")})
	f.commit(map[string]*string{"p/A.java": text(strings.Replace(body, "1", "4", 1)), "q/Ümlaut und Leer.java": text("class Ü {}\n")})
	f.commit(map[string]*string{"p/A.java": nil, "q/A.java": text(strings.Replace(body, "1", "4", 1)), "p/Gone.java": nil})
	f.git("checkout", "-q", "-b", "side")
	f.commit(map[string]*string{"s/Side.java": text("class Side {}\n"), "notes.txt": text("n")})
	f.git("checkout", "-q", "main")
	f.commit(map[string]*string{"q/Ümlaut und Leer.java": text("class Ü { int i; }\n")})
	f.n++
	f.git("merge", "-q", "--no-ff", "-m", "merge", "side")
	f.git("tag", "v1")
	f.commit(map[string]*string{"p/Gone.java": text("class Gone { int back; }\n")}) // deleted and added again
	f.git("tag", "-a", "-m", "two", "v2")
	if err := os.Symlink("A.java", filepath.Join(f.dir, "q", "Link.java")); err != nil {
		f.t.Fatal(err)
	}
	return f.commit(nil)
}

// told is what a repository says of a commit: "sha parent: A path, R old > new".
func told(t *testing.T, r history.Repository, q history.Query) []string {
	t.Helper()
	ctx := context.Background()
	var lines []string
	for c, err := range r.Commits(ctx, q) {
		if err != nil {
			t.Fatalf("%+v: %v", q, err)
		}
		changes, err := r.Changes(ctx, c)
		if err != nil {
			t.Fatalf("changes of %s: %v", c.SHA, err)
		}
		line := c.SHA + " " + c.Parent + ":"
		for _, x := range changes {
			line += fmt.Sprintf(" %s %q>%q", x.Status, x.OldPath, x.NewPath)
			for _, id := range []string{x.OldID, x.NewID} {
				if id == "" {
					continue
				}
				b, err := r.Blob(ctx, id)
				if err != nil {
					t.Fatalf("blob %s: %v", id, err)
				}
				line += fmt.Sprintf(" %d", len(b))
			}
		}
		lines = append(lines, line)
	}
	if n, err := r.Count(ctx, q); err != nil || n != len(lines) {
		t.Errorf("%+v: Count = %d, %v, but %d commits came", q, n, err, len(lines))
	}
	return lines
}

func both(t *testing.T, dir string) (git, pure history.Repository) {
	t.Helper()
	git, err := history.OpenGit(context.Background(), dir)
	if err != nil {
		t.Fatalf("open with git: %v", err)
	}
	t.Cleanup(func() { git.Close() })
	pure, err = history.OpenGoGit(dir)
	if err != nil {
		t.Fatalf("open with go-git: %v", err)
	}
	return git, pure
}

// The two implementations are independent, so each is the other's oracle.
func TestGitAndGoGitAgree(t *testing.T) {
	f := newFixture(t)
	tip := story(f)
	git, pure := both(t, f.dir)
	for _, q := range []history.Query{
		{All: true}, {All: true, Parent: 1}, {All: true, Parent: 2}, {All: true, FirstParent: true}, {Commit: tip}, {Commit: "HEAD~1"},
		{Commit: "v1", Parent: 2}, {Commit: "v1", FirstParent: true}, {Range: "v1..v2"}, {Range: "v1.."}, {Tags: "v1..v2"}, {Branch: "side"},
	} {
		t.Run(fmt.Sprintf("%+v", q), func(t *testing.T) {
			got, want := told(t, git, q), told(t, pure, q)
			if diff := cmp.Diff(want, got); diff != "" {
				t.Errorf("git differs from go-git (-go-git +git):\n%s", diff)
			}
			if len(got) == 0 {
				t.Error("no commits")
			}
		})
	}
}

// TestAllWithoutHead: HEAD may name a branch that is not there; all commits are those of the others.
func TestAllWithoutHead(t *testing.T) {
	f := newFixture(t)
	story(f)
	git, pure := both(t, f.dir)
	want := told(t, git, history.Query{All: true})
	f.git("symbolic-ref", "HEAD", "refs/heads/gone")
	for _, r := range []history.Repository{git, pure} {
		if diff := cmp.Diff(want, told(t, r, history.Query{All: true})); diff != "" {
			t.Errorf("%T (-with +without HEAD):\n%s", r, diff)
		}
	}
	empty := newFixture(t)
	git, pure = both(t, empty.dir)
	for _, r := range []history.Repository{git, pure} {
		if got := told(t, r, history.Query{All: true}); len(got) > 0 {
			t.Errorf("%T: commits %q in an empty repository", r, got)
		}
	}
}

func TestChanges(t *testing.T) {
	f := newFixture(t)
	story(f)
	git, _ := both(t, f.dir)
	var got []string
	for _, line := range told(t, git, history.Query{All: true}) {
		_, changes, _ := strings.Cut(line, ":")
		got = append(got, changes)
	}
	want := []string{
		``, // a symbolic link is no Java file
		` A "">"p/Gone.java" 25`,
		` M "q/Ümlaut und Leer.java">"q/Ümlaut und Leer.java" 12 20`,
		` A "">"s/Side.java" 14`,
		` D "p/Gone.java">"" 14 R "p/A.java">"q/A.java" 95 95`,
		` M "p/A.java">"p/A.java" 95 95 A "">"q/Ümlaut und Leer.java" 12`,
		``, // the root has nothing to be compared with
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("changes (-want +got):\n%s", diff)
	}
}

func TestErrors(t *testing.T) {
	f := newFixture(t)
	story(f)
	ctx := context.Background()
	for _, open := range []func(string) (history.Repository, error){
		func(d string) (history.Repository, error) { return history.OpenGit(ctx, d) }, history.OpenGoGit,
	} {
		if _, err := open(t.TempDir()); !errors.Is(err, history.ErrNotRepository) {
			t.Errorf("open an empty directory: %v, want %v", err, history.ErrNotRepository)
		}
		r, err := open(f.dir)
		if err != nil {
			t.Fatal(err)
		}
		for _, test := range []struct {
			q    history.Query
			want error
		}{
			{history.Query{Commit: "nonsense"}, history.ErrUnknownRevision},
			{history.Query{Commit: "--output=x"}, history.ErrUnknownRevision},
			{history.Query{Range: "v1..nonsense"}, history.ErrUnknownRevision},
			{history.Query{Tags: "v1..main"}, history.ErrUnknownRevision},
			{history.Query{Branch: "nonsense"}, history.ErrUnknownRevision},
			{history.Query{Commit: "v1"}, history.ErrMerge},
		} {
			var got error
			for _, err := range r.Commits(ctx, test.q) {
				got = err
			}
			if !errors.Is(got, test.want) {
				t.Errorf("%T: %+v: error %v, want %v", r, test.q, got, test.want)
			}
		}
		for _, q := range []history.Query{{}, {Commit: "HEAD", All: true}, {All: true, Parent: -1}, {All: true, Parent: 1, FirstParent: true}, {Range: "v1"}, {Commit: "HEAD", Parent: 2}} {
			n := 0
			for _, err := range r.Commits(ctx, q) {
				if err == nil {
					t.Errorf("%T: %+v is accepted", r, q)
				}
				n++
			}
			if n == 0 {
				t.Errorf("%T: %+v gives neither commit nor error", r, q)
			}
		}
		if _, err := r.Blob(ctx, strings.Repeat("1", 40)); !errors.Is(err, history.ErrMissing) {
			t.Errorf("%T: missing blob: %v", r, err)
		}
		// The process is still in step after a miss.
		told(t, r, history.Query{All: true})
		r.Close()
	}
}

func TestKindsOfClones(t *testing.T) {
	f := newFixture(t)
	story(f)
	ctx := context.Background()
	clone := func(args ...string) string {
		dir := filepath.Join(t.TempDir(), "clone with a blank")
		f.git(append(append([]string{"clone", "-q"}, args...), "file://"+f.dir, dir)...)
		return dir
	}
	want := told(t, must(history.OpenGit(ctx, f.dir)), history.Query{Range: "v1..main"})

	bare := clone("--bare")
	worktree := filepath.Join(t.TempDir(), "linked")
	f.git("worktree", "add", "-q", worktree, "v2")
	super := newFixture(t)
	super.git("-c", "protocol.file.allow=always", "submodule", "add", "-q", "file://"+f.dir, "sub")
	for name, dir := range map[string]string{"bare": bare, "worktree": worktree, "submodule": filepath.Join(super.dir, "sub"), "folder inside": filepath.Join(f.dir, "q")} {
		t.Run(name, func(t *testing.T) {
			git, pure := both(t, dir)
			for _, r := range []history.Repository{git, pure} {
				q := history.Query{Range: "v1..v2"}
				if diff := cmp.Diff(want[1:], told(t, r, q)); diff != "" {
					t.Errorf("%T (-want +got):\n%s", r, diff)
				}
			}
		})
	}

	t.Run("shallow", func(t *testing.T) {
		git, pure := both(t, clone("--depth", "2"))
		for _, r := range []history.Repository{git, pure} {
			var errs []error
			for c, err := range r.Commits(ctx, history.Query{All: true}) {
				if err != nil {
					t.Fatal(err)
				}
				_, err = r.Changes(ctx, c)
				errs = append(errs, err)
			}
			if len(errs) != 2 || errs[0] != nil || !errors.Is(errs[1], history.ErrShallow) {
				t.Errorf("%T: errors %v, want none for the first commit and %v for the second", r, errs, history.ErrShallow)
			}
		}
	})

	t.Run("sha256", func(t *testing.T) {
		g := newFixture(t, "--object-format=sha256")
		story(g)
		r := must(history.OpenGit(ctx, g.dir))
		defer r.Close()
		if got := told(t, r, history.Query{All: true}); len(got) != 7 || len(strings.Fields(got[0])[0]) != 64 {
			t.Errorf("commits: %v", got)
		}
		if _, err := history.OpenGoGit(g.dir); err == nil {
			t.Error("go-git accepts SHA-256")
		}
	})
}

func must(r history.Repository, err error) history.Repository {
	if err != nil {
		panic(err)
	}
	return r
}

// A variable that git sets in hooks must not lead to another repository.
func TestGitEnvironmentIsIgnored(t *testing.T) {
	f := newFixture(t)
	story(f)
	t.Setenv("GIT_DIR", t.TempDir())
	r, err := history.OpenGit(context.Background(), f.dir)
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	if got := told(t, r, history.Query{Tags: "v1..v2"}); len(got) != 1 {
		t.Errorf("commits: %v", got)
	}
}

func TestCancelledWalkEnds(t *testing.T) {
	f := newFixture(t)
	story(f)
	git, pure := both(t, f.dir)
	for _, r := range []history.Repository{git, pure} {
		ctx, cancel := context.WithCancel(context.Background())
		var last error
		for _, err := range r.Commits(ctx, history.Query{All: true}) {
			cancel()
			last = err
		}
		cancel()
		if last != nil && !errors.Is(last, context.Canceled) {
			t.Errorf("%T: %v", r, last)
		}
	}
}

func TestRemoteURLs(t *testing.T) {
	for _, test := range []struct{ remote, repository, commit string }{
		{"git@github.com:apache/ant.git", "https://github.com/apache/ant.git", "https://github.com/apache/ant/commit/abc"},
		{"https://github.com/apache/ant", "https://github.com/apache/ant", "https://github.com/apache/ant/commit/abc"},
		{"https://user:secret@github.com/apache/ant.git", "https://github.com/apache/ant.git", "https://github.com/apache/ant/commit/abc"},
		{"ssh://git@github.com:22/apache/ant.git", "https://github.com/apache/ant.git", "https://github.com/apache/ant/commit/abc"},
		{"git://github.com/apache/ant.git/", "https://github.com/apache/ant.git", "https://github.com/apache/ant/commit/abc"},
		{"git@gitlab.com:group/sub/x.git", "https://gitlab.com/group/sub/x.git", "https://gitlab.com/group/sub/x/-/commit/abc"},
		{"https://bitbucket.org/a/b.git", "https://bitbucket.org/a/b.git", "https://bitbucket.org/a/b/commits/abc"},
		{"https://codeberg.org/a/b.git", "https://codeberg.org/a/b.git", "https://codeberg.org/a/b/commit/abc"},
		{"https://go.googlesource.com/tools", "https://go.googlesource.com/tools", "https://go.googlesource.com/tools/+/abc"},
		{"https://git.example.com:8443/a/b.git", "https://git.example.com:8443/a/b.git", ""},
		{"git@git.example.com:a/b.git", "https://git.example.com/a/b.git", ""},
		{"/srv/git/x.git", "", ""},
		{"../x", "", ""},
		{"C:\\work\\x", "", ""},
		{"file:///srv/git/x.git", "", ""},
		{"", "", ""},
	} {
		if got := history.RepositoryURL(test.remote); got != test.repository {
			t.Errorf("RepositoryURL(%q) = %q, want %q", test.remote, got, test.repository)
		}
		if got := history.CommitURL(test.remote, "abc"); got != test.commit {
			t.Errorf("CommitURL(%q) = %q, want %q", test.remote, got, test.commit)
		}
	}
}
