/* faces.c - faces of a model put into the order that real models have. */
#include "lint/lint.h"
#include "bench.h"
#include "engine/decode/decode.h"
#include "formats/odol/parts.h"

/* In 421,739 faces of 205 LODs of real models, those of three and of four corners come in 17,343 runs, 24 in a run; a fifth have
 * four corners. The generator draws each anew. */
enum { MOST_THREE = 63, MOST_FOUR = 31 }; /* of runs of any length up to it: 32 and 16 in the mean, since a third have four here */

typedef struct kind {
    const uint8_t *next; /* of the faces as they were, where to look for more of them */
    unsigned corners, most;
} kind;

static size_t size_of(const uint8_t *face)
{
    return 1 + 4 * (size_t)face[0];
}

static uint32_t draw(uint32_t *seed, unsigned most)
{
    *seed = *seed * 1664525 + 1013904223;
    return 1 + (*seed >> 8) % most;
}

/* Copies up to n faces of a kind. Returns where the copy ends. */
static uint8_t *copy_run(kind *k, const uint8_t *end, uint32_t n, uint8_t *to)
{
    for (; n > 0 && k->next < end; k->next += size_of(k->next)) {
        if (k->next[0] != k->corners)
            continue;
        memcpy(to, k->next, size_of(k->next));
        to += size_of(k->next);
        n--;
    }
    return to;
}

static void group(uint8_t *faces, size_t size, uint32_t *seed)
{
    uint8_t *was = bench_alloc(size), *to = faces;
    memcpy(was, faces, size);
    kind kinds[2] = {{was, 3, MOST_THREE}, {was, 4, MOST_FOUR}};
    for (unsigned i = 0; to < faces + size; i = 1 - i)
        to = copy_run(&kinds[i], was + size, draw(seed, kinds[i].most), to);
    free(was);
}

void bench_group_faces(bench_made *file)
{
    a3d_arena arena;
    uint32_t seed = 1;
    a3d_arena_init(&arena, NULL);
    const a3d_format *format = a3d_format_named("odol", 4);
    const a3d_doc *doc = a3d_decode_structure(&arena, format, file->data, (uint32_t)file->size, NULL, format->usual);
    for (uint32_t i = 0; doc != NULL && i < doc->n_nodes; i++) {
        if (a3d_record_type(doc, i) != a3d_odol_records[REC_LOD] || a3d_at(doc, i)->state != A3D_PRESENT)
            continue;
        a3d_odol_faces walk = a3d_odol_walk_faces(doc, i);
        range sections = elements(doc, i, LOD_sections);
        for (uint32_t k = 0, at = 0; k < sections.count; k++) { /* the order within a section is free */
            const uint8_t *first = walk.p;
            int64_t to = a3d_value(doc, sections.first + k, SECTION_face_to);
            at += (uint32_t)a3d_odol_pass_faces(&walk, to - at);
            group(file->data + (first - file->data), (size_t)(walk.p - first), &seed);
        }
    }
    a3d_arena_free(&arena);
}
