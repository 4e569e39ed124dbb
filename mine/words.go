package mine

import "iter"

// wordIndex finds what has a name by the words of it: what has all words of another name, or has no other words. Going through all would take the square of
// their number where that is asked of each.
type wordIndex[T comparable] struct {
	list   []T
	word   map[string][]T // by each word
	rarest map[string][]T // by the word that the fewest of the list have; "" for a name without words
}

func indexWords[T comparable](list []T, words func(T) []string) *wordIndex[T] {
	x := &wordIndex[T]{list: list, word: map[string][]T{}, rarest: map[string][]T{}}
	for _, t := range list {
		for _, w := range words(t) {
			x.word[w] = append(x.word[w], t)
		}
	}
	for _, t := range list {
		w := x.rarestOf(words(t))
		x.rarest[w] = append(x.rarest[w], t)
	}
	return x
}

func (x *wordIndex[T]) rarestOf(words []string) string {
	rarest := ""
	for i, w := range words {
		if i == 0 || len(x.word[w]) < len(x.word[rarest]) {
			rarest = w
		}
	}
	return rarest
}

// near yields all whose names have all of the words, or no other words, and some that are neither; one may come several times.
func (x *wordIndex[T]) near(words []string) iter.Seq[T] {
	return func(yield func(T) bool) {
		all := func(list []T) bool {
			for _, t := range list {
				if !yield(t) {
					return false
				}
			}
			return true
		}
		if len(words) == 0 {
			all(x.list)
			return
		}
		if !all(x.word[x.rarestOf(words)]) || !all(x.rarest[""]) {
			return
		}
		for _, w := range words {
			if !all(x.rarest[w]) {
				return
			}
		}
	}
}
