/* try.c - one try: change the document, encode it, and ask whether it holds; see parts.h */
#include "engine/decode/decode.h"
#include "engine/document/content.h"
#include "engine/edit/normalize.h"
#include "engine/encode/encode.h"
#include "engine/reduce/parts.h"

#include <string.h>

/* Steps of what every try takes, and bytes of content that an edit of records without nodes walks in one step. */
enum { OF_A_TRY = 512, WALKED = 3 };

/* ---- documents and tries ---- */

bool a3d_reduce_spent(const a3d_reducer *r)
{
    return r->failed || r->result->ended;
}

void a3d_reduce_spend(a3d_reducer *r, uint64_t steps)
{
    r->result->steps += steps;
    r->result->limited |= r->how->most_steps > 0 && r->result->steps > r->how->most_steps;
    r->result->ended |= r->result->limited;
}

bool a3d_reduce_try(a3d_reducer *r)
{
    a3d_reduce_spend(r, OF_A_TRY + r->weight / WALKED);
    r->result->ended |= r->result->tries >= r->how->most_tries;
    if (a3d_reduce_spent(r))
        return false;
    r->result->tries++;
    if (r->how->progress != NULL)
        r->how->progress(r->how->user, r->result->tries, (uint32_t)r->best->size);
    return true;
}

bool a3d_reduce_open(a3d_reducer *r)
{
    if (r->doc != NULL)
        return true;
    a3d_arena_reset(&r->scratch);
    r->lies = NULL;
    r->n_lies = r->cap_lies = 0;
    if (r->how->format == NULL || r->best->size == 0)
        return false;
    a3d_doc *doc = a3d_decode_structure(&r->scratch, r->how->format, (const uint8_t *)r->best->data,
                                        (uint32_t)r->best->size, &r->how->limits, r->how->branches);
    a3d_reduce_spend(r, doc != NULL ? doc->steps + doc->n_nodes : 0);
    if (doc == NULL || doc->limited != A3D_LIMIT_NONE || doc->n_nodes < 2 || a3d_resume(&r->ctx, doc) != A3D_OK)
        return false;
    doc->packing = r->packing;
    r->doc = doc;
    return a3d_edit_bytes(doc, "", 0) != UINT32_MAX;
}

uint64_t a3d_reduce_weigh(a3d_reducer *r, const uint8_t *data, size_t size, bool *sound)
{
    a3d_arena own;
    uint64_t weight = size;
    *sound = false;
    if (r->how->format == NULL || size == 0)
        return size;
    a3d_arena_init_below(&own, r->best->arena);
    const a3d_doc *doc = a3d_decode_structure(&own, r->how->format, data, (uint32_t)size, &r->how->limits,
                                              r->how->branches);
    a3d_reduce_spend(r, doc != NULL ? doc->steps : 0);
    *sound = doc != NULL && doc->limited == A3D_LIMIT_NONE && !doc->faulty;
    for (size_t i = 1; doc != NULL && i < doc->n_streams; i++)
        if (doc->streams[i].owner != A3D_NO_NODE)
            weight += (uint64_t)doc->streams[i].size - doc->streams[i].packed_size;
    a3d_arena_free(&own);
    return weight;
}

bool a3d_reduce_take(a3d_reducer *r, const uint8_t *data, size_t size, a3d_most most)
{
    a3d_reduce_spend(r, size / 64);
    bool same = size == r->best->size && (size == 0 || memcmp(data, r->best->data, size) == 0), sound = true;
    bool larger = r->packing != A3D_PACKS_STORED && size > r->how->size;
    if (a3d_reduce_spent(r) || same || larger || (most == A3D_TIGHTER && size >= r->best->size))
        return false;
    uint64_t weight = r->sound || r->packs ? a3d_reduce_weigh(r, data, size, &sound) : size;
    if ((r->sound && !sound) || (most == A3D_SMALLER ? weight >= r->weight : weight > r->weight))
        return false;
    int holds = r->how->holds(r->how->user, data, (uint32_t)size);
    r->result->ended |= holds < 0;
    if (holds != 1)
        return false;
    r->best->size = 0;
    r->weight = weight;
    a3d_put(r->best, data, size);
    r->failed |= r->best->failed;
    r->doc = NULL;
    r->progress = true;
    return true;
}

/* ---- lies ---- */

bool a3d_reduce_is_lie(const a3d_doc *doc, uint32_t index)
{
    const a3d_node *node = a3d_at(doc, index);
    unsigned kind = node->state == A3D_PRESENT ? a3d_shape_of(node)->kind : A3D_NOTHING;
    return (kind == A3D_SCALAR || kind == A3D_CUSTOM) && node->row->derive.kind != A3D_GIVEN && !node->honest;
}

/* Corrects the wrong values, by encoding the document as if they were honest. */
static bool correct_lies(a3d_reducer *r)
{
    a3d_text bytes;
    for (size_t i = 0; i < r->n_lies; i++)
        a3d_at(r->doc, r->lies[i].node)->honest = 1;
    a3d_text_init(&bytes, &r->scratch);
    uint64_t before = r->doc->steps;
    const char *why = a3d_encode(r->doc, A3D_FAITHFUL, &bytes, NULL, 0);
    a3d_reduce_spend(r, r->doc->steps - before + r->doc->n_nodes);
    a3d_text_free(&bytes);
    return why == NULL;
}

/* Finds the lies of a document before it is changed, and by how much they are wrong. */
static bool find_lies(a3d_reducer *r)
{
    r->n_lies = 0;
    for (uint32_t i = 0; i < r->doc->n_nodes; i++) {
        if (!a3d_reduce_is_lie(r->doc, i))
            continue;
        a3d_lie *lies = a3d_grow(&r->scratch, r->lies, &r->cap_lies, r->n_lies + 1, sizeof *lies);
        if (lies == NULL)
            return false;
        r->lies = lies;
        lies[r->n_lies++] = (a3d_lie){i, a3d_at(r->doc, i)->v.u};
    }
    if (r->n_lies == 0 || !correct_lies(r))
        return r->n_lies == 0;
    for (size_t i = 0; i < r->n_lies; i++) {
        a3d_node *node = a3d_at(r->doc, r->lies[i].node);
        uint64_t lie = r->lies[i].by;
        r->lies[i].by = lie - node->v.u;
        node->v.u = lie;
        node->honest = 0;
    }
    return true;
}

/* After a change, makes the lies wrong by the same amount as before. */
static bool restore_lies(a3d_reducer *r)
{
    if (!correct_lies(r))
        return false;
    for (size_t i = 0; i < r->n_lies; i++) {
        a3d_node *node = a3d_at(r->doc, r->lies[i].node);
        node->v.u += r->lies[i].by;
        node->honest = 0;
    }
    return true;
}

/* ---- one step ---- */

static bool take_document(a3d_reducer *r, a3d_encode_mode mode, a3d_most most)
{
    a3d_text bytes;
    a3d_text_init(&bytes, &r->scratch);
    uint64_t before = r->doc->steps;
    const char *why = a3d_reduce_try(r) ? a3d_encode(r->doc, mode, &bytes, NULL, 0) : "no more tries";
    a3d_reduce_spend(r, r->doc->steps - before + r->doc->n_nodes);
    bool taken = why == NULL && a3d_reduce_take(r, (const uint8_t *)bytes.data, bytes.size, most);
    r->doc = NULL;
    return taken;
}

bool a3d_reduce_attempt(a3d_reducer *r, a3d_step_fn change, const a3d_step *step, a3d_most most)
{
    for (unsigned relative = 2; relative-- > 0 && !a3d_reduce_spent(r);) {
        bool taken = false;
        if (!a3d_reduce_open(r) || !find_lies(r))
            return false;
        if (relative == 1 && r->n_lies == 0)
            continue;
        bool changed = change(r, step) && a3d_normalize(&r->ctx) == A3D_OK && (relative == 0 || restore_lies(r));
        if (changed)
            taken = take_document(r, A3D_FAITHFUL, most);
        r->doc = NULL;
        if (taken)
            return true;
    }
    return false;
}
