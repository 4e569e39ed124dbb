package program_test

import (
	"io/fs"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"sort"
	"strconv"
	"strings"
	"testing"

	"refract/java"
	"refract/program"
)

// This file compares what the package says with what javac does: the methods that a method calls, the slots of its
// variables, and the values of constants, as javap prints them. It needs a JDK, and skips without one.

func TestAgainstJavac(t *testing.T) {
	for _, c := range []struct {
		name, dir, release string
		floor              float64
	}{
		{"own", "testdata/javac", "17", 1},
		{"asm", large("ow2-asm"), "8", 0.99},
		{"commons-lang", large("commons-lang"), "8", 0.99},
	} {
		t.Run(c.name, func(t *testing.T) {
			if _, err := os.Stat(c.dir); err != nil {
				t.Skipf("no such directory, or REFRACT_LARGE is not set: %v", err)
			}
			paths, contents := read(t, c.dir)
			classes := compile(t, paths, c.release)
			agree(t, program.Link(parseAll(paths, contents)), classes, c.floor)
		})
	}
}

func large(name string) string {
	if root := os.Getenv("REFRACT_LARGE"); root != "" {
		return filepath.Join(root, name)
	}
	return "(REFRACT_LARGE)"
}

// compile compiles the files and returns what javap says of the classes.
func compile(t *testing.T, paths []string, release string) []*classFile {
	for _, tool := range []string{"javac", "javap"} {
		if _, err := exec.LookPath(tool); err != nil {
			t.Skipf("no JDK to compare with: %v", err)
		}
	}
	out := t.TempDir()
	args := append([]string{"-nowarn", "-proc:none", "-encoding", "ISO-8859-1", "-g", "--release", release, "-d", out}, paths...)
	if msg, err := exec.Command("javac", args...).CombinedOutput(); err != nil {
		t.Skipf("javac refuses the program: %v\n%s", err, msg)
	}
	var classes []string
	filepath.WalkDir(out, func(path string, d fs.DirEntry, err error) error {
		if strings.HasSuffix(path, ".class") {
			classes = append(classes, path)
		}
		return err
	})
	text, err := exec.Command("javap", append([]string{"-v", "-p"}, classes...)...).Output()
	if err != nil {
		t.Fatal(err)
	}
	return readClasses(text)
}

// binary returns the class file's name of a type.
func binary(p *program.Program, id program.TypeID) string {
	ty := p.Type(id)
	if ty.Outer == program.NoType {
		return p.QualifiedName(ty)
	}
	return binary(p, ty.Outer) + "$" + ty.Name
}

// simpleTypes returns the parameters of a descriptor as Signature writes types.
func simpleTypes(d string) []string {
	words := map[byte]string{'I': "int", 'J': "long", 'Z': "boolean", 'B': "byte", 'C': "char", 'S': "short", 'F': "float", 'D': "double"}
	var list []string
	dims := 0
	for i := 1; i < len(d) && d[i] != ')'; i++ {
		word := words[d[i]]
		switch d[i] {
		case '[':
			dims++
			continue
		case 'L':
			end := i + strings.IndexByte(d[i:], ';')
			word = d[i+1 : end]
			word = word[strings.LastIndexAny(word, "/$")+1:]
			i = end
		}
		list = append(list, word+strings.Repeat("[]", dims))
		dims = 0
	}
	return list
}

// signature is Signature without the form of variable arity, and with javac's names of constructors.
func signature(p *program.Program, id program.MethodID) (name, params string) {
	s := strings.ReplaceAll(p.Signature(id), "...", "[]")
	name, params, _ = strings.Cut(s, "(")
	if p.Method(id).Constructor() {
		name = "<init>"
	}
	return name, strings.TrimSuffix(params, ")")
}

// find returns the method of t or of an ancestor that a method of a class file is.
func find(p *program.Program, t program.TypeID, name, descriptor string) program.MethodID {
	types := simpleTypes(descriptor)
	for _, a := range append([]program.TypeID{t}, p.Supertypes(t)...) {
		ty := p.Type(a)
		if name == "<init>" {
			switch { // the parameters that javac adds
			case ty.Kind == java.EnumType:
				types = types[min(2, len(types)):]
			case !ty.Static:
				types = types[min(1, len(types)):]
			}
		}
		for _, m := range ty.Methods {
			if n, q := signature(p, m); n == name && q == strings.Join(types, ",") && p.MethodName(p.Method(m)) != "" {
				return m
			}
		}
		if name == "<init>" {
			break
		}
	}
	return program.NoMethod
}

// comparison counts what agrees.
type comparison struct {
	t                                       *testing.T
	p                                       *program.Program
	r                                       *program.Resolver
	types                                   map[string]program.TypeID // by binary name
	methods, calls, wrong, slots, constants int
}

func (c *comparison) complain(format string, args ...any) {
	if c.wrong++; c.wrong <= 40 {
		c.t.Logf(format, args...)
	}
}

func agree(t *testing.T, p *program.Program, classes []*classFile, floor float64) {
	c := &comparison{t: t, p: p, r: p.NewResolver(), types: map[string]program.TypeID{}}
	for i := range program.TypeID(p.NumTypes()) {
		if !p.Type(i).Local {
			c.types[binary(p, i)] = i
		}
	}
	for _, class := range classes {
		id, ok := c.types[class.name]
		if !ok {
			continue
		}
		c.constantsOf(class, id)
		for _, m := range class.methods {
			own := find(p, id, m.name, m.descriptor)
			if own != program.NoMethod && p.Method(own).Owner == id && !m.dynamic && p.Method(own).Body >= 0 {
				c.method(class.name+"."+m.name+m.descriptor, m, own)
			}
		}
	}
	share := 1 - float64(c.wrong)/float64(c.methods+c.constants)
	t.Logf("%d methods with %d own callees and %d variables, %d constants: %d differ, %.2f %% agree", c.methods, c.calls, c.slots, c.constants, c.wrong, 100*share)
	if c.methods == 0 || c.calls == 0 || c.slots == 0 || c.constants == 0 {
		t.Error("nothing was compared")
	}
	if share < floor {
		t.Errorf("%.2f %% agree with javac, want %.2f %%", 100*share, 100*floor)
	}
}

func (c *comparison) constantsOf(class *classFile, id program.TypeID) {
	for _, f := range c.p.Type(id).Fields {
		v := c.p.Field(f)
		want, ok := class.constants[c.p.FieldName(v)]
		if !v.Static {
			continue
		}
		got := ""
		if v.Constant != nil {
			c.constants++
			got = javapValue(v.Constant)
		}
		if ok != (v.Constant != nil) || ok && got != want {
			c.complain("%s.%s: constant %q, javac has %q", class.name, c.p.FieldName(v), got, want)
		}
	}
}

func (c *comparison) method(name string, m *classMethod, own program.MethodID) {
	b := c.r.Body(own)
	c.methods++
	if want, skip := wantCalls(c.p, c.types, m); !skip {
		got := gotCalls(c.p, b)
		c.calls += len(want)
		if d := onlyIn(want, got); d != "" {
			c.complain("%s calls %s, which is not found", name, d)
		}
		if d := onlyIn(got, want); d != "" {
			c.complain("%s: javac finds no call of %s", name, d)
		}
	}
	have := map[string]bool{}
	for _, v := range b.Locals {
		have[v.Name+"@"+strconv.Itoa(int(v.Slot))] = true
		if inFinally(b, v.Decl) { // javac copies the clause, and each copy has slots of its own
			maps.DeleteFunc(m.slots, func(s string, _ bool) bool { return strings.HasPrefix(s, v.Name+"@") })
		}
	}
	c.slots += len(m.slots)
	if d := onlyIn(m.slots, have); d != "" && m.name != "<init>" { // a constructor holds the initializers' locals too
		c.complain("%s has variables %s; got %v", name, d, keys(have))
	}
}

// wantCalls returns the methods of the program that m calls. skip: it calls what javac made to reach private members.
// In a constructor stand the initializers too, which are bodies of their own here.
func wantCalls(p *program.Program, types map[string]program.TypeID, m *classMethod) (want map[string]bool, skip bool) {
	want = map[string]bool{}
	for _, call := range m.calls {
		class, rest, _ := strings.Cut(call, ".")
		name, descriptor, _ := strings.Cut(rest, ":")
		if strings.HasPrefix(name, "access$") || strings.Contains(descriptor, "$1;)") || m.name == "<init>" {
			return nil, true
		}
		id, ok := types[strings.ReplaceAll(class, "/", ".")]
		if !ok {
			if strings.Contains(class, "$") && types[strings.ReplaceAll(class[:strings.IndexByte(class, '$')], "/", ".")] != 0 {
				return nil, true // of a local or anonymous class: named otherwise here
			}
			continue
		}
		if target := find(p, id, name, descriptor); target != program.NoMethod {
			want[p.QualifiedName(p.Type(p.Method(target).Owner))+"."+p.Signature(target)] = true
		}
	}
	return want, false
}

func gotCalls(p *program.Program, b *program.Body) map[string]bool {
	got := map[string]bool{}
	for _, c := range b.Calls {
		if c.Target != program.NoMethod && !(p.Method(c.Target).Kind == java.Constructor && anonymous(b, c.Node)) {
			got[p.QualifiedName(p.Type(p.Method(c.Target).Owner))+"."+p.Signature(c.Target)] = true
		}
	}
	return got
}

// anonymous: javac calls the constructor of the anonymous class, which calls that of its superclass.
func anonymous(b *program.Body, n java.NodeID) bool {
	return b.File.ChildOfKind(n, java.ClassBody) >= 0
}

func inFinally(b *program.Body, n java.NodeID) bool {
	for ; n > b.Root; n = b.File.Parent(n) {
		if b.File.Kind(n) == java.FinallyClause {
			return true
		}
	}
	return false
}

func onlyIn(a, b map[string]bool) string {
	var list []string
	for s := range a {
		if !b[s] {
			list = append(list, s)
		}
	}
	sort.Strings(list)
	return strings.Join(list, ", ")
}

func keys(m map[string]bool) []string {
	var list []string
	for s := range m {
		list = append(list, s)
	}
	slices.Sort(list)
	return list
}

// javapValue writes a constant as javap does.
func javapValue(c *program.Constant) string {
	switch c.Kind {
	case program.API:
		return strings.TrimRight("String "+javapEscape(c.Str), " ")
	case program.Long:
		return "long " + strconv.FormatInt(c.Int, 10) + "l"
	case program.Float:
		return "float " + c.String() + "f"
	case program.Double:
		return "double " + c.String() + "d"
	}
	return "int " + strconv.FormatInt(c.Int, 10)
}

func javapEscape(s string) string {
	return strings.NewReplacer("\\", "\\\\", "\n", "\\n", "\t", "\\t", "\r", "\\r", "\"", "\\\"", "'", "\\'", "\b", "\\b", "\f", "\\f").Replace(s)
}
