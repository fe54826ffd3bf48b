/* rules.c - the rules of Tanki files that tables cannot express: the entry point, and what the other rules share */
#include "formats/tanki/rules.h"
#include "base/bytes.h"
#include "engine/document/findings.h"
#include "formats/tanki/model.h"
#include "formats/tanki/records.h"
#include "formats/tanki/tanki.h"

#include <string.h>

a3d_tanki_list a3d_tanki_list_of(const a3d_doc *doc, uint32_t record, unsigned slot)
{
    const a3d_node *node = a3d_at(doc, a3d_field(doc, record, slot));
    if (node->state != A3D_PRESENT || node->flat)
        return (a3d_tanki_list){0, 0, false};
    return (a3d_tanki_list){node->v.at.first, node->v.at.count, true};
}

const uint8_t *a3d_tanki_bytes(const a3d_tanki_model *m, uint32_t node, uint32_t width, uint32_t *count,
                               uint32_t *stream, uint32_t *off)
{
    const a3d_node *n = a3d_at(m->doc, node);
    *count = n->v.at.count;
    if (n->state != A3D_PRESENT || n->v.at.count == 0 ||
        a3d_work(m->ctx, (uint64_t)n->v.at.count * width / 64 + 1) != A3D_OK)
        return NULL;
    return a3d_content(m->doc, n, stream, off);
}

double a3d_tanki_float(const uint8_t *p)
{
    uint32_t bits = a3d_load32(p, false);
    float value;
    memcpy(&value, &bits, sizeof value);
    return (double)value;
}

double a3d_tanki_root(double square)
{
    uint64_t bits;
    double root;
    memcpy(&bits, &square, sizeof bits);
    bits = (bits >> 1) + (UINT64_C(1023) << 51); /* half of the exponent */
    memcpy(&root, &bits, sizeof root);
    for (unsigned i = 0; i < 6; i++)
        root = 0.5 * (root + square / root);
    return square > 0 ? root : 0;
}

bool a3d_tanki_number(const a3d_doc *doc, uint32_t field, double *out)
{
    const a3d_node *node = a3d_at(doc, field);
    uint32_t bits = (uint32_t)node->v.u;
    float value;
    if (node->state != A3D_PRESENT || (bits & 0x7f800000u) == 0x7f800000u)
        return false;
    memcpy(&value, &bits, sizeof value);
    *out = (double)value;
    return true;
}

bool a3d_tanki_floats(const a3d_doc *doc, uint32_t record, unsigned count, double *out)
{
    bool known = a3d_was_read(doc, record);
    for (unsigned i = 0; i < count && known; i++)
        known = a3d_tanki_number(doc, a3d_field(doc, record, i), &out[i]);
    return known;
}

a3d_finding *a3d_tanki_report(const a3d_tanki_model *m, unsigned rule, uint32_t node)
{
    return a3d_report_node(m->ctx, &m->ctx->format->rules[rule], node);
}

/* Checks TANKI-005. */
static void check_version(a3d_ctx *ctx, uint32_t version)
{
    a3d_finding *f = a3d_report_node(ctx, &ctx->format->rules[TANKI_RULE_UNDOCUMENTED], version);
    a3d_actual(f, 1);
    a3d_expect(f, 2, 3);
    a3d_say(ctx, f, "version is 1; expected 2 or 3, because version 1 is undocumented; its content was not read");
}

static a3d_tanki_list block_list(const a3d_doc *doc, uint32_t root, unsigned block, unsigned slot)
{
    uint32_t record = a3d_field(doc, root, block);
    return a3d_was_read(doc, record) ? a3d_tanki_list_of(doc, record, slot) : (a3d_tanki_list){0, 0, false};
}

void a3d_tanki_examine(a3d_ctx *ctx)
{
    const a3d_doc *doc = ctx->doc;
    if (!a3d_was_read(doc, doc->root) || !a3d_was_read(doc, a3d_field(doc, doc->root, FILE_version)))
        return;
    int64_t version = a3d_value(doc, doc->root, FILE_version);
    if (version == 1)
        check_version(ctx, a3d_field(doc, doc->root, FILE_version));
    uint32_t root = a3d_field(doc, doc->root, FILE_root);
    if (!a3d_was_read(doc, root) || version < 2)
        return;
    a3d_tanki_link_blocks(ctx->doc, root);
    a3d_tanki_model m = {.ctx = ctx, .doc = doc, .version = (unsigned)version, .parents = A3D_NO_NODE};
    m.materials = block_list(doc, root, ROOT_materials, MATERIALS_list);
    m.meshes = block_list(doc, root, ROOT_meshes, MESHES_list);
    m.transforms = block_list(doc, root, ROOT_transforms, TRANSFORMS_list);
    m.objects = block_list(doc, root, ROOT_objects, OBJECTS_list);
    uint32_t transforms = a3d_field(doc, root, ROOT_transforms);
    if (m.transforms.known && a3d_was_read(doc, a3d_field(doc, transforms, TRANSFORMS_parents)))
        m.parents = a3d_field(doc, transforms, TRANSFORMS_parents);
    a3d_tanki_check_names(&m);
    a3d_tanki_check_meshes(&m);
    a3d_tanki_check_transforms(&m);
    a3d_tanki_check_objects(&m);
}
