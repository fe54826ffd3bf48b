/* ready_sarif.c - the SARIF report by snprintf; see ready.h */
#include "ready.h"
#include "report/common/fingerprint.h"
#include "report/sarif/sarif.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

/* The beginnings of lines, by their spaces. */
#define L2 "\n  "
#define L4 L2 "  "
#define L6 L4 "  "
#define L8 L6 "  "
#define L10 L8 "  "
#define L12 L10 "  "
#define L14 L12 "  "
#define L16 L14 "  "
#define L18 L16 "  "

static void begin(bench_line *l)
{
    PRINT(l, "{" L2 "\"$schema\": \"%s\"," L2 "\"version\": \"2.1.0\"," L2 "\"runs\": [" L4 "{" L6 "\"results\": [", A3D_SARIF_SCHEMA);
}

/* `id` 0: the place of the result itself, else a related one, whose message follows. */
static void open_location(bench_line *l, const ready_spot *s, unsigned id)
{
    const ready_span *file = &s->chain[0];
    if (id > 0)
        PRINT(l, "%s" L12 "{" L14 "\"id\": %u,", id > 1 ? "," : "", id);
    else
        PRINT(l, L12 "{");
    PRINT(l, L14 "\"physicalLocation\": {" L16 "\"artifactLocation\": {" L18 "\"uri\": \"%s\"" L16 "}," L16 "\"region\": {" L18 "\"byteOffset\": %" PRIu32
             "," L18 "\"byteLength\": %" PRIu32 L16 "}" L14 "}", BENCH_PATH, file->off, file->size);
    if (s->path[0] != '\0')
        PRINT(l, "," L14 "\"logicalLocations\": [" L16 "{" L18 "\"name\": \"%s\"," L18 "\"fullyQualifiedName\": \"%s\"," L18 "\"kind\": \"%s\"" L16 "}" L14 "]",
              s->last, s->path, s->element ? "element" : "property");
}

static void close_location(bench_line *l, const ready_spot *s)
{
    const ready_span *inner = &s->chain[s->n - 1];
    if (s->n > 1 || s->bit != A3D_NO_BIT) {
        PRINT(l, "," L14 "\"properties\": {" L16 "\"stream\": \"%s\"," L16 "\"offset\": %" PRIu32 "," L16 "\"size\": %" PRIu32,
              inner->stream, inner->off, inner->size);
        if (s->bit != A3D_NO_BIT)
            PRINT(l, "," L16 "\"bit\": %" PRIu32, s->bit);
        PRINT(l, L14 "}");
    }
    PRINT(l, L12 "}");
}

static void print_related(bench_line *l, const ready_file *file, const ready_finding *x)
{
    unsigned id = 0;
    if (x->f->cause == A3D_NO_CAUSE && x->f->n_suspects == 0)
        return;
    PRINT(l, L10 "\"relatedLocations\": [");
    if (x->f->cause != A3D_NO_CAUSE) {
        const ready_finding *cause = &file->findings[x->f->cause];
        open_location(l, &cause->at, ++id);
        PRINT(l, "," L14 "\"message\": {" L16 "\"text\": \"It follows from %s: %s.\"" L14 "}", cause->f->rule->id, cause->message);
        close_location(l, &cause->at);
    }
    for (uint32_t i = 0; i < x->f->n_suspects; i++) {
        const ready_spot *s = &x->suspects[i];
        open_location(l, s, ++id);
        PRINT(l, "," L14 "\"message\": {" L16 "\"text\": \"%s\"" L14 "}", s->message);
        close_location(l, s);
    }
    PRINT(l, L10 "],");
}

static void print_value(bench_line *l, const char *before, const ready_value *v)
{
    switch (v->kind) {
    case A3D_Q_INT: PRINT(l, "%s%" PRId64, before, v->i); break;
    case A3D_Q_UINT: PRINT(l, "%s%" PRIu64, before, v->u); break;
    case A3D_Q_FLOAT: PRINT(l, "%s%.*g", before, v->digits, v->f); break;
    default: PRINT(l, "%s%s", before, v->plain); break;
    }
}

static void print_properties(bench_line *l, size_t id, const ready_finding *x)
{
    bool one = x->max.kind == A3D_Q_NONE;
    PRINT(l, L10 "\"properties\": {" L12 "\"id\": %zu", id);
    if (x->f->cause != A3D_NO_CAUSE)
        PRINT(l, "," L12 "\"cause\": %" PRIu32, x->f->cause);
    if (x->expected != NULL) {
        PRINT(l, "," L12 "\"expected\": \"%s\"", x->expected);
    } else if (x->min.kind != A3D_Q_NONE || !one) {
        PRINT(l, "," L12 "\"expected\": \"");
        if (x->min.kind != A3D_Q_NONE)
            print_value(l, "", &x->min);
        if (!one)
            print_value(l, x->min.kind != A3D_Q_NONE ? " to " : "at most ", &x->max);
        PRINT(l, "\"");
    }
    if (x->actual.kind != A3D_Q_NONE) {
        print_value(l, "," L12 "\"actual\": \"", &x->actual);
        PRINT(l, "\"");
    }
    PRINT(l, L10 "}" L8 "}");
}

static void print_result(bench_line *l, const ready_file *file, size_t id, bool first)
{
    const ready_finding *x = &file->findings[id];
    PRINT(l, "%s" L8 "{" L10 "\"ruleId\": \"%s\"," L10 "\"ruleIndex\": %zu," L10 "\"level\": \"%s\"," L10 "\"message\": {" L12 "\"text\": \"%s",
          first ? "" : ",", x->f->rule->id, x->rule, a3d_severity_name(x->f->severity), x->message);
    if (x->f->count > 1)
        PRINT(l, " (here and at %" PRIu32 " more places)", x->f->count - 1);
    PRINT(l, ".\"" L10 "}," L10 "\"locations\": [");
    open_location(l, &x->at, 0);
    close_location(l, &x->at);
    PRINT(l, L10 "],");
    print_related(l, file, x);
    PRINT(l, L10 "\"partialFingerprints\": {" L12 "\"" A3D_FINGERPRINT "\": \"%016llx\"" L10 "},", x->fingerprint);
    print_properties(l, id, x);
}

static void print_file(bench_line *l, const ready_file *file, bool first)
{
    for (size_t i = 0; i < file->result->doc->n_findings; i++)
        print_result(l, file, i, first && i == 0);
}

/* ---- rules ---- */

static void print_rule(bench_line *l, const ready_rule *r, bool first)
{
    const char *id = r->rule->id;
    PRINT(l, "%s" L12 "{" L14 "\"id\": \"%s\"," L14 "\"name\": \"%s\"," L14 "\"shortDescription\": {" L16 "\"text\": \"%s.\"" L14 "}," L14
             "\"fullDescription\": {" L16 "\"text\": \"%s.\"" L14 "}," L14 "\"help\": {" L16
             "\"text\": \"What must hold: %s.\\u000a\\u000aWhy: %s.\\u000a\\u000aSource: %s\\u000a\\u000aa3dlint explain %s shows a file "
             "that breaks it and a repair.\"," L16 "\"markdown\": \"**What must hold.** %s.\\u000a\\u000a**Why.** %s.\\u000a\\u000a**Source.** %s"
             "\\u000a\\u000a`a3dlint explain %s` shows a file that breaks it and a repair.\"" L14 "}," L14
             "\"defaultConfiguration\": {" L16 "%s%s%s" L14 "}," L14 "\"properties\": {" L16
             "\"tags\": [" L18 "\"%.*s\"" L16 "]" L14 "}" L12 "}",
          first ? "" : ",", id, r->name, r->title, r->why, r->title, r->why, r->source, id, r->bold_title, r->bold_why, r->bold_source, id,
          r->rule->severity != A3D_OFF ? "\"level\": \"" : "\"enabled\": ", r->rule->severity != A3D_OFF ? a3d_severity_name(r->rule->severity) : "false",
          r->rule->severity != A3D_OFF ? "\"" : "", (int)(strchr(id, '/') - id), id);
}

static void print_notice(bench_line *l, const char *id, const char *name, const char *text, const char *help, bool first)
{
    PRINT(l, "%s" L12 "{" L14 "\"id\": \"%s\"," L14 "\"name\": \"%s\"," L14 "\"shortDescription\": {" L16 "\"text\": \"%s\"" L14 "}," L14
             "\"fullDescription\": {" L16 "\"text\": \"%s\"" L14 "}," L14
             "\"help\": {" L16 "\"text\": \"%s\"" L14 "}" L12 "}", first ? "" : ",", id, name, text, text, help);
}

static void end(bench_line *l, const ready *all)
{
    PRINT(l, L6 "]," L6 "\"invocations\": [" L8 "{" L10 "\"executionSuccessful\": true," L10 "\"exitCode\": %d," L10
             "\"toolConfigurationNotifications\": []," L10 "\"toolExecutionNotifications\": []" L8 "}" L6 "]," L6 "\"tool\": {" L8 "\"driver\": {" L10
             "\"name\": \"a3dlint\"," L10 "\"fullName\": \"a3dlint, parser and linter for 3D game assets\"," L10 "\"version\": \"%s\"," L10
             "\"semanticVersion\": \"%s\"," L10 "\"rules\": [", 0, A3DLINT_VERSION, A3DLINT_VERSION);
    for (size_t i = 0; i < all->n_rules; i++)
        print_rule(l, &all->rules[i], i == 0);
    PRINT(l, L10 "]," L10 "\"notifications\": [");
    print_notice(l, "file-unreadable", "FileUnreadable", "The file cannot be read, or is of an unknown format.",
                 "Inspect the file; --as FORMAT checks it as that format.", true);
    print_notice(l, "file-limited", "FileLimited", "A limit was reached before everything was checked.",
                 "a3dlint --limits prints the limits and how to raise them.", false);
    print_notice(l, "findings-not-kept", "FindingsNotKept", "There are more findings than were kept.", "--max-findings N keeps more of them.", false);
    print_notice(l, "run-interrupted", "RunInterrupted", "The run was interrupted before every file was checked.", "Run it again.", false);
    print_notice(l, "configuration-wrong", "ConfigurationWrong", "The configuration of the file has a mistake, so it was not checked.",
                 "a3dlint check --print-config PATH tries it.", false);
    PRINT(l, L10 "]" L8 "}" L6 "}" L4 "}" L2 "]\n}\n");
}

const bench_printer bench_print_sarif = {begin, print_file, end};
