/* ready.c - findings made ready for printf; see ready.h */
#include "ready.h"
#include "bench.h"
#include "report/common/fingerprint.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void *take(a3d_arena *arena, size_t n, size_t size)
{
    void *p = a3d_arena_alloc(arena, (n + 1) * size);
    if (p == NULL)
        exit(1);
    return p;
}

/* The text with its NUL; the buffer is freed. */
static const char *kept(a3d_text *t)
{
    const char *text = t->failed ? NULL : a3d_arena_text(t->arena, t->data, t->size);
    if (text == NULL)
        exit(1);
    a3d_text_free(t);
    return text;
}

/* As it stands in JSON, without the quotes. */
static const char *escaped(a3d_arena *arena, const char *text)
{
    a3d_text t;
    a3d_json j;
    if (text == NULL)
        return NULL;
    a3d_text_init(&t, arena);
    a3d_json_init(&j, &t, false);
    a3d_json_str(&j, text);
    char *all = take(arena, t.size, 1);
    memcpy(all, t.data + 1, t.size - 2);
    a3d_text_free(&t);
    return all;
}

/* The fewest digits, of six or more, with which printf writes it so that it reads back. */
static int digits_of(float value)
{
    char text[40];
    int digits = isnormal(value) ? 6 : 1;
    for (; digits < 9; digits++) {
        snprintf(text, sizeof text, "%.*g", digits, (double)value);
        if (strtof(text, NULL) == value)
            break;
    }
    return digits;
}

static ready_value value_of(a3d_arena *arena, const a3d_quantity *q)
{
    ready_value v = {.kind = q->kind, .i = q->i, .u = q->u};
    uint32_t bits = (uint32_t)q->i;
    float f;
    memcpy(&f, &bits, sizeof f);
    bool large = (q->kind == A3D_Q_INT && (q->i > INT64_C(1) << 53 || q->i < -(INT64_C(1) << 53))) ||
                 (q->kind == A3D_Q_UINT && q->u > UINT64_C(1) << 53);
    if (q->kind == A3D_Q_FLOAT && isfinite(f)) {
        v.f = (double)f;
        v.digits = digits_of(f);
    } else if (q->kind == A3D_Q_FLOAT || large) {
        a3d_text t;
        a3d_json j;
        a3d_text_init(&t, arena);
        a3d_put_quantity(&t, q);
        v.plain = kept(&t);
        a3d_json_init(&j, &t, false);
        if (q->kind == A3D_Q_FLOAT)
            a3d_json_float(&j, bits);
        else
            a3d_json_str(&j, v.plain);
        v.text = kept(&t);
        v.plain = escaped(arena, v.plain);
        v.kind = READY_TEXT;
    }
    return v;
}

static const char *path_of(a3d_arena *arena, const a3d_doc *doc, const a3d_place *place)
{
    a3d_text t;
    a3d_text_init(&t, arena);
    a3d_put_place(&t, doc, place);
    return kept(&t);
}

static const char *stream_of(a3d_arena *arena, const a3d_doc *doc, uint32_t stream)
{
    a3d_text t;
    a3d_text_init(&t, arena);
    a3d_put_stream(&t, doc, stream);
    return kept(&t);
}

static ready_spot spot_of(a3d_arena *arena, const a3d_doc *doc, const a3d_place *place, uint32_t stream, uint32_t off, uint32_t size, uint32_t bit)
{
    uint32_t chain[A3D_CHAIN];
    ready_spot s = {.path = path_of(arena, doc, place), .bit = bit};
    const char *dot = strrchr(s.path, '.');
    s.last = dot != NULL ? dot + 1 : s.path;
    s.element = s.path[0] != '\0' && s.path[strlen(s.path) - 1] == ']';
    s.n = a3d_stream_chain(doc, stream, chain, A3D_CHAIN);
    if (s.n > READY_CHAIN)
        exit(1);
    for (unsigned i = 0; i < s.n; i++) {
        const a3d_stream *inner = &doc->streams[chain[i + 1 < s.n ? i + 1 : i]];
        s.chain[i] = (ready_span){stream_of(arena, doc, chain[i]), i + 1 < s.n ? inner->off : off, i + 1 < s.n ? inner->packed_size : size};
    }
    return s;
}

static unsigned depth_of(const a3d_doc *doc, uint32_t i)
{
    unsigned depth = 0;
    for (; doc->findings[i].cause < i; i = doc->findings[i].cause)
        depth++;
    return depth;
}

static ready_finding make_finding(a3d_arena *arena, const a3d_doc *doc, uint32_t id)
{
    const a3d_finding *f = &doc->findings[id];
    char print[A3D_FINGERPRINT_ROOM];
    ready_finding x = {.f = f, .depth = depth_of(doc, id)};
    x.at = spot_of(arena, doc, &f->place, f->stream, f->off, f->size, f->bit);
    x.message = escaped(arena, f->message);
    x.expected = escaped(arena, f->expected);
    x.min = value_of(arena, &f->min);
    x.max = value_of(arena, &f->max);
    x.actual = value_of(arena, &f->actual);
    for (uint32_t i = 0; i < f->n_places; i++)
        x.places[i] = path_of(arena, doc, &f->places[i]);
    for (uint32_t i = 0; i < f->n_suspects; i++) {
        const a3d_suspect *s = &f->suspects[i];
        a3d_text edit;
        x.suspects[i] = spot_of(arena, doc, &s->place, s->stream, s->off, s->size, s->bit);
        x.suspects[i].message = escaped(arena, s->message);
        a3d_text_init(&edit, arena);
        a3d_put_repair(&edit, doc, s);
        x.suspects[i].edit = escaped(arena, kept(&edit));
    }
    a3d_fingerprint(doc, f, print);
    x.fingerprint = strtoull(print, NULL, 16);
    return x;
}

static uint32_t put_order(const a3d_doc *doc, uint32_t cause, uint32_t *order, uint32_t n)
{
    for (uint32_t i = 0; i < doc->n_findings; i++) {
        uint32_t own = doc->findings[i].cause < i ? doc->findings[i].cause : A3D_NO_CAUSE;
        if (own != cause)
            continue;
        order[n++] = i;
        n = put_order(doc, i, order, n);
    }
    return n;
}

/* ---- rules ---- */

static const char *bold(a3d_arena *arena, const char *text)
{
    a3d_text t;
    a3d_text_init(&t, arena);
    for (; *text != '\0'; text++) {
        if (strchr("*<>|\\`[]_", *text) != NULL)
            a3d_putc(&t, '\\');
        a3d_putc(&t, *text);
    }
    return escaped(arena, kept(&t));
}

static const char *name_of(a3d_arena *arena, const char *id)
{
    char *name = take(arena, strlen(id), 1), *to = name;
    bool capital = true;
    for (; *id != '\0'; id++) {
        bool word = *id != '/' && *id != '-';
        if (word)
            *to++ = capital && *id >= 'a' && *id <= 'z' ? (char)(*id - 'a' + 'A') : *id;
        capital = !word;
    }
    return name;
}

static size_t rule_of(a3d_arena *arena, ready *r, const a3d_rule *rule)
{
    for (size_t i = 0; i < r->n_rules; i++)
        if (r->rules[i].rule == rule)
            return i;
    r->rules[r->n_rules] = (ready_rule){rule, name_of(arena, rule->id), escaped(arena, rule->title), escaped(arena, rule->why),
                                        escaped(arena, rule->source), bold(arena, rule->title), bold(arena, rule->why), bold(arena, rule->source)};
    return r->n_rules++;
}

ready bench_make_ready(a3d_arena *arena, const a3d_result *const *results, size_t n)
{
    ready all = {.files = take(arena, n, sizeof *all.files), .n_files = n};
    for (size_t i = 0; i < n; i++)
        all.n_findings += results[i]->doc->n_findings;
    all.rules = take(arena, all.n_findings, sizeof *all.rules);
    for (size_t i = 0; i < n; i++) {
        const a3d_doc *doc = results[i]->doc;
        ready_file *file = &all.files[i];
        uint32_t *order = take(arena, doc->n_findings, sizeof *order);
        *file = (ready_file){results[i], escaped(arena, results[i]->branch_why), take(arena, doc->n_findings, sizeof *file->findings), order};
        for (uint32_t f = 0; f < doc->n_findings; f++) {
            file->findings[f] = make_finding(arena, doc, f);
            file->findings[f].rule = rule_of(arena, &all, doc->findings[f].rule);
        }
        put_order(doc, A3D_NO_CAUSE, order, 0);
    }
    return all;
}
