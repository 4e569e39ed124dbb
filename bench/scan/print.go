package main

import (
	"fmt"
	"io"
	"text/tabwriter"
)

// printOne prints a measurement.
func printOne(w io.Writer, dir string, jobs int, m measurement) {
	in := m.Scan.Inputs
	fmt.Fprintf(w, "%s, %d jobs\n\n", dir, jobs)
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', tabwriter.AlignRight)
	row := func(name, value, note string) { fmt.Fprintf(t, "%s\t%s\t  %s\n", name, value, note) }
	row("lines", number(int64(in.Lines)), "")
	row("files", number(int64(in.Files)), fmt.Sprintf("%d read by the parser", m.Parse.Files))
	row("bytes", number(in.Bytes), fmt.Sprintf("%s read by the parser", number(m.Parse.Bytes)))
	row("methods", number(int64(in.Methods)), "with a body")
	row("vectors", number(int64(in.Vectors)), "base and inlined")
	row("opportunities", number(int64(m.Scan.Opportunities)), "")
	row("problems", number(int64(m.Scan.Problems)), "")
	row("", "", "")
	row("parse-only", seconds(m.Parse.Seconds), "× parse-only")
	row("the same trees", seconds(m.Parse.Tree), fmt.Sprintf("%.3f  by refract's own parser", m.Parse.Tree/m.Parse.Seconds))
	for _, s := range m.Scan.Stages {
		if s.Part {
			row("of which "+s.Name, seconds(s.Seconds), "of the workers together")
			continue
		}
		row(s.Name, seconds(s.Seconds), fmt.Sprintf("%.3f", s.Seconds/m.Parse.Seconds))
	}
	row("total", seconds(m.Scan.Total), fmt.Sprintf("%.3f", m.ratio()))
	// On a machine that does other work, too, the ratio of processor times is the steadier one.
	row("processor time", seconds(m.Scan.CPU), fmt.Sprintf("%.3f × %s", m.Scan.CPU/m.Parse.CPU, seconds(m.Parse.CPU)))
	row("of it of the system", seconds(m.Scan.System), "to find memory, to read and to write")
	row("stolen by the host", seconds(m.Scan.Stolen), "of all processors together, beside processor time")
	again := func(what string, s *scanned) {
		if s != nil {
			row("again, "+what, seconds(s.Total), fmt.Sprintf("%.3f  %.1f %% of the total, %.1f %% of its processor time%s",
				s.Total/m.Parse.Seconds, 100*s.Total/m.Scan.Total, 100*s.CPU/m.Scan.CPU, stolen(s)))
		}
	}
	again("unchanged", m.Warm)
	for i := range edits {
		again(edits[i].name, m.Edits[edits[i].name])
	}
	if first := m.Edits[edits[0].name]; first != nil {
		for _, s := range first.Stages {
			if !s.Part {
				row(edits[0].name+": "+s.Name, seconds(s.Seconds), fmt.Sprintf("%.3f", s.Seconds/m.Parse.Seconds))
			}
		}
	}
	row("", "", "")
	row("peak memory", number(m.Scan.PeakBytes), fmt.Sprintf("%.1f bytes per source byte", float64(m.Scan.PeakBytes)/float64(m.Parse.Bytes)))
	row("index", number(m.Scan.IndexBytes), fmt.Sprintf("%.2f bytes per source byte", float64(m.Scan.IndexBytes)/float64(m.Parse.Bytes)))
	t.Flush()
}

// printTypes prints what each rule found, what it took of the scan for all of them, and what a scan for it alone takes.
func printTypes(w io.Writer, m measurement) {
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprint(t, "type\topportunities\tof the workers in the scan for all\talone, by the clock\t\n")
	own := 0.0
	for _, x := range m.Scan.Types {
		fmt.Fprintf(t, "%s\t%s\t%s\t%s\t\n", x.Name, number(int64(x.Opportunities)), seconds(x.Seconds), seconds(m.Alone[x.ID].Total))
		own += x.Seconds
	}
	fmt.Fprintf(t, "all\t%s\t%s\t%s\t\n", number(int64(m.Scan.Opportunities)), seconds(own), seconds(m.Scan.Total))
	t.Flush()
}

// stolen says what the host has stolen of a short scan, where it has.
func stolen(s *scanned) string {
	if s.Stolen < 0.005 {
		return ""
	}
	return fmt.Sprintf(", %s stolen by the host", seconds(s.Stolen))
}

// printGrowth prints, for every size, the time of each stage for a million bytes. Where that stays the same the stage
// is linear.
func printGrowth(w io.Writer, series []measurement) {
	fmt.Fprintln(w, "milliseconds for a megabyte of source (a stage that grows linearly has equal numbers in its line)")
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', tabwriter.AlignRight)
	line := func(name string, value func(m *measurement) string) {
		fmt.Fprint(t, name, "\t")
		for i := range series {
			fmt.Fprint(t, value(&series[i]), "\t")
		}
		fmt.Fprintln(t)
	}
	perMB := func(s float64, m *measurement) string {
		return fmt.Sprintf("%.1f", s*1000/(float64(m.Parse.Bytes)/1e6))
	}
	line("lines", func(m *measurement) string { return number(int64(m.Scan.Inputs.Lines)) })
	line("bytes", func(m *measurement) string { return number(m.Parse.Bytes) })
	line("vectors a megabyte", func(m *measurement) string {
		return number(int64(float64(m.Scan.Inputs.Vectors) / (float64(m.Parse.Bytes) / 1e6)))
	})
	line("parse-only", func(m *measurement) string { return perMB(m.Parse.Seconds, m) })
	for i, s := range series[len(series)-1].Scan.Stages {
		name := s.Name
		if s.Part {
			name = "of which " + name
		}
		line(name, func(m *measurement) string {
			if i >= len(m.Scan.Stages) || m.Scan.Stages[i].Name != s.Name {
				return "-"
			}
			return perMB(m.Scan.Stages[i].Seconds, m)
		})
	}
	line("total", func(m *measurement) string { return perMB(m.Scan.Total, m) })
	line("processor time", func(m *measurement) string { return perMB(m.Scan.CPU, m) })
	line("of it of the system", func(m *measurement) string { return perMB(m.Scan.System, m) })
	line("stolen by the host", func(m *measurement) string { return perMB(m.Scan.Stolen, m) })
	// Parts of a code base are not alike: where methods call more of what can be inlined there is more to do in as many lines. And what memory costs may
	// hang on how much of it the process before has just given back, which is more of what a small part takes.
	for _, row := range []struct {
		name string
		per  func(m *measurement) float64
	}{
		{"total, µs a line", (*measurement).perLine},
		{"total, µs a vector", (*measurement).perVector},
		{"without the system, processor µs a line", (*measurement).ownPerLine},
		{"likewise a vector", (*measurement).ownPerVector},
	} {
		line(row.name, func(m *measurement) string { return fmt.Sprintf("%.2f", 1e6*row.per(m)) })
		off := offLine(series, row.per)
		line("off a straight line", func(m *measurement) string { return fmt.Sprintf("%+.0f %%", 100*off(m)) })
	}
	line("× parse-only", func(m *measurement) string { return fmt.Sprintf("%.2f", m.ratio()) })
	line("peak bytes/byte", func(m *measurement) string {
		return fmt.Sprintf("%.1f", float64(m.Scan.PeakBytes)/float64(m.Parse.Bytes))
	})
	t.Flush()
}

// offLine returns how far what a measurement took for a line of source, or a vector, lies off the straight line through the origin of which the farthest of the
// series lies off the least: -0.1 for a tenth less than there.
func offLine(series []measurement, per func(m *measurement) float64) func(m *measurement) float64 {
	least, most := per(&series[0]), per(&series[0])
	for i := range series {
		least, most = min(least, per(&series[i])), max(most, per(&series[i]))
	}
	return func(m *measurement) float64 { return per(m)/((least+most)/2) - 1 }
}

func seconds(s float64) string { return fmt.Sprintf("%.3f s", s) }

// number groups the digits of n by threes.
func number(n int64) string {
	if n < 0 {
		return "-" + number(-n)
	}
	s := fmt.Sprint(n)
	for i := len(s) - 3; i > 0; i -= 3 {
		s = s[:i] + "," + s[i:]
	}
	return s
}
