/* test_zlib_change.c - the changed byte of a zlib stream is found by the checksum of what was packed */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <stdlib.h>
#include <string.h>

#include "codec/inflate.h"
#include "codec/zlib_change.h"

enum { ROOM = 16 << 10, ANY = 258, STEPS = 1 << 30 };

typedef struct stream {
    uint8_t content[ROOM], packed[ROOM], out[2 * ROOM];
    uint32_t size, packed_size;
} stream;

static uint32_t state = 1;

static uint32_t draw(uint32_t below)
{
    state = state * 1664525 + 1013904223;
    return (state >> 8) % below;
}

/* Content of literals and matches: a few values, with parts of what was before. */
static void fill(stream *s, uint32_t size)
{
    for (s->size = 0; s->size < size;) {
        uint32_t n = 1 + draw(40), from = s->size > 0 ? draw(s->size) : 0;
        bool copy = draw(3) == 0 && s->size > 0;
        for (; n > 0 && s->size < size; n--, s->size++)
            s->content[s->size] = copy ? s->content[from++] : (uint8_t)(draw(4) == 0 ? draw(256) : draw(12));
    }
}

static void pack(stream *s, int level)
{
    size_t room = ROOM - A3D_ZLIB_READ_ON;
    memset(s->packed, 0, ROOM);
    assert_int_equal(a3d_deflate(NULL, s->content, s->size, level, s->packed, &room), 0);
    s->packed_size = (uint32_t)room;
}

static a3d_codec_result unpack(stream *s)
{
    static a3d_inflate z;
    a3d_codec_result r;
    size_t made;
    if (a3d_inflate_begin(&z, s->packed, s->packed_size, &r) == A3D_CODEC_OK)
        a3d_inflate_more(&z, s->out, 0, sizeof s->out, &made, &r);
    return r;
}

static unsigned ask(stream *s, const a3d_codec_result *r, a3d_zlib_question *q, a3d_zlib_change *found, unsigned most)
{
    a3d_arena arena;
    a3d_arena_init(&arena, NULL);
    /* exact copies on the heap, so that a sanitizer sees one byte too far */
    uint8_t *in = malloc(s->packed_size + A3D_ZLIB_READ_ON), *out = malloc(r->made + 1);
    assert_true(in != NULL && out != NULL);
    memcpy(in, s->packed, s->packed_size + A3D_ZLIB_READ_ON);
    memcpy(out, s->out, r->made);
    q->in = in;
    q->out = out;
    q->in_size = s->packed_size;
    q->out_size = (uint32_t)r->made;
    q->stored = r->stored;
    q->computed = r->computed;
    unsigned n = a3d_zlib_find_changes(&arena, q, found, most);
    free(in);
    free(out);
    a3d_arena_free(&arena);
    return n;
}

/* The search for a byte that was changed from `old`, by which the output grows by `least` to `most` bytes. Returns
 * whether it was found. */
static bool finds(stream *s, const a3d_codec_result *r, uint32_t at, uint8_t old, int least, int most)
{
    a3d_zlib_change found[64];
    a3d_zlib_question q = {.last = s->packed_size - 4, .least_shift = least, .most_shift = most, .budget = STEPS};
    unsigned n = ask(s, r, &q, found, 64);
    assert_true(n < 64 && q.all && q.budget < STEPS);
    for (unsigned i = 0; i < n; i++)
        if (found[i].at == at && found[i].byte == old)
            return true;
    return false;
}

/* Changes bytes after the head of the first block one at a time. All with which the stream still unpacks to its end, and
 * by which the output grows by `least` to `most` bytes, are found; also if it is known by how many it grows. */
static void expect_found(stream *s, uint32_t head, unsigned changes, int least, int most)
{
    unsigned tried = 0, tries = (most - least < ANY ? 400 : 20) * changes;
    for (unsigned i = 0; i < tries && tried < changes; i++) {
        uint32_t at = head + draw(s->packed_size - 4 - head);
        uint8_t old = s->packed[at];
        s->packed[at] = (uint8_t)(old ^ (1 + draw(255)));
        a3d_codec_result r = unpack(s);
        int grows = (int)s->size - (int)r.made;
        if (r.status == A3D_CODEC_BAD_CHECKSUM && r.used == s->packed_size && grows >= least && grows <= most) {
            tried++;
            if (!finds(s, &r, at, old, -ANY, ANY) || !finds(s, &r, at, old, grows, grows))
                fail_msg("byte %u of %u was %02x and is %02x: not found", (unsigned)at, (unsigned)s->packed_size, old,
                         s->packed[at]);
        }
        s->packed[at] = old;
    }
    assert_int_equal(tried, changes);
}

static void finds_changed_codes(void **unused)
{
    enum { HEAD = 160 };
    static stream s;
    (void)unused;
    for (unsigned i = 0; i < 4; i++) {
        fill(&s, 900 + draw(1500));
        pack(&s, i < 2 ? 9 : 1);
        expect_found(&s, HEAD, 12, -ANY, ANY);
    }
}

static void finds_changed_fixed_codes(void **unused)
{
    static stream s;
    (void)unused;
    fill(&s, 60);
    pack(&s, 9);
    expect_found(&s, 3, 12, -ANY, ANY);
}

static void finds_changed_stored_bytes(void **unused)
{
    static stream s;
    (void)unused;
    fill(&s, 500);
    pack(&s, 0);
    expect_found(&s, 7, 12, -ANY, ANY);
}

/* A stream with one changed byte, which is found. */
static a3d_codec_result damage(stream *s, uint32_t *at)
{
    a3d_codec_result r;
    fill(s, 700);
    pack(s, 0);
    *at = 300;
    s->packed[*at] ^= 0x10;
    r = unpack(s);
    assert_int_equal(r.status, A3D_CODEC_BAD_CHECKSUM);
    return r;
}

/* Content of runs, whose matches copy their own bytes, between values that seldom repeat. */
static void fill_runs(stream *s, uint32_t size)
{
    for (s->size = 0; s->size < size;) {
        uint32_t n = 1 + draw(30), period = 1 + draw(5);
        for (uint32_t k = 0; k < n && s->size < size; k++, s->size++)
            s->content[s->size] = k < period || s->size < period ? (uint8_t)draw(256) : s->content[s->size - period];
    }
}

/* Asks for another value of a byte, by the checksum of what the stream then unpacks to. Counts whether it can be asked
 * for, as it moves nothing by more than `shift`, and whether it is named. All that is named must agree. */
static void ask_for(stream *s, uint32_t at, uint8_t value, int shift, unsigned *asked, unsigned *named)
{
    a3d_zlib_change found[64];
    a3d_codec_result as_is = unpack(s), r;
    uint8_t old = s->packed[at];
    assert_int_equal(as_is.status, A3D_CODEC_OK);
    s->packed[at] = value;
    r = unpack(s);
    s->packed[at] = old;
    unpack(s);
    int64_t moved = (int64_t)r.made - s->size;
    if (r.status != A3D_CODEC_BAD_CHECKSUM || r.used != s->packed_size || moved < -shift || moved > shift)
        return;
    as_is.stored = r.computed;
    as_is.computed = r.stored;
    a3d_zlib_question q = {.last = at + 2, .least_shift = -shift, .most_shift = shift, .budget = STEPS};
    unsigned n = ask(s, &as_is, &q, found, 64);
    for (unsigned i = 0; i < n; i++)
        *named += found[i].at == at && found[i].byte == value;
    *asked += 1;
    for (unsigned i = 0; i < n; i++) {
        old = s->packed[found[i].at];
        s->packed[found[i].at] = found[i].byte;
        assert_int_equal(unpack(s).computed, r.computed);
        s->packed[found[i].at] = old;
    }
}

/* With and without shifts, among runs and among literals. Few are missed: those whose symbols do not meet those of the
 * stream again, and so end elsewhere. */
static void finds_what_leads_to_a_checksum(void **unused)
{
    static stream s;
    static const int shifts[] = {0, 3, ANY};
    unsigned asked = 0, named = 0;
    (void)unused;
    for (unsigned i = 0; i < 12; i++) {
        (i % 2 == 0 ? fill_runs : fill)(&s, 150 + draw(400));
        pack(&s, i % 3 == 0 ? 1 : 9);
        for (unsigned n = 0; n < 2000 && asked < 12 * (i + 1); n++) {
            uint32_t at = 3 + draw(s.packed_size - 23); /* another symbol may end a block near its end */
            uint8_t value = (uint8_t)(s.packed[at] ^ (1 + draw(255)));
            bool head = (s.packed[2] >> 1) % 4 == 2 && at < 110; /* the lengths of its codes */
            if (!head)
                ask_for(&s, at, value, shifts[i % 3], &asked, &named);
        }
    }
    assert_true(asked > 100 && asked - named <= asked / 20);
}

/* By one byte, which few changes do. */
static void finds_what_moves_the_output(void **unused)
{
    enum { HEAD = 160 };
    static stream s;
    (void)unused;
    for (unsigned i = 0; i < 4; i++) {
        fill(&s, 1500);
        pack(&s, i < 2 ? 9 : 1);
        expect_found(&s, HEAD, 4, -1, -1);
        expect_found(&s, HEAD, 4, 1, 1);
    }
}

static void keeps_within_its_bounds(void **unused)
{
    static stream s;
    uint32_t at;
    a3d_zlib_change found[4];
    (void)unused;
    a3d_codec_result r = damage(&s, &at);
    a3d_zlib_question q = {.last = s.packed_size - 4, .budget = STEPS};
    assert_true(ask(&s, &r, &q, found, 4) > 0);
    q = (a3d_zlib_question){.last = at, .budget = STEPS};
    for (unsigned n = ask(&s, &r, &q, found, 4); n > 0; n--)
        assert_true(found[n - 1].at < at);
    q = (a3d_zlib_question){.last = s.packed_size - 4, .budget = 1000};
    assert_int_equal(ask(&s, &r, &q, found, 4), 0);
    assert_false(q.all);
    r.made = 0;
    q = (a3d_zlib_question){.last = s.packed_size - 4, .budget = STEPS};
    assert_int_equal(ask(&s, &r, &q, found, 4), 0);
}

/* Nothing is searched unless the budget is enough for eight values of each byte, and of one byte more. */
static void searches_for_eight_values_at_least(void **unused)
{
    static stream s;
    uint32_t at;
    a3d_zlib_change found[4];
    (void)unused;
    a3d_codec_result r = damage(&s, &at);
    uint64_t least = s.packed_size + 2 * r.made + 8 * (uint64_t)(s.packed_size - 4 + 1);
    a3d_zlib_question q = {.last = s.packed_size - 4, .budget = least - 1};
    assert_int_equal(ask(&s, &r, &q, found, 4), 0);
    assert_int_equal(q.budget, least - 1);
    q = (a3d_zlib_question){.last = s.packed_size - 4, .budget = least};
    assert_in_range(ask(&s, &r, &q, found, 4), 1, 4);
    assert_true(q.budget < least);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(finds_changed_codes),
        cmocka_unit_test(finds_changed_fixed_codes),
        cmocka_unit_test(finds_changed_stored_bytes),
        cmocka_unit_test(finds_what_leads_to_a_checksum),
        cmocka_unit_test(keeps_within_its_bounds),
        cmocka_unit_test(searches_for_eight_values_at_least),
        cmocka_unit_test(finds_what_moves_the_output),
    };
    return cmocka_run_group_tests_name("changed bytes of zlib streams", tests, NULL, NULL);
}
