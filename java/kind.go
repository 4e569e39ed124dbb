package java

// Kind is the kind of a syntax node. Its names are those of the tree-sitter grammar for Java, so that a rule, a
// dump and the grammar say the same word. The zero Kind is None.
type Kind uint8

const (
	None Kind = iota
	// Error is what the grammar could not parse; see File.Problems.
	Error

	// Files and modules.
	Program
	PackageDeclaration
	ImportDeclaration
	Asterisk
	ModuleDeclaration
	ModuleBody
	RequiresModuleDirective
	RequiresModifier
	ExportsModuleDirective
	OpensModuleDirective
	UsesModuleDirective
	ProvidesModuleDirective

	// Type declarations.
	ClassDeclaration
	InterfaceDeclaration
	EnumDeclaration
	RecordDeclaration
	AnnotationTypeDeclaration

	// Bodies and clauses of type declarations.
	ClassBody
	InterfaceBody
	EnumBody
	EnumBodyDeclarations
	AnnotationTypeBody
	Superclass
	SuperInterfaces
	ExtendsInterfaces
	Permits
	TypeList
	TypeParameters
	TypeParameter
	TypeBound

	// Member declarations.
	MethodDeclaration
	ConstructorDeclaration
	CompactConstructorDeclaration
	StaticInitializer
	AnnotationTypeElementDeclaration
	FieldDeclaration
	ConstantDeclaration
	EnumConstant

	// Parts of declarations.
	ConstructorBody
	Modifiers
	MarkerAnnotation
	Annotation
	AnnotationArgumentList
	ElementValuePair
	ElementValueArrayInitializer
	FormalParameters
	FormalParameter
	SpreadParameter
	ReceiverParameter
	InferredParameters
	Throws
	VariableDeclarator
	Dimensions

	// Statements.
	Block
	LocalVariableDeclaration
	ExpressionStatement
	LabeledStatement
	AssertStatement
	IfStatement
	WhileStatement
	DoStatement
	ForStatement
	EnhancedForStatement
	BreakStatement
	ContinueStatement
	ReturnStatement
	YieldStatement
	ThrowStatement
	SynchronizedStatement
	TryStatement
	TryWithResourcesStatement
	ExplicitConstructorInvocation

	// Parts of statements.
	CatchClause
	CatchFormalParameter
	CatchType
	FinallyClause
	ResourceSpecification
	Resource
	SwitchBlock
	SwitchBlockStatementGroup
	SwitchRule
	SwitchLabel
	Guard
	Pattern
	TypePattern
	RecordPattern
	RecordPatternBody
	RecordPatternComponent
	UnderscorePattern

	// Expressions.
	SwitchExpression
	AssignmentExpression
	BinaryExpression
	UnaryExpression
	UpdateExpression
	InstanceofExpression
	TernaryExpression
	CastExpression
	LambdaExpression
	MethodReference
	MethodInvocation
	ObjectCreationExpression
	ArrayCreationExpression
	ArrayAccess
	ArrayInitializer
	FieldAccess
	ClassLiteral
	TemplateExpression
	ParenthesizedExpression
	Identifier
	This
	Super

	// Literals.
	DecimalIntegerLiteral
	HexIntegerLiteral
	OctalIntegerLiteral
	BinaryIntegerLiteral
	DecimalFloatingPointLiteral
	HexFloatingPointLiteral
	True
	False
	CharacterLiteral
	StringLiteral
	StringInterpolation
	NullLiteral

	// Parts of expressions.
	ArgumentList
	DimensionsExpr
	ScopedIdentifier

	// Types.
	TypeIdentifier
	ScopedTypeIdentifier
	GenericType
	TypeArguments
	Wildcard
	ArrayType
	AnnotatedType
	IntegralType
	FloatingPointType
	BooleanType
	VoidType

	numKinds
)

// NumKinds is the number of kinds, None and Error included.
const NumKinds = int(numKinds)

var kindNames = [NumKinds]string{
	None:                             "none",
	Error:                            "ERROR",
	Program:                          "program",
	PackageDeclaration:               "package_declaration",
	ImportDeclaration:                "import_declaration",
	Asterisk:                         "asterisk",
	ModuleDeclaration:                "module_declaration",
	ModuleBody:                       "module_body",
	RequiresModuleDirective:          "requires_module_directive",
	RequiresModifier:                 "requires_modifier",
	ExportsModuleDirective:           "exports_module_directive",
	OpensModuleDirective:             "opens_module_directive",
	UsesModuleDirective:              "uses_module_directive",
	ProvidesModuleDirective:          "provides_module_directive",
	ClassDeclaration:                 "class_declaration",
	InterfaceDeclaration:             "interface_declaration",
	EnumDeclaration:                  "enum_declaration",
	RecordDeclaration:                "record_declaration",
	AnnotationTypeDeclaration:        "annotation_type_declaration",
	ClassBody:                        "class_body",
	InterfaceBody:                    "interface_body",
	EnumBody:                         "enum_body",
	EnumBodyDeclarations:             "enum_body_declarations",
	AnnotationTypeBody:               "annotation_type_body",
	Superclass:                       "superclass",
	SuperInterfaces:                  "super_interfaces",
	ExtendsInterfaces:                "extends_interfaces",
	Permits:                          "permits",
	TypeList:                         "type_list",
	TypeParameters:                   "type_parameters",
	TypeParameter:                    "type_parameter",
	TypeBound:                        "type_bound",
	MethodDeclaration:                "method_declaration",
	ConstructorDeclaration:           "constructor_declaration",
	CompactConstructorDeclaration:    "compact_constructor_declaration",
	StaticInitializer:                "static_initializer",
	AnnotationTypeElementDeclaration: "annotation_type_element_declaration",
	FieldDeclaration:                 "field_declaration",
	ConstantDeclaration:              "constant_declaration",
	EnumConstant:                     "enum_constant",
	ConstructorBody:                  "constructor_body",
	Modifiers:                        "modifiers",
	MarkerAnnotation:                 "marker_annotation",
	Annotation:                       "annotation",
	AnnotationArgumentList:           "annotation_argument_list",
	ElementValuePair:                 "element_value_pair",
	ElementValueArrayInitializer:     "element_value_array_initializer",
	FormalParameters:                 "formal_parameters",
	FormalParameter:                  "formal_parameter",
	SpreadParameter:                  "spread_parameter",
	ReceiverParameter:                "receiver_parameter",
	InferredParameters:               "inferred_parameters",
	Throws:                           "throws",
	VariableDeclarator:               "variable_declarator",
	Dimensions:                       "dimensions",
	Block:                            "block",
	LocalVariableDeclaration:         "local_variable_declaration",
	ExpressionStatement:              "expression_statement",
	LabeledStatement:                 "labeled_statement",
	AssertStatement:                  "assert_statement",
	IfStatement:                      "if_statement",
	WhileStatement:                   "while_statement",
	DoStatement:                      "do_statement",
	ForStatement:                     "for_statement",
	EnhancedForStatement:             "enhanced_for_statement",
	BreakStatement:                   "break_statement",
	ContinueStatement:                "continue_statement",
	ReturnStatement:                  "return_statement",
	YieldStatement:                   "yield_statement",
	ThrowStatement:                   "throw_statement",
	SynchronizedStatement:            "synchronized_statement",
	TryStatement:                     "try_statement",
	TryWithResourcesStatement:        "try_with_resources_statement",
	ExplicitConstructorInvocation:    "explicit_constructor_invocation",
	CatchClause:                      "catch_clause",
	CatchFormalParameter:             "catch_formal_parameter",
	CatchType:                        "catch_type",
	FinallyClause:                    "finally_clause",
	ResourceSpecification:            "resource_specification",
	Resource:                         "resource",
	SwitchBlock:                      "switch_block",
	SwitchBlockStatementGroup:        "switch_block_statement_group",
	SwitchRule:                       "switch_rule",
	SwitchLabel:                      "switch_label",
	Guard:                            "guard",
	Pattern:                          "pattern",
	TypePattern:                      "type_pattern",
	RecordPattern:                    "record_pattern",
	RecordPatternBody:                "record_pattern_body",
	RecordPatternComponent:           "record_pattern_component",
	UnderscorePattern:                "underscore_pattern",
	SwitchExpression:                 "switch_expression",
	AssignmentExpression:             "assignment_expression",
	BinaryExpression:                 "binary_expression",
	UnaryExpression:                  "unary_expression",
	UpdateExpression:                 "update_expression",
	InstanceofExpression:             "instanceof_expression",
	TernaryExpression:                "ternary_expression",
	CastExpression:                   "cast_expression",
	LambdaExpression:                 "lambda_expression",
	MethodReference:                  "method_reference",
	MethodInvocation:                 "method_invocation",
	ObjectCreationExpression:         "object_creation_expression",
	ArrayCreationExpression:          "array_creation_expression",
	ArrayAccess:                      "array_access",
	ArrayInitializer:                 "array_initializer",
	FieldAccess:                      "field_access",
	ClassLiteral:                     "class_literal",
	TemplateExpression:               "template_expression",
	ParenthesizedExpression:          "parenthesized_expression",
	Identifier:                       "identifier",
	This:                             "this",
	Super:                            "super",
	DecimalIntegerLiteral:            "decimal_integer_literal",
	HexIntegerLiteral:                "hex_integer_literal",
	OctalIntegerLiteral:              "octal_integer_literal",
	BinaryIntegerLiteral:             "binary_integer_literal",
	DecimalFloatingPointLiteral:      "decimal_floating_point_literal",
	HexFloatingPointLiteral:          "hex_floating_point_literal",
	True:                             "true",
	False:                            "false",
	CharacterLiteral:                 "character_literal",
	StringLiteral:                    "string_literal",
	StringInterpolation:              "string_interpolation",
	NullLiteral:                      "null_literal",
	ArgumentList:                     "argument_list",
	DimensionsExpr:                   "dimensions_expr",
	ScopedIdentifier:                 "scoped_identifier",
	TypeIdentifier:                   "type_identifier",
	ScopedTypeIdentifier:             "scoped_type_identifier",
	GenericType:                      "generic_type",
	TypeArguments:                    "type_arguments",
	Wildcard:                         "wildcard",
	ArrayType:                        "array_type",
	AnnotatedType:                    "annotated_type",
	IntegralType:                     "integral_type",
	FloatingPointType:                "floating_point_type",
	BooleanType:                      "boolean_type",
	VoidType:                         "void_type",
}

func (k Kind) String() string {
	if int(k) < len(kindNames) {
		return kindNames[k]
	}
	return "invalid"
}

// IsTypeDeclaration reports whether k declares a named type.
func (k Kind) IsTypeDeclaration() bool {
	return ClassDeclaration <= k && k <= AnnotationTypeDeclaration
}

// IsStatement reports whether k is a statement that can stand in a block. A local type declaration and a switch,
// which the grammar makes expressions of, are asked for by File.IsStatementAt.
func (k Kind) IsStatement() bool { return Block <= k && k <= ExplicitConstructorInvocation }

// IsExpression reports whether k is an expression, literals included.
func (k Kind) IsExpression() bool { return SwitchExpression <= k && k <= NullLiteral }

// IsLiteral reports whether k is a literal.
func (k Kind) IsLiteral() bool { return DecimalIntegerLiteral <= k && k <= NullLiteral }

// IsType reports whether k is the use of a type. An identifier in a type position is a TypeIdentifier.
func (k Kind) IsType() bool { return TypeIdentifier <= k && k <= VoidType }
