// Package index keeps what a scan worked out about a code base in one bbolt file, so that the next scan reads again
// only what changed and a question about one method is answered without reading any source.
//
// It holds plain records and knows nothing of rules, joins or reports: package scan decides what to store and whether
// it still holds. Nothing in an index is the only copy of anything, and nothing in it is believed before it is
// checked; whatever is wrong with it, the remedy is to build it again.
//
// # Use
//
//	ix, rebuilt, err := index.Use(path, identity)   // err: scan without it and say why; rebuilt: say that, too
//	defer ix.Close()
//	ch := ix.Compare(states)                         // what changed since the index was written
//	if b, ok, err := ix.Result("scan", digest); ok { … }   // nothing did: the answer is here
//	body, err := ix.Body(file.ID)                    // an unchanged file: fragments, vectors, rows, no parsing
//	up, err := ix.Begin()
//	if _, same, err := ix.Holds(&e); !same { up.PutEncoded(e) }   // e := index.Encode(&data), by any worker
//	up.Remove(path); up.Touch(state); up.SetKeys(…); up.SetResult(…)
//	err = up.Commit()                                // all or nothing; an error costs the index, never the scan
//
// and "refract similar FILE:LINE" opens it with OpenReadOnly and uses FragmentAt, Body.Rows and Lookup.
//
// # What may be kept, and when it holds
//
//	level  what                              depends on                        kept as             holds while
//	0      fragments, problems, syntax tree  the file's text and the tool      Body, Extra         File.Hash is equal
//	1      base vectors                      level 0, and what the names in    Body, under         Hash and Deps are equal
//	                                         the file denote in the program    File.Deps
//	2      inlined rows, hash keys per rule  level 1 of the file and of its    Keys, per rule      as level 1, for the file
//	                                         callees, and the rule             digest              and its callees
//	3      opportunities                     everything, and the options       Result, under a     the digest is equal
//	                                                                           digest
//
// File.Surface is the caller's digest of what other files can see of a file: its declarations without the bodies. An
// edit inside a body changes Hash and not Surface, so no other file's level 1 is touched by it. File.Deps is the
// caller's digest of whatever of the rest of the program the level 1 records of a file were made from; the sum of all
// Surfaces is the broad and safe choice, that of the Surfaces the file refers to (closed over supertypes) the fine one.
// The index stores and compares; which choice was made is recorded in Identity.Schema, so that a finer one later does
// not read the records of a broader one.
//
// Level 3 is keyed by digest alone: CorpusDigest over all paths and hashes, with the rule and the options. An unchanged
// corpus is therefore answered without parsing, linking or vectors; with a rule added or changed, the results of the
// others still stand.
//
// # Layout, format version 11
//
// One bbolt file with flat buckets (no nesting) of 4096-byte pages:
//
//	refract   "format" → FormatLine, readable for ever; "state" → identity, counters, count and sum of records
//	file      path → id, where its body lies, size, mtime, stamp, hash, attributes, lines, surface, deps
//	front     slot, big-endian → the sections vectors and extra
//	names     slot, big-endian → the caller's bytes
//	body      slot, big-endian → the checksums of the front and of the names, path, and the sections fragments, rows, aside, columns of varints each but for
//	          what is the caller's own; then the tail
//	segment   number, big-endian → the ids of the files written together, with the number of rows of each
//	keys k    of the key k, in hex, alone: segment, rule digest, table → a bit a row of the segment for "in this rule", 5 bytes of key
//	          for those
//	result    name → digest and the caller's bytes
//	part p    likewise, of the name p alone: large bytes that results refer to, which stay while the results are
//	          written again
//
// Every value but "format" begins with a CRC-32C of its key and the rest; that of a body is of its head alone, which has checksums of what is behind it. "state" holds the number of all records and
// the sum of a hash of their keys and checksums, so that a record that was lost, came back or moved is noticed as well
// as one that was altered.
//
// A file that changed gets a new id, and its records a new segment: segments are immutable, rows of ids that are no
// longer current are skipped, and an update writes what changed and no more. Its body takes the place of that of the last version, the slot,
// which is the id of the first: bbolt has several bodies on a run of pages, and writes those anew from which one is deleted, with their neighbours.
// What a scan reads of all files, the front and at times the names, lies apart from what it reads of those that changed. Keys are columns in the order of the rows
// because both questions asked of them are answered by running down a column: 300,000 rows are 1.5 MB and take less
// than a millisecond, where a tree of hashes would be written at random places and be several times the size.
//
// # Writing
//
// An index that does not exist or cannot be used is built in a temporary file beside it and renamed over it when it is
// complete, so the path always names a whole file. That file is written in transactions of some megabytes while the
// records come in, since bbolt holds what a transaction writes in memory. An update of a good index is one bbolt transaction: bbolt writes new
// pages, and only then the meta page that makes them current, so a process killed at any moment leaves the old state or
// the new one. (Copying the file for every update would be as safe, and would cost the whole file for one changed
// source.) Its list of free pages is stored, since to find it again from the tree took a third of an update, and is held
// against the tree by whoever opens the file.
//
// Nothing is synced to the disk: that is for data that cannot be had again. What the kernel has taken survives the death
// of the process; a loss of power can leave a mixture of old and new pages, or an empty file, which opening notices as
// it notices other damage. Waiting for the disk would buy one rebuild less after a power cut.
//
// # Opening
//
// bbolt trusts its pages: a flipped bit in one can make it panic, fault, recurse without end or, on a later write,
// overwrite what is in use. Before any transaction, check walks the whole tree by itself: every page lies in the file,
// says who it is, is referred to once, is of the right kind, and has its elements inside itself with ascending keys;
// no page of it is listed as free; and the records' count and sum agree with "state". It reads the file in pieces, and not where bbolt has it mapped: most of these pages are
// not looked at again, and to have one mapped takes longer than to read it. Where the records of bodies, columns and parts lie is noted, and the pages with those of files: they are read from there as well, bodies since of a large corpus one here and one
// there is asked for, the others since who asks for them looks at all of them once. Every call to bbolt runs where a panic or a page fault becomes
// ErrDamaged. What is decoded is bounded by the bytes that are there; the decoders are fuzzed.
//
// # Two processes
//
// The writer holds a lock on path + ".lock" from Use to Close, so that two scans do not both do the work to store it;
// the second is told ErrLocked after two seconds at most and scans without. Readers do not take it: they share the
// data file with a scan that computes, and wait, two seconds at most, only for a commit.
package index
