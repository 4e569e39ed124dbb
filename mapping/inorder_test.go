package mapping_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"refract/mapping"
)

// sketch makes an outline of a text: one word is a leaf, "if(…|…)" a composite with two arms. The letter after the word's
// first says what a statement is, see words. Hashes are of the whole word.
type sketch struct {
	mapping.Outline
	words []string
}

func newSketch(text string) *sketch {
	s := &sketch{}
	rest := s.list(text, mapping.NoStmt, 0)
	if rest != "" {
		panic("sketch: " + rest)
	}
	return s
}

// list reads statements up to the end of an arm and returns what follows.
func (s *sketch) list(text string, parent mapping.StmtID, arm uint8) string {
	for index := int32(0); text != "" && text[0] != '|' && text[0] != ')'; index++ {
		text = strings.TrimLeft(text, " ")
		end := strings.IndexAny(text, " (|)")
		if end < 0 {
			end = len(text)
		}
		word := text[:end]
		text = text[end:]
		id := mapping.StmtID(len(s.Stmts))
		hash := mapping.HashString(word)
		s.words = append(s.words, word)
		st := mapping.Stmt{Kind: mapping.Expression, Parent: parent, Branch: arm, Index: index, Hash: hash, Full: hash}
		if !strings.HasPrefix(text, "(") {
			st.End = id + 1
			s.Stmts = append(s.Stmts, st)
		} else {
			st.Kind = mapping.If
			s.Stmts = append(s.Stmts, st)
			text = s.list(text[1:], id, 0)
			if strings.HasPrefix(text, "|") {
				text = s.list(text[1:], id, 1)
			}
			text = text[1:]
			s.Stmts[id].End = mapping.StmtID(len(s.Stmts))
		}
		text = strings.TrimLeft(text, " ")
	}
	return text
}

// words compares words letter by letter: each letter that differs takes a third, words of different length do not agree.
// A head with ! agrees crossed with the one without.
type words struct{ src, dst *sketch }

func (w words) Equal(a, b mapping.StmtID) bool { return true }

func (w words) Leaf(a, b mapping.StmtID) (mapping.Agreement, bool) {
	return letters(w.src.words[a], w.dst.words[b])
}

func (w words) Head(a, b mapping.StmtID, crossed bool) (mapping.Agreement, bool) {
	x, y := w.src.words[a], w.dst.words[b]
	if crossed {
		if strings.HasPrefix(x, "!") == strings.HasPrefix(y, "!") {
			return mapping.Agreement{}, false
		}
		x, y = strings.TrimPrefix(x, "!"), strings.TrimPrefix(y, "!")
	}
	return letters(x, y)
}

func letters(x, y string) (mapping.Agreement, bool) {
	if len(x) != len(y) {
		return mapping.Agreement{}, false
	}
	g := mapping.Agreement{}
	for i := range x {
		if x[i] != y[i] {
			g.Distance += mapping.Whole / 3
		}
	}
	return g, true
}

func mapped(src, dst *sketch) []mapping.Link {
	var o mapping.InOrder
	return o.Map(nil, &src.Outline, &dst.Outline, words{src, dst})
}

func TestInOrder(t *testing.T) {
	tests := []struct{ name, src, dst, want string }{
		{"equal", "a b", "a b", "a=a b=b"},
		{"between equal ends", "a bb c", "a x bd c", "a=a bb~bd c=c"},
		{"no crossing", "aa b", "b aa", "b=b"},
		{"an exchange that is worth less", "aaa bbb ccc", "bbb ccc aaa", "bbb=bbb ccc=ccc"},
		{"two that agree before one that is equal", "aab aac x", "x aab aac", "aab=aab aac=aac"},
		{"inside composites", "if(a b|c) d", "if(a|c e) d", "if=if a=a c=c d=d"},
		{"what is inside where the heads do not agree", "if(a b)", "while(a b)", "a=a b=b"},
		{"an arm stays an arm", "if(a|bb)", "if(bb|a)", "if=if"},
		{"crosswise", "if(aaa|bbb)", "!if(bbb|aaa)", "if*!if aaa=aaa bbb=bbb"},
		{"crosswise, an arm empty", "if(aaa)", "!if(|aaa)", "if*!if aaa=aaa"},
		{"an empty arm", "if(|b) c", "if(a|b) c", "if=if b=b c=c"},
		{"depth is kept", "if(a) b", "a b", "b=b"},
		{"nested", "f(g(a b) c)", "f(g(a) c)", "f=f g=g a=a c=c"},
		{"nothing", "", "a", ""},
	}
	for _, tt := range tests {
		src, dst := newSketch(tt.src), newSketch(tt.dst)
		var got []string
		for _, l := range mapped(src, dst) {
			sign := "~"
			switch {
			case l.Crossed:
				sign = "*"
			case l.Equal:
				sign = "="
			}
			got = append(got, src.words[l.Src]+sign+dst.words[l.Dst])
		}
		if d := cmp.Diff(tt.want, strings.Join(got, " ")); d != "" {
			t.Errorf("%s: %q with %q: %s", tt.name, tt.src, tt.dst, d)
		}
	}
}

// best is what the best mapping of two lists is worth, by trying all.
func best(src, dst *sketch, xs, ys []mapping.StmtID) int32 {
	if len(xs) == 0 || len(ys) == 0 {
		return 0
	}
	return max(best(src, dst, xs[1:], ys), best(src, dst, xs, ys[1:]), worth(src, dst, xs[0], ys[0])+best(src, dst, xs[1:], ys[1:]))
}

func worth(src, dst *sketch, a, b mapping.StmtID) int32 {
	w := words{src, dst}
	sa, sb := &src.Stmts[a], &dst.Stmts[b]
	if sa.Kind != sb.Kind {
		return 0
	}
	gain := func(g mapping.Agreement, ok bool) int32 {
		if !ok {
			return 0
		}
		return max(mapping.Whole-g.Distance, mapping.Whole/10)
	}
	if sa.Kind == mapping.Expression {
		return gain(w.Leaf(a, b))
	}
	arm := func(s *sketch, id mapping.StmtID, k uint8) (list []mapping.StmtID) {
		for i := range s.Stmts {
			if s.Stmts[i].Parent == id && s.Stmts[i].Branch == k {
				list = append(list, mapping.StmtID(i))
			}
		}
		return list
	}
	straight := gain(w.Head(a, b, false)) + best(src, dst, arm(src, a, 0), arm(dst, b, 0)) + best(src, dst, arm(src, a, 1), arm(dst, b, 1))
	if g := gain(w.Head(a, b, true)); g > 0 {
		return max(straight, g+best(src, dst, arm(src, a, 0), arm(dst, b, 1))+best(src, dst, arm(src, a, 1), arm(dst, b, 0)))
	}
	return straight
}

func (s *sketch) top() (list []mapping.StmtID) {
	for i := range s.Stmts {
		if s.Stmts[i].Parent == mapping.NoStmt {
			list = append(list, mapping.StmtID(i))
		}
	}
	return list
}

// sketchOf writes a random body of about n statements.
func sketchOf(r *rand.Rand, n int) string {
	var b strings.Builder
	for n > 0 {
		word := strings.Repeat(string(rune('a'+r.IntN(2))), 1+r.IntN(2)) + string(rune('a'+r.IntN(3)))
		if n < 3 || r.IntN(3) > 0 {
			b.WriteString(word + " ")
			n--
			continue
		}
		inner := 1 + r.IntN(n-2)
		first := r.IntN(inner + 1)
		fmt.Fprintf(&b, "%s%s(%s|%s) ", []string{"", "!"}[r.IntN(2)], word, sketchOf(r, first), sketchOf(r, inner-first))
		n -= 1 + inner
	}
	return strings.TrimSpace(b.String())
}

// The mapping is worth as much as the best of all, its pairs do not cross, and one InOrder can map many.
func TestInOrderIsBest(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 14))
	var o mapping.InOrder
	for range 2000 {
		x, y := sketchOf(r, r.IntN(9)), sketchOf(r, r.IntN(9))
		src, dst := newSketch(x), newSketch(y)
		w := words{src, dst}
		links := o.Map(nil, &src.Outline, &dst.Outline, w)
		got := int32(0)
		for _, l := range links {
			got += max(mapping.Whole-l.Distance, mapping.Whole/10)
		}
		if want := best(src, dst, src.top(), dst.top()); got != want {
			t.Fatalf("%q with %q: worth %d, the best is %d", x, y, got, want)
		}
		if !slices.IsSortedFunc(links, func(a, b mapping.Link) int { return int(a.Src - b.Src) }) && !anyCrossed(links) {
			t.Fatalf("%q with %q: not in order: %v", x, y, links)
		}
		checkPlaces(t, src, dst, links)
	}
}

func anyCrossed(links []mapping.Link) bool {
	return slices.ContainsFunc(links, func(l mapping.Link) bool { return l.Crossed })
}

// checkPlaces reports statements that are in two pairs, and pairs of which one stands under a composite whose partner the other
// does not stand under.
func checkPlaces(t *testing.T, src, dst *sketch, links []mapping.Link) {
	t.Helper()
	of := map[mapping.StmtID]mapping.StmtID{}
	back := map[mapping.StmtID]mapping.StmtID{}
	for _, l := range links {
		_, twice := of[l.Src]
		_, again := back[l.Dst]
		if twice || again {
			t.Fatalf("%v %v: a statement is in two pairs: %v", src.words, dst.words, links)
		}
		of[l.Src], back[l.Dst] = l.Dst, l.Src
	}
	for _, l := range links {
		a, b := src.Stmts[l.Src].Parent, dst.Stmts[l.Dst].Parent
		if to, ok := of[a]; ok && to != b {
			t.Fatalf("%v %v: %d and %d are a pair, what they stand in is not: %v", src.words, dst.words, l.Src, l.Dst, links)
		}
		if (a == mapping.NoStmt) != (b == mapping.NoStmt) {
			t.Fatalf("%v %v: a pair at two depths: %v", src.words, dst.words, links)
		}
	}
}

// Of bodies too long for a table of all pairs, what is equal at the ends is paired.
func TestInOrderLarge(t *testing.T) {
	const n, middle = 1200, 550
	var x, y []string
	for i := range n {
		x = append(x, fmt.Sprintf("s%d", i))
		if i < n/2-middle/2 || i >= n/2+middle/2 {
			y = append(y, fmt.Sprintf("s%d", i))
		} else {
			y = append(y, fmt.Sprintf("t%d", i))
		}
	}
	links := mapped(newSketch(strings.Join(x, " ")), newSketch(strings.Join(y, " ")))
	if len(links) != n-middle {
		t.Errorf("%d statements are mapped, the ends have %d", len(links), n-middle)
	}
	for _, l := range links {
		if l.Src != l.Dst || !l.Equal {
			t.Fatalf("statement %d is mapped to %d", l.Src, l.Dst)
		}
	}
}

// Both ways to choose work with the Comparer of versions: where nothing moved they find the same pairs, and what moved is
// found best first only.
func TestTwoWaysToChoose(t *testing.T) {
	tests := []struct {
		name, before, after string
		moved               int // pairs that only Map finds
	}{
		{"replacements", "int x = f(p); if (p > 0) { g(x, 1); } return x;", "int x = f(q); if (q > 0) { g(x, 2); } return x;", 0},
		{"added and deleted", "a(p); b(p); c(p);", "a(p); d(q, q); c(p);", 0},
		{"a loop around a switch", "while (p > 0) { switch (q) { case 1: a(p); break; default: b(p); } p--; }",
			"while (p > 1) { switch (q) { case 1: a(p); break; default: b(q); } p--; }", 0},
		{"lambda with a body", "run(() -> { a(p); b(p); }); c(p);", "run(() -> { a(p); b(p); d(p); }); c(p);", 0},
		{"two exchanged", "a(p); b(q);", "b(q); a(p);", 1},
		{"moved out of a branch", "if (p > 0) { a(p); b(q); }", "if (p > 0) { a(p); } b(q);", 1},
	}
	for _, tt := range tests {
		src, dst := body(t, tt.before), body(t, tt.after)
		m := mapping.Map(src, dst, mapping.Options{Same: true})
		ordered := map[[2]mapping.StmtID]bool{}
		for _, l := range mapping.MapInOrder(src, dst, mapping.Options{Same: true}) {
			ordered[[2]mapping.StmtID{l.Src, l.Dst}] = true
			if p := m.OfSrc(l.Src); p == nil || p.Dst != l.Dst {
				t.Errorf("%s: only in order: %q with %q", tt.name, src.Text(l.Src), dst.Text(l.Dst))
			}
		}
		moved := 0
		for i := range m.Pairs {
			p := &m.Pairs[i]
			if src.Stmts[p.Src].Body == 0 && !src.Stmts[p.Src].Kind.Part() && !ordered[[2]mapping.StmtID{p.Src, p.Dst}] {
				moved++
			}
		}
		if moved != tt.moved {
			t.Errorf("%s: %d pairs only best first, want %d\n%s", tt.name, moved, tt.moved, show(m))
		}
	}
}
