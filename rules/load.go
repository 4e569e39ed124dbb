package rules

import (
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// catalog holds the table of the catalogue as well, which need not be there: see tableFile.
//
//go:embed catalog*
var catalog embed.FS

// Options say which rules to load.
type Options struct {
	Paths      []string   // files, or folders that are searched for rules; later rules replace earlier ones of the same id
	NoBuiltin  bool       // leave the built-in catalogue out
	Vocabulary Vocabulary // names that other packages implement
	// NoSamples leaves out the samples and the documentation of the built-in rules, which nobody needs who only runs them:
	// the rest is there without reading YAML. Those of other rules are read, since they may be at fault.
	NoSamples bool
}

// Load reads the built-in catalogue, then o.Paths. The set holds every sound rule, also when err is not nil; err is
// then Faults with everything that is wrong. Whoever goes on with the sound rules must say so.
//
// A broken rule that would replace another takes that one out as well: running the replaced rule instead would be a
// surprise.
func Load(o Options) (*Set, error) {
	l := &loader{opts: o, byID: map[string]*Rule{}}
	if !o.NoBuiltin {
		l.builtin()
	}
	for _, path := range o.Paths {
		l.path(path)
	}
	if len(l.faults) > 0 {
		return newSet(l.byID), l.faults.sorted()
	}
	return newSet(l.byID), nil
}

// LoadFile reads a single rule file, without the catalogue. The rule is nil if there are faults.
func LoadFile(path string, v Vocabulary) (*Rule, error) {
	s, err := Load(Options{Paths: []string{path}, NoBuiltin: true, Vocabulary: v})
	if err != nil {
		return nil, err
	}
	if len(s.Rules) != 1 {
		return nil, Faults{{Path: path, Message: fmt.Sprintf("%d rules here; name one rule file", len(s.Rules))}}
	}
	return s.Rules[0], nil
}

// files is where rules lie: the embedded catalogue or the disk. Unlike fs.FS it takes any path, so that a user's
// rule may name samples in a neighbouring folder.
type files interface {
	ReadFile(path string) ([]byte, error)
	WalkDir(root string, fn fs.WalkDirFunc) error
	Join(elem ...string) string
}

type catalogFiles struct{}

func (catalogFiles) ReadFile(path string) ([]byte, error) { return catalog.ReadFile(path) }
func (catalogFiles) WalkDir(root string, fn fs.WalkDirFunc) error {
	return fs.WalkDir(catalog, root, fn)
}
func (catalogFiles) Join(elem ...string) string { return filepath.ToSlash(filepath.Join(elem...)) }

type diskFiles struct{}

func (diskFiles) ReadFile(path string) ([]byte, error)         { return ReadFile(path) }
func (diskFiles) WalkDir(root string, fn fs.WalkDirFunc) error { return filepath.WalkDir(root, fn) }
func (diskFiles) Join(elem ...string) string                   { return filepath.Join(elem...) }

type loader struct {
	opts   Options
	byID   map[string]*Rule
	faults Faults
}

func (l *loader) fault(path, format string, args ...any) {
	l.faults = append(l.faults, Fault{Path: path, Message: fmt.Sprintf(format, args...)})
}

// builtin reads the built-in catalogue.
func (l *loader) builtin() {
	paths := l.find(catalogFiles{}, "catalog")
	if l.opts.NoSamples {
		if table, err := catalog.ReadFile(tableFile); err == nil && l.table(table, paths) {
			return
		}
	}
	for _, path := range paths {
		l.file(catalogFiles{}, path, true)
	}
}

// path reads one file or folder of the user's.
func (l *loader) path(path string) {
	info, err := os.Stat(path)
	switch {
	case err != nil:
		l.fault(path, "cannot read: %s", reason(err))
	case !info.IsDir():
		l.file(diskFiles{}, path, false)
	default:
		found := l.find(diskFiles{}, path)
		if len(found) == 0 {
			l.fault(path, "no rule in this folder: a rule is a file that ends in .yaml or .yml")
		}
		for _, p := range found {
			l.file(diskFiles{}, p, false)
		}
	}
}

// find lists the rule files under root in order: every .yaml or .yml file outside of folders named samples and of
// hidden ones.
func (l *loader) find(in files, root string) []string {
	var found []string
	err := in.WalkDir(root, func(path string, e fs.DirEntry, err error) error {
		switch {
		case err != nil:
			l.fault(path, "cannot read: %s", reason(err))
			return nil
		case e.IsDir():
			if path != root && (e.Name() == "samples" || strings.HasPrefix(e.Name(), ".")) {
				return fs.SkipDir
			}
		case strings.HasSuffix(path, ".yaml"), strings.HasSuffix(path, ".yml"):
			found = append(found, path)
		}
		return nil
	})
	if err != nil {
		l.fault(root, "cannot read: %s", reason(err))
	}
	slices.Sort(found)
	return found
}

// file reads one rule file with its documentation and samples.
func (l *loader) file(in files, path string, builtin bool) {
	text, err := in.ReadFile(path)
	if err != nil {
		l.fault(path, "cannot read: %s", reason(err))
		return
	}
	d := &decoder{path: path, opts: &l.opts.Vocabulary, builtin: builtin}
	r, samples := d.rule(text)
	r.Builtin = builtin
	if !builtin || !l.opts.NoSamples {
		l.accompany(d, r, in, samples)
	}
	if old := l.byID[r.ID]; old != nil && old.Builtin == builtin {
		d.fault(nil, "", "id %q is already that of %s", r.ID, old.Path)
	}
	if len(d.faults) > 0 {
		delete(l.byID, r.ID)
		l.faults = append(l.faults, d.faults...)
		return
	}
	r.known = known{r, r.newHash()}
	l.byID[r.ID] = r
}

// accompany reads what lies beside the file of r: its samples and its documentation.
func (l *loader) accompany(d *decoder, r *Rule, in files, samples []entry) {
	path, dir := d.path, filepath.Dir(d.path)
	for _, e := range samples {
		r.Samples = append(r.Samples, d.samples(in, dir, e)...)
	}
	if filepath.Base(path) == "rule.yaml" || filepath.Base(path) == "rule.yml" {
		if doc, err := in.ReadFile(in.Join(dir, "doc.md")); err == nil {
			r.Doc = string(doc)
		} else if !errors.Is(err, fs.ErrNotExist) {
			d.fault(nil, "", "cannot read doc.md: %s", reason(err))
		}
	}
}

// reason is the last part of an error of the operating system: "no such file or directory".
func reason(err error) string {
	var pe *fs.PathError
	if errors.As(err, &pe) {
		return pe.Err.Error()
	}
	return err.Error()
}
