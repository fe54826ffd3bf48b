/* Bytes that are too many or too few in files that do not declare their size. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>

#include <stdio.h>
#include <string.h>

#include "base/bytes.h"
#include "lint/generate.h"
#include "lint/steps.h"

/* A valid random file: after the LODs of version 50 nothing follows, and something after those of version 73. */
static void make(a3d_arena *arena, const char *version, unsigned seed, a3d_text *file)
{
    a3d_wish wish = {.format = &a3d_format_odol, .seed = seed, .size = 2400};
    a3d_arena_init(arena, NULL);
    a3d_text_init(file, arena);
    for (const a3d_version *v = a3d_format_odol.versions; v->text != NULL; v++)
        wish.version = strcmp(v->text, version) == 0 ? v : wish.version;
    assert_null(a3d_generate_random(arena, &wish, file));
}

static const a3d_result *judge(a3d_arena *arena, const a3d_text *file)
{
    const a3d_options options = {.format = &a3d_format_odol};
    const a3d_result *result = a3d_lint(arena, (const uint8_t *)file->data, file->size, &options);
    assert_non_null(result);
    return result;
}

/* The rule of the first finding, or "". */
static const char *first_rule(const a3d_result *result)
{
    return result->doc->n_findings > 0 ? result->doc->findings[0].rule->id : "";
}

/* Whether the first finding tells the number of bytes. */
static bool tells(const a3d_result *result, uint32_t n, const char *one, const char *more)
{
    char words[64];
    snprintf(words, sizeof words, "%u byte%s %s", (unsigned)n, n == 1 ? "" : "s", n == 1 ? one : more);
    return strncmp(result->doc->findings[0].message, words, strlen(words)) == 0;
}

/* Behind a place where bytes are lost everything is nearer than its address says. Whether the file then is too short,
 * or another part follows what has addresses, it is not called cut off, and the number is right. If the bytes are lost
 * at the end, it is. */
static void lost_bytes(void **state)
{
    unsigned inside = 0, named = 0, numbered = 0, cut = 0;
    (void)state;
    for (unsigned i = 0; i < 48; i++) {
        a3d_arena arena;
        a3d_text file;
        char step[40];
        make(&arena, i % 2 == 0 ? "50" : "73", 1 + i / 4, &file);
        uint32_t n = 1 + i % 5, size = (uint32_t)file.size, at = size / 3 + (i * 977) % (size / 3);
        bool at_end = i / 2 % 2 == 1;
        at = at_end ? size - n : at;
        snprintf(step, sizeof step, "lose:%u-%u", (unsigned)at, (unsigned)(at + n));
        a3d_apply_step(step, &file);
        const a3d_result *result = judge(&arena, &file);
        bool lost = strcmp(first_rule(result), "file/bytes-lost") == 0;
        inside += !at_end;
        named += !at_end && lost;
        numbered += !at_end && lost && tells(result, n, "is probably missing", "are probably missing");
        cut += at_end && lost;
        a3d_arena_free(&arena);
    }
    print_message("%u of %u are named, %u with their number\n", named, inside, numbered);
    assert_true(named >= inside * 3 / 4 && numbered >= inside / 3);
    assert_int_equal(cut, 0);
}

/* Behind a place where bytes were put in everything is farther than its address says. The number is right, whether it
 * is left over at the end or shows by what follows. */
static void inserted_bytes(void **state)
{
    unsigned all = 0, named = 0, wrong = 0;
    (void)state;
    for (unsigned i = 0; i < 48; i++) {
        a3d_arena arena;
        a3d_text file;
        char step[40];
        make(&arena, i % 2 == 0 ? "50" : "73", 1 + i / 2, &file);
        uint32_t n = 1 + i % 5, size = (uint32_t)file.size, at = size / 3 + (i * 977) % (size / 2);
        snprintf(step, sizeof step, "insert:%u-%.*s", (unsigned)at, (int)(2 * n), "8f1cf0077e5ab3");
        a3d_apply_step(step, &file);
        assert_int_equal(file.size, size + n);
        const a3d_result *result = judge(&arena, &file);
        if (strcmp(first_rule(result), "file/bytes-inserted") == 0) {
            const char *message = result->doc->findings[0].message;
            bool right = tells(result, n, "was ", "were ") || strncmp(message, "without the ", strlen("without the ")) == 0;
            if (!right)
                print_message("seed %u, %s: %s\n", 1 + i / 2, step, message);
            wrong += !right;
            named++;
        }
        all++;
        a3d_arena_free(&arena);
    }
    print_message("%u of %u are named\n", named, all);
    assert_true(named >= all * 3 / 4);
    assert_int_equal(wrong, 0);
}

/* Adds a number to each element of the lists of addresses. */
static void move_addresses(const a3d_doc *doc, a3d_text *file, int by)
{
    unsigned lists = 0;
    for (uint32_t i = 0; i < doc->n_nodes; i++) {
        const a3d_node *n = a3d_at(doc, i);
        const char *name = a3d_row_name(n->row);
        if (n->state != A3D_PRESENT || (strcmp(name, "lod_start") != 0 && strcmp(name, "lod_end") != 0))
            continue;
        lists++;
        for (uint32_t k = 0; k < n->v.at.count; k++) {
            uint8_t *p = (uint8_t *)file->data + n->v.at.first + (size_t)4 * k;
            a3d_store32(p, a3d_load32(p, false) + (uint32_t)by, false);
        }
    }
    assert_int_equal(lists, 2);
}

/* Addresses that are all too great or too small by the same number are not taken for lost or inserted bytes, as long as
 * what is before the first is sound. If it is as sound without a few bytes, they were probably inserted. */
static void moved_addresses(void **state)
{
    static const int by[] = {4, -4, 40, -2, 1, 16};
    (void)state;
    for (unsigned i = 0; i < 36; i++) {
        a3d_arena arena;
        a3d_text file;
        make(&arena, i / 2 % 2 == 0 ? "50" : "73", 1 + i / 4, &file);
        move_addresses(judge(&arena, &file)->doc, &file, by[i % 6]);
        const a3d_result *result = judge(&arena, &file);
        assert_true(result->doc->n_findings > 0);
        const a3d_finding *f = result->doc->findings;
        bool wrong = strncmp(f->rule->id, "file/", 5) == 0 && strstr(f->message, "probably inserted between") == NULL;
        assert_null(result->undone);
        if (wrong)
            print_message("seed %u, %d: %s: %s\n", 1 + i / 4, by[i % 6], f->rule->id, f->message);
        assert_false(wrong);
        a3d_arena_free(&arena);
    }
}

/* Where bytes are left over before the end of the last LOD, its address is a cause, unless as many bytes were lost. */
static void end_of_last(void **state)
{
    (void)state;
    for (unsigned seed = 1; seed <= 8; seed++) {
        a3d_arena arena;
        a3d_text file;
        char words[64];
        uint32_t by = seed % 4 + 1, last = 0;
        make(&arena, "73", seed, &file);
        const a3d_doc *doc = judge(&arena, &file)->doc;
        for (uint32_t i = 0; i < doc->n_nodes; i++)
            last = strcmp(a3d_row_name(a3d_at(doc, i)->row), "lod_end") == 0 ? i : last;
        const a3d_node *ends = a3d_at(doc, last);
        uint8_t *p = (uint8_t *)file.data + ends->v.at.first, *most = p;
        for (uint32_t k = 0; k < ends->v.at.count; k++)
            most = a3d_load32(p + (size_t)4 * k, false) > a3d_load32(most, false) ? p + (size_t)4 * k : most;
        a3d_store32(most, a3d_load32(most, false) + by, false);
        const a3d_result *result = judge(&arena, &file);
        assert_string_equal(first_rule(result), "odol/lod-left-over");
        assert_true(result->doc->findings[0].n_suspects > 0);
        snprintf(words, sizeof words, ", unless %u byte%s lost;", (unsigned)by, by == 1 ? " was" : "s were");
        assert_non_null(strstr(result->doc->findings[0].suspects[0].message, words));
        a3d_arena_free(&arena);
    }
}

/* One LOD too many makes the tables of addresses look as if bytes were put in before them. The count is the cause. */
static void too_many_lods(void **state)
{
    enum { OFFSET = 8 }; /* of nLods before version 50 */
    unsigned tried = 0, inserted = 0;
    (void)state;
    for (unsigned seed = 1; seed <= 40; seed++) {
        a3d_arena arena;
        a3d_text file;
        make(&arena, seed % 2 == 0 ? "43" : "47", seed, &file);
        file.data[OFFSET]++;
        const a3d_result *result = judge(&arena, &file);
        tried++;
        inserted += strcmp(first_rule(result), "file/bytes-inserted") == 0;
        a3d_arena_free(&arena);
    }
    print_message("%u of %u\n", inserted, tried);
    assert_int_equal(inserted, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lost_bytes),
        cmocka_unit_test(inserted_bytes),
        cmocka_unit_test(moved_addresses),
        cmocka_unit_test(end_of_last),
        cmocka_unit_test(too_many_lods),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
