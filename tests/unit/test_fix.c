/* What repairs may cost: files with a great many findings are no more work than large ones. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "lint/fix.h"
#include "lint/generate.h"
#include "base/bytes.h"
#include "codec/codec.h"
#include "engine/fix/fix.h"
#include "formats/m3g/m3g.h"
#include "formats/odol/odol.h"
#include "formats/tanki/tanki.h"
#include "../support/build.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MARK "\xABJSR184\xBB\r\n\x1A\n"
enum { MARK_SIZE = 12, HEADER_SECTION = 13 + 5 + 13, FOG = 24, MODE = 22, SECTION = 13 };

/* ---- an allocator that knows its peak ---- */

typedef struct meter {
    size_t now, peak;
} meter;

static void *metered(void *user, void *p, size_t old_size, size_t size)
{
    meter *m = user;
    m->now += size - old_size;
    m->peak = m->now > m->peak ? m->now : m->peak;
    if (size > 0)
        return realloc(p, size);
    free(p);
    return NULL;
}

/* ---- M3G files of many small objects ---- */

static void put32(a3d_text *out, uint32_t value)
{
    uint8_t bytes[4];
    a3d_store(bytes, 4, value, false);
    a3d_put(out, bytes, 4);
}

static void put_section(a3d_text *out, const a3d_text *objects)
{
    size_t start = out->size;
    a3d_putc(out, '\0');
    put32(out, (uint32_t)objects->size + SECTION);
    put32(out, (uint32_t)objects->size);
    a3d_put(out, objects->data, objects->size);
    put32(out, a3d_adler32(1, (const uint8_t *)out->data + start, out->size - start));
}

static void put_object(a3d_text *out, char type, const void *content, uint32_t size)
{
    a3d_putc(out, type);
    put32(out, size);
    a3d_put(out, content, size);
}

static void put_file(a3d_text *out, const a3d_text *objects)
{
    uint32_t size = (uint32_t)(MARK_SIZE + HEADER_SECTION + SECTION + objects->size);
    a3d_text header, content;
    a3d_text_init(&header, out->arena);
    a3d_text_init(&content, out->arena);
    a3d_put(&content, "\1\0\0", 3);
    put32(&content, size);
    put32(&content, size);
    a3d_put(&content, "x\0", 2);
    put_object(&header, 0, content.data, (uint32_t)content.size);
    a3d_put(out, MARK, MARK_SIZE);
    put_section(out, &header);
    put_section(out, objects);
    assert_int_equal(out->size, size);
}

/* So many fogs, each second one without its last bytes. */
static void put_fogs(a3d_text *out, unsigned n)
{
    static const char fog[FOG] = {[12] = 1, 2, 3, 0x51, [22] = (char)0x80, 0x3f};
    a3d_text objects;
    a3d_text_init(&objects, out->arena);
    for (unsigned i = 0; i < n; i++)
        put_object(&objects, 7, fog, i & 1 ? FOG : FOG - 9);
    put_file(out, &objects);
}

/* So many compositing modes, each with a truth that is 2. */
static void put_modes(a3d_text *out, unsigned n)
{
    static const char mode[MODE + 4] = {[12] = 2, 1, 1, 1, 0x44};
    a3d_text objects;
    a3d_text_init(&objects, out->arena);
    for (unsigned i = 0; i < n; i++)
        put_object(&objects, 6, mode, sizeof mode);
    put_file(out, &objects);
}

/* ---- tests ---- */

static void many_broken_elements_go_at_once(void **state)
{
    enum { N = 3000, MOST = 48 << 20 };
    meter m = {0};
    a3d_arena arena;
    a3d_text file;
    a3d_arena_init(&arena, &(a3d_allocator){metered, &m, 0});
    a3d_text_init(&file, &arena);
    put_fogs(&file, N);
    a3d_options options = {.format = &a3d_format_m3g};
    const a3d_result *before = a3d_lint(&arena, (const uint8_t *)file.data, file.size, &options);
    assert_non_null(before);
    a3d_fixing x = a3d_salvage_result(&arena, before, &options);
    (void)state;
    assert_non_null(x.after);
    assert_int_equal(x.after->verdict, A3DLINT_VALID);
    assert_int_equal(x.lost.n, N / 2);
    assert_string_equal(x.lost.first->path, "sections[1].objects[2998]");
    assert_int_equal(x.size, MARK_SIZE + HEADER_SECTION + SECTION + N / 2 * (FOG + 5));
    assert_true(m.peak < MOST);
    a3d_arena_free(&arena);
    assert_int_equal(m.now, 0);
}

/* So many fogs. Of each `turn`, all but the first are of a mode that there is not: nothing can repair it. */
static void put_odd_fogs(a3d_text *out, unsigned n, unsigned turn)
{
    static const char fog[2][FOG] = {{[12] = 1, 2, 3, 0x51, [22] = (char)0x80, 0x3f}, {[12] = 1, 2, 3, 0x33, [22] = (char)0x80, 0x3f}};
    a3d_text objects;
    a3d_text_init(&objects, out->arena);
    for (unsigned i = 0; i < n; i++)
        put_object(&objects, 7, fog[i % turn != 0], FOG);
    put_file(out, &objects);
}

static uint64_t salvage_odd(unsigned n)
{
    a3d_arena arena;
    a3d_text file;
    a3d_arena_init(&arena, NULL);
    a3d_text_init(&file, &arena);
    put_odd_fogs(&file, n, 2);
    a3d_options options = {.format = &a3d_format_m3g};
    const a3d_result *before = a3d_lint(&arena, (const uint8_t *)file.data, file.size, &options);
    assert_non_null(before);
    a3d_fixing x = a3d_salvage_result(&arena, before, &options);
    assert_non_null(x.after);
    assert_int_equal(x.after->verdict, A3DLINT_VALID);
    assert_int_equal(x.lost.n, n / 2);
    const a3d_lost *l = x.lost.first;
    for (unsigned i = 1; i < n; i += 2, l = l->next) { /* each by its place in the file that was given */
        char path[40];
        snprintf(path, sizeof path, "sections[1].objects[%u]", i);
        assert_string_equal(l->path, path);
        assert_int_equal(l->off, MARK_SIZE + HEADER_SECTION + SECTION - 4 + i * (FOG + 5));
        assert_int_equal(l->size, FOG + 5);
    }
    a3d_arena_free(&arena);
    return x.steps;
}

static void invalid_elements_go_in_linear_time(void **state)
{
    (void)state;
    uint64_t some = salvage_odd(200), many = salvage_odd(2000);
    assert_true(many < 12 * some);
}

/* Elements that are given up one after another are one loss, with the bytes of all of them. */
static void elements_in_a_row_are_one_loss(void **state)
{
    a3d_arena arena;
    a3d_text file;
    (void)state;
    a3d_arena_init(&arena, NULL);
    a3d_text_init(&file, &arena);
    put_odd_fogs(&file, 9, 4); /* 1 to 3 and 5 to 7 are odd */
    a3d_options options = {.format = &a3d_format_m3g};
    const a3d_result *before = a3d_lint(&arena, (const uint8_t *)file.data, file.size, &options);
    assert_non_null(before);
    a3d_fixing x = a3d_salvage_result(&arena, before, &options);
    assert_non_null(x.after);
    assert_int_equal(x.after->verdict, A3DLINT_VALID);
    assert_int_equal(x.lost.n, 2);
    const a3d_lost *l = x.lost.first;
    for (unsigned first = 1; first <= 5; first += 4, l = l->next) {
        char path[40];
        snprintf(path, sizeof path, "sections[1].objects[%u]", first);
        assert_string_equal(l->path, path);
        assert_int_equal(l->count, 3);
        assert_int_equal(l->off, MARK_SIZE + HEADER_SECTION + SECTION - 4 + first * (FOG + 5));
        assert_int_equal(l->size, 3 * (FOG + 5));
    }
    a3d_arena_free(&arena);
}

/* The model that stands first is a part of the bytes that were given. */
static void the_first_of_two_models_is_kept(void **state)
{
    a3d_arena arena;
    a3d_text file;
    build b;
    (void)state;
    build_make(&b, &a3d_format_tanki, 3, WORDS("materials+=1", "materials[0].name=\"some\""));
    a3d_arena_init(&arena, NULL);
    a3d_text_init(&file, &arena);
    a3d_put(&file, b.bytes, b.size);
    a3d_put(&file, b.bytes, b.size);
    a3d_options options = {.format = NULL};
    const a3d_result *before = a3d_lint(&arena, (const uint8_t *)file.data, file.size, &options);
    assert_non_null(before);
    assert_int_equal(before->verdict, A3DLINT_INVALID);
    a3d_fixing x = a3d_salvage_result(&arena, before, &options);
    assert_non_null(x.after);
    assert_int_equal(x.after->verdict, A3DLINT_VALID);
    assert_int_equal(x.size, b.size);
    assert_memory_equal(x.data, b.bytes, b.size);
    a3d_arena_free(&arena);
    build_free(&b);
}

/* What one step of a round makes anew the other undoes. Without a limit of work it would never end. */
static void rounds_that_repeat_end(void **state)
{
    static const uint8_t file[] = {
        0x41, 0x33, 0x44, 0, 2, 0, 0, 0, 1, 0, 0, 0, 0x5e, 0, 0, 0,
        4, 0, 0, 0, 4, 0, 0, 0, 0, 0, 0, 0, 2, 0, 0, 0,
        0x32, 0, 0, 0, 2, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0,
        3, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
        3, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
        2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0,
        0, 0, 0, 0, 0xff, 0xff, 3, 0, 0, 0, 1, 0, 0, 0, 1, 0,
        0, 0, 3, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
        0, 0, 3, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
        0, 0, 2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0,
        0, 0, 0, 0, 0, 0, 0xff, 0xff, 3, 0, 0, 0, 4, 0, 0, 0,
        0, 0, 0, 0, 5, 0, 0, 0, 4, 0, 0, 0, 0, 0, 0, 0x40};
    a3d_arena arena;
    (void)state;
    a3d_arena_init(&arena, NULL);
    a3d_options options = {.limits = {.work = 9728, .findings = 6}};
    a3d_fixing x = a3d_fix_file(&arena, file, sizeof file, &options);
    assert_non_null(x.before);
    assert_non_null(x.before->doc);
    x = a3d_salvage_result(&arena, x.before, &options);
    assert_null(x.after);
    assert_true(x.steps < 1 << 20);
    a3d_arena_free(&arena);
}

/* A file without a whole element is not worth being kept: an empty valid one would hide that all is lost. */
static void nothing_is_made_of_nothing(void **state)
{
    (void)state;
    a3d_arena arena;
    build b;
    build_make(&b, &a3d_format_tanki, 3, WORDS("materials+=1", "materials[0].name=\"some\""));
    a3d_arena_init(&arena, NULL);
    a3d_options options = {.format = &a3d_format_tanki};
    const a3d_result *before = a3d_lint(&arena, b.bytes, 40, &options);
    assert_non_null(before);
    assert_int_equal(before->verdict, A3DLINT_INVALID);
    a3d_fixing x = a3d_salvage_result(&arena, before, &options);
    assert_null(x.after);
    assert_null(x.why);
    a3d_arena_free(&arena);
    build_free(&b);
}

static void each_finding_costs_little(void **state)
{
    enum { N = 500 };
    a3d_arena arena;
    a3d_text file;
    a3d_fixer x;
    size_t fixed = 0;
    a3d_arena_init(&arena, NULL);
    a3d_text_init(&file, &arena);
    put_modes(&file, N);
    a3d_options options = {.format = &a3d_format_m3g, .limits = {.repairs = true}};
    const a3d_result *r = a3d_lint(&arena, (const uint8_t *)file.data, file.size, &options);
    (void)state;
    assert_non_null(r);
    assert_true(a3d_fix_begin(&x, r->doc));
    x.content = true;
    for (size_t i = 0; i < r->doc->n_findings; i++)
        if (strcmp(r->doc->findings[i].rule->id, "m3g/boolean") == 0)
            fixed += a3d_fix_finding(&x, &r->doc->findings[i]);
    assert_int_equal(fixed, N);
    assert_int_equal(x.cost, 0);
    assert_true(x.values_set);
    assert_true(a3d_fix_end(&x));
    a3d_arena_free(&arena);
}

static void all_are_repaired_in_few_tries(void **state)
{
    enum { N = 5000 };
    a3d_arena arena;
    a3d_text file;
    a3d_arena_init(&arena, NULL);
    a3d_text_init(&file, &arena);
    put_modes(&file, N);
    a3d_options options = {.format = &a3d_format_m3g, .accept_content = true};
    a3d_fixing x = a3d_fix_file(&arena, (const uint8_t *)file.data, file.size, &options);
    (void)state;
    assert_non_null(x.after);
    assert_int_equal(x.n_fixed, N);
    assert_int_equal(x.tries, 1);
    assert_int_equal(x.after->verdict, A3DLINT_VALID);
    assert_false(x.ended);
    a3d_arena_free(&arena);
}

/* Beside the file as it was given there is one document at a time, however many are tried. */
static void one_document_at_a_time(void **state)
{
    enum { N = 20000 };
    meter one = {0}, all = {0};
    a3d_arena arena, own;
    a3d_text file;
    a3d_options options = {.format = &a3d_format_m3g, .accept_content = true};
    (void)state;
    a3d_arena_init(&arena, NULL);
    a3d_text_init(&file, &arena);
    put_modes(&file, N);
    a3d_arena_init(&own, &(a3d_allocator){metered, &one, 0});
    assert_non_null(a3d_lint(&own, (const uint8_t *)file.data, file.size, &options));
    a3d_arena_free(&own);
    a3d_arena_init(&own, &(a3d_allocator){metered, &all, 0});
    a3d_fixing x = a3d_fix_file(&own, (const uint8_t *)file.data, file.size, &options);
    assert_int_equal(x.n_fixed, N);
    print_message("one document %zu KiB, all %zu KiB\n", one.peak >> 10, all.peak >> 10);
    assert_true(all.peak < 3 * one.peak);
    a3d_arena_free(&own);
    a3d_arena_free(&arena);
}

/* What all tries may take together follows from what one file may take. */
static void tries_end(void **state)
{
    (void)state;
    assert_int_equal(a3d_fix_budget(0), 64 << 20);
    assert_int_equal(a3d_fix_budget(1 << 20), 65 << 20);
    assert_true(a3d_fix_budget(UINT64_MAX) > UINT64_MAX / 2);
}

/* While faults are left the search for their causes takes most of a check. After a repair that does not help it is made
 * for the file as it was alone. */
static void a_repair_in_vain_is_not_searched(void **state)
{
    enum { N = 4 };
    static const char fog[FOG] = {[12] = 1, 2, 3, 0x51, [22] = (char)0x80, 0x3f};
    a3d_arena arena;
    a3d_text file, objects;
    (void)state;
    a3d_arena_init(&arena, NULL);
    a3d_text_init(&file, &arena);
    a3d_text_init(&objects, &arena);
    for (unsigned i = 0; i < N; i++)
        put_object(&objects, 7, fog, FOG - 9);
    put_file(&file, &objects);
    file.data[MARK_SIZE + HEADER_SECTION - 1] ^= 1; /* its checksum, which can be repaired */
    a3d_options options = {.format = &a3d_format_m3g, .accept_content = true}, quick = options;
    quick.limits.unsearched = true;
    uint64_t without = a3d_cost_of(a3d_lint(&arena, (const uint8_t *)file.data, file.size, &quick));
    a3d_fixing x = a3d_fix_file(&arena, (const uint8_t *)file.data, file.size, &options);
    assert_non_null(x.before);
    uint64_t with = a3d_cost_of(x.before); /* with the search */
    assert_int_equal(x.tries, 1);
    assert_int_equal(x.n_fixed, 0);
    assert_true(with > 100 * without);
    assert_true(x.steps > 2 * with);
    assert_true(x.steps < 2 * with + 4 * without);
    a3d_arena_free(&arena);
}

/* A model of many LODs, each with a fault whose cause is not found: nothing is tried for each of them. A bound that is
 * asked for holds. */
static void searching_once_is_enough(void **state)
{
    a3d_arena arena;
    build b;
    build_make(&b, &a3d_format_odol, 73, WORDS("lods+=60", "lods[*].proxies.$count:=393216"));
    a3d_arena_init(&arena, NULL);
    a3d_options options = {.format = &a3d_format_odol};
    a3d_fixing x = a3d_fix_file(&arena, b.bytes, b.size, &options);
    (void)state;
    assert_non_null(x.before);
    assert_int_equal(x.before->verdict, A3DLINT_INVALID);
    assert_true(x.before->steps > 20000); /* with the search */
    assert_true(x.tries < 5);
    assert_true(x.steps < x.before->steps * 4);
    for (uint64_t most = x.before->steps / 2; most < x.steps; most *= 4) {
        a3d_fixing y = a3d_fix_within(&arena, b.bytes, b.size, &options, most);
        assert_non_null(y.before);
        assert_true(y.steps <= most + 2 * b.size); /* one change is made as a whole */
    }
    a3d_arena_free(&arena);
    build_free(&b);
}

static a3d_finding at(uint32_t node)
{
    return (a3d_finding){.severity = A3D_ERROR, .cause = A3D_NO_CAUSE, .place = {.node = node, .suffix = ""}};
}

/* Findings in one element give it up once, though its list has moved when the second one is looked at; those in an element
 * that is left still give up that one. */
static void an_element_is_given_up_once(void **state)
{
    (void)state;
    a3d_arena arena;
    a3d_fixer x;
    build b;
    build_make(&b, &a3d_format_odol, 73, WORDS("lods+=4"));
    a3d_arena_init(&arena, NULL);
    a3d_options options = {.format = &a3d_format_odol, .limits = {.repairs = true}};
    const a3d_result *r = a3d_lint(&arena, b.bytes, b.size, &options);
    assert_non_null(r);
    a3d_doc *doc = r->doc;
    a3d_losses lost;
    assert_true(a3d_losses_init(&lost, &arena));
    assert_true(a3d_fix_begin(&x, doc));
    uint32_t list = A3D_NO_NODE;
    for (uint32_t i = 0; i < doc->n_nodes; i++)
        if (doc->nodes[i].row != NULL && strcmp(doc->nodes[i].row->name, "lods") == 0)
            list = i;
    uint32_t first = a3d_at(doc, list)->v.at.first, count = a3d_at(doc, list)->v.at.count;
    assert_true(count > 1);
    a3d_finding all[] = {at(a3d_field(doc, first, 0)), at(a3d_field(doc, first, 1)), at(a3d_field(doc, first + 2, 1))};
    doc->findings = all;
    doc->n_findings = 3;
    assert_true(a3d_give_up_all(&x, &lost));
    assert_int_equal(a3d_at(doc, list)->v.at.count, count - 2);
    assert_int_equal(lost.n, 2);
    assert_string_equal(lost.first->path, "lods[0]");
    assert_string_equal(lost.first->next->path, "lods[2]");
    assert_false(a3d_give_up_all(&x, &lost)); /* their findings are about what is gone */
    a3d_losses_next(&lost);
    all[0] = at(a3d_field(doc, a3d_at(doc, list)->v.at.first + 1, 1));
    doc->n_findings = 1;
    assert_true(a3d_give_up_all(&x, &lost));
    assert_string_equal(lost.first->next->next->path, "lods[3]");
    a3d_arena_free(&arena);
    build_free(&b);
}

/* ---- lists that are cut off ---- */

#define MESH "meshes+=1", "meshes[0].vertexCount=300", "meshes[0].buffers+=2", "meshes[0].buffers[0].type=1", "meshes[0].buffers[1].type=6"

/* What can be read of a Tanki file as its rules see it, on the heap, so that a sanitizer sees one byte too far. */
static void read_cut(const char *const *words, uint32_t cut)
{
    a3d_arena arena;
    build b;
    build_make(&b, &a3d_format_tanki, 3, words);
    build_tail(&b, cut, NULL, 0);
    a3d_arena_init(&arena, NULL);
    a3d_options options = {.format = &a3d_format_tanki, .limits = {.salvage = true}};
    const a3d_result *r = a3d_lint(&arena, b.bytes, b.size, &options);
    assert_non_null(r);
    assert_int_equal(r->verdict, A3DLINT_INVALID);
    a3d_arena_free(&arena);
    build_free(&b);
}

static void lists_of_one_mesh_may_differ_in_length(void **state)
{
    (void)state;
    for (uint32_t cut = 40; cut < 7000; cut += 300)
        read_cut(WORDS(MESH), cut);
}

/* The likely cause of a finding explains others of its rule: these are misread and not repaired with it. What was packed
 * and could not be read before stays as its writer packed it. */
static void a_cause_is_repaired_alone(void **state)
{
    enum { LENGTH = MARK_SIZE + 2, HEAD = 9 };
    a3d_arena arena;
    a3d_text was, is;
    a3d_options options = {.format = NULL};
    (void)state;
    a3d_arena_init(&arena, NULL);
    a3d_text_init(&was, &arena);
    char fog[FOG] = {[12] = 1, 2, 3, 0x51, [22] = (char)0x80, 0x3f};
    a3d_text objects, packed;
    a3d_text_init(&objects, &arena);
    a3d_text_init(&packed, &arena);
    for (unsigned i = 0; i < 50; i++)
        put_object(&objects, 7, fog, FOG);
    uint8_t *to = a3d_extend(&packed, a3d_deflate_stored_bound(objects.size));
    assert_non_null(to);
    packed.size = a3d_deflate_stored((const uint8_t *)objects.data, objects.size, to);
    put_file(&was, &packed);
    uint8_t *section = (uint8_t *)was.data + MARK_SIZE + HEADER_SECTION;
    section[0] = 1; /* zlib */
    a3d_store32(section + 5, (uint32_t)objects.size, false);
    a3d_store32(section + HEAD + packed.size, a3d_adler32(1, section, HEAD + packed.size), false);
    a3d_text_init(&is, &arena);
    a3d_put(&is, was.data, was.size);
    is.data[LENGTH] ^= 4; /* the length of the first section is 1,024 more */
    a3d_fixing x = a3d_fix_file(&arena, (const uint8_t *)is.data, is.size, &options);
    assert_int_equal(x.n_fixed, 1);
    assert_int_equal(x.size, was.size);
    assert_memory_equal(x.data, was.data, was.size);
    a3d_arena_free(&arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(many_broken_elements_go_at_once),
        cmocka_unit_test(invalid_elements_go_in_linear_time),
        cmocka_unit_test(elements_in_a_row_are_one_loss),
        cmocka_unit_test(the_first_of_two_models_is_kept),
        cmocka_unit_test(rounds_that_repeat_end),
        cmocka_unit_test(nothing_is_made_of_nothing),
        cmocka_unit_test(each_finding_costs_little),
        cmocka_unit_test(all_are_repaired_in_few_tries),
        cmocka_unit_test(one_document_at_a_time), cmocka_unit_test(tries_end), cmocka_unit_test(an_element_is_given_up_once),
        cmocka_unit_test(a_repair_in_vain_is_not_searched),
        cmocka_unit_test(searching_once_is_enough),
        cmocka_unit_test(a_cause_is_repaired_alone),
        cmocka_unit_test(lists_of_one_mesh_may_differ_in_length),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
