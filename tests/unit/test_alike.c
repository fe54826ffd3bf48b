/* Which findings a text report shows as one. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>

#include "formats/tanki/tanki.h"
#include "report/text/alike.h"

static void what_is_behind_the_last_finding_does_not_count(void **state)
{
    (void)state;
    enum { N = 4 };
    a3d_arena arena;
    a3d_alike alike[N];
    a3d_finding findings[N + 1];
    for (unsigned i = 0; i < N; i++)
        findings[i] = (a3d_finding){.rule = a3d_format_tanki.rules, .severity = A3D_ERROR, .cause = A3D_NO_CAUSE, .place = {A3D_NO_NODE, ""}, .count = 1};
    findings[N] = findings[0];
    findings[N].cause = 0; /* of an earlier trial */
    a3d_arena_init(&arena, NULL);
    a3d_doc doc = {.arena = &arena, .findings = findings, .n_findings = N};
    const a3d_sink sink = {.show = A3D_NOTE};
    assert_true(a3d_find_alike(alike, &sink, &doc));
    assert_int_equal(alike[0].others, N - 1);
    for (unsigned i = 0; i < N; i++)
        assert_int_equal(a3d_is_folded(alike, i), i > 0);
    a3d_arena_free(&arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(what_is_behind_the_last_finding_does_not_count)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
