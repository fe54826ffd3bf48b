/* alternativa.h - what A3D1 and A3D2 have in common: requirements on texts, parents, buffers and geometry.
 *
 * Each format describes its document in the neutral terms below and maps each statement to one of its rules, so that a
 * check is written once. This room also makes random contents (make.h) and the 3D scene (scene.h) for both formats. */
#ifndef A3D_FORMATS_ALTERNATIVA_ALTERNATIVA_H
#define A3D_FORMATS_ALTERNATIVA_ALTERNATIVA_H

#include "engine/document/context.h"

#include <string.h>

/* Statements of both formats, and those of A3D2 alone. A format maps them to its rules with
 *     #define X(name) [A3D_SAYS_##name] = A3D2_RULE_##name,
 * and a statement without a rule is not checked. */
#define A3D_COMMON_STATEMENTS(X)                                                                                   \
    X(STRING_LENGTH) X(STRING_BOM) X(URL_EMPTY) X(URL_RELATIVE) X(URL_TWICE) X(PARENT_SELF) X(PARENT_CYCLE)        \
    X(BOX_ORDER) X(BOX_CONTAINS) X(INDEX_ODD) X(INDEX_SIZE) X(INDEX_TRIPLES) X(INDEX_EMPTY) X(INDEX_BELOW)         \
    X(INDEX_COUNT_LIMIT)                                                                                           \
    X(SURFACE_PAST) X(SURFACE_START) X(SURFACE_EMPTY) X(SURFACE_OVERLAP) X(SURFACE_COVER) X(VERTEX_SIZE)           \
    X(POSITION_FINITE) X(NORMAL_FINITE) X(TANGENT_FINITE) X(TEXCOORD_FINITE) X(VERTEX_COUNTS) X(NO_VERTICES)       \
    X(ONE_BUFFER) X(NO_POSITION) X(ATTRIBUTE_TWICE) X(TEXCOORDS)
#define A3D_A3D2_STATEMENTS(X)                                                                                     \
    X(JOINT_FINITE) X(WORD_EXPONENT) X(NORMAL_LENGTH) X(BINORMAL) X(VERTEX_EMPTY) X(JOINTS_FOUR) X(JOINTS_BUFFER)  \
    X(JOINT_INDEX) X(JOINT_RANGE) X(JOINT_TRIPLE) X(WEIGHT_RANGE) X(WEIGHT_SUM) X(JOINT_STRAY)

typedef enum a3d_statement {
#define X(name) A3D_SAYS_##name,
    A3D_COMMON_STATEMENTS(X) A3D_A3D2_STATEMENTS(X)
#undef X
    A3D_STATEMENTS
} a3d_statement;

/* One document that is being checked. */
typedef struct a3d_alternativa {
    a3d_ctx *ctx;
    const uint16_t *rules; /* rule number of each statement, 0 for none */
    uint32_t *noted;       /* for each rule: index + 1 of the finding that counts all its repeats */
} a3d_alternativa;

/* Starts checking a document. `rules` must stay valid. False if memory runs out. */
bool a3d_alternativa_open(a3d_alternativa *s, a3d_ctx *ctx, const uint16_t *rules);

/* Reports a broken rule by its number. Notes are combined into one finding for the whole file, since valid files can
 * have thousands of them. The result is that of a3d_report. */
a3d_finding *a3d_alternativa_report(a3d_alternativa *s, unsigned rule, uint32_t node, uint32_t stream, uint32_t off,
                                    uint32_t size);
a3d_finding *a3d_alternativa_report_node(a3d_alternativa *s, unsigned rule, uint32_t node);
/* If the rule is a note that was reported before, counts this place with it and returns true: there is nothing left to
 * report. */
static inline bool a3d_alternativa_noted(a3d_alternativa *s, unsigned rule, uint32_t node)
{
    if (s->noted[rule] == 0)
        return false;
    a3d_finding *first = &s->ctx->doc->findings[s->noted[rule] - 1];
    first->count++;
    if (first->n_places < A3D_PLACES)
        first->places[first->n_places++] = (a3d_place){node, ""};
    return true;
}
/* Index + 1 of a finding that was just reported, for use as the cause of others; 0 if it was not kept. */
uint32_t a3d_alternativa_number(const a3d_alternativa *s, const a3d_finding *f);

/* For a finding that something is missing: sets its cause to the fault that left a part unread, if there is one. */
void a3d_alternativa_missing(const a3d_alternativa *s, a3d_finding *f);

static inline bool a3d_alternativa_stopped(const a3d_alternativa *s)
{
    return s->ctx->doc->limited != 0;
}

/* ---- reading the document ---- */

/* The bytes of an array or flat list; data is NULL if the field was not read. */
typedef struct a3d_bytes {
    uint32_t node;
    const uint8_t *data;
    uint32_t size, count, stream, off;
} a3d_bytes;

/* The node of a field, or NULL if it is not present. */
const a3d_node *a3d_present(const a3d_doc *doc, uint32_t record, unsigned slot);
a3d_bytes a3d_bytes_of(const a3d_doc *doc, uint32_t record, unsigned slot);

/* The elements of a list with nodes: returns their number and sets the first (A3D_NO_NODE: it is not present). A
 * record that was cut off is included; its last fields are unread. */
uint32_t a3d_elements(const a3d_doc *doc, uint32_t record, unsigned slot, uint32_t *first);

/* ---- texts ---- */

typedef struct a3d_text_entry {
    const uint8_t *text;
    uint32_t size, node;
} a3d_text_entry;

/* A growing list of texts. a3d_text_list_sort sorts it, equal texts in the order of their nodes. */
typedef struct a3d_text_list {
    a3d_text_entry *at;
    size_t n, cap;
    uint64_t bytes;
} a3d_text_list;

void a3d_text_list_add(a3d_alternativa *s, a3d_text_list *words, uint32_t record, unsigned slot);
void a3d_text_list_sort(a3d_alternativa *s, a3d_text_list *words);
/* How often the text occurs in the sorted list: 0, 1, or 2 for more than once. */
size_t a3d_text_list_count(a3d_alternativa *s, const a3d_text_list *words, a3d_bytes text);
/* How much of a text a message quotes. */
int a3d_quoted(size_t size);
/* Reports each text that is the same as an earlier one. `what` is its name in the message. */
void a3d_text_list_report_repeats(a3d_alternativa *s, const a3d_text_list *words, unsigned rule, const char *what);

/* Calls the format's `check` for every text, then checks what both formats require: no byte order mark and a limited
 * number of characters. */
enum { A3D_MOST_CHARACTERS = 2097152 };
void a3d_check_texts(a3d_alternativa *s, void (*check)(a3d_alternativa *s, uint32_t text));
/* Checks the url of an image. */
void a3d_check_url(a3d_alternativa *s, uint32_t image, unsigned slot);

/* ---- values that repeat ---- */

typedef struct a3d_indexed_value {
    int64_t value;
    uint32_t index;
} a3d_indexed_value;

/* The sorted values of an array of wire type `type`: `count` values from element `start` on, each `at` bytes into its
 * element of `stride` bytes. NULL if there are none, or if memory or work runs out. */
a3d_indexed_value *a3d_sorted_values(a3d_alternativa *s, const a3d_bytes *array, uint32_t start, uint32_t count,
                                     uint32_t stride, uint32_t at, unsigned type);
bool a3d_has_value(const a3d_indexed_value *sorted, uint32_t count, int64_t value);

/* ---- parents ---- */

/* A node of the scene: the node of its record, that of its parent field, and the index of its parent in the list. */
typedef struct a3d_child {
    uint32_t node, field;
    uint32_t parent; /* A3D_NO_NODE: none, or ambiguous */
} a3d_child;

/* Checks that no node is its own ancestor. */
void a3d_check_parents(a3d_alternativa *s, const a3d_child *children, uint32_t count);

/* ---- buffers ---- */

typedef enum a3d_attribute {
    A3D_POSITION, A3D_NORMAL, A3D_TANGENT4, A3D_JOINT, A3D_TEXCOORD, A3D_STRANGE, A3D_ATTRIBUTES
} a3d_attribute;

/* An index buffer. The format fills the first three members, a3d_check_indices the others. */
typedef struct a3d_indices {
    a3d_bytes bytes;
    uint32_t count_node;
    int64_t count;
    uint32_t largest, at; /* the largest index, and its position */
    uint32_t cause;       /* index + 1 of the finding that the count is wrong, or 0 */
} a3d_indices;

/* A vertex buffer. The format fills the members before `sound`, a3d_check_vertices the others. */
typedef struct a3d_vertices {
    a3d_bytes bytes;
    uint32_t count_node, attributes_node;
    uint32_t count;
    bool words; /* 16-bit big-endian words instead of floats */
    bool doubted; /* all buffers have the size of the other form, so the count is not to blame */
    const uint8_t *attributes; /* n_attributes values of a3d_attribute */
    uint32_t n_attributes;
    bool sound; /* all attributes are known and the size matches */
    uint32_t cause; /* index + 1 of the finding that it does not, or 0 */
    uint32_t number[A3D_ATTRIBUTES]; /* how often each attribute occurs */
    uint32_t stride;
    double low[3], high[3]; /* bounds of the positions; low > high if there are none */
} a3d_vertices;

void a3d_check_indices(a3d_alternativa *s, a3d_indices *b);
void a3d_check_vertices(a3d_alternativa *s, a3d_vertices *b);
/* Whether the size of every nonempty buffer with known attributes matches the other form (floats instead of words, or
 * words instead of floats), and there is such a buffer. Then the version is wrong, not the buffers. */
bool a3d_other_form(const a3d_vertices *buffers, uint32_t count);

/* The number of components of an attribute. */
unsigned a3d_attribute_width(unsigned attribute);
double a3d_component(const a3d_vertices *b, uint32_t vertex, uint32_t component);

/* ---- geometry ---- */

typedef struct a3d_surface {
    uint32_t node; /* the record */
    uint32_t begin_node, count_node;
    int64_t begin, triangles;
} a3d_surface;

/* An index buffer with its vertex buffers. */
typedef struct a3d_geometry {
    uint32_t node;            /* the mesh or geometry record */
    uint32_t buffers_node;    /* the list of vertex buffers, or `node` */
    a3d_indices *indices;     /* NULL if missing or not read */
    a3d_vertices **buffers;   /* those that were found */
    uint32_t n_buffers;
    bool complete;            /* every referenced buffer was found */
} a3d_geometry;

/* What draws a geometry: a mesh, decal, skin or object. */
typedef struct a3d_drawn {
    const a3d_geometry *geometry;
    a3d_surface *surfaces;
    uint32_t n_surfaces;
    a3d_bytes box; /* six big-endian floats; data is NULL without a box */
    uint32_t box_ref; /* the field that refers to it */
} a3d_drawn;

void a3d_check_box(a3d_alternativa *s, const a3d_bytes *box);
void a3d_check_geometry(a3d_alternativa *s, const a3d_geometry *g);
void a3d_check_drawn(a3d_alternativa *s, const a3d_drawn *d);

#endif
