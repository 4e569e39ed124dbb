package main

import (
	"context"
	"fmt"
	"io"
	"slices"

	"github.com/spf13/cobra"

	"refract/rules"
	"refract/scan"
)

func newRulesCheckCommand() *cobra.Command {
	o := &ruleFlags{}
	c := &cobra.Command{
		Use:   "check [FILE...]",
		Short: "Validate rules and run them over their own samples",
		Long: `check reads rule files, or folders of them, and runs each rule over its samples: every sample must be found, with its
after as the sample that shows the refactoring, and every near-miss must be refused. Without FILE it checks the
built-in rules.

The exit code is 0 when all is well, 1 when a sample was not found or a near-miss was, and 2 when a rule is broken.`,
		RunE: func(c *cobra.Command, args []string) error {
			if len(args) > 0 {
				o.paths, o.noBuiltin = append(o.paths, args...), true
			}
			return runRulesCheck(c.Context(), c.OutOrStdout(), c.ErrOrStderr(), o)
		},
	}
	f := c.Flags()
	f.BoolVar(&o.keepGoing, "keep-going", false, "check the sound rules when one is broken")
	return c
}

func runRulesCheck(ctx context.Context, w, stderr io.Writer, o *ruleFlags) error {
	set, err := o.load(stderr)
	if err != nil {
		return err
	}
	failed := false
	for _, r := range set.Rules {
		report, err := checkRule(ctx, r)
		if err != nil {
			return fmt.Errorf("%s: %w", r.Path, err)
		}
		fmt.Fprintf(w, "%s: %d of %d samples found, %d of %d near-misses refused\n",
			r.ID, report.found, report.samples, report.refused, report.nearMisses)
		for _, line := range slices.Concat(report.failures, report.notes) {
			fmt.Fprintf(w, "  %s\n", line)
		}
		failed = failed || len(report.failures) > 0
	}
	if failed {
		return exitStatus(1)
	}
	return nil
}

// checkReport is what came of running a rule over its own samples.
type checkReport struct {
	samples, found, nearMisses, refused int
	confidence                          float64 // the least of the samples that were found
	failures                            []string
	notes                               []string // no failures, but worth knowing
}

func checkRule(ctx context.Context, r *rules.Rule) (*checkReport, error) {
	report := &checkReport{confidence: 1}
	if len(r.Samples) == 0 {
		report.failures = append(report.failures, "the rule has no samples: nothing was checked")
	}
	for i := range r.Samples {
		s := &r.Samples[i]
		result, err := runSample(ctx, r, s)
		if err != nil {
			return nil, fmt.Errorf("sample %s: %w", s.Name, err)
		}
		switch {
		case s.Refused:
			report.nearMisses++
			if result.found {
				report.failures = append(report.failures, fmt.Sprintf("near-miss %s is found: %s", s.Name, s.BeforePath))
			} else {
				report.refused++
			}
		default:
			report.samples++
			if result.found {
				report.found++
				report.confidence = min(report.confidence, result.confidence)
				if result.confidence < scan.DefaultMinConfidence {
					report.notes = append(report.notes, fmt.Sprintf("sample %s is found with a confidence of %.2f; a scan reports from %.2f, unless --min-confidence says otherwise",
						s.Name, result.confidence, scan.DefaultMinConfidence))
				}
			} else {
				report.failures = append(report.failures, fmt.Sprintf("sample %s is not found: %s: %s", s.Name, s.BeforePath, result.why))
			}
		}
	}
	return report, nil
}
