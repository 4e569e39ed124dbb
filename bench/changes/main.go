// Command changes counts what happens to the files of a code base from one release to the next.
//
//	go run ./bench/changes OLD,NEW ...
//
// For each pair of directories it prints how many files differ, and in what: in comments alone; in code, while all declarations are the same; in having
// more declarations; in lacking some, or having others in their place; and how many are new and gone. A file counts once, for the last of these that it has. Declarations
// are types by name, fields by name and type, methods by name and types of parameters. It is where the edit "as in releases" of bench/scan comes from.
package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"text/tabwriter"

	"refract/java"
	"refract/java/parse"
	"refract/scan"
)

func main() {
	if err := run(os.Stdout, os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, "bench/changes:", err)
		os.Exit(2)
	}
}

// changes are numbers of files.
type changes struct {
	comments, code, more, other, added, removed int
}

func (c *changes) add(d changes) {
	c.comments += d.comments
	c.code += d.code
	c.more += d.more
	c.other += d.other
	c.added += d.added
	c.removed += d.removed
}

func (c *changes) differ() int { return c.comments + c.code + c.more + c.other }

func run(w io.Writer, args []string) error {
	if len(args) == 0 {
		return errors.New("want at least one pair of releases, OLD,NEW")
	}
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintln(t, "files of both\tdiffer\tin comments\tin code\tmore declarations\tother declarations\tnew\tgone\t  ")
	row := func(files int, c changes, name string) {
		fmt.Fprintf(t, "%d\t%d\t%d\t%d\t%d\t%d\t%d\t%d\t  %s\n", files, c.differ(), c.comments, c.code, c.more, c.other, c.added, c.removed, name)
	}
	var all changes
	files := 0
	for _, pair := range args {
		before, after, ok := strings.Cut(pair, ",")
		if !ok {
			return fmt.Errorf("%s: want OLD,NEW", pair)
		}
		both, c, err := between(before, after)
		if err != nil {
			return err
		}
		row(both, c, before+" to "+after)
		files += both
		all.add(c)
	}
	row(files, all, "all")
	return t.Flush()
}

// between compares two directories, and tells how many files both have.
func between(before, after string) (both int, c changes, err error) {
	old, err := texts(before)
	if err != nil {
		return 0, c, err
	}
	now, err := texts(after)
	if err != nil {
		return 0, c, err
	}
	p := parse.New()
	defer p.Close()
	for path, text := range now {
		then, ok := old[path]
		switch {
		case !ok:
			c.added++
		case string(then) != string(text):
			c.one(p.File(path, then), p.File(path, text))
		}
		if ok {
			both++
		}
	}
	c.removed = len(old) - both
	return both, c, nil
}

// texts reads the files below dir, by their paths in it.
func texts(dir string) (map[string][]byte, error) {
	walked, err := scan.Walk([]string{dir}, scan.WalkOptions{})
	if err != nil {
		return nil, err
	}
	out := map[string][]byte{}
	for _, in := range walked.Inputs {
		path, err := filepath.Rel(dir, in.Abs)
		if err != nil {
			return nil, err
		}
		if out[path], err = os.ReadFile(in.Abs); err != nil {
			return nil, err
		}
	}
	return out, nil
}

// one counts a file that differs.
func (c *changes) one(before, after *java.File) {
	old, now := declarations(before), declarations(after)
	kept := 0
	for d := range old {
		if now[d] {
			kept++
		}
	}
	switch {
	case kept < len(old):
		c.other++
	case kept < len(now):
		c.more++
	case code(before) != code(after):
		c.code++
	default:
		c.comments++
	}
}

// declarations of a file: what others can speak of.
func declarations(f *java.File) map[string]bool {
	out := map[string]bool{}
	owner := func(t java.TypeIdx) string {
		if t < 0 {
			return ""
		}
		return f.QualifiedName(t)
	}
	text := func(n java.NodeID) string {
		if n < 0 {
			return ""
		}
		span := f.Span(n)
		return f.Source[span.Start:span.End]
	}
	for i := range f.Types {
		out["type "+owner(java.TypeIdx(i))] = true
	}
	for i := range f.Methods {
		m := &f.Methods[i]
		d := fmt.Sprintf("method %s.%s(", owner(m.Owner), m.Name)
		for _, p := range m.Params {
			d += text(p.Type) + strings.Repeat("[]", p.Dims) + ","
		}
		out[d] = true
	}
	for i := range f.Fields {
		v := &f.Fields[i]
		out[fmt.Sprintf("field %s.%s %s", owner(v.Owner), v.Name, text(v.Type)+strings.Repeat("[]", v.Dims))] = true
	}
	return out
}

// code is the text without comments, and with one blank where there are several.
func code(f *java.File) string {
	var b strings.Builder
	at := 0
	for _, c := range f.Comments {
		b.WriteString(f.Source[at:c.Start])
		b.WriteByte(' ')
		at = int(c.End)
	}
	b.WriteString(f.Source[at:])
	return strings.Join(strings.Fields(b.String()), " ")
}
