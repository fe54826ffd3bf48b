/* Bytes that were written over several fields: no number among them is called the likely cause, and fix changes
 * nothing. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>

#include <stdlib.h>
#include <string.h>

#include "codec/codec.h"
#include "engine/diagnose/packed.h"
#include "engine/fix/fix.h"
#include "formats/formats.h"
#include "lint/fix.h"
#include "lint/generate.h"
#include "lint/overwritten.h"
#include "lint/whole_file.h"

typedef struct over {
    const a3d_format *format;
    const char *version;
    uint64_t seed;
    size_t size, at;
    const char *bytes;
} over;

/* Each hits a number, and what is before or after it. */
static const over list[] = {
    {&a3d_format_tanki, "2", 902, 4096, 223, "Lorem ipsum dolo"},
    {&a3d_format_tanki, "2", 906, 4096, 3822, "Lorem ipsum "},
    {&a3d_format_odol, "73", 903, 4096, 2536, "Lorem ip"},
    {&a3d_format_odol, "73", 900, 4096, 14, "Lorem ipsum dolo"},
    /* a list of numbers before them would have room for all of them */
    {&a3d_format_odol, "73", 903, 4096, 2200, "\xff\xff\xff\xff\xff\xff\xff\xff"},
    /* an instruction of packed data would take them for content */
    {&a3d_format_odol, "73", 2, 20000, 15306, "Lorem ipsum dolo"},
};

static void expect_nothing_likely(const over *o)
{
    a3d_arena arena;
    a3d_text file;
    a3d_wish wish = {.format = o->format, .seed = o->seed, .size = o->size};
    a3d_options options = {.format = NULL};
    a3d_arena_init(&arena, NULL);
    for (const a3d_version *v = o->format->versions; v->text != NULL; v++)
        wish.version = strcmp(v->text, o->version) == 0 && v->branch == NULL ? v : wish.version;
    a3d_text_init(&file, &arena);
    assert_null(a3d_generate_random(&arena, &wish, &file));
    memcpy(file.data + o->at, o->bytes, strlen(o->bytes));
    const a3d_result *result = a3d_lint(&arena, (const uint8_t *)file.data, file.size, &options);
    print_message("%s %u: %s\n", o->format->name, (unsigned)o->at, result->doc->findings[0].message);
    assert_int_equal(result->verdict, A3DLINT_INVALID);
    for (size_t i = 0; i < result->doc->n_findings; i++)
        assert_false(a3d_has_proven_cause(&result->doc->findings[i]));
    a3d_fixing x = a3d_fix_file(&arena, (const uint8_t *)file.data, file.size, &options);
    assert_int_equal(x.n_fixed, 0);
    a3d_arena_free(&arena);
}

static void no_number_is_the_cause(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof list / sizeof *list; i++)
        expect_nothing_likely(&list[i]);
}

/* ---- what a value looks like ---- */

/* A word of a file, where it should be another one, between the words before and after it. Where `after` has fewer than
 * four bytes, the file ends there. */
typedef struct looks {
    const char *name, *before, *is, *after;
    uint32_t n_after;
    const char *right;
    bool big, overwritten;
} looks;

#define ZERO "\0\0\0\0"
#define TWO "\2\0\0\0"
#define ONE_F "\0\0\x80\x3f"
#define PAIR "\1\0\2\0"

static const looks words[] = {
    {"a float after another", ONE_F, ONE_F, ZERO, 4, TWO, false, true},
    {"a float before another", ZERO, ONE_F, ONE_F, 4, TWO, false, true},
    {"a lone float", ZERO, ONE_F, ZERO, 4, TWO, false, false},
    {"a number before a float", ZERO, TWO, ONE_F, 4, ZERO, false, false},
    {"a negative float", ONE_F, "\0\0\x80\xbf", ZERO, 4, TWO, false, true},
    {"the right number as a float, after another", ONE_F, "\0\0\0\x40", ZERO, 4, TWO, false, false},
    {"the right number as a float, before another", ZERO, "\0\0\0\x40", ONE_F, 4, TWO, false, false},
    {"the least float", ONE_F, "\0\0\x80\x35", ZERO, 4, TWO, false, true},
    {"a float that is too small", ONE_F, "\0\0\0\x35", ONE_F, 4, TWO, false, false},
    {"the greatest float", ONE_F, "\0\0\x80\x47", ZERO, 4, TWO, false, true},
    {"a float that is too great", ONE_F, "\0\0\0\x48", ONE_F, 4, TWO, false, false},
    {"a float of a big-endian file", "\x3f\x80\0\0", "\x3f\x80\0\0", ZERO, 4, "\0\0\0\2", true, true},
    {"the right number as a big-endian float", "\x3f\x80\0\0", "\x40\0\0\0", ZERO, 4, "\0\0\0\2", true, false},
    {"text after text", "efgh", "abcd", ZERO, 4, TWO, false, true},
    {"text before text", ZERO, "abcd", "efgh", 4, TWO, false, true},
    {"a word of text alone", ZERO, "abcd", ZERO, 4, TWO, false, false},
    {"text with a byte of another kind", "efgh", "ab\0d", ZERO, 4, TWO, false, true},
    {"text with two such bytes", "efgh", "a\0\0d", "efgh", 4, TWO, false, false},
    {"a space is text", "efgh", "ab \0", ZERO, 4, TWO, false, true},
    {"DEL is no text", "efgh", "ab\x7f\0", ZERO, 4, TWO, false, false},
    {"no text between texts", "efgh", ZERO, "efgh", 4, TWO, false, false},
    {"two indices between others", PAIR, "\3\0\4\0", PAIR, 4, TWO, false, true},
    {"two indices, none before", ZERO, PAIR, PAIR, 4, TWO, false, false},
    {"two indices, none after", PAIR, PAIR, ZERO, 4, TWO, false, false},
    {"no indices between others", PAIR, ZERO, PAIR, 4, TWO, false, false},
    {"the least indices", PAIR, "\1\0\1\0", PAIR, 4, TWO, false, true},
    {"the greatest indices", PAIR, "\xff\3\xff\3", PAIR, 4, TWO, false, true},
    {"a first index that is too great", PAIR, "\0\4\1\0", PAIR, 4, TWO, false, false},
    {"a second index that is too great", PAIR, "\1\0\0\4", PAIR, 4, TWO, false, false},
    {"a first index of 0", PAIR, "\0\0\5\0", PAIR, 4, TWO, false, false},
    {"a second index of 0", PAIR, "\5\0\0\0", PAIR, 4, TWO, false, false},
    {"text at the end of the file", "efgh", "abcd", "efg", 3, TWO, false, false},
};

/* Asks for `size` bytes of the file at `off`, and of the word as the table has them. */
static bool is_overwritten(const looks *l, uint32_t off, uint32_t size)
{
    uint8_t data[12] = {0};
    memcpy(data, l->before, 4);
    memcpy(data + 4, l->is, 4);
    memcpy(data + 8, l->after, l->n_after);
    a3d_stream stream = {.data = data, .size = 8 + l->n_after};
    a3d_doc doc = {.format = l->big ? &a3d_format_a3d2 : &a3d_format_tanki, .streams = &stream, .n_streams = 1};
    a3d_suspect s = {.off = off, .size = size};
    memcpy(s.bytes, l->right, 4);
    return a3d_is_overwritten(&doc, &s);
}

static void a_value_like_its_neighbours_is_overwritten(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (is_overwritten(&words[i], 4, 4) != words[i].overwritten)
            fail_msg("%s is%s overwritten", words[i].name, words[i].overwritten ? " not" : "");
    const looks text = {"text", "efgh", "abcd", "efgh", 4, TWO, false, true};
    assert_false(is_overwritten(&text, 4, 2)); /* no word */
    assert_false(is_overwritten(&text, 3, 4)); /* nothing whole is before it */
}

/* ---- a list that goes on over fields ---- */

/* A list of `is` entries, which should be `right`, at the offsets 4 to 12; a field of 4 bytes; a fault. */
typedef struct swallows {
    const char *name, *suffix;
    uint8_t is, right;
    bool field_elsewhere;
    uint32_t field_off, field_size;
    bool fault_elsewhere;
    uint32_t fault_off;
    a3d_state field_state;
    bool swallowed;
} swallows;

static const swallows lists[] = {
    {"a field behind the list", ".$count", 2, 9, false, 12, 4, false, 16, A3D_PRESENT, true},
    {"another value than a count", "", 2, 9, false, 12, 4, false, 16, A3D_PRESENT, false},
    {"a list without entries", ".$count", 0, 9, false, 12, 4, false, 16, A3D_PRESENT, false},
    {"a list of one entry", ".$count", 1, 9, false, 12, 4, false, 16, A3D_PRESENT, true},
    {"a list that is too long", ".$count", 9, 2, false, 12, 4, false, 16, A3D_PRESENT, false},
    {"the same count", ".$count", 2, 2, false, 12, 4, false, 16, A3D_PRESENT, false},
    {"a fault elsewhere", ".$count", 2, 9, false, 12, 4, true, 16, A3D_PRESENT, false},
    {"a field elsewhere", ".$count", 2, 9, true, 12, 4, false, 16, A3D_PRESENT, false},
    {"a field that was not read", ".$count", 2, 9, false, 12, 4, false, 16, A3D_NOT_READ, false},
    {"a field without bytes", ".$count", 2, 9, false, 12, 0, false, 16, A3D_PRESENT, false},
    {"a field of one byte", ".$count", 2, 9, false, 12, 1, false, 16, A3D_PRESENT, true},
    {"a field in the list", ".$count", 2, 9, false, 8, 4, false, 16, A3D_PRESENT, false},
    {"a field behind the fault", ".$count", 2, 9, false, 14, 4, false, 16, A3D_PRESENT, false},
};

static void a_list_that_was_followed_by_fields_swallows_them(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof lists / sizeof *lists; i++) {
        const swallows *l = &lists[i];
        const uint8_t data[20] = {[4] = l->is};
        a3d_stream streams[2] = {{.data = data, .size = 20}, {.data = data, .size = 20}};
        a3d_node nodes[2] = {{.stream = l->field_elsewhere, .off = l->field_off, .size = l->field_size, .state = l->field_state},
                             {.off = 4, .size = 8, .state = A3D_PRESENT}};
        a3d_doc doc = {.format = &a3d_format_tanki, .streams = streams, .n_streams = 2, .nodes = nodes, .n_nodes = 2};
        a3d_finding f = {.stream = l->fault_elsewhere, .off = l->fault_off};
        a3d_suspect s = {.place = {1, l->suffix}, .off = 4, .size = 4, .bytes = {l->right}};
        if (a3d_swallows(&doc, &f, &s) != l->swallowed)
            fail_msg("%s is%s swallowed", l->name, l->swallowed ? " not" : "");
    }
}

/* ---- packed data that were taken for content ---- */

/* A block of `size` bytes, whose elements of `stride` bytes are all alike. An instruction that a byte repairs yields
 * those from `from` to `end`. As many other bytes among them make them less orderly than the rest; 0: none do. */
typedef struct block {
    const char *name;
    uint32_t size, stride, from, end, others;
} block;

static const block blocks[] = {
    {"bytes in the middle", 512, 4, 100, 164, 5},
    {"more of them", 512, 4, 100, 300, 14},
    {"nearly half of the block", 512, 4, 100, 355, 19},
    {"half of the block", 512, 4, 100, 356, 0},
    {"most of the block", 512, 4, 10, 500, 0},
    {"the start of the block", 512, 4, 0, 40, 3},
    {"up to one before the end of the block", 512, 4, 471, 511, 3},
    {"up to its end", 512, 4, 472, 512, 0},
    {"no bytes", 512, 4, 100, 100, 0},
    {"a fault before the instruction", 512, 4, 100, 60, 0},
    {"elements of 3 bytes", 512, 3, 100, 164, 4},
    {"elements of 16 bytes", 512, 16, 100, 164, 6},
    {"elements of 20 bytes have columns of 4", 512, 20, 100, 164, 5},
    {"elements of 18 bytes have none", 512, 18, 100, 164, 4},
    {"a small block", 40, 4, 8, 20, 2},
    {"a byte", 40, 4, 8, 9, 1},
};

static bool is_disorderly(const block *k, uint32_t others)
{
    enum { START = 5, FIT = 1 }; /* of the block in its stream, and of the byte in the block */
    uint8_t content[1024], out[1024], stream[START + 2048] = {0}, *packed = stream + START;
    uint32_t period = k->stride <= 16 ? k->stride : k->stride % 4 == 0 ? 4 : 1;
    for (uint32_t i = 0; i < k->size; i++)
        content[i] = (uint8_t)(i % period * 16);
    for (uint32_t i = 0; i < others; i++)
        content[k->from + i] = (uint8_t)(i * 7 + 1);
    assert_true(k->size <= sizeof content && a3d_lzo1x_pack_bound(k->size) <= sizeof stream - START);
    const uint32_t n = (uint32_t)a3d_lzo1x_pack(content, k->size, packed);
    a3d_doc doc = {.steps = 0};
    a3d_search s = {.doc = &doc, .copy = stream, .budget = 1 << 20};
    a3d_packed_step last = {.made = k->end};
    const a3d_packed_block b = {.s = &s, .start = START, .n = n, .size = k->size, .stride = k->stride, .steps = &last, .n_steps = 1, .out = out};
    const a3d_packed_fit fit = {.off = FIT, .made = k->from, .byte = packed[FIT]};
    packed[FIT] ^= 1;
    bool is = a3d_is_disorderly(&b, &fit);
    assert_int_equal(packed[FIT], fit.byte ^ 1); /* tried, and taken back */
    assert_memory_equal(out, content, k->size);
    assert_int_equal(doc.steps, k->size / 2);
    return is;
}

static void bytes_unlike_the_rest_of_a_block_are_disorderly(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof blocks / sizeof *blocks; i++) {
        const block *k = &blocks[i];
        uint32_t n = 0, most = k->end > k->from && k->end <= k->size ? k->end - k->from : 0;
        while (n <= most && !is_disorderly(k, n))
            n++;
        n = n <= most ? n : 0;
        if (n != k->others)
            fail_msg("%s: %u others are disorderly, not %u", k->name, (unsigned)n, (unsigned)k->others);
    }
}

/* ---- texts ---- */

static void make_of(a3d_arena *arena, const a3d_format *format, uint64_t seed, a3d_text *file)
{
    a3d_wish wish = {.format = format, .seed = seed, .size = 3000};
    for (const a3d_version *v = format->versions; v->text != NULL; v++)
        wish.version = v->generated && v->branch == NULL ? v : wish.version;
    a3d_text_init(file, arena);
    assert_null(a3d_generate_random(arena, &wish, file));
}

static bool is_text(const a3d_node *n)
{
    return n->stream == 0 && n->state == A3D_PRESENT && !n->packed && a3d_shape_of(n)->text &&
           a3d_shape_of(n)->kind == A3D_ARRAY && n->v.at.count > 2;
}

/* Writes a zero into each text. What is called the likely cause is the byte that was changed. */
static void expect_cause_in_text(const a3d_format *format, uint64_t seed, unsigned *seen)
{
    a3d_arena arena, own;
    a3d_text was;
    a3d_options options = {.format = format};
    a3d_arena_init(&arena, NULL);
    make_of(&arena, format, seed, &was);
    const a3d_doc *doc = a3d_lint(&arena, (const uint8_t *)was.data, was.size, &options)->doc;
    uint8_t *is = a3d_arena_alloc(&arena, was.size);
    for (uint32_t i = 0; i < doc->n_nodes; i++) {
        const a3d_node *n = a3d_at(doc, i);
        if (!is_text(n))
            continue;
        memcpy(is, was.data, was.size);
        is[n->v.at.first + n->v.at.count / 2] = 0;
        a3d_arena_init(&own, NULL);
        const a3d_result *result = a3d_lint(&own, is, was.size, &options);
        for (size_t k = 0; k < result->doc->n_findings; k++) {
            const a3d_finding *f = &result->doc->findings[k];
            *seen += f->n_suspects > 0;
            if (a3d_has_proven_cause(f) &&
                memcmp(f->suspects[0].bytes, was.data + f->suspects[0].off, f->suspects[0].size) != 0)
                fail_msg("%s %u, text at %u: %s", format->name, (unsigned)seed, (unsigned)n->off,
                         f->suspects[0].message);
        }
        a3d_arena_free(&own);
    }
    a3d_arena_free(&arena);
}

/* A zero in a name makes two names of it, and then the number of names seems to be too small. */
static void a_zero_in_a_name_is_no_wrong_count(void **state)
{
    unsigned seen = 0;
    (void)state;
    for (uint64_t seed = 1; seed <= 12; seed++)
        expect_cause_in_text(&a3d_format_odol, seed, &seen);
    assert_true(seen >= 20);
}

static void texts_have_no_control_characters(void **state)
{
    a3d_arena arena;
    a3d_text file;
    a3d_options options = {.format = &a3d_format_tanki};
    unsigned seen = 0;
    (void)state;
    a3d_arena_init(&arena, NULL);
    make_of(&arena, &a3d_format_tanki, 5, &file);
    const a3d_doc *doc = a3d_lint(&arena, (const uint8_t *)file.data, file.size, &options)->doc;
    for (uint32_t i = 0; i < doc->n_nodes; i++) {
        const a3d_node *n = a3d_at(doc, i);
        a3d_suspect s = {.place = {i, ".$count"}};
        if (!is_text(n))
            continue;
        uint8_t *last = (uint8_t *)file.data + n->v.at.first + n->v.at.count - 1;
        assert_false(a3d_takes_controls(doc, &s));
        *last = 0x1f;
        assert_true(a3d_takes_controls(doc, &s));
        *last = ' ';
        assert_false(a3d_takes_controls(doc, &s));
        seen++;
    }
    assert_true(seen >= 2);
    a3d_arena_free(&arena);
}

/* A number after a text that a control character ends belongs to the same damage. */
static void a_text_before_a_number_has_no_control_characters(void **state)
{
    uint8_t data[12] = "abcdefg";
    a3d_stream stream = {.data = data, .size = sizeof data};
    a3d_row rows[2] = {{.name = "text"}, {.name = "number"}};
    rows[0].shape = (a3d_shape){.kind = A3D_ARRAY, .type = A3D_U8, .text = true};
    rows[1].shape = (a3d_shape){.kind = A3D_SCALAR, .type = A3D_U32};
    a3d_node nodes[2] = {{.row = &rows[0], .size = 8, .state = A3D_PRESENT, .v.at = {.first = 0, .count = 7}},
                         {.row = &rows[1], .off = 8, .size = 4, .state = A3D_PRESENT}};
    a3d_doc doc = {.format = &a3d_format_odol, .streams = &stream, .n_streams = 1, .nodes = nodes, .n_nodes = 2};
    a3d_suspect s = {.place = {1, ""}, .off = 8, .size = 4};
    (void)state;
    for (unsigned at = 0; at < 7; at++) {
        data[at] = 0x1f;
        assert_int_equal(a3d_takes_controls(&doc, &s), at >= 4);
        data[at] = ' ';
        assert_false(a3d_takes_controls(&doc, &s));
    }
    data[6] = 0x0b;
    for (nodes[0].size = 8; nodes[0].size > 0; nodes[0].size--)
        assert_int_equal(a3d_takes_controls(&doc, &s), nodes[0].size >= 5); /* it ends so near */
    nodes[0].size = 8;
    nodes[0].state = A3D_NOT_READ;
    assert_false(a3d_takes_controls(&doc, &s));
    nodes[0].state = A3D_PRESENT;
    nodes[0].stream = 1;
    assert_false(a3d_takes_controls(&doc, &s));
    s.place.node = 2; /* a field that the repaired document does not have */
    assert_false(a3d_takes_controls(&doc, &s));
}

/* ---- numbers ---- */

static void one_damage_changes_neighboring_bytes(void **state)
{
    static const struct {
        const char *is, *right;
        uint32_t size, bit;
        bool scattered;
    } cases[] = {
        {"\2\0\1\0", "\0\0\0\0", 4, A3D_NO_BIT, true},       {"\1\0\0\x5c", "\2\0\0\0", 4, A3D_NO_BIT, true},
        {"\1\0\1\x5c", "\2\0\0\0", 4, A3D_NO_BIT, true},    {"\2\0\1\0", "\0\0\0\0", 4, 3, false},
        {"\2\1\0\0", "\0\0\0\0", 4, A3D_NO_BIT, false},      {"\0\0\1\x5c", "\0\0\0\0", 4, A3D_NO_BIT, false},
        {"\0\7\1\0", "\0\0\0\0", 4, A3D_NO_BIT, false},      {"\xff\xff\xff\xff", "\2\0\0\0", 4, A3D_NO_BIT, false},
        {"\0\0\0\2", "\2\0\0\0", 4, A3D_NO_BIT, false}, /* in the other order */
        {"\0\0\xa0\x40", "\5\0\0\0", 4, A3D_NO_BIT, false}, /* as a float */
        {"\0\0\xa1\x40", "\5\0\0\0", 4, A3D_NO_BIT, true},
        {"\0\0\2\0", "\2\0\0\0", 4, A3D_NO_BIT, false},      {"\2\0\2\0", "\2\0\0\0", 4, A3D_NO_BIT, false},
        {"\2\0\1\0", "\0\0\0\0", 2, A3D_NO_BIT, false},      {"\2\0", "\0\2", 2, A3D_NO_BIT, false},
        {"\1\2\1", "\3\2\3", 3, A3D_NO_BIT, true},            {"\5", "\6", 1, A3D_NO_BIT, false},
    };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        a3d_stream stream = {.data = (const uint8_t *)cases[i].is, .size = cases[i].size};
        a3d_doc doc = {.format = &a3d_format_tanki, .streams = &stream, .n_streams = 1};
        a3d_suspect s = {.size = cases[i].size, .bit = cases[i].bit};
        memcpy(s.bytes, cases[i].right, cases[i].size);
        if (a3d_is_scattered(&doc, &s) != cases[i].scattered)
            fail_msg("case %u is%s scattered", (unsigned)i, cases[i].scattered ? " not" : "");
    }
}

static void counts_have_their_shortest_form(void **state)
{
    static const struct {
        const a3d_format *format;
        a3d_suspect suspect;
        bool over_long;
    } cases[] = {
        {&a3d_format_a3d1, {.place.suffix = ".$count", .bytes = {0x7f}, .size = 1}, false},
        {&a3d_format_a3d1, {.place.suffix = ".$count", .bytes = {0x80, 0x7f}, .size = 2}, true},
        {&a3d_format_a3d1, {.place.suffix = ".$count", .bytes = {0x80, 0x80}, .size = 2}, false},
        {&a3d_format_a3d1, {.place.suffix = ".$count", .bytes = {0xc0, 0x3f, 0xff}, .size = 3}, true},
        {&a3d_format_a3d1, {.place.suffix = ".$count", .bytes = {0xc0, 0x40, 0}, .size = 3}, false},
        {&a3d_format_a3d1, {.place.suffix = "", .bytes = {0, 1}, .size = 2}, false},
        {&a3d_format_tanki, {.place.suffix = ".$count", .bytes = {1, 0, 0, 0}, .size = 4}, false},
    };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const a3d_doc doc = {.format = cases[i].format};
        assert_int_equal(a3d_is_over_long(&doc, &cases[i].suspect), cases[i].over_long);
    }
}

/* ---- bytes that were inserted ---- */

/* Zeros that were inserted are left over at the end. A null mask with another byte may make content of them, but so it
 * may of any bytes. */
static void no_mask_replaces_inserted_zeros(void **state)
{
    enum { ZEROS = 4 };
    unsigned seen = 0;
    (void)state;
    for (uint64_t seed = 503012526; seed < 503012526 + 20; seed++) { /* the first is a small file of objects */
        a3d_arena arena, own;
        a3d_text file;
        a3d_wish wish = {.format = &a3d_format_a3d1, .version = a3d_format_a3d1.versions, .seed = seed, .size = 800};
        a3d_options options = {.format = &a3d_format_a3d1};
        a3d_arena_init(&arena, NULL);
        a3d_text_init(&file, &arena);
        assert_null(a3d_generate_random(&arena, &wish, &file));
        uint8_t *is = a3d_arena_alloc(&arena, file.size + ZEROS);
        for (size_t at = 12; at < file.size; at += 7) {
            memcpy(is, file.data, at);
            memset(is + at, 0, ZEROS);
            memcpy(is + at + ZEROS, file.data + at, file.size - at);
            a3d_arena_init(&own, NULL);
            const a3d_result *result = a3d_lint(&own, is, file.size + ZEROS, &options);
            for (size_t k = 0; k < result->doc->n_findings; k++) {
                const a3d_finding *f = &result->doc->findings[k];
                bool few = f->rule->fault == A3D_FAULT_TRAILING && f->size <= 16;
                bool mask = few && f->n_suspects == 1 && f->suspects[0].place.node == result->doc->mask.node;
                seen += mask && f->suspects[0].bit == A3D_NO_BIT;
                if (mask && f->suspects[0].proven)
                    fail_msg("seed %u, zeros at %u: %s", (unsigned)seed, (unsigned)at, f->suspects[0].message);
            }
            a3d_arena_free(&own);
        }
        a3d_arena_free(&arena);
    }
    print_message("%u bytes of masks\n", seen);
    assert_true(seen > 0);
}

/* ---- bytes that are missing ---- */

/* Where a part of a file is missing, what follows is read at wrong places. No number there is called the likely cause as
 * long as an address still shows that bytes are missing. */
static void no_number_replaces_lost_bytes(void **state)
{
    enum { LOST = 128 };
    a3d_options options = {.format = &a3d_format_odol};
    unsigned seen = 0, most = getenv("A3D_TEST_SLOW") != NULL ? 4 : 40;
    (void)state;
    for (uint64_t seed = 1; seed <= most; seed++) {
        a3d_arena arena;
        a3d_text file;
        a3d_arena_init(&arena, NULL);
        make_of(&arena, &a3d_format_odol, seed, &file);
        uint8_t *is = a3d_arena_alloc(&arena, file.size);
        for (size_t at = 300; at + LOST < file.size; at += 100) {
            a3d_arena own;
            memcpy(is, file.data, at);
            memcpy(is + at, file.data + at + LOST, file.size - at - LOST);
            a3d_arena_init(&own, NULL);
            const a3d_result *result = a3d_lint(&own, is, file.size - LOST, &options);
            bool addressed = false;
            for (size_t k = 0; k < result->doc->n_findings; k++)
                addressed |= a3d_is_of_size(result->doc->findings[k].rule->fault);
            for (size_t k = 0; addressed && k < result->doc->n_findings; k++)
                if (a3d_has_proven_cause(&result->doc->findings[k]))
                    fail_msg("%u, at %u: %s", (unsigned)seed, (unsigned)at,
                             result->doc->findings[k].suspects[0].message);
            seen += addressed;
            a3d_arena_free(&own);
        }
        a3d_arena_free(&arena);
    }
    print_message("%u files are shorter than they say\n", seen);
    assert_true(seen >= 5 * most / 2);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(no_number_is_the_cause),
                                       cmocka_unit_test(a_value_like_its_neighbours_is_overwritten),
                                       cmocka_unit_test(a_list_that_was_followed_by_fields_swallows_them),
                                       cmocka_unit_test(a_zero_in_a_name_is_no_wrong_count),
                                       cmocka_unit_test(no_mask_replaces_inserted_zeros),
                                       cmocka_unit_test(no_number_replaces_lost_bytes),
                                       cmocka_unit_test(counts_have_their_shortest_form),
                                       cmocka_unit_test(texts_have_no_control_characters),
                                       cmocka_unit_test(a_text_before_a_number_has_no_control_characters),
                                       cmocka_unit_test(one_damage_changes_neighboring_bytes),
                                       cmocka_unit_test(bytes_unlike_the_rest_of_a_block_are_disorderly)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
