/* rules_refs.c - rules about numbers in a LOD that refer to elements of the same LOD, or to bones of the skeleton.
 *
 * Such numbers are indices of lists, and one table says which list limits which field. In big arrays the greatest value
 * is searched first, in small blocks; only an array that exceeds the limit is checked number by number. */
#include "base/kernels.h"
#include "formats/odol/parts.h"

typedef enum bound_by {
    BY_BONES,
    BY_VERTICES,
    BY_POINTS,
    BY_SUBSKELETON,
    BY_FACES,
    BY_SECTIONS,
    BY_SELECTIONS,
    BY_TEXTURES,
    BY_MATERIALS,
    BOUNDS
} bound_by;

/* What has the elements, and what one of them is called: "the LOD has 6 vertices". */
static const struct {
    const char *owner, *noun;
} bound_names[BOUNDS] = {{"the skeleton", "bone"}, {"the LOD", "vertex"},  {"point2vertex", "entry"},
                         {"sub2skel", "entry"},    {"the LOD", "face"},    {"the LOD", "section"},
                         {"the LOD", "selection"}, {"the LOD", "texture"}, {"the LOD", "material"}};

/* A field of the LOD itself (list A3D_NO_SLOT) or of the elements of one of its lists. */
static const struct bounded_row {
    uint16_t list, slot;
    uint8_t bound;
    uint8_t none; /* -1 refers to nothing */
    uint16_t rule;
} bounded_rows[] = {{A3D_NO_SLOT, LOD_sub2skel, BY_BONES, 0, ODOL_RULE_SUB2SKEL},                      /* ODOL-209 */
                    {A3D_NO_SLOT, LOD_point2vertex, BY_VERTICES, 0, ODOL_RULE_POINT_VERTEX},           /* ODOL-270 */
                    {A3D_NO_SLOT, LOD_vertex2point, BY_POINTS, 0, ODOL_RULE_VERTEX_POINT},             /* ODOL-272 */
                    {LOD_proxies, PROXY_selection, BY_SELECTIONS, 0, ODOL_RULE_PROXY_SELECTION},       /* ODOL-203 */
                    {LOD_proxies, PROXY_bone, BY_BONES, 1, ODOL_RULE_PROXY_BONE},                      /* ODOL-205 */
                    {LOD_proxies, PROXY_section, BY_SECTIONS, 1, ODOL_RULE_PROXY_SECTION},             /* ODOL-207 */
                    {LOD_sections, SECTION_texture, BY_TEXTURES, 1, ODOL_RULE_SECTION_TEXTURE},        /* ODOL-292 */
                    {LOD_sections, SECTION_material, BY_MATERIALS, 1, ODOL_RULE_SECTION_MATERIAL},     /* ODOL-293 */
                    {LOD_selections, SELECTION_faces, BY_FACES, 0, ODOL_RULE_SELECTION_FACE},          /* ODOL-304 */
                    {LOD_selections, SELECTION_sections, BY_SECTIONS, 0, ODOL_RULE_SELECTION_SECTION}, /* ODOL-307 */
                    {LOD_selections, SELECTION_vertices, BY_VERTICES, 0, ODOL_RULE_SELECTION_VERTEX}}; /* ODOL-309 */

typedef struct ref_check {
    a3d_ctx *ctx;
    const odol_lod *lod;
    int64_t bounds[BOUNDS]; /* -1: unknown */
} ref_check;

void a3d_odol_describe_bound(a3d_ctx *ctx, a3d_finding *f, int64_t value, int64_t least, int64_t count,
                             const char *owner, const char *noun)
{
    const char *name = a3d_node_name(ctx->doc, f->place.node), *suffix = f->place.suffix;
    a3d_expect(f, least, count - 1);
    if (count == 0)
        f->min.kind = f->max.kind = A3D_Q_NONE;
    a3d_actual(f, value);
    if (count == 0)
        a3d_say(ctx, f, "%s%s is %lld%s %s has no %s", name, suffix != NULL ? suffix : "", (long long)value,
                least < 0 ? "; expected -1 (none), because" : ", but", owner, a3d_noun_of(0, noun).text);
    else
        a3d_say(ctx, f, "%s%s is %lld; expected %s, because %s has %s", name, suffix != NULL ? suffix : "",
                (long long)value, a3d_range_of(least, count - 1, value).text, owner,
                a3d_amount_of((uint64_t)count, noun).text);
}

static void describe_bound(const ref_check *c, a3d_finding *f, unsigned bound, int64_t value, int64_t least)
{
    a3d_odol_describe_bound(c->ctx, f, value, least, c->bounds[bound], bound_names[bound].owner,
                            bound_names[bound].noun);
}

/* --- arrays --- */

/* The greatest number; in a sorted list, as most are, it is the last. */
static uint32_t greatest(const ref_check *c, const content *array, unsigned width)
{
    odol_rising *rising = c->lod->rising;
    if (width != 4)
        return a3d_greatest16(array->p, array->stored, false);
    if (!a3d_words_rise(array->p, array->stored, false))
        return a3d_greatest32(array->p, array->stored, false);
    if (array->stored >= ODOL_LARGE_ARRAY && rising->n < ODOL_MOST_RISING)
        rising->nodes[rising->n++] = array->node;
    return a3d_load32(array->p + 4 * ((size_t)array->stored - 1), false);
}

/* Negative numbers of signed arrays count as large ones here. */
static void check_array(const ref_check *c, const content *array, unsigned bound, unsigned rule)
{
    unsigned type = a3d_shape_of(a3d_at(c->ctx->doc, array->node))->type, width = a3d_width(type);
    if (array->stored == 0 || c->bounds[bound] < 0 ||
        a3d_work(c->ctx, (uint64_t)array->stored * width / 64 + 1) != A3D_OK)
        return;
    if ((int64_t)greatest(c, array, width) < c->bounds[bound])
        return;
    tally t = {0, 0};
    for (uint32_t i = 0; i < array->stored; i++)
        if ((int64_t)a3d_load(array->p + (size_t)i * width, width, false) >= c->bounds[bound])
            tally_add(&t, i);
    a3d_finding *f = tally_report(c->ctx, rule, array, &t, width);
    describe_bound(c, f, bound, a3d_load_type(array->p + (size_t)t.first * width, type, false), 0);
}

static void check_bounded(const ref_check *c, uint32_t record, const struct bounded_row *row)
{
    const a3d_doc *doc = c->ctx->doc;
    const a3d_node *node = a3d_at(doc, a3d_whole_field(doc, record, row->slot));
    if (node->state != A3D_PRESENT || c->bounds[row->bound] < 0)
        return;
    if (a3d_shape_of(node)->kind == A3D_ARRAY) {
        content array = content_of(doc, record, row->slot);
        check_array(c, &array, row->bound, row->rule);
    } else if (node->v.i < (row->none ? -1 : 0) || node->v.i >= c->bounds[row->bound]) {
        a3d_finding *f = broken_field(c->ctx, row->rule, record, row->slot);
        describe_bound(c, f, row->bound, node->v.i, row->none ? -1 : 0);
        if (row->list == LOD_proxies) /* their targets come after them */
            blame(c->ctx, f);
    }
}

/* --- lists that a row of the table cannot describe --- */

/* Checks ODOL-213, and the length of each list, ODOL-214. */
static void check_links(const ref_check *c)
{
    number_lists l = number_lists_of(c->ctx->doc, c->lod->node, LOD_skel2sub);
    for (uint32_t bone = 0; c->bounds[BY_SUBSKELETON] >= 0 && next_numbers(&l); bone++) {
        if (l.count > 3) {
            a3d_finding *f = broken_at(c->ctx, ODOL_RULE_MANY_LINKS, &l.all, l.off - 4, 4);
            a3d_suffix(c->ctx, f, "[%u].links", (unsigned)bone);
            a3d_say(c->ctx, f, "bone %u has %s in sub2skel; expected at most 3", (unsigned)bone,
                    a3d_amount_of(l.count, "entry").text);
        }
        for (uint32_t k = 0; k < l.count; k++) {
            int64_t value = (int32_t)a3d_load32(l.values + 4 * (size_t)k, false);
            if (value >= 0 && value < c->bounds[BY_SUBSKELETON])
                continue;
            a3d_finding *f = broken_at(c->ctx, ODOL_RULE_LINK, &l.all, l.off + 4 * k, 4);
            a3d_suffix(c->ctx, f, "[%u].links[%u]", (unsigned)bone, (unsigned)k);
            describe_bound(c, f, BY_SUBSKELETON, value, 0);
        }
        if (a3d_work(c->ctx, 1 + l.count / 16) != A3D_OK)
            return;
    }
}

/* Checks ODOL-290 for a section that uses no bones. */
static void report_no_bones(const ref_check *c, uint32_t section, int64_t first)
{
    int64_t most = c->bounds[BY_SUBSKELETON];
    a3d_finding *f = broken_field(c->ctx, ODOL_RULE_SECTION_NO_BONES, section, SECTION_min_bone);
    a3d_actual(f, first);
    a3d_expect(f, 0, most);
    a3d_say(c->ctx, f, "min_bone is %lld; expected %s, because sub2skel has %s", (long long)first,
            a3d_range_of(0, most, first).text, a3d_amount_of((uint64_t)most, "entry").text);
}

/* Checks ODOL-290: the run of sub2skel entries that a section uses, or 0 if it uses no bones. */
static void check_section_bones(const ref_check *c, uint32_t section)
{
    const a3d_doc *doc = c->ctx->doc;
    int64_t first = a3d_whole_value(doc, section, SECTION_min_bone), n = a3d_whole_value(doc, section, SECTION_n_bones);
    if (c->bounds[BY_SUBSKELETON] < 0 || first + n <= c->bounds[BY_SUBSKELETON])
        return;
    if (n == 0) {
        report_no_bones(c, section, first);
        return;
    }
    a3d_finding *f = broken_field(c->ctx, ODOL_RULE_SECTION_BONES, section, SECTION_n_bones);
    a3d_actual(f, n);
    a3d_say(c->ctx, f, "n_bones is %lld; expected at most %lld, because min_bone is %lld and sub2skel has %s",
            (long long)n, (long long)(first < c->bounds[BY_SUBSKELETON] ? c->bounds[BY_SUBSKELETON] - first : 0),
            (long long)first, a3d_amount_of((uint64_t)c->bounds[BY_SUBSKELETON], "entry").text);
    if (first != 0)
        a3d_add_suspect(c->ctx, f, a3d_whole_field(doc, section, SECTION_min_bone), 0);
}

/* --- all of a LOD --- */

static void find_bounds(ref_check *c)
{
    static const struct {
        uint8_t bound;
        uint16_t slot;
    } lists[] = {{BY_POINTS, LOD_point2vertex}, {BY_SUBSKELETON, LOD_sub2skel},  {BY_FACES, LOD_faces},
                 {BY_SECTIONS, LOD_sections},   {BY_SELECTIONS, LOD_selections}, {BY_TEXTURES, LOD_textures},
                 {BY_MATERIALS, LOD_materials}};
    c->bounds[BY_BONES] = c->lod->bones;
    c->bounds[BY_VERTICES] = c->lod->vertices;
    for (unsigned i = 0; i < sizeof lists / sizeof *lists; i++)
        c->bounds[lists[i].bound] = count_of(c->ctx->doc, c->lod->node, lists[i].slot);
}

void a3d_odol_check_references(a3d_ctx *ctx, const odol_lod *lod)
{
    const a3d_doc *doc = ctx->doc;
    ref_check c = {.ctx = ctx, .lod = lod};
    find_bounds(&c);
    for (unsigned i = 0; i < sizeof bounded_rows / sizeof *bounded_rows; i++) {
        const struct bounded_row *row = &bounded_rows[i];
        range list = row->list == A3D_NO_SLOT ? (range){lod->node, 1} : elements(doc, lod->node, row->list);
        for (uint32_t k = 0; k < list.count && ctx->doc->limited == A3D_LIMIT_NONE; k++)
            if (is_whole(doc, list.first + k))
                check_bounded(&c, list.first + k, row);
        a3d_work(ctx, list.count);
    }
    range sections = elements(doc, lod->node, LOD_sections);
    for (uint32_t k = 0; k < sections.count; k++)
        if (is_whole(doc, sections.first + k))
            check_section_bones(&c, sections.first + k);
    check_links(&c);
    a3d_odol_check_faces(ctx, lod);
}
