/* loader_a3d1.c - an example loader of A3D1 (Alternativa3D 1.0), with planted faults 101 to 110. */
#include "alternativa.h"

#define ABSENT UINT32_MAX

typedef struct box { uint32_t id, n; const float *numbers; } box;
typedef struct image { uint32_t id; const char *url; } image;
typedef struct map { uint32_t id, image; float u_scale; } map;
typedef struct material { uint32_t id, diffuse, light; } material;
typedef struct surface { int32_t begin, triangles; uint32_t material; } surface;

typedef struct vertices {
    uint32_t n_attributes, count, n_bytes;
    const int8_t *attributes;
    const uint8_t *bytes;
} vertices;

typedef struct geometry {
    uint32_t id, n_indices, n_buffers;
    const uint8_t *indices;
    vertices *buffers;
} geometry;

typedef struct object {
    uint32_t box, geometry, id, parent, n_surfaces;
    const char *name;
    surface *surfaces;
    float matrix[12], world[3];
    bool visible, placed;
} object;

typedef struct scene {
    scene_reader r;
    uint32_t n_boxes, n_geometries, n_images, n_maps, n_materials, n_objects;
    box *boxes;
    geometry *geometries;
    image *images;
    map *maps;
    material *materials;
    object *objects;
} scene;

static uint32_t opt_id(scene_reader *s) { return present(s) ? get_be32(&s->in) : ABSENT; }
static float opt_float(scene_reader *s, float otherwise) { return present(s) ? get_bef(&s->in) : otherwise; }

static const uint8_t *opt_bytes(scene_reader *s, uint32_t *n)
{
    *n = present(s) ? get_length(s) : 0;
    return take(&s->in, *n);
}

/* ---- reading ---- */

static void read_boxes(scene *s)
{
    scene_reader *r = &s->r;
    s->n_boxes = get_count(r, 0);
    s->boxes = new_list(r, s->n_boxes, sizeof *s->boxes);
    for (box *b = s->boxes; !r->in.bad && b < s->boxes + s->n_boxes; b++) {
        b->n = present(r) ? get_count(r, 4) : 0;
        b->numbers = get_floats(r, b->n);
        b->id = opt_id(r);
    }
}

static void read_vertices(scene_reader *r, geometry *g)
{
    g->n_buffers = get_count(r, 2);
    g->buffers = new_list(r, g->n_buffers, sizeof *g->buffers);
    for (vertices *v = g->buffers; !r->in.bad && v < g->buffers + g->n_buffers; v++) {
        v->attributes = (const int8_t *)opt_bytes(r, &v->n_attributes);
        v->bytes = opt_bytes(r, &v->n_bytes);
        v->count = get_be16(&r->in);
    }
}

static void read_geometries(scene *s)
{
    scene_reader *r = &s->r;
    s->n_geometries = get_count(r, 0);
    s->geometries = new_list(r, s->n_geometries, sizeof *s->geometries);
    for (geometry *g = s->geometries; !r->in.bad && g < s->geometries + s->n_geometries; g++) {
        uint32_t n_bytes = 0;
        g->id = opt_id(r);
        if (present(r)) {
            g->indices = opt_bytes(r, &n_bytes);
            g->n_indices = get_be32(&r->in);
        }
        if (g->n_indices > n_bytes / 2)
            r->in.bad = true;
        if (present(r))
            read_vertices(r, g);
    }
}

static void read_images_and_maps(scene *s)
{
    scene_reader *r = &s->r;
    s->n_images = present(r) ? get_count(r, 0) : 0;
    s->images = new_list(r, s->n_images, sizeof *s->images);
    for (image *i = s->images; !r->in.bad && i < s->images + s->n_images; i++) {
        i->id = opt_id(r);
        i->url = opt_string(r);
    }
    s->n_maps = present(r) ? get_count(r, 2) : 0;
    s->maps = new_list(r, s->n_maps, sizeof *s->maps);
    for (map *m = s->maps; !r->in.bad && m < s->maps + s->n_maps; m++) {
        get_be16(&r->in); /* channel */
        m->id = opt_id(r);
        m->image = opt_id(r);
        opt_float(r, 0); /* uOffset */
        m->u_scale = opt_float(r, 1);
        opt_float(r, 0);
        opt_float(r, 1);
    }
}

static void read_materials(scene *s)
{
    scene_reader *r = &s->r;
    s->n_materials = get_count(r, 0);
    s->materials = new_list(r, s->n_materials, sizeof *s->materials);
    for (material *m = s->materials; !r->in.bad && m < s->materials + s->n_materials; m++) {
        m->diffuse = opt_id(r);
        opt_id(r); /* glossiness */
        m->id = opt_id(r);
        m->light = opt_id(r);
        opt_id(r); /* normal, opacity, specular */
        opt_id(r);
        opt_id(r);
    }
}

static void read_surfaces(scene_reader *r, object *o)
{
    o->n_surfaces = get_count(r, 8);
    o->surfaces = new_list(r, o->n_surfaces, sizeof *o->surfaces);
    for (surface *f = o->surfaces; !r->in.bad && f < o->surfaces + o->n_surfaces; f++) {
        f->begin = (int32_t)get_be32(&r->in);
        f->material = opt_id(r);
        f->triangles = (int32_t)get_be32(&r->in);
    }
}

static void read_objects(scene *s)
{
    scene_reader *r = &s->r;
    s->n_objects = get_count(r, 0);
    s->objects = new_list(r, s->n_objects, sizeof *s->objects);
    for (object *o = s->objects; !r->in.bad && o < s->objects + s->n_objects; o++) {
        o->box = opt_id(r);
        o->geometry = opt_id(r);
        o->id = opt_id(r);
        o->name = opt_string(r);
        o->parent = opt_id(r);
        if (present(r))
            read_surfaces(r, o);
        if (present(r) && present(r))
            for (int i = 0; i < 12; i++)
                o->matrix[i] = get_bef(&r->in);
        o->visible = present(r) && get_u8(&r->in) != 0;
    }
}

/* ---- building ---- */

/* The element of a list whose first or only `id` field holds `wanted`. */
#define FIND(TYPE, list, n, wanted) find_##TYPE(list, n, wanted)
#define FINDER(TYPE)                                                    \
    static TYPE *find_##TYPE(TYPE *list, uint32_t n, uint32_t wanted)   \
    {                                                                   \
        for (uint32_t i = 0; i < n; i++)                                \
            if (list[i].id == wanted && wanted != ABSENT)               \
                return &list[i];                                        \
        return NULL;                                                    \
    }
FINDER(box)
FINDER(geometry)
FINDER(image)
FINDER(map)
FINDER(object)

/* Floats of a vertex by its attributes; 0 when one is unknown. */
static bool vertex_width(const vertices *v, uint32_t *width)
{
    static const uint8_t floats[6] = {3, 3, 4, 0, 0, 2};
    *width = 0;
    for (uint32_t i = 0; i < v->n_attributes; i++) {
        int attribute = v->attributes[i];
        if (attribute > 5)
            return false;
        if (attribute < 0 && fault(102))
            return false;
        *width += floats[attribute];
    }
    return true;
}

/* All buffers of a geometry as one array, vertex by vertex: what a graphics card is given. */
static bool join_buffers(const geometry *g, uint32_t *checksum)
{
    uint32_t count = g->n_buffers > 0 ? g->buffers[0].count : 0;
    for (uint32_t b = 0; b < g->n_buffers; b++) {
        const vertices *v = &g->buffers[b];
        uint32_t width;
        if (!vertex_width(v, &width))
            return false;
        if (v->n_bytes < v->count * width * 4)
            return false;
        uint8_t *joined = room(count, width * 4);
        if (joined == NULL)
            return false;
        if (v->count > count && width > 0 && fault(105))
            return false;
        if (width > 0 && v->count > 0)
            memcpy(joined, v->bytes, (size_t)v->count * width * 4);
        *checksum += count > 0 && width > 0 ? joined[0] : 0;
    }
    return true;
}

static bool draw_surface(const geometry *g, const surface *f, const uint8_t *touched, uint32_t count, uint32_t *sum)
{
    if ((int64_t)f->begin + 3 * (int64_t)f->triangles > (int64_t)g->n_indices || f->triangles < 0)
        return false;
    if (f->triangles > 0 && f->begin < 0 && fault(104))
        return false;
    for (int32_t t = 0; t < f->triangles; t++) {
        const uint8_t *triangle = g->indices + ((ptrdiff_t)f->begin + 3 * (ptrdiff_t)t) * 2;
        uint32_t a = triangle[0] | (uint32_t)triangle[1] << 8, b = triangle[2] | (uint32_t)triangle[3] << 8;
        uint32_t c = triangle[4] | (uint32_t)triangle[5] << 8;
        if (a >= count)
            return false;
        if ((b >= count || c >= count) && fault(109))
            return false;
        *sum += (uint32_t)(touched[a] + touched[b] + touched[c]);
    }
    return true;
}

static bool build_mesh(const scene *s, const object *o, uint32_t *sum)
{
    const geometry *g = FIND(geometry, s->geometries, s->n_geometries, o->geometry);
    if (o->n_surfaces == 0)
        return true;
    if (g == NULL && o->geometry != ABSENT)
        return false;
    if (g == NULL && fault(103))
        return false;
    if (!join_buffers(g, sum))
        return false;
    uint32_t count = g->n_buffers > 0 ? g->buffers[0].count : 0;
    const uint8_t *touched = room(count, 1);
    for (uint32_t i = 0; touched != NULL && i < o->n_surfaces; i++)
        if (!draw_surface(g, &o->surfaces[i], touched, count, sum))
            return false;
    return touched != NULL;
}

static bool check_box(const scene *s, const object *o, float *volume)
{
    const box *b = FIND(box, s->boxes, s->n_boxes, o->box);
    if (b == NULL || b->n == 0)
        return true;
    if (b->n < 6 && fault(107))
        return false;
    *volume += (b->numbers[3] - b->numbers[0]) * (b->numbers[5] - b->numbers[2]);
    return true;
}

/* Where an object is in the world: behind its parent, which must be placed first. */
static bool place(scene *s, object *o, unsigned depth)
{
    object *parent = FIND(object, s->objects, s->n_objects, o->parent);
    if (o->placed)
        return true;
    if (parent == o)
        return false;
    if (depth > s->n_objects && fault(106))
        return false;
    if (parent != NULL && !place(s, parent, depth + 1))
        return false;
    for (int i = 0; i < 3; i++)
        o->world[i] = o->matrix[3 + 4 * i] + (parent != NULL ? parent->world[i] : 0);
    o->placed = true;
    return true;
}

/* Hidden objects wait in a grid until they are shown. */
static bool store_hidden(const object *o, uint8_t *grid)
{
    int cell = 32;
    float x = o->world[0] / 1000;
    if (o->visible || o->n_surfaces == 0)
        return true;
    if (!(x > -32 && x < 32) && fault(110))
        return false;
    cell += (int)x;
    grid[cell]++;
    return true;
}

static bool load_textures(const scene *s, size_t *length)
{
    for (uint32_t i = 0; i < s->n_materials; i++) {
        const map *m = FIND(map, s->maps, s->n_maps, s->materials[i].light);
        const image *picture = m != NULL ? FIND(image, s->images, s->n_images, m->image) : NULL;
        if (picture == NULL)
            continue;
        if (picture->url == NULL && fault(108))
            return false;
        *length += strlen(picture->url);
    }
    return true;
}

static bool build(scene *s)
{
    uint32_t sum = 0;
    size_t length = 0;
    float volume = 0;
    uint8_t *grid = room(64, 1);
    for (uint32_t i = 0; grid != NULL && i < s->n_objects; i++) {
        object *o = &s->objects[i];
        if (!build_mesh(s, o, &sum) || !check_box(s, o, &volume) || !place(s, o, 0) || !store_hidden(o, grid))
            return false;
    }
    return grid != NULL && load_textures(s, &length);
}

static bool load_scene(const uint8_t *bytes, size_t size)
{
    scene s = {.r = {.in = {bytes, bytes + size, false}, .mask_fault = 101}};
    unsigned major = get_be16(&s.r.in), minor = get_be16(&s.r.in);
    if (major != 1 || minor != 0)
        return false;
    get_mask(&s.r);
    if (present(&s.r))
        read_boxes(&s);
    if (present(&s.r))
        read_geometries(&s);
    read_images_and_maps(&s);
    if (present(&s.r))
        read_materials(&s);
    if (present(&s.r))
        read_objects(&s);
    return !s.r.in.bad && build(&s);
}

int load(const uint8_t *bytes, size_t size)
{
    bool ok = load_scene(bytes, size);
    rooms_free();
    return ok ? 0 : -1;
}
