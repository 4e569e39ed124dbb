// Command scan measures a scan of any directory, against the floor of the same run: tree-sitter alone over the same
// files with the same number of jobs.
//
//	go run ./bench/scan [--jobs N] [--repeat N] [--sizes] [--types] [--warm] [--edit PERCENT] [--pause TIME] [--no-index] [--json] [--cpuprofile FILE] DIR
//
// It prints lines, files, bytes, methods and vectors, the parse-only time, the time of every stage, the total, the
// total divided by parse-only, and the peak memory as the kernel counted it (VmHWM), also for each byte of source.
// Each measurement is a process of its own, so that neither has the other's memory or heap. With --pause the machine settles
// before each: a host of virtual machines that takes back what a process has left may stop the next one for that. The total is everything
// that "refract scan" does cold: loading the rules, the scan, writing the index, printing a report (to nowhere).
//
// With --warm it scans once more with nothing changed, and with --edit a copy after a statement was added to one body in each of
// so many files, again after a method was added to each, then a class, then a comment, after they were edited as files are from one point release
// to the next, after a method of each got a parameter, and after they were renamed and removed.
//
// With --sizes it repeats this for an eighth, a quarter, a half and the whole of the code, of whole source roots that are taken evenly from
// all of it (and copied), so that the parts are programs and made of the same kinds of code as the whole, and prints how each stage grows.
//
// With --types it scans once more for each rule alone, without an index, and prints what each finds and takes, as Table 7 of Milea et al. 2014 does.
package main

import (
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"path/filepath"
	"runtime"
	"time"

	"refract/bench/measure"
)

// options of a run.
type options struct {
	jobs       int
	repeat     int
	sizes      bool
	types      bool
	noIndex    bool
	json       bool
	warm       bool
	edit       float64
	pause      time.Duration
	cpuProfile string
	memProfile string
}

func main() {
	measure.Child(func(o childOptions) int { return o.Jobs }, child)
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	if err := run(ctx, os.Args[1:]); err != nil {
		if !errors.Is(err, flag.ErrHelp) {
			fmt.Fprintln(os.Stderr, "bench/scan:", err)
		}
		os.Exit(2)
	}
}

func run(ctx context.Context, args []string) error {
	var o options
	fs := flag.NewFlagSet("scan", flag.ContinueOnError)
	fs.IntVar(&o.jobs, "jobs", runtime.GOMAXPROCS(0), "workers of the parser and of the scan")
	fs.IntVar(&o.repeat, "repeat", 1, "measure this often, in turns, and take the fastest of each")
	fs.BoolVar(&o.sizes, "sizes", false, "measure growing parts of the directory")
	fs.BoolVar(&o.types, "types", false, "also scan for each rule alone")
	fs.BoolVar(&o.noIndex, "no-index", false, "write no index")
	fs.BoolVar(&o.warm, "warm", false, "also scan again with nothing changed")
	fs.Float64Var(&o.edit, "edit", 0, "also scan again after this share of the files, in per cent, was edited (in a copy), renamed and removed")
	fs.DurationVar(&o.pause, "pause", 0, "let the machine settle for so long before each process that is measured")
	fs.BoolVar(&o.json, "json", false, "print the measurements as JSON")
	fs.StringVar(&o.cpuProfile, "cpuprofile", "", "write a CPU profile of the last scan")
	fs.StringVar(&o.memProfile, "memprofile", "", "write an allocation profile of the last scan")
	if err := fs.Parse(args); err != nil {
		return err
	}
	if fs.NArg() != 1 {
		return errors.New("want one directory")
	}
	dir := fs.Arg(0)
	dirs := []string{dir}
	if o.sizes {
		cleanup, parts, err := subsets(dir, []int{8, 4, 2})
		defer cleanup()
		if err != nil {
			return err
		}
		dirs = append(parts, dir)
	}
	series, err := measureDirs(ctx, dirs, o)
	if err != nil {
		return err
	}
	if o.json {
		enc := json.NewEncoder(os.Stdout)
		enc.SetIndent("", "  ")
		return enc.Encode(series)
	}
	printOne(os.Stdout, dir, o.jobs, series[len(series)-1])
	if o.sizes {
		fmt.Println()
		printGrowth(os.Stdout, series)
	}
	if o.types {
		fmt.Println()
		printTypes(os.Stdout, series[len(series)-1])
	}
	return nil
}

// measurement is what was measured of one directory.
type measurement struct {
	Parse measure.Floor `json:"parse"`
	Scan  scanned       `json:"scan"`
	// Warm is a scan again with nothing changed, Edits are those after each of edits.
	Warm  *scanned            `json:"warm,omitempty"`
	Edits map[string]*scanned `json:"edits,omitempty"` // by name
	// Alone are scans for one rule, by its id.
	Alone map[string]*scanned `json:"alone,omitempty"`
}

// ratio is the total divided by parse-only.
func (m *measurement) ratio() float64 { return m.Scan.Total / m.Parse.Seconds }

// perLine is how many seconds the total is for a line of source.
func (m *measurement) perLine() float64 { return m.Scan.Total / float64(m.Scan.Inputs.Lines) }

// perVector is how many seconds the total is for a vector.
func (m *measurement) perVector() float64 { return m.Scan.Total / float64(m.Scan.Inputs.Vectors) }

// own is how many processor seconds a scan takes but for those of the system.
func (m *measurement) own() float64 { return m.Scan.CPU - m.Scan.System }

func (m *measurement) ownPerLine() float64 { return m.own() / float64(m.Scan.Inputs.Lines) }

func (m *measurement) ownPerVector() float64 { return m.own() / float64(m.Scan.Inputs.Vectors) }

// measureDirs runs the children in turns and keeps the fastest of each: what disturbs a run only ever makes it slower. All directories have
// their turn before the first has its next, since a machine that is faster for a minute should not be so for one of them alone.
func measureDirs(ctx context.Context, dirs []string, o options) ([]measurement, error) {
	best := make([]measurement, len(dirs))
	for turn := range max(o.repeat, 1) {
		for i, dir := range dirs {
			m, err := measureOnce(ctx, dir, o)
			if err != nil {
				return nil, err
			}
			if turn == 0 {
				best[i] = m
				continue
			}
			best[i].keepFastest(m)
		}
	}
	return best, nil
}

// keepFastest takes of another measurement what was faster in it.
func (m *measurement) keepFastest(other measurement) {
	if other.Parse.Seconds < m.Parse.Seconds {
		m.Parse = other.Parse
	}
	m.Scan = *faster(&other.Scan, &m.Scan)
	m.Warm = faster(other.Warm, m.Warm)
	for name, s := range other.Edits {
		m.Edits[name] = faster(s, m.Edits[name])
	}
	for id, s := range other.Alone {
		m.Alone[id] = faster(s, m.Alone[id])
	}
}

func faster(a, b *scanned) *scanned {
	if a == nil || b != nil && b.Total <= a.Total {
		return b
	}
	return a
}

// aged is longer than what a file must not have changed for the index to know it again by its times (see package scan).
const aged = 2500 * time.Millisecond

// measureOnce measures parsing, a cold scan, and those again that are asked for, each in a process of its own.
func measureOnce(ctx context.Context, dir string, o options) (m measurement, err error) {
	temp, err := os.MkdirTemp("", "bench-scan-")
	if err != nil {
		return m, err
	}
	defer os.RemoveAll(temp)
	c := childOptions{Dir: dir, Jobs: o.jobs, Index: filepath.Join(temp, "bench.idx")}
	if o.noIndex {
		c.Index = ""
	}
	if o.edit > 0 {
		if c.Dir, err = copyOf(dir, filepath.Join(temp, "edited")); err != nil {
			return m, err
		}
		time.Sleep(aged)
	}
	run := func(mode string, c childOptions, result any) error {
		measure.Settle(ctx, o.pause)
		return measure.Run(ctx, mode, c, result)
	}
	if err := run("parse", c, &m.Parse); err != nil {
		return m, err
	}
	cold := c
	cold.CPUProfile, cold.MemProfile = o.cpuProfile, o.memProfile
	if err := run("scan", cold, &m.Scan); err != nil {
		return m, err
	}
	if o.types {
		m.Alone = map[string]*scanned{}
		for _, t := range m.Scan.Types {
			alone, s := c, &scanned{}
			alone.Index, alone.Type = "", t.ID
			if err := run("scan", alone, s); err != nil {
				return m, err
			}
			m.Alone[t.ID] = s
		}
	}
	if o.noIndex {
		return m, nil
	}
	again := func() (*scanned, error) {
		s := &scanned{}
		return s, run("scan", c, s)
	}
	if o.warm {
		if m.Warm, err = again(); err != nil {
			return m, err
		}
	}
	if o.edit == 0 {
		return m, nil
	}
	m.Edits = map[string]*scanned{}
	for i := range edits {
		if err := edits[i].do(c.Dir, o.edit); err != nil {
			return m, err
		}
		if m.Edits[edits[i].name], err = again(); err != nil {
			return m, err
		}
	}
	return m, nil
}
