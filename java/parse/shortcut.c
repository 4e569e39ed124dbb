//go:build linux || darwin

// Finds most tokens without the generated functions, which see one character at a time and ask for each through pointers. What such a function
// says depends on the state that it is called in and the characters that it looks at alone. So a token that two characters decide is
// remembered by these. Blanks, comments and words have to be gone through: whether they are in a state what they look like is
// found out by asking the function about some, once for each state and parser.

#include <string.h>

#include "lexer.h"

// What is known of a state.
enum { ASKED = 1, BLANKS = 2, WORDS = 4, COMMENTS = 8 };

static bool blank(uint8_t c) { return c == ' ' || (c >= '\t' && c <= '\r'); }

static bool begins_word(uint8_t c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || c == '$'; }

// DASH alone goes on with a token that begins as a word, where no word goes on with it: non-sealed.
enum { DASH = '-' };

// token asks the function in a state for the token from start to end of a probe, and returns its symbol; 0 where it finds none or another one.
static uint16_t token(const refract_lexer *l, uint16_t state, const char *probe, ptrdiff_t start, ptrdiff_t end) {
  refract_lexer asked;
  refract_lexer_open(&asked, l->language, probe, (uint32_t)strlen(probe), NULL);
  bool is = refract_run(&asked, l->language->lex, asked.text, state) && asked.start - asked.text == start && asked.end - asked.text == end;
  return is ? asked.cursor.result : 0;
}

// skips_blanks tells whether each blank is stepped over in a state.
static bool skips_blanks(const refract_lexer *l, uint16_t state) {
  for (int c = 1; c < 0x80; c++)
    if (blank((uint8_t)c) && !token(l, state, (const char[]){(char)c, ' ', '/', '/', 0}, 2, 4)) return false;
  return true;
}

// finds_words tells whether a state has words, whatever they begin with, behind blanks or not. The first such state tells what they go on with.
static bool finds_words(const refract_lexer *l, uint16_t state) {
  uint16_t symbol = l->language->keyword_capture_token;
  bool *word = l->known->word;
  for (int c = 1; c < 0x80; c++)
    if (begins_word((uint8_t)c) && (token(l, state, (const char[]){(char)c, ';', 0}, 0, 1) != symbol ||
                                    token(l, state, (const char[]){' ', (char)c, ';', 0}, 1, 2) != symbol))
      return false;
  if (symbol == 0) return false;
  if (!word['a'])
    for (int c = 1; c < 0x80; c++) word[c] = token(l, state, (const char[]){'z', (char)c, ';', 0}, 0, 2) == symbol;
  return true;
}

// finds_comments tells whether a state has the comments of Java, behind blanks or not, with all plain characters in them. The first such state
// tells their symbols.
static bool finds_comments(const refract_lexer *l, uint16_t state) {
  char line[0x90] = " //", block[0x90] = " /*";
  size_t n = 3, m = 3;
  for (int c = 1; c < 0x80; c++) {
    if (c != '\n') line[n++] = (char)c;
    block[m++] = (char)c;
  }
  strcpy(line + n, "\n");
  strcpy(block + m, "**/*/");
  uint16_t of_line = token(l, state, line, 1, (ptrdiff_t)n), of_block = token(l, state, block, 1, (ptrdiff_t)m + 3);
  if (!of_line || token(l, state, line + 1, 0, (ptrdiff_t)n - 1) != of_line) return false;
  if (!of_block || token(l, state, block + 1, 0, (ptrdiff_t)m + 2) != of_block) return false;
  if (!l->known->line) {
    l->known->line = of_line;
    l->known->block = of_block;
  }
  return of_line == l->known->line && of_block == l->known->block;
}

static uint8_t learn(const refract_lexer *l, uint16_t state) {
  uint8_t known = ASKED;
  if (skips_blanks(l, state)) known |= BLANKS;
  if (finds_words(l, state)) known |= WORDS;
  if (finds_comments(l, state)) known |= COMMENTS;
  l->known->states[state] = known;
  return known;
}

// found notes a token.
static bool found(refract_lexer *l, uint16_t symbol, const uint8_t *start, const uint8_t *end) {
  l->cursor.result = symbol;
  l->start = start;
  l->end = end;
  return true;
}

// zeros has 0x80 in each byte in which word has 0, and maybe in some above such a one.
static uint64_t zeros(uint64_t word) { return (word - 0x0101010101010101) & ~word & 0x8080808080808080; }

// plain_until returns the first place at which there is a stop, the end of the text, or no plain character: NUL, or none of ASCII.
static const uint8_t *plain_until(const uint8_t *p, const uint8_t *limit, uint8_t stop) {
  const uint64_t stops = 0x0101010101010101 * (uint64_t)stop;
  for (uint64_t word; limit - p >= (ptrdiff_t)sizeof word; p += sizeof word) {
    memcpy(&word, p, sizeof word);
    if ((word & 0x8080808080808080) | zeros(word) | zeros(word ^ stops)) break;
  }
  while (p < limit && *p != 0 && *p < 0x80 && *p != stop) p++;
  return p;
}

// comment returns the end of the comment at a place; NULL where there is none, it does not end, or it is not plain.
static const uint8_t *comment(const uint8_t *p, const uint8_t *limit) {
  if (limit - p < 2 || p[0] != '/') return NULL;
  if (p[1] == '/') {
    p = plain_until(p + 2, limit, '\n');
    return p < limit && *p == '\n' ? p : NULL;
  }
  if (p[1] != '*') return NULL;
  for (p = plain_until(p + 2, limit, '*'); limit - p >= 2 && *p == '*'; p = plain_until(p + 1, limit, '*'))
    if (p[1] == '/') return p + 2;
  return NULL;
}

// word returns the end of the word at a place; NULL where it is not plain.
static const uint8_t *word(const refract_shortcuts *known, const uint8_t *p, const uint8_t *limit) {
  do p++;
  while (p < limit && known->word[*p]);
  return p < limit && *p < 0x80 && *p != DASH ? p : NULL;
}

// by_pair is refract_run where the token begins at a place, behind blanks or not.
static bool by_pair(refract_lexer *l, const uint8_t *at, uint16_t state, const uint8_t *token) {
  uint32_t key = 0, slot = 0;
  if (l->limit - token >= 2 && token[0] < 0x80 && token[1] < 0x80) {
    key = (uint32_t)state << 15 | (uint32_t)(token > at) << 14 | (uint32_t)token[0] << 7 | token[1];
    slot = (key ^ key >> 7 ^ key >> 13) % REFRACT_PAIRS;
    if (key != 0 && l->known->pairs[slot].key == key) return found(l, l->known->pairs[slot].symbol, token, token + l->known->pairs[slot].length);
  }
  bool is = refract_run(l, l->language->lex, at, state);
  if (is && key != 0 && l->start == token && l->at - token <= 1) {
    l->known->pairs[slot].key = key;
    l->known->pairs[slot].symbol = l->cursor.result;
    l->known->pairs[slot].length = (uint8_t)(l->end - token);
  }
  return is;
}

bool refract_find(refract_lexer *l, const uint8_t *at, uint16_t state) {
  if (state >= REFRACT_LEX_STATES) return refract_run(l, l->language->lex, at, state);
  uint8_t known = l->known->states[state];
  if (!known) known = learn(l, state);
  const uint8_t *p = at;
  if (known & BLANKS)
    while (p < l->limit && blank(*p)) p++;
  if (p < l->limit && known & WORDS && begins_word(*p)) {
    const uint8_t *end = word(l->known, p, l->limit);
    if (end) return found(l, l->language->keyword_capture_token, p, end);
  }
  if (known & COMMENTS) {
    const uint8_t *end = comment(p, l->limit);
    if (end) return found(l, p[1] == '/' ? l->known->line : l->known->block, p, end);
  }
  return by_pair(l, at, state, p);
}

bool refract_find_keyword(refract_lexer *l, const uint8_t *word, const uint8_t *end) {
  const TSLanguage *g = l->language;
  bool plain = end - word >= 2 && word[0] < 0x80 && word[1] < 0x80;
  uint64_t bit = plain ? (uint64_t)1 << (word[1] % 64) : 0, *bits = &l->known->no_keyword[word[0] % 128][plain ? word[1] / 64 : 0];
  if (*bits & bit) return false;
  bool is = refract_run(l, g->lex_keyword, word, 0);
  if (!is && l->at - word < 2) *bits |= bit;
  return is;
}
