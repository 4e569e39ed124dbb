package scan

import (
	"bufio"
	"bytes"
	"os"
	"path/filepath"
	"strings"

	"github.com/go-git/go-git/v5/plumbing/format/gitignore"
)

const ignoreFile = ".gitignore"

// ignorer answers what git would ignore: the .gitignore files from the repository's top down to each directory, and
// .git/info/exclude. Outside a repository the scanned root counts as the top. A nil ignorer ignores nothing.
type ignorer struct {
	top      string // absolute
	patterns []gitignore.Pattern
	matcher  gitignore.Matcher
}

// newIgnorer reads what lies above root; root itself and what is below are read as they are entered.
func newIgnorer(root string) *ignorer {
	g := &ignorer{top: root}
	for dir := root; ; dir = filepath.Dir(dir) {
		if _, err := os.Stat(filepath.Join(dir, ".git")); err == nil {
			g.top = dir
			break
		}
		if dir == filepath.Dir(dir) {
			break
		}
	}
	g.read(filepath.Join(g.top, ".git", "info", "exclude"), nil)
	domain := g.components(root)
	for i := range domain { // the directories from the top to root's parent
		g.enter(filepath.Join(append([]string{g.top}, domain[:i]...)...))
	}
	g.matcher = gitignore.NewMatcher(g.patterns)
	return g
}

// enter adds the .gitignore of an absolute directory. The walk is depth-first and a pattern applies only below its
// own directory, so the patterns of directories that were left do no harm.
func (g *ignorer) enter(dir string) {
	if g == nil {
		return
	}
	if g.read(filepath.Join(dir, ignoreFile), g.components(dir)) {
		g.matcher = gitignore.NewMatcher(g.patterns)
	}
}

// read appends the patterns of one file and reports whether there were any. A missing or unreadable file has none.
func (g *ignorer) read(path string, domain []string) bool {
	text, err := os.ReadFile(path)
	if err != nil {
		return false
	}
	n := len(g.patterns)
	for s := bufio.NewScanner(bytes.NewReader(text)); s.Scan(); {
		if line := strings.TrimSpace(s.Text()); line != "" && !strings.HasPrefix(line, "#") {
			g.patterns = append(g.patterns, gitignore.ParsePattern(line, domain))
		}
	}
	return len(g.patterns) > n
}

func (g *ignorer) ignored(abs string, isDir bool) bool {
	return g != nil && len(g.patterns) > 0 && g.matcher.Match(g.components(abs), isDir)
}

// components splits the path from the top to abs; nil for the top itself.
func (g *ignorer) components(abs string) []string {
	rel, err := filepath.Rel(g.top, abs)
	if err != nil || rel == "." {
		return nil
	}
	return strings.Split(filepath.ToSlash(rel), "/")
}
