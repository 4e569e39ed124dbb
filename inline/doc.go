// Package inline computes the vectors of simulated inlining: what the characteristic vector of a body would be if
// methods that it calls stood in their callers' place. It never edits a tree.
//
// # Modes
//
// For a body c that calls the methods m1 … mn of the program (each once or more often), there are the rows
//
//	None             c as it is: its base vector
//	Single m1 … mn   every call of mi replaced, all other calls left as they are
//	All              every call of m1 … mn replaced; left out for n < 2, where it would repeat Single
//
// Inlining is one level deep: the calls in an inlined body stay calls. Constructors and library methods are never
// inlined.
//
// # Arithmetic
//
// Let v be the base vector of c, w that of m, and let c call m at k sites. The row Single m is
//
//	v + Σ over the k sites of (w − returns(w) − this(site, w) − call(site))
//
// and All is v plus these sums for all of m1 … mn. A method called at k sites is thus added k times, since the body
// that stands in for the calls has it k times. Nothing is subtracted below zero.
//
// returns(w) is what the end of an inlined body loses: all of m's syntax.return_statement, op.return_value and
// op.return_void. What a return computes stays: it is the value that the call had. Returns of lambdas in m stay.
//
// call(site) is what the call itself was:
//
//	the invocation         syntax.invoke_own 1, op.invoke_own 1
//	the method's name      syntax.simple_name 1
//	its argument list      syntax.argument_list 1 (the arguments stay, see below)
//	a whole statement      syntax.expression_statement 1, if the site is "m(…);"
//	the receiver: implied  op.aload_0 1, for an instance method
//	  this, A.this         syntax.this 1, op.aload_0 1, and the names and dots of the qualifier
//	  super, A.super       syntax.super 1, op.aload_0 1, and the names and dots of the qualifier
//	  a type               its syntax.simple_name and syntax.field_access; a static method loads nothing
//	  any other value      nothing: it is still evaluated
//
// this(site, w) is nothing where the receiver is this or super or a type. Where it is another value, every load of
// this in m becomes a use of that value, which is evaluated once already: all of m's op.aload_0 and syntax.this.
//
// Arguments are evaluated once, where they stand, and parameters receive them by magic: neither the uses of the
// parameters in m change nor is a store added (§3.1.2 says the same of the paper's vectors). Therefore a rule that
// compares inlined with base vectors zeroes op.load* and op.store*. Then these meet exactly, in the operation family:
//
//	use(a * b)                        use(f())          with f() { return a * b; }
//	double r = a * b; use(r);         use(f());         the same
//	x + this.count                    x + getCount()    with getCount() { return count; }
//	other.count                       other.getCount()  the same
//	(String) get(k)                   getString(k)      with getString(k) { return (String) get(k); }
//	s1; s2; s3;                       s1; f();          with f() { s2; s3; }
//
// # Refused
//
// Some calls stay calls, in every mode, and Stats counts why: a body that calls itself is inlined nowhere, for it
// could not be removed (Recursive; two methods that call each other are fine at one level); what has no body cannot
// be (Abstract, which includes native methods); and what some method of the program overrides may not be what runs
// (Overridden), except through super.
//
// # Not modelled
//
// Conditions under which the inlining would be wrong (a return in the middle of the inlined body, a receiver or an
// argument with side effects, capture of names, access to private members): a vector only says that two bodies are
// worth comparing, and package concretize compares them.
//
// Source: Milea et al. 2014, §3.1.2.
package inline
