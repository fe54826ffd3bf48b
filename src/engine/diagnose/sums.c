/* sums.c - the byte that a wrong checksum points to; see search.h
 *
 * If one byte of what an Adler-32 covers was changed, the difference of the stored and the computed sum says where and
 * by how much. The bytes of all wrong sums are changed back together. They are the damage if the file then decodes
 * with fewer errors, whatever was packed, misread or left unread before. But if nothing else is wrong, the sum alone
 * speaks for them: where a few bytes were changed, it points to one more byte in a fifth of all cases. */
#include "codec/codec.h"
#include "engine/diagnose/search.h"
#include "engine/document/path.h"

#include <stdio.h>
#include <string.h>

enum { MOST_SUMS = 8 };

/* A wrong checksum, the bytes of the file that it covers, and the one that was changed. */
typedef struct sum {
    uint32_t field, from, to;
    uint32_t at;
    int by; /* how much must be added to it */
} sum;

static bool is_sum(const a3d_doc *doc, const a3d_finding *f)
{
    return f->rule->fault == A3D_FAULT_CHECKSUM && f->stream == 0 && f->place.node != A3D_NO_NODE &&
           a3d_at(doc, f->place.node)->row->derive.kind == A3D_ADLER32;
}

/* Moves the place of a sum back to where the byte can have changed by so much. */
static bool place_byte(const a3d_doc *doc, sum *m)
{
    const uint8_t *p = doc->streams[0].data;
    while (p[m->at] + m->by < 0 || p[m->at] + m->by > UINT8_MAX) {
        if (m->at - m->from < A3D_ADLER32_MODULUS)
            return false;
        m->at -= A3D_ADLER32_MODULUS;
    }
    return true;
}

static bool next_place(const a3d_doc *doc, sum *m)
{
    if (m->at - m->from < A3D_ADLER32_MODULUS)
        return false;
    m->at -= A3D_ADLER32_MODULUS;
    return place_byte(doc, m);
}

/* Lists the wrong checksums that one byte each explains. */
static unsigned collect_sums(const a3d_doc *doc, sum sums[MOST_SUMS])
{
    unsigned n = 0;
    for (size_t i = 0; i < doc->n_findings && n < MOST_SUMS; i++) {
        const a3d_finding *f = &doc->findings[i];
        if (!is_sum(doc, f))
            continue;
        const a3d_node *field = a3d_at(doc, f->place.node);
        uint32_t from = a3d_at(doc, a3d_field(doc, field->parent, 0))->off;
        sum m = {.field = f->place.node, .from = from, .to = field->off};
        size_t at;
        if (!a3d_adler32_change((uint32_t)f->min.i, (uint32_t)field->v.u, m.to - from, &at, &m.by))
            continue;
        m.at = from + (uint32_t)at;
        if (place_byte(doc, &m))
            sums[n++] = m;
    }
    return n;
}

/* Whether the file decodes with fewer errors when the bytes are changed back. */
static bool decodes_with(a3d_search *s, const sum *sums, unsigned n)
{
    unsigned score;
    const a3d_attempt r = {.off = sums[0].at, .size = 1, .bit = A3D_NO_BIT};
    memcpy(s->copy, s->doc->streams[0].data, s->doc->streams[0].size);
    for (unsigned i = 0; i < n; i++)
        s->copy[sums[i].at] = (uint8_t)(s->copy[sums[i].at] + sums[i].by);
    return a3d_decodes(s, &r, &score) && s->ctx.reported_errors < s->errors;
}

/* Tries all places of the first byte. */
static bool try_sums(a3d_search *s, sum *sums, unsigned n)
{
    const a3d_doc *doc = s->doc;
    bool found = false;
    a3d_arena_init_below(&s->arena, doc->arena);
    s->copy = a3d_block_resize(&s->arena, NULL, (size_t)doc->streams[0].size + 8);
    const a3d_limits limits = a3d_trial_limits(doc);
    if (s->copy != NULL &&
        a3d_begin(&s->ctx, &s->arena, doc->format, s->copy, doc->streams[0].size, &limits) == A3D_OK) {
        a3d_publish_before(s);
        s->ctx.quiet = s->ctx.strict = true;
        s->ctx.own_work_limit = false;
        s->clean = a3d_mark_now(&s->ctx);
        s->ctx.doc->work_limit = UINT64_MAX; /* until a trial sets one */
        do
            found = s->budget > 0 && decodes_with(s, sums, n);
        while (!found && s->budget > 0 && next_place(doc, &sums[0]));
    }
    a3d_arena_free(&s->arena);
    return found;
}

/* The innermost node of the file that contains a byte, other than bytes that no field owns. */
static uint32_t node_at(const a3d_doc *doc, uint32_t at)
{
    uint32_t best = doc->root;
    for (uint32_t i = 0; i < doc->n_nodes; i++) {
        const a3d_node *node = a3d_at(doc, i);
        if (node->state == A3D_PRESENT && node->row != &a3d_row_slack && node->row != &a3d_row_gap &&
            node->stream == 0 && at >= node->off && at - node->off < node->size &&
            (node->size <= a3d_at(doc, best)->size || best == doc->root))
            best = i;
    }
    return best;
}

/* The value of a number with one byte of it changed back. */
static int64_t value_with(const a3d_doc *doc, const a3d_node *node, const a3d_suspect *suspect)
{
    uint8_t bytes[8];
    memcpy(bytes, doc->streams[0].data + node->off, node->size);
    bytes[suspect->off - node->off] = suspect->bytes[0];
    return a3d_load_type(bytes, a3d_shape_of(node)->type, doc->format->big_endian);
}

/* Says what should be there: a number, or the byte of anything else. False when memory ran out. */
static bool describe(a3d_doc *doc, const sum *m, a3d_suspect *suspect)
{
    const char *prefix = suspect->unsure ? "if only one byte was changed, " : "";
    const char *verb = suspect->unsure ? "was" : "should probably be";
    const a3d_node *node = a3d_at(doc, suspect->place.node);
    const a3d_shape *shape = a3d_shape_of(node);
    const char *field = a3d_row_name(a3d_at(doc, m->field)->row);
    char text[300], value[24];
    a3d_text path;
    a3d_text_init(&path, doc->arena);
    if (shape->kind == A3D_SCALAR && shape->type != A3D_F32) {
        snprintf(value, sizeof value, "%lld", (long long)value_with(doc, node, suspect));
        snprintf(text, sizeof text, "%s%s %s %s; %s then agrees", prefix, a3d_row_name(node->row), verb, value, field);
    } else {
        a3d_put_path(&path, doc, suspect->place.node);
        snprintf(value, sizeof value, "hex:%02x", suspect->bytes[0]);
        snprintf(text, sizeof text, "%sbyte %u of %.*s %s 0x%02x; %s then agrees", prefix,
                 (unsigned)(m->at - node->off), (int)(path.size > 200 || path.size == 0 ? 200 : path.size),
                 path.size > 0 ? path.data : "the file", verb, suspect->bytes[0], field);
    }
    a3d_text_free(&path);
    suspect->repair = a3d_arena_text(doc->arena, value, strlen(value));
    suspect->message = a3d_arena_text(doc->arena, text, strlen(text));
    return suspect->repair != NULL && suspect->message != NULL;
}

/* Attaches the byte to the first error in what the sum covers, as its only suspect. */
static void attach(a3d_doc *doc, const sum *m, bool unsure)
{
    uint32_t root = a3d_lead_bytes(doc, m->from, m->to + A3D_ADLER32_SIZE, m->at), node = node_at(doc, m->at);
    a3d_suspect *suspect = a3d_arena_alloc(doc->arena, sizeof *suspect);
    if (root == A3D_NO_CAUSE || suspect == NULL)
        return;
    *suspect = (a3d_suspect){.place = {node, ""}, .off = m->at, .size = 1, .bit = A3D_NO_BIT};
    suspect->structural = true;
    suspect->unsure = unsure;
    suspect->bytes[0] = (uint8_t)(doc->streams[0].data[m->at] + m->by);
    if (!describe(doc, m, suspect))
        return;
    doc->findings[root].suspects = suspect;
    doc->findings[root].n_suspects = 1;
}

/* Whether all errors are wrong sums. */
static bool are_sums(const a3d_doc *doc)
{
    for (size_t i = 0; i < doc->n_findings; i++)
        if (doc->findings[i].severity == A3D_ERROR && !is_sum(doc, &doc->findings[i]))
            return false;
    return true;
}

bool a3d_find_changed_bytes(a3d_search *s)
{
    a3d_doc *doc = s->doc;
    sum sums[MOST_SUMS];
    unsigned n = collect_sums(doc, sums);
    s->errors = a3d_count_errors(doc);
    s->stream = 0;
    if (n == 0 || !try_sums(s, sums, n))
        return false;
    bool unsure = are_sums(doc);
    for (unsigned i = 0; i < n; i++)
        attach(doc, &sums[i], unsure);
    if (s->ctx.reported_errors == 0)
        a3d_link_rest(doc, a3d_lead_bytes(doc, sums[0].from, sums[0].to + A3D_ADLER32_SIZE, sums[0].at), A3D_NO_NODE);
    return true;
}
