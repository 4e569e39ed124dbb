package main

import (
	"context"
	"encoding/json"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"runtime/pprof"
	"strconv"
	"strings"
	"sync/atomic"
	"time"

	"golang.org/x/sync/errgroup"

	"refract/concretize"
	"refract/java/parse"
	"refract/report"
	"refract/rules"
	"refract/scan"
)

// This file is the other side of child: the processes that are measured.

const (
	modeVariable    = "REFRACT_BENCH_MODE"
	optionsVariable = "REFRACT_BENCH_OPTIONS"
)

type childOptions struct {
	Dir        string
	Jobs       int
	NoIndex    bool
	Warm       bool
	Edit       float64 // per cent
	CPUProfile string
	MemProfile string
}

// floor is tree-sitter alone over the files that the scan reads.
type floor struct {
	Files   int     `json:"files"`
	Bytes   int64   `json:"bytes"`
	Seconds float64 `json:"seconds"` // wall clock, with the files in memory
	CPU     float64 `json:"cpu"`     // processor seconds, of all threads
}

// scanned is one cold scan.
type scanned struct {
	Inputs        scan.Inputs `json:"inputs"`
	Opportunities int         `json:"opportunities"`
	Problems      int         `json:"problems"`
	Total         float64     `json:"total"` // seconds, wall clock
	CPU           float64     `json:"cpu"`   // processor seconds, of all threads
	Stages        []stage     `json:"stages"`
	PeakBytes     int64       `json:"peakBytes"` // VmHWM; 0 where the kernel does not tell
	IndexBytes    int64       `json:"indexBytes"`
	Notes         []string    `json:"notes,omitempty"` // what the index had to say
}

// warmed is a scan again, with nothing or little changed.
type warmed struct {
	Total  float64  `json:"total"`
	CPU    float64  `json:"cpu"`
	Stages []stage  `json:"stages"`
	Notes  []string `json:"notes,omitempty"`
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

func runChild(mode string) error {
	var o childOptions
	if err := json.Unmarshal([]byte(os.Getenv(optionsVariable)), &o); err != nil {
		return err
	}
	// The workers are as many as there are threads: otherwise the collector runs on what the jobs leave free.
	runtime.GOMAXPROCS(o.Jobs)
	var result any
	var err error
	if mode == "parse" {
		result, err = parseOnly(o)
	} else {
		result, err = scanBoth(o)
	}
	if err != nil {
		return err
	}
	return json.NewEncoder(os.Stdout).Encode(result)
}

// parseOnly times the parsing of what the walk of a scan finds.
func parseOnly(o childOptions) (floor, error) {
	walked, err := scan.Walk([]string{o.Dir}, scan.WalkOptions{})
	if err != nil {
		return floor{}, err
	}
	var texts [][]byte
	f := floor{}
	for _, in := range walked.Inputs {
		text, err := os.ReadFile(in.Abs)
		if err != nil {
			continue // the scan reports it
		}
		texts = append(texts, text)
		f.Files++
		f.Bytes += int64(len(text))
	}
	runtime.GC()
	start, cpu := time.Now(), cpuSeconds()
	var next atomic.Int64
	var g errgroup.Group
	for range o.Jobs {
		g.Go(func() error {
			p := parse.New()
			defer p.Close()
			for {
				i := int(next.Add(1)) - 1
				if i >= len(texts) {
					return nil
				}
				p.ParseOnly(texts[i])
			}
		})
	}
	err = g.Wait()
	f.Seconds, f.CPU = time.Since(start).Seconds(), cpuSeconds()-cpu
	return f, err
}

// scanBoth scans cold and, if asked to, once more.
func scanBoth(o childOptions) (any, error) {
	temp, err := os.MkdirTemp("", "bench-scan-")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(temp)
	indexPath := filepath.Join(temp, "bench.idx")
	if o.NoIndex {
		indexPath = ""
	}
	stop, err := profile(o)
	if err != nil {
		return nil, err
	}
	if o.Edit > 0 {
		if o.Dir, err = copyOf(o.Dir, filepath.Join(temp, "edited")); err != nil {
			return nil, err
		}
	}
	cold, err := scanOnce(o, indexPath)
	if err == nil {
		err = stop()
	}
	if err != nil {
		return nil, err
	}
	out := struct {
		Cold scanned
		Warm *warmed
		Edit *warmed
	}{Cold: cold}
	again := func() (*warmed, error) {
		s, err := scanOnce(o, indexPath)
		return &warmed{Total: s.Total, CPU: s.CPU, Stages: s.Stages, Notes: s.Notes}, err
	}
	if o.Warm && !o.NoIndex {
		if out.Warm, err = again(); err != nil {
			return nil, err
		}
	}
	if o.Edit > 0 && !o.NoIndex {
		if err := edit(o.Dir, o.Edit); err != nil {
			return nil, err
		}
		if out.Edit, err = again(); err != nil {
			return nil, err
		}
	}
	return out, nil
}

// scanOnce does what the command does.
func scanOnce(o childOptions, indexPath string) (scanned, error) {
	var out scanned
	start, cpu := time.Now(), cpuSeconds()
	structural, _ := concretize.StructuralChecks()
	witness, _ := concretize.Allowances()
	set, err := rules.Load(rules.Options{Vocabulary: rules.Vocabulary{Structural: structural, Witness: witness}})
	if err != nil {
		return scanned{}, err
	}
	out.Stages = []stage{{Name: "load rules", Out: len(set.Rules), Seconds: time.Since(start).Seconds()}}
	note := func(message string) { out.Notes = append(out.Notes, message) }
	res, err := scan.Scan(context.Background(), []string{o.Dir}, set, scanOptions(o, indexPath, note))
	if err != nil {
		return scanned{}, err
	}
	printing := time.Now()
	if err := report.ScanText(io.Discard, res, report.Tool{Name: "refract", Version: "bench"}, report.TextOptions{}); err != nil {
		return scanned{}, err
	}
	end := time.Now()
	out.Total, out.CPU = end.Sub(start).Seconds(), cpuSeconds()-cpu
	out.Inputs, out.Opportunities, out.Problems = res.Inputs, res.Opportunities(), len(res.Problems)
	out.Stages = append(out.Stages, sumStages(res.Stages)...)
	if indexPath != "" {
		out.Stages = append(out.Stages, stage{Name: "index", Seconds: res.IndexTook.Seconds()})
	}
	out.Stages = append(out.Stages, stage{Name: "report", Seconds: end.Sub(printing).Seconds()})
	out.Stages = append(out.Stages, rest(out.Stages, out.Total))
	out.PeakBytes = peakMemory()
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

// rest is what the stages do not account for.
func rest(stages []stage, total float64) stage {
	for _, s := range stages {
		if !s.Part {
			total -= s.Seconds
		}
	}
	return stage{Name: "between stages", Seconds: total}
}

// peakMemory is the most memory that this process ever had, as Linux counts it; 0 elsewhere.
func peakMemory() int64 {
	status, err := os.ReadFile("/proc/self/status")
	if err != nil {
		return 0
	}
	for line := range strings.Lines(string(status)) {
		if v, ok := strings.CutPrefix(line, "VmHWM:"); ok {
			kb, _ := strconv.ParseInt(strings.TrimSuffix(strings.TrimSpace(v), " kB"), 10, 64)
			return kb << 10
		}
	}
	return 0
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
