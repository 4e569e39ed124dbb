package vectors_test

import (
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"refract/java"
	"refract/java/parse"
	"refract/program"
	"refract/vectors"
)

// This file holds the operation family against javac: testdata/javac is compiled, and the instructions that javap
// prints are compared with the counts, method by method.

// A pair sums features on our side and opcodes on javac's; the sums must be equal.
type pair struct{ features, opcodes string }

// opcode names after normalisation (see opcodesOf). javac jumps where a condition fails, or where it holds, as the
// layout demands: so a comparison is compared together with its opposite.
var pairs = []pair{
	{"op.load", "load"}, {"op.load_0", "load_0"}, {"op.load_1", "load_1"}, {"op.load_2", "load_2"}, {"op.load_3", "load_3"},
	{"op.store", "store"}, {"op.store_0", "store_0"}, {"op.store_1", "store_1"}, {"op.store_2", "store_2"}, {"op.store_3", "store_3"},
	{"op.iinc", "iinc"}, {"op.aload_0", "this"},
	{"op.getfield*", "getfield"}, {"op.putfield*", "putfield"}, {"op.getstatic*", "getstatic"}, {"op.putstatic*", "putstatic"},
	{"op.constant.int op.constant.boolean op.constant.char", "const int"},
	{"op.constant.long", "const long"}, {"op.constant.float", "const float"}, {"op.constant.double", "const double"},
	{"op.constant.string", "const String"}, {"op.constant.class", "const class"}, {"op.constant.null", "aconst_null"},
	{"op.if_eq op.if_ne op.if_true op.if_false", "eq"}, {"op.if_lt op.if_ge", "lt"}, {"op.if_gt op.if_le", "gt"},
	{"op.if_null op.if_nonnull", "null"},
	{"op.add", "add"}, {"op.sub", "sub"}, {"op.mul", "mul"}, {"op.div", "div"}, {"op.rem", "rem"}, {"op.neg", "neg"},
	{"op.shl", "shl"}, {"op.shr", "shr"}, {"op.ushr", "ushr"}, {"op.and", "and"}, {"op.or", "or"}, {"op.xor", "xor"},
	{"op.array_load", "aload"}, {"op.array_store", "astore"}, {"op.array_length", "arraylength"}, {"op.newarray", "newarray"},
	{"op.new", "new"}, {"op.checkcast", "checkcast"}, {"op.instanceof", "instanceof"},
	{"op.invoke_own", "invoke own"}, {"op.invoke_api", "invoke api"}, {"op.invoke_init", "invoke init"},
	{"op.return_value", "return value"}, {"op.throw", "athrow"}, {"op.monitor", "monitorenter"},
}

func TestAgainstJavac(t *testing.T) {
	javac, err := exec.LookPath("javac")
	if err != nil {
		t.Skip("no javac on the path: the comparison with its bytecode is left out")
	}
	files := javaFiles(t, filepath.Join("testdata", "javac"), 100)
	dir := t.TempDir()
	if out, err := exec.Command(javac, append([]string{"-nowarn", "-Xlint:none", "-d", dir}, files...)...).CombinedOutput(); err != nil {
		t.Fatalf("javac %v: %v\n%s", files, err, out)
	}
	classes, err := filepath.Glob(filepath.Join(dir, "*.class"))
	if err != nil || len(classes) == 0 {
		t.Fatalf("no class files in %s: %v", dir, err)
	}
	compiled := disassemble(t, classes)

	var texts []string
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		texts = append(texts, string(text))
	}
	c := compare(t, link(t, texts...), compiled)
	for _, name := range c.missing {
		t.Errorf("javap shows no %s", name)
	}
	for _, pair := range pairs {
		for _, s := range c.differences[pair] {
			t.Errorf("%s (javac: %s): %s", pair.features, pair.opcodes, s)
		}
	}
	if c.operations < 500 {
		t.Errorf("only %d operations were compared", c.operations)
	}
}

// TestAgainstCompiledProgram is the same for a whole program: REFRACT_COMPILED names a directory with sources in src
// and, compiled with "javac -XDstringConcat=inline -d out", their classes in out. In code that was not written for
// the test, what differs by design cannot be left out, so the features are listed that must agree all the same, and in
// how many methods of a thousand they may not. (JHotDraw 5.3 has 1,986 bodies, with 4 of them different here: two
// captured variables, one finally.)
func TestAgainstCompiledProgram(t *testing.T) {
	dir := os.Getenv("REFRACT_COMPILED")
	if dir == "" {
		t.Skip("REFRACT_COMPILED names no directory with src and out")
	}
	var classes []string
	err := filepath.WalkDir(filepath.Join(dir, "out"), func(path string, d fs.DirEntry, err error) error {
		if strings.HasSuffix(path, ".class") {
			classes = append(classes, path)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	p := parse.New()
	defer p.Close()
	var files []*java.File
	for _, path := range javaFiles(t, filepath.Join(dir, "src"), 1<<30) {
		content, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		files = append(files, p.File(path, content))
	}
	c := compare(t, program.Link(files), disassemble(t, classes))
	strict := regexp.MustCompile(`^op\.(load|store|iinc|if_|add|sub|mul|rem|neg|sh[lr]|ushr|and|xor|array_|instanceof|throw)`)
	for _, pair := range pairs {
		differ := c.differences[pair]
		t.Logf("%4d of %d methods differ in %s", len(differ), c.methods, pair.features)
		if strict.MatchString(pair.features) && len(differ)*1000 > 2*c.methods {
			t.Errorf("%s (javac: %s): %d of %d methods differ:\n%s", pair.features, pair.opcodes, len(differ), c.methods, strings.Join(differ, "\n"))
		}
	}
}

type comparison struct {
	methods, operations int
	differences         map[pair][]string
	missing             []string
}

// compare counts all bodies of p and holds them against the opcodes of the compiled methods.
func compare(t *testing.T, p *program.Program, compiled map[string]map[string]int) comparison {
	t.Helper()
	c := comparison{differences: map[pair][]string{}}
	r := p.NewResolver()
	for m := range program.MethodID(p.NumMethods()) {
		if p.Method(m).Body < 0 {
			continue
		}
		name := p.QualifiedName(p.Type(p.Method(m).Owner)) + "." + p.Signature(m)
		opcodes, ok := compiled[name]
		if !ok {
			c.missing = append(c.missing, name)
			continue
		}
		c.methods++
		v := vectors.Of(nil, r.Body(m))
		for _, pair := range pairs {
			g := vectors.MustGroup(strings.Fields(pair.features)...)
			got, want := v.Sum(&g), opcodes[pair.opcodes]
			if got != want {
				c.differences[pair] = append(c.differences[pair], fmt.Sprintf("%s: %d, javac %d", name, got, want))
			}
			c.operations += got
		}
	}
	return c
}

var (
	methodLine    = regexp.MustCompile(`^  (?:\S.* )?([\w$.]+)\(([^)]*)\)(?: throws .*)?;$`)
	codeLine      = regexp.MustCompile(`^ +(\d+): (\S+)(.*)$`)
	typeArguments = regexp.MustCompile(`<[^<>]*>`) // of types without arguments in their arguments
	suffixed      = regexp.MustCompile(`^([ilfda])(load|store)(?:_(\d))?$`)
	constant      = regexp.MustCompile(`^([ilfd])const_|^[bs]ipush$`)
	loadConst     = regexp.MustCompile(`// (int|long|float|double|String|class)\b`)
	classLine     = regexp.MustCompile(`^(?:[a-z].*)?\b(?:class|interface) ([\w$.]+).* \{$`)
	arith         = regexp.MustCompile(`^[ilfd](add|sub|mul|div|rem|neg|shl|shr|ushr|and|or|xor)$`)
	jump          = regexp.MustCompile(`^if(?:_icmp|_acmp)?(eq|ne|lt|ge|gt|le|null|nonnull)$`)
)

// disassemble returns the normalised opcodes of every method, by "Class.method(int,String)".
func disassemble(t *testing.T, classes []string) map[string]map[string]int {
	out, err := exec.Command("javap", append([]string{"-c", "-p"}, classes...)...).CombinedOutput()
	if err != nil {
		t.Fatalf("javap: %v\n%s", err, out)
	}
	lines := strings.Split(string(out), "\n")
	own := map[string]bool{} // with slashes, as in the comments of calls
	for _, line := range lines {
		if m := classLine.FindStringSubmatch(line); m != nil {
			own[strings.ReplaceAll(m[1], ".", "/")] = true
		}
	}
	methods := map[string]map[string]int{}
	var counts map[string]int
	class, static := "", false
	for _, line := range lines {
		if m := classLine.FindStringSubmatch(line); m != nil {
			class = m[1]
			continue
		}
		if m := methodLine.FindStringSubmatch(line); m != nil {
			static = strings.Contains(" "+line[:strings.Index(line, "(")], " static ")
			counts = map[string]int{}
			methods[methodKey(class, m[1], m[2])] = counts
			continue
		}
		if strings.HasPrefix(line, "  static {}") {
			counts = nil // field initializers: no body of the program
		}
		if m := codeLine.FindStringSubmatch(line); m != nil && counts != nil {
			normalise(counts, own, static, m[2], m[3])
		}
	}
	return methods
}

func methodKey(class, name, params string) string {
	var short []string
	params = typeArguments.ReplaceAllString(params, "")
	for _, p := range strings.Split(params, ", ") {
		p, variadic := strings.CutSuffix(p, "...")
		p = p[strings.LastIndexByte(p, '.')+1:]
		if variadic {
			p += "..."
		}
		short = append(short, p)
	}
	name = name[strings.LastIndexAny(name, "$.")+1:] // a constructor has its class's name
	return fmt.Sprintf("%s.%s(%s)", strings.ReplaceAll(class, "$", "."), name, strings.Join(short, ","))
}

func normalise(counts map[string]int, own map[string]bool, static bool, op, rest string) {
	switch m := suffixed.FindStringSubmatch(op); {
	case op == "aload_0" && !static:
		counts["this"]++
	case m != nil && m[3] != "":
		counts[m[2]+"_"+m[3]]++
	case m != nil:
		counts[m[2]]++
	case op == "iinc_w":
		counts["iinc"]++
	case constant.MatchString(op):
		kind := map[byte]string{'i': "int", 'l': "long", 'f': "float", 'd': "double", 'b': "int", 's': "int"}[op[0]]
		counts["const "+kind]++
	case strings.HasPrefix(op, "ldc"):
		counts["const "+loadConst.FindStringSubmatch(rest)[1]]++
	case arith.MatchString(op):
		counts[arith.FindStringSubmatch(op)[1]]++
	case jump.MatchString(op):
		counts[map[string]string{"eq": "eq", "ne": "eq", "lt": "lt", "ge": "lt", "gt": "gt", "le": "gt", "null": "null",
			"nonnull": "null"}[jump.FindStringSubmatch(op)[1]]]++
	case strings.HasSuffix(op, "newarray"):
		counts["newarray"]++
	case len(op) == 6 && strings.HasSuffix(op, "aload"):
		counts["aload"]++
	case len(op) == 7 && strings.HasSuffix(op, "astore"):
		counts["astore"]++
	case strings.HasPrefix(op, "invoke"):
		counts[invoked(own, rest)]++
	case op != "return" && strings.HasSuffix(op, "return"):
		counts["return value"]++
	default:
		counts[op]++
	}
}

var target = regexp.MustCompile(`Method ([^:]+):`)

// invoked tells what a call goes to by javap's comment: "Method name:()V" is of the class itself.
func invoked(own map[string]bool, rest string) string {
	name := target.FindStringSubmatch(rest)[1]
	i := strings.LastIndexByte(name, '.')
	switch {
	case strings.HasSuffix(name, `"<init>"`):
		return "invoke init"
	case i < 0, own[name[:max(i, 0)]]:
		return "invoke own"
	}
	return "invoke api"
}
