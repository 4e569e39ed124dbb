package mine

import (
	"slices"
	"strings"

	"refract/finding"
)

// This file reports packages that were renamed, moved, split or merged, from the classes that moved (Table 4, Change
// Package). A package counts only where no class is left in the old one.

// packageMove is a change of prefix that classes share, the common end of their names cut off.
type packageMove struct {
	from, to    string
	left, right []finding.Location
}

func changedPackages(d *Diff, report func(finding.Refactoring)) {
	moves := d.packageMoves()
	targets, sources := map[string][]*packageMove{}, map[string][]*packageMove{}
	for _, m := range moves {
		targets[m.from] = append(targets[m.from], m)
		sources[m.to] = append(sources[m.to], m)
	}
	for _, m := range moves {
		switch {
		case len(targets[m.from]) > 1:
			if group := targets[m.from]; group[0] == m {
				to, left, right := joined(group, func(m *packageMove) string { return m.to })
				report(one("Split Package", m.from+" to "+list(to), left, right))
			}
		case len(sources[m.to]) == 1:
			name := "Move Package"
			if parentOf(m.from) == parentOf(m.to) {
				name = "Rename Package"
			}
			report(one(name, m.from+" to "+m.to, m.left, m.right))
		}
		if group := sources[m.to]; len(group) > 1 && group[0] == m {
			from, left, right := joined(group, func(m *packageMove) string { return m.from })
			report(one("Merge Package", list(from)+" to "+m.to, left, right))
		}
	}
}

func joined(group []*packageMove, name func(*packageMove) string) (names []string, left, right []finding.Location) {
	for _, m := range group {
		names = append(names, name(m))
		left, right = append(left, m.left...), append(right, m.right...)
	}
	slices.Sort(names)
	return names, left, right
}

// packageMoves groups the moved top-level classes by the change of their package.
func (d *Diff) packageMoves() []*packageMove {
	left := d.packagesLeft()
	var moves []*packageMove
	index := map[[2]string]*packageMove{}
	for _, p := range d.Pairs {
		if p.Kind != MovedPair || p.Before.Outer != nil || p.After.Outer != nil {
			continue
		}
		from, to := differingPackages(p.Before.Package, p.After.Package)
		if from == "" || to == "" || strings.HasPrefix(from, to+".") || strings.HasPrefix(to, from+".") || left[from] {
			continue
		}
		k := [2]string{from, to}
		m := index[k]
		if m == nil {
			m = &packageMove{from: from, to: to}
			index[k] = m
			moves = append(moves, m)
		}
		m.left = append(m.left, p.Before.Location("original type declaration"))
		m.right = append(m.right, p.After.Location("moved type declaration"))
	}
	return moves
}

// packagesLeft are the packages that still exist after the change, with their parents, as far as the files show: those
// of the files after, and those of which a file imports a type that is not part of the change.
func (d *Diff) packagesLeft() map[string]bool {
	left := map[string]bool{}
	mark := func(pkg string) {
		for p := pkg; p != "" && !left[p]; p = parentOf(p) {
			left[p] = true
		}
	}
	for _, f := range d.After.Files {
		mark(f.Package)
	}
	for _, f := range d.After.Files {
		for i := range f.Imports {
			im := &f.Imports[i]
			if im.OnDemand || im.Static || im.Module || d.Before.byName[im.Name] != nil || d.After.byName[im.Name] != nil {
				continue
			}
			// a.b.C, not a.b.C.D of a class C in the change.
			if p := parentOf(im.Name); d.Before.byName[p] == nil && d.After.byName[p] == nil {
				mark(p)
			}
		}
	}
	return left
}

// differingPackages cuts the common end, a whole number of parts, off two packages: a.b.x and a.c.x give a.b and a.c.
func differingPackages(from, to string) (string, string) {
	for from != "" && to != "" && lastPart(from) == lastPart(to) {
		from, to = parentOf(from), parentOf(to)
	}
	return from, to
}
