package program

// TypeID, MethodID and FieldID are the numbers of declarations in a whole program. They follow the order of the files
// given to Link, and within a file that of its tables.
type (
	TypeID   int32
	MethodID int32
	FieldID  int32
)

// The invalid numbers.
const (
	NoType   TypeID   = -1
	NoMethod MethodID = -1
	NoField  FieldID  = -1
)

// RefKind is the kind of a static type. The zero RefKind is Unknown.
type RefKind uint8

const (
	Unknown RefKind = iota
	Void
	Null // the type of null
	Boolean
	Byte
	Short
	Char
	Int
	Long
	Float
	Double
	Own // a type of the program: Ref is its TypeID
	API // a type outside the program: Ref is its NameID, or NoName
)

var refKindNames = [...]string{"unknown", "void", "null", "boolean", "byte", "short", "char", "int", "long", "float", "double", "own", "api"}

func (k RefKind) String() string { return refKindNames[k] }

// TypeRef is a static type with its type arguments erased, in 8 bytes. The zero TypeRef is the unknown type.
type TypeRef struct {
	Ref  int32 // a TypeID or a NameID, by Kind
	Kind RefKind
	Dims uint8 // dimensions of an array type of Kind
	// Erased says that the declaration names a type variable; Kind and Ref are those of its bound.
	Erased bool
}

// Known reports whether anything is known of the type.
func (t TypeRef) Known() bool { return t.Kind != Unknown }

// Primitive reports whether t is a primitive type; void is none.
func (t TypeRef) Primitive() bool { return t.Dims == 0 && Boolean <= t.Kind && t.Kind <= Double }

// Numeric reports whether t is a primitive type other than boolean.
func (t TypeRef) Numeric() bool { return t.Dims == 0 && Byte <= t.Kind && t.Kind <= Double }

// Wide reports whether a local of type t takes two slots of a frame.
func (t TypeRef) Wide() bool { return t.Dims == 0 && (t.Kind == Long || t.Kind == Double) }

// Array reports whether t is an array type.
func (t TypeRef) Array() bool { return t.Dims > 0 }

// Type returns the type of the program that t is, NoType for every other type and for arrays.
func (t TypeRef) Type() TypeID {
	if t.Kind == Own && t.Dims == 0 {
		return TypeID(t.Ref)
	}
	return NoType
}

// element returns the type of the elements of array type t, with dims dimensions less.
func (t TypeRef) element() TypeRef {
	if t.Dims == 0 {
		return TypeRef{}
	}
	t.Dims--
	return t
}

// array returns t with dims dimensions more.
func (t TypeRef) array(dims int) TypeRef {
	if t.Kind == Unknown {
		return t // an array of who knows what still has its length, but nothing asks for that
	}
	t.Dims = uint8(min(255, int(t.Dims)+dims))
	return t
}

// use returns t as it is seen from another type: what a type variable stands for there is unknown, unless its bound
// is a type of the program.
func (t TypeRef) use() TypeRef {
	if t.Erased && t.Kind != Own {
		return TypeRef{}
	}
	t.Erased = false
	return t
}

func primitive(k RefKind) TypeRef    { return TypeRef{Ref: -1, Kind: k} }
func ownRef(t TypeID) TypeRef        { return TypeRef{Ref: int32(t), Kind: Own} }
func apiRef(n NameID) TypeRef        { return TypeRef{Ref: int32(n), Kind: API} }
func same(a, b TypeRef) bool         { return a.Kind == b.Kind && a.Ref == b.Ref && a.Dims == b.Dims }
func key(hi int32, lo NameID) uint64 { return uint64(uint32(hi))<<32 | uint64(uint32(lo)) }
