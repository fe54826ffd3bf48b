/* file.c - whole files, and their check after reading; see decode.h */
#include "base/text.h"
#include "engine/check/check.h"
#include "engine/check/links.h"
#include "engine/decode/decode.h"
#include "engine/decode/mask.h"
#include "engine/decode/reading.h"
#include "engine/document/findings.h"
#include "engine/document/nodes.h"

#include <string.h>

int a3d_read_file(a3d_ctx *ctx, uint32_t branch)
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
        if (taint != NULL) /* the content ended early because of that fault */
            f->cause = (uint32_t)taint->value;
        a3d_actual(f, cur.end - cur.pos);
        a3d_expect(f, 0, 0);
        a3d_say(ctx, f, "%s after the end of the model", a3d_amount_of(cur.end - cur.pos, "extra byte").text);
        doc->faulty = true;
    }
    bool trailing = cur.pos < cur.end;
    st = a3d_take_slack(ctx, &cur, doc->root, cur.end);
    if (trailing && st == A3D_OK)
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

/* A document with few nodes is freed soon, with all that was needed for it. */
enum { FEW = 4096 };

void a3d_examine(a3d_ctx *ctx)
{
    a3d_arena own, *outer = ctx->scratch;
    if (ctx->format->examine == NULL)
        return;
    if (ctx->doc->n_nodes <= FEW) {
        ctx->format->examine(ctx);
        return;
    }
    a3d_arena_init_below(&own, ctx->doc->arena);
    ctx->scratch = &own;
    ctx->format->examine(ctx);
    ctx->scratch = outer;
    a3d_arena_free(&own);
}

void a3d_check_document(a3d_ctx *ctx)
{
    if (!ctx->doc->faulty)
        a3d_check_mask(ctx);
    a3d_check_values(ctx, 0);
    if (ctx->linked && ctx->doc->limited == A3D_LIMIT_NONE && a3d_index_build(ctx) == A3D_OK)
        a3d_check_links(ctx);
    if (ctx->doc->limited == A3D_LIMIT_NONE)
        a3d_examine(ctx);
}

/* ---- documents ---- */

/* Reserves as many nodes as a file of this size usually needs, so that they are seldom moved. Trials do without,
 * since they begin with the nodes of the damaged document. */
static void reserve_nodes(a3d_doc *doc, uint32_t size)
{
    enum { SMALL = 4096, A_NODE_IN_SMALL = 4, A_NODE = 96 };
    uint32_t small = size < SMALL ? size : SMALL;
    doc->nodes = a3d_grow(doc->arena, NULL, &doc->cap_nodes, small / A_NODE_IN_SMALL + (size - small) / A_NODE + 1,
                          sizeof *doc->nodes);
}

/* Reads and, with `checked`, checks the file. A3D_OK when it was read to its end. */
static int decode(a3d_ctx *ctx, uint32_t branches, bool checked)
{
    if (ctx->doc->streams[0].size > ctx->limits.input)
        return a3d_limit(ctx, A3D_LIMIT_INPUT);
    reserve_nodes(ctx->doc, ctx->doc->streams[0].size);
    if (ctx->format->branches != NULL)
        return a3d_read_branches(ctx, branches, checked);
    int st = a3d_read_file(ctx, branches);
    if (st != A3D_STOP && checked)
        a3d_check_document(ctx);
    return st;
}

/* Without a root there is no document to return, unless a limit explains why. */
static a3d_doc *rooted(a3d_doc *doc)
{
    return doc->n_nodes > 0 || doc->limited != A3D_LIMIT_MEMORY ? doc : NULL;
}

a3d_doc *a3d_decode_structure(a3d_arena *arena, const a3d_format *format, const uint8_t *data, uint32_t size,
                              const a3d_limits *limits, uint32_t branches)
{
    a3d_ctx ctx;
    if (a3d_begin(&ctx, arena, format, data, size, limits) != A3D_OK)
        return NULL;
    decode(&ctx, branches, false);
    return rooted(ctx.doc);
}

a3d_doc *a3d_decode(a3d_arena *arena, const a3d_format *format, const uint8_t *data, uint32_t size,
                    const a3d_limits *limits, uint32_t branches)
{
    a3d_ctx ctx;
    if (a3d_begin(&ctx, arena, format, data, size, limits) != A3D_OK)
        return NULL;
    int st = decode(&ctx, branches, true);
    if (ctx.doc->n_nodes > FEW)
        a3d_forget_checks(&ctx);
    else
        a3d_index_keep(&ctx);
    return st == A3D_STOP ? rooted(ctx.doc) : ctx.doc;
}
