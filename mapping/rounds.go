package mapping

// This file is the core of the rounds: Algorithm 1 of RefactoringMiner 2.0 §3.2 over two outlines. It has the statements
// and the candidates; what a statement is made of, and which differences are no obstacle, is the business of a Comparer.

// An Outline is what the rounds know of a body: its statements in preorder.
type Outline struct{ Stmts []Stmt }

// A Comparer says how two statements agree, a of the first outline and b of the second. Its answers may depend on what is
// known of variables, but not on the pairs of the outlines that it was not told of.
type Comparer interface {
	// Equal is asked about two statements with equal hashes: whether they are equal indeed.
	Equal(a, b StmtID) bool
	// Leaf compares two leaf statements, or parts.
	Leaf(a, b StmtID) (Agreement, bool)
	// Head compares two composites of one kind without what is in them. With crossed it asks whether they agree if the
	// first arm of one is the second of the other.
	Head(a, b StmtID, crossed bool) (Agreement, bool)
}

// Agreement is what a Comparer says of two statements that agree.
type Agreement struct {
	// Distance is how much has to be replaced, from 0 for nothing to Whole for the whole of the longer statement, or more.
	Distance int32
	// Abstracted says that statements of different forms were compared by the expressions in them.
	Abstracted bool
}

// Whole is the unit of distances: what a pair without a difference is worth.
const Whole = 10_000

// condition is a match condition of Algorithm 1: whether a and b may be paired, with what the choice needs to know.
type condition func(a, b StmtID) (candidate, bool)

// matchNodes is the function of that name in Algorithm 1, up to the choice: it appends to list a candidate for every a of
// src and each of its partners b that the condition accepts, in their order. may, where not nil, is a cheap test before the
// condition.
func matchNodes(list []candidate, src []StmtID, partners func(a StmtID) []StmtID, may func(a, b StmtID) bool, cond condition) []candidate {
	for _, a := range src {
		for _, b := range partners(a) {
			if may != nil && !may(a, b) {
				continue
			}
			if c, ok := cond(a, b); ok {
				list = append(list, c)
			}
		}
	}
	return list
}
