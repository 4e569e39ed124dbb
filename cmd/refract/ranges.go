package main

import (
	"errors"
	"fmt"
	"slices"
	"strings"
)

// This file refuses numbers and names of flags that would be taken for something else, or for nothing, without a word.

// atLeast refuses the value of a flag below least.
func atLeast[T ~int | ~int64](flag string, v, least T) error {
	if v < least {
		return fmt.Errorf("--%s %v: want at least %v", flag, v, least)
	}
	return nil
}

// ratio refuses the value of a flag that is no number from 0 to 1.
func ratio(flag string, v float64) error {
	if !(v >= 0 && v <= 1) { // NaN is neither
		return fmt.Errorf("--%s %g: want a number from 0 to 1", flag, v)
	}
	return nil
}

// threshold is ratio without 0, at which everything would be a candidate.
func threshold(flag string, v float64) error {
	if !(v > 0 && v <= 1) {
		return fmt.Errorf("--%s %g: want a number above 0, up to 1", flag, v)
	}
	return nil
}

// knownTypes refuses names of types that are not among known.
func knownTypes(names, known []string) error {
	var errs []error
	for _, n := range names {
		if slices.Contains(known, n) {
			continue
		}
		if i := slices.IndexFunc(known, func(k string) bool { return strings.EqualFold(k, n) }); i >= 0 {
			errs = append(errs, fmt.Errorf("--type: no type of refactoring is called %q; did you mean %q?", n, known[i]))
			continue
		}
		errs = append(errs, fmt.Errorf("--type: no type of refactoring is called %q; the types are: %s", n, strings.Join(known, ", ")))
	}
	return errors.Join(errs...)
}
