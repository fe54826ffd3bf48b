/* a3d2_read.c - the fields of A3D2, Extra1 and Extra2, in the order of the file. */
#include "a3d2_scene.h"

static bool get_bool(scene_reader *r) { return get_u8(&r->in) != 0; }
static int32_t get_int(scene_reader *r) { return (int32_t)get_be32(&r->in); }
static float get_float(scene_reader *r) { return get_bef(&r->in); }

static int32_t *get_ints(scene_reader *r, uint32_t *n)
{
    *n = get_count(r, 4);
    int32_t *list = new_list(r, *n, sizeof *list);
    for (uint32_t i = 0; !r->in.bad && i < *n; i++)
        list[i] = get_int(r);
    return list;
}

static int64_t *get_ids(scene_reader *r, uint32_t *n)
{
    *n = get_count(r, 8);
    int64_t *list = new_list(r, *n, sizeof *list);
    for (uint32_t i = 0; !r->in.bad && i < *n; i++)
        list[i] = (int64_t)get_be64(&r->in);
    return list;
}

/* ---- the fields that nodes share; they stand in alphabetical order among others ---- */

static void get_box(scene_reader *r, node *n) { n->box = opt_int(r); }
static void get_id(scene_reader *r, node *n) { n->id = (int64_t)get_be64(&r->in); }
static void get_name(scene_reader *r, node *n) { n->name = opt_string(r); }

static void get_parent(scene_reader *r, node *n)
{
    n->has_parent = present(r);
    n->parent = n->has_parent ? (int64_t)get_be64(&r->in) : 0;
}

static void get_matrix(scene_reader *r, node *n)
{
    float matrix[12];
    for (int i = 0; i < 12; i++)
        matrix[i] = get_float(r);
    n->x = matrix[3];
}

static void get_transform(scene_reader *r, node *n)
{
    if (present(r))
        get_matrix(r, n);
}

static void get_rest(scene_reader *r, node *n) /* parentId, transform, visible */
{
    get_parent(r, n);
    get_transform(r, n);
    n->visible = get_bool(r);
}

static void get_node(scene_reader *r, node *n)
{
    get_box(r, n);
    get_id(r, n);
    get_name(r, n);
    get_rest(r, n);
}

/* ---- one function for each list; EACH opens the loop over its elements ---- */

#define EACH(type, list, least)                                                      \
    s->n_##list = get_count(r, least);                                               \
    s->list = new_list(r, s->n_##list, sizeof *s->list);                             \
    for (type *e = s->list; !r->in.bad && e < s->list + s->n_##list; e++)

static void read_light(scene_reader *r, unsigned floats_before, bool spots, float *hotspot)
{
    node n = {0};
    for (unsigned i = 0; i < floats_before; i++)
        get_float(r);
    get_box(r, &n);
    get_int(r); /* color */
    if (spots) {
        get_float(r); /* falloff */
        *hotspot = get_float(r);
    }
    get_id(r, &n);
    get_float(r); /* intensity */
    get_name(r, &n);
    get_rest(r, &n);
}

static void read_lights(scene_reader *r, unsigned floats_before)
{
    uint32_t n = get_count(r, 17);
    for (uint32_t i = 0; !r->in.bad && i < n; i++)
        read_light(r, floats_before, false, NULL);
}

static void read_spots(scene *s)
{
    scene_reader *r = &s->r;
    EACH(spot, spots, 33) read_light(r, 2, true, &e->hotspot);
}

static void read_clips(scene *s)
{
    scene_reader *r = &s->r;
    EACH(clip, clips, 6) {
        uint32_t n;
        e->id = get_int(r);
        e->loop = get_bool(r);
        opt_string(r);
        e->has_objects = present(r);
        if (e->has_objects)
            get_ids(r, &n);
        e->tracks = get_ints(r, &e->n_tracks);
    }
}

static void read_tracks(scene *s)
{
    scene_reader *r = &s->r;
    EACH(track, tracks, 6) {
        e->id = get_int(r);
        e->n_keys = get_count(r, 52);
        float *times = new_list(r, e->n_keys, sizeof *times);
        for (uint32_t k = 0; !r->in.bad && k < e->n_keys; k++) {
            node ignored;
            times[k] = get_float(r);
            get_matrix(r, &ignored);
        }
        e->times = times;
        e->object = get_string(r);
    }
}

static void read_boxes(scene *s)
{
    scene_reader *r = &s->r;
    EACH(box, boxes, 5) {
        e->n = get_count(r, 4);
        e->numbers = get_floats(r, e->n);
        e->id = get_int(r);
    }
}

static void read_cube_maps(scene *s)
{
    scene_reader *r = &s->r;
    EACH(cube_map, cube_maps, 8) {
        for (int i = 0; i < 3; i++)
            e->faces[i] = opt_int(r);
        e->id = get_int(r);
        e->faces[3] = opt_int(r);
        e->faces[4] = opt_int(r);
        e->faces[5] = get_int(r);
    }
}

static void read_surfaces(scene_reader *r, shape *f)
{
    f->n_surfaces = get_count(r, 8);
    f->surfaces = new_list(r, f->n_surfaces, sizeof *f->surfaces);
    for (uint32_t i = 0; !r->in.bad && i < f->n_surfaces; i++) {
        f->surfaces[i].begin = get_int(r);
        f->surfaces[i].material = opt_int(r);
        f->surfaces[i].triangles = get_int(r);
    }
}

static void get_skin_joints(scene_reader *r, shape *f)
{
    node ignored;
    uint32_t n = get_count(r, 56);
    for (uint32_t i = 0; !r->in.bad && i < n; i++) {
        get_matrix(r, &ignored); /* a bind pose and the joint it is for */
        get_id(r, &ignored);
    }
    f->joints = get_ids(r, &f->n_joints);
}

static void get_num_joints(scene_reader *r, shape *f)
{
    f->n_num_joints = get_count(r, 2);
    uint16_t *list = new_list(r, f->n_num_joints, sizeof *list);
    for (uint32_t i = 0; !r->in.bad && i < f->n_num_joints; i++)
        list[i] = get_be16(&r->in);
    f->num_joints = list;
}

static void get_shape(scene_reader *r, shape *f, bool decal, bool skin)
{
    get_box(r, &f->at);
    get_id(r, &f->at);
    f->index_buffer = get_int(r);
    if (skin)
        get_skin_joints(r, f);
    get_name(r, &f->at);
    if (skin)
        get_num_joints(r, f);
    if (decal)
        get_float(r); /* offset */
    get_parent(r, &f->at);
    read_surfaces(r, f);
    get_transform(r, &f->at);
    f->buffers = get_ints(r, &f->n_buffers);
    f->at.visible = get_bool(r);
}

static void read_decals(scene *s) { scene_reader *r = &s->r; EACH(shape, decals, 19) get_shape(r, e, true, false); }
static void read_meshes(scene *s) { scene_reader *r = &s->r; EACH(shape, meshes, 15) get_shape(r, e, false, false); }
static void read_skins(scene *s) { scene_reader *r = &s->r; EACH(shape, skins, 18) get_shape(r, e, false, true); }
static void read_joints(scene *s) { scene_reader *r = &s->r; EACH(node, joints, 9) get_node(r, e); }
static void read_objects(scene *s) { scene_reader *r = &s->r; EACH(node, objects, 9) get_node(r, e); }

static void read_images(scene *s)
{
    scene_reader *r = &s->r;
    EACH(image, images, 5) {
        e->id = get_int(r);
        e->url = get_string(r);
    }
}

static void read_index_buffers(scene *s)
{
    scene_reader *r = &s->r;
    EACH(indices, index_buffers, 9) {
        e->n_bytes = get_length(r);
        e->bytes = take(&r->in, e->n_bytes);
        e->id = get_int(r);
        e->count = get_int(r);
    }
}

static void read_maps(scene *s)
{
    scene_reader *r = &s->r;
    EACH(map, maps, 10) {
        get_be16(&r->in); /* channel */
        e->id = get_int(r);
        e->image = get_int(r);
    }
}

static void read_materials(scene_reader *r)
{
    uint32_t n = get_count(r, 4);
    for (uint32_t i = 0; !r->in.bad && i < n; i++) {
        opt_int(r); /* diffuse, glossiness */
        opt_int(r);
        get_int(r);
        for (int k = 0; k < 5; k++)
            opt_int(r);
    }
}

static void read_sprites(scene *s)
{
    scene_reader *r = &s->r;
    EACH(sprite, sprites, 31) {
        get_bool(r); /* always on top */
        get_box(r, &e->at);
        e->height = get_float(r);
        get_id(r, &e->at);
        opt_int(r); /* material */
        get_name(r, &e->at);
        get_float(r); /* origin */
        get_float(r);
        get_parent(r, &e->at);
        get_bool(r); /* perspective scale */
        get_float(r); /* rotation */
        get_transform(r, &e->at);
        e->at.visible = get_bool(r);
        e->width = get_float(r);
    }
}

static void read_vertex_buffers(scene *s)
{
    scene_reader *r = &s->r;
    EACH(vertices, vertex_buffers, 8) {
        e->attributes = get_ints(r, &e->n_attributes);
        e->n_bytes = get_length(r);
        e->bytes = take(&r->in, e->n_bytes);
        e->id = get_int(r);
        e->count = get_be16(&r->in);
    }
}

/* ---- what later versions add ---- */

static void read_layers(scene_reader *r)
{
    uint32_t n = get_count(r, 4), ids;
    for (uint32_t i = 0; !r->in.bad && i < n; i++) {
        get_int(r);
        opt_string(r);
        if (present(r))
            get_ids(r, &ids);
    }
}

static void read_cameras(scene_reader *r)
{
    uint32_t n = get_count(r, 22);
    for (uint32_t i = 0; !r->in.bad && i < n; i++) {
        node camera = {0};
        get_box(r, &camera);
        get_float(r); /* far, field of view */
        get_float(r);
        get_id(r, &camera);
        get_name(r, &camera);
        get_float(r); /* near */
        get_bool(r);
        get_rest(r, &camera);
    }
}

static void read_levels(scene *s)
{
    scene_reader *r = &s->r;
    EACH(level, levels, 11) {
        get_box(r, &e->at);
        e->n_distances = get_count(r, 4);
        e->distances = get_floats(r, e->n_distances);
        get_id(r, &e->at);
        get_name(r, &e->at);
        e->objects = get_ids(r, &e->n_objects);
        get_rest(r, &e->at);
    }
}

void a3d2_read(scene *s)
{
    scene_reader *r = &s->r;
    if (present(r)) read_lights(r, 0); /* ambient */
    if (present(r)) read_clips(s);
    if (present(r)) read_tracks(s);
    if (present(r)) read_boxes(s);
    if (present(r)) read_cube_maps(s);
    if (present(r)) read_decals(s);
    if (present(r)) read_lights(r, 0); /* directional */
    if (present(r)) read_images(s);
    if (present(r)) read_index_buffers(s);
    if (present(r)) read_joints(s);
    if (present(r)) read_maps(s);
    if (present(r)) read_materials(r);
    if (present(r)) read_meshes(s);
    if (present(r)) read_objects(s);
    if (present(r)) read_lights(r, 2); /* omni */
    if (present(r)) read_skins(s);
    if (present(r)) read_spots(s);
    if (present(r)) read_sprites(s);
    if (present(r)) read_vertex_buffers(s);
    if (s->minor >= 4 && present(r)) read_layers(r);
    if (s->minor >= 5 && present(r)) read_cameras(r);
    if (s->minor >= 5 && present(r)) read_levels(s);
}
