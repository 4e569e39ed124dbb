// Package mine finds the refactorings between two sides of a change: the declarations before and after it.
//
// It follows RefactoringMiner 2.0 (Tsantalis, Ketkar and Dig, TSE 2022). A Model holds the declarations of one side
// under RefactoringMiner's names; New pairs two models in the two phases of §4.2 and yields a Diff:
//
//	before ─► Model ─┐              ┌─ Pairs     classes: same, moved, renamed; members: matched, removed, added
//	                 ├─► New ─► Diff┤─ Moves     methods and attributes between classes
//	after  ─► Model ─┘              └─ Extractions, Inlinings
//
// Every Detector reads the Diff and reports finding.Refactoring values; none of them changes it. The detectors are a
// table (see Detectors), so that a further type is one file and one entry.
//
// What it does not do: it reads no unchanged files, so a supertype or a caller that the change did not touch is
// unknown; it resolves names by imports and spelling alone; it knows nothing of git (package history) and starts no
// goroutine per commit (Cases and the command do).
package mine
