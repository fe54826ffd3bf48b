/* tree.h - writes a tree of values either as JSON or as indented lines for people */
#ifndef A3D_REPORT_COMMON_TREE_H
#define A3D_REPORT_COMMON_TREE_H

#include "base/json.h"

typedef struct a3d_tree {
    a3d_json json;
    a3d_text *out;
    bool text, pretty;
    unsigned depth;
} a3d_tree;

/* Begins a tree that is written to `out`: as lines for people with `text`, else as JSON. */
void a3d_tree_init(a3d_tree *t, a3d_text *out, bool text);
/* Open and close an object, whose bracket is { or }, or a list, [ or ]. Each member of an object is a key and then a
 * value, or an object or list. Whoever opens must close, with the bracket that belongs to it. */
void a3d_tree_open(a3d_tree *t, char bracket);
void a3d_tree_close(a3d_tree *t, char bracket);
/* The key of the next member. */
void a3d_tree_key(a3d_tree *t, const char *key);
/* Starts an element of a list. Only the lines for people show its index. */
void a3d_tree_index(a3d_tree *t, uint32_t index);
/* A list of plain values on one line. */
void a3d_tree_open_line(a3d_tree *t);
void a3d_tree_close_line(a3d_tree *t);
/* Values. a3d_tree_float takes the bits of a float. */
void a3d_tree_int(a3d_tree *t, int64_t value);
/* People see it in hexadecimal, as in messages; in JSON it is a number. */
void a3d_tree_checksum(a3d_tree *t, int64_t value);
void a3d_tree_float(a3d_tree *t, uint32_t bits);
void a3d_tree_bool(a3d_tree *t, bool value);
void a3d_tree_null(a3d_tree *t);
void a3d_tree_text(a3d_tree *t, const char *text, size_t n);
void a3d_tree_str(a3d_tree *t, const char *text);
/* Adds a remark after a value; only the lines for people show it. */
void a3d_tree_remark(a3d_tree *t, const char *remark);
/* Ends the tree with a line end. Everything is closed. */
void a3d_tree_end(a3d_tree *t);

#endif
