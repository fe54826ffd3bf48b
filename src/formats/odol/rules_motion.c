/* rules_motion.c - rules about animation classes and the two tables that bind them to bones */
#include "formats/odol/parts.h"

/* --- classes --- */

/* Checks ODOL-154 and ODOL-155 for phases and values. */
static void check_pairs(a3d_ctx *ctx, uint32_t class)
{
    const a3d_doc *doc = ctx->doc;
    double phase0 = float_of(doc, class, ANIM_CLASS_min_phase), phase1 = float_of(doc, class, ANIM_CLASS_max_phase);
    double value0 = float_of(doc, class, ANIM_CLASS_min_value), value1 = float_of(doc, class, ANIM_CLASS_max_value);
    if (!is_present(doc, class, ANIM_CLASS_max_value))
        return;
    if (phase0 > phase1 || value0 > value1)
        a3d_say(ctx,
                broken_field(ctx, ODOL_RULE_ANIM_REVERSED, class,
                             phase0 > phase1 ? ANIM_CLASS_min_phase : ANIM_CLASS_min_value),
                "%s is %g; expected at most %s, which is %g", phase0 > phase1 ? "min_phase" : "min_value",
                phase0 > phase1 ? phase0 : value0, phase0 > phase1 ? "max_phase" : "max_value",
                phase0 > phase1 ? phase1 : value1);
    if (phase0 != value0 || phase1 != value1)
        a3d_say(ctx, broken_field(ctx, ODOL_RULE_ANIM_PAIRS, class, ANIM_CLASS_min_value),
                "animation values span %g\u2013%g but phases span %g\u2013%g; expected the same", value0, value1,
                phase0, phase1);
}

static void check_class(a3d_ctx *ctx, uint32_t class)
{
    static const uint16_t names[] = {ANIM_CLASS_name, ANIM_CLASS_source};
    const a3d_doc *doc = ctx->doc;
    for (unsigned i = 0; i < 2; i++) /* ODOL-152 */
        if (count_of(doc, class, names[i]) == 0)
            a3d_say(ctx, broken_field(ctx, ODOL_RULE_ANIM_NAMES, class, names[i]), "%s is empty; expected a name",
                    a3d_node_name(doc, a3d_whole_field(doc, class, names[i])));
    check_pairs(ctx, class);
    if (is_present(doc, class, ANIM_CLASS_dir) && is_zero_vector(vector_of(doc, class, ANIM_CLASS_dir))) /* ODOL-162 */
        a3d_say(ctx, broken_field(ctx, ODOL_RULE_AXIS_ZERO, class, ANIM_CLASS_dir),
                "dir is (0, 0, 0); expected a vector that is not zero");
    double hide = float_of(doc, class, ANIM_CLASS_hide);
    if (hide < 0 || hide > 1) /* ODOL-165 */
        a3d_say(ctx, broken_field(ctx, ODOL_RULE_ANIM_HIDE, class, ANIM_CLASS_hide), "hide is %s; expected 0\u20131",
                a3d_real_of(hide).text);
}

/* --- the tables of a LOD --- */

typedef struct motion {
    int64_t classes, bones;
    int32_t *bone_of;  /* for each class, its bone in the second table of this LOD */
    int32_t *before;   /* the same for the first LOD */
    uint32_t *seen;    /* for each class, the number + 1 of the last list that contains it */
    uint8_t *named;    /* for each class, whether the list of its bone contains it */
} motion;

/* Checks ODOL-169, ODOL-170 and, from the lists, ODOL-175. Lists of earlier LODs have left other marks in `seen`. */
static void check_class_number(a3d_ctx *ctx, motion *m, const number_lists *l, uint32_t bone, uint32_t k, bool both)
{
    uint32_t class = a3d_load32(l->values + 4 * (size_t)k, false), at = l->off + 4 * k;
    unsigned rule = class >= m->classes ? ODOL_RULE_ANIM_CLASS : m->seen[class] == bone + 1 ? ODOL_RULE_ANIM_REPEAT : 0;
    if (rule == 0) {
        m->seen[class] = bone + 1;
        m->named[class] = m->named[class] || (both && m->bone_of[class] == (int32_t)bone);
        rule = both && m->bone_of[class] != (int32_t)bone ? ODOL_RULE_ANIM_TABLES : 0;
    }
    if (rule == 0)
        return;
    a3d_finding *f = broken_at(ctx, rule, &l->all, at, 4);
    a3d_suffix(ctx, f, "[%u].classes[%u]", (unsigned)bone, (unsigned)k);
    a3d_actual(f, class);
    if (rule == ODOL_RULE_ANIM_CLASS) {
        a3d_odol_describe_bound(ctx, f, class, 0, m->classes, "the model", "animation class");
    } else if (rule == ODOL_RULE_ANIM_REPEAT) {
        a3d_say(ctx, f, "classes lists class %u twice; expected each class once", (unsigned)class);
    } else {
        a3d_say(ctx, f,
                m->bone_of[class] < 0 ? "class %u is listed for bone %u; expected no bone (%d), as in lod_axes"
                                      : "class %u is listed for bone %u; expected bone %d, as in lod_axes",
                (unsigned)class, (unsigned)bone, (int)m->bone_of[class]);
    }
}

static void check_bone_lists(a3d_ctx *ctx, motion *m, uint32_t table, bool both)
{
    number_lists l = number_lists_of(ctx->doc, table, ANIM_LOD_BONES_bones);
    memset(m->seen, 0, (size_t)m->classes * sizeof *m->seen);
    memset(m->named, 0, (size_t)m->classes);
    for (uint32_t bone = 0; next_numbers(&l); bone++)
        for (uint32_t k = 0; k < l.count; k++)
            check_class_number(ctx, m, &l, bone, k, both);
}

/* Reads the second table of a LOD and checks ODOL-172 and ODOL-174. False if the table is not complete. */
static bool read_axes(a3d_ctx *ctx, motion *m, uint32_t table)
{
    const a3d_doc *doc = ctx->doc;
    range axes = elements(doc, table, ANIM_LOD_AXES_axes);
    for (uint32_t i = 0; i < axes.count && i < m->classes; i++) {
        uint32_t axis = axes.first + i;
        if (!is_whole(doc, axis) || !is_present(doc, axis, AXIS_bone))
            return false;
        int64_t bone = a3d_whole_value(doc, axis, AXIS_bone);
        m->bone_of[i] = (int32_t)bone;
        if (m->bones >= 0 && (bone < -1 || bone >= m->bones)) {
            a3d_finding *f = broken_field(ctx, ODOL_RULE_ANIM_BONE, axis, AXIS_bone);
            a3d_odol_describe_bound(ctx, f, bone, -1, m->bones, "the skeleton", "bone");
        }
        if (is_present(doc, axis, AXIS_axis_dir) && is_zero_vector(vector_of(doc, axis, AXIS_axis_dir)))
            a3d_say(ctx, broken_field(ctx, ODOL_RULE_AXIS_ZERO, axis, AXIS_axis_dir),
                    "axis_dir is (0, 0, 0); expected a vector that is not zero");
    }
    return axes.count == m->classes;
}

/* Checks ODOL-175 from the second table, and ODOL-176 against the first LOD. */
static void compare_tables(a3d_ctx *ctx, const motion *m, uint32_t table, bool first, bool lists)
{
    range axes = elements(ctx->doc, table, ANIM_LOD_AXES_axes);
    for (uint32_t i = 0; i < axes.count; i++) {
        int32_t bone = m->bone_of[i];
        uint32_t field = a3d_whole_field(ctx->doc, axes.first + i, AXIS_bone);
        if (lists && bone >= 0 && bone < m->bones && !m->named[i])
            a3d_say(ctx, broken(ctx, ODOL_RULE_ANIM_TABLES, field),
                    "bone of class %u is %d, but lod_bones does not list the class for that bone", (unsigned)i,
                    (int)bone);
        if (!first && bone != m->before[i])
            a3d_say(ctx, broken(ctx, ODOL_RULE_ANIM_SAME, field),
                    "bone of class %u is %d; expected %d, as in the first LOD", (unsigned)i, (int)bone,
                    (int)m->before[i]);
    }
}

static void check_tables(a3d_ctx *ctx, uint32_t animations, motion *m)
{
    const a3d_doc *doc = ctx->doc;
    range lists = elements(doc, animations, ANIMATIONS_lod_bones),
          tables = elements(doc, animations, ANIMATIONS_lod_axes);
    uint32_t most = lists.count > tables.count ? lists.count : tables.count;
    for (uint32_t i = 0; i < most && a3d_work(ctx, (uint64_t)m->classes + 1) == A3D_OK; i++) {
        bool axes = i < tables.count && is_whole(doc, tables.first + i) && read_axes(ctx, m, tables.first + i);
        bool bones = i < lists.count && is_whole(doc, lists.first + i) &&
                     count_of(doc, lists.first + i, ANIM_LOD_BONES_bones) == m->bones;
        if (i < lists.count && is_whole(doc, lists.first + i))
            check_bone_lists(ctx, m, lists.first + i, axes);
        if (axes && i == 0)
            memcpy(m->before, m->bone_of, (size_t)m->classes * sizeof *m->before);
        if (axes)
            compare_tables(ctx, m, tables.first + i, i == 0, bones);
    }
}

void a3d_odol_check_motion(a3d_ctx *ctx)
{
    const a3d_doc *doc = ctx->doc;
    uint32_t animations = inner(doc, doc->root, P3D_animations);
    if (animations == A3D_NO_NODE)
        return;
    range classes = elements(doc, animations, ANIMATIONS_classes);
    for (uint32_t i = 0; i < classes.count; i++)
        if (is_whole(doc, classes.first + i))
            check_class(ctx, classes.first + i);
    a3d_odol_check_unique(ctx, a3d_whole_field(doc, animations, ANIMATIONS_classes), ANIM_CLASS_name, A3D_NO_SLOT,
                          ODOL_RULE_ANIM_UNIQUE, false);
    motion m = {.classes = count_of(doc, animations, ANIMATIONS_classes), .bones = skeleton_bones(doc)};
    size_t n = classes.count;
    uint8_t *scratch = m.classes >= 0 && m.classes == (int64_t)n ? a3d_block_resize(doc->arena, NULL, 13 * n + 1)
                                                                 : NULL;
    if (scratch == NULL)
        return;
    memset(scratch, 0, 13 * n + 1);
    m.bone_of = (int32_t *)(void *)scratch;
    m.before = m.bone_of + n;
    m.seen = (uint32_t *)(void *)(m.before + n);
    m.named = (uint8_t *)(m.seen + n);
    check_tables(ctx, animations, &m);
    a3d_block_resize(doc->arena, scratch, 0);
}
