/* report.c - the report forms over a file for each rule that is broken, against printing the same fields with snprintf. */
#include "report/report.h"
#include "a3dlint_generate.h"
#include "bench.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { FILES_MOST = 1024, TEXT = 1 << 16 };

typedef struct job {
    a3d_arena arena;  /* of the results */
    a3d_arena output; /* of what is written */
    const a3d_result *results[FILES_MOST];
    const char **places;  /* of all findings in turn: the path and the name of the stream */
    const char **streams;
    size_t n, n_findings;
    const a3d_report_form *form;
} job;

static void report(void *user)
{
    job *j = user;
    a3d_text out;
    a3d_sink sink = {.out = &out, .show = A3D_NOTE, .fail_on = A3D_ERROR};
    a3d_text_init(&out, &j->output);
    j->form->begin(&sink);
    for (size_t i = 0; i < j->n; i++)
        j->form->file(&sink, "models/tree.bin", j->results[i]);
    j->form->end(&sink);
    bench_keep(out.size);
    a3d_arena_reset(&j->output);
}

typedef struct line {
    char text[TEXT];
    size_t n;
} line;

/* A call for each member, as one would write a report without a writer of one's own. */
#define PRINT(l, ...) ((l)->n += (size_t)snprintf((l)->text + (l)->n, TEXT - (l)->n, __VA_ARGS__))

static void print_quantity(line *l, const char *name, const a3d_quantity *q)
{
    if (q->kind == A3D_Q_INT)
        PRINT(l, ", \"%s\": %" PRId64, name, q->i);
    else if (q->kind == A3D_Q_UINT)
        PRINT(l, ", \"%s\": %" PRIu64, name, q->u);
    else if (q->kind == A3D_Q_FLOAT)
        PRINT(l, ", \"%s\": %.9g", name, (double)q->i);
    else if (q->kind == A3D_Q_TEXT)
        PRINT(l, ", \"%s\": \"%s\"", name, q->text);
}

static void print_place(line *l, const char *stream, uint32_t off, uint32_t size)
{
    PRINT(l, ", \"location\": [{\"stream\": \"%s\"", stream);
    PRINT(l, ", \"offset\": %" PRIu32, off);
    PRINT(l, ", \"size\": %" PRIu32 "}]", size);
}

static void print_finding(line *l, size_t id, const a3d_finding *x, const char *place, const char *stream)
{
    PRINT(l, "{\"id\": %zu", id);
    PRINT(l, ", \"rule\": \"%s\"", x->rule->id);
    PRINT(l, ", \"severity\": \"%s\"", a3d_severity_name(x->severity));
    PRINT(l, ", \"message\": \"%s\"", x->message);
    PRINT(l, ", \"path\": \"%s\"", place);
    print_place(l, stream, x->off, x->size);
    print_quantity(l, "min", &x->min);
    print_quantity(l, "max", &x->max);
    print_quantity(l, "actual", &x->actual);
    PRINT(l, ", \"cause\": %" PRIu32, x->cause);
    for (uint32_t s = 0; s < x->n_suspects; s++) {
        PRINT(l, ", \"repair\": \"%s\"", x->suspects[s].repair);
        PRINT(l, ", \"message\": \"%s\"", x->suspects[s].message);
        print_place(l, stream, x->suspects[s].off, x->suspects[s].size);
    }
    PRINT(l, ", \"places\": [\"%s\"]", place);
    PRINT(l, ", \"count\": %" PRIu32 "}\n", x->count);
}

static void print_file(line *l, const a3d_result *r)
{
    PRINT(l, "{\"path\": \"%s\"", "models/tree.bin");
    PRINT(l, ", \"format\": \"%s\"", r->format->name);
    PRINT(l, ", \"version\": \"%s\"", r->version);
    PRINT(l, ", \"size\": %" PRIu64, r->size);
    PRINT(l, ", \"verdict\": %d", r->verdict);
    PRINT(l, ", \"steps\": %" PRIu64, r->steps);
    PRINT(l, ", \"counts\": {\"error\": %zu", r->counts[A3D_ERROR]);
    PRINT(l, ", \"warning\": %zu", r->counts[A3D_WARNING]);
    PRINT(l, ", \"note\": %zu}}\n", r->counts[A3D_NOTE]);
}

static void print(void *user)
{
    const job *j = user;
    static line l;
    size_t k = 0;
    for (size_t i = 0; i < j->n; i++) {
        const a3d_doc *doc = j->results[i]->doc;
        l.n = 0;
        print_file(&l, j->results[i]);
        for (size_t f = 0; f < doc->n_findings; f++, k++)
            print_finding(&l, f, &doc->findings[f], j->places[k], j->streams[k]);
        bench_keep(l.n);
    }
}

static const char *text_of(job *j, const a3d_text *t)
{
    const char *text = a3d_arena_text(&j->arena, t->data, t->size);
    if (text == NULL)
        exit(1);
    return text;
}

static void name_places(job *j, const a3d_doc *doc, size_t first)
{
    for (size_t f = 0; f < doc->n_findings; f++) {
        a3d_text t;
        a3d_text_init(&t, &j->arena);
        a3d_put_place(&t, doc, &doc->findings[f].place);
        j->places[first + f] = text_of(j, &t);
        t.size = 0;
        a3d_put_stream(&t, doc, doc->findings[f].stream);
        j->streams[first + f] = text_of(j, &t);
        a3d_text_free(&t);
    }
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
            const a3d_result *result = a3d_judge(&j->arena, (const uint8_t *)out.data, out.size, &options);
            if (result == NULL || result->doc == NULL)
                continue;
            j->results[j->n++] = result;
            j->n_findings += result->doc->n_findings;
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
    break_all(j);
    j->places = bench_alloc(j->n_findings * sizeof *j->places);
    j->streams = bench_alloc(j->n_findings * sizeof *j->streams);
    for (size_t i = 0, k = 0; i < j->n; k += j->results[i++]->doc->n_findings)
        name_places(j, j->results[i]->doc, k);
    snprintf(input, room, "%zu made files with %zu findings", j->n, j->n_findings);
    *figure = bench_in_turn(report, print, j, row->higher);
    free(j->places);
    free(j->streams);
    a3d_arena_free(&j->output);
    a3d_arena_free(&j->arena);
    free(j);
    return true;
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

const bench_row bench_report_text = {7, "report as text", "snprintf of the same fields", 2.0, true, run_text};
const bench_row bench_report_json = {7, "report as ndjson", "snprintf of the same fields", 2.0, true, run_ndjson};
const bench_row bench_report_sarif = {7, "report as SARIF", "snprintf of the same fields", 2.0, true, run_sarif};
