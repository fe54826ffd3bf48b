/* scene_faces.c - faces of an ODOL level of detail, section by section, with their materials */
#include "formats/odol/scene.h"

#include <string.h>

/* Sections that look alike share a material; only the most recent ones are searched. */
enum { LOOKS = 32 };
/* Flags of sections: in real files the first is on sections that consist of the triangles of proxies alone, the second
 * on such triangles without a proxy, among others. */
enum { OF_PROXIES = 0x10000000, HIDDEN = 0x400000 };
static const char places[] = "triangles that only mark the places of proxies";

typedef struct look {
    int64_t texture, material;
    uint32_t made;
} look;

typedef struct walker {
    a3d_odol_shown *s;
    a3d_odol_faces faces; /* at the next face */
    int64_t position;     /* where it begins, as face_from and face_to of sections count */
    const char *hidden;   /* why no face of this section is drawn, or NULL */
    look looks[LOOKS];
    unsigned n_looks;
} walker;

/* ---- materials ---- */

static uint32_t add_look(walker *w, uint32_t section, int64_t texture, int64_t material)
{
    a3d_odol_shown *s = w->s;
    uint32_t textures, materials, n_textures = a3d_records_of(s->doc, s->lod, LOD_textures, &textures);
    uint32_t n_materials = a3d_records_of(s->doc, s->lod, LOD_materials, &materials);
    bool named = material >= 0 && material < (int64_t)n_materials &&
                 a3d_was_read(s->doc, materials + (uint32_t)material);
    uint32_t record = named ? materials + (uint32_t)material : section;
    uint32_t made = a3d_scene_material(s->v, a3d_from(record),
                                       named ? a3d_label_of(s->doc, record, MATERIAL_name) : (a3d_label){NULL, 0});
    if (made == A3D_NONE)
        return A3D_NONE;
    if (named)
        a3d_odol_show_material(s, record, made);
    if (texture >= 0 && texture < (int64_t)n_textures && a3d_was_read(s->doc, textures + (uint32_t)texture))
        a3d_odol_show_texture(s, a3d_label_of(s->doc, textures + (uint32_t)texture, TEXTURE_name), made);
    w->looks[w->n_looks++ % LOOKS] = (look){texture, material, made};
    return made;
}

static uint32_t material_of(walker *w, uint32_t section)
{
    int64_t texture = a3d_whole_value(w->s->doc, section, SECTION_texture),
            material = a3d_whole_value(w->s->doc, section, SECTION_material);
    for (unsigned i = 0; i < LOOKS && i < w->n_looks; i++)
        if (w->looks[i].texture == texture && w->looks[i].material == material)
            return w->looks[i].made;
    return texture == -1 && material == -1 ? A3D_NONE : add_look(w, section, texture, material);
}

/* ---- faces ---- */

static void start(walker *w)
{
    w->faces = a3d_odol_walk_faces(w->s->doc, w->s->lod);
    w->position = 0;
}

/* Whether a complete face is at the current position. */
static bool has_face(const walker *w)
{
    const a3d_odol_faces *f = &w->faces;
    return f->flat && f->p != NULL && f->next < f->count && f->p < f->end && (f->p[0] == 3 || f->p[0] == 4) &&
           (size_t)(f->end - f->p) >= 1 + (size_t)f->p[0] * f->width;
}

static void pass_face(walker *w)
{
    unsigned corners = w->faces.p[0];
    w->position += (corners + 1) * w->faces.width;
    w->faces.p += 1 + corners * w->faces.width;
    w->faces.next++;
}

/* Why a face is not drawn, or NULL. */
static const char *hidden(const walker *w)
{
    uint32_t i = w->faces.next;
    bool marked = w->s->marks != NULL && i < w->s->faces && (w->s->marks[i / 8] >> i % 8 & 1) != 0;
    return marked ? places : w->hidden;
}

/* Faces are clockwise, and stay so as z is inverted for the axes of glTF, so their corners are taken backwards. */
static bool put_face(walker *w)
{
    const uint8_t *p = w->faces.p + 1;
    unsigned width = w->faces.width, corners = w->faces.p[0];
    uint64_t at[4] = {0, 0, 0, 0};
    for (unsigned i = 0; i < corners; i++)
        at[i] = a3d_load(p + (size_t)i * width, width, false);
    if (hidden(w) != NULL) {
        a3d_scene_lose(w->s->v, corners - 2, hidden(w));
        return a3d_scene_spend(w->s->v, 0, 1);
    }
    return a3d_scene_triangle(w->s->v, at[0], at[2], at[1]) &&
           (corners == 3 || a3d_scene_triangle(w->s->v, at[0], at[3], at[2]));
}

static void trace_faces(const walker *w)
{
    const a3d_doc *doc = w->s->doc;
    a3d_items items = {.node = a3d_whole_field(doc, w->s->lod, LOD_faces)};
    items.data = a3d_content(doc, a3d_at(doc, items.node), &items.stream, &items.off);
    a3d_scene_origin(w->s->v, &items);
}

/* The triangles of the faces from one position up to another; positions of sections usually ascend. */
static uint32_t triangles_between(walker *w, int64_t from, int64_t to)
{
    if (from < w->position)
        start(w);
    while (w->position < from && has_face(w) && a3d_scene_spend(w->s->v, 0, 1))
        pass_face(w);
    if (!has_face(w) || from >= to || !a3d_scene_triangles(w->s->v, w->s->vertices, 1))
        return A3D_NONE;
    trace_faces(w);
    for (; w->position < to && has_face(w); pass_face(w)) {
        a3d_scene_at(w->s->v, w->faces.p);
        if (!put_face(w))
            break;
    }
    return a3d_scene_triangles_close(w->s->v);
}

static void add_part(walker *w, uint32_t source, int64_t from, int64_t to, uint32_t material)
{
    a3d_draw *part = a3d_scene_part(w->s->v, a3d_from(source));
    if (part == NULL)
        return;
    memcpy(part->attributes, w->s->attributes, sizeof part->attributes);
    part->indices = triangles_between(w, from, to);
    part->material = material;
    a3d_scene_part_end(w->s->v);
}

/* Why the faces of a section are not drawn, or NULL. */
static const char *hides(const a3d_odol_shown *s, uint32_t section, uint32_t hiding)
{
    int64_t flags = a3d_whole_value(s->doc, section, SECTION_flags);
    return (flags & OF_PROXIES) != 0 ? places : (flags & hiding) != 0 ? "triangles marked as hidden" : NULL;
}

/* The flag that hides a section; 0 when nothing would be left to see, since the flag is known from few models. */
static uint32_t hiding_in(const a3d_odol_shown *s, uint32_t first, uint32_t count)
{
    for (uint32_t i = first; i < first + count; i++)
        if (a3d_was_read(s->doc, i) && hides(s, i, HIDDEN) == NULL)
            return HIDDEN;
    return 0;
}

uint32_t a3d_odol_show_faces(a3d_odol_shown *s, a3d_label name)
{
    walker w = {.s = s};
    uint32_t first, count = a3d_records_of(s->doc, s->lod, LOD_sections, &first);
    start(&w);
    if (w.faces.count == 0)
        return A3D_NONE;
    uint32_t hiding = hiding_in(s, first, count);
    a3d_scene_mesh(s->v, a3d_from(s->lod), name);
    for (uint32_t i = first; i < first + count && !s->v->failed; i++) {
        if (!a3d_was_read(s->doc, i))
            continue;
        w.hidden = hides(s, i, hiding);
        add_part(&w, i, a3d_whole_value(s->doc, i, SECTION_face_from), a3d_whole_value(s->doc, i, SECTION_face_to),
                 material_of(&w, i));
    }
    w.hidden = NULL;
    if (count == 0)
        add_part(&w, a3d_whole_field(s->doc, s->lod, LOD_faces), 0, INT64_MAX, A3D_NONE);
    return a3d_scene_mesh_end(s->v);
}
