#ifndef REFRACT_ENGINE_H
#define REFRACT_ENGINE_H

#include "flatten.h"
#include "glr.h"

typedef struct TSParser TSParser;
typedef struct TSTree TSTree;
typedef uint16_t TSSymbol;
typedef uint16_t TSFieldId;
typedef struct { uint32_t context[4]; const void *id; const TSTree *tree; } TSNode;

typedef struct refract_emitter refract_emitter;

struct refract_engine {
  TSParser *parser; // tree-sitter's; NULL before the first text that needs it
  TSParser *bare;   // of refract_parse_only, likewise
  refract_symbol *symbols;
  uint8_t *fields;
  uint32_t symbol_count, field_count;
  uint8_t takes_op[256]; // by java.Kind: the kinds whose operator token becomes their Op
  refract_node *nodes;
  refract_span *comments;
  int32_t *open; // per depth of the cursor: the node emitted there, or that of the level above
  uint32_t node_cap, comment_cap, open_cap;
  size_t cancelled;       // written by another thread
  refract_glr glr;
  refract_emitter *emitter; // NULL where the grammar is not of the kind that glr.c knows
};

// A large page, on the systems that matter.
enum { REFRACT_LARGE = 2 << 20 };

// refract_large returns room for so many bytes, which free and realloc take: on a large page, as far as they fit on one and the system has it. Of small pages
// there are hundreds in a megabyte, each of which costs some microseconds where it is written to for the first time.
void *refract_large(size_t size);

bool refract_grow_slowly(void **array, uint32_t *cap, uint32_t need, size_t size);

// refract_grow makes room in array for need elements.
static inline bool refract_grow(void **array, uint32_t *cap, uint32_t need, size_t size) {
  return need <= *cap || refract_grow_slowly(array, cap, need, size);
}

// refract_language is the grammar with a parse table that is faster to look into, made with the first call.
const TSLanguage *refract_language(void);

// refract_emitter_open gives e its emitter, if it can; refract_emitter_close frees it.
void refract_emitter_open(refract_engine *e, const TSLanguage *language);
void refract_emitter_close(refract_engine *e);
// refract_emit writes the nodes and comments of the tree in e->glr. It reports false where it gave up.
bool refract_emit(refract_engine *e, uint32_t *nodes, uint32_t *comments, uint32_t *max_depth);

#endif
