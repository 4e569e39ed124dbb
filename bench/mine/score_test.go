package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"refract/finding"
)

func TestInstances(t *testing.T) {
	for _, test := range []struct {
		name, a, b string
		typ        string
		same       bool
	}{
		{"blanks in types", "m : Map<K, V> to n : Map<K,V> in class p.A", "m : Map<K,V> to n : Map<K,V> in class p.A", "Rename Attribute", true},
		{"package of a type", "a : java.util.List<X> to b : List<X> in class p.A", "a : List<X> to b : List<X> in class p.A", "Rename Attribute", true},
		{"one dot stays", "a : Map.Entry to b : Map.Entry in class p.A", "a : Entry to b : Map.Entry in class p.A", "Rename Attribute", false},
		{"class after a method", "a : int in method public f() : void in class p.A", "a : int in method public f() : void from class p.A", "Extract Variable", true},
		{"steps of anonymous classes", "public f() : void renamed to public g() : void in class p.A.h.new Runnable", "public f() : void renamed to public g() : void in class p.A.h", "Rename Method", true},
		{"order in a merge", "[a : int, b : int] to c : T in method public f() : void from class p.A", "[b : int, a : int] to c : T in method public f() : void from class p.A", "Merge Variable", true},
		{"order in a reorder", "[a : int, b : int] to [b : int, a : int] in method public f() : void from class p.A", "[b : int, a : int] to [b : int, a : int] in method public f() : void from class p.A", "Reorder Parameter", false},
		{"annotation before a type", "@Nullable a : int in method public f() : void from class p.A", "a : int in method public f() : void from class p.A", "Extract Variable", true},
		{"other visibility", "public f() : void renamed to public g() : void in class p.A", "public f() : void renamed to private g() : void in class p.A", "Rename Method", false},
	} {
		a, b := instances(test.typ, test.typ+" "+test.a), instances(test.typ, test.typ+" "+test.b)
		if (a[0] == b[0]) != test.same {
			t.Errorf("%s: %q and %q: equal is %v, want %v", test.name, a[0].key, b[0].key, a[0] == b[0], test.same)
		}
	}
	if got := instances("Extract Superclass", "Extract Superclass p.S from classes [p.A, p.B]"); len(got) != 2 {
		t.Errorf("a list of classes counts %d times, want 2", len(got))
	}
	if got := instances("Split Package", "Split Package a to [b, c]"); len(got) != 2 || got[0].typ != "Change Package" {
		t.Errorf("a split package is %v", got)
	}
}

func TestScoreCounts(t *testing.T) {
	cases := []oracleCase{{Case: "c", Refactorings: []oracleEntry{
		{"Rename Class", "Rename Class p.A renamed to p.B", "TP"},
		{"Rename Class", "Rename Class p.C renamed to p.D", "CTP"},
		{"Rename Class", "Rename Class p.E renamed to p.F", "FP"},
		{"Rename Class", "Rename Class p.G renamed to p.H", "UKN"},
	}}}
	found := map[string][]finding.Refactoring{"c": {
		{Type: "Rename Class", Description: "Rename Class p.A renamed to p.B"},
		{Type: "Rename Class", Description: "Rename Class p.A renamed to p.B"},
		{Type: "Rename Class", Description: "Rename Class p.E renamed to p.F"},
		{Type: "Rename Class", Description: "Rename Class p.X renamed to p.Y"},
		{Type: "Move Class", Description: "Move Class p.X moved to q.X"},
	}}
	per, total, misses := score(cases, found, nil)
	if want := (tally{TP: 1, FP: 1, Unknown: 1, FN: 1}); total != want || len(per) != 1 || len(misses) != 3 {
		t.Errorf("total %+v, want %+v; types %v; misses %v", total, want, per, misses)
	}
}

// TestAgreesWithScript compares with score.py over the benchmark itself, and holds the floor on the way.
func TestAgreesWithScript(t *testing.T) {
	if testing.Short() {
		t.Skip("mines the benchmark")
	}
	if err := os.Chdir(filepath.Join("..", "..")); err != nil {
		t.Fatal(err)
	}
	script := filepath.Join("..", "shared", "oracle", "score.py")
	python, err := exec.LookPath("python3")
	if err != nil {
		t.Skip("no python3")
	}
	if _, err := os.Stat(script); err != nil {
		t.Skip("no score.py: ", err)
	}
	dir, done, err := findOracle()
	if errors.Is(err, errNoOracle) {
		t.Skip(err)
	}
	if err != nil {
		t.Fatal(err)
	}
	defer done()
	for _, data := range []string{"tse2020", "tse2024"} {
		oracle := filepath.Join(dir, data, "oracle.json")
		found, _, err := mineAll(context.Background(), filepath.Join(dir, data), 2)
		if err != nil {
			t.Fatal(err)
		}
		labels, err := readOracle(oracle)
		if err != nil {
			t.Fatal(err)
		}
		per, total, _ := score(labels, found, nil)
		var lines bytes.Buffer
		for name, list := range found {
			if err := json.NewEncoder(&lines).Encode(map[string]any{"case": name, "refactorings": list}); err != nil {
				t.Fatal(err)
			}
		}
		results := filepath.Join(t.TempDir(), data+".jsonl")
		if err := os.WriteFile(results, lines.Bytes(), 0o666); err != nil {
			t.Fatal(err)
		}
		out, err := exec.Command(python, script, "--oracle", oracle, "--results", results, "--json").Output()
		if err != nil {
			t.Fatal(err)
		}
		type row struct{ TP, FP, Unknown, FN int }
		var want struct {
			Total row
			Types map[string]row
		}
		if err := json.Unmarshal(out, &want); err != nil {
			t.Fatal(err)
		}
		if row(total) != want.Total {
			t.Errorf("%s: total %+v, score.py says %+v", data, total, want.Total)
		}
		for _, p := range per {
			if row(p.tally) != want.Types[p.Type] {
				t.Errorf("%s: %s %+v, score.py says %+v", data, p.Type, p.tally, want.Types[p.Type])
			}
		}
	}
}
