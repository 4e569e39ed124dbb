package program

import (
	"slices"
	"sort"

	"refract/internal/fresh"
)

// This file lets who asks a Program learn afterwards which parts of which files the answers came from.

// Unit is the number of a part of a file that can be read by itself: its declarations, which are its types and fields, each by itself, with whatever stands outside
// of types; which members each of these types has, and no others; everything in the file; or one of its methods, as it is declared, with what stands in its body, or
// in that of the method around it; or who calls one of them. Who reads one of the others reads the declarations of the file as well: what is declared beside them is not
// noticed by anybody who reads no more than that. The units of a file follow one another.
type Unit int32

// declarations is the unit of the declarations of a file. The next ones are that of its members and that of everything in it, and those of its methods follow, each
// with that of its callers.
func (p *Program) declarations(file int32) Unit {
	return Unit(methodParts*p.methodBase[file] + filePartsBeside*file)
}

// Parts of a file beside its methods; see Program.Part.
const (
	PartDeclarations = -3
	PartMembers      = -2
	PartWhole        = -1

	filePartsBeside = -PartDeclarations
	methodParts     = 2 // the method, and who calls it
)

// PartMethod is the part of a file that is a method, by the number of that in the file.
func PartMethod(method int32) int32 { return methodParts * method }

// PartCallers is the part of a file that is who calls a method, by the number of that in the file.
func PartCallers(method int32) int32 { return methodParts*method + 1 }

// MethodOfPart is the number in its file of the method that PartMethod or PartCallers was called with.
func MethodOfPart(part int32) int32 { return part / methodParts }

// UnitOf returns the unit of a part of a file: one of those above, PartMethod or PartCallers.
func (p *Program) UnitOf(file, part int32) Unit {
	return p.declarations(file) + Unit(part-PartDeclarations)
}

// Part tells what u is: PartMethod or PartCallers in a file, or one of the other parts.
func (p *Program) Part(u Unit) (file, part int32) {
	file = int32(sort.Search(len(p.Files), func(i int) bool { return p.declarations(int32(i)) > u })) - 1
	return file, int32(u-p.declarations(file)) + PartDeclarations
}

// Units returns the units of a file: from lo up to, not including, hi.
func (p *Program) Units(file int32) (lo, hi Unit) {
	return p.declarations(file), p.declarations(file + 1)
}

// Watch records which units are read through a Program that was made for it (see Program.Watched). Recordings nest: what an inner one
// records, the outer ones record as well. It belongs to one goroutine; the zero Watch is ready to be given to Watched.
type Watch struct {
	units []Unit   // read since the outermost Begin; a unit may be in it several times
	seen  []uint32 // by unit: the recording that read it last
	stamp uint32   // of the innermost recording
	last  uint32   // the highest stamp so far
	depth int
}

// Mark is where a recording began.
type Mark struct {
	at    int
	stamp uint32
}

// Watched returns p with w told of every declaration that is asked for: the accessors of types and fields tell the declarations of the file,
// those of methods the method, and so do those of overriding. Who asks which methods a type has, or for a field that it has not, is told the members of the file. The lists in
// a Type are not to be read there, but by MethodsIn.
// What Files, Stats and a Resolver say is not told: who reads a file's tree has its number from a declaration, and what
// a Resolver says of a body is to be had with the body's method. Who finds out who calls a method has to say so by ReadCallers, and who reads more of a tree than what is
// declared and the bodies of methods that were asked for by ReadWhole.
func (p *Program) Watched(w *Watch) *Program {
	q := *p
	q.watch = w
	w.seen = fresh.Make[uint32](methodParts*len(p.methods) + filePartsBeside*len(p.Files))
	return &q
}

// ReadWhole tells the Watch that everything in a file is read.
func (p *Program) ReadWhole(file int32) {
	p.tell(file, PartWhole)
}

// ReadCallers tells the Watch that it is read who calls a method.
func (p *Program) ReadCallers(m MethodID) {
	if p.watch != nil {
		file := p.methods[m].File
		p.tell(file, PartCallers(int32(m)-p.methodBase[file]))
	}
}

// tell tells the Watch, if there is one, that a part of a file is read.
func (p *Program) tell(file, part int32) {
	if p.watch != nil {
		p.watch.read(p.UnitOf(file, part))
	}
}

// Begin begins a recording.
func (w *Watch) Begin() Mark {
	m := Mark{len(w.units), w.stamp}
	w.last++
	w.stamp = w.last
	w.depth++
	return m
}

// End ends the recording that began at m, the innermost one, and returns the units that were read in it: the outermost one ascending, each
// once, the others as they were read.
func (w *Watch) End(m Mark) []Unit { return w.AppendEnd(nil, m) }

// AppendEnd is End, which appends the units to some.
func (w *Watch) AppendEnd(units []Unit, m Mark) []Unit {
	w.stamp = m.stamp
	if w.depth--; w.depth > 0 {
		return append(units, w.units[m.at:]...) // which stay those of the recording around it
	}
	slices.Sort(w.units)
	units = append(units, slices.Compact(w.units)...)
	w.units = w.units[:0]
	return units
}

// Add records units as read: those that a remembered answer came from.
func (w *Watch) Add(units []Unit) {
	for _, u := range units {
		w.read(u)
	}
}

func (w *Watch) read(u Unit) {
	if w.depth > 0 && w.seen[u] != w.stamp {
		w.seen[u] = w.stamp
		w.units = append(w.units, u)
	}
}
