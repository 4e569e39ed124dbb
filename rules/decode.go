package rules

import (
	"regexp"
	"slices"
	"strings"

	"github.com/goccy/go-yaml/ast"
)

// A Vocabulary is the names that a rule may use besides features, and that other packages implement. A nil list
// accepts every well-formed name.
type Vocabulary struct {
	Structural []string // structural checks
	Witness    []string // differences that the alignment may accept
}

// field is one key of a rule file. The table below is the format; the JSON Schema says the same, and a test compares
// them.
type field struct {
	name     string
	required bool
	set      func(d *decoder, r *Rule, e entry)
}

var ruleFields = []field{
	{"id", true, func(d *decoder, r *Rule, e entry) { r.ID = d.id(e) }},
	{"name", true, func(d *decoder, r *Rule, e entry) { r.Name, _ = d.str(e.value, "name") }},
	{"summary", false, func(d *decoder, r *Rule, e entry) { r.Summary, _ = d.str(e.value, "summary") }},
	{"source", false, func(d *decoder, r *Rule, e entry) { r.Source, _ = d.str(e.value, "source") }},
	{"group", false, func(d *decoder, r *Rule, e entry) { r.Group = d.oneOf(e, Groups) }},
	{"query", true, func(d *decoder, r *Rule, e entry) { r.Query = d.side(e) }},
	{"answer", true, func(d *decoder, r *Rule, e entry) { r.Answer = d.side(e) }},
	{"abstraction", false, func(d *decoder, r *Rule, e entry) { d.abstraction(&r.Abstraction, e) }},
	{"difference", false, func(d *decoder, r *Rule, e entry) { r.Difference = d.changes(e) }},
	{"context", false, func(d *decoder, r *Rule, e entry) { r.Context = d.context(e) }},
	{"radius", false, func(d *decoder, r *Rule, e entry) { r.Radius = d.radius(e) }},
	{"filters", false, func(d *decoder, r *Rule, e entry) { d.filters(&r.Filters, e) }},
	{"checks", false, func(d *decoder, r *Rule, e entry) { r.Checks = d.checks(e) }},
	{"structural", false, func(d *decoder, r *Rule, e entry) { r.Structural = d.names(e, "structural check", d.opts.Structural) }},
	{"witness", false, func(d *decoder, r *Rule, e entry) { r.Witness = d.names(e, "witness difference", d.opts.Witness) }},
	{"samples", false, nil},     // read by the loader, which knows the folder
	{"near_misses", false, nil}, // likewise
}

// fieldNames lists the keys of a rule file.
func fieldNames() []string {
	names := make([]string, len(ruleFields))
	for i, f := range ruleFields {
		names[i] = f.name
	}
	return names
}

// rule reads one rule from text. The rule is usable only if d has no faults afterwards; its ID is set whenever the
// text gave a sound one. The entries it returns are those of the samples.
func (d *decoder) rule(text []byte) (*Rule, []entry) {
	r := &Rule{Path: d.path, Group: "method", Filters: DefaultFilters}
	body := d.document(text)
	if body == nil {
		return r, nil
	}
	list, ok := d.entries(body, "a rule")
	if !ok {
		return r, nil
	}
	var samples []entry
	seen := map[string]bool{}
	for _, e := range list {
		i := slices.IndexFunc(ruleFields, func(f field) bool { return f.name == e.key })
		if i < 0 {
			d.fault(e.at, nearest(e.key, fieldNames()), "unknown field %q", e.key)
			continue
		}
		seen[e.key] = true
		if set := ruleFields[i].set; set != nil {
			set(d, r, e)
		} else {
			samples = append(samples, e)
		}
	}
	for _, f := range ruleFields {
		if f.required && !seen[f.name] {
			d.fault(start(body), "", "field %q is missing", f.name)
		}
	}
	return r, samples
}

// kebab is the form of ids, structural checks and witness names.
var kebab = regexp.MustCompile(`^[a-z][a-z0-9]*(-[a-z0-9]+)*$`)

func (d *decoder) id(e entry) string {
	s, ok := d.str(e.value, "id")
	if !ok {
		return ""
	}
	if !kebab.MatchString(s) {
		d.fault(start(e.value), "", "id %q is not kebab-case: lower-case words of letters and digits joined by hyphens", s)
		return ""
	}
	return s
}

func (d *decoder) oneOf(e entry, known []string) string {
	s, ok := d.str(e.value, e.key)
	if ok && !slices.Contains(known, s) {
		d.fault(start(e.value), nearest(s, known), "%s %q is not one of %s", e.key, s, strings.Join(known, ", "))
		return ""
	}
	return s
}

func (d *decoder) side(e entry) Side {
	return Side(max(0, slices.Index(sideNames[1:], d.oneOf(e, sideNames[1:]))+1))
}

// names reads a list of kebab-case names, which must be known unless known is nil, without repetitions.
func (d *decoder) names(e entry, what string, known []string) []string {
	items, _ := d.items(e.value, e.key)
	var names []string
	for _, n := range items {
		s, ok := d.str(n, "a "+what)
		switch {
		case !ok:
		case !kebab.MatchString(s):
			d.fault(start(n), "", "%s %q is not kebab-case", what, s)
		case known != nil && !slices.Contains(known, s):
			d.fault(start(n), nearest(s, known), "unknown %s %q", what, s)
		case slices.Contains(names, s):
			d.fault(start(n), "", "%s %q stands in the list twice", what, s)
		default:
			names = append(names, s)
		}
	}
	return names
}

func (d *decoder) radius(e entry) float64 {
	var v float64
	switch n := e.value.(type) {
	case *ast.IntegerNode:
		i, _ := d.integer(n, "radius")
		v = float64(i)
	case *ast.FloatNode:
		v = n.Value
	default:
		d.fault(start(n), "", "radius must be a number, not %s", kindOf(n))
	}
	if v < 0 || v > maxRadius {
		d.fault(start(e.value), "", "radius must lie between 0 and %d", int(maxRadius))
	}
	return v
}

// maxRadius bounds Rule.Radius. A body of average size has some fifty counts, so that beyond this distance any two
// bodies are alike.
const maxRadius = 100

func (d *decoder) filters(f *Filters, e entry) {
	list, _ := d.entries(e.value, "filters")
	count := func(dst *int, e entry) {
		if n, ok := d.integer(e.value, e.key); ok {
			if n < 0 {
				d.fault(start(e.value), "", "%s must not be negative", e.key)
			}
			*dst = n
		}
	}
	for _, e := range list {
		switch e.key {
		case "min_elements":
			count(&f.MinElements, e)
		case "min_statements":
			count(&f.MinStatements, e)
		case "clones":
			if b, ok := e.value.(*ast.BoolNode); ok {
				f.Clones = b.Value
			} else {
				d.fault(start(e.value), "", "clones must be true or false, not %s", kindOf(e.value))
			}
		default:
			d.fault(e.at, nearest(e.key, filterNames), "unknown filter %q", e.key)
		}
	}
}

var filterNames = []string{"min_elements", "min_statements", "clones"}
