package mine

import (
	"context"
	"slices"

	"refract/java"
	"refract/mapping"
)

// A Diff is what two models have to do with each other. It is built once by New and only read afterwards.
type Diff struct {
	Before, After *Model

	// Pairs are the matched classes, anonymous ones last, in the order of the classes before.
	Pairs          []*ClassPair
	Removed, Added []*Class
	// Merges are removed classes that became one added class. They are no pairs; their members moved.
	Merges []ClassMerge
	// ClassSplits are removed classes that became several added ones, likewise.
	ClassSplits []ClassSplit

	// Moves are methods matched between classes that are no pair: moved, pulled up, pushed down.
	Moves []*MethodPair
	// AttributeMoves likewise.
	AttributeMoves []*AttributePair
	Extractions    []*Extraction
	Inlinings      []*Inlining
	// Splits are methods that became several of their class, MethodMerges several that became one.
	Splits, MethodMerges []MethodSplit

	attributeGroups []attributeGroup // merged and split attributes

	pairOf   map[*Class]*ClassPair // by either side
	merged   map[*Class]*Class     // what a removed class was merged into
	mergedTo map[*Class]bool       // added classes that removed ones were merged into
	split    map[*Class]bool       // classes that were split, and what they became
	// became are the simple names that pairs of classes have after the change, by that before.
	became map[string][]string

	ctx context.Context
	methodDiffMemo
	params      parameterMemo
	annotations annotationMemo
	inferred    bool
	outOf       map[*MethodPair][]*Extraction                         // by their sources, once all are known
	into        map[*MethodPair][]*Inlining                           // by their targets, likewise
	went        map[*MethodPair]map[mapping.StmtID][]*mapping.Mapping // see wentTo
	calls       *callChanges                                          // in the pairs found so far
}

// PairKind says how two classes or members came to be matched.
type PairKind uint8

const (
	NoPair PairKind = iota
	// Same: one name in one place; for a method, one signature.
	Same
	// Changed: a member of the same class pair with another name, type or signature.
	Changed
	// MovedPair: another package or outer class; for members, another class.
	MovedPair
	// RenamedPair: another simple name in the same package or class.
	RenamedPair
	// MovedRenamedPair: both.
	MovedRenamedPair
	// CarriedPair: a nested class whose outer class was moved or renamed; it has nothing to report of its own.
	CarriedPair
	// FolderPair: the same qualified name in another source folder.
	FolderPair
	// AnonymousPair: two anonymous classes found in matched statements or at the same path.
	AnonymousPair
	// PulledUpPair and PushedDownPair are members that moved along the hierarchy.
	PulledUpPair
	PushedDownPair
	// InferredPair: a method without a body, matched because its implementations were (§4.5).
	InferredPair
)

// A ClassMerge is several classes before that one class after took the place of.
type ClassMerge struct {
	Before []*Class
	After  *Class
}

// A ClassPair is a class before and after, and what became of its members.
type ClassPair struct {
	Kind          PairKind
	Before, After *Class

	Methods        []*MethodPair // in the order of the methods before
	RemovedMethods []*Method     // not matched by anything, in source order
	AddedMethods   []*Method
	Initializers   []*MethodPair

	Attributes        []*AttributePair
	RemovedAttributes []*Attribute
	AddedAttributes   []*Attribute
}

// A MethodPair is a method before and after, with the mapping of its statements.
type MethodPair struct {
	Kind          PairKind
	Before, After *Method
	// Mapping is nil where one side has no body, or nothing of the bodies was compared (textually equal bodies have
	// a mapping as well).
	Mapping *mapping.Mapping
	Classes *ClassPair // the pair of classes whose members they are; nil for moves
}

// An AttributePair is an attribute before and after.
type AttributePair struct {
	Kind          PairKind
	Before, After *Attribute
	Classes       *ClassPair // nil for moves
}

// An Extraction is a method after the change that got statements of a method that went on existing.
type Extraction struct {
	Source    *MethodPair // the method from which, before and after
	Extracted *Method
	Mapping   *mapping.Mapping // from Source.Before to Extracted
	Calls     []java.NodeID    // the calls of Extracted in Source.After
	Moved     bool             // Extracted lives in another class than Source
}

// An Inlining is a method before the change whose statements went into a method that existed already.
type Inlining struct {
	Target  *MethodPair // the method into which, before and after
	Inlined *Method
	Mapping *mapping.Mapping // from Inlined to Target.After
	Calls   []java.NodeID    // the calls of Inlined in Target.Before
	Moved   bool
}

// New pairs two models. It stops early and returns the error of ctx when that is done; there is no partial result.
func New(ctx context.Context, before, after *Model, o Options) (*Diff, error) {
	d := &Diff{Before: before, After: after, pairOf: map[*Class]*ClassPair{}, became: map[string][]string{},
		outOf: map[*MethodPair][]*Extraction{}, into: map[*MethodPair][]*Inlining{}, went: map[*MethodPair]map[mapping.StmtID][]*mapping.Mapping{}}
	if err := d.until(ctx, func() { d.match(o) }); err != nil {
		return nil, err
	}
	return d, nil
}

func (d *Diff) match(o Options) {
	// Phase 1 and the class part of phase 2 look at declarations only; doing all of it first means that no method is
	// compared with a method of a class that is not its class.
	d.pairClasses(o.Renamed)
	done := 0
	for infer := true; infer; infer = d.inferClasses() {
		for done < len(d.Pairs) { // anonymous pairs are appended while this runs
			batch := d.Pairs[done:]
			done = len(d.Pairs)
			d.matchMembers(batch)
		}
	}
	d.matchAcross()
	d.pairCalled()
	d.inferMethods()
	d.pairLeftovers()
	d.pairRenamedLeftovers()
	d.matchInsideLeftovers()
	d.groupAttributes()
	d.renameAttributes()
	d.moveAttributes()
	d.moveRenamedAttributes()
	for _, e := range d.Extractions {
		d.outOf[e.Source] = append(d.outOf[e.Source], e)
	}
	for _, e := range d.Inlinings {
		d.into[e.Target] = append(d.into[e.Target], e)
	}
}

// matchMembers pairs the members of class pairs, all by signature before any by body, so that it is known what the other
// classes lost and got.
func (d *Diff) matchMembers(pairs []*ClassPair) {
	for _, p := range pairs {
		d.checkpoint()
		d.matchAttributes(p)
		d.matchSignatures(p)
	}
	d.findTwins()
	d.calls = d.collectCallChanges()
	for _, p := range pairs {
		d.checkpoint()
		d.splitMethods(p)
		d.matchBodies(p)
	}
}

// Pair returns the pair that c is one side of, nil where it has none.
func (d *Diff) Pair(c *Class) *ClassPair { return d.pairOf[c] }

// PairAnonymous pairs two anonymous classes that stand in matched code; it does nothing where one is paired already.
func (d *Diff) PairAnonymous(before, after *Class) {
	if d.pairOf[before] != nil || d.pairOf[after] != nil {
		return
	}
	d.pair(AnonymousPair, before, after)
}

func (d *Diff) pair(kind PairKind, before, after *Class) *ClassPair {
	p := &ClassPair{Kind: kind, Before: before, After: after}
	d.Pairs = append(d.Pairs, p)
	d.pairOf[before], d.pairOf[after] = p, p
	if before.Simple != "" && !slices.Contains(d.became[before.Simple], after.Simple) {
		d.became[before.Simple] = append(d.became[before.Simple], after.Simple)
	}
	return p
}
