/* Files from which bytes or elements were lost, which one number would make readable: this number is no likely cause
 * as long as texts or references show the loss, and fix leaves the file alone. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "engine/check/links.h"
#include "formats/a3d2/a3d2.h"
#include "formats/m3g/m3g.h"
#include "formats/tanki/tanki.h"
#include "lint/fix.h"
#include "lint/generate.h"
#include "lint/overwritten.h"

#include <stdlib.h>
#include <string.h>

/* ---- texts that are not where they were ---- */

typedef struct inside {
    const char *name, *bytes;
    uint8_t off, right; /* the number that is taken for the length of a text, and what it should be then */
    const char *suffix;
    bool is_inside;
} inside;

static const inside lengths[] = {
    {"the first character of a text", "\7Dummy07", 1, 6, ".$count", true},
    {"a character further on", "\7Dummy07", 4, 3, ".$count", true},
    {"the last character", "\7Dummy07", 7, 0, ".$count", true},
    {"another end than that of the text", "\7Dummy07", 4, 2, ".$count", false},
    {"a character that is no text before it", "\7Du\1my07", 4, 3, ".$count", false},
    {"the length itself", "\7Dummy07", 0, 7, ".$count", false},
    {"another number", "\7Dummy07", 4, 3, "", false},
    {"the farthest place", "\x12" "abcdefghijklmnopqr", 16, 2, ".$count", true},
    {"a place that is too far", "\x12" "abcdefghijklmnopqr", 17, 1, ".$count", false},
};

static void a_character_is_no_length(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof lengths / sizeof *lengths; i++) {
        const inside *l = &lengths[i];
        a3d_stream stream = {.data = (const uint8_t *)l->bytes, .size = (uint32_t)strlen(l->bytes)};
        a3d_row row = {.shape = {.kind = A3D_ARRAY, .text = A3D_UTF8}};
        a3d_node node = {.row = &row};
        a3d_doc doc = {.format = &a3d_format_a3d2, .streams = &stream, .n_streams = 1, .nodes = &node, .n_nodes = 1};
        a3d_suspect s = {.place = {0, l->suffix}, .off = l->off, .size = 1, .bytes = {l->right}};
        if (a3d_is_inside_text(&doc, &s) != l->is_inside)
            fail_msg("%s is%s taken for a length", l->name, l->is_inside ? "" : " not");
    }
}

/* ---- elements that were lost ---- */

enum { HEAD = 2, SIZE = 4096 };

/* A sound file whose package is stored, so that bytes can be dropped from it. */
typedef struct stored {
    a3d_arena arena;
    const a3d_result *was;
    const a3d_stream *package;
} stored;

static bool make_stored(stored *s, uint64_t seed)
{
    a3d_wish wish = {.format = &a3d_format_a3d2, .seed = seed, .size = SIZE, .version = &a3d_format_a3d2.versions[seed % 4]};
    a3d_options options = {.format = &a3d_format_a3d2};
    a3d_text file;
    a3d_arena_init(&s->arena, NULL);
    a3d_text_init(&file, &s->arena);
    assert_null(a3d_generate_random(&s->arena, &wish, &file));
    s->was = a3d_lint(&s->arena, (const uint8_t *)file.data, file.size, &options);
    s->package = s->was->doc->n_streams > 1 ? &s->was->doc->streams[1] : NULL;
    return s->package != NULL && s->package->size < 1 << 13;
}

static uint64_t count_dangling(const a3d_doc *doc)
{
    uint64_t n = 0;
    for (size_t i = 0; i < doc->n_findings; i++)
        if (doc->findings[i].severity >= A3D_WARNING && a3d_is_dangling(doc, &doc->findings[i]))
            n += doc->findings[i].count;
    return n;
}

/* Drops the bytes of a node. No repair may leave more references to nothing than the sound file has. Returns whether
 * there was a repair. */
static bool is_repaired_without(const stored *s, const a3d_node *node)
{
    a3d_arena arena;
    a3d_options options = {.format = &a3d_format_a3d2};
    uint32_t size = s->package->size - node->size;
    a3d_arena_init(&arena, NULL);
    uint8_t *file = a3d_arena_alloc(&arena, HEAD + size);
    assert_non_null(file);
    file[0] = (uint8_t)(size >> 8);
    file[1] = (uint8_t)size;
    memcpy(file + HEAD, s->package->data, node->off);
    memcpy(file + HEAD + node->off, s->package->data + node->off + node->size, size - node->off);
    a3d_fixing x = a3d_fix_file(&arena, file, HEAD + size, &options);
    bool repaired = x.n_fixed > 0 && x.after->verdict == A3DLINT_VALID;
    if (repaired && count_dangling(x.after->doc) > count_dangling(s->was->doc))
        fail_msg("without %u bytes at offset %u: %s", (unsigned)node->size, (unsigned)node->off,
                 x.before->doc->findings[0].message);
    a3d_arena_free(&arena);
    return repaired;
}

static void a_reference_shows_that_an_element_was_lost(void **state)
{
    unsigned dropped = 0, repaired = 0, most = getenv("A3D_TEST_SLOW") != NULL ? 4 : 40;
    (void)state;
    for (uint64_t seed = 1; seed <= most; seed++) {
        stored s;
        bool usable = make_stored(&s, seed);
        for (uint32_t i = 1; usable && i < s.was->doc->n_nodes; i++) {
            const a3d_node *node = a3d_at(s.was->doc, i), *list = a3d_at(s.was->doc, node->parent);
            if (list->row->keys.space == 0 || node->stream != 1 || node->size == 0 ||
                node->state != A3D_PRESENT)
                continue;
            dropped++;
            repaired += is_repaired_without(&s, node);
        }
        a3d_arena_free(&s.arena);
    }
    print_message("%u of %u files are repaired\n", repaired, dropped);
    assert_true(dropped >= most);
}

/* ---- lengths that confirm each other ---- */

static void make(a3d_arena *arena, const a3d_format *format, const char *version, uint64_t seed, a3d_text *file)
{
    a3d_wish wish = {.format = format, .seed = seed, .size = SIZE};
    for (const a3d_version *v = format->versions; v->text != NULL; v++)
        wish.version = strcmp(v->text, version) == 0 ? v : wish.version;
    a3d_text_init(file, arena);
    assert_null(a3d_generate_random(arena, &wish, file));
}

/* Where four bytes are lost in a block, its length and that of the file are as they were: both are right. */
static void lost_bytes_shorten_no_lengths(void **state)
{
    enum { LOST = 4 };
    unsigned confirmed = 0, most = getenv("A3D_TEST_SLOW") != NULL ? 2 : 10;
    (void)state;
    for (uint64_t seed = 1; seed <= most; seed++) {
        a3d_arena arena;
        a3d_text file;
        a3d_options options = {.format = &a3d_format_tanki};
        a3d_arena_init(&arena, NULL);
        make(&arena, &a3d_format_tanki, "3", seed, &file);
        const a3d_result *was = a3d_lint(&arena, (const uint8_t *)file.data, file.size, &options);
        uint8_t *is = a3d_arena_alloc(&arena, file.size);
        for (uint32_t i = 1; i < was->doc->n_nodes; i++) {
            const a3d_node *n = a3d_at(was->doc, i);
            if (a3d_shape_of(n)->kind != A3D_SCALAR || n->size != LOST || n->off < 24 || n->state != A3D_PRESENT)
                continue;
            a3d_arena own;
            memcpy(is, file.data, n->off);
            memcpy(is + n->off, file.data + n->off + LOST, file.size - n->off - LOST);
            a3d_arena_init(&own, NULL);
            a3d_fixing x = a3d_fix_file(&own, is, file.size - LOST, &options);
            bool wrong = false;
            for (size_t k = 0; k < x.before->doc->n_findings; k++)
                wrong |= x.before->doc->findings[k].rule->fault == A3D_FAULT_LENGTH_WRONG;
            if (wrong && x.n_fixed > 0 && x.after->verdict == A3DLINT_VALID)
                fail_msg("%u, without 4 bytes at %u: %s", (unsigned)seed, n->off, x.before->doc->findings[0].message);
            confirmed += wrong;
            a3d_arena_free(&own);
        }
        a3d_arena_free(&arena);
    }
    print_message("%u files with wrong lengths\n", confirmed);
    assert_true(confirmed > 0);
}

/* ---- sections that are twice in a file ---- */

/* Repeats n bytes at an offset. The header, with a checksum of its own, says that the file ends earlier: it is cut there,
 * or the repeat is taken out. */
static void expect_dropped(const a3d_text *file, uint32_t at, uint32_t n, const char *rule)
{
    a3d_arena arena;
    a3d_options options = {.format = NULL};
    a3d_arena_init(&arena, NULL);
    uint8_t *is = a3d_arena_alloc(&arena, file->size + n);
    memcpy(is, file->data, at + n);
    memcpy(is + at + n, file->data + at, file->size - at);
    a3d_fixing x = a3d_fix_file(&arena, is, file->size + n, &options);
    print_message("%s\n", x.before->doc->findings[0].message);
    assert_string_equal(x.before->doc->findings[0].rule->id, rule);
    assert_int_equal(x.size, file->size);
    assert_memory_equal(x.data, file->data, x.size);
    a3d_arena_free(&arena);
}

/* The places of the first and the last section after the header. */
static bool find_sections(const a3d_doc *doc, const a3d_node **first, const a3d_node **last)
{
    *first = *last = NULL;
    for (uint32_t i = 1; i < doc->n_nodes; i++) {
        const a3d_node *n = a3d_at(doc, i);
        if (strcmp(a3d_row_name(a3d_at(doc, n->parent)->row), "sections") != 0 || n->off <= 12)
            continue;
        *first = *first == NULL ? n : *first;
        *last = n;
    }
    return *first != *last;
}

static void a_section_that_is_twice_is_dropped(void **state)
{
    enum { MOST = 40 };
    unsigned seen = 0;
    (void)state;
    for (uint64_t seed = 1; seed <= MOST && seen == 0; seed++) {
        a3d_arena arena;
        a3d_text file;
        const a3d_node *first, *last;
        a3d_options options = {.format = NULL};
        a3d_arena_init(&arena, NULL);
        make(&arena, &a3d_format_m3g, "1.0", seed, &file);
        if (find_sections(a3d_lint(&arena, (const uint8_t *)file.data, file.size, &options)->doc, &first, &last)) {
            expect_dropped(&file, last->off, last->size, "file/trailing-bytes");
            expect_dropped(&file, first->off, first->size, "file/bytes-inserted");
            seen++;
        }
        a3d_arena_free(&arena);
    }
    assert_int_equal(seen, 1);
}

/* ---- versions ---- */

/* Files of version 49 decode as version 48, too. So no other number is repaired, and none is said to be the only one. */
static void a_version_of_two_is_not_chosen(void **state)
{
    static const struct {
        uint32_t number;
        const char *words;
    } cases[] = {{50, "version is 50; as version 48 or 49 the file decodes without an error"},
                 {39, "version should perhaps be 48; everything after it then decodes"},
                 {60, "version is 60; as version 48 or 49 the file decodes without an error"},
                 {12544, "version should perhaps be 48; everything after it then decodes"}};
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        a3d_arena arena;
        a3d_text file;
        a3d_options options = {.format = NULL};
        a3d_arena_init(&arena, NULL);
        make(&arena, &a3d_format_odol, "49", 3, &file);
        a3d_store((uint8_t *)file.data + 4, 4, cases[i].number, false);
        const a3d_result *result = a3d_lint(&arena, (const uint8_t *)file.data, file.size, &options);
        const a3d_finding *f = &result->doc->findings[0];
        assert_string_equal(f->n_suspects > 0 ? f->suspects[0].message : f->message, cases[i].words);
        if (f->n_suspects > 0) {
            assert_int_equal(f->n_suspects, 2);
            assert_string_equal(f->suspects[1].message, "version should perhaps be 49; everything after it then decodes");
        }
        assert_null(result->undone);
        a3d_fixing x = a3d_fix_file(&arena, (const uint8_t *)file.data, file.size, &options);
        assert_int_equal(x.n_fixed, 0);
        a3d_arena_free(&arena);
    }
}

/* Versions that could not be tried for want of steps may fit, too. */
static void a_version_that_was_not_tried_may_fit(void **state)
{
    unsigned named = 0;
    (void)state;
    for (uint64_t work = 2000; work < 400000; work += work / 12) {
        a3d_arena arena;
        a3d_text file;
        a3d_options options = {.limits.work = work};
        a3d_arena_init(&arena, NULL);
        make(&arena, &a3d_format_odol, "49", 3, &file);
        a3d_store((uint8_t *)file.data + 4, 4, 50, false);
        const a3d_result *result = a3d_lint(&arena, (const uint8_t *)file.data, file.size, &options);
        const char *message = result->doc->n_findings > 0 ? result->doc->findings[0].message : "";
        if (strncmp(message, "version is 50; ", 15) == 0) {
            named++;
            print_message("work %llu: %s\n", (unsigned long long)work, message);
            assert_null(strstr(message, "the only one"));
            assert_null(result->undone);
        }
        a3d_arena_free(&arena);
    }
    assert_true(named > 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(a_character_is_no_length),
                                       cmocka_unit_test(a_reference_shows_that_an_element_was_lost),
                                       cmocka_unit_test(lost_bytes_shorten_no_lengths),
                                       cmocka_unit_test(a_section_that_is_twice_is_dropped),
                                       cmocka_unit_test(a_version_of_two_is_not_chosen),
                                       cmocka_unit_test(a_version_that_was_not_tried_may_fit)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
