/* rules_lod.c - rules about parts of a LOD: bones, proxies, sections, selections, properties, and their names */
#include "base/kernels.h"
#include "engine/scene/scene.h"
#include "formats/odol/parts.h"

/* --- bones of the LOD (ODOL-210, 211, 215) --- */

static int by_number(const void *a, const void *b)
{
    int32_t p, q;
    memcpy(&p, a, sizeof p);
    memcpy(&q, b, sizeof q);
    return p < q ? -1 : p > q;
}

static bool any_twice_of_few(const content *numbers, int32_t *which)
{
    bool twice = false;
    for (size_t i = 1; i < numbers->stored; i++)
        for (size_t k = 0; k < i; k++)
            twice |= memcmp(numbers->p + 4 * i, numbers->p + 4 * k, 4) == 0;
    for (size_t i = 1; twice && i < numbers->stored; i++)
        for (size_t k = 0; k < i; k++)
            if (memcmp(numbers->p + 4 * i, numbers->p + 4 * k, 4) == 0)
                *which = (int32_t)a3d_load32(numbers->p + 4 * i, false);
    return twice;
}

/* Whether a number is there twice, and which. */
static bool any_twice(a3d_ctx *ctx, const content *numbers, int32_t *which)
{
    enum { FEW = 16 };
    size_t n = numbers->stored;
    if (n < 2 || a3d_work(ctx, n * 16) != A3D_OK)
        return false;
    if (n <= FEW)
        return any_twice_of_few(numbers, which);
    int32_t *sorted = a3d_block_resize(ctx->doc->arena, NULL, n * sizeof *sorted);
    bool twice = false;
    if (sorted == NULL)
        return false;
    for (size_t i = 0; i < n; i++)
        sorted[i] = (int32_t)a3d_load32(numbers->p + 4 * i, false);
    qsort(sorted, n, sizeof *sorted, by_number);
    for (size_t i = 1; i < n && !twice; i++) {
        twice = sorted[i] == sorted[i - 1];
        *which = sorted[i];
    }
    a3d_block_resize(ctx->doc->arena, sorted, 0);
    return twice;
}

/* Checks that skel2sub leads back from each entry of sub2skel, and contains nothing else. */
static void check_inverse(a3d_ctx *ctx, uint32_t lod, const content *sub)
{
    number_lists l = number_lists_of(ctx->doc, lod, LOD_skel2sub);
    uint64_t links = 0;
    for (uint32_t bone = 0; next_numbers(&l); bone++)
        for (uint32_t k = 0; k < l.count; k++, links++) {
            uint32_t entry = a3d_load32(l.values + 4 * (size_t)k, false);
            if (entry < sub->stored && a3d_load32(sub->p + 4 * (size_t)entry, false) == bone)
                continue;
            a3d_finding *f = broken_field(ctx, ODOL_RULE_LINKS_INVERSE, lod, LOD_skel2sub);
            if (entry < sub->stored)
                a3d_say(ctx, f, "skel2sub[%u] has entry %u of sub2skel, but that is bone %d", (unsigned)bone,
                        (unsigned)entry, (int)(int32_t)a3d_load32(sub->p + 4 * (size_t)entry, false));
            else
                a3d_say(ctx, f, "skel2sub[%u] has entry %d of sub2skel, but that has %s", (unsigned)bone,
                        (int)(int32_t)entry, a3d_amount_of(sub->stored, "entry").text);
            return;
        }
    if (links != sub->stored) /* an entry in two lists would need two bones */
        a3d_say(ctx, broken_field(ctx, ODOL_RULE_LINKS_INVERSE, lod, LOD_skel2sub),
                "skel2sub has %s in all its lists; expected %s, the number of entries in sub2skel",
                a3d_amount_of(links, "entry").text, a3d_number_of(sub->stored).text);
}

static void check_subskeleton(a3d_ctx *ctx, const odol_lod *lod)
{
    content sub = content_of(ctx->doc, lod->node, LOD_sub2skel);
    if (sub.stored > 256)
        a3d_say(ctx, broken(ctx, ODOL_RULE_SUB2SKEL_LONG, sub.node),
                "sub2skel has %s; expected at most 256, because vertices have indices of one byte",
                a3d_amount_of(sub.stored, "entry").text);
    int32_t bone = 0;
    if (any_twice(ctx, &sub, &bone))
        a3d_say(ctx, broken(ctx, ODOL_RULE_SUB2SKEL_TWICE, sub.node),
                "sub2skel lists bone %d twice; expected each bone once", (int)bone);
    if (count_of(ctx->doc, lod->node, LOD_skel2sub) > 0)
        check_inverse(ctx, lod->node, &sub);
}

/* --- proxies --- */

static double dot(vec3d a, vec3d b)
{
    return a.at[0] * b.at[0] + a.at[1] * b.at[1] + a.at[2] * b.at[2];
}

static bool is_near(double value, double expected)
{
    return value > expected - 1e-3 && value < expected + 1e-3;
}

static const char *axis_name(const a3d_doc *doc, uint32_t matrix, unsigned i)
{
    return a3d_node_name(doc, a3d_whole_field(doc, matrix, MATRIX_right + i));
}

/* Checks ODOL-200: unit axes at right angles. The square of a length is off by twice as much as the length. */
static void check_rigid(a3d_ctx *ctx, uint32_t proxy)
{
    uint32_t matrix = inner(ctx->doc, proxy, PROXY_matrix);
    vec3d axes[3];
    for (unsigned i = 0; i < 3; i++)
        axes[i] = vector_of(ctx->doc, matrix, MATRIX_right + i);
    for (unsigned i = 0; i < 3; i++) {
        double square = dot(axes[i], axes[i]);
        if (square > 0.999 * 0.999 && square < 1.001 * 1.001)
            continue;
        a3d_say(ctx, broken_field(ctx, ODOL_RULE_PROXY_MATRIX, proxy, PROXY_matrix),
                "the length of matrix.%s is %s; expected 1, because a proxy is only turned and moved",
                axis_name(ctx->doc, matrix, i), a3d_real_of(a3d_square_root(square)).text);
        return;
    }
    for (unsigned i = 0; i < 3; i++) {
        unsigned k = (i + 1) % 3;
        if (is_near(dot(axes[i], axes[k]), 0))
            continue;
        a3d_say(ctx, broken_field(ctx, ODOL_RULE_PROXY_MATRIX, proxy, PROXY_matrix),
                "the dot product of matrix.%s and matrix.%s is %s; expected 0, a right angle",
                axis_name(ctx->doc, matrix, i), axis_name(ctx->doc, matrix, k),
                a3d_real_of(dot(axes[i], axes[k])).text);
        return;
    }
}

static bool holds_folded(text t, text part)
{
    for (uint32_t i = 0; part.n <= t.n && i <= t.n - part.n; i++)
        if (compare_folded((text){t.p + i, part.n}, part) == 0)
            return true;
    return false;
}

/* Checks ODOL-204: proxy:\path.001, ignoring zeros before the number. The model has no backslash at its start. */
static bool names_proxy(text name, text model, int64_t id)
{
    static const uint8_t start[] = "proxy:";
    int64_t number = 0, unit = 1;
    uint32_t end = name.n;
    if (name.n < 6 || compare_folded((text){name.p, 6}, (text){start, 6}) != 0)
        return false;
    for (; end > 0 && name.p[end - 1] >= '0' && name.p[end - 1] <= '9' && name.n - end < 10; end--, unit *= 10)
        number += (name.p[end - 1] - '0') * unit;
    if (end == name.n || end == 0 || name.p[end - 1] != '.' || number != id)
        return false;
    return model.n == 0 || holds_folded(name, model);
}

static void check_proxy_name(a3d_ctx *ctx, const odol_lod *lod, uint32_t proxy)
{
    const a3d_doc *doc = ctx->doc;
    range selections = elements(doc, lod->node, LOD_selections);
    int64_t i = a3d_whole_value(doc, proxy, PROXY_selection);
    if (!is_present(doc, proxy, PROXY_selection) || i < 0 || i >= (int64_t)selections.count ||
        !is_whole(doc, selections.first + (uint32_t)i))
        return;
    text name = text_of(doc, a3d_whole_field(doc, selections.first + (uint32_t)i, SELECTION_name));
    text model = text_of(doc, a3d_whole_field(doc, proxy, PROXY_model));
    if (model.n > 0 && model.p[0] == '\\')
        model = (text){model.p + 1, model.n - 1};
    if (model.n > 4096 || name.n > 4096)
        return; /* these have findings of their own, and are too long to search */
    if (!names_proxy(name, model, a3d_whole_value(doc, proxy, PROXY_id)))
        a3d_say(ctx, broken_field(ctx, ODOL_RULE_PROXY_NAME, proxy, PROXY_selection),
                "selection %lld is named \"%.*s\"; expected \"proxy:\\%.*s.%03lld\", the model and id of the proxy",
                (long long)i, QUOTED(name), QUOTED(model), (long long)a3d_whole_value(doc, proxy, PROXY_id));
}

static void check_proxies(a3d_ctx *ctx, const odol_lod *lod)
{
    const a3d_doc *doc = ctx->doc;
    range proxies = elements(doc, lod->node, LOD_proxies);
    for (uint32_t i = 0; i < proxies.count && a3d_work(ctx, 2) == A3D_OK; i++) {
        uint32_t proxy = proxies.first + i;
        if (!is_whole(doc, proxy))
            continue;
        if (count_of(doc, proxy, PROXY_model) == 0) /* ODOL-198 */
            a3d_say(ctx, broken_field(ctx, ODOL_RULE_PROXY_MODEL, proxy, PROXY_model),
                    "model is empty; expected the path of a model");
        if (is_present(doc, proxy, PROXY_matrix))
            check_rigid(ctx, proxy);
        check_proxy_name(ctx, lod, proxy);
    }
    a3d_odol_check_unique(ctx, a3d_whole_field(doc, lod->node, LOD_proxies), PROXY_model, PROXY_id,
                          ODOL_RULE_PROXY_UNIQUE, true);
}

/* --- sections --- */

static const float no_area = -1000;

/* Checks ODOL-298: an area for each UV set, -1000 for a set that does not exist. */
static void check_areas(a3d_ctx *ctx, const odol_lod *lod, uint32_t section)
{
    content areas = content_of(ctx->doc, section, SECTION_area_over_tex);
    int64_t sets = a3d_whole_value(ctx->doc, lod->node, LOD_n_uv);
    if (areas.stored != 2 || !is_present(ctx->doc, lod->node, LOD_n_uv))
        return;
    for (uint32_t i = 0; i < 2; i++) {
        float area = load_float(areas.p + 4 * (size_t)i);
        bool exists = i < (sets > 0 ? sets : 1);
        if (exists ? area > 0 : area == no_area)
            continue;
        a3d_finding *f = broken_at(ctx, ODOL_RULE_AREA, &areas, 4 * i, 4);
        a3d_suffix(ctx, f, "[%u]", (unsigned)i);
        a3d_say(ctx, f,
                exists ? "area_over_tex[%u] is %g; expected more than 0, because the LOD has %s"
                       : "area_over_tex[%u] is %g; expected -1000, because the LOD has %s",
                (unsigned)i, (double)area, a3d_amount_of((uint64_t)(sets > 0 ? sets : 0), "UV set").text);
    }
}

static void check_section_values(a3d_ctx *ctx, const odol_lod *lod)
{
    const a3d_doc *doc = ctx->doc;
    range sections = elements(doc, lod->node, LOD_sections);
    for (uint32_t i = 0; i < sections.count && a3d_work(ctx, 1) == A3D_OK; i++) {
        uint32_t section = sections.first + i;
        if (!is_whole(doc, section))
            continue;
        check_areas(ctx, lod, section);
        if (count_of(doc, section, SECTION_surface) > 0) /* ODOL-295 */
            a3d_say(ctx, broken_field(ctx, ODOL_RULE_SECTION_SURFACE, section, SECTION_surface),
                    "surface is \"%.*s\"; expected an empty text, as in other files",
                    QUOTED(text_of(doc, a3d_whole_field(doc, section, SECTION_surface))));
    }
}

/* --- selections --- */

/* Marks for the numbers of an array. The walk that set them also clears them. */
typedef struct marks {
    uint8_t *bits;
    int64_t n;
} marks;

A3D_INLINE bool rises_by(const uint8_t *p, uint32_t n, unsigned width)
{
    uint64_t before = a3d_load(p, width, false);
    for (uint32_t i = 1; i < n; i++) {
        uint64_t value = a3d_load(p + (size_t)i * width, width, false);
        if (value <= before)
            return false;
        before = value;
    }
    return true;
}

static bool is_known(const odol_rising *rising, uint32_t node)
{
    for (unsigned i = 0; i < rising->n; i++)
        if (rising->nodes[i] == node)
            return true;
    return false;
}

/* Whether each number is greater than the one before, so that there are no duplicates. Most lists are sorted. The
 * quick look says no to words of 2^31 and more, which the slow one then compares. */
static bool rises(const content *c, unsigned width, const odol_rising *known)
{
    if (c->stored >= ODOL_LARGE_ARRAY && is_known(known, c->node))
        return true;
    return width == 4 ? a3d_words_rise(c->p, c->stored, false) || rises_by(c->p, c->stored, 4)
                      : rises_by(c->p, c->stored, width);
}

static void check_repeats(a3d_ctx *ctx, const odol_rising *known, uint32_t selection, unsigned slot, marks *m,
                          const char *noun)
{
    content c = content_of(ctx->doc, selection, slot);
    unsigned width = a3d_width(a3d_shape_of(a3d_at(ctx->doc, c.node))->type);
    tally t = {0, 0};
    if (c.stored < 2 || m->bits == NULL || a3d_work(ctx, c.stored / 8 + 1) != A3D_OK ||
        rises(&c, width, known))
        return;
    for (uint32_t i = 0; i < c.stored; i++) {
        uint64_t value = a3d_load(c.p + (size_t)i * width, width, false);
        if ((int64_t)value >= m->n)
            continue;
        if ((m->bits[value / 8] >> (value % 8) & 1) != 0)
            tally_add(&t, i);
        m->bits[value / 8] = (uint8_t)(m->bits[value / 8] | 1u << (value % 8));
    }
    for (uint32_t i = 0; i < c.stored; i++) {
        uint64_t value = a3d_load(c.p + (size_t)i * width, width, false);
        if ((int64_t)value < m->n)
            m->bits[value / 8] = 0;
    }
    if (t.count > 0)
        a3d_say(ctx, tally_report(ctx, ODOL_RULE_SELECTION_TWICE, &c, &t, width),
                "%s lists %s %llu twice; expected each %s once (%s affected)", a3d_node_name(ctx->doc, c.node), noun,
                (unsigned long long)a3d_load(c.p + (size_t)t.first * width, width, false), noun,
                a3d_amount_of(t.count, "entry").text);
}

/* Checks ODOL-312. Allocates bits only for numbers that actually have bytes. */
static void check_selection_repeats(a3d_ctx *ctx, const odol_lod *lod, range selections)
{
    static const struct {
        uint16_t slot, list;
        const char *noun;
    } rows[] = {{SELECTION_faces, LOD_faces, "face"},
                {SELECTION_sections, LOD_sections, "section"},
                {SELECTION_vertices, LOD_positions, "vertex"}};
    for (unsigned k = 0; k < sizeof rows / sizeof *rows && selections.count > 0; k++) {
        marks m = {.n = count_of(ctx->doc, lod->node, rows[k].list)};
        m.bits = m.n > 0 ? a3d_block_resize(ctx->doc->arena, NULL, (size_t)m.n / 8 + 1) : NULL;
        if (m.bits == NULL)
            continue;
        memset(m.bits, 0, (size_t)m.n / 8 + 1);
        for (uint32_t i = 0; i < selections.count; i++)
            if (is_whole(ctx->doc, selections.first + i))
                check_repeats(ctx, lod->rising, selections.first + i, rows[k].slot, &m, rows[k].noun);
        a3d_block_resize(ctx->doc->arena, m.bits, 0);
    }
}

static void check_selection_values(a3d_ctx *ctx, const odol_lod *lod)
{
    const a3d_doc *doc = ctx->doc;
    range selections = elements(doc, lod->node, LOD_selections);
    for (uint32_t i = 0; i < selections.count && a3d_work(ctx, 1) == A3D_OK; i++) {
        uint32_t selection = selections.first + i;
        if (!is_whole(doc, selection))
            continue;
        if (count_of(doc, selection, SELECTION_name) == 0) /* ODOL-302 */
            a3d_say(ctx, broken_field(ctx, ODOL_RULE_SELECTION_NAME, selection, SELECTION_name),
                    "name is empty; expected the name of the selection");
        if (count_of(doc, selection, SELECTION_sections) > 0 &&
            a3d_whole_value(doc, selection, SELECTION_sectional) == 0) /* ODOL-308 */
            a3d_say(ctx, broken_field(ctx, ODOL_RULE_SELECTION_KIND, selection, SELECTION_sections),
                    "sections has %s; expected 0, because sectional is 0",
                    a3d_amount_of((uint64_t)count_of(doc, selection, SELECTION_sections), "entry").text);
    }
    a3d_odol_check_unique(ctx, a3d_whole_field(doc, lod->node, LOD_selections), SELECTION_name, A3D_NO_SLOT,
                          ODOL_RULE_SELECTION_UNIQUE, false);
    check_selection_repeats(ctx, lod, selections);
}

/* --- properties, frames, names, flags --- */

static void check_properties(a3d_ctx *ctx, const odol_lod *lod)
{
    const a3d_doc *doc = ctx->doc;
    range properties = elements(doc, lod->node, LOD_properties);
    for (uint32_t i = 0; i < properties.count && a3d_work(ctx, 1) == A3D_OK; i++)
        if (is_whole(doc, properties.first + i) &&
            count_of(doc, properties.first + i, PROPERTY_name) == 0) /* ODOL-313 */
            a3d_say(ctx, broken_field(ctx, ODOL_RULE_PROPERTY_NAME, properties.first + i, PROPERTY_name),
                    "name is empty; expected the name of the property");
    a3d_odol_check_unique(ctx, a3d_whole_field(doc, lod->node, LOD_properties), PROPERTY_name, A3D_NO_SLOT,
                          ODOL_RULE_PROPERTY_UNIQUE, false);
    if (doc->vars[A3D_VAR_VERSION] >= 47 && count_of(doc, lod->node, LOD_frames) > 0) /* ODOL-316 */
        a3d_say(ctx, broken_field(ctx, ODOL_RULE_FRAMES, lod->node, LOD_frames),
                "frames has %s; expected 0, because the layout of frames is uncertain from version 47 on",
                a3d_amount_of((uint64_t)count_of(doc, lod->node, LOD_frames), "entry").text);
}

static void check_lists(a3d_ctx *ctx, const odol_lod *lod)
{
    const a3d_doc *doc = ctx->doc;
    int64_t edges = count_of(doc, lod->node, LOD_point2vertex), back = count_of(doc, lod->node, LOD_vertex2point);
    a3d_odol_check_unique(ctx, a3d_whole_field(doc, lod->node, LOD_textures), TEXTURE_name, A3D_NO_SLOT,
                          ODOL_RULE_TEXTURE_UNIQUE, true);
    a3d_odol_check_unique(ctx, a3d_whole_field(doc, lod->node, LOD_materials), MATERIAL_name, A3D_NO_SLOT,
                          ODOL_RULE_MATERIAL_UNIQUE, true);
    if (edges > 0 || back > 0) /* ODOL-269 */
        a3d_say(ctx, broken_field(ctx, ODOL_RULE_EDGES, lod->node, edges > 0 ? LOD_point2vertex : LOD_vertex2point),
                "%s has %s; expected 0, because no real file has edges", edges > 0 ? "point2vertex" : "vertex2point",
                a3d_amount_of((uint64_t)(edges > 0 ? edges : back), "entry").text);
}

/* Checks ODOL-220, ODOL-221. */
static void check_hints(a3d_ctx *ctx, const odol_lod *lod)
{
    const a3d_doc *doc = ctx->doc;
    uint32_t and_hints = (uint32_t)a3d_whole_value(doc, lod->node, LOD_and_hints),
             or_hints = (uint32_t)a3d_whole_value(doc, lod->node, LOD_or_hints);
    if (!is_present(doc, lod->node, LOD_and_hints) || lod->vertices < 0)
        return;
    if (lod->vertices > 0 && (and_hints & ~or_hints) != 0)
        a3d_say(ctx, broken_field(ctx, ODOL_RULE_HINTS, lod->node, LOD_and_hints),
                "and_hints has the bits %08x, which or_hints lacks; expected them in both",
                (unsigned)(and_hints & ~or_hints));
    if (lod->vertices == 0 && (and_hints != 0x0FFFFF00 || or_hints != 0))
        a3d_say(ctx, broken_field(ctx, ODOL_RULE_HINTS_EMPTY, lod->node, LOD_and_hints),
                "and_hints is %08x and or_hints is %08x; expected 0fffff00 and 00000000, because the LOD has no "
                "vertices",
                (unsigned)and_hints, (unsigned)or_hints);
}

/* A NaN is usual in LODs that are not drawn. In real files it is a signaling one, which passing through a register may
 * turn into a quiet one. */
static bool is_usual_nan(uint32_t bits)
{
    return bits == 0x7F887F88 || bits == 0x7FC87F88;
}

/* Checks ODOL-219. */
static void check_face_area(a3d_ctx *ctx, const odol_lod *lod)
{
    uint32_t bits = (uint32_t)a3d_whole_value(ctx->doc, lod->node, LOD_face_area);
    double area = float_of(ctx->doc, lod->node, LOD_face_area), resolution = resolution_of(ctx->doc, lod->index);
    if ((is_finite_bits(bits) && area >= 0) || (is_usual_nan(bits) && resolution >= FIRST_SPECIAL))
        return;
    a3d_finding *f = broken_field(ctx, ODOL_RULE_FACE_AREA, lod->node, LOD_face_area);
    f->actual = (a3d_quantity){.kind = A3D_Q_FLOAT, .i = (int64_t)bits};
    a3d_say(ctx, f, "face_area is %s (%08x) in a LOD of resolution %s; expected 0 or more", a3d_real_of(area).text,
            (unsigned)bits, named_resolution(ctx->doc, resolution).text);
}

void a3d_odol_check_parts(a3d_ctx *ctx, const odol_lod *lod)
{
    check_subskeleton(ctx, lod);
    check_hints(ctx, lod);
    check_face_area(ctx, lod);
    check_lists(ctx, lod);
    check_section_values(ctx, lod);
    check_selection_values(ctx, lod);
    check_proxies(ctx, lod);
    check_properties(ctx, lod);
}
