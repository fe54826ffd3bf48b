/* Every harm to whole files is found, and undone exactly where nothing was lost. Nothing is found in sound files and in
 * random bytes. */
#include "../support/harm.h"
#include "formats/formats.h"
#include "lint/generate.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

/* Random models of all formats and of several sizes, and last random bytes. */
enum { SIZES = 4, SEEDS = 2, SAMPLES = A3D_FORMATS * SIZES * SEEDS + 2 };

static void make_samples(a3d_arena *arena, a3d_text samples[SAMPLES])
{
    static const uint64_t sizes[SIZES] = {0, 700, 5000, 40000};
    size_t n = 0;
    for (const a3d_format *const *f = a3d_formats(); *f != NULL; f++) {
        const a3d_version *version = (*f)->versions;
        while (!version->generated)
            version++;
        for (unsigned i = 0; i < SIZES * SEEDS; i++, n++) {
            a3d_wish wish = {.format = *f, .version = version, .seed = i + 1, .size = sizes[i % SIZES]};
            samples[n] = harm_empty(arena);
            assert_null(a3d_generate_random(arena, &wish, &samples[n]));
        }
    }
    samples[n++] = harm_random_bytes(arena, 1, 3000);
    samples[n++] = harm_random_bytes(arena, 2, 70000);
    assert_int_equal(n, SAMPLES);
}

static const a3d_trace *find_rule(const harm_traces *found, unsigned rule)
{
    for (size_t i = 0; i < found->n; i++)
        if (found->list[i].rule == &a3d_format_file.rules[rule])
            return &found->list[i];
    return NULL;
}

/* How many LF bytes, or bytes of 80 and more, there are. */
static size_t count_lf(const a3d_text *t)
{
    size_t n = 0;
    for (size_t i = 0; i < t->size; i++)
        n += t->data[i] == '\n';
    return n;
}

/* The same, if the only CR LF is in the head: that of M3G. */
static size_t count_lf_after_head(const a3d_text *t)
{
    static const char head[] = "\r\n\x1a\n";
    size_t pairs = 0;
    if (t->size < 12 || memcmp(t->data + 8, head, sizeof head - 1) != 0)
        return 0;
    for (size_t i = 12; i < t->size; i++)
        pairs += t->data[i] == '\n' && t->data[i - 1] == '\r';
    return pairs == 0 ? count_lf(t) : 0;
}

static size_t count_high(const a3d_text *t)
{
    size_t n = 0;
    for (size_t i = 0; i < t->size; i++)
        n += (uint8_t)t->data[i] >= 0x80;
    return n;
}

static size_t count_all(const a3d_text *t)
{
    return t->size;
}

/* The size, if it is a model that can be recognized by its start. */
static size_t count_model(const a3d_text *t)
{
    return harm_starts((const uint8_t *)t->data, t->size) ? t->size : 0;
}

/* Letters at the start of a model, and 1; small numbers there are those of other files, too. */
static size_t count_letters(const a3d_text *t)
{
    size_t n = 1;
    for (size_t i = 0; i < 4 && i < t->size; i++)
        n += t->data[i] > ' ' && t->data[i] < 0x7f;
    return count_model(t) >= 4 ? n : 0;
}

/* The size, if there are no zeros at the bounds of blocks that hide where others begin. */
static size_t count_blocks(const a3d_text *t)
{
    for (size_t i = 1024; i <= 8192 && i < t->size; i += i == 1024 ? 512 : i == 1536 ? 2560 : 4096)
        if (memchr(t->data + i - 1, 0, 2) != NULL)
            return 0;
    return t->size;
}

typedef struct damage {
    const char *name;
    harm_fn *make;
    unsigned rule;
    size_t (*count)(const a3d_text *t); /* of what the damage is about, */
    size_t some, many;                  /* and how much shows it at all, and beyond chance */
    bool lossy;
} damage;

static const damage damages[] = {
    {"LF to CR LF", harm_lf_to_crlf, A3D_FILE_CRLF_ADDED, count_lf, 1, 3, false},
    {"LF to CR LF, twice", harm_lf_to_crlf_twice, A3D_FILE_CRLF_ADDED, count_lf, 1, 3, false},
    {"lone LF to CR LF", harm_lone_lf_to_crlf, A3D_FILE_CRLF_ADDED, count_lf_after_head, 1, 3, false},
    {"CR LF to LF", harm_crlf_to_lf, A3D_FILE_CRLF_REMOVED, count_lf_after_head, 1, 1, false},
    {"Latin-1 as UTF-8", harm_latin1_to_utf8, A3D_FILE_LATIN1_AS_UTF8, count_high, 1, 4, false},
    {"Windows-1252 as UTF-8", harm_windows1252_to_utf8, A3D_FILE_LATIN1_AS_UTF8, count_high, 1, 4, false},
    {"UTF-8 with a mark", harm_utf8_with_mark, A3D_FILE_LATIN1_AS_UTF8, count_high, 1, 4, false},
    {"UTF-8 twice", harm_twice_to_utf8, A3D_FILE_LATIN1_AS_UTF8, count_high, 2, 4, false},
    {"UTF-16", harm_to_utf16, A3D_FILE_LATIN1_AS_UTF16, count_all, 1, 5, false},
    {"U+FFFD", harm_replace, A3D_FILE_REPLACEMENT_CHARACTERS, count_high, 1, 2, true},
    {"question marks", harm_question, A3D_FILE_REPLACEMENT_CHARACTERS, count_high, 200, 1000, true},
    {"7 bits", harm_seven_bits, A3D_FILE_EIGHTH_BIT_LOST, count_high, 20, 300, true},
    {"8th bit set", harm_top_bits, A3D_FILE_EIGHTH_BIT_LOST, count_all, 64, 64, true},
    {"base64 in lines", harm_mime, A3D_FILE_BASE64, count_all, 6, 60, false},
    {"base64 in one line", harm_one_line, A3D_FILE_BASE64, count_all, 6, 60, false},
    {"data URI", harm_data_uri, A3D_FILE_BASE64, count_all, 6, 6, false},
    {"hexadecimal digits", harm_digits, A3D_FILE_HEX_TEXT, count_all, 4, 60, false},
    {"digits with spaces", harm_spaced_digits, A3D_FILE_HEX_TEXT, count_all, 4, 60, false},
    {"array of C", harm_c_array, A3D_FILE_HEX_TEXT, count_all, 4, 60, false},
    {"xxd", harm_xxd, A3D_FILE_HEX_TEXT, count_all, 8, 8, false},
    {"hexdump -C", harm_hexdump, A3D_FILE_HEX_TEXT, count_all, 8, 8, false},
    {"hexdump", harm_hexdump_words, A3D_FILE_HEX_TEXT, count_all, 8, 8, false},
    {"gzip", harm_gzip, A3D_FILE_GZIP, count_all, 1, 1, false},
    {"gzip in two members", harm_gzip_members, A3D_FILE_GZIP, count_all, 1, 1, false},
    {"zlib", harm_zlib_stream, A3D_FILE_ZLIB, count_all, 1, 1, false},
    {"byte-order mark", harm_mark, A3D_FILE_BYTE_ORDER_MARK, count_all, 1, 1, false},
    {"HTTP headers", harm_http, A3D_FILE_HTTP_HEADERS, count_all, 1, 1, false},
    {"headers alone", harm_headers, A3D_FILE_HTTP_HEADERS, count_all, 1, 1, false},
    {"chunks", harm_chunked, A3D_FILE_HTTP_HEADERS, count_all, 1, 1, false},
    {"upload", harm_upload, A3D_FILE_HTTP_HEADERS, count_all, 1, 1, false},
    {"text before", harm_warning, A3D_FILE_TEXT_BEFORE, count_model, 1, 1, false},
    {"twice", harm_twice, A3D_FILE_TWICE, count_all, 32, 32, false},
    {"a second part", harm_and_a_part, A3D_FILE_TWICE, count_all, 150, 150, false},
    {"after a part", harm_after_a_part, A3D_FILE_TWICE, count_all, 150, 150, false},
    {"zeroed head", harm_zero_head, A3D_FILE_ZEROED_HEAD, count_all, 100, 100, true},
    {"all zeros", harm_zero_all, A3D_FILE_ALL_ZEROS, count_all, 1, 1, true},
    {"zeroed block", harm_zero_block, A3D_FILE_ZEROED_BLOCKS, count_blocks, 1600, 1600, true},
    {"zeroed large block", harm_zero_large_block, A3D_FILE_ZEROED_BLOCKS, count_blocks, 9000, 9000, true},
    {"zeroed tail", harm_zero_tail, A3D_FILE_ZEROED_BLOCKS, count_blocks, 1600, 1600, true},
    {"16-bit swap", harm_swapped_16, A3D_FILE_BYTE_SWAP_16, count_letters, 1, 4, false},
    {"32-bit swap", harm_swapped_32, A3D_FILE_BYTE_SWAP_32, count_letters, 1, 4, false},
    {"harm_gzip, cut off", harm_cut_gzip, A3D_FILE_GZIP, count_all, 1, 1, true},
};

static void test_damages(void **state)
{
    (void)state;
    a3d_text samples[SAMPLES];
    a3d_arena arena, own;
    unsigned evident = 0;
    a3d_arena_init(&arena, NULL);
    make_samples(&arena, samples);
    for (const damage *d = damages; d < damages + sizeof damages / sizeof *damages; d++) {
        for (size_t i = 0; i < SAMPLES; i++) {
            if (d->count(&samples[i]) < d->some)
                continue;
            a3d_arena_init(&own, NULL);
            a3d_text file = d->make(&own, (const uint8_t *)samples[i].data, samples[i].size);
            harm_traces found = harm_find(&own, file.data, file.size);
            const a3d_trace *t = find_rule(&found, d->rule);
            bool many = d->count(&samples[i]) >= d->many;
            if (t == NULL || (!d->lossy && !harm_gives_back(&found, d->rule, &samples[i])) || (many && t->rank < A3D_EVIDENT))
                fail_msg("%s of sample %zu (%zu bytes): %s", d->name, i, samples[i].size, t == NULL ? "none" : t->message);
            assert_true(!d->lossy || t->undone == NULL);
            evident += many;
            a3d_arena_free(&own);
        }
    }
    assert_true(evident > 200);
    a3d_arena_free(&arena);
}

static const char *evident(const harm_traces *found)
{
    for (size_t i = 0; i < found->n; i++)
        if (found->list[i].sure || found->list[i].rank >= A3D_EVIDENT)
            return found->list[i].message;
    return NULL;
}

static void test_sound(void **state)
{
    (void)state;
    a3d_text samples[SAMPLES];
    a3d_arena arena;
    a3d_arena_init(&arena, NULL);
    make_samples(&arena, samples);
    for (size_t i = 0; i < SAMPLES; i++) {
        harm_traces found = harm_find(&arena, samples[i].data, samples[i].size);
        if (evident(&found) != NULL)
            fail_msg("sample %zu: %s", i, evident(&found));
    }
    a3d_arena_free(&arena);
}

static void test_random(void **state)
{
    (void)state;
    a3d_arena arena;
    size_t rounds = getenv("A3D_TEST_SLOW") != NULL ? 300 : 6000;
    for (size_t i = 1; i < rounds; i++) {
        a3d_arena_init(&arena, NULL);
        a3d_text bytes = harm_random_bytes(&arena, i, i % 97 == 0 ? 20 * i : i % 700);
        harm_traces found = harm_find(&arena, bytes.data, bytes.size);
        if (bytes.size > 0 && evident(&found) != NULL)
            fail_msg("%zu random bytes of seed %zu: %s", bytes.size, i, evident(&found));
        a3d_arena_free(&arena);
    }
}

/* How much text before a model is seen, and in which words. */
static void test_text_before(void **state)
{
    (void)state;
    static const struct {
        size_t n;
        const char *says; /* NULL: nothing */
    } all[] = {
        {0, NULL},
        {1, "1 byte of text is before the model"},
        {2, "2 bytes of text are before the model"},
        {512, "512 bytes of text are before the model"},
        {513, "513 bytes of text are before the model"},
        {65535, "65,535 bytes of text are before the model"},
        {65536, NULL},
        {65537, NULL},
    };
    a3d_arena arena;
    a3d_text samples[SAMPLES];
    a3d_arena_init(&arena, NULL);
    make_samples(&arena, samples);
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
        a3d_text t = harm_empty(&arena);
        for (size_t k = 0; k < all[i].n; k++)
            a3d_putc(&t, k + 1 < all[i].n && k % 40 < 39 ? 'x' : '\n');
        a3d_put(&t, samples[SIZES - 1].data, samples[SIZES - 1].size); /* a large model */
        harm_traces found = harm_find(&arena, t.data, t.size);
        const a3d_trace *trace = find_rule(&found, A3D_FILE_TEXT_BEFORE);
        assert_true((trace == NULL) == (all[i].says == NULL));
        if (trace != NULL)
            assert_string_equal(trace->message, all[i].says);
    }
    a3d_arena_free(&arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_damages),
        cmocka_unit_test(test_sound),
        cmocka_unit_test(test_random),
        cmocka_unit_test(test_text_before),
    };
    return cmocka_run_group_tests_name("transfer", tests, NULL, NULL);
}
