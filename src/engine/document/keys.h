/* keys.h - keys of elements that other values refer to, and the search for one */
#ifndef A3D_ENGINE_DOCUMENT_KEYS_H
#define A3D_ENGINE_DOCUMENT_KEYS_H

#include "model/doc.h"

struct a3d_ctx;

/* The space of all elements whose kind is too large for a space of its own. */
enum { A3D_SPACE_OTHER = 63 };

/* An element that others can refer to. */
typedef struct a3d_key {
    int64_t key;
    uint32_t list, index; /* the element */
    uint32_t space;
    bool used;            /* something refers to it */
} a3d_key;

/* An earlier search and its result. */
typedef struct a3d_asked {
    uint64_t spaces;
    int64_t key;
    a3d_key *found;
} a3d_asked;
enum { A3D_ASKED_LAST = 32 };

/* All keys of a document, sorted by key, space and place. */
typedef struct a3d_index {
    a3d_key *keys;
    size_t n, cap;
    struct a3d_list_start { /* of lists keyed by position, in the order of nodes */
        int64_t first;
        uint32_t list;
    } *lists;
    size_t n_lists, cap_lists;
    a3d_asked *last; /* a cache of A3D_ASKED_LAST searches, by a hash of what was searched; or NULL */
} a3d_index;

/* Collects and sorts the keys of a document into ctx->index. A3D_STOP when work or memory ran out. */
int a3d_index_build(struct a3d_ctx *ctx);

/* Keeps the keys and the references of a document that links to other files, until these links are followed. The
 * document must not change until then. Without memory nothing is kept. */
void a3d_index_keep(struct a3d_ctx *ctx);
/* As a3d_index_build, and counts the same work, but takes what a3d_index_keep kept of the document. */
int a3d_index_again(struct a3d_ctx *ctx);

/* Frees ctx->index. */
void a3d_index_free(struct a3d_ctx *ctx);

/* The first element with this key in one of the spaces (one bit each), or NULL. Its `used` is set. The steps of the
 * search are counted as work. */
const a3d_key *a3d_index_find(struct a3d_ctx *ctx, uint64_t spaces, int64_t key);

/* The first element with this key in any space, or NULL. Neither marks it nor counts work: it is for messages. */
const a3d_key *a3d_index_any(const struct a3d_ctx *ctx, int64_t key);

/* The node of a keyed element, or A3D_NO_NODE when its list is plain. */
uint32_t a3d_key_node(const a3d_doc *doc, const a3d_key *key);

/* Reads a scalar field of an element, whether its list is plain or not. False when the field is absent. */
bool a3d_element_value(const a3d_doc *doc, uint32_t list, uint32_t index, unsigned slot, int64_t *value);

#endif
