// Package testjava is Java that tests of several packages read.
package testjava

import (
	_ "embed"
	"os"
	"path/filepath"
	"testing"
)

// Letters is shop/Letters.java, in which Letters.offer could call Letters.list: one Extract Method, whose sample is
// Letters.reminder.
//
//go:embed Letters.java
var Letters string

// SeedSamples adds some of the catalogue's pairs of samples, before and after, to the seeds of a fuzz target. It runs in
// a package one below the root of the module.
func SeedSamples(f *testing.F) {
	f.Helper()
	samples, err := filepath.Glob("../rules/catalog/*/samples/*/before.java")
	if err != nil || len(samples) == 0 {
		f.Fatalf("no samples of rules: %v", err)
	}
	for i := 0; i < len(samples); i += 4 { // a quarter: all of them take minutes before the first mutation
		before, err := os.ReadFile(samples[i])
		if err != nil {
			f.Fatal(err)
		}
		after, err := os.ReadFile(filepath.Join(filepath.Dir(samples[i]), "after.java"))
		if err != nil {
			continue // a near miss
		}
		f.Add(before, after)
	}
}
