#ifndef REFRACT_LANGUAGE_H
#define REFRACT_LANGUAGE_H

#include <stdbool.h>
#include <stdint.h>

// A grammar as tree-sitter's generator writes it in version 14 of its format (parser.h).
enum { REFRACT_LANGUAGE_VERSION = 14 };

struct TSLanguage {
  uint32_t version, symbol_count, alias_count, token_count, external_token_count;
  uint32_t state_count, large_state_count, production_count, field_count;
  uint16_t max_alias_sequence_length;
  // The entry of a state and a symbol stands in parse_table[state * symbol_count + symbol] for the first large_state_count states.
  // For state large_state_count + i it is found in small_parse_table from small_parse_table_map[i] on: a number of groups, each
  // the entry, a number of symbols, and these. What stands in no group has entry 0.
  const uint16_t *parse_table, *small_parse_table;
  const uint32_t *small_parse_table_map;
  const void *parse_actions, *symbol_names, *field_names;
  const struct { uint16_t index, length; } *field_slices; // by production
  const struct { uint16_t id; uint8_t child; bool inherited; } *field_entries;
  const void *symbol_metadata;
  const uint16_t *public_symbols; // by symbol
  const void *alias_map;
  const uint16_t *aliases; // by production and child, max_alias_sequence_length for each
  const void *lex_modes;
  bool (*lex)(void *, uint16_t), (*lex_keyword)(void *, uint16_t);
  uint16_t keyword_capture_token;
  const void *external_scanner[7];
  const uint16_t *primary_states;
};

#endif
