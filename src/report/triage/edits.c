/* edits.c - see edits.h */
#include "report/triage/edits.h"
#include "report/common/phrases.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

enum { MOST_PATCHES = 2, MOST_ADDRESSES = 256, WORD = 4 };

typedef struct patch {
    uint32_t off, size;
    uint8_t bytes[WORD * MOST_ADDRESSES];
} patch;

typedef struct attempt {
    a3d_arena *arena;
    const a3d_result *result;
    patch patches[MOST_PATCHES];
    unsigned n;
    uint64_t most;
    a3d_tried_edits *out;
} attempt;

/* ---- a trial ---- */

static const char *kept(a3d_arena *arena, a3d_text *text)
{
    const char *copy = text->failed ? NULL : a3d_arena_text(arena, text->data != NULL ? text->data : "", text->size);
    a3d_text_free(text);
    return copy;
}

static const char *edits_of(const attempt *t)
{
    a3d_text text;
    a3d_text_init(&text, t->arena);
    for (unsigned i = 0; i < t->n; i++) {
        a3d_printf(&text, "%s@file+0x%" PRIx32 "=", i > 0 ? " " : "", t->patches[i].off);
        a3d_put_hex(&text, t->patches[i].bytes, t->patches[i].size, "");
    }
    return kept(t->arena, &text);
}

/* Checks a copy of the file with the patches. True if at most `most_left` errors remain; then it is the result. */
static bool helps(attempt *t, size_t most_left)
{
    const a3d_stream *file = &t->result->doc->streams[0];
    a3d_options options = {.format = t->result->format, .links = t->result->links};
    uint8_t *copy = t->out->steps < t->most ? a3d_arena_alloc(t->arena, file->size) : NULL;
    if (copy == NULL)
        return false;
    memcpy(copy, file->data, file->size);
    for (unsigned i = 0; i < t->n; i++)
        memcpy(copy + t->patches[i].off, t->patches[i].bytes, t->patches[i].size);
    a3d_limits_lower_work(&options.limits, file->size, t->most - t->out->steps);
    const a3d_result *after = a3d_lint(t->arena, copy, file->size, &options);
    t->out->steps += after != NULL ? after->steps : 0;
    size_t left = after != NULL ? after->counts[A3D_ERROR] + after->more[A3D_ERROR] : SIZE_MAX;
    if (!a3d_is_complete(after) || left > most_left)
        return false;
    *t->out = (a3d_tried_edits){.edits = edits_of(t), .after = after, .data = copy, .size = file->size, .left = left,
                          .steps = t->out->steps};
    return t->out->edits != NULL;
}

static bool add_suspect(attempt *t, const a3d_suspect *s)
{
    const a3d_stream *file = &t->result->doc->streams[0];
    if (!s->structural || s->stream != 0 || s->size == 0 || s->size > sizeof s->bytes ||
        (uint64_t)s->off + s->size > file->size)
        return false;
    patch *p = &t->patches[t->n++];
    p->off = s->off;
    p->size = s->size;
    memcpy(p->bytes, s->bytes, s->size);
    return true;
}

/* ---- swapped fields ---- */

/* Whether a suspect's field is a number that has this value. */
static bool is_now(const a3d_doc *doc, const a3d_suspect *s, const char *value)
{
    const a3d_node *node = s->place.node != A3D_NO_NODE ? a3d_at(doc, s->place.node) : NULL;
    char now[24];
    if (node == NULL || a3d_shape_of(node)->kind != A3D_SCALAR || s->place.suffix[0] != '\0')
        return false;
    snprintf(now, sizeof now, "%" PRId64, node->v.i);
    return strcmp(now, value) == 0;
}

/* Another finding whose suspect should have what this one's has, and the other way round; or NULL. */
static const a3d_suspect *swapped_with(const a3d_doc *doc, const a3d_suspect *a)
{
    for (uint32_t i = 0; i < doc->n_findings; i++) {
        const a3d_suspect *b = doc->findings[i].n_suspects > 0 ? &doc->findings[i].suspects[0] : NULL;
        if (b != NULL && b->place.node != a->place.node && is_now(doc, a, b->repair) && is_now(doc, b, a->repair))
            return b;
    }
    return NULL;
}

static bool try_swap(attempt *t, const a3d_finding *f)
{
    const a3d_doc *doc = t->result->doc;
    const a3d_suspect *a = f->n_suspects > 0 ? &f->suspects[0] : NULL, *b = a != NULL ? swapped_with(doc, a) : NULL;
    t->n = 0;
    if (b == NULL || !add_suspect(t, a) || !add_suspect(t, b) || !helps(t, 0))
        return false;
    a3d_text story;
    a3d_text_init(&story, t->arena);
    a3d_put_place(&story, doc, &a->place);
    a3d_puts(&story, " and ");
    a3d_put_place(&story, doc, &b->place);
    a3d_puts(&story, " are swapped: each has the value that the other should have");
    t->out->story = kept(t->arena, &story);
    return true;
}

/* ---- shifted addresses ---- */

/* Adds a table of addresses, each moved by `by`. */
static bool add_table(attempt *t, uint32_t array, int64_t by)
{
    const a3d_doc *doc = t->result->doc;
    const a3d_node *node = a3d_at(doc, array);
    bool big = doc->format->big_endian;
    uint32_t stream, off;
    if (node->state != A3D_PRESENT || node->v.at.count == 0 || node->v.at.count > MOST_ADDRESSES)
        return false;
    const uint8_t *data = a3d_content(doc, node, &stream, &off);
    if (data == NULL || stream != 0)
        return false;
    patch *p = &t->patches[t->n++];
    p->off = off;
    p->size = WORD * node->v.at.count;
    for (uint32_t i = 0; i < node->v.at.count; i++)
        a3d_store(p->bytes + WORD * (size_t)i, WORD, (uint32_t)(a3d_load32(data + WORD * (size_t)i, big) + by), big);
    return true;
}

/* A gap before the first element may be that all addresses are too high by its size. */
static bool try_shift(attempt *t, const a3d_finding *f)
{
    const a3d_doc *doc = t->result->doc;
    const a3d_node *list = f->place.node != A3D_NO_NODE ? a3d_at(doc, f->place.node) : NULL;
    t->n = 0;
    if (f->rule->fault != A3D_FAULT_ADDRESS_GAP || list == NULL || list->row->place_start == 0)
        return false;
    int64_t by = -(int64_t)f->size;
    uint32_t starts = a3d_field(doc, list->parent, list->row->place_start - 1u);
    uint32_t ends = a3d_field(doc, list->parent, list->row->place_end - 1u);
    if (!add_table(t, starts, by) || !add_table(t, ends, by) || !helps(t, 0))
        return false;
    a3d_text story;
    a3d_text_init(&story, t->arena);
    a3d_printf(&story, "all addresses in %s and %s are %" PRIu32 " too high", a3d_row_name(a3d_at(doc, starts)->row),
               a3d_row_name(a3d_at(doc, ends)->row), f->size);
    t->out->story = kept(t->arena, &story);
    return true;
}

a3d_tried_edits a3d_try_edits(a3d_arena *arena, const a3d_result *result, const a3d_finding *f, uint64_t steps)
{
    a3d_tried_edits out = {.edits = NULL};
    attempt t = {.arena = arena, .result = result, .most = steps, .out = &out};
    size_t errors = result->counts[A3D_ERROR] + result->more[A3D_ERROR];
    if (try_swap(&t, f) || try_shift(&t, f))
        return out;
    t.n = 0;
    if (f->n_suspects > 0 && errors > 0 && add_suspect(&t, &f->suspects[0]))
        helps(&t, errors - 1);
    return out;
}
