package concretize

// This file names the differences that a rule may let pass between the query and the sample. The first name of a
// rule's witness list is its essential one: without a place of that kind there is no opportunity.

// An allowance is a kind of difference between two aligned bodies. The zero allowance is none.
type allowance uint8

const (
	noAllowance allowance = iota
	literal
	member
	inlineCallInSample
	inlineCallInQuery
	tempInQuery
	tempInSample
	wrappedCall
	splitDeclaration
	localAsField
	getterInSample
	getterInQuery
	constantInSample
	constantMethodInSample
	reversedConditional
	downcastInQuery
	declarationWithInitializer
	movedArgument
	parameterAsComponent
	consolidatedConditional
	guardClause
	delegateChain
	middleManCall
	movedFragment
	tempAsQuery
	conditionAsCall

	numAllowances
)

// allowances documents every allowance: its name in rules, what the query has, and what the sample has instead.
// Source: the changes that Fowler 1999 describes for each refactoring; what may differ between two statements of one
// refactoring is after Tsantalis et al. 2020, §3.2 (replacements).
var allowances = [numAllowances]struct{ name, query, sample string }{
	literal:                    {"literal", "a literal", "another literal of the same kind"},
	member:                     {"member", "a field, own method, type or constructor", "another one, consistently, with as many arguments"},
	inlineCallInSample:         {"inline-call-in-sample", "statements or an expression", "a call of a method that has them as its body"},
	inlineCallInQuery:          {"inline-call-in-query", "a call", "the statements or the expression of the called method"},
	tempInQuery:                {"temp-in-query", "T t = e; and a read of t", "e at the place of the read"},
	tempInSample:               {"temp-in-sample", "e", "T t = e; before it and a read of t"},
	wrappedCall:                {"wrapped-call", "m(X) around one expression", "m(Y) around another one"},
	splitDeclaration:           {"split-declaration", "t = e; of a variable declared before", "U u = e; and the later reads are of u"},
	localAsField:               {"local-as-field", "a local variable or parameter", "a field of the method object"},
	getterInSample:             {"getter-in-sample", "a read of a field of this", "a call of its getter"},
	getterInQuery:              {"getter-in-query", "a call of a getter of this", "a read of the field"},
	constantInSample:           {"constant-in-sample", "a literal", "the name of a constant"},
	constantMethodInSample:     {"constant-method-in-sample", "a literal", "a call of a method that returns that value"},
	reversedConditional:        {"reversed-conditional", "if (c) A else B", "if (!c) B else A"},
	downcastInQuery:            {"downcast-in-query", "(T) call", "a call without the cast"},
	declarationWithInitializer: {"declaration-with-initializer", "T x; and later x = e;", "T x = e;"},
	movedArgument:              {"moved-argument", "an argument g()", "g() inside the called method"},
	parameterAsComponent:       {"parameter-as-component", "a read of a parameter", "a component of one parameter object"},
	consolidatedConditional:    {"consolidated-conditional", "several ifs with one branch", "one if with || or &&"},
	guardClause:                {"guard-clause", "nested ifs", "a sequence of ifs that leave"},
	delegateChain:              {"delegate-chain", "x.g().m(a)", "x.n(a)"},
	middleManCall:              {"middle-man-call", "x.n(a)", "x.g().m(a)"},
	movedFragment:              {"moved-fragment", "the same statements in every branch", "the statements once, outside the branches"},
	tempAsQuery:                {"temp-as-query", "T t = e; and reads of t", "calls of a method that returns e"},
	conditionAsCall:            {"condition-as-call", "a condition", "a call of a method that returns it"},
}

func (a allowance) String() string { return allowances[a].name }

// why says in words what differs where a was used.
func (a allowance) why() string {
	return allowances[a].query + " here, " + allowances[a].sample + " in the sample"
}

// allowanceByName returns the allowance of that name, noAllowance where there is none.
func allowanceByName(name string) allowance {
	for a := literal; a < numAllowances; a++ {
		if allowances[a].name == name {
			return a
		}
	}
	return noAllowance
}

// Allowances lists the names that a rule's witness may use, in a fixed order, with what each lets differ.
func Allowances() (names, docs []string) {
	for a := literal; a < numAllowances; a++ {
		names = append(names, a.String())
		docs = append(docs, a.why())
	}
	return names, docs
}

// allowed is a set of allowances.
type allowed uint32

func (s allowed) has(a allowance) bool { return a == noAllowance || s&(1<<a) != 0 }

func allowedOf(names []string) allowed {
	var s allowed
	for _, name := range names {
		s |= 1 << allowanceByName(name)
	}
	return s
}
