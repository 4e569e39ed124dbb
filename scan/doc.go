// Package scan is the driver of opportunities: directories in, ranked and grouped opportunities out.
//
// The data goes one way, through stages that are types (the package in brackets does the work):
//
//	walk → parse [java/parse] → link [program] → vectors → inline
//	  per rule: abstract [abstraction] → join [lsh] → filter, check, structural, witness, cross-check [concretize]
//	→ group and rank → Result
//
// Every stage counts what went in, what came out and what it refused, by reason. A Corpus is one set of files up to
// and including its inlined vectors; Detect asks one corpus about another. For a scan both are the same; for the
// samples of a rule (before against after) and for two releases they differ.
//
// It does not print, does not know formats or exit codes, and changes no file but the index it was told to write.
package scan
