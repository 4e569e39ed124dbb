package program

import (
	"path"
	"strings"
)

// This file decides between types of the same qualified name: two bundles of one program, or its states before and
// after a change, scanned together. A name is looked up from a file; the nearest declaration wins, where near means
// the deepest common directory, and the first in the order of files among equals.

// dir is a directory of the files, with its parent (-1 at the top).
type dir struct{ parent int32 }

// nearKey names a top-level type below a directory. Directory numbers below -1 are single files.
type nearKey struct {
	dir  int32
	name uint64
}

func ofFile(file int32) int32 { return -2 - file }

// findDuplicates fills the table of near types for the names that more than one file declares.
func (p *Program) findDuplicates(several map[uint64]bool) {
	if len(several) == 0 {
		return
	}
	for i := range p.types {
		t := &p.types[i]
		if !t.topLevel() {
			continue
		}
		k := key(int32(t.pkg), t.name)
		if !several[k] {
			continue
		}
		p.names.flags[t.name] |= sharedType
		p.enterNear(ofFile(t.File), k, TypeID(i))
		for d := p.fileDir[t.File]; d >= 0; d = p.dirs[d].parent {
			p.enterNear(d, k, TypeID(i))
		}
	}
}

func (p *Program) enterNear(d int32, name uint64, t TypeID) {
	k := nearKey{d, name}
	if _, taken := p.near[k]; !taken {
		p.near[k] = t
	}
}

func (t *Type) topLevel() bool { return t.Outer == NoType && !t.Local && t.name >= 0 }

// number2dirs numbers the directories of the files, parents before children.
func (p *Program) number2dirs() {
	ids := map[string]int32{}
	var enter func(name string) int32
	enter = func(name string) int32 {
		if id, ok := ids[name]; ok {
			return id
		}
		parent := int32(-1)
		if up := path.Dir(name); up != name {
			parent = enter(up)
		}
		id := int32(len(p.dirs))
		ids[name] = id
		p.dirs = append(p.dirs, dir{parent})
		return id
	}
	p.fileDir = make([]int32, len(p.Files))
	for i, f := range p.Files {
		at := strings.LastIndexByte(f.Path, '/')
		if i > 0 && at >= 0 && strings.LastIndexByte(p.Files[i-1].Path, '/') == at && p.Files[i-1].Path[:at] == f.Path[:at] {
			p.fileDir[i] = p.fileDir[i-1] // files of one directory mostly follow each other
			continue
		}
		p.fileDir[i] = enter(path.Dir(f.Path))
	}
}

// topLevel returns the top-level type of that package and name that is nearest to file, NoType where there is none.
// file -1 asks for the first.
func (p *Program) topLevel(file int32, pkg, name NameID) TypeID {
	if pkg < 0 || name < 0 {
		return NoType
	}
	k := key(int32(pkg), name)
	first := p.top[k] - 1
	if first < 0 || file < 0 || !p.names.has(name, sharedType) {
		return first
	}
	if t, ok := p.near[nearKey{ofFile(file), k}]; ok {
		return t
	}
	for d := p.fileDir[file]; d >= 0; d = p.dirs[d].parent {
		if t, ok := p.near[nearKey{d, k}]; ok {
			return t
		}
	}
	return first
}

// qualified returns the type of a dotted name as seen from file: the longest prefix that is a package, a type in it,
// and member types of that.
func (p *Program) qualified(file int32, name string) TypeID {
	for end := strings.LastIndexByte(name, '.'); ; end = strings.LastIndexByte(name[:end], '.') {
		pkg, rest := "", name
		if end >= 0 {
			pkg, rest = name[:end], name[end+1:]
		}
		if id := p.names.find(pkg); p.names.has(id, namesPackage) {
			head := segment(rest)
			if t := p.topLevel(file, id, p.names.find(head)); t != NoType {
				return p.memberPath(t, rest[len(head):])
			}
		}
		if end < 0 {
			return NoType
		}
	}
}

// memberPath goes from t along ".B.C"; it knows declared member types only, not inherited ones.
func (p *Program) memberPath(t TypeID, rest string) TypeID {
	for rest != "" && t != NoType {
		rest = rest[1:]
		head := segment(rest)
		t = p.declaredMember(t, p.names.find(head))
		rest = rest[len(head):]
	}
	return t
}

// declaredMember returns the member type of that name that t itself declares.
func (p *Program) declaredMember(t TypeID, name NameID) TypeID {
	if name < 0 {
		return NoType
	}
	return p.members[key(int32(t), name)] - 1
}
