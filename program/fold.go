package program

import (
	"strings"

	"refract/java"
)

// folder computes the values of constant fields. A field that is being computed when it is asked for depends on
// itself and is not constant.
type folder struct {
	p     *Program
	l     *lookup
	state []linkState // by FieldID
	text  []int       // by file: bytes of the String constants of its fields
	depth int         // fields that wait for the one that is being computed
	// deferred is a field at depth chainPiece that has to be computed before those that wait for it; NoField if none.
	deferred FieldID
}

// Bounds of String constants, without which a few lines can ask for more memory than there is: each of fifty constants
// may be the one before it, twice.
const (
	// maxText is what a class file holds of one constant (JVMS §4.4.7); javac refuses a longer one.
	maxText = 65535
	// A file's constants may take textPerFile bytes and textPerByte for each byte of the file. The largest share in 4.7
	// million lines of Eclipse is far below that; constants beyond it are not constant.
	textPerFile, textPerByte = 1 << 20, 8
)

// foldConstants computes Field.Constant of all fields.
func (p *Program) foldConstants(l *lookup) {
	fo := &folder{p: p, l: l, state: make([]linkState, len(p.fields)), text: make([]int, len(p.Files)), deferred: NoField}
	for i := range p.linked {
		if p.linked[i].is() {
			for v := p.fieldBase[i]; v < p.fieldBase[i+1]; v++ {
				fo.state[v] = linked
			}
		}
	}
	file := int32(-1)
	for i := range p.fields {
		if p.fields[i].File != file {
			file = p.fields[i].File
			l.reset()
		}
		if fo.whole(FieldID(i)) != nil {
			p.Stats.Constants++
		}
	}
}

// whole is field for a field that may be the first of a chain of any length, a million constants that are each the next
// one: recursion along it would take more stack than a process may have. What lies too deep is computed first.
func (fo *folder) whole(id FieldID) *Constant {
	var waiting []FieldID
	if fo.state[id] == unlinked {
		waiting = append(waiting, id)
	}
	for len(waiting) > 0 {
		top := waiting[len(waiting)-1]
		fo.state[top] = unlinked
		fo.depth = 0
		fo.field(top)
		if fo.deferred == NoField {
			waiting = waiting[:len(waiting)-1]
			continue
		}
		fo.state[top] = linkingNow // who comes back to it depends on itself
		waiting = append(waiting, fo.deferred)
		fo.deferred = NoField
	}
	return fo.p.fields[id].Constant
}

func (fo *folder) field(id FieldID) *Constant {
	v := &fo.p.fields[id]
	if fo.state[id] != unlinked {
		return v.Constant // nil while it is being computed
	}
	if fo.depth == chainPiece {
		fo.deferred = id
	}
	if fo.deferred != NoField {
		return nil
	}
	fo.state[id] = linkingNow
	fo.depth++
	if kind, ok := fo.p.constantKind(v); ok {
		d := fo.p.FieldDecl(id)
		if c, ok := fo.fold(scope{v.File, v.Owner, NoMethod, java.NoNode}, fo.p.File(v.File), d.Init); ok {
			if c, ok = c.convert(kind); ok && fo.affords(v.File, len(c.Str)) {
				v.Constant = &c
			}
		}
	}
	fo.depth--
	fo.state[id] = linked
	if fo.deferred != NoField {
		fo.state[id], v.Constant = unlinked, nil
	}
	return v.Constant
}

// affords reports whether a file may have n bytes more of constants.
func (fo *folder) affords(file int32, n int) bool {
	if n > 0 && fo.text[file]+n > textPerFile+textPerByte*len(fo.p.File(file).Source) {
		return false
	}
	fo.text[file] += n
	return true
}

// constantKind returns the kind that a constant in field v has; ok is false where v cannot be one.
func (p *Program) constantKind(v *Field) (RefKind, bool) {
	if !v.Static || !v.Final || v.Kind != java.OrdinaryField || v.Owner == NoType {
		return Unknown, false
	}
	if v.Type.Primitive() {
		return v.Type.Kind, true
	}
	return API, same(v.Type, p.str)
}

// fold returns the value of expression n; ok is false where it is not constant. The left operands of a chain are
// gone down by a loop, since a chain may have any length.
func (fo *folder) fold(s scope, f *java.File, n java.NodeID) (Constant, bool) {
	n = f.Unparen(n)
	if f.Kind(n) != java.BinaryExpression {
		return fo.operand(s, f, n)
	}
	top := n
	for f.Kind(n) == java.BinaryExpression {
		n = f.FirstChild(n)
	}
	acc, ok := fo.fold(s, f, n)
	if !ok {
		return acc, false
	}
	var text *strings.Builder // of acc, where it is a String that grows: else a chain would copy it at every step
	for n != top {
		n = f.Parent(n)
		right, ok := fo.fold(s, f, f.LastChild(n))
		if !ok || f.NextSibling(f.FirstChild(n)) < 0 {
			return acc, false
		}
		if op := f.At(n).Op; op == java.Add && (acc.IsString() || right.IsString()) {
			if text == nil {
				text = &strings.Builder{}
				text.WriteString(acc.String())
			}
			text.WriteString(right.String())
			if text.Len() > maxText {
				return acc, false
			}
			acc = Constant{Kind: API}
			continue
		}
		if text != nil {
			acc.Str, text = text.String(), nil
		}
		if acc, ok = binary(f.At(n).Op, acc, right); !ok {
			return acc, false
		}
	}
	if text != nil {
		acc.Str = text.String()
	}
	return acc, true
}

func (fo *folder) operand(s scope, f *java.File, n java.NodeID) (Constant, bool) {
	switch k := f.Kind(n); k {
	case java.UnaryExpression:
		arg := f.FirstChild(n)
		if f.At(n).Op == java.Sub && (f.Kind(arg) == java.DecimalIntegerLiteral) {
			return integer("-" + f.Text(arg)) // -2147483648: the digits alone would overflow
		}
		if c, ok := fo.fold(s, f, arg); ok {
			return unary(f.At(n).Op, c)
		}
	case java.TernaryExpression:
		return fo.ternary(s, f, n)
	case java.CastExpression:
		ref := fo.l.typeNode(s, f, f.Child(n, java.FieldType))
		kind := ref.Kind
		if !ref.Primitive() && !same(ref, fo.p.str) {
			return Constant{}, false
		}
		if c, ok := fo.fold(s, f, f.Child(n, java.FieldValue)); ok {
			return c.convert(kind)
		}
	case java.Identifier:
		if name := fo.p.names.find(f.Text(n)); name >= 0 {
			return fo.named(fo.l.fieldInScope(s.file, s.ctx, name))
		}
	case java.FieldAccess:
		return fo.access(s, f, n)
	default:
		return literal(f, n)
	}
	return Constant{}, false
}

func (fo *folder) named(id FieldID) (Constant, bool) {
	if id == NoField {
		return Constant{}, false
	}
	if c := fo.field(id); c != nil {
		return *c, true
	}
	return Constant{}, false
}

// access folds T.NAME.
func (fo *folder) access(s scope, f *java.File, n java.NodeID) (Constant, bool) {
	object := f.Child(n, java.FieldObject)
	if k := f.Kind(object); k != java.Identifier && k != java.FieldAccess {
		return Constant{}, false
	}
	var ref TypeRef
	if f.Kind(object) == java.Identifier {
		ref = fo.l.typeNode(s, f, object)
	} else {
		ref = fo.l.scoped(s, f, object)
	}
	field := f.Text(f.Child(n, java.FieldField))
	if t := ref.Type(); t != NoType {
		return fo.named(fo.l.field(t, fo.p.names.find(field)))
	}
	if ref.Kind == API && ref.Ref >= 0 {
		c, ok := libraryConstants[fo.p.names.text(NameID(ref.Ref))+"."+field]
		return c, ok
	}
	return Constant{}, false
}

func (fo *folder) ternary(s scope, f *java.File, n java.NodeID) (Constant, bool) {
	cond, ok1 := fo.fold(s, f, f.Child(n, java.FieldCondition))
	yes, ok2 := fo.fold(s, f, f.Child(n, java.FieldConsequence))
	no, ok3 := fo.fold(s, f, f.Child(n, java.FieldAlternative))
	if !ok1 || !ok2 || !ok3 || cond.Kind != Boolean {
		return Constant{}, false
	}
	kind := yes.Kind
	if yes.numeric() && no.numeric() && yes.Kind != no.Kind {
		kind = promoted(yes.Kind, no.Kind)
	}
	if cond.Int == 0 {
		yes = no
	}
	return yes.convert(kind)
}
