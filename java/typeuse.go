package java

// EachTypeUse calls use for the nodes that use a type by its name: an identifier, or a dotted name as a whole.
func (f *File) EachTypeUse(use func(n NodeID)) {
	skip := NodeID(0)
	for n, nd := range f.Subtree(0) {
		switch nd.Kind {
		case TypeIdentifier:
			if n >= skip {
				use(n)
			}
		case ScopedTypeIdentifier:
			if n >= skip && Dotted(f.TextOf(nd)) {
				use(n)
				skip = nd.Next // the segments mean nothing by themselves unless declared
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
