/* Records without nodes for fields that are not there: the same reports with fewer nodes, and a document with all of them
 * where something is asked of such a field. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <string.h>

#include "engine/decode/decode.h"
#include "engine/document/findings.h"
#include "formats/a3d1/a3d1.h"
#include "formats/a3d2/a3d2.h"
#include "formats/m3g/m3g.h"
#include "formats/odol/odol.h"
#include "formats/tanki/tanki.h"
#include "lint/generate.h"
#include "report/forms.h"

enum { FILES = 12 };

static const a3d_report_form *json;

static void put_report(a3d_text *out, const a3d_result *result)
{
    a3d_sink sink = {.out = out, .show = A3D_NOTE, .verbose = true};
    json->begin(&sink);
    json->file(&sink, "input", result);
    json->end(&sink);
}

/* Checks the bytes in both ways. Returns whether there is a sparse record. */
static bool expect_same(const a3d_text *file, a3d_limits limits)
{
    a3d_arena arena;
    a3d_text text[2];
    const a3d_result *results[2];
    a3d_arena_init(&arena, NULL);
    for (unsigned i = 0; i < 2; i++) {
        limits.sparse_from = i;
        results[i] = a3d_lint(&arena, (const uint8_t *)file->data, file->size, &(a3d_options){.limits = limits});
        assert_non_null(results[i]);
        a3d_text_init(&text[i], &arena);
        put_report(&text[i], results[i]);
    }
    assert_int_equal(text[0].size, text[1].size);
    assert_memory_equal(text[0].data, text[1].data, text[0].size);
    const a3d_doc *all = results[0]->doc, *sparse = results[1]->doc;
    bool some = all != NULL && sparse->n_left_out > 0;
    assert_true(all == NULL || all->n_nodes == a3d_all_nodes(sparse));
    a3d_arena_free(&arena);
    return some;
}

/* Random files of a format: as they are, with fewer nodes allowed than they have, and damaged.
 * Returns how many have a sparse record. */
static unsigned sparse_files(const a3d_format *format)
{
    unsigned n = 0;
    const a3d_version *version = format->versions;
    while (!version->generated)
        version++;
    for (uint64_t seed = 1; seed <= FILES; seed++) {
        a3d_arena arena;
        a3d_text file;
        a3d_wish wish = {.format = format, .version = version, .seed = seed, .size = 3000};
        a3d_arena_init(&arena, NULL);
        a3d_text_init(&file, &arena);
        assert_null(a3d_generate_random(&arena, &wish, &file));
        n += expect_same(&file, (a3d_limits){0});
        expect_same(&file, (a3d_limits){.nodes = 1 + 20 * seed});
        file.data[file.size * seed / 13] ^= 0x10;
        expect_same(&file, (a3d_limits){0});
        a3d_arena_free(&arena);
    }
    return n;
}

static void reports_are_the_same(void **state)
{
    (void)state;
    assert_true(sparse_files(&a3d_format_m3g) >= FILES / 4);
    assert_true(sparse_files(&a3d_format_a3d2) >= FILES / 4);
    sparse_files(&a3d_format_a3d1);
}

static void other_formats_have_no_sparse_records(void **state)
{
    (void)state;
    assert_int_equal(sparse_files(&a3d_format_odol), 0);
    assert_int_equal(sparse_files(&a3d_format_tanki), 0);
}

/* The first sparse record, which is the body of an object, of a random file. */
static uint32_t first_sparse(const a3d_doc *doc)
{
    uint32_t i = 0;
    while (i < doc->n_nodes && a3d_at(doc, i)->form != A3D_FORM_SPARSE)
        i++;
    assert_true(i < doc->n_nodes);
    return i;
}

/* A random M3G file. The arena is begun here, too. */
static void make(a3d_arena *arena, a3d_text *file)
{
    a3d_wish wish = {.format = &a3d_format_m3g, .version = a3d_format_m3g.versions, .seed = 3, .size = 3000};
    a3d_arena_init(arena, NULL);
    a3d_text_init(file, arena);
    assert_null(a3d_generate_random(arena, &wish, file));
}

static a3d_doc *decode_sparsely(a3d_arena *arena, a3d_text *file)
{
    make(arena, file);
    a3d_doc *doc = a3d_decode(arena, &a3d_format_m3g, (const uint8_t *)file->data, (uint32_t)file->size,
                              &(a3d_limits){.sparse_from = 1}, 0);
    assert_non_null(doc);
    return doc;
}

static void fields_are_found_by_their_slots(void **state)
{
    (void)state;
    a3d_arena arena;
    a3d_text file;
    a3d_doc *doc = decode_sparsely(&arena, &file);
    uint32_t record = first_sparse(doc), left_out = 0;
    const a3d_record *type = a3d_record_type(doc, record);
    assert_true(a3d_at(doc, record)->v.at.count < type->n_rows);
    for (unsigned slot = 0; slot < type->n_rows; slot++) {
        uint32_t field = a3d_field(doc, record, slot);
        assert_ptr_equal(a3d_at(doc, field)->row, &type->rows[slot]);
        if (!a3d_is_stand_in(doc, field)) {
            assert_int_equal(a3d_at(doc, field)->parent, record);
            continue;
        }
        assert_int_equal(a3d_at(doc, field)->state, A3D_GATED);
        assert_int_equal(a3d_value(doc, record, slot), 0);
        left_out++;
    }
    assert_int_equal(left_out, type->n_rows - a3d_at(doc, record)->v.at.count);
    assert_false(doc->want_whole);
    a3d_arena_free(&arena);
}

/* A finding at such a field would have no place. */
static void a_finding_asks_for_all_nodes(void **state)
{
    (void)state;
    a3d_arena arena;
    a3d_text file;
    a3d_ctx ctx;
    a3d_doc *doc = decode_sparsely(&arena, &file);
    assert_int_equal(a3d_resume(&ctx, doc), A3D_OK);
    uint32_t record = first_sparse(doc), slot = 0;
    a3d_report_node(&ctx, &doc->format->rules[1], a3d_field(doc, record, 0));
    assert_false(doc->want_whole);
    while (!a3d_is_stand_in(doc, a3d_field(doc, record, slot)))
        slot++;
    a3d_report_node(&ctx, &doc->format->rules[1], a3d_field(doc, record, slot));
    assert_true(doc->want_whole);
    a3d_arena_free(&arena);
}

static void small_files_have_all_nodes(void **state)
{
    (void)state;
    a3d_arena arena;
    a3d_text file;
    make(&arena, &file);
    for (uint32_t i = 0; i < 2; i++) {
        a3d_options options = {.limits.sparse_from = (uint32_t)file.size + i};
        const a3d_result *result = a3d_lint(&arena, (const uint8_t *)file.data, file.size, &options);
        assert_non_null(result);
        assert_int_equal(result->doc->n_left_out > 0, i == 0);
    }
    a3d_arena_free(&arena);
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(reports_are_the_same),
        cmocka_unit_test(other_formats_have_no_sparse_records),
        cmocka_unit_test(fields_are_found_by_their_slots),
        cmocka_unit_test(a_finding_asks_for_all_nodes),
        cmocka_unit_test(small_files_have_all_nodes),
    };
    json = a3d_report_form_named("json");
    return cmocka_run_group_tests_name("sparse", tests, NULL, NULL);
}
