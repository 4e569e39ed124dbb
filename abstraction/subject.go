package abstraction

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"refract/inline"
	"refract/java"
	"refract/program"
	"refract/vectors"
)

// This file finds in a sample the method that shows the refactoring, with its versions.

// unit is one side of a sample, linked and counted.
type unit struct {
	p    *program.Program
	rows *inline.Table
}

func newUnit(f *java.File) *unit {
	u := &unit{p: program.Link([]*java.File{f})}
	in := inline.Bodies{Vectors: vectors.NewTable(0, 0), Sites: &inline.SiteTable{}}
	r := u.p.NewResolver()
	for m := range program.MethodID(u.p.NumMethods()) {
		if u.p.Method(m).Body < 0 {
			continue
		}
		b := r.Body(m)
		in.Methods = append(in.Methods, m)
		in.Vectors.Append(vectors.Of(nil, b))
		in.Sites.Append(inline.SitesOf(nil, b))
	}
	u.rows = inline.Build(u.p, in, 1)
	return u
}

// name is "Type.method", the type by its simple name, and "method" for one that stands in none.
func (u *unit) name(m program.MethodID) string {
	name, owner := u.p.MethodName(u.p.Method(m)), u.owner(m)
	if owner == "" {
		return name
	}
	return owner[strings.LastIndex(owner, ".")+1:] + "." + name
}

// owner is the qualified name of the type that m stands in, "" where it stands in none.
func (u *unit) owner(m program.MethodID) string {
	if t := u.p.Method(m).Owner; t >= 0 {
		return u.p.QualifiedName(u.p.Type(t))
	}
	return ""
}

// called reports whether m is the method that a user calls name: "Type.name" or "name".
func (u *unit) called(m program.MethodID, name string) bool {
	full := u.name(m)
	return full == name || strings.HasSuffix(full, "."+name)
}

// find returns the first method with a body that a user calls name, -1 where there is none.
func (u *unit) find(name string) program.MethodID {
	for m := range program.MethodID(u.p.NumMethods()) {
		if u.rows.Base(m) != nil && u.called(m, name) {
			return m
		}
	}
	return -1
}

// versions lists the rows of m as versions, its base version first.
func (u *unit) versions(m program.MethodID) []version {
	var list []version
	lo, hi := u.rows.Rows(m)
	for r := lo; r < hi; r++ {
		v := version{v: u.rows.Vector(r)}
		for _, callee := range u.rows.Inlined(r) {
			v.inlined = append(v.inlined, u.name(callee))
		}
		list = append(list, v)
	}
	return list
}

// changed is a method before and after with different vectors.
type changed struct {
	before, after program.MethodID
	by            int
}

// subjectOf chooses the method of a sample that shows the refactoring.
func subjectOf(s Code) (*versions, *Subject, error) {
	before, after := newUnit(s.Before), newUnit(s.After)
	var list []changed
	switch {
	case s.AfterMethod != "":
		b, a := before.find(s.Method), after.find(s.AfterMethod)
		if b < 0 || a < 0 {
			return nil, nil, fmt.Errorf("no method %s before, or no %s after", s.Method, s.AfterMethod)
		}
		list = append(list, changed{b, a, 0})
	case s.Method != "":
		list = slices.DeleteFunc(changedMethods(before, after), func(c changed) bool { return !before.called(c.before, s.Method) })
		if len(list) == 0 {
			return nil, nil, fmt.Errorf("no method %s that is in both files and changes", s.Method)
		}
	default:
		if list = changedMethods(before, after); len(list) == 0 {
			return nil, nil, errors.New("no method is in both files and has different vectors in them")
		}
	}
	best := 0
	for i := range list {
		if list[i].by > list[best].by {
			best = i
		}
	}
	c := list[best]
	subject := &Subject{Method: before.name(c.before), AfterMethod: after.name(c.after)}
	for i, o := range list {
		if i != best {
			subject.Others = append(subject.Others, before.name(o.before))
		}
	}
	return &versions{before.versions(c.before), after.versions(c.after)}, subject, nil
}

// changedMethods pairs the methods of two units and returns the pairs with different base vectors, in the order of
// before.
func changedMethods(before, after *unit) []changed {
	exact := func(u *unit, m program.MethodID) string { return u.owner(m) + "." + u.p.Signature(m) }
	loose := func(u *unit, m program.MethodID) string {
		return u.owner(m) + "." + u.p.MethodName(u.p.Method(m))
	}
	partner := map[program.MethodID]program.MethodID{}
	taken := map[program.MethodID]bool{}
	for _, key := range []func(*unit, program.MethodID) string{exact, loose} {
		find := map[string][]program.MethodID{}
		for m := range program.MethodID(after.p.NumMethods()) {
			if after.rows.Base(m) != nil && !taken[m] {
				find[key(after, m)] = append(find[key(after, m)], m)
			}
		}
		same := map[string]int{}
		for m := range program.MethodID(before.p.NumMethods()) {
			if _, done := partner[m]; !done && before.rows.Base(m) != nil {
				same[key(before, m)]++
			}
		}
		for m := range program.MethodID(before.p.NumMethods()) {
			if _, done := partner[m]; done || before.rows.Base(m) == nil {
				continue
			}
			if k := key(before, m); same[k] == 1 && len(find[k]) == 1 {
				partner[m] = find[k][0]
				taken[find[k][0]] = true
			}
		}
	}
	var list []changed
	for m := range program.MethodID(before.p.NumMethods()) {
		if a, ok := partner[m]; ok {
			if by := size(vectors.Diff(before.rows.Base(m), after.rows.Base(a))); by > 0 {
				list = append(list, changed{m, a, by})
			}
		}
	}
	return list
}
