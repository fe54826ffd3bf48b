/* make.c - random A3D2 documents, where the tables do not suffice */
#include "formats/a3d2/statements.h"
#include "formats/alternativa/make.h"

enum { MOST_JOINTS = 4, KEYFRAME_SIZE = 52, MOST_ABOVE = 64 };

static uint32_t scene_of(const a3d_doc *doc)
{
    return a3d_field(doc, doc->root, FILE_message);
}

static uint32_t size_of_list(const a3d_doc *doc, unsigned slot)
{
    uint32_t first;
    return a3d_elements(doc, scene_of(doc), slot, &first);
}

/* The number of joints of each surface of each skin. */
static uint32_t joints_per_surface(const a3d_doc *doc)
{
    uint32_t n = size_of_list(doc, SCENE_joints) + size_of_list(doc, SCENE_objects);
    return n > MOST_JOINTS ? MOST_JOINTS : n;
}

/* ---- fields ---- */

static int make_attributes(a3d_maker *m, uint32_t node)
{
    uint8_t attributes[A3D_MOST_ATTRIBUTES];
    unsigned n = a3d_make_attributes(m, joints_per_surface(m->ctx.doc) > 0 && a3d_luck(m, 1, 3), attributes);
    a3d_text list;
    a3d_text_init(&list, m->ctx.doc->arena);
    for (unsigned i = 0; i < n; i++)
        a3d_put_type(&list, A3D_I32, attributes[i], true);
    int st = a3d_make_content(m, node, &list, n);
    a3d_text_free(&list);
    return st;
}

/* Reads the attributes of a vertex buffer, whose codes equal those of a3d_attribute. */
static unsigned read_attributes(const a3d_doc *doc, uint32_t record, uint8_t out[A3D_MOST_ATTRIBUTES])
{
    a3d_bytes list = a3d_bytes_of(doc, record, VERTEX_BUFFER_attributes);
    for (uint32_t i = 0; i < list.count; i++)
        out[i] = (uint8_t)a3d_load32(list.data + 4 * (size_t)i, true);
    return list.count;
}

static int make_vertex_bytes(a3d_maker *m, uint32_t node)
{
    const a3d_doc *doc = m->ctx.doc;
    uint8_t attributes[A3D_MOST_ATTRIBUTES];
    bool words = doc->vars[A3D_VAR_VERSION] >= 6;
    unsigned n = read_attributes(doc, a3d_at(doc, node)->parent, attributes);
    uint32_t size = a3d_vertex_size(attributes, n, words), joints = joints_per_surface(doc);
    a3d_text bytes;
    a3d_text_init(&bytes, doc->arena);
    a3d_make_vertices(m, attributes, n, words, joints > 0 ? joints : 1, a3d_many(m, 3, 65535, size), &bytes);
    int st = a3d_make_content(m, node, &bytes, (uint32_t)bytes.size);
    a3d_text_free(&bytes);
    return st;
}

static int make_keyframes(a3d_maker *m, uint32_t node)
{
    int st = a3d_make_list(m, node, a3d_many(m, 1, 4096, KEYFRAME_SIZE));
    a3d_bytes frames = a3d_bytes_of(m->ctx.doc, a3d_at(m->ctx.doc, node)->parent, TRACK_keyframes);
    int64_t time = a3d_random_below(&m->random, 64);
    for (uint32_t i = 0; st == A3D_OK && i < frames.count; i++, time += 1 + a3d_random_below(&m->random, 64))
        a3d_store((uint8_t *)(uintptr_t)frames.data + KEYFRAME_SIZE * (size_t)i, 4, a3d_float_bits(time, 5), true);
    return st;
}

static int choose_in_scene(a3d_maker *m, uint32_t node, unsigned slot)
{
    if (slot == SCENE_versionMinor) {
        a3d_at(m->ctx.doc, node)->state = A3D_PRESENT;
        a3d_at(m->ctx.doc, node)->v.i = m->ctx.doc->vars[A3D_VAR_VERSION];
        return A3D_OK;
    }
    if (a3d_is_bulky(m) && (slot == SCENE_indexBuffers || slot == SCENE_vertexBuffers))
        return a3d_make_list(m, node, a3d_few(m, 1, UINT16_MAX, 1000));
    bool tracks = slot == SCENE_animationClips || slot == SCENE_animationTracks;
    return tracks && a3d_luck(m, 1, 2) ? A3D_OK : A3D_UNCHOSEN;
}

static int choose_name(a3d_maker *m, uint32_t node)
{
    char name[40];
    if (a3d_luck(m, 1, 3))
        return A3D_UNCHOSEN;
    a3d_make_name(m, "Node ", name);
    a3d_at(m->ctx.doc, node)->state = A3D_PRESENT;
    return a3d_make_text(m, node, name);
}

int a3d2_choose(a3d_maker *m, uint32_t node)
{
    const a3d_doc *doc = m->ctx.doc;
    uint32_t record = a3d_at(doc, node)->parent;
    const a3d_record *type = a3d_record_type(doc, record);
    const a3d_row *row = a3d_at(doc, node)->row;
    if (record == doc->root)
        return A3D_UNCHOSEN;
    unsigned slot = node - a3d_at(doc, record)->v.at.first;
    switch (type->id) {
    case REC_SCENE: return choose_in_scene(m, node, slot);
    case REC_BOX: return slot == BOX_box ? a3d_make_box(m, node) : A3D_UNCHOSEN;
    case REC_IMAGE: return slot == IMAGE_url ? a3d_make_url(m, node) : A3D_UNCHOSEN;
    case REC_TRACK: return slot == TRACK_keyframes ? make_keyframes(m, node) : A3D_UNCHOSEN;
    case REC_INDEX_BUFFER: return slot == INDEX_BUFFER_byteBuffer ? a3d_make_index_bytes(m, node, 18) : A3D_UNCHOSEN;
    case REC_VERTEX_BUFFER:
        return slot == VERTEX_BUFFER_attributes ? make_attributes(m, node)
             : slot == VERTEX_BUFFER_byteBuffer ? make_vertex_bytes(m, node) : A3D_UNCHOSEN;
    default: return row->domain.kind == A3D_UTF8 && row->optional ? choose_name(m, node) : A3D_UNCHOSEN;
    }
}

/* ---- buffers ---- */

static uint32_t vertices_in(const a3d_doc *doc, uint32_t buffer)
{
    return (uint32_t)a3d_value(doc, buffer, VERTEX_BUFFER_vertexCount);
}

/* An index buffer belongs to the vertex buffer with the same index, modulo their number. */
static uint32_t vertices_for(const a3d_doc *doc, uint32_t place)
{
    uint32_t first, n = a3d_elements(doc, scene_of(doc), SCENE_vertexBuffers, &first);
    return n > 0 ? first + place % n : A3D_NO_NODE;
}

static void repair_buffers(a3d_maker *m)
{
    const a3d_doc *doc = m->ctx.doc;
    uint8_t attributes[A3D_MOST_ATTRIBUTES];
    uint32_t first, n = a3d_elements(doc, scene_of(doc), SCENE_vertexBuffers, &first);
    for (uint32_t i = first; i < first + n; i++) {
        unsigned k = read_attributes(doc, i, attributes);
        uint32_t size = a3d_vertex_size(attributes, k, doc->vars[A3D_VAR_VERSION] >= 6);
        a3d_make_value(m, i, VERTEX_BUFFER_vertexCount, a3d_bytes_of(doc, i, VERTEX_BUFFER_byteBuffer).size / size);
    }
    n = a3d_elements(doc, scene_of(doc), SCENE_indexBuffers, &first);
    for (uint32_t i = first; i < first + n; i++) {
        uint32_t bytes = a3d_field(doc, i, INDEX_BUFFER_byteBuffer), vertices = vertices_for(doc, i - first);
        a3d_make_value(m, i, INDEX_BUFFER_indexCount, a3d_at(doc, bytes)->v.at.count / 2);
        if (vertices != A3D_NO_NODE)
            a3d_make_indices(m, bytes, vertices_in(doc, vertices));
    }
}

/* ---- what is drawn ---- */

static int put_one_id(a3d_maker *m, uint32_t node, int64_t id, bool some)
{
    a3d_text bytes;
    a3d_text_init(&bytes, m->ctx.doc->arena);
    if (some)
        a3d_put_type(&bytes, A3D_I32, id, true);
    int st = a3d_make_content(m, node, &bytes, some);
    a3d_text_free(&bytes);
    return st;
}

static bool has_joints(const a3d_doc *doc, uint32_t buffer)
{
    uint8_t attributes[A3D_MOST_ATTRIBUTES];
    for (unsigned n = read_attributes(doc, buffer, attributes); n-- > 0;)
        if (attributes[n] == A3D_JOINT)
            return true;
    return false;
}

/* The id of a joint or object by its index among both. */
static int64_t joint_at(const a3d_doc *doc, uint32_t place)
{
    uint32_t first, n = a3d_elements(doc, scene_of(doc), SCENE_joints, &first);
    if (place < n)
        return a3d_value(doc, first + place, JOINT_id);
    a3d_elements(doc, scene_of(doc), SCENE_objects, &first);
    return a3d_value(doc, first + place - n, NODE_id);
}

/* Each surface has the same number of joints, all different; each joint has its bind transform. */
static int repair_skin(a3d_maker *m, uint32_t skin, bool bound)
{
    const a3d_doc *doc = m->ctx.doc;
    uint32_t all = size_of_list(doc, SCENE_joints) + size_of_list(doc, SCENE_objects),
             n = bound ? joints_per_surface(doc) : 0;
    uint32_t surfaces = a3d_at(doc, a3d_field(doc, skin, SKIN_surfaces))->v.at.count;
    uint32_t binds = a3d_field(doc, skin, SKIN_jointBindTransforms), start = a3d_random_below(&m->random, all);
    a3d_text ids, numbers;
    a3d_text_init(&ids, doc->arena);
    a3d_text_init(&numbers, doc->arena);
    for (uint32_t i = 0; i < surfaces; i++) {
        a3d_put_type(&numbers, A3D_U16, n, true);
        for (uint32_t k = 0; k < n; k++)
            a3d_put_type(&ids, A3D_I64, joint_at(doc, (start + (k + i) % n) % all), true);
    }
    int st = a3d_make_content(m, a3d_field(doc, skin, SKIN_joints), &ids, n * surfaces);
    if (st == A3D_OK)
        st = a3d_make_content(m, a3d_field(doc, skin, SKIN_numJoints), &numbers, surfaces);
    if (st == A3D_OK)
        st = a3d_make_list(m, binds, surfaces > 0 ? n : 0);
    a3d_bytes bytes = a3d_bytes_of(doc, skin, SKIN_jointBindTransforms);
    for (uint32_t k = 0; st == A3D_OK && k < bytes.count; k++)
        a3d_store((uint8_t *)(uintptr_t)bytes.data + 56 * (size_t)k + 48, 8, (uint64_t)joint_at(doc, (start + k) % all),
                  true);
    a3d_text_free(&ids);
    a3d_text_free(&numbers);
    return st;
}

/* Chooses one of the index buffers, and the vertex buffer that belongs to it. */
static int repair_drawn(a3d_maker *m, uint32_t record, unsigned indices_slot, unsigned surfaces_slot,
                      unsigned buffers_slot, bool skin)
{
    const a3d_doc *doc = m->ctx.doc;
    uint32_t first, n = a3d_elements(doc, scene_of(doc), SCENE_indexBuffers, &first),
                    place = a3d_random_below(&m->random, n);
    uint32_t vertices = vertices_for(doc, place), surfaces = a3d_field(doc, record, surfaces_slot);
    for (uint32_t i = 0; skin && i < n && vertices != A3D_NO_NODE && !has_joints(doc, vertices); i++)
        vertices = vertices_for(doc, place = (place + 1) % n);
    bool some = vertices != A3D_NO_NODE;
    a3d_make_value(m, record, indices_slot, a3d_value(doc, first + place, INDEX_BUFFER_id));
    if (!some)
        a3d_at(doc, surfaces)->v.at.count = 0;
    a3d_make_surfaces(m, surfaces, SURFACE_indexBegin, SURFACE_numTriangles,
                      (uint32_t)a3d_value(doc, first + place, INDEX_BUFFER_indexCount) / 3);
    int st = put_one_id(m, a3d_field(doc, record, buffers_slot), some ? a3d_value(doc, vertices, VERTEX_BUFFER_id) : 0,
                        some);
    return skin && st == A3D_OK ? repair_skin(m, record, some && has_joints(doc, vertices)) : st;
}

static int repair_all_drawn(a3d_maker *m)
{
    static const struct { uint8_t list, indices, surfaces, buffers; } kinds[] = {
        {SCENE_decals, DECAL_indexBufferId, DECAL_surfaces, DECAL_vertexBuffers},
        {SCENE_meshes, MESH_indexBufferId, MESH_surfaces, MESH_vertexBuffers},
        {SCENE_skins, SKIN_indexBufferId, SKIN_surfaces, SKIN_vertexBuffers}};
    for (unsigned k = 0; k < 3; k++) {
        uint32_t first, n = a3d_elements(m->ctx.doc, scene_of(m->ctx.doc), kinds[k].list, &first);
        for (uint32_t i = first; i < first + n; i++)
            if (repair_drawn(m, i, kinds[k].indices, kinds[k].surfaces, kinds[k].buffers,
                             kinds[k].list == SCENE_skins) != A3D_OK)
                return A3D_STOP;
    }
    return A3D_OK;
}

/* ---- nodes ---- */

/* Parents have smaller ids than their children, so there is no cycle, and only joints have joints as parents. */
static void repair_parents(a3d_maker *m)
{
    const a3d_doc *doc = m->ctx.doc;
    for (unsigned k = 0; k < A3D2_NODE_KINDS; k++) {
        const a3d2_kind *kind = &a3d2_kinds[k];
        uint32_t first, n = a3d_elements(doc, scene_of(doc), kind->list, &first);
        uint64_t spaces = kind->space == A3D2_JOINT ? A3D2_JOINTS : A3D2_NODES & ~A3D2_IN(JOINT);
        for (uint32_t i = first; i < first + n; i++) {
            a3d_node *parent = a3d_at(doc, a3d_field(doc, i, kind->parent));
            if (parent->v.i >= a3d_value(doc, i, kind->id) || a3d_index_find(&m->ctx, spaces, parent->v.i) == NULL)
                parent->state = A3D_ABSENT;
        }
    }
}

/* The id of a node's parent, or -1. */
static int64_t parent_of(a3d_maker *m, int64_t id)
{
    const a3d_doc *doc = m->ctx.doc;
    const a3d_key *key = a3d_index_find(&m->ctx, A3D2_NODES, id);
    for (unsigned k = 0; key != NULL && k < A3D2_NODE_KINDS; k++) {
        if (a3d2_kinds[k].space != key->space)
            continue;
        uint32_t parent = a3d_field(doc, a3d_key_node(doc, key), a3d2_kinds[k].parent);
        return a3d_at(doc, parent)->state == A3D_PRESENT ? a3d_at(doc, parent)->v.i : -1;
    }
    return -1;
}

/* Whether a level may show this node: the loader must already have created it, and it must not be the LOD or an
 * ancestor of it. */
static bool may_show(a3d_maker *m, int64_t id, int64_t lod)
{
    const uint64_t known = A3D2_NODES & ~(A3D2_IN(JOINT) | A3D2_IN(CAMERA) | A3D2_IN(DECAL) | A3D2_IN(LOD));
    if (a3d_index_find(&m->ctx, known, id) == NULL)
        return false;
    for (unsigned i = 0; lod != -1 && i < MOST_ABOVE; i++, lod = parent_of(m, lod))
        if (lod == id)
            return false;
    return lod == -1;
}

static int repair_lod(a3d_maker *m, uint32_t lod)
{
    const a3d_doc *doc = m->ctx.doc;
    a3d_bytes objects = a3d_bytes_of(doc, lod, LOD_objects);
    a3d_text ids, distances;
    uint32_t n = 0;
    a3d_text_init(&ids, doc->arena);
    a3d_text_init(&distances, doc->arena);
    for (uint32_t i = 0; i < objects.count; i++) {
        int64_t id = (int64_t)a3d_load64(objects.data + 8 * (size_t)i, true);
        if (!may_show(m, id, a3d_value(doc, lod, LOD_id)))
            continue;
        a3d_put_type(&ids, A3D_I64, id, true);
        a3d_put_type(&distances, A3D_F32, a3d_float_bits(100 * (int64_t)++n, 1), true);
    }
    int st = a3d_make_content(m, objects.node, &ids, n);
    if (st == A3D_OK)
        st = a3d_make_content(m, a3d_field(doc, lod, LOD_distances), &distances, n);
    a3d_text_free(&ids);
    a3d_text_free(&distances);
    return st;
}

/* ---- animation ---- */

/* The name of some node, or empty. */
static a3d_bytes some_name(a3d_maker *m)
{
    const a3d_doc *doc = m->ctx.doc;
    uint32_t start = a3d_random_below(&m->random, A3D2_NODE_KINDS), first;
    for (unsigned k = 0; k < A3D2_NODE_KINDS; k++) {
        const a3d2_kind *kind = &a3d2_kinds[(start + k) % A3D2_NODE_KINDS];
        uint32_t n = a3d_elements(doc, scene_of(doc), kind->list, &first), at = a3d_random_below(&m->random, n);
        for (uint32_t i = 0; i < n; i++) {
            a3d_bytes name = a3d_bytes_of(doc, first + (at + i) % n, kind->name);
            if (name.data != NULL && name.size > 0)
                return name;
        }
    }
    return (a3d_bytes){A3D_NO_NODE, NULL, 0, 0, 0, 0};
}

/* Without a named node there is nothing to animate. */
static int drop_tracks(a3d_maker *m)
{
    const a3d_doc *doc = m->ctx.doc;
    uint32_t first, n = a3d_elements(doc, scene_of(doc), SCENE_animationClips, &first);
    a3d_at(doc, a3d_field(doc, scene_of(doc), SCENE_animationTracks))->state = A3D_ABSENT;
    for (uint32_t i = first; i < first + n; i++)
        if (put_one_id(m, a3d_field(doc, i, CLIP_tracks), 0, false) != A3D_OK)
            return A3D_STOP;
    return A3D_OK;
}

static int repair_tracks(a3d_maker *m)
{
    const a3d_doc *doc = m->ctx.doc;
    uint32_t first, n = a3d_elements(doc, scene_of(doc), SCENE_animationTracks, &first);
    for (uint32_t i = first; i < first + n; i++) {
        a3d_bytes name = some_name(m);
        if (name.data == NULL)
            return drop_tracks(m);
        a3d_text copy; /* the content may move while it is copied */
        a3d_text_init(&copy, doc->arena);
        a3d_put(&copy, name.data, name.size);
        int st = a3d_make_content(m, a3d_field(doc, i, TRACK_objectName), &copy, (uint32_t)copy.size);
        a3d_text_free(&copy);
        if (st != A3D_OK)
            return st;
    }
    return A3D_OK;
}

/* ---- the whole document ---- */

/* The number of bytes that the file has at least. */
static uint32_t least_size(const a3d_doc *doc)
{
    uint32_t first, n = a3d_elements(doc, scene_of(doc), SCENE_vertexBuffers, &first), size = 0;
    for (uint32_t i = first; i < first + n; i++)
        size += a3d_bytes_of(doc, i, VERTEX_BUFFER_byteBuffer).size;
    return size;
}

/* The short forms hold 14 bits of length, and a stored package must not start with 00. */
static void choose_package(a3d_maker *m)
{
    a3d_node *package = a3d_at(m->ctx.doc, a3d_field(m->ctx.doc, m->ctx.doc->root, FILE_package));
    int64_t spent = m->size - m->room;
    package->form = spent > 6000 ? A3D2_LONG : a3d_luck(m, 1, 3) && !m->plain ? A3D2_LONG : A3D2_PACKED;
    if (least_size(m->ctx.doc) >= 256 && spent <= 6000 && !m->plain && a3d_luck(m, 1, 4))
        package->form = A3D2_STORED;
}

int a3d2_repair(a3d_maker *m)
{
    uint32_t first, n;
    repair_buffers(m);
    repair_parents(m);
    if (repair_all_drawn(m) != A3D_OK || repair_tracks(m) != A3D_OK)
        return A3D_STOP;
    n = a3d_elements(m->ctx.doc, scene_of(m->ctx.doc), SCENE_lods, &first);
    for (uint32_t i = first; i < first + n; i++)
        if (repair_lod(m, i) != A3D_OK)
            return A3D_STOP;
    choose_package(m);
    return A3D_OK;
}
