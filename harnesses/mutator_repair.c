/* mutator_repair.c - checksums and lengths after changes that an engine made by itself; see mutator.h
 *
 * The base is decoded once. What AFL++ makes of it is compared with it byte by byte: bytes before and after the changes
 * are the same, so each checksum and length is found again without decoding. */
#include "mutator.h"
#include "codec/inflate.h"
#include "engine/document/nodes.h"

#include <stdlib.h>
#include <string.h>

enum { REPAIR_LARGEST = 1 << 18, LEFT_ALONE = 8, MOST_KNOWN = 1 << 16, KNOWN_ROOM = 1 << 17 };

typedef enum repair_kind { REPAIR_ZLIB, REPAIR_LZSS, REPAIR_LENGTH, REPAIR_TOTAL, REPAIR_ADLER32 } repair_kind;

/* A field of `width` bytes at `at` that is right in the base and follows from the bytes from..to. A packed stream has
 * its checksum inside of from..to. */
typedef struct repair_item {
    repair_kind kind;
    uint32_t at, width, from, to;
    int32_t bias;
    uint32_t unpacked; /* of an LZSS stream */
} repair_item;

/* ---- the base ---- */

static void add_item(mutator_repair *r, repair_item item)
{
    repair_item *items = a3d_grow(&r->arena, r->items, &r->cap_items, r->n_items + 1, sizeof *items);
    if (items == NULL)
        return;
    r->items = items;
    r->items[r->n_items++] = item;
}

static uint32_t end_of(const a3d_node *node)
{
    return node->off + node->size;
}

/* A derived field of the file itself, if it is a number that is right. */
static void add_field(mutator_repair *r, const a3d_doc *doc, uint32_t index)
{
    const a3d_node *node = a3d_at(doc, index);
    const a3d_derive_row *d = &node->row->derive;
    if (node->state != A3D_PRESENT || node->stream != 0 || d->kind == A3D_GIVEN || !node->honest ||
        a3d_shape_of(node)->kind != A3D_SCALAR)
        return;
    const a3d_node *record = a3d_at(doc, node->parent), *rows = a3d_at(doc, record->v.at.first);
    const a3d_node *to = d->to != A3D_NO_SLOT ? &rows[d->to] : record;
    repair_item item = {.at = node->off, .width = a3d_width(a3d_shape_of(node)->type), .bias = d->bias};
    if (d->kind == A3D_ADLER32)
        item = (repair_item){REPAIR_ADLER32, item.at, item.width, rows->off, node->off, 0, 0};
    else if (d->kind == A3D_TOTAL)
        item = (repair_item){REPAIR_TOTAL, item.at, item.width, 0, doc->streams[0].size, 0, 0};
    else if (d->kind == A3D_SPAN && to->stream == 0 && !record->packed) {
        item.kind = REPAIR_LENGTH;
        item.from = d->from == A3D_FROM_RECORD ? rows->off : d->from == A3D_FROM_FIELD ? node->off : end_of(node);
        item.to = end_of(to);
    } else if (d->kind == A3D_UNPACKED && to->stream == 0 && !to->packed) {
        item = (repair_item){REPAIR_LENGTH, item.at, item.width, to->off, end_of(to), 0, 0};
    } else {
        return;
    }
    if (item.from <= item.to)
        add_item(r, item);
}

static void add_stream(mutator_repair *r, const a3d_doc *doc, const a3d_stream *s)
{
    if (s->owner == A3D_NO_NODE || s->parent != 0 || !s->sound || s->packed_size == 0)
        return;
    unsigned pack = a3d_shape_of(a3d_at(doc, s->owner))->pack;
    const a3d_block_rule *blocks = doc->format->blocks;
    if (pack == A3D_PACK_ZLIB)
        add_item(r, (repair_item){REPAIR_ZLIB, 0, 0, s->off, s->off + s->packed_size, 0, 0});
    else if (pack == A3D_PACK_BLOCK && blocks != NULL && doc->vars[A3D_VAR_VERSION] < blocks->lzo_since)
        add_item(r, (repair_item){REPAIR_LZSS, 0, 0, s->off, s->off + s->packed_size, 0, s->size});
}

/* What is inside comes before what is around it: packed streams, lengths, checksums. */
static int by_kind(const void *a, const void *b)
{
    const repair_item *x = a, *y = b;
    return x->kind != y->kind ? (x->kind > y->kind) - (x->kind < y->kind) : (x->from < y->from) - (x->from > y->from);
}

static void read_base(mutator_repair *r, workshop *w)
{
    const a3d_format *format = mutator_format(r->base, r->base_size);
    const a3d_doc *doc = format != NULL ? a3d_cached_doc(mutator_documents(w), format, r->base, (uint32_t)r->base_size)
                                        : NULL;
    r->read = true;
    for (uint32_t i = 0; doc != NULL && i < doc->n_nodes; i++)
        add_field(r, doc, i);
    for (size_t i = 1; doc != NULL && i < doc->n_streams; i++)
        add_stream(r, doc, &doc->streams[i]);
    if (r->n_items > 1)
        qsort(r->items, r->n_items, sizeof *r->items, by_kind);
}

void mutator_repair_base(mutator_repair *r, const uint8_t *data, size_t size)
{
    if (size == r->base_size && size > 0 && memcmp(r->base, data, size) == 0)
        return;
    if (r->base_size > 0)
        a3d_arena_free(&r->arena);
    r->items = NULL;
    r->n_items = r->cap_items = r->base_size = 0;
    r->read = false;
    uint8_t *base = size <= REPAIR_LARGEST && size > r->base_room ? realloc(r->base, size) : r->base;
    if (size == 0 || size > REPAIR_LARGEST || base == NULL)
        return;
    r->base_room = size > r->base_room ? size : r->base_room;
    r->base = memcpy(base, data, size);
    r->base_size = size;
    a3d_arena_init(&r->arena, NULL);
}

/* ---- files of the queue ---- */

bool mutator_repair_knows(const mutator_repair *r, const uint8_t *data, size_t size)
{
    uint64_t hash = mutator_hash(data, size);
    for (size_t at = hash % KNOWN_ROOM; r->known != NULL && r->known[at] != 0; at = (at + 1) % KNOWN_ROOM)
        if (r->known[at] == hash)
            return true;
    return false;
}

void mutator_repair_keep(mutator_repair *r, const uint8_t *data, size_t size)
{
    if (r->known == NULL)
        r->known = calloc(KNOWN_ROOM, sizeof *r->known);
    if (r->known == NULL || r->n_known == MOST_KNOWN || mutator_repair_knows(r, data, size))
        return;
    uint64_t hash = mutator_hash(data, size);
    size_t at = hash % KNOWN_ROOM;
    while (r->known[at] != 0)
        at = (at + 1) % KNOWN_ROOM;
    r->known[at] = hash;
    r->n_known++;
}

/* ---- what was changed ---- */

/* Bytes before `start` are those of the base, and so are those from `end` of the base on, which have moved. */
typedef struct change {
    const uint8_t *base;
    size_t base_size, size, start, end;
} change;

/* Of several places where bytes may have come or gone the first counts: it does not move when what is before it is
 * repaired. */
static change find_change(const mutator_repair *r, const uint8_t *data, size_t size)
{
    change c = {.base = r->base, .base_size = r->base_size, .size = size};
    size_t least = size < r->base_size ? size : r->base_size, same = 0;
    while (same < least && data[size - 1 - same] == r->base[r->base_size - 1 - same])
        same++;
    while (c.start < least - same && data[c.start] == r->base[c.start])
        c.start++;
    c.end = r->base_size - same;
    return c;
}

/* Where a place of the base is now: what is inserted at a place comes before it. False if it is inside of what was
 * changed and moved. */
static bool place_now(const change *c, uint32_t place, uint32_t *now)
{
    bool moves = c->size != c->base_size && place >= c->end;
    *now = moves ? (uint32_t)(place + c->size - c->base_size) : place;
    return moves || c->size == c->base_size || place < c->start;
}

/* An item where it is now. False if it does not apply: it was changed itself, or what it is about was not. */
static bool item_now(const change *c, const uint8_t *data, const repair_item *item, repair_item *now)
{
    *now = *item;
    if (!place_now(c, item->at, &now->at) || !place_now(c, item->from, &now->from) || !place_now(c, item->to, &now->to))
        return false;
    if (now->from > now->to || now->to > c->size || now->at > c->size || c->size - now->at < item->width ||
        memcmp(data + now->at, c->base + item->at, item->width) != 0)
        return false;
    if (item->kind == REPAIR_LENGTH || item->kind == REPAIR_TOTAL)
        return now->to - now->from != item->to - item->from;
    /* where bytes came or went, lengths may have been put right among the bytes of any checksum */
    return (item->kind == REPAIR_ADLER32 && c->size != c->base_size) || (item->from < c->end && c->start < item->to);
}

/* ---- repairs ---- */

static a3d_codec_result inflate_all(workshop *w, const uint8_t *in, size_t size)
{
    a3d_codec_result result = {0};
    a3d_allocator mem = pool_restart(&w->memory);
    a3d_arena arena;
    a3d_arena_init(&arena, &mem);
    a3d_inflate *s = a3d_arena_alloc(&arena, sizeof *s);
    uint8_t *window = a3d_arena_alloc(&arena, A3D_INFLATE_WINDOW);
    const uint8_t *piece;
    size_t made;
    if (s != NULL && window != NULL && a3d_inflate_begin(s, in, size, &result) == A3D_CODEC_OK)
        for (size_t all = 0; all < REPAIR_LARGEST * 4 && a3d_inflate_piece(s, window, &piece, &made, &result);
             all += made)
            continue;
    a3d_arena_free(&arena);
    return result;
}

static a3d_codec_result unpack_lzss(workshop *w, const uint8_t *in, size_t size, uint32_t unpacked)
{
    a3d_codec_result result = {0};
    a3d_allocator mem = pool_restart(&w->memory);
    a3d_arena arena;
    a3d_arena_init(&arena, &mem);
    uint8_t *out = unpacked <= REPAIR_LARGEST * 4 ? a3d_arena_alloc(&arena, unpacked) : NULL;
    if (out != NULL)
        result = a3d_lzss_unpack(in, size, out, unpacked);
    a3d_arena_free(&arena);
    return result;
}

static void repair_packed(workshop *w, const repair_item *item, uint8_t *data)
{
    uint8_t *in = data + item->from;
    size_t size = item->to - item->from;
    bool zlib = item->kind == REPAIR_ZLIB;
    a3d_codec_result r = zlib ? inflate_all(w, in, size) : unpack_lzss(w, in, size, item->unpacked);
    if (r.status == A3D_CODEC_BAD_CHECKSUM && r.at <= size && size - r.at >= 4)
        a3d_store(in + r.at, 4, r.computed, zlib);
}

static void repair_item_now(workshop *w, const a3d_format *format, const repair_item *item, uint8_t *data)
{
    if (item->kind == REPAIR_ZLIB || item->kind == REPAIR_LZSS) {
        repair_packed(w, item, data);
        return;
    }
    uint64_t value = item->kind == REPAIR_ADLER32 ? a3d_adler32(1, data + item->from, item->to - item->from)
                                                  : (uint64_t)((int64_t)item->to - item->from + item->bias);
    a3d_store(data + item->at, item->width, value, format->big_endian);
}

static bool copy_out(mutator_repair *r, const uint8_t *data, size_t size)
{
    uint8_t *out = size > r->room ? realloc(r->out, size) : r->out;
    if (out == NULL)
        return false;
    r->room = size > r->room ? size : r->room;
    r->out = memcpy(out, data, size);
    return true;
}

const uint8_t *mutator_repair_file(mutator_repair *r, workshop *w, const uint8_t *data, size_t size)
{
    repair_item now;
    if (r->base_size == 0 || size == 0 || size > REPAIR_LARGEST)
        return data;
    if (!r->read)
        read_base(r, w);
    if (r->n_items == 0)
        return data;
    change c = find_change(r, data, size);
    size_t first = 0;
    while (first < r->n_items && !item_now(&c, data, &r->items[first], &now))
        first++;
    /* Some are left as they are, always the same: what is wrong on purpose has to be read, too. */
    if (first == r->n_items || mutator_hash(data, size) % LEFT_ALONE == 0 || mutator_repair_knows(r, data, size) ||
        !copy_out(r, data, size))
        return data;
    const a3d_format *format = mutator_format(r->base, r->base_size);
    for (size_t i = first; i < r->n_items; i++)
        if (item_now(&c, data, &r->items[i], &now))
            repair_item_now(w, format, &now, r->out);
    r->repaired++;
    return r->out;
}

void mutator_repair_close(mutator_repair *r)
{
    mutator_repair_base(r, NULL, 0);
    free(r->base);
    free(r->known);
    free(r->out);
}
