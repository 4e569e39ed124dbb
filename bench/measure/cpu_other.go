//go:build !unix

package measure

// CPUSeconds is not known here.
func CPUSeconds() float64 { return 0 }

// SystemSeconds is not known here.
func SystemSeconds() float64 { return 0 }
