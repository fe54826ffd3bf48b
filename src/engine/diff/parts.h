/* parts.h - shared by the parts of the comparison */
#ifndef A3D_ENGINE_DIFF_PARTS_H
#define A3D_ENGINE_DIFF_PARTS_H

#include "base/text.h"
#include "engine/diff/compare.h"
#include "engine/document/context.h"
#include "engine/document/flat.h"

typedef struct a3d_comparing {
    const a3d_comparison *how;
    const a3d_doc *doc[2];
    a3d_arena *arena;
    a3d_compared *out;
    a3d_text path[2];
    a3d_ctx ctx[2];
    uint32_t *partners[2]; /* by node of one side: its partner on the other, or A3D_NO_NODE */
    bool numbered; /* positions are those that the files mean */
    a3d_leaf *leaves[2]; /* fields of the two plain elements that are compared */
    size_t n_leaves[2], cap_leaves[2];
    uint64_t steps;
    bool failed;
} a3d_comparing;

/* Counts steps of work. False when the limit is reached: the comparison ends. */
static inline bool a3d_diff_spend(a3d_comparing *c, uint64_t steps)
{
    c->steps += steps;
    if (c->how->steps > 0 && c->steps > c->how->steps)
        c->out->limited = true;
    return !c->out->limited;
}

/* Whether a field, list or element is present. A partly read record counts as present. */
bool a3d_counts_as_present(const a3d_doc *doc, uint32_t node);

/* Compares two nodes of one row, or two elements. */
void a3d_compare_nodes(a3d_comparing *c, uint32_t a, uint32_t b);
/* Compares two records of one type, field by field. */
void a3d_compare_fields(a3d_comparing *c, uint32_t a, uint32_t b);
void a3d_compare_arrays(a3d_comparing *c, uint32_t a, uint32_t b); /* values.c */
void a3d_compare_lists(a3d_comparing *c, uint32_t a, uint32_t b);  /* lists.c */
void a3d_compare_choices(a3d_comparing *c, uint32_t a, uint32_t b); /* choices.c */

/* Whether two values are equal; floats within the tolerance. */
bool a3d_same_value(a3d_comparing *c, unsigned type_a, int64_t a, unsigned type_b, int64_t b);
/* Whether two references by position name paired elements (refs.c). Unknown if what they name has no partner, in files
 * that were not read as a whole, and of what is no such reference. */
typedef enum a3d_targets { A3D_TARGETS_UNKNOWN, A3D_TARGETS_SAME, A3D_TARGETS_OTHER } a3d_targets;
a3d_targets a3d_compare_targets(a3d_comparing *c, const a3d_row *row, int64_t a, int64_t b);
/* Whether values of a row may be such references, or those in a record: then the same bytes may mean something else. */
bool a3d_names_positions(const a3d_comparing *c, const a3d_row *row);
bool a3d_may_refer(const a3d_comparing *c, const a3d_record *type);
bool a3d_open_refs(a3d_comparing *c, a3d_doc *const doc[2]);
void a3d_close_refs(a3d_comparing *c);

/* Consecutive values, or with `fill` a single one that represents all. */
typedef struct a3d_values {
    const a3d_row *row;
    const a3d_shape *shape;
    const uint8_t *data;
    uint32_t count;
    bool fill, big;
} a3d_values;
/* Reports how two arrays differ, at the paths that are set. */
void a3d_compare_values(a3d_comparing *c, const a3d_values *a, const a3d_values *b);

/* One side of a list. */
typedef struct a3d_list_side {
    const a3d_doc *doc;
    uint32_t node, count;
    bool flat, fill;
    const uint8_t *data;  /* content of a list of plain elements */
    uint32_t size;        /* bytes from there to the end of the stream */
    uint32_t stride;      /* size of each element, or 0 if they differ */
    const uint32_t *offs; /* if they differ: where each element begins */
} a3d_list_side;

/* Plain elements (plain.c): offset and size of an element, the value of a field of it, whether two elements differ,
 * and a report of how they differ. */
uint32_t a3d_plain_place(const a3d_list_side *s, uint32_t i);
uint32_t a3d_plain_length(const a3d_list_side *s, uint32_t i);
bool a3d_plain_value(a3d_comparing *c, const a3d_list_side *s, uint32_t i, unsigned slot, int64_t *value);
bool a3d_plain_differs(a3d_comparing *c, const a3d_list_side of[2], uint32_t a, uint32_t b);
void a3d_compare_plain(a3d_comparing *c, const a3d_list_side of[2], uint32_t a, uint32_t b);

/* A hash of a node's content; equal content has equal hashes. Choices, derived values, references and, with a
 * tolerance, floats are left out. */
uint64_t a3d_hash_node(a3d_comparing *c, const a3d_doc *doc, uint32_t node);
uint64_t a3d_hash_bytes(uint64_t seed, const uint8_t *p, size_t n);

/* Sets the paths to those of two nodes. A3D_NO_NODE leaves that side's path unchanged. */
void a3d_set_paths(a3d_comparing *c, uint32_t a, uint32_t b);
/* Appends to the path of one side. */
#if defined(__GNUC__)
__attribute__((format(printf, 3, 4)))
#endif
void a3d_add_path(a3d_comparing *c, unsigned side, const char *format, ...);

/* Reports a difference at the paths that are set. */
void a3d_emit(a3d_comparing *c, a3d_difference *d);
/* Reports that two nodes of one name are of different kinds; two empty lists are equal all the same. */
void a3d_emit_other_kind(a3d_comparing *c, uint32_t a, uint32_t b);
/* Reports a node that only one side has (0: a). */
void a3d_emit_only(a3d_comparing *c, unsigned side, uint32_t node);
/* Reports a choice in words; NULL: nothing. */
void a3d_emit_choice(a3d_comparing *c, uint32_t a, uint32_t b, const char *suffix, const char *words_a,
                     const char *words_b);

#endif
