package scan

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"sync"

	"refract/index"
	"refract/java"
	"refract/program"
)

// This file links the program of a scan that has an index. What linking made of a file the index has as well, and it
// holds under nearly the same condition as what its bodies were resolved to (unaffected.go): that no name in the file means something
// else, but for methods, which no declaration speaks of: what overrides what is found out each time. Which names do is only known once the changed files are linked. So the program is linked with all that the index
// has of unchanged files; if names then turn out to mean something else, it is linked again without what the index has
// of the files in which they stand, and so on until there are no more of these. In the end each declaration that was not linked
// from its text mentions nothing that is different, so it is what it would be in a program that was linked from all texts.

// maxRelinks is how often a program is linked before it is linked from all texts.
const maxRelinks = 5

// link links files, and finds out what past knows of their bodies.
func link(ctx context.Context, files []*java.File, past *trees, jobs int) (*program.Program, *survey, error) {
	s := &survey{past: past, known: make([]bool, len(files))}
	if !past.serves() {
		p := program.Link(files)
		s.of, s.idle = p.Digester(), &sync.Pool{}
		return p, s, nil
	}
	c := s.changes(files)
	var uses program.TypeUses
	for round := 0; ; round++ {
		if round == maxRelinks {
			clear(c.linked)
		}
		if linkHook != nil {
			linkHook()
		}
		p, bad := program.Relink(files, program.Known{Names: past.names, Records: c.linked, Uses: &uses, Reading: past.guard}, jobs)
		if c.drop(bad) {
			if err := c.dropUsersOfGone(ctx, jobs); err != nil {
				return nil, nil, err
			}
			continue
		}
		c.p, s.of, s.idle = p, p.Digester(), &sync.Pool{}
		if err := s.survey(ctx, c, jobs); err != nil {
			return nil, nil, err
		}
		ok, err := c.find(ctx, jobs)
		if err != nil {
			return nil, nil, err
		}
		if ok && c.isTooMuch() {
			return nil, nil, errTooMuch
		}
		if c.drop(c.doubtful(!ok || p.Entangled())) {
			continue
		}
		if checkLinked != nil {
			checkLinked(p, c.linked)
		}
		if ok {
			s.findKnown(c)
		}
		return p, s, nil
	}
}

// linkHook, where not nil, is called before each round of linking. It is for tests.
var linkHook func()

// errTooMuch says that too much has changed for the index to be of use.
var errTooMuch = errors.New("most files mean something else than they did when the index was written")

// The share of the files of which bodies have to be resolved again from which a scan from the beginning costs less, and how many files there must be for that to
// matter. They are variables for tests.
var (
	tooMuch     = 0.4
	tooMuchFrom = 1000
)

// isTooMuch reports whether a scan from the beginning costs less. What has changed is found out early: on a large corpus in half a second of fifteen.
func (c *changes) isTooMuch() bool {
	n := 0
	for i := range c.files {
		if !c.same[i] || c.differs[i] || c.mention[i] {
			n++
		}
	}
	return len(c.files) >= tooMuchFrom && float64(n) > tooMuch*float64(len(c.files))
}

// checkLinked, where not nil, is given each program of which some files were linked from records. It is for tests.
var checkLinked func(p *program.Program, linked [][]byte)

// changes begins to find out what has changed, with the records of files.
func (s *survey) changes(files []*java.File) *changes {
	c := &changes{files: files, s: s, in: s.past.of, same: make([]bool, len(files)), linked: make([][]byte, len(files))}
	s.sums, s.in = make([]uint64, len(files)), c.in
	for i, in := range c.in {
		if c.same[i] = in.knows(files[i]) && in.has && in.ok; c.same[i] && files[i].Rest != nil && len(in.linked) > 0 {
			c.linked[i] = in.linked
		}
	}
	return c
}

// doubtful lists the files that were linked from records whose declarations may speak of what means something else, or all of them.
func (c *changes) doubtful(all bool) (files []int32) {
	for i := range c.linked {
		if c.linked[i] != nil && (all || c.relink[i]) {
			files = append(files, int32(i))
		}
	}
	return files
}

// drop forgets what linking made of files. It reports whether there are any.
func (c *changes) drop(files []int32) bool {
	for _, i := range files {
		c.linked[i] = nil
	}
	return len(files) > 0
}

// dropUsersOfGone is drop, once, of the files in which names stand that were declared by files that are gone, once records turn out to speak of these: they would be dropped
// when the rest is linked, after as much work. The error is that of ctx.
func (c *changes) dropUsersOfGone(ctx context.Context, jobs int) error {
	if c.dropped || !c.readOld() {
		return nil
	}
	c.dropped = true
	c.begin()
	for _, of := range c.gone() {
		then, ok := of.surface()
		if !ok {
			return nil
		}
		for _, list := range [2][]program.Entry{then.Types, then.Names} {
			for _, e := range list {
				c.names.add(e.ID)
			}
		}
	}
	err := c.mentions(ctx, jobs)
	c.drop(c.doubtful(false))
	return err
}

// survey finds the sums of the surfaces of all files: of one that was linked from its record it is that of the index. It keeps the surfaces that differ from what the index has.
func (s *survey) survey(ctx context.Context, c *changes, jobs int) error {
	c.surfaces = make([]*program.Surface, len(c.files))
	return parallel(ctx, jobs, len(c.files), func(i int) {
		if c.linked[i] != nil {
			s.sums[i] = binary.LittleEndian.Uint64(c.in[i].Surface[:])
			return
		}
		r := s.readers()
		surface := r.surveyor.Survey(int32(i))
		if s.sums[i] = sumOf(surface); c.in[i] == nil || c.in[i].Surface != surfaceDigest(s.sums[i]) {
			c.surfaces[i] = surface.Clone()
		}
		s.idle.Put(r)
	})
}

// surfaceDigest is a sum as the index has it.
func surfaceDigest(sum uint64) (d index.Digest) {
	binary.LittleEndian.PutUint64(d[:], sum)
	return d
}

// namesName is the name under which the names lie in the index that the records of all files speak of by number, and addedName that of those that came since: a few
// new ones need not have all of them written anew.
const (
	namesName = "names"
	addedName = "names added"
)

// names reads them from the index.
func (s *store) names() (*program.NameTable, error) {
	var names *program.NameTable
	err := s.ix.Read(func(v *index.View) error {
		begun, _, err1 := v.Part(namesName, index.Digest{})
		added, _, err2 := v.PartInPlace(addedName, index.Digest{})
		names = program.OpenNames(begun, added)
		return errors.Join(err1, err2)
	})
	if err != nil {
		return nil, err
	}
	if names == nil {
		return nil, fmt.Errorf("index %s: %w: no names", s.ix.Path(), index.ErrDamaged)
	}
	return names, nil
}

// writeNames has update write the names of the program to ix, unless that is the index that it was linked from and has them all.
func (s *survey) writeNames(ix *index.Store, update *index.Update, p *program.Program) {
	begun := 0 // those that stay as they lie
	if s.past.serves() && s.past.in == ix {
		if s.past.names.Len() == p.Names() {
			return
		}
		begun = s.past.names.Begun()
	}
	if added := p.Names() - begun; begun == 0 || added > begun/8 {
		begun = p.Names()
		update.SetPart(namesName, index.Digest{}, 0, func(b []byte) []byte { return p.AppendNames(b, 0) })
	}
	update.SetPart(addedName, index.Digest{}, 0, func(b []byte) []byte { return p.AppendNames(b, begun) })
}
