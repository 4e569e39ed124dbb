package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
	"text/tabwriter"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"refract/concretize"
	"refract/rules"
	"refract/vectors"
)

//go:generate go run . rules docs --output ../../docs/rules.md

// ruleFlags say which rules a command works with.
type ruleFlags struct {
	paths                []string
	noBuiltin, keepGoing bool
}

func (o *ruleFlags) addFlags(f *pflag.FlagSet) {
	f.StringArrayVar(&o.paths, "rules", nil, "read rules from `PATH`, a file or a folder, beside the built-in ones; the same id replaces (repeatable)")
	f.BoolVar(&o.noBuiltin, "no-builtin", false, "leave the built-in rules out")
	f.BoolVar(&o.keepGoing, "keep-going", false, "go on with the sound rules when one is broken")
}

// load reads the rules. A broken rule is an error, or with --keep-going a message on stderr.
func (o *ruleFlags) load(stderr io.Writer) (*rules.Set, error) {
	return o.loadWith(stderr, rules.Options{})
}

// loadToRun is load for who only runs the rules.
func (o *ruleFlags) loadToRun(stderr io.Writer) (*rules.Set, error) {
	return o.loadWith(stderr, rules.Options{NoSamples: true})
}

func (o *ruleFlags) loadWith(stderr io.Writer, ro rules.Options) (*rules.Set, error) {
	ro.Paths, ro.NoBuiltin, ro.Vocabulary = o.paths, o.noBuiltin, concretize.Vocabulary()
	set, err := rules.Load(ro)
	switch {
	case err != nil && !o.keepGoing:
		return nil, fmt.Errorf("broken rules:\n%w", err)
	case err != nil:
		fmt.Fprintf(stderr, "%v\ngoing on with %d sound rules\n", err, len(set.Rules))
	}
	if len(set.Rules) == 0 {
		return nil, errors.New("no rules: --no-builtin needs --rules")
	}
	return set, nil
}

// rule returns the rule of that id, or an error with the nearest one.
func ruleByID(set *rules.Set, id string) (*rules.Rule, error) {
	if r := set.Rule(id); r != nil {
		return r, nil
	}
	if near := set.Nearest(id); near != "" {
		return nil, fmt.Errorf("no rule %q; did you mean %q?", id, near)
	}
	return nil, fmt.Errorf("no rule %q; the rules are %s", id, strings.Join(set.IDs(), ", "))
}

func newRulesCommand() *cobra.Command {
	c := &cobra.Command{
		Use:   "rules",
		Short: "List, show, check and learn rules",
		Long: `A rule is a refactoring type as data: a YAML file with documentation and samples. The built-in rules are files of the
same kind as your own.`,
		Args: cobra.NoArgs,
		RunE: func(c *cobra.Command, _ []string) error { return c.Help() },
	}
	c.AddCommand(newRulesListCommand(), newRulesShowCommand(), newRulesFeaturesCommand(), newRulesSchemaCommand(),
		newRulesCheckCommand(), newRulesLearnCommand(), newRulesDocsCommand())
	return c
}

type rulesListOptions struct {
	ruleFlags
	format string
}

func newRulesListCommand() *cobra.Command {
	o := &rulesListOptions{}
	c := &cobra.Command{
		Use:   "list",
		Short: "List the rules",
		Args:  cobra.NoArgs,
		RunE:  func(c *cobra.Command, _ []string) error { return runRulesList(c.OutOrStdout(), c.ErrOrStderr(), o) },
	}
	o.addFlags(c.Flags())
	c.Flags().StringVar(&o.format, "format", "text", "output `format`: text or json")
	return c
}

// listedRule is a rule in the JSON of "rules list".
type listedRule struct {
	ID      string `json:"id"`
	Name    string `json:"name"`
	Summary string `json:"summary"`
	Source  string `json:"source"`
	Group   string `json:"group"`
	Query   string `json:"query"`
	Answer  string `json:"answer"`
	Path    string `json:"path"`
	Builtin bool   `json:"builtin"`
	Hash    string `json:"hash"`
}

func runRulesList(w, stderr io.Writer, o *rulesListOptions) error {
	set, err := o.load(stderr)
	if err != nil {
		return err
	}
	switch o.format {
	case "json":
		list := make([]listedRule, len(set.Rules))
		for i, r := range set.Rules {
			list[i] = listedRule{r.ID, r.Name, r.Summary, r.Source, r.Group, r.Query.String(), r.Answer.String(),
				r.Path, r.Builtin, r.Hash()}
		}
		return printJSON(w, list)
	case "text":
		t := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
		for _, r := range set.Rules {
			fmt.Fprintf(t, "%s\t%s → %s\t%s\n", r.ID, r.Query, r.Answer, r.Summary)
		}
		return t.Flush()
	}
	return fmt.Errorf("rules list: no format %q; the formats are text and json", o.format)
}

func printJSON(w io.Writer, v any) error {
	e := json.NewEncoder(w)
	e.SetIndent("", "  ")
	e.SetEscapeHTML(false)
	return e.Encode(v)
}

func newRulesShowCommand() *cobra.Command {
	o := &ruleFlags{}
	c := &cobra.Command{
		Use:   "show ID",
		Short: "Print a rule with its documentation and samples, as Markdown",
		Args:  want(1, 1, "the id of a rule (refract rules list has them)"),
		RunE: func(c *cobra.Command, args []string) error {
			set, err := o.load(c.ErrOrStderr())
			if err != nil {
				return err
			}
			r, err := ruleByID(set, args[0])
			if err != nil {
				return err
			}
			return r.Describe(c.OutOrStdout())
		},
	}
	o.addFlags(c.Flags())
	return c
}

type rulesFeaturesOptions struct{ format string }

func newRulesFeaturesCommand() *cobra.Command {
	o := &rulesFeaturesOptions{}
	c := &cobra.Command{
		Use:     "features [GLOB...]",
		Short:   "List the features of the vectors, all or those that match",
		Example: `  refract rules features 'op.constant.*'`,
		RunE:    func(c *cobra.Command, args []string) error { return runRulesFeatures(c.OutOrStdout(), args, o) },
	}
	c.Flags().StringVar(&o.format, "format", "text", "output `format`: text or json")
	return c
}

func runRulesFeatures(w io.Writer, globs []string, o *rulesFeaturesOptions) error {
	type feature struct {
		Name string `json:"name"`
		Doc  string `json:"doc"`
	}
	for _, g := range globs {
		if len(rules.Match(g)) == 0 {
			return fmt.Errorf("no feature matches %q", g)
		}
	}
	var list []feature
	for _, f := range vectors.Features() {
		in := func(glob string) bool { return slices.Contains(rules.Match(glob), f.Feature) }
		if len(globs) == 0 || slices.ContainsFunc(globs, in) {
			list = append(list, feature{f.Name, f.Doc})
		}
	}
	switch o.format {
	case "json":
		return printJSON(w, list)
	case "text":
		t := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
		for _, f := range list {
			fmt.Fprintf(t, "%s\t%s\n", f.Name, f.Doc)
		}
		return t.Flush()
	}
	return fmt.Errorf("rules features: no format %q; the formats are text and json", o.format)
}

func newRulesSchemaCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "schema",
		Short: "Print the JSON Schema of a rule file",
		Args:  cobra.NoArgs,
		RunE: func(c *cobra.Command, _ []string) error {
			_, err := c.OutOrStdout().Write(rules.Schema)
			return err
		},
	}
}

type rulesDocsOptions struct {
	ruleFlags
	output string
}

func newRulesDocsCommand() *cobra.Command {
	o := &rulesDocsOptions{}
	c := &cobra.Command{
		Use:   "docs",
		Short: "Write the reference of the rules as Markdown",
		Args:  cobra.NoArgs,
		RunE: func(c *cobra.Command, _ []string) error {
			set, err := o.load(c.ErrOrStderr())
			if err != nil {
				return err
			}
			return toFile(c.OutOrStdout(), o.output, func(w io.Writer) error { return rules.WriteDocs(w, set, nameDocs()) })
		},
	}
	o.addFlags(c.Flags())
	c.Flags().StringVarP(&o.output, "output", "o", "", "write to `FILE` instead of standard output")
	return c
}

// toFile runs write on stdout, or on the file path where one is given; a failed write leaves no half file behind.
func toFile(stdout io.Writer, path string, write func(io.Writer) error) error {
	if path == "" {
		return write(stdout)
	}
	var b strings.Builder
	if err := write(&b); err != nil {
		return err
	}
	return os.WriteFile(path, []byte(b.String()), 0o644)
}
