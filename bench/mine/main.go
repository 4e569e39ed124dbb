// Command mine measures the accuracy and the speed of package mine on a benchmark of labelled commits.
//
//	go run ./bench/mine --cases DIR --oracle FILE [--types FILE] [--misses N]   one data set
//	go run ./bench/mine --cases DIR --oracle FILE … --draw N [--seed S]         unlabelled reports, drawn at random
//	go run ./bench/mine --floor                                                 fail where the accuracy fell
//	go run ./bench/mine --floor --update                                        record a higher floor
//	go run ./bench/mine --report FILE                                           all tables, times and causes of misses, as Markdown
//
// The benchmark is no part of the repository. --floor and --report look for it in the folder REFRACT_ORACLE, which holds
// tse2020/ and tse2024/, and else unpack ../shared/oracle/oracle-dev.tar.xz; --floor says so and succeeds where there
// is neither.
package main

import (
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"
)

func main() {
	if err := run(context.Background(), os.Args[1:], os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, "bench/mine:", err)
		os.Exit(2)
	}
}

func run(ctx context.Context, args []string, w io.Writer) error {
	f := flag.NewFlagSet("bench/mine", flag.ContinueOnError)
	var (
		cases   = f.String("cases", "", "folder with the cases")
		oracle  = f.String("oracle", "", "oracle.json with the labels of the cases")
		types   = f.String("types", "", "file with the types to count, one a line")
		misses  = f.Int("misses", 0, "print up to this many misses and unknown reports a type")
		drawn   = f.Int("draw", 0, "print this many unlabelled reports, drawn at random")
		seed    = f.Uint64("seed", 1, "seed of the draw")
		jobs    = f.Int("jobs", runtime.GOMAXPROCS(0), "cases mined at a time")
		floor   = f.Bool("floor", false, "check the recorded floor")
		update  = f.Bool("update", false, "with --floor: record what was reached where it is higher")
		report  = f.String("report", "", "write all tables to this file")
		measure = f.Int("measure", 0, "measure with this many jobs and print the times as JSON (used by --report)")
	)
	if err := f.Parse(args); err != nil {
		return err
	}
	switch {
	case *measure > 0:
		m, err := measureHere(ctx, *cases, *measure)
		if err != nil {
			return err
		}
		return json.NewEncoder(w).Encode(m)
	case *floor:
		return checkFloor(ctx, w, *update)
	case *report != "":
		return writeReport(ctx, w, *report)
	case *cases != "" && *oracle != "":
		return scoreOne(ctx, w, *cases, *oracle, *types, *jobs, func(list []miss) {
			if *drawn > 0 {
				printDrawn(w, list, *drawn, *seed)
				return
			}
			printMisses(w, list, *misses)
		})
	}
	return errors.New("give --cases and --oracle, --floor, or --report (see the package comment)")
}

func scoreOne(ctx context.Context, w io.Writer, cases, oracle, types string, jobs int, show func([]miss)) error {
	labels, err := readOracle(oracle)
	if err != nil {
		return err
	}
	var names []string
	if types != "" {
		text, err := os.ReadFile(types)
		if err != nil {
			return err
		}
		names = typesOf(string(text))
	}
	found, t, err := mineAll(ctx, cases, jobs)
	if err != nil {
		return err
	}
	for _, s := range t.Failed {
		fmt.Fprintln(w, "failed:", s)
	}
	per, total, missed := score(labels, found, names)
	typeTable(w, per, total)
	show(missed)
	fmt.Fprintln(w)
	timeTable(w, []timeRow{{fmt.Sprintf("jobs %d, parse", jobs), t.Parse}, {"detect", t.Detect}, {"both", t.both()}, {"with reading", t.all()}})
	fmt.Fprintf(w, "\nwall clock %v, peak memory %d MiB\n", t.Total.Round(1e6), peakMemory()>>20)
	return nil
}

func printMisses(w io.Writer, list []miss, limit int) {
	shown := map[[2]string]int{}
	for _, m := range list {
		k := [2]string{m.typ, m.kind}
		if shown[k]++; shown[k] <= limit {
			fmt.Fprintf(w, "%s  %s  %s\n", m.kind, m.name, m.text)
		}
	}
}

func checkFloor(ctx context.Context, w io.Writer, update bool) error {
	dir, done, err := findOracle()
	if errors.Is(err, errNoOracle) {
		fmt.Fprintln(w, "skipped:", err)
		return nil
	}
	if err != nil {
		return err
	}
	defer done()
	results, err := evaluate(ctx, dir)
	if err != nil {
		return err
	}
	var sets []set
	var fallen []error
	for _, r := range results {
		fmt.Fprintf(w, "%-22s TP %5d  FP %3d  unknown %4d  FN %4d   precision %5.1f %%, with unknown as wrong %5.1f %%   recall %5.1f %%\n", r.Name,
			r.total.TP, r.total.FP, r.total.Unknown, r.total.FN, tenths(r.total.precision()), tenths(r.total.low()), tenths(r.total.recall()))
		for _, s := range r.below() {
			fallen = append(fallen, errors.New(s))
		}
		s := r.set
		s.Low, s.Precision, s.Recall = max(s.Low, tenths(r.total.low())), max(s.Precision, tenths(r.total.precision())), max(s.Recall, tenths(r.total.recall()))
		sets = append(sets, s)
	}
	if len(fallen) > 0 || !update {
		return errors.Join(fallen...)
	}
	return recordFloor(sets)
}

func recordFloor(sets []set) error {
	text := "[\n"
	for i, s := range sets {
		line, err := json.Marshal(s)
		if err != nil {
			return err
		}
		text += "  " + string(line)
		if i < len(sets)-1 {
			text += ","
		}
		text += "\n"
	}
	return os.WriteFile(filepath.Join("bench", "mine", "floor.json"), []byte(text+"]\n"), 0o666)
}
