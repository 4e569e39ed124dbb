package scan

import (
	"context"
	"encoding/binary"
	"sync"

	"refract/concretize"
	"refract/inline"
	"refract/internal/fresh"
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
	// alikeRows is made when alike is first asked.
	alikeRows []int32
	alikeOnce sync.Once
	// survey, bodies and digests are of each file, nil unless they were asked for; see bodies.go and digest.go. Of bodies only those are there
	// that were resolved; see bodyDigests.
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
	bodies, err := c.layOut(ctx, jobs)
	if err != nil {
		return nil, err
	}
	clock.stop("vectors", c.Program.NumMethods(), len(bodies.methods))
	c.Rows = bodies.rows(jobs)
	if err := c.classesBesideCallers(ctx, jobs); err != nil {
		return nil, err
	}
	if survey != nil {
		if c.digests, err = c.survey.digests(ctx, c, jobs); err != nil {
			return nil, err
		}
	}
	clock.stop("inline", c.Rows.Bodies(), c.Rows.Len())
	st := &c.Stages[len(c.Stages)-1]
	for why := inline.Recursive; why <= inline.Overridden; why++ {
		st.refuse(why.String()+" calls", c.Rows.Stats.By[why])
	}
	c.Side = concretize.NewSide(c.Program, c.Rows)
	return c, nil
}

// classesBesideCallers has one worker find who calls which method, if there is a survey, while others number the rows. The error is that of ctx.
func (c *Corpus) classesBesideCallers(ctx context.Context, jobs int) error {
	if c.survey == nil {
		return c.classes(ctx, jobs)
	}
	if jobs < 2 {
		c.survey.findCallers(c)
		return c.classes(ctx, jobs)
	}
	var callers sync.WaitGroup
	callers.Go(func() { c.survey.findCallers(c) })
	defer callers.Wait()
	return c.classes(ctx, jobs)
}

// chunk is a run of files, with the vectors and call sites of those bodies in them that are not known.
type chunk struct {
	from, to int // files
	vectors  vectors.Table
	sites    inline.SiteTable
	calls    program.CallStats // of all bodies, once they are in their place
	fresh    []freshVectors    // by file, where vectors are late
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

// bodyResolver resolves the bodies of one file after the other. It serves one goroutine.
type bodyResolver struct {
	c     *Corpus
	r     *program.Resolver // nil until there is something to resolve
	v     vectors.Vector
	sites []inline.Site
	seen  []int32 // by type: the last file in which it is the type of an expression, plus one
	grown struct {
		// Tables with room, which one chunk after the other is written to first: to grow takes twice the memory, each time from the system.
		vectors vectors.Table
		sites   inline.SiteTable
	}
}

func newBodyResolver(c *Corpus) *bodyResolver { return &bodyResolver{c: c} }

// file adds what the bodies of file i come to.
func (r *bodyResolver) file(ch *chunk, i int) {
	of := r.fresh(ch, i)
	ch.calls.Add(of.calls)
	if r.c.bodies != nil {
		r.c.bodies[i] = of
	}
}

// fresh adds the vectors and sites of the bodies of file i, and returns what else they come to.
func (r *bodyResolver) fresh(ch *chunk, i int) (of fileBodies) {
	p := r.c.Program
	for m, hi := p.MethodsOf(int32(i)); m < hi; m++ {
		if p.Method(m).Body >= 0 {
			r.body(ch, &of, m)
		}
	}
	return of
}

// resolvedFile is what the bodies of a file come to: a row of each table a body.
type resolvedFile struct {
	fileBodies
	vectors vectors.Table
	sites   inline.SiteTable
}

// checkKnown, where not nil, is given what is known of each file beside what its bodies come to. It is for tests.
var checkKnown func(p *program.Program, file int, known, fresh *resolvedFile)

// body resolves the body of m.
func (r *bodyResolver) body(ch *chunk, of *fileBodies, m program.MethodID) {
	if r.r == nil {
		r.r = r.c.Program.NewResolver()
		r.seen = fresh.Make[int32](r.c.Program.NumTypes())
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
