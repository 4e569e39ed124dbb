package program_test

import (
	"bufio"
	"bytes"
	"regexp"
	"strings"
)

// This file reads what javap prints.

// classFile is what is read of javap's print of one class.
type classFile struct {
	name      string // binary: p.A$B
	methods   []*classMethod
	constants map[string]string
}

type classMethod struct {
	name, descriptor string
	calls            []string // "p/A.f:(I)V"
	slots            map[string]bool
	dynamic          bool // a lambda, a method reference, or a method that javac made itself
}

var (
	classLine  = regexp.MustCompile(`^(?:[a-z]+ )*(?:class|interface) ([\w.$]+)`)
	memberLine = regexp.MustCompile(`^  [^ {}].*;$|^  static \{\};$`)
	invokeLine = regexp.MustCompile(`: invoke(\w+) .*// (?:Method|InterfaceMethod) (.*)$`)
	slotLine   = regexp.MustCompile(`^ +\d+ +\d+ +(\d+) +(\S+) `)
)

func readClasses(text []byte) []*classFile {
	var list []*classFile
	var c *classFile
	var m *classMethod
	name, inSlots := "", false
	lines := bufio.NewScanner(bytes.NewReader(text))
	lines.Buffer(nil, 1<<24)
	for lines.Scan() {
		line := lines.Text()
		if line == "" || line[0] == ' ' && !wanted(line) {
			continue // most lines are instructions
		}
		if g := classLine.FindStringSubmatch(line); g != nil {
			c = &classFile{name: g[1], constants: map[string]string{}}
			list = append(list, c)
			m = nil
			continue
		}
		if c == nil {
			continue
		}
		if memberLine.MatchString(line) {
			head, _, _ := strings.Cut(strings.TrimSuffix(line, ";"), "(")
			head, _, _ = strings.Cut(head, " throws ")
			name, m, inSlots = head[strings.LastIndexByte(head, ' ')+1:], nil, false
			if strings.HasSuffix(line, "static {};") {
				name = "<clinit>"
			}
			continue
		}
		trimmed := strings.TrimSpace(line)
		switch {
		case strings.HasPrefix(line, "    descriptor: ("):
			if name == c.name {
				name = "<init>"
			}
			m = &classMethod{name: name, descriptor: trimmed[len("descriptor: "):], slots: map[string]bool{}}
			c.methods = append(c.methods, m)
		case strings.HasPrefix(line, "    ConstantValue: "):
			c.constants[name] = strings.TrimRight(line[len("    ConstantValue: "):], " ")
		case m != nil:
			inSlots = m.read(c, line, trimmed, inSlots)
		}
	}
	return list
}

// read takes one line of a method's print in, and returns whether the lines after it are of the table of variables.
func (m *classMethod) read(c *classFile, line, trimmed string, inSlots bool) bool {
	switch {
	case strings.HasPrefix(line, "    flags: ") && strings.Contains(line, "SYNTHETIC"):
		m.dynamic = true
	case trimmed == "LocalVariableTable:":
		return true
	case strings.HasSuffix(trimmed, "Table:") || strings.HasPrefix(trimmed, "StackMap"):
		return false
	case strings.Contains(line, ": invokedynamic"):
		m.dynamic = true
	case inSlots:
		if g := slotLine.FindStringSubmatch(line); g != nil && g[2] != "this" {
			m.slots[g[2]+"@"+g[1]] = true
		}
	default:
		if g := invokeLine.FindStringSubmatch(line); g != nil {
			call := strings.ReplaceAll(g[2], `"`, "")
			if !strings.Contains(call[:strings.IndexByte(call, ':')], ".") {
				call = strings.ReplaceAll(c.name, ".", "/") + "." + call
			}
			m.calls = append(m.calls, call)
		}
	}
	return inSlots
}

// wanted spares the regular expressions most of the lines.
func wanted(line string) bool {
	return len(line) > 2 && line[2] != ' ' || strings.HasPrefix(line, "    descriptor") || strings.HasPrefix(line, "    flags") ||
		strings.Contains(line, "Table:") || strings.Contains(line, "invoke") || strings.Contains(line, "StackMap") ||
		strings.HasPrefix(line, "    ConstantValue") || strings.HasPrefix(line, "        ") && line[len(line)-1] > ' ' && line[8] <= '9' && !strings.Contains(line, ": ")
}
