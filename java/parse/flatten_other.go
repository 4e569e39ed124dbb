//go:build !linux && !darwin

package parse

// engine is the portable form of the one in flatten.go.
type engine struct {
	*walker
}

func newEngine() *engine { return &engine{newWalker()} }

// parseOnly includes the walk here: the binding offers no way to drop a tree unread at a price worth having.
func (e *engine) parseOnly(text string) { e.flatten(text, 0) }

func (e *engine) view(text string, micros uint64) (tree, bool) { return e.flatten(text, micros) }
