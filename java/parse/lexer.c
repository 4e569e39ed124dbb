//go:build linux || darwin

// Finds tokens as tree-sitter does, over one piece of text that is in memory: no chunks, no included ranges, no rows.

#include "lexer.h"

// The state of parsers that have met an error: every token is looked for in it.
enum { ERROR_STATE = 0 };

static uint32_t wide(refract_lexer *l) {
  static const uint8_t widths[16] = {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 2, 2, 3, 4};
  const uint8_t *p = l->at;
  uint32_t width = widths[*p >> 4];
  int32_t c = width ? *p & (0xff >> (width + 1)) : 0;
  if (width == 0 || (size_t)(l->limit - p) < width) {
    l->odd = true;
    width = 1;
  }
  for (uint32_t i = 1; i < width; i++) {
    if ((p[i] & 0xc0) != 0x80) l->odd = true;
    c = c << 6 | (p[i] & 0x3f);
  }
  l->cursor.lookahead = c;
  return width;
}

static inline void look(refract_lexer *l) {
  if (l->at >= l->limit) {
    l->cursor.lookahead = 0;
    l->width = 0;
  } else if (*l->at < 0x80) {
    l->cursor.lookahead = *l->at;
    l->width = 1;
  } else {
    l->width = wide(l);
  }
}

static void advance(refract_cursor *c, bool skip) {
  refract_lexer *l = (refract_lexer *)c;
  if (l->at >= l->limit) return;
  l->at += l->width;
  if (skip) l->start = l->at;
  look(l);
}

static void mark_end(refract_cursor *c) {
  refract_lexer *l = (refract_lexer *)c;
  l->end = l->at;
}

static uint32_t column(refract_cursor *c) {
  const refract_lexer *l = (const refract_lexer *)c;
  const uint8_t *p = l->at;
  while (p > l->text && p[-1] != '\n') p--;
  return (uint32_t)(l->at - p);
}

static bool at_range_start(const refract_cursor *c) { return ((const refract_lexer *)c)->at == ((const refract_lexer *)c)->text; }

static bool eof(const refract_cursor *c) { return ((const refract_lexer *)c)->at >= ((const refract_lexer *)c)->limit; }

void refract_lexer_open(refract_lexer *l, const TSLanguage *language, const char *text, uint32_t length, refract_shortcuts *known) {
  *l = (refract_lexer){.cursor = {.advance = advance, .mark_end = mark_end, .column = column, .at_range_start = at_range_start, .eof = eof},
                       .language = language, .text = (const uint8_t *)text, .limit = (const uint8_t *)text + length, .known = known};
}

bool refract_run(refract_lexer *l, bool (*find)(refract_cursor *, uint16_t), const uint8_t *at, uint16_t state) {
  l->at = l->start = at;
  l->end = NULL;
  l->cursor.result = 0;
  look(l);
  bool found = find(&l->cursor, state);
  if (!l->end) l->end = l->at;
  if (l->end < l->start) l->start = l->end;
  return found;
}

bool refract_lexer_next(refract_lexer *l, uint32_t from, uint16_t state, refract_token *t) {
  const TSLanguage *g = l->language;
  const uint8_t *at = l->text + from;
  if (!refract_find(l, at, g->lex_modes[state].state) && !refract_find(l, at, g->lex_modes[ERROR_STATE].state)) return false;
  *t = (refract_token){.from = from, .start = (uint32_t)(l->start - l->text), .end = (uint32_t)(l->end - l->text),
                       .symbol = l->cursor.result, .state = state};
  if (t->symbol == g->keyword_capture_token && t->symbol != 0) {
    t->keyword = refract_find_keyword(l, l->start, l->end);
    uint16_t keyword = l->cursor.result;
    if (t->keyword && l->end == l->text + t->end && g->parse_table[state * g->symbol_count + keyword]) t->symbol = keyword;
  }
  return !l->odd;
}
