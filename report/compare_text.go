package report

import (
	"bufio"
	"fmt"
	"io"
	"strings"
	"text/tabwriter"

	"refract/release"
)

// CompareText writes c for people: the log by package, consequences folded to a count unless o.All, then the totals and
// what they mean for users of the component.
func CompareText(w io.Writer, c *release.Comparison, tool Tool, o TextOptions) error {
	if o.Bold == nil {
		o.Bold = func(s string) string { return s }
	}
	b := bufio.NewWriter(w)
	t := textReport{Writer: b, o: o}
	t.printf("%s\n\n", o.Bold(c.Old+" to "+c.New))
	if len(c.Changes) == 0 {
		t.printf("No refactorings found.\n")
	}
	for i := range c.Changes {
		t.change(&c.Changes[i], 0)
	}
	t.counts(c.Counts)
	if c.API.Bump != release.NoBump {
		t.printf("\n%s break users of the API, %s; semantic versioning asks for a %s version.\n",
			count(c.API.Breaking, "change", "changes"), count(c.API.Added, "addition", "additions"), c.API.Bump)
	}
	t.problems(c.Problems)
	fmt.Fprintf(b, "%s %s\n", tool.Name, tool.Version)
	return b.Flush()
}

func (t textReport) change(c *release.Change, depth int) {
	indent := strings.Repeat("   ", depth)
	t.printf("%s%s\n", indent, c.Description)
	if t.o.Verbose {
		for _, d := range c.Detectors {
			t.printf("%s     %s: %s\n", indent, d.Detector, d.Evidence)
		}
		t.printf("%s     confidence %.2f\n", indent, float64(c.Confidence))
	}
	switch {
	case len(c.Consequences) == 0:
	case t.o.All:
		for i := range c.Consequences {
			t.change(&c.Consequences[i], depth+1)
		}
	default:
		t.printf("%s   … and %s of it (--all shows them)\n", indent, count(len(c.Consequences), "consequence", "consequences"))
	}
}

func (t textReport) counts(cs []release.Count) {
	if len(cs) == 0 {
		return
	}
	t.printf("\n")
	tw := tabwriter.NewWriter(t, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintf(tw, "found\tapi\tmapping\tvectors\t\n")
	total := release.Count{Detectors: map[string]int{}}
	row := func(c release.Count, name string) {
		fmt.Fprintf(tw, "%d\t%d\t%d\t%d\t  %s\n", c.Count, c.Detectors[release.APIDetector], c.Detectors[release.MappingDetector], c.Detectors[release.VectorDetector], name)
	}
	for _, c := range cs {
		row(c, c.Type)
		total.Count += c.Count
		for d, n := range c.Detectors {
			total.Detectors[d] += n
		}
	}
	row(total, "in all")
	tw.Flush()
}
