package mine

import "context"

// This file ends the comparison of two models when its time is over. What is compared with what is bounded by indexes
// and by the rules, but there is no bound for how much a change may be; the loops that grow with it pass a
// checkpoint with every turn. The way out is a panic that does not leave the package, as in go/parser: there is no
// partial result for which dozens of functions would have to hand an error up.

// overtime is the panic's value.
type overtime struct{ err error }

// checkpoint does not return when the context is done. It costs a few nanoseconds.
func (d *Diff) checkpoint() {
	if err := d.ctx.Err(); err != nil {
		panic(overtime{err})
	}
}

// until runs step under ctx and returns the error of ctx if that ended it.
func (d *Diff) until(ctx context.Context, step func()) (err error) {
	d.ctx = ctx
	defer func() {
		switch x := recover().(type) {
		case nil:
		case overtime:
			err = x.err
		default:
			panic(x)
		}
	}()
	step()
	return ctx.Err()
}
