//go:build linux || darwin

// Writes the tree that glr.c made as an array of refract_node in preorder.

#include "engine.h"
#include "language.h"

#include <stdlib.h>

// role is what a production makes of one of its children; 0 for neither.
typedef struct {
  TSSymbol alias;
  TSFieldId field;
} role;

// frame is a node of which not all children have been visited; children of one that is not visible count as its parent's.
typedef struct {
  const uint32_t *child, *end;
  const role *roles;       // by structural child
  uint32_t structural;     // the number of children so far that the grammar speaks of
  int32_t node;            // that its children hang on
  TSFieldId inherited;     // the field of children that have none themselves
  uint32_t depth;          // visible nodes around its children
  bool closes;             // its end is that of node
} frame;

struct refract_emitter {
  refract_symbol *symbols; // by internal symbol
  role *roles;             // by production and structural child, width for each production
  uint32_t width;
  frame *frames;
  uint32_t frame_cap;
};

void refract_emitter_close(refract_engine *e) {
  refract_emitter *d = e->emitter;
  if (!d) return;
  free(d->symbols);
  free(d->roles);
  free(d->frames);
  free(d);
  e->emitter = NULL;
}

// fill writes the tables that the grammar has as lists.
static bool fill(refract_emitter *d, const refract_engine *e, const TSLanguage *l) {
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

void refract_emitter_open(refract_engine *e, const TSLanguage *l) {
  bool fits = l->version == REFRACT_LANGUAGE_VERSION && l->symbol_count + l->alias_count == e->symbol_count &&
              l->large_state_count == l->state_count && l->external_token_count == 0;
  if (!fits) return;
  e->emitter = calloc(1, sizeof *e->emitter);
  if (e->emitter && !fill(e->emitter, e, l)) refract_emitter_close(e);
}

bool refract_engine_glr(const refract_engine *e) { return e->emitter != NULL; }

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

bool refract_emit(refract_engine *e, uint32_t *nodes, uint32_t *comments, uint32_t *max_depth) {
  refract_emitter *d = e->emitter;
  const refract_glr *g = &e->glr;
  output o = {.e = e};
  uint32_t top = 0;
  if (!refract_grow((void **)&d->frames, &d->frame_cap, 1, sizeof *d->frames)) return false;
  // The root stands in a frame of its own, of a node that is none.
  d->frames[0] = (frame){.child = &g->root, .end = &g->root + 1, .roles = d->roles, .node = -1, .structural = d->width};
  for (;;) {
    frame *f = &d->frames[top];
    if (f->child == f->end) {
      if (f->closes) e->nodes[f->node].next = (int32_t)o.nodes;
      if (top-- == 0) break;
      continue;
    }
    const refract_subtree *s = &g->subtrees[*f->child++];
    role r = {0, 0};
    if (!s->extra) {
      if (f->structural < d->width) r = f->roles[f->structural++];
      if (!r.field) r.field = f->inherited;
    }
    int32_t node = f->node;
    bool descend = true, shown = r.alias || top == 0 || g->language->symbol_metadata[s->symbol].visible;
    if (shown && f->depth > *max_depth) *max_depth = f->depth;
    if (shown && !visit(&o, d->symbols[r.alias ? r.alias : s->symbol], s->start, s->end, r.field, &node, &descend)) return false;
    if (!descend || s->count == 0) continue;
    bool closes = node != f->node;
    if (!refract_grow((void **)&d->frames, &d->frame_cap, ++top + 1, sizeof *d->frames)) return false;
    const uint32_t *children = &g->children[s->first];
    d->frames[top] = (frame){.child = children, .end = children + s->count, .roles = &d->roles[s->production * d->width],
                             .node = node, .inherited = shown ? 0 : r.field, .depth = d->frames[top - 1].depth + shown, .closes = closes};
  }
  *nodes = o.nodes;
  *comments = o.comments;
  return true;
}
