//go:build linux || darwin

// Flattens a tree without errors by reading tree-sitter's nodes where they lie. Its cursor makes an entry of 32 bytes and
// several calls of every node, tokens included, and finds aliases and fields by searching; this takes a third of the time.
//
// The layouts below are those of subtree.h in the version of go-tree-sitter that go.mod names. They are tree-sitter's own
// affair, so another version must be compared before it is taken: TestDirectWalk holds both walks against each other.

#include "engine.h"
#include "language.h"

#include <stdlib.h>
#include <string.h>

extern uint32_t ts_node_start_byte(TSNode);

typedef struct {
  uint32_t bytes, row, column;
} length;

typedef struct {
  uint32_t ref_count;
  length padding, size;
  uint32_t lookahead_bytes, error_cost, child_count;
  TSSymbol symbol;
  uint16_t parse_state;
  bool visible : 1, named : 1, extra : 1;
  // Of a node with children:
  uint32_t visible_child_count, named_child_count, visible_descendant_count;
  int32_t dynamic_precedence;
  uint16_t repeat_depth, production_id;
} heap_node;

// A small token lies in the place of the pointer, of which the lowest bit is 0.
typedef struct {
  bool is_inline : 1, visible : 1, named : 1, extra : 1, has_changes : 1, is_missing : 1, is_keyword : 1;
  uint8_t symbol;
  uint16_t parse_state;
  uint8_t padding_columns, rows_and_lookahead, padding_bytes, size_bytes;
} token;

typedef union {
  token token;
  const heap_node *heap;
} subtree;

// role is what a production makes of one of its children; 0 for neither.
typedef struct {
  TSSymbol alias;
  TSFieldId field;
} role;

// frame is a node of which not all children have been visited; children of one that is not visible count as its parent's.
typedef struct {
  const subtree *child, *end;
  const role *roles;       // by structural child
  uint32_t start;          // of the next child
  uint32_t structural;     // the number of children so far that the grammar speaks of
  int32_t node;            // that its children hang on
  TSFieldId inherited;     // the field of children that have none themselves
  bool visible, closes;    // closes: its end is that of node
} frame;

struct refract_direct {
  refract_symbol *symbols; // by internal symbol
  role *roles;             // by production and structural child, width for each production
  uint32_t width;
  frame *frames;
  uint32_t frame_cap;
};

void refract_direct_close(refract_engine *e) {
  refract_direct *d = e->direct;
  if (!d) return;
  free(d->symbols);
  free(d->roles);
  free(d->frames);
  free(d);
  e->direct = NULL;
}

// fill writes the tables that the grammar has as lists.
static bool fill(refract_direct *d, const refract_engine *e, const TSLanguage *l) {
  uint32_t aliases = l->max_alias_sequence_length;
  d->width = aliases;
  for (uint32_t p = 0; p < l->production_count; p++)
    for (uint32_t i = 0; i < l->field_slices[p].length; i++) {
      uint32_t child = l->field_entries[l->field_slices[p].index + i].child;
      if (child >= d->width) d->width = child + 1;
    }
  d->symbols = calloc(e->symbol_count, sizeof *d->symbols);
  d->roles = calloc((size_t)l->production_count * d->width + 1, sizeof *d->roles);
  if (!d->symbols || !d->roles) return false;
  for (uint32_t s = 0; s < e->symbol_count; s++)
    if (l->public_symbols[s] < e->symbol_count) d->symbols[s] = e->symbols[l->public_symbols[s]];
  for (uint32_t p = 0; p < l->production_count; p++) {
    role *of = &d->roles[p * d->width];
    for (uint32_t i = 0; p > 0 && i < aliases; i++) of[i].alias = l->aliases[p * aliases + i];
    for (uint32_t i = l->field_slices[p].length; i-- > 0;) { // the first of several wins
      uint32_t at = l->field_slices[p].index + i;
      if (!l->field_entries[at].inherited) of[l->field_entries[at].child].field = l->field_entries[at].id;
    }
  }
  return true;
}

void refract_direct_open(refract_engine *e, const TSLanguage *l) {
  const uint16_t one = 1;
  bool fits = sizeof(void *) == 8 && *(const uint8_t *)&one == 1 && l->version == REFRACT_LANGUAGE_VERSION &&
              l->symbol_count + l->alias_count == e->symbol_count;
  if (!fits) return;
  e->direct = calloc(1, sizeof *e->direct);
  if (e->direct && !fill(e->direct, e, l)) refract_direct_close(e);
}

bool refract_engine_direct(const refract_engine *e) { return e->direct != NULL; }

static uint32_t padding(subtree s) { return s.token.is_inline ? s.token.padding_bytes : s.heap->padding.bytes; }

typedef struct {
  refract_engine *e;
  uint32_t nodes, comments;
} output;

static bool comment(output *o, uint32_t start, uint32_t end) {
  refract_engine *e = o->e;
  if (!refract_grow((void **)&e->comments, &e->comment_cap, o->comments + 1, sizeof *e->comments)) return false;
  e->comments[o->comments++] = (refract_span){start, end};
  return true;
}

static bool emit(output *o, uint32_t start, uint32_t end, int32_t parent, uint8_t kind, TSFieldId field) {
  refract_engine *e = o->e;
  if (o->nodes % 1024 == 0 && __atomic_load_n(&e->cancelled, __ATOMIC_RELAXED)) return false;
  if (!refract_grow((void **)&e->nodes, &e->node_cap, o->nodes + 1, sizeof *e->nodes)) return false;
  e->nodes[o->nodes] = (refract_node){.start = start, .end = end, .parent = parent, .next = (int32_t)o->nodes + 1, .kind = kind,
                                      .field = field < e->field_count ? e->fields[field] : 0};
  o->nodes++;
  return true;
}

// visit writes a visible node with symbol s, if it is one. It reports false where it gave up; *node is what its children
// hang on, the parent if it is none, and *descend whether they are to be looked at.
static bool visit(output *o, refract_symbol s, uint32_t start, uint32_t end, TSFieldId field, int32_t *node, bool *descend) {
  refract_engine *e = o->e;
  *descend = !s.skip;
  if (s.comment) {
    *descend = false;
    return comment(o, start, end);
  }
  if (s.op && *node >= 0 && e->takes_op[e->nodes[*node].kind]) {
    e->nodes[*node].op = s.op;
    *descend = false;
    return true;
  }
  if (!s.kind) return true;
  int32_t parent = *node;
  *node = (int32_t)o->nodes;
  return emit(o, start, end, parent, s.kind, field);
}

bool refract_direct_walk(refract_engine *e, TSNode root, uint32_t *nodes, uint32_t *comments, uint32_t *max_depth) {
  refract_direct *d = e->direct;
  output o = {.e = e};
  uint32_t top = 0, depth = 0;
  if (!refract_grow((void **)&d->frames, &d->frame_cap, 1, sizeof *d->frames)) return false;
  // The root stands in a frame of its own, of a node that is none.
  d->frames[0] = (frame){.child = root.id, .end = (const subtree *)root.id + 1, .roles = d->roles, .start = ts_node_start_byte(root), .node = -1,
                         .structural = d->width};
  for (;;) {
    frame *f = &d->frames[top];
    if (f->child == f->end) {
      if (f->closes) e->nodes[f->node].next = (int32_t)o.nodes;
      if (f->visible) depth--;
      if (top-- == 0) break;
      continue;
    }
    subtree s = *f->child++;
    bool in = s.token.is_inline, extra = in ? s.token.extra : s.heap->extra, visible = in ? s.token.visible : s.heap->visible;
    uint32_t start = f->start, end = start + (in ? s.token.size_bytes : s.heap->size.bytes);
    if (f->child < f->end) f->start = end + padding(*f->child);
    role r = {0, 0};
    if (!extra) {
      if (f->structural < d->width) r = f->roles[f->structural++];
      if (!r.field) r.field = f->inherited;
    }
    TSSymbol symbol = r.alias ? r.alias : in ? s.token.symbol : s.heap->symbol;
    int32_t node = f->node;
    bool descend = true, shown = visible || r.alias || top == 0;
    if (shown && !visit(&o, d->symbols[symbol], start, end, r.field, &node, &descend)) return false;
    if (!descend || in || s.heap->child_count == 0 || s.heap->visible_child_count == 0) continue;
    bool closes = node != f->node;
    if (!refract_grow((void **)&d->frames, &d->frame_cap, ++top + 1, sizeof *d->frames)) return false;
    const subtree *children = (const subtree *)s.heap; // which lie before it
    d->frames[top] = (frame){.child = children - s.heap->child_count, .end = children, .roles = &d->roles[s.heap->production_id * d->width],
                             .start = start, .node = node, .inherited = shown ? 0 : r.field, .visible = shown, .closes = closes};
    if (shown && ++depth > *max_depth) *max_depth = depth;
  }
  *nodes = o.nodes;
  *comments = o.comments;
  return true;
}
