package mine

import (
	"context"
	"fmt"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// Workers take files of the earliest input that has any; only when all are taken do they begin another.
func TestPoolTakesTheEarliest(t *testing.T) {
	p := newPool()
	jobs := make([]*job, 3)
	for i := range jobs {
		jobs[i] = &job{number: i, pairs: make([]filePair, 2)}
		p.put(jobs[i])
	}
	var got []string
	take := func() {
		j, f := p.take()
		got = append(got, fmt.Sprint(j.number, f != nil))
	}
	take()
	take() // the files of the first are being read
	p.offer(jobs[1])
	take()
	p.offer(jobs[0])
	for range 4 {
		take()
	}
	want := []string{"0 false", "1 false", "1 true", "0 true", "0 true", "1 true", "2 false"}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("taken:\n%s", diff)
	}
	if p.parsed(jobs[0]) || !p.parsed(jobs[0]) {
		t.Error("the second of two files is the last")
	}
	p.stop()
	if j, _ := p.take(); j != nil {
		t.Errorf("input %d is taken after the end", j.number)
	}
}

// A worker with nothing to take waits as long as there may come something, and no longer.
func TestPoolEnds(t *testing.T) {
	p := newPool()
	ready := make(chan *Result, 1)
	j := &job{result: &Result{}, cancel: func() {}, ctx: context.Background(), ready: ready, pairs: make([]filePair, 1)}
	p.put(j)
	p.close()
	p.take()
	ended := make(chan int)
	go func() {
		n := 0
		for {
			j, f := p.take()
			if j == nil {
				ended <- n
				return
			}
			if n++; f != nil && p.parsed(j) {
				p.done(j)
			}
		}
	}()
	p.offer(j)
	if n := <-ended; n != 1 {
		t.Errorf("the other worker took %d", n)
	}
	<-ready
}

func TestPairsOfFiles(t *testing.T) {
	blobs := func(paths ...string) (list []Blob) {
		for _, p := range paths {
			// The later its folder in the alphabet, the smaller it is.
			list = append(list, Blob{Path: p, Content: make([]byte, 1000-int(p[0]))})
		}
		return list
	}
	c := Change{Before: blobs("d/Same.java", "b/Old.java", "a/Moved.java", "c/Gone.java", "e/Two.java", "f/Two.java"),
		After:   blobs("b/New.java", "d/Same.java", "g/Moved.java", "h/Two.java", "i/Come.java"),
		Renamed: map[string]string{"b/Old.java": "b/New.java", "x/None.java": "y/None.java"}}
	name := func(side []Blob, i int) string {
		if i < 0 {
			return "none"
		}
		return side[i].Path
	}
	var got []string
	for _, p := range c.pairs() {
		got = append(got, name(c.Before, p.before)+" "+name(c.After, p.after))
	}
	want := []string{"b/Old.java b/New.java", "d/Same.java d/Same.java", "a/Moved.java g/Moved.java", "f/Two.java h/Two.java",
		"c/Gone.java none", "e/Two.java none", "none i/Come.java"}
	if !slices.Equal(got, want) {
		t.Errorf("pairs %q, want %q", got, want)
	}
}
