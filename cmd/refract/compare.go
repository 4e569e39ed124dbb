package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"runtime"
	"slices"
	"strings"
	"sync/atomic"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"refract/finding"
	"refract/internal/memlimit"
	"refract/release"
	"refract/report"
	"refract/rules"
	"refract/scan"
)

// compareOptions are the flags of refract compare.
type compareOptions struct {
	tags          string
	log           string
	format        string
	output        string
	types         []string
	include       []string
	exclude       []string
	tests         bool
	generated     bool
	publicAPI     bool
	minConfidence float64
	jobs          int
	all           bool
	verbose       bool
	failOn        int
	noProgress    bool
	maxFileSize   int64
	maxMemory     memlimit.Limit
	api           release.Options
	rules         ruleFlags
}

func (o *compareOptions) addFlags(c *cobra.Command) {
	f := c.Flags()
	f.StringVar(&o.tags, "tags", "", "compare two revisions of a git repository, given as `A..B`")
	f.StringVar(&o.log, "log", "", "print a log (XML or JSON of a comparison) again instead of comparing")
	f.StringVar(&o.format, "format", "text", "text, json, xml (a log that can be edited and read back) or md (a migration guide)")
	f.StringVarP(&o.output, "output", "o", "", "write to this file instead of the standard output")
	f.StringSliceVar(&o.types, "type", nil, "report only these types, such as \"Rename Method\"")
	f.StringSliceVar(&o.include, "include", nil, "read only files that match a glob (** for any folders)")
	f.StringSliceVar(&o.exclude, "exclude", nil, "leave out files and folders that match a glob")
	f.BoolVar(&o.tests, "tests", false, "read test code as well, and count what it refers to")
	f.BoolVar(&o.generated, "generated", false, "read generated code and build output as well")
	f.Int64Var(&o.maxFileSize, "max-file-size", scan.DefaultMaxBytes, "largest file to read, in bytes")
	f.BoolVar(&o.publicAPI, "public-api", false, "report only what users of the component can see")
	f.Float64Var(&o.minConfidence, "min-confidence", release.DefaultMinConfidence, "leave out refactorings of less confidence (0 to 1)")
	f.IntVarP(&o.jobs, "jobs", "j", runtime.GOMAXPROCS(0), "how many files to work on at a time")
	maxMemoryFlag(f, &o.maxMemory)
	f.BoolVar(&o.all, "all", false, "print every consequence, not their number alone")
	f.BoolVarP(&o.verbose, "verbose", "v", false, "print the evidence of each detector")
	f.IntVar(&o.failOn, "fail-on", 0, "end with code 1 if there are at least this many refactorings (0: never)")
	f.BoolVar(&o.noProgress, "no-progress", false, "print no progress, even on a terminal")
	o.rules.addFlags(f) // of the vector detector
	f.IntVar(&o.api.Window, "window", 2, "tokens of one shingle (API detector)")
	f.Float64Var(&o.api.MethodThreshold, "method-threshold", 0.5, "similarity of two methods' text that makes them a candidate (API detector)")
	f.Float64Var(&o.api.ClassThreshold, "class-threshold", 0.5, "likewise of two classes")
	f.Float64Var(&o.api.PackageThreshold, "package-threshold", 0.5, "likewise of two packages")
	f.Float64Var(&o.api.ReferenceThreshold, "reference-threshold", 0.5, "similarity of references that makes a candidate a refactoring (API detector)")
}

var compareFormats = []string{"text", "json", "xml", "md"}

// newCompareCommand returns refract compare.
func newCompareCommand() *cobra.Command {
	var o compareOptions
	c := &cobra.Command{
		Use:   "compare OLD NEW",
		Short: "Explain two releases as a log of refactorings",
		Long: `Compare reads two releases, directories or archives of sources (.zip, .jar, .tar, .tar.gz), and explains what was
refactored from the first to the second. Several detectors look at both; each entry says which of them agree.

With --tags A..B it takes one git repository and compares two of its revisions. With --log FILE it reads a log that
--format xml or json has written, and that may have been edited, and prints it in any format. (A migration guide, md, of
an XML log tells what the log names; what was removed or restricted only the releases and the JSON tell.)

It ends with 0 when the comparison ran, 1 when --fail-on was reached, 2 on bad usage or unreadable input.`,
		Example: `  refract compare struts-1.1 struts-1.2.4
  refract compare --format md --public-api lib-1.0-sources.jar lib-2.0-sources.jar > MIGRATING.md
  refract compare --tags v1.0..v2.0 .
  refract compare --log edited.xml --format text`,
		RunE: func(c *cobra.Command, args []string) error {
			if o.log != "" {
				if err := onlyForLog(c.Flags()); err != nil {
					return err
				}
			}
			return runCompare(c.Context(), c.OutOrStdout(), c.ErrOrStderr(), args, o)
		},
	}
	o.addFlags(c)
	return c
}

// ofLogs are the flags that mean something where a log is printed.
var ofLogs = []string{"log", "format", "output", "all", "verbose", "fail-on", "jobs", "max-memory", "no-progress"}

// onlyForLog refuses flags that say how to compare where nothing is compared: a log is printed as it is.
func onlyForLog(f *pflag.FlagSet) error {
	var errs []error
	f.Visit(func(f *pflag.Flag) {
		if !slices.Contains(ofLogs, f.Name) {
			errs = append(errs, fmt.Errorf("--%s and --log exclude each other: a log is printed as it is", f.Name))
		}
	})
	return errors.Join(errs...)
}

func (o *compareOptions) check(args []string) error {
	if !contains(compareFormats, o.format) {
		return fmt.Errorf("--format %s: want one of %s", o.format, strings.Join(compareFormats, ", "))
	}
	err := errors.Join(ratio("min-confidence", o.minConfidence), atLeast("jobs", o.jobs, 1), atLeast("fail-on", o.failOn, 0), atLeast("max-file-size", o.maxFileSize, 1),
		atLeast("window", o.api.Window, 1), threshold("method-threshold", o.api.MethodThreshold), threshold("class-threshold", o.api.ClassThreshold),
		threshold("package-threshold", o.api.PackageThreshold), threshold("reference-threshold", o.api.ReferenceThreshold))
	if err != nil {
		return err
	}
	want, what := 2, "two releases, OLD and NEW"
	switch {
	case o.log != "":
		want, what = 0, "no release beside --log"
	case o.tags != "":
		want, what = 1, "one git repository beside --tags"
	}
	if len(args) != want {
		return wrongArgs(what, len(args))
	}
	return nil
}

func runCompare(ctx context.Context, w, stderr io.Writer, args []string, o compareOptions) error {
	if err := o.check(args); err != nil {
		return err
	}
	guarded, stop := memlimit.Guard(ctx, o.maxMemory)
	c, err := o.comparison(guarded, stderr, args)
	stop()
	if err != nil {
		return memlimit.Explain(guarded, err)
	}
	if err := o.print(w, c); err != nil {
		return err
	}
	if o.format != "text" || o.output != "" {
		printTrouble(stderr, c.Problems)
	}
	n := 0
	for _, x := range c.Counts {
		n += x.Count
	}
	if o.failOn > 0 && n >= o.failOn {
		return exitStatus(1)
	}
	return nil
}

func (o *compareOptions) comparison(ctx context.Context, stderr io.Writer, args []string) (*release.Comparison, error) {
	if o.log != "" {
		file, err := os.Open(o.log)
		if err != nil {
			return nil, fmt.Errorf("read log: %w", err)
		}
		defer file.Close()
		c, err := release.ReadLog(file)
		if err != nil {
			return nil, fmt.Errorf("read log %s: %w", o.log, err)
		}
		return c, nil
	}
	var set *rules.Set
	if !o.rules.noBuiltin || len(o.rules.paths) > 0 {
		var err error
		if set, err = o.rules.loadToRun(stderr); err != nil {
			return nil, err
		}
	}
	if err := knownTypes(o.types, release.Types(set)); err != nil {
		return nil, err
	}
	progress := newScanProgress(stderr, o.noProgress)
	defer progress.done()
	old, new, err := o.read(ctx, args, progress)
	if err != nil {
		return nil, err
	}
	progress.show("comparing", 2, 2)
	o.api.PublicAPI, o.api.Tests = o.publicAPI, o.tests
	return release.Compare(ctx, old, new, release.CompareOptions{API: o.api, Types: o.types, Rules: set, Jobs: o.jobs, MinConfidence: finding.Ratio(o.minConfidence)})
}

// read reads both sides.
func (o *compareOptions) read(ctx context.Context, args []string, progress *scanProgress) (old, new release.Side, err error) {
	ro := release.ReadOptions{Include: o.include, Exclude: o.exclude, Tests: o.tests, Generated: o.generated, MaxBytes: o.maxFileSize, Jobs: o.jobs}
	var olds, news *release.Listing
	if o.tags != "" {
		from, to, ok := strings.Cut(o.tags, "..")
		if !ok || from == "" || to == "" || strings.HasPrefix(to, ".") {
			return old, new, fmt.Errorf("--tags %s: want A..B", o.tags)
		}
		if olds, err = release.ListRevision(ctx, args[0], from, ro); err == nil {
			news, err = release.ListRevision(ctx, args[0], to, ro)
		}
	} else if olds, err = release.List(args[0], ro); err == nil {
		news, err = release.List(args[1], ro)
	}
	if err != nil {
		return old, new, err
	}
	total := olds.Len() + news.Len()
	var done atomic.Int64
	ro.Done = func() { progress.show("reading", int(done.Add(1)), total) }
	return release.ReadBoth(ctx, olds, news, ro)
}

func (o *compareOptions) print(w io.Writer, c *release.Comparison) error {
	var buf bytes.Buffer
	tool := report.Tool{Name: "refract", Version: version}
	var err error
	switch o.format {
	case "json":
		err = report.CompareJSON(&buf, c, tool)
	case "xml":
		err = release.WriteLog(&buf, c, tool.Name+" "+tool.Version)
	case "md":
		err = report.CompareMarkdown(&buf, c, tool)
	default:
		err = report.CompareText(&buf, c, tool, report.TextOptions{All: o.all, Verbose: o.verbose})
	}
	if err != nil {
		return err
	}
	return writeReport(w, o.output, buf.Bytes())
}
