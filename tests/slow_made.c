/* slow_made.c - what slow.c makes of an input for commands that take more than the file: an archive, and edits */
#include "slow.h"

#include "codec/codec.h"
#include "engine/document/path.h"

#include <stdio.h>
#include <string.h>
#include <zlib.h>

static void put(FILE *f, uint32_t value, unsigned bytes)
{
    for (unsigned i = 0; i < bytes; i++)
        putc((int)(value >> 8 * i & 255), f);
}

/* The fields that both headers of a zip member have, for the one member "a.a3d". */
static void put_zip_fields(FILE *f, uint32_t crc, uint32_t packed, uint32_t size)
{
    put(f, 20, 2);   /* version */
    put(f, 0, 2);    /* flags */
    put(f, 8, 2);    /* deflated */
    put(f, 0, 4);    /* time and date */
    put(f, crc, 4);
    put(f, packed, 4);
    put(f, size, 4);
    put(f, 5, 2);    /* length of the name */
    put(f, 0, 2);    /* of the extra field */
}

bool slow_archive(const char *path, const uint8_t *data, size_t size)
{
    enum { HEAD = 2, TAIL = 4, LOCAL = 30 + 5, CENTRAL = 46 + 5 }; /* of a zlib stream around raw deflate; headers */
    a3d_arena arena;
    a3d_arena_init(&arena, NULL);
    size_t n = a3d_deflate_bound(size);
    uint8_t *packed = a3d_arena_alloc(&arena, n);
    FILE *f = packed != NULL && a3d_deflate(&arena, data, size, 6, packed, &n) == 0 ? fopen(path, "wb") : NULL;
    if (f == NULL) {
        a3d_arena_free(&arena);
        return false;
    }
    uint32_t crc = (uint32_t)crc32(0, data, (uInt)size), raw = (uint32_t)(n - HEAD - TAIL);
    put(f, 0x04034b50, 4);
    put_zip_fields(f, crc, raw, (uint32_t)size);
    fputs("a.a3d", f);
    fwrite(packed + HEAD, 1, raw, f);
    put(f, 0x02014b50, 4);
    put(f, 20, 2);
    put_zip_fields(f, crc, raw, (uint32_t)size);
    for (unsigned i = 0; i < 14; i++)
        putc(0, f); /* comment, disk, attributes, place of the member */
    fputs("a.a3d", f);
    put(f, 0x06054b50, 4);
    put(f, 0, 4);
    put(f, 1, 2);
    put(f, 1, 2);
    put(f, CENTRAL, 4);
    put(f, LOCAL + raw, 4);
    put(f, 0, 2);
    a3d_arena_free(&arena);
    return fclose(f) == 0;
}

/* A field that edits can set to 0: the first number of the record. */
static const char *number_of(const a3d_record *record)
{
    for (unsigned i = 0; record != NULL && i < record->n_rows; i++)
        if (record->rows[i].alts == NULL && record->rows[i].shape.kind == A3D_SCALAR)
            return record->rows[i].name;
    return NULL;
}

void slow_edits_of(const a3d_doc *doc, slow_facts *facts)
{
    uint32_t longest = A3D_NO_NODE;
    for (uint32_t i = 0; i < doc->n_nodes; i++) {
        const a3d_node *node = a3d_at(doc, i);
        if (node->state == A3D_PRESENT && node->row != NULL && a3d_shape_of(node)->kind == A3D_VECTOR &&
            (longest == A3D_NO_NODE || node->v.at.count > a3d_at(doc, longest)->v.at.count))
            longest = i;
    }
    if (longest == A3D_NO_NODE)
        return;
    a3d_text path;
    const char *field = number_of(a3d_shape_of(a3d_at(doc, longest))->record);
    a3d_text_init(&path, doc->arena);
    a3d_put_path(&path, doc, longest);
    int n = (int)path.size;
    snprintf(facts->insert, sizeof facts->insert, "%.*s+=3", n, path.data);
    snprintf(facts->set, sizeof facts->set, "%.*s[*]%s%s=0", n, path.data, field != NULL ? "." : "",
             field != NULL ? field : "");
}
