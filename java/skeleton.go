package java

// Skeleton returns the source with the bodies of methods emptied: every character between their braces but the ends of
// lines is a blank. What it parses to has the same types, methods and fields under the same numbers at the same places,
// so that a program can be linked from the skeletons of most files and the text of a few. A body that declares types is
// kept, since they have numbers too; the methods of those types are emptied.
//
// It is what a distributed scan has to give to every worker of every file; most of it is blanks, which compress to nothing.
func (f *File) Skeleton() string {
	declares := make([]bool, len(f.Methods))
	for i := range f.Types {
		for t := TypeIdx(i); t >= 0; {
			m := f.Types[t].In
			if m < 0 {
				t = f.Types[t].Outer
				continue
			}
			if declares[m] {
				break
			}
			declares[m] = true
			t = f.Methods[m].Owner
		}
	}
	text := []byte(f.Source)
	for i := range f.Methods {
		m := &f.Methods[i]
		if m.Body < 0 || declares[i] || f.At(m.Body).End-f.At(m.Body).Start < 2 {
			continue
		}
		inside := text[f.At(m.Body).Start+1 : f.At(m.Body).End-1]
		for j, c := range inside {
			if c != '\n' && c != '\r' {
				inside[j] = ' '
			}
		}
	}
	return string(text)
}
