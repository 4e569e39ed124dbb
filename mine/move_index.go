package mine

import "slices"

// methodIndex finds, among the methods that were added anywhere, those that a removed one may have become: by the name,
// by the body, or by statements in common. Comparing every removed with every added method would take the product of
// their numbers, which between two releases is in the tens of millions.
type methodIndex struct {
	methods   []*Method
	byName    map[string][]int32
	byBody    map[uint64][]int32
	byLeaf    map[uint64][]posting
	share     int                // the shorter of two methods must share one statement in so many
	namesakes map[string]*blocks // by name, of those that many have, see methodIndex.named
	inCommon  []int32            // statements that the method asked for shares with each; all 0 between two questions
	suggested []bool             // likewise
}

// manyMethods is the number of added methods above which a quarter of the statements in common is chance: that many are not of
// one commit, but of two releases.
const manyMethods = 4_000

// posting says how often a statement stands in a method.
type posting struct{ method, times int32 }

func indexMethods(list []*Method) *methodIndex {
	x := &methodIndex{methods: list, byName: map[string][]int32{}, byBody: map[uint64][]int32{}, byLeaf: map[uint64][]posting{}, namesakes: map[string]*blocks{},
		share: 4, inCommon: make([]int32, len(list)), suggested: make([]bool, len(list))}
	if len(list) > manyMethods {
		x.share = 2
	}
	for i, m := range list {
		k := int32(i)
		x.byName[m.Name] = append(x.byName[m.Name], k)
		if !m.HasBody() {
			continue
		}
		hash := m.Tree().Hash(m.Tree().Root)
		x.byBody[hash] = append(x.byBody[hash], k)
		if m.IsConstructor() {
			continue
		}
		for h, times := range counted(m.leafHashes()) {
			x.byLeaf[h] = append(x.byLeaf[h], posting{k, times})
		}
	}
	return x
}

// counted calls yield for the distinct values of a sorted list and how often each stands in it.
func counted(sorted []uint64) func(yield func(uint64, int32) bool) {
	return func(yield func(uint64, int32) bool) {
		for i := 0; i < len(sorted); {
			j := i + 1
			for j < len(sorted) && sorted[j] == sorted[i] {
				j++
			}
			if !yield(sorted[i], int32(j-i)) {
				return
			}
			i = j
		}
	}
}

// partners returns the methods of the name or the body of b, and those that share enough of the statements of the
// shorter one, in the order of the index.
func (x *methodIndex) partners(b *Method) []*Method {
	var found []int32
	suggest := func(k int32) {
		if !x.suggested[k] {
			x.suggested[k] = true
			found = append(found, k)
		}
	}
	for _, k := range x.named(b) {
		suggest(k)
	}
	many := len(x.byName[b.Name]) > mostNamesakes
	other := func(k int32) {
		if !many || x.methods[k].Name != b.Name { // or bodies and statements were looked at
			suggest(k)
		}
	}
	if b.HasBody() {
		for _, k := range x.byBody[b.Tree().Hash(b.Tree().Root)] {
			other(k)
		}
		if !b.IsConstructor() {
			x.bySharedStatements(b, other)
		}
	}
	slices.Sort(found)
	list := make([]*Method, len(found))
	for i, k := range found {
		list[i] = x.methods[k]
		x.suggested[k] = false
	}
	return list
}

// named are the methods of the name of b; of a name that many have, those that are most like b.
func (x *methodIndex) named(b *Method) []int32 {
	all := x.byName[b.Name]
	if len(all) <= mostNamesakes {
		return all
	}
	near := x.namesakes[b.Name]
	if near == nil {
		list := make([]*Method, len(all))
		for i, k := range all {
			list[i] = x.methods[k]
		}
		near = blocksOfNamesakes(list)
		x.namesakes[b.Name] = near
	}
	found := near.places(b)
	for i, k := range found {
		found[i] = all[k]
	}
	return found
}

func (x *methodIndex) bySharedStatements(b *Method, suggest func(int32)) {
	leaves := b.leafHashes()
	var touched []int32
	for h, times := range counted(leaves) {
		for _, p := range x.byLeaf[h] {
			if x.inCommon[p.method] == 0 {
				touched = append(touched, p.method)
			}
			x.inCommon[p.method] += min(times, p.times)
		}
	}
	for _, k := range touched {
		if x.share*int(x.inCommon[k]) >= min(len(leaves), len(x.methods[k].leafHashes())) {
			suggest(k)
		}
		x.inCommon[k] = 0
	}
}
