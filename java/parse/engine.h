#ifndef REFRACT_ENGINE_H
#define REFRACT_ENGINE_H

#include "arena.h"
#include "flatten.h"

typedef struct TSLanguage TSLanguage;
typedef struct TSParser TSParser;
typedef struct TSTree TSTree;
typedef uint16_t TSSymbol;
typedef uint16_t TSFieldId;
typedef struct { uint32_t context[4]; const void *id; const TSTree *tree; } TSNode;

typedef struct refract_direct refract_direct;

struct refract_engine {
  refract_arena arena;
  TSParser *parser; // during a call only
  TSParser *bare;   // of refract_parse_only; NULL before its first call
  refract_symbol *symbols;
  uint8_t *fields;
  uint32_t symbol_count, field_count;
  uint8_t takes_op[256]; // by java.Kind: the kinds whose operator token becomes their Op
  refract_node *nodes;
  refract_span *comments;
  int32_t *open; // per depth of the cursor: the node emitted there, or that of the level above
  uint32_t node_cap, comment_cap, open_cap;
  size_t cancelled;       // written by another thread
  refract_direct *direct; // NULL where trees can be walked by the cursor only
};

bool refract_grow_slowly(void **array, uint32_t *cap, uint32_t need, size_t size);

// refract_grow makes room in array for need elements.
static inline bool refract_grow(void **array, uint32_t *cap, uint32_t need, size_t size) {
  return need <= *cap || refract_grow_slowly(array, cap, need, size);
}

// refract_language is the grammar with a parse table that is faster to look into, made with the first call.
const TSLanguage *refract_language(void);

// refract_direct_open gives e its direct, if it can; refract_direct_close frees it.
void refract_direct_open(refract_engine *e, const TSLanguage *language);
void refract_direct_close(refract_engine *e);
// refract_direct_walk writes the nodes and comments of a tree without errors. It reports false where it gave up.
bool refract_direct_walk(refract_engine *e, TSNode root, uint32_t *nodes, uint32_t *comments, uint32_t *max_depth);

#endif
