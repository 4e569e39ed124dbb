package concretize

import (
	"slices"
	"strings"
	"sync/atomic"

	"refract/internal/fresh"
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

// wordsOf returns the words of m. Workers may find them out at once, to the same values.
func (s *Side) wordsOf(m program.MethodID) (all, fixed words) {
	s.wordsOnce.Do(func() { s.words = fresh.Make[atomic.Pointer[wordsOf]](s.Program.NumMethods()) })
	w := s.words[m].Load()
	if w == nil {
		w = &wordsOf{}
		w.all, w.fixed = s.collectWords(m)
		s.words[m].Store(w)
	}
	return w.all, w.fixed
}

func (s *Side) collectWords(m program.MethodID) (all, fixed words) {
	c := wordCollector{}
	c.collect(s, m)
	return c.all, c.fixed
}

// collect collects the words of m, also those of its single statements if there is an outline to fill.
func (c *wordCollector) collect(s *Side, m program.MethodID) {
	method := s.Program.Method(m)
	if method.Body < 0 {
		return
	}
	*c = wordCollector{outline: c.outline, f: s.Program.File(method.File), free: method.Body}
	for _, site := range s.Rows.Sites(m) {
		c.own = append(c.own, site.Node)
	}
	slices.Sort(c.own)
	c.declared(s.Program.MethodDecl(m))
	// In a local class names may be variables of the method around it.
	c.names = method.Owner >= 0 && !s.Program.Type(method.Owner).Local
	c.body(method.Body)
	if c.binds {
		c.fixed = words{}
		c.outline.unfix()
	}
}

type wordCollector struct {
	f          *java.File
	all, fixed words
	free       java.NodeID   // up to here what stands in the body may be another thing in a copy of it
	loose      java.NodeID   // up to here it may be elsewhere in a copy of it, or gone
	own        []java.NodeID // calls of methods of the program, in source order
	locals     []string
	names      bool         // names that are no locals are words
	binds      bool         // there are variables that declared does not know
	outline    *stepOutline // of the statements; nil where nobody asks
}

// declared notes the names of all parameters and locals, whatever their scopes.
func (c *wordCollector) declared(d *java.Method) {
	for i := range d.Params {
		c.locals = append(c.locals, d.Params[i].Name)
	}
	f := c.f
	for _, nd := range f.Subtree(d.Body) {
		switch nd.Kind {
		case java.Identifier:
			if nd.Field != java.FieldName {
				continue
			}
			if k := f.Kind(nd.Parent); k != java.MethodInvocation && k != java.FieldAccess {
				c.locals = append(c.locals, f.TextOf(nd))
			}
		case java.LambdaExpression, java.Pattern, java.TypePattern, java.RecordPattern:
			c.binds = true
		}
	}
}

func (c *wordCollector) isLocal(name string) bool {
	for _, l := range c.locals {
		if l == name {
			return true
		}
	}
	return false
}

func (c *wordCollector) body(root java.NodeID) {
	f := c.f
	for n, nd := range f.Subtree(root) {
		c.outline.at(f, n)
		switch k := nd.Kind; {
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
		case k == java.MethodInvocation && len(c.own) > 0 && c.own[0] == n:
			// A call of the program's own may stand around something that stands alone in a copy: only its name is sure.
			c.own = c.own[1:]
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
	case nd.Field == java.FieldObject && parent != java.MethodInvocation, parent == java.ScopedIdentifier, parent == java.ScopedTypeIdentifier:
		c.word(n, text, false) // the qualifier of a static member need not be written
	default:
		c.word(n, text, c.names && !c.isLocal(text))
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
