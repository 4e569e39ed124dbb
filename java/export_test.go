package java

// Unpacked is how many pages of a packed file are unpacked.
func (f *File) Unpacked() int {
	n := 0
	for i := range f.packed.pages {
		if f.packed.pages[i].Load() != nil {
			n++
		}
	}
	return n
}
