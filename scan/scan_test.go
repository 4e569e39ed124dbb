package scan_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"refract/finding"
	"refract/scan"
)

// shop is a program in which Order.letter could call Letter's greeting: an Extract Method.
var shop = map[string]string{
	"shop/Letters.java": `package shop;
class Letters {
    static String reminder(java.util.Properties p, String name) {
        return list(p, "reminder.") + name;
    }
    static String list(java.util.Properties p, String prefix) {
        StringBuilder out = new StringBuilder();
        java.util.Enumeration names = p.keys();
        while (names.hasMoreElements()) {
            String key = (String) names.nextElement();
            if (key.startsWith(prefix)) {
                out.append(p.getProperty(key));
            }
        }
        return out.toString();
    }
    static String offer(java.util.Properties props, String title) {
        StringBuilder text = new StringBuilder();
        java.util.Enumeration all = props.keys();
        while (all.hasMoreElements()) {
            String key = (String) all.nextElement();
            if (key.startsWith("offer.")) {
                text.append(props.getProperty(key));
            }
        }
        return text.toString() + title;
    }
}
`,
}

func TestScanFinds(t *testing.T) {
	dir := tree(t, shop)
	res, err := scan.Scan(context.Background(), []string{dir}, loadCatalog(t), scan.Options{})
	must(t, err)
	var got []string
	for _, g := range res.Groups {
		for _, m := range g.Members {
			got = append(got, fmt.Sprintf("%s %s as %s", g.Rule, m.Place.Element, m.Samples[0].Place.Element))
		}
	}
	want := []string{"extract-method shop.Letters.offer(java.util.Properties,String) as shop.Letters.reminder(java.util.Properties,String)"}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("opportunities (-want +got):\n%s", diff)
	}
}

// The witness of an opportunity is complete: every statement of both sides stands in it once, in order.
func TestWitnessIsComplete(t *testing.T) {
	res, err := scan.Scan(context.Background(), []string{tree(t, shop)}, loadCatalog(t), scan.Options{})
	must(t, err)
	if len(res.Groups) == 0 {
		t.Fatal("nothing was found")
	}
	w := res.Groups[0].Members[0].Evidence.Witness
	if w.Level != finding.FullWitness && w.Level != finding.PartialWitness {
		t.Errorf("level: got %s", w.Level)
	}
	var query []string
	for _, p := range w.Pairs {
		if p.Query != nil {
			query = append(query, fmt.Sprintf("%d %s", p.Query.StartLine, p.Kind))
		}
	}
	want := []string{"18 same", "19 same", "20 same", "21 same", "22 parameter", "23 same", "26 allowed"}
	if diff := cmp.Diff(want, query); diff != "" {
		t.Logf("pairs: %+v", w.Pairs)
		t.Errorf("lines of the query (-want +got):\n%s", diff)
	}
}

// The same bytes come out at any number of jobs.
func TestJobsDoNotMatter(t *testing.T) {
	dir := os.Getenv("REFRACT_CORPORA")
	if dir == "" {
		dir = tree(t, shop)
	} else {
		dir = filepath.Join(dir, "xml-security", "v0-1.0.4")
	}
	var want []byte
	for _, jobs := range []int{1, 2, 8} {
		res, err := scan.Scan(context.Background(), []string{dir}, loadCatalog(t), scan.Options{Jobs: jobs, MinConfidence: -1})
		must(t, err)
		got, err := json.Marshal(res)
		must(t, err)
		if want == nil {
			want = got
		}
		if string(got) != string(want) {
			t.Errorf("%d jobs give other bytes than 1", jobs)
		}
	}
}

// Bad files are problems; the run goes on and the good file is used.
func TestScanBadFiles(t *testing.T) {
	tests := []struct {
		name, file, text string
		want             string // in the problem; "" for none
	}{
		{"binary", "Bin.java", "\xCA\xFE\xBA\xBE\x00\x00\x00\x34\x00\x01", "not text"},
		{"noise", "Noise.java", strings.Repeat("\x00\x01\x02\x03", 4000), "not text"},
		{"larger than the limit", "Huge.java", "class Huge {}" + strings.Repeat(" ", 51<<20), "limit"},
		{"a NUL in the source", "Nul.java", "class Nul { int f() { return 1\x00; } }" + strings.Repeat("// as long as files are\n", 99), "NUL"},
		{"nested parentheses", "Deep.java", "class Deep { int f() { return " + strings.Repeat("(", 100_000) + "1" + strings.Repeat(")", 100_000) + "; } }", "nest"},
		{"empty", "Empty.java", "", ""},
		{"a syntax error", "Wrong.java", "class Wrong { void f() { int = ; } void g() { } }", "Wrong.java:1"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			files := map[string]string{tt.file: tt.text}
			for k, v := range shop {
				files[k] = v
			}
			res, err := scan.Scan(context.Background(), []string{tree(t, files)}, loadCatalog(t), scan.Options{Jobs: 2})
			must(t, err)
			if res.Opportunities() == 0 {
				t.Error("the good file was not used")
			}
			var got []string
			for _, p := range res.Problems {
				got = append(got, fmt.Sprintf("%s:%d: %s", p.Path, p.Line, p.Message))
			}
			all := strings.Join(got, "\n")
			if tt.want == "" && all != "" || !strings.Contains(all, tt.want) {
				t.Errorf("problems: got %q, want %q in them", all, tt.want)
			}
		})
	}
}

func TestScanUnreadableFile(t *testing.T) {
	if os.Geteuid() == 0 {
		t.Skip("root reads everything")
	}
	files := map[string]string{"Locked.java": "class Locked {}"}
	for k, v := range shop {
		files[k] = v
	}
	dir := tree(t, files)
	must(t, os.Chmod(filepath.Join(dir, "Locked.java"), 0))
	res, err := scan.Scan(context.Background(), []string{dir}, loadCatalog(t), scan.Options{})
	must(t, err)
	if len(res.Problems) != 1 || res.Problems[0].Path != "Locked.java" {
		t.Errorf("problems: got %+v", res.Problems)
	}
}

// Test and generated code is left out unless it is asked for.
func TestScanTestAndGenerated(t *testing.T) {
	files := map[string]string{
		"src/test/java/ATest.java": "import junit.framework.TestCase;\nclass ATest extends TestCase { }",
		"src/main/java/Gen.java":   "/* Generated by JavaCC. Do not edit this line. */\nclass Gen { }",
		"src/main/java/A.java":     "class A { }",
	}
	dir := tree(t, files)
	for _, tt := range []struct {
		name string
		read scan.ReadOptions
		want scan.Inputs
	}{
		{"default", scan.ReadOptions{}, scan.Inputs{Files: 1, Test: 1, Generated: 1}},
		{"with tests", scan.ReadOptions{Tests: true}, scan.Inputs{Files: 2, Generated: 1}},
		{"with generated", scan.ReadOptions{Generated: true}, scan.Inputs{Files: 2, Test: 1}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			res, err := scan.Scan(context.Background(), []string{dir}, loadCatalog(t), scan.Options{Read: tt.read})
			must(t, err)
			got := scan.Inputs{Files: res.Inputs.Files, Test: res.Inputs.Test, Generated: res.Inputs.Generated}
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Errorf("inputs (-want +got):\n%s", diff)
			}
		})
	}
}

// Explain tells what became of every candidate of the method at a line.
func TestExplain(t *testing.T) {
	dir := tree(t, shop)
	res, err := scan.Scan(context.Background(), []string{dir}, loadCatalog(t), scan.Options{Explain: &scan.At{Path: "shop/Letters.java", Line: 18}})
	must(t, err)
	accepted := 0
	for _, r := range res.Explained {
		if !strings.Contains(r.Query.Element, ".offer(") {
			t.Errorf("explained %s, want offer only", r.Query.Element)
		}
		if r.Check == "" {
			accepted++
		} else if r.Reason == "" || r.Stage == "" {
			t.Errorf("a refusal without a reason: %+v", r)
		}
	}
	if accepted == 0 {
		t.Errorf("no candidate was accepted: %+v", res.Explained)
	}

	_, err = scan.Scan(context.Background(), []string{dir}, loadCatalog(t), scan.Options{Explain: &scan.At{Path: "shop/Letters.java", Line: 1}})
	var none *scan.NoMethodError
	if !errors.As(err, &none) {
		t.Errorf("line without a method: got %v, want a NoMethodError", err)
	}
}

// Every stage's account adds up as far as it can be told from outside: what came out of one went into the next.
func TestStagesAddUp(t *testing.T) {
	res, err := scan.Scan(context.Background(), []string{tree(t, shop)}, loadCatalog(t), scan.Options{})
	must(t, err)
	byName := map[string]scan.Stage{}
	for _, s := range res.Stages {
		if s.Rule == "" || s.Rule == "extract-method" {
			byName[s.Name] = s
		}
		if s.In < 0 || s.Out < 0 {
			t.Errorf("stage %s of %s: in %d, out %d", s.Name, s.Rule, s.In, s.Out)
		}
	}
	if byName["walk"].Out != byName["parse"].In || byName["parse"].Out != byName["link"].In {
		t.Errorf("walk %+v, parse %+v, link %+v", byName["walk"], byName["parse"], byName["link"])
	}
	refused := 0
	for _, c := range byName["checks"].Refused {
		refused += c.Count
	}
	if s := byName["checks"]; s.In-s.Out > refused {
		t.Errorf("checks: in %d, out %d, but only %d refused", s.In, s.Out, refused)
	}
}

func TestScanCancelled(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := scan.Scan(ctx, []string{tree(t, shop)}, loadCatalog(t), scan.Options{}); !errors.Is(err, context.Canceled) {
		t.Errorf("got %v, want %v", err, context.Canceled)
	}
}

func TestParseAt(t *testing.T) {
	for _, tt := range []struct {
		in   string
		want scan.At
		ok   bool
	}{
		{"a/B.java:12", scan.At{Path: "a/B.java", Line: 12}, true},
		{"./a/B.java:12", scan.At{Path: "a/B.java", Line: 12}, true},
		{"C:/a/B.java:7", scan.At{Path: "C:/a/B.java", Line: 7}, true},
		{"a/B.java", scan.At{}, false},
		{"a/B.java:0", scan.At{}, false},
		{":3", scan.At{}, false},
	} {
		got, ok := scan.ParseAt(tt.in)
		if ok != tt.ok || ok && got != tt.want {
			t.Errorf("%s: got %v %v, want %v %v", tt.in, got, ok, tt.want, tt.ok)
		}
	}
}
