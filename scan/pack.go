package scan

import (
	"context"
	"runtime"
	"unsafe"

	"refract/java"
)

// keptTrees is how many bytes of syntax nodes stay in memory while rules run. A program that has no more is small anyway. It is a variable
// for tests.
var keptTrees int64 = 32 << 20

// keptMade is how many bytes of the nodes of files that are made of the trees of an index are unpacked at a time. After an edit few of them are looked
// at, but again and again: with a third of this the nodes of 6,744 files whose names mean something else, a third of a large corpus, were unpacked some twenty times each
// while they were linked. It is a variable for tests.
var keptMade int64 = 192 << 20

// nodeSize is the size of a node in memory, in bytes.
const nodeSize = int64(unsafe.Sizeof(java.Node{}))

// packTrees packs the trees of files, unless they are few, once their vectors are known: rules look at some of their bodies again, and at most
// of them never. What is written of them is taken as it is. Nobody else may look at the files meanwhile. The error is that of ctx.
func packTrees(ctx context.Context, files []*java.File, written *writtenFiles, jobs int) error {
	size := int64(0)
	for _, f := range files {
		size += nodeSize * int64(len(f.Nodes))
	}
	if size <= keptTrees {
		return nil
	}
	cache := java.NewPageCache(int(keptTrees))
	if err := parallel(ctx, jobs, len(files), func(i int) { written.pack(i, files[i], cache) }); err != nil {
		return err
	}
	// The collector would wait until half as much again is in use as before the nodes went.
	runtime.GC()
	return nil
}
