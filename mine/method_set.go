package mine

import (
	"iter"
	"slices"
)

// methodSet is methods that are asked again and again which of them a call may mean: to go through all of them for each call of each method of
// a class takes the product of their numbers.
type methodSet struct {
	list   []*Method
	byName map[string][]int32 // places in list; nil where those are few
	more   []*Method          // behind list, of any name
}

// fewMethods is how many are gone through faster than they are looked up.
const fewMethods = 16

func setOf(list []*Method) *methodSet {
	s := &methodSet{list: list}
	if len(list) > fewMethods {
		s.byName = make(map[string][]int32, len(list))
		for i, m := range list {
			s.byName[m.Name] = append(s.byName[m.Name], int32(i))
		}
	}
	return s
}

// with returns s and, behind its methods, more of them, which are few.
func (s *methodSet) with(more []*Method) *methodSet {
	if len(more) == 0 {
		return s
	}
	return &methodSet{s.list, s.byName, append(slices.Clip(s.more), more...)}
}

// named yields the methods of that name, and perhaps others, in the order of the set.
func (s *methodSet) named(name string) iter.Seq[*Method] {
	if s.byName == nil {
		return s.all
	}
	return s.at(s.byName[name])
}

// calledIn yields the methods that have the name of one that m calls, and perhaps others, in the order of the set.
func (s *methodSet) calledIn(m *Method) iter.Seq[*Method] {
	if s.byName == nil {
		return s.all
	}
	var places []int32
	for _, name := range m.calledNames() {
		places = append(places, s.byName[name]...)
	}
	slices.Sort(places)
	return s.at(places)
}

// at yields the methods at places, and those behind the list.
func (s *methodSet) at(places []int32) iter.Seq[*Method] {
	return func(yield func(*Method) bool) {
		for _, i := range places {
			if !yield(s.list[i]) {
				return
			}
		}
		for _, m := range s.more {
			if !yield(m) {
				return
			}
		}
	}
}

func (s *methodSet) all(yield func(*Method) bool) {
	for _, list := range [][]*Method{s.list, s.more} {
		for _, m := range list {
			if !yield(m) {
				return
			}
		}
	}
}
