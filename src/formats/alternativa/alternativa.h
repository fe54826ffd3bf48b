/* alternativa.h - what A3D1 and A3D2 demand alike: statements about texts, parents, buffers and geometry.
 *
 * Each format describes its document in the neutral terms below and says which of its rules stands for which
 * statement; the statements themselves are written once. */
#ifndef A3D_FORMATS_ALTERNATIVA_ALTERNATIVA_H
#define A3D_FORMATS_ALTERNATIVA_ALTERNATIVA_H

#include "engine/document/context.h"

/* Statements of both formats, and those that only A3D2 has. A format gives them as
 *     #define X(name) [A3D_SAYS_##name] = A3D2_RULE_##name,
 * and a statement without a rule is not looked at. */
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

/* One document under judgement. */
typedef struct a3d_alternativa {
    a3d_ctx *ctx;
    const uint16_t *rules; /* rule number by statement, 0 for none */
    uint32_t *noted;       /* by rule number: the finding + 1 that all its repeats are counted in */
} a3d_alternativa;

/* False when memory ran out. */
bool a3d_alternativa_open(a3d_alternativa *s, a3d_ctx *ctx, const uint16_t *rules);

/* Reports a broken rule, by its number. Notes are one finding for the whole file, since sound files can have
 * thousands of them. The result is as that of a3d_report. */
a3d_finding *a3d_alternativa_report(a3d_alternativa *s, unsigned rule, uint32_t node, uint32_t stream, uint32_t off, uint32_t size);
a3d_finding *a3d_alternativa_report_node(a3d_alternativa *s, unsigned rule, uint32_t node);
/* Whether a rule is a note that was reported before; then this place is counted with it, and nothing is left to say. */
static inline bool a3d_alternativa_again(a3d_alternativa *s, unsigned rule, uint32_t node)
{
    if (s->noted[rule] == 0)
        return false;
    a3d_finding *first = &s->ctx->doc->findings[s->noted[rule] - 1];
    first->count++;
    if (first->n_places < A3D_PLACES)
        first->places[first->n_places++] = (a3d_place){node, ""};
    return true;
}
/* The number + 1 of a finding that was just reported, to be the cause of others; 0 when it was not kept. */
uint32_t a3d_alternativa_number(const a3d_alternativa *s, const a3d_finding *f);

/* A finding that something is missing: it follows from the fault that left a part unread, if there is one. */
void a3d_alternativa_missing(const a3d_alternativa *s, a3d_finding *f);

static inline bool a3d_alternativa_ended(const a3d_alternativa *s)
{
    return s->ctx->doc->limited != 0;
}

/* ---- reading the document ---- */

/* Bytes of an array or flat list; data is NULL when the field was not read. */
typedef struct a3d_bytes {
    uint32_t node;
    const uint8_t *data;
    uint32_t size, count, stream, off;
} a3d_bytes;

/* The field of a record; its node, or NULL when it is not there. */
const a3d_node *a3d_present(const a3d_doc *doc, uint32_t record, unsigned slot);
a3d_bytes a3d_bytes_of(const a3d_doc *doc, uint32_t record, unsigned slot);

/* Elements of a list that has nodes for them: first, and how many; 0 when it is not there. A record that was
 * cut off is among them, its last fields are not read. */
uint32_t a3d_elements(const a3d_doc *doc, uint32_t record, unsigned slot, uint32_t *first);

float a3d_float_of(uint32_t bits);

/* ---- texts ---- */

typedef struct a3d_channel {
    const uint8_t *text;
    uint32_t size, node;
} a3d_channel;

/* A growing list of texts, sorted by a3d_words_sort: equal ones in the order of their nodes. */
typedef struct a3d_channels {
    a3d_channel *at;
    size_t n, cap;
    uint64_t bytes;
} a3d_channels;

void a3d_words_add(a3d_alternativa *s, a3d_channels *words, uint32_t record, unsigned slot);
void a3d_words_sort(a3d_alternativa *s, a3d_channels *words);
/* How many of the sorted texts equal this one; 0 for none. */
size_t a3d_words_count(a3d_alternativa *s, const a3d_channels *words, a3d_bytes text);
/* Reports each text that stands twice. */
void a3d_words_twice(a3d_alternativa *s, const a3d_channels *words, unsigned rule, const char *what);

/* Calls the format's own `check` for the node of every text, then looks at what both formats demand of them: at most
 * so many characters, no byte order mark. */
enum { A3D_MOST_CHARACTERS = 2097152 };
void a3d_check_texts(a3d_alternativa *s, void (*check)(a3d_alternativa *s, uint32_t text));
/* What holds of the url of an image. */
void a3d_check_url(a3d_alternativa *s, uint32_t image, unsigned slot);

/* ---- values that repeat ---- */

typedef struct a3d_tree_member {
    int64_t value;
    uint32_t index;
} a3d_tree_member;

/* The values of an array of a wire type, sorted. NULL when it is empty or work ran out. */
a3d_tree_member *a3d_members(a3d_alternativa *s, const a3d_bytes *array, uint32_t start, uint32_t count, uint32_t stride, uint32_t at, unsigned type);
bool a3d_is_member(const a3d_tree_member *sorted, uint32_t count, int64_t value);

/* ---- parents ---- */

/* A node of the scene: the node of its record, that of its parent field, and its parent's place in the list. */
typedef struct a3d_child {
    uint32_t node, field;
    uint32_t parent; /* A3D_NO_NODE: none, or not known for sure */
} a3d_child;

/* No node is its own parent, and none comes back to itself. */
void a3d_check_parents(a3d_alternativa *s, const a3d_child *children, uint32_t count);

/* ---- buffers ---- */

typedef enum a3d_attribute {
    A3D_POSITION, A3D_NORMAL, A3D_TANGENT4, A3D_JOINT, A3D_TEXCOORD, A3D_STRANGE, A3D_ATTRIBUTES
} a3d_attribute;

/* An index buffer. The format fills the first three, a3d_check_indices the others. */
typedef struct a3d_indices {
    a3d_bytes bytes;
    uint32_t count_node;
    int64_t count;
    uint32_t largest, at; /* the largest index, and where it stands */
    uint32_t cause;       /* finding + 1 that says that the count cannot be right, or 0 */
} a3d_indices;

/* A vertex buffer. The format fills what comes before `sound`, a3d_check_vertices the others. */
typedef struct a3d_vertices {
    a3d_bytes bytes;
    uint32_t count_node, attributes_node;
    uint32_t count;
    bool words; /* big-endian 16-bit words instead of floats */
    bool doubted; /* all buffers have the size of the other form, so the count is not to blame */
    const uint8_t *attributes; /* a3d_attribute each; n_attributes of them */
    uint32_t n_attributes;
    bool sound; /* attributes are known and the bytes are as many as they ask for */
    uint32_t cause; /* finding + 1 that says that they are not, or 0 */
    uint32_t number[A3D_ATTRIBUTES]; /* how often each attribute stands in it */
    uint32_t stride;
    double low[3], high[3]; /* over the positions; low > high when there are none */
} a3d_vertices;

void a3d_check_indices(a3d_alternativa *s, a3d_indices *b);
void a3d_check_vertices(a3d_alternativa *s, a3d_vertices *b);
/* Whether all buffers that have vertices of known attributes, and there is one, are of the size that they would have
 * in the other form: floats instead of words, or words instead of floats. Then it is the version that is wrong. */
bool a3d_other_form(const a3d_vertices *buffers, uint32_t count);

/* Components that an attribute has in a vertex. */
unsigned a3d_attribute_width(unsigned attribute);
double a3d_component(const a3d_vertices *b, uint32_t vertex, uint32_t component);

/* ---- geometry ---- */

typedef struct a3d_surface {
    uint32_t node; /* of the record */
    uint32_t begin_node, count_node;
    int64_t begin, triangles;
} a3d_surface;

/* An index buffer with its vertex buffers. */
typedef struct a3d_geometry {
    uint32_t node;            /* the mesh, or the geometry record */
    uint32_t buffers_node;    /* where the vertex buffers are listed, or node */
    a3d_indices *indices;     /* NULL: missing or not read */
    a3d_vertices **buffers;   /* those that were found */
    uint32_t n_buffers;
    bool complete;            /* every buffer that it names was found */
} a3d_geometry;

/* Who draws a geometry: a mesh, decal, skin or object. */
typedef struct a3d_drawn {
    const a3d_geometry *geometry;
    a3d_surface *surfaces;
    uint32_t n_surfaces;
    a3d_bytes box; /* six floats, big-endian; data is NULL without a box */
    uint32_t box_ref; /* the field that names it */
} a3d_drawn;

void a3d_check_box(a3d_alternativa *s, const a3d_bytes *box);
void a3d_check_geometry(a3d_alternativa *s, const a3d_geometry *g);
void a3d_check_drawn(a3d_alternativa *s, const a3d_drawn *d);

#endif
