/* What happened to whole files: the first finding says it, everything else follows from it, and fix gives the file back. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>

#include <stdio.h>
#include <string.h>

#include "lint/fix.h"
#include "lint/generate.h"
#include "lint/steps.h"
#include "transfer/transfer.h"

enum { SIZE = 6000 };

/* A damage, by a last word of a recipe. `lost`: it cannot be undone. */
typedef struct damage {
    const char *step, *rule;
    bool lost;
} damage;

static const damage damages[] = {
    {"crlf", "file/crlf-added", false},
    {"utf8", "file/latin1-as-utf8", false},
    {"utf16", "file/latin1-as-utf16", false},
    {"replaced", "file/replacement-characters", true},
    {"seven-bits", "file/eighth-bit-lost", true},
    {"base64", "file/base64", false},
    {"hex", "file/hex-text", false},
    {"gzip", "file/gzip", false},
    {"zlib", "file/zlib", false},
    {"prefix:efbbbf", "file/byte-order-mark", false},
    {"prefix:485454502f312e3120323030204f4b0d0a436f6e74656e742d547970653a20780d0a0d0a", "file/http-headers", false},
    {"prefix:2d2d2066696c65202d2d0a", "file/text-before", false},
    {"twice", "file/twice", false},
    {"suffix:89504e470d0a1a0a0000000d49484452", "file/trailing-file", false},
    {"pad:4096", "file/zero-padding", false},
    {"zero:0-100000", "file/all-zeros", true},
    {"zero:0-512", "file/zeroed-head", true},
    {"zero:1024-2048", "file/zeroed-blocks", true},
    {"swap:2", "file/byte-swap-16", false},
    {"swap:4", "file/byte-swap-32", false},
    {"cut:0", "file/empty", true},
    {"cut:700", "file/truncated", true},
    {"lose:1", "file/head-lost", false},
};

static const a3d_format *const formats[] = {&a3d_format_a3d1, &a3d_format_a3d2, &a3d_format_tanki, &a3d_format_odol};

/* A valid random file without warnings, so that fix has nothing to do on it. */
static void make(a3d_arena *arena, const a3d_format *format, a3d_text *file)
{
    a3d_wish wish = {.format = format, .seed = 3, .size = SIZE};
    for (const a3d_version *v = format->versions; v->text != NULL; v++)
        wish.version = v->generated && v->branch == NULL ? v : wish.version;
    for (const a3d_branch *b = format->branches; b != NULL && b->name != NULL; b++)
        wish.branch = wish.version->number >= b->since && wish.version->number <= b->until ? b->mask : wish.branch;
    a3d_text_init(file, arena);
    assert_null(a3d_generate_random(arena, &wish, file));
}

static void expect_root(const a3d_result *result, const char *rule)
{
    assert_non_null(result);
    assert_non_null(result->doc);
    assert_true(result->verdict == A3DLINT_INVALID || result->verdict == A3DLINT_UNREADABLE);
    assert_true(result->doc->n_findings > 0);
    assert_string_equal(result->doc->findings[0].rule->id, rule);
    for (size_t i = 1; i < result->doc->n_findings; i++)
        assert_true(result->doc->findings[i].cause != A3D_NO_CAUSE);
}

static void expect_damage(const a3d_format *format, const damage *d)
{
    a3d_arena arena;
    a3d_text was, is;
    a3d_options options = {.format = NULL};
    a3d_arena_init(&arena, NULL);
    make(&arena, format, &was);
    make(&arena, format, &is);
    a3d_apply_step(d->step, &is);
    const uint8_t *data = (const uint8_t *)is.data;
    print_message("%s %s\n", format->name, d->step);
    expect_root(a3d_lint(&arena, data, is.size, &options), d->rule);
    a3d_fixing x = a3d_fix_file(&arena, data, is.size, &options);
    assert_non_null(x.before);
    assert_int_equal(x.size, d->lost ? is.size : was.size);
    if (x.size > 0)
        assert_memory_equal(x.data, d->lost ? is.data : was.data, x.size);
    assert_int_equal(x.n_fixed, d->lost ? 0 : 1);
    a3d_arena_free(&arena);
}

static void each_damage(void **state)
{
    (void)state;
    for (size_t f = 0; f < sizeof formats / sizeof *formats; f++)
        for (size_t i = 0; i < sizeof damages / sizeof *damages; i++)
            expect_damage(formats[f], &damages[i]);
}

/* Wrappers one in another are one finding, of the outermost. */
static void nested(void **state)
{
    a3d_arena arena;
    a3d_text was, is;
    a3d_options options = {.format = NULL};
    (void)state;
    a3d_arena_init(&arena, NULL);
    make(&arena, &a3d_format_odol, &was);
    make(&arena, &a3d_format_odol, &is);
    a3d_apply_step("crlf", &is);
    a3d_apply_step("gzip", &is);
    a3d_apply_step("base64", &is);
    const a3d_result *result = a3d_lint(&arena, (const uint8_t *)is.data, is.size, &options);
    expect_root(result, "file/base64");
    assert_non_null(strstr(result->doc->findings[0].message, "gzip"));
    assert_int_equal(result->undone_size, was.size);
    assert_memory_equal(result->undone, was.data, was.size);
    a3d_arena_free(&arena);
}

/* A rule that is off reports nothing, and what it would have explained stands for itself. */
static void turned_off(void **state)
{
    a3d_arena arena;
    a3d_text is;
    a3d_level off = {"file/*", A3D_OFF};
    a3d_options options = {.levels = &off, .n_levels = 1};
    (void)state;
    a3d_arena_init(&arena, NULL);
    make(&arena, &a3d_format_tanki, &is);
    a3d_apply_step("cut:2000", &is);
    const a3d_result *result = a3d_lint(&arena, (const uint8_t *)is.data, is.size, &options);
    assert_int_equal(result->verdict, A3DLINT_INVALID);
    assert_int_equal(strncmp(result->doc->findings[0].rule->id, "tanki/", 6), 0);
    a3d_apply_step("base64", &is);
    result = a3d_lint(&arena, (const uint8_t *)is.data, is.size, &options);
    assert_int_equal(result->verdict, A3DLINT_UNREADABLE);
    assert_int_equal(result->doc->n_findings, 0);
    assert_non_null(result->message);
    a3d_arena_free(&arena);
}

/* Whatever its name, a file is what its bytes are. */
static void names(void **state)
{
    static const struct {
        const char *name, *bytes, *rule;
        size_t size;
    } files[] = {
        {"x.m3g", "\x89PNG\r\n\x1a\n\0\0\0\rIHDR", "file/other-kind", 16},
        {"x.a3d", "\xe7\xe7\xe7\xe7\xe7\xe7\xe7\xe7\xe7\xe7\xe7\xe7", "file/unknown-kind", 12},
        {"x.p3d", "\xe7\xe7\xe7\xe7\xe7\xe7\xe7\xe7\xe7\xe7\xe7\xe7", "file/unknown-kind", 12},
    };
    a3d_arena arena;
    a3d_text model;
    (void)state;
    a3d_arena_init(&arena, NULL);
    for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
        a3d_options options = {.name = files[i].name};
        const a3d_result *result = a3d_lint(&arena, (const uint8_t *)files[i].bytes, files[i].size, &options);
        expect_root(result, files[i].rule);
        assert_int_equal(result->verdict, A3DLINT_UNREADABLE);
        assert_null(result->format);
    }
    a3d_options options = {.name = "model.m3g"};
    make(&arena, &a3d_format_tanki, &model);
    const a3d_result *result = a3d_lint(&arena, (const uint8_t *)model.data, model.size, &options);
    assert_int_equal(result->verdict, A3DLINT_VALID);
    assert_ptr_equal(result->format, &a3d_format_tanki);
    assert_string_equal(result->doc->findings[0].rule->id, "file/wrong-extension");
    a3d_arena_free(&arena);
}

/* Each byte of the head may be damaged: the format is found without the help of a name. */
static void heads(void **state)
{
    (void)state;
    for (size_t f = 0; f < sizeof formats / sizeof *formats; f++) {
        for (size_t at = 0; at < 4; at++) {
            a3d_arena arena;
            a3d_text was, is;
            a3d_options options = {.format = NULL};
            a3d_arena_init(&arena, NULL);
            make(&arena, formats[f], &was);
            make(&arena, formats[f], &is);
            is.data[at] ^= 0x40;
            a3d_fixing x = a3d_fix_file(&arena, (const uint8_t *)is.data, is.size, &options);
            assert_non_null(x.after);
            assert_ptr_equal(x.after->format, formats[f]);
            if (formats[f] != &a3d_format_a3d1 || at < 2) { /* a minor version is only warned of */
                assert_int_equal(x.size, was.size);
                assert_memory_equal(x.data, was.data, was.size);
            }
            a3d_arena_free(&arena);
        }
    }
}

/* What is said of the head: how many of its bytes are wrong, and the first of them. */
static void heads_are_described(void **state)
{
    static const struct {
        unsigned from, n;
        const char *message;
    } cases[] = {
        {0, 1, "1 byte at the start is wrong: offset 0 is 0xeb; expected 0xab, with which everything decodes"},
        {11, 1, "1 byte at the start is wrong: offset 11 is 0x4a; expected 0x0a, with which everything decodes"},
        {1, 2, "2 bytes at the start are wrong: offset 1 is 0x0a; expected 0x4a, with which everything decodes"},
        {4, 3, "3 bytes at the start are wrong: offset 4 is 0x71; expected 0x31, with which everything decodes"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        a3d_arena arena;
        a3d_text file;
        a3d_options options = {.format = NULL};
        a3d_arena_init(&arena, NULL);
        make(&arena, &a3d_format_m3g, &file);
        for (unsigned k = 0; k < cases[i].n; k++)
            file.data[cases[i].from + k] ^= 0x40;
        const a3d_result *result = a3d_lint(&arena, (const uint8_t *)file.data, file.size, &options);
        expect_root(result, "file/head-damaged");
        const a3d_finding *f = &result->doc->findings[0];
        assert_string_equal(f->message, cases[i].message);
        assert_int_equal(f->off, cases[i].from);
        assert_int_equal(f->size, 1);
        a3d_arena_free(&arena);
    }
}

/* Another length of a package is a number that is wrong; in another form of the head it is bytes. */
static void package_length(void **state)
{
    static const struct {
        int change;
        uint32_t size;
        const char *message; /* with the number there and the right one */
    } cases[] = {{-4, 4, "the package length is %u; expected %u, with which everything decodes"},
                 {1, 4, "the package length is %u; expected %u, with which everything decodes"},
                 {1000, 4, "the package length is %u; expected %u, with which everything decodes"},
                 {INT32_MIN, 1, "1 byte at the start is wrong: offset 0 is 0x00; expected 0x80, with which everything decodes"}};
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        a3d_arena arena;
        a3d_text file;
        char message[100];
        a3d_options options = {.format = NULL};
        a3d_arena_init(&arena, NULL);
        make(&arena, &a3d_format_a3d2, &file);
        uint32_t right = a3d_load32((const uint8_t *)file.data, true), wrong = right + (uint32_t)cases[i].change;
        assert_int_equal(right, 0x80000000u | (file.size - 4)); /* the long form */
        a3d_store((uint8_t *)file.data, 4, wrong, true);
        const a3d_result *result = a3d_lint(&arena, (const uint8_t *)file.data, file.size, &options);
        expect_root(result, "file/head-damaged");
        snprintf(message, sizeof message, cases[i].message, wrong & INT32_MAX, right & INT32_MAX);
        assert_string_equal(result->doc->findings[0].message, message);
        assert_int_equal(result->doc->findings[0].off, 0);
        assert_int_equal(result->doc->findings[0].size, cases[i].size);
        assert_int_equal(result->undone_size, file.size);
        assert_int_equal(a3d_load32(result->undone, true), right);
        a3d_arena_free(&arena);
    }
}

/* Any number of bytes of the magic and of the version may be lost, in files that have enough after it. */
static void lost_magic(void **state)
{
    static const struct {
        const a3d_format *format;
        size_t magic;
        const char *first; /* the message about one byte */
    } cases[] = {{&a3d_format_m3g, 12, "the first byte of the file, 0xab, is missing; with it the file decodes without an error"},
                 {&a3d_format_a3d2, 6, "the first byte of the file, 0x80, is missing; with it the file decodes without an error"},
                 {&a3d_format_tanki, 8, "the first byte of the file, 0x41, is missing; with it the file decodes without an error"},
                 {&a3d_format_odol, 4, "the first byte of the file, 0x4f, is missing; with it the file decodes without an error"}};
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        for (size_t lost = 1; lost <= cases[i].magic; lost++) {
            a3d_arena arena;
            a3d_text file;
            char more[100];
            a3d_options options = {.format = NULL};
            a3d_arena_init(&arena, NULL);
            make(&arena, cases[i].format, &file);
            const a3d_result *result = a3d_lint(&arena, (const uint8_t *)file.data + lost, file.size - lost, &options);
            expect_root(result, "file/head-lost");
            snprintf(more, sizeof more, "the first %zu bytes of the file are missing; with them the file decodes without an error", lost);
            assert_string_equal(result->doc->findings[0].message, lost == 1 ? cases[i].first : more);
            assert_int_equal(result->doc->findings[0].size, 0);
            assert_int_equal(result->undone_size, file.size);
            assert_memory_equal(result->undone, file.data, file.size);
            a3d_arena_free(&arena);
        }
}

/* Writes bytes over the head of a file: the head is put back. */
static void expect_head(const a3d_format *format, const void *over, size_t n)
{
    a3d_arena arena;
    a3d_text was, is;
    a3d_options options = {.format = NULL};
    a3d_arena_init(&arena, NULL);
    make(&arena, format, &was);
    make(&arena, format, &is);
    memcpy(is.data, over, n);
    const a3d_result *result = a3d_lint(&arena, (const uint8_t *)is.data, is.size, &options);
    print_message("%s: %s\n", format->name, result->doc->findings[0].message);
    expect_root(result, "file/head-damaged");
    assert_int_equal(result->undone_size, was.size);
    assert_memory_equal(result->undone, was.data, was.size);
    a3d_arena_free(&arena);
}

/* Zeros over any number of bytes of the magic and of the version are taken back. */
static void zeros_over_the_head(void **state)
{
    static const uint8_t zeros[12];
    (void)state;
    for (size_t n = 1; n <= sizeof zeros; n++)
        expect_head(&a3d_format_m3g, zeros, n);
    for (size_t n = 1; n <= 8; n++)
        expect_head(&a3d_format_tanki, zeros, n);
    for (size_t n = 1; n <= 4; n++)
        expect_head(&a3d_format_odol, zeros, n);
}

/* So is anything else that was written over all of the magic, small letters for instance. */
static void other_magic(void **state)
{
    (void)state;
    expect_head(&a3d_format_tanki, "a3d", 4);
    expect_head(&a3d_format_odol, "odol", 4);
    expect_head(&a3d_format_odol, "TEXT", 4);
    expect_head(&a3d_format_m3g, "JSR184 a b c", 12);
    expect_head(&a3d_format_a3d1, "\x7f\xff\0", 4);
}

/* Where several versions of ODOL fit, the report says so, and the file is not restored. */
static void lost_versions(void **state)
{
    unsigned one = 0, several = 0;
    (void)state;
    for (const a3d_version *v = a3d_format_odol.versions; v->text != NULL; v++) {
        a3d_arena arena;
        a3d_text file;
        a3d_options options = {.format = NULL};
        a3d_wish wish = {.format = &a3d_format_odol, .seed = 3, .size = 2000, .version = v};
        if (!v->generated || v->branch != NULL)
            continue;
        a3d_arena_init(&arena, NULL);
        a3d_text_init(&file, &arena);
        assert_null(a3d_generate_random(&arena, &wish, &file));
        const a3d_result *result = a3d_lint(&arena, (const uint8_t *)file.data + 7, file.size - 7, &options);
        print_message("%s: %s\n", v->text, result->doc->findings[0].message);
        expect_root(result, "file/head-lost");
        bool more = strstr(result->doc->findings[0].message, ", but as more than one version") != NULL;
        assert_int_equal(more, result->undone == NULL);
        if (!more)
            assert_memory_equal(result->undone, file.data, file.size);
        one += !more;
        several += more;
        a3d_arena_free(&arena);
    }
    assert_true(one > 0 && several > 0);
}

/* A start of small numbers is that of many files: swapped words that look like it prove nothing. */
static void numbers_are_no_swapped_start(void **state)
{
    static const struct {
        uint8_t start[8];
        const char *rule;
    } cases[] = {{{1, 0, 0, 0, 0x20, 0x5d, 0, 0}, "file/unknown-kind"}, /* in words of 16 bits 00 01 00 00 5d */
                 {{0, 0, 1, 0, 0, 0, 0xbc, 0x20}, "file/unknown-kind"}, /* in words of 32 bits 00 01 00 00 20 */
                 {{'L', 'O', 'D', 'O', 0, 0, 0, 73}, "file/byte-swap-32"}}; /* ODOL, with nothing of use after it */
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        uint8_t file[600];
        a3d_arena arena;
        a3d_options options = {.format = NULL};
        a3d_arena_init(&arena, NULL);
        memset(file, 0x55, sizeof file);
        memcpy(file, cases[i].start, sizeof cases[i].start);
        const a3d_result *result = a3d_lint(&arena, file, sizeof file, &options);
        assert_string_equal(result->doc->findings[0].rule->id, cases[i].rule);
        a3d_arena_free(&arena);
    }
}

/* However many bytes of its header a package lost, short or long, the header that is put back is the same. */
static void lost_headers(void **state)
{
    unsigned seen[2] = {0};
    (void)state;
    for (uint64_t seed = 1; seed <= 30; seed++) {
        a3d_arena arena;
        a3d_text was;
        a3d_wish wish = {.format = &a3d_format_a3d2, .seed = seed, .size = seed % 2 ? 500 : 40000};
        a3d_options options = {.format = NULL};
        a3d_arena_init(&arena, NULL);
        for (const a3d_version *v = wish.format->versions; v->text != NULL; v++)
            wish.version = v->generated && v->branch == NULL ? v : wish.version;
        a3d_text_init(&was, &arena);
        assert_null(a3d_generate_random(&arena, &wish, &was));
        unsigned is_long = (uint8_t)was.data[0] >= 0x80;
        const a3d_result *result = a3d_lint(&arena, (const uint8_t *)was.data, was.size, &options);
        bool usual = result->doc->streams[1].size >= 16384 ? is_long : !is_long && ((uint8_t)was.data[0] & 0x40) != 0;
        for (size_t lost = 1; usual && lost <= (is_long ? 4 : 2); lost++, seen[is_long]++) {
            print_message("seed %u, %zu lost\n", (unsigned)seed, lost);
            result = a3d_lint(&arena, (const uint8_t *)was.data + lost, was.size - lost, &options);
            expect_root(result, "file/head-lost");
            assert_int_equal(result->undone_size, was.size);
            assert_memory_equal(result->undone, was.data, was.size);
        }
        a3d_arena_free(&arena);
    }
    assert_true(seen[0] > 0 && seen[1] > 0);
}

static void make_m3g(a3d_arena *arena, uint64_t seed, a3d_text *file)
{
    a3d_wish wish = {.format = &a3d_format_m3g, .version = a3d_format_m3g.versions, .seed = seed, .size = SIZE};
    a3d_text_init(file, arena);
    assert_null(a3d_generate_random(arena, &wish, file));
}

/* M3G has no length that ends its list of sections, so it takes bytes after the model for a section. */
static void bytes_after_sections(void **state)
{
    static const char *const tails[] = {"\n", "\r\n", "\xff\xff\xff\xff\xff", "\x01\x02\x03\x04\x05\x06\x07\x08\x09\x0a\x0b"};
    (void)state;
    for (size_t i = 0; i <= sizeof tails / sizeof *tails; i++) {
        a3d_arena arena;
        a3d_text file;
        a3d_options options = {.format = NULL};
        a3d_arena_init(&arena, NULL);
        make_m3g(&arena, 3, &file);
        size_t was = file.size;
        if (i < sizeof tails / sizeof *tails)
            a3d_put(&file, tails[i], strlen(tails[i]));
        else
            a3d_put(&file, "", 1); /* a single zero */
        const a3d_result *result = a3d_lint(&arena, (const uint8_t *)file.data, file.size, &options);
        expect_root(result, "file/trailing-bytes");
        assert_int_equal(result->doc->findings[0].off, was);
        assert_int_equal(result->doc->findings[0].size, file.size - was);
        assert_int_equal(result->undone_size, was);
        assert_memory_equal(result->undone, file.data, was);
        a3d_arena_free(&arena);
    }
}

/* When the bytes after the declared end are sound sections, the declared size may be wrong, and nothing is dropped. */
static void sound_section_after_sections(void **state)
{
    a3d_arena arena;
    a3d_text file, other;
    a3d_options options = {.format = NULL};
    (void)state;
    a3d_arena_init(&arena, NULL);
    make_m3g(&arena, 3, &file);
    make_m3g(&arena, 4, &other);
    enum { FIRST = 12, LENGTH = 1 };
    size_t was = other.size, last = FIRST;
    for (size_t next = last; next < was; next += a3d_load32((const uint8_t *)other.data + next + LENGTH, false))
        last = next;
    assert_true(last > FIRST);
    a3d_put(&file, other.data + last, was - last);
    const a3d_result *result = a3d_lint(&arena, (const uint8_t *)file.data, file.size, &options);
    assert_int_equal(result->verdict, A3DLINT_INVALID);
    assert_null(result->undone);
    assert_string_equal(result->doc->findings[0].rule->id, "m3g/total-file-size");
    for (size_t i = 0; i < result->doc->n_findings; i++)
        assert_string_not_equal(result->doc->findings[i].rule->id, "file/trailing-bytes");
    a3d_fixing x = a3d_fix_file(&arena, (const uint8_t *)file.data, file.size, &options);
    assert_int_equal(x.n_fixed, 0); /* the header's checksum says that its size is as it was written */
    options.accept_content = true;
    x = a3d_fix_file(&arena, (const uint8_t *)file.data, file.size, &options);
    assert_true(x.n_fixed > 0);
    a3d_arena_free(&arena);
}

/* Blocks of zeros that were inserted are not called overwritten content: without them the file is as it was. */
static void inserted_zeros_are_taken_away(void **state)
{
    static const struct {
        size_t at, size;
    } rows[] = {{512, 512}, {1024, 1536}, {1024, 4096}};
    (void)state;
    for (size_t i = 0; i < 3 * sizeof formats / sizeof *formats; i++) {
        a3d_arena arena;
        a3d_text was, is;
        a3d_options options = {.format = NULL};
        size_t at = rows[i % 3].at, n = rows[i % 3].size;
        a3d_arena_init(&arena, NULL);
        make(&arena, formats[i / 3], &was);
        make(&arena, formats[i / 3], &is);
        assert_non_null(a3d_extend(&is, n));
        memmove(is.data + at + n, is.data + at, was.size - at);
        memset(is.data + at, 0, n);
        const a3d_result *result = a3d_lint(&arena, (const uint8_t *)is.data, is.size, &options);
        print_message("%s: %s\n", formats[i / 3]->name, result->doc->findings[0].message);
        expect_root(result, "file/bytes-inserted");
        assert_int_equal(result->undone_size, was.size);
        assert_memory_equal(result->undone, was.data, was.size);
        a3d_arena_free(&arena);
    }
}

/* A block that was written over another one is there twice, but the file does not begin again: it has no more bytes than
 * it declares, or it no longer begins as a model. The first block over a later one, the second over the first, and
 * bytes of one value over the first. */
static void an_overwritten_block_is_no_copy(void **state)
{
    static const size_t moves[][2] = {{0, 512}, {512, 0}, {SIZE_MAX, 0}};
    (void)state;
    for (size_t i = 0; i < 3 * sizeof formats / sizeof *formats; i++) {
        a3d_arena arena;
        a3d_text file;
        a3d_options options = {.format = NULL};
        size_t from = moves[i % 3][0], to = moves[i % 3][1];
        if (formats[i / 3] == &a3d_format_a3d1) /* states no size */
            continue;
        a3d_arena_init(&arena, NULL);
        make(&arena, formats[i / 3], &file);
        if (from == SIZE_MAX)
            memset(file.data + to, 0xff, 512);
        else
            memcpy(file.data + to, file.data + from, 512);
        const a3d_result *result = a3d_lint(&arena, (const uint8_t *)file.data, file.size, &options);
        print_message("%s: %s\n", formats[i / 3]->name, result->doc->findings[0].message);
        assert_true(result->verdict == A3DLINT_INVALID || result->verdict == A3DLINT_UNREADABLE);
        assert_string_not_equal(result->doc->findings[0].rule->id, "file/twice");
        a3d_arena_free(&arena);
    }
}

/* Writes a block of the file twice, as a disk or a download may. */
static void repeat_block(a3d_text *file, size_t off)
{
    enum { BLOCK = 512 };
    a3d_repeat(file, 0, BLOCK);
    memmove(file->data + off + BLOCK, file->data + off, file->size - BLOCK - off);
}

/* Makes a random ODOL file of the last version that has no branches. */
static void make_odol(a3d_arena *arena, uint64_t seed, a3d_text *file)
{
    a3d_wish wish = {.format = &a3d_format_odol, .seed = seed, .size = SIZE};
    for (const a3d_version *v = a3d_format_odol.versions; v->text != NULL; v++)
        wish.version = v->generated && v->branch == NULL ? v : wish.version;
    a3d_text_init(file, arena);
    assert_null(a3d_generate_random(arena, &wish, file));
}

/* What is behind a repeated block is read from wrong bytes. A count that no file has does not show that this file is cut
 * off: it is longer than it was. */
static void counts_of_wrong_bytes(void **state)
{
    unsigned seen = 0;
    (void)state;
    for (uint64_t seed = 1; seed <= 60; seed++) {
        a3d_arena arena;
        a3d_text file;
        a3d_options options = {.format = &a3d_format_odol};
        a3d_arena_init(&arena, NULL);
        make_odol(&arena, seed, &file);
        repeat_block(&file, file.size - 600 - 20 * (size_t)seed);
        const a3d_result *result = a3d_lint(&arena, (const uint8_t *)file.data, file.size, &options);
        for (size_t i = 0; i < result->doc->n_findings; i++) {
            const a3d_finding *f = &result->doc->findings[i];
            if (f->rule->fault != A3D_FAULT_COUNT || f->actual.i < 1 << 28)
                continue;
            assert_string_not_equal(result->doc->findings[0].rule->id, "file/truncated");
            seen++;
        }
        a3d_arena_free(&arena);
    }
    assert_true(seen >= 10);
}

/* A file that lacks bytes inside is not called cut off: after the gap there is a fault that the end cannot cause. */
static void bytes_inside(void **state)
{
    static const struct {
        const a3d_format *format;
        const char *step;
        uint32_t from, gap; /* the place covers the gap, and begins at `from` or after it */
        bool proven;
    } cases[] = {
        {&a3d_format_tanki, "lose:1600-1612", 1472, 1600, true},
        {&a3d_format_tanki, "lose:2050-2110", 2004, 2050, true}, /* a count that fits is no reason for the missing bytes */
        {&a3d_format_tanki, "lose:3000-3001", 2620, 3000, true},
        {&a3d_format_tanki, "lose:2500-3500", 0, 2500, false}, /* a record, too: the place is all before the fault */
        {&a3d_format_a3d2, "lose:1500-1600", 2, 1500, false},
        {&a3d_format_a3d2, "lose:700-701", 2, 700, false}, /* the two lengths differ in one byte, but the content is damaged */
    };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        a3d_arena arena;
        a3d_text file;
        a3d_options options = {.format = NULL};
        a3d_arena_init(&arena, NULL);
        make(&arena, cases[i].format, &file);
        a3d_apply_step(cases[i].step, &file);
        const a3d_result *result = a3d_lint(&arena, (const uint8_t *)file.data, file.size, &options);
        expect_root(result, "file/bytes-lost");
        const a3d_finding *f = &result->doc->findings[0];
        print_message("%s: %s, from %u\n", cases[i].step, f->message, (unsigned)f->off);
        assert_true(f->off >= cases[i].from && f->off <= cases[i].gap && f->off + f->size >= cases[i].gap);
        assert_null(result->undone);
        assert_int_equal(strstr(f->message, "bytes are probably missing") == NULL, cases[i].proven);
        a3d_arena_free(&arena);
    }
}

/* Whether bytes that were lost at a place lie in the range, there or at a place where the same file would come out. */
static bool is_lost_within(const a3d_text *was, uint32_t at, uint32_t n, const a3d_finding *f)
{
    uint32_t first = at, last = at;
    while (first > 0 && was->data[first - 1] == was->data[first - 1 + n])
        first--;
    while (last + n < was->size && was->data[last] == was->data[last + n])
        last++;
    return first <= f->off + f->size && f->off <= last;
}

/* Where the place of lost bytes is named without a doubt, they were lost there: not in the list before it, nor in plain
 * numbers that any bytes may be. */
static void bytes_lost_where_it_says(void **state)
{
    static const a3d_format *const pair[] = {&a3d_format_tanki, &a3d_format_odol};
    unsigned sure = 0, wrong = 0;
    (void)state;
    for (unsigned i = 0; i < 240; i++) {
        a3d_arena arena;
        a3d_text was, file;
        a3d_options options = {.format = pair[i % 2]};
        a3d_wish wish = {.format = options.format, .seed = 1 + i / 8, .size = 2400};
        char step[40];
        for (const a3d_version *v = wish.format->versions; v->text != NULL && (wish.version == NULL || i % 3 > 0); v++)
            wish.version = v->generated && v->branch == NULL ? v : wish.version;
        a3d_arena_init(&arena, NULL);
        a3d_text_init(&was, &arena);
        a3d_text_init(&file, &arena);
        assert_null(a3d_generate_random(&arena, &wish, &was));
        a3d_put(&file, was.data, was.size);
        uint32_t n = 1 + i % 4, at = 20 + (uint32_t)((i * 977) % (was.size - 30));
        snprintf(step, sizeof step, "lose:%u-%u", (unsigned)at, (unsigned)(at + n));
        a3d_apply_step(step, &file);
        assert_int_equal(file.size, was.size - n);
        const a3d_result *result = a3d_lint(&arena, (const uint8_t *)file.data, file.size, &options);
        const a3d_finding *f = result->doc->findings;
        if (result->doc->n_findings > 0 && strstr(f->message, "bytes are missing between") != NULL) {
            bool within = is_lost_within(&was, at, n, f);
            if (!within)
                print_message("%s, seed %u, %s: %s\n", wish.format->name, (unsigned)wish.seed, step, f->message);
            sure++;
            wrong += !within;
        }
        a3d_arena_free(&arena);
    }
    assert_int_equal(wrong, 0);
    assert_true(sure >= 40);
}

/* One lost byte is not called a lost CR if any other byte fits as well: here one after an LF within an array. */
static void bytes_other_than_cr(void **state)
{
    static const uint32_t places[] = {1612, 1624, 2100, 2112};
    (void)state;
    for (size_t i = 0; i < sizeof places / sizeof *places; i++) {
        a3d_arena arena;
        a3d_text file;
        a3d_options options = {.format = NULL};
        char step[32];
        a3d_arena_init(&arena, NULL);
        make(&arena, &a3d_format_tanki, &file);
        file.data[places[i] - 4] = '\n';
        snprintf(step, sizeof step, "lose:%u-%u", (unsigned)places[i], (unsigned)places[i] + 1);
        a3d_apply_step(step, &file);
        const a3d_result *result = a3d_lint(&arena, (const uint8_t *)file.data, file.size, &options);
        print_message("%s: %s\n", step, result->doc->findings[0].message);
        expect_root(result, "file/bytes-lost");
        assert_non_null(strstr(result->doc->findings[0].message, "CR LF to LF may be the cause"));
        assert_null(result->undone);
        a3d_arena_free(&arena);
    }
}

/* A size that is wrong in several bytes, in a file that is also damaged elsewhere, is no sign of missing bytes. */
static void sizes_of_wrong_bytes(void **state)
{
    static const struct {
        const a3d_format *format;
        size_t at, size, other; /* the size, and other bytes */
    } cases[] = {{&a3d_format_tanki, 12, 3, 16}, {&a3d_format_a3d2, 1, 3, 600}};
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        a3d_arena arena;
        a3d_text file;
        a3d_options options = {.format = NULL};
        a3d_arena_init(&arena, NULL);
        make(&arena, cases[i].format, &file);
        assert_true(file.size > 1000);
        memset((char *)file.data + cases[i].at, ' ', cases[i].size);
        memset((char *)file.data + cases[i].other, ' ', 12);
        const a3d_result *result = a3d_lint(&arena, (const uint8_t *)file.data, file.size, &options);
        print_message("%s: %s\n", cases[i].format->name, result->doc->findings[0].message);
        for (size_t k = 0; k < result->doc->n_findings; k++)
            assert_null(strstr(result->doc->findings[k].rule->id, "file/"));
        assert_true(result->doc->n_findings > 0);
        a3d_arena_free(&arena);
    }
}

/* A size that is too large is no sign of missing bytes either if the damage is before it or right after it: no bytes
 * that are missing there would leave the size in its place. */
static void sizes_after_damage(void **state)
{
    static const struct {
        const a3d_format *format;
        size_t size, other; /* a byte of the size, and where others are wrong, too */
    } cases[] = {{&a3d_format_tanki, 13, 4}, {&a3d_format_a3d2, 1, 4}};
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        a3d_arena arena;
        a3d_text file;
        a3d_options options = {.format = cases[i].format};
        a3d_arena_init(&arena, NULL);
        make(&arena, cases[i].format, &file);
        file.data[cases[i].size] |= 0x20;
        memset(file.data + cases[i].other, 0xff, 3);
        const a3d_result *result = a3d_lint(&arena, (const uint8_t *)file.data, file.size, &options);
        print_message("%s: %s\n", cases[i].format->name, result->doc->findings[0].message);
        assert_true(result->doc->n_findings > 0);
        for (size_t k = 0; k < result->doc->n_findings; k++)
            assert_null(strstr(result->doc->findings[k].rule->id, "file/"));
        a3d_arena_free(&arena);
    }
}

/* A size far beyond the file is no sign of a cut if there is other damage, or if no model is so large. */
static void sizes_far_beyond_the_file(void **state)
{
    static const struct {
        const a3d_format *format;
        size_t at, other; /* a byte of the size, and one of a field that has but one value; 0: none */
        uint8_t bits;
        bool cut;
    } cases[] = {
        {&a3d_format_tanki, 14, 0, 0x20, true}, {&a3d_format_tanki, 14, 6, 0x20, false},
        {&a3d_format_tanki, 15, 0, 0x20, false},
    };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        a3d_arena arena;
        a3d_text file;
        a3d_options options = {.format = cases[i].format};
        a3d_arena_init(&arena, NULL);
        make(&arena, cases[i].format, &file);
        size_t size = file.size - 40;
        file.data[cases[i].at] = (char)cases[i].bits;
        if (cases[i].other > 0)
            file.data[cases[i].other] = 0x40;
        const a3d_result *result = a3d_lint(&arena, (const uint8_t *)file.data, size, &options);
        print_message("%s\n", result->doc->findings[0].message);
        assert_int_equal(result->verdict, A3DLINT_INVALID);
        assert_int_equal(strcmp(result->doc->findings[0].rule->id, "file/truncated") == 0, cases[i].cut);
        a3d_arena_free(&arena);
    }
}

/* A file that lacks its last few bytes is called cut off, not one that lacks bytes inside. */
static void a_few_bytes_at_the_end(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= 60; seed++) {
        a3d_arena arena;
        a3d_text file;
        a3d_options options = {.format = &a3d_format_tanki};
        a3d_wish wish = {.format = &a3d_format_tanki, .seed = seed, .size = 3000};
        for (const a3d_version *v = a3d_format_tanki.versions; v->text != NULL; v++)
            wish.version = v->generated ? v : wish.version;
        a3d_arena_init(&arena, NULL);
        a3d_text_init(&file, &arena);
        assert_null(a3d_generate_random(&arena, &wish, &file));
        const a3d_result *result = a3d_lint(&arena, (const uint8_t *)file.data, file.size - 1 - (size_t)(seed % 7), &options);
        print_message("%u of %zu: %s\n", (unsigned)seed, file.size, result->doc->findings[0].message);
        expect_root(result, "file/truncated");
        a3d_arena_free(&arena);
    }
}

/* A file without a length that ends inside a list may have a wrong count as well; one that ends inside a number has not. */
static void cut_or_a_wrong_count(void **state)
{
    unsigned seen[2] = {0};
    a3d_arena arena;
    a3d_text file;
    (void)state;
    a3d_arena_init(&arena, NULL);
    make(&arena, &a3d_format_a3d1, &file);
    for (size_t size = 20; size < file.size; size += size < 200 ? 1 : 97) {
        a3d_options options = {.format = &a3d_format_a3d1};
        const a3d_result *result = a3d_lint(&arena, (const uint8_t *)file.data, size, &options);
        const a3d_finding *f = &result->doc->findings[0];
        if (strcmp(f->rule->id, "file/truncated") != 0)
            continue;
        bool list = result->doc->findings[1].rule->fault == A3D_FAULT_COUNT;
        const char *end = strrchr(f->message, ';');
        assert_string_equal(end, list ? "; the file is cut off, or this count is wrong" : "; the file is probably cut off");
        seen[list]++;
    }
    print_message("%u numbers and %u lists are cut\n", seen[0], seen[1]);
    assert_true(seen[0] > 10 && seen[1] > 50);
    a3d_arena_free(&arena);
}

/* A section that is longer than the file does not say whether its length or the file is at fault. */
static void cut_or_a_wrong_length(void **state)
{
    enum { CUT = 20 }; /* of the signature, and of the section that follows all but the last byte of its lengths */
    a3d_arena arena;
    a3d_text file;
    a3d_options options = {.format = &a3d_format_m3g};
    (void)state;
    a3d_arena_init(&arena, NULL);
    make(&arena, &a3d_format_m3g, &file);
    const a3d_result *result = a3d_lint(&arena, (const uint8_t *)file.data, CUT, &options);
    expect_root(result, "file/truncated");
    assert_string_equal(strrchr(result->doc->findings[0].message, ';'), "; the file is cut off, or this length is wrong");
    a3d_arena_free(&arena);
}

/* A file of a format without a length that has another error is not called cut off: its last count was misread. */
static void misread_counts(void **state)
{
    unsigned seen = 0;
    (void)state;
    for (uint64_t seed = 1; seed <= 60; seed++) {
        a3d_arena arena;
        a3d_text file;
        a3d_options options = {.format = &a3d_format_odol};
        char step[40];
        a3d_arena_init(&arena, NULL);
        make_odol(&arena, seed, &file);
        size_t at = 30 + 17 * (size_t)seed;
        snprintf(step, sizeof step, "lose:%zu-%zu", at, at + 1);
        a3d_apply_step(step, &file);
        const a3d_result *result = a3d_lint(&arena, (const uint8_t *)file.data, file.size, &options);
        size_t roots = 0;
        for (size_t i = 1; i < result->doc->n_findings; i++)
            roots += result->doc->findings[i].cause == 0 && result->doc->findings[i].severity == A3D_ERROR;
        if (strstr(result->doc->findings[0].message, "the file is probably cut off") != NULL)
            assert_int_equal(roots, 1);
        seen += result->verdict == A3DLINT_INVALID;
        a3d_arena_free(&arena);
    }
    assert_true(seen >= 30);
}

/* Whatever byte is lost before an LF, what is put back is what was there. */
static void bytes_before_lf(void **state)
{
    unsigned named = 0;
    (void)state;
    for (uint64_t seed = 1; seed <= 20; seed++) {
        a3d_arena arena;
        a3d_text was;
        a3d_options options = {.format = NULL};
        a3d_arena_init(&arena, NULL);
        make_odol(&arena, seed, &was);
        for (size_t at = 1; at < was.size; at++) {
            if (was.data[at] != '\n')
                continue;
            char *file = a3d_arena_alloc(&arena, was.size);
            memcpy(file, was.data, at - 1);
            memcpy(file + at - 1, was.data + at, was.size - at);
            const a3d_result *result = a3d_lint(&arena, (const uint8_t *)file, was.size - 1, &options);
            if (result->undone != NULL) {
                assert_int_equal(result->undone_size, was.size);
                assert_memory_equal(result->undone, was.data, was.size);
            }
            named += result->doc->findings[0].off == at - 1 &&
                     strstr(result->doc->findings[0].message, "1 byte is missing at the LF") != NULL;
        }
        a3d_arena_free(&arena);
    }
    assert_true(named > 0);
}

/* Random valid files have nothing of this kind. */
static void sound_files(void **state)
{
    (void)state;
    for (size_t f = 0; f < sizeof formats / sizeof *formats; f++) {
        for (uint64_t seed = 1; seed <= 100; seed++) {
            a3d_arena arena;
            a3d_text file;
            a3d_wish wish = {.format = formats[f], .seed = seed, .size = 500 + 40 * seed};
            a3d_options options = {.format = NULL};
            a3d_arena_init(&arena, NULL);
            for (const a3d_version *v = formats[f]->versions; v->text != NULL; v++)
                wish.version = v->generated && v->branch == NULL ? v : wish.version;
            a3d_text_init(&file, &arena);
            assert_null(a3d_generate_random(&arena, &wish, &file));
            const a3d_result *result = a3d_lint(&arena, (const uint8_t *)file.data, file.size, &options);
            for (size_t i = 0; i < result->doc->n_findings; i++)
                assert_int_equal(a3d_rule_index(&a3d_format_file, result->doc->findings[i].rule), 0);
            a3d_arena_free(&arena);
        }
    }
}

/* The content of version 1 is not read, so it decodes without its zeros, too. They may well be its own. */
static void zeros_of_a_file_that_is_not_read(void **state)
{
    a3d_arena arena;
    a3d_options options = {.format = NULL};
    uint8_t bytes[4096] = "A3D\0\1\0\0\0\1";
    (void)state;
    a3d_arena_init(&arena, NULL);
    memset(bytes + 16, 0x81, sizeof bytes - 27);
    expect_root(a3d_lint(&arena, bytes, sizeof bytes, &options), "tanki/version-1-undocumented");
    a3d_arena_free(&arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_damage),
        cmocka_unit_test(nested),
        cmocka_unit_test(turned_off),
        cmocka_unit_test(names),
        cmocka_unit_test(heads),
        cmocka_unit_test(heads_are_described),
        cmocka_unit_test(lost_headers), cmocka_unit_test(package_length),
        cmocka_unit_test(lost_magic),
        cmocka_unit_test(zeros_over_the_head),
        cmocka_unit_test(other_magic), cmocka_unit_test(lost_versions), cmocka_unit_test(numbers_are_no_swapped_start),
        cmocka_unit_test(bytes_after_sections),
        cmocka_unit_test(sound_section_after_sections),
        cmocka_unit_test(inserted_zeros_are_taken_away),
        cmocka_unit_test(an_overwritten_block_is_no_copy),
        cmocka_unit_test(counts_of_wrong_bytes),
        cmocka_unit_test(bytes_inside),
        cmocka_unit_test(bytes_other_than_cr),
        cmocka_unit_test(sizes_of_wrong_bytes),
        cmocka_unit_test(sizes_after_damage),
        cmocka_unit_test(sizes_far_beyond_the_file), cmocka_unit_test(a_few_bytes_at_the_end),
        cmocka_unit_test(cut_or_a_wrong_count), cmocka_unit_test(cut_or_a_wrong_length),
        cmocka_unit_test(misread_counts), cmocka_unit_test(bytes_lost_where_it_says),
        cmocka_unit_test(bytes_before_lf),
        cmocka_unit_test(sound_files),
        cmocka_unit_test(zeros_of_a_file_that_is_not_read),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
