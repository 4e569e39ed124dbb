package rules

import (
	"slices"
	"strings"

	"github.com/goccy/go-yaml/ast"

	"refract/vectors"
)

// This file resolves names and globs of features. It is the only place that asks package vectors for names.

// featureNames lists the names of all features, ascending by feature.
var featureNames = func() []string {
	var names []string
	for _, f := range vectors.Features() {
		names = append(names, f.Name)
	}
	return names
}()

// Match returns the features whose names match the glob, ascending. "*" stands for any run of characters, also
// across dots; there are no other special characters.
func Match(glob string) []vectors.Feature {
	if !strings.Contains(glob, "*") {
		if f := vectors.FeatureByName(glob); f != vectors.None {
			return []vectors.Feature{f}
		}
		return nil
	}
	var found []vectors.Feature
	parts := strings.Split(glob, "*")
	for _, name := range featureNames {
		if matches(parts, name) {
			found = append(found, vectors.FeatureByName(name))
		}
	}
	return found
}

// matches reports whether name matches a glob of which these are the parts between asterisks, two at least. They are found
// greedily from the left, the last one at the end; that is enough for a pattern without other wildcards.
func matches(parts []string, name string) bool {
	first, last := parts[0], parts[len(parts)-1]
	if !strings.HasPrefix(name, first) {
		return false
	}
	name = name[len(first):]
	for _, part := range parts[1 : len(parts)-1] {
		i := strings.Index(name, part)
		if i < 0 {
			return false
		}
		name = name[i+len(part):]
	}
	return strings.HasSuffix(name, last)
}

// lookup resolves one name or glob, which must match something. near is a known name close to one that does not.
func lookup(name string) (found []vectors.Feature, near string) {
	if found = Match(name); found != nil {
		return found, ""
	}
	return nil, nearestFeature(name)
}

// nearestFeature returns a feature close to name. Of a glob the part before the first asterisk is compared, with the
// starts of names; a name without its family ("load") with the names after the family.
func nearestFeature(name string) string {
	word, _, glob := strings.Cut(name, "*")
	if !strings.Contains(word, ".") {
		for _, known := range featureNames {
			if _, rest, _ := strings.Cut(known, "."); rest == word {
				return known
			}
		}
	}
	if !glob {
		return nearest(word, featureNames)
	}
	var starts, of []string
	for _, known := range featureNames {
		for n := len(word) - 1; n <= len(word)+1; n++ {
			if n > 0 && n <= len(known) {
				starts, of = append(starts, known[:n]), append(of, known)
			}
		}
	}
	if i := slices.Index(starts, nearest(word, starts)); i >= 0 {
		return of[i]
	}
	return ""
}

// abstraction reads the three lists of the abstraction, which must be disjoint.
func (d *decoder) abstraction(a *Abstraction, e entry) {
	list, _ := d.entries(e.value, "abstraction")
	taken := map[vectors.Feature]string{}
	for _, e := range list {
		switch e.key {
		case "zero":
			a.Zero, a.Written.Zero = d.features(e.value, "zero", taken)
		case "merge":
			a.Merge, a.Written.Merge = d.featureGroups(e, taken)
		case "one":
			a.One, a.Written.One = d.featureGroups(e, taken)
		default:
			d.fault(e.at, nearest(e.key, operatorNames), "unknown abstraction operator %q", e.key)
		}
	}
}

var operatorNames = []string{"zero", "merge", "one"}

func (d *decoder) featureGroups(e entry, taken map[vectors.Feature]string) (groups [][]vectors.Feature, written [][]string) {
	items, _ := d.items(e.value, e.key)
	for _, n := range items {
		if _, ok := n.(*ast.SequenceNode); !ok {
			d.fault(start(n), "", "%s must be a list of lists: each inner list is one group of features", e.key)
			continue
		}
		before := len(d.faults)
		g, w := d.features(n, e.key, taken)
		if len(g) < 2 && e.key == "merge" && len(d.faults) == before {
			d.fault(start(n), "", "a group of merge needs at least two features")
			continue
		}
		if len(g) > 0 {
			groups, written = append(groups, g), append(written, w)
		}
	}
	return groups, written
}

// features reads one list of names, globs and exclusions. taken holds the features of the lists read before, with
// the operator's name, and gets those of this one.
func (d *decoder) features(n ast.Node, operator string, taken map[vectors.Feature]string) (list []vectors.Feature, written []string) {
	items, _ := d.items(n, operator)
	for _, item := range items {
		s, ok := d.str(item, "a feature of "+operator)
		if !ok {
			continue
		}
		glob, out := strings.CutPrefix(s, "!")
		found, near := lookup(glob)
		if found == nil {
			d.unknownFeature(item, glob, near)
			continue
		}
		written = append(written, s)
		if out {
			list = slices.DeleteFunc(list, func(f vectors.Feature) bool { return slices.Contains(found, f) })
			continue
		}
		list = append(list, found...)
	}
	slices.Sort(list)
	list = slices.Compact(list)
	for _, f := range list {
		if by, ok := taken[f]; ok {
			d.fault(start(n), "", "feature %q is in two lists of the abstraction: %s and %s", f, by, operator)
		}
		taken[f] = operator
	}
	return list, written
}

func (d *decoder) unknownFeature(n ast.Node, name, near string) {
	if strings.Contains(name, "*") {
		d.fault(start(n), near, "no feature matches %q", name)
	} else {
		d.fault(start(n), near, "unknown feature %q", name)
	}
}

// changes reads a mapping from features to whole numbers other than 0: D.
func (d *decoder) changes(e entry) []vectors.Change {
	var out []vectors.Change
	d.counts(e, func(f vectors.Feature, n int, at ast.Node) {
		if n == 0 {
			d.fault(start(at), "", "a change of 0 in difference says nothing")
			return
		}
		out = append(out, vectors.Change{Feature: f, By: n})
	})
	slices.SortFunc(out, func(a, b vectors.Change) int { return int(a.Feature) - int(b.Feature) })
	return out
}

// context reads a mapping from features to positive numbers: v^δ.
func (d *decoder) context(e entry) vectors.Vector {
	var out vectors.Vector
	d.counts(e, func(f vectors.Feature, n int, at ast.Node) {
		if n < 1 {
			d.fault(start(at), "", "a count of context must be at least 1")
			return
		}
		out = append(out, vectors.MakeEntry(f, n))
	})
	slices.Sort(out)
	return out
}

// counts calls visit for every entry of a mapping from known features to whole numbers.
func (d *decoder) counts(e entry, visit func(f vectors.Feature, n int, at ast.Node)) {
	list, _ := d.entries(e.value, e.key)
	for _, e := range list {
		f := vectors.FeatureByName(e.key)
		if f == vectors.None {
			d.fault(e.at, nearestFeature(e.key), "unknown feature %q", e.key)
		}
		if n, ok := d.integer(e.value, e.key); ok && f != vectors.None {
			visit(f, n, e.value)
		}
	}
}

// groupOf returns the set of the features of list.
func groupOf(list []vectors.Feature) vectors.Group {
	names := make([]string, len(list))
	for i, f := range list {
		names[i] = f.String()
	}
	return vectors.MustGroup(names...)
}
