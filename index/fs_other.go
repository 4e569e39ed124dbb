//go:build !unix

package index

// isReadOnlyFS reports whether err says that the file system cannot be written; here that is a permission error.
func isReadOnlyFS(error) bool { return false }
