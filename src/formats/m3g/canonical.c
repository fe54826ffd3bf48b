/* canonical.c - chooses the sections to pack: each one that gets smaller, except the header's and empty ones.
 *
 * Source: specs on M3G, section 6. */
#include "base/bytes.h"
#include "engine/edit/elements.h"
#include "engine/edit/normalize.h"
#include "engine/encode/encode.h"
#include "formats/m3g/internal.h"
#include "formats/m3g/records.h"

enum { AROUND = 13 }; /* bytes of a section other than its objects */

static void set_scheme(a3d_ctx *ctx, uint32_t section, int64_t scheme)
{
    a3d_at(ctx->doc, a3d_field(ctx->doc, section, SECTION_scheme))->v.i = scheme;
}

/* Marks the lengths of a section as honest, so that encoding recomputes them whatever the file stated. */
static void trust_lengths(a3d_ctx *ctx, uint32_t section)
{
    a3d_at(ctx->doc, a3d_field(ctx->doc, section, SECTION_totalLength))->honest = 1;
    a3d_at(ctx->doc, a3d_field(ctx->doc, section, SECTION_uncompressedLength))->honest = 1;
}

/* Stores the sections again that packing did not make smaller. */
static void unpack_large(a3d_ctx *ctx, uint32_t first, uint32_t count, const uint8_t *file, size_t size)
{
    size_t at = 12;
    for (uint32_t i = 0; i < count && at + AROUND <= size; i++) {
        uint32_t total = a3d_load32(file + at + 1, false), unpacked = a3d_load32(file + at + 5, false);
        if (file[at] == M3G_DEFLATED && total - AROUND >= unpacked)
            set_scheme(ctx, first + i, M3G_STORED);
        if (total < AROUND || total > size - at)
            break;
        at += total;
    }
}

/* Calls `fn`, unless it is NULL, for the size field of each header in a section; this size grows with the file. (A
 * header does not belong into a later section, but may be there.) Returns whether there is one. */
static bool each_header(a3d_doc *doc, uint32_t section, void (*fn)(void *user, a3d_node *field), void *user)
{
    const a3d_node *objects = a3d_at(doc, a3d_field(doc, section, SECTION_objects));
    bool known = objects->state == A3D_PRESENT && a3d_shape_of(objects)->kind == A3D_VECTOR, some = false;
    for (uint32_t k = 0; known && k < objects->v.at.count; k++) {
        uint32_t object = objects->v.at.first + k, body = a3d_field(doc, object, OBJECT_body);
        if (a3d_value(doc, object, OBJECT_type) != M3G_HEADER || a3d_at(doc, body)->state != A3D_PRESENT)
            continue;
        some = true;
        if (fn != NULL)
            fn(user, a3d_at(doc, a3d_field(doc, body, HEADER_approximateContentSize)));
    }
    return some;
}

static void each_content_size(a3d_doc *doc, uint32_t sections, void (*fn)(void *user, a3d_node *field), void *user)
{
    uint32_t first = a3d_at(doc, sections)->v.at.first, count = a3d_at(doc, sections)->v.at.count;
    for (uint32_t i = 0; i < count; i++)
        each_header(doc, first + i, fn, user);
}

typedef struct kept_sizes {
    a3d_arena *arena;
    int64_t *values;
    size_t n, cap;
    bool failed;
} kept_sizes;

static void keep_size(void *user, a3d_node *field)
{
    kept_sizes *kept = user;
    int64_t *values = a3d_grow(kept->arena, kept->values, &kept->cap, kept->n + 1, sizeof *values);
    kept->failed |= values == NULL;
    if (values == NULL)
        return;
    kept->values = values;
    values[kept->n++] = field->v.i;
}

static void put_back(void *user, a3d_node *field)
{
    kept_sizes *kept = user;
    field->v.i = kept->values[kept->n++];
}

/* Only a trial shows which sections grow when packed; those are stored. The trial must not leave its sizes in the
 * document. */
static int choose_packing(a3d_ctx *ctx, uint32_t sections)
{
    a3d_doc *doc = ctx->doc;
    kept_sizes kept = {.arena = doc->arena};
    a3d_text file;
    each_content_size(doc, sections, keep_size, &kept);
    if (kept.failed)
        return A3D_STOP;
    a3d_text_init(&file, doc->arena);
    const char *why = a3d_encode(doc, A3D_FAITHFUL, &file, NULL, 0);
    if (why == NULL)
        unpack_large(ctx, a3d_at(doc, sections)->v.at.first, a3d_at(doc, sections)->v.at.count,
                     (const uint8_t *)file.data, file.size);
    a3d_text_free(&file);
    int st = why == NULL ? a3d_normalize(ctx) : A3D_STOP;
    kept.n = 0;
    each_content_size(doc, sections, put_back, &kept);
    a3d_block_resize(doc->arena, kept.values, 0);
    return st;
}

int a3d_m3g_canonical(a3d_doc *doc)
{
    a3d_ctx ctx;
    uint32_t sections = a3d_field(doc, doc->root, CONTAINER_sections);
    if (doc->faulty || a3d_resume(&ctx, doc) != A3D_OK)
        return doc->faulty ? 0 : -1;
    for (uint32_t i = a3d_at(doc, sections)->v.at.count; i-- > 1;) {
        uint32_t section = a3d_at(doc, sections)->v.at.first + i;
        const a3d_node *objects = a3d_at(doc, a3d_field(doc, section, SECTION_objects));
        if (a3d_shape_of(objects)->kind != A3D_VECTOR)
            return 0; /* opaque */
        if (objects->v.at.count == 0 && a3d_remove_elements(&ctx, sections, i, 1) != A3D_OK)
            return -1;
    }
    uint32_t first = a3d_at(doc, sections)->v.at.first, count = a3d_at(doc, sections)->v.at.count;
    for (uint32_t i = 0; i < count; i++)
        trust_lengths(&ctx, first + i);
    for (uint32_t i = 0; i < count; i++) {
        bool header = each_header(doc, first + i, NULL, NULL);
        if (i == 0 && !header)
            continue;
        /* The size of the file, if packed, would itself influence that size, and perhaps no value would be right. */
        set_scheme(&ctx, first + i, header ? M3G_STORED : M3G_DEFLATED);
        a3d_at(doc, a3d_field(doc, first + i, SECTION_objects))->packed = 0; /* forces our own packing */
    }
    if (a3d_normalize(&ctx) != A3D_OK)
        return -1;
    return choose_packing(&ctx, sections) == A3D_OK ? 0 : -1;
}
