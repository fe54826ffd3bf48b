/* What an input may cost: claims cost nothing, limits end a decode in order, and so does the lack of memory. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "lint/lint.h"
#include "base/bytes.h"
#include "codec/codec.h"
#include "engine/decode/decode.h"
#include "engine/encode/encode.h"
#include "engine/document/path.h"
#include "formats/a3d1/a3d1.h"
#include "formats/a3d2/a3d2.h"
#include "formats/m3g/m3g.h"
#include "formats/odol/odol.h"
#include "formats/tanki/tanki.h"
#include "engine/generate/smallest.h"

#include <stdlib.h>
#include <string.h>

/* ---- an allocator that counts and can fail ---- */

typedef struct meter {
    size_t now, peak;
    unsigned long calls, fail_at; /* fail_at 0: never */
    bool stays;                   /* every call from fail_at on fails */
} meter;

static void *metered(void *user, void *p, size_t old_size, size_t size)
{
    meter *m = user;
    if (size == 0) {
        free(p);
        m->now -= old_size;
        return NULL;
    }
    m->calls++;
    if (m->fail_at != 0 && (m->calls == m->fail_at || (m->stays && m->calls > m->fail_at)))
        return NULL;
    void *q = realloc(p, size);
    if (q == NULL)
        return NULL;
    m->now += size - old_size;
    m->peak = m->now > m->peak ? m->now : m->peak;
    return q;
}

static void meter_arena(meter *m, a3d_arena *arena)
{
    a3d_arena_init(arena, &(a3d_allocator){metered, m, 0});
}

/* ---- claims ---- */

#define M3G_MARK "\xABJSR184\xBB\r\n\x1A\n"
#define ZEROS4 "\0\0\0\0"
#define ZEROS16 ZEROS4 ZEROS4 ZEROS4 ZEROS4

typedef struct claim {
    const char *name;
    const a3d_format *format;
    const char *bytes;
    uint32_t size;
} claim;

#define CLAIM(name, format, text) {name, &a3d_format_##format, text, sizeof text - 1}

/* Small inputs that claim lists of millions. */
static const claim claims[] = {
    CLAIM("a3d1: boxes without bytes", a3d1, "\0\1\0\0\x60\0\0\0\xFF\xFF\xFF" ZEROS4 ZEROS4 "\0"),
    CLAIM("a3d1: geometries, absent boxes", a3d1, "\0\1\0\0\x70\0\0\0\xFF\xFF\xFF" ZEROS4 ZEROS4 "\0"),
    CLAIM("a3d2: lights", a3d2, "\0\x12\x60\0\0\0\0\2\0\6\xFF\xFF\xFF" ZEROS4 "\0\0\0"),
    CLAIM("a3d2: a package of 2 GiB", a3d2, "\xFF\xFF\xFF\xFF\x78\x9C" ZEROS4 ZEROS4 ZEROS4 "\0\0"),
    CLAIM("tanki 2: materials", tanki, "A3D\0\2\0\0\0\1\0\0\0\xFF\xFF\xFF\x7F\4\0\0\0\xFF\xFF\xFF\x7F\xFF\xFF\xFF\x7F"),
    CLAIM("tanki 3: materials", tanki, "A3D\0\3\0\0\0\1\0\0\0\xFF\xFF\xFF\xFF\4\0\0\0\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF"),
    CLAIM("m3g: a section of 4 GiB", m3g, M3G_MARK "\0\xFF\xFF\xFF\xFF\xFF\xFF\xFF"),
    CLAIM("m3g: a packed section of 4 GiB", m3g, M3G_MARK "\1\x15\0\0\0\xFF\xFF\xFF\xFF\x78\x9C\3\0\0\0\0\1\0\0\0\0"),
    CLAIM("m3g: tracks", m3g, M3G_MARK "\0\x1E\0\0\0\x11\0\0\0\0\xFF\0\0\0\1\0\0" ZEROS16
          "\0\x1F\0\0\0\x12\0\0\0\x0E\x0D\0\0\0" ZEROS4 "\xFF\xFF\xFF\x3F\0\0\0\0\0" ZEROS4),
    CLAIM("m3g: vertices without components", m3g, M3G_MARK "\0\x23\0\0\0\x16\0\0\0\x14\x11\0\0\0" ZEROS4 ZEROS4 ZEROS4
          "\1\0\0\xFF\xFF" ZEROS4),
    CLAIM("odol: LODs", odol, "ODOL\x34\0\0\0\xFF\xFF\xFF\x7F" ZEROS4 ZEROS4),
    CLAIM("odol 75: LODs", odol, "ODOL\x4B\0\0\0" ZEROS4 ZEROS4 ZEROS4 "\0\xFF\xFF\xFF\x3F"),
};

/* Whether anything was put into words. Nothing else differs: what breaks which rule where, and the steps it takes to see that. */
static bool expect_fewer_words(const a3d_doc *told, const a3d_doc *untold)
{
    bool words = false;
    assert_int_equal(told->n_findings, untold->n_findings);
    assert_int_equal(told->steps, untold->steps);
    for (size_t i = 0; i < told->n_findings; i++) {
        const a3d_finding *f = &told->findings[i], *g = &untold->findings[i];
        assert_ptr_equal(f->rule, g->rule);
        assert_int_equal(f->stream, g->stream);
        assert_int_equal(f->off, g->off);
        assert_int_equal(f->size, g->size);
        assert_int_equal(f->count, g->count);
        assert_int_equal(f->cause, g->cause);
        assert_int_equal(f->place.node, g->place.node);
        assert_string_equal(g->message, g->rule->title);
        assert_string_equal(g->place.suffix, "");
        assert_int_equal(g->n_suspects, 0);
        words |= strcmp(f->message, f->rule->title) != 0;
    }
    return words;
}

static void words_decide_nothing(void **state)
{
    (void)state;
    unsigned with_words = 0;
    for (size_t i = 0; i < sizeof claims / sizeof claims[0]; i++) {
        a3d_arena arena;
        a3d_limits wordless = {.wordless = true};
        a3d_arena_init(&arena, NULL);
        const a3d_format *format = claims[i].format;
        const uint8_t *data = (const uint8_t *)claims[i].bytes;
        const a3d_doc *told = a3d_decode(&arena, format, data, claims[i].size, NULL, format->usual);
        const a3d_doc *untold = a3d_decode(&arena, format, data, claims[i].size, &wordless, format->usual);
        assert_non_null(told);
        assert_non_null(untold);
        with_words += expect_fewer_words(told, untold);
        a3d_arena_free(&arena);
    }
    assert_true(with_words > sizeof claims / sizeof claims[0] / 2);
}

/* Counts the notes, which have only titles in `some`. All else is as in `all`. */
static unsigned expect_no_notes(const a3d_doc *all, const a3d_doc *some)
{
    unsigned notes = 0;
    assert_int_equal(all->n_findings, some->n_findings);
    assert_int_equal(all->steps, some->steps);
    for (size_t i = 0; i < all->n_findings; i++) {
        const a3d_finding *f = &all->findings[i], *g = &some->findings[i];
        bool note = f->severity == A3D_NOTE && f->rule->severity == A3D_NOTE;
        assert_ptr_equal(f->rule, g->rule);
        assert_int_equal(f->severity, g->severity);
        assert_int_equal(f->off, g->off);
        assert_int_equal(f->count, g->count);
        assert_int_equal(f->cause, g->cause);
        assert_int_equal(f->n_suspects, g->n_suspects);
        assert_string_equal(g->message, note ? g->rule->title : f->message);
        if (!note)
            assert_string_equal(f->place.suffix, g->place.suffix);
        notes += note;
    }
    return notes;
}

static void notes_without_words_decide_nothing(void **state)
{
    (void)state;
    unsigned notes = 0;
    for (size_t i = 0; i < sizeof claims / sizeof claims[0]; i++) {
        a3d_arena arena;
        a3d_arena_init(&arena, NULL);
        a3d_options options = {.format = claims[i].format};
        const uint8_t *data = (const uint8_t *)claims[i].bytes;
        const a3d_result *all = a3d_lint(&arena, data, claims[i].size, &options);
        options.worded = A3D_WARNING;
        const a3d_result *some = a3d_lint(&arena, data, claims[i].size, &options);
        assert_non_null(all);
        assert_non_null(some);
        assert_int_equal(all->verdict, some->verdict);
        notes += expect_no_notes(all->doc, some->doc);
        a3d_arena_free(&arena);
    }
    assert_true(notes > 0);
}

static void claims_cost_nothing(void **state)
{
    (void)state;
    enum { MOST_MEMORY = 128 * 1024, MOST_STEPS = 1000 };
    for (size_t i = 0; i < sizeof claims / sizeof *claims; i++) {
        meter m = {0};
        a3d_arena arena;
        meter_arena(&m, &arena);
        uint8_t *exact = malloc(claims[i].size);
        assert_non_null(exact);
        memcpy(exact, claims[i].bytes, claims[i].size);
        const a3d_format *format = claims[i].format;
        a3d_doc *doc = a3d_decode(&arena, format, exact, claims[i].size, NULL, format->usual);
        assert_non_null(doc);
        if (m.peak > MOST_MEMORY || doc->steps > MOST_STEPS || doc->n_findings == 0 || doc->limited != A3D_LIMIT_NONE)
            fail_msg("%s: %zu bytes, %llu steps, %zu findings, limit %d", claims[i].name, m.peak, (unsigned long long)doc->steps,
                     doc->n_findings, doc->limited);
        a3d_arena_free(&arena);
        assert_int_equal(m.now, 0);
        free(exact);
    }
}

/* Elements without a byte of their own still need mask bits: no more of them than the mask can speak for. */
static void mask_bounds_elements(void **state)
{
    (void)state;
    enum { BODY = 60, HEAD = 4, BITS = 8 * BODY };
    uint8_t file[HEAD + 1 + BODY + 3] = {0, 1, 0, 0, 0x80 | BODY};
    memset(file + 5, 0xff, BODY);
    file[5] &= 0x7f; /* boxes are there, each without its two fields */
    for (uint32_t count = 230; count < 245; count++) {
        a3d_store(file + 5 + BODY, 3, 0xc00000 | count, true);
        a3d_arena arena;
        a3d_arena_init(&arena, NULL);
        a3d_doc *doc = a3d_decode(&arena, &a3d_format_a3d1, file, sizeof file, NULL, 0);
        assert_non_null(doc);
        /* the root needs six bits, each box two */
        assert_int_equal(doc->faulty, 6 + 2 * count > BITS);
        assert_true(doc->n_nodes <= 3 * BITS);
        a3d_arena_free(&arena);
    }
}

/* ---- a package that grows ---- */

/* A3D2 in which only `materials` is there: `count` of them, each an id and seven absent fields. */
static uint8_t *tiny_records(uint32_t count, uint32_t *size)
{
    enum { FIELDS = 19, MATERIALS = 11, OPTIONAL_OF_EACH = 7 }; /* optional fields of the scene in 2.0 */
    uint32_t bits = FIELDS + count * OPTIONAL_OF_EACH, body = (bits + 7) / 8, at = 3 + body;
    *size = at + 4 + 3 + count * 4;
    uint8_t *p = calloc(*size, 1);
    assert_non_null(p);
    a3d_store(p, 3, 0xc00000u | body, true);
    memset(p + 3, 0xff, body);
    p[3 + MATERIALS / 8] &= (uint8_t)~(0x80 >> MATERIALS % 8);
    p[at + 1] = 2;
    a3d_store(p + at + 4, 3, 0xc00000u | count, true);
    return p;
}

static uint8_t *package(const uint8_t *content, uint32_t n, uint32_t *size)
{
    size_t room = a3d_deflate_bound(n);
    uint8_t *p = malloc(room + 4);
    assert_non_null(p);
    assert_int_equal(a3d_deflate(NULL, content, n, 9, p + 4, &room), 0);
    a3d_store(p, 4, 0x80000000u | room, true);
    *size = (uint32_t)room + 4;
    return p;
}

static void tiny_records_end_limited(void **state)
{
    (void)state;
    enum { MOST_COUNT = 4194303, MIB = 1024 * 1024 };
    if (getenv("A3D_TEST_SLOW") != NULL) {
        print_message("20 MiB of records: skipped on an emulated machine\n");
        return;
    }
    uint32_t n, size;
    uint8_t *content = tiny_records(MOST_COUNT, &n), *file = package(content, n, &size);
    free(content);
    assert_true(n > 20000000 && size < 64 * 1024);
    meter m = {0};
    a3d_arena arena;
    meter_arena(&m, &arena);
    a3d_doc *doc = a3d_decode(&arena, &a3d_format_a3d2, file, size, NULL, A3D2_USUAL);
    assert_non_null(doc);
    assert_int_not_equal(doc->limited, A3D_LIMIT_NONE);
    print_message("%u bytes that unpack to %u end at the limit of %s, with %zu MiB\n", (unsigned)size, (unsigned)n,
                  a3d_limit_name(doc->limited), m.peak / MIB);
    assert_true(m.peak < (size_t)256 * MIB);
    a3d_arena_free(&arena);
    assert_int_equal(m.now, 0);
    free(file);
}

/* The same in small is a document like any other: the builder above says what it should. */
static void tiny_records_are_sound(void **state)
{
    (void)state;
    uint32_t n, size;
    uint8_t *content = tiny_records(1000, &n), *file = package(content, n, &size);
    a3d_arena arena;
    a3d_arena_init(&arena, NULL);
    a3d_doc *doc = a3d_decode(&arena, &a3d_format_a3d2, file, size, NULL, A3D2_USUAL);
    assert_non_null(doc);
    assert_false(doc->faulty);
    assert_true(doc->n_nodes > 8000);
    assert_true(doc->steps < doc->work_limit / 8);
    a3d_arena_free(&arena);
    free(content);
    free(file);
}

/* ---- small documents of each family ---- */

typedef struct sample {
    const a3d_format *format;
    uint32_t version;
    bool damaged; /* its last bytes are missing, so that there is something to report */
} sample;

static const sample samples[] = {
    {&a3d_format_a3d1, 1, false}, {&a3d_format_a3d2, 6, false}, {&a3d_format_tanki, 3, false}, {&a3d_format_m3g, 1, false},
    {&a3d_format_odol, 73, false}, {&a3d_format_a3d1, 1, true}, {&a3d_format_a3d2, 6, true}, {&a3d_format_tanki, 2, true},
    {&a3d_format_m3g, 1, true}, {&a3d_format_odol, 54, true}};
enum { SAMPLES = sizeof samples / sizeof *samples, SOUND_SAMPLES = 5 };

static uint8_t *sample_file(const sample *s, uint32_t *size)
{
    a3d_arena arena;
    a3d_text out;
    const char *why = NULL;
    a3d_arena_init(&arena, NULL);
    a3d_doc *doc = a3d_generate(&arena, s->format, s->version, 0, &why);
    assert_non_null(doc);
    a3d_text_init(&out, &arena);
    assert_null(a3d_encode(doc, A3D_FAITHFUL, &out, NULL, 0));
    *size = (uint32_t)out.size - (s->damaged ? 3 : 0);
    uint8_t *file = malloc(*size);
    assert_non_null(file);
    memcpy(file, out.data, *size);
    a3d_arena_free(&arena);
    return file;
}

/* What a report asks of any document, ended early or not. */
static void report(a3d_arena *arena, const a3d_doc *doc)
{
    char version[64];
    a3d_text text;
    a3d_text_init(&text, arena);
    doc->format->version_text(doc, version, sizeof version);
    for (size_t i = 0; i < doc->n_findings; i++) {
        a3d_put_place(&text, doc, &doc->findings[i].place);
        a3d_put_stream(&text, doc, doc->findings[i].stream);
    }
}

/* ---- limits ---- */

static a3d_doc *limited_decode(a3d_arena *arena, const a3d_format *format, const uint8_t *file, uint32_t size, const a3d_limits *limits)
{
    a3d_arena_init(arena, NULL);
    a3d_doc *doc = a3d_decode(arena, format, file, size, limits, format->usual);
    assert_non_null(doc);
    report(arena, doc);
    return doc;
}

static void each_limit_has_its_reason(void **state)
{
    (void)state;
    static const struct {
        int reason;
        a3d_limits limits;
    } cases[] = {
        {A3D_LIMIT_INPUT, {.input = 3}},       {A3D_LIMIT_UNPACKED, {.unpacked = 3}}, {A3D_LIMIT_NODES, {.nodes = 5}},
        {A3D_LIMIT_NODES, {.nodes = 1}},       {A3D_LIMIT_DEPTH, {.depth = 1}},       {A3D_LIMIT_WORK, {.work = 5}},
        {A3D_LIMIT_WORK, {.work = 1}},
    };
    for (unsigned s = 0; s < SOUND_SAMPLES; s++) {
        uint32_t size;
        uint8_t *file = sample_file(&samples[s], &size);
        for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
            a3d_arena arena;
            const a3d_format *format = samples[s].format;
            if (cases[i].reason == A3D_LIMIT_UNPACKED && format != &a3d_format_a3d2)
                continue; /* nothing else is packed in the smallest file */
            if (cases[i].reason == A3D_LIMIT_DEPTH && format == &a3d_format_a3d1)
                continue; /* its smallest file has one record */
            a3d_doc *doc = limited_decode(&arena, format, file, size, &cases[i].limits);
            if (doc->limited != cases[i].reason)
                fail_msg("sample %u, case %zu: limit %s, not %s", s, i, a3d_limit_name(doc->limited), a3d_limit_name(cases[i].reason));
            a3d_arena_free(&arena);
        }
        free(file);
    }
}

/* The default limits are written twice, as code and in words; here both are. */
static void defaults_are_as_they_are_told(void **state)
{
    enum { KI = 1 << 10, MI = 1 << 20 };
    static const uint64_t sizes[] = {0, MI, (uint64_t)KI * MI};
    (void)state;
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        uint64_t size = sizes[i], few = 4 * (uint64_t)MI + 20 * size, many = 4 * (uint64_t)MI + size / 2;
        a3d_limits limits = {0};
        a3d_limits_fill(&limits, size);
        few = few < 30 * (uint64_t)MI ? few : 30 * (uint64_t)MI;
        const struct {
            const char *option, *text;
            uint64_t told, used;
        } all[] = {
            {"--max-input", "4 GiB - 2", 4 * (uint64_t)KI * MI - 2, limits.input},
            {"--max-unpacked", "the greater of 64 MiB and 200 x input", 200 * size > 64 * MI ? 200 * size : 64 * MI,
             limits.unpacked},
            {"--max-nodes", "4 Mi + 20 x input up to 30 Mi, or 4 Mi + input / 2", few > many ? few : many, limits.nodes},
            {"--max-depth", "64", 64, limits.depth},
            {"--max-findings", "1000", 1000, limits.findings},
            {"--max-work", "1 Mi + 64 x (input + unpacked)", MI + 64 * size, limits.work}, /* nothing is unpacked yet */
        };
        for (size_t k = 0; k < sizeof all / sizeof *all; k++) {
            assert_string_equal(a3d_limit_texts[k].option, all[k].option);
            assert_string_equal(a3d_limit_texts[k].value, all[k].text);
            assert_int_equal(all[k].used, all[k].told);
        }
    }
}

static uint64_t usual_nodes(uint64_t size)
{
    a3d_limits limits = {0};
    a3d_limits_fill(&limits, size);
    return limits.nodes;
}

/* The default limit of nodes never falls with the size. */
static void usual_nodes_rise(void **state)
{
    enum { MI = 1 << 20 };
    (void)state;
    assert_int_equal(usual_nodes(0), 4 * MI);
    assert_int_equal(usual_nodes(MI), 24 * MI);
    assert_int_equal(usual_nodes(35 * MI), 30 * MI);
    assert_int_equal(usual_nodes(100 * MI), 54 * MI);
    for (uint64_t size = 0; size < 200 * MI; size += 9999)
        assert_true(usual_nodes(size) <= usual_nodes(size + 9999));
    assert_true(usual_nodes(UINT32_MAX) < (uint64_t)UINT32_MAX);
}

/* Wherever nodes or work run out, the decode ends in order. */
static void every_limit_is_safe(void **state)
{
    (void)state;
    enum { UP_TO = 400 };
    for (unsigned s = 0; s < SAMPLES; s++) {
        uint32_t size;
        uint8_t *file = sample_file(&samples[s], &size);
        for (uint64_t n = 1; n < UP_TO; n++) {
            a3d_arena arena;
            limited_decode(&arena, samples[s].format, file, size, &(a3d_limits){.nodes = n});
            a3d_arena_free(&arena);
            const a3d_doc *doc = limited_decode(&arena, samples[s].format, file, size, &(a3d_limits){.work = n});
            if (doc->limited == A3D_LIMIT_NONE && doc->steps > n)
                fail_msg("sample %u took %u of %u steps", s, (unsigned)doc->steps, (unsigned)n);
            a3d_arena_free(&arena);
        }
        free(file);
    }
}

static void findings_are_counted_beyond_their_limit(void **state)
{
    (void)state;
    /* not the identifier, not a version, and cut */
    static const uint8_t file[] = "ODOL\x27\0\0\0";
    static const uint8_t two[] = "A3D\0\3\0\1\0\2\0\0\0";
    a3d_arena arena;
    a3d_doc *doc = limited_decode(&arena, &a3d_format_tanki, two, sizeof two - 1, &(a3d_limits){.findings = 1});
    assert_int_equal(doc->n_findings, 1);
    assert_true(doc->more_findings > 0);
    assert_int_equal(doc->limited, A3D_LIMIT_NONE);
    a3d_arena_free(&arena);
    doc = limited_decode(&arena, &a3d_format_odol, file, sizeof file - 1, &(a3d_limits){.findings = 1});
    assert_int_equal(doc->n_findings, 1);
    a3d_arena_free(&arena);
}

/* ---- lack of memory ---- */

static bool same_findings(const a3d_doc *a, const a3d_doc *b)
{
    if (a->n_findings != b->n_findings || a->more_findings != b->more_findings || a->faulty != b->faulty)
        return false;
    for (size_t i = 0; i < a->n_findings; i++)
        if (a->findings[i].rule != b->findings[i].rule || strcmp(a->findings[i].message, b->findings[i].message) != 0)
            return false;
    return true;
}

/* Decodes and encodes with the k-th allocation failing; returns false when there were fewer than k. */
static bool fails_in_order(const sample *s, const uint8_t *file, uint32_t size, unsigned long k, bool stays, const a3d_doc *whole)
{
    meter m = {.fail_at = k, .stays = stays};
    a3d_arena arena;
    a3d_text out;
    meter_arena(&m, &arena);
    a3d_doc *doc = a3d_decode(&arena, s->format, file, size, NULL, s->format->usual);
    bool failed = m.calls >= k;
    if (doc != NULL && doc->limited == A3D_LIMIT_NONE) {
        if (failed && !same_findings(doc, whole))
            fail_msg("%s %u: with allocation %lu failing the report differs, and does not say so", s->format->name, s->version, k);
        a3d_text_init(&out, &arena);
        const char *why = a3d_encode(doc, A3D_FAITHFUL, &out, NULL, 0);
        if (why == NULL && (out.size != size || memcmp(out.data, file, size) != 0))
            fail_msg("%s %u: with allocation %lu failing the encode differs, and does not say so", s->format->name, s->version, k);
    } else if (doc != NULL) {
        assert_int_equal(doc->limited, A3D_LIMIT_MEMORY);
        report(&arena, doc);
    }
    a3d_arena_free(&arena);
    assert_int_equal(m.now, 0);
    return m.calls >= k;
}

static void memory_runs_out_in_order(void **state)
{
    (void)state;
    for (unsigned s = 0; s < SAMPLES; s++) {
        uint32_t size;
        uint8_t *file = sample_file(&samples[s], &size);
        a3d_arena arena;
        const a3d_doc *whole = limited_decode(&arena, samples[s].format, file, size, NULL);
        for (unsigned long k = 1; fails_in_order(&samples[s], file, size, k, false, whole); k++)
            assert_true(k < 10000);
        for (unsigned long k = 1; fails_in_order(&samples[s], file, size, k, true, whole); k++)
            assert_true(k < 10000);
        a3d_arena_free(&arena);
        free(file);
    }
}

/* More sections than streams are numbered: 22 MB of empty ones. */
static void streams_are_bounded(void **state)
{
    (void)state;
    enum { SECTION = 21, SECTIONS = 0xfffff + 1, MAGIC = 12 };
    static const uint8_t section[SECTION - 4] = {1, SECTION, 0, 0, 0, 0, 0, 0, 0, 0x78, 0x9c, 3, 0, 0, 0, 0, 1};
    size_t size = MAGIC + (size_t)SECTIONS * SECTION;
    uint8_t *file = malloc(size);
    a3d_arena arena;
    assert_non_null(file);
    memcpy(file, "\xabJSR184\xbb\r\n\x1a\n", MAGIC);
    for (size_t i = 0; i < SECTIONS; i++) {
        memcpy(file + MAGIC + i * SECTION, section, sizeof section);
        a3d_store(file + MAGIC + i * SECTION + sizeof section, 4, a3d_adler32(1, section, sizeof section), false);
    }
    a3d_arena_init(&arena, NULL);
    const a3d_doc *doc = a3d_decode(&arena, &a3d_format_m3g, file, (uint32_t)size, NULL, a3d_format_m3g.usual);
    assert_non_null(doc);
    assert_int_equal(doc->limited, A3D_LIMIT_STREAMS);
    a3d_arena_free(&arena);
    free(file);
}

/* No bytes are not nowhere: what reads them may add to their place, and find none left. */
static void an_empty_file_has_a_place(void **state)
{
    (void)state;
    for (const a3d_format *const *format = a3d_formats(); *format != NULL; format++) {
        a3d_arena arena;
        a3d_arena_init(&arena, NULL);
        const a3d_doc *doc = a3d_decode(&arena, *format, NULL, 0, NULL, (*format)->usual);
        assert_non_null(doc);
        assert_non_null(doc->streams[0].data);
        assert_int_equal(doc->streams[0].size, 0);
        assert_true(doc->n_findings > 0);
        a3d_arena_free(&arena);
    }
}

/* The keys of 2000 elements alone take 48,000 bytes. */
static void what_checks_need_is_freed(void **state)
{
    (void)state;
    enum { RECORDS = 2000, CHUNKS = 40000 };
    uint32_t n, size;
    uint8_t *content = tiny_records(RECORDS, &n);
    for (uint32_t i = 0; i < RECORDS; i++)
        a3d_store(content + n - 4 * RECORDS + 4 * i, 4, i, true);
    uint8_t *file = package(content, n, &size);
    size_t held[2], peak[2];
    for (unsigned checked = 0; checked < 2; checked++) {
        meter m = {0};
        a3d_arena arena;
        meter_arena(&m, &arena);
        const a3d_limits limits = {.findings = 1, .wordless = true};
        const a3d_doc *doc = checked ? a3d_decode(&arena, &a3d_format_a3d2, file, size, &limits, A3D2_USUAL)
                                     : a3d_decode_structure(&arena, &a3d_format_a3d2, file, size, &limits, A3D2_USUAL);
        assert_non_null(doc);
        assert_int_equal(doc->limited, A3D_LIMIT_NONE);
        held[checked] = m.now;
        peak[checked] = m.peak;
        a3d_arena_free(&arena);
        assert_int_equal(m.now, 0);
    }
    assert_true(peak[1] > held[0] + CHUNKS);
    assert_in_range(held[1], held[0], held[0] + CHUNKS);
    free(content);
    free(file);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(claims_cost_nothing),
        cmocka_unit_test(words_decide_nothing),
        cmocka_unit_test(notes_without_words_decide_nothing),
        cmocka_unit_test(mask_bounds_elements),
        cmocka_unit_test(tiny_records_are_sound),
        cmocka_unit_test(tiny_records_end_limited),
        cmocka_unit_test(each_limit_has_its_reason),
        cmocka_unit_test(every_limit_is_safe),
        cmocka_unit_test(findings_are_counted_beyond_their_limit),
        cmocka_unit_test(memory_runs_out_in_order),
        cmocka_unit_test(streams_are_bounded),
        cmocka_unit_test(what_checks_need_is_freed), cmocka_unit_test(usual_nodes_rise),
        cmocka_unit_test(defaults_are_as_they_are_told), cmocka_unit_test(an_empty_file_has_a_place),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
