package mapping

// A Pass extends a mapping and never removes from it.
type Pass struct {
	Name string
	// extend pairs statements of the scope; name is the pass's.
	extend func(m *Mapping, s *scope, name string)
}

// A Pipeline runs passes in order, from the strictest to the loosest.
type Pipeline []Pass

// DefaultPipeline is Algorithm 1 with the passes that lambdas, anonymous classes and expressions need.
var DefaultPipeline Pipeline

func init() {
	DefaultPipeline = Pipeline{
		{"leaf, equal text and depth", leavesEqualDepth},
		{"leaf, equal text", leavesEqual},
		{"leaf, replacements", leavesReplaced},
		{"composite, equal text and depth", compositesEqualDepth},
		{"composite, equal text", compositesEqual},
		{"composite, replacements", compositesReplaced},
		{"clauses of matched try statements", clauses},
		{"leaf, consistent renames", leavesRenamed},
		{"composite, after renames", compositesReplaced},
		{"across bodies, equal text", acrossBodies},
		{"expressions in headers and lambdas", partsReplaced},
		{PassArgument, argumentsReturned},
		{PassInside, insideExpressions},
		{"chains of calls, split", chainsSplit},
	}
}

// scope is the statements at work: of one body on each side, or of all.
type scope struct {
	srcLeaves, dstLeaves         []StmtID
	srcComposites, dstComposites []StmtID
	whole                        bool // body 0 with body 0: the top of the mapping
}

// run maps body a of Src to body b of Dst.
func (m *Mapping) run(a, b int32) {
	s := scope{whole: a == 0 && b == 0}
	s.srcLeaves, s.srcComposites = m.Src.split(a)
	s.dstLeaves, s.dstComposites = m.Dst.split(b)
	passes := m.opt.Passes
	if passes == nil {
		passes = DefaultPipeline
	}
	for _, p := range passes {
		p.extend(m, &s, p.Name)
	}
}

// split lists the leaves and composites of a body, without those of bodies inside it.
func (t *Tree) split(body int32) (leaves, composites []StmtID) {
	b := &t.Bodies[body]
	for s := b.First; s < b.End; s++ {
		st := &t.Stmts[s]
		if st.Body != body {
			continue
		}
		switch {
		case st.Kind.Composite():
			composites = append(composites, s)
		case st.Kind.Leaf(), st.Kind == Initializer:
			leaves = append(leaves, s)
		}
	}
	return leaves, composites
}

// free returns the statements of list that no pass has matched.
func (m *Mapping) free(list []StmtID, src bool) []StmtID {
	out := make([]StmtID, 0, len(list))
	for _, s := range list {
		if src && m.srcFree(s) || !src && m.dstFree(s) {
			out = append(out, s)
		}
	}
	return out
}
