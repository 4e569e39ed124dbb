// Package release explains two releases of a component as a log of refactorings.
//
// Its API detector follows RefactoringCrawler (Dig, Comertoglu, Marinov and Johnson, ECOOP 2006):
//
//	entities     packages, classes, methods, fields of each side, by fully qualified name (§3)      entity.go
//	shingles     Rabin fingerprints of token windows; a class is the union of its methods (§4)      shingles.go
//	candidates   pairs with enough average overlap, from an inverted index (§4.3)                   candidates.go
//	references   call, type and import edges with multiplicities; σ under ρ (§5.2, §5.3)            references.go
//	log, ρ       the renamings found so far and the names they give (§5.1)                          log.go
//	strategies   RP RC RM PUM PDM MM CMS in this order, each to a fixed point (§5.4, Fig. 4)        strategies.go
//
// It goes beyond the paper where the paper names its own weakness: fields and methods without a body are compared by
// type, name, documentation and references; references from test code are left out, since tests often keep calling
// what was deprecated; a class that moved to another package is followed, so that what happened in it is seen.
//
// Compare merges its log with those of the mapping detector (package mine) and of the vector detector (vectors.go). What
// the mapping detector alone says needs evidence, see doubt.go and believe.go. The log of swapped releases is the inverse.
//
// The API detector does not look into bodies: what changed inside a method is the work of the other detectors.
package release
