/* again_read.c - makes a result of kept bytes; see again.h. The order is that of again_put.c.
 *
 * The bytes may be any: each number is checked before it is used, and no memory is taken for what is only claimed. The
 * document gets two nodes for the place of a finding: one whose row stands for that of the original, which paths leave
 * out, and around it one that is called as the whole path. */
#include "base/never.h"
#include "report/common/again.h"
#include "report/common/again_parts.h"
#include "report/common/phrases.h"
#include "transfer/transfer.h"

#include <stdio.h>
#include <string.h>

enum { LEAST = 20 }; /* bytes that a finding takes */

typedef struct reader {
    const uint8_t *at, *end;
    a3d_arena *arena;
    a3d_doc *doc;
    a3d_window *windows;
    bool failed;
} reader;

/* ---- numbers and texts ---- */

static uint64_t get(reader *r, uint64_t most)
{
    uint64_t value = 0;
    for (unsigned shift = 0; r->at < r->end && shift < 64; shift += 7) {
        uint8_t byte = *r->at++;
        value |= (uint64_t)(byte & 0x7f) << shift;
        if (byte >= 0x80)
            continue;
        if (value <= most)
            return value;
        break;
    }
    r->failed = true;
    return 0;
}

static uint32_t get32(reader *r)
{
    return (uint32_t)get(r, UINT32_MAX);
}

static int64_t get_signed(reader *r)
{
    uint64_t value = get(r, UINT64_MAX);
    return (int64_t)(value >> 1 ^ ((value & 1) != 0 ? UINT64_MAX : 0));
}

static const uint8_t *take(reader *r, size_t n)
{
    if (n > (size_t)(r->end - r->at)) {
        r->failed = true;
        return NULL;
    }
    r->at += n;
    return r->at - n;
}

/* A text, or NULL if NULL was kept. */
static const char *get_maybe(reader *r)
{
    uint64_t n = get(r, (uint64_t)(r->end - r->at));
    if (n == 0)
        return NULL;
    const char *text = (const char *)take(r, (size_t)n);
    bool sound = text != NULL && memchr(text, 0, (size_t)n) == text + n - 1;
    r->failed |= !sound;
    return sound ? text : "";
}

static const char *get_text(reader *r)
{
    const char *text = get_maybe(r);
    r->failed |= text == NULL;
    return text != NULL ? text : "";
}

static void get_counts(reader *r, size_t *counts)
{
    for (unsigned s = A3D_OFF; s <= A3D_ERROR; s++)
        counts[s] = (size_t)get(r, SIZE_MAX);
}

/* ---- nodes ---- */

/* Adds a node with a row of its own. */
static uint32_t add_node(reader *r, a3d_row **row)
{
    a3d_doc *doc = r->doc;
    *row = a3d_arena_alloc(r->arena, sizeof **row);
    a3d_node *nodes = a3d_grow(r->arena, doc->nodes, &doc->cap_nodes, doc->n_nodes + 1, sizeof *nodes);
    if (*row == NULL || nodes == NULL) {
        r->failed = true;
        return 0;
    }
    (*row)->name = "";
    doc->nodes = nodes;
    nodes[doc->n_nodes] = (a3d_node){.row = *row, .parent = A3D_NO_NODE, .state = A3D_PRESENT};
    return (uint32_t)doc->n_nodes++;
}

/* A place without a row of its own. */
static a3d_place get_place(reader *r)
{
    a3d_row *row;
    const char *path = get_maybe(r);
    if (path == NULL)
        return (a3d_place){A3D_NO_NODE, ""};
    uint32_t node = add_node(r, &row);
    if (row != NULL)
        row->name = path;
    return (a3d_place){node, ""};
}

/* The place of finding i, in the row of finding `first`. */
static a3d_place get_own_place(reader *r, uint32_t i, uint32_t first)
{
    a3d_row *row;
    a3d_place path = get_place(r);
    if (path.node == A3D_NO_NODE || r->failed)
        return path;
    uint32_t node = add_node(r, &row);
    if (r->failed)
        return path;
    row->transparent = 1;
    const a3d_place *other = first < i ? &r->doc->findings[first].place : NULL;
    if (other != NULL && other->node != A3D_NO_NODE)
        a3d_at(r->doc, node)->row = a3d_at(r->doc, other->node)->row;
    a3d_at(r->doc, node)->parent = path.node;
    return (a3d_place){node, ""};
}

/* ---- streams ---- */

static unsigned depth_of(const a3d_doc *doc, uint32_t stream)
{
    unsigned n = 1;
    for (; doc->streams[stream].owner != A3D_NO_NODE; stream = doc->streams[stream].parent)
        n++;
    return n;
}

/* The stream that a packed field unpacks to. Its owner is in the root, where its name needs no number. */
static void get_stream(reader *r, uint32_t i)
{
    a3d_row *row;
    uint32_t owner = add_node(r, &row);
    const char *name = get_text(r);
    uint32_t parent = (uint32_t)get(r, i - 1);
    if (r->failed)
        return;
    row->stream_name = name;
    a3d_at(r->doc, owner)->parent = r->doc->root;
    a3d_stream *s = &r->doc->streams[i];
    *s = (a3d_stream){.owner = owner, .parent = parent};
    s->off = get32(r);
    s->packed_size = get32(r);
    s->size = get32(r);
    r->failed |= depth_of(r->doc, i) > A3D_CHAIN;
}

static void get_streams(reader *r)
{
    a3d_doc *doc = r->doc;
    uint32_t n = (uint32_t)get(r, (uint64_t)(r->end - r->at));
    doc->streams = n > 0 && !r->failed ? a3d_arena_alloc(r->arena, n * sizeof *doc->streams) : NULL;
    if (doc->streams == NULL) {
        r->failed = true;
        return;
    }
    doc->n_streams = n;
    doc->streams[0] = (a3d_stream){.owner = A3D_NO_NODE, .size = get32(r)};
    for (uint32_t i = 1; i < n && !r->failed; i++)
        get_stream(r, i);
}

/* ---- findings ---- */

static a3d_quantity get_quantity(reader *r)
{
    a3d_quantity q = {.kind = (a3d_quantity_kind)get(r, A3D_Q_FLOAT)};
    if (q.kind == A3D_Q_UINT)
        q.u = get(r, UINT64_MAX);
    else if (q.kind != A3D_Q_NONE)
        q.i = get_signed(r);
    return q;
}

static uint32_t get_bit(reader *r)
{
    uint32_t bit = (uint32_t)get(r, 8);
    return bit > 0 ? bit - 1 : A3D_NO_BIT;
}

static void get_suspect(reader *r, a3d_suspect *s)
{
    s->place = get_place(r);
    s->stream = (uint32_t)get(r, r->doc->n_streams - 1);
    s->off = get32(r);
    s->size = get32(r);
    s->bit = get_bit(r);
    s->repair = get_text(r);
    s->message = get_text(r);
    unsigned flags = (unsigned)get(r, 15);
    s->structural = (flags & 1) != 0;
    s->unsure = (flags & 2) != 0;
    s->proven = (flags & 4) != 0;
    s->partial = (flags & 8) != 0;
    s->left = get32(r);
    const uint8_t *bytes = take(r, sizeof s->bytes);
    if (bytes != NULL)
        memcpy(s->bytes, bytes, sizeof s->bytes);
    r->failed |= s->structural && s->size > sizeof s->bytes;
}

static void get_suspects(reader *r, a3d_finding *f)
{
    f->n_suspects = (uint32_t)get(r, A3D_SUSPECTS);
    if (f->n_suspects == 0)
        return;
    a3d_suspect *suspects = a3d_arena_alloc(r->arena, f->n_suspects * sizeof *suspects);
    r->failed |= suspects == NULL;
    for (uint32_t k = 0; k < f->n_suspects && !r->failed; k++)
        get_suspect(r, &suspects[k]);
    f->suspects = suspects;
}

static const a3d_rule *get_rule(reader *r)
{
    const a3d_format *const *sets = a3d_rule_sets();
    uint64_t set = get(r, A3D_FORMATS), rule = get(r, UINT16_MAX);
    bool known = rule > 0 && rule < sets[set]->n_rules;
    r->failed |= !known;
    return &sets[set]->rules[known ? rule : 1];
}

static void get_window(reader *r, const a3d_finding *f, a3d_window *window)
{
    uint32_t size = r->doc->streams[f->stream].size;
    r->failed |= size > 0 && f->off > size;
    *window = a3d_window_of(f, size);
    window->data = take(r, window->size);
}

static void get_finding(reader *r, uint32_t i, uint32_t n)
{
    a3d_finding *f = &r->doc->findings[i];
    f->rule = get_rule(r);
    f->severity = (a3d_severity)get(r, A3D_ERROR);
    uint32_t cause = (uint32_t)get(r, n);
    f->cause = cause > 0 ? cause - 1 : A3D_NO_CAUSE;
    f->later = get(r, 1) != 0;
    uint32_t first = (uint32_t)get(r, i);
    f->place = get_own_place(r, i, first);
    f->stream = (uint32_t)get(r, r->doc->n_streams - 1);
    f->off = get32(r);
    f->size = get32(r);
    f->bit = get_bit(r);
    f->message = get_text(r);
    f->min = get_quantity(r);
    f->max = get_quantity(r);
    f->expected = get_maybe(r);
    f->actual = get_quantity(r);
    f->count = get32(r);
    f->n_places = (uint32_t)get(r, A3D_PLACES);
    for (uint32_t k = 0; k < f->n_places; k++)
        f->places[k] = get_place(r);
    get_suspects(r, f);
    get_window(r, f, &r->windows[i]);
    r->failed |= f->severity == A3D_OFF || cause == i + 1;
}

static void get_findings(reader *r)
{
    a3d_doc *doc = r->doc;
    uint32_t n = (uint32_t)get(r, (uint64_t)(r->end - r->at) / LEAST);
    if (n == 0 || r->failed)
        return;
    doc->findings = a3d_arena_alloc(r->arena, n * sizeof *doc->findings);
    r->windows = a3d_arena_alloc(r->arena, n * sizeof *r->windows);
    doc->windows = r->windows;
    r->failed |= doc->findings == NULL || r->windows == NULL;
    for (uint32_t i = 0; i < n && !r->failed; i++)
        get_finding(r, i, n);
    doc->n_findings = n;
}

/* ---- the result ---- */

static const a3d_format *get_format(reader *r)
{
    uint64_t number = get(r, A3D_FORMATS);
    return number > 0 ? a3d_formats()[number - 1] : NULL;
}

static void get_levels(reader *r, a3d_result *result, size_t n_levels)
{
    uint64_t n = get(r, n_levels + 1);
    if (n == 0)
        return;
    size_t *lowered = a3d_arena_alloc(r->arena, (n_levels + 1) * sizeof *lowered);
    r->failed |= n != n_levels + 1 || lowered == NULL;
    for (size_t i = 0; i < n_levels && !r->failed; i++)
        lowered[i] = (size_t)get(r, SIZE_MAX);
    result->lowered = lowered;
}

static void get_head(reader *r, a3d_result *result, size_t n_levels)
{
    result->verdict = (a3dlint_verdict)get(r, A3DLINT_LIMITED);
    result->format = get_format(r);
    snprintf(result->version, sizeof result->version, "%s", get_text(r));
    result->branch = get_maybe(r);
    result->branch_reason = get_maybe(r);
    result->branch_why = get_maybe(r);
    result->size = get(r, UINT64_MAX);
    result->steps = get(r, UINT64_MAX);
    get_counts(r, result->counts);
    get_counts(r, result->more);
    result->truncated = get(r, 1) != 0;
    result->readers = get32(r);
    r->failed |= result->readers != 0 && result->format == NULL;
    result->unselected = (size_t)get(r, SIZE_MAX);
    get_levels(r, result, n_levels);
}

static void get_document(reader *r)
{
    a3d_row *row;
    a3d_doc *doc = a3d_arena_alloc(r->arena, sizeof *doc);
    r->failed |= doc == NULL;
    if (doc == NULL)
        return;
    r->doc = doc;
    doc->arena = r->arena;
    doc->format = get_format(r);
    if (doc->format == NULL)
        doc->format = &a3d_format_file;
    doc->why = (a3d_why)get(r, A3D_WHY_TIE);
    doc->mask.node = A3D_NO_NODE;
    doc->root = add_node(r, &row);
    if (!r->failed)
        get_streams(r);
    if (!r->failed)
        get_findings(r);
}

const a3d_result *a3d_again_read(a3d_arena *arena, const uint8_t *data, size_t size, size_t n_levels)
{
    reader r = {.at = data, .end = data + size, .arena = arena};
    a3d_result *result = a3d_arena_alloc(arena, sizeof *result);
    if (result == NULL)
        return NULL;
    get_head(&r, result, n_levels);
    bool first = get(&r, 1) != 0;
    result->message = get_maybe(&r);
    if (get(&r, 1) != 0 && !r.failed)
        get_document(&r);
    if (r.failed || r.at != r.end || arena->refused)
        return NULL;
    result->doc = r.doc;
    if (first && (r.doc == NULL || r.doc->n_findings == 0))
        return NULL;
    if (first)
        result->message = r.doc->findings[0].message;
    return result;
}
