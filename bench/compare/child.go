package main

import (
	"context"
	"os"
	"runtime/pprof"
	"time"

	"refract/bench/measure"
	"refract/concretize"
	"refract/release"
	"refract/rules"
)

// This file is the processes that are measured.

type childOptions struct {
	Old, New string
	Jobs     int
	Profile  string // file for a processor profile; "" for none
}

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

// child measures in this process.
func child(mode string, o childOptions) (any, error) {
	if mode == "parse" {
		return measure.ParseOnly([]string{o.Old, o.New}, o.Jobs)
	}
	return compare(o)
}

func compare(o childOptions) (*compared, error) {
	set, err := rules.Load(rules.Options{Vocabulary: concretize.Vocabulary(), NoSamples: true})
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
	start, cpu := time.Now(), measure.CPUSeconds()
	old, new, err := read(ctx, o)
	if err != nil {
		return nil, err
	}
	for _, side := range []release.Side{old, new} {
		for _, f := range side.Files {
			c.Files++
			c.Lines += f.Lines.Count()
			c.Bytes += int64(len(f.Source))
		}
	}
	c.Stages = append(c.Stages, stage{"read and parse", time.Since(start).Seconds()})
	r, err := release.Compare(ctx, old, new, release.CompareOptions{Rules: set, Jobs: o.Jobs})
	if err != nil {
		return nil, err
	}
	c.Seconds, c.CPU = time.Since(start).Seconds(), measure.CPUSeconds()-cpu
	for _, t := range r.Timings {
		c.Stages = append(c.Stages, stage{t.Stage, t.Took.Seconds()})
	}
	for _, n := range r.Counts {
		c.Found += n.Count
		if v := n.Detectors[release.VectorDetector]; v > 0 {
			c.Vectors[n.Type] = v
		}
	}
	c.PeakBytes = measure.PeakMemory()
	return c, nil
}

// read reads both releases as the command does.
func read(ctx context.Context, o childOptions) (before, after release.Side, err error) {
	ro := release.ReadOptions{Jobs: o.Jobs}
	old, err := release.List(o.Old, ro)
	if err != nil {
		return before, after, err
	}
	new, err := release.List(o.New, ro)
	if err != nil {
		return before, after, err
	}
	return release.ReadBoth(ctx, old, new, ro)
}
