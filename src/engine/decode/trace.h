/* trace.h - prints what the decoder reads, field by field, on stderr
 *
 * Only a debug build (make debug) prints, and only when A3D_TRACE is set: 1 traces the reading of files, 2 also the
 * trials of repairs. In all other builds a3d_trace is empty. */
#ifndef A3D_ENGINE_DECODE_TRACE_H
#define A3D_ENGINE_DECODE_TRACE_H

#ifdef A3D_DEBUG

#include "engine/document/context.h"

#include <stdio.h>
#include <stdlib.h>

/* Prints one field. Its row and offset must be set. The indentation is the depth of the field in the document. */
static inline void a3d_trace(const a3d_ctx *ctx, const a3d_node *node)
{
    const char *level = getenv("A3D_TRACE");
    if (level == NULL || level[0] == '\0' || level[0] == '0' || (ctx->strict && level[0] < '2'))
        return;
    int depth = 0;
    for (uint32_t up = node->parent; up != A3D_NO_NODE; up = a3d_at(ctx->doc, up)->parent)
        depth++;
    const a3d_record *type = node->parent != A3D_NO_NODE ? a3d_record_type(ctx->doc, node->parent) : NULL;
    fprintf(stderr, "trace:%*s%s.%s stream %u offset %u\n", depth, "", type != NULL ? type->name : "?",
            a3d_row_name(node->row), (unsigned)node->stream, (unsigned)node->off);
}

#else
#define a3d_trace(ctx, node) ((void)0)
#endif

#endif
