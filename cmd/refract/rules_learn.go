package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strings"
	"unicode"

	"github.com/spf13/cobra"

	"refract/abstraction"
	"refract/concretize"
	"refract/java"
	"refract/java/parse"
	"refract/rules"
	"refract/scan"
)

type rulesLearnOptions struct {
	name, id, output string
	methods          []string
}

func newRulesLearnCommand() *cobra.Command {
	o := &rulesLearnOptions{}
	c := &cobra.Command{
		Use:   "learn --name NAME BEFORE.java AFTER.java [BEFORE.java AFTER.java...]",
		Short: "Write a rule inferred from samples",
		Long: `learn compares pairs of files from before and after a refactoring and writes a rule that finds code like them: which
vectors ask and which answer, what to abstract away, what must change, and in which context. What it had to choose
stands in comments. Several pairs make a rule more general: what only one of them has is not demanded.

The rule finds its own samples, or nothing is written.`,
		Example: `  refract rules learn --name "Inline Temp" before.java after.java --output inline-temp.yaml`,
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) == 0 || len(args)%2 != 0 {
				return errors.New("rules learn: give pairs of files: BEFORE.java AFTER.java")
			}
			return nil
		},
		RunE: func(c *cobra.Command, args []string) error {
			return runRulesLearn(c.Context(), c.OutOrStdout(), c.ErrOrStderr(), args, o)
		},
	}
	f := c.Flags()
	f.StringVar(&o.name, "name", "", "the `NAME` of the refactoring (required)")
	f.StringVar(&o.id, "id", "", "the rule's `ID`; by default the name in kebab-case")
	f.StringSliceVar(&o.methods, "method", nil, "the `METHOD` that is refactored, for each pair or for all; by default the one that changes most; OLD=NEW where it is another one after")
	f.StringVarP(&o.output, "output", "o", "", "write to `FILE` instead of standard output; samples are named relative to it")
	return c
}

func runRulesLearn(ctx context.Context, w, stderr io.Writer, args []string, o *rulesLearnOptions) error {
	if strings.TrimSpace(o.name) == "" {
		return errors.New("rules learn: --name is required")
	}
	if n := len(o.methods); n > 1 && n != len(args)/2 {
		return fmt.Errorf("rules learn: %d --method for %d pairs of files; give one, or one for each pair", n, len(args)/2)
	}
	code, samples, err := o.read(args)
	if err != nil {
		return err
	}
	learned, err := abstraction.Learn(code)
	if err != nil {
		return err
	}
	r, err := o.rule(learned, samples)
	if err != nil {
		return err
	}
	confidence, err := chooseWitness(ctx, r)
	if err != nil {
		return err
	}
	if confidence < scan.DefaultMinConfidence {
		fmt.Fprintf(stderr, "the samples are found with a confidence of %.2f: a scan needs --min-confidence to report code like them\n", confidence)
	}
	for i, s := range learned.Subjects {
		if len(s.Others) > 0 {
			fmt.Fprintf(stderr, "%s: learned from %s; also changed: %s (see --method)\n", args[2*i], s.Method, strings.Join(s.Others, ", "))
		}
	}
	return toFile(w, o.output, func(w io.Writer) error {
		named, err := o.relative(r)
		if err != nil {
			return err
		}
		return rules.Write(w, named, learnComments(learned))
	})
}

// read parses the files of the command line.
func (o *rulesLearnOptions) read(args []string) ([]abstraction.Code, []rules.Sample, error) {
	p := parse.New()
	defer p.Close()
	file := func(path string) (*java.File, []byte, error) {
		content, err := rules.ReadFile(path)
		if err != nil {
			return nil, nil, err
		}
		f := p.File(path, content)
		if len(f.Problems) > 0 {
			b := f.Problems[0]
			return nil, nil, fmt.Errorf("%s:%d:%d: %s", b.Path, b.Line, b.Column, b.Message)
		}
		return f, content, nil
	}
	var code []abstraction.Code
	var samples []rules.Sample
	for i := 0; i < len(args); i += 2 {
		before, beforeText, err := file(args[i])
		if err != nil {
			return nil, nil, err
		}
		after, afterText, err := file(args[i+1])
		if err != nil {
			return nil, nil, err
		}
		c := abstraction.Code{Before: before, After: after}
		if len(o.methods) > 0 {
			c.Method, c.AfterMethod, _ = strings.Cut(o.methods[min(i/2, len(o.methods)-1)], "=")
		}
		code = append(code, c)
		samples = append(samples, rules.Sample{
			Name:       strings.TrimSuffix(filepath.Base(args[i]), ".java"),
			BeforePath: args[i], AfterPath: args[i+1], Before: beforeText, After: afterText,
		})
	}
	return code, samples, nil
}

// rule makes a rule of what was learned.
func (o *rulesLearnOptions) rule(l *abstraction.Learned, samples []rules.Sample) (*rules.Rule, error) {
	id := o.id
	if id == "" {
		id = kebabCase(o.name)
	}
	r := &rules.Rule{
		ID: id, Name: o.name, Summary: "Learned from samples: " + o.name + ".", Source: "refract rules learn",
		Group: l.Group, Query: l.Query, Answer: l.Answer, Abstraction: l.Abstraction, Difference: l.Difference,
		Context: l.Context, Filters: l.Filters, Path: o.output,
	}
	for _, expr := range l.Checks {
		c, err := rules.CompileCheck(expr)
		if err != nil {
			return nil, fmt.Errorf("learned check %q: %w", expr, err)
		}
		r.Checks = append(r.Checks, c)
	}
	for i, s := range samples {
		s.Method = l.Subjects[i].Method
		if l.Subjects[i].AfterMethod != s.Method {
			s.AfterMethod = l.Subjects[i].AfterMethod
		}
		r.Samples = append(r.Samples, s)
	}
	return r, nil
}

// kebabCase turns a name into an id: "Inline Temp" into inline-temp.
func kebabCase(name string) string {
	words := strings.FieldsFunc(strings.ToLower(name), func(r rune) bool {
		return !(r < unicode.MaxASCII && (unicode.IsLetter(r) || unicode.IsDigit(r)))
	})
	if len(words) == 0 || words[0][0] <= '9' {
		words = append([]string{"rule"}, words...)
	}
	return strings.Join(words, "-")
}

// chooseWitness gives r the list of differences under which the alignment explains its samples best: all that it
// could allow, with each of them as the first one, which must occur, and then without those that are not missed. The
// error says why no list finds the samples; confidence is that of the worst of them.
func chooseWitness(ctx context.Context, r *rules.Rule) (confidence float64, err error) {
	why := ""
	try := func(witness []string) (float64, error) {
		r.Witness = witness
		report, err := checkRule(ctx, r)
		switch {
		case err != nil:
			return -1, err
		case len(report.failures) > 0:
			why = report.failures[0]
			return -1, nil
		}
		return report.confidence, nil
	}
	without := func(list []string, name string) []string {
		return slices.DeleteFunc(slices.Clone(list), func(n string) bool { return n == name })
	}
	all := concretize.Vocabulary().Witness
	confidence, best := -1.0, []string(nil)
	// Any other difference says more about the refactoring than a changed literal or name; "" stands for no list.
	for _, first := range append(slices.DeleteFunc(slices.Clone(all), isSoft), "") {
		var list []string
		if first != "" {
			list = append([]string{first}, without(all, first)...)
		}
		c, err := try(list)
		if err != nil {
			return 0, err
		}
		if c > confidence {
			confidence, best = c, list
		}
	}
	if confidence < 0 {
		return 0, fmt.Errorf("the learned rule does not find its samples: %s", why)
	}
	for i := len(best) - 1; i > 0; i-- {
		fewer := without(best, best[i])
		if c, err := try(fewer); err != nil {
			return 0, err
		} else if c >= confidence {
			best = fewer
		}
	}
	r.Witness = best
	return confidence, nil
}

// isSoft reports whether a difference is of the kind that any two pieces of code may have.
func isSoft(name string) bool { return name == "literal" || name == "member" }

// relative returns r with the paths of its samples relative to the output's folder, or to the current one.
func (o *rulesLearnOptions) relative(r *rules.Rule) (*rules.Rule, error) {
	dir, err := filepath.Abs(filepath.Dir(o.output))
	if err != nil {
		return nil, err
	}
	named := *r
	named.Samples = slices.Clone(r.Samples)
	for i := range named.Samples {
		for _, p := range []*string{&named.Samples[i].BeforePath, &named.Samples[i].AfterPath} {
			abs, err := filepath.Abs(*p)
			if err != nil {
				return nil, err
			}
			rel, err := filepath.Rel(dir, abs)
			if err != nil {
				return nil, err
			}
			*p = filepath.ToSlash(rel)
		}
	}
	return &named, nil
}

// learnComments says in the rule what was inferred and what was chosen.
func learnComments(l *abstraction.Learned) rules.Comments {
	c := rules.Comments{
		"": {
			"Written by refract rules learn. It finds its own samples; read it before you use it on other code.",
		},
		"query": {"Which vectors ask and answer: those for which the samples differ least."},
		"difference": {
			"What every sample changes, in the same direction, and by how much at least (D).",
		},
		"context": {"What every side of every sample has (v^δ). Each line you delete, and each further sample, makes the rule more general."},
		"checks":  {"The direction of the changes, and what changes together."},
		"witness": {"The fewest differences with which the alignment of the two bodies accepts the samples; the first must occur."},
	}
	for i, s := range l.Subjects {
		if len(s.Inlined) > 0 {
			c["query"] = append(c["query"], fmt.Sprintf("Sample %d: %s, with %s inlined.", i+1, s.Method, strings.Join(s.Inlined, ", ")))
		}
	}
	for _, choice := range l.Choices {
		c["abstraction"] = append(c["abstraction"], choice.String()+".")
	}
	if len(l.Abstraction.Zero) > 0 {
		c["abstraction"] = append(c["abstraction"], "zero: the rest of what changes (rule V).")
	}
	return c
}
