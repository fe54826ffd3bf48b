/* again_put.c - keeps a result as bytes; see again.h. The order is that of again_read.c.
 *
 * A number has seven bits a byte, the lowest first, and the eighth bit if more follow. A text has its length plus 1 (0
 * for NULL), its bytes and a NUL, so that it can be used where it is. */
#include "engine/document/path.h"
#include "report/common/again.h"
#include "report/common/again_parts.h"

#include <string.h>

typedef struct putter {
    a3d_text *out;
    a3d_arena *arena;
    const a3d_doc *doc;
    uint32_t *kept; /* by stream: its number among those that are kept plus 1, or 0 */
    uint32_t *rows; /* hash table of rows: the first finding in each plus 1, or 0 */
    size_t n_rows;  /* its size, a power of two */
    bool failed;
} putter;

static void put(putter *p, uint64_t value)
{
    for (; value >= 0x80; value >>= 7)
        a3d_putc(p->out, (char)(value | 0x80));
    a3d_putc(p->out, (char)value);
}

/* A number near 0 of either sign. */
static void put_signed(putter *p, int64_t value)
{
    put(p, (uint64_t)value << 1 ^ (value < 0 ? UINT64_MAX : 0));
}

static void put_bytes(putter *p, const char *text, size_t n)
{
    put(p, n + 1);
    a3d_put(p->out, text != NULL ? text : "", n);
    a3d_putc(p->out, '\0');
}

static void put_text(putter *p, const char *text)
{
    if (text == NULL)
        put(p, 0);
    else
        put_bytes(p, text, strlen(text));
}

static void put_counts(putter *p, const size_t *counts)
{
    for (unsigned s = A3D_OFF; s <= A3D_ERROR; s++)
        put(p, counts[s]);
}

/* ---- streams ---- */

/* Marks a stream and those around it. */
static void mark(putter *p, uint32_t stream)
{
    while (p->kept[stream] == 0) {
        p->kept[stream] = 1;
        if (p->doc->streams[stream].owner == A3D_NO_NODE)
            return;
        stream = p->doc->streams[stream].parent;
    }
}

static void put_stream(putter *p, const a3d_stream *s)
{
    a3d_text name;
    a3d_text_init(&name, p->arena);
    a3d_put_owner(&name, p->doc, s->owner);
    p->failed |= name.failed || p->kept[s->parent] == 0;
    put_bytes(p, name.data, name.size);
    a3d_text_free(&name);
    put(p, p->kept[s->parent] - 1);
    put(p, s->off);
    put(p, s->packed_size);
    put(p, s->size);
}

static void put_streams(putter *p)
{
    const a3d_doc *doc = p->doc;
    uint32_t n = 0;
    p->kept = a3d_arena_alloc(p->arena, (doc->n_streams + 1) * sizeof *p->kept);
    if (p->kept == NULL || doc->n_streams == 0) {
        p->failed = true;
        return;
    }
    mark(p, 0);
    for (size_t i = 0; i < doc->n_findings; i++) {
        const a3d_finding *f = &doc->findings[i];
        mark(p, f->stream);
        for (uint32_t k = 0; k < f->n_suspects; k++)
            mark(p, f->suspects[k].stream);
    }
    for (size_t i = 0; i < doc->n_streams; i++)
        n += p->kept[i];
    put(p, n);
    put(p, doc->streams[0].size);
    n = 1;
    for (size_t i = 1; i < doc->n_streams; i++) {
        if (p->kept[i] == 0)
            continue;
        p->failed |= doc->streams[i].owner == A3D_NO_NODE || doc->streams[i].parent >= i;
        if (p->failed)
            return;
        p->kept[i] = ++n;
        put_stream(p, &doc->streams[i]);
    }
}

/* ---- findings ---- */

static void put_quantity(putter *p, const a3d_quantity *q)
{
    put(p, q->kind);
    if (q->kind == A3D_Q_UINT)
        put(p, q->u);
    else if (q->kind != A3D_Q_NONE)
        put_signed(p, q->i);
}

static void put_place(putter *p, const a3d_place *place)
{
    a3d_text path;
    if (place->node == A3D_NO_NODE) {
        put(p, 0);
        return;
    }
    a3d_text_init(&path, p->arena);
    a3d_put_place(&path, p->doc, place);
    p->failed |= path.failed;
    put_bytes(p, path.data, path.size);
    a3d_text_free(&path);
}

static void put_where(putter *p, uint32_t stream, uint32_t off, uint32_t size, uint32_t bit)
{
    put(p, p->kept[stream] - 1);
    put(p, off);
    put(p, size);
    put(p, bit != A3D_NO_BIT ? (uint64_t)bit + 1 : 0);
}

static void put_suspect(putter *p, const a3d_suspect *s)
{
    put_place(p, &s->place);
    put_where(p, s->stream, s->off, s->size, s->bit);
    put_text(p, s->repair);
    put_text(p, s->message);
    put(p, (s->structural ? 1u : 0) | (s->unsure ? 2u : 0) | (s->proven ? 4u : 0) | (s->partial ? 8u : 0));
    put(p, s->left);
    a3d_put(p->out, s->bytes, sizeof s->bytes);
}

static const a3d_row *row_of(const a3d_doc *doc, const a3d_finding *f)
{
    return f->place.node != A3D_NO_NODE ? a3d_at(doc, f->place.node)->row : NULL;
}

/* The first finding in the row of finding i: reports put findings of one row together (report/text/alike.h). */
static uint32_t first_of_row(putter *p, uint32_t i)
{
    const a3d_row *row = row_of(p->doc, &p->doc->findings[i]);
    size_t at = ((uintptr_t)row >> 4) * 2654435761u & (p->n_rows - 1);
    while (p->rows[at] != 0 && row_of(p->doc, &p->doc->findings[p->rows[at] - 1]) != row)
        at = (at + 1) & (p->n_rows - 1);
    if (p->rows[at] == 0)
        p->rows[at] = i + 1;
    return p->rows[at] - 1;
}

static void put_rule(putter *p, const a3d_rule *rule)
{
    const a3d_format *const *sets = a3d_rule_sets();
    for (unsigned i = 0; sets[i] != NULL; i++) {
        unsigned at = a3d_rule_index(sets[i], rule);
        if (at == 0)
            continue;
        put(p, i);
        put(p, at);
        return;
    }
    p->failed = true;
}

static void put_window(putter *p, const a3d_finding *f)
{
    const a3d_stream *s = &p->doc->streams[f->stream];
    a3d_window w = a3d_window_of(f, s->size);
    if (w.size > 0)
        a3d_put(p->out, a3d_bytes_near(p->doc, f, w.off), w.size);
}

static void put_finding(putter *p, uint32_t i)
{
    const a3d_finding *f = &p->doc->findings[i];
    put_rule(p, f->rule);
    put(p, f->severity);
    put(p, f->cause != A3D_NO_CAUSE ? (uint64_t)f->cause + 1 : 0);
    put(p, f->later);
    put(p, first_of_row(p, i));
    put_place(p, &f->place);
    put_where(p, f->stream, f->off, f->size, f->bit);
    put_text(p, f->message);
    put_quantity(p, &f->min);
    put_quantity(p, &f->max);
    put_text(p, f->expected);
    put_quantity(p, &f->actual);
    put(p, f->count);
    put(p, f->n_places);
    for (uint32_t k = 0; k < f->n_places; k++)
        put_place(p, &f->places[k]);
    put(p, f->n_suspects);
    for (uint32_t k = 0; k < f->n_suspects; k++)
        put_suspect(p, &f->suspects[k]);
    put_window(p, f);
}

/* ---- the result ---- */

/* The number of a format plus 1; 0 for none and for that of unknown files. */
static unsigned number_of(const a3d_format *format)
{
    const a3d_format *const *all = a3d_formats();
    for (unsigned i = 0; all[i] != NULL; i++)
        if (all[i] == format)
            return i + 1;
    return 0;
}

static void put_head(putter *p, const a3d_result *r, size_t n_levels)
{
    bool first = r->doc != NULL && r->doc->n_findings > 0 && r->doc->findings[0].message == r->message;
    put(p, r->verdict);
    put(p, number_of(r->format));
    put_text(p, r->version);
    put_text(p, r->branch);
    put_text(p, r->branch_reason);
    put_text(p, r->branch_why);
    put(p, r->size);
    put(p, r->steps);
    put_counts(p, r->counts);
    put_counts(p, r->more);
    put(p, r->truncated);
    put(p, r->readers);
    put(p, r->unselected);
    put(p, r->lowered != NULL ? n_levels + 1 : 0);
    for (size_t i = 0; r->lowered != NULL && i < n_levels; i++)
        put(p, r->lowered[i]);
    put(p, first);
    put_text(p, first ? NULL : r->message);
}

bool a3d_again_put(a3d_text *out, const a3d_result *result, size_t n_levels)
{
    const a3d_doc *doc = result->doc;
    putter p = {.out = out, .arena = out->arena, .doc = doc};
    put_head(&p, result, n_levels);
    put(&p, doc != NULL);
    if (doc == NULL)
        return !a3d_text_is_lost(out);
    put(&p, number_of(doc->format));
    put(&p, doc->why);
    put_streams(&p);
    for (p.n_rows = 4; p.n_rows < 2 * doc->n_findings;)
        p.n_rows *= 2;
    p.rows = a3d_arena_alloc(out->arena, p.n_rows * sizeof *p.rows);
    p.failed |= p.rows == NULL;
    put(&p, doc->n_findings);
    for (uint32_t i = 0; !p.failed && i < doc->n_findings; i++)
        put_finding(&p, i);
    return !p.failed && !a3d_text_is_lost(out);
}
