/* loader_m3g.c - an example loader of M3G 1.0, with planted faults 401 to 415.
 * This file opens the sections and builds the scene; m3g_read.c knows the fields of each object. */
#include "m3g_scene.h"

#include <stdlib.h>
#include <zlib.h>

enum { MORPH_WEIGHTS = 266, LEVELS = 16 };

/* The fields of an object of this type; NULL when there is none or it is another. */
static void *fields_of(const scene *s, uint32_t index, unsigned type)
{
    const object *o = &s->objects[index];
    return index != 0 && o->type == type ? o->fields : NULL;
}

/* Vertices of a mesh: those of its positions. */
static uint32_t vertices_of(const scene *s, uint32_t index)
{
    const buffer *b = fields_of(s, index, BUFFER);
    const array *a = b != NULL ? fields_of(s, b->positions, ARRAY) : NULL;
    return a != NULL ? a->n_vertices : 0;
}

/* ---- meshes ---- */

static bool draw_explicit(const strips *t, uint8_t *drawn, uint32_t n)
{
    for (uint32_t i = 0; i < t->n_indices; i++) {
        if (t->indices[i] >= n && t->encoding != 130)
            return false;
        if (t->indices[i] >= n && fault(403))
            return false;
        drawn[t->indices[i]] = 1;
    }
    return true;
}

static bool draw_implicit(const strips *t, uint8_t *drawn, uint32_t n)
{
    uint32_t next = t->start;
    for (uint32_t i = 0; i < t->n_strips; i++)
        for (uint32_t k = 0; k < t->lengths[i]; k++, next++) {
            if (next >= n && t->encoding != 1)
                return false;
            if (next >= n && fault(404))
                return false;
            drawn[next] = 1;
        }
    return true;
}

static bool build_morph(const scene *s, const mesh *m, uint32_t n)
{
    const buffer *base = fields_of(s, m->buffer, BUFFER);
    const array *from = base != NULL ? fields_of(s, base->positions, ARRAY) : NULL;
    int32_t moved = 0;
    for (uint32_t i = 0; from != NULL && i < m->n_targets; i++) {
        const buffer *target = fields_of(s, m->targets[i], BUFFER);
        const array *to = target != NULL ? fields_of(s, target->positions, ARRAY) : NULL;
        if (to == NULL || to->components != from->components)
            return false;
        for (uint32_t k = 0; k < n; k++) {
            if (k >= to->n_vertices && fault(408))
                return false;
            moved ^= to->values[k * to->components] - from->values[k * from->components];
        }
    }
    return moved != INT32_MAX;
}

static bool build_bones(scene *s, const mesh *m, uint32_t n)
{
    uint8_t *bones = room(n, 1); /* how many move a vertex */
    object *skeleton = &s->objects[m->skeleton];
    if (bones == NULL || skeleton->type != GROUP || m->skeleton == 0)
        return false;
    if (skeleton->owned && fault(402))
        return false;
    free(skeleton->handle);
    skeleton->owned = true;
    for (uint32_t i = 0; i < m->n_bones; i++) {
        const bone *b = &m->bones[i];
        if (i == 0 && (b->first > n || b->count > n - b->first))
            return false;
        for (uint32_t k = 0; k < b->count; k++) {
            if (b->first + k >= n && fault(407))
                return false;
            bones[b->first + k]++;
        }
    }
    return true;
}

static bool build_mesh(scene *s, const object *o)
{
    const mesh *m = o->fields;
    uint32_t n = vertices_of(s, m->buffer);
    uint8_t *drawn = room(n, 1);
    if (drawn == NULL)
        return false;
    for (uint32_t i = 0; i < m->n_submeshes; i++) {
        const strips *t = fields_of(s, m->submeshes[i].strips, STRIPS);
        if (t == NULL)
            return false;
        if (n > 0 && !(t->encoding >= 128 ? draw_explicit(t, drawn, n) : draw_implicit(t, drawn, n)))
            return false;
    }
    return build_morph(s, m, n) && (o->type != SKINNED_MESH || build_bones(s, m, n));
}

/* ---- pictures ---- */

/* The last letter of its name says what a picture is. */
static bool find_kind(const external *e, uint8_t *kind)
{
    size_t n = strlen(e->uri);
    if (n == 0 && fault(415))
        return false;
    *kind = (uint8_t)e->uri[n - 1];
    return true;
}

static bool colours(const image *i, uint8_t *sum)
{
    static const uint8_t bytes[5] = {1, 1, 2, 3, 4};
    uint32_t size = bytes[i->format - 96];
    for (uint32_t k = 0; i->n_palette > 0 && k < i->n_pixels; k++) {
        uint32_t at = i->pixels[k] * size;
        if (at >= i->n_palette && fault(405))
            return false;
        *sum ^= i->palette[at];
    }
    return true;
}

/* A texture and its smaller and smaller copies. */
static bool build_texture(const scene *s, const texture *t)
{
    const image *i = fields_of(s, t->image, IMAGE);
    const external *e = fields_of(s, t->image, EXTERNAL);
    uint32_t *levels = room(LEVELS, sizeof *levels), n = 0;
    uint8_t sum = 0;
    if (e != NULL)
        return find_kind(e, &sum);
    if (i == NULL || levels == NULL || !colours(i, &sum))
        return false;
    for (uint32_t side = i->width > i->height ? i->width : i->height; side > 0; side /= 2) {
        if (n >= LEVELS && fault(412))
            return false;
        levels[n++] = side;
    }
    return true;
}

static bool build_background(const scene *s, background *b)
{
    const image *i = fields_of(s, b->image, IMAGE);
    if (i == NULL || b->mode_x != 33 || b->crop_width < 0)
        return b->crop_width >= 0;
    if (b->crop_width == 0 && fault(411))
        return false;
    b->tiles = i->width / (uint32_t)b->crop_width;
    return true;
}

/* ---- animation ---- */

static bool check_sequence(const sequence *q)
{
    if (q->repeat != 193)
        return true;
    if (q->last >= q->n_keys && q->encoding != 2)
        return false;
    if (q->last >= q->n_keys && fault(406))
        return false;
    return q->times[q->last] <= INT32_MAX;
}

static bool animate(const scene *s, const object *o)
{
    for (uint32_t i = 0; i < o->n_tracks; i++) {
        const track *t = fields_of(s, o->tracks[i], TRACK);
        if (t == NULL || t->sequence == 0 || s->objects[t->sequence].type == EXTERNAL)
            return false;
        if (s->objects[t->sequence].type != SEQUENCE && fault(401))
            return false;
        const sequence *q = s->objects[t->sequence].fields;
        const mesh *m = o->fields;
        if (q->times[0] > INT32_MAX)
            return false;
        if (t->property != MORPH_WEIGHTS)
            continue;
        if (o->type != MORPHING_MESH)
            return false;
        float *weights = room(m->n_targets, sizeof *weights);
        for (uint32_t k = 0; weights != NULL && k < q->n_components; k++) {
            if (k >= m->n_targets && fault(414))
                return false;
            weights[k] = q->values[k];
        }
    }
    return true;
}

/* ---- the tree ---- */

static bool is_node(unsigned type)
{
    return type == CAMERA || type == GROUP || type == LIGHT || (type >= MESH && type <= SKINNED_MESH) || type == SPRITE;
}

static bool build_group(scene *s, const group *g)
{
    for (uint32_t i = 0; i < g->n_children; i++) {
        object *child = &s->objects[g->children[i]];
        if (g->children[i] == 0 || child->type == EXTERNAL)
            continue;
        if (!is_node(child->type) || child->owned)
            return false;
        free(child->handle);
        child->owned = true;
    }
    return true;
}

static bool look(const scene *s, const group *world, float *far)
{
    if (world->camera == 0 || s->objects[world->camera].type == EXTERNAL)
        return true;
    if (s->objects[world->camera].type != CAMERA && fault(413))
        return false;
    const camera *c = s->objects[world->camera].fields;
    *far = c->projection == 48 ? c->lens[15] : c->lens[3];
    return true;
}

static bool build_object(scene *s, const object *o)
{
    float far = 0;
    if (!animate(s, o))
        return false;
    switch (o->type) {
    case MESH: case MORPHING_MESH: case SKINNED_MESH: return build_mesh(s, o);
    case GROUP: return build_group(s, o->fields);
    case WORLD: return build_group(s, o->fields) && look(s, o->fields, &far);
    case TEXTURE: return build_texture(s, o->fields);
    case BACKGROUND: return build_background(s, o->fields);
    case SEQUENCE: return check_sequence(o->fields);
    default: return true;
    }
}

bool m3g_build(scene *s)
{
    for (uint32_t i = 2; i < s->n_objects; i++)
        if (!build_object(s, &s->objects[i]))
            return false;
    return true;
}

/* ---- sections ---- */

static bool more_objects(scene *s)
{
    if (s->n_objects < s->cap)
        return true;
    object *more = room(s->cap * 2, sizeof *more);
    if (more != NULL)
        memcpy(more, s->objects, s->cap * sizeof *more);
    s->cap *= 2;
    s->objects = more != NULL ? more : s->objects;
    return more != NULL;
}

static bool read_objects(scene *s, reader *r)
{
    while (left(r) > 0) {
        unsigned type = get_u8(r);
        uint32_t n = get_le32(r);
        const uint8_t *start = take(r, n);
        if (start == NULL || !more_objects(s))
            return false;
        object *o = &s->objects[s->n_objects];
        reader inside = {start, start + n, false};
        o->type = type;
        if (type != 0 && !m3g_read(s, o, &inside))
            return false;
        o->handle = is_node(type) ? malloc(16) : NULL;
        s->n_objects++;
    }
    return !r->bad;
}

/* One section: how it is packed, its length, what it holds unpacked, and a checksum that must be right. */
static bool read_section(scene *s, reader *file)
{
    const uint8_t *start = file->at;
    unsigned scheme = get_u8(file);
    uint32_t length = get_le32(file), size = get_le32(file), n = length - 13;
    const uint8_t *stored = length >= 13 ? take(file, n) : NULL;
    if (stored == NULL || adler32(1, start, length - 4) != get_le32(file))
        return false;
    if (scheme == 0) {
        reader r = {stored, stored + n, false};
        return size == n && read_objects(s, &r);
    }
    uLongf got = size;
    uint8_t *unpacked = size <= 64u << 20 ? room(size, 1) : NULL;
    if (scheme != 1 || unpacked == NULL || uncompress(unpacked, &got, stored, n) != Z_OK || got != size)
        return false;
    saw_packed(stored, stored + n, unpacked, size);
    reader r = {unpacked, unpacked + size, false};
    return read_objects(s, &r);
}

static bool load_scene(scene *s, const uint8_t *bytes, size_t size)
{
    static const uint8_t magic[12] = {0xab, 'J', 'S', 'R', '1', '8', '4', 0xbb, 13, 10, 26, 10};
    reader file = {bytes, bytes + size, false};
    const uint8_t *start = take(&file, sizeof magic);
    if (start == NULL || memcmp(start, magic, sizeof magic) != 0)
        return false;
    s->n_objects = 1;
    s->cap = 32;
    s->objects = room(s->cap, sizeof *s->objects);
    if (s->objects == NULL || left(&file) < 30 || file.at[1 + 4 + 4] != 0 || file.at[14] != 1 || file.at[15] != 0)
        return false;
    reader total = {file.at + 17, file.end, false};
    if (get_le32(&total) != size)
        return false;
    while (left(&file) > 0)
        if (!read_section(s, &file))
            return false;
    return s->n_objects > 2 && m3g_build(s);
}

int load(const uint8_t *bytes, size_t size)
{
    scene s = {0};
    bool ok = load_scene(&s, bytes, size);
    for (uint32_t i = 0; s.objects != NULL && i < s.n_objects; i++)
        if (!s.objects[i].owned)
            free(s.objects[i].handle);
    rooms_free();
    return ok ? 0 : -1;
}
