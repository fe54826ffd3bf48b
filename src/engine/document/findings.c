/* findings.c - see findings.h */
#include "engine/document/findings.h"
#include "base/never.h"
#include "base/text.h"
#include "engine/document/path.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

const a3d_rule *a3d_rule_for(const a3d_format *format, a3d_fault fault)
{
    for (unsigned i = 1; i < format->n_rules; i++)
        if (format->rules[i].fault == fault)
            return &format->rules[i];
    return NULL;
}

a3d_amount a3d_title_of(const a3d_doc *doc, uint32_t node)
{
    const char *name = a3d_node_name(doc, node);
    uint32_t record = a3d_at(doc, node)->parent, around = record != A3D_NO_NODE ? a3d_at(doc, record)->parent : record;
    bool letter = name[0] != '\0' && name[1] == '\0' && around != A3D_NO_NODE && !a3d_at(doc, record)->row->transparent;
    unsigned kind = letter ? a3d_shape_of(a3d_at(doc, around))->kind : A3D_VECTOR;
    bool element = kind == A3D_VECTOR || kind == A3D_ARRAY;
    a3d_amount title;
    snprintf(title.text, sizeof title.text, "%s%s%s", element ? "" : a3d_node_name(doc, record), element ? "" : ".",
             name);
    return title;
}

/* The nearest list around a node, in which repeats of a rule are counted. An absent list contains nothing. */
static uint32_t list_of(const a3d_doc *doc, uint32_t node)
{
    while (node != A3D_NO_NODE) {
        unsigned kind = a3d_shape_of(a3d_at(doc, node))->kind;
        if ((kind == A3D_VECTOR || kind == A3D_ARRAY) && a3d_at(doc, node)->state != A3D_ABSENT)
            break;
        node = a3d_at(doc, node)->parent;
    }
    return node;
}

/* Finds an earlier finding of the same rule in the same list. Only the last few are searched, so that the time is
 * bounded. */
static a3d_finding *find_repeat(const a3d_doc *doc, const a3d_rule *rule, uint32_t node)
{
    enum { LOOK_BACK = 32 };
    uint32_t list = list_of(doc, node);
    if (list == A3D_NO_NODE)
        return NULL;
    size_t first = doc->n_findings > LOOK_BACK ? doc->n_findings - LOOK_BACK : 0;
    for (size_t i = doc->n_findings; i-- > first;) {
        a3d_finding *f = &doc->findings[i];
        if (f->rule != rule || f->place.node == A3D_NO_NODE)
            continue;
        if (f->place.node == node || (a3d_at(doc, f->place.node)->row == a3d_at(doc, node)->row &&
                                      list_of(doc, f->place.node) == list))
            return f;
    }
    return NULL;
}

/* Counts a finding beyond the limit: only its rule is kept. */
static a3d_finding *note_more(a3d_ctx *ctx, const a3d_rule *rule)
{
    a3d_doc *doc = ctx->doc;
    uint16_t *list = a3d_grow(doc->arena, doc->more_rules, &doc->cap_more, doc->more_findings + 1, sizeof *list);
    if (list == NULL) {
        a3d_limit(ctx, A3D_LIMIT_MEMORY);
        return &ctx->spare;
    }
    doc->more_rules = list;
    list[doc->more_findings++] = (uint16_t)a3d_rule_index(ctx->format, rule);
    return &ctx->spare;
}

/* Notes may fill half of the room and warnings three quarters, so that an error after many of them is still kept. */
static uint64_t room_for(uint64_t all, a3d_severity severity)
{
    return severity >= A3D_ERROR ? all : severity == A3D_WARNING ? all - all / 4 : all - all / 2;
}

static a3d_finding *new_finding(a3d_ctx *ctx, const a3d_rule *rule, bool suppressed)
{
    a3d_doc *doc = ctx->doc;
    size_t kept = suppressed ? doc->n_suppressed : doc->n_findings - doc->n_suppressed;
    if (kept >= room_for(ctx->limits.findings, rule->severity))
        return note_more(ctx, rule);
    a3d_finding *list = a3d_grow(doc->arena, doc->findings, &doc->cap_findings, doc->n_findings + 1, sizeof *list);
    if (list == NULL) {
        a3d_limit(ctx, A3D_LIMIT_MEMORY); /* a report that lacks findings must not look complete */
        return note_more(ctx, rule);
    }
    doc->n_suppressed += suppressed;
    doc->findings = list;
    return &list[doc->n_findings++];
}

/* Counts a finding that is not kept. */
static a3d_finding *count_report(a3d_ctx *ctx, const a3d_rule *rule, uint32_t stream, uint32_t off)
{
    ctx->reported += a3d_weight(rule->severity);
    ctx->reported_errors += rule->severity == A3D_ERROR;
    ctx->reported_stream = stream;
    ctx->reported_off = off;
    if (rule->severity >= A3D_WARNING && stream == ctx->watched && off >= ctx->watched_from && off < ctx->watched_error)
        ctx->watched_error = off;
    return &ctx->spare;
}

static a3d_finding *keep_report(a3d_ctx *ctx, const a3d_rule *rule, uint32_t node, uint32_t stream, uint32_t off,
                                uint32_t size)
{
    a3d_finding *f = ctx->limits.repairs ? NULL : find_repeat(ctx->doc, rule, node);
    a3d_place place = {node, ""};
    if (f != NULL) {
        f->count++;
        ctx->repeat = f->n_places < A3D_PLACES && !f->wordless ? &f->places[f->n_places] : NULL;
        if (f->n_places < A3D_PLACES)
            f->places[f->n_places++] = place;
        return &ctx->spare;
    }
    const a3d_limits *limits = &ctx->limits;
    a3d_want want = limits->wants != NULL ? limits->wants(limits->user, rule) : A3D_WANT_ALL;
    if (node != A3D_NO_NODE && a3d_is_stand_in(ctx->doc, node))
        ctx->doc->want_whole = true;
    bool cited = rule->severity == A3D_ERROR; /* by other messages, such as that of a branch */
    f = new_finding(ctx, rule, want == A3D_WANT_NOTHING);
    *f = (a3d_finding){.rule = rule, .severity = rule->severity, .place = place, .stream = stream, .off = off,
                       .size = size, .bit = A3D_NO_BIT, .message = rule->title, .count = 1, .n_places = 1,
                       .places[0] = place, .wordless = want != A3D_WANT_ALL && !cited};
    f->cause = ctx->cause > 0 ? ctx->cause - 1 : A3D_NO_CAUSE;
    return f;
}

a3d_finding *a3d_report(a3d_ctx *ctx, const a3d_rule *rule, uint32_t node, uint32_t stream, uint32_t off, uint32_t size)
{
    ctx->repeat = NULL;
    if (A3D_NEVER(rule == NULL))
        rule = &ctx->format->rules[0];
    return ctx->quiet ? count_report(ctx, rule, stream, off) : keep_report(ctx, rule, node, stream, off, size);
}

a3d_finding *a3d_fault_at(a3d_ctx *ctx, a3d_fault fault, uint32_t node, uint32_t stream, uint32_t off, uint32_t size)
{
    return a3d_report(ctx, a3d_rule_for(ctx->format, fault), node, stream, off, size);
}

a3d_finding *a3d_report_node(a3d_ctx *ctx, const a3d_rule *rule, uint32_t node)
{
    const a3d_node *n = a3d_at(ctx->doc, node);
    return a3d_report(ctx, rule, node, n->stream, n->off, n->size);
}

static bool is_in_word(char c)
{
    return (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z');
}

/* Whether a format has a conversion such as %.9g. */
static bool prints_reals(const char *format)
{
    for (const char *p = strchr(format, '%'); p != NULL; p = strchr(p + 1, '%')) {
        p += 1 + strspn(p + 1, ".0123456789");
        if (*p == 'g')
            return true;
        if (*p == '\0')
            break;
    }
    return false;
}

/* Writes each NaN as "NaN", without a sign. Machines give it another one, and not every C library prints it. */
static void name_nans(char *text)
{
    for (char *p = strstr(text, "nan"); p != NULL; p = strstr(p + 1, "nan")) {
        char *first = p > text && p[-1] == '-' ? p - 1 : p;
        if ((first > text && is_in_word(first[-1])) || is_in_word(p[3]))
            continue;
        memmove(first, p, strlen(p) + 1);
        memcpy(first, "NaN", 3);
        p = first;
    }
}

static const char *formatted(a3d_ctx *ctx, const char *format, va_list args)
{
    char text[400];
    int n = vsnprintf(text, sizeof text, format, args);
    if (n > 0 && prints_reals(format))
        name_nans(text);
    const char *copy = n > 0 ? a3d_arena_text(ctx->doc->arena, text, strlen(text)) : NULL;
    if (n > 0 && copy == NULL)
        a3d_limit(ctx, A3D_LIMIT_MEMORY);
    return copy;
}

void a3d_set_message(a3d_ctx *ctx, a3d_finding *f, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    const char *text = formatted(ctx, format, args);
    va_end(args);
    if (text != NULL)
        f->message = text;
}

void a3d_set_suffix(a3d_ctx *ctx, a3d_finding *f, const char *format, ...)
{
    bool repeat = f == &ctx->spare;
    va_list args;
    va_start(args, format);
    const char *text = formatted(ctx, format, args);
    va_end(args);
    if (text != NULL && repeat)
        ctx->repeat->suffix = text;
    else if (text != NULL)
        f->place.suffix = f->places[0].suffix = text;
}

a3d_suspect *a3d_own_suspects(a3d_finding *f)
{
    return (a3d_suspect *)(uintptr_t)f->suspects;
}

bool a3d_is_explained(const a3d_doc *doc, uint32_t last)
{
    for (size_t i = 0; i < doc->n_findings; i++)
        if (doc->findings[i].off <= last && a3d_has_structural_suspect(&doc->findings[i]))
            return true;
    return false;
}

static void add_suspect(a3d_ctx *ctx, a3d_finding *f, const a3d_suspect *suspect, const char *suffix, int64_t value)
{
    enum { MOST_PATH = 200 };
    char repair[24], text[MOST_PATH + 64];
    a3d_text path;
    if (!a3d_keeps_message(ctx, f) || f->n_suspects == A3D_SUSPECTS)
        return;
    if (f->suspects == NULL)
        f->suspects = a3d_arena_alloc(ctx->doc->arena, A3D_SUSPECTS * sizeof *f->suspects);
    if (f->suspects == NULL)
        return;
    a3d_suspect *s = &a3d_own_suspects(f)[f->n_suspects];
    snprintf(repair, sizeof repair, "%lld", (long long)value);
    *s = *suspect;
    s->place.suffix = a3d_arena_text(ctx->doc->arena, suffix, strlen(suffix));
    a3d_text_init(&path, ctx->doc->arena);
    if (s->place.suffix != NULL)
        a3d_put_place(&path, ctx->doc, &s->place);
    snprintf(text, sizeof text, "%.*s should probably be %s", (int)(path.size < MOST_PATH ? path.size : MOST_PATH),
             path.size > 0 ? path.data : "", repair);
    a3d_text_free(&path);
    s->repair = a3d_arena_text(ctx->doc->arena, repair, strlen(repair));
    s->message = a3d_arena_text(ctx->doc->arena, text, strlen(text));
    f->n_suspects += s->place.suffix != NULL && s->repair != NULL && s->message != NULL;
}

void a3d_add_suspect(a3d_ctx *ctx, a3d_finding *f, uint32_t index, int64_t value)
{
    const a3d_node *node = a3d_at(ctx->doc, index);
    const a3d_suspect suspect = {
        .place.node = index, .stream = node->stream, .off = node->off, .size = node->size, .bit = A3D_NO_BIT};
    if (a3d_is_stand_in(ctx->doc, index))
        ctx->doc->want_whole = true;
    add_suspect(ctx, f, &suspect, "", value);
}

void a3d_add_part_suspect(a3d_ctx *ctx, a3d_finding *f, const a3d_value_part *part, int64_t value)
{
    a3d_suspect suspect = {.place.node = part->node, .size = part->size, .bit = A3D_NO_BIT};
    char suffix[120];
    a3d_content(ctx->doc, a3d_at(ctx->doc, part->node), &suspect.stream, &suspect.off);
    suspect.off += part->at;
    snprintf(suffix, sizeof suffix, "[%u]%s%s", (unsigned)part->index, part->field != NULL ? "." : "",
             part->field != NULL ? part->field : "");
    add_suspect(ctx, f, &suspect, suffix, value);
}

void a3d_suggest(a3d_ctx *ctx, a3d_finding *f, uint32_t node, uint32_t index, int64_t value)
{
    enum { MOST = 12 };
    if (!ctx->limits.repairs || f == &ctx->spare || f->n_suggestions == MOST)
        return;
    if (f->suggestions == NULL)
        f->suggestions = a3d_arena_alloc(ctx->doc->arena, MOST * sizeof *f->suggestions);
    if (f->suggestions != NULL)
        ((a3d_suggestion *)(uintptr_t)f->suggestions)[f->n_suggestions++] = (a3d_suggestion){node, index, value};
}

void a3d_suggest_float(a3d_ctx *ctx, a3d_finding *f, uint32_t node, uint32_t index, double value)
{
    float single = (float)value;
    uint32_t bits;
    memcpy(&bits, &single, sizeof bits);
    a3d_suggest(ctx, f, node, index, bits);
}

void a3d_expect(a3d_finding *f, int64_t min, int64_t max)
{
    f->min = (a3d_quantity){.kind = A3D_Q_INT, .i = min};
    if (max != min)
        f->max = (a3d_quantity){.kind = A3D_Q_INT, .i = max};
}

void a3d_expect_text(a3d_finding *f, const char *text)
{
    f->expected = text;
}

void a3d_expect_hex(a3d_ctx *ctx, a3d_finding *f, uint32_t value)
{
    char text[12];
    if (!a3d_keeps_message(ctx, f))
        return;
    snprintf(text, sizeof text, "%08x", (unsigned)value);
    a3d_expect_text(f, a3d_arena_text(ctx->doc->arena, text, strlen(text)));
    if (f->expected == NULL)
        a3d_limit(ctx, A3D_LIMIT_MEMORY);
}

void a3d_actual(a3d_finding *f, int64_t value)
{
    f->actual = (a3d_quantity){.kind = A3D_Q_INT, .i = value};
}

uint32_t a3d_file_offset(const a3d_doc *doc, uint32_t stream, uint32_t off)
{
    for (; stream != 0 && doc->streams[stream].owner != A3D_NO_NODE; stream = doc->streams[stream].parent)
        off = doc->streams[stream].off;
    return off;
}

bool a3d_is_of_many(const a3d_finding *f)
{
    return f->min.kind == A3D_Q_INT && f->max.kind == A3D_Q_INT &&
           (uint64_t)f->max.i - (uint64_t)f->min.i > UINT8_MAX;
}
