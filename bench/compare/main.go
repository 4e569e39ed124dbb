// Command compare measures refract compare over pairs of releases.
//
//	go run ./bench/compare [--jobs N] [--tables] [--profile FILE] PAIR...
//
// A PAIR is OLD,NEW, or one directory whose subdirectories are consecutive releases. It prints for each pair: lines and
// bytes of both sides, the parse-only time of both trees (tree-sitter alone), the time of every stage, the total, the
// total divided by parse-only, by the clock and in processor time, and the peak memory as the kernel counted it (VmHWM).
// Each measurement is a process of its own. With --tables it prints instead how many refactorings of each rule of the
// catalogue the vector detector found between the releases, as Markdown. With --profile it writes where the processor
// time of the comparison went, for go tool pprof.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"text/tabwriter"

	"refract/bench/measure"
)

func main() {
	measure.Child(func(o childOptions) int { return o.Jobs }, child)
	if err := run(context.Background(), os.Stdout, os.Args[1:]); err != nil {
		if !errors.Is(err, flag.ErrHelp) {
			fmt.Fprintln(os.Stderr, "bench/compare:", err)
		}
		os.Exit(2)
	}
}

func run(ctx context.Context, w io.Writer, args []string) error {
	fs := flag.NewFlagSet("compare", flag.ContinueOnError)
	jobs := fs.Int("jobs", runtime.GOMAXPROCS(0), "workers")
	profile := fs.String("profile", "", "write a processor profile of the comparison to this `file` (of the last pair)")
	tables := fs.Bool("tables", false, "print what the vector detector found, per rule")
	if err := fs.Parse(args); err != nil {
		return err
	}
	var pairs []childOptions
	for _, arg := range fs.Args() {
		ps, err := pairsOf(arg)
		if err != nil {
			return err
		}
		pairs = append(pairs, ps...)
	}
	if len(pairs) == 0 {
		return errors.New("want at least one pair of releases")
	}
	var ms []measurement
	for _, p := range pairs {
		p.Jobs, p.Profile = *jobs, *profile
		m := measurement{Old: p.Old, New: p.New}
		if !*tables {
			if err := measure.Run(ctx, "parse", p, &m.Parse); err != nil {
				return err
			}
		}
		if err := measure.Run(ctx, "compare", p, &m.Compared); err != nil {
			return err
		}
		ms = append(ms, m)
	}
	if *tables {
		return printTable(w, ms)
	}
	for i := range ms {
		printOne(w, &ms[i])
	}
	return nil
}

// pairsOf reads an argument.
func pairsOf(arg string) ([]childOptions, error) {
	if old, new, ok := strings.Cut(arg, ","); ok {
		return []childOptions{{Old: old, New: new}}, nil
	}
	entries, err := os.ReadDir(arg)
	if err != nil {
		return nil, err
	}
	var pairs []childOptions
	last := ""
	for _, e := range entries { // sorted by name
		if !e.IsDir() {
			continue
		}
		if last != "" {
			pairs = append(pairs, childOptions{Old: filepath.Join(arg, last), New: filepath.Join(arg, e.Name())})
		}
		last = e.Name()
	}
	return pairs, nil
}

type measurement struct {
	Old, New string
	Parse    measure.Floor
	Compared compared
}

func printOne(w io.Writer, m *measurement) {
	c := &m.Compared
	fmt.Fprintf(w, "%s to %s\n", short(m.Old), short(m.New))
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprintf(t, "  files, lines, bytes\t%d\t%d\t%d\n", c.Files, c.Lines, c.Bytes)
	fmt.Fprintf(t, "  parse-only\t%.2f s\t%.2f s CPU\n", m.Parse.Seconds, m.Parse.CPU)
	for _, s := range c.Stages {
		fmt.Fprintf(t, "  %s\t%.2f s\n", s.Name, s.Seconds)
	}
	fmt.Fprintf(t, "  total\t%.2f s\t%.2f s CPU\n", c.Seconds, c.CPU)
	fmt.Fprintf(t, "  total ÷ parse-only\t%.1f\t%.1f in CPU\n", c.Seconds/m.Parse.Seconds, c.CPU/m.Parse.CPU)
	fmt.Fprintf(t, "  peak memory\t%d MB\n", c.PeakBytes>>20)
	fmt.Fprintf(t, "  refactorings\t%d\n\n", c.Found)
	t.Flush()
}

// short keeps the project and the version of a path.
func short(path string) string {
	return filepath.Join(filepath.Base(filepath.Dir(path)), filepath.Base(path))
}
