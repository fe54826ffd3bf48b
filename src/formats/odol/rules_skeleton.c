/* rules_skeleton.c - rules about the bones of the skeleton and their parents */
#include "formats/odol/bones.h"
#include "formats/odol/parts.h"

enum { ROOT = -1, UNKNOWN = -2 };

/* Marks the cycle to which the parents of `i` lead. Each bone is visited once: `seen` holds the walk that visited it
 * first. */
static void mark_cycles(const int64_t *parents, uint32_t n, uint32_t *seen, uint8_t *cyclic)
{
    for (uint32_t i = 0; i < n; i++) {
        int64_t at = i;
        while (at >= 0 && seen[at] == 0) {
            seen[at] = i + 1;
            at = parents[at];
        }
        if (at < 0 || seen[at] != i + 1)
            continue; /* a root, or an earlier walk */
        for (; cyclic[at] == 0; at = parents[at])
            cyclic[at] = 1;
    }
}

static void report_parents(a3d_ctx *ctx, range bones, const int64_t *parents, const uint8_t *cyclic)
{
    const a3d_doc *doc = ctx->doc;
    for (uint32_t i = 0; i < bones.count; i++) {
        uint32_t node = a3d_whole_field(doc, bones.first + i, BONE_parent);
        text parent = text_of(doc, node);
        int length = (int)(parent.n < 100 ? parent.n : 100);
        if (parents[i] == UNKNOWN) {
            a3d_finding *f = broken(ctx, ODOL_RULE_BONE_PARENT, node);
            a3d_say(ctx, f, "parent is \"%.*s\", but no bone has that name", length, (const char *)parent.p);
            blame(ctx, f);
        } else if (cyclic[i]) {
            a3d_say(ctx, broken(ctx, ODOL_RULE_BONE_CYCLE, node),
                    "parent of bone %u is bone %lld, in a cycle of bones; expected a tree", (unsigned)i,
                    (long long)parents[i]);
        } else if (parents[i] > (int64_t)i) {
            a3d_say(ctx, broken(ctx, ODOL_RULE_BONE_ORDER, node),
                    "parent of bone %u is bone %lld; expected a bone before bone %u", (unsigned)i,
                    (long long)parents[i], (unsigned)i);
        }
        if (parents[i] < 0)
            continue;
        text name = text_of(doc, a3d_whole_field(doc, bones.first + (uint32_t)parents[i], BONE_bone));
        if (memcmp(name.p, parent.p, parent.n) != 0) /* equal except for case, so they have the same length: ODOL-103 */
            a3d_say(ctx, broken(ctx, ODOL_RULE_BONE_CASE, node),
                    "parent is \"%.*s\"; expected \"%.*s\", the name of that bone", length, (const char *)parent.p,
                    length, (const char *)name.p);
    }
}

/* Checks ODOL-100 to ODOL-103. One block of scratch memory holds four arrays. */
static void check_parents(a3d_ctx *ctx, range bones)
{
    const a3d_doc *doc = ctx->doc;
    size_t n = bones.count, size = n * (sizeof(a3d_odol_bone) + sizeof(int64_t) + sizeof(uint32_t) + 1);
    uint64_t steps = n;
    for (uint32_t i = 0; i < n; i++)
        steps += text_of(doc, a3d_whole_field(doc, bones.first + i, BONE_bone)).n / 16;
    a3d_odol_bone *sorted = a3d_work(ctx, steps * 20) == A3D_OK ? a3d_block_resize(doc->arena, NULL, size) : NULL;
    if (sorted == NULL)
        return;
    memset(sorted, 0, size);
    int64_t *parents = (int64_t *)(void *)(sorted + n);
    uint32_t *seen = (uint32_t *)(void *)(parents + n);
    uint8_t *cyclic = (uint8_t *)(seen + n);
    for (uint32_t i = 0; i < n; i++)
        sorted[i] = (a3d_odol_bone){text_of(doc, a3d_whole_field(doc, bones.first + i, BONE_bone)), i};
    a3d_odol_sort_bones(sorted, bones.count);
    for (uint32_t i = 0; i < n; i++) {
        text parent = text_of(doc, a3d_whole_field(doc, bones.first + i, BONE_parent));
        uint32_t found = parent.n > 0 ? a3d_odol_bone_named(sorted, bones.count, parent) : 0;
        parents[i] = parent.n == 0 ? ROOT : found == UINT32_MAX ? UNKNOWN : (int64_t)found;
    }
    mark_cycles(parents, bones.count, seen, cyclic);
    report_parents(ctx, bones, parents, cyclic);
    a3d_block_resize(doc->arena, sorted, 0);
}

void a3d_odol_check_skeleton(a3d_ctx *ctx)
{
    const a3d_doc *doc = ctx->doc;
    uint32_t skeleton = skeleton_of(doc);
    if (skeleton == A3D_NO_NODE || !is_present(doc, skeleton, SKELETON_bones))
        return;
    range bones = elements(doc, skeleton, SKELETON_bones);
    if (count_of(doc, skeleton, SKELETON_bones) == 0) /* ODOL-097 */
        a3d_say(ctx, broken_field(ctx, ODOL_RULE_NO_BONES, skeleton, SKELETON_bones),
                "bones has 0 entries; expected at least 1, because the skeleton has a name");
    if (text_of(doc, a3d_whole_field(doc, skeleton, SKELETON_pivots)).n > 0) /* ODOL-105 */
        a3d_say(ctx, broken_field(ctx, ODOL_RULE_PIVOTS, skeleton, SKELETON_pivots),
                "pivots is \"%.*s\"; expected an empty text",
                QUOTED(text_of(doc, a3d_whole_field(doc, skeleton, SKELETON_pivots))));
    for (uint32_t i = 0; i < bones.count; i++) {
        if (!is_whole(doc, bones.first + i) || !is_present(doc, bones.first + i, BONE_parent))
            return;                                         /* cut short: any parent may be among the missing bones */
        if (count_of(doc, bones.first + i, BONE_bone) == 0) /* ODOL-098 */
            a3d_say(ctx, broken_field(ctx, ODOL_RULE_BONE_NAME, bones.first + i, BONE_bone),
                    "name of bone %u is empty; expected a name", (unsigned)i);
    }
    a3d_odol_check_unique(ctx, a3d_whole_field(doc, skeleton, SKELETON_bones), BONE_bone, A3D_NO_SLOT,
                          ODOL_RULE_BONE_UNIQUE, false);
    if (bones.count > 0)
        check_parents(ctx, bones);
}
