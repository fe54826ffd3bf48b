/* scan.h - shared by the structural rules: one walk over the sections and objects of a file */
#ifndef A3D_FORMATS_M3G_SCAN_H
#define A3D_FORMATS_M3G_SCAN_H

#include "engine/document/context.h"
#include "engine/document/findings.h"
#include "formats/m3g/internal.h"
#include "formats/m3g/records.h"
#include "formats/m3g/rules.h"

/* The elements of a list; none if it was not read or is opaque. */
typedef struct elements {
    uint32_t first, count;
    bool known;
} elements;

typedef struct scan {
    a3d_ctx *ctx;
    const a3d_doc *doc;
    elements sections;
    uint32_t header; /* record node, A3D_NO_NODE if none was found */
    bool draft;      /* version 2 or later */
    uint32_t objects, objects_after, externals_at_1;
    bool complete; /* every section was read to its end */
} scan;

static inline a3d_finding *report(scan *s, unsigned rule, uint32_t node)
{
    return a3d_report_node(s->ctx, &s->ctx->format->rules[rule], node);
}

static inline elements list(const a3d_doc *doc, uint32_t record, unsigned slot)
{
    const a3d_node *node = a3d_at(doc, a3d_field(doc, record, slot));
    if (node->state != A3D_PRESENT || node->flat || a3d_shape_of(node)->kind != A3D_VECTOR)
        return (elements){0, 0, false};
    return (elements){node->v.at.first, node->v.at.count, true};
}

static inline bool read_type(const a3d_doc *doc, uint32_t object, int64_t *type)
{
    if (!a3d_was_read(doc, object) || !a3d_was_read(doc, a3d_field(doc, object, OBJECT_type)))
        return false;
    *type = a3d_value(doc, object, OBJECT_type);
    return true;
}

static inline bool header_has(const scan *s, unsigned slot)
{
    return s->header != A3D_NO_NODE && a3d_was_read(s->doc, a3d_field(s->doc, s->header, slot));
}

/* 0 or 1 as stated by the header; -1 if it was not read or is not a boolean, which is reported as such. */
static inline int linked(const scan *s)
{
    int64_t flag = header_has(s, HEADER_hasExternalReferences)
                       ? a3d_value(s->doc, s->header, HEADER_hasExternalReferences)
                       : -1;
    return flag == 0 || flag == 1 ? (int)flag : -1;
}

/* --- in rules_header.c --- */

/* The record of the header, or A3D_NO_NODE. The sections must be known. */
uint32_t a3d_m3g_find_header(const scan *s);
/* Checks the fields of the header, as far as they were read. */
void a3d_m3g_check_version(scan *s);
void a3d_m3g_check_content_size(scan *s);

#endif
