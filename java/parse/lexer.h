#ifndef REFRACT_LEXER_H
#define REFRACT_LEXER_H

#include <stddef.h>

#include "language.h"

// A token with what stands before it.
typedef struct {
  uint32_t from;       // where the one before it ends
  uint32_t start, end;
  uint16_t symbol;
  uint16_t state;      // of the parser that it was read for
  bool keyword;        // it is the text of one, whatever it was taken for
} refract_token;

enum { REFRACT_LEX_STATES = 512, REFRACT_PAIRS = 1024 };

// What is known of the functions that find tokens, without asking them. It is found out by asking them, and holds for one grammar. All zero: nothing.
typedef struct {
  uint8_t states[REFRACT_LEX_STATES]; // by the state that a function is called in; see shortcut.c
  bool word[256];                     // by byte: words go on with it
  uint16_t line, block;               // the symbols of comments
  uint64_t no_keyword[128][2];        // by the first character, a bit for each second one: no keyword begins with the two
  // Tokens that two characters decide, by what decides them. Key 0 is none.
  struct { uint32_t key; uint16_t symbol; uint8_t length; } pairs[REFRACT_PAIRS];
} refract_shortcuts;

// A lexer finds the tokens of a text as the functions do that tree-sitter's generator writes, by these or without them.
typedef struct {
  refract_cursor cursor; // first: the functions are given its address
  const TSLanguage *language;
  const uint8_t *text, *limit;
  const uint8_t *at;     // the character of cursor.lookahead
  uint32_t width;        // its bytes
  const uint8_t *start, *end;
  bool odd;              // the text is not UTF-8
  refract_shortcuts *known;
} refract_lexer;

// refract_lexer_open gets ready for a text. What is known is of the same language, and grows.
void refract_lexer_open(refract_lexer *, const TSLanguage *, const char *text, uint32_t length, refract_shortcuts *known);
// refract_lexer_next finds the token behind a place for a parser in a state; false where there is none.
bool refract_lexer_next(refract_lexer *, uint32_t from, uint16_t state, refract_token *);

// refract_run calls a generated function in a state at a place, and tells whether it found a token: of symbol l->cursor.result, from l->start to l->end.
// l->at is the first character that it has not stepped over, and the last one that it looked at.
bool refract_run(refract_lexer *l, bool (*find)(refract_cursor *, uint16_t), const uint8_t *at, uint16_t state);

// The following are of shortcut.c.

// refract_find is refract_run of the function that finds tokens, but for l->at.
bool refract_find(refract_lexer *l, const uint8_t *at, uint16_t state);
// refract_find_keyword is refract_run of the function that finds keywords, from the start of a word on to its end.
bool refract_find_keyword(refract_lexer *l, const uint8_t *word, const uint8_t *end);

#endif
