package program

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

// libraryConstants are the library constants that constant expressions use.
var libraryConstants = map[string]Constant{
	"java.lang.Integer.MAX_VALUE": {Kind: Int, Int: 1<<31 - 1}, "java.lang.Integer.MIN_VALUE": {Kind: Int, Int: -1 << 31},
	"java.lang.Long.MAX_VALUE": {Kind: Long, Int: 1<<63 - 1}, "java.lang.Long.MIN_VALUE": {Kind: Long, Int: -1 << 63},
	"java.lang.Short.MAX_VALUE": {Kind: Short, Int: 1<<15 - 1}, "java.lang.Short.MIN_VALUE": {Kind: Short, Int: -1 << 15},
	"java.lang.Byte.MAX_VALUE": {Kind: Byte, Int: 127}, "java.lang.Byte.MIN_VALUE": {Kind: Byte, Int: -128},
	"java.lang.Character.MAX_VALUE": {Kind: Char, Int: 0xFFFF}, "java.lang.Character.MIN_VALUE": {Kind: Char},
	"java.lang.reflect.Modifier.PUBLIC": {Kind: Int, Int: 1}, "java.lang.reflect.Modifier.PRIVATE": {Kind: Int, Int: 2},
	"java.lang.reflect.Modifier.PROTECTED": {Kind: Int, Int: 4}, "java.lang.reflect.Modifier.STATIC": {Kind: Int, Int: 8},
	"java.lang.reflect.Modifier.FINAL": {Kind: Int, Int: 16}, "java.lang.reflect.Modifier.ABSTRACT": {Kind: Int, Int: 1024},
}
