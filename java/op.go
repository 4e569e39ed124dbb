package java

// Op is the operator of a binary, unary, assignment or update expression, or the keyword that tells two forms of one
// node kind apart (the default label of a switch, a static import). The zero Op is NoOp.
type Op uint8

const (
	NoOp Op = iota

	Add // +, also unary plus
	Sub // -, also unary minus
	Mul
	Div
	Rem
	Shl
	Shr
	UShr
	And // &
	Or  // |
	Xor
	AndAnd
	OrOr
	Eq
	Ne
	Lt
	Gt
	Le
	Ge
	Not // !
	Inv // ~
	Inc
	Dec

	Assign
	AddAssign
	SubAssign
	MulAssign
	DivAssign
	RemAssign
	ShlAssign
	ShrAssign
	UShrAssign
	AndAssign
	OrAssign
	XorAssign

	Default // switch_label: "default", alone or as "case null, default"
	Static  // import_declaration: a static import
	Module  // import_declaration: a module import

	numOps
)

// NumOps is the number of operators, NoOp included.
const NumOps = int(numOps)

var opNames = [numOps]string{
	Add: "+", Sub: "-", Mul: "*", Div: "/", Rem: "%", Shl: "<<", Shr: ">>", UShr: ">>>", And: "&", Or: "|", Xor: "^",
	AndAnd: "&&", OrOr: "||", Eq: "==", Ne: "!=", Lt: "<", Gt: ">", Le: "<=", Ge: ">=", Not: "!", Inv: "~",
	Inc: "++", Dec: "--", Assign: "=", AddAssign: "+=", SubAssign: "-=", MulAssign: "*=", DivAssign: "/=",
	RemAssign: "%=", ShlAssign: "<<=", ShrAssign: ">>=", UShrAssign: ">>>=", AndAssign: "&=", OrAssign: "|=",
	XorAssign: "^=", Default: "default", Static: "static", Module: "module",
}

func (o Op) String() string {
	if int(o) < len(opNames) {
		return opNames[o]
	}
	return "invalid"
}

// OpByName returns the operator written as name, NoOp where there is none.
func OpByName(name string) Op {
	for o, s := range opNames {
		if s == name && s != "" {
			return Op(o)
		}
	}
	return NoOp
}

// Binary returns the operator that a compound assignment applies: AddAssign gives Add. It is NoOp for Assign and
// for everything that is not an assignment.
func (o Op) Binary() Op {
	switch {
	case AddAssign <= o && o <= RemAssign:
		return Add + (o - AddAssign)
	case ShlAssign <= o && o <= XorAssign:
		return Shl + (o - ShlAssign)
	}
	return NoOp
}
