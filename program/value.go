package program

import "refract/java"

// Literal returns the value of the literal at node n; ok is false for null and for what is not a literal.
func Literal(f *java.File, n java.NodeID) (c Constant, ok bool) { return literal(f, n) }
