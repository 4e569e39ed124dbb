package concretize

import (
	"slices"
	"strings"
	"sync/atomic"

	"refract/internal/sparse"
	"refract/java"
	"refract/mapping"
	"refract/program"
)

// This file tells, without forms and without an alignment, that statements of a called method cannot all stand in a
// query to the letter: a word of theirs is not among the query's. Words are what two statements that are equal but for
// their variables have in common: names of called methods, fields, created types, literals, operators.

// words is a set of words, each hashed to one bit. A bit that one set has and another lacks is a word of the first that is
// none of the second; nothing follows from a bit that both have.
type words [2]uint64

// lacks reports whether some word of need is none of w.
func (w words) lacks(need words) bool { return need[0]&^w[0]|need[1]&^w[1] != 0 }

// with returns the words of both.
func (w words) with(o words) words { return words{w[0] | o[0], w[1] | o[1]} }

func (w *words) add(h uint64) {
	bit := mapping.Mix(h, 0) >> 57
	w[bit>>6] |= 1 << (bit & 63)
}

func (w *words) text(s string) { w.add(mapping.HashString(s)) }

// wordsOf are the words of one method: all of its body, and those that must stand wherever its statements stand with the
// same literals and members.
type wordsOf struct{ all, fixed words }

// wordsOf returns the words of m, which are collected by c. Workers may find them out at once, to the same values.
func (s *Side) wordsOf(m program.MethodID, c *wordCollector) (all, fixed words) {
	s.wordsOnce.Do(func() { s.words = sparse.Make[atomic.Pointer[wordsOf]](s.Program.NumMethods()) })
	at := s.words.At(int(m))
	w := at.Load()
	if w == nil {
		c.collect(s, m)
		w = &wordsOf{c.all, c.fixed}
		at.Store(w)
	}
	return w.all, w.fixed
}

// collect collects the words of m, also those of its single statements if there is an outline to fill.
func (c *wordCollector) collect(s *Side, m program.MethodID) {
	method := s.Program.Method(m)
	*c = wordCollector{outline: c.outline, own: c.own[:0], locals: c.locals[:0], doubts: c.doubts[:0]}
	if method.Body < 0 {
		return
	}
	c.f, c.free = s.Program.File(method.File), method.Body
	for _, site := range s.Rows.Sites(m) {
		c.own = append(c.own, site.Node)
	}
	slices.Sort(c.own)
	params := s.Program.MethodDecl(m).Params
	for i := range params {
		c.locals = append(c.locals, mapping.HashString(params[i].Name))
	}
	// In a local class names may be variables of the method around it.
	c.names = method.Owner >= 0 && !s.Program.Type(method.Owner).Local
	c.body(method.Body)
	if c.binds {
		c.fixed = words{}
		c.outline.unfix()
		return
	}
	slices.Sort(c.locals) // a generated body may have thousands
	for _, d := range c.doubts {
		if _, is := slices.BinarySearch(c.locals, d.h); !is {
			c.fix(d)
		}
	}
}

type wordCollector struct {
	f          *java.File
	all, fixed words
	free       java.NodeID   // up to here what stands in the body may be another thing in a copy of it
	loose      java.NodeID   // up to here it may be elsewhere in a copy of it, or gone
	own        []java.NodeID // calls of methods of the program, in source order
	met        int           // how many of them
	locals     []uint64      // hashes of the names of all parameters and locals, whatever their scopes
	doubts     []doubt       // names that are fixed unless a local has them
	names      bool          // names that are no locals are words
	binds      bool          // there are variables that are not among locals
	outline    *stepOutline  // of the statements; nil where nobody asks
}

// doubt is a name of which it is not known yet whether a local has it, since that may be declared further on. It stands in statement at (see
// openStep) if it is within one.
type doubt struct {
	h      uint64
	at     int
	within bool
	fixed  bool // it is a fixed word of the method as well, and not of its statement alone
}

// fix adds a name that no local has to the fixed words.
func (c *wordCollector) fix(d doubt) {
	if d.fixed {
		c.fixed.add(d.h)
	}
	c.outline.fix(d)
}

func (c *wordCollector) body(root java.NodeID) {
	f := c.f
	for n, nd := range f.Subtree(root) {
		c.outline.at(f, n, nd)
		switch k := nd.Kind; {
		case k == java.LambdaExpression, k == java.Pattern, k == java.TypePattern, k == java.RecordPattern:
			c.binds = true
		case k == java.LocalVariableDeclaration, k == java.ReturnStatement && isValue(f, root, n):
			// A declaration may be of a temporary that goes, and what is returned the value of the call.
			c.loose = max(c.loose, nd.Next)
		case k == java.SwitchLabel, k == java.Modifiers:
			c.free = max(c.free, nd.Next) // not compared
		case k == java.Identifier:
			c.identifier(n, nd)
		case k == java.TypeIdentifier:
			c.word(n, f.TextOf(nd), f.Kind(nd.Parent) == java.ObjectCreationExpression)
		case k.IsLiteral():
			c.word(n, f.TextOf(nd), true)
		case nd.Op != 0:
			c.add(n, uint64(k)<<8|uint64(nd.Op), true)
		case k == java.MethodInvocation && c.met < len(c.own) && c.own[c.met] == n:
			// A call of the program's own may stand around something that stands alone in a copy: only its name is sure.
			c.met++
			if n >= c.free {
				h := mapping.HashString(f.Text(f.Child(n, java.FieldName)))
				if n >= c.loose {
					c.fixed.add(h)
				}
				c.outline.called(h, n >= c.loose, bare(f, n))
				c.free = nd.Next
			}
		}
	}
}

// isValue reports whether return statement n is the last of the body root: what it returns may be the value of a call.
func isValue(f *java.File, root, n java.NodeID) bool {
	if f.At(n).Next != f.At(root).Next {
		return false
	}
	p := f.Parent(n)
	for p > root && f.Kind(p) == java.Block {
		p = f.Parent(p)
	}
	return p == root
}

// bare reports whether call n has neither a receiver nor arguments: it stands around nothing.
func bare(f *java.File, n java.NodeID) bool {
	args := f.Child(n, java.FieldArguments)
	return f.Child(n, java.FieldObject) < 0 && (args < 0 || f.FirstChild(args) < 0)
}

func (c *wordCollector) identifier(n java.NodeID, nd *java.Node) {
	parent, text := c.f.Kind(nd.Parent), c.f.TextOf(nd)
	switch {
	case parent == java.MethodInvocation && nd.Field == java.FieldName:
		c.word(n, text, true)
		return
	case nd.Field == java.FieldName && parent != java.FieldAccess:
		c.locals = append(c.locals, mapping.HashString(text))
	}
	switch {
	case nd.Field == java.FieldObject && parent != java.MethodInvocation, parent == java.ScopedIdentifier, parent == java.ScopedTypeIdentifier:
		c.word(n, text, false) // the qualifier of a static member need not be written
	default:
		c.perhaps(n, mapping.HashString(text))
	}
}

// perhaps adds the name at node n, which is a fixed word where it is none of a local.
func (c *wordCollector) perhaps(n java.NodeID, h uint64) {
	c.add(n, h, false)
	if c.names && n >= c.free {
		d := doubt{h: h, fixed: n >= c.loose}
		d.at, d.within = c.outline.atHand()
		c.doubts = append(c.doubts, d)
	}
}

// word adds the text of node n, to the fixed words if it is one of them where it stands.
func (c *wordCollector) word(n java.NodeID, text string, fixed bool) {
	c.add(n, mapping.HashString(text), fixed && strings.IndexByte(text, '<') < 0)
}

func (c *wordCollector) add(n java.NodeID, h uint64, fixed bool) {
	there := fixed && n >= c.free
	fixed = there && n >= c.loose
	c.all.add(h)
	if fixed {
		c.fixed.add(h)
	}
	c.outline.add(h, fixed, there)
}
