package abstraction

import (
	"refract/rules"
	"refract/vectors"
)

// This file says which features mean the same kind of thing. Where inference must choose between overlapping subsets
// of a difference, a subset inside one family is preferred: its features can stand for one another in code.

// family is a set of features that may be exchanged by some refactoring.
type family struct {
	name string // as it is called in the comments of a learned rule
	set  vectors.Group
}

// families are disjoint within each half of the space.
var families = []family{
	named("comparisons", "op.if_eq", "op.if_ne", "op.if_lt", "op.if_ge", "op.if_gt", "op.if_le",
		"op.if_null", "op.if_nonnull", "op.if_true", "op.if_false"),
	named("written comparisons", comparisonsWritten()...),
	named("loads of locals", "op.load", "op.load_*"),
	named("stores to locals", "op.store", "op.store_*", "op.iinc"),
	named("field accesses", "op.getfield*", "op.putfield*", "op.getstatic*", "op.putstatic*"),
	named("constants", "op.constant.*"),
	named("literals", "syntax.literal.*"),
	named("arithmetic", "op.add", "op.sub", "op.mul", "op.div", "op.rem", "op.neg"),
	named("calls", "op.invoke_own", "op.invoke_api", "op.invoke_init", "op.new"),
	named("written calls", "syntax.invoke_own", "syntax.invoke_api", "syntax.invoke_new"),
	named("returns", "op.return_value", "op.return_void"),
	named("casts", "op.checkcast", "op.invoke_checkcast"),
	named("loops", "syntax.while_statement", "syntax.do_statement", "syntax.for_statement", "syntax.enhanced_for_statement"),
	named("switches", "syntax.switch_statement", "syntax.switch_expression", "syntax.switch_rule", "syntax.switch_block_statement_group"),
	named("assignments", "syntax.assignment", "syntax.assignment.*"),
	named("updates", "syntax.update.*"),
}

// comparisonsWritten are the six relational operators as they stand in the source.
func comparisonsWritten() []string {
	var names []string
	for _, f := range []vectors.Feature{
		vectors.SyntaxBinaryEqual, vectors.SyntaxBinaryNotEqual, vectors.SyntaxBinaryLess,
		vectors.SyntaxBinaryGreater, vectors.SyntaxBinaryLessEqual, vectors.SyntaxBinaryGreaterEqual,
	} {
		names = append(names, f.String())
	}
	return names
}

func named(name string, globs ...string) family {
	var names []string
	for _, g := range globs {
		for _, f := range rules.Match(g) {
			names = append(names, f.String())
		}
	}
	return family{name, vectors.MustGroup(names...)}
}
