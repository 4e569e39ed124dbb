package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"time"
)

// This file prints tables in Markdown.

func typeTable(w io.Writer, per []typeTally, total tally) {
	fmt.Fprintln(w, "| type | TP | FP | unknown | FN | precision | with unknown as wrong | recall |")
	fmt.Fprintln(w, "|---|---:|---:|---:|---:|---:|---:|---:|")
	for _, t := range per {
		if t.TP+t.FP+t.Unknown+t.FN > 0 {
			typeRow(w, t.Type, t.tally)
		}
	}
	typeRow(w, "**all**", total)
}

func typeRow(w io.Writer, name string, t tally) {
	share := func(a, b int) string {
		if b == 0 {
			return "–"
		}
		return fmt.Sprintf("%.1f", 100*float64(a)/float64(b))
	}
	fmt.Fprintf(w, "| %s | %d | %d | %d | %d | %s | %s | %s |\n", name, t.TP, t.FP, t.Unknown, t.FN,
		share(t.TP, t.TP+t.FP), share(t.TP, t.TP+t.FP+t.Unknown), share(t.TP, t.TP+t.FN))
}

type timeRow struct {
	name string
	list []time.Duration
}

func timeTable(w io.Writer, rows []timeRow) {
	fmt.Fprintln(w, "| ms a commit | median | mean | p95 | max | total |")
	fmt.Fprintln(w, "|---|---:|---:|---:|---:|---:|")
	ms := func(d time.Duration) string { return fmt.Sprintf("%.1f", float64(d)/1e6) }
	for _, r := range rows {
		s := spreadOf(r.list)
		fmt.Fprintf(w, "| %s | %s | %s | %s | %s | %s |\n", r.name, ms(s.median), ms(s.mean), ms(s.p95), ms(s.max), ms(s.total))
	}
}

// writeReport writes the accuracy and speed of all data sets.
func writeReport(ctx context.Context, w io.Writer, path string) error {
	dir, done, err := findOracle()
	if err != nil {
		return err
	}
	defer done()
	results, err := evaluate(ctx, dir)
	if err != nil {
		return err
	}
	var b strings.Builder
	b.WriteString(reportHead)
	fmt.Fprintln(&b, "\n| set | TP | FP | unknown | FN | precision | with unknown as wrong | recall |\n|---|---:|---:|---:|---:|---:|---:|---:|")
	for _, r := range results {
		typeRow(&b, r.Name, r.total)
	}
	fmt.Fprintf(&b, "\n## Speed\n\n%d CPUs, %s.\n", runtime.NumCPU(), runtime.Version())
	for _, data := range []string{"tse2020", "tse2024"} {
		if err := timeSection(ctx, &b, data, filepath.Join(dir, data)); err != nil {
			return err
		}
	}
	for _, r := range results {
		fmt.Fprintf(&b, "\n## %s, by type\n\n", r.Name)
		typeTable(&b, r.per, r.total)
	}
	b.WriteString(causesHead)
	for _, r := range results {
		fmt.Fprintf(&b, "\n### %s\n\n", r.Name)
		causeTable(&b, r.causes)
	}
	fmt.Fprintln(w, "wrote", path)
	return os.WriteFile(path, []byte(b.String()), 0o666)
}

const causesHead = `
## What was reported instead of the misses

For the types below 90 % recall. *One much like it*: a report of the type that has most of the words, with a word of a name or type different.
*The element in another type*: what the label begins with was seen, and understood otherwise. *Only its method*: something else in the
method that the label names. *Nothing*: neither.
`

const reportHead = `# Accuracy and speed of mine

Written by ` + "`go run ./bench/mine --report docs/evaluation-mine.md`" + `; do not edit. Counted as in the benchmark's score.py: *unknown* is
a report that nobody has judged. The last precision counts each of those as wrong, so the truth lies above it.
`

const timeHead = `Cold is the first run of a process, warm the second in the same process. All times are by the clock. *Parse* begins when the files
of the commit have been read and ends when all are parsed, *detect* goes on from there to the result: *both* is the whole way. The
workers parse the files of one commit together, so that with two a commit is ready sooner than with one; while one of them compares, the
other has gone on to the next commit.`

func timeSection(ctx context.Context, w io.Writer, data, dir string) error {
	fmt.Fprintf(w, "\n### %s\n\n%s\n\n", data, timeHead)
	var rows []timeRow
	var walls strings.Builder
	for _, jobs := range []int{1, 2} {
		m, err := measureApart(ctx, dir, jobs)
		if err != nil {
			return err
		}
		for _, run := range []struct {
			name string
			t    timing
		}{{"cold", m.Cold}, {"warm", m.Warm}} {
			name := fmt.Sprintf("jobs %d, %s", jobs, run.name)
			rows = append(rows, timeRow{name + ": parse", run.t.Parse}, timeRow{name + ": detect", run.t.Detect},
				timeRow{name + ": both", run.t.both()}, timeRow{name + ": with reading", run.t.all()})
			fmt.Fprintf(&walls, "- jobs %d, %s: %d commits in %.1f s", jobs, run.name, len(run.t.Parse), run.t.Total.Seconds())
			if run.name == "cold" {
				fmt.Fprintf(&walls, ", peak memory %d MiB", m.PeakBytes>>20)
			}
			fmt.Fprintln(&walls)
		}
	}
	timeTable(w, rows)
	fmt.Fprintf(w, "\nWall clock, reading the files included:\n\n%s", walls.String())
	return nil
}
