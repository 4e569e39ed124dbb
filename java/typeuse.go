package java

// EachTypeUse calls f for the nodes from from to to that use a type by its name: an identifier, or a dotted name as a whole.
// Nodes that are not made yet are not among them.
func (f *File) EachTypeUse(from, to NodeID, use func(n NodeID)) {
	for n := from; n < to; n++ {
		switch f.Nodes[n].Kind {
		case TypeIdentifier:
			use(n)
		case ScopedTypeIdentifier:
			if Dotted(f.Text(n)) {
				use(n)
				n = f.Nodes[n].Next - 1 // the segments mean nothing by themselves unless declared
			}
		case Block, ConstructorBody:
			if f.Lacks(n) {
				n = f.Nodes[n].Next - 1
			}
		}
	}
}

// Dotted reports whether text is a name of letters, digits and dots alone: no blanks, comments, brackets, annotations.
func Dotted(text string) bool {
	for i := 0; i < len(text); i++ {
		switch c := text[i]; {
		case 'a' <= c|0x20 && c|0x20 <= 'z', '0' <= c && c <= '9', c == '.', c == '_', c == '$', c >= 0x80:
		default:
			return false
		}
	}
	return text != ""
}
