// Package java is the source model that every question of refract is asked of: one flat array of syntax nodes a
// file, and tables of the declarations in it. It is plain data without cgo; package java/parse makes it.
//
// Given
//
//	class C { int f(int a) { return a + 1; } }
//
// the nodes are, in preorder (see Dump):
//
//	0 program
//	1   class_declaration
//	2     identifier name: C
//	3     class_body body:
//	4       method_declaration
//	5         integral_type type: int
//	6         identifier name: f
//	7         formal_parameters parameters:
//	8           formal_parameter
//	9             integral_type type: int
//	10            identifier name: a
//	11        block body:
//	12          return_statement
//	13            binary_expression +
//	14              identifier left: a
//	15              decimal_integer_literal right: 1
//
// and the tables hold one Type, one Method with one Param, and no FieldDecl.
//
// Tokens without meaning of their own (braces, commas, keywords) are not nodes; an operator is the Op of its
// expression. The package resolves no names: that is package program's work.
package java
