/* test_gltf_parts.c - materials, skins and motions of scenes that are made by hand: each field and each condition */
#include "../support/build.h"

#include <string.h>

#include "base/bytes.h"
#include "engine/scene/scene.h"
#include "formats/m3g/m3g.h"
#include "formats/tanki/tanki.h"
#include "lint/lint.h"
#include "report/gltf/json.h"

typedef struct stage {
    build b;
    a3d_scene v;
    a3d_text out;
} stage;

static void begin(stage *s)
{
    build_fresh(&s->b, &a3d_format_tanki, 3, 0);
    a3d_scene_init(&s->v, &s->b.arena, s->b.doc);
    a3d_text_init(&s->out, &s->b.arena);
}

static void end(stage *s)
{
    build_free(&s->b);
}

/* ---- materials ---- */

static a3d_material *material(stage *s)
{
    uint32_t i = a3d_scene_material(&s->v, a3d_from(0), (a3d_label){NULL, 0});
    assert_int_not_equal(i, A3D_NONE);
    return &s->v.materials.at[i];
}

/* What is written of materials, or of extensions, as one object. */
static const char *written(stage *s, void (*put)(a3d_json *j, const a3d_scene *v, bool pictures), bool pictures)
{
    a3d_json j;
    s->out.size = 0;
    a3d_json_init(&j, &s->out, false);
    a3d_json_open(&j, '{');
    put(&j, &s->v, pictures);
    a3d_json_close(&j, '}');
    a3d_putc(&s->out, '\0');
    return s->out.data;
}

static void expect_part(const char *json, const char *part)
{
    if (strstr(json, part) == NULL)
        fail_msg("no %s in %s", part, json);
}

static void expect_none(const char *json, const char *part)
{
    if (strstr(json, part) != NULL)
        fail_msg("%s in %s", part, json);
}

/* A material is blended if it is so or its color lets light through; cut out, it has a threshold. */
static void opacity(void **state)
{
    static const struct {
        a3d_opacity opacity;
        float alpha;
        const char *mode;
    } cases[] = {{A3D_BY_COLOR, 1, NULL},      {A3D_BY_COLOR, 0.99609375f, "\"alphaMode\":\"BLEND\""},
                 {A3D_BY_COLOR, 0, "\"alphaMode\":\"BLEND\""}, {A3D_BLENDED, 1, "\"alphaMode\":\"BLEND\""},
                 {A3D_BLENDED, 0.5f, "\"alphaMode\":\"BLEND\""}, {A3D_OPAQUE, 0.5f, NULL}, {A3D_OPAQUE, 1, NULL},
                 {A3D_CUT_OUT, 0.5f, "\"alphaMode\":\"MASK\",\"alphaCutoff\":0.25"}};
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        stage s;
        begin(&s);
        a3d_material *m = material(&s);
        m->opacity = cases[i].opacity;
        m->color[3] = cases[i].alpha;
        m->least = 0.25f;
        const char *json = written(&s, a3d_gltf_materials, true);
        if (cases[i].mode == NULL)
            expect_none(json, "alphaMode");
        else
            expect_part(json, cases[i].mode);
        end(&s);
    }
}

/* Each of the three colors alone makes it glow, with the picture of its color. */
static void light_of_each_color(void **state)
{
    static const char *const lines[] = {"\"emissiveFactor\":[0.5,0,0],\"emissiveTexture\":{\"index\":0}",
                                        "\"emissiveFactor\":[0,0.5,0],\"emissiveTexture\":{\"index\":0}",
                                        "\"emissiveFactor\":[0,0,0.5],\"emissiveTexture\":{\"index\":0}"};
    (void)state;
    for (unsigned i = 0; i <= 3; i++) {
        stage s;
        begin(&s);
        a3d_material *m = material(&s);
        m->paints[A3D_PAINT_COLOR].picture = 0;
        if (i < 3)
            m->emissive[i] = 0.5f;
        const char *json = written(&s, a3d_gltf_materials, true);
        if (i < 3)
            expect_part(json, lines[i]);
        else
            expect_none(json, "emissive");
        end(&s);
    }
}

/* Each wrap and each filter alone makes a sampler, and only what is not the default is in it. */
static void samplers_of_each_field(void **state)
{
    static const char *const lines[] = {"\"samplers\":[{\"wrapS\":33071}]", "\"samplers\":[{\"wrapT\":33071}]",
                                        "\"samplers\":[{\"magFilter\":33071}]", "\"samplers\":[{\"minFilter\":33071}]"};
    (void)state;
    for (unsigned i = 0; i <= 4; i++) {
        stage s;
        begin(&s);
        a3d_paint *p = &material(&s)->paints[A3D_PAINT_COLOR];
        p->picture = 3;
        uint16_t *const fields[] = {&p->wrap[0], &p->wrap[1], &p->larger, &p->smaller};
        if (i < 4)
            *fields[i] = 33071;
        const char *json = written(&s, a3d_gltf_materials, true);
        if (i < 4) {
            expect_part(json, "\"textures\":[{\"sampler\":0,\"source\":3}]");
            expect_part(json, lines[i]);
        } else {
            expect_part(json, "\"textures\":[{\"source\":3}]");
            expect_none(json, "sampler");
        }
        end(&s);
    }
}

/* Textures count all paints, samplers only those that have one. */
static void samplers_are_counted(void **state)
{
    stage s;
    (void)state;
    begin(&s);
    for (unsigned i = 0; i < 4; i++) {
        a3d_material *m = material(&s);
        m->paints[A3D_PAINT_COLOR].picture = i;
        m->paints[A3D_PAINT_COLOR].larger = (uint16_t)(i == 1 ? 0 : 100 + i);
        m->paints[A3D_PAINT_NORMAL].picture = i == 2 ? 7 : A3D_NONE;
        m->paints[A3D_PAINT_NORMAL].smaller = 200; /* not painted but once */
    }
    const char *json = written(&s, a3d_gltf_materials, true);
    expect_part(json, "\"textures\":[{\"sampler\":0,\"source\":0},{\"source\":1},{\"sampler\":1,\"source\":2},"
                      "{\"sampler\":2,\"source\":7},{\"sampler\":3,\"source\":3}]");
    expect_part(json, "\"samplers\":[{\"magFilter\":100},{\"magFilter\":102},{\"minFilter\":200},{\"magFilter\":103}]");
    expect_part(json, "\"baseColorTexture\":{\"index\":2}},\"normalTexture\":{\"index\":3}");
    expect_part(json, "\"baseColorTexture\":{\"index\":4}");
    json = written(&s, a3d_gltf_materials, false);
    expect_none(json, "exture");
    expect_none(json, "sampler");
    end(&s);
}

/* Only embedded pictures have a view, after those of the accessors. */
static void views_of_pictures(void **state)
{
    stage s;
    a3d_picture list[] = {{.size = 4}, {.uri = {"a.png", 5}}, {.size = 8}, {.size = 1}};
    (void)state;
    begin(&s);
    s.v.images.at = list;
    s.v.images.n = 4;
    s.v.accessors.n = 5;
    for (unsigned i = 0; i < 4; i++)
        list[i].source = a3d_from(0);
    const char *json = written(&s, a3d_gltf_materials, true);
    expect_part(json, "\"images\":[{\"mimeType\":\"image/png\",\"bufferView\":5,");
    expect_part(json, "{\"uri\":\"a.png\",\"extras\"");
    expect_part(json, "{\"mimeType\":\"image/png\",\"bufferView\":6,");
    expect_part(json, "{\"mimeType\":\"image/png\",\"bufferView\":7,");
    end(&s);
}

/* An extension is named if something uses it: a transform of no picture, or of one that is left out, is not written. */
static void extensions_are_used(void **state)
{
    stage s;
    (void)state;
    begin(&s);
    a3d_material *m = material(&s);
    assert_string_equal(written(&s, a3d_gltf_extensions, true), "{}");
    for (unsigned k = 0; k < A3D_PAINTS; k++) {
        m->paints[k].placed = true;
        assert_string_equal(written(&s, a3d_gltf_extensions, true), "{}");
        m->paints[k].picture = 0;
        assert_string_equal(written(&s, a3d_gltf_extensions, true), "{\"extensionsUsed\":[\"KHR_texture_transform\"]}");
        expect_part(written(&s, a3d_gltf_materials, true), "\"KHR_texture_transform\":{\"offset\":[0,0],\"scale\":[0,0]}");
        assert_string_equal(written(&s, a3d_gltf_extensions, false), "{}");
        m->paints[k].placed = false;
        assert_string_equal(written(&s, a3d_gltf_extensions, true), "{}");
        m->paints[k].picture = A3D_NONE;
    }
    m->unlit = true;
    assert_string_equal(written(&s, a3d_gltf_extensions, false), "{\"extensionsUsed\":[\"KHR_materials_unlit\"]}");
    s.v.lights.n = 1;
    assert_string_equal(written(&s, a3d_gltf_extensions, true),
                        "{\"extensionsUsed\":[\"KHR_lights_punctual\",\"KHR_materials_unlit\"]}");
    end(&s);
}

/* ---- skins ---- */

enum { ROOT, MESH, JOINT, OTHER, NODES };

/* A root of scene 3 with a skinned mesh, whose joint and another node are below the root. */
static void make_skin(stage *s)
{
    static uint32_t joints[1] = {JOINT};
    a3d_scene *v = &s->v;
    begin(s);
    for (unsigned i = 0; i < NODES; i++)
        assert_int_equal(a3d_scene_node_add(v, a3d_from(0), (a3d_label){NULL, 0}), i);
    for (unsigned i = MESH; i < NODES; i++)
        v->nodes.at[i].parent = ROOT;
    v->nodes.at[ROOT].scene = 3;
    v->parts.at = a3d_arena_alloc(&s->b.arena, sizeof *v->parts.at);
    v->meshes.at = a3d_arena_alloc(&s->b.arena, sizeof *v->meshes.at);
    v->meshes.at[0] = (a3d_mesh){.count = 1};
    v->parts.n = v->meshes.n = 1;
    v->nodes.at[MESH].mesh = 0;
    v->nodes.at[MESH].skin = a3d_scene_skin(v, a3d_from(0), joints, 1, &(a3d_affine){{1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0}});
    assert_int_equal(v->nodes.at[MESH].skin, 0);
    v->nodes.at[MESH].local.at[3] = 5;
}

/* The mesh is a root of the same scene without a transform: at its own node, or at a new one if that is used. */
static void expect_free(stage *s, bool used)
{
    const a3d_scene_node *list = NULL, *n;
    a3d_scene_free_skins(&s->v);
    list = s->v.nodes.at;
    assert_int_equal(s->v.nodes.n, used ? NODES + 1 : NODES);
    n = &list[used ? NODES : MESH];
    assert_int_equal(n->mesh, 0);
    assert_int_equal(n->skin, 0);
    assert_int_equal(n->parent, A3D_NONE);
    assert_int_equal(n->scene, 3);
    assert_true(n->local.at[3] == 0 && n->local.at[0] == 1);
    if (used) {
        assert_int_equal(list[MESH].mesh, A3D_NONE);
        assert_int_equal(list[MESH].skin, A3D_NONE);
        assert_int_equal(list[MESH].parent, ROOT);
        assert_true(list[MESH].local.at[3] == 5);
    }
    end(s);
}

static void what_is_used_keeps_its_node(void **state)
{
    stage s;
    a3d_motion motion = {.node = MESH};
    uint32_t self[1] = {MESH};
    (void)state;
    make_skin(&s);
    expect_free(&s, false);
    make_skin(&s);
    s.v.nodes.at[MESH].camera = 0;
    expect_free(&s, true);
    make_skin(&s);
    s.v.nodes.at[MESH].light = 0;
    expect_free(&s, true);
    make_skin(&s);
    s.v.nodes.at[OTHER].parent = MESH;
    expect_free(&s, true);
    make_skin(&s);
    s.v.motions.at = &motion;
    s.v.motions.n = 1;
    expect_free(&s, true);
    make_skin(&s);
    s.v.skins.at[0].joints = self;
    expect_free(&s, true);
    make_skin(&s);
    motion.node = JOINT;
    s.v.motions.at = &motion;
    s.v.motions.n = 1;
    s.v.nodes.at[OTHER].camera = s.v.nodes.at[OTHER].light = 0;
    expect_free(&s, false);
}

/* The scene is that of the root far above. */
static void scenes_are_of_roots(void **state)
{
    stage s;
    (void)state;
    make_skin(&s);
    s.v.nodes.at[MESH].parent = OTHER;
    s.v.nodes.at[MESH].scene = s.v.nodes.at[OTHER].scene = 1;
    expect_free(&s, false);
}

/* A mesh of which a part has no joints is not skinned: it stays where it is. */
static void without_joints_no_skin(void **state)
{
    stage s;
    (void)state;
    make_skin(&s);
    s.v.parts.at[0].attributes[A3D_AT_JOINTS] = A3D_NONE;
    a3d_scene_free_skins(&s.v);
    assert_int_equal(s.v.nodes.n, NODES);
    assert_int_equal(s.v.nodes.at[MESH].skin, A3D_NONE);
    assert_int_equal(s.v.nodes.at[MESH].mesh, 0);
    assert_int_equal(s.v.nodes.at[MESH].parent, ROOT);
    end(&s);
}

/* ---- motions ---- */

static void expect_near(double a, double b)
{
    assert_true(a > b - 1e-6 && a < b + 1e-6);
}

/* Each turn is the nearer of the two quaternions to the one that was written before. */
static void turns_are_short(void **state)
{
    enum { TURNS = 6 };
    static const double halves[TURNS][2] = {{0.6, 0.8},   {0.8, 0.6},    {0.96, 0.28},
                                            {0.96, -0.28}, {0.8, -0.6}, {0.28, -0.96}}; /* z and w */
    stage s;
    a3d_affine places[TURNS];
    float times[TURNS];
    a3d_motion motion;
    (void)state;
    begin(&s);
    for (unsigned i = 0; i < TURNS; i++) {
        double z = halves[i][0], w = halves[i][1], c = w * w - z * z, n = 2 * w * z;
        places[i] = (a3d_affine){{c, -n, 0, 0, n, c, 0, 0, 0, 0, 1, 0}};
        times[i] = (float)i;
    }
    uint32_t node = a3d_scene_node_add(&s.v, a3d_from(0), (a3d_label){NULL, 0});
    assert_true(a3d_scene_motion(&s.v, node, times, places, TURNS, &motion));
    const a3d_accessor *turns = &s.v.accessors.at[motion.channels[A3D_PATH_ROTATION].values];
    assert_int_equal(turns->count, TURNS);
    float first = a3d_float_at((const uint8_t *)s.v.data.data + turns->off + 8, false);
    for (unsigned i = 0; i < TURNS; i++) {
        const uint8_t *p = (const uint8_t *)s.v.data.data + turns->off + 16 * i;
        float sign = first > 0 ? 1 : -1;
        expect_near(sign * a3d_float_at(p + 8, false), halves[i][0]);
        expect_near(sign * a3d_float_at(p + 12, false), halves[i][1]);
    }
    end(&s);
}

/* ---- bones of M3G ---- */

#define BONES(list)                                                                                                    \
    WORDS("sections[1].objects+={type=VertexArray,componentSize=short,vertices-=1,componentCount=3,vertices+=3}",      \
          "sections[1].objects+={type=VertexBuffer,positions=3}",                                                      \
          "sections[1].objects+={type=TriangleStripArray,encoding=start_u8,stripLengths={3}}",                         \
          "sections[1].objects+={type=Group}", "sections[1].objects+={type=Group,children={6}}",                       \
          "sections[1].objects+={type=SkinnedMesh,vertexBuffer=4,submeshes[0].indexBuffer=5,skeleton=7," list "}")

/* The joints of the skin by the names of their nodes: how many, and how often bones were lost. */
static void expect_bones(const char *const *words, unsigned joints, uint64_t lost, const char *vertices)
{
    build b;
    a3d_scene v;
    char pulls[64] = "";
    uint64_t found = 0;
    build_make(&b, &a3d_format_m3g, 1, words);
    a3d_scene_init(&v, &b.arena, b.doc);
    a3d_format_m3g.scene(&v);
    for (unsigned i = 0; i < v.n_losses; i++)
        found += strcmp(v.losses[i].what, "bones that are not there") == 0 ? v.losses[i].count : 0;
    assert_int_equal(found, lost);
    assert_int_equal(v.skins.n, joints > 0);
    if (joints > 0)
        assert_int_equal(v.skins.at[0].count, joints);
    for (size_t i = 0; joints > 0 && i < v.accessors.n; i++)
        for (uint32_t k = 0; v.accessors.at[i].kind == A3D_AT_JOINTS && k < v.accessors.at[i].count; k++) {
            size_t at = v.accessors.at[i].off + 8 * (size_t)k;
            assert_true(strlen(pulls) < 50);
            pulls[strlen(pulls)] = (char)('0' + a3d_load16((const uint8_t *)v.data.data + at, false));
        }
    assert_string_equal(pulls, vertices);
    build_free(&b);
}

static void bones_become_joints(void **state)
{
    (void)state;
    expect_bones(BONES("transformReferences+={transformNode=6,vertexCount=3,weight=1}"), 1, 0, "000");
    /* a vertex that no bone moves follows the mesh: a joint of its own, once */
    expect_bones(BONES("transformReferences+={transformNode=6,vertexCount=1,weight=1}"), 2, 0, "011");
    /* or that of the mesh, if it is a bone */
    expect_bones(BONES("transformReferences+={transformNode=8,firstVertex=2,vertexCount=1,weight=1}"), 1, 0, "000");
    expect_bones(BONES("transformReferences+={transformNode=6,vertexCount=1,weight=1},"
                       "transformReferences+={transformNode=8,firstVertex=2,vertexCount=1,weight=1}"), 2, 0, "011");
    /* one node is one joint */
    expect_bones(BONES("transformReferences+={transformNode=6,vertexCount=1,weight=1},"
                       "transformReferences+={transformNode=7,firstVertex=1,vertexCount=1,weight=1},"
                       "transformReferences+={transformNode=6,firstVertex=2,vertexCount=1,weight=1}"), 2, 0, "010");
    /* bones that are no nodes */
    expect_bones(BONES("transformReferences+={transformNode=3,vertexCount=1,weight=1},"
                       "transformReferences+={transformNode=6,vertexCount=3,weight=1},"
                       "transformReferences+={transformNode=99,vertexCount=1,weight=1}"), 1, 2, "000");
    expect_bones(BONES("transformReferences+={transformNode=3,vertexCount=1,weight=1}"), 0, 1, "");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(opacity),
        cmocka_unit_test(light_of_each_color),
        cmocka_unit_test(samplers_of_each_field),
        cmocka_unit_test(samplers_are_counted),
        cmocka_unit_test(views_of_pictures),
        cmocka_unit_test(extensions_are_used),
        cmocka_unit_test(what_is_used_keeps_its_node),
        cmocka_unit_test(scenes_are_of_roots),
        cmocka_unit_test(without_joints_no_skin),
        cmocka_unit_test(turns_are_short),
        cmocka_unit_test(bones_become_joints),
    };
    return cmocka_run_group_tests_name("GLB parts", tests, NULL, NULL);
}
