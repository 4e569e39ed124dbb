package report

import (
	"bufio"
	"fmt"
	"io"
	"path/filepath"
	"sort"
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
	old, new := shortNames(c.Old, c.New)
	t.printf("%s\n", o.Bold(old+" to "+new))
	if len(c.Changes) == 0 {
		t.printf("\nNo refactorings found.\n")
	}
	for _, g := range byClass(c.Changes) {
		t.printf("\n%s\n", o.Bold(g.class))
		for _, x := range g.changes {
			t.change(x, g.class, 0)
		}
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

// classGroup is the changes of one class, or of a package.
type classGroup struct {
	class   string
	changes []*release.Change
}

// byClass groups changes by the class that they are about, in the order of its name.
func byClass(cs []release.Change) []classGroup {
	at := map[string]int{}
	var out []classGroup
	for i := range cs {
		class := classOf(&cs[i])
		k, ok := at[class]
		if !ok {
			k = len(out)
			at[class] = k
			out = append(out, classGroup{class: class})
		}
		out[k].changes = append(out[k].changes, &cs[i])
	}
	sort.SliceStable(out, func(i, j int) bool { return out[i].class < out[j].class })
	return out
}

// classOf is the class that a change is filed under: that of its old side, as the log names it, or else the last class
// that its description names.
func classOf(c *release.Change) string {
	switch {
	case c.Old.Name == "":
	case c.Old.Kind == release.Method || c.Old.Kind == release.Field:
		if i := strings.LastIndexByte(c.Old.Name, '.'); i > 0 {
			return c.Old.Name[:i]
		}
	default:
		return c.Old.Name
	}
	if i := strings.LastIndex(c.Description, " class "); i >= 0 {
		return c.Description[i+len(" class "):]
	}
	if len(c.Left) > 0 {
		return c.Left[0].Path
	}
	return "elsewhere"
}

// shortNames are the names of two releases for people: the last part of their paths where that tells them apart.
func shortNames(old, new string) (string, string) {
	a, b := filepath.Base(old), filepath.Base(new)
	if a == b {
		return old, new
	}
	return a, b
}

func (t textReport) change(c *release.Change, class string, depth int) {
	indent := strings.Repeat("   ", depth+1)
	text := strings.TrimSuffix(strings.TrimSuffix(c.Description, " in class "+class), " from class "+class)
	t.printf("%s%s\n", indent, text)
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
			t.change(&c.Consequences[i], class, depth+1)
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
