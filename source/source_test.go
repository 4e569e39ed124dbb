package source_test

import (
	"strings"
	"testing"

	"pgregory.net/rapid"

	"refract/source"
)

func TestLineTable(t *testing.T) {
	tests := []struct {
		name, text string
		offset     uint32
		want       source.Position
		lines      int
	}{
		{"empty", "", 0, source.Position{Line: 1, Column: 1}, 0},
		{"one line", "abc", 2, source.Position{Line: 1, Column: 3}, 1},
		{"at a line's start", "a\nb\n", 2, source.Position{Line: 2, Column: 1}, 2},
		{"at the end", "a\nb\n", 4, source.Position{Line: 3, Column: 1}, 2},
		{"past the end", "a\nb", 99, source.Position{Line: 2, Column: 2}, 2},
		{"carriage return and line feed", "a\r\nb", 3, source.Position{Line: 2, Column: 1}, 2},
		{"carriage return alone", "a\rb", 2, source.Position{Line: 2, Column: 1}, 2},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			table := source.NewLineTable(tt.text)
			if got := table.Position(tt.offset); got != tt.want {
				t.Errorf("Position(%d) of %q = %v, want %v", tt.offset, tt.text, got, tt.want)
			}
			if got := table.Count(); got != tt.lines {
				t.Errorf("Count of %q = %d, want %d", tt.text, got, tt.lines)
			}
		})
	}
}

// TestLineTableAgreesWithCounting: positions are what counting line feeds gives, and lines cover the text without gaps.
func TestLineTableAgreesWithCounting(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := rapid.StringMatching(`(a|bc|\n|\r\n|é){0,40}\n?`).Draw(t, "text")
		if !strings.Contains(text, "\n") {
			t.Skip("a text without a line feed is in the table above")
		}
		table := source.NewLineTable(text)
		for i := 0; i <= len(text); i++ {
			want := source.Position{Line: 1 + strings.Count(text[:i], "\n"), Column: i - strings.LastIndex(text[:i], "\n")}
			if got := table.Position(uint32(i)); got != want {
				t.Fatalf("Position(%d) of %q = %v, want %v", i, text, got, want)
			}
		}
		var b strings.Builder
		for n := 1; n <= table.Count(); n++ {
			s := table.Line(n)
			b.WriteString(text[s.Start:s.End])
		}
		if b.String() != text {
			t.Fatalf("the lines of %q are %q", text, b.String())
		}
	})
}

func TestSpan(t *testing.T) {
	outer, inner := source.Span{Start: 2, End: 9}, source.Span{Start: 2, End: 4}
	if !outer.Contains(inner) || inner.Contains(outer) || !outer.Contains(outer) || outer.Len() != 7 {
		t.Errorf("Contains or Len is wrong for %v and %v", outer, inner)
	}
}
