package release

import (
	"fmt"

	"refract/finding"
	"refract/java"
	"refract/mine"
	"refract/program"
)

// declarations finds the declarations of one side in the model of package mine, whose texts and locations all
// detectors share.
type declarations struct {
	c       *Component
	classes map[declared]*mine.Class
	methods map[declared]*mine.Method
	fields  map[declared]*mine.Attribute
	byPlace map[place]EntityID
	byNode  map[place]*mine.Method // by the span without the documentation
}

// declared names a declaration by its file and its index in the file's table.
type declared struct {
	file *java.File
	idx  int32
}

func newDeclarations(c *Component, m *mine.Model) *declarations {
	d := &declarations{c: c, classes: map[declared]*mine.Class{}, methods: map[declared]*mine.Method{},
		fields: map[declared]*mine.Attribute{}, byPlace: map[place]EntityID{}, byNode: map[place]*mine.Method{}}
	for _, cl := range m.Anonymous {
		d.addMethods(cl)
	}
	for _, cl := range m.Classes {
		d.classes[declared{cl.File, int32(cl.Idx)}] = cl
		d.addMethods(cl)
		for _, a := range cl.Attributes {
			d.fields[declared{cl.File, int32(a.Idx)}] = a
		}
	}
	for i := range c.Entities {
		if l, ok := d.location(EntityID(i), ""); ok {
			d.byPlace[place{l.Path, l.Span}] = EntityID(i)
		}
	}
	return d
}

func (d *declarations) addMethods(cl *mine.Class) {
	for _, ms := range [][]*mine.Method{cl.Methods, cl.Initializers} {
		for _, m := range ms {
			d.methods[declared{cl.File, int32(m.Idx)}] = m
			d.byNode[place{cl.File.Path, cl.File.Span(m.Decl.Node)}] = m
		}
	}
}

func (d *declarations) class(id EntityID) *mine.Class {
	t := d.c.Program.Type(program.TypeID(d.c.Entities[id].Ref))
	return d.classes[declared{d.c.Program.Files[t.File], int32(t.Idx)}]
}

func (d *declarations) method(id EntityID) *mine.Method {
	m := d.c.Program.Method(program.MethodID(d.c.Entities[id].Ref))
	return d.methods[declared{d.c.Program.Files[m.File], int32(m.Idx)}]
}

func (d *declarations) field(id EntityID) *mine.Attribute {
	f := d.c.Program.Field(program.FieldID(d.c.Entities[id].Ref))
	return d.fields[declared{d.c.Program.Files[f.File], int32(f.Idx)}]
}

// location returns where an entity is declared; packages have no place.
func (d *declarations) location(id EntityID, description string) (l finding.Location, ok bool) {
	switch d.c.Entities[id].Kind {
	case Class:
		if c := d.class(id); c != nil {
			return c.Location(description), true
		}
	case Method:
		if m := d.method(id); m != nil {
			return m.Location(description), true
		}
	case Field:
		if a := d.field(id); a != nil {
			return a.Location(description), true
		}
	}
	return finding.Location{}, false
}

// element describes an entity for a Change.
func (d *declarations) element(id EntityID) Element {
	if id < 0 {
		return Element{id: NoEntity}
	}
	e := &d.c.Entities[id]
	return Element{Kind: e.Kind, KindName: e.Kind.String(), Name: e.Name, Signature: e.Signature, Public: e.Public, id: id}
}

// elementAt returns the element that a refactoring's locations speak of: the first that declares an entity.
func (d *declarations) elementAt(ls []finding.Location) Element {
	for i := range ls {
		if id, ok := d.byPlace[place{ls[i].Path, ls[i].Span}]; ok {
			return d.element(id)
		}
	}
	return Element{id: NoEntity}
}

// refactoring prints an entry of the API detector as package mine prints the same refactoring.
func refactoring(e Entry, before, after *declarations) (finding.Refactoring, bool) {
	old, new := &before.c.Entities[e.Old], &after.c.Entities[e.New]
	typ := e.Strategy.String()
	var text, word string
	switch e.Strategy {
	case RenamePackage:
		text = old.Name + " to " + new.Name
		return finding.Refactoring{Type: typ, Description: typ + " " + text, Left: []finding.Location{}, Right: []finding.Location{}}, true
	case RenameClass:
		text, word = old.Name+" renamed to "+new.Name, "renamed type declaration"
	case MoveClass:
		text, word = old.Name+" moved to "+new.Name, "moved type declaration"
	case RenameMethod, ChangeMethodSignature, PullUpMethod, PushDownMethod, MoveMethod, MoveAndRenameMethod:
		b, a := before.method(e.Old), after.method(e.New)
		if b == nil || a == nil {
			return finding.Refactoring{}, false
		}
		switch e.Strategy {
		case RenameMethod:
			text, word = fmt.Sprintf("%s renamed to %s in class %s", b.Text(), a.Text(), a.Class.Name), "renamed method declaration"
		case ChangeMethodSignature:
			text, word = fmt.Sprintf("%s to %s in class %s", b.Text(), a.Text(), a.Class.Name), "method declaration with changed signature"
		default:
			text, word = fmt.Sprintf("%s from class %s to %s from class %s", b.Text(), b.Class.Name, a.Text(), a.Class.Name), movedWords[e.Strategy]
		}
	case RenameField, MoveField:
		b, a := before.field(e.Old), after.field(e.New)
		if b == nil || a == nil {
			return finding.Refactoring{}, false
		}
		if e.Strategy == RenameField {
			text, word = fmt.Sprintf("%s to %s in class %s", b.Text(), a.Text(), a.Class.Name), "renamed attribute declaration"
		} else {
			text, word = fmt.Sprintf("%s from class %s to %s from class %s", b.Qualified(), b.Class.Name, a.Qualified(), a.Class.Name), "moved attribute declaration"
		}
	}
	l, ok1 := before.location(e.Old, "original "+old.Kind.declaration())
	r, ok2 := after.location(e.New, word)
	return finding.Refactoring{Type: typ, Description: typ + " " + text, Left: []finding.Location{l}, Right: []finding.Location{r}}, ok1 && ok2
}

var movedWords = map[Strategy]string{
	PullUpMethod: "pulled up method declaration", PushDownMethod: "pushed down method declaration", MoveMethod: "moved method declaration",
	MoveAndRenameMethod: "moved and renamed method declaration",
}

func (k Kind) declaration() string {
	switch k {
	case Class:
		return "type declaration"
	case Field:
		return "attribute declaration"
	}
	return "method declaration"
}
