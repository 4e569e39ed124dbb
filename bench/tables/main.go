// Command tables counts the opportunities in the releases of JMeter, Ant and XML-Security, per type and version, beside
// the counts of the paper (Milea et al. 2014, Tables 4 to 6).
//
//	go run ./bench/tables [--jobs N] DIR
//
// DIR holds <project>/<version>/ directories. It prints Markdown; docs/evaluation.md has its output.
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

	"refract/concretize"
	"refract/rules"
	"refract/scan"
)

func main() {
	if err := run(context.Background(), os.Stdout, os.Args[1:]); err != nil {
		if !errors.Is(err, flag.ErrHelp) {
			fmt.Fprintln(os.Stderr, "bench/tables:", err)
		}
		os.Exit(2)
	}
}

func run(ctx context.Context, w io.Writer, args []string) error {
	fs := flag.NewFlagSet("tables", flag.ContinueOnError)
	jobs := fs.Int("jobs", runtime.GOMAXPROCS(0), "workers")
	if err := fs.Parse(args); err != nil {
		return err
	}
	if fs.NArg() != 1 {
		return errors.New("want one directory of releases")
	}
	set, err := rules.Load(rules.Options{Vocabulary: concretize.Vocabulary()})
	if err != nil {
		return err
	}
	for _, t := range paper {
		if err := table(ctx, w, fs.Arg(0), t, set, *jobs); err != nil {
			return err
		}
	}
	return nil
}

// table scans the versions of one project and prints its table.
func table(ctx context.Context, w io.Writer, dir string, t paperTable, set *rules.Set, jobs int) error {
	counts := make([]map[string]int, len(t.versions))
	for i, v := range t.versions {
		res, err := scan.Scan(ctx, []string{filepath.Join(dir, t.project, v)}, set, scan.Options{Jobs: jobs})
		if err != nil {
			return err
		}
		counts[i] = map[string]int{}
		for _, r := range res.Rules {
			counts[i][r.ID] = r.Opportunities
		}
	}
	fmt.Fprintf(w, "\n### %s (Table %d)\n\n| type |", t.title, t.number)
	for i := range t.versions {
		fmt.Fprintf(w, " %d |", i)
	}
	fmt.Fprintf(w, " paper |\n|---|%s---|\n", strings.Repeat("---:|", len(t.versions)))
	total := make([]int, len(t.versions))
	for _, r := range set.Rules {
		any := t.rows[r.ID] != ""
		for i := range counts {
			any = any || counts[i][r.ID] > 0
			total[i] += counts[i][r.ID]
		}
		if any {
			row(w, r.Name, t.rows[r.ID], len(counts), func(i int) int { return counts[i][r.ID] })
		}
	}
	row(w, "**all**", t.rows[""], len(counts), func(i int) int { return total[i] })
	fmt.Fprintf(w, "\nVersions: %s.\n", strings.Join(t.versions, ", "))
	return nil
}

func row(w io.Writer, name, paper string, n int, at func(int) int) {
	fmt.Fprintf(w, "| %s |", name)
	for i := range n {
		fmt.Fprintf(w, " %d |", at(i))
	}
	fmt.Fprintf(w, " %s |\n", paper)
}
