package mine

import (
	"cmp"
	"slices"
	"strings"
)

// This file pairs the methods of a class pair by their signatures (§4.2, first phase). Equal ones are looked up: a class may have thousands of one name.

// pairSignatures pairs methods by name and parameter types, with renamed classes taken as equal: first those of one signature to the letter, then those that differ in packages
// or in the result, then those in which classes have their new names. Of several the first that is left is taken.
func (d *Diff) pairSignatures(p *ClassPair) (removed, added []*Method) {
	removed, added = p.Before.Methods, p.After.Methods
	for _, find := range []func(added []*Method) func(b *Method) *Method{
		bySignature(func(m *Method) signature {
			return signature{signatureName(m), parameterTypes(m, func(t string) string { return t }), len(m.Params), m.Return}
		}),
		bySignature(func(m *Method) signature {
			return signature{signatureName(m), parameterTypes(m, cutPackage), len(m.Params), ""}
		}),
		d.byRenamedTypes,
	} {
		if len(removed) == 0 || len(added) == 0 {
			break
		}
		partner, taken := find(added), map[*Method]bool{}
		var left []*Method
		for _, b := range removed {
			d.checkpoint()
			a := partner(b)
			if a == nil {
				left = append(left, b)
				continue
			}
			taken[a] = true
			p.Methods = append(p.Methods, &MethodPair{Kind: Same, Before: b, After: a, Classes: p})
		}
		removed = left
		added = slices.DeleteFunc(slices.Clone(added), func(a *Method) bool { return taken[a] })
	}
	return slices.Clone(removed), slices.Clone(added)
}

// signature is what methods of one signature have in common.
type signature struct {
	name   string
	types  string
	params int
	result string
}

// parameterTypes are the types of the parameters of m, as text says of each, in one text.
func parameterTypes(m *Method, text func(t string) string) string {
	switch len(m.Params) {
	case 0:
		return ""
	case 1:
		return text(m.Params[0].fullType())
	}
	var b strings.Builder
	for i := range m.Params {
		b.WriteString(text(m.Params[i].fullType()))
		b.WriteByte(0)
	}
	return b.String()
}

// bySignature finds for a method the first of the added ones that has its signature and has not been found yet.
func bySignature(of func(*Method) signature) func(added []*Method) func(b *Method) *Method {
	return func(added []*Method) func(b *Method) *Method {
		left := make(map[signature][]*Method, len(added))
		for _, a := range added {
			k := of(a)
			left[k] = append(left[k], a)
		}
		return func(b *Method) *Method {
			k := of(b)
			list := left[k]
			if len(list) == 0 {
				return nil
			}
			left[k] = list[1:]
			return list[0]
		}
	}
}

// byRenamedTypes finds for a method with parameters the first of the added ones that has its signature but for the names of classes.
func (d *Diff) byRenamedTypes(added []*Method) func(b *Method) *Method {
	type parameter struct {
		method    string
		of, index int
		typ       string
	}
	simple := func(p *Param) string { return lastPart(rawType(p.fullType())) }
	with, taken := map[parameter][]*Method{}, map[*Method]bool{}
	for _, a := range added {
		for i := range a.Params {
			k := parameter{signatureName(a), len(a.Params), i, simple(&a.Params[i])}
			with[k] = append(with[k], a)
		}
	}
	// left lists those of one parameter. What was found is mostly what comes first.
	left := func(k parameter) []*Method {
		list := with[k]
		for len(list) > 0 && taken[list[0]] {
			list = list[1:]
		}
		with[k] = list
		return list
	}
	return func(b *Method) *Method {
		// The parameter that the fewest have tells most.
		var fewest [][]*Method
		least := -1
		for i := range b.Params {
			var lists [][]*Method
			n := 0
			typ := simple(&b.Params[i])
			for k, t := range append([]string{typ}, d.became[typ]...) {
				if k > 0 && t == typ {
					continue
				}
				list := left(parameter{signatureName(b), len(b.Params), i, t})
				lists, n = append(lists, list), n+len(list)
			}
			if least < 0 || n < least {
				fewest, least = lists, n
			}
		}
		var found *Method
		for _, list := range fewest {
			k := slices.IndexFunc(list, func(a *Method) bool { return !taken[a] && sameParameterTypes(b, a, d.renamedType) })
			if k >= 0 && (found == nil || cmp.Less(list[k].Index, found.Index)) {
				found = list[k]
			}
		}
		if found != nil {
			taken[found] = true
		}
		return found
	}
}
