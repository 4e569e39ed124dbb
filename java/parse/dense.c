//go:build linux || darwin

// Makes the grammar's parse table one array. Two thirds of its states have a list of entries each, which tree-sitter searches
// from the front for every token: that is a tenth of the time of a parse. The array takes 0.9 MB, or a large page, once for the process.

#include "engine.h"
#include "language.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

extern const TSLanguage *tree_sitter_java(void);

static const TSLanguage *dense;

static uint16_t *unfold(const TSLanguage *l) {
  size_t width = l->symbol_count;
  size_t size = l->state_count * width * sizeof(uint16_t);
  uint16_t *table = refract_large(size);
  if (!table) return NULL;
  memset(table, 0, size);
  memcpy(table, l->parse_table, l->large_state_count * width * sizeof *table);
  for (uint32_t state = l->large_state_count; state < l->state_count; state++) {
    const uint16_t *list = &l->small_parse_table[l->small_parse_table_map[state - l->large_state_count]];
    for (uint16_t groups = *list++; groups > 0; groups--) {
      uint16_t entry = *list++;
      for (uint16_t symbols = *list++; symbols > 0; symbols--) {
        uint16_t symbol = *list++;
        if (table[state * width + symbol] == 0) table[state * width + symbol] = entry; // the first is the one that is found
      }
    }
  }
  return table;
}

static void make(void) {
  const TSLanguage *sparse = tree_sitter_java();
  dense = sparse;
  if (sparse->version != REFRACT_LANGUAGE_VERSION) return;
  TSLanguage *l = malloc(sizeof *l);
  uint16_t *table = unfold(sparse);
  if (!l || !table) {
    free(l);
    free(table);
    return;
  }
  *l = *sparse;
  l->parse_table = table;
  l->large_state_count = l->state_count;
  dense = l;
}

const TSLanguage *refract_language(void) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  pthread_once(&once, make);
  return dense;
}
