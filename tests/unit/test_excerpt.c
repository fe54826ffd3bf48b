/* test_excerpt.c - the bytes of a finding in the text report: which are shown, where it begins and ends, how wide */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>

#include <string.h>

#include "model/doc.h"
#include "report/text/excerpt.h"

enum { STREAM = 64 };

/* A finding in a stream of `stream` bytes, from 0x1b on, and its line, behind an indent, for a terminal of a width. */
static const struct excerpt {
    uint32_t stream, off, size;
    unsigned indent, width;
    const char *line;
} excerpts[] = {
    {64, 8, 4, 0, 0, "> 00000004  23 25 27 29[2b 2d 2f 31]33 35 37 39 3b 3d 3f 41 |#%')+-/13579;=?A|\n"},
    {64, 0, 1, 0, 0, "> 00000000 [1b]1d 20 21 23 25 27 29 2b 2d 2f 31 33 35 37 39 |.. !#%')+-/13579|\n"},
    {64, 0, 0, 4, 0, ">     00000000 |1b 1d 20 21 23 25 27 29 2b 2d 2f 31 33 35 37 39 |.. !#%')+-/13579|\n"},
    {64, 3, 2, 0, 0, "> 00000000  1b 1d 20[21 23]25 27 29 2b 2d 2f 31 33 35 37 39 |.. !#%')+-/13579|\n"},
    {64, 4, 2, 0, 0, "> 00000000  1b 1d 20 21[23 25]27 29 2b 2d 2f 31 33 35 37 39 |.. !#%')+-/13579|\n"},
    {64, 5, 2, 0, 0, "> 00000001  1d 20 21 23[25 27]29 2b 2d 2f 31 33 35 37 39 3b |. !#%')+-/13579;|\n"},
    {64, 8, 0, 0, 0, "> 00000004  23 25 27 29|2b 2d 2f 31 33 35 37 39 3b 3d 3f 41 |#%')+-/13579;=?A|\n"},
    {64, 8, 11, 0, 0, "> 00000004  23 25 27 29[2b 2d 2f 31 33 35 37 39 3b 3d 3f]41 |#%')+-/13579;=?A|\n"},
    {64, 8, 12, 0, 0, "> 00000008 [2b 2d 2f 31 33 35 37 39 3b 3d 3f 41]43 45 47 49 |+-/13579;=?ACEGI|\n"},
    {64, 8, 16, 0, 0, "> 00000008 [2b 2d 2f 31 33 35 37 39 3b 3d 3f 41 43 45 47 49]|+-/13579;=?ACEGI|\n"},
    {64, 8, 17, 0, 0, "> 00000008 [2b 2d 2f 31 33 35 37 39 3b 3d 3f 41 43 45 47 49 ... |+-/13579;=?ACEGI|\n"},
    {64, 48, 16, 0, 0, "> 00000030 [7b 7d 7f 81 83 85 87 89 8b 8d 8f 91 93 95 97 99]|{}..............|\n"},
    {64, 52, 11, 0, 0, "> 00000030  7b 7d 7f 81[83 85 87 89 8b 8d 8f 91 93 95 97]99 |{}..............|\n"},
    {64, 52, 12, 0, 0, "> 00000034 [83 85 87 89 8b 8d 8f 91 93 95 97 99]|............|\n"},
    {64, 60, 4, 0, 0, "> 00000038  8b 8d 8f 91[93 95 97 99]|........|\n"},
    {64, 63, 1, 0, 0, "> 0000003b  91 93 95 97[99]|.....|\n"},
    {64, 64, 0, 0, 0, "> 0000003c  93 95 97 99| |....|\n"},
    {64, 40, UINT32_MAX, 0, 0, "> 00000028 [6b 6d 6f 71 73 75 77 79 7b 7d 7f 81 83 85 87 89 ... |kmoqsuwy{}......|\n"},
    {7, 2, 3, 0, 0, "> 00000000  1b 1d[20 21 23]25 27 |.. !#%'|\n"},
    {7, 0, 7, 0, 0, "> 00000000 [1b 1d 20 21 23 25 27]|.. !#%'|\n"},
    {1, 0, 1, 0, 0, "> 00000000 [1b]|.|\n"},
    {0, 0, 0, 0, 0, "> "},
    {64, 8, 4, 4, 80, ">     00000004  23 25 27 29[2b 2d 2f 31]33 35 37 39 3b 3d 3f 41 |#%')+-/13579;=?A|\n"},
    {64, 8, 4, 4, 79, ">     00000004  23 25 27 29[2b 2d 2f 31]33 35 37 39 |#%')+-/13579|\n"},
    {64, 8, 4, 5, 80, ">      00000004  23 25 27 29[2b 2d 2f 31]33 35 37 39 |#%')+-/13579|\n"},
    {64, 8, 4, 0, 63, "> 00000004  23 25 27 29[2b 2d 2f 31]33 35 37 39 |#%')+-/13579|\n"},
    {64, 8, 4, 0, 51, "> 00000008 [2b 2d 2f 31]33 35 37 39 |+-/13579|\n"},
    {64, 8, 4, 0, 50, "> 00000008 [2b 2d 2f 31]33 35 37 39 |+-/13579|\n"},
    {64, 8, 2, 0, 39, "> 00000008 [2b 2d]2f 31 |+-/1|\n"},
    {64, 8, 4, 0, 1, "> 00000008 [2b 2d 2f 31]|+-/1|\n"},
    {64, 8, 0, 0, 1, "> 00000008 |2b 2d 2f 31 |+-/1|\n"},
    {64, 8, 9, 0, 63, "> 00000008 [2b 2d 2f 31 33 35 37 39 3b]3d 3f 41 |+-/13579;=?A|\n"},
    {64, 8, 8, 0, 63, "> 00000008 [2b 2d 2f 31 33 35 37 39]3b 3d 3f 41 |+-/13579;=?A|\n"},
    {7, 2, 3, 0, 42, "> 00000000  1b 1d[20 21 23]25 27 |.. !#%'|\n"},
    {7, 2, 3, 0, 10, "> 00000002 [20 21 23]25 | !#%|\n"},
};

static void an_excerpt_shows_a_finding_and_what_is_around_it(void **state)
{
    uint8_t data[STREAM];
    a3d_arena arena;
    (void)state;
    a3d_arena_init(&arena, NULL);
    for (unsigned i = 0; i < STREAM; i++)
        data[i] = i == 2 ? ' ' : (uint8_t)(0x1b + 2 * i);
    for (size_t i = 0; i < sizeof excerpts / sizeof *excerpts; i++) {
        const struct excerpt *e = &excerpts[i];
        a3d_stream stream = {.data = data, .size = e->stream};
        a3d_finding f = {.off = e->off, .size = e->size};
        a3d_doc doc = {.streams = &stream, .n_streams = 1, .findings = &f, .n_findings = 1};
        a3d_text t;
        a3d_text_init(&t, &arena);
        a3d_puts(&t, "> ");
        a3d_put_excerpt(&t, &doc, &f, e->indent, e->width);
        a3d_putc(&t, '\0');
        if (strcmp(t.data, e->line) != 0)
            fail_msg("%u bytes at %u of %u, width %u: %s", (unsigned)e->size, (unsigned)e->off, (unsigned)e->stream, e->width, t.data);
        a3d_text_free(&t);
    }
    a3d_arena_free(&arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(an_excerpt_shows_a_finding_and_what_is_around_it)};
    return cmocka_run_group_tests_name("excerpt", tests, NULL, NULL);
}
