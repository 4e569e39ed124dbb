package vectors

import (
	"fmt"
	"path"
	"strings"
)

// FeatureInfo is a feature with its name and documentation, for lists.
type FeatureInfo struct {
	Feature Feature
	Name    string
	Doc     string
}

// Features lists every feature in order: the syntax family, then the operation family.
func Features() []FeatureInfo {
	list := make([]FeatureInfo, 0, Dims-1)
	for f := Feature(1); int(f) < Dims; f++ {
		list = append(list, FeatureInfo{f, f.String(), f.Doc()})
	}
	return list
}

var byName = func() map[string]Feature {
	m := make(map[string]Feature, Dims)
	for f := Feature(1); int(f) < Dims; f++ {
		m[specs[f].name] = f
	}
	return m
}()

// FeatureByName returns the feature of that name, None where there is none.
func FeatureByName(name string) Feature { return byName[name] }

// Group is a set of features. The zero Group is empty; Groups can be compared with ==.
type Group struct{ bits [(Dims + 63) / 64]uint64 }

// GroupOf returns the features that any of the patterns matches. A pattern is a feature's name or a glob in which *
// stands for any run of characters: "op.load*", "syntax.literal.*", "op.*". A pattern that matches nothing is an
// error, for a rule with a misspelt name would otherwise check nothing.
func GroupOf(patterns ...string) (Group, error) {
	var g Group
	for _, p := range patterns {
		if f := FeatureByName(p); f != None {
			g.add(f)
			continue
		}
		matched := false
		for f := Feature(1); int(f) < Dims; f++ {
			ok, err := path.Match(p, specs[f].name)
			if err != nil {
				return Group{}, fmt.Errorf("feature pattern %q: %w", p, err)
			}
			if ok {
				g.add(f)
				matched = true
			}
		}
		if !matched {
			return Group{}, fmt.Errorf("no feature matches %q", p)
		}
	}
	return g, nil
}

// MustGroup is GroupOf for patterns that are part of the program; it panics where GroupOf returns an error.
func MustGroup(patterns ...string) Group {
	g, err := GroupOf(patterns...)
	if err != nil {
		panic("vectors: " + err.Error())
	}
	return g
}

func (g *Group) add(f Feature) { g.bits[f>>6] |= 1 << (f & 63) }

// Has reports whether f is in g.
func (g *Group) Has(f Feature) bool { return g.bits[f>>6]&(1<<(f&63)) != 0 }

// Len returns the number of features in g.
func (g *Group) Len() int { return len(g.Features()) }

// Features lists the features of g in order.
func (g *Group) Features() []Feature {
	var list []Feature
	for f := Feature(1); int(f) < Dims; f++ {
		if g.Has(f) {
			list = append(list, f)
		}
	}
	return list
}

// String lists the names of the features of g, separated by blanks.
func (g Group) String() string {
	var names []string
	for _, f := range g.Features() {
		names = append(names, f.String())
	}
	return strings.Join(names, " ")
}
