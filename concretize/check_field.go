package concretize

import (
	"strings"

	"refract/finding"
	"refract/java"
	"refract/program"
)

// This file holds the structural checks about fields and constants: Self Encapsulate Field, Replace Magic Number.

var _ = register(&structuralCheck{
	name:     "field-read-has-getter",
	source:   "Fowler 1999, p. 171; Milea et al. 2014, Table 3 row 7",
	doc:      "the method reads a field of its own object for which a getter exists, and is none of the methods that should read it directly",
	query:    shouldUseGetters,
	hopeless: noReadAsGetter,
	site:     fieldReadHasGetter,
})

// shouldUseGetters refuses methods that read fields directly by custom.
func shouldUseGetters(j *Judge, row int) finding.Verdict {
	id := j.q.Rows.Row(row).Method
	switch m := j.q.Program.Method(id); {
	case m.Constructor() || m.Kind == java.StaticInit || m.Kind == java.InstanceInit:
		return refuse("a constructor or initializer reads fields directly")
	case readsDirectly[j.q.Program.MethodName(m)]:
		return refuse("a method like " + j.q.Program.MethodName(m) + " reads fields directly")
	case j.q.code(id).accessor():
		return refuse("the method is an accessor")
	}
	return ok
}

// readsDirectly are methods in which a field is read directly by custom.
var readsDirectly = map[string]bool{"equals": true, "hashCode": true, "toString": true, "clone": true, "finalize": true,
	"readObject": true, "writeObject": true, "compareTo": true}

func fieldReadHasGetter(x *siteCase) finding.Verdict {
	n := x.qNode()
	qn, cn := x.al.q.node(x.s.q), x.al.c.node(x.s.c)
	if n < 0 || qn.sym != symField || qn.kind != java.Identifier || cn.sym != symInlined {
		return refuse("the field is not one of this object")
	}
	p := x.al.qp
	id := program.FieldID(qn.ref)
	fl := p.Field(id)
	if _, write := x.q.access(n); write {
		return refuse("the field is written here")
	}
	switch {
	case fl.Static:
		return refuse("the field is static")
	case x.q.use(n).Flags&program.OuterThis != 0:
		return refuse("the field is one of the outer object")
	}
	cc := x.al.c.calls[cn.ref]
	if len(x.al.c.node(cn.kids[1]).kids) > 0 {
		return refuse("the sample's getter is called on another object")
	}
	sampleField := getterOf(x.al.cp, cc.callee)
	if sampleField < 0 {
		return refuse("what the sample calls is no getter")
	}
	if x.al.qp == x.al.cp && sampleField == id {
		return x.getterUsable(cc.callee)
	}
	if x.al.qp != x.al.cp && x.al.cp.FieldName(x.al.cp.Field(sampleField)) == x.al.qp.FieldName(fl) {
		return ok
	}
	return x.ownGetter(id)
}

// accessor reports whether the body is one statement that does not compute anything.
func (c *code) accessor() bool {
	s := onlyStatement(c.f, c.root)
	return s >= 0 && c.operations(s) == 0
}

func (x *siteCase) getterUsable(getter program.MethodID) finding.Verdict {
	p := x.al.qp
	if getter == x.qMethod {
		return refuse("the method is the getter")
	}
	if !inherits(p, p.Method(x.qMethod).Owner, p.Method(getter).Owner) {
		return refuse("the getter belongs to another class")
	}
	return ok
}

// onlyFieldDiffers accepts a field without a getter where the two methods name the same members otherwise: the one who
// made the sample's getter would have made one here. Two methods that merely have the same shape say nothing about it.
func (x *siteCase) onlyFieldDiffers(id program.FieldID) finding.Verdict {
	for _, p := range x.al.pairs {
		for _, e := range p.events {
			if n := x.al.q.node(e.q); e.kind == member && !(n.sym == symField && program.FieldID(n.ref) == id) {
				return refuse("the field has no getter")
			}
		}
	}
	return ok
}

// ownGetter accepts another field of the sample where the query's own field has a getter too.
func (x *siteCase) ownGetter(id program.FieldID) finding.Verdict {
	p := x.al.qp
	for t, depth := p.Method(x.qMethod).Owner, 0; t >= 0 && depth < 100; t, depth = p.Type(t).Super, depth+1 {
		for _, m := range p.MethodsIn(t) {
			if getterOf(p, m) == id && m != x.qMethod {
				return ok
			}
		}
	}
	return x.onlyFieldDiffers(id)
}

var _ = register(&structuralCheck{
	name:   "magic-literal",
	source: "Fowler 1999, p. 204; Milea et al. 2014, Table 3 rows 8 and 9",
	doc:    "the literal says something that its value does not, and the sample's name for it can be used here",
	site:   magicLiteral,
})

func magicLiteral(x *siteCase) finding.Verdict {
	n := x.qNode()
	if n < 0 {
		return refuse("the literal is not in the method's own body")
	}
	if v := magic(x.q.f, n); v.Refused {
		return v
	}
	if x.q.ancestor(n, x.q.root, java.Annotation) >= 0 {
		return refuse("the literal stands in an annotation")
	}
	cn := x.al.c.node(x.s.c)
	switch cn.sym {
	case symConst:
		id := program.FieldID(cn.ref)
		fl := x.al.cp.Field(id)
		if !fl.Static || !fl.Final {
			return refuse("what the sample names is no constant")
		}
		if fl.Constant == nil || !sameValue(x.al.q, x.s.q, fl.Constant) {
			return x.repeated(n)
		}
		v := x.nameable(fl.Owner, x.al.cp.FieldDecl(id).Mods)
		if v.Refused && fl.Constant.IsString() && !x.repeated(n).Refused {
			return ok
		}
		return v
	case symInlined:
		m := x.al.c.calls[cn.ref].callee
		return x.constantMethod(m, x.s.q)
	}
	return refuse("the sample has no name for the literal")
}

// magic refuses literals that need no name.
func magic(f *java.File, n java.NodeID) finding.Verdict {
	text := f.Text(n)
	switch f.Kind(n) {
	case java.StringLiteral:
		value := strings.Trim(text, `"`)
		if len(value) < 2 || !strings.ContainsFunc(value, letterOrDigit) {
			return refuse("the string is too short to be a name's worth")
		}
	case java.CharacterLiteral, java.True, java.False, java.NullLiteral:
		return refuse("a literal of this kind explains itself")
	default:
		switch strings.TrimRight(strings.ReplaceAll(text, " ", ""), "lLfFdD") {
		case "0", "1", "-1", "2", "0.0", "1.0", "0.", "1.", "-1.0", "2.0":
			return refuse("the number explains itself")
		}
	}
	return ok
}

func letterOrDigit(r rune) bool {
	return '0' <= r && r <= '9' || 'a' <= r|0x20 && r|0x20 <= 'z' || r >= 0x80
}

// constantMethod accepts a method that returns the literal's value and can be called in the query.
func (x *siteCase) constantMethod(m program.MethodID, q fid) finding.Verdict {
	p := x.al.cp
	mm := p.Method(m)
	e, f := returnedExpression(p, m)
	if e < 0 || len(p.Params(mm)) > 0 {
		return refuse("what the sample calls does not just return a constant")
	}
	if k := f.Kind(e); !k.IsLiteral() && k != java.UnaryExpression && k != java.Identifier && k != java.FieldAccess {
		return refuse("what the sample calls does not just return a constant")
	}
	if !mm.Static {
		owner := x.here(mm.Owner)
		qm := x.al.qp.Method(x.qMethod)
		if owner < 0 || qm.Static || !inherits(x.al.qp, qm.Owner, owner) {
			return refuse("the method that returns the constant belongs to another object")
		}
	}
	return x.nameable(mm.Owner, mm.Mods)
}

// here returns the query program's type of the same name as t of the sample's, NoType where there is none.
func (x *siteCase) here(t program.TypeID) program.TypeID {
	if x.al.qp == x.al.cp {
		return t
	}
	return x.al.qp.TypeByName(x.al.cp.QualifiedName(x.al.cp.Type(t)))
}

// nameable refuses members of owner, a type of the sample's program, that the query cannot name or whose owner it has
// nothing to do with.
// named reports whether the query's file names type t anywhere. A constant of a class next door that the file has
// nothing to do with shares a value, not a meaning.
func (x *siteCase) named(t program.TypeID) bool {
	f, name := x.q.f, x.al.qp.Type(t).Name
	x.al.qp.ReadWhole(x.al.qp.Method(x.qMethod).File)
	for n := java.NodeID(0); int(n) < f.NumNodes(); n++ {
		if k := f.Kind(n); (k == java.Identifier || k == java.TypeIdentifier) && f.Text(n) == name {
			return true
		}
	}
	return false
}

// repeated accepts a string that has no constant yet, where the sample has one for its own string: the string must
// stand in the class at least twice, so that a constant saves a repetition.
func (x *siteCase) repeated(n java.NodeID) finding.Verdict {
	f, text := x.q.f, x.q.f.Text(n)
	if text == `"true"` || text == `"false"` {
		return refuse("the string explains itself")
	}
	p := x.al.qp
	class := outermost(p, p.Method(x.qMethod).Owner)
	if class < 0 {
		return refuse("the method stands in no class that a constant could be declared in") // whose head is broken, or it has none
	}
	top := p.Type(class)
	p.ReadWhole(top.File)
	decl := f.Types[top.Idx].Node
	count := 0
	for i, nd := range f.Subtree(decl) {
		if nd.Kind == java.StringLiteral && f.Text(i) == text && x.q.ancestor(i, decl, java.Annotation) < 0 {
			count++
		}
	}
	if count < 2 {
		return refuse("the constant has another value, and the string stands here only once")
	}
	return ok
}

func (x *siteCase) nameable(owner program.TypeID, mods java.ModifierSet) finding.Verdict {
	p := x.al.qp
	from := p.Method(x.qMethod).Owner
	t := x.here(owner)
	if t < 0 {
		return refuse("the constant's class is not in the method's program")
	}
	if !visible(p, t, from, mods) {
		return refuse("the constant is not visible here")
	}
	if outermost(p, t) == outermost(p, from) || inherits(p, from, t) || packageOf(p, t) == packageOf(p, from) && x.named(t) || x.imports(t) {
		return ok
	}
	return refuse("the constant's class is none that this file uses")
}

// imports reports whether the query's file imports type t or its package.
func (x *siteCase) imports(t program.TypeID) bool {
	p := x.al.qp
	name := p.QualifiedName(p.Type(t))
	for _, im := range x.q.f.Imports {
		if im.Name == name || im.OnDemand && (im.Name == packageOf(p, t) || im.Static && im.Name == name) ||
			im.Static && strings.HasPrefix(im.Name, name+".") {
			return true
		}
	}
	return false
}
