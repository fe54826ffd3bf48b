/* Random files: valid, the same for the same seed, and whole in every way that must hold of any input. Files that break
 * a rule: that rule and no other, for every rule there is. */
#include "lint/generate.h"
#include "../../harnesses/judge.h"
#include "base/bytes.h"
#include "codec/codec.h"
#include "engine/encode/encode.h"
#include "engine/generate/maker.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

enum { FILES = 200, SLOW_FILES = 12 }; /* of each family; A3D_TEST_FILES=N takes N */

/* Under a sanitizer or an emulator there is less of everything. */
static bool is_slow(void)
{
    if (getenv("A3D_TEST_FILES") != NULL)
        return false;
#ifdef __SANITIZE_ADDRESS__
    return true;
#else
    return getenv("A3D_TEST_SLOW") != NULL;
#endif
}

/* Every version that can be made, in turn. */
static a3d_wish wish_of(const a3d_format *format, unsigned i, uint64_t size)
{
    a3d_wish wish = {.format = format, .seed = i, .size = size};
    unsigned n = 0, k = 0;
    for (const a3d_version *v = format->versions; v->text != NULL; v++)
        n += v->generated;
    for (const a3d_version *v = format->versions; v->text != NULL; v++)
        if (v->generated && k++ == i % n)
            wish.version = v;
    for (const a3d_branch *b = format->branches; b != NULL && b->name != NULL; b++)
        if (wish.version->branch != NULL ? strcmp(b->name, wish.version->branch) == 0
                                         : wish.version->number >= b->since && wish.version->number <= b->until)
            wish.branch = b->mask;
    return wish;
}

static void check_file(const a3d_format *format, unsigned seed, const a3d_text *file)
{
    judged j = judge(format, (const uint8_t *)file->data, (uint32_t)file->size);
    if (j.broken[0] != '\0' || j.errors > 0 || j.limited != 0)
        fail_msg("%s seed %u: %u errors %s", format->name, seed, j.errors, j.broken);
}

/* Files of chance are valid, differ from seed to seed, and do not fall back to the smallest document. */
static void test_valid(void **state)
{
    (void)state;
    unsigned files = is_slow() ? SLOW_FILES : FILES;
    if (getenv("A3D_TEST_FILES") != NULL)
        files = (unsigned)atoi(getenv("A3D_TEST_FILES"));
    for (const a3d_format *const *f = a3d_formats(); *f != NULL; f++) {
        size_t total = 0;
        unsigned small = 0;
        for (unsigned i = 0; i < files; i++) {
            a3d_arena arena;
            a3d_text file, again;
            a3d_arena_init(&arena, NULL);
            a3d_text_init(&file, &arena);
            a3d_text_init(&again, &arena);
            a3d_wish wish = wish_of(*f, i, 200 + i % 7 * 900);
            assert_null(a3d_generate_random(&arena, &wish, &file));
            assert_null(a3d_generate_random(&arena, &wish, &again));
            assert_int_equal(file.size, again.size);
            assert_memory_equal(file.data, again.data, file.size);
            check_file(*f, i, &file);
            total += file.size;
            wish.size = 0;
            assert_null(a3d_generate_random(&arena, &wish, &again));
            small += file.size == again.size;
            a3d_arena_free(&arena);
        }
        printf("%s: %u files, %u bytes on average, %u smallest\n", (*f)->name, files, (unsigned)(total / files), small);
        assert_in_range(small, 0, files / 20);
    }
}

/* ---- every field ---- */

enum { MOST_RECORDS = 100, MOST_ROWS = 100 };
typedef bool met[MOST_RECORDS][MOST_ROWS];

/* Fields of a plain record, and of those in it. */
static void meet_plain(const a3d_record *type, met seen)
{
    for (unsigned i = 0; i < type->n_rows; i++) {
        seen[type->id][i] = true;
        if (type->rows[i].alts == NULL && type->rows[i].shape.kind == A3D_RECORD)
            meet_plain(type->rows[i].shape.record, seen);
    }
}

static void meet(const a3d_doc *doc, met seen)
{
    for (uint32_t i = 0; i < doc->n_nodes; i++) {
        const a3d_node *node = a3d_at(doc, i);
        const a3d_record *type = node->state == A3D_PRESENT && node->parent != A3D_NO_NODE ? a3d_record_type(doc, node->parent) : NULL;
        if (type != NULL && node->row >= type->rows && node->row < type->rows + type->n_rows)
            seen[type->id][node->row - type->rows] = true;
        if (node->state == A3D_PRESENT && node->flat && node->v.at.count > 0)
            meet_plain(a3d_shape_of(node)->record, seen);
    }
}

/* Fields that no valid document of the versions that can be made has without a compat or a warning. */
static bool is_out_of_reach(const char *record, const char *row)
{
    static const char *const fields[][2] = {{"Sprite", "materialIdRequired"}, {"SpotLight", "falloffOptional"}, {"SpotLight", "hotspotOptional"},
                                            {"Decal", "offsetOptional"}, {"File", "content"}, {"Object", "data"},
                                            {"Material", "unknown_layout"}, {"Section", "floats67"}};
    for (unsigned i = 0; i < sizeof fields / sizeof *fields; i++)
        if (strcmp(fields[i][0], record) == 0 && strcmp(fields[i][1], row) == 0)
            return true;
    return false;
}

/* Every field of every record comes up. */
static void test_reach(void **state)
{
    (void)state;
    enum { REACH = 1200 };
    static met seen;
    for (const a3d_format *const *f = a3d_formats(); *f != NULL && !is_slow(); f++) {
        memset(seen, 0, sizeof seen);
        for (unsigned i = 0; i < REACH; i++) {
            a3d_arena arena;
            a3d_text file;
            a3d_arena_init(&arena, NULL);
            a3d_text_init(&file, &arena);
            a3d_wish wish = wish_of(*f, i, 300 + i % 7 * 700);
            a3d_options options = {.format = *f, .branch = wish.branch};
            assert_null(a3d_generate_random(&arena, &wish, &file));
            meet(a3d_lint(&arena, (const uint8_t *)file.data, file.size, &options)->doc, seen);
            a3d_arena_free(&arena);
        }
        for (unsigned i = 0; i < (*f)->n_records; i++)
            for (unsigned k = 0; (*f)->records[i] != NULL && k < (*f)->records[i]->n_rows; k++)
                if (seen[i][k] == is_out_of_reach((*f)->records[i]->name, (*f)->records[i]->rows[k].name))
                    fail_msg("%s: %s.%s %s", (*f)->name, (*f)->records[i]->name, (*f)->records[i]->rows[k].name,
                             seen[i][k] ? "comes up after all" : "never comes up");
    }
}

/* Rules on what a link leads to; a file alone cannot break them. */
static bool is_about_others(const a3d_rule *rule)
{
    return strncmp(rule->id, "m3g/link-", 9) == 0 || strcmp(rule->id, "m3g/content-size-sum") == 0;
}

/* The files that break rules break them alone; with a seed where the tables say how, else the small ones. */
static void test_breaks(void **state)
{
    (void)state;
    unsigned rules = 0, random = 0, linked = 0, slow = is_slow();
    for (const a3d_format *const *f = a3d_formats(); *f != NULL; f++)
        for (unsigned i = 1; i < (*f)->n_rules; i++) {
            const a3d_rule *rule = &(*f)->rules[i];
            a3d_arena arena;
            a3d_text small, file;
            a3d_arena_init(&arena, NULL);
            a3d_text_init(&small, &arena);
            a3d_text_init(&file, &arena);
            a3d_wish wish = wish_of(*f, 0, 0);
            const char *why = a3d_break_rule(&arena, rule, &wish, false, &small);
            if (is_about_others(rule)) {
                linked++;
                a3d_arena_free(&arena);
                continue;
            }
            if (why != NULL || !a3d_breaks_alone(&arena, rule, *f, (const uint8_t *)small.data, small.size))
                fail_msg("%s: %s", rule->id, why != NULL ? why : "does not fire alone");
            assert_null(a3d_break_rule(&arena, rule, &wish, true, &file));
            if (a3d_breaks_alone(&arena, rule, *f, (const uint8_t *)file.data, file.size))
                fail_msg("%s: fires on the neighbour too", rule->id);
            wish = wish_of(*f, i, slow ? 0 : 1500);
            assert_null(a3d_break_rule(&arena, rule, &wish, false, &file));
            if (!a3d_breaks_alone(&arena, rule, *f, (const uint8_t *)file.data, file.size))
                fail_msg("%s: does not fire alone with a seed", rule->id);
            random += file.size != small.size;
            if (getenv("A3D_TEST_FILES") != NULL && file.size != small.size)
                printf("%s by its table\n", rule->id);
            rules++;
            a3d_arena_free(&arena);
        }
    printf("%u rules, %u broken by what the tables say; %u more need several files\n", rules, random, linked);
    assert_in_range(linked, 0, 12);
    assert_in_range(rules, 600, 2000);
    if (!slow)
        assert_in_range(random, 145, rules); /* 146, unless a file happens to be as large as the smallest one */
}

/* ---- memory ---- */

/* Fails from one request on. */
static void *resize_until(void *user, void *p, size_t old_size, size_t size)
{
    unsigned *left = user;
    (void)old_size;
    if (size == 0) {
        free(p);
        return NULL;
    }
    if (*left == 0)
        return NULL;
    --*left;
    return realloc(p, size);
}

/* When memory runs out at any point, that is said, and nothing else happens. */
static void test_memory(void **state)
{
    (void)state;
    for (const a3d_format *const *f = a3d_formats(); *f != NULL; f++) {
        bool made = false;
        unsigned failures = 0;
        for (unsigned n = 0; !made; n += 1 + n / 16, failures++) {
            unsigned left = n;
            uint64_t steps = 0;
            a3d_allocator mem = {resize_until, &left, 0};
            a3d_arena arena;
            a3d_text file;
            a3d_arena_init(&arena, &mem);
            a3d_text_init(&file, &arena);
            a3d_wish wish = wish_of(*f, 3, 4000);
            made = a3d_generate_try(&arena, &wish, 3, 4000, false, &file, &steps) == NULL;
            a3d_arena_free(&arena);
        }
        assert_in_range(failures, 5, 1000);
    }
}

/* ---- what packing costs ---- */

/* How often memory of one size is asked for, and the largest size of all. */
typedef struct requests {
    size_t size, largest;
    unsigned count;
} requests;

static void *resize_counted(void *user, void *p, size_t old_size, size_t size)
{
    requests *r = user;
    (void)old_size;
    r->largest = size > r->largest ? size : r->largest;
    r->count += p == NULL && size == r->size;
    if (size > 0)
        return realloc(p, size);
    free(p);
    return NULL;
}

/* What packing a few bytes asks for. */
static void pack_once(requests *r)
{
    a3d_arena arena;
    uint8_t out[100];
    size_t size = sizeof out;
    a3d_arena_init(&arena, &(a3d_allocator){resize_counted, r, 0});
    assert_int_equal(a3d_deflate(&arena, (const uint8_t *)"a", 1, 9, out, &size), 0);
    a3d_arena_free(&arena);
}

/* A file that states its size is written twice, yet each of its sections is packed once. */
static void test_packed_once(void **state)
{
    (void)state;
    requests r = {0};
    unsigned sections = 0, each;
    a3d_arena arena;
    a3d_text file;
    const char *why;
    const a3d_format *m3g = a3d_format_named("m3g", 3);
    pack_once(&r);
    r.size = r.largest;
    pack_once(&r);
    each = r.count;
    a3d_arena_init(&arena, &(a3d_allocator){resize_counted, &r, 0});
    a3d_text_init(&file, &arena);
    a3d_doc *doc = a3d_make_document(&arena, m3g, m3g->versions->number, 0, 1, 20000, false, &why);
    assert_non_null(doc);
    r.count = 0;
    assert_null(a3d_encode(doc, A3D_FAITHFUL, &file, NULL, 0));
    for (uint32_t at = 12; at + 5 < file.size; at += a3d_load32((const uint8_t *)file.data + at + 1, false))
        sections += file.data[at] == 1;
    assert_in_range(sections, 1, 100);
    assert_int_equal(r.count, sections * each);
    a3d_arena_free(&arena);
}

/* A format needs no functions of its own: the tables alone make a document. */
static void needs_no_functions(void **state)
{
    (void)state;
    a3d_arena arena;
    a3d_format plain = *a3d_format_named("tanki", 5);
    const char *why;
    plain.choose = NULL;
    plain.repair = NULL;
    a3d_arena_init(&arena, NULL);
    assert_non_null(a3d_make_document(&arena, &plain, 3, 0, 1, 2000, false, &why));
    a3d_arena_free(&arena);
}

/* The two bits in the header of a zlib stream that say how hard its writer tried: 0 to 3. */
static unsigned effort_of(uint64_t size, uint64_t *packed)
{
    a3d_arena arena;
    a3d_text file;
    a3d_arena_init(&arena, NULL);
    a3d_text_init(&file, &arena);
    uint64_t steps = 0;
    a3d_wish wish = wish_of(a3d_format_named("a3d2", 4), 0, size);
    assert_null(a3d_generate_try(&arena, &wish, 2, size, false, &file, &steps));
    const uint8_t *p = (const uint8_t *)file.data;
    unsigned head = (p[0] & 0x80) != 0 ? 4 : 2;
    assert_int_equal(p[head], 0x78);
    *packed = file.size;
    unsigned effort = p[head + 1] >> 6;
    a3d_arena_free(&arena);
    return effort;
}

/* Packages of some size are packed as hard as can be, whose bytes stay what they were; large ones in less time. */
static void test_effort(void **state)
{
    (void)state;
    uint64_t size;
    assert_int_equal(effort_of(100000, &size), 3);
    assert_in_range(size, 20000, 256 << 10);
    assert_int_equal(effort_of(4 << 20, &size), 1);
    assert_in_range(size, 256 << 10, 8 << 20);
}

/* A length that is longer than it has to be has two bytes or three; both are made. */
static void test_long_lengths(void **state)
{
    (void)state;
    const a3d_rule *rule = a3d_rule_named("a3d1/over-long-length");
    unsigned of_size[4] = {0};
    for (unsigned seed = 1; seed < 30; seed++) {
        a3d_arena arena;
        a3d_text file;
        a3d_options options = {0};
        a3d_arena_init(&arena, NULL);
        a3d_text_init(&file, &arena);
        a3d_wish wish = wish_of(&a3d_format_a3d1, seed, 600);
        assert_null(a3d_break_rule(&arena, rule, &wish, false, &file));
        const a3d_result *result = a3d_lint(&arena, (const uint8_t *)file.data, file.size, &options);
        assert_non_null(result);
        for (size_t i = 0; i < result->doc->n_findings; i++) {
            const a3d_finding *f = &result->doc->findings[i];
            assert_true(f->rule != rule || f->size < 4);
            of_size[f->rule == rule ? f->size : 0]++;
        }
        a3d_arena_free(&arena);
    }
    assert_true(of_size[2] > 0);
    assert_true(of_size[3] > 0);
}

/* What follows the end is a part of one text, of each length that it has. */
static void ends_are_broken_in_all_ways(void **state)
{
    static const char text[] = "trailing bytes";
    enum { SEEDS = 150 };
    bool lengths[sizeof text] = {false};
    (void)state;
    for (unsigned seed = 1; seed <= SEEDS; seed++) {
        a3d_arena arena;
        a3d_text file;
        a3d_arena_init(&arena, NULL);
        a3d_text_init(&file, &arena);
        a3d_wish wish = wish_of(&a3d_format_a3d1, seed, 600);
        assert_null(a3d_break_rule(&arena, a3d_rule_named("a3d1/trailing-bytes"), &wish, false, &file));
        size_t n = sizeof text - 1;
        while (n > 0 && (n > file.size || memcmp(file.data + file.size - n, text, n) != 0))
            n--;
        assert_true(n > 0);
        lengths[n] = true;
        a3d_arena_free(&arena);
    }
    for (size_t n = 1; n < sizeof text; n++)
        assert_true(lengths[n]);
}

/* What is sound breaks nothing alone. */
static void test_sound(void **state)
{
    (void)state;
    a3d_arena arena;
    a3d_text file;
    a3d_arena_init(&arena, NULL);
    a3d_text_init(&file, &arena);
    a3d_wish wish = wish_of(a3d_format_named("m3g", 3), 0, 0);
    assert_null(a3d_generate_random(&arena, &wish, &file));
    assert_false(a3d_breaks_alone(&arena, a3d_rule_named("m3g/checksum"), wish.format, (const uint8_t *)file.data, file.size));
    file.data[file.size - 1] ^= 1;
    assert_true(a3d_breaks_alone(&arena, a3d_rule_named("m3g/checksum"), wish.format, (const uint8_t *)file.data, file.size));
    file.data[12] = 7;
    assert_false(a3d_breaks_alone(&arena, a3d_rule_named("m3g/checksum"), wish.format, (const uint8_t *)file.data, file.size));
    a3d_arena_free(&arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_valid), cmocka_unit_test(test_reach), cmocka_unit_test(test_breaks), cmocka_unit_test(test_long_lengths), cmocka_unit_test(ends_are_broken_in_all_ways), cmocka_unit_test(test_memory),
                                       cmocka_unit_test(test_packed_once), cmocka_unit_test(test_effort), cmocka_unit_test(test_sound),
                                       cmocka_unit_test(needs_no_functions)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
