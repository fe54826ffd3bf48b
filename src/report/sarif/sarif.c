/* sarif.c - the SARIF report: the log of a single run, to which each file adds its results; see sarif.h */
#include "report/sarif/sarif.h"
#include "base/never.h"
#include "report/common/fingerprint.h"

#include <stdlib.h>
#include <string.h>

/* ---- members that several parts write ---- */

void a3d_sarif_message(a3d_json *j, const char *key, const char *text)
{
    a3d_json_member_open(j, key, '{');
    a3d_json_member_str(j, "text", text);
    a3d_json_close(j, '}');
}

/* Bytes that are not allowed in a URI become %XX. So does a colon, which would end a scheme. */
void a3d_sarif_uri(a3d_text *out, const char *path)
{
    static const char plain[] = "-._~/!$&'()*+;=@";
    path = a3d_plain_path(path);
    a3d_puts(out, path[0] == '/' ? "file://" : "");
    for (; *path != '\0'; path++) {
        unsigned char c = (unsigned char)*path;
        bool letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
        if (letter || strchr(plain, c) != NULL)
            a3d_putc(out, (char)c);
        else
            a3d_printf(out, "%%%02X", c);
    }
}

void a3d_sarif_artifact(a3d_json *j, const char *path)
{
    a3d_json_member_open(j, "artifactLocation", '{');
    a3d_json_member_open(j, "uri", '"');
    a3d_sarif_uri(j->out, path);
    a3d_json_end_text(j);
    a3d_json_close(j, '}');
}

/* ---- what is kept until the end ---- */

/* Returns where the index of a rule in the report's list is stored, or NULL when memory ran out. */
static uint32_t *place_of(a3d_sink *sink, const a3d_rule *rule)
{
    a3d_sarif *s = a3d_sarif_of(sink);
    a3d_arena *arena = sink->out->arena;
    const a3d_format *const *formats = a3d_rule_sets();
    size_t n = 0, i = 0;
    while ((uintptr_t)rule - (uintptr_t)formats[i]->rules >= formats[i]->n_rules * sizeof *rule)
        i++;
    while (formats[n] != NULL)
        n++;
    if (s->places == NULL)
        s->places = a3d_arena_alloc(arena, n * sizeof *s->places);
    if (s->places != NULL && s->places[i] == NULL)
        s->places[i] = a3d_arena_alloc(arena, formats[i]->n_rules * sizeof **s->places);
    return s->places != NULL && s->places[i] != NULL ? &s->places[i][rule - formats[i]->rules] : NULL;
}

/* Returns the index of a rule in the report's list, to which it is added if it is new; SIZE_MAX when memory ran out. */
static size_t rule_index(a3d_sink *sink, const a3d_rule *rule)
{
    a3d_sarif *s = a3d_sarif_of(sink);
    uint32_t *place = place_of(sink, rule);
    if (place != NULL && *place > 0)
        return *place - 1;
    const a3d_rule **rules = a3d_grow(sink->out->arena, s->rules, &s->cap_rules, s->n_rules + 1, sizeof *rules);
    if (place == NULL || rules == NULL) {
        sink->out->failed = true;
        return SIZE_MAX;
    }
    s->rules = rules;
    rules[s->n_rules] = rule;
    *place = (uint32_t)++s->n_rules;
    return *place - 1;
}

static void add_notification(a3d_sink *sink, a3d_notice notice, const char *path, unsigned line, const char *message,
                             size_t n)
{
    a3d_sarif *s = a3d_sarif_of(sink);
    a3d_arena *arena = sink->out->arena;
    a3d_notification *all = a3d_grow(arena, s->notifications, &s->cap_notifications, s->n_notifications + 1,
                                     sizeof *all);
    char *path_kept = path != NULL ? a3d_arena_text(arena, path, strlen(path)) : NULL;
    char *kept = a3d_arena_text(arena, message, n);
    if (all == NULL || (path != NULL && path_kept == NULL) || kept == NULL) {
        sink->out->failed = true;
        return;
    }
    s->notifications = all;
    all[s->n_notifications++] = (a3d_notification){notice, path_kept, kept, line};
}

/* ---- the form ---- */

static void begin(a3d_sink *sink, bool github)
{
    a3d_sarif *s = a3d_arena_alloc(sink->out->arena, sizeof *s);
    a3d_json *j = &sink->json;
    sink->state = s;
    if (s == NULL) {
        sink->out->failed = true;
        return;
    }
    s->github = github;
    a3d_text_init(&s->path, sink->out->arena);
    a3d_json_init(j, sink->out, true);
    a3d_json_open(j, '{');
    a3d_json_member_str(j, "$schema", A3D_SARIF_SCHEMA);
    a3d_json_member_str(j, "version", "2.1.0");
    a3d_json_member_open(j, "runs", '[');
    a3d_json_open(j, '{');
    if (github) {
        a3d_json_member_open(j, "automationDetails", '{');
        a3d_json_member_str(j, "id", "a3dlint/");
        a3d_json_close(j, '}');
    }
    a3d_json_member_open(j, "results", '[');
}

void a3d_sarif_begin(a3d_sink *sink)
{
    begin(sink, false);
}

void a3d_sarif_github_begin(a3d_sink *sink)
{
    begin(sink, true);
}

typedef struct printed {
    char text[A3D_FINGERPRINT_ROOM];
    uint32_t finding;
} printed;

static int by_print(const void *a, const void *b)
{
    const printed *x = a, *y = b;
    int order = strcmp(x->text, y->text);
    return order != 0 ? order : (x->finding > y->finding) - (x->finding < y->finding);
}

/* For each finding its number among the findings of the file with the same fingerprint, starting at 1. */
static unsigned *count_twins(const a3d_doc *doc)
{
    printed *prints = a3d_arena_alloc(doc->arena, (doc->n_findings + 1) * sizeof *prints);
    unsigned *twins = a3d_arena_alloc(doc->arena, (doc->n_findings + 1) * sizeof *twins);
    if (prints == NULL || twins == NULL)
        return NULL;
    for (uint32_t i = 0; i < doc->n_findings; i++) {
        a3d_fingerprint(doc, &doc->findings[i], prints[i].text);
        prints[i].finding = i;
    }
    qsort(prints, doc->n_findings, sizeof *prints, by_print);
    for (size_t i = 0; i < doc->n_findings; i++)
        twins[prints[i].finding] =
            i > 0 && strcmp(prints[i - 1].text, prints[i].text) == 0 ? twins[prints[i - 1].finding] + 1 : 1;
    return twins;
}

static void put_results(a3d_sink *sink, const char *path, const a3d_result *result)
{
    const a3d_doc *doc = result->doc;
    bool github = a3d_sarif_of(sink)->github;
    const unsigned *twins = github ? count_twins(doc) : NULL;
    a3d_sarif_of(sink)->uri_size = 0;
    if (github && twins == NULL)
        sink->out->failed = true;
    for (size_t i = 0; i < doc->n_findings && !sink->out->failed; i++) {
        if (github && (doc->findings[i].severity < sink->show || a3d_standing_of(sink, i).suppressed))
            continue;
        size_t rule = rule_index(sink, doc->findings[i].rule);
        if (rule != SIZE_MAX)
            a3d_sarif_result(sink, &sink->json, path, result, i, rule, github ? twins[i] : 0);
    }
}

void a3d_sarif_file(a3d_sink *sink, const char *path, const a3d_result *result)
{
    if (sink->state == NULL)
        return;
    if (result->doc != NULL && result->doc->n_findings > 0)
        put_results(sink, path, result);
    a3d_notice notice = sink->mistaken                        ? A3D_NOTICE_MISTAKE
                        : result->verdict == A3DLINT_LIMITED ? A3D_NOTICE_LIMITED
                                                             : A3D_NOTICE_UNREADABLE;
    if (result->message != NULL)
        add_notification(sink, notice, path, 0, result->message, strlen(result->message));
    if (result->truncated) {
        a3d_text text;
        a3d_text_init(&text, sink->out->arena);
        a3d_puts(&text, "more findings were not kept: ");
        a3d_put_severities(&text, result->more);
        if (!text.failed)
            add_notification(sink, A3D_NOTICE_NOT_KEPT, path, 0, text.data, text.size);
        a3d_text_free(&text);
    }
}

static void put_notification(a3d_json *j, const a3d_notification *n)
{
    a3d_json_open(j, '{');
    a3d_json_member_open(j, "descriptor", '{');
    a3d_json_member_str(j, "id", a3d_notice_id(n->notice));
    a3d_json_member_uint(j, "index", n->notice);
    a3d_json_close(j, '}');
    a3d_json_member_str(j, "level", n->notice == A3D_NOTICE_NOT_KEPT ? "warning" :
                                    n->notice == A3D_NOTICE_EFFECT ? "note" : "error");
    a3d_sarif_message(j, "message", n->message);
    if (n->path != NULL) {
        a3d_json_member_open(j, "locations", '[');
        a3d_json_open(j, '{');
        a3d_json_member_open(j, "physicalLocation", '{');
        a3d_sarif_artifact(j, n->path);
        if (n->line > 0) {
            a3d_json_member_open(j, "region", '{');
            a3d_json_member_uint(j, "startLine", n->line);
            a3d_json_close(j, '}');
        }
        a3d_json_close(j, '}');
        a3d_json_close(j, '}');
        a3d_json_close(j, ']');
    }
    a3d_json_close(j, '}');
}

static void put_notifications(a3d_json *j, const a3d_sarif *s, const char *name, bool configuration)
{
    a3d_json_member_open(j, name, '[');
    for (size_t i = 0; i < s->n_notifications; i++)
        if ((s->notifications[i].notice >= A3D_NOTICE_MISTAKE) == configuration)
            put_notification(j, &s->notifications[i]);
    a3d_json_close(j, ']');
}

static void put_invocation(const a3d_sink *sink, a3d_json *j)
{
    const a3d_sarif *s = a3d_sarif_of(sink);
    a3d_json_member_open(j, "invocations", '[');
    a3d_json_open(j, '{');
    a3d_json_member_bool(j, "executionSuccessful", sink->status <= 1);
    a3d_json_key(j, "exitCode");
    a3d_json_int(j, sink->status);
    put_notifications(j, s, "toolConfigurationNotifications", true);
    put_notifications(j, s, "toolExecutionNotifications", false);
    a3d_json_close(j, '}');
    a3d_json_close(j, ']');
}

static void add_effects(a3d_sink *sink)
{
    for (size_t i = 0; i < sink->n_effects; i++) {
        const a3d_effect *e = &sink->effects[i];
        a3d_text text;
        a3d_text_init(&text, sink->out->arena);
        a3d_put_effect(&text, e);
        if (!text.failed)
            add_notification(sink, A3D_NOTICE_EFFECT, e->config, e->line, text.data, text.size);
        a3d_text_free(&text);
    }
}

/* Writes results that are in the baseline but no longer occur. */
static void put_absent(a3d_sink *sink)
{
    for (size_t i = 0; i < sink->n_vanished; i++) {
        const a3d_rule *rule = a3d_rule_named(sink->vanished[i].rule);
        if (A3D_NEVER(rule == NULL)) /* check_rule (cli/baseline/read.c) refuses names of other rules */
            continue;
        size_t index = rule_index(sink, rule);
        if (index != SIZE_MAX)
            a3d_sarif_absent(&sink->json, &sink->vanished[i], index);
    }
}

void a3d_sarif_end(a3d_sink *sink)
{
    a3d_json *j = &sink->json;
    static const char interrupted[] = "interrupted: the report contains what was checked before";
    if (sink->state == NULL)
        return;
    if (sink->interrupted)
        add_notification(sink, A3D_NOTICE_INTERRUPTED, NULL, 0, interrupted, sizeof interrupted - 1);
    add_effects(sink);
    if (!a3d_sarif_of(sink)->github)
        put_absent(sink);
    a3d_json_close(j, ']');
    put_invocation(sink, j);
    a3d_sarif_tool(sink, j);
    a3d_json_close(j, '}');
    a3d_json_close(j, ']');
    a3d_json_close(j, '}');
    a3d_putc(sink->out, '\n');
    a3d_text_free(&a3d_sarif_of(sink)->path);
}
