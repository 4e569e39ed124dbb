package program

import "refract/java"

// Types are erased, but the type arguments that a declaration writes next to a value are looked at when something is
// called on it: of "Map<K, Part> m", m.get(k) is a Part. Nothing is inferred: a lambda's parameters, a diamond, var and
// generic methods have no type arguments here.

// instance is the type arguments of the expression that was resolved last, as nodes of the file that writes them.
type instance struct {
	scope   scope
	args    [2]java.NodeID
	n       int  // how many of them there are: 0, 1 or 2
	entries bool // a collection of map entries, whose arguments these are
}

// instanceOf returns the type arguments of type node n of the scope's file.
func (r *Resolver) instanceOf(s scope, n java.NodeID) instance {
	in := instance{scope: s}
	if n < 0 {
		return in
	}
	f := r.p.File(s.file)
	if f.Kind(n) != java.GenericType {
		return in
	}
	list := f.ChildOfKind(n, java.TypeArguments)
	for c := f.FirstChild(list); c >= 0; c = f.NextSibling(c) {
		if in.n == len(in.args) {
			return instance{} // nothing known has three
		}
		in.args[in.n] = c
		in.n++
	}
	return in
}

// argument returns the type of argument i and makes its own arguments those of the last expression.
func (r *Resolver) argument(in instance, i int) TypeRef {
	if i >= in.n {
		return TypeRef{}
	}
	f := r.p.File(in.scope.file)
	n := in.args[i]
	if f.Kind(n) == java.Wildcard { // ? extends T; of "? super T" nothing is known
		bound := f.LastChild(n)
		if text := f.Text(n); bound < 0 || !hasWord(text, "extends") {
			return TypeRef{}
		}
		n = bound
	}
	s := in.scope
	s.at = n
	r.last = r.instanceOf(s, n)
	return r.l.typeNode(s, f, n).use()
}

// throughput are the library methods whose result is about the type arguments of their receiver: which argument the
// result is, by the number of arguments. The order of the second list is that of a map's.
var throughput = map[string][2]int{
	"get": {0, 1}, "next": {0, -1}, "previous": {0, -1}, "first": {0, -1}, "last": {0, -1}, "getFirst": {0, -1}, "getLast": {0, -1},
	"removeFirst": {0, -1}, "removeLast": {0, -1}, "peek": {0, -1}, "poll": {0, -1}, "pop": {0, -1}, "element": {0, -1}, "take": {0, -1},
	"pollFirst": {0, -1}, "pollLast": {0, -1}, "peekFirst": {0, -1}, "peekLast": {0, -1},
	"nextElement": {0, -1}, "elementAt": {0, -1}, "firstElement": {0, -1}, "lastElement": {0, -1}, "orElse": {0, -1}, "orElseThrow": {0, -1},
	"orElseGet": {0, -1}, "call": {0, -1}, "newInstance": {0, -1}, "cast": {0, -1}, "getKey": {-1, 0}, "getValue": {-1, 1},
	"getOrDefault": {-1, 1}, "computeIfAbsent": {-1, 1}, "putIfAbsent": {-1, 1}, "put": {-1, 1}, "apply": {-1, 1}, "remove": {-1, 1},
}

// sameArguments are the library methods whose result has the type arguments of the receiver.
var sameArguments = map[string]bool{
	"iterator": true, "listIterator": true, "subList": true, "elements": true, "descendingIterator": true, "headSet": true, "tailSet": true,
	"stream": true, "filter": true, "sorted": true, "distinct": true, "findFirst": true, "findAny": true, "limit": true, "skip": true,
}

// libraryGeneric returns the result of calling a library method on a value with the type arguments in, unknown where
// it does not follow from them.
func (r *Resolver) libraryGeneric(in instance, method string) TypeRef {
	if in.n == 0 {
		return TypeRef{}
	}
	if sameArguments[method] {
		r.last = in
		return TypeRef{}
	}
	if in.entries {
		if t, ok := throughput[method]; ok && t[0] == 0 {
			in.entries = false
			r.last = in
			return apiRef(r.p.names.find(AlwaysMentioned))
		}
		return TypeRef{}
	}
	if in.n == 2 {
		switch method {
		case "keySet", "values":
			if method == "values" {
				in.args[0] = in.args[1]
			}
			in.n = 1
			r.last = in
			return TypeRef{}
		case "entrySet":
			in.entries = true
			r.last = in
			return TypeRef{}
		}
	}
	if t, ok := throughput[method]; ok && t[in.n-1] >= 0 {
		return r.argument(in, t[in.n-1])
	}
	return TypeRef{}
}

// member returns the type that a member of type owner, declared as node n, has in a value of that type with the
// arguments in: where n is a type variable of owner, the argument in its place. ok is false where it is not.
func (r *Resolver) member(in instance, owner TypeID, n java.NodeID) (ref TypeRef, ok bool) {
	ty := &r.p.types[owner]
	f := r.p.File(ty.File)
	params := r.p.TypeDecl(owner).TypeParams
	if in.n == 0 || n < 0 || params < 0 || f.Kind(n) != java.TypeIdentifier {
		return TypeRef{}, false
	}
	i := 0
	for c := f.FirstChild(params); c >= 0; c = f.NextSibling(c) {
		if id := f.ChildOfKind(c, java.TypeIdentifier); f.Text(id) == f.Text(n) {
			return r.argument(in, i), i < in.n
		}
		i++
	}
	return TypeRef{}, false
}
