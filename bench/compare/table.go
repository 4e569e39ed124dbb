package main

import (
	"fmt"
	"io"
	"sort"
)

// printTable prints what the vector detector found, a row for each type and a column for each pair.
func printTable(w io.Writer, ms []measurement) error {
	types := map[string]bool{}
	for i := range ms {
		for t := range ms[i].Compared.Vectors {
			types[t] = true
		}
	}
	names := make([]string, 0, len(types))
	for t := range types {
		names = append(names, t)
	}
	sort.Strings(names)
	fmt.Fprint(w, "| type |")
	for i := range ms {
		fmt.Fprintf(w, " %s to %s |", short(ms[i].Old), short(ms[i].New))
	}
	fmt.Fprint(w, "\n|---|")
	for range ms {
		fmt.Fprint(w, "--:|")
	}
	sum := make([]int, len(ms))
	for _, t := range names {
		fmt.Fprintf(w, "\n| %s |", t)
		for i := range ms {
			n := ms[i].Compared.Vectors[t]
			sum[i] += n
			if n == 0 {
				fmt.Fprint(w, " |")
			} else {
				fmt.Fprintf(w, " %d |", n)
			}
		}
	}
	fmt.Fprint(w, "\n| in all |")
	for _, n := range sum {
		fmt.Fprintf(w, " %d |", n)
	}
	_, err := fmt.Fprintln(w)
	return err
}
