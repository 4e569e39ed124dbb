package report

import (
	"fmt"
	"io"
	"strings"

	"github.com/owenrumney/go-sarif/v3/pkg/report"
	"github.com/owenrumney/go-sarif/v3/pkg/report/v210/sarif"

	"refract/finding"
	"refract/scan"
)

// maxSARIFResults bounds the results of a run: code scanning services refuse a run with more than 25,000. Groups come
// best first, so what is cut is the least, and a notification says how much.
const maxSARIFResults = 25_000

// rootURI is the uriBaseId of every path: the scanned root.
const rootURI = "SRCROOT"

// ScanSARIF writes r as SARIF 2.1.0: one result per opportunity, the sample and the inlined methods as related
// locations, the identity of the opportunity as a partial fingerprint, problems as tool notifications.
func ScanSARIF(w io.Writer, r *scan.Result, tool Tool) error {
	run := sarif.NewRunWithInformationURI(tool.Name, "")
	run.Tool.Driver.InformationURI = nil
	run.Tool.Driver.WithVersion(tool.Version).WithSemanticVersion(tool.Version)
	ruleIndex := map[string]int{}
	for i, rule := range r.Rules {
		ruleIndex[rule.ID] = i
		run.Tool.Driver.AddRule(sarif.NewReportingDescriptor().WithID(rule.ID).WithName(strings.ReplaceAll(rule.Name, " ", "")).
			WithShortDescription(sarif.NewMultiformatMessageString().WithText(rule.Name)))
	}
	run.AddInvocation(invocation(r.Problems))
	left := maxSARIFResults
	for i := range r.Groups {
		for j := range r.Groups[i].Members {
			if left--; left >= 0 {
				o := &r.Groups[i].Members[j]
				run.AddResult(opportunity(o, ruleIndex[o.Rule]))
			}
		}
	}
	if left < 0 {
		run.Invocations[0].AddToolExecutionNotification(notification("note",
			fmt.Sprintf("%d more opportunities are left out: a run holds at most %d results", -left, maxSARIFResults)))
	}
	doc := report.NewV210Report()
	doc.AddRun(run)
	return doc.PrettyWrite(w)
}

// opportunity prints a result of level "note": of kind "review" it would be what the standard means, but code scanning services show
// nothing of other kinds than "fail".
func opportunity(o *finding.Opportunity, rule int) *sarif.Result {
	res := sarif.NewResult().WithRuleID(o.Rule).WithRuleIndex(rule).WithKind("fail").WithLevel("note").
		WithMessage(sarif.NewTextMessage(message(o))).
		WithPartialFingerprints(map[string]string{"refract/v1": o.Fingerprint}).
		WithRank(float64(o.Confidence) * 100)
	res.AddLocation(location(o.Place))
	id := 0
	related := func(l finding.Location, text string) {
		id++
		res.AddRelatedLocation(location(l).WithID(id).WithMessage(sarif.NewTextMessage(text)))
	}
	for _, l := range o.Inlined {
		related(l, "inlined into the place that could be refactored")
	}
	for _, s := range o.Samples {
		related(s.Place, "already has the better shape")
		for _, l := range s.Inlined {
			related(l, "called by the sample, inlined for the comparison")
		}
	}
	bag := sarif.NewPropertyBag()
	bag.Add("confidence", o.Confidence).Add("target", o.Target.Name).Add("witness", o.Evidence.Witness.Level.String())
	return res.WithProperties(bag)
}

// message ends with a link to the first sample, in the form that viewers of SARIF turn into one.
func message(o *finding.Opportunity) string {
	s := o.Type + ": " + o.Description
	if len(o.Samples) > 0 {
		p := o.Samples[0].Place
		s += fmt.Sprintf(" (see [%s:%d](%d))", p.Path, p.StartLine, len(o.Inlined)+1)
	}
	return s
}

func location(l finding.Location) *sarif.Location {
	region := sarif.NewRegion().WithStartLine(l.StartLine).WithEndLine(l.EndLine)
	if l.StartColumn > 0 {
		region.WithStartColumn(l.StartColumn).WithEndColumn(l.EndColumn)
	}
	physical := sarif.NewPhysicalLocation().WithRegion(region).
		WithArtifactLocation(sarif.NewArtifactLocation().WithURI(pathURI(l.Path)).WithURIBaseID(rootURI))
	return sarif.NewLocation().WithPhysicalLocation(physical)
}

// pathURI escapes what a relative URI reference must not contain.
func pathURI(path string) string {
	var b strings.Builder
	for i := 0; i < len(path); i++ {
		if c := path[i]; c == '/' || c == '-' || c == '_' || c == '.' || c == '~' || c == '$' || '0' <= c && c <= '9' || 'a' <= c|0x20 && c|0x20 <= 'z' {
			b.WriteByte(c)
		} else {
			fmt.Fprintf(&b, "%%%02X", c)
		}
	}
	return b.String()
}

func invocation(problems []finding.Problem) *sarif.Invocation {
	inv := sarif.NewInvocation().WithExecutionSuccessful(true)
	for _, p := range problems {
		n := notification(p.Severity.String(), p.Message)
		l := finding.Location{Path: p.Path, StartLine: max(p.Line, 1), EndLine: max(p.Line, 1)}
		inv.AddToolExecutionNotification(n.AddLocation(location(l)))
	}
	return inv
}

func notification(level, text string) *sarif.Notification {
	return sarif.NewNotification().WithLevel(level).WithMessage(sarif.NewTextMessage(text))
}
