package scan

import (
	"context"
	"sync/atomic"

	"golang.org/x/sync/errgroup"

	"refract/inline"
	"refract/program"
	"refract/vectors"
)

// This file lays out what the bodies of all files come to: their methods, vectors and call sites, each in one array in the order of the files.
// What is known of a file is decoded into its place, once it is known where all files begin; what is not known is resolved before that, and copied there.
// Memory that is touched for the first time costs more than what is done with it, so nothing lies in between. Where something is known there is no array of
// vectors: few of them are asked for, see latevectors.go.

// layout is the bodies of a program in the making.
type layout struct {
	c      *Corpus
	chunks []chunk
	begin  []extent // by file: what is before it; at the end what all take
	late   bool     // the vectors are made when they are asked for

	methods           []program.MethodID
	vectorAt, sitesAt []uint32 // [bodies+1]; no vectorAt where they are late
	entries           []vectors.Entry
	sites             []inline.Site
}

// extent is how much the bodies of a file take, or those of all files before it.
type extent struct{ bodies, entries, sites int }

func (e extent) less(o extent) extent {
	return extent{e.bodies - o.bodies, e.entries - o.entries, e.sites - o.sites}
}

// extent is what is in the tables of ch.
func (ch *chunk) extent() extent {
	return extent{ch.vectors.Len(), ch.vectors.Entries(), ch.sites.Sites()}
}

// layOut lays out what the bodies come to, with jobs workers. The error is that of ctx.
func (c *Corpus) layOut(ctx context.Context, jobs int) (*layout, error) {
	for {
		l := &layout{c: c, chunks: c.chunks(), begin: make([]extent, len(c.Program.Files)+1), late: c.survey.knows()}
		if err := l.resolve(ctx, jobs); err != nil {
			return nil, err
		}
		l.room()
		ok, err := l.fill(ctx, jobs)
		if err != nil {
			return nil, err
		}
		if ok {
			return l, nil
		}
		// Some files are not known after all, and their bodies take another room.
	}
}

// resolve resolves the bodies that are not known, and finds out how much those of each file take.
func (l *layout) resolve(ctx context.Context, jobs int) error {
	s := l.c.survey
	if s.knows() {
		s.callee = s.of.MethodsByIdentity()
	}
	return l.work(ctx, jobs, func(ch *chunk, r *bodyResolver) {
		grown := &r.grown
		ch.vectors, ch.sites = grown.vectors, grown.sites
		ch.vectors.Reset()
		ch.sites.Reset()
		for i := ch.from; i < ch.to; i++ {
			if of, ok := s.extent(i); ok {
				l.begin[i+1] = of
				continue
			}
			before := ch.extent()
			r.file(ch, i)
			l.begin[i+1] = ch.extent().less(before)
		}
		grown.vectors, grown.sites = ch.vectors, ch.sites
		ch.vectors, ch.sites = grown.vectors.Clone(), grown.sites.Clone()
	})
}

// extent is what the bodies of file i take, if it is known.
func (s *survey) extent(i int) (of extent, ok bool) {
	if s == nil || !s.known[i] {
		return of, false
	}
	return s.in[i].extent, true
}

// room makes room for all.
func (l *layout) room() {
	for i := range l.c.Program.Files {
		before, of := l.begin[i], &l.begin[i+1]
		of.bodies, of.entries, of.sites = of.bodies+before.bodies, of.entries+before.entries, of.sites+before.sites
	}
	all := l.begin[len(l.begin)-1]
	l.methods = make([]program.MethodID, all.bodies)
	l.sitesAt, l.sites = make([]uint32, all.bodies+1), make([]inline.Site, all.sites)
	if !l.late {
		l.vectorAt, l.entries = make([]uint32, all.bodies+1), make([]vectors.Entry, all.entries)
	}
}

// fill puts what the bodies come to in its place. It reports false if something that the index has cannot be read, and what there is instead takes
// another room.
func (l *layout) fill(ctx context.Context, jobs int) (ok bool, err error) {
	var bad atomic.Bool
	err = l.work(ctx, jobs, func(ch *chunk, r *bodyResolver) {
		row, s := 0, l.c.survey // row of the chunk's tables
		decoded := l.decode(ch)
		for i := ch.from; i < ch.to; i++ {
			listed := l.list(i)
			switch {
			case s == nil || !s.known[i]:
				row = l.copy(ch, ch, row, i)
			case listed && decoded[i-ch.from]:
				ch.calls.Add(s.in[i].bodies.calls)
			case !l.again(ch, r, i):
				bad.Store(true)
			}
		}
		ch.sites = inline.SiteTable{}
		if !l.late {
			ch.vectors = vectors.Table{}
		}
	})
	return !bad.Load(), err
}

// again puts in its place what the bodies of file i come to, which turns out not to be known: a call is of a method of which there are several now,
// for instance. It reports false if it takes another room.
func (l *layout) again(ch *chunk, r *bodyResolver, i int) bool {
	l.c.survey.known[i] = false
	var own chunk
	r.file(&own, i)
	if own.extent() != l.begin[i+1].less(l.begin[i]) {
		return false
	}
	l.copy(ch, &own, 0, i)
	ch.calls.Add(own.calls)
	return l.list(i)
}

// list fills in the methods of file i that have bodies. It reports false if there are not as many as it is laid out for.
func (l *layout) list(i int) bool {
	p := l.c.Program
	place := l.methods[l.begin[i].bodies:l.begin[i+1].bodies]
	for m, hi := p.MethodsOf(int32(i)); m < hi; m++ {
		if p.Method(m).Body < 0 {
			continue
		}
		if len(place) == 0 {
			return false
		}
		place[0] = m
		place = place[1:]
	}
	return len(place) == 0
}

// decode fills in what is known of the files of ch, as it lies in the index. It returns, by file, whether that could be read.
func (l *layout) decode(ch *chunk) (ok []bool) {
	s := l.c.survey
	if ok = make([]bool, ch.to-ch.from); !l.late {
		return ok
	}
	d := siteReader{callee: s.callee}
	s.past.guard(func() {
		for i := ch.from; i < ch.to; i++ {
			ok[i-ch.from] = s.known[i] && l.decodeFile(&d, i)
		}
	})
	return ok
}

func (l *layout) decodeFile(d *siteReader, i int) bool {
	from, to := l.begin[i], l.begin[i+1]
	lo, hi := l.c.Program.MethodsOf(int32(i))
	return d.read(&l.c.survey.in[i].bodies, l.sitesAt[from.bodies+1:to.bodies+1], l.sites[from.sites:to.sites], uint32(from.sites), lo, hi)
}

// copy fills in what the bodies of file i of ch were resolved to, which begins at a row of the tables of from. It returns the row behind it.
func (l *layout) copy(ch, from *chunk, row, i int) int {
	at, to := l.begin[i], l.begin[i+1]
	end := row + to.bodies - at.bodies
	from.sites.CopyRows(row, end, l.sitesAt[at.bodies+1:to.bodies+1], l.sites[at.sites:to.sites], uint32(at.sites))
	if l.late {
		ch.fresh = append(ch.fresh, freshVectors{i, row, &from.vectors})
	} else {
		from.vectors.CopyRows(row, end, l.vectorAt[at.bodies+1:to.bodies+1], l.entries[at.entries:to.entries], uint32(at.entries))
	}
	return end
}

// work calls f for all chunks, with jobs workers, each with a resolver of its own. The error is that of ctx.
func (l *layout) work(ctx context.Context, jobs int, f func(ch *chunk, r *bodyResolver)) error {
	var last atomic.Int32
	g, ctx := errgroup.WithContext(ctx)
	for range min(max(jobs, 1), len(l.chunks)) {
		g.Go(func() error {
			r := newBodyResolver(l.c)
			for ctx.Err() == nil {
				i := int(last.Add(1)) - 1
				if i >= len(l.chunks) {
					return nil
				}
				f(&l.chunks[i], r)
			}
			return ctx.Err()
		})
	}
	return g.Wait()
}

// rows makes the rows of what was laid out, with jobs workers.
func (l *layout) rows(jobs int) *inline.Table {
	for i := range l.chunks {
		l.c.Calls.Add(l.chunks[i].calls)
	}
	b := inline.Bodies{Methods: l.methods, Sites: inline.SiteTableOf(l.sitesAt, l.sites)}
	if l.late {
		late := &lateVectors{begin: l.begin, chunks: l.chunks, s: l.c.survey}
		if checkKnown != nil {
			l.check(late, b.Sites)
		}
		return inline.Sketch(l.c.Program, b, late.appendTo, jobs)
	}
	b.Vectors = vectors.TableOf(l.vectorAt, l.entries)
	return inline.Build(l.c.Program, b, jobs)
}

// check gives checkKnown what there is to be checked.
func (l *layout) check(late *lateVectors, sites *inline.SiteTable) {
	s, r := l.c.survey, newBodyResolver(l.c)
	for i := range l.c.Program.Files {
		if !s.known[i] {
			continue
		}
		known := &resolvedFile{fileBodies: s.in[i].bodies.fileBodies}
		for row := l.begin[i].bodies; row < l.begin[i+1].bodies; row++ {
			known.vectors.Append(late.appendTo(nil, row))
			known.sites.Append(sites.Row(row))
		}
		var ch chunk
		fresh := &resolvedFile{fileBodies: r.fresh(&ch, i)}
		fresh.vectors, fresh.sites = ch.vectors, ch.sites
		checkKnown(l.c.Program, i, known, fresh)
	}
}
