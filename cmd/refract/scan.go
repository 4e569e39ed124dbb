package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"runtime"
	"strings"

	"github.com/spf13/cobra"
	"golang.org/x/term"

	"refract/finding"
	"refract/internal/memlimit"
	"refract/report"
	"refract/scan"
)

// scanOptions are the flags of refract scan.
type scanOptions struct {
	ruleSelection
	include       []string
	exclude       []string
	tests         bool
	generated     bool
	noIgnore      bool
	maxFileSize   int64
	jobs          int
	minConfidence float64
	all           bool
	format        string
	output        string
	failOn        int
	explain       string
	verbose       bool
	noProgress    bool
	index         string
	noIndex       bool
	rehash        bool
	maxMemory     memlimit.Limit
}

func (o *scanOptions) addFlags(c *cobra.Command) {
	f := c.Flags()
	o.ruleSelection.addFlags(f)
	f.StringSliceVar(&o.include, "include", nil, "read only files that match a glob (** for any folders)")
	f.StringSliceVar(&o.exclude, "exclude", nil, "leave out files and folders that match a glob")
	f.BoolVar(&o.tests, "tests", false, "read test code as well")
	f.BoolVar(&o.generated, "generated", false, "read generated code and build output as well")
	f.BoolVar(&o.noIgnore, "no-ignore", false, "read files that .gitignore excludes as well")
	f.Int64Var(&o.maxFileSize, "max-file-size", scan.DefaultMaxBytes, "largest file to read, in bytes")
	f.IntVarP(&o.jobs, "jobs", "j", runtime.GOMAXPROCS(0), "how many files and rules' parts to work on at a time")
	maxMemoryFlag(f, &o.maxMemory)
	f.Float64Var(&o.minConfidence, "min-confidence", scan.DefaultMinConfidence, "leave out opportunities of less confidence (0 to 1)")
	f.BoolVar(&o.all, "all", false, "print every group and member, not the best alone")
	f.StringVar(&o.format, "format", "text", "text, json or sarif")
	f.StringVarP(&o.output, "output", "o", "", "write to this file instead of the standard output")
	f.IntVar(&o.failOn, "fail-on", 0, "end with code 1 if there are at least this many opportunities (0: never)")
	f.StringVar(&o.explain, "explain", "", "print every candidate of the method at FILE:LINE and why it was refused")
	f.BoolVarP(&o.verbose, "verbose", "v", false, "print sources side by side, and the account of every stage")
	f.StringVar(&o.index, "index", "", "keep the index in this file (default: in the user's cache folder)")
	f.BoolVar(&o.noIndex, "no-index", false, "keep no index, and use none")
	f.BoolVar(&o.rehash, "rehash", false, "read every file to find out whether it has changed, also where size, times and inode say that it has not")
	f.BoolVar(&o.noProgress, "no-progress", false, "print no progress, even on a terminal")
}

// formats of a scan's report.
var scanFormats = []string{"text", "json", "sarif"}

// newScanCommand returns refract scan.
func newScanCommand() *cobra.Command {
	var o scanOptions
	c := &cobra.Command{
		Use:   "scan DIR...",
		Short: "Find refactoring opportunities in Java sources",
		Long: `Scan reads the Java sources below each DIR and reports places that could be refactored so that they look like
other code of the same program. Every report names a sample that already looks that way.

It ends with 0 when the scan ran, 1 when --fail-on was reached, 2 on bad usage, unreadable input or a broken rule.`,
		Example: `  refract scan src
  refract scan --type extract-method --all --format json -o found.json src
  refract scan --explain src/a/B.java:120 src`,
		Args: want(1, -1, "the directories to scan: refract scan DIR..."),
		RunE: func(c *cobra.Command, args []string) error {
			return runScan(c.Context(), c.OutOrStdout(), c.ErrOrStderr(), args, o)
		},
	}
	o.addFlags(c)
	return c
}

func (o *scanOptions) check() error {
	if !contains(scanFormats, o.format) {
		return fmt.Errorf("--format %s: want one of %s", o.format, strings.Join(scanFormats, ", "))
	}
	if o.index != "" && o.noIndex {
		return errors.New("--index and --no-index exclude each other")
	}
	return errors.Join(ratio("min-confidence", o.minConfidence), atLeast("jobs", o.jobs, 1), atLeast("fail-on", o.failOn, 0), atLeast("max-file-size", o.maxFileSize, 1))
}

func contains(list []string, s string) bool {
	for _, x := range list {
		if x == s {
			return true
		}
	}
	return false
}

// runScan scans roots and prints the result to w.
func runScan(ctx context.Context, w, stderr io.Writer, roots []string, o scanOptions) error {
	if err := o.check(); err != nil {
		return err
	}
	so := scan.Options{
		Walk: scan.WalkOptions{Include: o.include, Exclude: o.exclude, NoIgnore: o.noIgnore},
		Read: scan.ReadOptions{Tests: o.tests, Generated: o.generated, MaxBytes: o.maxFileSize},
		Jobs: o.jobs, MinConfidence: o.minConfidence,
		Last: o.maxMemory == 0, // which printing shall not pass either
	}
	if o.minConfidence == 0 {
		so.MinConfidence = -1 // asked for: everything
	}
	if o.explain != "" {
		at, ok := scan.ParseAt(o.explain)
		if !ok {
			return fmt.Errorf("--explain %s: want FILE:LINE", o.explain)
		}
		so.Explain = &at
	}
	if !o.noIndex {
		so.Index = &scan.IndexOptions{Path: o.index, Tool: version, Rehash: o.rehash, Beside: true}
	}
	ctx, stop := memlimit.Guard(ctx, o.maxMemory)
	so.Begun = scan.Begin(roots, so)
	set, err := o.loadRules(stderr)
	if err != nil {
		so.Begun.Cancel()
		stop()
		return err
	}
	progress := newScanProgress(stderr, o.noProgress)
	so.Progress = progress.show
	res, err := scan.Scan(ctx, roots, set, so)
	stop()
	progress.done()
	if err != nil {
		return memlimit.Explain(ctx, err)
	}
	text, err := o.text(w, res)
	res.Wait()
	o.printIndex(stderr, res.Index)
	if err == nil {
		err = writeReport(w, o.output, text)
	}
	if err != nil {
		return err
	}
	if o.format != "text" || o.output != "" {
		printTrouble(stderr, res.Problems)
	}
	if o.failOn > 0 && res.Opportunities() >= o.failOn {
		return exitStatus(1)
	}
	return nil
}

// printIndex tells what the index was good for to who wants to know; what is wrong with it, everybody.
func (o *scanOptions) printIndex(stderr io.Writer, notes []scan.IndexNote) {
	for _, n := range notes {
		if n.Trouble || o.verbose {
			fmt.Fprintln(stderr, "refract:", n.Message)
		}
	}
}

// text returns the report, which is to be written to w or to --output: that appears only once it is complete.
func (o *scanOptions) text(w io.Writer, res *scan.Result) (text []byte, err error) {
	var buf bytes.Buffer
	tool := report.Tool{Name: "refract", Version: version}
	switch o.format {
	case "json":
		err = report.ScanJSON(&buf, res, tool)
	case "sarif":
		err = report.ScanSARIF(&buf, res, tool)
	default:
		err = report.ScanText(&buf, res, tool, o.textOptions(w))
	}
	return buf.Bytes(), err
}

func (o *scanOptions) textOptions(w io.Writer) report.TextOptions {
	t := report.TextOptions{All: o.all, Verbose: o.verbose}
	if f, ok := w.(*os.File); ok && o.output == "" && term.IsTerminal(int(f.Fd())) {
		if width, _, err := term.GetSize(int(f.Fd())); err == nil {
			t.Width = width
		}
		if os.Getenv("NO_COLOR") == "" && os.Getenv("TERM") != "dumb" {
			t.Bold = func(s string) string { return "\x1b[1m" + s + "\x1b[0m" }
		}
	}
	return t
}

// printTrouble names the files that could not be used, which a report for machines would hide.
func printTrouble(stderr io.Writer, problems []finding.Problem) {
	n := 0
	for _, p := range problems {
		if p.Severity == finding.Trouble {
			n++
			fmt.Fprintf(stderr, "refract: %s: %s\n", p.Path, p.Message)
		}
	}
}
