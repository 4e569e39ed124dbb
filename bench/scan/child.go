package main

import (
	"context"
	"io"
	"os"
	"runtime"
	"runtime/pprof"
	"time"

	"refract/bench/measure"
	"refract/concretize"
	"refract/report"
	"refract/rules"
	"refract/scan"
)

// This file is the other side of child: the processes that are measured.

type childOptions struct {
	Dir        string
	Jobs       int
	Index      string // "" for none
	Type       string // the id of the only rule; "" for all
	CPUProfile string
	MemProfile string
}

// scanned is one scan.
type scanned struct {
	Inputs        scan.Inputs `json:"inputs"`
	Opportunities int         `json:"opportunities"`
	Problems      int         `json:"problems"`
	Total         float64     `json:"total"`  // seconds, wall clock
	CPU           float64     `json:"cpu"`    // processor seconds, of all threads
	System        float64     `json:"system"` // what of these the system used
	Stolen        float64     `json:"stolen"` // seconds in which the host kept a processor from the machine, beside these
	Stages        []stage     `json:"stages"`
	PeakBytes     int64       `json:"peakBytes"` // VmHWM; 0 where the kernel does not tell
	IndexBytes    int64       `json:"indexBytes"`
	Notes         []string    `json:"notes,omitempty"` // what the index had to say
	Types         []ofType    `json:"types"`
}

// ofType is what one rule found in a scan, and what the workers together took for it alone.
type ofType struct {
	ID            string  `json:"id"`
	Name          string  `json:"name"`
	Opportunities int     `json:"opportunities"`
	Seconds       float64 `json:"seconds"`
}

// stage is the time of one stage, summed over the rules. Stages that run on several workers count their wall clock.
type stage struct {
	Name    string  `json:"name"`
	Seconds float64 `json:"seconds"`
	In      int     `json:"in"`
	Out     int     `json:"out"`
	// Part says that the stage runs per rule, several at a time, within the stage "rules": its seconds are those of
	// all workers together, and are not added to the others.
	Part bool `json:"part,omitempty"`
}

// child measures in this process.
func child(mode string, o childOptions) (any, error) {
	if mode == "parse" {
		return measure.ParseOnly([]string{o.Dir}, o.Jobs)
	}
	if o.MemProfile == "" {
		runtime.MemProfileRate = 0 // as in refract, of which the linker takes away what nobody reads
	}
	stop, err := profile(o)
	if err != nil {
		return nil, err
	}
	s, err := scanOnce(o, o.Index)
	if err == nil {
		err = stop()
	}
	return s, err
}

// scanOnce does what the command does.
func scanOnce(o childOptions, indexPath string) (scanned, error) {
	var out scanned
	start, cpu, system, stolen := time.Now(), measure.CPUSeconds(), measure.SystemSeconds(), measure.StolenSeconds()
	note := func(message string) { out.Notes = append(out.Notes, message) }
	so := scanOptions(o, indexPath, note)
	so.Begun = scan.Begin([]string{o.Dir}, so)
	set, err := rules.Load(rules.Options{Vocabulary: concretize.Vocabulary(), NoSamples: true})
	if err != nil {
		return scanned{}, err
	}
	if o.Type != "" {
		set, _ = set.Select(o.Type)
	}
	out.Stages = []stage{{Name: "load rules", Out: len(set.Rules), Seconds: time.Since(start).Seconds()}}
	res, err := scan.Scan(context.Background(), []string{o.Dir}, set, so)
	if err != nil {
		return scanned{}, err
	}
	printing := time.Now()
	if err := report.ScanText(io.Discard, res, report.Tool{Name: "refract", Version: "bench"}, report.TextOptions{}); err != nil {
		return scanned{}, err
	}
	printed := time.Now()
	res.Wait()
	end := time.Now()
	out.Total, out.CPU, out.System = end.Sub(start).Seconds(), measure.CPUSeconds()-cpu, measure.SystemSeconds()-system
	out.Stolen = measure.StolenSeconds() - stolen
	out.Inputs, out.Opportunities, out.Problems = res.Inputs, res.Opportunities(), len(res.Problems)
	out.Stages, out.Types = append(out.Stages, sumStages(res.Stages)...), typesOf(res)
	if indexPath != "" {
		out.Stages = append(out.Stages, stage{Name: "records", Seconds: res.IndexBeside.Seconds(), Part: true}, stage{Name: "index", Seconds: res.IndexTook.Seconds()})
	}
	out.Stages = append(out.Stages, stage{Name: "report", Seconds: printed.Sub(printing).Seconds()})
	out.Stages = append(out.Stages, rest(out.Stages, out.Total))
	out.PeakBytes = measure.PeakMemory()
	if info, err := os.Stat(indexPath); err == nil {
		out.IndexBytes = info.Size()
	}
	return out, nil
}

// sumStages adds up the stages of one name, in the order of their first.
func sumStages(stages []scan.Stage) []stage {
	var out []stage
	at := map[string]int{}
	for _, s := range stages {
		i, ok := at[s.Name]
		if !ok {
			i = len(out)
			at[s.Name] = i
			out = append(out, stage{Name: s.Name, Part: s.Rule != ""})
		}
		out[i].Seconds += s.Took.Seconds()
		out[i].In += s.In
		out[i].Out += s.Out
	}
	return out
}

// typesOf tells what a scan found and took by rule.
func typesOf(res *scan.Result) []ofType {
	types, at := make([]ofType, len(res.Rules)), map[string]int{}
	for i, r := range res.Rules {
		types[i], at[r.ID] = ofType{ID: r.ID, Name: r.Name, Opportunities: r.Opportunities}, i
	}
	for _, s := range res.Stages {
		if s.Rule != "" {
			types[at[s.Rule]].Seconds += s.Took.Seconds()
		}
	}
	return types
}

// rest is what the stages do not account for.
func rest(stages []stage, total float64) stage {
	for _, s := range stages {
		if !s.Part {
			total -= s.Seconds
		}
	}
	return stage{Name: "between stages", Seconds: total}
}

// profile starts what was asked for; the function it returns ends it.
func profile(o childOptions) (stop func() error, err error) {
	if o.CPUProfile != "" {
		f, err := os.Create(o.CPUProfile)
		if err != nil {
			return nil, err
		}
		if err := pprof.StartCPUProfile(f); err != nil {
			return nil, err
		}
	}
	return func() error {
		if o.CPUProfile != "" {
			pprof.StopCPUProfile()
		}
		if o.MemProfile == "" {
			return nil
		}
		f, err := os.Create(o.MemProfile)
		if err != nil {
			return err
		}
		defer f.Close()
		return pprof.Lookup("allocs").WriteTo(f, 0)
	}, nil
}
