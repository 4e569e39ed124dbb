// Command sample draws reported opportunities at random, for reading against their sources.
//
//	go run ./bench/sample [--n 60] [--seed 1] [--type ID,...] [--jobs N] DIR...
//
// Each directory is scanned by itself. What was found is grouped by type, each type is shuffled by the seed, and the
// types take turns until n opportunities are drawn, so that a frequent type does not crowd out a rare one. Same seed
// and same sources, same draw.
package main

import (
	"bufio"
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
			fmt.Fprintln(os.Stderr, "bench/sample:", err)
		}
		os.Exit(2)
	}
}

func run(ctx context.Context, w io.Writer, args []string) error {
	fs := flag.NewFlagSet("sample", flag.ContinueOnError)
	n := fs.Int("n", 60, "how many opportunities to draw")
	seed := fs.Uint64("seed", 1, "seed of the draw")
	types := fs.String("type", "", "only these rules, ids separated by commas")
	jobs := fs.Int("jobs", runtime.GOMAXPROCS(0), "workers")
	if err := fs.Parse(args); err != nil {
		return err
	}
	if fs.NArg() == 0 {
		return errors.New("want at least one directory of Java sources")
	}
	set, err := loadRules(*types)
	if err != nil {
		return err
	}
	var all []entry
	for _, dir := range fs.Args() {
		res, err := scan.Scan(ctx, []string{dir}, set, scan.Options{Jobs: *jobs})
		if err != nil {
			return err
		}
		for i := range res.Groups {
			g := &res.Groups[i]
			for j := range g.Members {
				all = append(all, entry{dir: filepath.Clean(dir), opportunity: &g.Members[j], target: g.Target.Name, text: res.Text})
			}
		}
	}
	drawn := draw(all, *n, *seed)
	b := bufio.NewWriter(w)
	fmt.Fprintf(b, "%d of %d opportunities, seed %d: %s\n", len(drawn), len(all), *seed, strings.Join(tally(all), ", "))
	for i, e := range drawn {
		show(b, i+1, e)
	}
	return b.Flush()
}

// loadRules returns the built-in rules, or those of them with the ids named.
func loadRules(ids string) (*rules.Set, error) {
	set, err := rules.Load(rules.Options{Vocabulary: concretize.Vocabulary()})
	if err != nil || ids == "" {
		return set, err
	}
	byID := map[string]*rules.Rule{}
	for _, r := range set.Rules {
		byID[r.ID] = r
	}
	set.Rules = nil
	for id := range strings.SplitSeq(ids, ",") {
		if byID[id] == nil {
			return nil, fmt.Errorf("no rule %q", id)
		}
		set.Rules = append(set.Rules, byID[id])
	}
	return set, nil
}
