package mine

import (
	"cmp"
	"path"
	"slices"
)

// filePair is what one worker parses at a time: a file on both sides, or on one. The values are indices, -1 for none.
type filePair struct{ before, after int }

// pairs pairs the files of the two sides, since one of two revisions is parsed faster in knowledge of the other, and
// returns the largest first: what is left for the end, when workers run out of files, is small then. Which files are a pair has no
// influence on the results.
func (c *Change) pairs() []filePair {
	old := make(map[string]int, len(c.Before))
	for i, b := range c.Before {
		old[b.Path] = i
	}
	from := make(map[string]string, len(c.Renamed))
	for before, after := range c.Renamed {
		from[after] = before
	}
	list := make([]filePair, 0, len(c.Before)+len(c.After))
	var alone []int
	for i, a := range c.After {
		k, ok := old[a.Path]
		if !ok {
			k, ok = old[from[a.Path]]
		}
		if !ok {
			alone = append(alone, i)
			continue
		}
		list = append(list, filePair{k, i})
		delete(old, c.Before[k].Path)
	}
	byName := map[string]int{} // what is left: a class may have moved
	for i, b := range c.Before {
		if _, ok := old[b.Path]; ok {
			byName[path.Base(b.Path)] = i
		}
	}
	for _, i := range alone {
		f := filePair{-1, i}
		if k, ok := byName[path.Base(c.After[i].Path)]; ok {
			f.before = k
			delete(byName, path.Base(c.After[i].Path))
			delete(old, c.Before[k].Path)
		}
		list = append(list, f)
	}
	for i, b := range c.Before {
		if _, ok := old[b.Path]; ok {
			list = append(list, filePair{i, -1})
		}
	}
	size := func(f filePair) (n int) {
		if f.before >= 0 {
			n += len(c.Before[f.before].Content)
		}
		if f.after >= 0 {
			n += len(c.After[f.after].Content)
		}
		return n
	}
	slices.SortStableFunc(list, func(a, b filePair) int { return cmp.Compare(size(b), size(a)) })
	return list
}
