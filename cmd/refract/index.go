package main

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"strings"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"refract/index"
	"refract/scan"
)

// indexOptions are the flags of the commands below refract index.
type indexOptions struct{ path string }

// newIndexCommand returns refract index with its subcommands.
func newIndexCommand() *cobra.Command {
	c := &cobra.Command{
		Use:   "index",
		Short: "Look after the index that scans keep",
		Long: `A scan keeps what it worked out in an index, one file for each DIR (or list of them) that was scanned, in the user's
cache folder unless --index names another place. Nothing in it is the only copy of anything: to remove it costs the next
scan its time, and no more.`,
		Args: cobra.NoArgs,
		RunE: func(c *cobra.Command, _ []string) error { return c.Help() },
	}
	c.AddCommand(
		indexCommand("stat", "Print what an index holds, and of what", statIndex),
		indexCommand("verify", "Check every page and record of an index", verifyIndex),
		indexCommand("compact", "Rewrite an index without what is no longer current", compactIndex),
		indexCommand("clear", "Remove an index", clearIndex),
	)
	return c
}

// indexCommand returns the subcommand that does do with the index of its arguments.
func indexCommand(name, short string, do func(w io.Writer, path string) error) *cobra.Command {
	var o indexOptions
	c := &cobra.Command{
		Use:   name + " [DIR...]",
		Short: short,
		Example: fmt.Sprintf(`  refract index %[1]s src
  refract index %[1]s --index scan.idx`, name),
		RunE: func(c *cobra.Command, args []string) error {
			path, err := o.locate(args)
			if err != nil {
				return err
			}
			err = do(c.OutOrStdout(), path)
			if errors.Is(err, fs.ErrNotExist) {
				return fmt.Errorf("no index at %s: %s has not been scanned, or with another --index", path, strings.Join(orHere(args), ", "))
			}
			return withRemedy(err, path)
		},
	}
	c.Flags().StringVar(&o.path, "index", "", "the index file (default: that of DIR, which is . if none is given)")
	return c
}

// withRemedy is err, and says what to do where it is that the index at path is damaged.
func withRemedy(err error, path string) error {
	if errors.Is(err, index.ErrDamaged) {
		return fmt.Errorf("%w\nRemove %s, and the next scan makes another one", err, path)
	}
	return err
}

func orHere(roots []string) []string {
	if len(roots) == 0 {
		return []string{"."}
	}
	return roots
}

// locate returns the path of the index that is meant.
func (o *indexOptions) locate(roots []string) (string, error) {
	if o.path != "" {
		if len(roots) > 0 {
			return "", errors.New("--index and DIR exclude each other")
		}
		return o.path, nil
	}
	return scan.IndexPath(orHere(roots)...)
}

func statIndex(w io.Writer, path string) error {
	ix, err := index.Inspect(path)
	if err != nil {
		return err
	}
	defer ix.Close()
	st, err := ix.Stat()
	if err != nil {
		return err
	}
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	line := func(name, format string, args ...any) { fmt.Fprintf(t, name+"\t"+format+"\n", args...) }
	line("index", "%s", path)
	for _, root := range strings.Split(st.Identity.Root, "\n") {
		line("of", "%s", root)
	}
	line("made by", "refract %s", st.Identity.Tool)
	line("format", "%d", st.Format)
	line("rules", "%x", st.Identity.Rules[:8])
	line("size", "%d bytes", st.Bytes)
	line("files", "%d", st.Files)
	line("rows", "%d current, %d of earlier versions of files", st.Rows, st.DeadRows)
	line("segments", "%d", st.Segments)
	line("key columns", "%d", st.Columns)
	line("results", "%d", st.Results)
	for _, b := range index.Buckets() {
		line("  "+b, "%d bytes", st.BucketBytes[b])
	}
	return t.Flush()
}

func verifyIndex(w io.Writer, path string) error {
	ix, err := index.Inspect(path)
	if err != nil {
		return err
	}
	defer ix.Close()
	if err := ix.Verify(); err != nil {
		return err
	}
	files, err := ix.Files()
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(w, "%s: sound; %d files, every page and record checked\n", path, len(files))
	return err
}

func compactIndex(w io.Writer, path string) error {
	before, err := os.Stat(path)
	if err != nil {
		return err
	}
	ix, err := index.Inspect(path)
	if err != nil {
		return err
	}
	id := ix.Identity()
	ix.Close()
	ix, rebuilt, err := index.Use(path, id)
	if err != nil {
		return err
	}
	defer ix.Close()
	if rebuilt != nil { // by another process, since it was looked at
		return rebuilt
	}
	if err := ix.Compact(); err != nil {
		return err
	}
	after, err := os.Stat(path)
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(w, "%s: %d bytes, before %d\n", path, after.Size(), before.Size())
	return err
}

func clearIndex(w io.Writer, path string) error {
	removed, err := index.Clear(path)
	if err != nil {
		return err
	}
	what := "removed"
	if !removed {
		what = "there is none"
	}
	_, err = fmt.Fprintf(w, "%s: %s\n", path, what)
	return err
}
