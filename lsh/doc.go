// Package lsh finds, for rows of sparse counts, the rows that are equal to them or near them. It knows numbers, not
// Java: a row is an abstracted characteristic vector to its caller and a list of (feature, count) here.
//
// There are two ways to ask, and one Join for both:
//
//   - Radius 0, the default of a rule: rows are put into Buckets of equal rows by a 64-bit hash and open addressing,
//     and every hit is verified entry by entry, so the answer is exact.
//   - Radius R > 0: p-stable locality-sensitive hashing of the distinct rows (Tables), every hit verified by its exact
//     integer distance. The answer contains nothing farther than R; it may miss a near row, with the probability that
//     Params.Missed states.
//
// Rows come as a table (NewBuckets) or one by one (Grouper). Either way only the distinct ones are kept, packed to some
// two bytes an entry: all rows of a bucket are one row.
//
// # Classes
//
// The enemy is the bucket of thousands of equal getters, which as pairs of rows would be millions. Rows therefore
// carry a class, the identity of the concrete vectors behind the abstracted row, and Join goes class by class: rows
// of one class cannot be told apart by any check that looks at vectors, so the caller checks a pair of classes once
// and walks their rows only for what is accepted. With
//
//	row     0  1  2  3  4  5
//	counts  a  a  a  b  a  b      (equal letters: equal abstracted rows)
//	class   7  7  9  5  7  6
//
// there are two buckets, a = {7: rows 0 1 4, 9: row 2} and b = {5: row 3, 6: row 5}, and a join of the rows with
// themselves yields, with Options.SkipOwn, four matches: 7→9, 9→7, 5→6, 6→5.
//
// Answers are produced lazily, so a caller that can decide early stops early without losing a result. (Milea's rule
// IV refuses a query with two differing answers: the second one ends the work.) Options.MaxAnswers bounds what
// remains, and Match.Capped says when it did.
//
// # p-stable hashing
//
// A projection is h(v) = ⌊(a·v + b)/w⌋, with a a vector of independent standard normal numbers and b uniform in [0,w).
// For two rows at Euclidean distance u it collides with the probability (Datar et al., §3.2)
//
//	p(u) = 1 - 2Φ(-w/u) - 2u/(√(2π)·w) · (1 - exp(-w²/(2u²)))
//
// A table joins k projections, so that far rows seldom share a bucket, and there are L tables, so that near rows share
// one at least once: a row at distance u is found with the probability 1 - (1 - p(u)^k)^L. Choose says how w, k and L
// follow from the radius and the wanted recall.
//
// # What it does not do
//
// It starts no goroutine (Tables and Buckets are immutable, so callers may; Options.From and To cut a join into
// shards), it weighs no feature, and it stores nothing: package index does.
//
// Sources: N. A. Milea, L. Jiang, S.-C. Khoo, "Vector Abstraction and Concretization for Scalable Detection of
// Refactorings", FSE 2014, §3.3; M. Datar, N. Immorlica, P. Indyk, V. Mirrokni, "Locality-Sensitive Hashing Scheme
// Based on p-Stable Distributions", SCG 2004.
package lsh
