package mine

import (
	"iter"
	"slices"

	"refract/finding"
	"refract/mapping"
)

// This file reports renamed variables and changed kinds of variables from replacements (§4.3, Detection of Renamed
// Variables). The numbered checks are the paper's.

// consistent reports whether c's variable before is replaced by nothing but its variable after, and the other way
// round (check 1).
func (v *variables) consistent(c change) bool {
	for range v.against(c) {
		return false
	}
	return true
}

// against yields the changes that contradict c: of the same variable before, or to the same one after.
func (v *variables) against(c change) iter.Seq[change] {
	return func(yield func(change) bool) {
		for _, list := range [][]change{v.from[c.before], v.to[c.after]} {
			for _, o := range list {
				if o != c && !yield(o) {
					return
				}
			}
		}
	}
}

// prevails reports whether c happened in more places than everything that contradicts it: of two variables whose declarations
// are matched, one statement matched by chance says little against several.
func (v *variables) prevails(c change) bool {
	others := 0
	for o := range v.against(c) {
		others += v.changes[o]
	}
	return others == 0 || v.changes[c] > 2*others
}

// renamedLocal decides whether local i was renamed to local j, its partner by declaration (check 4).
func (v *variables) renamedLocal(i, j int) bool {
	b, a := &v.m.Src.Vars[i], &v.m.Dst.Vars[j]
	c := change{ref{kind: localRef, index: i}, ref{kind: localRef, index: j}}
	if b.Init >= 0 && a.Init >= 0 && v.m.Src.Hash(b.Init) == v.m.Dst.Hash(a.Init) && b.Kind == a.Kind {
		return true // the same value under another name, whatever else took the old name
	}
	if !v.prevails(c) || v.carriedOn(b, a) || v.changes[c] <= declaredOnly && v.wrappedValue(i, j) {
		return false
	}
	if v.namesakeGone(i, j) {
		return false
	}
	// (2) and (3)
	return !mentions(v.m.Dst, a, b.Name) && !mentions(v.m.Src, b, a.Name)
}

// declaredOnly is how often two matched declarations speak of a renaming: as such, and by the replacement of the name.
const declaredOnly = 2

// carriedOn reports whether the method after has a parameter with name and type of local b, and a, which has neither, is another
// variable.
func (v *variables) carriedOn(b, a *mapping.Var) bool {
	t := v.m.Src.TypeText(b)
	return t != v.m.Dst.TypeText(a) && slices.ContainsFunc(v.after.Params, func(p Param) bool { return p.Name == b.Name && p.fullType() == t })
}

// namesakeGone reports whether another local before, without a partner, has the name of local j and is used where j is: j is that
// one, declared in another way.
func (v *variables) namesakeGone(i, j int) bool {
	return slices.ContainsFunc(v.usedWith(j), func(k int) bool { return k != i })
}

// wrappedValue reports whether locals i and j are declared by matched statements, of which one has the value of the other
// inside its own: that may as well be another variable, for which the first was an ingredient.
func (v *variables) wrappedValue(i, j int) bool {
	p := v.m.OfSrc(v.m.Src.Vars[i].Decl)
	return p != nil && p.Dst == v.m.Dst.Vars[j].Decl &&
		slices.ContainsFunc(p.Replacements, func(r mapping.Replacement) bool { return r.Kind == mapping.Wrapped })
}

// mentions reports whether a variable called name is used in the scope of x that is declared outside of it; one that
// is declared inside has nothing to do with x.
func mentions(t *mapping.Tree, x *mapping.Var, name string) bool {
	for n := range t.Named(name, x.ScopeStart, x.ScopeEnd) {
		if n != x.NameNode {
			if i := t.VarOf(n); i >= 0 && t.Vars[i].ScopeStart < x.ScopeStart {
				return true
			}
		}
	}
	return false
}

func (v *variables) text(t *mapping.Tree, i int) string {
	x := &t.Vars[i]
	typ := t.TypeText(x)
	if x.Type < 0 {
		typ = "null"
	}
	return x.Name + " : " + cutPackage(typ)
}

func (v *variables) location(t *mapping.Tree, i int, description string) finding.Location {
	return nodeLocation(t.File, t.Vars[i].Node, variableElement(t.Vars[i].Kind), description, v.text(t, i))
}

func variableElement(k mapping.VarKind) string {
	switch k {
	case mapping.LocalVar:
		return "VARIABLE_DECLARATION_STATEMENT"
	case mapping.ResourceVar:
		return "VARIABLE_DECLARATION_EXPRESSION"
	}
	return parameterElement
}

// localPairs are the pairs of locals of v that are one variable, renamed or not.
func (v *variables) localPairs(d *Diff) iter.Seq2[int, int] {
	return func(yield func(i, j int) bool) {
		for i, j := range v.ofBefore {
			if j < 0 {
				continue
			}
			if v.m.Src.Vars[i].Kind == mapping.NestedParam || v.m.Dst.Vars[j].Kind == mapping.NestedParam {
				continue // of methods of anonymous classes, which are pairs of their own
			}
			if v.m.Src.Vars[i].Name != v.m.Dst.Vars[j].Name && (!v.renamedLocal(i, j) || v.wentAlong(d, i, false)) { // (5)
				continue
			}
			if !yield(i, j) {
				return
			}
		}
	}
}

func renamedVariables(d *Diff, report func(finding.Refactoring)) {
	for u := range d.units {
		v := d.variablesOf(u)
		for i, j := range v.localPairs(d) {
			if v.m.Src.Vars[i].Name == v.m.Dst.Vars[j].Name {
				continue
			}
			report(one("Rename Variable", v.text(v.m.Src, i)+" to "+v.text(v.m.Dst, j)+inMethod(u.after),
				at(v.location(v.m.Src, i, "original variable declaration"), u.before.Location("original method declaration")),
				at(v.location(v.m.Dst, j, "renamed variable declaration"), u.after.Location("method declaration with renamed variable"))))
		}
	}
}

func changedVariableTypes(d *Diff, report func(finding.Refactoring)) {
	for u := range d.units {
		v := d.variablesOf(u)
		for i, j := range v.localPairs(d) {
			b, a := &v.m.Src.Vars[i], &v.m.Dst.Vars[j]
			tb, ta := v.m.Src.TypeText(b), v.m.Dst.TypeText(a)
			if tb == ta || tb == "" || ta == "" {
				continue
			}
			tb, ta = changedTypes(tb, ta)
			report(one("Change Variable Type", b.Name+" : "+tb+" to "+a.Name+" : "+ta+inMethod(u.after),
				at(v.location(v.m.Src, i, "original variable declaration"), u.before.Location("original method declaration")),
				at(v.location(v.m.Dst, j, "changed-type variable declaration"), u.after.Location("method declaration with changed variable type"))))
		}
	}
}

// renamedArguments reports parameters that a method extracted from theirs calls by another name. Those of a method that
// was inlined are gone: what stands for them is an argument.
func renamedArguments(d *Diff, report func(finding.Refactoring)) {
	for u := range d.units {
		if u.host == nil || !u.out {
			continue
		}
		v := d.variablesOf(u)
		for _, c := range v.order {
			if c.before.kind != paramRef || c.after.kind != paramRef || !v.consistent(c) {
				continue
			}
			b, a := &u.before.Params[c.before.index], &u.after.Params[c.after.index]
			// Another parameter of the name on the other side says that the one is not the other (2, 3).
			if b.Name == a.Name || u.after.hasParam(b.Name) || u.before.hasParam(a.Name) {
				continue
			}
			report(one("Rename Parameter", b.Text()+" to "+a.Text()+inMethod(u.after),
				at(paramLocation(u.before, b, "original variable declaration"), u.before.Location("original method declaration")),
				at(paramLocation(u.after, a, "renamed variable declaration"), u.after.Location("method declaration with renamed variable"))))
		}
	}
}

// replacedVariables reports variables that changed their kind.
func replacedVariables(d *Diff, report func(finding.Refactoring)) {
	for u := range d.units {
		v := d.variablesOf(u)
		for _, c := range v.order {
			typ := kindChange(c)
			if typ == "" || !v.kindChanged(d, c) {
				continue
			}
			report(one(typ, v.refText(c.before, false)+" to "+v.refText(c.after, true)+inMethod(u.after),
				at(v.refLocation(c.before, false, "original variable declaration"), u.before.Location("original method declaration")),
				at(v.refLocation(c.after, true, "renamed variable declaration"), u.after.Location("method declaration with renamed variable"))))
		}
	}
}

// retypedArguments reports locals that live on as parameters of another type, and parameters that do as locals.
func retypedArguments(d *Diff, report func(finding.Refactoring)) {
	for u := range d.units {
		v := d.variablesOf(u)
		for _, c := range v.order {
			attribute := c.before.kind == attributeRef || c.after.kind == attributeRef
			if !v.handedOver(d, c) && (attribute || c.before.kind == c.after.kind || !v.kindChanged(d, c)) {
				continue
			}
			tb, ta := v.refType(c.before, false), v.refType(c.after, true)
			if tb == ta || tb == "" || ta == "" {
				continue
			}
			tb, ta = changedTypes(tb, ta)
			report(one("Change Variable Type", v.refName(c.before, false)+" : "+tb+" to "+v.refName(c.after, true)+" : "+ta+inMethod(u.after),
				at(v.refLocation(c.before, false, "original variable declaration"), u.before.Location("original method declaration")),
				at(v.refLocation(c.after, true, "changed-type variable declaration"), u.after.Location("method declaration with changed variable type"))))
		}
	}
}

// handedOver reports whether c is a local of a method that is gone there, and a parameter of that name in what was extracted
// from it. A local that stays, and is handed on, has its type still.
func (v *variables) handedOver(d *Diff, c change) bool {
	return v.host != nil && v.out && c.before.kind == localRef && c.after.kind == paramRef && v.consistent(c) &&
		v.ofBefore[c.before.index] < 0 && !v.stays(d, c.before.index, false) && v.m.Src.Vars[c.before.index].Kind != mapping.LambdaParam &&
		v.m.Src.Vars[c.before.index].Name == v.after.Params[c.after.index].Name
}

func (v *variables) refName(r ref, after bool) string {
	t, m := v.m.Src, v.before
	if after {
		t, m = v.m.Dst, v.after
	}
	switch r.kind {
	case localRef:
		return t.Vars[r.index].Name
	case paramRef:
		return m.Params[r.index].Name
	}
	return r.attr.Name
}

func (v *variables) refType(r ref, after bool) string {
	t, m := v.m.Src, v.before
	if after {
		t, m = v.m.Dst, v.after
	}
	switch r.kind {
	case localRef:
		return t.TypeText(&t.Vars[r.index])
	case paramRef:
		return m.Params[r.index].fullType()
	}
	return r.attr.Type
}

func removedParam(d *Diff, p *MethodPair, i int) bool {
	for _, x := range d.parameters(p).removed {
		if x == &p.Before.Params[i] {
			return true
		}
	}
	return false
}

func addedParam(d *Diff, p *MethodPair, i int) bool {
	for _, x := range d.parameters(p).added {
		if x == &p.After.Params[i] {
			return true
		}
	}
	return false
}

// attributeGone reports whether a has no partner after the change.
func (d *Diff) attributeGone(a *Attribute) bool {
	return d.Pair(a.Class) == nil || !a.paired
}

// attributeNew reports whether a was added to a class that was there before. The attributes of a new class came with it,
// and took the place of nothing.
func (d *Diff) attributeNew(a *Attribute) bool {
	return d.Pair(a.Class) != nil && !a.paired
}

func (v *variables) refText(r ref, after bool) string {
	t, m := v.m.Src, v.before
	if after {
		t, m = v.m.Dst, v.after
	}
	switch r.kind {
	case localRef:
		return v.text(t, r.index)
	case paramRef:
		return m.Params[r.index].Text()
	}
	return r.attr.Text()
}

func (v *variables) refLocation(r ref, after bool, description string) finding.Location {
	t, m := v.m.Src, v.before
	if after {
		t, m = v.m.Dst, v.after
	}
	switch r.kind {
	case localRef:
		return v.location(t, r.index, description)
	case paramRef:
		return paramLocation(m, &m.Params[r.index], description)
	}
	return r.attr.Location(description)
}

// paramRenames returns the parameters that matched statements show as renamed, from the old name to the new.
func (d *Diff) paramRenames(p *MethodPair) map[string]string {
	if p.Mapping == nil {
		return nil
	}
	if r, ok := d.renames[p]; ok {
		return r
	}
	v := d.variablesOf(unit{before: p.Before, after: p.After, m: p.Mapping, pair: p})
	r := map[string]string{}
	for _, c := range v.order {
		if c.before.kind != paramRef || c.after.kind != paramRef || !v.consistentParam(c) {
			continue
		}
		b, a := &p.Before.Params[c.before.index], &p.After.Params[c.after.index]
		if v.changes[c] > 1 || !d.unrelated(b, a) {
			r[b.Name] = a.Name
		}
	}
	if d.renames == nil {
		d.renames = map[*MethodPair]map[string]string{}
	}
	d.renames[p] = r
	return r
}

// consistentParam is check 1 among parameters, by count: a parameter that most often became another is that one.
func (v *variables) consistentParam(c change) bool {
	n := v.changes[c]
	for o := range v.against(c) {
		if o.before.kind == paramRef && o.after.kind == paramRef && v.changes[o] >= n {
			return false
		}
	}
	return true
}
