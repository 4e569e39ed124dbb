package mine

import (
	"cmp"
	"slices"
)

// This file bounds with how many methods one is compared: what record linkage calls blocking. A method that its class lost is compared with all that the
// class got where these are as many as in any commit, and else with those that are most like it at a glance. Comparing all with all takes the
// product of their numbers, half a minute where a class of a thousand methods has a thousand others.

// mostCompared is how many methods of its class one is compared with at most, mostNamesakes with how many of its name in all classes.
const (
	mostCompared  = 64
	mostNamesakes = 256
)

// blocks are the methods that one may be compared with, by what they are made of.
type blocks struct {
	list  []*Method
	most  int               // how many one is compared with
	calls *callChanges      // of what is asked about; nil where nothing is known of them
	class bool              // the list is of one class, in source order
	of    map[block][]int32 // places in list; nil where that is short
	score []int32           // by place; all 0 between two questions
}

// block is what methods have in common, or classes.
type block struct {
	kind blockKind
	text string
	hash uint64
}

type blockKind uint8

const (
	nameBlock      blockKind = iota // one name
	wordBlock                       // a word of the name
	bodyBlock                       // all statements
	statementBlock                  // a statement
	classBlock                      // the class, or one that it extends or implements: a getter goes up and down a hierarchy, and looks like any other

	// These are of classes, as are names, words and statements.
	pathBlock      // the path of the file
	methodBlock    // the name of a method
	attributeBlock // the name of an attribute
	parentBlock    // the package, or the class around it
)

// weights say how much more than the place those of one block say.
var weights = [...]int32{nameBlock: 8, wordBlock: 2, bodyBlock: 16, statementBlock: 4, classBlock: 8, pathBlock: 16, methodBlock: 4, attributeBlock: 4, parentBlock: 2}

// blocksOfClass are blocks of methods of one class, in source order. calls are the changes of calls of those that are asked about, nil where nothing is
// known of them.
func blocksOfClass(list []*Method, calls *callChanges) *blocks {
	return (&blocks{list: list, most: mostCompared, calls: calls, class: true}).fill()
}

// blocksOfNamesakes are blocks of methods of one name in all classes.
func blocksOfNamesakes(list []*Method) *blocks {
	return (&blocks{list: list, most: mostNamesakes}).fill()
}

// fill puts the methods in blocks, if they are many.
func (x *blocks) fill() *blocks {
	if len(x.list) <= x.most {
		return x
	}
	x.of, x.score = map[block][]int32{}, make([]int32, len(x.list))
	for i, m := range x.list {
		for k := range m.blocks {
			x.of[k] = append(x.of[k], int32(i))
		}
	}
	return x
}

// many reports whether the list is not short, so that methods are compared with a part of it.
func (x *blocks) many() bool { return x.of != nil }

// blocks yields the blocks that m is in.
func (m *Method) blocks(yield func(block) bool) {
	if !yield(block{kind: nameBlock, text: signatureName(m)}) {
		return
	}
	words := slices.Clone(m.words())
	slices.Sort(words)
	for _, w := range slices.Compact(words) {
		if !yield(block{kind: wordBlock, text: w}) {
			return
		}
	}
	if !yield(block{kind: classBlock, text: m.Class.Simple}) {
		return
	}
	for _, s := range m.Class.Supertypes() {
		if !yield(block{kind: classBlock, text: lastPart(s)}) {
			return
		}
	}
	for s := range m.Class.supers {
		if !yield(block{kind: classBlock, text: s.Simple}) {
			return
		}
	}
	if !m.HasBody() || !yield(block{kind: bodyBlock, hash: m.Tree().Hash(m.Tree().Root)}) {
		return
	}
	for h := range counted(m.leafHashes()) {
		if !yield(block{kind: statementBlock, hash: h}) {
			return
		}
	}
}

// to returns the methods that b is compared with, in the order of the list.
func (x *blocks) to(b *Method) []*Method {
	if !x.many() {
		return x.list
	}
	places := x.places(b)
	list := make([]*Method, len(places))
	for k, i := range places {
		list[k] = x.list[i]
	}
	return list
}

// places returns where the methods lie that b is compared with, of a list that is not short: those that share most with b and, of one class, stand where it
// stood. What more than those have in common tells none of them from another.
func (x *blocks) places(b *Method) []int32 {
	var found []int32
	add := func(i, weight int32) {
		if x.score[i] == 0 {
			found = append(found, i)
		}
		x.score[i] += weight
	}
	all := func(k block, weight int32) {
		if places := x.of[k]; len(places) <= x.most {
			for _, i := range places {
				add(i, weight)
			}
		}
	}
	for k := range b.blocks {
		all(k, weights[k.kind])
	}
	if x.calls != nil {
		for _, name := range x.calls.names[b.Name] {
			all(block{kind: nameBlock, text: name}, weights[nameBlock])
		}
	}
	if x.class {
		at, _ := slices.BinarySearchFunc(x.list, b.Index, func(m *Method, index int) int { return cmp.Compare(m.Index, index) })
		for i := max(at-x.most/4, 0); i < min(at+x.most/4, len(x.list)); i++ {
			add(int32(i), 1)
		}
	}
	slices.SortFunc(found, func(i, j int32) int {
		return cmp.Or(cmp.Compare(x.score[j], x.score[i]), cmp.Compare(abs(x.list[i].Index-b.Index), abs(x.list[j].Index-b.Index)), cmp.Compare(i, j))
	})
	for _, i := range found {
		x.score[i] = 0
	}
	found = found[:min(len(found), x.most)]
	slices.Sort(found)
	return found
}
