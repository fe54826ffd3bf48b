/* smallest.c - see smallest.h */
#include "engine/generate/smallest.h"
#include "engine/document/content.h"
#include "engine/document/nodes.h"
#include "engine/edit/fresh.h"
#include "engine/edit/normalize.h"

/* The branch of a fresh document: as requested, else the last one that fits the version, which is the most general. */
static uint32_t branch_for(const a3d_format *format, uint32_t version, uint32_t branches)
{
    uint32_t found = format->usual;
    if (branches != 0 || format->branches == NULL)
        return branches != 0 ? branches : found;
    for (const a3d_branch *b = format->branches; b->name != NULL; b++)
        if (version >= b->since && version <= b->until)
            found = b->mask;
    return found;
}

int a3d_begin_fresh(a3d_ctx *ctx, a3d_arena *arena, const a3d_format *format, uint32_t version, uint32_t branches)
{
    if (a3d_begin(ctx, arena, format, NULL, 0, NULL) != A3D_OK || a3d_edit_bytes(ctx->doc, "", 0) == UINT32_MAX)
        return A3D_STOP;
    a3d_doc *doc = ctx->doc;
    doc->vars[A3D_VAR_VERSION] = version;
    doc->vars[A3D_VAR_BRANCH] = branch_for(format, version, branches);
    doc->work_limit = UINT64_MAX;
    if (a3d_reserve(ctx, 1, A3D_NO_NODE, doc->edit_stream, &doc->root) != A3D_OK)
        return A3D_STOP;
    a3d_at(doc, doc->root)->row = &a3d_row_root;
    return A3D_OK;
}

a3d_doc *a3d_generate(a3d_arena *arena, const a3d_format *format, uint32_t version, uint32_t branches, const char **why)
{
    a3d_ctx ctx;
    *why = "memory ran out";
    if (a3d_begin_fresh(&ctx, arena, format, version, branches) != A3D_OK)
        return NULL;
    a3d_doc *doc = ctx.doc;
    if (a3d_fresh(&ctx, doc->root) != A3D_OK || a3d_normalize(&ctx) != A3D_OK)
        return NULL;
    if (format->fresh != NULL && format->fresh(&ctx, doc->root) != A3D_OK)
        return NULL;
    *why = NULL;
    return doc;
}
