package vectors

import (
	"refract/java"
	"refract/program"
)

// This file counts reads and writes: of locals, fields and array elements.

// access says what happens to the place that an expression denotes.
type access uint8

const (
	read    access = iota
	written        // the target of =
	updated        // the target of a compound assignment, ++ or --: read, then written
)

func (c *Counter) access(n java.NodeID) access {
	parent, child := c.outside(n)
	switch p := c.f.At(parent); {
	case p.Kind == java.UpdateExpression:
		return updated
	case p.Kind != java.AssignmentExpression || c.f.At(child).Field != java.FieldLeft:
		return read
	case p.Op == java.Assign:
		return written
	}
	return updated
}

// count counts get, put, or both.
func (c *Counter) count(a access, get, put Feature) {
	if a != written {
		c.d[get]++
	}
	if a != read {
		c.d[put]++
	}
}

// identifier counts a name that stands alone. The names after a dot, of calls, labels and types have no use.
func (c *Counter) identifier(n java.NodeID) {
	if c.f.At(n).Field == java.FieldField {
		return // counted at its field_access
	}
	u := c.use(n)
	switch u.Kind {
	case program.UseDeclaration:
		if v := &c.b.Locals[u.Ref]; v.Init >= 0 || v.Kind == program.CatchLocal || v.Kind == program.PatternLocal {
			c.store(v.Slot)
		}
	case program.UseLocal, program.UseParam, program.UseCaptured:
		c.local(n, c.b.Locals[u.Ref].Slot)
	case program.UseField, program.UseConstant:
		c.ownField(n, u)
	case program.UseAPIField:
		c.apiField(n, u)
	case program.UseUnknown:
		if c.isValue(n) {
			c.apiField(n, u)
		}
	}
}

// local counts a use of a local variable or parameter. A captured variable has no slot here and counts as one of the
// slots from 4 on, although javac makes a field of it: to a refactoring it is a variable like the others.
func (c *Counter) local(n java.NodeID, slot int32) {
	a := c.access(n)
	if a != written {
		c.load(slot)
	}
	if a != read {
		c.store(slot)
	}
}

func isLocal(u *program.Use) bool {
	return u.Kind == program.UseLocal || u.Kind == program.UseParam || u.Kind == program.UseCaptured
}

// loadsThis reports whether the compiler loads this for a name without a qualifier. A member of an enclosing instance
// is one load of this as well; the hidden fields on the way to it are not counted.
func loadsThis(u *program.Use) bool { return u.Flags&(program.ImplicitThis|program.OuterThis) != 0 }

func (c *Counter) load(slot int32)  { c.d[bySlot(OpLoad, slot)]++ }
func (c *Counter) store(slot int32) { c.d[bySlot(OpStore, slot)]++ }

// bySlot returns the feature of a slot: f itself for slots from 4 on and for none (-1), the four that
// follow it for slots 0 to 3.
func bySlot(f Feature, slot int32) Feature {
	if 0 <= slot && slot < 4 {
		return f + 1 + Feature(slot)
	}
	return f
}

// ownField counts a field of the program, named alone or after a dot. A constant comes here only where it is written.
func (c *Counter) ownField(n java.NodeID, u *program.Use) {
	if loadsThis(u) {
		c.d[OpLoadThis]++
	}
	if u.Flags&program.Static != 0 {
		c.count(c.access(n), OpGetStatic, OpPutStatic)
		return
	}
	c.count(c.access(n), OpGetField, OpPutField)
}

// apiField is ownField for the fields of others, and for names that nothing accounts for.
func (c *Counter) apiField(n java.NodeID, u *program.Use) {
	if loadsThis(u) {
		c.d[OpLoadThis]++
	}
	if u.Flags&program.Static != 0 {
		c.count(c.access(n), OpGetStaticAPI, OpPutStaticAPI)
		return
	}
	c.count(c.access(n), OpGetFieldAPI, OpPutFieldAPI)
}

// fieldAccess counts what a.b does besides evaluating a.
func (c *Counter) fieldAccess(n java.NodeID) {
	u := c.use(n)
	switch u.Kind {
	case program.UseField, program.UseConstant:
		c.ownField(n, u)
	case program.UseArrayLength:
		c.d[OpArrayLength]++
	case program.UseAPIField, program.UseUnknown:
		// A library's public field of that name is as good as unheard of, and an array that a library method returns
		// is common.
		if u.Flags&program.Static == 0 && c.f.Text(c.f.Child(n, java.FieldField)) == "length" && c.access(n) == read {
			c.d[OpArrayLength]++
			return
		}
		c.apiField(n, u)
	}
}

// notValue are the kinds in which an identifier is no variable, whatever its name.
var notValue = [256]bool{
	java.LabeledStatement:  true,
	java.BreakStatement:    true,
	java.ContinueStatement: true,
	java.ScopedIdentifier:  true,
	java.RecordPattern:     true,
	java.MethodReference:   true,
}

// isValue reports whether the unresolved name n stands where a variable may stand.
func (c *Counter) isValue(n java.NodeID) bool {
	p := c.f.At(c.f.At(n).Parent)
	switch {
	case notValue[p.Kind]:
		return false
	case c.f.At(n).Field == java.FieldName:
		return p.Kind == java.SwitchLabel // all other names name what they declare or call
	}
	return true
}

func (c *Counter) arrayAccess(n java.NodeID) {
	c.count(c.access(n), OpArrayLoad, OpArrayStore)
}

// assignment counts the operation of a compound assignment; the target counts itself. A constant added to or taken
// from an int local is an iinc, as in javac, which leaves nothing else to count.
func (c *Counter) assignment(n java.NodeID) {
	op := c.f.At(n).Op.Binary()
	if op == java.NoOp {
		return
	}
	left := c.f.Unparen(c.f.Child(n, java.FieldLeft))
	if op == java.Add || op == java.Sub {
		right := c.f.Child(n, java.FieldRight)
		if c.isIntLocal(left) && right >= 0 && c.fitsIinc(right) {
			c.d[OpIinc]++
			c.muted = c.f.At(n).Next
			return
		}
	}
	if op == java.Add && left >= 0 && c.use(left).Type.Kind == program.API {
		c.d[OpConcat]++
		return
	}
	c.d[arithmetic[op]]++
}

func (c *Counter) isIntLocal(n java.NodeID) bool {
	if c.f.Kind(n) != java.Identifier {
		return false
	}
	u := c.use(n)
	if !isLocal(u) || u.Kind == program.UseCaptured {
		return false
	}
	t := c.b.Locals[u.Ref].Type
	return t.Kind == program.Int && t.Dims == 0
}

// update counts ++ and --.
func (c *Counter) update(n java.NodeID) {
	target := c.f.Unparen(c.f.FirstChild(n))
	if c.isIntLocal(target) {
		c.d[OpIinc]++
		c.muted = c.f.At(n).Next
		return
	}
	one := OpConstantInt
	if target >= 0 {
		one = constantOf(c.use(target).Type.Kind, OpConstantInt)
	}
	if one == OpConstantBoolean || one == OpConstantChar || one == OpConstantString {
		one = OpConstantInt
	}
	c.d[one]++
	if c.f.At(n).Op == java.Inc {
		c.d[OpAdd]++
	} else {
		c.d[OpSub]++
	}
}
