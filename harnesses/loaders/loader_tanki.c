/* loader_tanki.c - an example loader of Tanki A3D, versions 2 and 3, with planted faults 301 to 313. */
#include "loader.h"

#include <math.h>
#include <stdlib.h>

enum { POSITION = 1, UV1, NORMAL, UV2, COLOR, NORMAL2, KINDS, MOST_PATH = 96 };

typedef struct material { const char *name, *map; } material;

typedef struct submesh {
    uint32_t n_indices, material;
    uint16_t *indices;
} submesh;

typedef struct mesh {
    const char *name;
    uint32_t n_vertices, n_submeshes;
    float *values[KINDS];
    submesh *submeshes;
} mesh;

typedef struct transform {
    const char *name;
    char *label;
    bool labelled;
    float x, scale;
    int32_t parent; /* a position, -1 for none */
} transform;

typedef struct object {
    const char *name;
    uint32_t mesh, transform, n_materials, step;
    const uint8_t *materials;
} object;

typedef struct model {
    reader in;
    unsigned version;
    uint32_t n_materials, n_meshes, n_transforms, n_objects;
    material *materials;
    mesh *meshes;
    transform *transforms;
    object *objects;
} model;

static const uint8_t widths[KINDS] = {0, 3, 2, 3, 2, 4, 3};

/* ---- reading ---- */

static char *get_string(model *m)
{
    if (m->version == 2)
        return get_text(&m->in);
    uint32_t n = get_le32(&m->in);
    char *text = get_chars(&m->in, n);
    take(&m->in, (0u - n) & 3);
    return text;
}

/* The number of elements of a list, and room for them; 0 and a bad file when they cannot fit. */
static void *get_list(model *m, uint32_t *n, uint32_t least, size_t size)
{
    *n = get_le32(&m->in);
    void *list = fits(&m->in, *n, least) ? room(*n, size) : NULL;
    m->in.bad |= list == NULL;
    return list;
}

static void read_materials(model *m)
{
    m->materials = get_list(m, &m->n_materials, 14, sizeof *m->materials);
    for (uint32_t i = 0; !m->in.bad && i < m->n_materials; i++) {
        m->materials[i].name = get_string(m);
        take(&m->in, 12);
        m->materials[i].map = get_string(m);
    }
}

/* Buffers of a kind that comes twice are put one behind the other. */
static bool read_buffer(model *m, mesh *e, uint32_t *filled)
{
    uint32_t kind = get_le32(&m->in);
    if (kind < POSITION || kind >= KINDS || !fits(&m->in, e->n_vertices, widths[kind] * 4u))
        return false;
    uint32_t n = e->n_vertices * widths[kind];
    if (e->values[kind] == NULL)
        e->values[kind] = room(n, sizeof(float));
    if (e->values[kind] == NULL || (kind == POSITION && filled[kind] > 0))
        return false;
    for (uint32_t i = 0; i < n; i++, filled[kind]++) {
        if (filled[kind] >= n && fault(306))
            return false;
        e->values[kind][filled[kind]] = get_lef(&m->in);
    }
    return true;
}

static void read_submesh(model *m, submesh *s)
{
    uint32_t n = get_le32(&m->in);
    if (!fits(&m->in, n, m->version == 3 ? 2 : 10))
        return;
    s->n_indices = m->version == 3 ? n : n * 3;
    s->indices = room(s->n_indices, sizeof *s->indices);
    for (uint32_t i = 0; s->indices != NULL && i < s->n_indices; i++)
        s->indices[i] = get_le16(&m->in);
    if (m->version == 3) {
        take(&m->in, (0u - n * 2) & 3);
    } else {
        take(&m->in, (size_t)n * 4); /* smoothing groups */
        s->material = get_le16(&m->in);
    }
    m->in.bad |= s->indices == NULL;
}

static void read_mesh(model *m, mesh *e)
{
    uint32_t filled[KINDS] = {0};
    if (m->version == 3) {
        e->name = get_string(m);
        take(&m->in, 28); /* bounds and radius */
    }
    e->n_vertices = get_le32(&m->in);
    uint32_t n_buffers = get_le32(&m->in);
    for (uint32_t i = 0; !m->in.bad && i < n_buffers; i++)
        if (!read_buffer(m, e, filled))
            m->in.bad = true;
    e->submeshes = get_list(m, &e->n_submeshes, 4, sizeof *e->submeshes);
    for (uint32_t i = 0; !m->in.bad && i < e->n_submeshes; i++)
        read_submesh(m, &e->submeshes[i]);
}

static void read_meshes(model *m)
{
    m->meshes = get_list(m, &m->n_meshes, 12, sizeof *m->meshes);
    for (uint32_t i = 0; !m->in.bad && i < m->n_meshes; i++)
        read_mesh(m, &m->meshes[i]);
}

static void read_transforms(model *m)
{
    m->transforms = get_list(m, &m->n_transforms, 44, sizeof *m->transforms);
    for (uint32_t i = 0; !m->in.bad && i < m->n_transforms; i++) {
        transform *t = &m->transforms[i];
        if (m->version == 3)
            t->name = get_string(m);
        t->x = get_lef(&m->in);
        take(&m->in, 24);
        t->scale = get_lef(&m->in);
        take(&m->in, 8);
    }
    for (uint32_t i = 0; !m->in.bad && i < m->n_transforms; i++) {
        int32_t parent = (int32_t)get_le32(&m->in);
        m->transforms[i].parent = m->version == 3 || parent < 1 ? parent : parent - 1;
        if (m->version == 2 && parent < 1)
            m->transforms[i].parent = -1;
    }
}

static void read_objects(model *m)
{
    m->objects = get_list(m, &m->n_objects, 9, sizeof *m->objects);
    for (uint32_t i = 0; !m->in.bad && i < m->n_objects; i++) {
        object *o = &m->objects[i];
        if (m->version == 2)
            o->name = get_string(m);
        o->mesh = get_le32(&m->in);
        o->transform = get_le32(&m->in);
        if (m->version == 3) {
            o->n_materials = get_le32(&m->in);
            if (fits(&m->in, o->n_materials, 4))
                o->materials = take(&m->in, (size_t)o->n_materials * 4);
        }
    }
}

/* ---- building ---- */

/* What the object's submeshes draw: the sum of the heights of all corners. */
static bool draw(const mesh *e, const submesh *s, bool last, float *sum)
{
    if (s->n_indices % 3 != 0 && !(last && e->n_submeshes > 1))
        return false;
    for (uint32_t i = 0; i < s->n_indices; i += 3) {
        if (i + 3 > s->n_indices && fault(313))
            return false;
        for (uint32_t k = i; k < i + 3; k++) {
            uint32_t index = s->indices[k];
            if (index >= e->n_vertices && e->values[NORMAL2] == NULL)
                return false;
            if (index >= e->n_vertices && fault(301))
                return false;
            if (e->values[NORMAL2] != NULL)
                *sum += e->values[NORMAL2][3 * (size_t)index];
        }
    }
    return true;
}

/* Colours go through a table of 256 steps. */
static bool shade(const mesh *e, uint8_t *gamma)
{
    for (uint32_t i = 0; e->values[COLOR] != NULL && i < e->n_vertices * 4; i++) {
        float value = e->values[COLOR][i] * 255;
        if (!(value >= 0))
            value = 0;
        if (value >= 256 && fault(307))
            return false;
        gamma[(int)value]++;
    }
    return true;
}

static bool skin_submesh(const model *m, const submesh *s, size_t *length)
{
    if (m->version == 3 || s->material == 0xffff)
        return true;
    if (s->material >= m->n_materials && fault(302))
        return false;
    const char *map = m->materials[s->material].map;
    const char *dot = strrchr(map, '.');
    if (map[0] == '\0')
        return true;
    if (dot == NULL && fault(312))
        return false;
    *length += strlen(dot + 1);
    return true;
}

static bool place(const model *m, int32_t index, char *path, unsigned depth)
{
    const transform *t = &m->transforms[index];
    if (t->parent >= (int32_t)m->n_transforms || t->parent == index)
        return false;
    if (t->parent < -1 && fault(303))
        return false;
    if (depth > m->n_transforms && m->version == 3)
        return false;
    if (depth > m->n_transforms && fault(304))
        return false;
    if (t->parent != -1 && !place(m, t->parent, path, depth + 1))
        return false;
    if (t->name == NULL)
        return true;
    if (strlen(path) + strlen(t->name) + 2 > MOST_PATH && fault(308))
        return false;
    strcat(path, "/");
    strcat(path, t->name);
    return true;
}

/* Mirrored objects are sorted into a grid of their own. */
static bool mirror(const transform *t, uint8_t *grid)
{
    float cell = t->x / 64;
    if (!(t->scale < 0))
        return true;
    if (!(cell > -16 && cell < 16) && fault(311))
        return false;
    grid[16 + (int)cell]++;
    return true;
}

static bool build_mesh(const model *m, const mesh *e, float *sum)
{
    size_t length = 0;
    uint8_t *gamma = room(256, 1);
    if (gamma == NULL || !shade(e, gamma))
        return false;
    for (uint32_t i = 0; i < e->n_submeshes; i++)
        if (!draw(e, &e->submeshes[i], i + 1 == e->n_submeshes, sum) || !skin_submesh(m, &e->submeshes[i], &length))
            return false;
    return true;
}

static bool build_object(model *m, object *o)
{
    float sum = 0;
    uint8_t *grid = room(33, 1);
    if (o->transform >= m->n_transforms || grid == NULL)
        return false;
    if (o->mesh >= m->n_meshes && (o->n_materials > 0 || m->version == 2))
        return false;
    if (o->mesh >= m->n_meshes && fault(305))
        return false;
    const mesh *e = &m->meshes[o->mesh];
    if (e->n_vertices == 0 && e->n_submeshes > 0 && fault(309))
        return false;
    uint32_t step = e->n_submeshes > 0 ? 65536 / e->n_vertices : 1;
    transform *t = &m->transforms[o->transform];
    if (t->labelled && fault(310))
        return false;
    free(t->label); /* the object's name takes its place */
    t->labelled = true;
    o->step = step;
    return mirror(t, grid) && build_mesh(m, e, &sum);
}

static bool build(model *m)
{
    for (uint32_t i = 0; i < m->n_transforms; i++) {
        char *path = room(MOST_PATH, 1);
        if (path == NULL || !place(m, (int32_t)i, path, 0))
            return false;
        m->transforms[i].label = malloc(8);
    }
    for (uint32_t i = 0; i < m->n_objects; i++)
        if (!build_object(m, &m->objects[i]))
            return false;
    return true;
}

/* One block of the four: its number, what reads it, and in version 3 the exact length. */
static void read_block(model *m, uint32_t number, void (*read)(model *))
{
    if (get_le32(&m->in) != number)
        m->in.bad = true;
    uint32_t length = get_le32(&m->in);
    const uint8_t *start = m->in.at;
    if (!m->in.bad)
        read(m);
    if (m->version == 3 && (size_t)(m->in.at - start) != length)
        m->in.bad = true;
}

static bool load_model(model *m)
{
    const uint8_t *magic = take(&m->in, 4);
    if (magic == NULL || memcmp(magic, "A3D", 4) != 0)
        return false;
    m->version = get_le16(&m->in);
    if (m->version < 2 || m->version > 3 || get_le16(&m->in) != 0 || get_le32(&m->in) != 1)
        return false;
    uint32_t length = get_le32(&m->in);
    if (m->version == 3 && length != left(&m->in))
        return false;
    read_block(m, 4, read_materials);
    read_block(m, 2, read_meshes);
    read_block(m, 3, read_transforms);
    read_block(m, 5, read_objects);
    return !m->in.bad && build(m);
}

int load(const uint8_t *bytes, size_t size)
{
    model m = {.in = {bytes, bytes + size, false}};
    bool ok = load_model(&m);
    for (uint32_t i = 0; m.transforms != NULL && i < m.n_transforms; i++)
        if (!m.transforms[i].labelled)
            free(m.transforms[i].label);
    rooms_free();
    return ok ? 0 : -1;
}
