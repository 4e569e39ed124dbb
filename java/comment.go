package java

import (
	"sort"
	"strings"

	"refract/source"
)

// CommentsIn returns the comments that lie inside span, in source order. It aliases File.Comments.
func (f *File) CommentsIn(span source.Span) []source.Span {
	lo := sort.Search(len(f.Comments), func(i int) bool { return f.Comments[i].Start >= span.Start })
	hi := lo + sort.Search(len(f.Comments)-lo, func(i int) bool { return f.Comments[lo+i].End > span.End })
	return f.Comments[lo:hi]
}

// Javadoc returns the span of the documentation comment directly before node n, with only blanks and other comments
// between; ok is false where there is none.
func (f *File) Javadoc(n NodeID) (span source.Span, ok bool) {
	if n < 0 {
		return source.Span{}, false
	}
	at := f.At(n).Start
	for i := sort.Search(len(f.Comments), func(i int) bool { return f.Comments[i].Start >= at }) - 1; i >= 0; i-- {
		c := f.Comments[i]
		if strings.TrimSpace(f.Source[c.End:at]) != "" {
			return source.Span{}, false
		}
		if strings.HasPrefix(f.Source[c.Start:c.End], "/**") && c.Len() > 4 {
			return c, true
		}
		at = c.Start
	}
	return source.Span{}, false
}
