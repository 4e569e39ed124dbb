package mine

import (
	"slices"
	"strings"

	"refract/finding"
	"refract/java"
	"refract/mapping"
)

// This file reports try statements that came to open resources, and catch clauses that were merged to one.

// triesWithResources reports a try statement with resources whose partner had none, or that opens what a local held.
func triesWithResources(d *Diff, report func(finding.Refactoring)) {
	for u := range d.units {
		t := u.m.Dst
		for i := range t.Stmts {
			s := mapping.StmtID(i)
			if t.Stmts[i].Kind != mapping.Try || !ownBody(t, t.Stmts[i].Body) || len(resourcesOf(t.File, t.Stmts[i].Node)) == 0 {
				continue
			}
			var left []finding.Location
			if p := u.m.OfDst(s); p != nil && len(resourcesOf(u.m.Src.File, u.m.Src.Stmts[p.Src].Node)) == 0 {
				left = at(nodeLocation(u.m.Src.File, u.m.Src.Stmts[p.Src].Node, "TRY_STATEMENT", "original code", "try"))
			} else if b := openedBefore(u, s); b >= 0 {
				left = at(statementLocation(u.m.Src, b, "original code"))
			} else {
				continue
			}
			report(one("Try With Resources", statementText(t, s)+inMethod(u.after),
				append(left, u.before.Location("original method declaration")),
				at(statementLocation(t, s, "try-with-resources statement"), u.after.Location("method declaration with try-with-resources"))))
		}
	}
}

// openedBefore returns the statement before that declared a resource of try statement s after under its name and with its
// value; NoStmt where there is none.
func openedBefore(u unit, s mapping.StmtID) mapping.StmtID {
	for j := range u.m.Dst.DeclaredIn(s) {
		a := &u.m.Dst.Vars[j]
		if a.Kind != mapping.ResourceVar || a.Init < 0 {
			continue
		}
		for i := range u.m.Src.VarsNamed(a.Name) {
			b := &u.m.Src.Vars[i]
			if b.Kind == mapping.LocalVar && b.Init >= 0 && u.m.Src.Hash(b.Init) == u.m.Dst.Hash(a.Init) && u.m.OfSrc(b.Decl) == nil {
				return b.Decl
			}
		}
	}
	return mapping.NoStmt
}

// mergedCatches reports catch clauses of matched try statements that became one clause for all their exceptions.
func mergedCatches(d *Diff, report func(finding.Refactoring)) {
	for u := range d.units {
		for i := range u.m.Pairs {
			p := &u.m.Pairs[i]
			if u.m.Src.Stmts[p.Src].Kind != mapping.Try || u.m.Dst.Stmts[p.Dst].Kind != mapping.Try {
				continue
			}
			before := map[string][]mapping.StmtID{} // clauses by the first type that they catch
			for _, b := range catchesOf(u.m.Src, p.Src) {
				first := caughtTypes(u.m.Src, b)[0]
				before[first] = append(before[first], b)
			}
			for _, a := range catchesOf(u.m.Dst, p.Dst) {
				caught := caughtTypes(u.m.Dst, a)
				var merged []mapping.StmtID
				for _, t := range caught {
					for _, b := range before[t] {
						if own := caughtTypes(u.m.Src, b); len(own) < len(caught) && containsAll(caught, own) {
							merged = append(merged, b)
						}
					}
				}
				slices.Sort(merged)
				var texts []string
				var places []finding.Location
				for _, b := range slices.Compact(merged) {
					texts = append(texts, statementText(u.m.Src, b))
					places = append(places, statementLocation(u.m.Src, b, "original catch"))
				}
				if len(texts) < 2 {
					continue
				}
				report(one("Merge Catch", list(texts)+" to "+statementText(u.m.Dst, a)+inMethod(u.after),
					append(places, u.before.Location("original method declaration")),
					at(statementLocation(u.m.Dst, a, "merged catch"), u.after.Location("method declaration with merged catch"))))
			}
		}
	}
}

// catchesOf are the catch clauses of try statement s: they follow it in the tree.
func catchesOf(t *mapping.Tree, s mapping.StmtID) []mapping.StmtID {
	var clauses []mapping.StmtID
	for i := t.Stmts[s].End; int(i) < len(t.Stmts) && t.File.Parent(t.Stmts[i].Node) == t.Stmts[s].Node; i = t.Stmts[i].End {
		if t.Stmts[i].Kind == mapping.Catch {
			clauses = append(clauses, i)
		}
	}
	return clauses
}

func caughtTypes(t *mapping.Tree, s mapping.StmtID) []string {
	p := t.File.ChildOfKind(t.Stmts[s].Node, java.CatchFormalParameter)
	return strings.Split(t.File.TypeText(t.File.ChildOfKind(p, java.CatchType), 0), "|")
}
