package main

import (
	"cmp"
	"errors"
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"refract/report"
	"refract/scan"
)

// similarOptions are the flags of refract similar.
type similarOptions struct {
	rules  ruleSelection
	index  string
	format string
	most   int
}

// newSimilarCommand returns refract similar.
func newSimilarCommand() *cobra.Command {
	var o similarOptions
	c := &cobra.Command{
		Use:   "similar FILE:LINE",
		Short: "List the methods that are like one, from the index of the last scan",
		Long: `Similar looks up, for the method at FILE:LINE, the methods whose vectors equal its own under the abstraction of
each rule: the code that a scan would compare it with. It reads the index that "refract scan" left for the nearest
folder above FILE, and parses nothing.

What it lists are candidates; only a scan checks them and finds a witness.`,
		Example: `  refract scan src
  refract similar src/a/B.java:120
  refract similar --type extract-method src/a/B.java:120`,
		Args: want(1, 1, "the place of a method: refract similar FILE:LINE"),
		RunE: func(c *cobra.Command, args []string) error {
			return runSimilar(c.OutOrStdout(), c.ErrOrStderr(), args[0], o)
		},
	}
	f := c.Flags()
	o.rules.addFlags(f)
	f.StringVar(&o.index, "index", "", "read this index (default: that of the nearest folder above FILE, in the user's cache folder)")
	f.StringVar(&o.format, "format", "text", "text or json")
	f.IntVar(&o.most, "most", 20, "places to list for each rule (0: all)")
	return c
}

// runSimilar prints to w what is like the method at place.
func runSimilar(w, stderr io.Writer, place string, o similarOptions) error {
	if o.format != "text" && o.format != "json" {
		return fmt.Errorf("--format %s: want one of text, json", o.format)
	}
	if o.most < 0 {
		return fmt.Errorf("--most %d: want 0 or more", o.most)
	}
	at, ok := scan.ParseAt(place)
	if !ok {
		return fmt.Errorf("%s: want FILE:LINE", place)
	}
	set, err := o.rules.loadRules(stderr)
	if err != nil {
		return err
	}
	like, err := scan.Similar(at, set, scan.IndexOptions{Path: o.index, Tool: version}, o.most)
	if errors.Is(err, scan.ErrNoIndex) {
		return fmt.Errorf("%w (refract scan DIR)", err)
	}
	if err != nil {
		return withRemedy(err, cmp.Or(o.index, "the index"))
	}
	if o.format == "json" {
		return report.SimilarJSON(w, like, report.Tool{Name: "refract", Version: version})
	}
	return report.SimilarText(w, like)
}
