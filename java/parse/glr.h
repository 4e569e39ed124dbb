#ifndef REFRACT_GLR_H
#define REFRACT_GLR_H

#include <stddef.h>

#include "lexer.h"

enum { REFRACT_NONE = UINT32_MAX };

// A subtree is a token, or what a production makes of its children.
typedef struct {
  uint32_t start, end;   // in the text
  uint32_t first, count; // its children: refract_glr.children from first on
  int32_t precedence;    // dynamic: of all productions in it together
  uint16_t symbol, production;
  bool extra;            // a comment
} refract_subtree;

// A link is a way down from a node of the stack: a subtree, and the node below it.
typedef struct {
  uint32_t below, subtree;
  uint32_t more; // the next link of the same node in refract_glr.links, or REFRACT_NONE
} refract_link;

// A node of the graph-structured stack. Node 0 is the bottom of all stacks.
typedef struct {
  refract_link link;  // the first one
  uint32_t position;  // where the subtrees of its links end
  int32_t precedence; // the greatest of the stacks that end with it
  uint16_t state;
} refract_stack_node;

// A version is one of the stacks that are tried side by side.
typedef struct {
  uint32_t top;
  enum { REFRACT_ACTIVE, REFRACT_PAUSED, REFRACT_HALTED } status; // paused: its next token is an error
} refract_version;

// A path goes down a stack. Its subtrees, the topmost first, are in refract_glr.popped.
typedef struct {
  uint32_t node;        // that it has come to
  uint32_t first, size; // in popped
  uint32_t left;        // subtrees that it has still to pass, comments not counted
} refract_path;

// The limits of tree-sitter.
enum { REFRACT_MAX_VERSIONS = 6, REFRACT_MAX_OVERFLOW = 4, REFRACT_MAX_LINKS = 8, REFRACT_MAX_PATHS = 64 };

// refract_glr holds the memory of a parser; all zero is an empty one.
typedef struct {
  const TSLanguage *language;
  refract_lexer lexer;
  refract_shortcuts known; // of language
  refract_subtree *subtrees;
  uint32_t *children, *popped, *unordered;
  refract_stack_node *nodes;
  refract_link *links;
  uint32_t subtree_count, child_count, popped_count, node_count, link_count;
  uint32_t subtree_cap, child_cap, popped_cap, node_cap, link_cap, unordered_cap;
  refract_path paths[REFRACT_MAX_PATHS]; // of the last pop
  uint32_t path_count;
  refract_version versions[REFRACT_MAX_VERSIONS + REFRACT_MAX_OVERFLOW + 1];
  uint32_t version_count;
  refract_token token;  // the one at hand, if has_token
  bool has_token;
  uint32_t lowest_linked; // the first node with more than one link, or REFRACT_NONE
  uint64_t work, most_work, most_nodes; // beyond which the text is left to tree-sitter
  uint32_t root;        // the subtree of a text that was accepted, or REFRACT_NONE
} refract_glr;

// refract_glr_parse makes the tree of a text, the same that tree-sitter makes. It reports false where it leaves the text to
// tree-sitter: where the text has an error, or more readings at once than is plain, where memory ran out, and once *cancelled is not 0.
bool refract_glr_parse(refract_glr *, const TSLanguage *, const char *text, uint32_t length, const size_t *cancelled);
// refract_glr_trim gives back the memory that a large text took, refract_glr_close all.
void refract_glr_trim(refract_glr *);
void refract_glr_close(refract_glr *);

// The following are of stack.c. Where one reports false, or gives REFRACT_NONE for a node, the text is to be left to tree-sitter.

// refract_pop finds all paths from a node down past count subtrees; paths that end at one node follow each other.
bool refract_pop(refract_glr *, uint32_t node, uint32_t count);
// refract_can_merge tells whether two versions go on alike; refract_merge gives the first the links of the second.
bool refract_can_merge(const refract_glr *, uint32_t v, uint32_t w);
bool refract_merge(refract_glr *, uint32_t v, uint32_t w);
void refract_remove_version(refract_glr *, uint32_t v);

#endif
