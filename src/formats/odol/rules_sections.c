/* rules_sections.c - rules about sections, which divide the faces of a LOD */
#include "formats/odol/parts.h"

/* A walk over faces and sections side by side. */
typedef struct section_walk {
    a3d_odol_faces faces;
    int64_t known;    /* measure of all faces, if each section ends between two of them; or -1 */
    int64_t at;       /* measure of the faces passed */
    int64_t expected; /* where the next section should begin */
    uint32_t last_to; /* the field with that value, once a section was passed */
    bool cut;         /* the last end was already wrong, so its consequences are not reported again */
} section_walk;

static void pass_faces(section_walk *w, int64_t to)
{
    if (w->at < to)
        w->at = w->known < 0 ? w->at + a3d_odol_pass_faces(&w->faces, to - w->at) : to < w->known ? to : w->known;
}

/* `other` is the field that may be to blame instead, or A3D_NO_NODE. */
static void misplaced(a3d_ctx *ctx, uint32_t field, uint32_t other, int64_t expected, const char *why)
{
    a3d_finding *f = a3d_report_node(ctx, rule_of(ctx, ODOL_RULE_SECTION_PARTITION), field);
    expect_one(f, expected, a3d_at(ctx->doc, field)->v.i);
    a3d_say(ctx, f, "%s is %lld; expected %lld, %s", a3d_node_name(ctx->doc, field),
            (long long)a3d_at(ctx->doc, field)->v.i, (long long)expected, why);
    if (other != A3D_NO_NODE)
        a3d_add_suspect(ctx, f, other, a3d_at(ctx->doc, field)->v.i);
}

static void check_section(a3d_ctx *ctx, section_walk *w, uint32_t section, bool first)
{
    const a3d_doc *doc = ctx->doc;
    uint32_t from_field = a3d_whole_field(doc, section, SECTION_face_from),
             to_field = a3d_whole_field(doc, section, SECTION_face_to);
    int64_t from = a3d_at(doc, from_field)->v.i, to = a3d_at(doc, to_field)->v.i;
    bool backwards = from > to, apart = from != w->expected && !w->cut;
    if (apart)
        misplaced(ctx, from_field, first ? A3D_NO_NODE : w->last_to, w->expected,
                  first ? "the start of the faces" : "the end of the section before");
    else if (backwards)
        a3d_say(ctx, a3d_report_node(ctx, rule_of(ctx, ODOL_RULE_SECTION_ORDER), to_field),
                "face_to is %lld; expected at least %lld, its face_from", (long long)to, (long long)from);
    else if (from == to && w->faces.list->v.at.count > 0)
        a3d_say(ctx, a3d_report_node(ctx, rule_of(ctx, ODOL_RULE_SECTION_EMPTY), to_field),
                "face_to is %lld, as face_from; expected more, because the section has no faces", (long long)to);
    pass_faces(w, to);
    bool inside = w->at > to && to >= w->expected && !backwards && !w->faces.odd;
    if (inside)
        a3d_say(ctx, a3d_report_node(ctx, rule_of(ctx, ODOL_RULE_SECTION_BOUNDARY), to_field),
                "face_to is %lld, inside a face; expected the end of a face, such as %lld", (long long)to,
                (long long)w->at);
    w->cut = inside || backwards;
    w->expected = to;
    w->last_to = to_field;
}

static void check_section_list(a3d_ctx *ctx, const odol_lod *lod, range sections)
{
    const a3d_doc *doc = ctx->doc;
    section_walk w = {.faces = a3d_odol_walk_faces(doc, lod->node), .known = lod->faces.measure};
    for (uint32_t i = 0; i < sections.count && !w.faces.odd; i++) {
        uint32_t section = sections.first + i;
        if (a3d_at(doc, section)->state != A3D_PRESENT || !is_present(doc, section, SECTION_face_to))
            return;
        check_section(ctx, &w, section, i == 0);
    }
    pass_faces(&w, INT64_MAX);
    if (sections.count > 0 && !w.faces.odd && !w.cut && w.expected != w.at && w.faces.list->v.at.count > 0)
        misplaced(ctx, a3d_whole_field(doc, sections.first + sections.count - 1, SECTION_face_to), A3D_NO_NODE, w.at,
                  "the end of the last face");
}

int a3d_odol_check_sections(a3d_ctx *ctx, const odol_lod *lod)
{
    const a3d_doc *doc = ctx->doc;
    int64_t faces = count_of(doc, lod->node, LOD_faces), n = count_of(doc, lod->node, LOD_sections);
    if (faces < 0 || n < 0)
        return A3D_OK;
    uint32_t node = a3d_whole_field(doc, lod->node, LOD_sections);
    if (faces > 0 && n == 0)
        a3d_say(ctx, a3d_report_node(ctx, rule_of(ctx, ODOL_RULE_SECTION_NONE), node),
                "sections has 0 entries; expected at least 1, because faces without a section are never drawn");
    if (faces == 0 && n > 0)
        a3d_say(ctx, wrong_count(ctx, ODOL_RULE_SECTION_IDLE, node, 0),
                "sections has %s; expected 0, because the LOD has no faces", a3d_amount_of((uint64_t)n, "entry").text);
    check_section_list(ctx, lod, elements_of(doc, node));
    return a3d_work(ctx, (uint64_t)faces / 8 + (uint64_t)n);
}
