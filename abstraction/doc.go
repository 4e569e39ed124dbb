// Package abstraction applies the abstraction operator 𝒜 of a rule to characteristic vectors, and infers such
// operators from samples of refactored code.
//
// # Applying
//
// New compiles the lists of a rule into a plan with one cell a feature; Table applies it to all rows of a program.
// For the rule {zero: [a], merge: [[b, d]], one: [[e]]}
//
//	feature   a  b  c  d  e
//	v         7  1  2  4  3
//	𝒜(v)      0  5  2  0  1
//
// A feature in no list keeps its count (rule I of §3.2). The counts of a merged group are added up in its lowest
// feature, the others become 0 (II). Zeroed features become 0 (V).
//
// Rule (III) is where we read the paper by its intention, not its formula. The formula sets the features to 1 in every
// vector, which as an operator is the same as setting them to 0: a constant tells nothing apart. The text wants "that
// it is not important to count the actual number of occurrences of a code feature as long as the feature exists in the
// code". So one means 1 where the feature occurs and 0 where it does not.
//
// # Inferring
//
// Infer finds 𝒜, 𝒟 and v^δ from pairs of vectors before and after, by rules (I) to (V) of §3.2, which the paper's
// authors applied by hand. See Infer for the order of preference where subsets overlap.
//
// The package knows nothing of buckets and distances (package lsh) nor of what a candidate must satisfy beyond its
// abstracted vector (package concretize).
//
// Source: N. A. Milea, L. Jiang, S.-C. Khoo, "Vector Abstraction and Concretization for Scalable Detection of
// Refactorings", FSE 2014, §3.2.
package abstraction
