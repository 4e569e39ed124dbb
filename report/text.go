package report

import (
	"bufio"
	"fmt"
	"io"
	"strings"
	"text/tabwriter"

	"refract/finding"
	"refract/scan"
)

// DefaultGroups is how many groups the text report shows without All: about two screens.
const DefaultGroups = 20

// maxMembers is how many members of one group are shown without All.
const maxMembers = 5

// maxSamples is how many samples of one opportunity are shown without All.
const maxSamples = 3

// TextOptions choose what the text report shows.
type TextOptions struct {
	All     bool // every group and member, not the best alone
	Verbose bool // the witness side by side, and the account of every stage
	Width   int  // columns of the terminal; 0 means 120
	// Bold wraps headings for a terminal; nil leaves them plain.
	Bold func(string) string
}

// ScanText writes r for people: the best groups, each with its places, its evidence and its samples, then the totals.
func ScanText(w io.Writer, r *scan.Result, tool Tool, o TextOptions) error {
	if o.Width <= 0 {
		o.Width = 120
	}
	if o.Bold == nil {
		o.Bold = func(s string) string { return s }
	}
	b := bufio.NewWriter(w)
	t := textReport{Writer: b, o: o}
	shown := len(r.Groups)
	if !o.All {
		shown = min(shown, DefaultGroups)
	}
	for i := range r.Groups[:shown] {
		t.group(i+1, &r.Groups[i])
	}
	t.explained(r.Explained)
	t.totals(r, shown)
	t.problems(r.Problems)
	if o.Verbose {
		t.stages(r.Stages)
	}
	fmt.Fprintf(b, "%s %s: %s files, %s lines, %s methods, %d rules%s\n", tool.Name, tool.Version,
		thousands(r.Inputs.Files), thousands(r.Inputs.Lines), thousands(r.Inputs.Methods), len(r.Rules), leftOut(r))
	return b.Flush()
}

// leftOut says which files were not read, and what reads them.
func leftOut(r *scan.Result) string {
	list := scan.LeftOut(r.Inputs.Test, r.Inputs.Generated, r.Inputs.Ignored)
	if len(list) == 0 {
		return ""
	}
	return "; left out: " + strings.Join(list, ", ")
}

type textReport struct {
	*bufio.Writer
	o TextOptions
}

func (t textReport) printf(format string, args ...any) { fmt.Fprintf(t, format, args...) }

func (t textReport) group(n int, g *finding.Group) {
	t.printf("%s\n", t.o.Bold(fmt.Sprintf("%d. %s: %s", n, g.Type, short(g.Target.Name))))
	if g.Target.Place != nil && g.Target.Kind != "method" {
		t.printf("   %s at %s\n", g.Target.Kind, place(*g.Target.Place))
	}
	t.printf("   %s%s\n", count(len(g.Members), "opportunity", "opportunities"), gain(g))
	members := g.Members
	if !t.o.All && len(members) > maxMembers {
		members = members[:maxMembers]
	}
	for i := range members {
		t.opportunity(&members[i])
	}
	if rest := len(g.Members) - len(members); rest > 0 {
		t.printf("   … and %s (--all shows them)\n", count(rest, "more place", "more places"))
	}
	t.printf("\n")
}

// gain says what a group saves. A change inside of one method shares no definition with another.
func gain(g *finding.Group) string {
	var s string
	if g.Gain.Statements > 1 {
		s += ", saves " + count(g.Gain.Statements, "statement", "statements")
	}
	if g.Gain.Duplicates > 1 && g.Target.Kind != "method" {
		s += fmt.Sprintf(", %d places would share one definition", g.Gain.Duplicates)
	}
	return s
}

func (t textReport) opportunity(o *finding.Opportunity) {
	t.printf("   - %s  %s\n", place(o.Place), name(o.Place))
	for i, l := range o.Inlined {
		t.printf("     %s %s  %s\n", either(i == 0, "inlining", "        "), place(l), name(l))
	}
	for i, s := range o.Samples {
		if i == maxSamples && !t.o.All {
			t.printf("            and %s\n", count(len(o.Samples)-i, "more sample", "more samples"))
			break
		}
		t.printf("     sample %s  %s\n", place(s.Place), name(s.Place))
		for _, l := range s.Inlined {
			t.printf("       with %s  %s inlined\n", place(l), name(l))
		}
	}
	wt := &o.Evidence.Witness
	t.printf("     %s, confidence %.2f\n", agreement(wt), float64(o.Confidence))
	if len(wt.Renamed) > 0 {
		t.printf("     renamed %s\n", strings.Join(wt.Renamed, ", "))
	}
	for _, n := range wt.Notes {
		t.printf("     note: %s\n", n)
	}
	if t.o.Verbose {
		t.sideBySide(wt)
	}
}

// agreement says in words how far the place and its sample are alike.
func agreement(wt *finding.Witness) string {
	switch {
	case wt.Level == finding.NoWitness:
		return "the statements do not align"
	case wt.QueryCovered < 1 || wt.SampleCovered < 1:
		return fmt.Sprintf("%.0f%% of the place and %.0f%% of the sample align", 100*float64(wt.QueryCovered), 100*float64(wt.SampleCovered))
	case wt.Level == finding.FullWitness:
		return "all statements align"
	}
	return "all statements align, some with other names or values"
}

// marks stand between the two columns of a witness.
var marks = map[finding.PairKind]string{
	finding.Same: "|", finding.Allowed: "~", finding.Parameter: "?", finding.QueryOnly: "<", finding.SampleOnly: ">",
}

// sideBySide prints the witness in two columns: the place on the left, the sample on the right.
func (t textReport) sideBySide(wt *finding.Witness) {
	const indent = 5
	column := max((t.o.Width-indent-3)/2, 20)
	for _, p := range wt.Pairs {
		why := ""
		if p.Why != "" {
			why = "  (" + p.Why + ")"
		}
		t.printf("%*s%s %s %s%s\n", indent, "", cell(p.Query, column), marks[p.Kind], strings.TrimRight(cell(p.Sample, column), " "), why)
	}
}

// cell prints a fragment with its line number in exactly width columns.
func cell(f *finding.Fragment, width int) string {
	if f == nil {
		return strings.Repeat(" ", width)
	}
	runes := []rune(fmt.Sprintf("%5d %s%s", f.StartLine, strings.Repeat("  ", f.Depth), f.Text))
	if len(runes) > width {
		runes = append(runes[:width-1], '…')
	}
	return string(runes) + strings.Repeat(" ", width-len(runes))
}

// explained prints the candidates of one method and why each was refused.
func (t textReport) explained(refusals []finding.Refusal) {
	if refusals == nil {
		return
	}
	t.printf("%s\n", t.o.Bold(count(len(refusals), "candidate", "candidates")))
	for _, r := range refusals {
		verdict := "reported"
		if r.Check != "" {
			verdict = fmt.Sprintf("refused by %s (%s): %s", r.Check, r.Stage, r.Reason)
		}
		t.printf("   %s: %s like %s  %s\n", r.Rule, name(r.Query), place(r.Sample), name(r.Sample))
		for _, l := range r.Inlined {
			t.printf("       with %s  %s inlined\n", place(l), name(l))
		}
		t.printf("     %s\n", verdict)
	}
	t.printf("\n")
}

func (t textReport) totals(r *scan.Result, shown int) {
	if len(r.Groups) == 0 {
		t.printf("No opportunities found.\n")
		return
	}
	tw := tabwriter.NewWriter(t, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintf(tw, "groups\topportunities\t\n")
	for _, rule := range r.Rules {
		if rule.Opportunities > 0 {
			fmt.Fprintf(tw, "%d\t%d\t  %s\n", rule.Groups, rule.Opportunities, rule.Name)
		}
	}
	fmt.Fprintf(tw, "%d\t%d\t  in all\n", len(r.Groups), r.Opportunities())
	tw.Flush()
	if shown < len(r.Groups) {
		t.printf("%d of %d groups shown; --all shows every one, --type ID one kind.\n", shown, len(r.Groups))
	}
}

// maxProblems is how many problems the text report lists unless asked for everything.
const maxProblems = 10

func (t textReport) problems(ps []finding.Problem) {
	if len(ps) == 0 {
		return
	}
	t.printf("\n%s\n", t.o.Bold(count(len(ps), "problem", "problems")))
	for i, p := range ps {
		if i == maxProblems && !t.o.All {
			t.printf("   … and %d more (--all shows them)\n", len(ps)-i)
			break
		}
		at := p.Path
		if p.Line > 0 {
			at = fmt.Sprintf("%s:%d:%d", p.Path, p.Line, p.Column)
		}
		t.printf("   %s: %s: %s", at, p.Severity, p.Message)
		if p.Remedy != "" {
			t.printf(" (%s)", p.Remedy)
		}
		t.printf("\n")
	}
}

// stages prints the account of every stage: the funnel from candidates to results.
func (t textReport) stages(stages []scan.Stage) {
	t.printf("\n")
	for _, s := range stages {
		title := s.Name
		if s.Rule != "" {
			title += " " + s.Rule
		}
		t.printf("%-50s in %9s  out %9s\n", title, thousands(s.In), thousands(s.Out))
		for _, c := range s.Refused {
			t.printf("    %9s  %s\n", thousands(c.Count), c.Reason)
		}
	}
}

func place(l finding.Location) string { return fmt.Sprintf("%s:%d", l.Path, l.StartLine) }

func name(l finding.Location) string {
	if l.Element != "" {
		return short(l.Element)
	}
	return l.Description
}

// short cuts the package off a qualified name: the path beside it says it already. Packages begin with a small letter.
func short(name string) string {
	for {
		i := strings.IndexAny(name, ".(")
		if i < 0 || name[i] == '(' || !('a' <= name[0] && name[0] <= 'z') {
			return name
		}
		name = name[i+1:]
	}
}

func count(n int, one, many string) string { return thousands(n) + " " + either(n == 1, one, many) }

func either(cond bool, yes, no string) string {
	if cond {
		return yes
	}
	return no
}

// thousands prints n with a comma between groups of three digits.
func thousands(n int) string {
	s := fmt.Sprint(n)
	for i := len(s) - 3; i > 0 && s[i-1] != '-'; i -= 3 {
		s = s[:i] + "," + s[i:]
	}
	return s
}
