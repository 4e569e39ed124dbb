package scan

import (
	"cmp"
	"fmt"
	"slices"

	"refract/index"
	"refract/inline"
	"refract/rules"
	"refract/vectors"
)

// This file answers "what is like this method?" from the index alone: no source but the one file is read, nothing is
// parsed.

// Likeness is what a method has in common with others under the abstraction of one rule.
type Likeness struct {
	Rule string `json:"rule"`
	Type string `json:"type"`
	// Inlined is the callee that was inlined into the method for the comparison, "" for the method as it stands and
	// "*" for all callees.
	Inlined string      `json:"inlined,omitempty"`
	Places  []LikePlace `json:"places"`         // the nearest first, then by path and line
	More    int         `json:"more,omitempty"` // places beyond the most that were asked for
}

// LikePlace is a method that could be what the other becomes by the refactoring. That it is so is for a scan to tell:
// only the abstracted vectors were compared, by 40 bits of their hash.
type LikePlace struct {
	Path      string `json:"filePath"`
	StartLine int    `json:"startLine"`
	EndLine   int    `json:"endLine"`
	Element   string `json:"codeElement"`
	Inlined   string `json:"inlined,omitempty"` // as Likeness.Inlined, into the other method
	// Distance is that of the abstracted vectors: 0, or 1 under a rule with a radius.
	Distance int `json:"distance,omitempty"`
}

// Similarities is the answer for one method.
type Similarities struct {
	Path    string `json:"filePath"`
	Line    int    `json:"startLine"`
	Element string `json:"codeElement"`
	// Stale says that the file has changed since it was scanned.
	Stale bool       `json:"stale,omitempty"`
	Like  []Likeness `json:"like"`
	// Unknown are the ids of rules that the last scans did not run as they are now: a scan has to, first.
	Unknown []string `json:"unknownRules,omitempty"`
	Index   string   `json:"-"` // the path of the index
}

// Similar looks up what is like the method at a place, under each rule of set. o.Path "" means the index of the nearest
// directory above the file that has one. most bounds the places of each Likeness, 0 for none.
//
// Under a rule with a radius it finds what is one step away as well, one count more or less of one feature, from the
// method as it stands: inlined vectors are not in the index, only their keys.
//
// The error wraps ErrNoIndex or is a NoMethodError, says that the file is not known, or what is wrong with the index.
func Similar(at At, set *rules.Set, o IndexOptions, most int) (*Similarities, error) {
	ix, err := openFor(at.Path, o)
	if err != nil {
		return nil, err
	}
	defer ix.Close()
	rel, err := pathIn(ix, at.Path)
	if err != nil {
		return nil, err
	}
	f, body, fragment, ok, err := ix.FragmentAt(rel, at.Line)
	if err != nil {
		return nil, err
	}
	if !ok || fragment < 0 {
		return nil, &NoMethodError{At: at}
	}
	q := similarity{ix: ix, file: f, fragment: uint32(fragment), most: most, bodies: map[index.FileID]*found{}}
	own, err := q.load(f.ID, body)
	if err != nil {
		return nil, err
	}
	me := own.fragments[fragment]
	out := &Similarities{Path: rel, Line: int(me.Line), Element: me.Signature, Like: []Likeness{}, Index: ix.Path()}
	out.Stale = stale(ix, at.Path, &f)
	for _, rule := range set.Rules {
		like, known, err := q.rule(rule, own)
		if err != nil {
			return nil, err
		}
		if !known {
			out.Unknown = append(out.Unknown, rule.ID)
		}
		out.Like = append(out.Like, like...)
	}
	return out, nil
}

// similarity is the state of one question.
type similarity struct {
	ix       *index.Store
	file     index.File
	fragment uint32
	most     int
	bodies   map[index.FileID]*found
}

// found is a decoded body.
type found struct {
	path      string
	fragments []index.Fragment
	rows      []index.Row
	vectors   []vectors.Vector
}

func (q *similarity) load(id index.FileID, b *index.Body) (*found, error) {
	if f := q.bodies[id]; f != nil {
		return f, nil
	}
	var err error
	if b == nil {
		if b, err = q.ix.Body(id); err != nil {
			return nil, err
		}
	}
	f := &found{path: b.Path}
	if f.fragments, err = b.Fragments(); err != nil {
		return nil, err
	}
	if f.rows, err = b.Rows(); err != nil {
		return nil, err
	}
	if f.vectors, err = b.Vectors(); err != nil {
		return nil, err
	}
	for _, r := range f.rows {
		if int(r.Fragment) >= len(f.fragments) || int(r.Fragment) >= len(f.vectors) {
			return nil, fmt.Errorf("%s: %w: a row of no fragment", b.Path, index.ErrDamaged)
		}
	}
	q.bodies[id] = f
	return f, nil
}

// rule looks up the rows of the method that ask under rule; known is false if not all files have keys of it.
func (q *similarity) rule(rule *rules.Rule, own *found) (out []Likeness, known bool, err error) {
	col := column(rule)
	asked := map[uint64][]asking{}
	var askers []int // rows that ask
	for i, row := range own.rows {
		if row.Fragment != q.fragment || !takesPart(rule.Query, row) {
			continue
		}
		key, ok, err := q.ix.Key(col, index.RowRef{File: q.file.ID, Row: uint32(i)})
		if err != nil {
			return nil, false, err
		}
		if !ok {
			continue
		}
		asked[key] = append(asked[key], asking{len(askers), 0})
		if rule.Radius >= 1 && inline.Mode(row.Mode) == inline.None {
			for _, near := range stepsFrom(rule, own.vectors[q.fragment]) {
				asked[near] = append(asked[near], asking{len(askers), 1})
			}
		}
		askers = append(askers, i)
	}
	hits := make([][]hit, len(askers))
	known, err = q.ix.EachKey(col, func(ref index.RowRef, key uint64) bool {
		for _, a := range asked[key] {
			hits[a.asker] = append(hits[a.asker], hit{ref, a.distance})
		}
		return true
	})
	if err != nil {
		return nil, false, err
	}
	for n, i := range askers {
		like := Likeness{Rule: rule.ID, Type: rule.Name, Inlined: inlinedName(own.rows[i])}
		if like.Places, err = q.places(rule, own.rows[i], own.vectors[q.fragment], hits[n]); err != nil {
			return nil, false, err
		}
		if q.most > 0 && len(like.Places) > q.most {
			like.More = len(like.Places) - q.most
			like.Places = like.Places[:q.most]
		}
		if len(like.Places) > 0 {
			out = append(out, like)
		}
	}
	return out, known, nil
}

// places describes the rows that answer, less the method itself, the nearest first, then by path and line. Where the rule has FilterClones, a
// body with the same base vector is left out if neither side is inlined.
func (q *similarity) places(rule *rules.Rule, asks index.Row, base vectors.Vector, hits []hit) ([]LikePlace, error) {
	var out []LikePlace
	for _, h := range hits {
		ref := h.row
		f, err := q.load(ref.File, nil)
		if err != nil {
			return nil, err
		}
		if int(ref.Row) >= len(f.rows) {
			return nil, fmt.Errorf("%s: %w: a key of no row", f.path, index.ErrDamaged)
		}
		row := f.rows[ref.Row]
		if !takesPart(rule.Answer, row) || ref.File == q.file.ID && row.Fragment == q.fragment {
			continue
		}
		if rule.Filters.Clones && asks.Mode == row.Mode && inline.Mode(row.Mode) == inline.None && base.Equal(f.vectors[row.Fragment]) {
			continue
		}
		fr := &f.fragments[row.Fragment]
		out = append(out, LikePlace{Path: f.path, StartLine: int(fr.Line), EndLine: int(fr.EndLine), Element: fr.Signature,
			Inlined: inlinedName(row), Distance: h.distance})
	}
	slices.SortFunc(out, func(x, y LikePlace) int {
		return cmp.Or(cmp.Compare(x.Distance, y.Distance), cmp.Compare(x.Path, y.Path), cmp.Compare(x.StartLine, y.StartLine), cmp.Compare(x.Element, y.Element),
			cmp.Compare(x.Inlined, y.Inlined))
	})
	return out, nil
}

func takesPart(side rules.Side, row index.Row) bool {
	if inline.Mode(row.Mode) == inline.None {
		return side.HasBase()
	}
	return side.HasInlined()
}

func inlinedName(row index.Row) string {
	switch inline.Mode(row.Mode) {
	case inline.Single:
		return row.Callee
	case inline.All:
		return "*"
	}
	return ""
}
