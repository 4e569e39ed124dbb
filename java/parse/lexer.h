#ifndef REFRACT_LEXER_H
#define REFRACT_LEXER_H

#include "language.h"



// A token with what stands before it.
typedef struct {
  uint32_t from;       // where the one before it ends
  uint32_t start, end;
  uint16_t symbol;
  uint16_t state;      // of the parser that it was read for
  bool keyword;        // it is the text of one, whatever it was taken for
} refract_token;

// A lexer finds the tokens of a text by the functions that tree-sitter's generator writes.
typedef struct {
  refract_cursor cursor; // first: the functions are given its address
  const TSLanguage *language;
  const uint8_t *text, *limit;
  const uint8_t *at;     // the character of cursor.lookahead
  uint32_t width;        // its bytes
  const uint8_t *start, *end;
  bool odd;              // the text is not UTF-8
} refract_lexer;

void refract_lexer_open(refract_lexer *, const TSLanguage *, const char *text, uint32_t length);
// refract_lexer_next finds the token behind a place for a parser in a state; false where there is none.
bool refract_lexer_next(refract_lexer *, uint32_t from, uint16_t state, refract_token *);

#endif
