package rules

import (
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"sync"

	"github.com/expr-lang/expr/builtin"
	"github.com/expr-lang/expr/checker"
	"github.com/expr-lang/expr/compiler"
	"github.com/expr-lang/expr/conf"
	"github.com/expr-lang/expr/file"
	"github.com/expr-lang/expr/optimizer"
	"github.com/expr-lang/expr/parser"
	"github.com/expr-lang/expr/parser/lexer"
	"github.com/expr-lang/expr/vm"

	"refract/vectors"
)

// Check is one condition of a rule over the vectors of a query and a candidate, compiled. It is immutable and safe
// for concurrent use by Evaluators.
//
// The language is that of github.com/expr-lang/expr, cut down to what cannot loop: numbers, comparisons, arithmetic,
// and, or, not, in, the conditional "a ? b : c", and
//
//	q, c, qi, ci         query and candidate, base and inlined; indexed by feature: q["op.load"], 0 when absent
//	difference           ci minus qi: difference["op.load"], sum(difference, "op.*"), total(difference)
//	sum(v, "op.load_*")  the sum over all features that match the glob
//	total(v)             the sum over all features
//	inlined              the vectors of the methods inlined into the candidate
//	inlined_query        those inlined into the query
//	exists(inlined, #["op.return_value"] == 1), none, all, one, count(inlined, …)    # is the inlined vector
//	a == b, a != b       of two vectors: equal in every feature
//	len(inlined), abs, min, max
//
// Predicates nest at most twice and only over inlined and inlined_query, so that the cost of a check is bounded by
// its size (at most 300 nodes) times the square of the number of inlined methods.
type Check struct {
	Expr   string // as written
	Reason string // why a candidate is refused that fails; Expr where the rule gives no reason
	Scope  Scope  // what it depends on
	// Comparisons are conditions that hold together just where the check does; nil where the check is no conjunction
	// of comparisons of sums.
	Comparisons []Comparison
	// alternatives are conjunctions of which one holds just where the check does; nil where the check is no such disjunction.
	alternatives [][]Comparison
	// Quantified is the check where it asks that of each inlined method alone; nil for other checks.
	Quantified *Quantified

	program func() (*vm.Program, error) // made when first asked for; nil where one of these is not
}

// String returns the expression as written.
func (c *Check) String() string { return c.Expr }

// An ExprError is a fault of an expression: a place in it and what is wrong.
type ExprError struct {
	Line, Column int // 1-based, in characters
	Message      string
	Nearest      string // a known name close to a wrong one
}

func (e *ExprError) Error() string {
	s := fmt.Sprintf("%d:%d: %s", e.Line, e.Column, e.Message)
	if e.Nearest != "" {
		s += fmt.Sprintf("; did you mean %q?", e.Nearest)
	}
	return s
}

const (
	maxCheckNodes  = 300
	maxCheckLength = 4000 // bytes
	maxPredicates  = 2    // nesting
)

// CompileCheck compiles one expression. The error is an *ExprError.
func CompileCheck(src string) (*Check, error) {
	c, err := readCheck(src)
	if err == nil && c.program != nil {
		_, err = c.program()
	}
	if err != nil {
		return nil, err
	}
	return c, nil
}

// readCheck is CompileCheck for an expression that is known to be sound: what a machine runs of it is compiled when it is first
// to run. The error is an *ExprError.
func readCheck(src string) (*Check, error) {
	tree, table, err := rewritten(src)
	if err != nil {
		return nil, err
	}
	out := &Check{Expr: src, Reason: defaultReason(src), Scope: scopeOf(tree.Node), Comparisons: table.comparisonsOf(tree.Node)}
	if out.Comparisons == nil {
		out.Quantified = table.quantifiedOf(tree.Node)
	}
	if out.Comparisons == nil && out.Quantified == nil {
		out.Comparisons = table.extremeOf(tree.Node)
	}
	if out.Comparisons == nil && out.Quantified == nil {
		out.alternatives = table.alternativesOf(tree.Node)
	}
	if out.Comparisons != nil || out.Quantified != nil || out.alternatives != nil {
		return out, nil // sums of counts need no machine
	}
	out.program = sync.OnceValues(func() (*vm.Program, error) { return compile(tree, table) })
	return out, nil
}

// programOf is the program of a check that was read when the table was made: the expression is read again by who runs it first.
func programOf(src string) func() (*vm.Program, error) {
	return sync.OnceValues(func() (*vm.Program, error) {
		tree, table, err := rewritten(src)
		if err != nil {
			return nil, err
		}
		return compile(tree, table)
	})
}

// rewritten returns the tree of an expression after rewriting, with what it calls. The error is an *ExprError.
func rewritten(src string) (*parser.Tree, *callTable, error) {
	if strings.TrimSpace(src) == "" {
		return nil, nil, &ExprError{1, 1, "the expression is empty", ""}
	}
	if len(src) > maxCheckLength {
		return nil, nil, &ExprError{1, 1, fmt.Sprintf("the expression is longer than %d bytes", maxCheckLength), ""}
	}
	tree, err := parser.ParseWithConfig(alias(src), parseConfig())
	if err != nil {
		return nil, nil, exprError(err)
	}
	rw := &rewriter{}
	tree.Node = rw.rewrite(tree.Node)
	if rw.err != nil {
		return nil, nil, rw.err.at(src)
	}
	return tree, &rw.table, nil
}

// compile makes a program of a tree that was rewritten with that table. The error is an *ExprError.
func compile(tree *parser.Tree, table *callTable) (*vm.Program, error) {
	config := checkConfig()
	table.install(config)
	if _, err := checker.Check(tree, config); err != nil {
		return nil, exprError(err)
	}
	if err := optimizer.Optimize(&tree.Node, config); err != nil {
		return nil, exprError(err)
	}
	program, err := compiler.Compile(tree, config)
	if err != nil {
		return nil, exprError(err)
	}
	return program, nil
}

// defaultReason is the reason of a check without one of its own.
func defaultReason(expr string) string { return "not " + expr }

// alias replaces the word exists by any, which is what the library calls it, and pads it so that no place moves.
func alias(src string) string {
	if !strings.Contains(src, "exists") {
		return src
	}
	tokens, err := lexer.Lex(file.NewSource(src))
	if err != nil {
		return src // the parser will say it again
	}
	runes := []rune(src)
	for _, t := range tokens {
		if t.Kind == lexer.Identifier && t.Value == "exists" {
			copy(runes[t.From:t.From+len("exists")], []rune("any   "))
		}
	}
	return string(runes)
}

// exprError turns an error of the library into ours.
func exprError(err error) *ExprError {
	var fe *file.Error
	if errors.As(err, &fe) {
		msg := operandNames.Replace(fe.Message)
		return &ExprError{Line: max(1, fe.Line), Column: fe.Column + 1, Message: msg}
	}
	return &ExprError{Line: 1, Column: 1, Message: operandNames.Replace(err.Error())}
}

// operandNames puts our word for the type that the library knows by its Go name.
var operandNames = strings.NewReplacer("*rules.operand", "vector", "rules.operand", "vector")

// operand is a vector inside an expression; a type of its own, and behind a pointer, so that the machine of the
// library can hand it around without copying and an expression can do nothing with it but what we provide.
type operand struct{ v vectors.Vector }

// Facts are what the checks of a rule look at. Where a side has no inlined version its inlined vector is the base one.
type Facts struct {
	Q, C, QI, CI          vectors.Vector
	Inlined, InlinedQuery []vectors.Vector
}

// An Evaluator runs checks. It reuses its memory and belongs to one goroutine.
type Evaluator struct {
	vm            vm.VM
	env           map[string]any
	facts         *Facts
	loaded        bool // facts are in env
	q, c, qi, ci  operand
	inlined, into []*operand
}

// NewEvaluator returns an evaluator without facts; Load comes first.
func NewEvaluator() *Evaluator {
	ev := &Evaluator{}
	ev.env = map[string]any{"q": &ev.q, "c": &ev.c, "qi": &ev.qi, "ci": &ev.ci}
	return ev
}

// Load sets the facts for the checks that follow. It keeps them; they must not change until the next Load.
func (ev *Evaluator) Load(f *Facts) { ev.facts, ev.loaded = f, false }

// load puts the facts where the machine finds them.
func (ev *Evaluator) load() {
	if ev.loaded {
		return
	}
	f := ev.facts
	ev.loaded = true
	ev.q.v, ev.c.v, ev.qi.v, ev.ci.v = f.Q, f.C, f.QI, f.CI
	ev.inlined = operands(ev.inlined, f.Inlined)
	ev.into = operands(ev.into, f.InlinedQuery)
	ev.env["inlined"], ev.env["inlined_query"] = ev.inlined, ev.into
}

func operands(dst []*operand, vs []vectors.Vector) []*operand {
	dst = slices.Grow(dst[:0], len(vs))[:len(vs)]
	for i, v := range vs {
		if dst[i] == nil {
			dst[i] = new(operand)
		}
		dst[i].v = v
	}
	return dst
}

// Holds reports whether check c holds of the facts. An error is a division by zero and the like: the rule's fault,
// found only with these numbers; the caller refuses the candidate and says so.
func (ev *Evaluator) Holds(c *Check) (bool, error) {
	f := ev.facts
	switch {
	case c.Comparisons != nil:
		return allHold(c.Comparisons, f), nil
	case c.alternatives != nil:
		return slices.ContainsFunc(c.alternatives, func(list []Comparison) bool { return allHold(list, f) }), nil
	case c.Quantified != nil && c.Scope == OfQuery:
		return c.Quantified.holds(f.InlinedQuery), nil
	case c.Quantified != nil:
		return c.Quantified.holds(f.Inlined), nil
	}
	program, err := c.program()
	if err != nil {
		return false, fmt.Errorf("check %q: %w", c.Expr, err)
	}
	ev.load()
	out, err := ev.vm.Run(program, ev.env)
	if err != nil {
		return false, fmt.Errorf("check %q: %w", c.Expr, exprError(err))
	}
	holds, _ := out.(bool) // the compiler has made sure of the type
	return holds, nil
}

func allHold(list []Comparison, f *Facts) bool {
	for i := range list {
		x := &list[i]
		if !x.Op.Holds(x.Query.Of(f.Q, f.QI, f.InlinedQuery), x.Sample.Of(f.C, f.CI, f.Inlined)) {
			return false
		}
	}
	return true
}

// checkConfig is the fixed environment of all checks. It declares types only; values come with Load.
func checkConfig() *conf.Config {
	config := conf.New(map[string]any{
		"q": (*operand)(nil), "c": (*operand)(nil), "qi": (*operand)(nil), "ci": (*operand)(nil),
		"inlined": []*operand(nil), "inlined_query": []*operand(nil),
	})
	config.Expect = reflect.Bool
	config.MaxNodes = maxCheckNodes
	for name := range config.Builtins {
		if !slices.Contains(builtinNames, name) {
			config.Disabled[name] = true
		}
	}
	for name := range config.Disabled {
		delete(config.Builtins, name)
	}
	// The library has a sum of its own, with a predicate; ours must hide it from the parser.
	for _, name := range []string{"sum", "total"} {
		config.Functions[name] = &builtin.Function{Name: name}
	}
	return config
}

// parseConfig is the environment as long as nothing is added to it, which parsing does not.
var parseConfig = sync.OnceValue(checkConfig)

// builtinNames are the functions of the library that a check may call.
var builtinNames = []string{"any", "none", "all", "one", "count", "len", "abs", "min", "max"}
