package program

import "refract/java"

// imports is what the import declarations of a file bring in.
type imports struct {
	types       []importedType // single-type imports
	demand      []demand       // imports on demand of packages and of a type's member types
	statics     []staticImport // single static imports
	staticTypes []TypeID       // static imports on demand of types of the program
	apiStatics  bool           // there is a static import on demand of a library type
	// wholePackage is set where a library package is imported on demand: a type name that nobody knows may be in it.
	wholePackage bool
}

type importedType struct {
	simple NameID
	ref    TypeRef
}

type demand struct {
	pkg NameID // NoName where typ is set
	typ TypeID
}

type staticImport struct {
	member NameID
	typ    TypeID // NoType for a member of a library type
}

// readImports finds what the imports of the files bring in that are linked from their texts.
func (p *Program) readImports() {
	p.imports = make([]imports, len(p.Files))
	for i, f := range p.Files {
		if p.linked[i].is() {
			continue
		}
		list := f.Whole().Imports
		for j := range list {
			p.readImport(int32(i), &p.imports[i], &list[j])
		}
	}
}

func (p *Program) readImport(file int32, im *imports, d *java.Import) {
	switch {
	case d.Module || d.Name == "":
	case d.Static && d.OnDemand:
		if t := p.qualified(file, d.Name); t != NoType {
			im.staticTypes = append(im.staticTypes, t)
			im.demand = append(im.demand, demand{NoName, t})
		} else {
			im.apiStatics = true
		}
	case d.Static:
		p.readStaticImport(file, im, d.Name)
	case d.OnDemand:
		pkg := p.names.intern(d.Name)
		if t := p.qualified(file, d.Name); t != NoType {
			im.demand = append(im.demand, demand{NoName, t})
			return
		}
		im.demand = append(im.demand, demand{pkg, NoType})
		im.wholePackage = im.wholePackage || !p.names.has(pkg, namesPackage)
	default:
		ref := apiRef(p.names.intern(d.Name))
		if t := p.qualified(file, d.Name); t != NoType {
			ref = ownRef(t)
		}
		im.types = append(im.types, importedType{p.names.intern(simple(d.Name)), ref})
	}
}

// readStaticImport enters "import static a.B.c": it brings in all members of that name, a member type as well.
func (p *Program) readStaticImport(file int32, im *imports, name string) {
	last := simple(name)
	if len(last) == len(name) {
		return
	}
	member := p.names.intern(last)
	t := p.qualified(file, name[:len(name)-len(last)-1])
	im.statics = append(im.statics, staticImport{member, t})
	if t == NoType {
		return
	}
	if m := p.declaredMember(t, member); m != NoType {
		im.types = append(im.types, importedType{member, ownRef(m)})
	}
}
