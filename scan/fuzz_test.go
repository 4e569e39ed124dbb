package scan_test

import (
	"testing"

	"refract/internal/testjava"
	"refract/java"
	"refract/java/parse"
	"refract/scan"
)

// FuzzDetect: whatever two files hold, linking them, resolving their names, counting and inlining, and all rules end
// without a panic, and what is found lies in the files.
func FuzzDetect(f *testing.F) {
	testjava.SeedSamples(f)
	f.Add([]byte("class A extends B { static final int C = D.C + 1; int f() { return f(); } }"), []byte("class B extends A { } class D { static final int C = A.C; }"))
	f.Add([]byte("class A<T extends A<T>> implements A.I { interface I extends A.I { } T t() { return t().t(); } }"), []byte("interface X extends X { default void f() { X.super.f(); } }"))
	f.Add([]byte("class A { Object o = new Object() { Object p = o(() -> p); }; Object o(Runnable r) { return switch (r) { case A(var x) when x -> 1; default -> o; }; } }"), []byte(""))
	set := builtin(f)
	p := parse.New()
	f.Fuzz(func(t *testing.T, one, two []byte) {
		files := []*java.File{p.File("a/A.java", one), p.File("b/B.java", two)}
		c, err := scan.NewCorpus(t.Context(), files, 1)
		if err != nil {
			t.Fatal(err)
		}
		for _, rule := range set.Rules {
			d, err := scan.Detect(t.Context(), c, c, rule, scan.DetectOptions{Jobs: 1})
			if err != nil {
				t.Fatal(err)
			}
			for _, o := range d.Opportunities {
				if l := o.Place; l.Path != "a/A.java" && l.Path != "b/B.java" || l.StartLine < 1 || l.EndLine < l.StartLine || o.Confidence < 0 || o.Confidence > 1 {
					t.Errorf("%s: %+v", rule.ID, o)
				}
			}
		}
	})
}
