package rules

import _ "embed"

// Schema is the JSON Schema (draft 2020-12) of a rule file. It admits every file that Load accepts; Load knows more:
// which features, checks and samples there are, and whether an expression compiles.
//
//go:embed rule.schema.json
var Schema []byte
