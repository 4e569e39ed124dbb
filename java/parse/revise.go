package parse

import (
	"slices"
	"sort"
	"strings"
	"unsafe"

	"refract/java"
	"refract/source"
)

// This file parses the second of two revisions of a file at the cost of what changed. Bodies, and members and statements in
// a row, that stand in both texts alike are taken out of the second text, each with an empty block in its place; what
// remains is parsed, and the nodes of what was taken out are copied from the tree of the first.
//
// Tree-sitter's own incremental parse would keep a little more, but what it makes of a text may depend on the text
// before: an ambiguity may stay settled as it was settled there. Here the tree is that of a cold parse, because what a parser
// that stands in one state makes of a block, or of a member or statement in a row of such, depends on nothing below on
// its stack, and leaves it in one state again. That the empty block comes out as a block in the same kind of parent, and that nothing is an error,
// shows that the parser comes there in that state. Where either fails the text is parsed cold.

// minBody is the size in bytes of what is worth taking out.
const minBody = 32

// cut is a body, or members or statements in a row, that both texts have.
type cut struct {
	old, until java.NodeID // the nodes in the first tree, [old, until)
	kind       java.Kind   // of the empty block: Block or ConstructorBody
	start, end uint32      // in the second text
	at         uint32      // the place of the empty block in the reduced text
	hollow     java.NodeID // the empty block in the tree of the reduced text
	shift      uint32      // what to add to an offset behind it in the reduced text, modulo 1<<32
	inserted   java.NodeID // the nodes that come in by this cut and those before
}

// reviser holds the buffers of revise.
type reviser struct {
	overlap overlap
	cuts    []cut
	reduced []byte
	ids     []java.NodeID // by node of the reduced text: the node in the whole
	taken   int           // bytes of the last text that were not parsed
}

// Pair parses two revisions of one file; each result is the same as that of File.
func (p *Parser) Pair(oldPath string, old []byte, newPath string, new []byte) (before, after *java.File) {
	before = p.file(oldPath, old, nil)
	if string(old) == string(new) {
		return before, p.renamed(before, newPath)
	}
	base := before
	if !p.clean {
		base = nil
	}
	return before, p.file(newPath, new, base)
}

// renamed returns f as the file of another path.
func (p *Parser) renamed(f *java.File, path string) *java.File {
	g := *f
	g.Path = path
	g.Problems = slices.Clone(f.Problems)
	for i := range g.Problems {
		g.Problems[i].Path = path
	}
	classify(&g)
	return &g
}

// revise returns the tree of text, of which base is an earlier revision that parsed without errors. ok is false where
// there is too little in common, or any doubt.
func (p *Parser) revise(base *java.File, baseDepth int, text string, limit uint64) (t tree, ok bool) {
	v := &p.reviser
	v.findCuts(base, text)
	if !v.reduce(text) {
		return tree{}, false
	}
	small, ok := p.e.view(unsafe.String(unsafe.SliceData(v.reduced), len(v.reduced)), limit)
	if !ok || small.hasError || small.depth+baseDepth > MaxDepth || !v.place(base, small) {
		return tree{}, false
	}
	v.taken = len(text) - len(v.reduced)
	return v.join(base, small), true
}

// findCuts finds the bodies, and what stands in row in a body, of base that lie in a stretch of text that is the same.
func (v *reviser) findCuts(base *java.File, text string) {
	v.cuts = v.cuts[:0]
	runs := v.overlap.runs(base.Source, text)
	for i := java.NodeID(0); int(i) < len(base.Nodes); {
		n := &base.Nodes[i]
		for len(runs) > 0 && runs[0].old+runs[0].size <= int(n.Start) {
			runs = runs[1:]
		}
		if len(runs) == 0 {
			return
		}
		r := runs[0]
		if int(n.End) <= r.old || n.End-n.Start < minBody && !inRow(base, i) {
			i = n.Next // nothing in it can be cut
			continue
		}
		c, ok := cutAt(base, text, i, r)
		if !ok {
			i++
			continue
		}
		if c.end-c.start >= minBody {
			v.cuts = append(v.cuts, c)
		}
		i = c.until
	}
}

// cutAt returns the cut that begins with node i, if it lies in r.
func cutAt(base *java.File, text string, i java.NodeID, r run) (cut, bool) {
	n := &base.Nodes[i]
	end := uint32(r.old + r.size)
	if int(n.Start) < r.old || n.End > end {
		return cut{}, false
	}
	by := uint32(r.new - r.old)
	c := cut{old: i, until: n.Next, kind: java.Block, start: n.Start + by, end: n.End + by}
	switch {
	case inRow(base, i) && endsItem(text[:c.start]):
		for last := base.Nodes[n.Parent].Next; c.until < last && base.Nodes[c.until].End <= end; c.until = n.Next {
			n = &base.Nodes[c.until]
			c.end = n.End + by
		}
	case n.Kind == java.Block || n.Kind == java.ConstructorBody:
		c.kind = n.Kind
	default:
		return cut{}, false
	}
	return c, true
}

// inRow reports whether node i is one of a row of members or statements, among which an empty block may stand in the
// place of any others.
func inRow(f *java.File, i java.NodeID) bool {
	switch f.Kind(f.Nodes[i].Parent) {
	case java.ClassBody, java.EnumBodyDeclarations, java.Block, java.Program:
		return true
	case java.ConstructorBody:
		return f.Nodes[i].Kind != java.ExplicitConstructorInvocation
	}
	return false
}

// endsItem reports whether the code before a member or statement ends what came before: else there may be a modifier, a
// label or a condition that belongs to it. Where a comment is the last thing this is left to the parser.
func endsItem(before string) bool {
	before = strings.TrimRight(before, " \t\r\n\f")
	return before == "" || strings.IndexByte(";{}/", before[len(before)-1]) >= 0
}

// reduce sets reduced to text with empty blocks in the place of the cuts; false where that is not worth while.
func (v *reviser) reduce(text string) bool {
	v.reduced = v.reduced[:0]
	at, shift := uint32(0), uint32(0)
	for i := range v.cuts {
		c := &v.cuts[i]
		v.reduced = append(v.reduced, text[at:c.start]...)
		c.at = uint32(len(v.reduced))
		v.reduced = append(v.reduced, "{}"...)
		shift += c.end - c.start - 2
		at, c.shift = c.end, shift
	}
	v.reduced = append(v.reduced, text[at:]...)
	return len(v.reduced) < len(text)-len(text)/16
}

// place finds the empty blocks in the tree of the reduced text; false where one is not there.
func (v *reviser) place(base *java.File, small tree) bool {
	k, inserted := 0, java.NodeID(0)
	v.ids = slices.Grow(v.ids[:0], len(small.nodes)+1)
	for i := range small.nodes {
		n := &small.nodes[i]
		v.ids = append(v.ids, java.NodeID(i)+inserted)
		if k == len(v.cuts) || n.Start != v.cuts[k].at {
			continue
		}
		c := &v.cuts[k]
		o := &base.Nodes[c.old]
		if n.Kind != c.kind || n.Field != o.Field || n.End != c.at+2 || n.Next != java.NodeID(i+1) || n.Parent < 0 ||
			small.nodes[n.Parent].Kind != base.Nodes[o.Parent].Kind {
			continue
		}
		inserted += c.until - c.old - 1
		c.hollow, c.inserted = java.NodeID(i), inserted
		k++
	}
	v.ids = append(v.ids, java.NodeID(len(small.nodes))+inserted)
	return k == len(v.cuts)
}

// join returns small with the nodes of the cuts put in.
func (v *reviser) join(base *java.File, small tree) tree {
	t := tree{nodes: make([]java.Node, 0, v.ids[len(small.nodes)]), depth: small.depth}
	k := 0 // the first cut that does not start before node i
	for i := range small.nodes {
		n := small.nodes[i]
		for k < len(v.cuts) && v.cuts[k].at < n.Start {
			k++
		}
		if n.Parent >= 0 {
			n.Parent = v.ids[n.Parent]
		}
		if k < len(v.cuts) && v.cuts[k].hollow == java.NodeID(i) {
			t.nodes = v.graft(t.nodes, base, &v.cuts[k], n)
			continue
		}
		n.Next = v.ids[n.Next]
		n.Start += v.shiftBefore(k)
		if k == len(v.cuts) || n.End <= v.cuts[k].at {
			n.End += v.shiftBefore(k)
		} else {
			end := n.End
			n.End += v.shiftBefore(k + sort.Search(len(v.cuts)-k, func(x int) bool { return v.cuts[k+x].at >= end }))
		}
		t.nodes = append(t.nodes, n)
	}
	t.comments = v.joinComments(base, small.comments)
	return t
}

// shiftBefore is how far the text behind the first k cuts was moved.
func (v *reviser) shiftBefore(k int) uint32 {
	if k == 0 {
		return 0
	}
	return v.cuts[k-1].shift
}

// graft appends the nodes of cut c, which stands in the place of hollow.
func (v *reviser) graft(nodes []java.Node, base *java.File, c *cut, hollow java.Node) []java.Node {
	from := base.Nodes[c.old]
	by, up := c.start-from.Start, java.NodeID(len(nodes))-c.old
	for _, n := range base.Nodes[c.old:c.until] {
		n.Start, n.End, n.Next = n.Start+by, n.End+by, n.Next+up
		if n.Parent == from.Parent {
			n.Parent = hollow.Parent
		} else {
			n.Parent += up
		}
		nodes = append(nodes, n)
	}
	return nodes
}

func (v *reviser) joinComments(base *java.File, rest []source.Span) []source.Span {
	var out []source.Span
	for k := range len(v.cuts) + 1 {
		for len(rest) > 0 && (k == len(v.cuts) || rest[0].Start < v.cuts[k].at) {
			by := v.shiftBefore(k)
			out = append(out, source.Span{Start: rest[0].Start + by, End: rest[0].End + by})
			rest = rest[1:]
		}
		if k < len(v.cuts) {
			c := &v.cuts[k]
			by := c.start - base.Nodes[c.old].Start
			for _, s := range base.CommentsIn(source.Span{Start: base.Nodes[c.old].Start, End: c.end - by}) {
				out = append(out, source.Span{Start: s.Start + by, End: s.End + by})
			}
		}
	}
	return out
}
