//go:build linux || darwin

// Makes the grammar's parse table one array. Two thirds of its states have a list of entries each, which tree-sitter searches
// from the front for every token: that is a tenth of the time of a parse. The array takes 0.9 MB, or a large page, once for the process.

#define _DEFAULT_SOURCE // for mmap

#include "engine.h"
#include "language.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

extern const TSLanguage *tree_sitter_java(void);

static const TSLanguage *dense;

// zeros returns room for a table, for the life of the process: on a large page where the system has one. Its 200 small ones, each of which is written to for
// the first time, take several times as long as to fill them.
static uint16_t *zeros(size_t size) {
#ifdef MADV_HUGEPAGE
  enum { LARGE = 2 << 20 };
  if (size <= LARGE) {
    char *p = mmap(NULL, 2 * LARGE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (p == MAP_FAILED) return NULL;
    p += LARGE - (uintptr_t)p % LARGE;
    madvise(p, LARGE, MADV_HUGEPAGE); // what it says does not matter
    return (uint16_t *)p;
  }
#endif
  return calloc(size, 1);
}

static uint16_t *unfold(const TSLanguage *l) {
  size_t width = l->symbol_count;
  uint16_t *table = zeros(l->state_count * width * sizeof *table);
  if (!table) return NULL;
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
  uint16_t *table = l ? unfold(sparse) : NULL;
  if (!table) {
    free(l);
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
