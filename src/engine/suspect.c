/* suspect.c - see suspect.h */
#include "engine/suspect.h"
#include "engine/check.h"
#include "engine/decode.h"
#include "engine/encode.h"
#include "engine/generate.h"
#include "engine/link.h"
#include "engine/mask.h"
#include "engine/path.h"
#include "engine/prefix.h"

#include <stdio.h>
#include <string.h>

enum { SMALL = 300, SEEN = 48, VALUE_FINDING = 64, MOST_STEPS = 12000000 };

/* One change of the stream's bytes. */
typedef struct repair {
    uint32_t node;
    uint32_t off, size; /* bytes it replaces */
    uint32_t bit;       /* in the byte at off, or A3D_NO_BIT */
    uint8_t bytes[8];
    int64_t value;      /* what the field would say */
    unsigned score;     /* VALUE_FINDING for each that values still give, plus the bits that change: less is better */
} repair;

typedef struct search {
    a3d_doc *doc;   /* the damaged one */
    a3d_ctx ctx;    /* of the trials */
    a3d_arena arena;
    a3d_mark clean;
    uint8_t *copy;  /* of the stream, patched for each trial */
    uint32_t stream, fault;
    uint32_t unit;  /* a placed element that the fault is in: the trials read only that. Else A3D_NO_NODE */
    uint32_t seen[SEEN]; /* counts that other lists have: equal counts are common */
    unsigned n_seen;
    uint64_t budget;
    repair best[A3D_SUSPECTS];
    unsigned n_best;
} search;

/* ---- one trial ---- */

/* Reads the stream from its start as what it is: the whole file, a packed record, or the packed list of objects. */
static int read_stream(search *s, a3d_cur *cur)
{
    a3d_ctx *ctx = &s->ctx;
    uint32_t owner = s->doc->streams[s->stream].owner;
    if (a3d_reserve(ctx, 1, A3D_NO_NODE, 0, &ctx->doc->root) != A3D_OK)
        return A3D_STOP;
    a3d_node *root = a3d_at(ctx->doc, ctx->doc->root);
    if (owner == A3D_NO_NODE) {
        root->row = &a3d_row_root;
        return a3d_read_record(ctx, cur, ctx->format->root, ctx->doc->root);
    }
    const a3d_node *was = a3d_at(s->doc, owner);
    const a3d_shape *shape = a3d_shape_of(was);
    root->row = was->row;
    if (shape->kind == A3D_RECORD) {
        root->alt = was->alt;
        root->packed = 1;
        return a3d_read_record(ctx, cur, shape->record, ctx->doc->root);
    }
    root->alt = 0; /* the alternative that is not packed */
    uint32_t reserve = a3d_shape_of(root)->reserve;
    cur->end += reserve;
    int st = a3d_read_vector(ctx, cur, ctx->doc->root); /* the nodes may move */
    cur->end -= reserve;
    return st;
}

/* Reads the damaged element again, at the end of the document itself, so that what is around it is there. */
static int read_unit(search *s, a3d_cur *cur)
{
    a3d_doc *doc = s->doc;
    uint32_t again;
    if (a3d_reserve(&s->ctx, 1, a3d_at(doc, s->unit)->parent, s->stream, &again) != A3D_OK)
        return A3D_STOP;
    const a3d_node *unit = a3d_at(doc, s->unit);
    *cur = (a3d_cur){s->copy, s->stream, unit->off, unit->off + unit->size};
    a3d_at(doc, again)->row = unit->row;
    return a3d_read_record(&s->ctx, cur, a3d_record_type(doc, s->unit), again);
}

/* What the values of a repaired document still break tells a true repair from one that fits by chance. */
static void judge_values(search *s)
{
    a3d_ctx *ctx = &s->ctx;
    if (s->unit != A3D_NO_NODE) {
        a3d_check(ctx, (uint32_t)s->clean.nodes);
        return;
    }
    memset(&ctx->index, 0, sizeof ctx->index);
    a3d_check(ctx, 0);
    if (a3d_index_build(ctx) == A3D_OK)
        a3d_link_check(ctx);
    if (s->doc->streams[s->stream].owner == A3D_NO_NODE && ctx->format->examine != NULL)
        ctx->format->examine(ctx);
    a3d_block_resize(&s->arena, ctx->index.keys, 0);
    a3d_block_resize(&s->arena, ctx->index.lists, 0);
}

/* Whether the patched stream decodes to its exact end; *score is what the values of it break. */
static bool decodes(search *s, unsigned *score)
{
    a3d_ctx *ctx = &s->ctx;
    a3d_release(ctx, &s->clean);
    uint64_t before = ctx->doc->steps;
    bool unit = s->unit != A3D_NO_NODE;
    a3d_cur cur = a3d_cursor(ctx->doc, unit ? s->stream : 0);
    if (!unit)
        ctx->doc->mask.node = A3D_NO_NODE;
    ctx->reported = 0;
    ctx->doc->work_limit = before + s->budget;
    int st = unit ? read_unit(s, &cur) : read_stream(s, &cur);
    bool whole = st == A3D_OK && !ctx->doc->faulty && cur.pos == cur.end;
    const a3d_mask *mask = &ctx->doc->mask;
    if (whole && mask->node != A3D_NO_NODE)
        whole = mask->room - mask->used < 8;
    if (whole)
        judge_values(s);
    whole = whole && ctx->doc->limited == A3D_LIMIT_NONE; /* with values unjudged nobody can rank it */
    *score = ctx->reported;
    uint64_t spent = ctx->doc->steps - before + 1;
    s->budget = spent < s->budget ? s->budget - spent : 0;
    if (!unit)
        s->doc->steps += spent;
    ctx->doc->limited = A3D_LIMIT_NONE;
    return whole;
}

static void keep(search *s, const repair *r)
{
    for (unsigned i = 0; i < s->n_best; i++)
        if (s->best[i].off == r->off && s->best[i].bit == r->bit && s->best[i].value == r->value)
            return;
    unsigned at = s->n_best < A3D_SUSPECTS ? s->n_best++ : A3D_SUSPECTS;
    while (at > 0 && s->best[at - 1].score > r->score) {
        if (at < A3D_SUSPECTS)
            s->best[at] = s->best[at - 1];
        at--;
    }
    if (at < A3D_SUSPECTS)
        s->best[at] = *r;
}

static unsigned changed_bits(const uint8_t *a, const uint8_t *b, uint32_t n)
{
    unsigned bits = 0;
    for (uint32_t i = 0; i < n; i++)
        for (unsigned x = a[i] ^ b[i]; x != 0; x >>= 1)
            bits += x & 1;
    return bits;
}

/* Patches, tries, and takes the patch back. */
static void try_repair(search *s, repair *r)
{
    uint8_t old[8];
    if (s->budget == 0)
        return;
    memcpy(old, s->copy + r->off, r->size);
    memcpy(s->copy + r->off, r->bytes, r->size);
    if (decodes(s, &r->score)) {
        r->score = VALUE_FINDING * r->score + changed_bits(old, r->bytes, r->size);
        keep(s, r);
    }
    memcpy(s->copy + r->off, old, r->size);
}

/* ---- what is tried ---- */

static void try_mask(search *s)
{
    const a3d_mask *mask = &s->doc->mask;
    if (mask->node == A3D_NO_NODE || a3d_at(s->doc, mask->node)->stream != s->stream)
        return;
    uint32_t start = a3d_at(s->doc, mask->node)->off;
    for (uint32_t i = mask->used; i-- > 0 && s->budget > 0;) {
        uint32_t at = mask->header + i;
        repair r = {.node = mask->node, .off = start + at / 8, .size = 1, .bit = at % 8};
        r.bytes[0] = (uint8_t)(s->copy[r.off] ^ 0x80 >> r.bit);
        r.value = (r.bytes[0] >> (7 - r.bit)) & 1;
        try_repair(s, &r);
    }
}

/* A version whose content is not read fits any file. */
static bool unread_version(const search *s, uint32_t node, int64_t value)
{
    const a3d_version *v = s->doc->format->versions;
    if (a3d_at(s->doc, node)->row->publish != A3D_VAR_VERSION + 1)
        return false;
    while (v->text != NULL && (int64_t)v->number != value)
        v++;
    return v->text != NULL && !v->generated;
}

static void try_value(search *s, uint32_t node, uint32_t off, uint32_t size, int64_t value)
{
    repair r = {.node = node, .off = off, .size = size, .bit = A3D_NO_BIT, .value = value};
    if (value < 0 || (size < 8 && (uint64_t)value >> (8 * size) != 0) || unread_version(s, node, value))
        return;
    a3d_store(r.bytes, size, (uint64_t)value, s->doc->format->big_endian);
    try_repair(s, &r);
}

/* An inline count of one to three bytes keeps its size: the form is not what was damaged, or only that was. */
static void try_prefix(search *s, uint32_t node, uint32_t off, uint32_t size, int64_t value)
{
    uint64_t top = size == 1 ? 0 : size == 2 ? 0x8000u : 0xc00000u, room = size == 1 ? 0x7f : size == 2 ? 0x3fff : 0x3fffff;
    repair r = {.node = node, .off = off, .size = size, .bit = A3D_NO_BIT, .value = value};
    if (value < 0 || (uint64_t)value > room)
        return;
    a3d_store(r.bytes, size, (uint64_t)value | top, true);
    try_repair(s, &r);
}

typedef void (*try_fn)(search *s, uint32_t node, uint32_t off, uint32_t size, int64_t value);

/* Values that a count may have had: its neighbours, what one flipped bit makes of it, and small ones. */
static void try_counts(search *s, try_fn try, uint32_t node, uint32_t off, uint32_t size, int64_t count)
{
    for (unsigned i = 0; i < s->n_seen && s->budget > 0; i++)
        if (s->seen[i] >= SMALL)
            try(s, node, off, size, s->seen[i]);
    for (int64_t d = 1; d <= 4 && s->budget > 0; d++) {
        try(s, node, off, size, count - d);
        try(s, node, off, size, count + d);
    }
    for (unsigned bit = 0; bit < 8 * size && bit < 32 && s->budget > 0; bit++)
        try(s, node, off, size, count ^ INT64_C(1) << bit);
    for (int64_t v = 0; v < SMALL && s->budget > 0; v++)
        if (v + 4 < count || v > count + 4)
            try(s, node, off, size, v);
}

static bool shape_uses(const a3d_shape *s, const a3d_record *type, unsigned slot)
{
    bool list = s->kind == A3D_ARRAY || s->kind == A3D_VECTOR;
    return list && s->count_by == A3D_COUNT_OUTER && s->outer == type && s->slot == slot;
}

/* Whether a list of an inner record takes its count from this field. */
static bool counts_inside(const a3d_format *format, const a3d_record *type, unsigned slot)
{
    for (unsigned r = 0; r < format->n_records; r++) {
        const a3d_record *other = format->records[r];
        for (unsigned i = 0; other != NULL && i < other->n_rows; i++) {
            const a3d_row *row = &other->rows[i];
            if (row->alts == NULL ? shape_uses(&row->shape, type, slot) : false)
                return true;
            for (const a3d_alt *alt = row->alts; alt != NULL && alt->shape.kind != A3D_NOTHING; alt++)
                if (shape_uses(&alt->shape, type, slot))
                    return true;
        }
    }
    return false;
}

/* Whether the wire form of a later row depends on this field. */
static bool chooses_form(const a3d_row *row, unsigned slot)
{
    for (const a3d_alt *alt = row->alts; alt != NULL && alt->shape.kind != A3D_NOTHING; alt++)
        if (alt->when.op != A3D_ALWAYS && alt->when.outer == NULL && alt->when.slot == slot)
            return true;
    for (unsigned k = 0; k < 2; k++)
        if (row->when[k].op != A3D_ALWAYS && row->when[k].slot == slot && row->when[k].outer == NULL)
            return true;
    return false;
}

/* Whether a scalar counts or measures something, so that damage to it shifts what follows. */
static bool governs(const a3d_doc *doc, uint32_t index)
{
    const a3d_node *node = a3d_at(doc, index);
    if (node->row->derive.kind == A3D_COUNT || node->row->derive.kind == A3D_SPAN || node->row->publish)
        return true;
    const a3d_record *type = node->parent != A3D_NO_NODE ? a3d_record_type(doc, node->parent) : NULL;
    if (type == NULL)
        return false;
    unsigned slot = index - a3d_at(doc, node->parent)->v.at.first;
    for (unsigned i = slot + 1; i < type->n_rows; i++) {
        const a3d_shape *shape = a3d_shape_of(a3d_at(doc, a3d_field(doc, node->parent, i)));
        if ((shape->count_by == A3D_COUNT_FIELD || shape->kind == A3D_SWITCH) && shape->slot == slot && shape->kind >= A3D_ARRAY)
            return true;
        if (chooses_form(&type->rows[i], slot))
            return true;
    }
    return counts_inside(doc->format, type, slot);
}

/* The bytes of a custom field for another value. */
static bool custom_bytes(search *s, uint32_t index, int64_t value, repair *r)
{
    a3d_text out;
    a3d_enc enc = {.doc = s->doc, .out = &out};
    a3d_node *node = a3d_at(s->doc, index);
    int64_t old = node->v.i;
    a3d_text_init(&out, &s->arena);
    node->v.i = value;
    a3d_shape_of(node)->custom->write(&enc, index);
    node->v.i = old;
    bool fits = !out.failed && out.size == r->size;
    if (fits)
        memcpy(r->bytes, out.data, r->size);
    a3d_text_free(&out);
    return fits;
}

/* A length with which the window that it opens reaches to the end of the stream. */
static void try_span(search *s, uint32_t index)
{
    const a3d_node *node = a3d_at(s->doc, index);
    const a3d_derive_row *d = &node->row->derive;
    uint32_t base = d->from == A3D_AFTER_FIELD ? node->off + node->size : d->from == A3D_FROM_FIELD ? node->off
                                                                       : a3d_at(s->doc, node->parent)->off;
    repair r = {.node = index, .off = node->off, .size = node->size, .bit = A3D_NO_BIT};
    r.value = (int64_t)s->doc->streams[s->stream].size - base + d->bias;
    if (r.size > sizeof r.bytes || r.value == node->v.i || r.value < 0)
        return;
    if (a3d_shape_of(node)->kind != A3D_CUSTOM)
        a3d_store(r.bytes, r.size, (uint64_t)r.value, s->doc->format->big_endian);
    else if (!custom_bytes(s, index, r.value, &r))
        return;
    try_repair(s, &r);
}

static void try_node(search *s, uint32_t index)
{
    const a3d_node *node = a3d_at(s->doc, index);
    const a3d_shape *shape = a3d_shape_of(node);
    bool list = shape->kind == A3D_ARRAY || shape->kind == A3D_VECTOR;
    if (node->row->derive.kind == A3D_SPAN && node->row->derive.window != A3D_NO_WINDOW)
        try_span(s, index);
    if (list && shape->count_by == A3D_COUNT_PREFIX) {
        uint32_t size = a3d_prefix_size(s->doc->format, s->copy + node->off, 4);
        uint32_t count = a3d_prefix_load(s->doc->format, s->copy + node->off, size);
        try_counts(s, s->doc->format->prefix == A3D_PREFIX_A3D ? try_prefix : try_value, index, node->off, size, count);
    } else if (shape->kind == A3D_SCALAR && shape->type != A3D_F32 && governs(s->doc, index)) {
        try_counts(s, try_value, index, node->off, a3d_width(shape->type), node->v.i);
    }
}

/* Counts of lists that lie where the search looks, the nearest to the fault first. */
static void collect_counts(search *s)
{
    for (uint32_t i = (uint32_t)s->doc->n_nodes; i-- > 0 && s->n_seen < SEEN;) {
        const a3d_node *node = a3d_at(s->doc, i);
        unsigned kind = node->state == A3D_PRESENT ? a3d_shape_of(node)->kind : A3D_NOTHING, known = 0;
        if ((kind != A3D_ARRAY && kind != A3D_VECTOR) || (s->unit != A3D_NO_NODE && node->off < a3d_at(s->doc, s->unit)->off))
            continue;
        while (known < s->n_seen && s->seen[known] != node->v.at.count)
            known++;
        if (known == s->n_seen)
            s->seen[s->n_seen++] = node->v.at.count;
    }
}

/* Counts before the fault, the nearest first: most damage shows soon. */
static void try_nodes(search *s)
{
    collect_counts(s);
    for (uint32_t i = (uint32_t)s->doc->n_nodes; i-- > 0 && s->budget > 0;) {
        const a3d_node *node = a3d_at(s->doc, i);
        if (s->unit != A3D_NO_NODE && node->off < a3d_at(s->doc, s->unit)->off)
            continue;
        bool read = node->state == A3D_PRESENT || (node->state == A3D_NOT_READ && node->off > 0); /* the field that failed */
        if (read && node->stream == s->stream && node->off <= s->fault && node->row != &a3d_row_element &&
            s->doc->streams[s->stream].size - node->off >= 4)
            try_node(s, i);
    }
}

/* ---- what comes of it ---- */

static const char *text_of(a3d_doc *doc, const char *text)
{
    const char *copy = a3d_arena_text(doc->arena, text, strlen(text));
    return copy != NULL ? copy : "";
}

/* The field that decoding asked mask bit *n for, counting down on the way; A3D_NO_NODE when there is none. */
static uint32_t field_of_bit(const a3d_doc *doc, uint32_t index, uint32_t *n)
{
    const a3d_node *node = a3d_at(doc, index);
    unsigned kind = a3d_shape_of(node)->kind;
    if (node->row->optional && (node->state == A3D_PRESENT || node->state == A3D_ABSENT) && (*n)-- == 0)
        return index;
    if (node->state != A3D_PRESENT || node->flat || (kind != A3D_RECORD && kind != A3D_VECTOR && kind != A3D_SWITCH))
        return A3D_NO_NODE;
    for (uint32_t i = 0; i < node->v.at.count; i++) {
        uint32_t found = field_of_bit(doc, node->v.at.first + i, n);
        if (found != A3D_NO_NODE)
            return found;
    }
    return A3D_NO_NODE;
}

/* A mask bit is named by its number and by the field that it decides about. */
static void describe_bit(a3d_doc *doc, const repair *r, a3d_suspect *out)
{
    uint32_t number = 8 * (r->off - a3d_at(doc, r->node)->off) + r->bit - doc->mask.header, n = number;
    uint32_t field = field_of_bit(doc, doc->root, &n);
    a3d_text path;
    char text[320];
    a3d_text_init(&path, doc->arena);
    if (field != A3D_NO_NODE)
        a3d_put_path(&path, doc, field);
    snprintf(text, sizeof text, ".bit[%u]", (unsigned)number);
    out->place.suffix = text_of(doc, text);
    snprintf(text, sizeof text, "%u", (unsigned)r->value);
    out->repair = text_of(doc, text);
    snprintf(text, sizeof text, "with mask bit %u %s (%.*s %s) the rest decodes to the exact end", (unsigned)number,
             r->value ? "set" : "cleared", (int)(path.size < 200 ? path.size : 200), path.size > 0 ? path.data : "", r->value ? "absent" : "present");
    out->message = text_of(doc, text);
    a3d_text_free(&path);
}

static void attach(search *s, a3d_finding *f)
{
    a3d_doc *doc = s->doc;
    /* beside a repair that leaves nothing to complain about, those that do are no suspects */
    while (s->n_best > 1 && s->best[0].score < VALUE_FINDING && s->best[s->n_best - 1].score >= VALUE_FINDING)
        s->n_best--;
    a3d_suspect *list = s->n_best > 0 ? a3d_arena_alloc(doc->arena, s->n_best * sizeof *list) : NULL;
    if (list == NULL)
        return;
    for (unsigned i = 0; i < s->n_best; i++) {
        const repair *r = &s->best[i];
        const char *name = a3d_row_name(a3d_at(doc, r->node)->row);
        char text[160];
        list[i].place = (a3d_place){r->node, ""};
        list[i].stream = s->stream;
        list[i].off = r->off;
        list[i].size = r->size;
        list[i].bit = r->bit;
        if (r->bit != A3D_NO_BIT) {
            describe_bit(doc, r, &list[i]);
            continue;
        }
        snprintf(text, sizeof text, "%lld", (long long)r->value);
        list[i].repair = text_of(doc, text);
        snprintf(text, sizeof text, "with %s %lld the rest decodes to the exact end", name, (long long)r->value);
        list[i].message = text_of(doc, text);
    }
    f->suspects = list;
    f->n_suspects = s->n_best;
}

/* The finding of the fault: the first that tainted something or left bytes over. */
static a3d_finding *root_fault(a3d_doc *doc)
{
    for (size_t i = 0; i < doc->n_findings; i++) {
        a3d_fault fault = doc->findings[i].rule->fault;
        if (doc->findings[i].cause == A3D_NO_CAUSE && fault != A3D_FAULT_NONE && doc->findings[i].severity == A3D_ERROR &&
            doc->findings[i].place.node != A3D_NO_NODE)
            return &doc->findings[i];
    }
    return doc->n_findings > 0 ? &doc->findings[0] : NULL;
}

/* ---- what follows from the fault ---- */

static bool inside(const a3d_doc *doc, uint32_t node, uint32_t container)
{
    while (node != A3D_NO_NODE && node != container)
        node = a3d_at(doc, node)->parent;
    return node == container;
}

/* Whether a stream lies in another, however deep; *off becomes the place there. */
static bool lies_in(const a3d_doc *doc, uint32_t stream, uint32_t outer, uint32_t *off)
{
    while (stream != outer && doc->streams[stream].owner != A3D_NO_NODE) {
        *off = doc->streams[stream].off;
        stream = doc->streams[stream].parent;
    }
    return stream == outer;
}

/* The container that a finding tainted, or the root. */
static uint32_t tainted_by(const a3d_doc *doc, uint32_t number)
{
    for (size_t i = 0; i < doc->n_sides; i++)
        if (doc->sides[i].kind == A3D_SIDE_TAINT && doc->sides[i].value == number)
            return doc->sides[i].node;
    return doc->root;
}

/* Values in a container that was misread break rules by chance: such findings follow from the fault, unless
 * they lie before the likely cause of it. */
static void link_causes(a3d_doc *doc, const a3d_finding *root)
{
    uint32_t number = (uint32_t)(root - doc->findings), container = doc->root;
    uint32_t from = root->n_suspects > 0 ? root->suspects[0].off : 0;
    if (root->n_suspects == 0)
        container = tainted_by(doc, number);
    for (size_t i = 0; i < doc->n_findings; i++) {
        a3d_finding *f = &doc->findings[i];
        uint32_t off = f->off;
        if (f == root || f->cause != A3D_NO_CAUSE || f->place.node == A3D_NO_NODE || !lies_in(doc, f->stream, root->stream, &off) || off < from)
            continue;
        bool structural = f->rule->fault != A3D_FAULT_NONE && f->rule->fault <= A3D_FAULT_OVERLONG;
        if (inside(doc, f->place.node, container) && (!structural || off > root->off || root->n_suspects > 0))
            f->cause = number;
    }
}

/* Trials over a whole stream go into a document of their own. */
static void search_stream(search *s)
{
    const a3d_stream *stream = &s->doc->streams[s->stream];
    if (a3d_begin(&s->ctx, &s->arena, s->doc->format, s->copy, stream->size, NULL) != A3D_OK)
        return;
    memcpy(s->ctx.doc->vars, s->doc->vars, sizeof s->doc->vars);
    s->ctx.quiet = true;
    s->ctx.own_work_limit = false;
    s->clean = a3d_mark_now(&s->ctx);
    try_mask(s);
    try_nodes(s);
}

/* Trials over one element go into the damaged document, and are taken back. */
static void search_unit(search *s)
{
    a3d_doc *doc = s->doc;
    const uint8_t *data = doc->streams[s->stream].data;
    uint64_t limit = doc->work_limit;
    if (a3d_resume(&s->ctx, doc) != A3D_OK)
        return;
    s->ctx.quiet = true;
    s->clean = a3d_mark_now(&s->ctx);
    s->clean.faulty = false;
    doc->streams[s->stream].data = s->copy;
    try_nodes(s);
    a3d_release(&s->ctx, &s->clean);
    doc->streams[s->stream].data = data;
    doc->work_limit = limit;
    doc->faulty = true;
}

void a3d_find_suspects(a3d_doc *doc)
{
    search s = {.doc = doc, .unit = A3D_NO_NODE};
    a3d_finding *f = doc->faulty && doc->limited == A3D_LIMIT_NONE ? root_fault(doc) : NULL;
    if (f == NULL || doc->work_limit <= doc->steps || doc->streams[f->stream].size == 0)
        return;
    const a3d_stream *stream = &doc->streams[f->stream];
    uint32_t container = tainted_by(doc, (uint32_t)(f - doc->findings)), list = a3d_at(doc, container)->parent;
    s.stream = f->stream;
    s.fault = f->off;
    s.budget = (doc->work_limit - doc->steps) / 2;
    if (s.budget > MOST_STEPS)
        s.budget = MOST_STEPS;
    if (a3d_at(doc, container)->row == &a3d_row_element && a3d_at(doc, list)->row->place_start != 0 && f->off > a3d_at(doc, container)->off)
        s.unit = container;
    a3d_arena_init(&s.arena, &doc->arena->mem);
    s.copy = a3d_block_resize(&s.arena, NULL, (size_t)stream->size + 8);
    if (s.copy != NULL) {
        memcpy(s.copy, stream->data, stream->size);
        if (s.unit != A3D_NO_NODE)
            search_unit(&s);
        else
            search_stream(&s);
        attach(&s, f);
    }
    a3d_arena_free(&s.arena);
    link_causes(doc, f);
}
