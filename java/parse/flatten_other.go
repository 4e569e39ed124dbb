//go:build !linux && !darwin

package parse

import "context"

// engine is the portable form of the one in flatten.go.
type engine struct {
	*walker
}

func newEngine() *engine { return &engine{newWalker()} }

// parseOnly includes the walk here: the binding offers no way to drop a tree unread at a price worth having.
func (e *engine) parseOnly(text string) { e.flatten(text, 0) }

func (e *engine) under(ctx context.Context) (release func()) {
	e.ctx = ctx
	return func() { e.ctx = context.Background() }
}

func (e *engine) view(text string, micros uint64) (tree, bool) { return e.flatten(text, micros) }
