package scan

import (
	"bufio"
	"bytes"
	"os"
	"path/filepath"
	"slices"
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
	g.add(filepath.Join(g.top, ".git", "info", "exclude"), nil)
	domain := g.components(root)
	for i := range domain { // the directories from the top to root's parent
		dir := filepath.Join(append([]string{g.top}, domain[:i]...)...)
		g.add(filepath.Join(dir, ignoreFile), g.components(dir))
	}
	return g
}

// enter returns the ignorer of what is below an absolute directory with an ignoreFile.
func (g *ignorer) enter(dir string) *ignorer {
	if g == nil {
		return nil
	}
	below := &ignorer{top: g.top, patterns: slices.Clip(g.patterns), matcher: g.matcher}
	below.add(filepath.Join(dir, ignoreFile), g.components(dir))
	return below
}

// add appends the patterns of one file. A missing or unreadable file has none.
func (g *ignorer) add(path string, domain []string) {
	text, err := os.ReadFile(path)
	if err != nil {
		return
	}
	for s := bufio.NewScanner(bytes.NewReader(text)); s.Scan(); {
		if line := strings.TrimSpace(s.Text()); line != "" && !strings.HasPrefix(line, "#") {
			g.patterns = append(g.patterns, gitignore.ParsePattern(line, domain))
		}
	}
	g.matcher = gitignore.NewMatcher(g.patterns)
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
