// Package sparse makes large tables of which little may be used: their memory comes by the page, when somebody asks for an element in it.
//
// What it does not do: tables of which most is used are better made by package fresh, in one piece.
package sparse

import "sync/atomic"

const (
	pageBits = 6
	pageSize = 1 << pageBits
)

// Table is a table of T, all of them zero in the beginning. Its pages may be asked for by several goroutines at once; what they do to one element is
// for them to agree on.
type Table[T any] struct {
	pages []atomic.Pointer[[pageSize]T]
}

// Make returns a table of n elements.
func Make[T any](n int) Table[T] {
	return Table[T]{make([]atomic.Pointer[[pageSize]T], (n+pageSize-1)>>pageBits)}
}

// At returns where element i is, which stays there.
func (t *Table[T]) At(i int) *T {
	page := t.pages[i>>pageBits].Load()
	if page == nil {
		page = t.page(i >> pageBits)
	}
	return &page[i&(pageSize-1)]
}

// page makes page i, unless somebody else has done so meanwhile.
func (t *Table[T]) page(i int) *[pageSize]T {
	t.pages[i].CompareAndSwap(nil, new([pageSize]T))
	return t.pages[i].Load()
}
