package mine

import (
	"fmt"
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

// Of many files of one name each is found again by the lines that are its own.
func TestRenamedOfOneName(t *testing.T) {
	p := parse.New()
	defer p.Close()
	const n = 2 * mostMet
	var before, after []*java.File
	want := map[string]string{}
	for i := range n {
		text := []byte(fmt.Sprintf("package p;\nclass Messages {\n\tString a%d = \"%d\";\n\tString b%d;\n}\n", i, i, i))
		from, to := fmt.Sprintf("a%d/Messages.java", i), fmt.Sprintf("b%d/Messages.java", (7*i)%n)
		before, after = append(before, p.File(from, text)), append(after, p.File(to, text))
		want[from] = to
	}
	if got := renamed(before, after); !maps.Equal(got, want) {
		t.Errorf("%d of %d found, or others", len(got), n)
	}
	x := filesOfName{sides: linesOf(after)}
	for j := range x.sides {
		x.at = append(x.at, j)
	}
	if got := x.like(&x.sides[0]); len(got) != 1 {
		t.Errorf("a file is compared with %d, want the one that has lines of its own", len(got))
	}
}
