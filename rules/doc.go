// Package rules holds refactoring types as data: what a rule says, how it is read from YAML, how its faults are
// reported, and how its checks are evaluated. The built-in catalogue lies in catalog/, in the same format as a rule
// of the user's; nothing about it is privileged.
//
// A rule is one YAML file with its documentation (doc.md) and its samples beside it:
//
//	catalog/inline-temp/rule.yaml
//	catalog/inline-temp/doc.md
//	catalog/inline-temp/samples/price/before.java
//	catalog/inline-temp/samples/price/after.java
//	catalog/inline-temp/samples/price/sample.yaml    (optional: method, after, note)
//	catalog/inline-temp/samples/read-twice/before.java, after.java   (listed under near_misses)
//
// The file itself (the published schema is rule.schema.json; every field but id, name, query and answer has a
// default):
//
//	id: inline-temp              # kebab-case, for ever
//	name: Inline Temp
//	summary: One sentence.
//	source: "Fowler 1999, p. 119; Milea et al. 2014, Table 3 row 3"
//	group: method                # what opportunities share: callee, field, constant, method or class
//	query: base                  # which vectors ask: base, inlined or both
//	answer: base                 # which vectors are searched
//	abstraction:                 # Milea §3.2; a feature that is in no list stays as it is (I)
//	  zero:  [op.load, "op.load_*"]              # (V)   set to 0
//	  merge: [[op.if_lt, op.if_ge]]              # (II)  added up in the first (lowest) feature of the group
//	  one:   [[syntax.if_statement]]             # (III) 1 where the feature occurs
//	difference: {op.load: -1}    # D: changes that must be there, after minus before
//	context: {op.if_eq: 1}       # v^δ: what both sides must contain
//	radius: 0                    # Euclidean distance of abstracted vectors; 0 means equality
//	filters: {min_elements: 10, min_statements: 1, clones: true}
//	checks:                      # see Check for the environment
//	  - q["op.load"] - c["op.load"] > 0
//	  - 'exists(inlined, #["op.getfield"] == 1)'   # quoted: in YAML " #" starts a comment
//	  - {check: 'total(q) > 9', reason: the query is tiny}   # reason: why a candidate is refused
//	structural: [names]          # structural checks, which package concretize implements
//	witness: [names]             # differences that the alignment of the two bodies may accept
//	samples: [samples/price]     # folders with before.java and after.java that must be found …
//	near_misses: [samples/read-twice]   # … and that must be refused
//
// A list of features takes names and globs, in which "*" stands for any run of characters, dots included; an entry
// that starts with "!" takes out again what the entries before it put in. A sample is a folder or, where the two
// files lie elsewhere, a mapping {before: PATH, after: PATH, method: NAME, after_method: NAME, note: TEXT}. All paths
// are relative to the rule's file.
//
// The built-in rules are also in catalog.bin, where who only runs them has them without reading YAML. Whoever edits the catalogue
// runs go generate, which writes that file and docs/rules.md anew; until then the YAML is read, and a test fails.
//
// The package decides nothing about candidates but the checks that a rule states: filters, structural checks and the
// witness are named here and implemented in package concretize, whose names a caller passes in as a Vocabulary.
package rules
