//go:build linux || darwin

#define _DEFAULT_SOURCE
#define _DARWIN_C_SOURCE

#include "arena.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

extern void ts_set_allocator(void *(*)(size_t), void *(*)(size_t, size_t), void *(*)(void *, size_t), void (*)(void *));

enum {
  UNIT = 16,               // small blocks are multiples of this
  SMALL = 63 * UNIT,       // larger ones are powers of two
  HEADER = 8,              // holds the size class
  KEPT = 16 << 20,         // bytes that stay with the process between two texts
};
static const size_t RESERVED = (size_t)64 << 30; // address space, not memory: more than any text takes

static _Thread_local refract_arena *current;

static size_t class_of(size_t block) {
  return block <= SMALL ? (block + UNIT - 1) / UNIT : 64 + (64 - (size_t)__builtin_clzll(block - 1));
}

static size_t size_of(size_t class) { return class < 64 ? class * UNIT : (size_t)1 << (class - 64); }

static bool within(const refract_arena *a, const void *p) { return a && (const char *)p >= a->base && (const char *)p < a->limit; }

static void *failed(size_t size) {
  fprintf(stderr, "refract: the parser failed to allocate %zu bytes\n", size);
  abort(); // as tree-sitter does: it does not ask
}

static void *allocate(size_t size) {
  refract_arena *a = current;
  if (!a) {
    void *p = malloc(size);
    return p || !size ? p : failed(size);
  }
  if (size > RESERVED / 4) return failed(size);
  size_t class = class_of(size + HEADER);
  char *block = a->free[class];
  if (block) {
    memcpy(&a->free[class], block + HEADER, sizeof(void *));
  } else {
    block = a->next;
    if (size_of(class) > (size_t)(a->limit - block)) return failed(size);
    a->next += size_of(class);
    uint64_t header = class;
    memcpy(block, &header, HEADER);
  }
  return block + HEADER;
}

static size_t class_in(const void *p) {
  uint64_t header;
  memcpy(&header, (const char *)p - HEADER, HEADER);
  return header;
}

static void give_back(void *p) {
  refract_arena *a = current;
  if (!within(a, p)) {
    free(p);
    return;
  }
  size_t class = class_in(p);
  memcpy(p, &a->free[class], sizeof(void *));
  a->free[class] = (char *)p - HEADER;
}

static void *allocate_zeroed(size_t count, size_t size) {
  void *p = allocate(count * size);
  return p ? memset(p, 0, count * size) : p;
}

static void *reallocate(void *old, size_t size) {
  if (!old) return allocate(size);
  if (!within(current, old)) {
    void *p = realloc(old, size);
    return p || !size ? p : failed(size);
  }
  size_t had = size_of(class_in(old)) - HEADER;
  if (size <= had) return old;
  void *p = allocate(size);
  memcpy(p, old, had);
  give_back(old);
  return p;
}

// Before anything can ask tree-sitter for memory.
__attribute__((constructor)) static void install(void) { ts_set_allocator(allocate, allocate_zeroed, reallocate, give_back); }

void refract_arena_open(refract_arena *a) {
  memset(a, 0, sizeof *a);
  void *p = mmap(NULL, RESERVED, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANON | MAP_NORESERVE, -1, 0);
  if (p == MAP_FAILED) return;
  a->base = a->next = p;
  a->limit = a->base + RESERVED;
}

void refract_arena_close(refract_arena *a) {
  if (a->base) munmap(a->base, RESERVED);
  memset(a, 0, sizeof *a);
}

bool refract_arena_enter(refract_arena *a) {
  current = a->base ? a : NULL;
  return current != NULL;
}

void refract_arena_leave(refract_arena *a) {
  current = NULL;
  if (!a->base) return;
  if (a->next - a->base > KEPT) madvise(a->base + KEPT, (size_t)(a->next - a->base) - KEPT, MADV_DONTNEED);
  a->next = a->base;
  memset(a->free, 0, sizeof a->free);
}
