package main

import (
	"bytes"
	"fmt"
	"io"

	"refract/finding"
)

// maxLines is how much of one method is shown.
const maxLines = 80

// show prints one opportunity: what is proposed, the sources of the place, of its first sample and of what is inlined,
// and the witness.
func show(w io.Writer, n int, e entry) {
	o := e.opportunity
	fmt.Fprintf(w, "\n======== %d. %s, confidence %.2f, target %s (%s)\n", n, o.Type, float64(o.Confidence), e.target, e.dir)
	source(w, "place", o.Place, e.text)
	for _, l := range o.Inlined {
		source(w, "inlined into the place", l, e.text)
	}
	s := o.Samples[0]
	source(w, "sample", s.Place, e.text)
	for _, l := range s.Inlined {
		source(w, "inlined into the sample", l, e.text)
	}
	fmt.Fprintln(w, "-- witness")
	for _, p := range o.Evidence.Witness.Pairs {
		if p.Kind != finding.Same {
			fmt.Fprintf(w, "   %-11s %s  <>  %s  (%s)\n", p.Kind, text(p.Query), text(p.Sample), p.Why)
		}
	}
	for _, r := range o.Evidence.Witness.Renamed {
		fmt.Fprintf(w, "   renamed %s\n", r)
	}
	for _, t := range o.Evidence.Witness.Notes {
		fmt.Fprintf(w, "   note: %s\n", t)
	}
}

func text(f *finding.Fragment) string {
	if f == nil {
		return "·"
	}
	return f.Text
}

// source prints the lines of a location with their numbers.
func source(w io.Writer, what string, l finding.Location, content func(string) []byte) {
	fmt.Fprintf(w, "-- %s: %s:%d %s\n", what, l.Path, l.StartLine, l.Element)
	lines := bytes.Split(content(l.Path), []byte("\n"))
	for i := l.StartLine; i <= min(l.EndLine, len(lines)); i++ {
		if i-l.StartLine == maxLines {
			fmt.Fprintf(w, "      … %d more lines\n", l.EndLine-i+1)
			return
		}
		fmt.Fprintf(w, "%5d %s\n", i, bytes.TrimRight(lines[i-1], "\r"))
	}
}
