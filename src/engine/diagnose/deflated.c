/* deflated.c - the changed byte of a zlib stream, or the part of it in which the damage is; see search.h
 *
 * When the stream unpacks to its end, its checksum says which byte may have been changed. Otherwise the damage is
 * before the place where unpacking failed, and before the first byte of the content that cannot be right. */
#include "codec/inflate.h"
#include "codec/zlib_change.h"
#include "engine/diagnose/search.h"
#include "engine/document/nodes.h"

#include <string.h>

/* MOST_STEPS: of the search for the byte. FAR: so many elements more than there are cannot be what bytes lost behind
 * the count leave. */
enum { HEADER = 2, SUM = 4, MOST_CHANGES = 16, MOST_STEPS = 4 << 20, FAR = 1024 };

typedef struct deflated {
    a3d_search *s;
    a3d_finding *f;     /* about the packed data */
    const a3d_stream *stream;
    uint32_t start, size; /* of the packed data in the file */
    uint32_t last;      /* no byte after this offset of the packed data is damaged */
    uint32_t made;      /* and before this one of the content; UINT32_MAX: it is not known */
    uint64_t steps;     /* that the search for the byte may still take */
} deflated;

/* ---- where the damage must be ---- */

/* Whether a fault in the content shows that something before its end is wrong. A count that claims a little too much,
 * and what is left over at the end, may also be right, when bytes were lost or added later. */
static bool bounds_damage(const a3d_finding *f)
{
    switch (f->rule->fault) {
    case A3D_FAULT_COUNT:
        return f->actual.i - f->max.i > FAR;
    case A3D_FAULT_NONE:
    case A3D_FAULT_TRUNCATED:
    case A3D_FAULT_TRAILING:
    case A3D_FAULT_LEFT_OVER:
    case A3D_FAULT_MASK_SURPLUS:
    case A3D_FAULT_MASK_PADDING:
    case A3D_FAULT_MASK_SHORT: return false;
    default: return true;
    }
}

/* The end of the first bytes of the content that cannot be right, or UINT32_MAX. */
static uint32_t first_wrong(const a3d_doc *doc, uint32_t stream)
{
    uint32_t least = UINT32_MAX;
    for (size_t i = 0; i < doc->n_findings; i++) {
        const a3d_finding *f = &doc->findings[i];
        if (f->severity == A3D_ERROR && f->stream == stream && f->off + f->size < least && bounds_damage(f))
            least = f->off + f->size;
    }
    return least;
}

/* How much of the packed data yields the first bytes of the content. */
static uint32_t packed_until(deflated *d, uint32_t made)
{
    a3d_arena own;
    a3d_arena_init_below(&own, &d->s->arena);
    a3d_inflate *z = a3d_arena_alloc(&own, sizeof *z);
    uint8_t *room = a3d_arena_alloc(&own, made + (size_t)1);
    a3d_codec_result r;
    size_t got;
    uint32_t until = d->size;
    if (z != NULL && room != NULL &&
        a3d_inflate_begin(z, d->s->doc->streams[0].data + d->start, d->size, &r) == A3D_CODEC_OK &&
        a3d_inflate_more(z, room, 0, made, &got, &r) == 1)
        until = (uint32_t)a3d_inflate_used(z);
    a3d_charge(d->s, made / 16);
    a3d_arena_free(&own);
    return until;
}

/* ---- the byte ---- */

/* Whether the checksum agrees with the content of the patched stream. */
static bool unpacks(deflated *d)
{
    a3d_arena own;
    a3d_arena_init_below(&own, &d->s->arena);
    a3d_inflate *z = a3d_arena_alloc(&own, sizeof *z);
    uint8_t *window = a3d_arena_alloc(&own, A3D_INFLATE_WINDOW);
    const uint8_t *piece;
    a3d_codec_result r = {.status = A3D_CODEC_INPUT_ENDS};
    size_t got;
    if (z != NULL && window != NULL && a3d_inflate_begin(z, d->s->copy + d->start, d->size, &r) == A3D_CODEC_OK)
        while (a3d_inflate_piece(z, window, &piece, &got, &r) != 0)
            a3d_charge(d->s, got / 16);
    a3d_arena_free(&own);
    return r.status == A3D_CODEC_OK;
}

/* Tries the changes that were found. Those with which the file decodes with fewer errors become its best attempts. */
static void try_changes(deflated *d, const a3d_zlib_change *changes, unsigned n)
{
    a3d_search *s = d->s;
    const a3d_doc *doc = s->doc;
    const a3d_limits limits = a3d_trial_limits(doc);
    if (n == 0 || a3d_begin(&s->ctx, &s->arena, doc->format, s->copy, doc->streams[0].size, &limits) != A3D_OK)
        return;
    a3d_publish_before(s);
    s->ctx.quiet = s->ctx.strict = true;
    s->ctx.own_work_limit = false;
    s->clean = a3d_mark_now(&s->ctx);
    s->ctx.doc->work_limit = UINT64_MAX; /* until a trial sets one */
    for (unsigned i = 0; i < n; i++) {
        uint32_t off = d->start + changes[i].at;
        uint8_t old = s->copy[off];
        a3d_attempt r = {.node = d->f->place.node, .off = off, .size = 1, .bit = A3D_NO_BIT, .value = changes[i].at,
                         .element = A3D_PACKED_BYTE, .bytes[0] = changes[i].byte};
        s->copy[off] = changes[i].byte;
        bool right = unpacks(d);
        s->copy[off] = old;
        if (right)
            a3d_try_repair(s, &r, false);
    }
}

/* Whether a checksum differs in one byte, which then is the damage. */
static bool is_byte_of_sum(const a3d_finding *f)
{
    uint32_t differ = (uint32_t)f->min.i ^ (uint32_t)f->actual.i;
    for (unsigned shift = 0; shift < 32; shift += 8)
        if ((differ & ~(UINT32_C(0xff) << shift)) == 0)
            return true;
    return false;
}

/* How many bytes the content may have lost; a negative number says how many it may have gained. */
typedef struct shifts {
    int least, most;
} shifts;

/* Whether an error shows that bytes were lost or added, so that what follows them was misread. */
static bool is_of_shift(const deflated *d, const a3d_finding *f)
{
    a3d_fault fault = f->rule->fault;
    bool value = (fault >= A3D_FAULT_BOOLEAN && fault <= A3D_FAULT_FLOAT) || fault == A3D_FAULT_TEXT_CODING;
    return f->severity == A3D_ERROR && &d->s->doc->streams[f->stream] == d->stream && fault != A3D_FAULT_NONE && !value;
}

/* How many bytes an error says are missing, as a negative number how many are left over, or 0. */
static int64_t missing_bytes(const deflated *d, const a3d_finding *f)
{
    switch (f->rule->fault) {
    case A3D_FAULT_COUNT: return f->actual.i - (int64_t)(d->stream->size - f->off - f->size);
    case A3D_FAULT_TRUNCATED: return f->min.i - f->actual.i;
    case A3D_FAULT_TRAILING: return -f->actual.i;
    default: return 0;
    }
}

/* What the errors in the content say: nothing was shifted if it was read to its end, and else about as much as is
 * missing or left over, or as one damaged byte can. */
static shifts likely_shifts(const deflated *d, const shifts *any)
{
    enum { AFTER = 64 };
    const a3d_doc *doc = d->s->doc;
    shifts likely = {0, 0};
    for (size_t i = 0; i < doc->n_findings; i++) {
        const a3d_finding *f = &doc->findings[i];
        if (!is_of_shift(d, f))
            continue;
        int64_t missing = missing_bytes(d, f);
        if (missing == 0 || missing > any->most || missing < any->least)
            likely = *any;
        else
            likely = (shifts){(int)missing, missing > 0 ? (int)missing + AFTER : (int)missing};
    }
    return likely;
}

static unsigned changed_bits(const deflated *d, const a3d_zlib_change *c)
{
    unsigned n = 0;
    for (unsigned change = d->s->copy[d->start + c->at] ^ c->byte; change != 0; change &= change - 1)
        n++;
    return n;
}

/* Puts the changes of the fewest bits first. */
static void order_changes(const deflated *d, a3d_zlib_change *changes, unsigned n)
{
    for (unsigned i = 1; i < n; i++) {
        a3d_zlib_change c = changes[i];
        unsigned k = i;
        for (; k > 0 && changed_bits(d, &changes[k - 1]) > changed_bits(d, &c); k--)
            changes[k] = changes[k - 1];
        changes[k] = c;
    }
}

/* Whether a change that lets the checksum agree is not one of many that might have. Each half of an Adler-32 has 65521
 * values; but when few bytes changed, the low half changes by little, as it does for most trials. */
static bool is_beyond_chance(const a3d_zlib_question *q)
{
    enum { LITTLE = 2048, PERIOD = A3D_ADLER32_MODULUS };
    uint32_t low = ((q->stored & 0xffff) + PERIOD - (q->computed & 0xffff)) % PERIOD;
    uint64_t outcomes = low < LITTLE || low > PERIOD - LITTLE ? UINT64_C(512) * PERIOD : (uint64_t)PERIOD * PERIOD;
    return (uint64_t)q->last * UINT8_MAX < outcomes / 64;
}

/* Looks for the bytes whose change lets the checksum agree, if the content was shifted so much. */
static void search_shifts(deflated *d, const shifts *shift)
{
    a3d_search *s = d->s;
    a3d_doc *doc = s->doc;
    a3d_zlib_change changes[MOST_CHANGES];
    uint64_t rest = doc->work_limit > doc->steps ? doc->work_limit - doc->steps : 0;
    uint64_t budget = rest / 4 * 3 < d->steps ? rest / 4 * 3 : d->steps;
    a3d_zlib_question q = {
        .in = s->copy + d->start, .out = d->stream->data, .in_size = d->size, .out_size = d->stream->size,
        .stored = (uint32_t)d->f->actual.i, .computed = (uint32_t)d->f->min.i,
        .last = d->last < d->size - SUM ? d->last : d->size - SUM,
        .least_shift = shift->least, .most_shift = shift->most, .budget = budget};
    unsigned n = a3d_zlib_find_changes(&s->arena, &q, changes, MOST_CHANGES);
    doc->steps += budget - q.budget;
    d->steps -= budget - q.budget;
    rest -= budget - q.budget;
    s->budget = s->budget < rest ? s->budget : rest; /* what the trials may take */
    order_changes(d, changes, n);
    try_changes(d, changes, n);
    s->packed.only = s->n_best == 1 && q.all && is_beyond_chance(&q);
}

/* Looks for the bytes with the shifts that are likely, and then with all. */
static void find_byte(deflated *d)
{
    enum { SMALL = 32 << 10, NEAR = 32, FARTHEST = 258 };
    int most = d->stream->size < SMALL ? FARTHEST : NEAR;
    const shifts any = {-most, most}, likely = likely_shifts(d, &any);
    search_shifts(d, &likely);
    if (d->s->n_best == 0 && likely.least != 0 && likely.least != any.least)
        search_shifts(d, &any);
}

/* ---- findings ---- */

/* The first finding about a zlib stream in the file. */
static bool find_stream(deflated *d)
{
    a3d_doc *doc = d->s->doc;
    for (size_t i = 0; i < doc->n_findings && d->f == NULL; i++) {
        a3d_finding *f = &doc->findings[i];
        bool packed = f->rule->fault == A3D_FAULT_PACKED_CHECKSUM || f->rule->fault == A3D_FAULT_PACKED_DATA;
        if (packed && f->severity == A3D_ERROR && f->stream == 0 && f->place.node != A3D_NO_NODE &&
            a3d_shape_of(a3d_at(doc, f->place.node))->pack != A3D_PACK_BLOCK)
            d->f = f;
    }
    return d->f != NULL;
}

/* Whether bytes follow the packed data, so that its end may be a damaged place, and what was read there no checksum. */
static bool ends_early(const a3d_doc *doc, uint32_t node)
{
    for (size_t i = 0; i < doc->n_findings; i++)
        if (doc->findings[i].rule->fault == A3D_FAULT_PACKED_TRAILING && doc->findings[i].place.node == node)
            return true;
    return false;
}

/* Finds the packed data that the finding is about. False when it is not known. */
static bool find_data(deflated *d)
{
    const a3d_doc *doc = d->s->doc;
    uint32_t node = d->f->place.node, stream = a3d_stream_of(doc, node);
    const a3d_side *side = a3d_side_find(doc, node, A3D_SIDE_PACKED, NULL);
    if (stream != 0 && doc->streams[stream].parent == 0 && d->f->rule->fault == A3D_FAULT_PACKED_CHECKSUM) {
        if (ends_early(doc, node)) {
            d->start = doc->streams[stream].off;
            d->made = doc->streams[stream].size;
            d->last = doc->streams[stream].packed_size - SUM - 1;
            return true;
        }
        d->stream = &doc->streams[stream];
        d->start = d->stream->off;
        d->size = d->stream->packed_size;
        return d->size > HEADER + SUM;
    }
    if (side == NULL)
        return false;
    d->start = (uint32_t)(side->value >> 32);
    d->made = (uint32_t)side->value;
    /* What is wrong may be that nothing follows. */
    d->last = d->f->off - d->start - (d->f->off == doc->streams[0].size);
    return d->last >= HEADER;
}

/* Makes the finding about the packed data span the part in which the damage is. */
static void widen(deflated *d)
{
    const a3d_packed_range range = {.start = d->start, .first = HEADER, .last = d->last, .end_made = d->made};
    a3d_widen_to_range(d->s->doc, d->f, &range);
    d->f->bit = A3D_NO_BIT;
}

/* Bounds the damage by the content, looks for the byte, and says what was found. */
static bool explain(deflated *d)
{
    a3d_search *s = d->s;
    a3d_doc *doc = s->doc;
    if (d->stream != NULL && (d->made = first_wrong(doc, (uint32_t)(d->stream - doc->streams))) != UINT32_MAX)
        d->last = packed_until(d, d->made);
    if (d->stream != NULL)
        find_byte(d);
    a3d_attach_suspects(s, d->f);
    if (s->n_best == 0 && d->made != UINT32_MAX)
        widen(d);
    if (s->n_best == 0 && d->made == UINT32_MAX)
        return false;
    a3d_lead_stream(doc, d->f, s->n_best > 0 && s->best[0].clean);
    return true;
}

bool a3d_find_packed_damage(a3d_doc *doc, uint64_t budget)
{
    a3d_search s = {.doc = doc, .unit = A3D_NO_NODE, .misread = A3D_NO_NODE, .budget = budget};
    deflated d = {.s = &s, .last = UINT32_MAX, .made = UINT32_MAX, .steps = MOST_STEPS};
    bool found = false;
    if (!find_stream(&d) || !find_data(&d) || (d.stream != NULL && is_byte_of_sum(d.f)))
        return false;
    s.errors = a3d_count_errors(doc);
    a3d_arena_init_below(&s.arena, doc->arena);
    s.copy = a3d_block_resize(&s.arena, NULL, (size_t)doc->streams[0].size + A3D_ZLIB_READ_ON);
    if (s.copy != NULL) {
        memcpy(s.copy, doc->streams[0].data, doc->streams[0].size);
        memset(s.copy + doc->streams[0].size, 0, A3D_ZLIB_READ_ON);
        found = explain(&d);
    }
    a3d_arena_free(&s.arena);
    return found;
}
