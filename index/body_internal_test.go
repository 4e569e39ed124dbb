package index

import "testing"

// TestSignaturesOfNone: a signature that shares more with the one before it than that has is none, however much room there is, and neither is one that is cut off.
func TestSignaturesOfNone(t *testing.T) {
	for name, b := range map[string][]byte{
		"a prefix of nothing":      {1, 0},
		"a prefix that is long":    {0, 1, 'a', 2, 0},
		"one that is longer still": {0, 1, 'a', 0xff, 0xff, 3, 0},
		"cut off":                  {0, 1, 'a', 0, 2, 'b'},
		"not there":                {},
	} {
		s := Signatures{2, b}
		for i := range 2 {
			if got, ok := s.At(i); ok && (i > 0 || got != "a") {
				t.Errorf("%s: signature %d is %q", name, i, got)
			}
		}
	}
}
