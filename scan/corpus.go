package scan

import (
	"context"
	"encoding/binary"

	"golang.org/x/sync/errgroup"

	"refract/concretize"
	"refract/inline"
	"refract/java"
	"refract/lsh"
	"refract/program"
	"refract/vectors"
)

// Corpus is one set of files up to their inlined vectors: what can ask and be asked. It is immutable.
type Corpus struct {
	Program *program.Program
	Rows    *inline.Table
	Calls   program.CallStats
	Side    *concretize.Side
	// class is, for each row, the identity of what the checks on vectors see of it: its base vector, its own, and
	// those of the methods inlined into it.
	class []lsh.ClassID
	size  []concretize.Size // of each row
	// survey, bodies and digests are of each file, nil unless they were asked for; see bodies.go and digest.go.
	survey  *survey
	bodies  []fileBodies
	digests []fileDigest
	// Stages are those of making the corpus.
	Stages []Stage
}

// chunkBodies is how many bodies a worker takes at a time: enough that the hand-over is nothing, few enough that the
// workers end together.
const chunkBodies = 512

// NewCorpus links files and computes the vectors of their bodies, with jobs workers. The error is that of ctx.
func NewCorpus(ctx context.Context, files []*java.File, jobs int) (*Corpus, error) {
	return newCorpus(ctx, files, jobs, false, nil)
}

// newCorpus is NewCorpus, with digests of the files if they are wanted. What past has of their bodies is taken from there.
func newCorpus(ctx context.Context, files []*java.File, jobs int, digests bool, past *trees) (*Corpus, error) {
	var stages []Stage
	clock := newClock(&stages)
	var survey *survey
	p := (*program.Program)(nil)
	if digests {
		var err error
		if p, survey, err = link(ctx, files, past, jobs); err != nil {
			return nil, err
		}
	} else {
		p = program.Link(files)
	}
	clock.stop("link", len(files), p.NumMethods())
	c, err := corpusOf(ctx, p, jobs, survey)
	if err != nil {
		return nil, err
	}
	c.Stages = append(stages, c.Stages...)
	return c, nil
}

// CorpusOf computes the vectors of a program that is linked already. The error is that of ctx.
func CorpusOf(ctx context.Context, p *program.Program, jobs int) (*Corpus, error) {
	return corpusOf(ctx, p, jobs, nil)
}

// corpusOf is CorpusOf, with digests of the files if there is a survey.
func corpusOf(ctx context.Context, p *program.Program, jobs int, survey *survey) (*Corpus, error) {
	c := &Corpus{Program: p, survey: survey}
	clock := newClock(&c.Stages)
	if survey != nil {
		c.bodies = make([]fileBodies, len(p.Files))
	}
	bodies, err := c.vectors(ctx, jobs)
	if err != nil {
		return nil, err
	}
	clock.stop("vectors", c.Program.NumMethods(), bodies.Vectors.Len())
	if survey.knows() {
		c.Rows = inline.Sketch(c.Program, *bodies, jobs)
	} else {
		c.Rows = inline.Build(c.Program, *bodies, jobs)
	}
	if err := c.classes(ctx, jobs); err != nil {
		return nil, err
	}
	if survey != nil {
		if c.digests, err = c.survey.digests(ctx, c, jobs); err != nil {
			return nil, err
		}
	}
	clock.stop("inline", bodies.Vectors.Len(), c.Rows.Len())
	st := &c.Stages[len(c.Stages)-1]
	for why := inline.Recursive; why <= inline.Overridden; why++ {
		st.refuse(why.String()+" calls", c.Rows.Stats.By[why])
	}
	c.Side = concretize.NewSide(c.Program, c.Rows)
	return c, nil
}

// chunk is the vectors and call sites of the bodies of a run of files.
type chunk struct {
	from, to int // files
	methods  []program.MethodID
	vectors  vectors.Table
	sites    inline.SiteTable
	calls    program.CallStats
}

// chunks divides the files into runs of chunkBodies bodies or more.
func (c *Corpus) chunks() []chunk {
	var out []chunk
	n, from := 0, 0
	for i := range c.Program.Files {
		lo, hi := c.Program.MethodsOf(int32(i))
		n += int(hi - lo)
		if n >= chunkBodies || i == len(c.Program.Files)-1 {
			out = append(out, chunk{from: from, to: i + 1})
			n, from = 0, i+1
		}
	}
	return out
}

func (c *Corpus) vectors(ctx context.Context, jobs int) (*inline.Bodies, error) {
	chunks := c.chunks()
	next := make(chan *chunk)
	g, ctx := errgroup.WithContext(ctx)
	g.Go(func() error {
		defer close(next)
		for i := range chunks {
			select {
			case next <- &chunks[i]:
			case <-ctx.Done():
				return ctx.Err()
			}
		}
		return nil
	})
	for range max(jobs, 1) {
		g.Go(func() error {
			r := newBodyResolver(c)
			for ch := range next {
				c.survey.makeRoom(ch)
				for i := ch.from; i < ch.to; i++ {
					r.file(ch, i)
				}
			}
			return nil
		})
	}
	if err := g.Wait(); err != nil {
		return nil, err
	}
	return c.gather(chunks), nil
}

// bodyResolver resolves the bodies of one file after the other. It serves one goroutine.
type bodyResolver struct {
	c     *Corpus
	r     *program.Resolver // nil until there is something to resolve
	v     vectors.Vector
	sites []inline.Site
	seen  []int32 // by type: the last file in which it is the type of an expression, plus one
}

func newBodyResolver(c *Corpus) *bodyResolver { return &bodyResolver{c: c} }

// file adds what the bodies of file i come to, or what is known of that.
func (r *bodyResolver) file(ch *chunk, i int) {
	c := r.c
	lo, hi := c.Program.MethodsOf(int32(i))
	first := len(ch.methods)
	for m := lo; m < hi; m++ {
		if c.Program.Method(m).Body >= 0 {
			ch.methods = append(ch.methods, m)
		}
	}
	var of fileBodies
	if bodies := ch.methods[first:]; r.known(ch, i, len(bodies)) {
		of = c.survey.records[i].fileBodies
	} else {
		for _, m := range bodies {
			r.body(ch, &of, m)
		}
	}
	ch.calls.Add(of.calls)
	if c.bodies != nil {
		c.bodies[i] = of
	}
}

// makeRoom makes the tables of ch of about the size that they will have with what is known.
func (s *survey) makeRoom(ch *chunk) {
	bodies, entries, sites := 0, 0, 0
	for i := ch.from; s != nil && i < ch.to; i++ {
		if s.known[i] {
			n, m := s.in[i].vectors.VectorCount()
			bodies, entries, sites = bodies+n, entries+m, sites+len(s.records[i].rest)/(2*siteSize)
		}
	}
	if bodies > 0 {
		ch.methods, ch.vectors, ch.sites = make([]program.MethodID, 0, bodies), *vectors.NewTable(bodies, entries), *inline.NewSiteTable(bodies, sites)
	}
}

// known adds what is known of the bodies of file i, and reports whether that is all.
func (r *bodyResolver) known(ch *chunk, i, bodies int) bool {
	s, row := r.c.survey, ch.sites.Len()
	if s == nil || !s.known[i] {
		return false
	}
	body := &s.in[i].vectors
	n, _ := body.VectorCount()
	s.known[i] = n == bodies && s.records[i].readSites(&ch.sites, bodies, s.callee)
	if s.known[i] && body.AppendVectors(&ch.vectors) != nil {
		s.known[i] = false
		ch.sites.Cut(row)
	}
	if !s.known[i] {
		return false
	}
	if checkKnown != nil {
		known := &resolvedFile{fileBodies: s.records[i].fileBodies}
		known.vectors, _ = s.in[i].vectors.Vectors()
		for ; row < ch.sites.Len(); row++ {
			known.sites.Append(ch.sites.Row(row))
		}
		checkKnown(r.c.Program, i, known, r.fresh(i))
	}
	return true
}

// resolvedFile is what the bodies of a file come to.
type resolvedFile struct {
	fileBodies
	vectors []vectors.Vector // one a body
	sites   inline.SiteTable // a row a body
}

// checkKnown, where not nil, is given what is known of each file beside what its bodies come to. It is for tests.
var checkKnown func(p *program.Program, file int, known, fresh *resolvedFile)

// fresh is what the bodies of file i come to.
func (r *bodyResolver) fresh(i int) *resolvedFile {
	var ch chunk
	out := &resolvedFile{}
	lo, hi := r.c.Program.MethodsOf(int32(i))
	for m := lo; m < hi; m++ {
		if r.c.Program.Method(m).Body >= 0 {
			r.body(&ch, &out.fileBodies, m)
		}
	}
	for row := range ch.vectors.Len() {
		out.vectors = append(out.vectors, ch.vectors.Row(row))
	}
	out.sites = ch.sites
	return out
}

// body resolves the body of m.
func (r *bodyResolver) body(ch *chunk, of *fileBodies, m program.MethodID) {
	if r.r == nil {
		r.r = r.c.Program.NewResolver()
		r.seen = make([]int32, r.c.Program.NumTypes())
	}
	b := r.r.Body(m)
	r.v = vectors.Of(r.v[:0], b)
	r.sites = inline.SitesOf(r.sites[:0], b)
	ch.vectors.Append(r.v)
	ch.sites.Append(r.sites)
	of.calls.Add(b.Stats)
	if r.c.survey == nil {
		return
	}
	of.digests = binary.LittleEndian.AppendUint64(of.digests, r.c.survey.of.Body(b))
	file := r.c.Program.Method(m).File + 1
	typ := func(t program.TypeRef) {
		if t.Kind == program.Own && r.seen[t.Ref] != file {
			r.seen[t.Ref] = file
			of.types = append(of.types, r.c.survey.of.Type(program.TypeID(t.Ref)))
		}
	}
	for i := range b.Uses {
		typ(b.Uses[i].Type)
	}
	for i := range b.Locals {
		typ(b.Locals[i].Type)
	}
}

// gather brings together what the bodies of all chunks came to.
func (c *Corpus) gather(chunks []chunk) *inline.Bodies {
	entries, methods, sites := 0, 0, 0
	for i := range chunks {
		entries += chunks[i].vectors.Entries()
		methods += len(chunks[i].methods)
		sites += chunks[i].sites.Sites()
	}
	b := &inline.Bodies{Methods: make([]program.MethodID, 0, methods), Vectors: vectors.NewTable(methods, entries), Sites: inline.NewSiteTable(methods, sites)}
	for i := range chunks {
		ch := &chunks[i]
		b.Methods = append(b.Methods, ch.methods...)
		b.Vectors.AppendTable(&ch.vectors)
		b.Sites.AppendTable(&ch.sites)
		c.Calls.Add(ch.calls)
		*ch = chunk{}
	}
	return b
}
