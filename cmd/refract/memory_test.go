package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// crowd is a program that takes more memory than 64 MiB to work on.
func crowd(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	for i := range 12 {
		var b strings.Builder
		fmt.Fprintf(&b, "package p; class Crowd%d {\n", i)
		for k := range 6000 {
			fmt.Fprintf(&b, "  int m%d(int a, int b) { int t = a * %d + b; if (t > b) { System.out.println(t); } return t * m%d(b, t); }\n", k, k, k/2)
		}
		b.WriteString("}\n")
		writeFile(t, filepath.Join(dir, fmt.Sprintf("p/Crowd%d.java", i)), b.String())
	}
	return dir
}

// TestMaxMemory: a command that would take more than it may ends with a message that names the remedy, and leaves
// neither a report nor an index; with enough it does what it does without a limit.
func TestMaxMemory(t *testing.T) {
	dir, out := crowd(t), t.TempDir()
	small := project(t, map[string]string{"shop/Letters.java": letters})
	path := filepath.Join(out, "a.idx")
	for _, tt := range []struct {
		name string
		args []string
	}{
		{"scan", []string{"scan", "--index", path, "--format", "json", dir}},
		{"compare", []string{"compare", "--format", "json", dir, small}},
		{"mine", []string{"mine", "-q", "--timeout", "0", "--before", dir, "--after", small}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			c := process(t, append(tt.args, "--max-memory", "64MiB")...)
			var errOut strings.Builder
			c.Stderr = &errOut
			stdout, err := c.Output()
			if code := c.ProcessState.ExitCode(); err == nil || code != 2 || !strings.Contains(errOut.String(), "--max-memory 64MiB is reached") ||
				!strings.Contains(errOut.String(), "Allow more, work on fewer files at a time") {
				t.Errorf("code %d, stderr %q", code, errOut.String())
			}
			if strings.Contains(string(stdout), "Crowd") {
				t.Errorf("a report of %d bytes", len(stdout))
			}
			if tt.name == "scan" {
				if out, err := process(t, "index", "stat", "--index", path).CombinedOutput(); err == nil && !strings.Contains(string(out), "files        0") {
					t.Errorf("an index of part of the files:\n%s", out)
				}
			}
		})
	}
	want, err := process(t, "scan", "--no-index", "--format", "json", small).Output()
	if err != nil {
		t.Fatal(err)
	}
	if got, err := process(t, "scan", "--no-index", "--format", "json", "--max-memory", "1GiB", small).Output(); err != nil || string(got) != string(want) {
		t.Errorf("with enough memory: %v, another report", err)
	}
	if out, err := process(t, "scan", "--max-memory", "1MiB", small).CombinedOutput(); err == nil || !strings.Contains(string(out), "less than 64MiB, which the program needs") {
		t.Errorf("with less than it needs: %v, %s", err, out)
	}
	if _, err := os.Stat(filepath.Join(out, "a.idx.aside")); err == nil {
		t.Error("left something behind")
	}
}
