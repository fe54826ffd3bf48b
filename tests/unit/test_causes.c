/* test_causes.c - of findings that follow from each other: which one leads, and in which order they are reported */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <string.h>

#include "base/text.h"
#include "lint/lint.h"

#define NONE A3D_NO_CAUSE
enum { MOST = 8 };

/* A finding as a test needs it: its severity, its cause and how many suspects it has. Its offset is its number. */
typedef struct given {
    a3d_severity severity;
    uint32_t cause, suspects;
} given;

typedef struct list {
    a3d_arena arena;
    a3d_doc doc;
    a3d_finding findings[MOST];
    a3d_suspect suspects[MOST];
} list;

static void begin(list *l, const given *from, size_t n)
{
    memset(l, 0, sizeof *l);
    a3d_arena_init(&l->arena, NULL);
    for (size_t i = 0; i < n; i++)
        l->findings[i] = (a3d_finding){.severity = from[i].severity, .cause = from[i].cause, .off = (uint32_t)i,
                                       .n_suspects = from[i].suspects, .suspects = &l->suspects[i]};
    l->doc = (a3d_doc){.arena = &l->arena, .findings = l->findings, .n_findings = n};
}

/* The findings, as NUMBER<CAUSE each, with * for each suspect. */
static void expect(list *l, const char *expected)
{
    a3d_text t;
    a3d_text_init(&t, &l->arena);
    for (size_t i = 0; i < l->doc.n_findings; i++) {
        const a3d_finding *f = &l->findings[i];
        a3d_printf(&t, "%s%u", i > 0 ? " " : "", (unsigned)f->off);
        if (f->cause != NONE)
            a3d_printf(&t, "<%u", (unsigned)f->cause);
        for (uint32_t k = 0; k < f->n_suspects; k++)
            a3d_putc(&t, '*');
    }
    a3d_putc(&t, '\0');
    assert_string_equal(t.data, expected);
}

static void worst_lead(const given *from, size_t n, const char *expected)
{
    list l;
    begin(&l, from, n);
    a3d_worst_lead(&l.doc);
    expect(&l, expected);
    a3d_arena_free(&l.arena);
}
#define WORST_LEAD(expected, ...) \
    worst_lead((const given[]){__VA_ARGS__}, sizeof (const given[]){__VA_ARGS__} / sizeof(given), expected)

static void the_most_severe_leads(void **state)
{
    (void)state;
    WORST_LEAD("0 1<0", {A3D_ERROR, NONE, 0}, {A3D_ERROR, 0, 0});
    WORST_LEAD("0 1<0", {A3D_WARNING, NONE, 0}, {A3D_NOTE, 0, 0});
    WORST_LEAD("0 1<0", {A3D_ERROR, 1, 0}, {A3D_NOTE, NONE, 0});
    WORST_LEAD("0<1 1", {A3D_WARNING, NONE, 0}, {A3D_ERROR, 0, 0});
    WORST_LEAD("0<1 1*", {A3D_NOTE, NONE, 1}, {A3D_ERROR, 0, 0});     /* the suspects move along */
    WORST_LEAD("0<1* 1**", {A3D_NOTE, NONE, 1}, {A3D_ERROR, 0, 2});   /* but replace no others */
    WORST_LEAD("0<1** 1*", {A3D_NOTE, NONE, 2}, {A3D_ERROR, 0, 1});
    WORST_LEAD("0<1 1<2 2", {A3D_NOTE, NONE, 0}, {A3D_WARNING, 0, 0}, {A3D_ERROR, 1, 0});
    WORST_LEAD("0<1 1 2<1", {A3D_NOTE, NONE, 0}, {A3D_ERROR, 0, 0}, {A3D_ERROR, 1, 0}); /* of equals the first */
    WORST_LEAD("0<2 1 2", {A3D_NOTE, NONE, 0}, {A3D_ERROR, NONE, 0}, {A3D_WARNING, 0, 0});
}

static void causes_first(const given *from, size_t n, const char *expected, const char *places)
{
    list l;
    uint32_t moved[MOST];
    char found[MOST + 1] = "";
    begin(&l, from, n);
    assert_true(a3d_causes_first(&l.doc, moved));
    expect(&l, expected);
    for (size_t i = 0; i < n; i++)
        found[i] = moved[i] == NONE ? '-' : (char)('0' + moved[i]);
    assert_string_equal(found, places);
    a3d_arena_free(&l.arena);
}
#define CAUSES_FIRST(expected, places, ...) \
    causes_first((const given[]){__VA_ARGS__}, sizeof (const given[]){__VA_ARGS__} / sizeof(given), expected, places)

static void consequences_move_behind_their_causes(void **state)
{
    (void)state;
    CAUSES_FIRST("0 1<0 2", "---", {A3D_ERROR, NONE, 0}, {A3D_ERROR, 0, 0}, {A3D_ERROR, NONE, 0});
    CAUSES_FIRST("1 0<0", "10", {A3D_ERROR, 1, 0}, {A3D_ERROR, NONE, 0});
    CAUSES_FIRST("2 1<0 0<1", "210", {A3D_ERROR, 1, 0}, {A3D_ERROR, 2, 0}, {A3D_ERROR, NONE, 0});
    CAUSES_FIRST("2 0<0 1<0 3<1", "1203", {A3D_ERROR, 2, 0}, {A3D_ERROR, 2, 0}, {A3D_ERROR, NONE, 0}, {A3D_NOTE, 0, 0});
    CAUSES_FIRST("0 3 2<1 1<2", "0321", {A3D_NOTE, NONE, 0}, {A3D_ERROR, 2, 0}, {A3D_ERROR, 3, 0}, {A3D_NOTE, NONE, 0});
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_most_severe_leads),
        cmocka_unit_test(consequences_move_behind_their_causes),
    };
    return cmocka_run_group_tests_name("causes", tests, NULL, NULL);
}
