//go:build linux || darwin

// The graph-structured stack: stacks that have their lower or upper parts in common share them.

#include "engine.h"
#include "glr.h"

// Deeper than this two stacks are not followed down to the place where they differ.
enum { MAX_MERGE_DEPTH = 64 };

static const refract_subtree *subtree_of(const refract_glr *g, const refract_link *l) { return &g->subtrees[l->subtree]; }

// copy gives a path subtrees of its own, at the end of popped.
static bool copy(refract_glr *g, refract_path *p) {
  if (!refract_grow((void **)&g->popped, &g->popped_cap, g->popped_count + p->size, sizeof *g->popped)) return false;
  for (uint32_t i = 0; i < p->size; i++) g->popped[g->popped_count + i] = g->popped[p->first + i];
  p->first = g->popped_count;
  g->popped_count += p->size;
  return true;
}

// follow takes a path one link down. Paths that parted share the subtrees before until one of them is followed further.
static bool follow(refract_glr *g, refract_path *p, refract_link l) {
  if (p->first + p->size != g->popped_count && !copy(g, p)) return false;
  if (!refract_grow((void **)&g->popped, &g->popped_cap, g->popped_count + 1, sizeof *g->popped)) return false;
  g->popped[g->popped_count++] = l.subtree;
  p->size++;
  p->node = l.below;
  if (!g->subtrees[l.subtree].extra) p->left--;
  return true;
}

// finish puts a path that has come to its end behind those that ended at the same node.
static void finish(refract_glr *g, refract_path p) {
  uint32_t at = g->path_count;
  for (uint32_t i = g->path_count; i-- > 0;)
    if (g->paths[i].node == p.node) {
      at = i + 1;
      break;
    }
  for (uint32_t i = g->path_count++; i > at; i--) g->paths[i] = g->paths[i - 1];
  g->paths[at] = p;
}

// pop_all takes several paths down side by side, one link each in turn, and numbers new ones behind the others.
static bool pop_all(refract_glr *g, refract_path start) {
  refract_path open[REFRACT_MAX_PATHS];
  open[0] = start;
  for (uint32_t n = 1; n > 0;) {
    for (uint32_t i = 0, size = n; i < size;) {
      refract_path p = open[i];
      if (p.left == 0) {
        finish(g, p);
        n--, size--;
        for (uint32_t k = i; k < n; k++) open[k] = open[k + 1];
        continue;
      }
      if (p.node == 0) return false;
      refract_link first = g->nodes[p.node].link;
      for (uint32_t m = first.more; m != REFRACT_NONE; m = g->links[m].more) {
        if (n + g->path_count == REFRACT_MAX_PATHS) return false;
        open[n] = p;
        if (!follow(g, &open[n++], g->links[m])) return false;
      }
      if (!follow(g, &p, first)) return false;
      open[i++] = p;
    }
  }
  return true;
}

bool refract_pop(refract_glr *g, uint32_t node, uint32_t count) {
  g->popped_count = g->path_count = 0;
  refract_path p = {.node = node, .left = count};
  while (p.left > 0) {
    const refract_stack_node *s = &g->nodes[p.node];
    if (s->link.more != REFRACT_NONE) return pop_all(g, p);
    if (p.node == 0 || !follow(g, &p, s->link)) return false;
  }
  g->paths[g->path_count++] = p;
  return true;
}

bool refract_can_merge(const refract_glr *g, uint32_t v, uint32_t w) {
  const refract_version *a = &g->versions[v], *b = &g->versions[w];
  const refract_stack_node *x = &g->nodes[a->top], *y = &g->nodes[b->top];
  return a->status == REFRACT_ACTIVE && b->status == REFRACT_ACTIVE && x->state == y->state && x->position == y->position;
}

// equivalent tells whether two links are alike from outside.
static bool equivalent(const refract_glr *g, const refract_link *a, const refract_link *b) {
  const refract_subtree *s = subtree_of(g, a), *t = subtree_of(g, b);
  return a->subtree == b->subtree || (s->symbol == t->symbol && s->start == t->start && s->end == t->end && s->count == t->count &&
                                      s->extra == t->extra && g->nodes[a->below].position == g->nodes[b->below].position);
}

static void raise_precedence(refract_stack_node *n, int32_t precedence) {
  if (precedence > n->precedence) n->precedence = precedence;
}

static bool append_link(refract_glr *g, uint32_t node, refract_link l) {
  if (!refract_grow((void **)&g->links, &g->link_cap, g->link_count + 1, sizeof *g->links)) return false;
  refract_link *last = &g->nodes[node].link;
  uint32_t n = 1;
  for (; last->more != REFRACT_NONE; n++) last = &g->links[last->more];
  if (n == REFRACT_MAX_LINKS) return false;
  if (node < g->lowest_linked) g->lowest_linked = node;
  last->more = g->link_count;
  l.more = REFRACT_NONE;
  g->links[g->link_count++] = l;
  return true;
}

static bool add_links(refract_glr *g, uint32_t node, uint32_t from, uint32_t depth);

// add_link makes a link another one of node. Of two links that are alike and lead to one node, that with the higher
// precedence stays, else the first.
static bool add_link(refract_glr *g, uint32_t node, refract_link l, uint32_t depth) {
  if (l.below == node) return true;
  refract_stack_node *to = &g->nodes[node];
  const refract_stack_node *below = &g->nodes[l.below];
  int32_t precedence = below->precedence + subtree_of(g, &l)->precedence;
  for (refract_link *e = &to->link;; e = &g->links[e->more]) {
    if (equivalent(g, e, &l)) {
      if (e->below == l.below) {
        if (subtree_of(g, &l)->precedence > subtree_of(g, e)->precedence) {
          e->subtree = l.subtree;
          to->precedence = precedence;
        }
        return true;
      }
      const refract_stack_node *other = &g->nodes[e->below];
      if (other->state == below->state && other->position == below->position) {
        raise_precedence(to, precedence);
        return add_links(g, e->below, l.below, depth + 1);
      }
    }
    if (e->more == REFRACT_NONE) break;
  }
  raise_precedence(to, precedence);
  return append_link(g, node, l);
}

// add_links gives a node the links of another one.
static bool add_links(refract_glr *g, uint32_t node, uint32_t from, uint32_t depth) {
  if (depth == MAX_MERGE_DEPTH || from == 0 || node == 0) return false;
  refract_link l = g->nodes[from].link;
  for (;;) {
    uint32_t more = l.more;
    if (!add_link(g, node, l, depth)) return false;
    if (more == REFRACT_NONE) return true;
    l = g->links[more];
  }
}

void refract_remove_version(refract_glr *g, uint32_t v) {
  for (g->version_count--; v < g->version_count; v++) g->versions[v] = g->versions[v + 1];
}

bool refract_merge(refract_glr *g, uint32_t v, uint32_t w) {
  if (!add_links(g, g->versions[v].top, g->versions[w].top, 0)) return false;
  refract_remove_version(g, w);
  return true;
}
