package inline

import (
	"slices"
	"sync"
	"sync/atomic"

	"refract/program"
	"refract/vectors"
)

const badShape = "inline: methods, vectors and sites differ in number"

// Build simulates the inlining of every call in the bodies, with jobs workers. Its cost is linear in the number of call
// sites and in the length of the vectors that come out; the table is the same with any number of workers. It panics if
// the tables of in differ in length.
func Build(p *program.Program, in Bodies, jobs int) *Table { return build(p, in, jobs, false) }

// build is Build, or Sketch.
func build(p *program.Program, in Bodies, jobs int, sketch bool) *Table {
	if in.Vectors.Len() != len(in.Methods) || in.Sites.Len() != len(in.Methods) {
		panic(badShape)
	}
	t := &Table{base: in, bodyOf: make([]int32, p.NumMethods())}
	for i := range t.bodyOf {
		t.bodyOf[i] = -1
	}
	for i, m := range in.Methods {
		t.bodyOf[m] = int32(i)
	}
	parts := make([]part, (len(in.Methods)+partBodies-1)/partBodies)
	targets := targetsOf(p, &in, t.bodyOf)
	var next atomic.Int32
	var workers sync.WaitGroup
	for range min(max(jobs, 1), len(parts)) {
		workers.Go(func() {
			b := builder{t: t, targets: targets, sketch: sketch, slot: make([]int32, p.NumMethods())}
			for i := int(next.Add(1)) - 1; i < len(parts); i = int(next.Add(1)) - 1 {
				b.part.reset()
				for j := i * partBodies; j < min((i+1)*partBodies, len(in.Methods)); j++ {
					b.body(j)
				}
				parts[i] = b.part.clone()
			}
		})
	}
	workers.Wait()
	t.join(parts)
	if sketch {
		t.late = &late{targets: targets, made: make([]atomic.Pointer[vectors.Vector], t.inlined.Len())}
	}
	return t
}

// partBodies is how many bodies a worker takes at a time: many enough that the hand-over is nothing, few enough that the
// workers end together.
const partBodies = 1024

// part is the table of a run of bodies, its positions counted from its own beginning.
type part struct {
	stats        Stats
	rows         []Row
	first, calls []uint32
	callees      []program.MethodID
	inlined      vectors.Table
	at           []int32 // the row of inlined; -1 for a base vector
}

func (p *part) reset() {
	p.stats = Stats{}
	p.rows, p.first, p.calls, p.callees, p.at = p.rows[:0], p.first[:0], p.calls[:0], p.callees[:0], p.at[:0]
	p.inlined.Reset()
}

func (p *part) clone() part {
	inlined := vectors.NewTable(p.inlined.Len(), p.inlined.Entries())
	inlined.AppendTable(&p.inlined)
	return part{p.stats, slices.Clone(p.rows), slices.Clone(p.first), slices.Clone(p.calls), slices.Clone(p.callees), *inlined, slices.Clone(p.at)}
}

// join puts the parts one behind the other, each of which it forgets, in arrays of the right size: if they grew, they would
// be copied again and again, and leave twice their size for the collector.
func (t *Table) join(parts []part) {
	rows, callees, inlined, entries := 0, 0, 0, 0
	for i := range parts {
		rows, callees = rows+len(parts[i].rows), callees+len(parts[i].callees)
		inlined, entries = inlined+parts[i].inlined.Len(), entries+parts[i].inlined.Entries()
	}
	bodies := len(t.base.Methods)
	t.rows, t.at, t.callees = make([]Row, 0, rows), make([]int32, 0, rows), make([]program.MethodID, 0, callees)
	t.first, t.calls = make([]uint32, 0, bodies+1), make([]uint32, 0, bodies+1)
	t.inlined = *vectors.NewTable(inlined, entries)
	for i := range parts {
		t.add(&parts[i])
		parts[i] = part{}
	}
	t.first, t.calls = append(t.first, uint32(len(t.rows))), append(t.calls, uint32(len(t.callees)))
}

// add puts p behind what t has.
func (t *Table) add(p *part) {
	row, callee, inlined := uint32(len(t.rows)), uint32(len(t.callees)), int32(t.inlined.Len())
	body := int32(len(t.first))
	for i := range p.first {
		t.first, t.calls = append(t.first, row+p.first[i]), append(t.calls, callee+p.calls[i])
	}
	for _, at := range p.at {
		if at < 0 {
			at, body = body, body+1
		} else {
			at += inlined
		}
		t.at = append(t.at, at)
	}
	t.rows, t.callees = append(t.rows, p.rows...), append(t.callees, p.callees...)
	t.inlined.AppendTable(&p.inlined)
	t.Stats.add(&p.stats)
}

// builder makes parts, one after the other. It serves one goroutine.
type builder struct {
	t       *Table // of which the bodies are known
	targets []target
	sketch  bool // inlined vectors are left empty
	part    part // at hand; its arrays serve one part after the other

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

// body puts the rows of body i behind those that the part has.
func (b *builder) body(i int) {
	t, p, m := b.t, &b.part, b.t.base.Methods[i]
	p.first = append(p.first, uint32(len(p.rows)))
	p.calls = append(p.calls, uint32(len(p.callees)))
	p.add(Row{m, program.NoMethod, None}, -1)
	b.group(m, t.base.Sites.Row(i))
	base := t.base.Vectors.Row(i)
	var all vectors.Dense
	if len(b.changes) > 1 && !b.sketch {
		all.Add(base, 1)
	}
	rest := b.sorted
	for _, c := range b.changes {
		b.slot[c.callee] = 0
		p.callees = append(p.callees, c.callee)
		if b.sketch {
			p.add(Row{m, c.callee, Single}, int32(p.inlined.Append(nil)))
			continue
		}
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
		p.add(Row{m, c.callee, Single}, int32(p.inlined.Append(b.v)))
	}
	if len(b.changes) > 1 {
		if b.v = b.v[:0]; !b.sketch {
			b.v = all.AppendTo(b.v)
		}
		p.add(Row{m, program.NoMethod, All}, int32(p.inlined.Append(b.v)))
	}
}

func (p *part) add(r Row, at int32) {
	p.rows = append(p.rows, r)
	p.at = append(p.at, at)
}

// group puts the sites that are not refused into b.sorted, those of one callee together, and the callees with their
// numbers of sites into b.changes, both in the order of the first call.
func (b *builder) group(caller program.MethodID, sites []Site) {
	b.changes, b.sorted, b.cell = b.changes[:0], b.sorted[:0], b.cell[:0]
	for i := range sites {
		s := &sites[i]
		why := refusal(caller, s, b.targets)
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
		b.sorted = append(b.sorted, Site{})
	}
	b.scatter(sites)
}

// scatter is a counting sort of the sites by the place of their callee in b.cell.
func (b *builder) scatter(sites []Site) {
	sum := int32(0)
	b.at = b.at[:0]
	for i := range b.changes {
		b.at = append(b.at, sum)
		sum += b.changes[i].sites
	}
	for i := range sites {
		if place := b.cell[i]; place >= 0 {
			b.sorted[b.at[place]] = sites[i]
			b.at[place]++
		}
	}
}
