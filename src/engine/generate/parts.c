/* parts.c - building blocks of random documents; see maker.h */
#include "engine/document/content.h"
#include "engine/generate/maker.h"

#include <stdio.h>
#include <string.h>

void a3d_put_type(a3d_text *out, unsigned type, int64_t value, bool big)
{
    uint8_t *p = a3d_extend(out, a3d_width(type));
    if (p != NULL)
        a3d_store(p, a3d_width(type), (uint64_t)value, big);
}

void a3d_choose_form(a3d_maker *m, uint32_t index)
{
    a3d_node *node = a3d_at(m->ctx.doc, index);
    const a3d_shape *s = a3d_shape_of(node);
    unsigned form = 0;
    if (s->pack == A3D_PACK_BLOCK && a3d_luck(m, 1, 2))
        form |= 2u << A3D_FORM_FLAG_SHIFT;
    if (m->ctx.format->prefix == A3D_PREFIX_A3D && s->count_by == A3D_COUNT_PREFIX && m->odd && a3d_luck(m, 1, 8))
        form = 1 + a3d_random_below(&m->random, 2);
    node->form = form & 7;
}

int a3d_make_content(a3d_maker *m, uint32_t node, const a3d_text *bytes, uint32_t count)
{
    const a3d_shape *s = a3d_shape_of(a3d_at(m->ctx.doc, node));
    if (bytes->failed)
        return A3D_STOP;
    m->room -= (int64_t)bytes->size;
    a3d_at(m->ctx.doc, node)->flat = s->kind == A3D_VECTOR;
    a3d_at(m->ctx.doc, node)->honest = 1;
    a3d_choose_form(m, node);
    return a3d_set_content(m->ctx.doc, node, bytes->data, (uint32_t)bytes->size, count);
}

int a3d_make_text(a3d_maker *m, uint32_t node, const char *text)
{
    a3d_text bytes = {.data = (char *)(uintptr_t)text, .size = strlen(text)};
    return a3d_make_content(m, node, &bytes, (uint32_t)bytes.size);
}

void a3d_make_value(a3d_maker *m, uint32_t record, unsigned slot, int64_t value)
{
    a3d_node *node = a3d_at(m->ctx.doc, a3d_field(m->ctx.doc, record, slot));
    if (node->state == A3D_PRESENT)
        node->v.i = value;
}

void a3d_make_name(a3d_maker *m, const char *stem, char out[40])
{
    snprintf(out, 40, "%.16s%llu", stem, (unsigned long long)m->next_key++);
}

uint32_t a3d_few(a3d_maker *m, uint32_t least, uint32_t most, uint32_t each)
{
    int64_t afford = m->room > 0 ? m->room / (each + 1) : 0;
    uint32_t n = least + a3d_random_below(&m->random, 1u << a3d_random_below(&m->random, 4));
    n = n > least + afford ? least + (uint32_t)afford : n;
    return n > most ? most : n;
}

uint32_t a3d_many(a3d_maker *m, uint32_t least, uint32_t most, uint32_t each)
{
    int64_t afford = m->room > 0 ? m->room / (each + 1) : 0;
    uint32_t n = (uint32_t)a3d_random_between(&m->random, afford / 8, afford / 2);
    return n < least ? least : n > most ? most : n;
}

uint32_t a3d_make_float(a3d_maker *m, int64_t lo, int64_t hi, unsigned k)
{
    return a3d_float_bits(a3d_random_between(&m->random, lo, hi), k);
}

/* Picks a point of the unit sphere with rational coordinates: 2p, 2q and p*p + q*q - 1, divided by p*p + q*q + 1. */
void a3d_make_direction(a3d_maker *m, int64_t out[3])
{
    int64_t p = a3d_random_between(&m->random, -12, 12), q = a3d_random_between(&m->random, -12, 12);
    int64_t sum = p * p + q * q + 1, turn = a3d_random_below(&m->random, 3);
    out[turn] = 2 * p * 1048576 / sum;
    out[(turn + 1) % 3] = 2 * q * 1048576 / sum;
    out[(turn + 2) % 3] = (sum - 2) * 1048576 / sum;
}

uint64_t a3d_integer_root(uint64_t square)
{
    uint64_t root = 0;
    for (uint64_t bit = UINT64_C(1) << 31; bit != 0; bit >>= 1)
        if ((root | bit) * (root | bit) <= square)
            root |= bit;
    return root;
}
