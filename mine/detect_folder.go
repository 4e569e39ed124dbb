package mine

import (
	"strings"

	"refract/finding"
)

// This file reports source folders that moved: classes of one qualified name in files of different folders.

func movedFolders(d *Diff, report func(finding.Refactoring)) {
	type folders struct{ from, to string }
	index := map[folders]int{}
	var found []finding.Refactoring
	for _, p := range d.Pairs {
		if p.Kind != FolderPair || p.Before.Outer != nil {
			continue
		}
		from, to := differingFolders(p.Before.File.Path, p.After.File.Path)
		if from == to {
			continue
		}
		k := folders{from, to}
		i, ok := index[k]
		if !ok {
			i = len(found)
			index[k] = i
			found = append(found, one("Move Source Folder", from+" to "+to, nil, nil))
		}
		found[i].Left = append(found[i].Left, p.Before.Location("original type declaration"))
		found[i].Right = append(found[i].Right, p.After.Location("moved type declaration"))
	}
	for _, r := range found {
		report(r)
	}
}

// differingFolders cuts the common end off two paths: "a/src/p/C.java" and "b/src/p/C.java" give "a" and "b".
func differingFolders(from, to string) (string, string) {
	a, b := strings.Split(from, "/"), strings.Split(to, "/")
	for len(a) > 1 && len(b) > 1 && a[len(a)-1] == b[len(b)-1] {
		a, b = a[:len(a)-1], b[:len(b)-1]
	}
	return strings.Join(a, "/"), strings.Join(b, "/")
}
