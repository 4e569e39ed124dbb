// Package mapping maps the statements of one method body to those of another, after RefactoringMiner 2.0 §3.
//
// A body is a Tree: leaf statements, and composite statements with their headers. Map pairs the statements of two
// trees in named passes from the strictest to the loosest; a pair carries the replacements that make its two sides
// equal. Given
//
//	before                                   after
//	0 for (String a : list)                  0 for (String s : list)
//	1   Address x = new Address(a, 80);      1   Address x = create(s);
//	2 return x;                              2 return x;
//
// Map pairs 2 with 2 (identical) and 0 with 0 (replacement a to s, since their children pair); 1 with 1 only when
// Options.Same lets a declaration of the same name and type change its initializer. Mapping what is left of "before" to the body of create,
// with its parameter bound to the argument s, pairs 1 with "return new Address(s, 80)": the abstraction strips
// "x =" and "return", the binding turns the parameter into the argument.
//
// # The core and who asks
//
// The rounds know a tree as an Outline and ask a Comparer how two statements agree (rounds.go). Map is the core with the
// Comparer of this package, which compares source, and the best candidate first, for code that somebody changed. InOrder is
// the core with a Comparer of the caller and pairs that do not cross, for code that is held against a pattern: the
// witness of package concretize.
//
// # How Algorithm 2 is computed
//
// The paper replaces differing sub-expressions of one statement text by those of the other until the texts agree,
// choosing by edit distance among all combinations. Here two statements are syntax trees of which every node has a
// hash, and Diff aligns them from the top: equal hashes are common, nodes of one kind descend to their parts,
// anything else is one replacement of a compatible kind. The result is a set of syntax-aware replacements that makes
// the sides equal, found in time linear in the statement instead of by search, so no statement can explode (§5.6).
// What the paper excludes, replacing the expression that covers the whole statement, is refused here as well unless
// a heuristic of Table 3 holds; see diff_expr.go and diff_call.go. There is no similarity threshold anywhere.
//
// # What bounds the work
//
// Identical statements are found by hash. The rounds of replacements look at pairs of left-over statements of the same
// class that share a name or a literal, or a shape; of more than maxPairs at those that are most like one another (crowd.go). The pass that looks
// for a statement inside another aligns no more than maxPairs, and finds the rest by hash, as it stands. Bodies of lambdas and
// anonymous classes are not compared as text: their statements are mapped on their own, once per pair of bodies, and
// decide by count whether the statement around them matches (§5.6).
//
// # What it does not do
//
// It resolves no names and knows no types beyond their text (a Comparer may), finds no moved statements between methods
// that it is not asked about, and decides about no refactoring: that is package mine's and concretize's work.
package mapping
