//go:build linux || darwin

package parse

// This file is the bridge to tree-sitter: one cgo call parses a text and flattens its tree into an array of
// java.Node. The C functions of tree-sitter are linked into the binary by the binding's own cgo packages; this
// package only declares them, so its own trial link must accept that they are missing.

/*
#cgo CFLAGS: -O3 -std=c11
#cgo linux LDFLAGS: -Wl,--unresolved-symbols=ignore-in-object-files
#cgo darwin LDFLAGS: -Wl,-undefined,dynamic_lookup
#include "flatten.h"
*/
import "C"

import (
	"context"
	"runtime"
	"slices"
	"sync/atomic"
	"unsafe"

	"refract/java"
	"refract/source"
)

// The two layouts are one: C writes the nodes that Go reads.
const _ = uint(unsafe.Sizeof(java.Node{})-C.sizeof_refract_node) + uint(C.sizeof_refract_node-unsafe.Sizeof(java.Node{}))

// engine owns the memory that the C side works in and the buffers that it fills. It serves one goroutine.
type engine struct {
	c *C.refract_engine
}

func newEngine() *engine {
	t := symbolTable()
	e := &engine{c: C.refract_engine_new((*C.refract_symbol)(unsafe.Pointer(&t.symbols[0])), C.uint32_t(len(t.symbols)),
		(*C.uint8_t)(unsafe.Pointer(&t.fields[0])), C.uint32_t(len(t.fields)),
		(*C.uint8_t)(unsafe.Pointer(&t.takesOp[0])))}
	if e.c == nil {
		panic("java/parse: tree-sitter refuses the Java grammar: its ABI version differs from the library's")
	}
	return e
}

func (e *engine) close() {
	C.refract_engine_free(e.c)
	e.c = nil
}

// under makes the engine give up texts once ctx is done, until release is called.
func (e *engine) under(ctx context.Context) (release func()) {
	flag := (*uintptr)(unsafe.Pointer(C.refract_engine_cancelled(e.c)))
	if ctx.Err() != nil {
		atomic.StoreUintptr(flag, 1)
		return func() { atomic.StoreUintptr(flag, 0) }
	}
	set := make(chan struct{})
	stop := context.AfterFunc(ctx, func() {
		atomic.StoreUintptr(flag, 1)
		close(set)
	})
	return func() {
		if !stop() {
			<-set
			atomic.StoreUintptr(flag, 0)
		}
	}
}

// flatten parses text into t. The slices are fresh. ok is false when the parser gave up: the limit in microseconds was
// reached (0 is no limit), the context is done, or memory ran out.
func (e *engine) flatten(text string, micros uint64) (t tree, ok bool) {
	if t, ok = e.view(text, micros); ok {
		t = t.clone()
	}
	return t, ok
}

// clone returns t with slices of its own.
func (t tree) clone() tree {
	t.nodes, t.comments = slices.Clone(t.nodes), slices.Clone(t.comments)
	return t
}

// view is flatten without the copying: the slices are the engine's, valid until its next call.
func (e *engine) view(text string, micros uint64) (t tree, ok bool) {
	var r C.refract_result
	C.refract_flatten(e.c, (*C.char)(unsafe.Pointer(unsafe.StringData(text))), C.uint32_t(len(text)), C.uint64_t(micros), &r)
	runtime.KeepAlive(text)
	return treeOf(&r)
}

// viewByCursor is view by tree-sitter alone.
func (e *engine) viewByCursor(text string) (t tree, ok bool) {
	var r C.refract_result
	C.refract_flatten_by_cursor(e.c, (*C.char)(unsafe.Pointer(unsafe.StringData(text))), C.uint32_t(len(text)), &r)
	runtime.KeepAlive(text)
	return treeOf(&r)
}

// glr reports whether the engine parses texts without errors by glr.c.
func (e *engine) glr() bool { return bool(C.refract_engine_glr(e.c)) }

// plain parses text by glr.c alone and reports whether it could.
func (e *engine) plain(text string) bool {
	ok := C.refract_plain(e.c, (*C.char)(unsafe.Pointer(unsafe.StringData(text))), C.uint32_t(len(text)))
	runtime.KeepAlive(text)
	return bool(ok)
}

func treeOf(r *C.refract_result) (t tree, ok bool) {
	if !r.ok {
		return tree{}, false
	}
	t.nodes = unsafe.Slice((*java.Node)(unsafe.Pointer(r.nodes)), int(r.node_count))
	if r.comment_count > 0 {
		t.comments = unsafe.Slice((*source.Span)(unsafe.Pointer(r.comments)), int(r.comment_count))
	}
	t.hasError, t.depth = bool(r.has_error), int(r.max_depth)
	return t, true
}

// parseOnly parses text and drops the tree: the floor that benchmarks measure against.
func (e *engine) parseOnly(text string) {
	C.refract_parse_only(e.c, (*C.char)(unsafe.Pointer(unsafe.StringData(text))), C.uint32_t(len(text)))
	runtime.KeepAlive(text)
}
