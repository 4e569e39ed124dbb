package scan

import (
	"context"
	"encoding/binary"
	"sync"

	"refract/index"
	"refract/java"
	"refract/program"
	"refract/vectors"
)

// This file links the program of a scan that has an index. What linking made of a file the index has as well, and it
// holds under the same condition as what its bodies were resolved to (unaffected.go): that no name in the file means something
// else. Which names do is only known once the changed files are linked. So the program is linked with all that the index
// has of unchanged files; if names then turn out to mean something else, it is linked again without what the index has
// of the files in which they stand, and so on until there are no more of these. In the end each declaration that was not linked
// from its text mentions nothing that is different, so it is what it would be in a program that was linked from all texts.

// maxRelinks is how often a program is linked before it is linked from all texts.
const maxRelinks = 5

// link links files, and finds out what past knows of their bodies.
func link(ctx context.Context, files []*java.File, past *trees, jobs int) (*program.Program, *survey, error) {
	s := &survey{past: past, known: make([]*resolvedFile, len(files)), extra: make([][]byte, len(files))}
	if !past.serves() {
		p := program.Link(files)
		s.of, s.idle = p.Digester(), &sync.Pool{}
		return p, s, nil
	}
	c, err := s.changes(ctx, files, jobs)
	if err != nil {
		return nil, nil, err
	}
	c.beginVectors(ctx, jobs)
	defer func() { <-c.decoded }()
	for round := 0; ; round++ {
		if round == maxRelinks {
			clear(c.linked)
		}
		p, bad := program.Relink(files, c.linked)
		if c.drop(bad) {
			continue
		}
		c.p, s.of, s.idle = p, p.Digester(), &sync.Pool{}
		if err := s.survey(ctx, c, jobs); err != nil {
			return nil, nil, err
		}
		ok := c.find()
		if c.drop(c.doubtful(!ok || p.Entangled())) {
			continue
		}
		if checkLinked != nil {
			checkLinked(p, c.linked)
		}
		if ok {
			err = s.findKnown(ctx, c, jobs)
		}
		return p, s, err
	}
}

// checkLinked, where not nil, is given each program of which some files were linked from records. It is for tests.
var checkLinked func(p *program.Program, linked []*program.Record)

// changes reads the records of files.
func (s *survey) changes(ctx context.Context, files []*java.File, jobs int) (*changes, error) {
	c := &changes{files: files, s: s, records: make([]keptBodies, len(files)), same: make([]bool, len(files)), linked: make([]*program.Record, len(files))}
	s.sums = make([]uint64, len(files))
	return c, parallel(ctx, jobs, len(files), func(i int) {
		body := s.past.bodyOf(files[i])
		if body == nil {
			return
		}
		e := splitExtra(body.Extra())
		if c.records[i], c.same[i] = readBodies(e.bodies); c.same[i] && files[i].Rest != nil && len(e.linked) > 0 {
			c.linked[i] = program.OpenRecord(e.linked)
		}
	})
}

// beginVectors begins to decode the vectors of all files that have the text of their records, while one worker links the program: linking
// leaves the others idle.
func (c *changes) beginVectors(ctx context.Context, jobs int) {
	c.vectors, c.decoded = make([][]vectors.Vector, len(c.files)), make(chan struct{})
	go func() {
		defer close(c.decoded)
		// A cancelled ctx leaves some out; the scan ends with it.
		_ = parallel(ctx, max(jobs-1, 1), len(c.files), func(i int) {
			if !c.same[i] {
				return
			}
			if vs, err := c.s.past.bodyOf(c.files[i]).Vectors(); err == nil { // else its bodies are resolved
				c.vectors[i] = vs
			}
		})
	}()
}

// doubtful lists the files that were linked from records in which a name stands that means something else, or all of them.
func (c *changes) doubtful(all bool) (files []int32) {
	for i := range c.linked {
		if c.linked[i] != nil && (all || c.records[i].mentions(&c.names)) {
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

// survey finds the sums of the surfaces of all files: of one that was linked from its record it is that of the index.
func (s *survey) survey(ctx context.Context, c *changes, jobs int) error {
	return parallel(ctx, jobs, len(c.files), func(i int) {
		if c.linked[i] != nil {
			surface := s.past.files[c.files[i].Path].surface
			s.sums[i] = binary.LittleEndian.Uint64(surface[:])
			return
		}
		r := s.readers()
		s.sums[i] = sumOf(r.surveyor.Survey(int32(i)))
		s.idle.Put(r)
	})
}

// surfaceDigest is a sum as the index has it.
func surfaceDigest(sum uint64) (d index.Digest) {
	binary.LittleEndian.PutUint64(d[:], sum)
	return d
}
