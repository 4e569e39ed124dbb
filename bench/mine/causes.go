package main

import (
	"cmp"
	"fmt"
	"io"
	"regexp"
	"slices"
	"strings"

	"refract/finding"
)

// This file says what stands in the place of the instances that were missed, for the types with low recall. It is counted
// by program, from the texts alone, so that every run can print it.

// lowRecall is the recall below which the misses of a type are looked at.
const lowRecall = 0.9

// causes are the misses of one type by what was reported instead.
type causes struct {
	typeTally
	// alike: one of the type with most of the words. otherwise: the element, in another type. host: the method it is in,
	// something else of it. silent: nothing of either.
	alike, otherwise, host, silent int
}

// causesOf classifies the misses of the types in r with low recall; found are the reports by case.
func causesOf(r result, found map[string][]finding.Refactoring) []causes {
	var list []causes
	for _, t := range r.per {
		if t.FN == 0 || t.recall() >= lowRecall {
			continue
		}
		c := causes{typeTally: t}
		for _, m := range r.misses {
			if m.typ != t.Type || m.kind != missedKind {
				continue
			}
			c.add(m, found[m.name])
		}
		list = append(list, c)
	}
	slices.SortStableFunc(list, func(x, y causes) int { return cmp.Compare(y.FN, x.FN) })
	return list
}

var (
	wordPattern   = regexp.MustCompile(`\w+`)
	methodPattern = regexp.MustCompile(`(\w+)\(`)
	namePattern   = regexp.MustCompile(`(\w+) : `)
	hostPattern   = regexp.MustCompile(`in method .*?(\w+)\(`)
)

func (c *causes) add(m miss, found []finding.Refactoring) {
	words := wordsOf(m.text)
	element, host := elementOf(m), ""
	if g := hostPattern.FindStringSubmatch(m.text); g != nil {
		host = g[1]
	}
	alike, otherwise, hosted := false, false, false
	for i := range found {
		r := &found[i]
		reported := wordsOf(r.Description)
		if r.Type == m.typ {
			alike = alike || overlap(words, reported) > 0.6
		} else {
			otherwise = otherwise || reported[element]
		}
		hosted = hosted || host != "" && reported[host]
	}
	switch {
	case alike:
		c.alike++
	case otherwise:
		c.otherwise++
	case hosted:
		c.host++
	default:
		c.silent++
	}
}

// elementOf is the name of the method, variable or class that the miss begins with.
func elementOf(m miss) string {
	text, _, _ := strings.Cut(strings.TrimPrefix(m.text, m.typ+" "), " to ")
	for _, p := range []*regexp.Regexp{methodPattern, namePattern} {
		if g := p.FindStringSubmatch(text); g != nil {
			return g[1]
		}
	}
	first, _, _ := strings.Cut(text, " ")
	return first[strings.LastIndexByte(first, '.')+1:]
}

func wordsOf(s string) map[string]bool {
	words := map[string]bool{}
	for _, w := range wordPattern.FindAllString(s, -1) {
		words[w] = true
	}
	return words
}

// overlap is the share of the words of both that both have.
func overlap(a, b map[string]bool) float64 {
	common := 0
	for w := range a {
		if b[w] {
			common++
		}
	}
	return float64(common) / float64(max(1, len(a)+len(b)-common))
}

func causeTable(w io.Writer, list []causes) {
	fmt.Fprintln(w, "| type | missed | one much like it | the element in another type | only its method | nothing |\n|---|---:|---:|---:|---:|---:|")
	for _, c := range list {
		fmt.Fprintf(w, "| %s | %d of %d | %d | %d | %d | %d |\n", c.Type, c.FN, c.TP+c.FN, c.alike, c.otherwise, c.host, c.silent)
	}
}
