/* build.c - see build.h */
#include "build.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../../harnesses/judge.h"
#include "engine/decode/decode.h"
#include "engine/document/path.h"
#include "engine/edit/resolve.h"
#include "engine/document/content.h"
#include "engine/generate/smallest.h"

static uint8_t *exact(const void *bytes, size_t size)
{
    uint8_t *copy = malloc(size > 0 ? size : 1);
    assert_non_null(copy);
    if (size > 0)
        memcpy(copy, bytes, size);
    return copy;
}

static void take_bytes(build *b, const void *bytes, size_t size)
{
    uint8_t *copy = exact(bytes, size);
    free(b->bytes);
    b->bytes = copy;
    b->size = (uint32_t)size;
}

void build_fresh(build *b, const a3d_format *format, uint32_t version, uint32_t branches)
{
    const char *why;
    memset(b, 0, sizeof *b);
    a3d_arena_init(&b->arena, NULL);
    b->doc = a3d_generate(&b->arena, format, version, branches, &why);
    if (b->doc == NULL)
        fail_msg("%s %u: %s", format->name, (unsigned)version, why);
}

void build_read(build *b, const a3d_format *format, const void *bytes, size_t size, uint32_t branches)
{
    memset(b, 0, sizeof *b);
    a3d_arena_init(&b->arena, NULL);
    take_bytes(b, bytes, size);
    b->source = exact(bytes, size);
    b->doc = a3d_decode(&b->arena, format, b->source, b->size, NULL, branches != 0 ? branches : format->usual);
    assert_non_null(b->doc);
    assert_int_equal(b->doc->limited, A3D_LIMIT_NONE);
}

void build_free(build *b)
{
    a3d_arena_free(&b->arena);
    free(b->bytes);
    free(b->source);
    memset(b, 0, sizeof *b);
}

const char *build_try(build *b, const char *word)
{
    return a3d_edit(b->doc, word, &b->patches, &b->n_patches);
}

void build_edit(build *b, const char *const *words)
{
    for (; words != NULL && *words != NULL; words++) {
        const char *why = build_try(b, *words);
        if (why != NULL)
            fail_msg("%s: %s", *words, why);
    }
}

void build_encode(build *b, a3d_encode_mode mode)
{
    a3d_text out;
    a3d_text_init(&out, &b->arena);
    const char *why = a3d_encode(b->doc, mode, &out, b->patches, b->n_patches);
    if (why != NULL)
        fail_msg("it cannot be encoded: %s", why);
    for (size_t i = 0; i < b->n_patches; i++)
        assert_true(b->patches[i].used);
    take_bytes(b, out.data, out.size);
    a3d_text_free(&out);
}

void build_tail(build *b, uint32_t cut, const void *bytes, size_t n)
{
    assert_true(cut <= b->size);
    uint8_t *all = malloc(b->size - cut + n + 1);
    assert_non_null(all);
    memcpy(all, b->bytes, b->size - cut);
    if (n > 0)
        memcpy(all + b->size - cut, bytes, n);
    take_bytes(b, all, b->size - cut + n);
    free(all);
}

void build_again(build *to, const build *b, uint32_t branches)
{
    build_read(to, b->doc->format, b->bytes, b->size, branches);
}

void build_make(build *b, const a3d_format *format, uint32_t version, const char *const *words)
{
    build made;
    build_fresh(&made, format, version, 0);
    build_edit(&made, words);
    build_encode(&made, A3D_FAITHFUL);
    build_again(b, &made, 0);
    build_free(&made);
}

/* ---- findings as text ---- */

static void put_quantity(a3d_text *t, const a3d_quantity *q)
{
    switch (q->kind) {
    case A3D_Q_INT: a3d_printf(t, "%" PRId64, q->i); break;
    case A3D_Q_UINT: a3d_printf(t, "%" PRIu64, q->u); break;
    case A3D_Q_FLOAT: a3d_printf(t, "bits:%08" PRIx32, (uint32_t)q->i); break;
    default: break;
    }
}

/* Whether a rule is one of structure, or one that the lines name. What values mean has rules and tests of its
 * own, and may well be wrong in a file whose structure is the matter. */
static bool concerns(const a3d_rule *rule, const char *lines)
{
    return rule->fault != A3D_FAULT_NONE || lines == NULL || strstr(lines, rule->id) != NULL;
}

static void put_finding(a3d_text *t, const a3d_doc *doc, const a3d_finding *f)
{
    a3d_printf(t, "%s ", f->rule->id);
    size_t start = t->size;
    a3d_put_place(t, doc, &f->place);
    if (t->size == start)
        a3d_putc(t, '-');
    a3d_putc(t, ' ');
    a3d_put_stream(t, doc, f->stream);
    a3d_printf(t, "+%u/%u", (unsigned)f->off, (unsigned)f->size);
    if (f->bit != A3D_NO_BIT)
        a3d_printf(t, " bit %u", (unsigned)f->bit);
    if (f->actual.kind != A3D_Q_NONE) {
        a3d_puts(t, " is ");
        put_quantity(t, &f->actual);
    }
    if (f->min.kind != A3D_Q_NONE) {
        a3d_puts(t, " not ");
        put_quantity(t, &f->min);
        if (f->max.kind != A3D_Q_NONE) {
            a3d_puts(t, "..");
            put_quantity(t, &f->max);
        }
    }
    if (f->count > 1)
        a3d_printf(t, " x%u", (unsigned)f->count);
    /* a cause that the lines leave out is none to them */
    if (f->cause != A3D_NO_CAUSE && concerns(doc->findings[f->cause].rule, ""))
        a3d_printf(t, " by %u", (unsigned)f->cause);
}

/* All findings that concern the lines, or all when these are NULL. */
static const char *list_findings(const a3d_doc *doc, const char *lines)
{
    a3d_text t;
    a3d_text_init(&t, doc->arena);
    for (size_t i = 0; i < doc->n_findings; i++) {
        if (!concerns(doc->findings[i].rule, lines))
            continue;
        if (t.size > 0)
            a3d_putc(&t, '\n');
        put_finding(&t, doc, &doc->findings[i]);
    }
    const char *text = a3d_arena_text(doc->arena, t.size > 0 ? t.data : "", t.size);
    a3d_text_free(&t);
    assert_non_null(text);
    return text;
}

const char *build_findings(const a3d_doc *doc)
{
    return list_findings(doc, NULL);
}

void expect_findings(const a3d_doc *doc, const char *lines)
{
    const char *found = list_findings(doc, lines);
    if (strcmp(found, lines) != 0)
        fail_msg("expected\n%s\nbut found\n%s", lines, build_findings(doc));
}

void expect_clean(const a3d_doc *doc, const char *lines)
{
    for (size_t i = 0; i < doc->n_findings; i++)
        if (doc->findings[i].severity >= A3D_WARNING && concerns(doc->findings[i].rule, lines))
            fail_msg("expected nothing wrong, but found\n%s", build_findings(doc));
    assert_false(doc->faulty);
}

void expect_finding(const a3d_doc *doc, const char *line)
{
    a3d_text t;
    bool found = false;
    a3d_text_init(&t, doc->arena);
    for (size_t i = 0; i < doc->n_findings && !found; i++) {
        t.size = 0;
        put_finding(&t, doc, &doc->findings[i]);
        found = t.size == strlen(line) && memcmp(t.data, line, t.size) == 0;
    }
    a3d_text_free(&t);
    if (!found)
        fail_msg("expected\n%s\namong\n%s", line, build_findings(doc));
}

/* ---- values ---- */

static void put_content(a3d_text *t, const a3d_doc *doc, uint32_t index)
{
    const a3d_node *node = a3d_at(doc, index);
    uint32_t stream, off, n = (uint32_t)a3d_content_size(doc, index);
    const uint8_t *p = n > 0 ? a3d_content(doc, node, &stream, &off) : NULL;
    if (n > 0 && a3d_shape_of(node)->text)
        a3d_put(t, p, n);
    else
        a3d_put_hex(t, p, n, "");
}

static void put_inside(a3d_text *t, const a3d_doc *doc, const a3d_target *g)
{
    const a3d_node *node = a3d_at(doc, g->node);
    unsigned type = g->field ? g->type : a3d_shape_of(node)->type, width = a3d_width(type);
    uint32_t stream, off, at = g->field ? g->off : g->index * width;
    const uint8_t *p = a3d_content(doc, node, &stream, &off) + at;
    if (g->field && g->array)
        a3d_put_hex(t, p, (size_t)g->count * width, "");
    else if (type == A3D_F32)
        a3d_printf(t, "bits:%08" PRIx32, (uint32_t)a3d_load_type(p, type, doc->format->big_endian));
    else
        a3d_printf(t, "%" PRId64, a3d_load_type(p, type, doc->format->big_endian));
}

static const char *put_value(void *user, a3d_ctx *ctx, const a3d_target *target)
{
    a3d_text *t = user;
    const a3d_doc *doc = ctx->doc;
    const a3d_node *node = a3d_at(doc, target->node);
    if (t->size > 0)
        a3d_putc(t, ' ');
    unsigned kind = a3d_shape_of(node)->kind;
    if (node->state != A3D_PRESENT)
        a3d_puts(t, node->state == A3D_ABSENT ? "absent" : "none");
    else if (strcmp(target->claim, "$count") == 0)
        a3d_printf(t, "%u", (unsigned)node->v.at.count);
    else if (target->element || target->field)
        put_inside(t, doc, target);
    else if (kind == A3D_SCALAR && a3d_shape_of(node)->type == A3D_F32)
        a3d_printf(t, "bits:%08" PRIx32, (uint32_t)node->v.u);
    else if (kind == A3D_SCALAR || kind == A3D_CUSTOM)
        a3d_printf(t, "%" PRId64, node->v.i);
    else if (kind == A3D_ARRAY || node->flat)
        put_content(t, doc, target->node);
    else
        a3d_printf(t, "%u", (unsigned)node->v.at.count);
    return NULL;
}

void expect_at(const a3d_doc *doc, const char *path, const char *value)
{
    a3d_ctx ctx = {.doc = (a3d_doc *)(uintptr_t)doc, .format = doc->format};
    a3d_text t;
    a3d_text_init(&t, doc->arena);
    const char *why = a3d_resolve(&ctx, NULL, path, strlen(path), false, put_value, &t);
    if (why != NULL)
        fail_msg("%s: %s", path, why);
    if (t.size != strlen(value) || (t.size > 0 && memcmp(t.data, value, t.size) != 0))
        fail_msg("%s is '%.*s', not '%s'", path, (int)t.size, t.size > 0 ? t.data : "", value);
    a3d_text_free(&t);
}

static const char *take_offset(void *user, a3d_ctx *ctx, const a3d_target *target)
{
    const a3d_node *node = a3d_at(ctx->doc, target->node);
    uint32_t stream, off = node->off, *at = user;
    if (target->element || target->field)
        a3d_content(ctx->doc, node, &stream, &off);
    if (target->element && !target->field)
        off += target->index * a3d_width(a3d_shape_of(node)->type);
    *at = off + (target->field ? target->off : 0);
    return NULL;
}

uint32_t build_offset(const a3d_doc *doc, const char *path)
{
    a3d_ctx ctx = {.doc = (a3d_doc *)(uintptr_t)doc, .format = doc->format};
    uint32_t at = UINT32_MAX;
    const char *why = a3d_resolve(&ctx, NULL, path, strlen(path), false, take_offset, &at);
    if (why != NULL)
        fail_msg("%s: %s", path, why);
    return at;
}

void expect_bytes(a3d_doc *doc, const void *bytes, size_t size)
{
    a3d_text out;
    a3d_text_init(&out, doc->arena);
    const char *why = a3d_encode(doc, A3D_FAITHFUL, &out, NULL, 0);
    if (why != NULL)
        fail_msg("it cannot be encoded: %s", why);
    assert_int_equal(out.size, size);
    if (size > 0)
        assert_memory_equal(out.data, bytes, size);
    a3d_text_free(&out);
}

/* ---- twins ---- */

typedef struct pair {
    const a3d_format *format;
    const twins *t;
} pair;

static void judge_whole(const a3d_format *format, const build *b)
{
    judged j = judge(format, b->bytes, b->size);
    if (j.broken[0] != '\0')
        fail_msg("%s", j.broken);
}

static void make_half(const pair *p, bool bad, build *b)
{
    build made;
    const twins *t = p->t;
    build_fresh(&made, p->format, t->version, t->branches);
    build_edit(&made, t->both);
    build_edit(&made, bad ? t->bad : t->good);
    build_encode(&made, A3D_FAITHFUL);
    if (bad)
        build_tail(&made, t->cut, t->tail, t->tail_size);
    build_again(b, &made, 0);
    build_free(&made);
}

static void pair_holds(void **state)
{
    const pair *p = *state;
    build b;
    make_half(p, true, &b);
    expect_findings(b.doc, p->t->findings);
    judge_whole(p->format, &b);
    build_free(&b);
    make_half(p, false, &b);
    expect_clean(b.doc, p->t->findings);
    judge_whole(p->format, &b);
    build_free(&b);
}

int run_twins(const char *name, const a3d_format *format, const twins *list, size_t count, const struct CMUnitTest *more, size_t n_more)
{
    struct CMUnitTest *tests = calloc(count + n_more, sizeof *tests);
    pair *pairs = calloc(count + 1, sizeof *pairs);
    if (tests == NULL || pairs == NULL)
        return 1;
    for (size_t i = 0; i < count; i++) {
        pairs[i] = (pair){format, &list[i]};
        tests[i] = (struct CMUnitTest){list[i].name, pair_holds, NULL, NULL, &pairs[i]};
    }
    if (n_more > 0)
        memcpy(tests + count, more, n_more * sizeof *tests);
    int failed = _cmocka_run_group_tests(name, tests, count + n_more, NULL, NULL);
    free(tests);
    free(pairs);
    return failed;
}
