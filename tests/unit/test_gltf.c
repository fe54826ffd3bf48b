/* What can be seen of a document, and the GLB that it becomes. */
#include "../support/build.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lint/lint.h"
#include "engine/generate/random.h"
#include "engine/generate/random.h"
#include "engine/scene/scene.h"
#include "formats/a3d2/a3d2.h"
#include "formats/m3g/m3g.h"
#include "formats/odol/odol.h"
#include "formats/tanki/tanki.h"
#include "report/gltf/gltf.h"

/* A GLB with what it was made of. */
typedef struct made {
    build b;
    a3d_arena arena;
    a3d_gltf gltf;
    const char *json; /* NUL-terminated */
    const uint8_t *data;
    size_t data_size;
} made;

static void make(made *m, const a3d_format *format, uint32_t version, const char *const *words)
{
    build_make(&m->b, format, version, words);
    a3d_result result = {.format = format, .doc = m->b.doc, .version = "1"};
    a3d_arena_init(&m->arena, NULL);
    assert_true(a3d_gltf_make_whole(&m->arena, &result, &m->gltf));
    const uint8_t *p = (const uint8_t *)m->gltf.glb.data;
    assert_memory_equal(p, "glTF\2\0\0\0", 8);
    assert_int_equal(a3d_load32(p + 8, false), m->gltf.glb.size);
    uint32_t size = a3d_load32(p + 12, false);
    assert_memory_equal(p + 16, "JSON", 4);
    assert_int_equal(size % 4, 0);
    m->json = a3d_arena_text(&m->arena, (const char *)p + 20, size);
    m->data = NULL;
    m->data_size = 0;
    if (20 + size == m->gltf.glb.size)
        return;
    assert_memory_equal(p + 24 + size, "BIN", 4);
    m->data = p + 28 + size;
    m->data_size = a3d_load32(p + 20 + size, false);
    assert_int_equal(28 + size + m->data_size, m->gltf.glb.size);
}

static void drop(made *m)
{
    a3d_text_free(&m->gltf.glb);
    a3d_arena_free(&m->arena);
    build_free(&m->b);
}

static void expect_json(const made *m, const char *part)
{
    if (strstr(m->json, part) == NULL)
        fail_msg("no %s in %s", part, m->json);
}

static void expect_lost(const made *m, const char *lines)
{
    char all[2048] = "";
    for (size_t i = 0; i < m->gltf.n_lost; i++) {
        strcat(all, m->gltf.lost[i]);
        strcat(all, "\n");
    }
    assert_string_equal(all, lines);
}

static float float_of(const made *m, size_t at)
{
    assert_true(at + 4 <= m->data_size);
    return a3d_float_at(m->data + at, false);
}

/* ---- whole files ---- */

static void nothing_is_an_empty_scene(void **state)
{
    made m;
    (void)state;
    make(&m, &a3d_format_tanki, 3, NULL);
    assert_null(m.data);
    expect_json(&m, "\"scenes\":[{\"name\":\"scene\",\"nodes\":[0]}]");
    assert_null(strstr(m.json, "meshes"));
    assert_null(strstr(m.json, "buffers"));
    expect_lost(&m, "anything visible: the file has no mesh that could be drawn; it has no nodes and no pictures\n");
    drop(&m);
}

/* A triangle at a transform, with a normal of length 2 and a texture. */
#define TRIANGLE                                                                                                          \
    "materials+={name=\"Paint\",color={r=f:0.5,g=f:2,b=f:0},diffuseMap=\"hull.png\"}",                                    \
        "meshes+={name=\"Hull\",vertexCount=3}", "meshes[0].buffers+={type=1}", "meshes[0].buffers+={type=3}", "meshes[0].buffers+={type=2}", \
        "meshes[0].buffers[0].vertices[1].x=f:4", "meshes[0].buffers[0].vertices[2].y=f:-8", "meshes[0].buffers[1].vertices[*].z=f:2", \
        "meshes[0].submeshes+={indices={0,1,2}}",                                                                         \
        "transforms+={name=\"Base\"}", "transforms[0].position.x=f:7", "transforms.parents={-1}", "objects+={mesh=0,transform=0,materials={0}}"

static void a_triangle_is_carried_over(void **state)
{
    made m;
    (void)state;
    make(&m, &a3d_format_tanki, 3, WORDS(TRIANGLE));
    expect_json(&m, "{\"name\":\"Base\",\"translation\":[7,0,0],\"children\":[2],\"extras\":{\"path\":\"transforms[0]\"}}");
    expect_json(&m, "{\"name\":\"Base\",\"mesh\":0,\"extras\":{\"path\":\"objects[0]\"}}");
    expect_json(&m, "\"attributes\":{\"POSITION\":0,\"NORMAL\":1,\"TEXCOORD_0\":2},\"indices\":3,\"material\":0,\"extras\":{\"path\":\"meshes[0].submeshes[0]\"}");
    expect_json(&m, "\"baseColorFactor\":[0.5,1,0,1]");
    expect_json(&m, "\"textures\":{\"diffuseMap\":\"hull.png\"}");
    expect_json(&m, "\"min\":[0,-8,0],\"max\":[4,0,0]");
    assert_true(float_of(&m, 12) == 4 && float_of(&m, 28) == -8);
    for (unsigned i = 0; i < 3; i++)
        assert_true(float_of(&m, 36 + 12 * i) == 0 && float_of(&m, 44 + 12 * i) == 1);
    assert_memory_equal(m.data + 96, "\0\0\1\0\2\0\0\0", 8);
    assert_int_equal(m.data_size, 104);
    expect_json(&m, "\"baseColorTexture\":{\"index\":0}");
    expect_json(&m, "\"images\":[{\"name\":\"hull.png\",\"uri\":\"hull.png\",\"extras\":{\"path\":\"materials[0]\"}}],\"textures\":[{\"source\":0}]");
    expect_lost(&m, "");
    drop(&m);
}

/* What is damaged is mended or left out, and both are told. */
static void damage_is_told(void **state)
{
    made m;
    (void)state;
    make(&m, &a3d_format_tanki, 3,
         WORDS(TRIANGLE, "meshes[0].buffers[0].vertices[1].x=f:nan", "meshes[0].buffers[1].vertices[1].z=f:0",
               "meshes[0].submeshes[0].indices={0,1,2,0,1,3}", "transforms+={name=\"a\"}", "transforms+={name=\"b\"}", "transforms[0].position.x=f:inf",
               "transforms.parents={7,2,1}", "objects+={mesh=5,transform=0}"));
    expect_json(&m, "\"min\":[0,-8,0],\"max\":[0,0,0]");
    expect_json(&m, "\"count\":3,\"type\":\"SCALAR\"");
    expect_lost(&m, "parents that are not there: 1\n"
                    "positions that are not finite (0 instead): 1\n"
                    "normals without a direction (replaced): 1\n"
                    "triangles with corners that are no vertices: 1\n"
                    "objects with a mesh or transform that is not there: 1\n"
                    "transforms with numbers that are not finite (0 instead): 1\n"
                    "parents that lead back to themselves: 1\n");
    expect_json(&m, "\"scenes\":[{\"name\":\"scene\",\"nodes\":[0]}]"); /* what was cut off hangs on the root */
    drop(&m);
}

static void expect_link(const char *assignment, const char *json, const char *lost)
{
    made m;
    make(&m, &a3d_format_tanki, 3, WORDS(TRIANGLE, assignment));
    expect_json(&m, json);
    expect_lost(&m, lost);
    drop(&m);
}

/* Only files beside the GLB are linked, and only those that glTF can hold. */
static void pictures_are_beside(void **state)
{
    made m;
    (void)state;
    expect_link("materials[0].diffuseMap=\"a b/Track%.JPG\"", "\"uri\":\"a%20b/Track%25.JPG\"", "");
    expect_link("materials[0].diffuseMap=\"C:\\\\work\\\\hull.png\"", "\"uri\":\"hull.png\"", "");
    expect_link("materials[0].diffuseMap=\"http://a/b.jpeg\"", "\"uri\":\"b.jpeg\"", "");
    expect_link("materials[0].diffuseMap=\"hull.psd\"", "\"textures\":{\"diffuseMap\":\"hull.psd\"}",
                "textures that are not PNG or JPEG files (their names are kept): 1\n");
    expect_link("materials[0].diffuseMap=\"/.png\"", "\"textures\":{\"diffuseMap\":\"/.png\"}",
                "textures that are not PNG or JPEG files (their names are kept): 1\n");
    expect_link("meshes[0].buffers-=2", "\"indices\":1,\"material\":1", "pictures on parts without texture coordinates: 1\n");
    make(&m, &a3d_format_tanki, 3, WORDS(TRIANGLE));
    a3d_gltf plain;
    a3d_result result = {.format = &a3d_format_tanki, .doc = m.b.doc, .version = "1"};
    assert_true(a3d_gltf_make(&m.arena, &result, &plain));
    uint32_t size = a3d_load32((const uint8_t *)plain.glb.data + 12, false);
    const char *json = a3d_arena_text(&m.arena, plain.glb.data + 20, size);
    assert_null(strstr(json, "images"));
    assert_null(strstr(json, "baseColorTexture"));
    a3d_text_free(&plain.glb);
    drop(&m);
}

/* A mesh of M3G: the Group of a fresh file is object 2. Four vertices, differences of bytes. */
#define STRIPS(strips)                                                                                                       \
    "sections[1].objects+={type=VertexArray,componentSize=byte,vertices-=1,componentCount=3,encoding=delta,"                 \
    "vertices+={components={0,0,0}},vertices+={components={100,0,0}},vertices+={components={-100,100,0}},vertices+={components={100,27,0}}}", \
        "sections[1].objects+={type=VertexBuffer,positions=3,positionBias={1,0,0},positionScale=2}",                         \
        "sections[1].objects+={type=TriangleStripArray," strips "}", "sections[1].objects+={type=Mesh,vertexBuffer=4,submeshes[0].indexBuffer=5}"

static void expect_indices(const made *m, size_t at, const uint16_t *expected, size_t n)
{
    assert_true(at + 2 * n <= m->data_size);
    for (size_t i = 0; i < n; i++)
        assert_int_equal(a3d_load16(m->data + at + 2 * i, false), expected[i]);
}

/* Every second triangle of a strip is turned; differences add up; scale comes before bias. */
static void strips_become_triangles(void **state)
{
    made m;
    (void)state;
    make(&m, &a3d_format_m3g, 1, WORDS(STRIPS("encoding=indices_u8,indices={0,1,2,3,3,1},stripLengths={4,3}")));
    expect_json(&m, "\"min\":[1,0,0],\"max\":[201,254,0]");
    expect_indices(&m, 48, (const uint16_t[]){0, 1, 2, 1, 3, 2}, 6);
    assert_int_equal(m.data_size, 60); /* nothing comes of the second: two of its corners are one */
    expect_json(&m, "\"extras\":{\"path\":\"sections[1].objects[4].submeshes[0]\"}");
    drop(&m);
    make(&m, &a3d_format_m3g, 1, WORDS(STRIPS("encoding=start_u8,startIndex=1,stripLengths={65000}")));
    expect_indices(&m, 48, (const uint16_t[]){1, 2, 3}, 3);
    expect_lost(&m, "submeshes without appearance, which are not drawn (they are shown): 1\n"
                    "strips, as far as they reach beyond their indices or vertices: 1\n");
    drop(&m);
}

/* An image of a file without meshes is kept, too. */
static void images_are_embedded(void **state)
{
    made m;
    (void)state;
    make(&m, &a3d_format_m3g, 1,
         WORDS("sections[1].objects+={type=Image2D,format=LUMINANCE_ALPHA,width=2,height=1,pixels=hex:0102ff80}",
               "sections[1].objects+={type=Image2D,format=RGB,width=2,height=1,palette=hex:010203040506,pixels=hex:0100}",
               "sections[1].objects+={type=Image2D,format=RGB,width=2,height=1,palette=hex:010203040506,pixels=hex:0200}",
               "sections[1].objects+={type=Image2D,format=ALPHA,width=1,height=2,pixels=hex:0708}"));
    expect_json(&m, "\"images\":[{\"name\":\"Image2D 3\",\"mimeType\":\"image/png\",\"bufferView\":0,");
    expect_json(&m, "{\"name\":\"Image2D 4\",\"mimeType\":\"image/png\",\"bufferView\":1,");
    expect_json(&m, "{\"name\":\"Image2D 6\",\"mimeType\":\"image/png\",\"bufferView\":2,");
    a3d_png png;
    uint8_t scratch[A3D_INFLATE_WINDOW + 1024];
    assert_true(a3d_png_check(m.data, m.data_size, scratch, 1024, &png));
    assert_true(png.width == 2 && png.height == 1 && png.depth == 8 && png.color == A3D_PNG_GRAY_ALPHA);
    expect_lost(&m, "images without pixels, or with too few or too many: 1\n"
                    "anything visible: the file has no mesh that could be drawn; it has 1 node, 3 pictures\n");
    drop(&m);
}

/* The page of triage needs no pictures. Without them the container is as long as it says, too. */
static void pictures_may_be_left_out(void **state)
{
    made m;
    a3d_gltf bare;
    (void)state;
    make(&m, &a3d_format_m3g, 1,
         WORDS("sections[1].objects+={type=Image2D,format=ALPHA,width=1,height=2,pixels=hex:0708}"));
    a3d_result result = {.format = &a3d_format_m3g, .doc = m.b.doc, .version = "1"};
    assert_true(a3d_gltf_make(&m.arena, &result, &bare));
    const uint8_t *p = (const uint8_t *)bare.glb.data;
    assert_int_equal(a3d_load32(p + 8, false), bare.glb.size);
    assert_int_equal(20 + a3d_load32(p + 12, false), bare.glb.size); /* there is nothing else in the scene */
    assert_true(m.data_size > 0);
    a3d_text_free(&bare.glb);
    drop(&m);
    make(&m, &a3d_format_tanki, 3, WORDS(TRIANGLE));
    result = (a3d_result){.format = &a3d_format_tanki, .doc = m.b.doc, .version = "3"};
    assert_true(a3d_gltf_make(&m.arena, &result, &bare));
    p = (const uint8_t *)bare.glb.data;
    assert_int_equal(a3d_load32(p + 8, false), bare.glb.size);
    uint32_t size = a3d_load32(p + 12, false);
    assert_int_equal(28 + size + a3d_load32(p + 20 + size, false), bare.glb.size);
    assert_memory_equal(p + 28 + size, m.data, m.data_size);
    a3d_text_free(&bare.glb);
    drop(&m);
}

/* glTF has no tangents without normals, which is listed. */
static void tangents_need_normals(void **state)
{
    static const struct {
        const char *attributes, *json, *lost;
        unsigned floats;
    } cases[] = {{"POSITION", "\"attributes\":{\"POSITION\":0}", "", 3},
                 {"POSITION,TANGENT4", "\"attributes\":{\"POSITION\":0}", "tangents of parts without normals: 1\n", 7},
                 {"POSITION,NORMAL", "\"attributes\":{\"POSITION\":0,\"NORMAL\":1}", "", 6},
                 {"POSITION,NORMAL,TANGENT4", "\"attributes\":{\"POSITION\":0,\"NORMAL\":1,\"TANGENT\":2}", "", 10}};
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        made m;
        char buffer[1200];
        size_t n = (size_t)snprintf(buffer, sizeof buffer, "vertexBuffers+={id=1,attributes={%s},vertexCount=3,byteBuffer=hex:",
                                    cases[i].attributes);
        for (unsigned k = 0; k < 3 * cases[i].floats; k++)
            n += (size_t)snprintf(buffer + n, sizeof buffer - n, "0000803f");
        snprintf(buffer + n, sizeof buffer - n, "}");
        make(&m, &a3d_format_a3d2, 0,
             WORDS("indexBuffers+={id=1,indexCount=3,byteBuffer=hex:000001000200}", buffer,
                   "meshes+={id=1,indexBufferId=1,vertexBuffers={1},surfaces+={indexBegin=0,numTriangles=1},visible=1}"));
        expect_json(&m, cases[i].json);
        expect_lost(&m, cases[i].lost);
        drop(&m);
    }
}

/* Quads are two triangles, sections count faces in bytes of memory; what is filled has one value for all. */
static void faces_become_triangles(void **state)
{
    made m;
    (void)state;
    make(&m, &a3d_format_odol, 75,
         WORDS("lods[0].n_vertices=4", "lods[0].positions+=4", "lods[0].positions[2].x=f:3", "lods[0].normals+=4", "lods[0].normals.$fill=1",
               "lods[0].normals[0]=511", "lods[0].faces+={corners=4,indices={0,1,2,3}}", "lods[0].faces+={indices={0,1,3}}",
               "lods[0].textures+={name=\"a.paa\"}", "lods[0].sections+={face_to=20}", "lods[0].sections+={face_from=20,face_to=36,texture=0}"));
    expect_json(&m, "\"min\":[0,0,0],\"max\":[3,0,0]");
    expect_json(&m, "\"indices\":2,\"extras\":{\"path\":\"lods[0].sections[0]\"}");
    expect_json(&m, "\"indices\":3,\"material\":0,\"extras\":{\"path\":\"lods[0].sections[1]\"}");
    for (unsigned i = 0; i < 4; i++)
        assert_true(float_of(&m, 48 + 12 * i) == 1);
    expect_indices(&m, 96, (const uint16_t[]){0, 2, 1, 0, 3, 2}, 6); /* z is inverted, and with it the order of corners */
    expect_indices(&m, 108, (const uint16_t[]){0, 3, 1}, 3);
    drop(&m);
}

/* The triangle of a proxy is not drawn; selections and properties are kept by name. */
static void proxies_are_places(void **state)
{
    made m;
    (void)state;
    make(&m, &a3d_format_odol, 75,
         WORDS("lods[0].n_vertices=3", "lods[0].positions+=3", "lods[0].positions[2].z=f:3", "lods[0].normals+=3",
               "lods[0].faces+={indices={0,1,2}}", "lods[0].faces+={indices={0,2,1}}", "lods[0].faces+={indices={0,2,1}}",
               "lods[0].sections+={face_to=32}", "lods[0].sections+={face_from=32,face_to=48,flags=268435456}",
               "lods[0].selections+={name=\"door\",faces={0}}", "lods[0].selections+={name=\"proxy:a\",faces={1}}",
               "lods[0].properties+={name=\"class\",value=\"house\"}", "lods[0].proxies+={model=\"a\",selection=1}",
               "lods[0].proxies[0].matrix.right.z=f:1", "lods[0].proxies[0].matrix.position.z=f:5"));
    expect_json(&m, "\"min\":[0,0,-3],\"max\":[0,0,0]");
    expect_json(&m, "\"count\":3,\"type\":\"SCALAR\"");
    expect_json(&m, "\"translation\":[0,0,-5]");
    expect_json(&m, "\"selections\":[{\"name\":\"door\",\"path\":\"lods[0].selections[0]\"},{\"name\":\"proxy:a\"");
    expect_json(&m, "\"properties\":[{\"name\":\"class\",\"value\":\"house\",\"path\":");
    expect_lost(&m, "models of proxies (their places are kept): 1\n"
                    "named selections: their faces and vertices (their names are kept): 2\n"
                    "normals, none with a direction: 3\n"
                    "triangles that only mark the places of proxies: 2\n");
    drop(&m);
}

static void expect_odol_color(const char *texture, const char *json)
{
    made m;
    make(&m, &a3d_format_odol, 75,
         WORDS("lods[0].n_vertices=3", "lods[0].positions+=3", "lods[0].normals+=3", "lods[0].faces+={indices={0,1,2}}", texture,
               "lods[0].color=0xff3366cc", "lods[0].sections+={face_to=16,texture=0}"));
    expect_json(&m, json);
    expect_json(&m, "\"unit\":\"m\"");
    drop(&m);
}

/* A texture of one color is a color; a file that cannot be shown leaves the mean color of its level of detail. */
static void odol_has_colors(void **state)
{
    (void)state;
    expect_odol_color("lods[0].textures+={name=\"a.paa\"}", "\"baseColorFactor\":[0.2,0.4,0.8,1]");
    expect_odol_color("lods[0].textures+={name=\"#(argb,8,8,3)color(1,0.25,.5,0.75,co)\"}",
                      "\"baseColorFactor\":[1,0.25,0.5,0.75],\"metallicFactor\":0},\"alphaMode\":\"BLEND\"");
    expect_odol_color("lods[0].textures+={name=\"#(argb,8,8,3)color(1,x)\"}", "\"baseColorFactor\":[0.2,0.4,0.8,1]");
    expect_odol_color("lods[0].textures+={name=\"#color(\"}", "\"baseColorFactor\":[0.2,0.4,0.8,1]");
}

#define SKIN                                                                                                  \
    "indexBuffers+={id=1,indexCount=3,byteBuffer=hex:000000000000}", \
    "vertexBuffers+={id=1,attributes={POSITION,JOINT},vertexCount=1," \
    "byteBuffer=hex:0000803f0000004000004040000000000000403f000040400000803e}", \
    "joints+={id=10,visible=1}", "joints+={id=11,parentId=10,visible=1}", \
    "skins+={id=1,indexBufferId=1,jointBindTransforms+={id=11,bindPoseTransform.matrix.d=-5},joints={10,11},numJoints={2}," \
    "surfaces+={indexBegin=0,numTriangles=1},vertexBuffers={1},visible=1}"

/* Two joints; the vertex names the second with three times its place. */
static void skins_have_joints(void **state)
{
    made m;
    (void)state;
    make(&m, &a3d_format_a3d2, 0, WORDS(SKIN));
    expect_json(&m, "\"JOINTS_0\":3,\"WEIGHTS_0\":4");
    expect_json(&m, "\"skins\":[{\"inverseBindMatrices\":0,\"joints\":[2,3],\"extras\":{\"path\":\"skins[0]\"}}]");
    expect_json(&m, "\"rotation\":[-0.70710677,0,0,0.70710677]");
    expect_json(&m, "\"scenes\":[{\"name\":\"scene\",\"nodes\":[0,1]}]"); /* only its joints place a skinned mesh */
    expect_json(&m, "{\"mesh\":0,\"skin\":0,\"extras\":{\"path\":\"skins[0]\"}}");
    expect_lost(&m, "bind poses of joints that are not there (none instead): 1\n");
    drop(&m);
}

/* The parent of a joint is the joint of that id, though an object has the same. */
static void joints_hang_on_joints(void **state)
{
    made m;
    (void)state;
    make(&m, &a3d_format_a3d2, 0, WORDS(SKIN, "objects+={id=10,name=\"same\",visible=1}"));
    expect_json(&m, "{\"children\":[4],\"extras\":{\"path\":\"joints[0]\"");
    drop(&m);
}

#define KEY(i, seconds, x) \
    "animationTracks[0].keyframes+={time=f:" seconds "}", "animationTracks[0].keyframes[" i "].transform.matrix.d=f:" x

/* A track moves the first node of its name, a clip is an animation; times that do not ascend are left out. */
static void tracks_become_animations(void **state)
{
    made m;
    (void)state;
    make(&m, &a3d_format_a3d2, 0,
         WORDS("objects+={id=1,name=\"door\",visible=1}", "objects+={id=2,name=\"door\",visible=1}",
               "animationTracks+={id=4,objectName=\"door\"}", KEY("0", "1", "7"), KEY("1", "0.5", "8"), KEY("2", "2", "9"),
               "animationTracks+={id=5,objectName=\"gone\"}", "animationClips+={id=1,name=\"open\",tracks={4,5,4}}"));
    expect_json(&m, "\"animations\":[{\"name\":\"open\",\"samplers\":[{\"input\":0,\"output\":1},{\"input\":0,\"output\":2},{\"input\":0,\"output\":3}],"
                    "\"channels\":[{\"sampler\":0,\"target\":{\"node\":1,\"path\":\"translation\"}},");
    expect_json(&m, "\"count\":2,\"type\":\"SCALAR\",\"min\":[1],\"max\":[2]");
    assert_true(float_of(&m, 0) == 1 && float_of(&m, 4) == 2 && float_of(&m, 8) == 7 && float_of(&m, 20) == 9);
    expect_lost(&m, "keyframes whose times do not ascend from 0 on: 1\n"
                    "animation tracks of nodes that are not there: 1\n"
                    "tracks of clips that are not there, or move what moves already: 2\n"
                    "anything visible: the file has no mesh that could be drawn; it has 2 nodes, 1 animation\n");
    drop(&m);
    make(&m, &a3d_format_a3d2, 0,
         WORDS("objects+={id=1,name=\"door\",visible=1}", "animationTracks+={id=4,objectName=\"door\"}", KEY("0", "0", "7")));
    expect_json(&m, "\"extras\":{\"path\":\"animationTracks\"}}]"); /* without clips, all are one */
    drop(&m);
}

#define SEQUENCE(more) \
    "sections[1].objects+={type=KeyframeSequence,componentCount=3,duration=2000,validRangeLast=1,keyframes-=1," more "}", \
        "sections[1].objects+={type=AnimationController,speed=f:2,referenceWorldTime=500}", \
        "sections[1].objects+={type=AnimationTrack,keyframeSequence=3,animationController=4,propertyID=TRANSLATION}", \
        "sections[1].objects+={type=Group,animationTracks={5}}"
#define FRAME(time, x) "keyframes+={time=" time ",vectorValue={f:" x ",0,0}}"

/* Tracks are on the timeline of the world: the controller gives speed and start; a loop ends as it began. */
static void keyframes_become_channels(void **state)
{
    made m;
    (void)state;
    make(&m, &a3d_format_m3g, 1, WORDS(SEQUENCE("interpolation=STEP,repeatMode=LOOP," FRAME("0", "7") "," FRAME("1000", "8"))));
    expect_json(&m, "\"animations\":[{\"samplers\":[{\"input\":0,\"output\":1,\"interpolation\":\"STEP\"}],"
                    "\"channels\":[{\"sampler\":0,\"target\":{\"node\":2,\"path\":\"translation\"}}]");
    expect_json(&m, "\"count\":3,\"type\":\"SCALAR\",\"min\":[0.5],\"max\":[1.5]");
    assert_true(float_of(&m, 4) == 1 && float_of(&m, 12) == 7 && float_of(&m, 24) == 8 && float_of(&m, 36) == 7);
    expect_lost(&m, "repetitions of keyframe sequences (one is shown; players may repeat it): 1\n"
                    "anything visible: the file has no mesh that could be drawn; it has 2 nodes, 1 animation\n");
    drop(&m);
    make(&m, &a3d_format_m3g, 1,
         WORDS(SEQUENCE("interpolation=SPLINE,repeatMode=CONSTANT," FRAME("0", "7") "," FRAME("1000", "8") "," FRAME("2000", "13")),
               "sections[1].objects[1].validRangeLast=2"));
    expect_json(&m, "\"interpolation\":\"CUBICSPLINE\"");
    expect_json(&m, "\"count\":9,\"type\":\"VEC3\"");
    assert_true(float_of(&m, 12 + 4 * 9) == 6 && float_of(&m, 12 + 4 * 12) == 8); /* 6 units for each of its two halves */
    drop(&m);
    make(&m, &a3d_format_m3g, 1, /* keyframes at one time are a jump */
         WORDS(SEQUENCE("repeatMode=CONSTANT," FRAME("1000", "7") "," FRAME("1000", "8") "," FRAME("1000", "9") "," FRAME("999", "3")),
               "sections[1].objects[1].validRangeLast=3"));
    assert_true(float_of(&m, 0) == 1 && float_of(&m, 4) == 1 + 0x1p-23f && float_of(&m, 8) == 1 + 0x2p-23f && float_of(&m, 36) == 9);
    expect_lost(&m, "keyframes whose times do not ascend from 0 on: 1\n"
                    "anything visible: the file has no mesh that could be drawn; it has 2 nodes, 1 animation\n");
    drop(&m);
    make(&m, &a3d_format_m3g, 1,
         WORDS(SEQUENCE(FRAME("0", "7") "," FRAME("1000", "8")), "sections[1].objects[2].speed=f:0"));
    assert_null(strstr(m.json, "animations"));
    expect_lost(&m, "animation tracks that stand still or run backwards: 1\n"
                    "anything visible: the file has no mesh that could be drawn; it has 2 nodes\n");
    drop(&m);
}

/* A spline of one key is none: glTF wants two. */
static void one_key_is_linear(void **state)
{
    made m;
    (void)state;
    make(&m, &a3d_format_m3g, 1,
         WORDS(SEQUENCE("interpolation=SPLINE,repeatMode=CONSTANT," FRAME("0", "7")), "sections[1].objects[1].validRangeLast=0"));
    expect_json(&m, "\"samplers\":[{\"input\":0,\"output\":1}]");
    expect_json(&m, "\"count\":1,\"type\":\"SCALAR\"");
    drop(&m);
}

static void expect_m3g_lost(const char *const *words, const char *lines)
{
    made m;
    make(&m, &a3d_format_m3g, 1, words);
    expect_lost(&m, lines);
    drop(&m);
}

/* What a controller does besides time, and what cannot be moved, is listed by its name. */
static void playback_is_listed(void **state)
{
    const char *nodes = "anything visible: the file has no mesh that could be drawn; it has 2 nodes, 1 animation\n";
    char lines[512];
    (void)state;
#define FRAMES "repeatMode=CONSTANT," FRAME("0", "7") "," FRAME("1000", "8")
    expect_m3g_lost(WORDS(SEQUENCE(FRAMES)), nodes);
    snprintf(lines, sizeof lines, "weights of animation controllers (tracks are played as if by 1): 1\n%s", nodes);
    expect_m3g_lost(WORDS(SEQUENCE(FRAMES), "sections[1].objects[2].weight=f:0.5"), lines);
    snprintf(lines, sizeof lines, "active intervals of animation controllers (tracks are always active): 1\n%s", nodes);
    expect_m3g_lost(WORDS(SEQUENCE(FRAMES), "sections[1].objects[2].activeIntervalEnd=9"), lines);
    snprintf(lines, sizeof lines, "animation tracks beyond the first of a property (M3G adds them up): 1\n%s", nodes);
    expect_m3g_lost(WORDS(SEQUENCE(FRAMES), "sections[1].objects[4].animationTracks={5,5}"), lines);
    expect_m3g_lost(WORDS(SEQUENCE(FRAMES), "sections[1].objects[3].propertyID=VISIBILITY"),
                    "animation tracks of VISIBILITY: 1\nKeyframeSequences that are not played: 1\n"
                    "AnimationControllers that control nothing: 1\n"
                    "anything visible: the file has no mesh that could be drawn; it has 2 nodes\n");
    expect_m3g_lost(WORDS(SEQUENCE(FRAMES), "sections[1].objects[3].animationController=0"),
                    "animation tracks without a controller, which are not played: 1\n"
                    "AnimationControllers that control nothing: 1\n"
                    "anything visible: the file has no mesh that could be drawn; it has 2 nodes\n");
    expect_m3g_lost(WORDS("sections[1].objects+={type=Image2D,format=RGB,width=1,height=1,pixels=hex:010203}",
                          "sections[1].objects+={type=Texture2D,image=3}"),
                    "Texture2Ds that no mesh uses: 1\n"
                    "anything visible: the file has no mesh that could be drawn; it has 1 node, 1 picture\n");
}

/* A child that does not exist, that is no node, or that is its own parent is listed, and so is a second parent. */
static void children_are_listed(void **state)
{
    static const struct {
        const char *first, *second, *nodes, *lines;
    } cases[] = {
        {"{type=Group,children={}}", "{type=Group,children={3}}", "3 nodes", ""},
        {"{type=Group,children={9}}", "{type=Group}", "3 nodes", "children that are not there: 1\n"},
        {"{type=Group,children={4,9}}", "{type=Appearance}", "2 nodes",
         "children that are not there: 2\nAppearances that no mesh uses: 1\n"},
        {"{type=Group,children={3}}", "{type=Group}", "3 nodes", "children that are not there: 1\n"},
        {"{type=Group,children={4,4}}", "{type=Group}", "3 nodes", ""},
    };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char first[100], second[100], all[600];
        snprintf(first, sizeof first, "sections[1].objects+=%s", cases[i].first);
        snprintf(second, sizeof second, "sections[1].objects+=%s", cases[i].second);
        snprintf(all, sizeof all, "%sanything visible: the file has no mesh that could be drawn; it has %s\n",
                 cases[i].lines, cases[i].nodes);
        print_message("case %zu\n", i);
        expect_m3g_lost(WORDS(first, second), all);
    }
    expect_m3g_lost(WORDS("sections[1].objects+={type=Group}", "sections[1].objects+={type=Group,children={3}}",
                          "sections[1].objects+={type=Group,children={3}}"),
                    "children that have another parent: 1\n"
                    "anything visible: the file has no mesh that could be drawn; it has 4 nodes\n");
}

/* Two targets: the first is that of the array, the second has nothing that could be morphed. Scale and bias are those of
 * the base; normals have unit length, and their shifts the same scale. */
#define MORPH                                                                                                         \
    "sections[1].objects+={type=VertexArray,componentSize=byte,vertices-=1,componentCount=3,"                         \
    "vertices+={components={0,0,4}},vertices+={components={100,0,0}},vertices+={components={0,100,0}}}",              \
        "sections[1].objects+={type=VertexArray,componentSize=byte,vertices-=1,componentCount=3,encoding=delta,"      \
        "vertices+={components={0,0,10}},vertices+={components={100,0,-10}},vertices+={components={-50,100,0}}}",     \
        "sections[1].objects+={type=VertexBuffer,positions=3,normals=3,colors=3,positionBias={1,0,0},positionScale=2}", \
        "sections[1].objects+={type=VertexBuffer,positions=4,normals=4,positionBias={9,9,9},positionScale=9}",        \
        "sections[1].objects+={type=VertexBuffer,positions=0}",                                                       \
        "sections[1].objects+={type=TriangleStripArray,encoding=indices_u8,indices={0,1,2},stripLengths={3}}",        \
        "sections[1].objects+={type=Appearance}",                                                                     \
        "sections[1].objects+={type=KeyframeSequence,interpolation=SPLINE,repeatMode=CONSTANT,componentCount=2,"      \
        "duration=2000,validRangeLast=2,keyframes-=1,keyframes+={time=0,vectorValue={0,f:1}},"                        \
        "keyframes+={time=1000,vectorValue={f:1,f:0.5}},keyframes+={time=2000,vectorValue={f:6,f:0.25}}}",            \
        "sections[1].objects+={type=AnimationController,speed=f:1}",                                                  \
        "sections[1].objects+={type=AnimationTrack,keyframeSequence=10,animationController=11,propertyID=MORPH_WEIGHTS}", \
        "sections[1].objects+={type=MorphingMesh,animationTracks={12},vertexBuffer=5,submeshes[0].indexBuffer=8,"     \
        "submeshes[0].appearance=9,morphTargets-=1,morphTargets+={morphTarget=6,initialWeight=f:0.5},"                \
        "morphTargets+={morphTarget=7,initialWeight=f:-2}}"

static void morph_targets_are_shifts(void **state)
{
    made m;
    (void)state;
    make(&m, &a3d_format_m3g, 1, WORDS(MORPH));
    expect_json(&m, "\"attributes\":{\"POSITION\":0,\"NORMAL\":1,\"COLOR_0\":2},\"indices\":6,\"material\":0,"
                    "\"targets\":[{\"POSITION\":3,\"NORMAL\":4},{\"POSITION\":5}]");
    expect_json(&m, "\"weights\":[0.5,-2]");
    expect_json(&m, "\"target\":{\"node\":2,\"path\":\"weights\"}");
    expect_json(&m, "\"min\":[0,0,0],\"max\":[100,0,12]");
    assert_true(float_of(&m, 120 + 8) == 12);           /* (10 - 4) * 2 */
    assert_true(float_of(&m, 120 + 24) == 100);         /* (50 - 0) * 2 */
    assert_true(float_of(&m, 156 + 8) == 1.5f);         /* (10 - 4) / 4 */
    const float curve[] = {0, 0, 0, 1, 0, 0, 3, -0.375f, 1, 0.5f, 3, -0.375f, 0, 0, 6, 0.25f, 0, 0};
    for (unsigned i = 0; i < 18; i++) /* tangents, weights, and tangents again, two of each */
        assert_true(float_of(&m, m.data_size - sizeof curve + 4 * i) == curve[i]);
    expect_lost(&m, "");
    drop(&m);
}

/* Numbers that are not finite are repaired wherever they come from, and both are told. */
static void large_numbers_are_repaired(void **state)
{
    made m;
    (void)state;
    make(&m, &a3d_format_m3g, 1,
         WORDS(MORPH, "sections[1].objects[3].positionScale=f:3e38", "sections[1].objects[8].keyframes[1].vectorValue={f:3e38,f:inf}"));
    expect_lost(&m, "positions that are not finite (0 instead): 3\n"
                    "shifts of morph targets that are not finite (0 instead): 2\n"
                    "keyframes that are not finite (0 instead): 1\n");
    drop(&m);
}

/* Weights that are missing are 0, targets that are not there stay in the list, and shapes must agree. */
static void morph_targets_may_be_damaged(void **state)
{
    made m;
    (void)state;
    make(&m, &a3d_format_m3g, 1,
         WORDS(MORPH, "sections[1].objects[11].morphTargets[1]={morphTarget=2,initialWeight=f:nan}",
               "sections[1].objects[2].vertices-=1"));
    expect_json(&m, "\"targets\":[{\"POSITION\":3},{\"POSITION\":4}]");
    expect_json(&m, "\"weights\":[0.5,0]");
    expect_lost(&m, "arrays of morph targets that differ in shape from those of the base: 2\n"
                    "morph targets that are not there: 1\n"
                    "weights of morph targets that are not finite (0 instead): 1\n"
                    "VertexBuffers that no mesh uses: 1\n");
    drop(&m);
    make(&m, &a3d_format_m3g, 1,
         WORDS(MORPH, "sections[1].objects[11].morphTargets+={morphTarget=6}", "sections[1].objects[5].defaultColor.red=9"));
    expect_json(&m, "\"count\":27,\"type\":\"SCALAR\"");
    expect_lost(&m, "animation tracks with more or fewer weights than morph targets: 1\n");
    drop(&m);
}

/* What glTF has no light for is left out. */
static void lights_shine(void **state)
{
    made m;
    (void)state;
    make(&m, &a3d_format_m3g, 1,
         WORDS("sections[1].objects+={type=Light,mode=SPOT,spotAngle=f:45,spotExponent=f:2,intensity=f:0.5}",
               "sections[1].objects+={type=Light,mode=OMNI,attenuationLinear=f:1}", "sections[1].objects+={type=Light,mode=AMBIENT}",
               "sections[1].objects+={type=Light,mode=DIRECTIONAL,intensity=f:-1}"));
    expect_json(&m, "\"extensionsUsed\":[\"KHR_lights_punctual\"],\"extensions\":{\"KHR_lights_punctual\":{\"lights\":[{\"type\":\"spot\"");
    expect_json(&m, "\"intensity\":0.5,\"spot\":{\"innerConeAngle\":0,\"outerConeAngle\":0.7853982}},{\"type\":\"point\"");
    expect_json(&m, "{\"name\":\"Light 4\",\"extensions\":{\"KHR_lights_punctual\":{\"light\":1}},");
    expect_lost(&m, "exponents of spot lights: 1\nattenuations of lights: 1\nambient lights (their places are kept): 1\n"
                    "lights of a form that glTF does not have (their places are kept): 1\n"
                    "anything visible: the file has no mesh that could be drawn; it has 5 nodes, 2 lights\n");
    drop(&m);
    make(&m, &a3d_format_a3d2, 0,
         WORDS("spotLights+={id=1,name=\"lamp\",visible=1,color=16744448,intensity=f:2,attenuationEnd=f:9,falloff=f:1,hotspot=f:0.5}"));
    expect_json(&m, "\"range\":9,\"spot\":{\"innerConeAngle\":0.25,\"outerConeAngle\":0.5}");
    expect_json(&m, "{\"name\":\"lamp\",\"extensions\":{\"KHR_lights_punctual\":{\"light\":0}},\"rotation\":[1,");
    drop(&m);
}

/* Each vertex and each triangle has a place in the file; what was repaired or dropped is listed. */
static void numbers_have_origins(void **state)
{
    made m;
    (void)state;
    make(&m, &a3d_format_tanki, 3,
         WORDS(TRIANGLE, "meshes[0].buffers[0].vertices[1].x=f:nan", "meshes[0].submeshes[0].indices={0,1,2,0,1,3,2,1,0}"));
    expect_json(&m, "\"extras\":{\"path\":\"meshes[0].buffers[0].vertices\",\"stream\":");
    expect_json(&m, "\"stride\":12,\"repaired\":[1]}");
    const char *indices = strstr(m.json, "\"path\":\"meshes[0].submeshes[0].indices\"");
    assert_non_null(indices);
    unsigned from, to, dropped;
    int got = sscanf(strstr(indices, "\"runs\""), "\"runs\":[[0,%u,%u,1]],\"dropped\":[[%u,0,1,3]]}", &from, &to, &dropped);
    assert_int_equal(got, 3);
    assert_int_equal(dropped - from, 6);
    assert_int_equal(to, 12); /* the dropped triangle is skipped */
    drop(&m);
    make(&m, &a3d_format_odol, 75,
         WORDS("lods[0].n_vertices=4", "lods[0].positions+=4", "lods[0].normals+=4", "lods[0].faces+={corners=4,indices={0,1,2,3}}",
               "lods[0].faces+={corners=4,indices={0,1,2,3}}", "lods[0].faces+={indices={0,1,3}}", "lods[0].sections+={face_to=60}"));
    indices = strstr(m.json, "\"path\":\"lods[0].faces\"");
    assert_non_null(indices);
    got = sscanf(strstr(indices, "\"runs\""), "\"runs\":[[0,%u,%u,2]]", &from, &to);
    assert_int_equal(got, 2);
    drop(&m);
}

/* ---- its parts ---- */

static void expect_near(double a, double b)
{
    if (!(a - b < 1e-6 && b - a < 1e-6))
        fail_msg("%.9g is not %.9g", a, b);
}

static void expect_placement(const a3d_affine *a, bool straight, const double rotation[4], const double scale[3])
{
    a3d_placement place;
    bool mended;
    assert_int_equal(a3d_affine_place(a, &place, &mended), straight);
    assert_false(mended);
    for (unsigned i = 0; i < 4; i++)
        expect_near((double)place.rotation[i], rotation[i]);
    for (unsigned i = 0; i < 3; i++)
        expect_near((double)place.scale[i], scale[i]);
}

static void placements_are_taken_apart(void **state)
{
    const double none[4] = {0, 0, 0, 1}, half = 0.7071067811865476;
    (void)state;
    a3d_affine a = a3d_affine_turn(90, (const double[]){0, 0, 3});
    expect_placement(&a, true, (const double[]){0, 0, half, half}, (const double[]){1, 1, 1});
    a = a3d_affine_turn(180, (const double[]){1, 0, 0});
    expect_placement(&a, true, (const double[]){1, 0, 0, 0}, (const double[]){1, 1, 1});
    a = a3d_affine_turn(-270, (const double[]){0, 2, 0});
    expect_near(a.at[2], 1);
    a = a3d_affine_turn(720 + 60, (const double[]){0, 0, 1});
    expect_near(a.at[0], 0.5);
    a = (a3d_affine){{2, 0, 0, 9, 0, 3, 0, 9, 0, 0, -4, 9}};
    expect_placement(&a, true, none, (const double[]){2, 3, -4});
    a = (a3d_affine){{0, 1, 0, 0, 1, 0, 0, 0, 0, 0, 1, 0}}; /* two axes are exchanged: a mirror */
    expect_placement(&a, true, (const double[]){half, half, 0, 0}, (const double[]){1, 1, -1});
    a = (a3d_affine){{1, 0.5, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0}};
    expect_placement(&a, false, none, (const double[]){1, 1.118033988749895, 1});
    a = (a3d_affine){{1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0}};
    expect_placement(&a, true, none, (const double[]){1, 0, 0});
    a = (a3d_affine){{0}};
    expect_placement(&a, true, none, (const double[]){0, 0, 0});
    a = (a3d_affine){{2.5e38, 0, 0, 2.9e38, 2.5e38, 0, 0, 0, 2.5e38, 0, 0, 0}}; /* as a length it would be infinite */
    const float place_x = 2.9e38f; /* stored, since some machines compute with more digits than a float has */
    a3d_placement place;
    bool repaired;
    assert_true(a3d_affine_place(&a, &place, &repaired));
    assert_true(repaired && place.scale[0] == 0 && place.translation[0] == place_x);
}

/* Any rotation with any scale, mirrored or not, is found again: about all axes first, and then at random. */
static void parts_make_the_same_matrix(void **state)
{
    enum { AXES = 81, ALL = 300 };
    a3d_random random = a3d_random_of(5);
    (void)state;
    for (unsigned n = 0; n < ALL; n++) {
        double q[4], size[3], square = 0, along = 0;
        for (unsigned k = 0, power = 1; k < 4; k++, power *= 3) {
            q[k] = n < AXES ? (double)(n / power % 3) - 1 : (double)a3d_random_between(&random, -1000, 1000) / 1000;
            square += q[k] * q[k];
        }
        if (square < 0.01)
            continue;
        for (unsigned k = 0; k < 3; k++)
            size[k] = (double)a3d_random_between(&random, 1, 50) / 10 * (k == 2 && n % 2 == 1 ? -1 : 1);
        const double x = q[0], y = q[1], z = q[2], w = q[3];
        const double turn[9] = {w * w + x * x - y * y - z * z, 2 * (x * y - w * z), 2 * (x * z + w * y),
                                2 * (x * y + w * z), w * w - x * x + y * y - z * z, 2 * (y * z - w * x),
                                2 * (x * z - w * y), 2 * (y * z + w * x), w * w - x * x - y * y + z * z};
        a3d_affine a;
        for (unsigned i = 0; i < 12; i++)
            a.at[i] = i % 4 == 3 ? i + 0.5 : turn[i / 4 * 3 + i % 4] / square * size[i % 4];
        a3d_placement place;
        bool mended;
        assert_true(a3d_affine_place(&a, &place, &mended));
        for (unsigned k = 0; k < 4; k++)
            along += q[k] * (double)place.rotation[k]; /* a rotation has two quaternions, one the negative of the other */
        for (unsigned k = 0; k < 4; k++)
            expect_near(along < 0 ? -(double)place.rotation[k] : (double)place.rotation[k], q[k] / a3d_square_root(square));
        for (unsigned k = 0; k < 3; k++) {
            expect_near((double)place.scale[k], size[k]);
            expect_near((double)place.translation[k], 4 * k + 3.5);
        }
    }
}

static void inverses_undo(void **state)
{
    a3d_affine a = {{2, 1, 0, 5, 0, 3, 1, 6, 1, 0, 4, 7}}, b, c;
    (void)state;
    assert_true(a3d_affine_inverse(&a, &b));
    c = a3d_affine_times(&a, &b);
    for (unsigned i = 0; i < 12; i++)
        expect_near(c.at[i], a3d_identity.at[i]);
    a = (a3d_affine){{1, 2, 3, 0, 2, 4, 6, 0, 0, 0, 1, 0}};
    assert_false(a3d_affine_inverse(&a, &b));
    expect_near(a3d_square_root(2), 1.4142135623730951);
    expect_near(a3d_square_root(1e-20) * 1e10, 1);
    expect_near(a3d_square_root(1e300) / 1e150, 1);
    assert_true(a3d_square_root(-1) == 0);
}

static void the_strongest_pull(void **state)
{
    a3d_pull p = {{0}, {0}};
    (void)state;
    for (uint32_t i = 1; i <= 4; i++)
        assert_true(a3d_pull_add(&p, i, i));
    assert_true(a3d_pull_add(&p, 2, 10)); /* pulls already */
    assert_false(a3d_pull_add(&p, 9, 0.5));
    assert_false(a3d_pull_add(&p, 8, 5)); /* in the place of the first */
    assert_int_equal(p.joints[0], 8);
    assert_true(p.weights[0] == 5 && p.weights[1] == 12);
}

/* The sum is one as exactly as floats can tell, whatever comes in. */
static void weights_add_up(void **state)
{
    build b;
    a3d_scene v;
    a3d_pull pulls[3] = {{{1, 2, 3, 0}, {1, 1, 1, 0}}, {{0}, {0}}, {{4, 5, 6, 7}, {1e-8f, 3e8f, 7, 0.3f}}};
    uint32_t attributes[A3D_VERTEX_KINDS];
    (void)state;
    build_fresh(&b, &a3d_format_tanki, 3, 0);
    a3d_scene_init(&v, &b.arena, b.doc);
    assert_true(a3d_scene_pulls(&v, pulls, 3, attributes));
    for (unsigned i = 0; i < 3; i++) {
        double sum = 0;
        for (unsigned k = 0; k < 4; k++)
            sum += (double)a3d_float_at((const uint8_t *)v.data.data + 24 + 16 * i + 4 * k, false);
        assert_true(sum > 1 - 1e-7 && sum < 1 + 1e-7);
    }
    assert_string_equal(v.losses[0].what, "weights without a sum (the first joint instead)");
    assert_int_equal(v.losses[0].count, 1);
    build_free(&b);
}

/* What is asked for beyond the bytes of the document ends all that follows. */
static void claims_end(void **state)
{
    build b;
    a3d_scene v;
    (void)state;
    build_fresh(&b, &a3d_format_tanki, 3, 0);
    a3d_scene_init(&v, &b.arena, b.doc);
    assert_false(a3d_scene_open(&v, A3D_AT_POSITION, 0)); /* of nothing, which costs nothing */
    assert_int_equal(v.n_losses, 0);
    assert_false(a3d_scene_open(&v, A3D_AT_POSITION, 100000000));
    assert_false(a3d_scene_open(&v, A3D_AT_POSITION, 1));
    assert_int_equal(a3d_scene_node_add(&v, a3d_from(0), (a3d_label){NULL, 0}), A3D_NONE);
    assert_int_equal(v.n_losses, 1);
    assert_int_equal(v.losses[0].count, 1);
    build_free(&b);
}

/* The name of a texture is kept, and compared with those before it, and becomes a picture: each takes a step. */
static void textures_take_steps(void **state)
{
    const a3d_label name = {"hull.png", 8};
    (void)state;
    for (uint64_t steps = 0; steps < 4; steps++) {
        build b;
        a3d_scene v;
        build_fresh(&b, &a3d_format_tanki, 3, 0);
        a3d_scene_init(&v, &b.arena, b.doc);
        uint32_t material = a3d_scene_material(&v, a3d_from(0), name);
        v.steps_left = steps;
        a3d_scene_link(&v, material, "diffuseMap", 0, name);
        assert_int_equal(v.images.n, steps == 3);
        assert_int_equal(v.n_losses, steps < 3);
        build_free(&b);
    }
}

/* ---- without memory ---- */

static void *starve(void *user, void *p, size_t old_size, size_t size)
{
    size_t *left = user;
    (void)old_size;
    if (size == 0) {
        free(p);
        return NULL;
    }
    if (*left == 0)
        return NULL;
    --*left;
    return realloc(p, size);
}

/* Each request refused in turn, until all are granted: no file, or the whole file. */
static void starve_one(const a3d_format *format, uint32_t version, const char *const *words)
{
    build b;
    size_t n = 0;
    bool done = false;
    a3d_gltf whole;
    build_make(&b, format, version, words);
    a3d_result result = {.format = format, .doc = b.doc, .version = "1"};
    assert_true(a3d_gltf_make_whole(&b.arena, &result, &whole));
    for (; !done && n < 10000; n++) {
        size_t left = n;
        a3d_arena arena;
        a3d_gltf gltf;
        a3d_arena_init(&arena, &(a3d_allocator){.resize = starve, .user = &left, .chunk = 1});
        done = a3d_gltf_make_whole(&arena, &result, &gltf);
        assert_int_equal(done, !arena.refused);
        if (done)
            assert_memory_equal(gltf.glb.data, whole.glb.data, whole.glb.size);
        a3d_arena_free(&arena);
    }
    assert_true(done && n > 20);
    build_free(&b);
}

static void no_memory_is_no_file(void **state)
{
    (void)state;
    starve_one(&a3d_format_tanki, 3, WORDS(TRIANGLE));
    starve_one(&a3d_format_m3g, 1, WORDS(STRIPS("encoding=indices_u8,indices={0,1,2,3,3,1},stripLengths={4,3}"), "sections[1].objects+={type=Light}"));
    starve_one(&a3d_format_m3g, 1, WORDS(SEQUENCE(FRAME("0", "7")), "sections[1].objects+={type=Image2D,format=RGB,width=1,height=1,pixels=hex:010203}"));
    starve_one(&a3d_format_m3g, 1, WORDS(MORPH));
    starve_one(&a3d_format_odol, 75, WORDS("lods[0].n_vertices=3", "lods[0].positions+=3", "lods[0].normals+=3", "lods[0].faces+={indices={0,1,2}}",
                                           "lods[0].textures+={name=\"a.paa\"}", "lods[0].sections+={face_to=16,texture=0}",
                                           "modelInfo.skeleton={name=\"s\",bones+={bone=\"a\"}}", "lods[0].sub2skel={0}", "lods[0].bone_ref+=3"));
    starve_one(&a3d_format_a3d2, 0, WORDS(SKIN, "objects+={id=1,name=\"door\",visible=1}", "animationTracks+={id=4,objectName=\"door\"}", KEY("0", "1", "7")));
}

/* A limit may leave a document without its root, or with a root and nothing in it: there is nothing to draw. */
static void limits_end_scenes(void **state)
{
    (void)state;
    for (const a3d_format *const *f = a3d_formats(); *f != NULL; f++) {
        build b;
        bool drawn = false;
        uint32_t version = 0;
        for (const a3d_version *v = (*f)->versions; v->text != NULL; v++)
            version = v->generated && v->branch == NULL ? v->number : version;
        build_make(&b, *f, version, NULL);
        for (unsigned nodes = 1; nodes <= 400; nodes++) {
            a3d_arena arena;
            a3d_gltf gltf;
            a3d_options options = {.format = *f, .limits = {.nodes = nodes}};
            a3d_arena_init(&arena, NULL);
            const a3d_result *r = a3d_lint(&arena, b.bytes, b.size, &options);
            assert_true(nodes > 1 || r->verdict == A3DLINT_LIMITED);
            drawn = a3d_gltf_make_whole(&arena, r, &gltf);
            assert_true(nodes > 1 || !drawn);
            a3d_arena_free(&arena);
        }
        assert_true(drawn);
        build_free(&b);
    }
}

/* A format whose documents show nothing becomes an empty scene. */
static void shows_nothing(void **state)
{
    static a3d_format blind;
    made m;
    (void)state;
    blind = a3d_format_tanki;
    blind.scene = NULL;
    make(&m, &blind, 3, WORDS(TRIANGLE));
    expect_json(&m, "\"scenes\":[{\"name\":\"scene\"}]");
    drop(&m);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(nothing_is_an_empty_scene), cmocka_unit_test(a_triangle_is_carried_over), cmocka_unit_test(damage_is_told),
        cmocka_unit_test(strips_become_triangles),   cmocka_unit_test(faces_become_triangles),     cmocka_unit_test(skins_have_joints),
        cmocka_unit_test(joints_hang_on_joints),
        cmocka_unit_test(placements_are_taken_apart),
        cmocka_unit_test(parts_make_the_same_matrix), cmocka_unit_test(inverses_undo),             cmocka_unit_test(the_strongest_pull),
        cmocka_unit_test(weights_add_up),            cmocka_unit_test(claims_end), cmocka_unit_test(textures_take_steps),
        cmocka_unit_test(tracks_become_animations),  cmocka_unit_test(no_memory_is_no_file),  cmocka_unit_test(limits_end_scenes),
        cmocka_unit_test(shows_nothing), cmocka_unit_test(pictures_are_beside), cmocka_unit_test(images_are_embedded),
        cmocka_unit_test(pictures_may_be_left_out),  cmocka_unit_test(tangents_need_normals),
        cmocka_unit_test(lights_shine), cmocka_unit_test(odol_has_colors), cmocka_unit_test(numbers_have_origins), cmocka_unit_test(keyframes_become_channels), cmocka_unit_test(one_key_is_linear),
        cmocka_unit_test(playback_is_listed),
        cmocka_unit_test(children_are_listed), cmocka_unit_test(morph_targets_are_shifts), cmocka_unit_test(large_numbers_are_repaired), cmocka_unit_test(morph_targets_may_be_damaged),
           cmocka_unit_test(proxies_are_places),
    };
    return cmocka_run_group_tests_name("GLB", tests, NULL, NULL);
}
