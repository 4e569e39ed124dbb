package concretize

import "refract/rules"

// Vocabulary is the names of structural checks and of differences that a rule may use: those that this package implements.
func Vocabulary() rules.Vocabulary {
	structural, _ := StructuralChecks()
	witness, _ := Allowances()
	return rules.Vocabulary{Structural: structural, Witness: witness}
}
