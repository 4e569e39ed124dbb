package inline

import (
	"refract/program"
	"refract/vectors"
)

const badShape = "inline: methods, vectors and sites differ in number"

// Build simulates the inlining of every call in the bodies. Its cost is linear in the number of call sites and in
// the length of the vectors that come out. It panics if the tables of in differ in length.
func Build(p *program.Program, in Bodies) *Table {
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
	b := builder{t: t, p: p, recursive: recursive(p, &in), slot: make([]int32, p.NumMethods())}
	b.measure()
	for i := range in.Methods {
		b.body(i)
	}
	t.first = append(t.first, uint32(len(t.rows)))
	t.calls = append(t.calls, uint32(len(t.callees)))
	return t
}

// recursive returns, by MethodID, which methods call themselves.
func recursive(p *program.Program, in *Bodies) []bool {
	is := make([]bool, p.NumMethods())
	for i, m := range in.Methods {
		for _, s := range in.Sites.Row(i) {
			if s.Callee == m {
				is[m] = true
				break
			}
		}
	}
	return is
}

// measure counts sites, rows and entries and makes room for them: without it, the growing arrays would be copied again
// and again, and leave twice their size for the collector. The entries of a row are at most those of the body and the
// callee together, and 75 to 76 per cent of that in five programs.
func (b *builder) measure() {
	t := b.t
	rows, callees, entries := len(t.base.Methods), 0, 0
	for i, m := range t.base.Methods {
		sites := t.base.Sites.Row(i)
		b.group(m, sites)
		base, all := len(t.base.Vectors.Row(i)), 0
		for _, c := range b.changes {
			b.slot[c.callee] = 0
			w := len(t.Base(c.callee))
			all = max(all, w)
			entries += base + w
		}
		if len(b.changes) > 1 {
			rows++
			entries += base + all
		}
		rows += len(b.changes)
		callees += len(b.changes)
	}
	t.Stats = b.stats
	t.rows, t.at = make([]Row, 0, rows), make([]int32, 0, rows)
	t.first, t.calls = make([]uint32, 0, len(t.base.Methods)+1), make([]uint32, 0, len(t.base.Methods)+1)
	t.callees = make([]program.MethodID, 0, callees)
	t.inlined = *vectors.NewTable(rows-len(t.base.Methods), entries*4/5)
}

type builder struct {
	t         *Table
	p         *program.Program
	recursive []bool
	stats     Stats // of measure; the second look at the sites counts them again

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

func (b *builder) body(i int) {
	t, m := b.t, b.t.base.Methods[i]
	t.first = append(t.first, uint32(len(t.rows)))
	t.calls = append(t.calls, uint32(len(t.callees)))
	t.add(Row{m, program.NoMethod, None}, int32(i))
	b.group(m, t.base.Sites.Row(i))
	base := t.base.Vectors.Row(i)
	var all vectors.Dense
	if len(b.changes) > 1 {
		all.Add(base, 1)
	}
	rest := b.sorted
	for _, c := range b.changes {
		b.slot[c.callee] = 0
		t.callees = append(t.callees, c.callee)
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
		t.add(Row{m, c.callee, Single}, int32(t.inlined.Append(b.v)))
	}
	if len(b.changes) > 1 {
		b.v = all.AppendTo(b.v[:0])
		t.add(Row{m, program.NoMethod, All}, int32(t.inlined.Append(b.v)))
	}
}

func (t *Table) add(r Row, at int32) {
	t.rows = append(t.rows, r)
	t.at = append(t.at, at)
}

// group puts the sites that are not refused into b.sorted, those of one callee together, and the callees with their
// numbers of sites into b.changes, both in the order of the first call.
func (b *builder) group(caller program.MethodID, sites []Site) {
	b.changes, b.sorted, b.cell = b.changes[:0], b.sorted[:0], b.cell[:0]
	for i := range sites {
		s := &sites[i]
		why := refusal(b.p, caller, s, b.recursive)
		if why == Inlined && b.t.body(s.Callee) < 0 {
			why = Abstract // its file is not among the bodies
		}
		b.stats.Sites++
		b.stats.By[why]++
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
