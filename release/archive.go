package release

import (
	"archive/tar"
	"archive/zip"
	"bytes"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"os"
	"path"
	"sort"
	"strings"

	"refract/finding"
	"refract/scan"
)

// Limits bound what an archive may unpack to. Nothing is ever written to disk.
type Limits struct {
	Files int   // Java files; 0 means 200,000
	Bytes int64 // of all Java files together; 0 means 2 GiB
	File  int64 // of one Java file; 0 means 16 MiB
	// Entries bounds all entries, Java or not; 0 means a million. A header costs time too.
	Entries int
}

func (l Limits) withDefaults() Limits {
	if l.Files == 0 {
		l.Files = 200_000
	}
	if l.Bytes == 0 {
		l.Bytes = 2 << 30
	}
	if l.File == 0 {
		l.File = 16 << 20
	}
	if l.Entries == 0 {
		l.Entries = 1_000_000
	}
	return l
}

// ErrTooLarge is returned for an archive that unpacks to more than its Limits. The remedy is to unpack it by hand and
// to name the directory.
var ErrTooLarge = errors.New("the archive unpacks to more than is allowed")

// ErrNotArchive is returned for a file that is none of the archives that are known: zip, jar, tar and tar.gz.
var ErrNotArchive = errors.New("neither a directory nor an archive (.zip, .jar, .tar, .tar.gz, .tgz)")

// Content is one Java file of an archive.
type Content struct {
	Path string // slash-separated, relative
	Text []byte
}

// ReadArchive returns the Java files of an archive by path. An entry that points outside of the archive, or that is
// larger than one file may be, is a problem and left out; an archive that is damaged or too large is an error.
func ReadArchive(name string, l Limits) ([]Content, []finding.Problem, error) {
	r := &archiveReader{name: name, limits: l.withDefaults()}
	file, err := os.Open(name)
	if err != nil {
		return nil, nil, fmt.Errorf("open archive: %w", err)
	}
	defer file.Close()
	var magic [4]byte
	n, _ := io.ReadFull(file, magic[:])
	if _, err := file.Seek(0, io.SeekStart); err != nil {
		return nil, nil, fmt.Errorf("read %s: %w", name, err)
	}
	switch {
	case bytes.HasPrefix(magic[:n], []byte("PK")):
		err = r.zip(file)
	case bytes.HasPrefix(magic[:n], []byte{0x1f, 0x8b}):
		err = r.gzip(file)
	case strings.HasSuffix(name, ".tar"):
		err = r.tar(file)
	default:
		err = ErrNotArchive
	}
	if err != nil {
		return nil, nil, fmt.Errorf("read %s: %w", name, err)
	}
	sort.SliceStable(r.files, func(i, j int) bool { return r.files[i].Path < r.files[j].Path })
	return r.files, r.problems, nil
}

type archiveReader struct {
	name     string
	limits   Limits
	entries  int
	bytes    int64
	files    []Content
	problems []finding.Problem
}

func (r *archiveReader) zip(file *os.File) error {
	info, err := file.Stat()
	if err != nil {
		return err
	}
	z, err := zip.NewReader(file, info.Size())
	if err != nil && !errors.Is(err, zip.ErrInsecurePath) {
		return err
	}
	for _, f := range z.File {
		if err := r.entry(f.Name, f.Mode().IsRegular(), f.Open); err != nil {
			return err
		}
	}
	return nil
}

func (r *archiveReader) gzip(file io.Reader) error {
	g, err := gzip.NewReader(file)
	if err != nil {
		return err
	}
	defer g.Close()
	return r.tar(g)
}

func (r *archiveReader) tar(in io.Reader) error {
	// What is skipped is decompressed all the same: the whole stream is bounded, not only what is kept.
	t := tar.NewReader(&budget{r: in, left: 8 * r.limits.Bytes})
	for {
		h, err := t.Next()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil && !errors.Is(err, tar.ErrInsecurePath) {
			return err
		}
		if err := r.entry(h.Name, h.Typeflag == tar.TypeReg, func() (io.ReadCloser, error) { return io.NopCloser(t), nil }); err != nil {
			return err
		}
	}
}

// entry takes one entry in, if it is a Java file with a path inside of the archive.
func (r *archiveReader) entry(name string, regular bool, open func() (io.ReadCloser, error)) error {
	if r.entries++; r.entries > r.limits.Entries {
		return fmt.Errorf("%w: more than %d entries", ErrTooLarge, r.limits.Entries)
	}
	name = strings.ReplaceAll(name, `\`, "/")
	if !regular || !strings.HasSuffix(name, ".java") {
		return nil
	}
	clean := path.Clean(name)
	if path.IsAbs(clean) || clean == ".." || strings.HasPrefix(clean, "../") || len(clean) > 1 && clean[1] == ':' {
		r.problem(name, "the entry points outside of the archive; not read")
		return nil
	}
	if len(r.files) >= r.limits.Files {
		return fmt.Errorf("%w: more than %d Java files", ErrTooLarge, r.limits.Files)
	}
	in, err := open()
	if err != nil {
		r.problem(name, "cannot be unpacked: "+err.Error())
		return nil
	}
	defer in.Close()
	text, err := io.ReadAll(io.LimitReader(in, r.limits.File+1))
	if err != nil {
		r.problem(name, "cannot be unpacked: "+err.Error())
		return nil
	}
	if int64(len(text)) > r.limits.File {
		r.problems = append(r.problems, finding.Problem{Path: r.name + "!" + name, Severity: finding.Trouble,
			Message: fmt.Sprintf("more than the limit of %d bytes; not read", r.limits.File), Remedy: scan.TooLargeRemedy})
		return nil
	}
	if r.bytes += int64(len(text)); r.bytes > r.limits.Bytes {
		return fmt.Errorf("%w: more than %d bytes of Java", ErrTooLarge, r.limits.Bytes)
	}
	r.files = append(r.files, Content{clean, text})
	return nil
}

func (r *archiveReader) problem(entry, message string) {
	r.problems = append(r.problems, finding.Problem{Path: r.name + "!" + entry, Severity: finding.Trouble, Message: message,
		Remedy: "unpack the archive by hand and compare the directory"})
}

// budget fails a stream that gives more than it may.
type budget struct {
	r    io.Reader
	left int64
}

func (b *budget) Read(p []byte) (int, error) {
	if b.left <= 0 {
		return 0, ErrTooLarge
	}
	if int64(len(p)) > b.left {
		p = p[:b.left]
	}
	n, err := b.r.Read(p)
	b.left -= int64(n)
	return n, err
}
