/* report.c - the report forms over a file for each rule that is broken, against printing the same bytes with snprintf. */
#include "ready.h"
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
    a3d_arena arena;  /* of the results and what is made ready of them */
    a3d_arena output; /* of what is written */
    const a3d_result *results[FILES_MOST];
    size_t n;
    ready ready;
    const a3d_report_form *form;
    const bench_printer *printer;
    bench_line line;
    bool check, same; /* whether both sides are compared, and whether they were the same so far */
} job;

/* What a part of the report has come to leaves the buffer, as it does in the program. */
static void deliver(job *j, a3d_text *out)
{
    bench_keep(out->size);
    if (j->check && (out->failed || out->size != j->line.n || memcmp(out->data, j->line.text, out->size) != 0))
        j->same = false;
    out->size = j->line.n = 0;
}

static void write_all(job *j, bool form, bool print, size_t in_a_row)
{
    a3d_text out;
    a3d_sink sink = {.out = &out, .show = A3D_NOTE, .fail_on = A3D_ERROR};
    a3d_text_init(&out, &j->output);
    if (form)
        j->form->begin(&sink);
    if (print)
        j->printer->begin(&j->line);
    deliver(j, &out);
    for (size_t i = 0; i < j->n * in_a_row; i++) {
        if (form)
            j->form->file(&sink, BENCH_PATH, j->results[i / in_a_row]);
        if (print)
            j->printer->file(&j->line, &j->ready.files[i / in_a_row], i == 0);
        deliver(j, &out);
    }
    if (form)
        j->form->end(&sink);
    if (print)
        j->printer->end(&j->line, &j->ready);
    deliver(j, &out);
    a3d_arena_reset(&j->output);
}

static void report(void *user)
{
    write_all(user, true, false, IN_A_ROW);
}

static void print(void *user)
{
    write_all(user, false, true, IN_A_ROW);
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
            j->results[j->n++] = result;
        }
    }
}

static bool run(const bench_row *row, bench_figure *figure, char *input, size_t room, const char *form, const bench_printer *printer)
{
    job *j = bench_alloc(sizeof *j);
    memset(j, 0, sizeof *j);
    a3d_arena_init(&j->arena, NULL);
    a3d_arena_init(&j->output, NULL);
    j->form = a3d_report_form_named(form);
    j->printer = printer;
    j->line = (bench_line){bench_alloc(ROOM), 0, ROOM};
    break_all(j);
    j->ready = bench_make_ready(&j->arena, j->results, j->n);
    j->check = j->same = true;
    write_all(j, true, true, 1);
    j->check = false;
    bool same = j->same;
    snprintf(input, room, same ? "%zu made files with %zu findings, each eight times in a row" : "the form and snprintf write different bytes", j->n, j->ready.n_findings);
    if (same)
        *figure = bench_in_turn(report, print, j, row->higher);
    free(j->line.text);
    a3d_arena_free(&j->output);
    a3d_arena_free(&j->arena);
    free(j);
    return same;
}

static bool run_text(const bench_row *row, bench_figure *figure, char *input, size_t room)
{
    return run(row, figure, input, room, "text", &bench_print_text);
}

static bool run_ndjson(const bench_row *row, bench_figure *figure, char *input, size_t room)
{
    return run(row, figure, input, room, "ndjson", &bench_print_json);
}

static bool run_sarif(const bench_row *row, bench_figure *figure, char *input, size_t room)
{
    return run(row, figure, input, room, "sarif", &bench_print_sarif);
}

const bench_row bench_report_text = {7, "report as text", "snprintf of the same bytes", 2.0, true, run_text};
const bench_row bench_report_json = {7, "report as ndjson", "snprintf of the same bytes", 2.0, true, run_ndjson};
const bench_row bench_report_sarif = {7, "report as SARIF", "snprintf of the same bytes", 2.0, true, run_sarif};
