/* breaker.c - see breaker.h */
#include "engine/generate/breaker.h"
#include "base/never.h"
#include "engine/check/check.h"
#include "engine/document/flat.h"
#include "engine/edit/elements.h"
#include "engine/edit/fresh.h"
#include "engine/edit/normalize.h"

/* How a node can break the rule. */
typedef enum method { VALUE, REFERENCE, NO_REFERENCE, KEY, RELATION, DERIVED, NO_METHOD } method;

typedef struct breaker {
    a3d_ctx *ctx;
    a3d_random *random;
    unsigned rule;
    uint32_t left;    /* candidates to skip before the chosen one */
    bool taken;
    int64_t value;
    int status;
} breaker;

static bool is_rule(const breaker *b, const a3d_rule *rule)
{
    return rule == &b->ctx->format->rules[b->rule];
}

/* ---- which rows the rule is about ---- */

static bool breaks_value(const breaker *b, const a3d_row *row, unsigned type)
{
    a3d_random scratch = *b->random;
    int64_t value;
    if (row->domain.kind == A3D_UTF8 || row->domain.kind == A3D_BYTES)
        return is_rule(b, a3d_domain_rule(b->ctx->format, row, A3D_U8));
    return is_rule(b, a3d_domain_rule(b->ctx->format, row, type)) && a3d_random_forbidden(&scratch, row, type, &value);
}

static bool breaks_derived(const breaker *b, const a3d_row *row)
{
    static const uint8_t faults[][2] = {
        {A3D_SPAN, A3D_FAULT_LENGTH_WRONG}, {A3D_SPAN, A3D_FAULT_LENGTH_SMALL}, {A3D_SPAN, A3D_FAULT_LENGTH_PAST},
        {A3D_SPAN, A3D_FAULT_LEFT_OVER},    {A3D_COUNT, A3D_FAULT_COUNT_WRONG}, {A3D_UNPACKED, A3D_FAULT_UNPACKED_SIZE},
        {A3D_TOTAL, A3D_FAULT_TOTAL},       {A3D_ADLER32, A3D_FAULT_CHECKSUM}};
    if (row->derive.kind == A3D_GIVEN)
        return false;
    if (row->derive.rule == b->rule) /* a random length is never 0 */
        return true;
    for (unsigned i = 0; row->derive.rule == 0 && i < sizeof faults / sizeof *faults; i++)
        if (faults[i][0] == row->derive.kind && b->ctx->format->rules[b->rule].fault == faults[i][1])
            return true;
    return false;
}

static const a3d_relation *breaks_relation(const breaker *b, uint32_t node)
{
    const a3d_record *type = a3d_record_type(b->ctx->doc, node);
    for (const a3d_relation *r = type->relations; r != NULL && r->op != A3D_ALWAYS; r++)
        if (r->rule == b->rule)
            return r;
    return NULL;
}

/* How a value of the row can break the rule, or NO_METHOD if it cannot. */
static method method_of(const breaker *b, const a3d_row *row, unsigned type)
{
    if (row->ref.spaces != 0 && row->ref.rule == b->rule)
        return REFERENCE;
    if (row->ref.spaces != 0 && row->ref.null_rule == b->rule)
        return NO_REFERENCE;
    return breaks_value(b, row, type) ? VALUE : NO_METHOD;
}

/* A value that breaks the rule. */
static int64_t bad_value(breaker *b, const a3d_row *row, unsigned type, method how)
{
    const a3d_index *index = &b->ctx->index;
    int64_t value = 0;
    if (how == NO_REFERENCE)
        return row->ref.none;
    /* name an element of the wrong kind if one is found, else nothing, by a key beyond all others */
    for (unsigned i = 0; how == REFERENCE && index->n > 0 && i < 8; i++) {
        const a3d_key *key = &index->keys[a3d_random_next(b->random) % index->n];
        if ((row->ref.spaces >> key->space & 1) == 0)
            return a3d_type_fit(type, key->key);
    }
    if (how == REFERENCE) {
        value = index->n > 0 ? index->keys[index->n - 1].key + 1 + a3d_random_below(b->random, 1000) : 77;
        return a3d_type_fit(type, value);
    }
    a3d_random_forbidden(b->random, row, type, &value);
    return value;
}

/* ---- changing ---- */

/* Whether this candidate is the chosen one. Call it exactly once per candidate. */
static bool take(breaker *b)
{
    if (b->taken || b->left-- != 0)
        return false;
    b->taken = true;
    return true;
}

static void poke(const breaker *b, const uint8_t *at, unsigned type, int64_t value)
{
    a3d_store((uint8_t *)(uintptr_t)at, a3d_width(type), (uint64_t)value, b->ctx->format->big_endian);
}

static void try_array(breaker *b, uint32_t index)
{
    const a3d_node *node = a3d_at(b->ctx->doc, index);
    unsigned type = a3d_shape_of(node)->type;
    uint32_t stream, off, n = a3d_stored_count(node);
    method how = n > 0 ? method_of(b, node->row, type) : NO_METHOD;
    if (how == NO_METHOD || !take(b))
        return;
    const uint8_t *p = a3d_content(b->ctx->doc, node, &stream, &off);
    p += (size_t)a3d_random_below(b->random, n) * a3d_width(type);
    if (node->row->domain.kind == A3D_UTF8 || node->row->domain.kind == A3D_BYTES)
        poke(b, p, A3D_U8, 0xff);
    else
        poke(b, p, type, bad_value(b, node->row, type, how));
}

static int try_leaf(void *user, const a3d_leaf *leaf)
{
    breaker *b = user;
    const a3d_row *row = leaf->rows[leaf->depth - 1];
    unsigned type = leaf->shape->type;
    method how = leaf->count > 0 ? method_of(b, row, type) : NO_METHOD;
    if (how == NO_METHOD || !take(b))
        return 0;
    const uint8_t *at = leaf->data + (size_t)a3d_random_below(b->random, leaf->count) * a3d_width(type);
    poke(b, at, type, bad_value(b, row, type, how));
    return 1;
}

/* Gives the second of two elements the key of the first. */
static void try_keys(breaker *b, uint32_t index)
{
    const a3d_node *node = a3d_at(b->ctx->doc, index);
    const a3d_keys *keys = &node->row->keys;
    int64_t key;
    if (keys->space == 0 || keys->by_position || keys->rule != b->rule || node->v.at.count < 2 || node->flat ||
        !a3d_element_value(b->ctx->doc, index, 0, keys->slot, &key) || !take(b))
        return;
    a3d_at(b->ctx->doc, a3d_field(b->ctx->doc, node->v.at.first + 1, keys->slot))->v.i = key;
}

static int set_claim(breaker *b, uint32_t index, uint32_t count)
{
    return a3d_side_set(b->ctx->doc, index, A3D_SIDE_CLAIM, count) == 0 ? A3D_OK : A3D_STOP;
}

/* Makes an inline count longer than needed or too large, or gives a block an unknown flag. */
static void try_claims(breaker *b, uint32_t index)
{
    a3d_node *node = a3d_at(b->ctx->doc, index);
    const a3d_shape *s = a3d_shape_of(node);
    unsigned fault = b->ctx->format->rules[b->rule].fault;
    bool counted = s->count_by == A3D_COUNT_PREFIX;
    bool block = s->pack == A3D_PACK_BLOCK && node->v.at.count > 0 && (node->form & A3D_FORM_FILL) == 0;
    if (fault == A3D_FAULT_COUNT && counted && take(b))
        b->status = set_claim(b, index, node->v.at.count + 1000000u);
    else if (fault == A3D_FAULT_OVERLONG && counted && take(b))
        node->form = (1 + a3d_random_below(b->random, 2)) & 7;
    else if ((fault == A3D_FAULT_FLAG || fault == A3D_FAULT_FLAG_ODD) && block && take(b))
        node->form = ((fault == A3D_FAULT_FLAG ? 3u : 1u) << A3D_FORM_FLAG_SHIFT) & 7;
}

static void try_list(breaker *b, uint32_t index)
{
    const a3d_node *node = a3d_at(b->ctx->doc, index);
    uint32_t stream, off, n = a3d_stored_count(node), pos = 0;
    try_keys(b, index);
    if (!node->flat || n == 0)
        return;
    const uint8_t *p = a3d_content(b->ctx->doc, node, &stream, &off);
    for (uint32_t i = 0; i < n && !b->taken; i++) {
        uint32_t left = b->ctx->doc->streams[stream].size - off - pos;
        int64_t size = a3d_flat_element(b->ctx->doc, index, a3d_shape_of(node)->record, p + pos, left, try_leaf, b);
        if (size < 0)
            return;
        pos += (uint32_t)size;
    }
}

static void try_scalar(breaker *b, uint32_t index)
{
    a3d_node *node = a3d_at(b->ctx->doc, index);
    unsigned type = a3d_shape_of(node)->type;
    bool derived = breaks_derived(b, node->row);
    method how = derived ? DERIVED : method_of(b, node->row, type);
    if (how == NO_METHOD || !take(b))
        return;
    static const int8_t steps[] = {1, -1, 4, -4, 100, 0};
    int64_t step = steps[a3d_random_below(b->random, 6)];
    node->honest = 0;
    if (how != DERIVED)
        node->v.i = bad_value(b, node->row, type, how);
    else
        node->v.i = step == 0 ? 0 : a3d_type_fit(type, node->v.i + step);
}

/* Changes the left side of a relation: a value by one past the right side, a count by one element. */
static void try_record(breaker *b, uint32_t index)
{
    a3d_doc *doc = b->ctx->doc;
    const a3d_relation *r = breaks_relation(b, index);
    if (r == NULL || a3d_at(doc, a3d_field(doc, index, r->left.slot))->state != A3D_PRESENT || !take(b))
        return;
    uint32_t field = a3d_field(doc, index, r->left.slot);
    a3d_node *node = a3d_at(doc, field);
    int64_t right = r->right.factor;
    if (r->right.kind != A3D_TERM_NUMBER) {
        const a3d_node *other = a3d_at(doc, a3d_field(doc, index, r->right.slot));
        right *= r->right.kind == A3D_TERM_VALUE ? other->v.i : (int64_t)other->v.at.count;
    }
    int64_t wanted = r->op == A3D_NE ? right : r->op == A3D_GE ? right - 1 : right + 1;
    if (r->left.kind == A3D_TERM_VALUE) {
        node->v.i = wanted;
    } else if (wanted < 0 || wanted > 1 << 20) {
        b->status = A3D_BAD;
        return;
    } else if (wanted > node->v.at.count) {
        uint32_t n = (uint32_t)(wanted - node->v.at.count);
        bool made = a3d_fresh_elements(b->ctx, field, node->v.at.count, n) != A3D_NO_NODE;
        b->status = made ? A3D_OK : A3D_STOP;
    } else {
        b->status = a3d_remove_elements(b->ctx, field, (uint32_t)wanted, node->v.at.count - (uint32_t)wanted);
    }
    if (b->status == A3D_OK)
        b->status = a3d_normalize(b->ctx);
}

static void try_node(breaker *b, uint32_t index)
{
    switch (a3d_shape_of(a3d_at(b->ctx->doc, index))->kind) {
    case A3D_SCALAR: try_scalar(b, index); break;
    case A3D_ARRAY:
        try_array(b, index);
        try_claims(b, index);
        break;
    case A3D_VECTOR:
        try_list(b, index);
        try_claims(b, index);
        break;
    case A3D_RECORD:
    case A3D_SWITCH: try_record(b, index); break;
    default: /* A3D_CUSTOM */
        if (breaks_derived(b, a3d_at(b->ctx->doc, index)->row) && take(b)) {
            a3d_at(b->ctx->doc, index)->honest = 0;
            a3d_at(b->ctx->doc, index)->v.i += 1 + a3d_random_below(b->random, 4);
        }
        break;
    }
}

static void walk(breaker *b)
{
    uint32_t n = (uint32_t)b->ctx->doc->n_nodes;
    for (uint32_t i = 0; i < n && !b->taken; i++)
        if (a3d_is_reached(b->ctx->doc, i))
            try_node(b, i);
}

int a3d_break(a3d_ctx *ctx, a3d_random *random, unsigned rule)
{
    breaker b = {.ctx = ctx, .random = random, .rule = rule, .left = UINT32_MAX};
    A3D_ASSERT(rule > 0 && rule < ctx->format->n_rules);
    ctx->index.n = ctx->index.n_lists = 0;
    if (a3d_index_build(ctx) != A3D_OK)
        return A3D_STOP;
    walk(&b); /* the first walk only counts the candidates */
    uint32_t n = UINT32_MAX - b.left;
    if (n == 0)
        return A3D_BAD;
    b.left = a3d_random_below(random, n);
    walk(&b);
    return b.status;
}
