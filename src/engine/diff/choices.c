/* choices.c - compares free choices of the encoding; see parts.h */
#include "base/never.h"
#include "engine/decode/mask.h"
#include "engine/diff/parts.h"
#include "engine/document/nodes.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

enum { WORDS = 48 };

static void put_number(char out[WORDS], uint64_t n, const char *of)
{
    snprintf(out, WORDS, "%" PRIu64 "%s%s", n, of, of[0] != '\0' && n != 1 ? "s" : "");
}

static void put_form(char out[WORDS], const a3d_node *node)
{
    const char *name = a3d_form_name(node);
    put_number(out, node->form, "");
    if (name != NULL)
        snprintf(out, WORDS, "%s", name);
}

static void compare_numbers(a3d_comparing *c, uint32_t a, uint32_t b, const char *suffix, uint64_t na, uint64_t nb,
                            const char *of)
{
    char words[2][WORDS];
    if (na == nb)
        return;
    put_number(words[0], na, of);
    put_number(words[1], nb, of);
    a3d_emit_choice(c, a, b, suffix, words[0], words[1]);
}

/* Compares the form of a list's count, its flags, and the form of a custom field. */
static void compare_forms(a3d_comparing *c, uint32_t a, uint32_t b)
{
    const a3d_node *na = a3d_at(c->doc[0], a), *nb = a3d_at(c->doc[1], b);
    const a3d_shape *s = a3d_shape_of(na);
    char words[2][WORDS];
    if (s->fill)
        compare_numbers(c, a, b, "$fill", na->form & A3D_FORM_FILL, nb->form & A3D_FORM_FILL, "");
    if (s->pack == A3D_PACK_BLOCK)
        compare_numbers(c, a, b, "$pack", na->form >> A3D_FORM_FLAG_SHIFT, nb->form >> A3D_FORM_FLAG_SHIFT, "");
    if (s->fill || s->pack == A3D_PACK_BLOCK || na->form == nb->form || s->kind == A3D_SCALAR)
        return;
    put_form(words[0], na);
    put_form(words[1], nb);
    a3d_emit_choice(c, a, b, "$form", words[0], words[1]);
}

/* ---- bytes that no field owns ---- */

static a3d_held bytes_of(const a3d_doc *doc, const a3d_side *side)
{
    if (side == NULL)
        return (a3d_held){.as = A3D_HELD_NOTHING};
    const a3d_node *node = a3d_at(doc, (uint32_t)side->value);
    uint32_t stream = node->edited ? doc->edit_stream : node->stream;
    const a3d_stream *s = &doc->streams[stream];
    a3d_held h = {.as = A3D_HELD_BYTES, .count = node->size};
    bool outside = s->data == NULL || (uint64_t)node->off + node->size > s->size;
    h.data = A3D_NEVER(outside) ? NULL : s->data + node->off;
    return h;
}

static void compare_loose(a3d_comparing *c, uint32_t a, uint32_t b, a3d_side_kind kind)
{
    const a3d_side *sa = a3d_side_find(c->doc[0], a, kind, NULL), *sb = a3d_side_find(c->doc[1], b, kind, NULL);
    for (unsigned i = 0; sa != NULL || sb != NULL; i++) {
        a3d_difference d = {.choice = true, .a = bytes_of(c->doc[0], sa), .b = bytes_of(c->doc[1], sb)};
        d.kind = sb == NULL ? A3D_ONLY_A : sa == NULL ? A3D_ONLY_B : A3D_DIFFERS;
        bool same = d.kind == A3D_DIFFERS && d.a.count == d.b.count && d.a.data != NULL && d.b.data != NULL &&
                    memcmp(d.a.data, d.b.data, d.a.count) == 0;
        if (!same) {
            a3d_set_paths(c, a, b);
            for (unsigned side = 0; side < 2; side++)
                a3d_add_path(c, side, ".%s[%u]", kind == A3D_SIDE_SLACK ? "$slack" : "$gap", i);
            a3d_emit(c, &d);
        }
        sa = sa != NULL ? a3d_side_find(c->doc[0], a, kind, sa) : NULL;
        sb = sb != NULL ? a3d_side_find(c->doc[1], b, kind, sb) : NULL;
    }
}

/* ---- streams and the mask ---- */

static const a3d_stream *stream_of(const a3d_doc *doc, uint32_t index)
{
    const a3d_node *node = a3d_at(doc, index);
    bool inside = a3d_shape_of(node)->kind == A3D_ARRAY || node->flat;
    return &doc->streams[inside ? node->v.at.first : a3d_stream_of(doc, index)];
}

/* Reports equal content whose packed bytes differ. */
static void compare_packed(a3d_comparing *c, uint32_t a, uint32_t b)
{
    const a3d_stream *sa = stream_of(c->doc[0], a), *sb = stream_of(c->doc[1], b);
    const a3d_stream *pa = &c->doc[0]->streams[sa->parent], *pb = &c->doc[1]->streams[sb->parent];
    char words[2][WORDS];
    if (sa->data == NULL || sb->data == NULL || sa->size != sb->size || memcmp(sa->data, sb->data, sa->size) != 0)
        return;
    if (A3D_NEVER((uint64_t)sa->off + sa->packed_size > pa->size || (uint64_t)sb->off + sb->packed_size > pb->size))
        return;
    if (sa->packed_size == sb->packed_size && memcmp(pa->data + sa->off, pb->data + sb->off, sa->packed_size) == 0)
        return;
    put_number(words[0], sa->packed_size, " packed byte");
    put_number(words[1], sb->packed_size, " packed byte");
    if (sa->packed_size == sb->packed_size)
        snprintf(words[1], WORDS, "as many, but others");
    a3d_emit_choice(c, a, b, "$stream", words[0], words[1]);
}

static void compare_masks(a3d_comparing *c, uint32_t a, uint32_t b)
{
    const a3d_mask *ma = &c->doc[0]->mask, *mb = &c->doc[1]->mask;
    if (ma->node != a || mb->node != b)
        return;
    compare_numbers(c, a, b, "$room", ma->room, mb->room, " bit");
    for (uint32_t i = ma->used; ma->used == mb->used && i < ma->room && i < mb->room; i++)
        if (a3d_mask_bit(ma, i) != a3d_mask_bit(mb, i)) {
            a3d_emit_choice(c, a, b, "$tail", "as it is", "another");
            return;
        }
}

void a3d_compare_choices(a3d_comparing *c, uint32_t a, uint32_t b)
{
    const a3d_node *na = a3d_at(c->doc[0], a), *nb = a3d_at(c->doc[1], b);
    compare_forms(c, a, b);
    compare_masks(c, a, b);
    if (na->packed && nb->packed)
        compare_packed(c, a, b);
    if (na->extra || nb->extra) {
        compare_loose(c, a, b, A3D_SIDE_SLACK);
        compare_loose(c, a, b, A3D_SIDE_GAP);
    }
}
