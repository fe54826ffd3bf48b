/* schema.c - the tables of M3G: enumerations, records and the object types */
#include "base/text.h"
#include "base/utf8.h"
#include "formats/m3g/internal.h"
#include "formats/m3g/records.h"
#include "formats/m3g/rules.h"
#include "model/doc.h"

static const a3d_name schemes[] = {{M3G_STORED, "stored"}, {M3G_DEFLATED, "zlib"}, {0, NULL}};

static const a3d_name alignments[] = {
    {144, "NONE"}, {145, "ORIGIN"}, {146, "X_AXIS"}, {147, "Y_AXIS"}, {148, "Z_AXIS"}, {0, NULL}};

static const a3d_name properties[] = {
    {256, "ALPHA"}, {257, "AMBIENT_COLOR"}, {258, "COLOR"}, {259, "CROP"}, {260, "DENSITY"},
    {261, "DIFFUSE_COLOR"}, {262, "EMISSIVE_COLOR"}, {263, "FAR_DISTANCE"}, {264, "FIELD_OF_VIEW"},
    {265, "INTENSITY"}, {266, "MORPH_WEIGHTS"}, {267, "NEAR_DISTANCE"}, {268, "ORIENTATION"},
    {269, "PICKABILITY"}, {270, "SCALE"}, {271, "SHININESS"}, {272, "SPECULAR_COLOR"}, {273, "SPOT_ANGLE"},
    {274, "SPOT_EXPONENT"}, {275, "TRANSLATION"}, {276, "VISIBILITY"}, {0, NULL}};

static const a3d_name image_modes[] = {{32, "BORDER"}, {33, "REPEAT"}, {0, NULL}};
static const a3d_name projections[] = {{48, "GENERIC"}, {49, "PARALLEL"}, {50, "PERSPECTIVE"}, {0, NULL}};
static const a3d_name pixel_blendings[] = {
    {64, "ALPHA"}, {65, "ALPHA_ADD"}, {66, "MODULATE"}, {67, "MODULATE_X2"}, {68, "REPLACE"}, {0, NULL}};
static const a3d_name fog_modes[] = {{80, "EXPONENTIAL"}, {81, "LINEAR"}, {0, NULL}};
static const a3d_name cullings[] = {{160, "BACK"}, {161, "FRONT"}, {162, "NONE"}, {0, NULL}};
static const a3d_name shadings[] = {{164, "FLAT"}, {165, "SMOOTH"}, {0, NULL}};
static const a3d_name windings[] = {{168, "CCW"}, {169, "CW"}, {0, NULL}};
static const a3d_name image_formats[] = {
    {96, "ALPHA"}, {97, "LUMINANCE"}, {98, "LUMINANCE_ALPHA"}, {99, "RGB"}, {100, "RGBA"}, {0, NULL}};
static const a3d_name light_modes[] = {
    {128, "AMBIENT"}, {129, "DIRECTIONAL"}, {130, "OMNI"}, {131, "SPOT"}, {0, NULL}};
static const a3d_name texture_blendings[] = {
    {224, "ADD"}, {225, "BLEND"}, {226, "DECAL"}, {227, "MODULATE"}, {228, "REPLACE"}, {0, NULL}};
static const a3d_name wrappings[] = {{240, "CLAMP"}, {241, "REPEAT"}, {0, NULL}};
static const a3d_name level_filters[] = {{208, "BASE_LEVEL"}, {209, "LINEAR"}, {210, "NEAREST"}, {0, NULL}};
static const a3d_name image_filters[] = {{209, "LINEAR"}, {210, "NEAREST"}, {0, NULL}};
static const a3d_name interpolations[] = {
    {176, "LINEAR"}, {177, "SLERP"}, {178, "SPLINE"}, {179, "SQUAD"}, {180, "STEP"}, {0, NULL}};
static const a3d_name repeat_modes[] = {{192, "CONSTANT"}, {193, "LOOP"}, {0, NULL}};

/* The specification gives these by number only. */
static const a3d_name key_encodings[] = {{0, "floats"}, {1, "bytes"}, {2, "shorts"}, {0, NULL}};
static const a3d_name strip_encodings[] = {
    {0, "start_u32"}, {1, "start_u8"}, {2, "start_u16"},
    {128, "indices_u32"}, {129, "indices_u8"}, {130, "indices_u16"}, {0, NULL}};
static const a3d_name component_sizes[] = {{1, "byte"}, {2, "short"}, {0, NULL}};
static const a3d_name vertex_encodings[] = {{0, "plain"}, {1, "delta"}, {0, NULL}};

/* The hint includes the file itself, so it is the stated size, or more if other files are linked. */
static uint64_t content_size(const a3d_doc *doc, uint32_t header)
{
    uint64_t total = (uint64_t)a3d_value(doc, header, HEADER_totalFileSize);
    uint64_t stored = (uint64_t)a3d_value(doc, header, HEADER_approximateContentSize);
    bool linked = a3d_value(doc, header, HEADER_hasExternalReferences) != 0;
    return linked && stored > total ? stored : total;
}

/* For classes that cannot be animated. */
#define NO_TRACKS(P) RELATION(COUNT_TERM(P##_animationTracks), EQ, NUMBER(0), M3G_RULE_TRACKS_NOWHERE)

A3D_RECORD_OF(VECTOR3D, vector3d, "Vector3D", M3G_REC_VECTOR3D)
A3D_RECORD_OF(COLOR_RGB, color_rgb, "ColorRGB", M3G_REC_COLOR_RGB)
A3D_RECORD_OF(COLOR_RGBA, color_rgba, "ColorRGBA", M3G_REC_COLOR_RGBA)
A3D_RECORD_OF(USER_PARAMETER, user_parameter, "UserParameter", M3G_REC_USER_PARAMETER)

A3D_RECORD_OF(HEADER, header, "Header", M3G_REC_HEADER)
A3D_RECORD_OF(EXTERNAL, external_reference, "ExternalReference", M3G_REC_EXTERNAL)
A3D_RECORD_WITH(ANIMATION_CONTROLLER, animation_controller, "AnimationController", M3G_REC_OF(1),
                NO_TRACKS(ANIMATION_CONTROLLER),
                RELATION(VALUE_TERM(ANIMATION_CONTROLLER_activeIntervalStart), LE,
                         VALUE_TERM(ANIMATION_CONTROLLER_activeIntervalEnd), M3G_RULE_ACTIVE_INTERVAL))
A3D_RECORD_WITH(ANIMATION_TRACK, animation_track, "AnimationTrack", EACH(M3G_REC_OF(2), TRACKS),
                NO_TRACKS(ANIMATION_TRACK))
A3D_RECORD_WITH(APPEARANCE, appearance, "Appearance", M3G_REC_OF(3),
                NO_TRACKS(APPEARANCE),
                RELATION(COUNT_TERM(APPEARANCE_textures), LE, NUMBER(2), M3G_RULE_TEXTURE_UNITS),
                RELATION(COUNT_TERM(APPEARANCE_textures), LE, NUMBER(1), M3G_RULE_TEXTURE_UNITS_SURE))
A3D_RECORD_OF(BACKGROUND, background, "Background", M3G_REC_OF(4))
A3D_RECORD_OF(CAMERA, camera, "Camera", M3G_REC_OF(5))
A3D_RECORD_WITH(COMPOSITING_MODE, compositing_mode, "CompositingMode", M3G_REC_OF(6),
                NO_TRACKS(COMPOSITING_MODE))
A3D_RECORD_OF(FOG, fog, "Fog", M3G_REC_OF(7))
A3D_RECORD_WITH(POLYGON_MODE, polygon_mode, "PolygonMode", M3G_REC_OF(8),
                NO_TRACKS(POLYGON_MODE))
A3D_RECORD_OF(GROUP, group, "Group", M3G_REC_OF(M3G_GROUP))
A3D_RECORD_WITH(IMAGE2D, image2d, "Image2D", EACH(M3G_REC_OF(10), IMAGES),
                NO_TRACKS(IMAGE2D))
A3D_RECORD_WITH(TRIANGLE_STRIP_ARRAY, triangle_strip_array, "TriangleStripArray", M3G_REC_OF(11),
                NO_TRACKS(TRIANGLE_STRIP_ARRAY),
                RELATION(COUNT_TERM(TRIANGLE_STRIP_ARRAY_stripLengths), GE, NUMBER(1), M3G_RULE_STRIPS))
A3D_RECORD_OF(LIGHT, light, "Light", M3G_REC_OF(12))
A3D_RECORD_OF(MATERIAL, material, "Material", EACH(M3G_REC_OF(13), MATERIALS))
A3D_RECORD_OF(SUBMESH, submesh, "Submesh", M3G_REC_SUBMESH)
A3D_RECORD_WITH(MESH, mesh, "Mesh", EACH(M3G_REC_OF(14), MESHES),
                RELATION(COUNT_TERM(MESH_submeshes), GE, NUMBER(1), M3G_RULE_SUBMESHES))
A3D_RECORD_OF(MORPH_TARGET, morph_target, "MorphTarget", M3G_REC_MORPH_TARGET)
A3D_RECORD_WITH(MORPHING_MESH, morphing_mesh, "MorphingMesh", EACH(M3G_REC_OF(15), MESHES),
                RELATION(COUNT_TERM(MORPHING_MESH_submeshes), GE, NUMBER(1), M3G_RULE_SUBMESHES),
                RELATION(COUNT_TERM(MORPHING_MESH_morphTargets), GE, NUMBER(1), M3G_RULE_MORPH_TARGETS))
A3D_RECORD_OF(BONE, bone, "TransformReference", EACH(M3G_REC_BONE, BONES))
A3D_RECORD_WITH(SKINNED_MESH, skinned_mesh, "SkinnedMesh", EACH(M3G_REC_OF(16), MESHES),
                RELATION(COUNT_TERM(SKINNED_MESH_submeshes), GE, NUMBER(1), M3G_RULE_SUBMESHES))
A3D_RECORD_OF(TEXTURE2D, texture2d, "Texture2D", M3G_REC_OF(17))
A3D_RECORD_OF(SPRITE3D, sprite3d, "Sprite3D", M3G_REC_OF(18))

A3D_DECLARE(keyframe_sequence)
A3D_RECORD_OF(KEY_F32, key_f32, "Keyframe", M3G_REC_KEY_F32)
A3D_RECORD_OF(KEY_U8, key_u8, "Keyframe8", M3G_REC_KEY_U8)
A3D_RECORD_OF(KEY_U16, key_u16, "Keyframe16", M3G_REC_KEY_U16)
A3D_RECORD_WITH(KEYFRAME_SEQUENCE, keyframe_sequence, "KeyframeSequence", M3G_REC_OF(19),
                NO_TRACKS(KEYFRAME_SEQUENCE))

A3D_DECLARE(vertex_array)
A3D_RECORD_OF(VERTEX8, vertex8, "Vertex8", M3G_REC_VERTEX8)
A3D_RECORD_OF(VERTEX16, vertex16, "Vertex16", M3G_REC_VERTEX16)
A3D_RECORD_WITH(VERTEX_ARRAY, vertex_array, "VertexArray", M3G_REC_OF(20),
                NO_TRACKS(VERTEX_ARRAY))

A3D_RECORD_OF(TEXCOORD_ARRAY, texcoord_array, "TexcoordArray", M3G_REC_TEXCOORD_ARRAY)
A3D_RECORD_WITH(VERTEX_BUFFER, vertex_buffer, "VertexBuffer", M3G_REC_OF(21),
                RELATION(COUNT_TERM(VERTEX_BUFFER_texcoordArrays), LE, NUMBER(2), M3G_RULE_TEXCOORD_UNITS),
                RELATION(COUNT_TERM(VERTEX_BUFFER_texcoordArrays), LE, NUMBER(1), M3G_RULE_TEXCOORD_UNITS_SURE))
A3D_RECORD_OF(WORLD, world, "World", M3G_REC_OF(M3G_WORLD))

static const a3d_case header_case[] = {{M3G_HEADER, &header, "Header"}, {A3D_CASE_END, NULL, NULL}};

static const a3d_case object_cases[] = {
    {1, &animation_controller, "AnimationController"},
    {2, &animation_track, "AnimationTrack"},
    {3, &appearance, "Appearance"},
    {4, &background, "Background"},
    {5, &camera, "Camera"},
    {6, &compositing_mode, "CompositingMode"},
    {7, &fog, "Fog"},
    {8, &polygon_mode, "PolygonMode"},
    {M3G_GROUP, &group, "Group"},
    {10, &image2d, "Image2D"},
    {11, &triangle_strip_array, "TriangleStripArray"},
    {12, &light, "Light"},
    {13, &material, "Material"},
    {14, &mesh, "Mesh"},
    {15, &morphing_mesh, "MorphingMesh"},
    {16, &skinned_mesh, "SkinnedMesh"},
    {17, &texture2d, "Texture2D"},
    {18, &sprite3d, "Sprite3D"},
    {19, &keyframe_sequence, "KeyframeSequence"},
    {20, &vertex_array, "VertexArray"},
    {21, &vertex_buffer, "VertexBuffer"},
    {M3G_WORLD, &world, "World"},
    {M3G_EXTERNAL, &external_reference, "ExternalReference"},
    {A3D_CASE_END, NULL, NULL}};

A3D_RECORD_OF(OBJECT, object, "Object", M3G_REC_OBJECT)
A3D_RECORD_OF(SECTION, section, "Section", M3G_REC_SECTION)

/* format.c refers to the root by name, too. */
static const a3d_row file_rows[] = {CONTAINER_FIELDS(A3D_ROW, CONTAINER)};
const a3d_record a3d_m3g_file = {.name = "File", .rows = file_rows, .n_rows = CONTAINER_SLOTS, .id = M3G_REC_FILE};

const a3d_record *const a3d_m3g_records[M3G_RECORDS] = {
    [M3G_REC_FILE] = &a3d_m3g_file,
    [M3G_REC_SECTION] = &section,
    [M3G_REC_OBJECT] = &object,
    [M3G_REC_HEADER] = &header,
    [M3G_REC_EXTERNAL] = &external_reference,
    [M3G_REC_VECTOR3D] = &vector3d,
    [M3G_REC_COLOR_RGB] = &color_rgb,
    [M3G_REC_COLOR_RGBA] = &color_rgba,
    [M3G_REC_USER_PARAMETER] = &user_parameter,
    [M3G_REC_SUBMESH] = &submesh,
    [M3G_REC_MORPH_TARGET] = &morph_target,
    [M3G_REC_BONE] = &bone,
    [M3G_REC_TEXCOORD_ARRAY] = &texcoord_array,
    [M3G_REC_KEY_F32] = &key_f32,
    [M3G_REC_KEY_U8] = &key_u8,
    [M3G_REC_KEY_U16] = &key_u16,
    [M3G_REC_VERTEX8] = &vertex8,
    [M3G_REC_VERTEX16] = &vertex16,
    [M3G_REC_OF(1)] = &animation_controller,
    [M3G_REC_OF(2)] = &animation_track,
    [M3G_REC_OF(3)] = &appearance,
    [M3G_REC_OF(4)] = &background,
    [M3G_REC_OF(5)] = &camera,
    [M3G_REC_OF(6)] = &compositing_mode,
    [M3G_REC_OF(7)] = &fog,
    [M3G_REC_OF(8)] = &polygon_mode,
    [M3G_REC_OF(9)] = &group,
    [M3G_REC_OF(10)] = &image2d,
    [M3G_REC_OF(11)] = &triangle_strip_array,
    [M3G_REC_OF(12)] = &light,
    [M3G_REC_OF(13)] = &material,
    [M3G_REC_OF(14)] = &mesh,
    [M3G_REC_OF(15)] = &morphing_mesh,
    [M3G_REC_OF(16)] = &skinned_mesh,
    [M3G_REC_OF(17)] = &texture2d,
    [M3G_REC_OF(18)] = &sprite3d,
    [M3G_REC_OF(19)] = &keyframe_sequence,
    [M3G_REC_OF(20)] = &vertex_array,
    [M3G_REC_OF(21)] = &vertex_buffer,
    [M3G_REC_OF(22)] = &world,
};

void a3d_m3g_writer(const a3d_doc *doc, int zlib_level, a3d_text *out)
{
    enum { MOST = 60 };
    const a3d_node *node = a3d_first_of(doc, &HEADER_ROWS[HEADER_authoringField]);
    uint32_t stream, off;
    const uint8_t *p = node != NULL ? a3d_content(doc, node, &stream, &off) : NULL;
    uint32_t n = p != NULL ? a3d_stored_count(node) : 0;
    (void)zlib_level;
    while (n > MOST && (n > MOST + 3 || (p[n] & 0xc0) == 0x80)) /* not in the middle of a character */
        n--;
    if (n == 0 || a3d_utf8_valid(p, n) != n)
        return;
    a3d_puts(out, "\"");
    a3d_put(out, p, n);
    a3d_puts(out, "\"");
}
