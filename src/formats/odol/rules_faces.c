/* rules_faces.c - rules about the faces of a LOD: their vertices, and where sections end among them.
 *
 * A fast walk over all faces comes first, from the start and from the middle at once. Only if it finds something
 * unusual are they checked one by one. */
#include "formats/odol/parts.h"

/* One face, stored in either form. */
typedef struct face {
    unsigned corners;
    uint32_t at[4];
    uint32_t off; /* of the first vertex number, in the content of a plain list */
} face;

A3D_INLINE uint32_t corner_at(const uint8_t *p, unsigned i, bool wide)
{
    return wide ? a3d_load32(p + 1 + 4 * (size_t)i, false) : a3d_load16(p + 1 + 2 * (size_t)i, false);
}

static bool repeats_corner(const face *f)
{
    bool three = (f->at[0] == f->at[1]) | (f->at[1] == f->at[2]) | (f->at[0] == f->at[2]);
    return three || (f->corners == 4 && ((f->at[3] == f->at[0]) | (f->at[3] == f->at[1]) | (f->at[3] == f->at[2])));
}

typedef struct marks {
    uint8_t *used; /* a byte for each vertex, or NULL */
    uint32_t vertices;
} marks;

static void check_corners(a3d_ctx *ctx, const content *faces, const face *f, uint32_t index, const marks *m, bool wide)
{
    for (unsigned i = 0; i < f->corners; i++) {
        if (f->at[i] < m->vertices) {
            if (m->used != NULL)
                m->used[f->at[i]] = 1;
            continue;
        }
        unsigned width = wide ? 4 : 2;
        a3d_finding *found = broken_at(ctx, ODOL_RULE_FACE_VERTEX, faces, f->off + i * width, width);
        a3d_suffix(ctx, found, "[%u].indices[%u]", (unsigned)index, i);
        a3d_odol_describe_bound(ctx, found, f->at[i], 0, m->vertices, "the LOD", "vertex");
    }
}

/* Marks the vertices of a face; false if one of them does not exist. */
static bool mark_corners(const face *f, const marks *m)
{
    bool there = true;
    for (unsigned i = 0; i < f->corners; i++)
        there = there && f->at[i] < m->vertices;
    for (unsigned i = 0; there && m->used != NULL && i < f->corners; i++)
        m->used[f->at[i]] = 1;
    return there;
}

static void report_unused(a3d_ctx *ctx, const odol_lod *lod, const uint8_t *used)
{
    uint32_t n = (uint32_t)lod->vertices;
    tally t = {0, 0};
    for (const uint8_t *p = used; (p = memchr(p, 0, (size_t)(used + n - p))) != NULL; p++)
        tally_add(&t, (uint32_t)(p - used));
    content positions = content_of(ctx->doc, lod->node, LOD_positions);
    if (t.count > 0 && t.first < positions.stored)
        a3d_say(ctx, tally_report(ctx, ODOL_RULE_VERTEX_UNUSED, &positions, &t, 12),
                "%s of %s %s unused; expected a face for each; the first is vertex %u", a3d_number_of(t.count).text,
                a3d_amount_of(n, "vertex").text, t.count == 1 ? "is" : "are", (unsigned)t.first);
}

static void report_twice(a3d_ctx *ctx, const content *faces, const tally *twice, uint32_t at)
{
    if (twice->count == 0)
        return;
    a3d_finding *f = broken_at(ctx, ODOL_RULE_FACE_FLAT, faces, at, 1);
    a3d_suffix(ctx, f, "[%u]", (unsigned)twice->first);
    f->count = twice->count;
    a3d_say(ctx, f, "%s %s a vertex twice; expected three or four different vertices",
            a3d_amount_of(twice->count, "face").text, twice->count == 1 ? "uses" : "use");
}

/* --- face by face --- */

static uint32_t size_of_face(unsigned corners, bool wide)
{
    return 1 + corners * (wide ? 4 : 2);
}

static int64_t measure_of_face(unsigned corners, bool wide)
{
    return (corners + 1) * (wide ? 4 : 2);
}

static face load_face(const uint8_t *p, uint32_t pos, bool wide)
{
    face f = {.corners = p[pos], .off = pos + 1};
    for (unsigned k = 0; k < 4 && k < f.corners; k++)
        f.at[k] = corner_at(p + pos, k, wide);
    return f;
}

/* Checks all faces; false if the last of them could not be checked. */
static bool check_faces(a3d_ctx *ctx, const content *faces, const marks *m, bool wide, tally *twice, uint32_t *twice_at)
{
    uint32_t pos = 0;
    for (uint32_t i = 0; i < faces->stored; i++) {
        face f = load_face(faces->p, pos, wide);
        if (f.corners != 3 && f.corners != 4)
            return false; /* it has a finding of its own, and the position of later ones is unknown */
        if (repeats_corner(&f))
            *twice_at = twice->count == 0 ? pos : *twice_at, tally_add(twice, i);
        if (!mark_corners(&f, m))
            check_corners(ctx, faces, &f, i, m, wide);
        pos += size_of_face(f.corners, wide);
    }
    return true;
}

/* Checks ODOL-278 to ODOL-280. */
void a3d_odol_check_faces(a3d_ctx *ctx, const odol_lod *lod)
{
    const a3d_doc *doc = ctx->doc;
    const odol_faces *seen = &lod->faces;
    content faces = content_of(doc, lod->node, LOD_faces);
    int64_t n = lod->vertices;
    bool wide = doc->vars[A3D_VAR_VERSION] >= 69, backed = n > 0 && n == count_of(doc, lod->node, LOD_positions),
         all = seen->used != NULL;
    if (faces.p == NULL || n < 0 || !a3d_at(doc, faces.node)->flat || a3d_work(ctx, faces.stored / 4 + 1) != A3D_OK)
        return;
    marks m = {seen->used, n < UINT32_MAX ? (uint32_t)n : UINT32_MAX};
    tally twice = {seen->twice, seen->n_twice};
    uint32_t twice_at = seen->twice_at;
    if (!all) {
        m.used = backed ? a3d_block_resize(doc->arena, NULL, (size_t)n) : NULL;
        if (m.used != NULL)
            memset(m.used, 0, (size_t)n);
        all = check_faces(ctx, &faces, &m, wide, &twice, &twice_at);
    }
    report_twice(ctx, &faces, &twice, twice_at);
    if (m.used != NULL && all)
        report_unused(ctx, lod, m.used);
    if (m.used != NULL)
        a3d_block_resize(doc->arena, m.used, 0);
}

/* --- all at once --- */

/* A walk over the faces from number i to `to`, of which the next one is at `pos`. Each vertex has a mark. There are
 * more marks, up to a power of two, so that the bits of all vertex numbers of a face show in one test that they are
 * in range. */
typedef struct walk {
    const uint8_t *p;
    uint32_t size, pos, i, to;
    uint8_t *used;
    uint32_t room;
    int64_t end;    /* where the next section ends, in the measure of faces (schema.h) */
    range sections; /* those that have not ended yet */
    bool meet;      /* all that have ended did so between two faces */
} walk;

/* The measure of the faces before the next one: a corner count takes as many bytes as a vertex number there. */
static int64_t measure_before(const walk *w, bool wide)
{
    return w->pos + (int64_t)w->i * (wide ? 3 : 1);
}

static void next_section(walk *w, const a3d_doc *doc)
{
    bool known = w->sections.count > 0 && is_whole(doc, w->sections.first) &&
                 is_present(doc, w->sections.first, SECTION_face_to);
    w->end = known ? a3d_whole_value(doc, w->sections.first, SECTION_face_to) : INT64_MAX;
    w->meet = w->meet && (known || w->sections.count == 0);
    w->sections.first++;
    w->sections.count -= w->sections.count > 0;
}

/* How many of the faces after this one can certainly be passed before a section ends, or the content. */
static uint32_t faces_ahead(const walk *w, bool wide)
{
    int64_t left = w->end - measure_before(w, wide), free = left > 0 ? (left - 1) / measure_of_face(4, wide) : 0;
    uint32_t most = w->to - w->i - 1, whole = (w->size - w->pos) / size_of_face(4, wide);
    most = most < whole ? most : whole;
    return free < most ? (uint32_t)free : most;
}

/* Marks the vertices of a face of three corners, or of four if `fourth` is 1; false if two are the same or one has no
 * mark. Nothing branches on the number of corners: the third vertex is used as the fourth. */
A3D_INLINE bool mark_apart(uint8_t *used, uint32_t room, const uint8_t *p, unsigned fourth, bool wide)
{
    uint32_t a = corner_at(p, 0, wide), b = corner_at(p, 1, wide), c = corner_at(p, 2, wide),
             d = corner_at(p, 2 + fourth, wide);
    if (a == b || b == c || c == a || d == a || d == b || (d ^ fourth ^ 1) == c || (a | b | c | d) >= room)
        return false;
    used[a] = used[b] = used[c] = used[d] = 1;
    return true;
}

/* Marks up to n faces of each of two walks, side by side: in each the place of the next face is known late. Stops
 * before a face that mark_apart rejects. */
A3D_INLINE void mark_both(walk *one, walk *two, uint32_t n, bool wide)
{
    const uint8_t *p = one->p + one->pos, *q = two->p + two->pos;
    uint8_t *used = one->used;
    uint32_t room = one->room, k = 0, size = size_of_face(3, wide), more = size_of_face(4, wide) - size;
    for (; k < n; k++) {
        unsigned p_fourth = p[0] - 3u, q_fourth = q[0] - 3u;
        if ((p_fourth | q_fourth) > 1 || !mark_apart(used, room, p, p_fourth, wide) ||
            !mark_apart(used, room, q, q_fourth, wide))
            break;
        p += size + p_fourth * more;
        q += size + q_fourth * more;
    }
    one->pos = (uint32_t)(p - one->p);
    two->pos = (uint32_t)(q - two->p);
    one->i += k;
    two->i += k;
}

static void note_twice(odol_faces *seen, const walk *w)
{
    if (seen->n_twice++ > 0 && seen->twice < w->i)
        return;
    seen->twice = w->i;
    seen->twice_at = w->pos;
}

/* Marks the next face, and passes sections that end with it; false if it has vertices without marks. */
static bool mark_one(walk *w, const a3d_doc *doc, odol_faces *seen, bool wide)
{
    int64_t from = measure_before(w, wide);
    unsigned corners = w->pos < w->size ? w->p[w->pos] : 0;
    if ((corners != 3 && corners != 4) || size_of_face(corners, wide) > w->size - w->pos)
        return false;
    face f = load_face(w->p, w->pos, wide);
    if (!mark_corners(&f, &(marks){w->used, w->room}))
        return false;
    if (repeats_corner(&f))
        note_twice(seen, w);
    w->pos += size_of_face(corners, wide);
    w->i++;
    for (int64_t to = measure_before(w, wide); w->end <= to; next_section(w, doc))
        w->meet = w->meet && (w->end == from || w->end == to);
    return true;
}

/* False if it could not see all faces. */
A3D_INLINE bool mark_all(walk *one, walk *two, const a3d_doc *doc, odol_faces *seen, bool wide)
{
    while (one->i < one->to && two->i < two->to) {
        uint32_t n = faces_ahead(one, wide), other = faces_ahead(two, wide);
        mark_both(one, two, n < other ? n : other, wide);
        if (!mark_one(one, doc, seen, wide) || !mark_one(two, doc, seen, wide))
            return false;
    }
    for (walk *w = one->i < one->to ? one : two; w->i < w->to;)
        if (!mark_one(w, doc, seen, wide))
            return false;
    return true;
}

/* Walks over both halves of the faces at once. *w becomes the walk over all. */
static bool walk_halves(a3d_ctx *ctx, walk *w, uint32_t list, odol_faces *seen)
{
    const a3d_middle *middle = a3d_middle_of(ctx, list);
    bool wide = ctx->doc->vars[A3D_VAR_VERSION] >= 69,
         halves = middle != NULL && middle->index < w->to && middle->off < w->size;
    walk rest = *w;
    w->to = rest.i = halves ? middle->index : w->to;
    rest.pos = halves ? middle->off : w->size;
    while (halves && rest.end <= measure_before(&rest, wide))
        next_section(&rest, ctx->doc);
    if (!(wide ? mark_all(w, &rest, ctx->doc, seen, true) : mark_all(w, &rest, ctx->doc, seen, false)))
        return false;
    if (!halves)
        return true;
    bool met = w->pos == middle->off;
    rest.meet = rest.meet && w->meet;
    *w = rest;
    return met;
}

void a3d_odol_scan_faces(a3d_ctx *ctx, odol_lod *lod)
{
    const a3d_doc *doc = ctx->doc;
    content faces = content_of(doc, lod->node, LOD_faces), positions = content_of(doc, lod->node, LOD_positions);
    int64_t n = lod->vertices;
    const a3d_node *list = a3d_at(doc, faces.node);
    walk w = {.p = faces.p,
              .to = faces.stored,
              .room = 1,
              .sections = elements(doc, lod->node, LOD_sections),
              .meet = true};
    lod->faces = (odol_faces){.measure = -1};
    if (faces.p == NULL || n <= 0 || n > INT32_MAX || n != positions.stored || !list->flat || list->edited ||
        list->packed)
        return;
    w.size = list->off + list->size - list->v.at.first; /* all faces were decoded, so each is complete */
    while (w.room < n)
        w.room *= 2;
    w.used = a3d_block_resize(doc->arena, NULL, w.room);
    if (w.used == NULL)
        return;
    memset(w.used, 0, w.room);
    next_section(&w, doc);
    bool complete = walk_halves(ctx, &w, faces.node, &lod->faces);
    if (complete && memchr(w.used + n, 1, w.room - (size_t)n) == NULL) {
        lod->faces.used = w.used;
        lod->faces.measure = w.meet && w.end == INT64_MAX ? measure_before(&w, doc->vars[A3D_VAR_VERSION] >= 69) : -1;
        return;
    }
    a3d_block_resize(doc->arena, w.used, 0);
    lod->faces = (odol_faces){.measure = -1};
}
