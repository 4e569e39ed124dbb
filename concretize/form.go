package concretize

import (
	"refract/java"
	"refract/program"
)

// A form is a method body brought into the shape in which two bodies are compared. It is a tree of its own, since the
// comparison changes trees: calls are replaced by the bodies they call, temporaries by their values.
//
// What the form already evens out, for every rule alike:
//
//   - blocks: "if (a) b();" and "if (a) { b(); }" have the same list of one statement, and a block that stands alone is
//     dissolved into the list around it;
//   - parentheses, comments, empty statements, modifiers and annotations of local variables;
//   - "this.f" and "f", "this.m()" and "m()", "C.m()" and "m()" for a static method m of C, where they mean the same;
//   - "int a = 1, b;" and "int a = 1; int b;".
//
// Every node keeps the place in the source that it came from.
type form struct {
	nodes  []fnode
	root   fid // the list of the body's statements
	bodies []formBody
	locals []formLocal
	holes  []hole
	calls  []inlinedCall // what symInlined nodes refer to
	temps  []temp        // what symTemp nodes refer to
	glue   []fid         // statements that only pass a value in or out of an inlined body
	made   []made        // statements that transformations made; see transform.go
	shape  *outline      // see outline.go
	failed []string      // callees that could not be substituted, with the reason, for the witness's notes
}

// fid is the index of a node in form.nodes; noFid is none.
type fid int32

const noFid fid = -1

// fnode is one node of a form. It is never changed once it has parents: a transformation makes new nodes.
type fnode struct {
	kind java.Kind
	op   java.Op
	role java.Field // in the parent
	sym  symKind
	ref  int32  // what a name denotes, by sym: a local, a field, a method, a type
	text string // a name, a literal, the text of a type
	kids []fid
	at   place
}

// place is where a node comes from: a body of the form and a node of its file.
type place struct {
	body int16
	node java.NodeID
}

// formBody is one method whose code is in the form: the method itself is the first.
type formBody struct {
	method program.MethodID
	file   *java.File
}

// formLocal is a variable declared in the form: a local, a parameter of the method itself, a pattern variable.
type formLocal struct {
	name  string
	typ   string // declared type, "" for var and for untyped lambda parameters
	body  int16
	param bool
}

// hole is a parameter of an inlined callee: at its place anything may stand, as long as it is the same everywhere.
type hole struct {
	callee program.MethodID
	name   string
	typ    string
	arg    fid // the argument in the caller
}

// symKind says what a name denotes.
type symKind uint8

const (
	symNone    symKind = iota
	symLocal           // ref: index in form.locals
	symHole            // ref: index in form.holes
	symField           // ref: program.FieldID
	symConst           // ref: program.FieldID of a field with a constant value
	symMethod          // ref: program.MethodID; the node is a call
	symNew             // ref: program.MethodID of a constructor, or -1
	symType            // ref: program.TypeID or -1
	symAPI             // a name the program does not define: text decides
	symInlined         // a call with its value: kids are the value and the call; ref: index in form.calls
	symTemp            // a temporary with its value: kids are the value and the name; ref: index in form.temps
)

// inlinedCall is a call of the form that was replaced by the body of its callee.
type inlinedCall struct {
	callee program.MethodID
	body   int16 // of the callee in form.bodies
	call   place // the call in the caller
	// whole says that the callee is one expression, which took the place of the call; otherwise its statements were put
	// before the statement of the call.
	whole bool
}

// temp is a local whose reads were replaced by its value.
type temp struct {
	local int32
	decl  fid // the declaration that was taken out
	reads int
}

func (f *form) node(id fid) *fnode { return &f.nodes[id] }

func (f *form) add(n fnode) fid {
	f.nodes = append(f.nodes, n)
	return fid(len(f.nodes) - 1)
}

// with returns a copy of node id with other children.
func (f *form) with(id fid, kids []fid) fid {
	n := f.nodes[id]
	n.kids = kids
	return f.add(n)
}

// as returns id in another role, copied only where it differs.
func (f *form) as(id fid, role java.Field) fid {
	if f.nodes[id].role == role {
		return id
	}
	n := f.nodes[id]
	n.role = role
	return f.add(n)
}

// child returns the first child of id in that role, noFid where there is none.
func (f *form) child(id fid, role java.Field) fid {
	for _, k := range f.nodes[id].kids {
		if f.nodes[k].role == role {
			return k
		}
	}
	return noFid
}

// rewrite rebuilds the tree below id: fn is asked for every node, parents first; what it returns takes the node's
// place and is not looked into. ok = false goes on with the children.
func (f *form) rewrite(id fid, fn func(fid) (fid, bool)) fid {
	if to, ok := fn(id); ok {
		return to
	}
	kids := f.nodes[id].kids
	var changed []fid
	for i, k := range kids {
		to := f.rewrite(k, fn)
		if to != k && changed == nil {
			changed = append(make([]fid, 0, len(kids)), kids[:i]...)
		}
		if changed != nil && to != noFid {
			changed = append(changed, to)
		}
	}
	if changed == nil {
		return id
	}
	return f.with(id, changed)
}

// walk calls fn for every node below id, id included, parents first; fn says whether to go into the children.
func (f *form) walk(id fid, fn func(fid) bool) {
	if !fn(id) {
		return
	}
	for _, k := range f.nodes[id].kids {
		f.walk(k, fn)
	}
}

// sizeOf counts the nodes below id, id included, as often as they stand there; of more than most it says that there are more.
func (f *form) sizeOf(id fid, most int) int {
	n := 0
	f.walk(id, func(fid) bool {
		n++
		return n <= most
	})
	return n
}

// isList reports whether a node is a list of statements.
func (f *form) isList(id fid) bool { return f.nodes[id].kind == java.Block }
