/* rules_meshes.c - rules about meshes: how submeshes, morph targets and bones fit the vertex buffer */
#include "engine/document/findings.h"
#include "formats/m3g/objects.h"
#include "formats/m3g/records.h"
#include "formats/m3g/rules.h"

#include <stdio.h>

enum { MOST_VERTICES = 65535 };

static uint32_t list_count(const a3d_m3g_objects *s, const a3d_m3g_object *o, unsigned slot)
{
    const a3d_node *node = a3d_at(s->doc, a3d_m3g_field(s->doc, o, slot));
    return node->state == A3D_PRESENT ? node->v.at.count : 0;
}

/* The vertex count of a buffer, from the first known array; 0 if none is known. */
static int64_t vertices_of(const a3d_m3g_objects *s, const a3d_m3g_object *buffer)
{
    static const uint16_t slots[] = {VERTEX_BUFFER_positions, VERTEX_BUFFER_normals, VERTEX_BUFFER_colors};
    for (size_t i = 0; i < sizeof slots / sizeof *slots; i++) {
        const a3d_m3g_object *array = a3d_m3g_target(s, buffer, slots[i], M3G_KIND(M3G_ARRAY));
        if (array != NULL)
            return a3d_m3g_get(s, array, VERTEX_ARRAY_vertexCount);
    }
    return 0;
}

/* --- submeshes --- */

/* Checks M3G-169. */
static void check_reach(const a3d_m3g_objects *s, const a3d_m3g_object *o, const a3d_m3g_items *items, uint32_t i,
                        int64_t vertices)
{
    const a3d_m3g_object *strips = a3d_m3g_named(s, o, a3d_m3g_item(items, i, 0), M3G_KIND(M3G_STRIPS));
    if (strips == NULL || vertices == 0 || strips->reach <= vertices)
        return;
    a3d_finding *f = a3d_m3g_report_item(s, M3G_RULE_SUBMESH_INDEX, items, i, 0, 4, ".indexBuffer");
    a3d_actual(f, (int64_t)strips->reach - 1);
    a3d_expect(f, 0, vertices - 1);
    a3d_say(s->ctx, f, "%s uses vertex %u; expected less than %lld, the number of vertices",
            a3d_m3g_name(s, a3d_m3g_item(items, i, 0)).text, (unsigned)strips->reach - 1, (long long)vertices);
}

/* Checks M3G-057, M3G-170. */
static void check_look(const a3d_m3g_objects *s, const a3d_m3g_object *o, const a3d_m3g_items *items, uint32_t i,
                       const a3d_m3g_object *buffer)
{
    const a3d_m3g_object *look = a3d_m3g_named(s, o, a3d_m3g_item(items, i, 4), M3G_KIND(M3G_APPEARANCE));
    if (look == NULL || !a3d_m3g_has(s, buffer, VERTEX_BUFFER_texcoordArrays))
        return;
    if (a3d_m3g_target(s, look, APPEARANCE_material, M3G_KIND(M3G_MATERIAL)) != NULL &&
        a3d_m3g_get(s, buffer, VERTEX_BUFFER_normals) == 0) {
        a3d_finding *f = a3d_m3g_report_item(s, M3G_RULE_SUBMESH_NORMALS, items, i, 4, 4, ".appearance");
        a3d_say(
            s->ctx, f,
            "normals of the vertex buffer is 0 (none); expected a VertexArray, because the appearance has a material");
    }
    uint32_t textures = list_count(s, look, APPEARANCE_textures),
             coordinates = list_count(s, buffer, VERTEX_BUFFER_texcoordArrays);
    if (textures > coordinates) {
        a3d_finding *f = a3d_m3g_report_item(s, M3G_RULE_SUBMESH_TEXCOORDS, items, i, 4, 4, ".appearance");
        a3d_actual(f, textures);
        a3d_say(s->ctx, f, "the appearance has %s; expected at most %u, the number of texture coordinate arrays",
                a3d_amount_of(textures, "texture").text, (unsigned)coordinates);
    }
}

static void check_submeshes(const a3d_m3g_objects *s, const a3d_m3g_object *o, const a3d_m3g_object *buffer)
{
    int64_t vertices = vertices_of(s, buffer);
    a3d_m3g_items items;
    if (!a3d_m3g_items_of(s, o, MESH_submeshes, &items))
        return;
    for (uint32_t i = 0; i < items.count && a3d_work(s->ctx, 1) == A3D_OK; i++) {
        check_reach(s, o, &items, i, vertices);
        check_look(s, o, &items, i, buffer);
    }
}

/* --- morph targets --- */

/* The arrays of a vertex buffer: count, components and size of each; 0: none, -1: unknown. Ignores texture units beyond
 * those that every device has. */
enum { TEXTURE_UNITS = 8, PARTS = 3 + TEXTURE_UNITS };

static int64_t shape_of(const a3d_m3g_objects *s, const a3d_m3g_object *buffer, int64_t number)
{
    if (!a3d_m3g_has(s, buffer, VERTEX_BUFFER_texcoordArrays)) /* the last field: the buffer was not read */
        return -1;
    const a3d_m3g_object *array = a3d_m3g_named(s, buffer, number, M3G_KIND(M3G_ARRAY));
    if (array == NULL || !a3d_m3g_has(s, array, VERTEX_ARRAY_vertexCount))
        return number == 0 ? 0 : -1;
    return a3d_m3g_get(s, array, VERTEX_ARRAY_vertexCount) << 16 |
           a3d_m3g_get(s, array, VERTEX_ARRAY_componentCount) << 8 | a3d_m3g_get(s, array, VERTEX_ARRAY_componentSize);
}

static void shapes_of(const a3d_m3g_objects *s, const a3d_m3g_object *buffer, int64_t shapes[PARTS])
{
    a3d_m3g_items items;
    shapes[0] = shape_of(s, buffer, a3d_m3g_get(s, buffer, VERTEX_BUFFER_positions));
    shapes[1] = shape_of(s, buffer, a3d_m3g_get(s, buffer, VERTEX_BUFFER_normals));
    shapes[2] = shape_of(s, buffer, a3d_m3g_get(s, buffer, VERTEX_BUFFER_colors));
    uint32_t units = a3d_m3g_items_of(s, buffer, VERTEX_BUFFER_texcoordArrays, &items) ? items.count : 0;
    for (uint32_t i = 0; i < TEXTURE_UNITS; i++)
        shapes[3 + i] = shape_of(s, buffer, i < units ? a3d_m3g_item(&items, i, 0) : 0);
}

static const char *part_name(unsigned part)
{
    static const char *const names[] = {"positions", "normals", "colors"};
    return part < 3 ? names[part] : "texture coordinates";
}

/* A shape in words: "3 vertices of 2 components of 1 byte". */
static a3d_amount shape_text(int64_t shape)
{
    a3d_amount out;
    if (shape == 0)
        snprintf(out.text, sizeof out.text, "none");
    else
        snprintf(out.text, sizeof out.text, "%.24s of %.24s of %.24s",
                 a3d_amount_of((uint64_t)shape >> 16, "vertex").text, a3d_amount_of(shape >> 8 & 255, "component").text,
                 a3d_amount_of(shape & 255, "byte").text);
    return out;
}

/* Says what the shape of a part is, and what it is in the other buffer. */
static void say_shapes(const a3d_m3g_objects *s, a3d_finding *f, unsigned part, int64_t found, int64_t wanted,
                       const char *other)
{
    a3d_say(s->ctx, f, "%s of the morph target: %s; expected %s, as in %s", part_name(part), shape_text(found).text,
            shape_text(wanted).text, other);
}

/* The first part that differs, or PARTS. With `subset`, parts that the first buffer lacks do not count. */
static unsigned difference(const int64_t a[PARTS], const int64_t b[PARTS], bool subset)
{
    unsigned i = 0;
    while (i < PARTS && (a[i] == b[i] || a[i] < 0 || b[i] < 0 || (subset && a[i] == 0)))
        i++;
    return i;
}

/* Checks M3G-174, M3G-175. */
static void check_targets(const a3d_m3g_objects *s, const a3d_m3g_object *o, const a3d_m3g_object *base)
{
    int64_t wanted[PARTS], first[PARTS], shapes[PARTS];
    bool any = false;
    a3d_m3g_items items;
    if (!a3d_m3g_items_of(s, o, MORPHING_MESH_morphTargets, &items))
        return;
    shapes_of(s, base, wanted);
    for (uint32_t i = 0; i < items.count && a3d_work(s->ctx, 2) == A3D_OK; i++) {
        const a3d_m3g_object *target = a3d_m3g_named(s, o, a3d_m3g_item(&items, i, 0), M3G_KIND(M3G_BUFFER));
        if (target == NULL)
            continue;
        shapes_of(s, target, any ? shapes : first);
        unsigned odd = difference(any ? shapes : first, wanted, true);
        if (odd < PARTS) {
            a3d_finding *f = a3d_m3g_report_item(s, M3G_RULE_MORPH_BASE, &items, i, 0, 4, ".morphTarget");
            say_shapes(s, f, odd, (any ? shapes : first)[odd], wanted[odd], "the base mesh");
        }
        odd = any ? difference(shapes, first, false) : PARTS;
        if (odd < PARTS) {
            a3d_finding *f = a3d_m3g_report_item(s, M3G_RULE_MORPH_AGREEMENT, &items, i, 0, 4, ".morphTarget");
            say_shapes(s, f, odd, shapes[odd], first[odd], "the first target");
        }
        any = true;
    }
}

/* --- bones --- */

static bool is_inside(const a3d_m3g_object *node, const a3d_m3g_object *above)
{
    return node->enter - above->enter < above->within;
}

/* Checks M3G-205, M3G-225, M3G-226: a bone whose way up to the mesh can be computed. */
static void check_bone_place(const a3d_m3g_objects *s, const a3d_m3g_items *items, uint32_t i,
                             const a3d_m3g_object *bone, const a3d_m3g_object *skeleton)
{
    unsigned number = a3d_m3g_item(items, i, 0);
    bool inside = is_inside(bone, skeleton);
    const a3d_m3g_object *flat = &s->objects[bone->flat];
    if (inside && (bone->flat == 0 || !is_inside(flat, skeleton)))
        return;
    unsigned rule = inside ? M3G_RULE_BONE_SINGULAR : M3G_RULE_BONE_OUTSIDE;
    a3d_finding *f = a3d_m3g_report_item(s, rule, items, i, 0, 4, ".transformNode");
    a3d_actual(f, number);
    if (!inside) {
        a3d_m3g_blame(s, f);
        a3d_say(s->ctx, f, "transformNode is %s; expected the skeleton or a node below it",
                a3d_m3g_name(s, number).text);
        return;
    }
    if (flat->broken != 0)
        f->cause = flat->broken - 1;
    if (flat == bone)
        a3d_say(s->ctx, f, "the transform of %s cannot be inverted; expected an invertible one, because it is a bone",
                a3d_m3g_name(s, number).text);
    else
        a3d_say(s->ctx, f, "the transform of object %u above %s cannot be inverted; expected an invertible one",
                (unsigned)bone->flat, a3d_m3g_name(s, number).text);
}

/* Checks M3G-208, M3G-209. */
static void check_bone_vertices(const a3d_m3g_objects *s, const a3d_m3g_items *items, uint32_t i, int64_t vertices)
{
    int64_t end = (int64_t)a3d_m3g_item(items, i, 4) + a3d_m3g_item(items, i, 8);
    unsigned rule = end > MOST_VERTICES ? M3G_RULE_BONE_REACH : M3G_RULE_BONE_VERTEX;
    int64_t most = end > MOST_VERTICES ? MOST_VERTICES : vertices;
    if (most == 0 || end <= most)
        return;
    a3d_finding *f = a3d_m3g_report_item(s, rule, items, i, 4, 8, ".vertexCount");
    int64_t first = a3d_m3g_item(items, i, 4), count = end - first;
    a3d_actual(f, count);
    a3d_expect(f, 0, first < most ? most - first : 0);
    a3d_say(s->ctx, f, "vertexCount is %lld from vertex %lld on; expected %s, because %s %s", (long long)count,
            (long long)first, a3d_range_of(0, first < most ? most - first : 0, count).text,
            end > MOST_VERTICES ? "the sum is at most" : "the mesh has",
            end > MOST_VERTICES ? "65535" : a3d_amount_of((uint64_t)vertices, "vertex").text);
}

static void check_bones(const a3d_m3g_objects *s, const a3d_m3g_object *o, const a3d_m3g_object *buffer)
{
    const a3d_m3g_object *skeleton = a3d_m3g_target(s, o, SKINNED_MESH_skeleton, M3G_KIND(M3G_GROUP));
    int64_t vertices = buffer != NULL ? vertices_of(s, buffer) : 0;
    a3d_m3g_items items;
    if (!a3d_m3g_items_of(s, o, SKINNED_MESH_transformReferences, &items))
        return;
    for (uint32_t i = 0; i < items.count && a3d_work(s->ctx, 1) == A3D_OK; i++) {
        const a3d_m3g_object *bone = a3d_m3g_named(s, o, a3d_m3g_item(&items, i, 0), M3G_NODE_KINDS);
        if (bone != NULL && skeleton != NULL)
            check_bone_place(s, &items, i, bone, skeleton);
        check_bone_vertices(s, &items, i, vertices);
    }
}

/* The object with this number if it is of one of the classes, in this file or in the one that it stands for; else
 * NULL. */
static const a3d_m3g_object *followed(const a3d_m3g_objects *s, const a3d_m3g_object *by, int64_t number,
                                      uint64_t kinds)
{
    const a3d_m3g_object *o = number > 1 && number < by - s->objects ? &s->objects[number] : NULL;
    if (o == NULL || o->type != M3G_EXTERNAL)
        return a3d_m3g_named(s, by, number, kinds);
    return o->stands_for >= 0 && (kinds & M3G_KIND(o->stands_for)) != 0 ? o : NULL;
}

/* Checks M3G-205 where the bone or the skeleton is in another file. */
static void check_followed_bones(const a3d_m3g_objects *s, const a3d_m3g_object *o)
{
    int64_t number = a3d_m3g_get(s, o, SKINNED_MESH_skeleton);
    const a3d_m3g_object *skeleton = followed(s, o, number, M3G_KIND(M3G_GROUP));
    a3d_m3g_items items;
    if (skeleton == NULL || !a3d_m3g_items_of(s, o, SKINNED_MESH_transformReferences, &items))
        return;
    for (uint32_t i = 0; i < items.count && a3d_work(s->ctx, 1) == A3D_OK; i++) {
        const a3d_m3g_object *bone = followed(s, o, a3d_m3g_item(&items, i, 0), M3G_NODE_KINDS);
        if (bone != NULL && (bone->type == M3G_EXTERNAL || skeleton->type == M3G_EXTERNAL))
            check_bone_place(s, &items, i, bone, skeleton);
    }
}

void a3d_m3g_check_linked_bones(a3d_m3g_objects *s)
{
    bool placed = false;
    for (uint32_t i = 2; i < s->count && s->doc->limited == A3D_LIMIT_NONE; i++) {
        if (!a3d_m3g_is(&s->objects[i], M3G_KIND(M3G_SKINNED_MESH)))
            continue;
        if (!placed && !(placed = a3d_m3g_place_nodes(s, false)))
            return;
        check_followed_bones(s, &s->objects[i]);
    }
}

void a3d_m3g_check_meshes(a3d_m3g_objects *s)
{
    for (uint32_t i = 2; i < s->count; i++) {
        const a3d_m3g_object *o = &s->objects[i];
        if (a3d_work(s->ctx, 1) != A3D_OK)
            return;
        if (!a3d_m3g_is(o, M3G_MESH_KINDS))
            continue;
        const a3d_m3g_object *buffer = a3d_m3g_target(s, o, MESH_vertexBuffer, M3G_KIND(M3G_BUFFER));
        if (buffer != NULL)
            check_submeshes(s, o, buffer);
        if (buffer != NULL && o->type == M3G_MORPHING_MESH)
            check_targets(s, o, buffer);
        if (o->type == M3G_SKINNED_MESH)
            check_bones(s, o, buffer);
    }
}
