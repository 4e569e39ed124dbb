package concretize

import (
	"fmt"
	"strings"

	"refract/inline"
	"refract/program"
	"refract/rules"
)

// This file tells which rows take part in a rule at all. What the rule asks of the query alone, or of the sample alone, a row
// either has or has not, whatever it is compared with: a method that inlines no getter shows no Self Encapsulate Field. Of an
// inequality between the two sides each side has its part, since no count is below 0: what must be greater is at least 1.
//
// Rows that may be query as well as sample are not looked at: nearly all of them are fit for one or the other.

// Roles decides whether rows of one table can be what they would be under a rule. It belongs to one goroutine.
type Roles struct {
	rule  *rules.Rule
	rows  *inline.Table
	modes [2]*role // of base rows and of inlined ones; nil for those that all take part
	few   bool     // nothing is remembered
	ev    *rules.Evaluator
	facts rules.Facts
}

// role is what rows of one kind are asked: all are queries, or all are samples.
type role struct {
	query    bool
	own      []*rules.Check // of that side alone
	compared []bound
	// byMethod remembers what does not depend on the row but on its method, and each what depends on one inlined method.
	byMethod []answer
	each     [][]answer // by own check
}

// bound is a comparison of both sides as far as it binds one.
type bound struct {
	*rules.Comparison
	value *rules.Value
}

// answer is yes, no, or not yet known.
type answer uint8

const (
	unknown answer = iota
	yes
	no
)

// once returns what is remembered for m, and asks where nothing is. Without a memory it asks.
func once(memory []answer, m program.MethodID, ask func() bool) bool {
	if memory == nil {
		return ask()
	}
	if memory[m] == unknown {
		memory[m] = no
		if ask() {
			memory[m] = yes
		}
	}
	return memory[m] == yes
}

// NewRoles returns the roles of rows under rule.
func NewRoles(rule *rules.Rule, rows *inline.Table) *Roles {
	r := &Roles{rule: rule, rows: rows, ev: rules.NewEvaluator()}
	for mode, on := range [2][2]bool{{rule.Query.HasBase(), rule.Answer.HasBase()}, {rule.Query.HasInlined(), rule.Answer.HasInlined()}} {
		if on[0] != on[1] {
			r.modes[mode] = newRole(rule, on[0], mode == 1)
		}
	}
	return r
}

// NewRolesOfFew is NewRoles for who asks about few rows. It remembers nothing: an array of all methods, of which a few are looked at, is memory
// that would be touched for the first time nearly everywhere.
func NewRolesOfFew(rule *rules.Rule, rows *inline.Table) *Roles {
	r := NewRoles(rule, rows)
	r.few = true
	return r
}

// newRole returns the role, nil if nothing is asked in it.
func newRole(rule *rules.Rule, query, inlined bool) *role {
	o := &role{query: query}
	scope := rules.OfSample
	if query {
		scope = rules.OfQuery
	}
	for _, c := range rule.Checks {
		if c.Scope == scope {
			o.own = append(o.own, c)
		}
		if c.Scope != rules.OfBoth {
			continue
		}
		for i := range c.Comparisons {
			if x := &c.Comparisons[i]; x.Bounded(query) {
				o.compared = append(o.compared, bound{x, x.Side(query)})
			}
		}
	}
	o.each = make([][]answer, len(o.own))
	// An inlined row may be large enough and have the context while its method is or has not.
	ofMethod := inlined && (query && rule.Filters.MinElements+rule.Filters.MinStatements > 0 || len(rule.Context) > 0)
	if len(o.own)+len(o.compared) == 0 && !(query && len(rule.Difference) > 0) && !ofMethod {
		return nil
	}
	return o
}

// Restricts reports whether a base row, or an inlined one, may be unfit.
func (r *Roles) Restricts(inlined bool) bool { return r.modes[modeOf(inlined)] != nil }

func modeOf(inlined bool) int {
	if inlined {
		return 1
	}
	return 0
}

// Key names what is asked of the rows of a side: rows that are asked the same have equal keys.
func (r *Roles) Key(side rules.Side) string {
	var b strings.Builder
	for mode, has := range [...]bool{side.HasBase(), side.HasInlined()} {
		o := r.modes[mode]
		if !has || o == nil {
			continue
		}
		fmt.Fprint(&b, mode)
		if mode == 1 {
			fmt.Fprint(&b, o.query) // see methodFits
		}
		if o.query {
			for _, d := range r.rule.Difference {
				fmt.Fprintf(&b, " %d:%d", d.Feature, d.By)
			}
		}
		for _, c := range o.own {
			fmt.Fprintf(&b, " %v %q", o.query, c.Expr)
		}
		for _, x := range o.compared {
			fmt.Fprintf(&b, " %s", x.Bound(o.query))
		}
	}
	return b.String()
}

// Fit reports whether row can be what it would be under the rule. That it is large enough is for the caller to ask.
func (r *Roles) Fit(row int) bool {
	x := r.rows.Row(row)
	o := r.modes[modeOf(x.Mode != inline.None)]
	// What is remembered comes first, then what looks at vectors.
	if o != nil && !r.callsFit(o, row) {
		return false
	}
	if len(r.rule.Context) > 0 && !r.rows.Vector(row).Contains(r.rule.Context) {
		return false // rule (I.3), which both must have
	}
	if o == nil {
		return true
	}
	if o.byMethod == nil && !r.few {
		o.byMethod = make([]answer, r.rows.Methods())
	}
	return once(o.byMethod, x.Method, func() bool { return r.methodFits(o, x.Method, x.Mode != inline.None) }) && r.rowFits(o, row)
}

// callsFit asks of the inlined methods what the rule asks of each.
func (r *Roles) callsFit(o *role, row int) bool {
	for i, c := range o.own {
		if c.Quantified != nil && !r.quantified(o, i, row) {
			return false
		}
	}
	return true
}

// rowFits asks what depends on the row with what is inlined.
func (r *Roles) rowFits(o *role, row int) bool {
	if o.query {
		for _, d := range r.rule.Difference {
			if d.By < 0 && r.rows.Vector(row).Count(d.Feature) < -d.By {
				return false
			}
		}
	}
	loaded := false
	load := func() {
		if !loaded {
			r.load(o, row)
			loaded = true
		}
	}
	for _, x := range o.compared {
		if x.value.OfBase() {
			continue // asked of the method
		}
		if load(); !x.Possible(o.query, r.value(o, x)) {
			return false
		}
	}
	for _, c := range o.own {
		if c.Quantified != nil {
			continue
		}
		load()
		if holds, err := r.ev.Holds(c); err != nil || !holds {
			return false
		}
	}
	return true
}

// methodFits asks what depends on the method as it stands.
func (r *Roles) methodFits(o *role, m program.MethodID, inlined bool) bool {
	base := r.rows.Base(m)
	if inlined && (o.query && Small(r.rule, base) || !base.Contains(r.rule.Context)) {
		return false
	}
	for _, x := range o.compared {
		if x.value.OfBase() && !x.Possible(o.query, x.value.Of(base, nil, nil)) {
			return false
		}
	}
	return true
}

// value is that of x for the row that is loaded.
func (r *Roles) value(o *role, x bound) int {
	if o.query {
		return x.value.Of(r.facts.Q, r.facts.QI, r.facts.InlinedQuery)
	}
	return x.value.Of(r.facts.C, r.facts.CI, r.facts.Inlined)
}

// quantified asks own check i of each inlined method, once.
func (r *Roles) quantified(o *role, i, row int) bool {
	x := o.own[i].Quantified
	if o.each[i] == nil && !r.few {
		o.each[i] = make([]answer, r.rows.Methods())
	}
	for _, m := range r.rows.Inlined(row) {
		if once(o.each[i], m, func() bool { return x.Has(r.rows.Base(m)) }) {
			return !x.None
		}
	}
	return x.None
}

// load makes row the facts of its side.
func (r *Roles) load(o *role, row int) {
	base, vector, into := &r.facts.C, &r.facts.CI, &r.facts.Inlined
	if o.query {
		base, vector, into = &r.facts.Q, &r.facts.QI, &r.facts.InlinedQuery
	}
	*base, *vector, *into = r.rows.Base(r.rows.Row(row).Method), r.rows.Vector(row), (*into)[:0]
	for _, m := range r.rows.Inlined(row) {
		*into = append(*into, r.rows.Base(m))
	}
	r.ev.Load(&r.facts)
}
