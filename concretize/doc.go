// Package concretize accepts or refuses candidates: pairs of a query (code that might be refactored) and a sample
// (code that looks as the query would afterwards) whose abstracted vectors agree. Each refusal has a reason.
//
// # The order of questions, by cost
//
//	Checker   filters and checks on vectors          checks.go        Milea et al. 2014, §3.3, §3.4 (I) to (III)
//	Judge     structural checks of query and sample  check_*.go       what counts cannot say
//	          what no alignment could show           *_hopeless.go    words, paths and counts; a brief Judge only
//	          the witness: the two bodies aligned    alignment.go …   RefactoringMiner 2.0 §3.2, on resolved trees
//	          structural checks of each site         check_*.go
//	          confidence                             confidence.go
//	CrossCheck  rule (IV), among what is left        crosscheck.go    §3.4 (IV)
//
// # The witness
//
// A body is brought into a form (form.go): names resolved, blocks and parentheses gone, the inlined callees in the
// place of their calls (substitute.go). Package mapping maps the statements of two forms (outline.go), in order, asking a
// Comparer of this package (align.go); two statements agree if they are the same but for differences that the rule
// allows by name (unify.go, differ.go), under one renaming of variables for the whole bodies (vars.go). Temporaries that
// find no partner are replaced by their values (temps.go), conditionals are brought into the shape that the rule is
// about (transform.go, guards.go), and the alignment that explains most is kept. Given the rule Inline Temp,
//
//	int q(int a) {                    int c(int x) {
//	  int t = a * 3;                    return g(x * 3);
//	  return g(t);                    }
//	}
//
// align with one site, temp-in-query, where t meets x * 3. A site is what the refactoring would change: the structural
// checks are asked about it, and without a site that passes there is no opportunity.
//
// Why a Comparer of its own? That of package mapping compares the source of two versions, whose names mean nothing to
// it, and accepts every syntactically possible replacement, since a commit may change anything. Here both sides are code
// of today, differences must have one of 25 names, a field and a local of one name are two things, and calls,
// temporaries and branches have to be rewritten before there is anything to compare.
//
// # What it does not do
//
// It finds no candidates (package scan joins), prints nothing, and changes no code. It knows no control flow beyond
// what the structural checks look at: where one asks for side effects, it errs towards refusing.
package concretize
