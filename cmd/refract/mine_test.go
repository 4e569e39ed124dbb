package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// gitRepo makes a repository, for tests that skip where there is no git.
type gitRepo struct {
	t   *testing.T
	dir string
}

func newGitRepo(t *testing.T) *gitRepo {
	t.Helper()
	if _, err := exec.LookPath("git"); err != nil {
		t.Skip("no git binary to make a repository with")
	}
	r := &gitRepo{t, t.TempDir()}
	r.git("init", "-q", "-b", "main")
	return r
}

func (r *gitRepo) git(args ...string) string {
	r.t.Helper()
	// No collection of garbage may go on behind a commit of thousands of files: it takes folders away from the next command.
	c := exec.Command("git", append([]string{"-c", "user.name=a", "-c", "user.email=a@b", "-c", "core.autocrlf=false", "-c", "core.ignorecase=false",
		"-c", "gc.auto=0", "-c", "maintenance.auto=false"}, args...)...)
	c.Dir = r.dir
	out, err := c.CombinedOutput()
	if err != nil {
		r.t.Fatalf("git %v: %v\n%s", args, err, out)
	}
	return strings.TrimSpace(string(out))
}

// commit writes the files and commits; an empty content removes the file.
func (r *gitRepo) commit(files map[string]string) string {
	r.t.Helper()
	for path, text := range files {
		full := filepath.Join(r.dir, path)
		if text == "" {
			if err := os.Remove(full); err != nil {
				r.t.Fatal(err)
			}
			continue
		}
		if err := os.MkdirAll(filepath.Dir(full), 0o777); err != nil {
			r.t.Fatal(err)
		}
		if err := os.WriteFile(full, []byte(text), 0o666); err != nil {
			r.t.Fatal(err)
		}
	}
	r.git("add", "-A")
	r.git("commit", "-q", "-m", "x")
	return r.git("rev-parse", "HEAD")
}

// minedJSON is what the tests read of the output.
type minedJSON struct {
	Commits []struct {
		SHA1         string
		Error        string
		Problems     []struct{ Path, Message string }
		Refactorings []struct{ Type, Description string }
	}
}

func runMineCommand(t *testing.T, args ...string) (out minedJSON, stderr string, err error) {
	t.Helper()
	var w, e bytes.Buffer
	c := newRoot()
	c.SetArgs(append([]string{"mine"}, args...))
	c.SetOut(&w)
	c.SetErr(&e)
	err = c.ExecuteContext(context.Background())
	if w.Len() > 0 {
		if jsonErr := json.Unmarshal(w.Bytes(), &out); jsonErr != nil {
			t.Fatalf("%v: the output is no JSON: %v\n%s", args, jsonErr, w.String())
		}
	}
	return out, e.String(), err
}

func (m minedJSON) texts() []string {
	var list []string
	for _, c := range m.Commits {
		for _, r := range c.Refactorings {
			list = append(list, r.Description)
		}
	}
	return list
}

func wantTexts(t *testing.T, m minedJSON, want ...string) {
	t.Helper()
	if got := m.texts(); strings.Join(got, "\n") != strings.Join(want, "\n") {
		t.Errorf("got\n  %s\nwant\n  %s", strings.Join(got, "\n  "), strings.Join(want, "\n  "))
	}
	for _, c := range m.Commits {
		if c.Error != "" {
			t.Errorf("%s failed: %s", c.SHA1, c.Error)
		}
	}
}

const shape = "package p;\nclass Shape {\n  int a;\n  int b;\n  int area() {\n    return a * b;\n  }\n  int edge() {\n    return 2 * a;\n  }\n}\n"

func TestMineRefusesBadInput(t *testing.T) {
	repo := newGitRepo(t)
	repo.commit(map[string]string{"p/Shape.java": shape})
	empty := t.TempDir()
	for name, test := range map[string]struct {
		args []string
		want string
	}{
		"not a repository":     {[]string{empty, "--commit", "HEAD"}, "not a git repository"},
		"no such directory":    {[]string{filepath.Join(empty, "none"), "--all"}, "no such file"},
		"unknown revision":     {[]string{repo.dir, "--commit", "nonsense"}, "unknown revision: nonsense"},
		"unknown end of range": {[]string{repo.dir, "--range", "HEAD..nonsense"}, "unknown revision: nonsense"},
		"malformed range":      {[]string{repo.dir, "--range", "HEAD"}, "not of the form A..B"},
		"nothing chosen":       {[]string{repo.dir}, "choose one of"},
		"two choices":          {[]string{repo.dir, "--commit", "HEAD", "--all"}, "choose one of"},
		"no input":             {nil, "give a REPO"},
		"cases and repository": {[]string{repo.dir, "--cases", empty}, "give one of"},
		"no cases":             {[]string{"--cases", empty}, "has no case"},
		"only one side":        {[]string{"--before", empty}, "need a directory each"},
		"unknown type":         {[]string{repo.dir, "--all", "--type", "Rename Everything"}, "no type of refactoring"},
		"unknown format":       {[]string{repo.dir, "--all", "--format", "yaml"}, "--format yaml: want one of json, jsonl, text, csv"},
		"no worker":            {[]string{repo.dir, "--all", "--jobs", "0"}, "--jobs 0: want at least 1"},
		"negative time":        {[]string{repo.dir, "--all", "--timeout", "-1s"}, "--timeout -1s: want at least 0s"},
		"negative size":        {[]string{repo.dir, "--all", "--max-size", "-1"}, "--max-size -1: want at least 0"},
	} {
		t.Run(name, func(t *testing.T) {
			_, _, err := runMineCommand(t, test.args...)
			if err == nil || !strings.Contains(err.Error(), test.want) {
				t.Errorf("error %v, want one with %q", err, test.want)
			}
		})
	}
}

// What lies where the output goes is not touched by a command that cannot run.
func TestMineLeavesOutputAlone(t *testing.T) {
	out := writeFile(t, filepath.Join(t.TempDir(), "out.json"), "precious")
	if _, _, err := runMineCommand(t, t.TempDir(), "--all", "--format", "yaml", "-o", out); err == nil {
		t.Fatal("no error")
	}
	if got, err := os.ReadFile(out); err != nil || string(got) != "precious" {
		t.Errorf("the file holds %q, error %v", got, err)
	}
}

func TestMineRepositoryWithoutJava(t *testing.T) {
	repo := newGitRepo(t)
	repo.commit(map[string]string{"README": "a\n"})
	repo.commit(map[string]string{"README": "b\n"})
	out, _, err := runMineCommand(t, repo.dir, "--all")
	if err != nil || len(out.Commits) != 2 {
		t.Fatalf("%d commits, error %v", len(out.Commits), err)
	}
	wantTexts(t, out)
}

func TestMineDeletedAndAddedAgain(t *testing.T) {
	repo := newGitRepo(t)
	repo.commit(map[string]string{"p/Shape.java": shape, "p/Other.java": "package p;\nclass Other { }\n"})
	repo.commit(map[string]string{"p/Shape.java": ""})
	again := repo.commit(map[string]string{"p/Shape.java": strings.Replace(shape, "int a;", "private int a;", 1)})
	out, _, err := runMineCommand(t, repo.dir, "--all")
	if err != nil {
		t.Fatal(err)
	}
	wantTexts(t, out) // neither side has the file twice
	out, _, err = runMineCommand(t, repo.dir, "--range", again+"~2.."+again)
	if err != nil || len(out.Commits) != 2 {
		t.Errorf("%d commits, error %v", len(out.Commits), err)
	}
}

func TestMineLineEndings(t *testing.T) {
	repo := newGitRepo(t)
	repo.commit(map[string]string{"p/Shape.java": shape})
	repo.commit(map[string]string{"p/Shape.java": strings.ReplaceAll(shape, "\n", "\r\n")})
	repo.commit(map[string]string{"p/Shape.java": strings.ReplaceAll(strings.Replace(shape, "int edge", "private int edge", 1), "\n", "\n")})
	out, _, err := runMineCommand(t, repo.dir, "--all")
	if err != nil {
		t.Fatal(err)
	}
	wantTexts(t, out, "Change Method Access Modifier package to private in method private edge() : int from class p.Shape")
}

// Only what stands in the broken method is lost.
func TestMineBrokenSide(t *testing.T) {
	repo := newGitRepo(t)
	repo.commit(map[string]string{"p/Shape.java": shape})
	broken := strings.Replace(shape, "return 2 * a;", "return 2 * * ) a;", 1)
	broken = strings.Replace(broken, "  int a;", "  private int a;", 1)
	broken = strings.Replace(broken, "int area", "public int area", 1)
	repo.commit(map[string]string{"p/Shape.java": broken})
	out, _, err := runMineCommand(t, repo.dir, "--commit", "HEAD")
	if err != nil {
		t.Fatal(err)
	}
	wantTexts(t, out, "Change Attribute Access Modifier package to private in attribute private a : int from class p.Shape",
		"Change Method Access Modifier package to public in method public area() : int from class p.Shape")
	if len(out.Commits[0].Problems) == 0 || out.Commits[0].Problems[0].Path != "p/Shape.java" {
		t.Errorf("the broken file is not reported: %+v", out.Commits[0].Problems)
	}
}

func TestMineCaseOnlyRename(t *testing.T) {
	repo := newGitRepo(t)
	repo.commit(map[string]string{"p/Shape.java": shape})
	repo.git("mv", "-f", "p/Shape.java", "p/SHAPE.java")
	repo.commit(map[string]string{"p/SHAPE.java": strings.ReplaceAll(shape, "Shape", "SHAPE")})
	out, _, err := runMineCommand(t, repo.dir, "--commit", "HEAD")
	if err != nil {
		t.Fatal(err)
	}
	wantTexts(t, out, "Rename Class p.Shape renamed to p.SHAPE")
}

func TestMineCommitWithManyFiles(t *testing.T) {
	if testing.Short() {
		t.Skip("writes 20,000 files")
	}
	repo := newGitRepo(t)
	files, next := map[string]string{}, map[string]string{}
	for i := range 10_000 {
		path := fmt.Sprintf("p%d/C%d.java", i%100, i)
		files[path] = fmt.Sprintf("package p%d;\nclass C%d { int a; int f() { return a; } }\n", i%100, i)
		next[path] = strings.Replace(files[path], "int a", "private int a", 1)
	}
	repo.commit(files)
	repo.commit(next)
	out, _, err := runMineCommand(t, repo.dir, "--commit", "HEAD")
	if err != nil {
		t.Fatal(err)
	}
	if n := len(out.texts()); n != 10_000 || out.Commits[0].Error != "" {
		t.Errorf("%d refactorings, error %q", n, out.Commits[0].Error)
	}
}

// An enormous generated file runs over its time; the commit is in the output with the reason, and the exit code says so.
func TestMineTimeout(t *testing.T) {
	repo := newGitRepo(t)
	repo.commit(map[string]string{"p/Shape.java": shape})
	generated := func(n string) string {
		var b strings.Builder
		b.WriteString("package p;\nclass Big {\n")
		for i := range 20_000 {
			fmt.Fprintf(&b, "  int f%d(int x) { int y = x + %s; if (y > %d) { return g(y); } return h(x, y); }\n", i, n, i)
		}
		return b.String() + "}\n"
	}
	repo.commit(map[string]string{"p/Big.java": generated("1")})
	big := repo.commit(map[string]string{"p/Big.java": generated("2")})
	repo.commit(map[string]string{"p/Shape.java": strings.Replace(shape, "int a;", "private int a;", 1)})
	out, stderr, err := runMineCommand(t, repo.dir, "--all", "--timeout", "40ms")
	var code exitStatus
	if !asExit(err, &code) || code != 2 {
		t.Errorf("error %v, want exit status 2", err)
	}
	found := false
	for _, c := range out.Commits {
		if c.SHA1 == big {
			found = strings.HasPrefix(c.Error, "timed out after 40ms")
		}
	}
	if !found || !strings.Contains(stderr, "commits failed") || !strings.Contains(stderr, big) {
		t.Errorf("the time-out is not told: %q\n%+v", stderr, out)
	}
	out, stderr, err = runMineCommand(t, repo.dir, "--commit", "HEAD")
	if err != nil || stderr != "" {
		t.Errorf("without a terminal stderr is quiet: %q, error %v", stderr, err)
	}
	wantTexts(t, out, "Change Attribute Access Modifier package to private in attribute private a : int from class p.Shape")
}

func asExit(err error, code *exitStatus) bool {
	e, ok := err.(exitStatus)
	*code = e
	return ok
}

func TestMineFilters(t *testing.T) {
	repo := newGitRepo(t)
	repo.commit(map[string]string{"p/Shape.java": shape, "q/Shape.java": strings.Replace(shape, "package p", "package q", 1)})
	changed := strings.Replace(strings.Replace(shape, "int a;", "private int a;", 1), "int edge", "public int edge", 1)
	repo.commit(map[string]string{"p/Shape.java": changed, "q/Shape.java": strings.Replace(changed, "package p", "package q", 1)})
	out, _, err := runMineCommand(t, repo.dir, "--commit", "HEAD", "--path", "q", "--type", "Change Method Access Modifier")
	if err != nil {
		t.Fatal(err)
	}
	wantTexts(t, out, "Change Method Access Modifier package to public in method public edge() : int from class q.Shape")
}

func TestMineDirectories(t *testing.T) {
	root := t.TempDir()
	for path, text := range map[string]string{
		"one/before/p/Shape.java": shape, "one/after/q/Shape.java": strings.Replace(shape, "package p", "package q", 1),
		"two/after/p/New.java": "package p;\nclass New { }\n",
	} {
		full := filepath.Join(root, path)
		if err := os.MkdirAll(filepath.Dir(full), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(full, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	out, _, err := runMineCommand(t, "--cases", root)
	if err != nil || len(out.Commits) != 2 || out.Commits[0].SHA1 != "one" {
		t.Fatalf("%+v, error %v", out, err)
	}
	wantTexts(t, out, "Move Class p.Shape moved to q.Shape", "Rename Package p to q")
	out, _, err = runMineCommand(t, "--before", filepath.Join(root, "one", "before"), "--after", filepath.Join(root, "one", "after"))
	if err != nil {
		t.Fatal(err)
	}
	wantTexts(t, out, "Move Class p.Shape moved to q.Shape", "Rename Package p to q")
}

// TestMineHelper is the program for tests that have to kill it.
func TestMineHelper(t *testing.T) {
	args := os.Getenv("REFRACT_TEST_ARGS")
	if args == "" {
		t.Skip("runs only as a child of another test")
	}
	c := newRoot()
	c.SetArgs(strings.Split(args, "\x1f"))
	os.Exit(exitCode(os.Stderr, c.ExecuteContext(context.Background())))
}

// A run that is killed in the middle leaves a valid document with what it found so far.
func TestMineKilled(t *testing.T) {
	repo := newGitRepo(t)
	text := shape
	for i := range 60 {
		text = strings.Replace(text, "class Shape {", fmt.Sprintf("class Shape {\n  int x%d() { return %d; }", i, i), 1)
		repo.commit(map[string]string{"p/Shape.java": text})
	}
	out := filepath.Join(t.TempDir(), "out.json")
	c := exec.Command(os.Args[0], "-test.run=^TestMineHelper$")
	c.Env = append(os.Environ(), "REFRACT_TEST_ARGS="+strings.Join([]string{"mine", repo.dir, "--all", "--jobs", "1", "--output", out}, "\x1f"))
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	deadline := time.Now().Add(20 * time.Second)
	for {
		if s, err := os.Stat(out); err == nil && s.Size() > 300 || time.Now().After(deadline) {
			break
		}
		time.Sleep(time.Millisecond)
	}
	c.Process.Kill()
	c.Wait()
	data, err := os.ReadFile(out)
	if err != nil {
		t.Fatal(err)
	}
	var m minedJSON
	if err := json.Unmarshal(data, &m); err != nil || len(m.Commits) == 0 {
		t.Fatalf("%d commits, error %v\n%s", len(m.Commits), err, data)
	}
}
