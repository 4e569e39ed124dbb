package inline

import (
	"slices"
	"sync"
	"sync/atomic"

	"refract/internal/fresh"
	"refract/program"
	"refract/vectors"
)

const badShape = "inline: methods, vectors and sites differ in number"

// Build simulates the inlining of every call in the bodies, with jobs workers. Its cost is linear in the number of call
// sites and in the length of the vectors that come out; the table is the same with any number of workers. It panics if
// the tables of in differ in length.
func Build(p *program.Program, in Bodies, jobs int) *Table {
	if in.Vectors.Len() != len(in.Methods) {
		panic(badShape)
	}
	return build(p, in, jobs, false)
}

// build is Build, or Sketch but for what makes its vectors.
func build(p *program.Program, in Bodies, jobs int, sketch bool) *Table {
	if in.Sites.Len() != len(in.Methods) {
		panic(badShape)
	}
	t := &Table{base: in, bodyOf: make([]int32, p.NumMethods())}
	for i := range t.bodyOf {
		t.bodyOf[i] = -1
	}
	for i, m := range in.Methods {
		t.bodyOf[m] = int32(i)
	}
	t.targets = targetsOf(p, t, jobs)
	parts := make([]part, runs(len(in.Methods)))
	workers(jobs, len(parts), func(next func() int) {
		b := builder{t: t, slot: fresh.Make[int32](p.NumMethods())}
		for i := next(); i < len(parts); i = next() {
			b.part.reset()
			from, to := run(i, len(in.Methods))
			for j := from; j < to; j++ {
				b.body(j, sketch)
			}
			parts[i] = b.part.clone()
		}
	})
	t.join(parts, jobs)
	return t
}

// runLength is how many bodies or methods a worker takes at a time: many enough that the hand-over is nothing, few enough that the
// workers end together.
const runLength = 1024

// runs is the number of runs of n bodies, and run the first body of run i with the one behind its last.
func runs(n int) int              { return (n + runLength - 1) / runLength }
func run(i, n int) (from, to int) { return i * runLength, min((i+1)*runLength, n) }

// workers calls work once for each of at most jobs workers, and returns when all have. Numbers from 0 on come out of next, each for
// one worker; those from n on are no work.
func workers(jobs, n int, work func(next func() int)) {
	var last atomic.Int32
	next := func() int { return int(last.Add(1)) - 1 }
	var all sync.WaitGroup
	for range min(max(jobs, 1), n) {
		all.Go(func() { work(next) })
	}
	all.Wait()
}

// part is the table of a run of bodies.
type part struct {
	stats   Stats
	counts  []uint32 // of callees, by body
	callees []program.MethodID
	inlined vectors.Table
}

func (p *part) reset() {
	p.stats = Stats{}
	p.counts, p.callees = p.counts[:0], p.callees[:0]
	p.inlined.Reset()
}

func (p *part) clone() part {
	return part{p.stats, slices.Clone(p.counts), slices.Clone(p.callees), p.inlined.Clone()}
}

// join puts the parts one behind the other, each of which it forgets, in arrays of the right size: if they grew, they would
// be copied again and again, and leave twice their size for the collector.
func (t *Table) join(parts []part, jobs int) {
	begin := make([]uint32, 2*len(parts)+2) // by part: its first row, and the first of its callees
	for i := range parts {
		p := &parts[i]
		rows := uint32(0)
		for _, n := range p.counts {
			rows += rowsWith(n)
		}
		begin[2*i+2], begin[2*i+3] = begin[2*i]+rows, begin[2*i+1]+uint32(len(p.callees))
		t.Stats.add(&p.stats)
	}
	bodies, rows, callees := len(t.base.Methods), begin[2*len(parts)], begin[2*len(parts)+1]
	t.rows, t.callees = make([]packedRow, rows), make([]program.MethodID, callees)
	t.first, t.calls = make([]uint32, bodies+1), make([]uint32, bodies+1)
	t.first[bodies], t.calls[bodies] = rows, callees
	workers(jobs, len(parts), func(next func() int) {
		for i := next(); i < len(parts); i = next() {
			from, _ := run(i, bodies)
			t.place(&parts[i], from, begin[2*i], begin[2*i+1])
		}
	})
	inlined := 0
	t.inlined = make([]inlinedRows, len(parts))
	for i := range parts {
		t.inlined[i] = inlinedRows{inlined, parts[i].inlined}
		inlined += parts[i].inlined.Len()
		parts[i] = part{}
	}
}

// rowsWith is the number of rows of a body with so many callees.
func rowsWith(callees uint32) uint32 {
	if callees < 2 {
		return 1 + callees
	}
	return 2 + callees
}

// place fills in the rows of p, which begin with those of a body, and with these numbers of a row and of a callee.
func (t *Table) place(p *part, body int, row, callee uint32) {
	copy(t.callees[callee:], p.callees)
	for _, n := range p.counts {
		t.first[body], t.calls[body] = row, callee
		t.rows[row] = pack(body, None)
		for k := uint32(1); k <= n; k++ {
			t.rows[row+k] = pack(body, Single)
		}
		next := row + rowsWith(n)
		if n > 1 {
			t.rows[next-1] = pack(body, All)
		}
		body, row, callee = body+1, next, callee+n
	}
}

// builder makes parts, one after the other. It serves one goroutine.
type builder struct {
	t    *Table // of which the bodies and targets are known
	part part   // at hand; its arrays serve one part after the other

	slot    []int32  // by MethodID: 1 + its place among the callees of the body at hand, 0 if it is none
	changes []change // by that place
	cell    []int32  // by site: the place of its callee, -1 if refused
	at      []int32  // by place: where its next site goes in sorted
	sorted  []Site
	v       vectors.Vector
}

// change is what the sites of one callee do to a body.
type change struct {
	callee program.MethodID
	sites  int32
}

// body puts the callees of body i, and unless there is to be a sketch alone the vectors of its rows, behind those that the part has.
func (b *builder) body(i int, sketch bool) {
	t, p := b.t, &b.part
	sites := t.base.Sites.Row(i)
	b.group(t.base.Methods[i], sites)
	p.counts = append(p.counts, uint32(len(b.changes)))
	for _, c := range b.changes {
		b.slot[c.callee] = 0
		p.callees = append(p.callees, c.callee)
	}
	if sketch || len(b.changes) == 0 {
		return
	}
	b.scatter(sites)
	base := t.base.Vectors.Row(i)
	var all vectors.Dense
	if len(b.changes) > 1 {
		all.Add(base, 1)
	}
	rest := b.sorted
	for _, c := range b.changes {
		sites := rest[:c.sites]
		rest = rest[c.sites:]
		var one vectors.Dense
		one.Add(base, 1)
		w := t.Base(c.callee)
		for j := range sites {
			replace(&one, &sites[j], w)
			if len(b.changes) > 1 {
				replace(&all, &sites[j], w)
			}
		}
		b.v = one.AppendTo(b.v[:0])
		p.inlined.Append(b.v)
	}
	if len(b.changes) > 1 {
		b.v = all.AppendTo(b.v[:0])
		p.inlined.Append(b.v)
	}
}

// group finds the callees of the sites that are not refused, with their numbers of sites, in the order of the first call: b.changes. Of
// each site b.cell has the place of its callee there.
func (b *builder) group(caller program.MethodID, sites []Site) {
	b.changes, b.cell = b.changes[:0], b.cell[:0]
	for i := range sites {
		s := &sites[i]
		why := refusal(caller, s, b.t.targets)
		b.part.stats.Sites++
		b.part.stats.By[why]++
		if why != Inlined {
			b.cell = append(b.cell, -1)
			continue
		}
		if b.slot[s.Callee] == 0 {
			b.changes = append(b.changes, change{callee: s.Callee})
			b.slot[s.Callee] = int32(len(b.changes))
		}
		place := b.slot[s.Callee] - 1
		b.changes[place].sites++
		b.cell = append(b.cell, place)
	}
}

// scatter is a counting sort of the sites that are not refused by the place of their callee in b.cell, into b.sorted.
func (b *builder) scatter(sites []Site) {
	sum := int32(0)
	b.at = b.at[:0]
	for i := range b.changes {
		b.at = append(b.at, sum)
		sum += b.changes[i].sites
	}
	b.sorted = slices.Grow(b.sorted[:0], int(sum))[:sum]
	for i := range sites {
		if place := b.cell[i]; place >= 0 {
			b.sorted[b.at[place]] = sites[i]
			b.at[place]++
		}
	}
}
