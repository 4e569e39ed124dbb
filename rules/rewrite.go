package rules

import (
	"fmt"
	"reflect"
	"slices"
	"strings"

	"github.com/expr-lang/expr/ast"
	"github.com/expr-lang/expr/builtin"
	"github.com/expr-lang/expr/conf"
	"github.com/expr-lang/expr/file"

	"refract/vectors"
)

// This file holds the pass between parsing and compiling a check: it admits only the constructs that Check documents
// and replaces names of features by numbers, so that q["op.load"] costs no look-up by name when it runs.

// rewriter rewrites one expression. The first fault stays.
type rewriter struct {
	table callTable
	depth int // of predicates around the node
	err   *rewriteError
}

// rewriteError is a fault at a place that is still in the library's terms.
type rewriteError struct {
	loc           file.Location
	message, near string
}

// at turns the place, a number of characters, into line and column of src.
func (e *rewriteError) at(src string) *ExprError {
	out := &ExprError{Line: 1, Column: 1, Message: e.message, Nearest: e.near}
	for i, r := range []rune(src) {
		if i == e.loc.From {
			break
		}
		out.Column++
		if r == '\n' {
			out.Line, out.Column = out.Line+1, 1
		}
	}
	return out
}

func (rw *rewriter) fail(n ast.Node, near, format string, args ...any) ast.Node {
	if rw.err == nil {
		rw.err = &rewriteError{n.Location(), fmt.Sprintf(format, args...), near}
	}
	return n
}

// operators are the operators that a check may use.
var operators = []string{"and", "&&", "or", "||", "not", "!", "==", "!=", "<", "<=", ">", ">=", "+", "-", "*", "/", "%", "in"}

// identifiers are the names of the environment.
var identifiers = []string{"q", "c", "qi", "ci", "difference", "inlined", "inlined_query"}

// functions are what a check may call.
var functions = []string{"sum", "total", "exists", "any", "none", "all", "one", "count", "len", "abs", "min", "max"}

// rewrite admits n and returns what stands in its place.
func (rw *rewriter) rewrite(n ast.Node) ast.Node {
	switch n := n.(type) {
	case *ast.IntegerNode, *ast.FloatNode, *ast.BoolNode:
		return n
	case *ast.UnaryNode:
		n.Node = rw.rewrite(n.Node)
		return n
	case *ast.BinaryNode:
		return rw.binary(n)
	case *ast.ConditionalNode:
		n.Cond, n.Exp1, n.Exp2 = rw.rewrite(n.Cond), rw.rewrite(n.Exp1), rw.rewrite(n.Exp2)
		return n
	case *ast.IdentifierNode:
		return rw.identifier(n)
	case *ast.PointerNode:
		if n.Name != "" {
			return rw.fail(n, "", "#%s is not available in a check; # is the inlined vector", n.Name)
		}
		return n
	case *ast.MemberNode:
		return rw.member(n)
	case *ast.CallNode:
		return rw.call(n)
	case *ast.BuiltinNode:
		return rw.builtin(n)
	case *ast.StringNode:
		return rw.fail(n, "", "text stands only in the brackets of a vector and as the second argument of sum")
	}
	return rw.fail(n, "", "%s is not available in a check", describe(n))
}

func describe(n ast.Node) string {
	switch n.(type) {
	case *ast.ArrayNode:
		return "a list outside of \"in\""
	case *ast.MapNode, *ast.PairNode:
		return "a map"
	case *ast.SliceNode:
		return "a slice"
	case *ast.VariableDeclaratorNode:
		return "let"
	case *ast.SequenceNode:
		return "a sequence of expressions"
	case *ast.NilNode:
		return "nil"
	case *ast.ChainNode:
		return "?."
	}
	return "this construct"
}

func (rw *rewriter) identifier(n *ast.IdentifierNode) ast.Node {
	switch {
	case n.Value == "difference":
		return rw.fail(n, "", "difference stands only as difference[\"feature\"], sum(difference, …) or total(difference)")
	case !slices.Contains(identifiers, n.Value):
		return rw.fail(n, nearest(n.Value, identifiers), "unknown name %q", n.Value)
	}
	return n
}

func (rw *rewriter) binary(n *ast.BinaryNode) ast.Node {
	if !slices.Contains(operators, n.Operator) {
		return rw.fail(n, "", "operator %q is not available in a check", n.Operator)
	}
	n.Left = rw.rewrite(n.Left)
	if n.Operator == "in" {
		rw.collection(n.Right)
		return n
	}
	n.Right = rw.rewrite(n.Right)
	if (n.Operator == "==" || n.Operator == "!=") && isVector(n.Left) && isVector(n.Right) {
		same := rw.table.call(n, sameFunc, n.Left, n.Right)
		if n.Operator == "==" {
			return same
		}
		not := &ast.UnaryNode{Operator: "not", Node: same}
		not.SetLocation(n.Location())
		return not
	}
	return n
}

// collection admits the right side of in: a list of numbers or a range between two numbers.
func (rw *rewriter) collection(n ast.Node) {
	number := func(n ast.Node) bool {
		if u, ok := n.(*ast.UnaryNode); ok {
			n = u.Node
		}
		_, ok := n.(*ast.IntegerNode)
		return ok
	}
	switch n := n.(type) {
	case *ast.ArrayNode:
		if !slices.ContainsFunc(n.Nodes, func(e ast.Node) bool { return !number(e) }) {
			return
		}
	case *ast.BinaryNode:
		// A range is built in memory when the optimizer cannot avoid it, hence the bound.
		lo, isLo := n.Left.(*ast.IntegerNode)
		hi, isHi := n.Right.(*ast.IntegerNode)
		if n.Operator == ".." && isLo && isHi && hi.Value-lo.Value <= 1000 {
			return
		}
	}
	rw.fail(n, "", "the right side of in is a list of numbers or a range of at most 1000 numbers")
}

func isVector(n ast.Node) bool {
	switch n := n.(type) {
	case *ast.IdentifierNode:
		return slices.Contains([]string{"q", "c", "qi", "ci"}, n.Value)
	case *ast.PointerNode:
		return true
	}
	return false
}

// member rewrites v["feature"] to a call with the feature's number.
func (rw *rewriter) member(n *ast.MemberNode) ast.Node {
	name, ok := n.Property.(*ast.StringNode)
	if !ok {
		return rw.fail(n.Property, "", "a vector is indexed by the name of a feature in quotes")
	}
	f := vectors.FeatureByName(name.Value)
	if f == vectors.None {
		return rw.fail(name, nearestFeature(name.Value), "unknown feature %q", name.Value)
	}
	return rw.perVector(n, n.Node, func(v ast.Node) ast.Node {
		return rw.table.call(n, countFunc, v, &ast.IntegerNode{Value: int(f)})
	})
}

// perVector applies to to vector v, and to the two sides of the difference where v is that.
func (rw *rewriter) perVector(n, v ast.Node, to func(v ast.Node) ast.Node) ast.Node {
	if id, ok := v.(*ast.IdentifierNode); ok && id.Value == "difference" {
		side := func(name string) ast.Node {
			node := &ast.IdentifierNode{Value: name}
			node.SetLocation(id.Location())
			return to(node)
		}
		minus := &ast.BinaryNode{Operator: "-", Left: side("ci"), Right: side("qi")}
		minus.SetLocation(n.Location())
		return minus
	}
	if v = rw.rewrite(v); rw.err == nil && !isVector(v) {
		return rw.fail(v, "", "this is not a vector; the vectors are q, c, qi, ci, difference and # in a predicate")
	}
	return to(v)
}

func (rw *rewriter) call(n *ast.CallNode) ast.Node {
	id, ok := n.Callee.(*ast.IdentifierNode)
	if !ok {
		return rw.fail(n, "", "only functions can be called: %s", strings.Join(functions, ", "))
	}
	switch {
	case id.Value == "sum" && len(n.Arguments) == 2:
		glob, ok := n.Arguments[1].(*ast.StringNode)
		if !ok {
			return rw.fail(n.Arguments[1], "", "the second argument of sum is a glob of features in quotes")
		}
		found, near := lookup(glob.Value)
		if found == nil {
			return rw.fail(glob, near, "no feature matches %q", glob.Value)
		}
		i := rw.table.group(found)
		return rw.perVector(n, n.Arguments[0], func(v ast.Node) ast.Node {
			return rw.table.call(n, sumFunc, v, &ast.IntegerNode{Value: i})
		})
	case id.Value == "sum":
		return rw.fail(n, "", "sum takes two arguments: a vector and a glob of features in quotes")
	case id.Value == "total" && len(n.Arguments) == 1:
		return rw.perVector(n, n.Arguments[0], func(v ast.Node) ast.Node {
			return rw.table.call(n, totalFunc, v)
		})
	case id.Value == "total":
		return rw.fail(n, "", "total takes one argument: a vector")
	}
	return rw.fail(id, nearest(id.Value, functions), "unknown function %q", id.Value)
}

// predicates are the functions of the library whose second argument is a predicate over a list.
var predicates = []string{"any", "none", "all", "one", "count"}

func (rw *rewriter) builtin(n *ast.BuiltinNode) ast.Node {
	if !slices.Contains(builtinNames, n.Name) {
		return rw.fail(n, nearest(n.Name, functions), "unknown function %q", n.Name)
	}
	if n.Name != "len" && !slices.Contains(predicates, n.Name) {
		for i, a := range n.Arguments {
			n.Arguments[i] = rw.rewrite(a)
		}
		return n
	}
	if len(n.Arguments) == 0 {
		return rw.fail(n, "", "%s takes inlined or inlined_query", n.Name)
	}
	list, ok := n.Arguments[0].(*ast.IdentifierNode)
	if !ok || list.Value != "inlined" && list.Value != "inlined_query" {
		return rw.fail(n.Arguments[0], "", "%s works on inlined and inlined_query only", n.Name)
	}
	if rw.depth++; rw.depth > maxPredicates {
		rw.fail(n, "", "predicates nest more than %d deep", maxPredicates)
	}
	for _, a := range n.Arguments[1:] {
		if p, ok := a.(*ast.PredicateNode); ok {
			p.Node = rw.rewrite(p.Node)
		} else {
			rw.fail(a, "", "%s takes a predicate over #", n.Name)
		}
	}
	rw.depth--
	return n
}

// callTable holds the functions that the rewritten expression calls. Their names cannot be written in an expression.
type callTable struct{ groups [][]vectors.Feature }

const (
	countFunc = "$count"
	sumFunc   = "$sum"
	totalFunc = "$total"
	sameFunc  = "$same"
)

// call makes a call in the place of n.
func (t *callTable) call(n ast.Node, name string, args ...ast.Node) ast.Node {
	callee := &ast.IdentifierNode{Value: name}
	callee.SetLocation(n.Location())
	c := &ast.CallNode{Callee: callee, Arguments: args}
	c.SetLocation(n.Location())
	return c
}

// group returns the number of a set of features.
func (t *callTable) group(g []vectors.Feature) int {
	t.groups = append(t.groups, g)
	return len(t.groups) - 1
}

// install makes the functions known to the checker and the compiler.
func (t *callTable) install(config *conf.Config) {
	sets := make([]vectors.Group, len(t.groups))
	for i, g := range t.groups {
		sets[i] = groupOf(g)
	}
	add := func(name string, fn func(args ...any) (any, error), typ any) {
		config.Functions[name] = &builtin.Function{Name: name, Func: fn, Types: []reflect.Type{reflect.TypeOf(typ)}}
	}
	add(countFunc, func(args ...any) (any, error) {
		return args[0].(*operand).v.Count(vectors.Feature(args[1].(int))), nil
	}, (func(*operand, int) int)(nil))
	add(sumFunc, func(args ...any) (any, error) {
		return args[0].(*operand).v.Sum(&sets[args[1].(int)]), nil
	}, (func(*operand, int) int)(nil))
	add(totalFunc, func(args ...any) (any, error) {
		return args[0].(*operand).v.Total(), nil
	}, (func(*operand) int)(nil))
	add(sameFunc, func(args ...any) (any, error) {
		return args[0].(*operand).v.Equal(args[1].(*operand).v), nil
	}, (func(*operand, *operand) bool)(nil))
}
