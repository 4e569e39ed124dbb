package mapping

import (
	"refract/java"
)

// call aligns two method invocations. The numbers are those of Table 3.
func (d *differ) call(a, b Ref, cover bool) bool {
	na, nb := a.child(java.FieldName).Text(), b.child(java.FieldName).Text()
	ra, rb := receiver(a), receiver(b)
	sameReceiver := ra.Node < 0 && rb.Node < 0 || ra.Node >= 0 && rb.Node >= 0 && ra.hash() == rb.hash()
	aa, ab := a.child(java.FieldArguments), b.child(java.FieldArguments)
	sameArgs := aa.hash() == ab.hash()
	if cover && (na != nb || !sameReceiver) && onlyReceivers(ra, rb, aa, ab) {
		return false
	}
	if na == nb { // ②
		d.common++
		m := d.mark()
		if d.receivers(ra, rb, sameReceiver) && d.arguments(a, b, aa, ab, sameArgs, InvocationArguments) { // ④–⑦, ⑨
			return true
		}
		d.undo(m)
		if ok, done := d.chain(a, b); done {
			return ok
		}
		return !cover && d.replace(Invocation, a, b)
	}
	if ok, done := d.chain(a, b); done {
		return ok
	}
	named := d.sameWords(na, nb)
	if sameReceiver && sameArgs && (aa.weight() > 1 || named) && (ra.Node >= 0 || named || !cover) { // ① ③ ⑧
		d.common += aa.weight() - 1
		if ra.Node >= 0 {
			d.common += ra.weight()
		}
		return d.replace(InvocationName, a, b)
	}
	if cover && !sameReceiver && ra.Node >= 0 && rb.Node >= 0 {
		return false // another receiver needs the same name (② ③ ⑨), another name the same receiver (① ③ ⑧)
	}
	if named && (!d.m.opt.Inner || !cover || sameArgs || sameReceiver && ra.Node >= 0) {
		m := d.mark()
		if d.receivers(ra, rb, sameReceiver) && d.arguments(a, b, aa, ab, sameArgs, InvocationArguments) &&
			(d.common > m.common || !cover) {
			return d.replace(InvocationName, a, b)
		}
		d.undo(m)
	}
	if cover {
		return false
	}
	m := d.mark()
	// Variables inside two different calls are evidence for renames, but no common ground.
	if !(d.receivers(ra, rb, sameReceiver) && d.arguments(a, b, aa, ab, sameArgs, InvocationArguments)) {
		d.undo(m)
	}
	return d.replace(Invocation, a, b)
}

// onlyReceivers reports whether one of two calls gives arguments and the other none, and both are made on a variable: what such
// calls have in common beyond it, or beyond their name, is a word. That "phase.children(KIND)" covers its statement says
// nothing of "phase.allChildren()", nor "Node.make(a, b)" of "Leaf.make()".
func onlyReceivers(ra, rb, aa, ab Ref) bool {
	return (aa.weight() > 1) != (ab.weight() > 1) && ra.Node >= 0 && rb.Node >= 0 && isVariable(ra.Kind()) && isVariable(rb.Kind())
}

// receiver returns what a call is sent to; "this." is no receiver.
func receiver(r Ref) Ref {
	o := r.child(java.FieldObject)
	if o.Node < 0 || o.Kind() == java.This {
		return Ref{r.Tree, java.NoNode}
	}
	return resolve(o)
}

func (d *differ) receivers(ra, rb Ref, same bool) bool {
	switch {
	case same:
		if ra.Node >= 0 {
			d.common += ra.weight()
		}
		return true
	case ra.Node < 0 || rb.Node < 0:
		return d.replace(InvocationReceiver, ra, rb)
	}
	return d.align(ra, rb, false)
}

func (d *differ) arguments(a, b, aa, ab Ref, same bool, kind ReplacementKind) bool {
	if same {
		if aa.Node >= 0 {
			d.common += aa.weight() - 1
		}
		return true
	}
	return d.list(aa, ab, childList(aa), childList(ab), kind)
}

// sameWords reports whether two method names may be those of one method: the caller knows that one was renamed to the other, or
// they have a word in common other than get, set, is and to.
func (d *differ) sameWords(a, b string) bool {
	if d.m.opt.Renamed != nil && d.m.opt.Renamed(a, b) {
		return true
	}
	return ShareWord(a, b)
}

// ShareWord reports whether two camel-case names have a word in common other than get, set, is and their like.
func ShareWord(a, b string) bool {
	for wa, ra := nextWord(a); wa != ""; wa, ra = nextWord(ra) {
		if len(wa) < 2 || noise[lower(wa)] {
			continue
		}
		for wb, rb := nextWord(b); wb != ""; wb, rb = nextWord(rb) {
			if equalFold(singular(wa), singular(wb)) {
				return true
			}
		}
	}
	return false
}

var noise = map[string]bool{"get": true, "set": true, "is": true, "to": true, "has": true, "add": true, "of": true, "new": true, "create": true}

func lower(s string) string {
	for i := 0; i < len(s); i++ {
		if 'A' <= s[i] && s[i] <= 'Z' {
			b := []byte(s)
			for j := range b {
				if 'A' <= b[j] && b[j] <= 'Z' {
					b[j] |= 0x20
				}
			}
			return string(b)
		}
	}
	return s
}

func equalFold(a, b string) bool {
	if len(a) != len(b) {
		return false
	}
	for i := 0; i < len(a); i++ {
		if a[i]|0x20 != b[i]|0x20 {
			return false
		}
	}
	return true
}

// nextWord cuts the first word off a camel-case or snake-case name.
func nextWord(s string) (word, rest string) {
	for len(s) > 0 && s[0] == '_' {
		s = s[1:]
	}
	i := 1
	upper := func(c byte) bool { return 'A' <= c && c <= 'Z' }
	for i < len(s) && s[i] != '_' && (!upper(s[i]) || upper(s[i-1]) && (i+1 == len(s) || upper(s[i+1]))) {
		i++
	}
	i = min(i, len(s))
	return s[:i], s[i:]
}

// creation aligns two class instance creations.
func (d *differ) creation(a, b Ref, cover bool) bool {
	ta, tb := a.child(java.FieldType), b.child(java.FieldType)
	if ta.Node < 0 || tb.Node < 0 {
		return false
	}
	m := d.mark()
	if !d.types2(ta, tb) {
		return false
	}
	sameType := d.common > m.common
	aa, ab := a.child(java.FieldArguments), b.child(java.FieldArguments)
	if !d.arguments(a, b, aa, ab, aa.hash() == ab.hash(), CreationArguments) {
		d.undo(m)
		if sameType && (!cover || aa.weight() == 1 || ab.weight() == 1) {
			return d.replace(Creation, a, b)
		}
		return !cover && d.replace(Creation, a, b)
	}
	fa, fb := a.Tree.File, b.Tree.File
	ca, cb := fa.ChildOfKind(a.Node, java.ClassBody), fb.ChildOfKind(b.Node, java.ClassBody)
	if ca >= 0 != (cb >= 0) {
		return sameType || !cover
	}
	if ca >= 0 {
		return d.align(Ref{a.Tree, ca}, Ref{b.Tree, cb}, false)
	}
	return true
}

// types2 aligns two types that may be equal.
func (d *differ) types2(a, b Ref) bool {
	if a.hash() == b.hash() {
		d.common += a.weight()
		return true
	}
	return d.types(a, b)
}

// chain compares chains of calls (fluent interfaces) by their links, whatever their order: with more common than
// uncommon links they match. done is false where one side has fewer than two calls.
func (d *differ) chain(a, b Ref) (ok, done bool) {
	if na, nb := countLinks(a, 3), countLinks(b, 3); na < 3 && nb < 3 || na < 2 || nb < 2 {
		return false, false // as most calls are
	}
	la, lb := links(nil, a), links(nil, b)
	common := 0
	var used uint64
	m := d.mark()
	if !d.replace(Invocation, a, b) {
		return false, true
	}
	if len(la)+len(lb) >= 3*maxLinks { // even if all links that are looked at were common, more would not be
		d.undo(m)
		return false, false
	}
	for _, x := range la {
		for j, y := range lb[:min(len(lb), maxLinks)] {
			if used&(1<<j) == 0 && linkEqual(x, y) {
				used |= 1 << j
				common++
				d.link(x, y)
				break
			}
		}
	}
	if common > len(la)-common+len(lb)-common {
		return true, true
	}
	d.undo(m)
	return false, false
}

// maxLinks is how many links of a chain are compared: as many as one word has bits.
const maxLinks = 64

// links appends the calls of a chain to dst, the last one first, and stops where a chain is too long to be compared: it is
// asked for at every link of a chain, which would cost the square of its length.
func links(dst []Ref, r Ref) []Ref {
	for ; isLink(r) && len(dst) < 3*maxLinks; r = before(r) {
		dst = append(dst, r)
	}
	return dst
}

// countLinks counts them up to most.
func countLinks(r Ref, most int) int {
	n := 0
	for ; isLink(r) && n < most; r = before(r) {
		n++
	}
	return n
}

func isLink(r Ref) bool { return r.Node >= 0 && r.Kind() == java.MethodInvocation }

// before is what a call of a chain is made on; it has no node where that is nothing.
func before(r Ref) Ref {
	o := r.child(java.FieldObject)
	if o.Node < 0 {
		return o
	}
	return resolve(o)
}

func linkEqual(x, y Ref) bool {
	if x.child(java.FieldName).Text() != y.child(java.FieldName).Text() {
		return false
	}
	ax, ay := x.child(java.FieldArguments), y.child(java.FieldArguments)
	return ax.hash() == ay.hash() || len(childList(ax)) == len(childList(ay))
}

// link records what two links of one name have in common and what differs in their arguments.
func (d *differ) link(x, y Ref) {
	ax, ay := x.child(java.FieldArguments), y.child(java.FieldArguments)
	d.common++
	m := d.mark()
	if !d.arguments(x, y, ax, ay, ax.hash() == ay.hash(), InvocationArguments) {
		d.undo(m)
	}
}

func singular(s string) string {
	if len(s) > 3 && s[len(s)-1] == 's' && s[len(s)-2] != 's' {
		return s[:len(s)-1]
	}
	return s
}
