// Package vectors holds the feature space and counts the characteristic vector of a method body over it.
//
// Given
//
//	int f(int a) {
//		int b = a + LIMIT;      // static final int LIMIT = 10;
//		return twice(b);        // of the same class
//	}
//
// the vector is
//
//	syntax.var_declaration_statement=1 syntax.var_declaration=1 syntax.initializer=1 syntax.return_statement=1
//	syntax.invoke_own=1 syntax.simple_name=5 syntax.argument_list=1 syntax.binary.plus=1 syntax.integral_type=1
//	op.load_1=1 op.load_2=1 op.store_2=1 op.aload_0=1 op.constant.int=1 op.add=1 op.invoke_own=1 op.return_value=1
//
// # The two families
//
// The syntax family counts the nodes of the tree: every node of a body counts once, under its kind, or under one of
// several variants of it (the operator of an expression, the type of a literal, the three sorts of call). Two features
// count what is no node: syntax.else and syntax.initializer. Not counted are the outermost block, what is in
// annotations, and what is in local and anonymous classes, whose methods have vectors of their own. Lambdas count in
// the body around them.
//
// The operation family counts what javac would emit, so that two ways to write the same are one. It comes from the
// tree and from what package program knows of its names; nothing is compiled. "refract rules features" prints each
// feature with its sentence.
//
// # What operations agree with javac on
//
// Loads and stores by slot, with javac's numbering (op.load is the slots from 4 on: sum op.load* for all of them);
// iinc; loads of this, also where a field or call implies it; reads and writes of fields; constants of static final
// fields and constant expressions folded into one load of the type that the place converts it to; arithmetic; arrays
// and their initializers; casts, new, instanceof and the binding of a pattern; calls, the super() that a constructor
// implies among them; the enhanced for written out. A test compiles a file with javac and holds these against its
// bytecode.
//
// # Where they differ
//
//   - A comparison has the direction of the source (a < b is op.if_lt), where javac jumps on the opposite; it counts
//     in a condition and for its value alike, without the constants and jumps that javac makes a value with. A ! is no
//     operation: it turns the comparisons and tests that it reaches.
//   - A comparison with 0 counts the constant, which javac often saves.
//   - Boxing, conversions that are not written, and casts that generics imply do not count: they need the types of
//     libraries. For the same reason a library's static final field is a field read and not a constant.
//   - A read of a local or instance variable that is final and has a constant value is a read, not a constant.
//   - A concatenation is one op.concat for each + instead of one call with a recipe.
//   - finally counts once, where javac copies it; the calls of close() in a try with resources do not count; neither
//     do the temporary of synchronized, the second load and the comparison of strings in a switch, nor the jump over
//     an else branch.
//   - What a call passes without its being written does not count: the array of a variable-arity call, the enclosing
//     instance and the captured variables of a local, anonymous or inner class, the name and ordinal of an enum constant.
//   - javac puts the initializers of instance fields, and instance initializer blocks, into every constructor; here
//     the former have no vector and the latter one of their own.
//   - A captured variable is a local; a member of an enclosing instance is one load of this and the access, without
//     the hidden fields in between.
//   - Code that is never reached counts.
//
// # What it does not do
//
// It does not decide which features a refactoring changes (rules do), nor compare vectors beyond the arithmetic of
// Definitions 3.1 and 3.3. Field initializers outside methods have no vector. Vectors keep no order and no names.
//
// Source: Milea, Jiang and Khoo, "Vector Abstraction and Concretization for Scalable Detection of Refactorings", FSE
// 2014, §3.1.1, Table 1 and Table 3.
package vectors
