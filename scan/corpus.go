package scan

import (
	"context"

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
	// digests are of each file; see digest.go. Nil unless they were asked for.
	digests []uint64
	// Stages are those of making the corpus.
	Stages []Stage
}

// chunkBodies is how many bodies a worker takes at a time: enough that the hand-over is nothing, few enough that the
// workers end together.
const chunkBodies = 512

// NewCorpus links files and computes the vectors of their bodies, with jobs workers. The error is that of ctx.
func NewCorpus(ctx context.Context, files []*java.File, jobs int) (*Corpus, error) {
	return newCorpus(ctx, files, jobs, false)
}

// newCorpus is NewCorpus, with digests of the files if they are wanted.
func newCorpus(ctx context.Context, files []*java.File, jobs int, digests bool) (*Corpus, error) {
	var stages []Stage
	clock := newClock(&stages)
	p := program.Link(files)
	clock.stop("link", len(files), p.NumMethods())
	c, err := corpusOf(ctx, p, jobs, digests)
	if err != nil {
		return nil, err
	}
	c.Stages = append(stages, c.Stages...)
	return c, nil
}

// CorpusOf computes the vectors of a program that is linked already. The error is that of ctx.
func CorpusOf(ctx context.Context, p *program.Program, jobs int) (*Corpus, error) {
	return corpusOf(ctx, p, jobs, false)
}

func corpusOf(ctx context.Context, p *program.Program, jobs int, digests bool) (*Corpus, error) {
	c := &Corpus{Program: p}
	clock := newClock(&c.Stages)
	var d *digester
	if digests {
		d = newDigester(p)
	}
	bodies, err := c.vectors(ctx, jobs, d)
	if err != nil {
		return nil, err
	}
	clock.stop("vectors", c.Program.NumMethods(), bodies.Vectors.Len())
	c.Rows = inline.Build(c.Program, *bodies)
	if err := c.classes(ctx, jobs); err != nil {
		return nil, err
	}
	if c.digests, err = d.files(ctx, c, jobs); err != nil {
		return nil, err
	}
	clock.stop("inline", bodies.Vectors.Len(), c.Rows.Len())
	st := &c.Stages[len(c.Stages)-1]
	for why := inline.Recursive; why <= inline.Overridden; why++ {
		st.refuse(why.String()+" calls", c.Rows.Stats.By[why])
	}
	c.Side = concretize.NewSide(c.Program, c.Rows)
	return c, nil
}

// chunk is the vectors and call sites of a run of bodies.
type chunk struct {
	methods []program.MethodID
	vectors vectors.Table
	sites   inline.SiteTable
	calls   program.CallStats
}

func (c *Corpus) vectors(ctx context.Context, jobs int, d *digester) (*inline.Bodies, error) {
	var withBody []program.MethodID
	for m := range program.MethodID(c.Program.NumMethods()) {
		if c.Program.Method(m).Body >= 0 {
			withBody = append(withBody, m)
		}
	}
	n := (len(withBody) + chunkBodies - 1) / chunkBodies
	chunks := make([]chunk, n)
	next := make(chan int)
	g, ctx := errgroup.WithContext(ctx)
	g.Go(func() error {
		defer close(next)
		for i := range n {
			select {
			case next <- i:
			case <-ctx.Done():
				return ctx.Err()
			}
		}
		return nil
	})
	for range max(jobs, 1) {
		g.Go(func() error {
			r := c.Program.NewResolver()
			var v vectors.Vector
			var sites []inline.Site
			for i := range next {
				ch := &chunks[i]
				ch.methods = withBody[i*chunkBodies : min((i+1)*chunkBodies, len(withBody))]
				for _, m := range ch.methods {
					b := r.Body(m)
					v = vectors.Of(v[:0], b)
					sites = inline.SitesOf(sites[:0], b)
					ch.vectors.Append(v)
					ch.sites.Append(sites)
					ch.calls.Add(b.Stats)
					d.body(m, b)
				}
			}
			return nil
		})
	}
	if err := g.Wait(); err != nil {
		return nil, err
	}
	return c.gather(withBody, chunks), nil
}

func (c *Corpus) gather(methods []program.MethodID, chunks []chunk) *inline.Bodies {
	entries := 0
	for i := range chunks {
		entries += chunks[i].vectors.Entries()
	}
	b := &inline.Bodies{Methods: methods, Vectors: vectors.NewTable(len(methods), entries), Sites: &inline.SiteTable{}}
	for i := range chunks {
		b.Vectors.AppendTable(&chunks[i].vectors)
		b.Sites.AppendTable(&chunks[i].sites)
		c.Calls.Add(chunks[i].calls)
		chunks[i] = chunk{}
	}
	return b
}

// classes numbers the rows by what vectors say of them, and measures them, with jobs workers. A collision of the 64-bit
// hashes would hide one candidate. The error is that of ctx.
func (c *Corpus) classes(ctx context.Context, jobs int) error {
	t := c.Rows
	base := make([]uint64, c.Program.NumMethods())
	err := parallel(ctx, jobs, len(base), func(m int) { base[m] = hashOf(t.Base(program.MethodID(m))) })
	if err != nil {
		return err
	}
	c.class, c.size = make([]lsh.ClassID, t.Len()), make([]concretize.Size, t.Len())
	return parallel(ctx, jobs, t.Len(), func(r int) {
		h := base[t.Row(r).Method]
		if t.Row(r).Mode != inline.None {
			h = h*0x9E3779B97F4A7C15 ^ hashOf(t.Vector(r))
			for _, m := range t.Inlined(r) {
				h = (h ^ base[m]) * 0xBF58476D1CE4E5B9
				h ^= h >> 31
			}
		}
		c.class[r], c.size[r] = lsh.ClassID(h), concretize.SizeOf(t.Vector(r))
	})
}

func hashOf(v vectors.Vector) uint64 {
	h := uint64(len(v))
	for _, e := range v {
		h = (h ^ uint64(e)) * 0x9E3779B97F4A7C15
		h ^= h >> 29
	}
	return h
}
