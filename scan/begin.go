package scan

import (
	"cmp"
	"runtime"

	"refract/internal/memlimit"
)

// Begun is a scan of which the first steps are done beside other work: its files are listed, and its index is opened.
type Begun struct {
	walking, opening chan struct{} // closed once that is done
	walked           Walked
	err              error // of the walk
	store            *store
	usual            func() // collects memory as ever
}

// Begin begins a scan with these options, for Options.Begun: who has something to do before the scan, such as to load its rules, does it meanwhile. Until the scan has
// found out what it has to do, memory is seldom collected. Who does not go on with Scan calls Cancel.
func Begin(roots []string, o Options) *Begun {
	b := &Begun{walking: make(chan struct{}), opening: make(chan struct{}), usual: memlimit.Hold()}
	b.store = newStore(roots, o) // makes room, which takes ten times as long beside other work
	go func() {
		defer close(b.walking)
		b.walked, b.err = walk(roots, o.walk(), cmp.Or(o.Jobs, runtime.GOMAXPROCS(0)))
	}()
	go func() {
		defer close(b.opening)
		b.store.open()
	}()
	return b
}

// Cancel ends what was begun.
func (b *Begun) Cancel() {
	b.opened().close()
	b.walkedOver()
	b.usual()
}

// walkedOver is what was walked over.
func (b *Begun) walkedOver() (Walked, error) {
	<-b.walking
	return b.walked, b.err
}

// opened is the index of the scan.
func (b *Begun) opened() *store {
	<-b.opening
	return b.store
}
