package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"refract/concretize"
	"refract/rules"
	"refract/vectors"
)

// From the samples of every built-in rule a rule is learned that loads, and that finds these samples.
func TestLearnedRulesFindTheirSamples(t *testing.T) {
	set, err := rules.Load(rules.Options{})
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range set.Rules {
		t.Run(r.ID, func(t *testing.T) {
			dir := t.TempDir()
			file := filepath.Join(dir, "learned.yaml")
			args := []string{"rules", "learn", "--name", r.Name, "--output", file}
			n := 0
			for _, s := range r.Samples {
				if s.Refused {
					continue
				}
				n++
				method := s.Method
				if s.AfterMethod != "" {
					method += "=" + s.AfterMethod
				}
				args = append(args, "--method", method)
				for side, text := range map[string][]byte{"before": s.Before, "after": s.After} {
					if err := os.WriteFile(filepath.Join(dir, s.Name+"-"+side+".java"), text, 0o644); err != nil {
						t.Fatal(err)
					}
				}
				args = append(args, filepath.Join(dir, s.Name+"-before.java"), filepath.Join(dir, s.Name+"-after.java"))
			}
			if _, _, err := refract(t, args...); err != nil {
				t.Fatal(err)
			}
			out, _, err := refract(t, "rules", "check", file)
			if err != nil || !strings.Contains(out, r.ID+": ") {
				text, _ := os.ReadFile(file)
				t.Errorf("error %v\n%s\n%s", err, out, text)
			}
			learned, err := rules.LoadFile(file, concretize.Vocabulary())
			if err != nil || len(learned.Samples) != n {
				t.Errorf("error %v, want %d samples", err, n)
			}
		})
	}
}

// Figure 1 of Milea et al. 2014, in the code it was drawn from: before is JMeterUtils.getControllers, after is
// getVisualizers with its getVector.
func TestLearnFigure1(t *testing.T) {
	root := os.Getenv("REFRACT_CORPORA")
	if root == "" {
		t.Skip("REFRACT_CORPORA is not set: no JMeter to learn from")
	}
	code := filepath.Join(root, "jmeter/v1-1.8/src/core/org/apache/jmeter/util/JMeterUtils.java")
	file := filepath.Join(t.TempDir(), "learned.yaml")
	_, _, err := refract(t, "rules", "learn", "--name", "Figure 1", "--method", "getControllers=getVisualizers", "-o", file, code, code)
	if err != nil {
		t.Fatal(err)
	}
	r, err := rules.LoadFile(file, concretize.Vocabulary())
	if err != nil {
		t.Fatal(err)
	}
	if r.Query != rules.Base || r.Answer != rules.Inlined {
		t.Errorf("%v vectors ask and %v vectors answer, want base and inlined", r.Query, r.Answer)
	}
	text, err := os.ReadFile(file)
	if err != nil || !strings.Contains(string(text), "# Sample 1: JMeterUtils.getControllers, with JMeterUtils.getVector inlined.") {
		t.Errorf("error %v\n%s", err, text)
	}
	// "the removal of two variable declaration statements" (§3.2)
	by := 0
	for _, d := range r.Difference {
		if d.Feature == vectors.SyntaxVarDeclarationStatement {
			by = d.By
		}
	}
	if by != -2 {
		t.Errorf("D has %+d declaration statements, want -2", by)
	}
	out, _, err := refract(t, "rules", "check", file)
	if err != nil {
		t.Errorf("%v\n%s", err, out)
	}
}

func TestLearnRefuses(t *testing.T) {
	dir := t.TempDir()
	write := func(name, text string) string {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		return path
	}
	a := write("A.java", "class A { int f(int a) { int t = a + 1; return t; } }")
	b := write("B.java", "class A { int f(int a) { return a + 1; } }")
	bad := write("Bad.java", "class A { int f( { } }")
	tests := []struct {
		name string
		args []string
		want string
	}{
		{"no name", []string{a, b}, "--name is required"},
		{"one file", []string{"--name", "x", a}, "give pairs of files"},
		{"no such file", []string{"--name", "x", a, a + "x"}, "no such file"},
		{"not Java", []string{"--name", "x", a, bad}, "Bad.java:1:"},
		{"no difference", []string{"--name", "x", a, a}, "no method is in both files and has different vectors in them"},
		{"no such method", []string{"--name", "x", "--method", "g", a, b}, "no method g that is in both files and changes"},
		{"methods and pairs", []string{"--name", "x", "--method", "f", "--method", "f", a, b}, "2 --method for 1 pairs"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			out, _, err := refract(t, append([]string{"rules", "learn"}, tt.args...)...)
			if err == nil || !strings.Contains(err.Error(), tt.want) || out != "" {
				t.Errorf("got %v, want %q\n%s", err, tt.want, out)
			}
		})
	}
	// What cannot be learned leaves no file.
	file := filepath.Join(dir, "learned.yaml")
	refract(t, "rules", "learn", "--name", "x", "--output", file, a, a)
	if _, err := os.Stat(file); err == nil {
		t.Error("a file was written")
	}
}

func TestKebabCase(t *testing.T) {
	for name, want := range map[string]string{
		"Inline Temp": "inline-temp", "  A_b  c! ": "a-b-c", "2 for 1": "rule-2-for-1", "Été": "t", "+": "rule",
	} {
		if got := kebabCase(name); got != want {
			t.Errorf("kebabCase(%q) = %q, want %q", name, got, want)
		}
	}
}
