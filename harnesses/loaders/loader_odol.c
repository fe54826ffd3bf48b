/* loader_odol.c - an example loader of ODOL 40 to 75, Arma's and DayZ's, with planted faults 501 to 515.
 * This file builds the model; odol_read.c and odol_lod.c know the order of the fields, odol_unpack.c the packing. */
#include "odol_scene.h"

#include <strings.h>

/* ---- the model ---- */

static const bone *find_bone(const model *m, const char *name, uint32_t below)
{
    for (uint32_t i = 0; i < below; i++)
        if (strcasecmp(m->bones[i].name, name) == 0)
            return &m->bones[i];
    return NULL;
}

static bool build_skeleton(const model *m, uint32_t *length)
{
    for (uint32_t i = 0; i < m->n_bones; i++) {
        if (m->bones[i].parent[0] == '\0')
            continue;
        const bone *parent = find_bone(m, m->bones[i].parent, i);
        if (parent == NULL && m->version <= 43)
            return false;
        if (parent == NULL && fault(506))
            return false;
        *length += (uint32_t)strlen(parent->name);
    }
    return true;
}

static bool build_animations(const model *m)
{
    uint8_t *used = room(m->n_classes, 1), *moved = room(m->n_bones, 1);
    if (used == NULL || moved == NULL)
        return false;
    for (uint32_t i = 0; i < m->n_links; i++)
        for (uint32_t k = 0; k < m->links[i].n; k++) {
            uint32_t index = le32_at(m->links[i].classes + 4 * (size_t)k);
            if (index >= m->n_classes && m->links[i].lod == 0)
                return false;
            if (index >= m->n_classes && fault(507))
                return false;
            used[index] = 1;
        }
    for (uint32_t i = 0; i < m->n_axes; i++) {
        const axis *a = &m->axes[i];
        uint32_t type = m->classes[a->class_index].type;
        if (a->bone == -1)
            continue;
        if (a->bone < 0 || ((uint32_t)a->bone >= m->n_bones && (type < 4 || type > 7)))
            return false;
        if ((uint32_t)a->bone >= m->n_bones && fault(508))
            return false;
        moved[a->bone] = 1;
    }
    return true;
}

/* A LOD that throws the shadow of another keeps a note with it. */
static bool build_shadows(const model *m)
{
    uint8_t *shadows = room(m->n_lods, 1);
    for (uint32_t i = 0; shadows != NULL && m->shadow_volume != NULL && i < m->n_lods; i++) {
        if (m->shadow_volume[i] < 0)
            continue;
        if ((uint32_t)m->shadow_volume[i] >= m->n_lods && fault(515))
            return false;
        shadows[m->shadow_volume[i]]++;
    }
    return shadows != NULL;
}

/* ---- a LOD ---- */

static bool draw_faces(const model *m, const lod *l, uint8_t *drawn)
{
    for (uint32_t i = 0; i < l->n_faces; i++) {
        const face *f = &l->faces[i];
        for (unsigned k = 0; k < f->corners; k++) {
            if (f->indices[k] >= l->n_vertices && (k < 3 || m->version < 69))
                return false;
            if (f->indices[k] >= l->n_vertices && fault(501))
                return false;
            drawn[f->indices[k]] = 1;
        }
    }
    return true;
}

/* LODs that come late get their faces in the room that was said beforehand. */
static bool keep_faces(const lod *l, uint32_t expected)
{
    face *kept = expected == UINT32_MAX || expected > 1u << 20 ? NULL : room(expected, sizeof *kept);
    for (uint32_t i = 0; kept != NULL && i < l->n_faces; i++) {
        if (i >= expected && fault(513))
            return false;
        kept[i] = l->faces[i];
    }
    return true;
}

/* Sections tell their faces by offsets: so many bytes for a triangle, so many for a quad. */
static bool build_section(const model *m, const lod *l, const section *s, uint32_t *corners)
{
    uint32_t unit = m->version >= 69 ? 4 : 2, offset = 0;
    for (uint32_t i = 0; offset < s->to; i++) {
        if (i >= l->n_faces && m->version >= 69)
            return false;
        if (i >= l->n_faces && fault(502))
            return false;
        if (offset >= s->from)
            *corners += l->faces[i].corners;
        offset += unit * (l->faces[i].corners + 1);
    }
    if (s->material < 0 || (s->texture >= 0 && (uint32_t)s->material >= l->n_materials))
        return s->material < 0;
    if ((uint32_t)s->material >= l->n_materials && fault(503))
        return false;
    return l->materials[s->material].name != NULL;
}

static bool build_selections(const model *m, const lod *l)
{
    uint8_t *heavy = room(l->n_vertices, 1);
    uint32_t width = m->version >= 69 ? 4 : 2;
    for (uint32_t i = 0; heavy != NULL && i < l->n_selections; i++) {
        const selection *s = &l->selections[i];
        if (s->weights.n != 0 && s->weights.n != s->vertices.n)
            return false;
        for (uint32_t k = 0; k < s->vertices.n; k++) {
            const uint8_t *at = s->vertices.data + (size_t)k * width;
            uint32_t vertex = width == 4 ? le32_at(at) : le16_at(at);
            if (vertex >= l->n_vertices && s->weights.n == 0)
                return false;
            if (vertex >= l->n_vertices && fault(504))
                return false;
            heavy[vertex] = s->weights.n != 0 ? s->weights.data[k] : 255;
        }
    }
    return heavy != NULL;
}

static bool build_proxies(const lod *l, uint32_t *length)
{
    for (uint32_t i = 0; i < l->n_proxies; i++) {
        const proxy *p = &l->proxies[i];
        if (p->section < 0)
            continue;
        if (p->selection < 0 || (uint32_t)p->section >= l->n_sections)
            return false;
        if ((uint32_t)p->selection >= l->n_selections && fault(505))
            return false;
        *length += (uint32_t)strlen(l->selections[p->selection].name);
    }
    return true;
}

/* The bones of one vertex: a count, then numbers and weights by turns. */
static bool weigh(const lod *l, const uint8_t *ref, bool neighbour, uint32_t *sums)
{
    uint8_t weights[4] = {0};
    uint32_t n = le32_at(ref);
    if (n > 4 && !neighbour)
        return false;
    for (uint32_t i = 0; i < n; i++) {
        if (i >= 4 && fault(509))
            return false;
        uint32_t bone_index = ref[4 + 2 * i];
        if (bone_index >= l->n_sub2skel && (l->bones_simple || neighbour))
            return false;
        if (bone_index >= l->n_sub2skel && fault(510))
            return false;
        weights[i] = ref[5 + 2 * i];
        sums[bone_index] += weights[i];
    }
    return true;
}

static bool build_weights(const lod *l)
{
    uint32_t *sums = room(l->n_sub2skel, sizeof *sums);
    for (uint32_t i = 0; sums != NULL && i < l->bone_refs.n; i++)
        if (!weigh(l, l->bone_refs.data + (size_t)i * 12, false, sums))
            return false;
    for (uint32_t i = 0; sums != NULL && i < l->neighbours.n; i++)
        if (!weigh(l, l->neighbours.data + (size_t)i * 32 + 4, true, sums) || !weigh(l, l->neighbours.data + (size_t)i * 32 + 20, true, sums))
            return false;
    return sums != NULL;
}

static bool build_material(const material *k)
{
    uint8_t *uses = room(k->n_texgens, 1);
    for (uint32_t i = 0; uses != NULL && i < k->n_stages; i++) {
        if (k->version < 8)
            continue;
        if (k->texgen_of[i] >= k->n_texgens && k->version < 11)
            return false;
        if (k->texgen_of[i] >= k->n_texgens && fault(511))
            return false;
        uses[k->texgen_of[i]]++;
    }
    return uses != NULL;
}

/* Frames move all vertices at once. */
static bool build_frames(const lod *l, float *sum)
{
    for (uint32_t i = 0; i < l->n_frames; i++)
        for (uint32_t k = 0; k < l->n_vertices; k++) {
            if (k >= l->frames[i].n && fault(512))
                return false;
            *sum += as_float(le32_at(l->frames[i].points + (size_t)k * 12));
        }
    return true;
}

static bool build_lod(const model *m, const lod *l, uint32_t expected_faces)
{
    uint8_t *drawn = room(l->n_vertices, 1);
    uint32_t corners = 0, length = 0;
    float sum = 0;
    if (drawn == NULL || l->positions.n != l->n_vertices || !draw_faces(m, l, drawn) || !keep_faces(l, expected_faces))
        return false;
    for (uint32_t i = 0; i < l->n_sections; i++)
        if (!build_section(m, l, &l->sections[i], &corners))
            return false;
    for (uint32_t i = 0; i < l->n_materials; i++)
        if (!build_material(&l->materials[i]))
            return false;
    return build_selections(m, l) && build_proxies(l, &length) && build_weights(l) && build_frames(l, &sum);
}

int load(const uint8_t *file, size_t size)
{
    model m;
    uint32_t length = 0;
    bool ok = odol_read(&m, file, size) && build_skeleton(&m, &length) && build_animations(&m) && build_shadows(&m);
    for (uint32_t i = 0; ok && i < m.n_lods; i++)
        ok = build_lod(&m, &m.lods[i], m.expected_faces[i]);
    rooms_free();
    return ok ? 0 : -1;
}
