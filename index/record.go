package index

import (
	"crypto/sha256"
	"encoding/binary"
	"slices"
	"strings"

	"refract/source"
	"refract/vectors"
)

// FormatVersion is the version of the layout that doc.go describes.
//
//	1  files, bodies, segments, keys and results in flat buckets, every record with a checksum
//	2  the format has a checksum as well
//	3  files have a stamp
//	4  a body has a tail, and no calls
//	5  columns lie by segment, so that those of a new one do not lie among the old; parts
//	6  columns of a segment, and each part, lie in buckets of their own; the list of free pages is stored
//	7  front, back and tail of a body have checksums of their own; aside
//	8  a body lies where that of the last version of its file lay
//	9  each column of a segment lies in a bucket of its own
//	10 fronts of bodies lie in a bucket of their own
//	11 names lie in a bucket of their own
const FormatVersion = 11

// FileID identifies one version of one file within an index: another content, another id. It never leaves the index
// in an output, since an incremental scan and a cold one number differently.
type FileID uint32

// Digest is a SHA-256 over whatever its maker says.
type Digest [sha256.Size]byte

// DigestOf hashes parts so that their borders count.
func DigestOf(parts ...[]byte) Digest {
	h := sha256.New()
	var n [8]byte
	for _, p := range parts {
		binary.LittleEndian.PutUint64(n[:], uint64(len(p)))
		h.Write(n[:])
		h.Write(p)
	}
	return Digest(h.Sum(nil))
}

// Identity says what an index is of and what made it. An index is used only under the Identity it was made with, save
// for Rules.
type Identity struct {
	Root string // the absolute path of the scanned root; several, joined by the caller
	Tool string // the version of the tool
	// Schema is the caller's name of what its vectors, keys and extra bytes mean: the feature space, the choice of
	// Deps. A change of meaning is a change of Schema.
	Schema Digest
	// Rules is the hash of the rule set of the last scan. It is recorded for people; another one does not make an index
	// foreign, since keys and results carry the digest of their own rule.
	Rules Digest
}

// State is a file as the caller finds it on disk.
type State struct {
	Path string // as File.Path
	Size int64
	// ModTime is the modification time in nanoseconds since 1970. It is only ever a hint.
	ModTime int64
	// Stamp is the caller's word that a file which has it again, and this size, has this content; 0 for no such word.
	Stamp uint64
	Hash  source.Hash
}

// File is what the index knows of a file without its body.
type File struct {
	State
	ID      FileID
	Attrs   uint64 // the caller's flags, such as test or generated
	Lines   uint32
	Surface Digest // see the package comment
	Deps    Digest

	// slot is where its body lies: the id of the first version of the file. Those of later versions lie there as well, one after the other, so that bodies
	// beside it need not be written again because one goes and another comes.
	slot FileID
}

// FileData is a file to be put into the index. Vectors has one element a fragment, or none at all; Rows are ordered by
// Fragment.
type FileData struct {
	State
	Attrs     uint64
	Lines     uint32
	Surface   Digest
	Deps      Digest
	Fragments []Fragment
	Vectors   []vectors.Vector
	Rows      []Row
	// Extra, Names, Aside and Tail are the caller's own bytes, such as the syntax tree; their layout is part of Identity.Schema. Extra is read
	// with the fronts of bodies (Store.Fronts), Names alone (Store.Names), Aside with whole bodies, and Tail when Store.Tail asks for it.
	Extra, Names, Aside, Tail []byte
}

// Fragment is a body with a vector: a method, a constructor or an initializer.
type Fragment struct {
	Span      source.Span // of the declaration
	Line      uint32      // first and last line of Span, 1-based
	EndLine   uint32
	Kind      uint8  // java.MethodKind
	Name      string // simple name
	Signature string // qualified: "a.b.C.m(int,String)"; unique in its file
}

// Row is a vector that takes part in joins: the base vector of a fragment or one of its inlined vectors. Vectors of
// rows are not stored; they follow from the base vectors of the fragment and of its callees.
type Row struct {
	Fragment uint32
	Mode     uint8  // inline's mode
	Callee   string // the signature of the one method that is inlined, "" for the other modes
}

// RowRef names row Row of the file version File.
type RowRef struct {
	File FileID
	Row  uint32
}

// CorpusDigest identifies a set of files by paths and contents. Sizes and times do not count, and neither does the
// order of states.
func CorpusDigest(states []State) Digest {
	order := make([]int, len(states))
	for i := range order {
		order[i] = i
	}
	slices.SortFunc(order, func(a, b int) int { return strings.Compare(states[a].Path, states[b].Path) })
	h := sha256.New()
	var room []byte // of some files: to hash them one by one takes twice the time
	for _, i := range order {
		room = binary.LittleEndian.AppendUint64(room, uint64(len(states[i].Path)))
		room = append(room, states[i].Path...)
		room = append(room, states[i].Hash[:]...)
		if len(room) >= 1<<12 {
			h.Write(room)
			room = room[:0]
		}
	}
	h.Write(room)
	return Digest(h.Sum(nil))
}
