/* ODOL: faces of a LOD are walked from the start and from the middle at once. A fault of any face is found as if they
 * were checked one by one, whichever half it is in. */
#include "engine/document/nodes.h"
#include "formats/formats.h"
#include "formats/odol/odol.h"
#include "formats/odol/parts.h"
#include "lint/generate.h"
#include "lint/lint.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

enum { MOST = 20000, SIZE = 60000 };

/* A sound file, and where the faces of its largest LOD are. */
typedef struct model {
    a3d_arena arena;
    const a3d_format *format;
    const a3d_doc *doc;
    uint8_t *bytes; /* a copy to damage */
    size_t size;
    uint32_t lod, n;
    unsigned width; /* of a vertex number */
    uint32_t at[MOST];
} model;

static const a3d_doc *lint(a3d_arena *arena, const model *m)
{
    a3d_options options = {0};
    const a3d_result *result = a3d_lint(arena, m->bytes, m->size, &options);
    assert_non_null(result);
    assert_non_null(result->doc);
    return result->doc;
}

static void find_faces(model *m)
{
    for (uint32_t i = 0; i < m->doc->n_nodes; i++) {
        if (a3d_record_type(m->doc, i) != a3d_odol_records[REC_LOD] || a3d_at(m->doc, i)->state != A3D_PRESENT)
            continue;
        a3d_odol_faces walk = a3d_odol_walk_faces(m->doc, i);
        if (walk.count <= m->n || !walk.flat || walk.list->stream != 0)
            continue;
        m->lod = i;
        m->n = walk.count;
        m->width = walk.width;
        for (uint32_t k = 0; k < m->n && k < MOST; k++) {
            m->at[k] = (uint32_t)(walk.p - m->doc->streams[0].data);
            a3d_odol_pass_faces(&walk, 1);
        }
    }
}

static void make(model *m, uint32_t version, uint64_t seed)
{
    a3d_text file;
    memset(m, 0, sizeof *m);
    a3d_arena_init(&m->arena, NULL);
    a3d_text_init(&file, &m->arena);
    m->format = a3d_format_named("odol", 4);
    a3d_wish wish = {.format = m->format, .version = m->format->versions, .seed = seed, .size = SIZE};
    while (wish.version->number != version)
        wish.version++;
    assert_null(a3d_generate_random(&m->arena, &wish, &file));
    m->size = file.size;
    m->bytes = malloc(m->size);
    assert_non_null(m->bytes);
    memcpy(m->bytes, file.data, m->size);
    a3d_options options = {0};
    const a3d_result *result = a3d_lint(&m->arena, (const uint8_t *)file.data, m->size, &options);
    assert_non_null(result);
    m->doc = result->doc;
    find_faces(m);
}

static void done(model *m)
{
    free(m->bytes);
    a3d_arena_free(&m->arena);
}

static const a3d_finding *find(const model *m, const a3d_doc *doc, unsigned rule)
{
    for (size_t i = 0; i < doc->n_findings; i++)
        if (doc->findings[i].rule == &m->format->rules[rule])
            return &doc->findings[i];
    return NULL;
}

/* Faces at both ends of both halves. */
enum { PLACES = 9 };
static void choose(const model *m, uint32_t places[PLACES])
{
    uint32_t half = m->n / 2;
    const uint32_t all[PLACES] = {0, 1, half / 2, half - 2, half - 1, half, half + 1, m->n - 2, m->n - 1};
    memcpy(places, all, sizeof all);
}

/* Makes two vertices of a face the same. */
static void flatten(const model *m, uint32_t face, unsigned to, unsigned from)
{
    uint8_t *first = m->bytes + m->at[face] + 1;
    memcpy(first + to * m->width, first + from * m->width, m->width);
}

static void restore(const model *m, uint32_t face)
{
    memcpy(m->bytes + m->at[face], m->doc->streams[0].data + m->at[face], 1 + 4 * (size_t)m->width);
}

static void expect_flat(const model *m, uint32_t first, uint32_t count)
{
    a3d_arena arena;
    a3d_arena_init(&arena, NULL);
    const a3d_finding *f = find(m, lint(&arena, m), ODOL_RULE_FACE_FLAT);
    assert_int_equal(f != NULL ? f->count : 0, count);
    assert_int_equal(f != NULL ? f->off : m->at[first], m->at[first]);
    a3d_arena_free(&arena);
}

/* One face that uses a vertex twice, or two of them: the first is shown. */
static void check_flat(const model *m)
{
    uint32_t places[PLACES];
    choose(m, places);
    expect_flat(m, 0, 0);
    for (unsigned i = 0; i < PLACES; i++) {
        unsigned corners = m->bytes[m->at[places[i]]];
        for (unsigned pair = 0; pair < corners * corners; pair++) {
            flatten(m, places[i], pair / corners, pair % corners);
            expect_flat(m, places[i], pair / corners != pair % corners);
            restore(m, places[i]);
        }
        flatten(m, places[i], 1, 0);
        for (unsigned k = i + 1; k < PLACES; k += 3) {
            flatten(m, places[k], 1, 0);
            expect_flat(m, places[i], 2);
            restore(m, places[k]);
        }
        restore(m, places[i]);
    }
}

/* A vertex that does not exist, as each corner, and a number of corners that no face has. */
static void check_corners(const model *m)
{
    uint32_t places[PLACES];
    choose(m, places);
    for (unsigned i = 0; i < PLACES; i++) {
        uint8_t *face = m->bytes + m->at[places[i]];
        for (unsigned k = 0; k <= face[0]; k++) {
            a3d_arena arena;
            a3d_arena_init(&arena, NULL);
            uint32_t off = k == 0 ? 0 : 1 + (k - 1) * m->width;
            face[k == 0 ? 0 : off + m->width - 1] = 255;
            const a3d_finding *f = find(m, lint(&arena, m), k == 0 ? ODOL_RULE_FACE_CORNERS : ODOL_RULE_FACE_VERTEX);
            assert_non_null(f);
            assert_int_equal(f->off, m->at[places[i]] + off);
            restore(m, places[i]);
            a3d_arena_free(&arena);
        }
    }
}

static void put(const model *m, uint32_t field, uint32_t value)
{
    a3d_store(m->bytes + a3d_at(m->doc, field)->off, 4, value, false);
}

/* The end of a section between two faces, and inside the one after it. */
static unsigned check_sections(const model *m)
{
    range sections = elements(m->doc, m->lod, LOD_sections);
    uint32_t places[PLACES];
    unsigned tried = 0;
    choose(m, places);
    for (unsigned i = 0; sections.count >= 2 && i < PLACES; i++) {
        uint32_t measure = m->at[places[i]] - m->at[0] + places[i] * (m->width - 1);
        if (places[i] == 0 || measure >= a3d_value(m->doc, sections.first + 1, SECTION_face_to))
            continue;
        for (uint32_t inside = 0; inside < 2; inside++) {
            a3d_arena arena;
            a3d_arena_init(&arena, NULL);
            put(m, a3d_field(m->doc, sections.first, SECTION_face_to), measure + inside);
            put(m, a3d_field(m->doc, sections.first + 1, SECTION_face_from), measure + inside);
            const a3d_finding *f = find(m, lint(&arena, m), ODOL_RULE_SECTION_BOUNDARY);
            assert_int_equal(f != NULL, inside);
            a3d_arena_free(&arena);
            tried++;
        }
    }
    return tried;
}

static void test_faces(void **state)
{
    (void)state;
    unsigned tried = 0, files = 0;
    for (uint64_t seed = 1; files < 8; seed++) {
        static model m;
        make(&m, seed % 2 != 0 ? 73 : 60, seed);
        if (m.n > 500 && m.n < MOST && find(&m, m.doc, ODOL_RULE_FACE_FLAT) == NULL) {
            check_flat(&m);
            check_corners(&m);
            tried += check_sections(&m);
            files++;
        }
        done(&m);
    }
    assert_true(tried > 20);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_faces)};
    return cmocka_run_group_tests_name("faces_odol", tests, NULL, NULL);
}
