package main

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// runCLI runs the command with the cache folder as it is, and returns what it printed and its error.
func runCLI(t *testing.T, args ...string) (string, error) {
	t.Helper()
	root := newRoot()
	var out bytes.Buffer
	root.SetOut(&out)
	root.SetErr(&out)
	root.SetArgs(args)
	err := root.ExecuteContext(t.Context())
	return out.String(), err
}

func TestSimilar(t *testing.T) {
	dir := t.TempDir()
	t.Setenv("XDG_CACHE_HOME", filepath.Join(dir, "cache"))
	file := filepath.Join(dir, "src", "Letters.java")
	if err := os.MkdirAll(filepath.Dir(file), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, []byte(letters), 0o600); err != nil {
		t.Fatal(err)
	}
	if out, err := runCLI(t, "similar", file+":18"); err == nil || !strings.Contains(err.Error(), "refract scan DIR") {
		t.Errorf("without an index: %q, %v", out, err)
	}
	if out, err := runCLI(t, "scan", filepath.Dir(file)); err != nil {
		t.Fatalf("scan: %q, %v", out, err)
	}
	out, err := runCLI(t, "similar", "--type", "extract-method", file+":18")
	want := `Letters.java:17: shop.Letters.offer(java.util.Properties,String)

Extract Method (extract-method)
  Letters.java:3: shop.Letters.reminder(java.util.Properties,String), with shop.Letters.list(java.util.Properties,String) inlined
`
	if out != want || err != nil {
		t.Errorf("similar: %v, got\n%s\nwant\n%s", err, out, want)
	}
	out, err = runCLI(t, "similar", "--type", "extract-method", "--format", "json", file+":18")
	var doc struct{ Like []struct{ Rule string } }
	if err != nil || json.Unmarshal([]byte(out), &doc) != nil || len(doc.Like) != 1 || doc.Like[0].Rule != "extract-method" {
		t.Errorf("as JSON: %v\n%s", err, out)
	}
	for _, args := range [][]string{
		{"similar", file}, {"similar", file + ":1"}, {"similar", "--format", "xml", file + ":18"}, {"similar", "--most", "-1", file + ":18"},
		{"similar", "--index", filepath.Join(dir, "none"), file + ":18"}, {"similar"},
	} {
		if out, err := runCLI(t, args...); err == nil {
			t.Errorf("refract %v ends well: %q", args, out)
		}
	}
}
