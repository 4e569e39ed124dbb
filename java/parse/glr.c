//go:build linux || darwin

// Parses by the tables that tree-sitter's generator writes, step by step as tree-sitter does: an LR parser that goes on with
// several stacks where the grammar leaves a choice (Tomita's generalized LR), until the tokens behind it leave one, or
// precedence and the order of symbols decide. Tree-sitter's own runtime spends most of its time on what a text without errors
// does not need: nodes that are counted and given back, places in rows and columns, what a later edit and what recovery
// would ask. All that is not plain is left to it.

#include "engine.h"
#include "glr.h"

#include <stdlib.h>
#include <string.h>

// Elements of an array beyond which it is given back after a text.
enum { KEPT = 1 << 18 };

// Subtrees that may be looked at for a text, some 20 ns each: real code takes less than one for a byte. Comments behind many
// statements that end with one token are looked at for each; tree-sitter does so too, but has a time limit.
enum { WORK = 1 << 26, WORK_PER_BYTE = 64 };

// Nodes of the stack that there may be for a text at a time, 24 bytes each. Real code takes 0.3 for a byte at most, and statements that can be read in two ways, one behind the
// other, 6: where a text was read in two ways nodes above that place are not forgotten. There comments behind many statements, which are pushed again for each, would take
// the product of their numbers.
enum { NODES = 1 << 20, NODES_PER_BYTE = 12 };

enum { START_STATE = 1 };

static const refract_action *actions(const refract_glr *g, uint16_t state, uint16_t symbol) {
  return &g->language->parse_actions[g->language->parse_table[state * g->language->symbol_count + symbol]];
}

// add_subtree makes room for a subtree and gives its number. It is filled in where it lies: copied, it would wait for its fields.
static refract_subtree *add_subtree(refract_glr *g, uint32_t *number) {
  if (!refract_grow((void **)&g->subtrees, &g->subtree_cap, g->subtree_count + 1, sizeof *g->subtrees)) return NULL;
  *number = g->subtree_count++;
  return &g->subtrees[*number];
}

// add_token is the subtree of the token at hand.
static uint32_t add_token(refract_glr *g, uint16_t symbol, bool extra) {
  uint32_t number;
  refract_subtree *s = add_subtree(g, &number);
  if (!s) return REFRACT_NONE;
  s->start = g->token.start;
  s->end = g->token.end;
  s->first = s->count = 0;
  s->precedence = 0;
  s->symbol = symbol;
  s->production = 0;
  s->extra = extra;
  return number;
}

// order tells which of two subtrees comes first: where they first differ, the one with the lesser symbol, else with fewer
// children. *by is negative, 0 or positive.
static bool order(refract_glr *g, uint32_t left, uint32_t right, int *by) {
  uint32_t n = 0;
  *by = 0;
  if (!refract_grow((void **)&g->unordered, &g->unordered_cap, 2, sizeof *g->unordered)) return false;
  g->unordered[n++] = left;
  g->unordered[n++] = right;
  while (n > 0) {
    n -= 2;
    const refract_subtree *l = &g->subtrees[g->unordered[n]], *r = &g->subtrees[g->unordered[n + 1]];
    *by = l->symbol != r->symbol ? (int)l->symbol - (int)r->symbol : l->count < r->count ? -1 : l->count > r->count;
    if (*by != 0) return true;
    if (++g->work > g->most_work) return false;
    if (!refract_grow((void **)&g->unordered, &g->unordered_cap, n + 2 * l->count, sizeof *g->unordered)) return false;
    for (uint32_t i = l->count; i-- > 0;) {
      g->unordered[n++] = g->children[l->first + i];
      g->unordered[n++] = g->children[r->first + i];
    }
  }
  return true;
}

// fill makes s what a production makes of children.
static inline void fill(refract_subtree *s, const refract_action *a, uint32_t first, uint32_t count, uint32_t start, uint32_t end, int32_t precedence) {
  s->start = start;
  s->end = end;
  s->first = first;
  s->count = count;
  s->precedence = precedence;
  s->symbol = a->reduce.symbol;
  s->production = a->reduce.production;
  s->extra = false;
}

// build returns what a production makes of the subtrees of a path; comments at its end, *extras of them, stay outside.
static uint32_t build(refract_glr *g, const refract_path *p, const refract_action *a, uint32_t *extras) {
  const uint32_t *popped = &g->popped[p->first];
  if ((g->work += p->size) > g->most_work) return REFRACT_NONE;
  uint32_t e = 0;
  while (e < p->size && g->subtrees[popped[e]].extra) e++;
  *extras = e;
  if (!refract_grow((void **)&g->children, &g->child_cap, g->child_count + p->size, sizeof *g->children)) return REFRACT_NONE;
  uint32_t number, first = g->child_count, count = p->size - e;
  refract_subtree *s = add_subtree(g, &number);
  if (!s) return REFRACT_NONE;
  int32_t precedence = a->reduce.precedence;
  for (uint32_t i = p->size; i-- > e;) {
    g->children[g->child_count++] = popped[i];
    precedence += g->subtrees[popped[i]].precedence;
  }
  uint32_t start = count ? g->subtrees[popped[p->size - 1]].start : g->nodes[p->node].position;
  fill(s, a, first, count, start, count ? g->subtrees[popped[e]].end : start, precedence);
  return number;
}

// choose is build for the best of the paths from i to until, which end at one node; *best becomes that path.
static uint32_t choose(refract_glr *g, uint32_t i, uint32_t until, const refract_action *a, const refract_path **best, uint32_t *extras) {
  *best = &g->paths[i];
  uint32_t chosen = build(g, *best, a, extras);
  while (++i < until && chosen != REFRACT_NONE) {
    uint32_t more, other = build(g, &g->paths[i], a, &more);
    if (other == REFRACT_NONE) return REFRACT_NONE;
    const refract_subtree *s = &g->subtrees[chosen], *t = &g->subtrees[other];
    int by = s->precedence < t->precedence ? 1 : s->precedence > t->precedence ? -1 : 0;
    if (by == 0 && !order(g, chosen, other, &by)) return REFRACT_NONE;
    if (by <= 0) continue;
    chosen = other;
    *extras = more;
    *best = &g->paths[i];
  }
  return chosen;
}

// push returns a new node over another one.
static inline uint32_t push(refract_glr *g, uint32_t below, uint32_t subtree, uint16_t state) {
  if (below == REFRACT_NONE || subtree == REFRACT_NONE || g->node_count >= g->most_nodes) return REFRACT_NONE;
  if (!refract_grow((void **)&g->nodes, &g->node_cap, g->node_count + 1, sizeof *g->nodes)) return REFRACT_NONE;
  refract_stack_node *n = &g->nodes[g->node_count];
  n->link = (refract_link){below, subtree, REFRACT_NONE};
  n->position = g->subtrees[subtree].end;
  n->precedence = g->nodes[below].precedence + g->subtrees[subtree].precedence;
  n->state = state;
  return g->node_count++;
}

// put pushes a subtree, and the comments that were behind it, on the node that a path has come to. It returns the new top.
static uint32_t put(refract_glr *g, const refract_path *p, uint32_t subtree, uint32_t extras) {
  if (subtree == REFRACT_NONE) return REFRACT_NONE;
  uint32_t symbol = g->subtrees[subtree].symbol;
  uint16_t state = g->language->parse_table[g->nodes[p->node].state * g->language->symbol_count + symbol];
  uint32_t top = push(g, p->node, subtree, state);
  while (extras-- > 0) top = push(g, top, g->popped[p->first + extras], state);
  return top;
}

// reduce adds a version for each node that the stack of version v has below the children of a production. *added is the
// first of them that is there afterwards, or REFRACT_NONE.
static bool reduce(refract_glr *g, uint32_t v, const refract_action *a, uint32_t *added) {
  uint32_t had = g->version_count;
  if (!refract_pop(g, g->versions[v].top, a->reduce.child_count)) return false;
  for (uint32_t i = 0, until; i < g->path_count; i = until) {
    for (until = i + 1; until < g->path_count && g->paths[until].node == g->paths[i].node;) until++;
    uint32_t extras, n = g->version_count;
    if (n > REFRACT_MAX_VERSIONS + REFRACT_MAX_OVERFLOW) return false;
    const refract_path *p;
    uint32_t subtree = choose(g, i, until, a, &p, &extras);
    uint32_t top = put(g, p, subtree, extras);
    if (top == REFRACT_NONE) return false;
    g->versions[g->version_count++] = (refract_version){.top = top};
    for (uint32_t w = 0; w < n; w++)
      if (w != v && refract_can_merge(g, w, n)) {
        if (!refract_merge(g, w, n)) return false;
        break;
      }
  }
  *added = g->version_count > had ? had : REFRACT_NONE;
  return true;
}

// cut forgets the nodes above one, if all below it lies before it.
static void cut(refract_glr *g, uint32_t node) {
  if (node >= g->lowest_linked) return;
  g->node_count = node + 1;
  g->link_count = 0;
  g->lowest_linked = REFRACT_NONE;
}

// reduce_plain is reduce_alone where there is one way down and no comment on top, as nearly always: the children are taken where they lie.
static bool reduce_plain(refract_glr *g, const refract_action *a, bool *done) {
  *done = false;
  uint32_t top = g->versions[0].top, node = top, size = 0;
  for (uint32_t left = a->reduce.child_count; left > 0; size++) {
    const refract_stack_node *n = &g->nodes[node];
    if (node == 0 || n->link.more != REFRACT_NONE) return true;
    bool extra = g->subtrees[n->link.subtree].extra;
    if (extra && node == top) return true;
    left -= !extra;
    node = n->link.below;
  }
  if ((g->work += size) > g->most_work) return false;
  if (!refract_grow((void **)&g->children, &g->child_cap, g->child_count + size, sizeof *g->children)) return false;
  uint32_t number, first = g->child_count, end = g->nodes[top].position;
  refract_subtree *s = add_subtree(g, &number);
  if (!s) return false;
  int32_t precedence = a->reduce.precedence;
  uint32_t start = end;
  for (uint32_t i = size, n = top; i-- > 0; n = g->nodes[n].link.below) {
    uint32_t child = g->nodes[n].link.subtree;
    g->children[first + i] = child;
    start = g->subtrees[child].start;
    precedence += g->subtrees[child].precedence;
  }
  g->child_count = first + size;
  fill(s, a, first, size, start, end, precedence);
  cut(g, node);
  const TSLanguage *l = g->language;
  g->versions[0].top = push(g, node, number, l->parse_table[g->nodes[node].state * l->symbol_count + a->reduce.symbol]);
  *done = true;
  return g->versions[0].top != REFRACT_NONE;
}

// reduce_alone is reduce for the only version, if there is one way down: nothing else needs what lies above. Comments on top are pushed again for each
// of the statements that end before them; if none of the nodes were forgotten, many of both would take the product of their numbers in memory.
static bool reduce_alone(refract_glr *g, const refract_action *a, bool *done) {
  *done = false;
  if (!refract_pop(g, g->versions[0].top, a->reduce.child_count)) return false;
  if (g->path_count > 1) return true;
  refract_path p = g->paths[0];
  uint32_t extras, subtree = build(g, &p, a, &extras);
  cut(g, p.node);
  g->versions[0].top = put(g, &p, subtree, extras);
  *done = true;
  return g->versions[0].top != REFRACT_NONE;
}

static bool shift(refract_glr *g, uint32_t v, uint16_t symbol, uint16_t state, bool extra) {
  g->versions[v].top = push(g, g->versions[v].top, add_token(g, symbol, extra), state);
  return g->versions[v].top != REFRACT_NONE;
}

// accept makes the root: all that is on the stack, with the children of the grammar's first symbol in its place.
static bool accept(refract_glr *g, uint32_t v) {
  uint32_t end = add_token(g, g->token.symbol, false);
  if (g->root != REFRACT_NONE || end == REFRACT_NONE) return false;
  uint32_t whole = REFRACT_NONE, size = 0;
  for (uint32_t n = g->versions[v].top; n != 0; n = g->nodes[n].link.below) {
    if (g->nodes[n].link.more != REFRACT_NONE) return false;
    if (!refract_grow((void **)&g->popped, &g->popped_cap, size + 1, sizeof *g->popped)) return false;
    g->popped[size] = g->nodes[n].link.subtree;
    if (!g->subtrees[g->popped[size]].extra) whole = size;
    size++;
  }
  if (whole == REFRACT_NONE) return false;
  refract_subtree s = g->subtrees[g->popped[whole]];
  uint32_t first = g->child_count;
  if (!refract_grow((void **)&g->children, &g->child_cap, first + size + s.count, sizeof *g->children)) return false;
  for (uint32_t i = size; i-- > 0;) {
    if (i != whole) g->children[g->child_count++] = g->popped[i];
    else for (uint32_t k = 0; k < s.count; k++) g->children[g->child_count++] = g->children[s.first + k];
  }
  g->children[g->child_count++] = end;
  s.first = first;
  s.count = g->child_count - first;
  s.start = g->subtrees[g->children[first]].start;
  s.end = g->token.end;
  refract_subtree *root = add_subtree(g, &g->root);
  if (!root) return false;
  *root = s;
  g->versions[v].status = REFRACT_HALTED;
  return true;
}

// next_token makes the token behind a place the one at hand, and gives what is to be done with it in a state. The last token
// is read again where it might be another one in this state. NULL: there is none.
static const refract_action *next_token(refract_glr *g, uint16_t state, uint32_t from) {
  const TSLanguage *l = g->language;
  refract_token *t = &g->token;
  if (g->has_token && t->from == from) {
    const refract_action *todo = actions(g, state, t->symbol);
    bool alike = l->lex_modes[t->state].state == l->lex_modes[state].state;
    if (todo->head.count > 0 && alike && (t->symbol != l->keyword_capture_token || (!t->keyword && t->state == state))) return todo;
    if ((t->end > t->start || t->symbol == 0) && todo->head.reusable) return todo;
  }
  g->has_token = refract_lexer_next(&g->lexer, from, state, t);
  return g->has_token ? actions(g, state, t->symbol) : NULL;
}

// only_reduction tells whether a production is all that there is to do.
static bool only_reduction(const refract_action *todo) {
  const refract_action *a = todo + 1;
  if (todo->head.count == 2) return a[0].type == REFRACT_REDUCE && a[1].type == REFRACT_SHIFT && a[1].shift.repetition;
  return todo->head.count == 1 && a->type == REFRACT_REDUCE;
}

// fail is for a token for which there is nothing to do: a keyword may be a word here, else the version pauses.
static bool fail(refract_glr *g, uint32_t v, uint16_t *symbol) {
  uint16_t word = g->language->keyword_capture_token;
  if (g->token.keyword && *symbol != word && actions(g, g->nodes[g->versions[v].top].state, word)->head.count > 0) {
    *symbol = word;
    return true;
  }
  g->versions[v].status = REFRACT_PAUSED;
  return false;
}

// act does what is to be done with the token at hand, which is taken for a symbol. *more: it has not been shifted yet.
static bool act(refract_glr *g, uint32_t v, uint16_t *symbol, const refract_action *todo, bool *more) {
  if (g->version_count == 1 && only_reduction(todo)) {
    if (!reduce_plain(g, todo + 1, more)) return false;
    if (*more) return true;
    if (!reduce_alone(g, todo + 1, more)) return false;
    if (*more) return true;
  }
  uint32_t last = REFRACT_NONE;
  *more = false;
  for (uint32_t i = 1; i <= todo->head.count; i++) {
    const refract_action *a = &todo[i];
    uint32_t added;
    switch (a->type) {
      case REFRACT_SHIFT:
        if (a->shift.repetition) break;
        return shift(g, v, *symbol, a->shift.extra ? g->nodes[g->versions[v].top].state : a->shift.state, a->shift.extra);
      case REFRACT_REDUCE:
        if (!reduce(g, v, a, &added)) return false;
        if (added != REFRACT_NONE) last = added;
        break;
      case REFRACT_ACCEPT:
        return accept(g, v);
      default:
        return false;
    }
  }
  if (last == REFRACT_NONE) {
    *more = fail(g, v, symbol);
    return true;
  }
  g->versions[v] = g->versions[last];
  refract_remove_version(g, last);
  *more = true;
  return true;
}

// advance takes a version behind its next token, or pauses it.
static bool advance(refract_glr *g, uint32_t v) {
  const refract_stack_node *top = &g->nodes[g->versions[v].top];
  const refract_action *todo = next_token(g, top->state, top->position);
  if (!todo) return false;
  uint16_t symbol = g->token.symbol;
  for (bool more = true; more; todo = actions(g, g->nodes[g->versions[v].top].state, symbol))
    if (!act(g, v, &symbol, todo, &more)) return false;
  return true;
}

// condense removes versions that have ended, makes one of those that can be, and brings a higher precedence to the front.
static bool condense(refract_glr *g) {
  bool active = false;
  for (uint32_t v = 0; v < g->version_count; v++) active = active || g->versions[v].status == REFRACT_ACTIVE;
  if (!active && g->root == REFRACT_NONE) return false; // an error
  for (uint32_t v = g->version_count; v-- > 0;)
    if (g->versions[v].status != REFRACT_ACTIVE) refract_remove_version(g, v);
  for (uint32_t v = 1; v < g->version_count; v++) {
    int32_t precedence = g->nodes[g->versions[v].top].precedence;
    for (uint32_t w = 0; w < v; w++) {
      if (refract_can_merge(g, w, v)) {
        if (!refract_merge(g, w, v)) return false;
        v--;
        break;
      }
      if (g->nodes[g->versions[w].top].precedence < precedence) {
        refract_version x = g->versions[v];
        g->versions[v] = g->versions[w];
        g->versions[w] = x;
      }
    }
  }
  return g->version_count <= REFRACT_MAX_VERSIONS;
}

// make_room makes room for the subtrees of most texts, more bytes than all else takes together.
static void make_room(refract_glr *g) {
  g->subtrees = refract_large(REFRACT_LARGE);
  g->subtree_cap = g->subtrees ? REFRACT_LARGE / sizeof *g->subtrees : 0;
}

static bool begin(refract_glr *g, const TSLanguage *language, const char *text, uint32_t length) {
  if (!g->subtrees) make_room(g);
  if (g->language != language) memset(&g->known, 0, sizeof g->known);
  g->language = language;
  g->subtree_count = g->child_count = g->node_count = g->link_count = 0;
  g->has_token = false;
  g->root = g->lowest_linked = REFRACT_NONE;
  g->work = 0;
  g->most_work = WORK + WORK_PER_BYTE * (uint64_t)length;
  g->most_nodes = NODES + NODES_PER_BYTE * (uint64_t)length;
  refract_lexer_open(&g->lexer, language, text, length, &g->known);
  bool mark = length >= 3 && memcmp(text, "\xef\xbb\xbf", 3) == 0; // tree-sitter steps over it
  if (mark || !refract_grow((void **)&g->nodes, &g->node_cap, 1, sizeof *g->nodes)) return false;
  g->nodes[g->node_count++] = (refract_stack_node){.link = {0, REFRACT_NONE, REFRACT_NONE}, .state = START_STATE};
  g->versions[0] = (refract_version){.top = 0};
  g->version_count = 1;
  return true;
}

bool refract_glr_parse(refract_glr *g, const TSLanguage *language, const char *text, uint32_t length, const size_t *cancelled) {
  if (!begin(g, language, text, length)) return false;
  uint32_t last = 0;
  for (uint32_t round = 0; g->version_count > 0; round++) {
    if (round % 256 == 0 && __atomic_load_n(cancelled, __ATOMIC_RELAXED)) return false;
    for (uint32_t v = 0; v < g->version_count; v++)
      while (g->versions[v].status == REFRACT_ACTIVE) {
        if (!advance(g, v)) return false;
        uint32_t position = g->nodes[g->versions[v].top].position;
        if (position > last || (v > 0 && position == last)) {
          last = position;
          break;
        }
      }
    if ((g->version_count > 1 || g->versions[0].status != REFRACT_ACTIVE) && !condense(g)) return false;
  }
  return true;
}

void refract_glr_trim(refract_glr *g) {
  if (g->subtree_cap > KEPT || g->node_cap > KEPT || g->popped_cap > KEPT) refract_glr_close(g);
}

void refract_glr_close(refract_glr *g) {
  free(g->subtrees);
  free(g->children);
  free(g->popped);
  free(g->unordered);
  free(g->nodes);
  free(g->links);
  memset(g, 0, sizeof *g);
}
