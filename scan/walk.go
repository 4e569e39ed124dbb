package scan

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"github.com/bmatcuk/doublestar/v4"

	"refract/finding"
)

// ErrNoInput is returned where a root exists but holds no Java file at all. The remedy is another directory.
var ErrNoInput = errors.New("no Java file")

// WalkOptions choose the files of a scan.
type WalkOptions struct {
	// Include and Exclude are globs with ** over the slash-separated path below the root. A file is read if some
	// Include matches, or there is none, and no Exclude matches. A glob without a slash matches the base name.
	Include, Exclude []string
	// Generated asks for the output directories of builds as well (see buildOutput).
	Generated bool
	// NoIgnore reads files that .gitignore excludes.
	NoIgnore bool
}

// Input is one file to read.
type Input struct {
	Path string // slash-separated, below the root; with several roots it begins with the root as it was named
	Abs  string // where to open it
	Size int64

	stamp uint64 // 0 where there is none
}

// Walked is what a walk found.
type Walked struct {
	Inputs    []Input // by path
	Ignored   int     // Java files left out by .gitignore, Include and Exclude
	Generated int     // Java files in output directories
	Links     int     // symbolic links that were not followed
	Problems  []finding.Problem
}

// bytes is the size of all inputs.
func (w *Walked) bytes() int64 {
	n := int64(0)
	for i := range w.Inputs {
		n += w.Inputs[i].Size
	}
	return n
}

// Walk lists the Java files below roots. A directory or file that cannot be read is a problem (by path) and the walk goes on; a
// root that cannot be is an error. Symbolic links below a root are not followed, so a loop of them is no loop; a root
// may be one. Directories whose names begin with a dot are passed by.
func Walk(roots []string, o WalkOptions) (Walked, error) { return walk(roots, o, 1) }

// walk is Walk with so many workers.
func walk(roots []string, o WalkOptions, jobs int) (Walked, error) {
	for _, glob := range append(append([]string(nil), o.Include...), o.Exclude...) {
		if !doublestar.ValidatePattern(glob) {
			return Walked{}, fmt.Errorf("glob %q: %w", glob, doublestar.ErrBadPattern)
		}
	}
	w := walker{opts: o, jobs: jobs}
	if len(roots) > 1 {
		w.seen = map[string]bool{}
	}
	for _, root := range roots {
		prefix := ""
		if len(roots) > 1 {
			prefix = filepath.ToSlash(filepath.Clean(root))
		}
		if err := w.root(root, prefix); err != nil {
			return Walked{}, err
		}
	}
	slices.SortFunc(w.out.Inputs, func(a, b Input) int { return strings.Compare(a.Path, b.Path) }) // one root's are in order
	sortProblems(w.out.Problems)
	if len(w.out.Inputs) == 0 {
		return w.out, fmt.Errorf("%s: %w%s", strings.Join(roots, ", "), ErrNoInput, w.leftOut())
	}
	return w.out, nil
}

// walk is the options of the walk: generated code may lie in build output.
func (o *Options) walk() WalkOptions {
	walk := o.Walk
	walk.Generated = walk.Generated || o.Read.Generated
	return walk
}

type walker struct {
	opts WalkOptions
	jobs int
	todo *folders        // of the root that is walked
	seen map[string]bool // real paths of files, so that overlapping roots give each file once; nil for one root
	out  Walked
}

func (w *walker) leftOut() string {
	if w.out.Ignored+w.out.Generated == 0 {
		return ""
	}
	return fmt.Sprintf(" (%d ignored by .gitignore or globs, %d in build output)", w.out.Ignored, w.out.Generated)
}

func (w *walker) root(root, prefix string) error {
	// Go people write DIR/... for a directory and all below it, which every root is here.
	root = strings.TrimSuffix(root, "/...")
	real, err := filepath.EvalSymlinks(root)
	if err != nil {
		return fmt.Errorf("scan %s: %w", root, err)
	}
	if real, err = filepath.Abs(real); err != nil {
		return fmt.Errorf("scan %s: %w", root, err)
	}
	info, err := os.Stat(real)
	if err != nil {
		return fmt.Errorf("scan %s: %w", root, err)
	}
	if !info.IsDir() {
		if prefix == "" {
			prefix = filepath.Base(root)
		}
		// Named by the user: no rule leaves it out.
		w.add(&folderWalked{Walked: Walked{Inputs: []Input{{Path: prefix, Abs: real, Size: info.Size(), stamp: stampOf(info)}}}})
		return nil
	}
	if _, err := os.ReadDir(real); err != nil {
		return fmt.Errorf("scan %s: %w", root, err)
	}
	var ig *ignorer
	if !w.opts.NoIgnore {
		ig = newIgnorer(real)
	}
	top := folder{abs: withSlash(real), prefix: prefix, ig: ig}
	top.root = len(top.abs)
	all := &folderWalked{}
	w.todo = newFolders()
	w.todo.add([]task{{top, all}})
	w.work()
	w.out.Inputs = slices.Grow(w.out.Inputs, all.inputs())
	w.add(all)
	return nil
}

func withSlash(dir string) string {
	return strings.TrimSuffix(dir, string(filepath.Separator)) + string(filepath.Separator)
}

// folder is a directory to walk.
type folder struct {
	abs    string // with a slash at its end
	root   int    // how much of it is the root
	prefix string // what paths begin with
	ig     *ignorer
	output bool // it lies in a build's output, where files are only counted
}

// below is a path as it is below the root.
func (d *folder) below(abs string) string { return filepath.ToSlash(abs[d.root:]) }

// path is a path as it is shown.
func (d *folder) path(abs string) string {
	return join(d.prefix, strings.TrimSuffix(d.below(abs), "/"))
}

// folderWalked is what was found in a directory and below it.
type folderWalked struct {
	Walked                  // in the directory itself
	folders []*folderWalked // that lie in it
	before  []int           // of each: how many of the inputs come before it
}

// inputs is how many files were found.
func (f *folderWalked) inputs() int {
	n := len(f.Inputs)
	for _, below := range f.folders {
		n += below.inputs()
	}
	return n
}

// work walks the directories that are to be walked, with all workers, until there are no more.
func (w *walker) work() {
	var workers sync.WaitGroup
	for range max(w.jobs, 1) {
		workers.Go(func() {
			for t, ok := w.todo.take(); ok; t, ok = w.todo.take() {
				w.folder(t.in, t.found)
				w.todo.done()
			}
		})
	}
	workers.Wait()
}

// task is a directory to walk, with the place for what is found.
type task struct {
	in    folder
	found *folderWalked
}

// folders are the directories that are to be walked. Most are small: a worker that took one with all that lies below it would often be idle.
type folders struct {
	mu   sync.Mutex
	more *sync.Cond // of mu: there is another directory, or none any more
	list []task
	left int // directories in list, or being walked
}

func newFolders() *folders {
	f := &folders{}
	f.more = sync.NewCond(&f.mu)
	return f
}

func (f *folders) add(tasks []task) {
	if len(tasks) == 0 {
		return
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	f.list, f.left = append(f.list, tasks...), f.left+len(tasks)
	f.more.Broadcast()
}

// done says that a directory that was taken is walked, and those in it are added.
func (f *folders) done() {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.left--; f.left == 0 {
		f.more.Broadcast()
	}
}

// take returns the next directory, and waits for it; ok is false once all are walked.
func (f *folders) take() (t task, ok bool) {
	f.mu.Lock()
	defer f.mu.Unlock()
	for len(f.list) == 0 && f.left > 0 {
		f.more.Wait()
	}
	if len(f.list) == 0 {
		return task{}, false
	}
	last := len(f.list) - 1
	t, f.list = f.list[last], f.list[:last]
	return t, true
}

// folder walks one directory, and adds those in it to the ones that are to be walked.
func (w *walker) folder(d folder, here *folderWalked) {
	dir, entries, err := openDirectory(d.abs)
	if err != nil {
		here.Problems = append(here.Problems, unreadable(d.path(d.abs), err))
		return
	}
	sortEntries(entries)
	if has(entries, ignoreFile) {
		d.ig = d.ig.enter(strings.TrimSuffix(d.abs, string(filepath.Separator)))
	}
	if java := locate(d.abs, entries); !d.output {
		here.Inputs = make([]Input, 0, java)
	}
	var below []task
	for i := range entries {
		switch e := &entries[i]; {
		case e.kind&fs.ModeSymlink != 0:
			here.Links++
		case e.kind.IsDir():
			if f, ok := w.enter(d, e, entries); ok {
				found := &folderWalked{}
				below, here.folders = append(below, task{f, found}), append(here.folders, found)
				here.before = append(here.before, len(here.Inputs))
			}
		case e.isJava():
			w.file(dir, &d, e, here)
		}
	}
	dir.close() // before others are opened: a tree may be deeper than files may be open
	w.todo.add(below)
}

// enter returns the directory in d, which has those entries, unless it is left out.
func (w *walker) enter(d folder, e *entry, siblings []entry) (in folder, ok bool) {
	name := strings.TrimSuffix(e.name, "/")
	if strings.HasPrefix(name, ".") || d.ig.ignored(e.path, true) {
		return d, false
	}
	d.abs, d.output = e.path, (d.output || buildOutput(name, siblings)) && !w.opts.Generated
	return d, true
}

// file adds a Java file of d to what was found there.
func (w *walker) file(dir directory, d *folder, e *entry, here *folderWalked) {
	problem := func(p finding.Problem) { here.Problems = append(here.Problems, p) }
	switch {
	case !e.kind.IsRegular():
		problem(finding.Problem{Path: d.path(e.path), Severity: finding.Warning, Message: "not a regular file: " + e.kind.String()})
		return
	case d.ig.ignored(e.path, false), !w.wanted(d.below(e.path)):
		here.Ignored++
		return
	case d.output:
		here.Generated++
		return
	}
	size, stamp, err := dir.stat(e.name)
	if err != nil {
		problem(unreadable(d.path(e.path), err))
		return
	}
	here.Inputs = append(here.Inputs, Input{Path: d.path(e.path), Abs: e.path, Size: size, stamp: stamp})
}

// add adds what was found to the rest.
func (w *walker) add(f *folderWalked) {
	at := 0
	for i, below := range f.folders {
		w.addInputs(f.Inputs[at:f.before[i]])
		at = f.before[i]
		w.add(below)
	}
	w.addInputs(f.Inputs[at:])
	w.out.Ignored += f.Ignored
	w.out.Generated += f.Generated
	w.out.Links += f.Links
	w.out.Problems = append(w.out.Problems, f.Problems...)
}

func (w *walker) addInputs(inputs []Input) {
	if w.seen == nil {
		w.out.Inputs = append(w.out.Inputs, inputs...)
		return
	}
	for _, in := range inputs {
		if !w.seen[in.Abs] {
			w.seen[in.Abs] = true
			w.out.Inputs = append(w.out.Inputs, in)
		}
	}
}

func (w *walker) wanted(path string) bool { return Wanted(path, w.opts.Include, w.opts.Exclude) }

// Wanted reports whether the include and exclude globs of WalkOptions let a slash-separated path pass.
func Wanted(path string, include, exclude []string) bool {
	if len(include) > 0 && !matchAny(include, path) {
		return false
	}
	return !matchAny(exclude, path)
}

// matchAny reports whether a glob matches the path, or one of its directories: "--exclude legacy" and "legacy/**"
// leave out the same files.
func matchAny(globs []string, path string) bool {
	for _, glob := range globs {
		glob = strings.TrimSuffix(strings.TrimPrefix(glob, "./"), "/")
		if !strings.Contains(glob, "/") {
			glob = "**/" + glob
		}
		for p := path; p != "."; p = slashDir(p) {
			if ok, _ := doublestar.Match(glob, p); ok { // validated by Walk
				return true
			}
		}
	}
	return false
}

func slashDir(p string) string {
	if i := strings.LastIndexByte(p, '/'); i >= 0 {
		return p[:i]
	}
	return "."
}

// outputs names the directories that build tools write to, with the files beside them that tell so. Without such a
// file "build" is as good a name of a package as another (org.eclipse.pde.internal.build).
var outputs = map[string][]string{
	"target": {"pom.xml", "build.sbt"},
	"build":  {"build.gradle", "build.gradle.kts", "settings.gradle", "build.xml", "pom.xml"},
	"out":    {"build.gradle", "build.gradle.kts", "build.xml", "pom.xml"},
	"bin":    {".classpath", "build.xml", "build.gradle"},
}

// buildOutput reports whether the directory of that name, with these siblings, is the output of a build.
func buildOutput(name string, siblings []entry) bool {
	if name == "generated-sources" || name == "generated-test-sources" {
		return true
	}
	return slices.ContainsFunc(outputs[name], func(mark string) bool { return has(siblings, mark) })
}

func join(a, b string) string {
	switch {
	case a == "":
		return b
	case b == "":
		return a
	}
	return a + "/" + b
}

// unreadable is the problem of a file or directory that could not be opened or read.
func unreadable(path string, err error) finding.Problem {
	var pe *fs.PathError
	if errors.As(err, &pe) {
		err = pe.Err // the path is in the problem already
	}
	return finding.Problem{Path: path, Severity: finding.Trouble, Message: "cannot be read: " + err.Error(),
		Remedy: "make it readable or leave it out with --exclude"}
}
