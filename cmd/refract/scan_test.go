package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"refract/internal/testjava"
)

// letters is a program with one Extract Method.
var letters = testjava.Letters

// scanCLI runs the command with args and returns what it printed and the code it would end with.
func scanCLI(t *testing.T, args ...string) (stdout, stderr string, code int) {
	t.Helper()
	t.Setenv("XDG_CACHE_HOME", t.TempDir())
	root := newRoot()
	var out, errOut bytes.Buffer
	root.SetOut(&out)
	root.SetErr(&errOut)
	root.SetArgs(args)
	err := root.ExecuteContext(t.Context())
	var status exitStatus
	switch {
	case errors.As(err, &status):
		code = int(status)
	case err != nil:
		code = 2
		errOut.WriteString(err.Error())
	}
	return out.String(), errOut.String(), code
}

// project writes files below a new directory and returns it.
func project(t *testing.T, files map[string]string) string {
	t.Helper()
	dir := t.TempDir()
	for name, text := range files {
		path := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

func TestScanCommand(t *testing.T) {
	dir := project(t, map[string]string{"shop/Letters.java": letters})
	broken := project(t, map[string]string{"broken/rule.yaml": "id: broken\nname: Broken\nquery: base\nanswer: base\nabstraction: {zero: [op.laod]}\n"})
	onlyTests := project(t, map[string]string{"shop/LettersTest.java": "package shop; import org.junit.Test; class LettersTest { @Test void a() { } }"})
	tests := []struct {
		name   string
		args   []string
		code   int
		stdout string // in the output
		stderr string
	}{
		{"text", []string{"scan", dir}, 0, "Extract Method", ""},
		{"one type", []string{"scan", "--type", "inline-temp", dir}, 0, "1 rules", ""},
		{"tests alone", []string{"scan", onlyTests}, 0, "0 files, 0 lines, 0 methods, 21 rules; left out: 1 of test code (--tests)", ""},
		{"sarif", []string{"scan", "--format", "sarif", dir}, 0, `"version": "2.1.0"`, ""},
		{"fail on one", []string{"scan", "--fail-on", "1", dir}, 1, "Extract Method", ""},
		{"fail on two", []string{"scan", "--fail-on", "2", dir}, 0, "Extract Method", ""},
		{"explain", []string{"scan", "--explain", "shop/Letters.java:18", dir}, 0, "reported", ""},
		{"explain nowhere", []string{"scan", "--explain", "shop/Letters.java:1", dir}, 2, "", "no method"},
		{"explain what", []string{"scan", "--explain", "shop/Letters.java", dir}, 2, "", "FILE:LINE"},
		{"no directory given", []string{"scan"}, 2, "", "want the directories to scan"},
		{"missing directory", []string{"scan", filepath.Join(dir, "absent")}, 2, "", "absent"},
		{"no Java file", []string{"scan", broken}, 2, "", "no Java file"},
		{"everything excluded", []string{"scan", "--exclude", "shop", dir}, 2, "", "1 ignored"},
		{"no number", []string{"scan", "--min-confidence", "NaN", dir}, 2, "", "--min-confidence NaN: want a number from 0 to 1"},
		{"negative number", []string{"scan", "--fail-on", "-1", dir}, 2, "", "--fail-on -1: want at least 0"},
		{"no size", []string{"scan", "--max-file-size", "0", dir}, 2, "", "--max-file-size 0: want at least 1"},
		{"unknown type", []string{"scan", "--type", "inline-tmp", dir}, 2, "", `did you mean "inline-temp"?`},
		{"unknown format", []string{"scan", "--format", "xml", dir}, 2, "", "text, json, sarif"},
		{"unknown flag", []string{"scan", "--colour", dir}, 2, "", "unknown flag"},
		{"impossible confidence", []string{"scan", "--min-confidence", "2", dir}, 2, "", "from 0 to 1"},
		{"no jobs", []string{"scan", "--jobs", "0", dir}, 2, "", "at least 1"},
		{"broken rule", []string{"scan", "--rules", broken, dir}, 2, "", `rule.yaml:5:22`},
		{"broken rule, going on", []string{"scan", "--rules", broken, "--keep-going", dir}, 0, "Extract Method", `did you mean "op.load"?`},
		{"missing rules", []string{"scan", "--rules", filepath.Join(dir, "absent"), dir}, 2, "", "absent"},
		{"output nowhere", []string{"scan", "--output", filepath.Join(dir, "absent", "x.txt"), dir}, 2, "", "absent"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			stdout, stderr, code := scanCLI(t, tt.args...)
			if code != tt.code {
				t.Errorf("code: got %d, want %d\n%s", code, tt.code, stderr)
			}
			if !strings.Contains(stdout, tt.stdout) {
				t.Errorf("stdout: got %q, want %q in it", stdout, tt.stdout)
			}
			if tt.stdout == "" && stdout != "" {
				t.Errorf("stdout: got %q, want nothing", stdout)
			}
			if !strings.Contains(stderr, tt.stderr) {
				t.Errorf("stderr: got %q, want %q in it", stderr, tt.stderr)
			}
		})
	}
}

// The JSON report says the same at any number of jobs, with and without an index, cold and warm.
func TestScanCommandSameBytes(t *testing.T) {
	dir := project(t, map[string]string{"shop/Letters.java": letters})
	index := filepath.Join(t.TempDir(), "scan.idx")
	want, _, _ := scanCLI(t, "scan", "--format", "json", "--no-index", "--jobs", "1", dir)
	if !json.Valid([]byte(want)) {
		t.Fatalf("no JSON: %s", want)
	}
	for _, flags := range [][]string{
		{"--no-index", "--jobs", "8"},
		{"--index", index},
		{"--index", index},
		{"--index", index, "--jobs", "3"},
	} {
		got, _, code := scanCLI(t, append(append([]string{"scan", "--format", "json"}, flags...), dir)...)
		if code != 0 || got != want {
			t.Errorf("%v: code %d, other bytes than with one job and no index", flags, code)
		}
	}
}

// A report in a file is complete, and nothing is printed beside it.
func TestScanCommandOutput(t *testing.T) {
	dir := project(t, map[string]string{"shop/Letters.java": letters})
	file := filepath.Join(t.TempDir(), "found.json")
	stdout, _, code := scanCLI(t, "scan", "--format", "json", "--output", file, dir)
	text, err := os.ReadFile(file)
	if code != 0 || stdout != "" || err != nil || !json.Valid(text) {
		t.Errorf("code %d, stdout %q, %v, file %q", code, stdout, err, text)
	}
}

// Where the index cannot be written, the scan prints all the same and says so.
func TestScanCommandIndexUnwritable(t *testing.T) {
	dir := project(t, map[string]string{"shop/Letters.java": letters})
	file := filepath.Join(dir, "shop", "Letters.java", "no.idx") // below a file
	stdout, stderr, code := scanCLI(t, "scan", "--index", file, dir)
	if code != 0 || !strings.Contains(stdout, "Extract Method") {
		t.Errorf("code %d, stdout %q", code, stdout)
	}
	if !strings.Contains(stderr, "index") {
		t.Errorf("stderr: got %q, want it to speak of the index", stderr)
	}
}

// A full disk costs the index, not the report.
func TestScanCommandDiskFull(t *testing.T) {
	if _, err := os.Stat("/dev/full"); err != nil {
		t.Skip("no /dev/full here")
	}
	dir := project(t, map[string]string{"shop/Letters.java": letters})
	link := filepath.Join(t.TempDir(), "full.idx")
	if err := os.Symlink("/dev/full", link); err != nil {
		t.Skip("no symbolic links here:", err)
	}
	stdout, stderr, code := scanCLI(t, "scan", "--index", link, dir)
	if code != 0 || !strings.Contains(stdout, "Extract Method") {
		t.Errorf("code %d, stdout %q, stderr %q", code, stdout, stderr)
	}
}
