#ifndef REFRACT_LANGUAGE_H
#define REFRACT_LANGUAGE_H

#include <stdbool.h>
#include <stdint.h>

// A grammar as tree-sitter's generator writes it in version 14 of its format (parser.h of the grammar).
enum { REFRACT_LANGUAGE_VERSION = 14 };

// What a parser does in a state with a token. An entry of parse_actions is a head and as many actions behind it.
enum { REFRACT_SHIFT, REFRACT_REDUCE, REFRACT_ACCEPT, REFRACT_RECOVER };

typedef union {
  struct {
    uint8_t count;
    bool reusable; // the token is the same one whatever state it was read in
  } head;
  uint8_t type;
  struct {
    uint8_t type;
    uint16_t state;
    bool extra;      // a comment: the state stays
    bool repetition; // never taken: the reduction beside it leads there as well
  } shift;
  struct {
    uint8_t type, child_count;
    uint16_t symbol;
    int16_t precedence;
    uint16_t production;
  } reduce;
} refract_action;

_Static_assert(sizeof(refract_action) == 8, "as the generator lays it out");

// What a generated function that finds a token asks and tells.
typedef struct refract_cursor refract_cursor;
struct refract_cursor {
  int32_t lookahead;
  uint16_t result;
  void (*advance)(refract_cursor *, bool skip);
  void (*mark_end)(refract_cursor *);
  uint32_t (*column)(refract_cursor *);
  bool (*at_range_start)(const refract_cursor *);
  bool (*eof)(const refract_cursor *);
};

typedef struct TSLanguage TSLanguage;
struct TSLanguage {
  uint32_t version, symbol_count, alias_count, token_count, external_token_count;
  uint32_t state_count, large_state_count, production_count, field_count;
  uint16_t max_alias_sequence_length;
  // The entry of a state and a symbol stands in parse_table[state * symbol_count + symbol] for the first large_state_count states.
  // For state large_state_count + i it is found in small_parse_table from small_parse_table_map[i] on: a number of groups, each
  // the entry, a number of symbols, and these. What stands in no group has entry 0. The entry of a token is the place of a head
  // in parse_actions, that of any other symbol the next state.
  const uint16_t *parse_table, *small_parse_table;
  const uint32_t *small_parse_table_map;
  const refract_action *parse_actions;
  const void *symbol_names, *field_names;
  const struct { uint16_t index, length; } *field_slices; // by production
  const struct { uint16_t id; uint8_t child; bool inherited; } *field_entries;
  const struct { bool visible, named, supertype; } *symbol_metadata;
  const uint16_t *public_symbols; // by symbol
  const void *alias_map;
  const uint16_t *aliases; // by production and child, max_alias_sequence_length for each
  const struct { uint16_t state, external; } *lex_modes; // by state
  bool (*lex)(refract_cursor *, uint16_t), (*lex_keyword)(refract_cursor *, uint16_t);
  uint16_t keyword_capture_token;
  const void *external_scanner[7];
  const uint16_t *primary_states;
};

#endif
