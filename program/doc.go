// Package program is the view of a whole program without a build and without a class path: which types there are,
// what they inherit, which fields and methods they have, which fields are constants, and what each name and each call
// in a body denotes.
//
// Link makes a Program of parsed files; it reads no body. A Resolver then looks at one body at a time:
//
//	class Counter {
//	  static final int STEP = 1 + 1;
//	  int total;
//	  void add(List<String> names) {
//	    for (String s : names) total += STEP * s.length();   // total: UseField, this implied; STEP: UseConstant, 2
//	    show(names);                                         // UseCallOwn, this implied
//	    System.out.println(total);                           // UseCallAPI
//	  }
//	  void show(Object o) { }
//	}
//
// What is not in the files is "API": a type that no file declares, and a member that a type of the program can only
// have from an ancestor that no file declares. A call that cannot be attributed at all (its receiver has an unknown
// type) counts as API too and carries the Unresolved flag.
//
// What it does not do: it checks nothing, so that wrong programs resolve to something; types are erased (a value of a
// type variable has the variable's bound), and type arguments are looked at only where they are written next to the
// receiver's declaration, see generics.go; the types of lambda parameters without a declared type are unknown; a
// constant that depends on a library's constant is not folded, but for a few of java.lang; accessibility is ignored,
// except that a private method is not overridden. A name that an anonymous class inherits from an ancestor outside the
// program is looked for in the enclosing classes first, since nobody can say that the ancestor has it.
package program
