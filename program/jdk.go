package program

import (
	"maps"
	"slices"
)

// This file is the little that the package knows of the Java library: enough that the types of common expressions are
// known when an overload is chosen. It is a help, not a claim to be complete.

// javaLang lists the types of java.lang that programs name, so that a program's use of them is told from a type that
// an import on demand brings in.
var javaLang = []string{
	"Object", "String", "StringBuffer", "StringBuilder", "CharSequence", "Class", "ClassLoader", "Comparable", "Cloneable",
	"Iterable", "Runnable", "Thread", "ThreadGroup", "ThreadLocal", "InheritableThreadLocal", "Process", "ProcessBuilder",
	"Runtime", "System", "Math", "StrictMath", "Number", "Boolean", "Byte", "Short", "Character", "Integer", "Long", "Float",
	"Double", "Void", "Enum", "Record", "Package", "Module", "StackTraceElement", "Appendable", "Readable", "AutoCloseable",
	"SecurityManager", "Compiler", "ProcessHandle", "StackWalker",
	"Throwable", "Exception", "Error", "RuntimeException", "ArithmeticException", "ArrayIndexOutOfBoundsException",
	"ArrayStoreException", "ClassCastException", "ClassNotFoundException", "CloneNotSupportedException",
	"EnumConstantNotPresentException", "IllegalAccessException", "IllegalArgumentException",
	"IllegalMonitorStateException", "IllegalStateException", "IllegalThreadStateException", "IndexOutOfBoundsException",
	"InstantiationException", "InterruptedException", "NegativeArraySizeException", "NoSuchFieldException",
	"NoSuchMethodException", "NullPointerException", "NumberFormatException", "ReflectiveOperationException",
	"SecurityException", "StringIndexOutOfBoundsException", "TypeNotPresentException", "UnsupportedOperationException",
	"AbstractMethodError", "AssertionError", "BootstrapMethodError", "ClassCircularityError", "ClassFormatError",
	"ExceptionInInitializerError", "IllegalAccessError", "IncompatibleClassChangeError", "InstantiationError",
	"InternalError", "LinkageError", "NoClassDefFoundError", "NoSuchFieldError", "NoSuchMethodError", "OutOfMemoryError",
	"StackOverflowError", "ThreadDeath", "UnknownError", "UnsatisfiedLinkError", "UnsupportedClassVersionError",
	"VerifyError", "VirtualMachineError",
	"Deprecated", "FunctionalInterface", "Override", "SafeVarargs", "SuppressWarnings", "MatchException",
}

var javaLangSet = func() map[string]bool {
	m := make(map[string]bool, len(javaLang))
	for _, s := range javaLang {
		m[s] = true
	}
	return m
}()

func isJavaLang(name string) bool { return javaLangSet[name] }

// knownTypes are further library types that results below have.
var knownTypes = []string{"java.io.PrintStream", "java.io.InputStream", "java.lang.StackTraceElement"}

// boxes pairs each primitive kind with its box.
var boxes = map[string]RefKind{
	"java.lang.Boolean": Boolean, "java.lang.Byte": Byte, "java.lang.Short": Short, "java.lang.Character": Char,
	"java.lang.Integer": Int, "java.lang.Long": Long, "java.lang.Float": Float, "java.lang.Double": Double,
}

// finals are library types without subtypes, of which two different ones cannot be converted into each other.
var finals = map[string]bool{
	"java.lang.String": true, "java.lang.StringBuffer": true, "java.lang.StringBuilder": true, "java.lang.Class": true,
	"java.lang.Boolean": true, "java.lang.Byte": true, "java.lang.Short": true, "java.lang.Character": true,
	"java.lang.Integer": true, "java.lang.Long": true, "java.lang.Float": true, "java.lang.Double": true,
}

// anyResults are the results of the methods that every object has.
var anyResults = map[string]string{
	"toString": "java.lang.String", "equals": "boolean", "hashCode": "int", "getClass": "java.lang.Class",
}

// results are the results of methods by "receiver.method"; the overloads of a listed name all have that result.
var results = map[string]string{
	"java.lang.String.length": "int", "java.lang.String.charAt": "char", "java.lang.String.indexOf": "int",
	"java.lang.String.lastIndexOf": "int", "java.lang.String.compareTo": "int", "java.lang.String.compareToIgnoreCase": "int",
	"java.lang.String.substring": "java.lang.String", "java.lang.String.trim": "java.lang.String",
	"java.lang.String.replace": "java.lang.String", "java.lang.String.replaceAll": "java.lang.String",
	"java.lang.String.replaceFirst": "java.lang.String", "java.lang.String.toLowerCase": "java.lang.String",
	"java.lang.String.toUpperCase": "java.lang.String", "java.lang.String.concat": "java.lang.String",
	"java.lang.String.intern": "java.lang.String", "java.lang.String.valueOf": "java.lang.String",
	"java.lang.String.format": "java.lang.String", "java.lang.String.join": "java.lang.String",
	"java.lang.String.strip": "java.lang.String", "java.lang.String.repeat": "java.lang.String",
	"java.lang.String.startsWith": "boolean", "java.lang.String.endsWith": "boolean", "java.lang.String.contains": "boolean",
	"java.lang.String.equalsIgnoreCase": "boolean", "java.lang.String.isEmpty": "boolean", "java.lang.String.isBlank": "boolean",
	"java.lang.String.matches": "boolean", "java.lang.String.regionMatches": "boolean",
	"java.lang.String.split": "java.lang.String[]", "java.lang.String.toCharArray": "char[]", "java.lang.String.getBytes": "byte[]",
	"java.lang.StringBuffer.append": "java.lang.StringBuffer", "java.lang.StringBuffer.insert": "java.lang.StringBuffer",
	"java.lang.StringBuffer.length": "int", "java.lang.StringBuffer.charAt": "char",
	"java.lang.StringBuilder.append": "java.lang.StringBuilder", "java.lang.StringBuilder.insert": "java.lang.StringBuilder",
	"java.lang.StringBuilder.length": "int", "java.lang.StringBuilder.charAt": "char",
	"java.lang.Integer.parseInt": "int", "java.lang.Integer.intValue": "int", "java.lang.Integer.valueOf": "java.lang.Integer",
	"java.lang.Integer.toHexString": "java.lang.String", "java.lang.Integer.longValue": "long",
	"java.lang.Long.parseLong": "long", "java.lang.Long.longValue": "long", "java.lang.Long.intValue": "int",
	"java.lang.Long.valueOf": "java.lang.Long", "java.lang.Double.parseDouble": "double", "java.lang.Double.doubleValue": "double",
	"java.lang.Float.parseFloat": "float", "java.lang.Boolean.booleanValue": "boolean",
	"java.lang.Boolean.valueOf": "java.lang.Boolean", "java.lang.Character.isDigit": "boolean",
	"java.lang.Character.isLetter": "boolean", "java.lang.Character.isWhitespace": "boolean",
	"java.lang.Class.getName": "java.lang.String", "java.lang.Class.getSimpleName": "java.lang.String",
	"java.lang.Class.getClassLoader": "java.lang.ClassLoader", "java.lang.Class.forName": "java.lang.Class",
	"java.lang.System.currentTimeMillis": "long", "java.lang.System.nanoTime": "long",
	"java.lang.System.getProperty": "java.lang.String", "java.lang.System.identityHashCode": "int",
	"java.lang.Thread.currentThread": "java.lang.Thread", "java.lang.Thread.getName": "java.lang.String",
	"java.lang.Throwable.getMessage": "java.lang.String", "java.lang.Exception.getMessage": "java.lang.String",
	"java.lang.Math.sqrt": "double", "java.lang.Math.floor": "double", "java.lang.Math.ceil": "double",
	"java.lang.Math.sin": "double", "java.lang.Math.cos": "double", "java.lang.Math.pow": "double",
	"java.lang.Math.random": "double",
}

// libraryConstants are the numeric constants of java.lang that constant expressions use.
var libraryConstants = map[string]Constant{
	"java.lang.Integer.MAX_VALUE": {Kind: Int, Int: 1<<31 - 1}, "java.lang.Integer.MIN_VALUE": {Kind: Int, Int: -1 << 31},
	"java.lang.Long.MAX_VALUE": {Kind: Long, Int: 1<<63 - 1}, "java.lang.Long.MIN_VALUE": {Kind: Long, Int: -1 << 63},
	"java.lang.Short.MAX_VALUE": {Kind: Short, Int: 1<<15 - 1}, "java.lang.Short.MIN_VALUE": {Kind: Short, Int: -1 << 15},
	"java.lang.Byte.MAX_VALUE": {Kind: Byte, Int: 127}, "java.lang.Byte.MIN_VALUE": {Kind: Byte, Int: -128},
	"java.lang.Character.MAX_VALUE": {Kind: Char, Int: 0xFFFF}, "java.lang.Character.MIN_VALUE": {Kind: Char},
}

// internResults turns the tables above into numbers, so that a call costs one lookup and no string.
func (p *Program) internResults() {
	p.results = make(map[uint64]TypeRef, len(results))
	for _, name := range slices.Sorted(maps.Keys(results)) { // in order: the numbers of names must not vary
		result := results[name]
		typ, method := name[:len(name)-len(simple(name))-1], simple(name)
		p.results[key(int32(p.names.find(typ)), p.names.intern(method))] = p.parseRef(result)
	}
	for _, method := range slices.Sorted(maps.Keys(anyResults)) {
		result := anyResults[method]
		p.results[key(-1, p.names.intern(method))] = p.parseRef(result)
	}
	p.boxes = make(map[NameID]RefKind, len(boxes))
	for name, kind := range boxes {
		p.boxes[p.names.find(name)] = kind
	}
	p.finals = make(map[NameID]bool, len(finals))
	for name := range finals {
		p.finals[p.names.find(name)] = true
	}
}

// libraryResult returns the type of a library call where it is known; the receiver's type may be unknown.
func (p *Program) libraryResult(receiver TypeRef, method NameID) TypeRef {
	if method < 0 {
		return TypeRef{}
	}
	if receiver.Kind == API && receiver.Dims == 0 {
		if r, ok := p.results[key(receiver.Ref, method)]; ok {
			return r
		}
	}
	return p.results[key(-1, method)]
}

// parseRef reads the type names of the tables above.
func (p *Program) parseRef(s string) TypeRef {
	dims := 0
	for len(s) > 2 && s[len(s)-2:] == "[]" {
		s, dims = s[:len(s)-2], dims+1
	}
	ref := apiRef(p.names.find(s))
	if k := primitiveKind(s); k != Unknown {
		ref = primitive(k)
	}
	return ref.array(dims)
}
