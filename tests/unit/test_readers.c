/* What known readers do: the rows themselves, and what --compat makes of findings. */
#include "../support/build.h"

#include "lint/lint.h"
#include "formats/m3g/m3g.h"
#include "formats/tanki/tanki.h"

#include <string.h>

static const a3d_compat *reader_named(const a3d_format *format, const char *name)
{
    for (const a3d_compat *c = format->compats; c->name != NULL; c++)
        if (strcmp(c->name, name) == 0)
            return c;
    return NULL;
}

/* A reader that does not get over it makes the rule an error, one that does never makes it graver. */
static void holds_row(const a3d_format *format, const a3d_quirk *q)
{
    const a3d_compat *reader = reader_named(format, q->reader);
    const a3d_rule *rule = q->rule != NULL ? a3d_rule_named(q->rule) : NULL;
    bool fatal = q->does >= A3D_REJECTS;
    if (reader == NULL || reader->who == NULL || (q->rule != NULL && rule == NULL))
        fail_msg("%s: %s, %s: no such reader or rule", format->name, q->reader, q->rule != NULL ? q->rule : q->what);
    if (q->what[0] == '\0' || q->what[strlen(q->what) - 1] == '.' || strstr(q->source, ".md ") == NULL)
        fail_msg("%s: %s: '%s' (%s) is no sentence with a source", format->name, q->reader, q->what, q->source);
    if (rule != NULL && (fatal ? q->level != A3D_ERROR : q->level > rule->severity))
        fail_msg("%s: %s, %s: %s, but counts as %s", format->name, q->reader, q->rule, a3d_does_name(q->does), a3d_severity_name(q->level));
}

static void rows_are_sound(void **state)
{
    (void)state;
    for (const a3d_format *const *f = a3d_formats(); *f != NULL; f++) {
        unsigned n = 0, readers = 0;
        for (const a3d_quirk *q = (*f)->quirks; q->reader != NULL; q++, n++) {
            holds_row(*f, q);
            for (const a3d_quirk *other = q + 1; other->reader != NULL; other++)
                if (q->rule != NULL && other->rule != NULL && strcmp(q->rule, other->rule) == 0 && strcmp(q->reader, other->reader) == 0)
                    assert_int_not_equal(q->does == A3D_WRITES, other->does == A3D_WRITES);
        }
        for (const a3d_compat *c = (*f)->compats; c->name != NULL; c++, readers++) {
            bool speaks = c->who == NULL;
            for (const a3d_quirk *q = (*f)->quirks; q->reader != NULL; q++)
                speaks = speaks || strcmp(q->reader, c->name) == 0;
            assert_true(speaks);
        }
        assert_in_range(readers, 0, 32);
        assert_int_equal(n > 0, readers > 0);
    }
}

/* Judges under these names and returns the only finding of that rule. */
static const a3d_finding *judged(a3d_arena *arena, const build *b, const char *const *names, size_t n, const char *rule, a3dlint_verdict verdict)
{
    a3d_options options = {.compats = names, .n_compats = n};
    const a3d_result *result = a3d_lint(arena, b->bytes, b->size, &options);
    assert_int_equal(result->verdict, verdict);
    assert_int_equal(result->readers != 0, n > 0);
    for (size_t i = 0; i < result->doc->n_findings; i++)
        if (strcmp(result->doc->findings[i].rule->id, rule) == 0)
            return &result->doc->findings[i];
    fail_msg("%s does not fire", rule);
    return NULL;
}

/* A text that is no UTF-8 is a note; one reader drops the bytes, another runs on past the text. */
static void gravest_reader_wins(void **state)
{
    (void)state;
    build b;
    a3d_arena arena;
    a3d_arena_init(&arena, NULL);
    build_make(&b, &a3d_format_tanki, 3, WORDS("materials+=1", "materials[0].name=\"\\xff\""));
    static const char *const names[] = {"tanki-blender", "libalternativa"};
    const a3d_finding *f = judged(&arena, &b, NULL, 0, "tanki/string-utf8", A3DLINT_VALID);
    assert_int_equal(f->severity, A3D_NOTE);
    assert_null(strstr(f->message, "libalternativa"));
    f = judged(&arena, &b, names, 1, "tanki/string-utf8", A3DLINT_VALID);
    assert_int_equal(f->severity, A3D_NOTE);
    f = judged(&arena, &b, names, 2, "tanki/string-utf8", A3DLINT_INVALID);
    assert_int_equal(f->severity, A3D_ERROR);
    assert_non_null(strstr(f->message, "; the C# library libalternativa reads beyond it"));
    a3d_arena_free(&arena);
    build_free(&b);
}

/* The user's own word comes after that of a reader. */
static void own_levels_win(void **state)
{
    (void)state;
    build b;
    a3d_arena arena;
    a3d_arena_init(&arena, NULL);
    build_make(&b, &a3d_format_tanki, 3, WORDS("materials+=1", "materials[0].name=\"\\xff\""));
    static const char *const names[] = {"libalternativa"};
    a3d_level level = {"tanki/string-utf8", A3D_WARNING};
    a3d_options options = {.compats = names, .n_compats = 1, .levels = &level, .n_levels = 1};
    const a3d_result *result = a3d_lint(&arena, b.bytes, b.size, &options);
    assert_int_equal(result->verdict, A3DLINT_VALID);
    assert_int_equal(result->counts[A3D_WARNING], 1);
    a3d_arena_free(&arena);
    build_free(&b);
}

static void rows_are_found_by_reader(void **state)
{
    (void)state;
    static const char *const names[] = {"nokia", "nobody"};
    a3d_options options = {.compats = names, .n_compats = 2};
    uint32_t asked = a3d_asked_readers(&a3d_format_m3g, &options);
    const a3d_quirk *q = a3d_next_quirk(&a3d_format_m3g, "m3g/pixels-missing", asked, NULL);
    assert_non_null(q);
    assert_string_equal(a3d_does_name(q->does), "reads beyond");
    assert_null(a3d_next_quirk(&a3d_format_m3g, "m3g/pixels-missing", asked, q));
    assert_null(a3d_next_quirk(&a3d_format_m3g, "m3g/pixels-missing", 0, NULL));
    assert_null(a3d_next_quirk(&a3d_format_m3g, "m3g/layer", asked, NULL)); /* of another reader */
    assert_non_null(a3d_next_quirk(&a3d_format_m3g, "m3g/layer", A3D_ALL_READERS, NULL));
    assert_non_null(a3d_next_quirk(&a3d_format_m3g, NULL, asked, NULL)); /* a habit */
    assert_int_equal(a3d_asked_readers(&a3d_format_tanki, &options), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rows_are_sound),
        cmocka_unit_test(gravest_reader_wins),
        cmocka_unit_test(own_levels_win),
        cmocka_unit_test(rows_are_found_by_reader),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
