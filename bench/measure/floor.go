package measure

import (
	"os"
	"runtime"
	"sync/atomic"
	"time"

	"golang.org/x/sync/errgroup"

	"refract/java/parse"
	"refract/scan"
)

// Floor is tree-sitter alone over the files that a scan reads.
type Floor struct {
	Files   int     `json:"files"`
	Bytes   int64   `json:"bytes"`
	Seconds float64 `json:"seconds"` // wall clock, with the files in memory
	CPU     float64 `json:"cpu"`     // processor seconds, of all threads
	// Tree is the seconds that the trees of refract take.
	Tree float64 `json:"tree"`
}

// ParseOnly times the parsing of what the walk of a scan finds in dirs, with that many workers.
func ParseOnly(dirs []string, jobs int) (Floor, error) {
	var f Floor
	var texts [][]byte
	for _, dir := range dirs {
		walked, err := scan.Walk([]string{dir}, scan.WalkOptions{})
		if err != nil {
			return Floor{}, err
		}
		for _, in := range walked.Inputs {
			text, err := os.ReadFile(in.Abs)
			if err != nil {
				continue // what is measured beside it reports it
			}
			texts = append(texts, text)
			f.Files++
			f.Bytes += int64(len(text))
		}
	}
	var err error
	if f.Seconds, f.CPU, err = parseAll(texts, jobs, (*parse.Parser).ParseOnly); err == nil {
		f.Tree, _, err = parseAll(texts, jobs, (*parse.Parser).ParseTree)
	}
	return f, err
}

// parseAll returns the seconds, by the clock and of processors, that do takes for all texts.
func parseAll(texts [][]byte, jobs int, do func(*parse.Parser, []byte)) (clock, processors float64, err error) {
	runtime.GC()
	start, cpu := time.Now(), CPUSeconds()
	var next atomic.Int64
	var g errgroup.Group
	for range jobs {
		g.Go(func() error {
			p := parse.New()
			defer p.Close()
			for {
				i := int(next.Add(1)) - 1
				if i >= len(texts) {
					return nil
				}
				do(p, texts[i])
			}
		})
	}
	err = g.Wait()
	return time.Since(start).Seconds(), CPUSeconds() - cpu, err
}
