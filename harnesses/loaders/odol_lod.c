/* odol_lod.c - one LOD of an ODOL file, in the order of the file. */
#include "odol_scene.h"

#define SINCE(v) (m->version >= (v))

static bytes get_indices(const model *m, reader *r) { return get_block(m->version, r, SINCE(69) ? 4 : 2); }

/* A list that may be one element for all. */
static uint32_t get_filled(const model *m, reader *r, uint32_t width)
{
    uint32_t n = get_le32(r);
    if (get_u8(r) != 0)
        take(r, width);
    else
        odol_block(m->version, r, (uint64_t)n * width);
    return n;
}

static void read_proxies(const model *m, lod *l, reader *r)
{
    l->n_proxies = get_le32(r);
    NEW_LIST(r, l->proxies, l->n_proxies, 61);
    for (uint32_t i = 0; !r->bad && i < l->n_proxies; i++) {
        proxy *p = &l->proxies[i];
        p->model = get_text(r);
        take(r, 52);
        p->selection = (int32_t)get_le32(r);
        p->bone = (int32_t)get_le32(r);
        p->section = SINCE(40) ? (int32_t)get_le32(r) : -1;
    }
}

static void read_bone_lists(lod *l, reader *r)
{
    l->n_sub2skel = get_le32(r);
    l->sub2skel = fits(r, l->n_sub2skel, 4) ? take(r, (size_t)l->n_sub2skel * 4) : NULL;
    uint32_t n = get_le32(r);
    for (uint32_t i = 0; !r->bad && i < n; i++) {
        uint32_t links = get_le32(r);
        if (fits(r, links, 4))
            take(r, (size_t)links * 4);
    }
}

static uint32_t get_stage(const material *k, reader *r)
{
    uint32_t texgen = 0;
    take(r, k->version >= 5 ? 4 : 0);
    get_text(r);
    if (k->version >= 8)
        texgen = get_le32(r);
    take(r, k->version >= 11 ? 1 : 0);
    return texgen;
}

static void read_material(const model *m, material *k, reader *r)
{
    k->name = get_text(r);
    k->version = get_le32(r);
    take(r, 6 * 16 + 4);
    if (k->version > 11 && (!m->dayz || (k->version != 16 && k->version != 20)))
        r->bad = true;
    take(r, k->version == 16 ? 56 : k->version == 20 ? 104 : 0);
    take(r, 16 + (k->version == 3 ? 1 : 0));
    if (k->version >= 6)
        get_text(r);
    take(r, k->version >= 4 ? 8 : 0);
    k->n_stages = k->version > 6 ? get_le32(r) : 0;
    k->n_texgens = k->version > 8 ? get_le32(r) : k->n_stages;
    NEW_LIST(r, k->texgen_of, k->n_stages, 1);
    for (uint32_t i = 0; !r->bad && i < k->n_stages; i++) {
        take(r, k->version < 8 ? 52 : 0);
        k->texgen_of[i] = get_stage(k, r);
    }
    if (k->version >= 8 && fits(r, k->n_texgens, 52))
        take(r, (size_t)k->n_texgens * 52);
    if (k->version >= 10)
        get_stage(k, r);
}

static void read_looks(const model *m, lod *l, reader *r)
{
    l->n_textures = get_le32(r);
    for (uint32_t i = 0; !r->bad && i < l->n_textures; i++)
        get_text(r);
    l->n_materials = get_le32(r);
    NEW_LIST(r, l->materials, l->n_materials, 121);
    for (uint32_t i = 0; !r->bad && i < l->n_materials; i++)
        read_material(m, &l->materials[i], r);
}

static void read_faces(const model *m, lod *l, reader *r)
{
    l->n_faces = get_le32(r);
    take(r, 6);
    NEW_LIST(r, l->faces, l->n_faces, 7);
    for (uint32_t i = 0; !r->bad && i < l->n_faces; i++) {
        face *f = &l->faces[i];
        f->corners = get_u8(r);
        r->bad |= f->corners < 3 || f->corners > 4;
        for (unsigned k = 0; !r->bad && k < f->corners; k++)
            f->indices[k] = SINCE(69) ? get_le32(r) : get_le16(r);
    }
}

static void read_sections(const model *m, lod *l, reader *r)
{
    l->n_sections = get_le32(r);
    NEW_LIST(r, l->sections, l->n_sections, 30);
    for (uint32_t i = 0; !r->bad && i < l->n_sections; i++) {
        section *s = &l->sections[i];
        s->from = get_le32(r);
        s->to = get_le32(r);
        take(r, 12);
        s->texture = (int16_t)get_le16(r);
        take(r, 4);
        s->material = (int32_t)get_le32(r);
        if (s->material == -1)
            get_text(r);
        uint32_t n = get_le32(r);
        if (fits(r, n, 4))
            take(r, (size_t)n * 4);
        if (SINCE(67) && get_le32(r) >= 1)
            take(r, 44);
    }
}

static void read_selections(const model *m, lod *l, reader *r)
{
    l->n_selections = get_le32(r);
    NEW_LIST(r, l->selections, l->n_selections, 22);
    for (uint32_t i = 0; !r->bad && i < l->n_selections; i++) {
        selection *s = &l->selections[i];
        s->name = get_text(r);
        s->faces = get_indices(m, r);
        take(r, 5); /* zero, sectional */
        s->sections = get_block(m->version, r, 4);
        s->vertices = get_indices(m, r);
        s->weights = get_block(m->version, r, 1);
    }
}

static void read_properties_and_frames(lod *l, reader *r)
{
    uint32_t n = get_le32(r);
    for (uint32_t i = 0; !r->bad && i < n; i++) {
        get_text(r);
        get_text(r);
    }
    l->n_frames = get_le32(r);
    NEW_LIST(r, l->frames, l->n_frames, 8);
    for (uint32_t i = 0; !r->bad && i < l->n_frames; i++) {
        frame *f = &l->frames[i];
        f->time = get_lef(r);
        f->n = get_le32(r);
        const uint8_t *points = fits(r, f->n, 12) ? take(r, (size_t)f->n * 12) : NULL;
        uint8_t *copy = points != NULL ? room(f->n, 12) : NULL;
        if (copy != NULL && f->n > 0)
            memcpy(copy, points, (size_t)f->n * 12);
        r->bad |= copy == NULL;
        f->points = copy;
    }
}

static void get_uv_set(const model *m, lod *l, reader *r)
{
    take(r, SINCE(45) ? 16 : 0);
    uint32_t n = get_filled(m, r, SINCE(45) ? 4 : 8);
    if (r->bad || (l->n_uvs >= UV_SETS && fault(514))) {
        r->bad = true;
        return;
    }
    l->uv_counts[l->n_uvs++] = n;
}

static void read_vertices(const model *m, lod *l, reader *r)
{
    l->uv_counts = room(UV_SETS, sizeof *l->uv_counts);
    r->bad |= l->uv_counts == NULL;
    get_uv_set(m, l, r);
    uint32_t n = get_le32(r);
    for (uint32_t i = 1; !r->bad && i < n; i++)
        get_uv_set(m, l, r);
    l->positions = get_block(m->version, r, 12);
    get_filled(m, r, SINCE(45) ? 4 : 12);
    get_block(m->version, r, SINCE(45) ? 8 : 24);
    l->bone_refs = get_block(m->version, r, 12);
    l->neighbours = get_block(m->version, r, 32);
}

bool odol_read_lod(const model *m, lod *l, reader *r)
{
    read_proxies(m, l, r);
    read_bone_lists(l, r);
    l->n_vertices = SINCE(50) ? get_le32(r) : get_filled(m, r, 4);
    take(r, SINCE(51) ? 4 : 0);
    take(r, 8 + 36 + 4);
    read_looks(m, l, r);
    get_indices(m, r);
    get_indices(m, r);
    read_faces(m, l, r);
    read_sections(m, l, r);
    read_selections(m, l, r);
    read_properties_and_frames(l, r);
    take(r, 12);
    l->bones_simple = get_u8(r) != 0;
    take(r, 4); /* rest_size */
    if (SINCE(50))
        get_filled(m, r, 4);
    read_vertices(m, l, r);
    return !r->bad;
}
