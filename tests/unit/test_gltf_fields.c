/* Each field of each format is in a list that says what becomes of it in a GLB (tests/support/gltf_fields.def), and the
 * list is true: fields are changed in random files, and the GLB must change as the list says. A new field fails here
 * until somebody decides. With A3D_TEST_PRINT=1 the test prints what it finds for each field instead. */
#include "lint/generate.h"
#include "../support/build.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/document/flat.h"
#include "report/gltf/gltf.h"

typedef enum verdict {
    SHOWN,  /* it changes what can be seen, names included */
    LOST,   /* it only changes what is listed as lost */
    PART,   /* it belongs to a record or list that is listed as lost as a whole */
    LAYOUT, /* it says how other fields are stored, or repeats what follows from them */
    UNSEEN  /* it has nothing to do with pictures; the GLB never depends on it */
} verdict;

typedef struct field {
    const char *format, *record, *name;
    verdict verdict;
} field;

static const field fields[] = {
#define FIELD(verdict, format, record, name) {#format, record, #name, verdict},
#include "../support/gltf_fields.def"
#undef FIELD
};

enum { MOST_ROWS = 1200, SEEDS = 120, MOST_TRIES = 400, MOST_OF_ONE = 16 };

/* What is known of a row. */
typedef struct known {
    const a3d_row *row;
    const a3d_record *record;
    bool shown, lost;
    unsigned tries, here; /* in all files, and in this one */
} known;

typedef struct walk {
    const a3d_format *format;
    known rows[MOST_ROWS];
    unsigned n;
    build b;
    a3d_result result;
    char *seen, *lost; /* of the unchanged file */
    size_t seen_size;
} walk;

static known *known_of(walk *w, const a3d_row *row)
{
    for (unsigned i = 0; i < w->n; i++)
        if (w->rows[i].row == row)
            return &w->rows[i];
    return NULL;
}

/* The GLB without what it says of itself, and the list of what is lost. */
static void look(walk *w, a3d_arena *arena, char **seen, size_t *size, char **lost)
{
    a3d_gltf gltf;
    a3d_text lines;
    assert_true(a3d_gltf_make_whole(arena, &w->result, &gltf));
    a3d_text_init(&lines, arena);
    for (size_t i = 0; i < gltf.n_lost; i++)
        a3d_printf(&lines, "%s\n", gltf.lost[i]);
    *lost = a3d_arena_alloc(arena, lines.size + 1);
    memcpy(*lost, lines.size > 0 ? lines.data : "", lines.size);
    uint32_t json = a3d_load32((const uint8_t *)gltf.glb.data + 12, false);
    const char *text = gltf.glb.data + 20, *scene = NULL, *end = text + json;
    for (size_t i = 0; i + 8 < json && scene == NULL; i++)
        if (memcmp(text + i, "\"lost\":[", 8) == 0)
            for (scene = text + i; memcmp(scene, "]}}", 3) != 0; scene++)
                ;
    assert_non_null(scene);
    size_t rest = gltf.glb.size - 20 - json, used = (size_t)(end - scene);
    while (scene[used - 1] == ' ') /* what pads it */
        used--;
    *size = used + rest;
    *seen = a3d_arena_alloc(arena, *size + 1);
    memcpy(*seen, scene, used);
    memcpy(*seen + used, end, rest);
    a3d_text_free(&gltf.glb);
    a3d_text_free(&lines);
}

static void compare(walk *w, known *k)
{
    a3d_arena arena;
    char *seen, *lost;
    size_t size;
    a3d_arena_init(&arena, NULL);
    look(w, &arena, &seen, &size, &lost);
    k->shown |= size != w->seen_size || memcmp(seen, w->seen, size) != 0;
    k->lost |= strcmp(lost, w->lost) != 0;
    k->tries++;
    k->here++;
    a3d_arena_free(&arena);
}

static bool is_enough(const known *k)
{
    return k == NULL || k->here >= MOST_OF_ONE || k->tries >= MOST_TRIES || k->shown;
}

/* ---- changes ---- */

/* Values that differ from `value` in kind: of an enumeration all, otherwise near ones, none, and large ones. */
static unsigned others(const a3d_row *row, const a3d_shape *shape, uint64_t value, uint64_t out[16])
{
    unsigned n = 0;
    if (row->domain.kind == A3D_ENUM)
        for (const a3d_name *name = row->domain.names; name->name != NULL && n < 12; name++)
            out[n++] = (uint64_t)name->value;
    if (shape->type == A3D_F32)
        out[n++] = 0x3f000000, out[n++] = 0x3f800000, out[n++] = 0x40800000, out[n++] = 0;
    else if (shape->type == A3D_U32)
        out[n++] = value ^ 1, out[n++] = value ^ 0x10101010, out[n++] = 0, out[n++] = 3;
    else
        out[n++] = value ^ 1, out[n++] = value + 2, out[n++] = 0, out[n++] = 3;
    return n;
}

static void change_scalar(walk *w, a3d_node *node, known *k)
{
    uint64_t kept = node->v.u, values[16];
    unsigned n = others(node->row, a3d_shape_of(node), kept, values);
    for (unsigned i = 0; i < n; i++)
        if (values[i] != kept) {
            node->v.u = values[i];
            compare(w, k);
        }
    node->v.u = kept;
}

/* Changes stored values: in turn the lowest bit, and the highest bytes by value. */
static void change_bytes(walk *w, uint8_t *p, const a3d_row *row, const a3d_shape *shape, known *k)
{
    unsigned width = a3d_width(shape->type);
    bool big = w->format->big_endian;
    uint64_t kept = a3d_load(p, width, big), values[16];
    unsigned n = others(row, shape, kept, values);
    for (unsigned i = 0; i < n; i++) {
        a3d_store(p, width, values[i], big);
        if (a3d_load(p, width, big) != kept)
            compare(w, k);
    }
    a3d_store(p, width, kept, big);
}

typedef struct flat {
    walk *w;
    uint8_t *element;
} flat;

static int change_leaf(void *user, const a3d_leaf *leaf)
{
    flat *f = user;
    const a3d_row *row = leaf->rows[leaf->depth - 1];
    known *k = known_of(f->w, row);
    if (!is_enough(k) && leaf->count > 0)
        change_bytes(f->w, f->element + leaf->off, row, leaf->shape, k);
    return 0;
}

static void change_list(walk *w, uint32_t index)
{
    a3d_node *node = a3d_at(w->b.doc, index);
    const a3d_shape *shape = a3d_shape_of(node);
    uint32_t stream, off;
    uint8_t *p = (uint8_t *)(uintptr_t)a3d_content(w->b.doc, node, &stream, &off);
    uint32_t count = a3d_stored_count(node), left = w->b.doc->streams[stream].size - off;
    known *k = known_of(w, node->row);
    if (p == NULL || count == 0)
        return;
    if (shape->kind == A3D_ARRAY) {
        if (!is_enough(k))
            change_bytes(w, p, node->row, shape, k);
        return;
    }
    for (uint32_t i = 0; i < count && i < 3; i++) {
        flat f = {w, p};
        int64_t size = a3d_flat_element(w->b.doc, index, shape->record, p, left, change_leaf, &f);
        if (size < 0)
            return;
        p += size;
        left -= (uint32_t)size;
    }
}

static void change_all(walk *w)
{
    a3d_doc *doc = w->b.doc;
    for (uint32_t i = 0; i < doc->n_nodes; i++) {
        a3d_node *node = a3d_at(doc, i);
        if (node->state != A3D_PRESENT)
            continue;
        const a3d_shape *shape = a3d_shape_of(node);
        known *k = known_of(w, node->row);
        if (shape->kind == A3D_SCALAR && !is_enough(k))
            change_scalar(w, node, k);
        else if (shape->kind == A3D_ARRAY || (shape->kind == A3D_VECTOR && node->flat))
            change_list(w, i);
    }
}

/* ---- files ---- */

static void visit(walk *w, const uint8_t *data, size_t size)
{
    a3d_arena arena;
    build_read(&w->b, w->format, data, size, 0);
    w->result = (a3d_result){.format = w->format, .doc = w->b.doc, .version = "1"};
    a3d_arena_init(&arena, NULL);
    for (unsigned i = 0; i < w->n; i++)
        w->rows[i].here = 0;
    look(w, &arena, &w->seen, &w->seen_size, &w->lost);
    change_all(w);
    a3d_arena_free(&arena);
    build_free(&w->b);
}

static uint32_t branch_of(const a3d_format *format, const char *name)
{
    for (const a3d_branch *b = format->branches; name != NULL && b->name != NULL; b++)
        if (strcmp(b->name, name) == 0)
            return b->mask;
    return 0;
}

static void visit_random(walk *w)
{
    unsigned versions = 0, seeds = SEEDS;
    for (const a3d_version *v = w->format->versions; v->text != NULL; v++)
        versions += v->generated;
    seeds = SEEDS / versions;
    for (const a3d_version *v = w->format->versions; v->text != NULL; v++)
        for (uint64_t seed = 1; v->generated && seed <= seeds; seed++) {
            a3d_arena arena;
            a3d_text file;
            a3d_wish wish = {.format = w->format, .version = v, .branch = branch_of(w->format, v->branch),
                             .seed = seed, .size = 4096};
            a3d_arena_init(&arena, NULL);
            a3d_text_init(&file, &arena);
            if (a3d_generate_random(&arena, &wish, &file) == NULL)
                visit(w, (const uint8_t *)file.data, file.size);
            a3d_text_free(&file);
            a3d_arena_free(&arena);
        }
}

/* Whether a row has values of its own, and not only the fields of other records. */
static bool has_values(const a3d_row *row)
{
    bool any = row->shape.kind == A3D_SCALAR || row->shape.kind == A3D_ARRAY || row->shape.kind == A3D_CUSTOM;
    for (const a3d_alt *alt = row->alts; alt != NULL && alt->shape.kind != A3D_NOTHING; alt++)
        any |= alt->shape.kind == A3D_SCALAR || alt->shape.kind == A3D_ARRAY || alt->shape.kind == A3D_CUSTOM;
    return any;
}

static void take_rows(walk *w, const a3d_format *format)
{
    *w = (walk){.format = format};
    for (unsigned i = 0; i < format->n_records; i++)
        for (unsigned k = 0; k < format->records[i]->n_rows; k++) {
            assert_true(w->n < MOST_ROWS);
            if (has_values(&format->records[i]->rows[k]))
                w->rows[w->n++] = (known){.row = &format->records[i]->rows[k], .record = format->records[i]};
        }
}

/* Files that random ones rarely are: everything is used, and in the way in which glTF has it. */
#define M3G_SCENE                                                                                                      \
    "sections[1].objects+={type=VertexArray,componentSize=byte,vertices-=1,componentCount=3,"                          \
    "vertices+={components={0,0,0}},vertices+={components={100,0,0}},vertices+={components={-100,100,0}}}",            \
        "sections[1].objects+={type=VertexArray,componentSize=byte,vertices-=1,componentCount=2,"                      \
        "vertices+={components={0,0}},vertices+={components={1,0}},vertices+={components={0,1}}}",                     \
        "sections[1].objects+={type=VertexBuffer,positions=3,normals=3,texcoordArrays+={texCoords=4}}",                \
        "sections[1].objects+={type=TriangleStripArray,encoding=indices_u8,indices={0,1,2},stripLengths={3}}",         \
        "sections[1].objects+={type=Image2D,format=RGB,width=1,height=1,pixels=hex:010203}",                           \
        "sections[1].objects+={type=Texture2D,image=7,blending=MODULATE,hasGeneralTransform=1,"                        \
        "transform={f:2,0,0,0,0,f:1,0,0,0,0,f:1,0,0,0,0,f:1}}",                                                        \
        "sections[1].objects+={type=CompositingMode,blending=ALPHA}", "sections[1].objects+={type=PolygonMode}",       \
        "sections[1].objects+={type=Material}",                                                                        \
        "sections[1].objects+={type=Appearance,compositingMode=9,polygonMode=10,material=11,textures={8}}",            \
        "sections[1].objects+={type=KeyframeSequence,componentCount=3,duration=2000,validRangeLast=2,encoding=bytes,"  \
        "vectorBias={0,0,0},vectorScale={f:1,f:1,f:1},keyframes-=1,keyframes+={time=0,vectorValue={1,2,3}},"           \
        "keyframes+={time=1000,vectorValue={2,3,4}},keyframes+={time=1500,vectorValue={5,3,4}}}",                      \
        "sections[1].objects+={type=AnimationController,speed=f:1}",                                                   \
        "sections[1].objects+={type=AnimationTrack,keyframeSequence=13,animationController=14,propertyID=TRANSLATION}", \
        "sections[1].objects+={type=Mesh,animationTracks={15},vertexBuffer=5,"                                         \
        "submeshes[0].indexBuffer=6,submeshes[0].appearance=12}",                                                      \
        "sections[1].objects+={type=Light,mode=SPOT,spotAngle=f:45}", "sections[1].objects+={type=Light,mode=OMNI}"
#define A3D2_SCENE                                                                                                     \
    "spotLights+={id=1,name=\"lamp\",visible=1,color=16744448,intensity=f:2,attenuationEnd=f:9,falloff=f:1,hotspot=f:0.5}", \
        "objects+={id=2,name=\"door\",visible=1}", "animationTracks+={id=4,objectName=\"door\"}",                     \
        "animationTracks[0].keyframes+={time=f:1}", "animationClips+={id=1,name=\"open\",tracks={4}}",                 \
        "indexBuffers+={id=1,indexCount=3,byteBuffer=hex:000001000200}",                                               \
        "vertexBuffers+={id=1,attributes={POSITION},vertexCount=3,"                                                    \
        "byteBuffer=hex:000000000000000000000000000000000000803f000000000000803f0000000000000000}",                    \
        "materials+={id=3}", "materials+={id=4}",                                                                      \
        "meshes+={id=5,indexBufferId=1,vertexBuffers={1},visible=1,surfaces+={indexBegin=0,numTriangles=1,materialId=3}}"
#define TANKI_SCENE                                                                                                    \
    "meshes+={vertexCount=3}", "meshes[0].buffers+={type=1}", "meshes[0].buffers[0].vertices[1].x=f:4",                \
        "meshes[0].submeshes+={faceCount=1,indices={0,1,2}}", "transforms+={}", "transforms.parents={-1}",             \
        "objects+={mesh=0,transform=0}"

#define A3D1_SCENE                                                                                                     \
    "images+={id=1,url=\"a.png\"}", "maps+={id=2,imageId=1,uOffset=0,uScale=f:1,vOffset=0,vScale=f:1}",                \
        "materials+={id=3,diffuseMapId=2}"
#define ODOL_SCENE                                                                                                     \
    "lods[0].n_vertices=3", "lods[0].positions+=3", "lods[0].normals+=3", "lods[0].uv0.uv+=3", "lods[0].uv0.maxU=f:1", \
        "lods[0].uv0.maxV=f:1", "lods[0].faces+={indices={0,1,2}}", "lods[0].textures+={name=\"a.paa\"}",              \
        "lods[0].color=0xff3366cc", "lods[0].sections+={face_to=16,texture=0}"

static void visit_made(walk *w, uint32_t version, const char *const *words)
{
    build b;
    build_make(&b, w->format, version, words);
    visit(w, b.bytes, b.size);
    build_free(&b);
}

static void visit_known(walk *w)
{
    if (strcmp(w->format->name, "m3g") == 0)
        visit_made(w, 1, WORDS(M3G_SCENE));
    if (strcmp(w->format->name, "a3d2") == 0)
        visit_made(w, 0, WORDS(A3D2_SCENE));
    if (strcmp(w->format->name, "tanki") == 0)
        visit_made(w, 2, WORDS(TANKI_SCENE));
    if (strcmp(w->format->name, "a3d1") == 0)
        visit_made(w, 1, WORDS(A3D1_SCENE));
    if (strcmp(w->format->name, "odol") == 0)
        visit_made(w, 75, WORDS(ODOL_SCENE));
    for (const char *const *line = w->format->twins; *line != NULL; line++) {
        char name[128];
        if (strcspn(*line, " ") >= sizeof name || strstr(*line, ".good.") == NULL)
            continue;
        snprintf(name, sizeof name, "%.*s", (int)strcspn(*line, " "), *line);
        a3d_arena arena;
        a3d_text file;
        a3d_arena_init(&arena, NULL);
        a3d_text_init(&file, &arena);
        if (a3d_make_recipe(&arena, w->format, name, &file) == NULL)
            visit(w, (const uint8_t *)file.data, file.size);
        a3d_text_free(&file);
        a3d_arena_free(&arena);
    }
}

/* ---- the list ---- */

static const field *listed(const a3d_format *format, const known *k)
{
    for (size_t i = 0; i < sizeof fields / sizeof *fields; i++)
        if (strcmp(fields[i].format, format->name) == 0 && strcmp(fields[i].record, k->record->name) == 0 &&
            strcmp(fields[i].name, k->row->name) == 0)
            return &fields[i];
    return NULL;
}

/* An emulated machine tries a few files only, in which not each change can be seen. */
static bool is_slow(void)
{
    return getenv("A3D_TEST_SLOW") != NULL;
}

static const char *fault_of(const field *f, const known *k)
{
    if (f == NULL)
        return "is not in the list; say what becomes of it";
    if (f->verdict == UNSEEN && (k->shown || k->lost))
        return "changes the GLB, and is listed as UNSEEN";
    if (f->verdict == SHOWN && !k->shown && !is_slow())
        return "is listed as SHOWN, and no change of it could be seen";
    if (f->verdict == LOST && !k->lost && !is_slow())
        return "is listed as LOST, and no change of it was listed";
    if (f->verdict == LOST && k->shown)
        return "is listed as LOST, and can be seen";
    return NULL;
}

static void every_field_is_decided(void **state)
{
    static walk w;
    unsigned faults = 0, rows = 0;
    (void)state;
    for (const a3d_format *const *f = a3d_formats(); *f != NULL; f++) {
        take_rows(&w, *f);
        visit_known(&w);
        if (!is_slow())
            visit_random(&w);
        rows += w.n;
        for (unsigned i = 0; i < w.n; i++) {
            const known *k = &w.rows[i];
            if (getenv("A3D_TEST_PRINT") != NULL) {
                printf("FIELD(%s, %s, \"%s\", %s) %u\n", k->shown ? "SHOWN" : k->lost ? "LOST" : "UNSEEN", (*f)->name,
                       k->record->name, k->row->name, k->tries);
                continue;
            }
            const char *fault = fault_of(listed(*f, k), k);
            if (fault != NULL && ++faults <= 20)
                print_error("%s: %s.%s %s\n", (*f)->name, k->record->name, k->row->name, fault);
        }
    }
    assert_int_equal(faults, 0);
    if (getenv("A3D_TEST_PRINT") == NULL)
        assert_int_equal(rows, sizeof fields / sizeof *fields); /* no line for a field that is gone */
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(every_field_is_decided)};
    return cmocka_run_group_tests_name("GLB fields", tests, NULL, NULL);
}
