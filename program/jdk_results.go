package program

import "strings"

// results lists, by receiver, members and their types: fields, and methods of which all overloads have that type.
// Types without a dot are primitive or of java.lang. The receiver "" stands for every library type and for the unknown
// one: for these names the library uses one type (nearly) throughout.
var results = []struct{ receiver, members string }{
	{"", `toString String equals boolean hashCode int getClass Class getMessage String printStackTrace void
		iterator java.util.Iterator hasNext boolean elements java.util.Enumeration hasMoreElements boolean size int isEmpty boolean
		length int keySet java.util.Set entrySet java.util.Set containsKey boolean contains boolean indexOf int
		getDeclaredMethods java.lang.reflect.Method[] getMethods java.lang.reflect.Method[]
		getDeclaredFields java.lang.reflect.Field[] getFields java.lang.reflect.Field[]
		getParameterTypes Class[] getInterfaces Class[] getEnumConstants Object[] getBounds java.lang.reflect.Type[]
		getActualTypeArguments java.lang.reflect.Type[] getAnnotations java.lang.annotation.Annotation[]
		getSuppressed Throwable[] getStackTrace StackTraceElement[] listFiles java.io.File[]
		getDeclaredConstructors java.lang.reflect.Constructor[] getConstructors java.lang.reflect.Constructor[]
		intValue int longValue long doubleValue double floatValue float booleanValue boolean charValue char
		shortValue short byteValue byte`},
	{"java.lang.String", `length int charAt char indexOf int lastIndexOf int compareTo int compareToIgnoreCase int codePointAt int
		substring String trim String replace String replaceAll String replaceFirst String toLowerCase String toUpperCase String
		concat String intern String valueOf String copyValueOf String format String join String strip String repeat String
		stripIndent String formatted String startsWith boolean endsWith boolean contains boolean equalsIgnoreCase boolean
		isEmpty boolean isBlank boolean matches boolean regionMatches boolean contentEquals boolean
		split String[] toCharArray char[] getBytes byte[]`},
	{"java.lang.StringBuffer", "append StringBuffer insert StringBuffer delete StringBuffer deleteCharAt StringBuffer replace StringBuffer reverse StringBuffer length int charAt char capacity int substring String indexOf int lastIndexOf int"},
	{"java.lang.StringBuilder", "append StringBuilder insert StringBuilder delete StringBuilder deleteCharAt StringBuilder replace StringBuilder reverse StringBuilder length int charAt char capacity int substring String indexOf int lastIndexOf int"},
	{"java.lang.CharSequence", "length int charAt char subSequence CharSequence"},
	{"java.lang.Object", "clone Object"},
	{"java.lang.Class", "getName String getSimpleName String getClassLoader ClassLoader forName Class getSuperclass Class getComponentType Class isInstance boolean isArray boolean isInterface boolean isAssignableFrom boolean isPrimitive boolean getModifiers int getPackage Package getResourceAsStream java.io.InputStream"},
	{"java.lang.Thread", "currentThread Thread getName String isAlive boolean interrupted boolean getContextClassLoader ClassLoader"},
	{"java.lang.System", "currentTimeMillis long nanoTime long getProperty String getenv String identityHashCode int lineSeparator String out java.io.PrintStream err java.io.PrintStream in java.io.InputStream"},
	{"java.lang.Math", "sqrt double floor double ceil double sin double cos double tan double atan double atan2 double exp double log double pow double random double rint double PI double E double"},
	{"java.lang.Boolean", "valueOf Boolean parseBoolean boolean getBoolean boolean TRUE Boolean FALSE Boolean"},
	{"java.lang.Character", "isDigit boolean isLetter boolean isLetterOrDigit boolean isWhitespace boolean isUpperCase boolean isLowerCase boolean isJavaIdentifierPart boolean isJavaIdentifierStart boolean isSpaceChar boolean getNumericValue int valueOf Character MAX_VALUE char MIN_VALUE char"},
	{"java.lang.Byte", "parseByte byte valueOf Byte MAX_VALUE byte MIN_VALUE byte"},
	{"java.lang.Short", "parseShort short valueOf Short MAX_VALUE short MIN_VALUE short"},
	{"java.lang.Integer", "parseInt int valueOf Integer toHexString String toBinaryString String toOctalString String MAX_VALUE int MIN_VALUE int bitCount int signum int"},
	{"java.lang.Long", "parseLong long valueOf Long toHexString String MAX_VALUE long MIN_VALUE long"},
	{"java.lang.Float", "parseFloat float valueOf Float floatToIntBits int floatToRawIntBits int intBitsToFloat float isNaN boolean isInfinite boolean MAX_VALUE float MIN_VALUE float NaN float POSITIVE_INFINITY float NEGATIVE_INFINITY float"},
	{"java.lang.Double", "parseDouble double valueOf Double doubleToLongBits long doubleToRawLongBits long longBitsToDouble double isNaN boolean isInfinite boolean MAX_VALUE double MIN_VALUE double NaN double POSITIVE_INFINITY double NEGATIVE_INFINITY double"},
	{"java.io.File", "getName String getPath String getAbsolutePath String getCanonicalPath String getParent String getParentFile java.io.File getAbsoluteFile java.io.File exists boolean isDirectory boolean isFile boolean delete boolean mkdirs boolean mkdir boolean list String[] lastModified long length long separator String pathSeparator String separatorChar char pathSeparatorChar char"},
	{"java.util.StringTokenizer", "nextToken String countTokens int hasMoreTokens boolean"},
	{"java.util.Properties", "getProperty String"},
	{"java.util.Calendar", "get int getInstance java.util.Calendar getTime java.util.Date getTimeInMillis long"},
	{"java.util.Date", "getTime long"},
	{"java.io.BufferedReader", "readLine String read int"},
}

// internResults turns the tables above into numbers, so that a call costs one lookup and no string.
func (p *Program) internResults() {
	p.results = make(map[uint64]TypeRef, 512)
	for _, row := range results {
		typ := NoName
		if row.receiver != "" {
			typ = p.names.find(row.receiver)
		}
		words := strings.Fields(row.members)
		for i := 0; i+1 < len(words); i += 2 {
			p.results[key(int32(typ), p.names.intern(words[i]))] = p.parseRef(words[i+1])
		}
	}
	p.promoting = make(map[NameID]bool)
	for _, name := range []string{"abs", "max", "min"} {
		p.promoting[p.names.intern(name)] = true
	}
	p.mathType = p.names.find("java.lang.Math")
	p.boxes = make(map[NameID]RefKind, len(boxes))
	for name, kind := range boxes {
		p.boxes[p.names.find(name)] = kind
	}
	p.finals = make(map[NameID]bool, len(finals))
	for name := range finals {
		p.finals[p.names.find(name)] = true
	}
}

// libraryMember returns the type of a library field, or of a call with these arguments, where it is known; the
// receiver's type may be unknown.
func (p *Program) libraryMember(receiver TypeRef, member NameID, args []TypeRef) TypeRef {
	if member < 0 {
		return TypeRef{}
	}
	if receiver.Kind == API && receiver.Dims == 0 && receiver.Ref >= 0 {
		if NameID(receiver.Ref) == p.mathType && p.promoting[member] {
			return p.promotedArgs(args)
		}
		if r, ok := p.results[key(receiver.Ref, member)]; ok {
			return r
		}
	}
	return p.results[key(-1, member)]
}

// promotedArgs is the type of Math.abs, max and min.
func (p *Program) promotedArgs(args []TypeRef) TypeRef {
	kind := Int
	for _, a := range args {
		if !a.Numeric() {
			return TypeRef{}
		}
		kind = promoted(kind, a.Kind)
	}
	return primitive(kind)
}

// parseRef reads the type names of the tables above.
func (p *Program) parseRef(s string) TypeRef {
	dims := 0
	for len(s) > 2 && s[len(s)-2:] == "[]" {
		s, dims = s[:len(s)-2], dims+1
	}
	if k := primitiveKind(s); k != Unknown {
		return primitive(k).array(dims)
	}
	if !strings.Contains(s, ".") {
		s = "java.lang." + s
	}
	return apiRef(p.names.intern(s)).array(dims)
}
