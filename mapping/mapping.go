package mapping

import "refract/java"

// Options choose what a mapping may do.
type Options struct {
	// Same says that the two bodies are versions of one method: a declaration that kept name and type may then have
	// another initial value.
	Same bool
	// Inner says that one body was taken out of the other, or put into it: plain values are then compared across
	// forms, "return x" with "int y = x".
	Inner bool
	// Parts lets expressions in headers and lambdas match statements of the other side.
	Parts bool
	// SrcMask and DstMask, where not nil, hide statements for which they return false.
	SrcMask, DstMask func(StmtID) bool
	// Renamed reports whether a method was renamed from a to b, as far as the caller knows already.
	Renamed func(a, b string) bool
	// Allow, where not nil, refuses replacements. The mapping calls it while it searches; it must be a pure function.
	Allow func(*Replacement) bool
	// Passes are those to run; nil means DefaultPipeline.
	Passes Pipeline
}

// abstracts reports whether statements of these two kinds may be compared by the expressions in them.
func (o *Options) abstracts(a, b Kind) bool {
	if a.Part() || b.Part() {
		return o.Parts || o.Same
	}
	return true
}

// PairID is an index in Mapping.Pairs.
type PairID int32

// Pair is a statement of Src matched with one of Dst.
type Pair struct {
	Src, Dst     StmtID
	Replacements []Replacement // empty for equal statements
	Pass         string        // the name of the pass that found it
	Distance     int32         // sum of the edit distances of the replacements, in bytes
	Abstracted   bool          // matched by the expressions inside statements of different forms
	Common       int32         // weight of what the two share
}

// Exact reports whether the two statements are equal as they stand.
func (p *Pair) Exact() bool { return len(p.Replacements) == 0 && !p.Abstracted }

// SameCall reports whether the two statements of p have one call, or one creation, as their value: what it is stored in, or
// that it is returned, is another matter.
func (m *Mapping) SameCall(p *Pair) bool {
	a, b := m.Src.valueRef(p.Src), m.Dst.valueRef(p.Dst)
	if a.Node < 0 || b.Node < 0 {
		return false
	}
	k := a.Kind()
	return (k == java.MethodInvocation || k == java.ObjectCreationExpression) && a.hash() == b.hash()
}

// OtherForm reports whether p pairs a part of a statement by nothing but the replacement of its whole value by one of another
// kind, as a call by a creation: the two then share no more than a word somewhere inside.
func (m *Mapping) OtherForm(p *Pair) bool {
	if len(p.Replacements) != 1 || p.Pass != PassInside && !m.Src.Stmts[p.Src].Kind.Part() && !m.Dst.Stmts[p.Dst].Kind.Part() {
		return false
	}
	a, b, r := m.Src.valueRef(p.Src), m.Dst.valueRef(p.Dst), &p.Replacements[0]
	return a.Node >= 0 && b.Node >= 0 && a.Kind() != b.Kind() && r.Src.Node == a.Node && r.Dst.Node == b.Node
}

// valueRef returns the value of statement s, or no node.
func (t *Tree) valueRef(s StmtID) Ref {
	v := java.NoNode
	if st := &t.Stmts[s]; st.Kind == Throw {
		v = t.File.FirstChild(st.Node)
	} else if wraps(st.Kind) {
		v = valueOf(t.File, st.Node)
	}
	if v < 0 {
		return Ref{t, java.NoNode}
	}
	return resolve(rightSide(resolve(Ref{t, v})))
}

// Mapping is a set of pairs between the statements of two trees, each statement in at most one. Passes extend it and
// never remove from it.
type Mapping struct {
	Src, Dst *Tree
	Pairs    []Pair
	// Classes are the bodies of anonymous and local classes that stand in matched statements in the place of one
	// another, as class_body nodes of Src and Dst.
	Classes [][2]java.NodeID

	opt   Options
	cmp   Comparer
	ofSrc []PairID // -1: not matched
	ofDst []PairID
	d     differ
	// varTo and varFrom hold what the matched declarations say: the index of the other variable plus 1.
	varTo, varFrom []int32
	inners         *innerMappings // nil until bodies are mapped
	matched        matchedInside  // see Mapping.inside
	clauses        matchedInside  // see Mapping.insideClauses
}

// Map maps the statements of src to those of dst. It does not change the trees.
func Map(src, dst *Tree, o Options) *Mapping {
	if src == nil || dst == nil {
		panic(badTree)
	}
	m := newMapping(src, dst, o)
	m.run(0, 0)
	return m
}

const badTree = "mapping: nil tree"

func newMapping(src, dst *Tree, o Options) *Mapping {
	m := &Mapping{Src: src, Dst: dst, opt: o, ofSrc: make([]PairID, len(src.Stmts)), ofDst: make([]PairID, len(dst.Stmts))}
	for i := range m.ofSrc {
		m.ofSrc[i] = -1
	}
	for i := range m.ofDst {
		m.ofDst[i] = -1
	}
	m.d.m = m
	m.cmp = versions{m}
	return m
}

// Identity maps a tree to one that is equal to it. It panics where they are not.
func Identity(src, dst *Tree) *Mapping {
	if src.Hash(src.Root) != dst.Hash(dst.Root) || len(src.Stmts) != len(dst.Stmts) {
		panic("mapping: the trees are not equal")
	}
	m := newMapping(src, dst, Options{})
	for i := range src.Stmts {
		if !src.Stmts[i].Kind.Part() {
			m.add(Pair{Src: StmtID(i), Dst: StmtID(i), Pass: "identity"})
		}
	}
	return m
}

func (m *Mapping) add(p Pair) {
	m.ofSrc[p.Src], m.ofDst[p.Dst] = PairID(len(m.Pairs)), PairID(len(m.Pairs))
	m.Pairs = append(m.Pairs, p)
	m.noteVars(p.Src, p.Dst)
}

// OfSrc returns the pair that statement s of Src is in, nil where it is in none, and for NoStmt.
func (m *Mapping) OfSrc(s StmtID) *Pair { return m.of(m.ofSrc, s) }

// OfDst returns the pair that statement s of Dst is in, nil where it is in none, and for NoStmt.
func (m *Mapping) OfDst(s StmtID) *Pair { return m.of(m.ofDst, s) }

func (m *Mapping) of(pairs []PairID, s StmtID) *Pair {
	if s < 0 || pairs[s] < 0 {
		return nil
	}
	return &m.Pairs[pairs[s]]
}

func (m *Mapping) srcFree(s StmtID) bool {
	return m.ofSrc[s] < 0 && (m.opt.SrcMask == nil || m.opt.SrcMask(s))
}

func (m *Mapping) dstFree(s StmtID) bool {
	return m.ofDst[s] < 0 && (m.opt.DstMask == nil || m.opt.DstMask(s))
}

// counts reports whether s is a statement that counting counts: no part, no block that stands alone.
func counts(t *Tree, s StmtID) bool {
	k := t.Stmts[s].Kind
	return k != Block && !k.Part()
}

// Matched is the number of pairs of statements, blocks that stand alone and parts aside.
func (m *Mapping) Matched() int {
	n := 0
	for i := range m.Pairs {
		if counts(m.Dst, m.Pairs[i].Dst) || counts(m.Src, m.Pairs[i].Src) {
			n++
		}
	}
	return n
}

// ExactMatches is the number of those pairs that are equal as they stand.
func (m *Mapping) ExactMatches() int {
	n := 0
	for i := range m.Pairs {
		if m.Pairs[i].Exact() && counts(m.Dst, m.Pairs[i].Dst) {
			n++
		}
	}
	return n
}

// Distance is the sum of the edit distances of all pairs.
func (m *Mapping) Distance() int {
	n := 0
	for i := range m.Pairs {
		n += int(m.Pairs[i].Distance)
	}
	return n
}

// UncoveredSrc lists the statements of Src in no pair, in source order; those that SrcMask hides are not among them.
func (m *Mapping) UncoveredSrc() []StmtID {
	var list []StmtID
	for s := range m.ofSrc {
		if m.srcFree(StmtID(s)) && counts(m.Src, StmtID(s)) {
			list = append(list, StmtID(s))
		}
	}
	return list
}

// UncoveredDst lists the statements of Dst in no pair, in source order; those that DstMask hides are not among them.
func (m *Mapping) UncoveredDst() []StmtID {
	var list []StmtID
	for s := range m.ofDst {
		if m.dstFree(StmtID(s)) && counts(m.Dst, StmtID(s)) {
			list = append(list, StmtID(s))
		}
	}
	return list
}

// SrcNodeOf returns the pair whose source statement contains node n, nil where there is none.
func (m *Mapping) SrcNodeOf(n java.NodeID) *Pair {
	if s := m.Src.StmtAt(n); s >= 0 {
		return m.OfSrc(s)
	}
	return nil
}

// Align compares two expressions (or types) as parts of statements of src and dst and returns the replacements that
// make them equal; ok is false where nothing does, or where the two would have nothing in common.
func Align(src, dst *Tree, a, b java.NodeID, o Options) (reps []Replacement, ok bool) {
	m := newMapping(src, dst, o)
	if !m.d.align(Ref{src, a}, Ref{dst, b}, true) || m.d.common == 0 {
		return nil, false
	}
	for _, bp := range m.d.bodies {
		if !m.bodiesMatch(bp) {
			return nil, false
		}
	}
	return m.d.reps, true
}

// MapParts maps src to several trees in their order: a caller and the callees whose statements stand in it, bound to
// their arguments. A statement of src that one of them matches exactly is not looked at by those after it; one that
// matched with replacements is, since a call may have replaced what the callee holds.
func MapParts(src *Tree, dst []*Tree, o Options) []*Mapping {
	taken := make([]bool, len(src.Stmts))
	outer := o.SrcMask
	o.SrcMask = func(s StmtID) bool { return !taken[s] && (outer == nil || outer(s)) }
	all := make([]*Mapping, len(dst))
	for i, t := range dst {
		if i > 0 {
			o.Inner, o.Parts = true, true
		}
		all[i] = Map(src, t, o)
		for k := range all[i].Pairs {
			if p := &all[i].Pairs[k]; p.Exact() {
				taken[p.Src] = true
			}
		}
	}
	return all
}
