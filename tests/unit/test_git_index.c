/* The index of a git tree: its versions, what is left out, and bytes that are none. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdlib.h>
#include <string.h>

#include "base/bytes.h"
#include "base/git_index.h"
#include "base/text.h"

enum { REGULAR = 0100644, PROGRAM = 0100755, LINK = 0120000, MODULE = 0160000, FOLDER = 0040000 };
enum { ASSUMED = 0x8000, EXTENDED = 0x4000, OURS = 0x2000, SKIPPED = 0x4000, INTENDED = 0x2000 };

typedef struct entry {
    const char *path;
    unsigned mode, flags, further;
} entry;

static void put(a3d_text *out, unsigned width, uint64_t value)
{
    a3d_store(a3d_extend(out, width), width, value, true);
}

static void put_entry(a3d_text *out, unsigned version, unsigned id_size, const entry *e, const char *before, unsigned i)
{
    size_t start = out->size, same = 0;
    for (unsigned k = 1; k <= 6; k++)
        put(out, 4, 100 * i + k); /* changed, modified, device, node */
    put(out, 4, e->mode);
    put(out, 8, 0);
    put(out, 4, 1000 + i);
    for (unsigned k = 0; k < id_size; k++)
        put(out, 1, i + 1);
    put(out, 2, e->flags | strlen(e->path));
    if ((e->flags & EXTENDED) != 0)
        put(out, 2, e->further);
    if (version == 4) {
        while (before[same] != '\0' && before[same] == e->path[same])
            same++;
        size_t dropped = strlen(before) - same;
        if (dropped >= 128) /* in two bytes */
            put(out, 1, 0x80 | ((dropped >> 7) - 1));
        put(out, 1, dropped & 0x7f);
    }
    a3d_puts(out, e->path + same);
    do
        put(out, 1, 0);
    while (version < 4 && (out->size - start) % 8 != 0);
}

static void put_index(a3d_text *out, unsigned version, unsigned id_size, const entry *list, unsigned n)
{
    const char *before = "";
    a3d_puts(out, "DIRC");
    put(out, 4, version);
    put(out, 4, n);
    for (unsigned i = 0; i < n; before = list[i++].path)
        put_entry(out, version, id_size, &list[i], before, i);
    a3d_puts(out, "TREE");
    put(out, 4, 3);
    a3d_puts(out, "any");
    for (unsigned k = 0; k < id_size; k++)
        put(out, 1, 0xee);
}

#define LONG "a-name-that-is-long-enough-that-more-than-one-hundred-and-twenty-eight-bytes-of-it-are-dropped/" \
             "when-the-next-path-begins-with-another-letter-than-this-one-does-and-so-on"

static const entry some[] = {{"LICENSE", REGULAR, 0, 0}, {LONG, REGULAR, 0, 0}, {"models/a.m3g", REGULAR, 0, 0},
                             {"models/link", LINK, 0, 0}, {"models/tool", PROGRAM, 0, 0}, {"sub", MODULE, 0, 0},
                             {"x", REGULAR, ASSUMED, 0}, {"y", REGULAR, OURS >> 1, 0}, {"y", REGULAR, OURS, 0}};
static const entry flagged[] = {{"a", REGULAR, EXTENDED, SKIPPED}, {"b", REGULAR, EXTENDED, INTENDED}, {"c", REGULAR, EXTENDED, 0}};
#define COUNT(list) (sizeof list / sizeof *list)

static void files_are_found(void **state)
{
    (void)state;
    for (unsigned version = 2; version <= 4; version++)
        for (unsigned id_size = 20; id_size <= 32; id_size += 12) {
            a3d_arena arena;
            a3d_text out;
            a3d_git_index index;
            a3d_arena_init(&arena, NULL);
            a3d_text_init(&out, &arena);
            put_index(&out, version, id_size, some, COUNT(some));
            assert_null(a3d_git_index_read(&arena, (const uint8_t *)out.data, out.size, &index));
            assert_int_equal(index.n, 9);
            assert_int_equal(index.id_size, id_size);
            const a3d_git_file *f = a3d_git_index_find(&index, "models/a.m3g");
            assert_non_null(f);
            assert_int_equal(f->changed, 201);
            assert_int_equal(f->changed_ns, 202);
            assert_int_equal(f->modified, 203);
            assert_int_equal(f->modified_ns, 204);
            assert_int_equal(f->device, 205);
            assert_int_equal(f->node, 206);
            assert_int_equal(f->size, 1002);
            assert_int_equal(f->id[0], 3);
            assert_int_equal(f->id[id_size - 1], 3);
            assert_non_null(a3d_git_index_find(&index, LONG));
            assert_non_null(a3d_git_index_find(&index, "LICENSE"));
            assert_non_null(a3d_git_index_find(&index, "models/tool"));
            static const char *const none[] = {"", "models", "models/link", "sub", "x", "y", "models/a.m3", "z"};
            for (size_t i = 0; i < COUNT(none); i++)
                assert_null(a3d_git_index_find(&index, none[i]));
            assert_true(a3d_git_index_has(&index, "models/link", false)); /* tracked, but no plain file */
            assert_true(a3d_git_index_has(&index, "models", true));
            assert_false(a3d_git_index_has(&index, "models", false));
            assert_false(a3d_git_index_has(&index, "model", true));
            assert_false(a3d_git_index_has(&index, "models/a.m3g", true) != a3d_git_index_has(&index, "models/a.m3g", false));
            a3d_arena_free(&arena);
        }
}

static bool is_read(a3d_arena *arena, const a3d_text *text, a3d_git_index *index)
{
    return a3d_git_index_read(arena, (const uint8_t *)text->data, text->size, index) == NULL;
}

static void further_flags_leave_files_out(void **state)
{
    (void)state;
    a3d_arena arena;
    a3d_git_index index;
    a3d_arena_init(&arena, NULL);
    for (unsigned version = 2; version <= 4; version++) {
        a3d_text out;
        a3d_text_init(&out, &arena);
        put_index(&out, version, 20, flagged, COUNT(flagged));
        assert_int_equal(is_read(&arena, &out, &index), version > 2);
        assert_int_equal(index.n, version > 2 ? 3 : 0);
        for (size_t i = 0; i < index.n; i++)
            assert_int_equal(index.files[i].plain, a3d_git_index_find(&index, index.files[i].path) != NULL);
        a3d_text_free(&out);
    }
    a3d_arena_free(&arena);
}

/* Other versions, wrong order, and extensions that must be understood. */
static void others_are_refused(void **state)
{
    (void)state;
    static const entry twice[] = {{"a", REGULAR, 0, 0}, {"a", REGULAR, 0, 0}}, back[] = {{"b", REGULAR, 0, 0}, {"a", REGULAR, 0, 0}};
    static const entry mixed[] = {{"a", REGULAR, 0, 0}, {"a", REGULAR, 0x1000, 0}}; /* with and without a conflict */
    a3d_arena arena;
    a3d_git_index index;
    a3d_text out;
    a3d_arena_init(&arena, NULL);
    a3d_text_init(&out, &arena);
    for (unsigned version = 0; version < 8; version++) {
        out.size = 0;
        put_index(&out, version, 20, some, 1);
        assert_int_equal(is_read(&arena, &out, &index), version >= 2 && version <= 4);
    }
    out.size = 0;
    put_index(&out, 2, 20, twice, 2);
    assert_false(is_read(&arena, &out, &index));
    out.size = 0;
    put_index(&out, 2, 20, back, 2);
    assert_false(is_read(&arena, &out, &index));
    out.size = 0;
    put_index(&out, 2, 20, some, 1);
    out.size = 0;
    put_index(&out, 2, 20, mixed, 2);
    assert_false(is_read(&arena, &out, &index));
    out.size = 0;
    put_index(&out, 2, 20, some, 1);
    char *name = out.data + out.size - 20 - 3 - 8;
    assert_memory_equal(name, "TREE", 4);
    memcpy(name, "link", 4);
    assert_false(is_read(&arena, &out, &index));
    assert_null(a3d_git_index_find(&index, "LICENSE"));
    a3d_arena_free(&arena);
}

/* Paths of version 4 share what the path before begins with, so that many long ones could be made of few bytes. */
static void paths_are_bounded(void **state)
{
    (void)state;
    enum { LENGTH = 60000, ENTRIES = 2000 };
    a3d_arena arena;
    a3d_text out, path;
    a3d_git_index index;
    a3d_arena_init(&arena, NULL);
    a3d_text_init(&out, &arena);
    a3d_text_init(&path, &arena);
    for (unsigned i = 0; i < LENGTH; i++)
        a3d_putc(&path, 'a');
    a3d_putc(&path, '\0');
    a3d_puts(&out, "DIRC");
    put(&out, 4, 4);
    put(&out, 4, ENTRIES);
    for (unsigned i = 0; i < ENTRIES; i++) { /* each one letter longer than the one before */
        for (unsigned k = 0; k < 62; k++)
            put(&out, 1, k == 26 ? REGULAR >> 8 : k == 27 ? REGULAR & 0xff : 0);
        put(&out, 1, 0);
        a3d_puts(&out, i == 0 ? path.data : "a");
        put(&out, 1, 0);
    }
    for (unsigned k = 0; k < 20; k++)
        put(&out, 1, 0);
    a3d_arena own;
    a3d_arena_init(&own, NULL);
    assert_non_null(a3d_git_index_read(&own, (const uint8_t *)out.data, out.size, &index));
    assert_true(own.held < 16 * out.size);
    a3d_arena_free(&own);
    a3d_arena_free(&arena);
}

/* Any byte changed, and any length: a sanitizer sees no byte too far, and memory stays within what there is. */
static void damage_does_no_harm(void **state)
{
    (void)state;
    for (unsigned version = 2; version <= 4; version++) {
        a3d_arena arena;
        a3d_text out;
        a3d_arena_init(&arena, NULL);
        a3d_text_init(&out, &arena);
        put_index(&out, version, 20, some, COUNT(some));
        for (size_t i = 0; i < out.size; i++)
            for (unsigned bit = 0; bit < 9; bit++) {
                a3d_arena own;
                a3d_git_index index;
                size_t size = bit < 8 ? out.size : i;
                uint8_t *copy = malloc(size + (size == 0));
                a3d_arena_init(&own, NULL);
                memcpy(copy, out.data, size);
                if (bit < 8)
                    copy[i] ^= (uint8_t)(1 << bit);
                if (a3d_git_index_read(&own, copy, size, &index) == NULL)
                    (void)a3d_git_index_find(&index, "models/a.m3g");
                else
                    assert_int_equal(index.n, 0);
                assert_true(own.held < 1 << 20);
                free(copy);
                a3d_arena_free(&own);
            }
        a3d_arena_free(&arena);
    }
}

/* A file is known by its times, number and size, if all are as the index has them and older than the index itself. */
static void what_differs_is_looked_at(void **state)
{
    enum { SECOND = 1000000000 };
    const a3d_git_file file = {.changed = 20, .changed_ns = 1, .modified = 10, .node = 0xffffffff, .size = 7};
    const a3d_git_file whole = {.changed = 20, .modified = 10, .node = 0xffffffff, .size = 7};
    static const struct {
        int64_t changed, modified;
        uint64_t node, size;
        int64_t written;
        bool known;
    } cases[] = {
        {20LL * SECOND + 1, 10LL * SECOND, 0xffffffff, 7, 20LL * SECOND + 2, true},
        {20LL * SECOND + 1, 10LL * SECOND, 0x5ffffffff, 7, 20LL * SECOND + 2, true}, /* the index has 32 bits of it */
        {20LL * SECOND + 1, 10LL * SECOND, 0xffffffff, 7, 20LL * SECOND + 1, false},
        {20LL * SECOND + 1, 10LL * SECOND, 0xffffffff, 7, 9LL * SECOND, false},
        {20LL * SECOND + 2, 10LL * SECOND, 0xffffffff, 7, 20LL * SECOND + 3, false},
        {20LL * SECOND + 1, 10LL * SECOND + 1, 0xffffffff, 7, 20LL * SECOND + 2, false},
        {20LL * SECOND + 1, 9LL * SECOND, 0xffffffff, 7, 20LL * SECOND + 2, false},
        {20LL * SECOND + 1, 10LL * SECOND, 0xfffffffe, 7, 20LL * SECOND + 2, false},
        {20LL * SECOND + 1, 10LL * SECOND, 0xffffffff, 8, 20LL * SECOND + 2, false},
        {20LL * SECOND + 1, 10LL * SECOND, 0xffffffff, 0x100000007, 20LL * SECOND + 2, false},
    };
    (void)state;
    for (size_t i = 0; i < COUNT(cases); i++) {
        const a3d_git_now now = {cases[i].changed, cases[i].modified, cases[i].node, cases[i].size};
        print_message("case %zu\n", i);
        assert_int_equal(a3d_git_is_unchanged(&file, cases[i].written, &now), cases[i].known);
    }
    /* The times of another file, written later than its index: only this says that it may have been changed since. */
    const a3d_git_file late = {.changed = 20, .changed_ns = 1, .modified = 30, .node = 1, .size = 7};
    const a3d_git_now now = {20LL * SECOND + 1, 30LL * SECOND, 1, 7};
    assert_false(a3d_git_is_unchanged(&late, 30LL * SECOND, &now));
    assert_true(a3d_git_is_unchanged(&late, 30LL * SECOND + 1, &now));
    const a3d_git_now rounded = {20LL * SECOND, 10LL * SECOND, 0xffffffff, 7};
    assert_false(a3d_git_is_unchanged(&whole, 21LL * SECOND, &rounded));
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(files_are_found),
        cmocka_unit_test(further_flags_leave_files_out),
        cmocka_unit_test(others_are_refused),
        cmocka_unit_test(paths_are_bounded),
        cmocka_unit_test(damage_does_no_harm),
        cmocka_unit_test(what_differs_is_looked_at),
    };
    return cmocka_run_group_tests_name("git index", tests, NULL, NULL);
}
