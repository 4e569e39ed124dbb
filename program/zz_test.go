package program_test

import (
	"fmt"
	"os"
	"testing"

	"refract/program"
)

func TestZZ(t *testing.T) {
	p := program.Link(parseAll(read(t, os.Getenv("ZZ"))))
	r := p.NewResolver()
	for m := range program.MethodID(p.NumMethods()) {
		check(t, p, r.Body(m))
	}
	s := r.Stats()
	fmt.Printf("%+v %+v unresolved %.2f%%\n", p.Stats, s, 100*float64(s.Unresolved)/float64(s.Total()))
}
