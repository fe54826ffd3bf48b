/* decode_file.c - whole files: branches, and what is judged when all is read; see decode.h */
#include "engine/check.h"
#include "engine/decode.h"
#include "engine/link.h"
#include "engine/mask.h"

#include <string.h>

static int read_file(a3d_ctx *ctx, uint32_t branch)
{
    a3d_doc *doc = ctx->doc;
    a3d_cur cur = a3d_cursor(doc, 0);
    doc->vars[A3D_VAR_BRANCH] = branch;
    doc->mask.node = A3D_NO_NODE;
    if (a3d_reserve(ctx, 1, A3D_NO_NODE, 0, &doc->root) != A3D_OK)
        return A3D_STOP;
    a3d_at(doc, doc->root)->row = &a3d_row_root;
    int st = a3d_read_record(ctx, &cur, ctx->format->root, doc->root);
    if (st == A3D_STOP)
        return st;
    if (st == A3D_BAD) {
        a3d_taint(ctx, doc->root);
    } else if (cur.pos < cur.end) {
        a3d_finding *f = a3d_fault_at(ctx, A3D_FAULT_TRAILING, A3D_NO_NODE, 0, cur.pos, cur.end - cur.pos);
        const a3d_side *taint = a3d_side_find(doc, doc->root, A3D_SIDE_TAINT, NULL);
        if (taint != NULL) /* the content ended early */
            f->cause = (uint32_t)taint->value;
        a3d_actual(f, cur.end - cur.pos);
        a3d_expect(f, 0, 0);
        a3d_say(ctx, f, "%u byte%s behind the end of the content", (unsigned)(cur.end - cur.pos), a3d_s(cur.end - cur.pos));
        doc->faulty = true;
    }
    bool behind = cur.pos < cur.end;
    st = a3d_take_slack(ctx, &cur, doc->root, cur.end);
    if (behind && st == A3D_OK)
        a3d_at(doc, (uint32_t)doc->n_nodes - 1)->form = A3D_FORM_BEHIND;
    a3d_at(doc, doc->root)->size = cur.end;
    return st;
}

size_t a3d_count_errors(const a3d_doc *doc)
{
    size_t n = 0;
    for (size_t i = 0; i < doc->more_findings; i++)
        n += doc->format->rules[doc->more_rules[i]].severity == A3D_ERROR;
    for (size_t i = 0; i < doc->n_findings; i++)
        n += doc->findings[i].severity == A3D_ERROR;
    return n;
}

/* Tries the branches that the version allows, in order; the first without a fault wins, else the one with the
 * fewest errors, the first of them since the list begins with what files show. `forced` may hold the bit of one branch, which then is the only one tried. */
static int read_branches(a3d_ctx *ctx, uint32_t forced)
{
    const a3d_format *format = ctx->format;
    const uint8_t *data = ctx->doc->streams[0].data;
    uint32_t size = ctx->doc->streams[0].size, at = format->version_at, all = 0, best = 0, last = 0;
    size_t fewest = SIZE_MAX;
    int64_t version = size >= at + 4 ? a3d_load32(data + at, format->big_endian) : 0;
    for (const a3d_branch *b = format->branches; b->name != NULL; b++)
        all |= b->mask;
    a3d_mark mark = a3d_mark_now(ctx);
    int st = A3D_OK;
    for (const a3d_branch *b = format->branches; b->name != NULL; b++) {
        bool fits = (forced & all) != 0 ? (forced & b->mask) != 0 : version >= b->since && version <= b->until;
        if (!fits && (b[1].name != NULL || last != 0))
            continue;
        a3d_release(ctx, &mark);
        last = b->mask;
        st = read_file(ctx, (forced & ~all) | b->mask);
        if (st == A3D_STOP || !ctx->doc->faulty)
            return st;
        if (a3d_count_errors(ctx->doc) < fewest) {
            best = b->mask;
            fewest = a3d_count_errors(ctx->doc);
        }
    }
    if (best == last)
        return st;
    a3d_release(ctx, &mark);
    return read_file(ctx, (forced & ~all) | best);
}

static a3d_doc *new_doc(a3d_arena *arena, const a3d_format *format)
{
    a3d_doc *doc = a3d_arena_alloc(arena, sizeof *doc);
    if (doc == NULL)
        return NULL;
    doc->arena = arena;
    doc->format = format;
    doc->mask.node = A3D_NO_NODE;
    return doc;
}

int a3d_begin(a3d_ctx *ctx, a3d_arena *arena, const a3d_format *format, const uint8_t *data, uint32_t size, const a3d_limits *limits)
{
    memset(ctx, 0, sizeof *ctx);
    ctx->doc = new_doc(arena, format);
    ctx->format = format;
    ctx->facts = a3d_arena_alloc(arena, (format->n_records + 1u) * sizeof *ctx->facts);
    if (ctx->doc == NULL || ctx->facts == NULL)
        return A3D_STOP;
    if (limits != NULL)
        ctx->limits = *limits;
    ctx->own_work_limit = ctx->limits.work == 0;
    a3d_limits_fill(&ctx->limits, size);
    ctx->doc->work_limit = ctx->limits.work;
    uint32_t file;
    return a3d_open_stream(ctx, (a3d_stream){.data = data, .size = size, .owner = A3D_NO_NODE}, &file);
}

/* Reads without judging; A3D_OK when all was read that there is to read. */
static int decode(a3d_ctx *ctx, uint32_t branches)
{
    if (ctx->doc->streams[0].size > ctx->limits.input)
        return a3d_limit(ctx, A3D_LIMIT_INPUT);
    return ctx->format->branches != NULL ? read_branches(ctx, branches) : read_file(ctx, branches);
}

a3d_doc *a3d_decode_unjudged(a3d_arena *arena, const a3d_format *format, const uint8_t *data, uint32_t size,
                             const a3d_limits *limits, uint32_t branches)
{
    a3d_ctx ctx;
    if (a3d_begin(&ctx, arena, format, data, size, limits) != A3D_OK)
        return NULL;
    decode(&ctx, branches);
    return ctx.doc;
}

a3d_doc *a3d_decode(a3d_arena *arena, const a3d_format *format, const uint8_t *data, uint32_t size, const a3d_limits *limits,
                    uint32_t branches)
{
    a3d_ctx ctx;
    if (a3d_begin(&ctx, arena, format, data, size, limits) != A3D_OK)
        return NULL;
    if (decode(&ctx, branches) == A3D_STOP)
        return ctx.doc;
    if (!ctx.doc->faulty)
        a3d_mask_judge(&ctx);
    a3d_check(&ctx, 0);
    if (ctx.doc->limited == A3D_LIMIT_NONE && a3d_index_build(&ctx) == A3D_OK)
        a3d_link_check(&ctx);
    if (format->examine != NULL && ctx.doc->limited == A3D_LIMIT_NONE)
        format->examine(&ctx);
    return ctx.doc;
}
