/* m3g_read.c - the fields of each type of object, in the order of the file. */
#include "m3g_scene.h"

#define NEW(o, name) name *name##_ = (o)->fields = room(1, sizeof *name##_); if (name##_ == NULL) return false

enum { KEPT_PARAMETERS = 8 };

static uint32_t get_ref(scene *s, reader *r)
{
    uint32_t index = get_le32(r);
    if (index >= s->n_objects)
        r->bad = true;
    return r->bad ? 0 : index;
}

static uint32_t *get_refs(scene *s, reader *r, uint32_t *n)
{
    *n = get_le32(r);
    uint32_t *list = fits(r, *n, 4) ? room(*n, sizeof *list) : NULL;
    r->bad |= list == NULL;
    for (uint32_t i = 0; !r->bad && i < *n; i++)
        list[i] = get_ref(s, r);
    return list;
}

static const uint8_t *get_bytes(reader *r, uint32_t *n)
{
    *n = get_le32(r);
    const uint8_t *bytes = take(r, *n);
    uint8_t *copy = bytes != NULL ? room(*n, 1) : NULL;
    if (copy != NULL && *n > 0)
        memcpy(copy, bytes, *n);
    r->bad |= copy == NULL;
    return copy;
}

static bool get_object(scene *s, object *o, reader *r)
{
    get_le32(r); /* user ID */
    o->tracks = get_refs(s, r, &o->n_tracks);
    uint32_t n = get_le32(r), size;
    const uint8_t **kept = room(KEPT_PARAMETERS, sizeof *kept);
    for (uint32_t i = 0; kept != NULL && !r->bad && i < n; i++) {
        get_le32(r);
        const uint8_t *value = get_bytes(r, &size);
        if (i >= KEPT_PARAMETERS && fault(410))
            return false;
        kept[i] = value;
    }
    return kept != NULL && !r->bad;
}

static bool get_transformable(scene *s, object *o, reader *r)
{
    if (!get_object(s, o, r))
        return false;
    if (get_u8(r) != 0)
        take(r, 40);
    if (get_u8(r) != 0)
        take(r, 64);
    return !r->bad;
}

static bool get_node(scene *s, object *o, reader *r)
{
    if (!get_transformable(s, o, r))
        return false;
    take(r, 7); /* rendering, picking, alpha, scope */
    if (get_u8(r) != 0) {
        take(r, 2);
        get_ref(s, r);
        get_ref(s, r);
    }
    return !r->bad;
}

static bool read_background(scene *s, object *o, reader *r)
{
    NEW(o, background);
    take(r, 4);
    background_->image = get_ref(s, r);
    background_->mode_x = get_u8(r);
    take(r, 9);
    background_->crop_width = (int32_t)get_le32(r);
    return true;
}

static bool read_camera(object *o, reader *r)
{
    NEW(o, camera);
    camera_->projection = get_u8(r);
    for (int i = 0; i < (camera_->projection == 48 ? 16 : 4); i++)
        camera_->lens[i] = get_lef(r);
    return true;
}

static bool read_group(scene *s, object *o, reader *r)
{
    NEW(o, group);
    group_->children = get_refs(s, r, &group_->n_children);
    if (o->type == WORLD) {
        group_->camera = get_ref(s, r);
        get_ref(s, r); /* background */
    }
    return true;
}

static bool read_image(object *o, reader *r)
{
    static const uint8_t bytes[5] = {1, 1, 2, 3, 4};
    NEW(o, image);
    image_->format = get_u8(r);
    image_->is_mutable = get_u8(r) != 0;
    image_->width = get_le32(r);
    image_->height = get_le32(r);
    if (image_->format < 96 || image_->format > 100 || image_->width == 0 || image_->height == 0)
        return false;
    if (image_->is_mutable)
        return true;
    image_->palette = get_bytes(r, &image_->n_palette);
    image_->pixels = get_bytes(r, &image_->n_pixels);
    uint32_t size = image_->n_palette > 0 ? 1 : bytes[image_->format - 96];
    return image_->n_pixels / size / image_->width >= image_->height;
}

static bool read_strips(object *o, reader *r)
{
    NEW(o, strips);
    unsigned encoding = strips_->encoding = get_u8(r), width = (encoding & 127) == 0 ? 4 : encoding & 127;
    strips_->n_indices = encoding >= 128 ? get_le32(r) : 1;
    if (width == 3 || width > 4 || !fits(r, strips_->n_indices, width))
        return false;
    strips_->indices = room(strips_->n_indices, 4);
    for (uint32_t i = 0; strips_->indices != NULL && !r->bad && i < strips_->n_indices; i++)
        strips_->indices[i] = width == 4 ? get_le32(r) : width == 2 ? get_le16(r) : get_u8(r);
    strips_->start = encoding < 128 && strips_->indices != NULL ? strips_->indices[0] : 0;
    strips_->n_strips = get_le32(r);
    strips_->lengths = fits(r, strips_->n_strips, 4) ? room(strips_->n_strips, 4) : NULL;
    for (uint32_t i = 0; strips_->lengths != NULL && !r->bad && i < strips_->n_strips; i++)
        strips_->lengths[i] = get_le32(r);
    return strips_->indices != NULL && strips_->lengths != NULL;
}

static bool read_bones(scene *s, mesh *m, reader *r)
{
    m->skeleton = get_ref(s, r);
    m->n_bones = get_le32(r);
    m->bones = fits(r, m->n_bones, 16) ? room(m->n_bones, sizeof *m->bones) : NULL;
    for (uint32_t i = 0; m->bones != NULL && !r->bad && i < m->n_bones; i++) {
        m->bones[i].node = get_ref(s, r);
        m->bones[i].first = get_le32(r);
        m->bones[i].count = get_le32(r);
        get_le32(r); /* weight */
    }
    return m->bones != NULL;
}

static bool read_mesh(scene *s, object *o, reader *r)
{
    NEW(o, mesh);
    mesh_->buffer = get_ref(s, r);
    mesh_->n_submeshes = get_le32(r);
    mesh_->submeshes = fits(r, mesh_->n_submeshes, 8) ? room(mesh_->n_submeshes, sizeof *mesh_->submeshes) : NULL;
    if (mesh_->submeshes == NULL)
        return false;
    for (uint32_t i = 0; !r->bad && i < mesh_->n_submeshes; i++) {
        mesh_->submeshes[i].strips = get_ref(s, r);
        mesh_->submeshes[i].appearance = get_ref(s, r);
    }
    if (o->type == SKINNED_MESH)
        return read_bones(s, mesh_, r);
    if (o->type == MESH)
        return true;
    mesh_->n_targets = get_le32(r);
    mesh_->targets = fits(r, mesh_->n_targets, 8) ? room(mesh_->n_targets, sizeof *mesh_->targets) : NULL;
    for (uint32_t i = 0; mesh_->targets != NULL && !r->bad && i < mesh_->n_targets; i++) {
        mesh_->targets[i] = get_ref(s, r);
        get_lef(r);
    }
    return mesh_->targets != NULL;
}

static bool read_keys(sequence *q, reader *r)
{
    static const uint8_t widths[3] = {4, 1, 2};
    uint32_t width = widths[q->encoding], n = q->n_components;
    if (!fits(r, n, width) || (q->encoding != 0 && take(r, (size_t)n * 8) == NULL) || !fits(r, q->n_keys, 4 + (uint64_t)n * width))
        return false;
    q->times = room(q->n_keys, sizeof *q->times);
    q->values = room(q->n_keys, (size_t)n * sizeof *q->values);
    if (q->times == NULL || q->values == NULL)
        return false;
    for (uint32_t k = 0; !r->bad && k < q->n_keys; k++) {
        q->times[k] = get_le32(r);
        for (uint32_t c = 0; c < n; c++)
            q->values[k * n + c] = width == 4 ? get_lef(r) : width == 2 ? (float)get_le16(r) : (float)get_u8(r);
    }
    return true;
}

static bool read_sequence(object *o, reader *r)
{
    NEW(o, sequence);
    get_u8(r); /* interpolation */
    sequence_->repeat = get_u8(r);
    sequence_->encoding = get_u8(r);
    get_le32(r); /* duration */
    sequence_->first = get_le32(r);
    sequence_->last = get_le32(r);
    sequence_->n_components = get_le32(r);
    sequence_->n_keys = get_le32(r);
    return sequence_->encoding <= 2 && sequence_->n_components > 0 && sequence_->n_keys > 0 && read_keys(sequence_, r);
}

static bool read_array(object *o, reader *r)
{
    NEW(o, array);
    unsigned width = get_u8(r), n = array_->components = get_u8(r), delta = get_u8(r);
    int16_t *before = room(3, sizeof *before); /* positions, the only ones that are ever packed, have three */
    array_->n_vertices = get_le16(r);
    if (width < 1 || width > 2 || n < 2 || n > 4 || delta > 1 || !fits(r, array_->n_vertices, n * width))
        return false;
    array_->values = room(array_->n_vertices, n * sizeof *array_->values);
    if (before == NULL || array_->values == NULL)
        return false;
    for (uint32_t i = 0; i < array_->n_vertices * n; i++) {
        int16_t value = width == 2 ? (int16_t)get_le16(r) : (int8_t)get_u8(r);
        if (delta != 0) {
            if (i % n >= 3 && fault(409))
                return false;
            value = before[i % n] = (int16_t)(before[i % n] + value);
        }
        array_->values[i] = value;
    }
    return true;
}

static bool read_buffer(scene *s, object *o, reader *r)
{
    NEW(o, buffer);
    take(r, 4);
    buffer_->positions = get_ref(s, r);
    take(r, 16);
    get_ref(s, r); /* normals, colors */
    get_ref(s, r);
    uint32_t n = get_le32(r);
    if (fits(r, n, 20))
        take(r, (size_t)n * 20);
    return true;
}

static bool read_track(scene *s, object *o, reader *r)
{
    NEW(o, track);
    track_->sequence = get_ref(s, r);
    get_ref(s, r); /* controller */
    track_->property = get_le32(r);
    return true;
}

static bool read_textured(scene *s, object *o, reader *r)
{
    NEW(o, texture);
    texture_->image = get_ref(s, r);
    return true;
}

static bool read_external(object *o, reader *r)
{
    NEW(o, external);
    external_->uri = get_text(r);
    return true;
}

bool m3g_read(scene *s, object *o, reader *r)
{
    bool ok = true;
    switch (o->type) {
    case EXTERNAL: return read_external(o, r) && !r->bad;
    case CAMERA: ok = get_node(s, o, r) && read_camera(o, r); break;
    case GROUP: case WORLD: ok = get_node(s, o, r) && read_group(s, o, r); break;
    case MESH: case MORPHING_MESH: case SKINNED_MESH: ok = get_node(s, o, r) && read_mesh(s, o, r); break;
    case SPRITE: ok = get_node(s, o, r) && read_textured(s, o, r); break;
    case LIGHT: ok = get_node(s, o, r); break;
    case TEXTURE: ok = get_transformable(s, o, r) && read_textured(s, o, r); break;
    case BACKGROUND: ok = get_object(s, o, r) && read_background(s, o, r); break;
    case IMAGE: ok = get_object(s, o, r) && read_image(o, r); break;
    case STRIPS: ok = get_object(s, o, r) && read_strips(o, r); break;
    case SEQUENCE: ok = get_object(s, o, r) && read_sequence(o, r); break;
    case ARRAY: ok = get_object(s, o, r) && read_array(o, r); break;
    case BUFFER: ok = get_object(s, o, r) && read_buffer(s, o, r); break;
    case TRACK: ok = get_object(s, o, r) && read_track(s, o, r); break;
    default: ok = o->type > 0 && o->type < WORLD && get_object(s, o, r); break;
    }
    return ok && !r->bad;
}
