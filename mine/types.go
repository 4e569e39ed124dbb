package mine

// This file compares types as they are written.

// sameType reports whether a type before and a type after are one: the same text but for packages, or the names of a
// class before and after it was renamed.
func (d *Diff) sameType(before, after string) bool {
	return before == after || cutPackage(before) == cutPackage(after)
}
