package main

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"runtime"
	"runtime/pprof"
	"strconv"
	"strings"
	"sync/atomic"
	"time"

	"golang.org/x/sync/errgroup"

	"refract/concretize"
	"refract/java/parse"
	"refract/release"
	"refract/rules"
	"refract/scan"
)

// This file is the processes that are measured.

const (
	modeVariable    = "REFRACT_BENCH_COMPARE_MODE"
	optionsVariable = "REFRACT_BENCH_COMPARE_OPTIONS"
)

type childOptions struct {
	Old, New string
	Jobs     int
	Profile  string // file for a processor profile; "" for none
}

// floor is tree-sitter alone over the files of both sides, which are in memory.
type floor struct{ Seconds, CPU float64 }

// compared is one comparison, reading included.
type compared struct {
	Files, Lines, Found int
	Bytes               int64
	Seconds, CPU        float64
	Stages              []stage
	PeakBytes           int64          // VmHWM; 0 where the kernel does not tell
	Vectors             map[string]int // refactorings that the vector detector found, by type
}

type stage struct {
	Name    string
	Seconds float64
}

func child(mode string) error {
	var o childOptions
	if err := json.Unmarshal([]byte(os.Getenv(optionsVariable)), &o); err != nil {
		return err
	}
	runtime.GOMAXPROCS(o.Jobs)
	var result any
	var err error
	if mode == "parse" {
		result, err = parseOnly(o)
	} else {
		result, err = compare(o)
	}
	if err != nil {
		return err
	}
	return json.NewEncoder(os.Stdout).Encode(result)
}

func parseOnly(o childOptions) (*floor, error) {
	var texts [][]byte
	for _, dir := range []string{o.Old, o.New} {
		walked, err := scan.Walk([]string{dir}, scan.WalkOptions{})
		if err != nil {
			return nil, err
		}
		for _, in := range walked.Inputs {
			if text, err := os.ReadFile(in.Abs); err == nil {
				texts = append(texts, text) // what cannot be read the comparison reports
			}
		}
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
	err := g.Wait()
	return &floor{time.Since(start).Seconds(), cpuSeconds() - cpu}, err
}

func compare(o childOptions) (*compared, error) {
	structural, _ := concretize.StructuralChecks()
	witness, _ := concretize.Allowances()
	set, err := rules.Load(rules.Options{Vocabulary: rules.Vocabulary{Structural: structural, Witness: witness}})
	if err != nil {
		return nil, err
	}
	if o.Profile != "" {
		f, err := os.Create(o.Profile)
		if err != nil {
			return nil, err
		}
		defer f.Close()
		if err := pprof.StartCPUProfile(f); err != nil {
			return nil, err
		}
		defer pprof.StopCPUProfile()
	}
	ctx := context.Background()
	c := &compared{Vectors: map[string]int{}}
	start, cpu := time.Now(), cpuSeconds()
	var sides [2]release.Side
	for i, dir := range []string{o.Old, o.New} {
		if sides[i], err = release.Read(ctx, dir, release.ReadOptions{Jobs: o.Jobs}); err != nil {
			return nil, err
		}
		for _, f := range sides[i].Files {
			c.Files++
			c.Lines += f.Lines.Count()
			c.Bytes += int64(len(f.Source))
		}
	}
	c.Stages = append(c.Stages, stage{"read and parse", time.Since(start).Seconds()})
	r, err := release.Compare(ctx, sides[0], sides[1], release.CompareOptions{Rules: set, Jobs: o.Jobs})
	if err != nil {
		return nil, err
	}
	c.Seconds, c.CPU = time.Since(start).Seconds(), cpuSeconds()-cpu
	for _, t := range r.Timings {
		c.Stages = append(c.Stages, stage{t.Stage, t.Took.Seconds()})
	}
	for _, n := range r.Counts {
		c.Found += n.Count
		if v := n.Detectors[release.VectorDetector]; v > 0 {
			c.Vectors[n.Type] = v
		}
	}
	c.PeakBytes = peakMemory()
	return c, nil
}

// peakMemory is the largest resident set of this process so far.
func peakMemory() int64 {
	status, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", os.Getpid()))
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
