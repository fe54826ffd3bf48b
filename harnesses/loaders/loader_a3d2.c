/* loader_a3d2.c - an example loader of A3D2 (Alternativa3D 2.0 to 2.6), with planted faults 201 to 215.
 * This file opens the package and builds the scene; a3d2_read.c knows the order of the fields. */
#include "a3d2_scene.h"

#include <zlib.h>

/* The element of a list with this id; NULL when there is none. */
#define FINDER(type, id_type, field)                                                  \
    static type *find_##type(type *list, uint32_t n, id_type wanted)                  \
    {                                                                                 \
        for (uint32_t i = 0; i < n; i++)                                              \
            if (list[i].field == wanted)                                              \
                return &list[i];                                                      \
        return NULL;                                                                  \
    }
FINDER(box, int32_t, id)
FINDER(image, int32_t, id)
FINDER(map, int32_t, id)
FINDER(track, int32_t, id)
FINDER(indices, int32_t, id)
FINDER(vertices, int32_t, id)
FINDER(node, int64_t, id)

enum { MOST_UVS = 8 };

/* Floats of a vertex; texture coordinates are counted over all buffers of a geometry. */
static bool vertex_width(const vertices *v, uint32_t *width, uint32_t *uv_places, uint32_t *n_uvs)
{
    static const uint8_t floats[5] = {3, 3, 4, 4, 2};
    *width = 0;
    for (uint32_t i = 0; i < v->n_attributes; i++) {
        if (v->attributes[i] < 0 || v->attributes[i] > 4)
            return false;
        if (v->attributes[i] == 4) {
            if (*n_uvs >= MOST_UVS && fault(205))
                return false;
            uv_places[(*n_uvs)++] = *width;
        }
        *width += floats[v->attributes[i]];
    }
    return true;
}

/* All buffers of a shape side by side, as words or floats. */
static bool join_buffers(const scene *s, const shape *f, uint32_t count)
{
    uint32_t word = s->minor < 6 ? 4 : 2, n_uvs = 0;
    uint32_t *uv_places = room(MOST_UVS, sizeof *uv_places);
    for (uint32_t b = 0; uv_places != NULL && b < f->n_buffers; b++) {
        const vertices *v = find_vertices(s->vertex_buffers, s->n_vertex_buffers, f->buffers[b]);
        uint32_t width;
        if (v == NULL || !vertex_width(v, &width, uv_places, &n_uvs) || v->n_bytes < v->count * width * word)
            return false;
        uint8_t *joined = room(count, width * word);
        if (joined == NULL)
            return false;
        if (width > 0 && v->count > count && fault(213))
            return false;
        if (width > 0 && v->count > 0)
            memcpy(joined, v->bytes, (size_t)v->count * width * word);
    }
    return uv_places != NULL;
}

/* Marks the vertices that a surface draws. */
static bool draw_surface(const scene *s, const indices *list, const surface *f, uint8_t *drawn, uint32_t count)
{
    int64_t end = (int64_t)f->begin + 3 * (int64_t)f->triangles;
    if (f->begin < 0 || f->triangles < 0 || end > list->n_bytes / 2)
        return false;
    for (int64_t i = f->begin; i < end; i++) {
        uint32_t index = list->bytes[2 * i] | (uint32_t)list->bytes[2 * i + 1] << 8;
        if (s->minor < 6 && index >= count)
            return false;
        if (index >= count && fault(203))
            return false;
        drawn[index] = 1;
    }
    return true;
}

static bool build_shape(const scene *s, const shape *f, const vertices *first)
{
    const indices *list = find_indices(s->index_buffers, s->n_index_buffers, f->index_buffer);
    uint8_t *drawn = room(first->count, 1);
    if (list == NULL || drawn == NULL || !join_buffers(s, f, first->count))
        return false;
    for (uint32_t i = 0; i < f->n_surfaces; i++)
        if (!draw_surface(s, list, &f->surfaces[i], drawn, first->count))
            return false;
    return true;
}

static bool draws_nothing(const shape *f)
{
    for (uint32_t i = 0; i < f->n_surfaces; i++)
        if (f->surfaces[i].triangles != 0)
            return false;
    return true;
}

static bool build_mesh(const scene *s, const shape *f)
{
    if (f->n_buffers == 0)
        return draws_nothing(f);
    const vertices *first = find_vertices(s->vertex_buffers, s->n_vertex_buffers, f->buffers[0]);
    return first != NULL && build_shape(s, f, first);
}

static bool build_decal(const scene *s, const shape *f)
{
    if (f->n_surfaces == 0)
        return true;
    if (f->n_buffers == 0 && fault(212))
        return false;
    const vertices *first = find_vertices(s->vertex_buffers, s->n_vertex_buffers, f->buffers[0]);
    return first != NULL && build_shape(s, f, first);
}

/* ---- skins ---- */

/* How far a joint is from its root: one more than its parent is. */
static bool joint_depth(const scene *s, const node *joint, uint32_t steps, uint32_t *depth)
{
    const node *parent = joint->has_parent ? find_node(s->joints, s->n_joints, joint->parent) : NULL;
    if (steps > s->n_joints && fault(206))
        return false;
    if (parent == joint || (parent != NULL && !joint_depth(s, parent, steps + 1, depth)))
        return false;
    ++*depth;
    return true;
}

/* The joints of each surface, taken from the list of all in turn. */
static bool surface_joints(const scene *s, const shape *f)
{
    bool known = f < s->skins + 2; /* the palettes of the first two are kept and were looked at */
    uint32_t next = 0;
    volatile uint32_t last = 0; /* each joint is really read */
    for (uint32_t i = 0; i < f->n_surfaces; i++) {
        if (i >= f->n_num_joints && fault(204))
            return false;
        for (uint32_t k = 0; k < f->num_joints[i]; k++, next++) {
            if (next >= f->n_joints && known)
                return false;
            if (next >= f->n_joints && fault(202))
                return false;
            last = (uint32_t)f->joints[next];
        }
    }
    (void)last;
    return true;
}

/* Counts how many vertices each joint moves. In a buffer of floats a joint is stored as three times its number. */
static bool count_influences(const shape *f, const vertices *v)
{
    static const uint8_t floats[5] = {3, 3, 4, 4, 2};
    uint32_t width = 0, joint = UINT32_MAX;
    uint32_t *uses = room(f->n_joints, sizeof *uses);
    for (uint32_t i = 0; i < v->n_attributes; i++) {
        if (v->attributes[i] == 3 && joint == UINT32_MAX)
            joint = width;
        width += floats[v->attributes[i]];
    }
    for (uint32_t i = 0; uses != NULL && joint != UINT32_MAX && i < v->count; i++) {
        reader at = {v->bytes + ((size_t)i * width + joint) * 4, v->bytes + v->n_bytes, false};
        float number = get_lef(&at) / 3, weight = get_lef(&at);
        if (!(number >= 0 && number < (float)f->n_joints) && weight != 0 && fault(214))
            return false;
        if (weight != 0)
            uses[(int32_t)number]++;
    }
    return uses != NULL;
}

static bool build_skin(const scene *s, const shape *f)
{
    for (uint32_t i = 0; i < f->n_joints; i++) {
        const node *joint = find_node(s->joints, s->n_joints, f->joints[i]);
        uint32_t depth = 0;
        if (joint == NULL)
            joint = find_node(s->objects, s->n_objects, f->joints[i]);
        if (joint == NULL || !joint_depth(s, joint, 0, &depth))
            return false;
    }
    if (!build_mesh(s, f) || !surface_joints(s, f))
        return false;
    if (f->n_buffers == 0)
        return true;
    const vertices *first = find_vertices(s->vertex_buffers, s->n_vertex_buffers, f->buffers[0]);
    return s->minor >= 6 || count_influences(f, first);
}

/* ---- everything else ---- */

static bool build_clip(const scene *s, const clip *c, float *length)
{
    for (uint32_t i = 0; i < c->n_tracks; i++) {
        const track *t = find_track(s->tracks, s->n_tracks, c->tracks[i]);
        if (t == NULL && !c->has_objects)
            continue;
        if (t == NULL && fault(208))
            return false;
        if (t->n_keys == 0 && !c->loop)
            continue;
        if (t->n_keys == 0 && fault(209))
            return false;
        *length += t->times[t->n_keys - 1];
    }
    return true;
}

static bool build_cube_map(const scene *s, const cube_map *c)
{
    char *path = room(64, 1);
    for (int i = 0; i < 6; i++) {
        const map *face = find_map(s->maps, s->n_maps, c->faces[i]);
        const image *picture = find_image(s->images, s->n_images, face != NULL ? face->image : c->faces[i]);
        if (path == NULL || picture == NULL)
            return path != NULL;
        if (strlen(picture->url) > 63 && i < 5)
            continue;
        if (strlen(picture->url) > 63 && fault(210))
            return false;
        strcpy(path, picture->url);
    }
    return true;
}

static bool build_sprite(const scene *s, const sprite *f, float *size)
{
    const box *b = f->at.box >= 0 ? find_box(s->boxes, s->n_boxes, f->at.box) : NULL;
    *size += f->width * f->height;
    if (b == NULL)
        return true;
    if (b->n < 6 && fault(211))
        return false;
    *size += b->numbers[5] - b->numbers[2];
    return true;
}

/* The hot spot of a lamp, in radians, picks a picture of its cone. */
static bool build_spot(const spot *l, uint8_t *cones)
{
    float degrees = l->hotspot * 57.29578f;
    if (degrees > 180)
        degrees = 180;
    if (!(degrees >= 0) && fault(215))
        return false;
    cones[(int)degrees] = 1;
    return true;
}

static bool build_level(const scene *s, const level *l, float *farthest)
{
    for (uint32_t i = 0; i < l->n_objects; i++) {
        const node *object = find_node(s->objects, s->n_objects, l->objects[i]);
        if (object == NULL)
            continue;
        if (i >= l->n_distances && fault(207))
            return false;
        *farthest = l->distances[i];
    }
    return true;
}

#define ALL(type, list, call)                                             \
    for (uint32_t i = 0; i < s->n_##list; i++) {                          \
        const type *e = &s->list[i];                                      \
        if (!(call))                                                      \
            return false;                                                 \
    }

/* What a brittle loader does not expect: an object without a name, a vertex buffer without vertices, version 2.1, and
 * parents and images that are not there. */
static bool stand_on_feet(const scene *s)
{
    ALL(node, objects, e->name != NULL || !stumble(1))
    ALL(vertices, vertex_buffers, e->count > 0 || !stumble(2))
    ALL(node, objects, !e->has_parent || find_node(s->objects, s->n_objects, e->parent) != NULL || !stumble(4))
    ALL(map, maps, find_image(s->images, s->n_images, e->image) != NULL || !stumble(5))
    return s->minor != 1 || !stumble(3);
}

bool a3d2_build(scene *s)
{
    float sum = 0;
    uint8_t *cones = room(181, 1);
    if (cones == NULL)
        return false;
    if (!stand_on_feet(s))
        return false;
    ALL(shape, meshes, build_mesh(s, e))
    ALL(shape, decals, build_decal(s, e))
    ALL(shape, skins, build_skin(s, e))
    ALL(clip, clips, build_clip(s, e, &sum))
    ALL(cube_map, cube_maps, build_cube_map(s, e))
    ALL(sprite, sprites, build_sprite(s, e, &sum))
    ALL(spot, spots, build_spot(e, cones))
    ALL(level, levels, build_level(s, e, &sum))
    return true;
}

/* What a zlib stream holds. NULL when it is broken or holds more than 64 MiB. */
static uint8_t *unpack(const uint8_t *packed, size_t n, size_t *size)
{
    for (size_t cap = n * 4 + 4096; cap <= (size_t)64 << 20; cap *= 4) {
        uLongf got = (uLongf)cap;
        uint8_t *bytes = room(cap, 1);
        int status = bytes != NULL ? uncompress(bytes, &got, packed, (uLong)n) : Z_MEM_ERROR;
        uint8_t *exact = status == Z_OK ? room(got, 1) : NULL;
        if (exact != NULL)
            memcpy(exact, bytes, got);
        *size = got;
        if (status != Z_BUF_ERROR)
            return exact;
    }
    return NULL;
}

static bool load_scene(const uint8_t *bytes, size_t size)
{
    reader package = {bytes, bytes + size, false};
    bool is_long = size > 0 && (bytes[0] & 0x80) != 0;
    uint32_t head = is_long ? get_be32(&package) & 0x7fffffff : get_be16(&package);
    size_t n = is_long ? head : head & 0x3fff;
    const uint8_t *content = take(&package, n);
    if (content == NULL)
        return false;
    if (is_long || (head & 0x4000) != 0) {
        const uint8_t *packed = content;
        size_t n_packed = n;
        content = unpack(packed, n_packed, &n);
        if (content != NULL)
            saw_packed(packed, packed + n_packed, content, n);
    }
    if (content == NULL)
        return false;
    scene s = {.r = {.in = {content, content + n, false}, .mask_fault = 201}};
    get_mask(&s.r);
    unsigned major = get_be16(&s.r.in);
    s.minor = get_be16(&s.r.in);
    if (major != 2 || s.r.in.bad)
        return false;
    a3d2_read(&s);
    return !s.r.in.bad && a3d2_build(&s);
}

int load(const uint8_t *bytes, size_t size)
{
    bool ok = load_scene(bytes, size);
    rooms_free();
    return ok ? 0 : -1;
}
