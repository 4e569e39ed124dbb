package parse

import (
	"sync"

	grammar "github.com/smacker/go-tree-sitter/java"

	sitter "github.com/smacker/go-tree-sitter"

	"refract/java"
)

// symbol says what becomes of a grammar symbol; it has the layout of refract_symbol in flatten.h.
type symbol struct {
	kind    java.Kind
	op      java.Op
	comment bool
	skip    bool
}

// symbols is the translation from the grammar's numbers to the model's, made once from their names, so that another
// version of the grammar with other numbers needs no edit here.
type symbols struct {
	symbols []symbol
	fields  []java.Field
	takesOp [256]bool // by java.Kind
}

// operatorKinds are the kinds whose operator token is their Op. The same tokens stand elsewhere as mere punctuation:
// "<" in type arguments, "=" in a declarator, "&" in a bound.
var operatorKinds = []java.Kind{
	java.BinaryExpression, java.UnaryExpression, java.UpdateExpression, java.AssignmentExpression,
	java.SwitchLabel, java.ImportDeclaration,
}

// fragments are named symbols that say nothing a model needs: the pieces of a string literal.
var fragments = map[string]bool{"string_fragment": true, "multiline_string_fragment": true, "escape_sequence": true}

// leaves are the kinds that never have a child worth a node; two of three nodes are such, and not to ask them for
// children saves a quarter of the walk.
var leaves = map[java.Kind]bool{
	java.Identifier: true, java.TypeIdentifier: true, java.This: true, java.Super: true, java.Asterisk: true,
	java.DecimalIntegerLiteral: true, java.HexIntegerLiteral: true, java.OctalIntegerLiteral: true, java.BinaryIntegerLiteral: true,
	java.DecimalFloatingPointLiteral: true, java.HexFloatingPointLiteral: true, java.CharacterLiteral: true,
	java.True: true, java.False: true, java.NullLiteral: true, java.IntegralType: true, java.FloatingPointType: true,
	java.BooleanType: true, java.VoidType: true, java.UnderscorePattern: true,
}

var symbolTable = sync.OnceValue(func() *symbols {
	lang := grammar.GetLanguage()
	t := &symbols{symbols: make([]symbol, lang.SymbolCount())}
	for i := range t.symbols {
		name := lang.SymbolName(sitter.Symbol(i))
		switch {
		case lang.SymbolType(sitter.Symbol(i)) == sitter.SymbolTypeRegular:
			switch {
			case name == "line_comment" || name == "block_comment":
				t.symbols[i].comment = true
			case fragments[name]:
				t.symbols[i].skip = true
			default:
				t.symbols[i].kind = java.KindByName(name)
				t.symbols[i].skip = leaves[t.symbols[i].kind]
			}
		default: // a token
			t.symbols[i].skip = true
			if name != "module" {
				t.symbols[i].op = java.OpByName(name)
			}
		}
	}
	t.fields = append(t.fields, java.NoField)
	for i := 1; lang.FieldName(i) != ""; i++ {
		t.fields = append(t.fields, java.FieldByName(lang.FieldName(i)))
	}
	for _, k := range operatorKinds {
		t.takesOp[k] = true
	}
	return t
})
