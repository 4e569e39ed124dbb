package scan_test

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// TestMethodsOfNoClass scans the library with copies of its classes beside them whose heads are cut out: their methods stand in no type, as those of a compact source file
// do, and are compared with methods of the others.
func TestMethodsOfNoClass(t *testing.T) {
	dir := copyTree(t)
	head := regexp.MustCompile(`(?m)^(public |final |abstract )*(class|interface|enum|record) [^{]*\{`)
	cut := 0
	err := filepath.WalkDir(dir, func(path string, d os.DirEntry, err error) error {
		if err != nil || !strings.HasSuffix(path, ".java") {
			return err
		}
		text, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		headless := head.ReplaceAllString(string(text), "")
		if headless == string(text) {
			return nil
		}
		cut++
		return os.WriteFile(strings.TrimSuffix(path, ".java")+"Headless.java", []byte(headless), 0o600)
	})
	if err != nil || cut < 5 {
		t.Fatalf("%d heads are cut out, error %v", cut, err)
	}
	literals := ""
	for _, name := range []string{"a", "b", "c"} {
		literals += "void " + name + "(java.util.Map m) { Object o = m.get(\"some.key.of.some.length\"); m.put(\"some.key.of.some.length\", o); m.remove(o); }\n"
	}
	constant := strings.ReplaceAll(literals, `"some.key.of.some.length"`, "KEY")
	writeAndRest(t, dir, "Constant.java", "class Constant { static final String KEY = \"another.key.of.some.length\";\n"+constant+"}")
	writeAndRest(t, dir, "Literal.java", literals)
	report, _ := scanWith(t, dir, "", builtin(t))
	if !strings.Contains(report, "finding.Opportunity{") {
		t.Error("nothing is found in the classes whose heads are there")
	}
}
