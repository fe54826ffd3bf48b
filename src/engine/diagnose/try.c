/* try.c - what is tried for one field: counts, flags, lengths, values that choose a form; see search.h */
#include "base/never.h"
#include "codec/codec.h"
#include "engine/diagnose/search.h"
#include "engine/document/domain.h"
#include "engine/document/plan.h"
#include "engine/document/prefix.h"
#include "engine/encode/encode.h"

#include <string.h>

void a3d_try_bits(a3d_search *s, uint32_t from, uint32_t to)
{
    const a3d_mask *mask = &s->doc->mask;
    if (mask->node == A3D_NO_NODE || a3d_at(s->doc, mask->node)->stream != s->stream)
        return;
    uint32_t start = a3d_at(s->doc, mask->node)->off, least = to < mask->used ? mask->used - to : 0;
    for (uint32_t i = from < mask->used ? mask->used - from : 0; i-- > least && s->budget > 0;) {
        uint32_t at = mask->header + i;
        a3d_attempt r = {.node = mask->node, .off = start + at / 8, .size = 1, .bit = at % 8, .element = A3D_ITSELF};
        r.bytes[0] = (uint8_t)(s->copy[r.off] ^ 0x80 >> r.bit);
        r.value = (r.bytes[0] >> (7 - r.bit)) & 1;
        a3d_try_repair(s, &r, false);
    }
}

/* Tries all other values of one byte of the mask. A byte with one changed bit was tried before. */
static void try_mask_byte(a3d_search *s, uint32_t mask, uint32_t off)
{
    for (unsigned change = 1; change <= UINT8_MAX && s->budget > 0; change++) {
        a3d_attempt r = {.node = mask, .off = off, .size = 1, .bit = A3D_NO_BIT, .element = A3D_ITSELF};
        r.bytes[0] = (uint8_t)(s->copy[off] ^ change);
        r.value = r.bytes[0];
        a3d_try_repair(s, &r, false);
    }
}

void a3d_try_mask_bytes(a3d_search *s)
{
    enum { MOST_BYTES = 6, HEAD = 3 };
    const a3d_mask *mask = &s->doc->mask;
    uint32_t node = mask->node;
    if (s->n_best > 0 || node == A3D_NO_NODE || a3d_at(s->doc, node)->stream != s->stream)
        return;
    uint32_t start = a3d_at(s->doc, node)->off, last = (mask->header + mask->used) / 8, n = 0;
    if (last >= a3d_at(s->doc, node)->size)
        last = a3d_at(s->doc, node)->size - 1;
    for (uint32_t i = last + 1; i-- > 0 && n < MOST_BYTES; n++)
        try_mask_byte(s, node, start + i);
    for (uint32_t i = 0; i < HEAD && i + MOST_BYTES <= last; i++) /* its length */
        try_mask_byte(s, node, start + i);
}

/* Whether a version has no content to read. Any file fits such a version, and perhaps an unknown one, so neither is
 * tried. */
static bool unread_version(const a3d_search *s, uint32_t node, int64_t value)
{
    const a3d_version *v = s->doc->format->versions;
    if (a3d_at(s->doc, node)->row->publish != A3D_VAR_VERSION + 1)
        return false;
    while (v->text != NULL && (int64_t)v->number != value)
        v++;
    return v->text == NULL || !v->generated;
}

/* Whether the domain of a field allows a value. */
static bool allowed(const a3d_search *s, uint32_t node, int64_t value)
{
    const a3d_node *n = a3d_at(s->doc, node);
    const a3d_shape *shape = a3d_shape_of(n);
    return shape->kind != A3D_SCALAR || a3d_domain_holds(a3d_domain_of(n->row, shape->type), value);
}

static void try_value(a3d_search *s, uint32_t node, uint32_t off, uint32_t size, int64_t value)
{
    a3d_attempt r = {.node = node, .off = off, .size = size, .bit = A3D_NO_BIT, .value = value, .element = A3D_ITSELF};
    if (value < 0 || (size < 8 && (uint64_t)value >> (8 * size) != 0) || unread_version(s, node, value) ||
        !allowed(s, node, value))
        return;
    a3d_store(r.bytes, size, (uint64_t)value, s->doc->format->big_endian);
    a3d_try_repair(s, &r, false);
}

/* Tries an inline count of one to three bytes in its present size: damage rarely changes both. */
static void try_prefix(a3d_search *s, uint32_t node, uint32_t off, uint32_t size, int64_t value)
{
    a3d_attempt r = {.node = node, .off = off, .size = size, .bit = A3D_NO_BIT, .value = value, .element = A3D_ITSELF};
    if (value < 0 || value > a3d_prefix_most(s->doc->format, size))
        return;
    a3d_prefix_store(s->doc->format, r.bytes, size, (uint64_t)value);
    a3d_try_repair(s, &r, false);
}

void a3d_try_versions(a3d_search *s)
{
    enum { FEW = 4 };
    unsigned n = 0;
    for (const a3d_version *v = s->doc->format->versions; v->text != NULL; v++)
        n += v->generated;
    for (uint32_t i = 0; n <= FEW && i < s->doc->n_nodes; i++) {
        const a3d_node *node = a3d_at(s->doc, i);
        if (node->row->publish != A3D_VAR_VERSION + 1 || node->state != A3D_PRESENT || node->stream != s->stream ||
            node->off > s->fault)
            continue;
        for (const a3d_version *v = s->doc->format->versions; v->text != NULL; v++)
            if ((int64_t)v->number != node->v.i)
                try_value(s, i, node->off, node->size, v->number);
    }
}

typedef void (*try_fn)(a3d_search *s, uint32_t node, uint32_t off, uint32_t size, int64_t value);

/* The greatest count for which the bytes after a field could be enough. */
static int64_t most_counted(a3d_search *s, uint32_t node, uint32_t off)
{
    const a3d_shape *shape = a3d_shape_of(a3d_at(s->doc, node));
    uint32_t left = s->doc->streams[s->stream].size - off, least = 1;
    if (shape->fill || shape->pack != A3D_PACK_NONE)
        return INT64_MAX;
    if (shape->kind == A3D_ARRAY)
        least = a3d_width(shape->type);
    else if (shape->kind == A3D_VECTOR)
        least = a3d_plan_of(&s->ctx, shape->record)->least_bytes;
    return least > 0 ? left / least : INT64_MAX;
}

static void try_count(a3d_search *s, try_fn try, uint32_t node, uint32_t off, uint32_t size, int64_t count)
{
    if (count <= most_counted(s, node, off))
        try(s, node, off, size, count);
}

/* Tries guesses of the kind s->guess for a count. */
static void try_counts(a3d_search *s, try_fn try, uint32_t node, uint32_t off, uint32_t size, int64_t count)
{
    enum { STEP = 4 };
    for (int64_t d = 1; s->guess == A3D_GUESS_NEAR && d <= STEP && s->budget > 0; d++) {
        try_count(s, try, node, off, size, count - d);
        try_count(s, try, node, off, size, count + d);
    }
    if (s->guess == A3D_GUESS_NEAR && count > STEP && s->budget > 0)
        try_count(s, try, node, off, size, 0);
    for (unsigned bit = 0; s->guess == A3D_GUESS_FLIP && bit < 8 * size && bit < 32 && s->budget > 0; bit++)
        try_count(s, try, node, off, size, count ^ INT64_C(1) << bit);
    for (unsigned i = 0; s->guess == A3D_GUESS_SEEN && i < s->n_seen && s->budget > 0; i++)
        try_count(s, try, node, off, size, s->seen[i]);
    for (int64_t v = 0; s->guess == A3D_GUESS_SMALL && v < A3D_SMALL && s->budget > 0; v++)
        if (v + STEP < count || v > count + STEP)
            try_count(s, try, node, off, size, v);
}

/* Tries a value, also a negative one, that the condition of a later field compares with. */
static void try_condition(a3d_search *s, uint32_t node, const a3d_when *when, unsigned slot)
{
    const a3d_node *n = a3d_at(s->doc, node);
    unsigned type = a3d_shape_of(n)->type, size = a3d_width(type);
    a3d_attempt r = {.node = node, .off = n->off, .size = size, .bit = A3D_NO_BIT, .value = when->value,
                     .element = A3D_ITSELF};
    if ((when->op != A3D_EQ && when->op != A3D_NE) || A3D_NEVER(when->outer != NULL) || when->slot != slot ||
        when->value == n->v.i)
        return;
    a3d_store(r.bytes, size, (uint64_t)when->value, s->doc->format->big_endian);
    if (a3d_load_type(r.bytes, type, s->doc->format->big_endian) == when->value)
        a3d_try_repair(s, &r, false);
}

static void try_choices(a3d_search *s, uint32_t node)
{
    uint32_t parent = a3d_at(s->doc, node)->parent;
    const a3d_record *type = a3d_record_type(s->doc, parent);
    unsigned slot = node - a3d_at(s->doc, parent)->v.at.first;
    for (unsigned i = slot + 1; i < type->n_rows && s->budget > 0; i++) {
        try_condition(s, node, &type->rows[i].when[0], slot);
        try_condition(s, node, &type->rows[i].when[1], slot);
        for (const a3d_alt *alt = type->rows[i].alts; alt != NULL && alt->shape.kind != A3D_NOTHING; alt++)
            try_condition(s, node, &alt->when, slot);
    }
}

static void try_byte(a3d_search *s, uint32_t node, uint32_t off, uint32_t element, uint8_t value)
{
    a3d_attempt r = {.node = node, .off = off, .size = 1, .bit = A3D_NO_BIT, .value = value, .element = element};
    if (off >= s->doc->streams[s->stream].size || s->copy[off] == value)
        return;
    r.bytes[0] = value;
    a3d_try_repair(s, &r, false);
}

/* Tries the flags before the elements of a list: fill and compression. */
static void try_flags(a3d_search *s, uint32_t index, const a3d_shape *shape, uint32_t off, uint32_t count)
{
    const a3d_block_rule *blocks = s->doc->format->blocks;
    if (shape->fill) {
        try_byte(s, index, off, A3D_FILL_FLAG, 0);
        try_byte(s, index, off++, A3D_FILL_FLAG, 1);
    }
    if (shape->pack != A3D_PACK_BLOCK || count == 0 || s->doc->vars[A3D_VAR_VERSION] < blocks->flag_since)
        return;
    try_byte(s, index, off, A3D_PACK_FLAG, 0);
    try_byte(s, index, off, A3D_PACK_FLAG, 2);
}

/* An LZO stream marks its own end, so the size of its content gives the number of elements. `off` is where the count
 * ends. */
static void try_unpacked(a3d_search *s, uint32_t index, const a3d_shape *shape, uint32_t off, uint32_t count_off,
                         uint32_t count_size)
{
    const a3d_block_rule *blocks = s->doc->format->blocks;
    uint32_t end = s->doc->streams[s->stream].size, version = (uint32_t)s->doc->vars[A3D_VAR_VERSION];
    uint32_t flags = shape->fill + (version >= blocks->flag_since ? 1u : 0u), width = a3d_width(shape->type);
    if (shape->kind == A3D_VECTOR)
        width = a3d_plan_of(&s->ctx, shape->record)->least_bytes;
    if (version < blocks->lzo_since || width == 0 || end - off <= flags)
        return;
    if ((shape->fill && s->copy[off] != 0) || (version >= blocks->flag_since && s->copy[off + shape->fill] != 2))
        return;
    size_t left = end - off - flags, room = 65536 + 8 * left;
    uint8_t *out = a3d_block_resize(&s->arena, NULL, room);
    if (out == NULL)
        return;
    a3d_codec_result r = a3d_lzo1x_unpack(s->copy + off + flags, left, out, room);
    a3d_block_resize(&s->arena, out, 0);
    s->budget -= r.made / 16 < s->budget ? r.made / 16 : s->budget;
    if (r.status == A3D_CODEC_OUTPUT_SHORT && r.made % width == 0)
        try_value(s, index, count_off, count_size, (int64_t)(r.made / width));
}

/* Tries the booleans of an array, if a function of a later list counts them. */
static void try_booleans(a3d_search *s, uint32_t index)
{
    const a3d_node *node = a3d_at(s->doc, index);
    const a3d_record *type = a3d_record_type(s->doc, node->parent);
    unsigned slot = index - a3d_at(s->doc, node->parent)->v.at.first;
    uint32_t first = node->v.at.first, n = node->state == A3D_PRESENT && !node->packed ? node->v.at.count : 0;
    bool counted = false;
    for (unsigned i = slot + 1; type != NULL && i < type->n_rows; i++)
        counted |= type->rows[i].shape.count_by == A3D_COUNT_CALL;
    for (uint32_t i = 0; counted && i < n && i < A3D_SEEN; i++)
        try_byte(s, index, first + i, i, s->copy[first + i] == 0);
}

static void note_count(a3d_search *s, const a3d_shape *shape)
{
    if ((shape->kind == A3D_ARRAY || shape->kind == A3D_VECTOR) && shape->count_by == A3D_COUNT_OUTER)
        s->inner[shape->outer->id].counts[shape->slot] = true;
}

static void note_counts(a3d_search *s, const a3d_record *type)
{
    for (unsigned i = 0; i < type->n_rows; i++) {
        const a3d_row *row = &type->rows[i];
        if (row->alts == NULL)
            note_count(s, &row->shape);
        for (const a3d_alt *alt = row->alts; alt != NULL && alt->shape.kind != A3D_NOTHING; alt++)
            note_count(s, &alt->shape);
    }
}

/* Whether a list of an inner record is counted by this field. All records are searched once. */
static bool counts_inside(a3d_search *s, const a3d_record *type, unsigned slot)
{
    const a3d_format *format = s->doc->format;
    if (s->inner == NULL) {
        s->inner = a3d_arena_alloc(&s->arena, format->n_records * sizeof *s->inner);
        for (unsigned r = 0; s->inner != NULL && r < format->n_records; r++)
            note_counts(s, format->records[r]);
    }
    return s->inner != NULL && s->inner[type->id].counts[slot];
}

/* Whether this field decides the presence or form of a later row. */
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

/* Whether a scalar is a count, a length or a choice, so that damage to it shifts what follows. */
static bool governs(a3d_search *s, uint32_t index)
{
    const a3d_doc *doc = s->doc;
    const a3d_node *node = a3d_at(doc, index);
    if (node->row->derive.kind == A3D_COUNT || node->row->derive.kind == A3D_SPAN || node->row->publish)
        return true;
    const a3d_record *type = node->parent != A3D_NO_NODE ? a3d_record_type(doc, node->parent) : NULL;
    if (type == NULL)
        return false;
    unsigned slot = index - a3d_at(doc, node->parent)->v.at.first;
    for (unsigned i = slot + 1; i < type->n_rows; i++) {
        const a3d_shape *shape = a3d_shape_of(a3d_at(doc, a3d_field(doc, node->parent, i)));
        if ((shape->count_by == A3D_COUNT_FIELD || shape->kind == A3D_SWITCH) && shape->slot == slot &&
            shape->kind >= A3D_ARRAY)
            return true;
        if (chooses_form(&type->rows[i], slot) || type->rows[i].when_call != NULL || shape->count_by == A3D_COUNT_CALL)
            return true;
    }
    return counts_inside(s, type, slot);
}

bool a3d_custom_bytes(a3d_doc *doc, a3d_arena *arena, uint32_t index, int64_t value, uint8_t *bytes, uint32_t size)
{
    a3d_text out;
    a3d_enc enc = {.doc = doc, .out = &out};
    a3d_node *node = a3d_at(doc, index);
    int64_t old = node->v.i;
    a3d_text_init(&out, arena);
    node->v.i = value;
    a3d_shape_of(node)->custom->write(&enc, index);
    node->v.i = old;
    bool fits = !out.failed && out.size == size;
    if (fits)
        memcpy(bytes, out.data, size);
    a3d_text_free(&out);
    return fits;
}

/* Tries the length with which the window that it opens ends at offset `end` of the stream. */
static void try_window_end(a3d_search *s, uint32_t index, uint32_t end)
{
    const a3d_node *node = a3d_at(s->doc, index);
    const a3d_derive_row *d = &node->row->derive;
    uint32_t base = d->from == A3D_AFTER_FIELD ? node->off + node->size : d->from == A3D_FROM_FIELD ? node->off
                                                                       : a3d_at(s->doc, node->parent)->off;
    a3d_attempt r = {.node = index, .off = node->off, .size = node->size, .bit = A3D_NO_BIT, .element = A3D_ITSELF};
    r.value = (int64_t)end - base + d->bias;
    if (r.size > sizeof r.bytes || r.value == node->v.i || r.value < 0)
        return;
    if (a3d_shape_of(node)->kind != A3D_CUSTOM)
        a3d_store(r.bytes, r.size, (uint64_t)r.value, s->doc->format->big_endian);
    else if (!a3d_custom_bytes(s->doc, &s->arena, index, r.value, r.bytes, r.size))
        return;
    a3d_try_repair(s, &r, false);
}

static void try_span(a3d_search *s, uint32_t index)
{
    try_window_end(s, index, s->doc->streams[s->stream].size);
}

/* Finds the true end of a window by opening it up to the end of what encloses it: the length ends where that trial
 * leaves bytes over. */
static void try_fit(a3d_search *s, uint32_t index, uint32_t outer)
{
    const a3d_node *around = a3d_at(s->doc, outer);
    const a3d_doc *trial = s->ctx.doc;
    uint32_t from = a3d_at(s->doc, index)->off, end = around->off + around->size;
    if (around->stream != s->stream || end <= from)
        return;
    try_window_end(s, index, end);
    for (size_t i = 0; i < trial->n_nodes; i++) {
        const a3d_node *left = &trial->nodes[i];
        if (left->row != &a3d_row_slack || left->stream != 0 || left->off <= from || left->off >= end)
            continue;
        try_window_end(s, index, left->off);
        return;
    }
}

void a3d_try_windows(a3d_search *s)
{
    for (uint32_t node = s->at; node != A3D_NO_NODE && s->budget > 0; node = a3d_at(s->doc, node)->parent) {
        const a3d_record *type = a3d_record_type(s->doc, node);
        unsigned kind = a3d_shape_of(a3d_at(s->doc, node))->kind;
        if (type == NULL || kind == A3D_VECTOR || a3d_at(s->doc, node)->stream != s->stream ||
            a3d_at(s->doc, node)->parent == A3D_NO_NODE)
            continue;
        for (unsigned i = 0; i < type->n_rows && a3d_at(s->doc, node)->v.at.count == type->n_rows; i++) {
            uint32_t field = a3d_field(s->doc, node, i);
            const a3d_derive_row *d = &type->rows[i].derive;
            if (d->kind == A3D_SPAN && d->window == A3D_EXACT && a3d_at(s->doc, field)->state == A3D_PRESENT)
                try_fit(s, field, a3d_at(s->doc, node)->parent);
        }
    }
}

bool a3d_try_node(a3d_search *s, uint32_t index)
{
    const a3d_node *node = a3d_at(s->doc, index);
    const a3d_shape *shape = a3d_shape_of(node);
    bool list = shape->kind == A3D_ARRAY || shape->kind == A3D_VECTOR, once = s->guess == A3D_GUESS_NEAR;
    if (node->row->derive.kind == A3D_SPAN && node->row->derive.window != A3D_NO_WINDOW && once)
        try_span(s, index);
    if (list && shape->count_by == A3D_COUNT_PREFIX) {
        uint32_t size = a3d_prefix_size(s->doc->format, s->copy + node->off, 4);
        uint32_t off = node->off, count = a3d_prefix_load(s->doc->format, s->copy + off, size);
        try_counts(s, s->doc->format->prefix == A3D_PREFIX_A3D ? try_prefix : try_value, index, off, size, count);
        if (once)
            try_flags(s, index, shape, off + size, count);
        if (once && shape->pack == A3D_PACK_BLOCK)
            try_unpacked(s, index, shape, off + size, off, size);
        return true;
    }
    if (shape->kind == A3D_ARRAY && shape->type == A3D_BOOL && once)
        try_booleans(s, index);
    if (shape->kind != A3D_SCALAR || shape->type == A3D_F32 || !governs(s, index))
        return false;
    uint32_t off = node->off, width = a3d_width(shape->type);
    if (once)
        try_choices(s, index);
    try_counts(s, try_value, index, off, width, a3d_at(s->doc, index)->v.i);
    return true;
}
