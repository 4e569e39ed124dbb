package vectors

import (
	"sync"

	"refract/java"
	"refract/program"
)

// Counter counts bodies one after the other and reuses its memory; it is not safe for concurrent use. The zero Counter
// is ready.
type Counter struct {
	d    Dense
	b    *program.Body
	f    *java.File
	uses []program.Use
	root java.NodeID
	end  java.NodeID

	// muted is the end of the subtree whose operations are already counted (a constant) or are none (a case label).
	muted java.NodeID
	// lambdaEnd is the end of the outermost lambda around the node, 0 outside lambdas.
	lambdaEnd java.NodeID
	constants constants
	negations []negation
}

// A negation says that below some node, up to end, tests count as negated (or no longer do).
type negation struct {
	end java.NodeID
	on  bool
}

var counters = sync.Pool{New: func() any { return new(Counter) }}

// Of appends the characteristic vector of a body to dst and returns it. It reads the nodes of the body once and
// allocates only what dst needs. The vector of a method without a body is zero.
//
// Source: Milea et al. 2014, §3.1.1.
func Of(dst Vector, b *program.Body) Vector {
	c := counters.Get().(*Counter)
	dst = c.Of(dst, b)
	c.b, c.f, c.uses = nil, nil, nil
	counters.Put(c)
	return dst
}

// Of is the function Of with the memory of c.
func (c *Counter) Of(dst Vector, b *program.Body) Vector {
	if b.Root < 0 {
		return dst
	}
	c.start(b)
	c.enter()
	for n := c.root + 1; n < c.end; {
		c.leave(n)
		c.syntax(n)
		if opaque[c.f.At(n).Kind] {
			n = c.f.At(n).Next
			continue
		}
		if n >= c.muted {
			c.operation(n)
		}
		n++
	}
	return c.d.AppendTo(dst)
}

func (c *Counter) start(b *program.Body) {
	c.d = Dense{}
	c.b, c.f, c.uses, c.root = b, b.File, b.Uses, b.Root
	c.end = c.f.At(b.Root).Next
	c.muted, c.lambdaEnd = 0, 0
	c.constants = constants{}
	c.negations = c.negations[:0]
}

// enter counts what a body does before its first statement.
func (c *Counter) enter() {
	if c.impliesSuper() {
		c.d[OpLoadThis]++
		c.d[OpInvokeInit]++
	}
}

// leave closes the negations and lambdas that end before node n.
func (c *Counter) leave(n java.NodeID) {
	for len(c.negations) > 0 && n >= c.negations[len(c.negations)-1].end {
		c.negations = c.negations[:len(c.negations)-1]
	}
	if n >= c.lambdaEnd {
		c.lambdaEnd = 0
	}
}

// operation counts node n in the operation family.
func (c *Counter) operation(n java.NodeID) {
	node := c.f.At(n)
	if startsConstant[node.Kind] && c.constant(n) {
		c.muted = node.Next
		return
	}
	if act := actions[node.Kind]; act != nil {
		act(c, n)
	}
	if !node.Kind.IsExpression() || transparent(node) {
		return
	}
	if c.tested(n) {
		c.test(n)
	}
	if c.negating() && n+1 < node.Next {
		c.negations = append(c.negations, negation{node.Next, false})
	}
}

func (c *Counter) negating() bool {
	return len(c.negations) > 0 && c.negations[len(c.negations)-1].on
}

func (c *Counter) use(n java.NodeID) *program.Use { return &c.uses[n-c.root] }

// outside returns the nearest ancestor of n that is no pair of parentheses, and the child of it that n stands in.
func (c *Counter) outside(n java.NodeID) (parent, child java.NodeID) {
	child, parent = n, c.f.At(n).Parent
	for c.f.At(parent).Kind == java.ParenthesizedExpression && parent > c.root {
		child, parent = parent, c.f.At(parent).Parent
	}
	return parent, child
}
