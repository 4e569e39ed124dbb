package release

import (
	"slices"
	"strings"
)

// This file weighs what the mapping detector alone says of variables.

// leastWords is the share of words in common, of the name and of the type together, of a variable that changed both.
const leastWords = 0.75

// believeVariable: a variable that has another name and another type, with few words in common, is another variable; and
// one that is gone from a method is not inlined where a method that was extracted from it declares it, nor extracted
// where it came with an inlined one.
func (w *doubter) believeVariable(c *Change) bool {
	text := strings.TrimPrefix(c.Description, c.Type+" ")
	text, _, _ = strings.Cut(text, " in ")
	switch c.Type {
	case "Inline Variable":
		return !w.wentAlong(w.extractions(), w.m.after, c.Old.id, text)
	case "Extract Variable":
		return !w.wentAlong(w.inlinings(), w.m.before, c.New.id, text)
	}
	was, is, ok := strings.Cut(text, " to ")
	if !ok || strings.HasPrefix(was, "[") || strings.HasPrefix(is, "[") {
		return true
	}
	oldName, oldType, _ := strings.Cut(was, " : ")
	newName, newType, _ := strings.Cut(is, " : ")
	if strings.Contains(c.Type, "Parameter") && c.Old.id >= 0 && w.apiAgrees(c) {
		return true // the API detector knows the two signatures as one method's
	}
	return oldName == newName || oldType == newType || nameSimilarity(oldName, newName)+nameSimilarity(oldType, newType) >= leastWords
}

// variableTypes are the types that speak of one variable before and after, or of one that came or went.
var variableTypes = map[string]bool{
	"Rename Variable": true, "Change Variable Type": true, "Rename Parameter": true, "Change Parameter Type": true,
	"Change Attribute Type": true, "Replace Variable With Attribute": true, "Replace Attribute With Variable": true,
	"Parameterize Variable": true, "Localize Parameter": true, "Inline Variable": true, "Extract Variable": true,
}

// wentAlong reports whether one of the methods at the other end of method declares the variable "name : type".
func (w *doubter) wentAlong(others map[EntityID][]EntityID, to *declarations, method EntityID, variable string) bool {
	return slices.ContainsFunc(others[method], func(id EntityID) bool {
		m := to.method(id)
		if m == nil || m.Tree() == nil {
			return false
		}
		t := m.Tree()
		for i := range t.Vars {
			if v := &t.Vars[i]; v.Name+" : "+t.TypeText(v) == variable {
				return true
			}
		}
		return false
	})
}

// extractions are the methods that came out of each method before; inlinings those that went into each method after.
func (w *doubter) extractions() map[EntityID][]EntityID {
	if w.out == nil {
		w.out, w.in = map[EntityID][]EntityID{}, map[EntityID][]EntityID{}
		method := func(k Kind) bool { return k == Method }
		for i := range w.m.changes {
			c := &w.m.changes[i]
			if !bodyTypes[c.Type] {
				continue
			}
			for _, o := range w.m.before.declared(c.Left, method) {
				for _, n := range w.m.after.declared(c.Right, method) {
					if !w.m.samePlace(o, n) {
						w.out[o], w.in[n] = append(w.out[o], n), append(w.in[n], o)
					}
				}
			}
		}
	}
	return w.out
}

func (w *doubter) inlinings() map[EntityID][]EntityID {
	w.extractions()
	return w.in
}
