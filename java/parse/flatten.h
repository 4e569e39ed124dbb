#ifndef REFRACT_FLATTEN_H
#define REFRACT_FLATTEN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// refract_node has the layout of java.Node.
typedef struct {
  uint32_t start, end;
  int32_t parent, next;
  uint8_t kind, field, op, flags;
} refract_node;

// refract_symbol says what becomes of a grammar symbol.
typedef struct {
  uint8_t kind; // a java.Kind: the symbol is a node; 0: it is none
  uint8_t op;   // a java.Op: the symbol is a token that gives its parent this operator
  uint8_t comment;
  uint8_t skip; // neither node nor anything below it
} refract_symbol;

typedef struct {
  uint32_t start, end;
} refract_span;

typedef struct {
  const refract_node *nodes;
  const refract_span *comments;
  uint32_t node_count, comment_count;
  uint32_t max_depth;
  bool has_error, ok;
} refract_result;

typedef struct refract_engine refract_engine;

refract_engine *refract_engine_new(const refract_symbol *symbols, uint32_t symbol_count, const uint8_t *fields, uint32_t field_count,
                                   const uint8_t takes_op[256]);
void refract_engine_free(refract_engine *e);
// refract_engine_cancelled is a flag of e: while it is not 0, texts are given up.
size_t *refract_engine_cancelled(refract_engine *e);
void refract_flatten(refract_engine *e, const char *text, uint32_t length, uint64_t micros, refract_result *result);
// refract_flatten_by_cursor does the same by tree-sitter alone: what refract_flatten is tested against.
void refract_flatten_by_cursor(refract_engine *e, const char *text, uint32_t length, refract_result *result);
// refract_engine_glr tells whether texts without errors are parsed by glr.c.
bool refract_engine_glr(const refract_engine *e);
// refract_plain parses a text by glr.c alone and tells whether it could.
bool refract_plain(refract_engine *e, const char *text, uint32_t length);
// refract_parse_only is tree-sitter as it comes: one parser, memory from malloc, every tree given back.
void refract_parse_only(refract_engine *e, const char *text, uint32_t length);

#endif
