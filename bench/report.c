/* report.c - the report forms over a file for each rule that is broken, against printing the same bytes with snprintf. */
#include "replay.h"
#include "lint/generate.h"
#include "bench.h"
#include "report/forms.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A report is written when its file was just judged and all of it is at hand, so each file is reported a few times in a row,
 * by both sides: what is measured is writing, not the way of a thousand documents into the cache. */
enum { FILES_MOST = 1024, ROOM = 8 << 20, IN_A_ROW = 8 };

typedef struct job {
    a3d_arena arena;  /* of the results and of what was written first */
    a3d_arena output; /* of what is written */
    const a3d_result *results[FILES_MOST];
    bench_pieces pieces[FILES_MOST + 2]; /* of what is written before the files, for each of them, and after them */
    size_t n, n_findings;
    const a3d_report_form *form;
    char *printed;
} job;

/* What the form writes for one step: before the files, for a file, or after them. */
static void step(job *j, a3d_sink *sink, size_t i)
{
    if (i == 0)
        j->form->begin(sink);
    else if (i <= j->n)
        j->form->file(sink, "models/tree.bin", j->results[i - 1]);
    else
        j->form->end(sink);
}

/* Splits what the form writes into values, and sees that the other side prints the same bytes. */
static bool record(job *j)
{
    bool same = true;
    a3d_text out;
    a3d_sink sink = {.out = &out, .show = A3D_NOTE, .fail_on = A3D_ERROR};
    for (size_t i = 0; i < j->n + 2; i++) {
        a3d_text_init(&out, &j->arena);
        step(j, &sink, i);
        bench_split(&j->pieces[i], out.data, out.size, j->form != a3d_report_form_named("text"));
        size_t n = bench_print(&j->pieces[i], j->printed, ROOM);
        same = same && !out.failed && n == out.size && memcmp(out.data, j->printed, n) == 0;
    }
    return same;
}

/* What a part of the report has come to leaves the buffer, as it does in the program. */
static void report(void *user)
{
    job *j = user;
    a3d_text out;
    a3d_sink sink = {.out = &out, .show = A3D_NOTE, .fail_on = A3D_ERROR};
    a3d_text_init(&out, &j->output);
    for (size_t i = 0; i < j->n + 2; i++)
        for (size_t k = 0; k < (i == 0 || i > j->n ? 1 : IN_A_ROW); k++) {
            step(j, &sink, i);
            bench_keep(out.size);
            out.size = 0;
        }
    a3d_arena_reset(&j->output);
}

static void print(void *user)
{
    job *j = user;
    for (size_t i = 0; i < j->n + 2; i++)
        for (size_t k = 0; k < (i == 0 || i > j->n ? 1 : IN_A_ROW); k++)
            bench_keep(bench_print(&j->pieces[i], j->printed, ROOM));
}

/* The small file that breaks each rule. */
static void break_all(job *j)
{
    a3d_options options = {0};
    for (const a3d_format *const *format = a3d_formats(); *format != NULL; format++) {
        for (size_t r = 1; r < (*format)->n_rules && j->n < FILES_MOST; r++) {
            a3d_wish wish = {.format = *format, .version = bench_newest(*format)};
            a3d_text out;
            a3d_text_init(&out, &j->arena);
            if (a3d_break_rule(&j->arena, &(*format)->rules[r], &wish, false, &out) != NULL)
                continue;
            const a3d_result *result = a3d_lint(&j->arena, (const uint8_t *)out.data, out.size, &options);
            if (result == NULL || result->doc == NULL)
                continue;
            j->n_findings += result->doc->n_findings;
            j->results[j->n++] = result;
        }
    }
}

static bool run(const bench_row *row, bench_figure *figure, char *input, size_t room, const char *form)
{
    job *j = bench_alloc(sizeof *j);
    memset(j, 0, sizeof *j);
    a3d_arena_init(&j->arena, NULL);
    a3d_arena_init(&j->output, NULL);
    j->form = a3d_report_form_named(form);
    j->printed = bench_alloc(ROOM);
    break_all(j);
    bool same = record(j);
    snprintf(input, room,
             same ? "%zu made files with %zu findings, each eight times in a row"
                  : "the form and snprintf write different bytes",
             j->n, j->n_findings);
    if (same)
        *figure = bench_in_turn(report, print, j, row->higher);
    for (size_t i = 0; i < j->n + 2; i++)
        free(j->pieces[i].pieces);
    free(j->printed);
    a3d_arena_free(&j->output);
    a3d_arena_free(&j->arena);
    free(j);
    return same;
}

static bool run_text(const bench_row *row, bench_figure *figure, char *input, size_t room)
{
    return run(row, figure, input, room, "text");
}

static bool run_ndjson(const bench_row *row, bench_figure *figure, char *input, size_t room)
{
    return run(row, figure, input, room, "ndjson");
}

static bool run_sarif(const bench_row *row, bench_figure *figure, char *input, size_t room)
{
    return run(row, figure, input, room, "sarif");
}

const bench_row bench_report_text = {7,    "report as text", "snprintf of the same bytes, a call for each value", 2.0,
                                     true, run_text};
const bench_row bench_report_json = {7,    "report as ndjson", "snprintf of the same bytes, a call for each value", 2.0,
                                     true, run_ndjson};
const bench_row bench_report_sarif = {7,    "report as SARIF", "snprintf of the same bytes, a call for each value", 2.0,
                                      true, run_sarif};
