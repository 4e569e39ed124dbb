package main

import (
	"archive/zip"
	"bytes"
	"context"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func writeFile(t *testing.T, path, text string) string {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	return path
}

func comparing(t *testing.T, args ...string) (out string, err error) {
	t.Helper()
	c := newCompareCommand()
	var w bytes.Buffer
	c.SetOut(&w)
	c.SetErr(io.Discard)
	c.SilenceUsage, c.SilenceErrors = true, true
	c.SetArgs(append(args, "--no-progress"))
	err = c.ExecuteContext(context.Background())
	return w.String(), err
}

// A log is printed in any format; a guide of an XML log says that it is one.
func TestCompareLogInAnyFormat(t *testing.T) {
	plain := writeFile(t, filepath.Join(t.TempDir(), "plain.xml"), `<refactorings version="1" old="a" new="b"/>`)
	for format, want := range map[string]string{"text": "No refactorings", "json": `"old": "a"`, "xml": "<refactorings", "md": "Made from a log"} {
		out, err := comparing(t, "--log", plain, "--format", format)
		if err != nil || !strings.Contains(out, want) {
			t.Errorf("%s: %v, without %q:\n%s", format, err, want, out)
		}
	}
}

// Bad input ends with an error that names it; main makes code 2 of every error that is no exitStatus.
func TestCompareBadInput(t *testing.T) {
	dir := t.TempDir()
	good := filepath.Join(dir, "good")
	writeFile(t, filepath.Join(good, "a/A.java"), "package a; class A { int f() { return 1; } }")
	empty := filepath.Join(dir, "empty")
	if err := os.MkdirAll(empty, 0o755); err != nil {
		t.Fatal(err)
	}
	tests, large := filepath.Join(dir, "tests"), filepath.Join(dir, "large")
	writeFile(t, filepath.Join(tests, "ATest.java"), "import org.junit.Test; class ATest { @Test void a() {} }")
	text := "class Large { /* more than forty-five bytes of it */ }"
	writeFile(t, filepath.Join(large, "Large.java"), text)
	jar := writeFile(t, filepath.Join(dir, "large.jar"), zipped(t, map[string]string{"Large.java": text}))
	broken := writeFile(t, filepath.Join(dir, "broken.xml"), "<refactorings version=\"1\"><refactoring")
	foreign := writeFile(t, filepath.Join(dir, "foreign.xml"), "<html><body>no log</body></html>")
	mined := writeFile(t, filepath.Join(dir, "mined.json"), `{"commits": [{"refactorings": []}]}`)
	noArchive := writeFile(t, filepath.Join(dir, "x.zip"), "this is no archive")
	for _, c := range []struct {
		name string
		args []string
		want string // in the message
	}{
		{"one side", []string{good}, "OLD and NEW"},
		{"no side", nil, "OLD and NEW"},
		{"missing side", []string{good, filepath.Join(dir, "nowhere")}, "nowhere"},
		{"no Java", []string{good, empty}, "empty"},
		{"no archive", []string{good, noArchive}, "x.zip"},
		{"unknown format", []string{good, good, "--format", "pdf"}, "pdf"},
		{"broken log", []string{"--log", broken}, "broken.xml"},
		{"foreign log", []string{"--log", foreign}, "foreign.xml"},
		{"log and release", []string{"--log", broken, good}, "beside --log"},
		{"bad tags", []string{"--tags", "A", good}, "A..B"},
		{"JSON of mine", []string{"--log", mined}, "mined.json: not a refactoring log that this version reads: JSON without a schemaVersion"},
		{"confidence", []string{good, good, "--min-confidence", "2"}, "0 to 1"},
		{"no number", []string{good, good, "--method-threshold", "NaN"}, "--method-threshold NaN: want a number above 0, up to 1"},
		{"window", []string{good, good, "--window", "-3"}, "--window -3: want at least 1"},
		{"fail on", []string{good, good, "--fail-on", "-1"}, "--fail-on -1: want at least 0"},
		{"size", []string{good, good, "--max-file-size", "0"}, "--max-file-size 0: want at least 1"},
		{"unknown type", []string{good, good, "--type", "Rename Everything"}, "the types are: "},
		{"type in small letters", []string{good, good, "--type", "rename method"}, `did you mean "Rename Method"?`},
		{"filter of a log", []string{"--log", broken, "--type", "Rename Method"}, "--type and --log exclude each other"},
		{"tests alone", []string{good, tests}, "tests: no Java file; left out: 1 of test code (--tests)"},
		{"too large", []string{good, large, "--max-file-size", "45"}, "45; not read (raise --max-file-size"},
		{"too large in an archive", []string{good, jar, "--max-file-size", "45"}, "45 bytes; not read (raise --max-file-size"},
	} {
		t.Run(c.name, func(t *testing.T) {
			_, err := comparing(t, c.args...)
			if err == nil {
				t.Fatal("no error")
			}
			if _, ok := err.(exitStatus); ok {
				t.Errorf("error %v is an exit status, want trouble (code 2)", err)
			}
			if !strings.Contains(err.Error(), c.want) {
				t.Errorf("error = %q, want one that says %q", err, c.want)
			}
		})
	}
}

// zipped is an archive of files, by their names.
func zipped(t *testing.T, files map[string]string) string {
	t.Helper()
	var buf bytes.Buffer
	z := zip.NewWriter(&buf)
	for name, text := range files {
		w, err := z.Create(name)
		if err != nil {
			t.Fatal(err)
		}
		io.WriteString(w, text)
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	return buf.String()
}

func TestCompareEqualAndUnrelated(t *testing.T) {
	dir := t.TempDir()
	a, b := filepath.Join(dir, "one"), filepath.Join(dir, "two")
	writeFile(t, filepath.Join(a, "a/A.java"), "package a; class A { int f() { return 1; } }")
	writeFile(t, filepath.Join(b, "b/B.java"), "package b; class B { String name; }")
	out, err := comparing(t, a, a)
	if err != nil || !strings.Contains(out, "No refactorings found") {
		t.Errorf("equal sides: %v, output:\n%s", err, out)
	}
	out, err = comparing(t, a, b)
	if err != nil || !strings.Contains(out, "no package in common") {
		t.Errorf("unrelated sides: %v, output:\n%s", err, out)
	}
}

// An entry of an archive that points outside is left out and told.
func TestCompareArchiveOutside(t *testing.T) {
	dir := t.TempDir()
	a := filepath.Join(dir, "one")
	writeFile(t, filepath.Join(a, "a/A.java"), "package a; class A { int f() { return 1; } }")
	two := zipped(t, map[string]string{"a/A.java": "package a; class A { int f() { return 1; } }", "../../evil/X.java": "class X {}"})
	out, err := comparing(t, a, writeFile(t, filepath.Join(dir, "two.zip"), two))
	if err != nil || !strings.Contains(out, "outside") || !strings.Contains(out, "No refactorings found") {
		t.Errorf("%v, output:\n%s", err, out)
	}
	if _, err := os.Stat(filepath.Join(dir, "..", "evil")); err == nil {
		t.Error("something was unpacked outside")
	}
}

// TestCompareLogOfJSON: what compare prints as JSON is a log from which every format can be printed again.
func TestCompareLogOfJSON(t *testing.T) {
	dir := t.TempDir()
	one, two := filepath.Join(dir, "one"), filepath.Join(dir, "two")
	class := func(name, extra string) string {
		return "package a; public class " + name + " { public int f(int n) { int k = n; while (k > 10) { k = k / 2 + 1; } return k; } " + extra + " }"
	}
	writeFile(t, filepath.Join(one, "a/A.java"), class("A", "public void gone() { }"))
	writeFile(t, filepath.Join(two, "a/B.java"), class("B", ""))
	log := filepath.Join(dir, "log.json")
	if _, err := comparing(t, "--format", "json", "-o", log, one, two); err != nil {
		t.Fatal(err)
	}
	for _, format := range compareFormats {
		want, err := comparing(t, "--format", format, one, two)
		if err != nil || !strings.Contains(want, "gone") && format == "md" || !strings.Contains(want, "Rename Class") && format != "md" {
			t.Fatalf("%s: %v, output says too little:\n%s", format, err, want)
		}
		got, err := comparing(t, "--format", format, "--log", log)
		if err != nil {
			t.Fatal(err)
		}
		if got != want {
			t.Errorf("%s of the log:\n%s\nof the releases:\n%s", format, got, want)
		}
	}
}
