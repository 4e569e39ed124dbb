package mine

import (
	"maps"
	"testing"

	"refract/java"
	"refract/java/parse"
)

// Files of half the bytes in common lines are one; of two empty files nothing says so.
func TestRenamed(t *testing.T) {
	p := parse.New()
	defer p.Close()
	files := func(texts map[string]string) (list []*java.File) {
		for path, text := range texts {
			list = append(list, p.File(path, []byte(text)))
		}
		return list
	}
	body := "class A {\n\tint f(int a) { return a; }\n\tint g(int a) { return f(a); }\n}\n"
	before := files(map[string]string{"a/Empty.java": "", "a/Other.java": "class Other { }\n", "a/Old.java": body})
	after := files(map[string]string{"b/Nothing.java": "", "b/New.java": "// new\n" + body, "b/More.java": "class More { int n; }\n"})
	if got, want := renamed(before, after), map[string]string{"a/Old.java": "b/New.java"}; !maps.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
}
