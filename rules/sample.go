package rules

import (
	"errors"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"

	"github.com/goccy/go-yaml/ast"
)

// Sample is a pair of Java files of the rule's own: code before and after the refactoring.
type Sample struct {
	Name    string // the folder's last element, or the file's base name for a pair of files
	Refused bool   // a near-miss: the pair must not be found
	Note    string // one sentence of intent

	BeforePath, AfterPath string // for messages
	Before, After         []byte // the files' content

	// Method names the method of Before in which the opportunity must be found, AfterMethod the method of After that
	// must be its sample; both as "name" or "Type.name". An empty Method means any method, an empty AfterMethod the
	// same name as Method.
	Method, AfterMethod string
}

// samples reads the value of samples or near_misses: folders, or mappings with the paths of two files. Every file
// must be there.
func (d *decoder) samples(in files, dir string, e entry) []Sample {
	items, _ := d.items(e.value, e.key)
	var list []Sample
	for _, n := range items {
		s := Sample{Refused: e.key == "near_misses"}
		ok := false
		switch n.(type) {
		case *ast.MappingNode, *ast.MappingValueNode:
			ok = d.samplePair(&s, in, dir, n)
		default:
			ok = d.sampleFolder(&s, in, dir, n)
		}
		if ok {
			list = append(list, s)
		}
	}
	return list
}

// sampleFolder reads a folder with before.java, after.java and perhaps sample.yaml.
func (d *decoder) sampleFolder(s *Sample, in files, dir string, n ast.Node) bool {
	folder, ok := d.str(n, "a sample")
	if !ok {
		return false
	}
	s.Name = filepath.Base(folder)
	root := in.Join(dir, folder)
	s.BeforePath, s.AfterPath = in.Join(root, "before.java"), in.Join(root, "after.java")
	meta := in.Join(root, "sample.yaml")
	if text, err := in.ReadFile(meta); err == nil {
		m := &decoder{path: meta, opts: d.opts}
		if body := m.document(text); body != nil {
			m.sampleFields(s, nil, body)
		}
		d.faults = append(d.faults, m.faults...)
	} else if !errors.Is(err, fs.ErrNotExist) {
		d.fault(start(n), "", "cannot read sample file %s: %s", meta, reason(err))
	}
	return d.readSample(s, in, n)
}

// samplePair reads {before: PATH, after: PATH, …}.
func (d *decoder) samplePair(s *Sample, in files, dir string, n ast.Node) bool {
	paths := map[string]string{}
	d.sampleFields(s, paths, n)
	for _, key := range []string{"before", "after"} {
		if paths[key] == "" {
			d.fault(start(n), "", "field %q of a sample is missing", key)
			return false
		}
	}
	s.BeforePath, s.AfterPath = in.Join(dir, paths["before"]), in.Join(dir, paths["after"])
	s.Name = strings.TrimSuffix(filepath.Base(s.BeforePath), ".java")
	return d.readSample(s, in, n)
}

// sampleFields reads the fields of a sample. paths gets before and after; it is nil where these are not fields.
func (d *decoder) sampleFields(s *Sample, paths map[string]string, n ast.Node) {
	known := []string{"method", "after_method", "note"}
	if paths != nil {
		known = append(known, "before", "after")
	}
	list, _ := d.entries(n, "a sample")
	for _, e := range list {
		if !slices.Contains(known, e.key) {
			d.fault(e.at, nearest(e.key, known), "unknown field %q of a sample", e.key)
			continue
		}
		text, _ := d.str(e.value, e.key)
		switch e.key {
		case "method":
			s.Method = text
		case "after_method":
			s.AfterMethod = text
		case "note":
			s.Note = text
		default:
			paths[e.key] = text
		}
	}
}

func (d *decoder) readSample(s *Sample, in files, n ast.Node) bool {
	var errBefore, errAfter error
	s.Before, errBefore = in.ReadFile(s.BeforePath)
	s.After, errAfter = in.ReadFile(s.AfterPath)
	for _, e := range []struct {
		path string
		err  error
	}{{s.BeforePath, errBefore}, {s.AfterPath, errAfter}} {
		if e.err != nil {
			d.fault(start(n), "", "missing sample: %s: %s", e.path, reason(e.err))
		}
	}
	return errBefore == nil && errAfter == nil
}
