//go:build linux || darwin

// Parses a text and writes its tree as an array of refract_node in preorder: by glr.c, or with tree-sitter where glr.c leaves
// it the text. Walking tree-sitter's tree here costs a tenth of walking it through one cgo call a node.

#define _DEFAULT_SOURCE // for madvise

#include "engine.h"

#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

// The part of tree-sitter's public C API that is used here.
typedef struct { const void *tree; const void *id; uint32_t context[3]; } TSTreeCursor;

extern const TSLanguage *tree_sitter_java(void);
extern TSParser *ts_parser_new(void);
extern void ts_parser_delete(TSParser *);
extern void ts_parser_reset(TSParser *);
extern bool ts_parser_set_language(TSParser *, const TSLanguage *);
extern void ts_parser_set_timeout_micros(TSParser *, uint64_t);
extern void ts_parser_set_cancellation_flag(TSParser *, const size_t *);
extern TSTree *ts_parser_parse_string(TSParser *, const TSTree *, const char *, uint32_t);
extern void ts_tree_delete(TSTree *);
extern TSNode ts_tree_root_node(const TSTree *);
extern TSSymbol ts_node_symbol(TSNode);
extern uint32_t ts_node_start_byte(TSNode);
extern uint32_t ts_node_end_byte(TSNode);
extern bool ts_node_is_missing(TSNode);
extern bool ts_node_has_error(TSNode);
extern TSTreeCursor ts_tree_cursor_new(TSNode);
extern void ts_tree_cursor_delete(TSTreeCursor *);
extern TSNode ts_tree_cursor_current_node(const TSTreeCursor *);
extern TSFieldId ts_tree_cursor_current_field_id(const TSTreeCursor *);
extern bool ts_tree_cursor_goto_first_child(TSTreeCursor *);
extern bool ts_tree_cursor_goto_next_sibling(TSTreeCursor *);
extern bool ts_tree_cursor_goto_parent(TSTreeCursor *);

enum { KIND_ERROR = 1, FLAG_MISSING = 1, FLAG_BROKEN = 2 };

void *refract_large(size_t size) {
#ifdef MADV_HUGEPAGE
  if (size <= REFRACT_LARGE) {
    void *p = aligned_alloc(REFRACT_LARGE, REFRACT_LARGE);
    if (p) madvise(p, REFRACT_LARGE, MADV_HUGEPAGE); // what it says does not matter
    return p;
  }
#endif
  return malloc(size);
}

// Elements of an array at first. The system gives memory when it is written to, so that room which is not used is free; an array that grows step by
// step to what a text takes is copied at each step, into memory that is written to for the first time.
enum { AT_FIRST = 1 << 15 };

bool refract_grow_slowly(void **array, uint32_t *cap, uint32_t need, size_t size) {
  uint64_t want = *cap ? (uint64_t)*cap * 2 : AT_FIRST;
  if (want < need) want = need;
  if (want > UINT32_MAX) return false;
  void *p = realloc(*array, want * size);
  if (!p) return false;
  *array = p;
  *cap = (uint32_t)want;
  return true;
}

refract_engine *refract_engine_new(const refract_symbol *symbols, uint32_t symbol_count, const uint8_t *fields, uint32_t field_count,
                                   const uint8_t takes_op[256]) {
  refract_engine *e = calloc(1, sizeof *e);
  if (!e) return NULL;
  e->symbols = malloc(symbol_count * sizeof *symbols);
  e->fields = malloc(field_count);
  TSParser *trial = ts_parser_new();
  bool understood = ts_parser_set_language(trial, tree_sitter_java());
  ts_parser_delete(trial);
  if (!e->symbols || !e->fields || !understood) {
    refract_engine_free(e);
    return NULL;
  }
  memcpy(e->symbols, symbols, symbol_count * sizeof *symbols);
  memcpy(e->fields, fields, field_count);
  memcpy(e->takes_op, takes_op, sizeof e->takes_op);
  e->symbol_count = symbol_count;
  e->field_count = field_count;
  refract_emitter_open(e, refract_language());
  return e;
}

void refract_engine_free(refract_engine *e) {
  if (!e) return;
  if (e->parser) ts_parser_delete(e->parser);
  if (e->bare) ts_parser_delete(e->bare);
  refract_emitter_close(e);
  refract_glr_close(&e->glr);
  free(e->symbols);
  free(e->fields);
  free(e->nodes);
  free(e->comments);
  free(e->open);
  free(e);
}

size_t *refract_engine_cancelled(refract_engine *e) { return &e->cancelled; }

// parse returns tree-sitter's tree of a text, NULL where it gave up.
static TSTree *parse(refract_engine *e, const char *text, uint32_t length, uint64_t micros) {
  if (!e->parser) {
    e->parser = ts_parser_new();
    ts_parser_set_language(e->parser, refract_language());
    ts_parser_set_cancellation_flag(e->parser, &e->cancelled);
  }
  ts_parser_set_timeout_micros(e->parser, micros);
  TSTree *tree = ts_parser_parse_string(e->parser, NULL, text ? text : "", length);
  if (!tree) ts_parser_reset(e->parser); // else it would go on where it stopped
  return tree;
}

void refract_parse_only(refract_engine *e, const char *text, uint32_t length) {
  if (!e->bare) {
    e->bare = ts_parser_new();
    ts_parser_set_language(e->bare, tree_sitter_java());
  }
  TSTree *tree = ts_parser_parse_string(e->bare, NULL, text ? text : "", length);
  if (tree) ts_tree_delete(tree);
}

static void result(refract_engine *e, refract_result *r, uint32_t count, uint32_t comments) {
  r->nodes = e->nodes;
  r->node_count = count;
  r->comments = e->comments;
  r->comment_count = comments;
  r->ok = count > 0;
}

// walk flattens the tree below root through the cursor of the public API.
static void walk(refract_engine *e, TSNode root, refract_result *r) {
  TSTreeCursor cursor = ts_tree_cursor_new(root);
  uint32_t count = 0, comments = 0, depth = 0;
  bool descend;
  for (;;) {
    if (count % 1024 == 0 && __atomic_load_n(&e->cancelled, __ATOMIC_RELAXED)) goto out;
    TSNode node = ts_tree_cursor_current_node(&cursor);
    TSSymbol symbol = ts_node_symbol(node);
    int32_t parent = depth ? e->open[depth - 1] : -1;
    refract_symbol s = {0};
    if (symbol < e->symbol_count) s = e->symbols[symbol];
    else s.kind = KIND_ERROR; // the builtin ERROR symbol is the largest of all
    bool missing = r->has_error && ts_node_is_missing(node);
    if (missing && !s.kind) s.kind = KIND_ERROR; // a token that recovery put in
    if (!refract_grow((void **)&e->open, &e->open_cap, depth + 1, sizeof *e->open)) goto out;
    e->open[depth] = parent;
    descend = true;
    if (s.comment) {
      if (!refract_grow((void **)&e->comments, &e->comment_cap, comments + 1, sizeof *e->comments)) goto out;
      e->comments[comments].start = ts_node_start_byte(node);
      e->comments[comments++].end = ts_node_end_byte(node);
      descend = false;
    } else if (s.op && parent >= 0 && e->takes_op[e->nodes[parent].kind]) {
      e->nodes[parent].op = s.op;
      descend = false;
    } else if (s.kind) {
      if (!refract_grow((void **)&e->nodes, &e->node_cap, count + 1, sizeof *e->nodes)) goto out;
      TSFieldId field = depth ? ts_tree_cursor_current_field_id(&cursor) : 0;
      refract_node *n = &e->nodes[count];
      n->start = ts_node_start_byte(node);
      n->end = ts_node_end_byte(node);
      n->parent = parent;
      n->next = 0;
      n->kind = s.kind;
      n->field = field < e->field_count ? e->fields[field] : 0;
      n->op = 0;
      n->flags = missing ? FLAG_MISSING : 0;
      if (r->has_error && ts_node_has_error(node)) n->flags |= FLAG_BROKEN;
      e->open[depth] = (int32_t)count++;
      descend = !s.skip;
    } else {
      descend = !s.skip;
    }
    if (descend && ts_tree_cursor_goto_first_child(&cursor)) {
      if (++depth > r->max_depth) r->max_depth = depth;
      continue;
    }
    while (!ts_tree_cursor_goto_next_sibling(&cursor)) {
      if (depth == 0 || !ts_tree_cursor_goto_parent(&cursor)) goto done;
      depth--;
    }
  }
done:
  // Next of a node is the index after its subtree. Children come after their parents, so going backwards every
  // node has met all its children before its own turn.
  for (uint32_t i = count; i-- > 0;) {
    if (e->nodes[i].next == 0) e->nodes[i].next = (int32_t)i + 1;
    int32_t p = e->nodes[i].parent;
    if (p >= 0 && e->nodes[p].next < e->nodes[i].next) e->nodes[p].next = e->nodes[i].next;
  }
  result(e, r, count, comments);
out:
  ts_tree_cursor_delete(&cursor);
}

// plain flattens a text that leaves glr.c nothing to ask.
static bool plain(refract_engine *e, const char *text, uint32_t length, refract_result *r) {
  if (!e->emitter) return false;
  uint32_t count = 0, comments = 0;
  bool ok = refract_glr_parse(&e->glr, refract_language(), text ? text : "", length, &e->cancelled) &&
            refract_emit(e, &count, &comments, &r->max_depth);
  if (ok) result(e, r, count, comments);
  else r->max_depth = 0;
  refract_glr_trim(&e->glr);
  return ok;
}

bool refract_plain(refract_engine *e, const char *text, uint32_t length) {
  refract_result r = {0};
  return plain(e, text, length, &r);
}

static void flatten(refract_engine *e, const char *text, uint32_t length, uint64_t micros, refract_result *r) {
  TSTree *tree = parse(e, text, length, micros);
  if (tree) {
    TSNode root = ts_tree_root_node(tree);
    r->has_error = ts_node_has_error(root);
    walk(e, root, r);
    ts_tree_delete(tree);
  }
}

void refract_flatten(refract_engine *e, const char *text, uint32_t length, uint64_t micros, refract_result *r) {
  memset(r, 0, sizeof *r);
  if (!plain(e, text, length, r)) flatten(e, text, length, micros, r);
}

void refract_flatten_by_cursor(refract_engine *e, const char *text, uint32_t length, refract_result *r) {
  memset(r, 0, sizeof *r);
  flatten(e, text, length, 0, r);
}
