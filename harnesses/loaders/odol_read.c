/* odol_read.c - everything of an ODOL file before its LODs. */
#include "odol_scene.h"

#define SINCE(v) (m->version >= (v))

static bool get_bool(reader *r)
{
    uint8_t b = get_u8(r);
    r->bad |= b > 1;
    return b != 0;
}

static void get_bools(reader *r, int n)
{
    while (n-- > 0)
        get_bool(r);
}

static void read_skeleton(model *m)
{
    reader *r = &m->in;
    const char *name = get_text(r);
    if (name == NULL || name[0] == '\0')
        return;
    get_bool(r); /* discrete */
    m->n_bones = get_le32(r);
    NEW_LIST(r, m->bones, m->n_bones, 2);
    for (uint32_t i = 0; !r->bad && i < m->n_bones; i++) {
        m->bones[i].name = get_text(r);
        m->bones[i].parent = get_text(r);
    }
    if (SINCE(41))
        get_text(r); /* pivots */
}

static int32_t *get_lod_numbers(model *m)
{
    int32_t *list;
    NEW_LIST(&m->in, list, m->n_lods, 4);
    for (uint32_t i = 0; !m->in.bad && i < m->n_lods; i++)
        list[i] = (int32_t)get_le32(&m->in);
    return list;
}

static void read_numbers(model *m) /* of the model, up to its skeleton */
{
    reader *r = &m->in;
    take(r, 24 + 12 + 12 + 24); /* flags, spheres, hints; aiming; colours, density; box */
    take(r, SINCE(70) ? 4 : 0);
    take(r, SINCE(71) ? 4 : 0);
    take(r, SINCE(52) ? 24 : 0);
    take(r, 36 + 36); /* centres, inertia */
    get_bools(r, 4);
    get_bools(r, SINCE(73) ? 1 : 0);
    if (m->dayz) {
        get_bool(r);
        take(r, 4);
    }
    take(r, SINCE(42) ? 16 : 0);
    take(r, SINCE(43) ? 8 : 0);
    get_bool(r);
    take(r, 4);
    get_bool(r);
    take(r, SINCE(48) ? 4 : 0);
    get_bool(r);
}

static void read_info(model *m)
{
    reader *r = &m->in;
    read_numbers(m);
    read_skeleton(m);
    get_u8(r);
    get_block(m->version, r, 4); /* masses */
    take(r, 16);
    take(r, SINCE(72) ? 4 : 0);
    size_t indices = 12;
    if (m->dayz)
        indices += SINCE(54) ? 1 : 0;
    else
        indices += (SINCE(53) ? 1u : 0u) + (SINCE(54) ? 1u : 0u);
    take(r, indices + 4);
    get_bool(r);
    get_text(r);
    get_text(r);
    get_bool(r);
    take(r, 4);
    if (m->dayz && m->version == 55)
        get_bool(r);
    if (SINCE(57)) {
        m->shadow_volume = get_lod_numbers(m);
        get_lod_numbers(m);
        get_lod_numbers(m);
    }
}

static void read_class(model *m, anim_class *c)
{
    reader *r = &m->in;
    c->type = get_le32(r);
    c->name = get_text(r);
    get_text(r);
    take(r, 16 + (SINCE(56) ? 8 : 0) + 4);
    if (c->type <= 7)
        take(r, 8);
    else if (c->type == 8)
        take(r, 32);
    else if (c->type == 9)
        take(r, SINCE(55) ? 8 : 4);
    else
        r->bad = true;
}

/* Which classes move which bone, LOD by LOD. */
static void read_links(model *m, uint32_t n_lods)
{
    reader *r = &m->in;
    uint32_t cap = 0;
    for (uint32_t i = 0; !r->bad && i < n_lods; i++) {
        uint32_t n = get_le32(r);
        if (!fits(r, n, 4))
            return;
        if (m->n_links + n > cap) {
            link *more = room(cap = (m->n_links + n) * 2, sizeof *more);
            if (more != NULL && m->n_links > 0)
                memcpy(more, m->links, m->n_links * sizeof *more);
            r->bad |= more == NULL;
            m->links = more;
        }
        for (uint32_t b = 0; !r->bad && b < n; b++) {
            uint32_t n_classes = get_le32(r);
            m->links[m->n_links++] = (link){i, b, n_classes, fits(r, n_classes, 4) ? take(r, (size_t)n_classes * 4) : NULL};
        }
    }
}

static void read_axes(model *m, uint32_t n_lods)
{
    reader *r = &m->in;
    if (m->n_classes == 0)
        return;
    if (!fits(r, (uint64_t)n_lods * m->n_classes, 4))
        return;
    NEW_LIST(r, m->axes, (size_t)n_lods * m->n_classes, 4);
    for (uint32_t i = 0; !r->bad && i < n_lods; i++)
        for (uint32_t c = 0; c < m->n_classes; c++) {
            axis *a = &m->axes[m->n_axes++];
            *a = (axis){i, c, (int32_t)get_le32(r)};
            if (a->bone != -1 && m->classes[c].type < 8)
                take(r, 24);
        }
}

static void read_animations(model *m)
{
    reader *r = &m->in;
    m->n_classes = get_le32(r);
    NEW_LIST(r, m->classes, m->n_classes, 32);
    for (uint32_t i = 0; !r->bad && i < m->n_classes; i++)
        read_class(m, &m->classes[i]);
    uint32_t n_lods = get_le32(r);
    if (n_lods > INT32_MAX)
        n_lods = 0;
    if (fits(r, n_lods, 4)) {
        read_links(m, n_lods);
        read_axes(m, n_lods);
    }
}

/* Where the LODs are, and what is said beforehand of those that are loaded late. */
static void read_places(model *m)
{
    reader *r = &m->in;
    m->starts = (uint32_t *)get_lod_numbers(m);
    m->ends = (uint32_t *)get_lod_numbers(m);
    const uint8_t *permanent = take(r, m->n_lods);
    NEW_LIST(r, m->expected_faces, m->n_lods, 0);
    for (uint32_t i = 0; !r->bad && i < m->n_lods; i++) {
        m->expected_faces[i] = UINT32_MAX;
        if (permanent[i] != 0)
            continue;
        m->expected_faces[i] = get_le32(r);
        take(r, 12);
        get_bool(r);
        take(r, SINCE(51) ? 8 : 0);
    }
}

static bool read_header(model *m, const uint8_t *file)
{
    reader *r = &m->in;
    take(r, SINCE(75) ? 8 : 0);
    take(r, SINCE(59) ? 4 : 0);
    if (SINCE(58))
        get_text(r);
    m->n_lods = get_le32(r);
    if (m->n_lods == 0 || m->n_lods > 128)
        return false;
    take(r, (size_t)m->n_lods * 4);
    read_info(m);
    if (get_bool(r))
        read_animations(m);
    read_places(m);
    if (r->bad)
        return false;
    uint32_t first = UINT32_MAX;
    for (uint32_t i = 0; i < m->n_lods; i++)
        first = m->starts[i] < first ? m->starts[i] : first;
    return first == (size_t)(r->at - file);
}

bool odol_read(model *m, const uint8_t *file, size_t size)
{
    reader start = {file, file + size, false};
    const uint8_t *magic = take(&start, 4);
    uint32_t version = get_le32(&start);
    if (start.bad || memcmp(magic, "ODOL", 4) != 0 || version < 40 || version > 75)
        return false;
    *m = (model){.in = start, .version = version, .dayz = version >= 53 && version <= 55};
    if (!read_header(m, file)) {
        if (!m->dayz)
            return false;
        unsee(start.at, file + size);
        saw_again();
        *m = (model){.in = start, .version = version};
        if (!read_header(m, file))
            return false;
    }
    NEW_LIST(&m->in, m->lods, m->n_lods, 0);
    for (uint32_t i = 0; !m->in.bad && i < m->n_lods; i++) {
        if (m->starts[i] > m->ends[i] || m->ends[i] > size)
            return false;
        reader r = {file + m->starts[i], file + m->ends[i], false};
        if (!odol_read_lod(m, &m->lods[i], &r))
            return false;
    }
    return !m->in.bad;
}
