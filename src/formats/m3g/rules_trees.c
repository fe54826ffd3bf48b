/* rules_trees.c - rules about nodes and their parents, alignment and cameras.
 *
 * A parent always has a higher number than its children, since references point back. So one pass upwards counts the
 * nodes below each node, and one pass downwards gives each its position. No walk is needed. */
#include "engine/document/findings.h"
#include "formats/m3g/objects.h"
#include "formats/m3g/records.h"
#include "formats/m3g/rules.h"

enum { NO_TARGET = 144 };

/* --- parents --- */

/* Makes `number` a child of `parent`. Returns the parent that it already has, or 0. External objects can be nodes as
 * well. */
static uint32_t adopt(a3d_m3g_objects *s, uint32_t number, uint32_t parent)
{
    if (number <= 1 || number >= parent)
        return 0;
    a3d_m3g_object *child = &s->objects[number];
    bool able = child->type == M3G_EXTERNAL || a3d_m3g_is(child, M3G_NODE_KINDS & ~M3G_KIND(M3G_WORLD));
    if (!able || child->parent != 0)
        return able ? child->parent : 0;
    child->parent = parent;
    return 0;
}

/* Checks M3G-121, M3G-122 if `report` is set. */
static void take_children(a3d_m3g_objects *s, uint32_t number, bool report)
{
    a3d_m3g_items items;
    if (!a3d_m3g_items_of(s, &s->objects[number], GROUP_children, &items))
        return;
    for (uint32_t i = 0; i < items.count && a3d_work(s->ctx, 1) == A3D_OK; i++) {
        uint32_t child = a3d_m3g_item(&items, i, 0), before = adopt(s, child, number);
        if (before == 0 || !report)
            continue;
        unsigned rule = before == number ? M3G_RULE_CHILD_REPEATED : M3G_RULE_SECOND_PARENT;
        a3d_finding *f = a3d_m3g_report_item(s, rule, &items, i, 0, 4, "");
        a3d_actual(f, child);
        if (before == number)
            a3d_say(s->ctx, f, "children lists object %u twice; expected each child once", (unsigned)child);
        else
            a3d_say(s->ctx, f, "children[%u] is %u, already a child of %s; expected another node", (unsigned)i,
                    (unsigned)child, a3d_m3g_name(s, before).text);
    }
}

/* Checks M3G-202 if `report` is set. */
static void take_skeleton(a3d_m3g_objects *s, uint32_t number, bool report)
{
    uint32_t child = (uint32_t)a3d_m3g_get(s, &s->objects[number], SKINNED_MESH_skeleton),
             before = adopt(s, child, number);
    if (before == 0 || !report)
        return;
    a3d_finding *f = a3d_m3g_report(s, M3G_RULE_SECOND_PARENT, &s->objects[number], SKINNED_MESH_skeleton);
    a3d_actual(f, child);
    a3d_say(s->ctx, f, "skeleton is %u, already a child of %s; expected another node", (unsigned)child,
            a3d_m3g_name(s, before).text);
}

static void number_nodes(a3d_m3g_objects *s)
{
    uint32_t next = 0;
    for (uint32_t i = 2; i < s->count; i++) {
        a3d_m3g_object *o = &s->objects[i];
        o->within++;
        if (o->parent != 0)
            s->objects[o->parent].within += o->within;
    }
    /* `marks` holds the position of the next child of each node. */
    for (uint32_t i = s->count; i-- > 2;) {
        a3d_m3g_object *o = &s->objects[i];
        uint32_t *place = o->parent != 0 ? &s->marks[o->parent] : &next;
        o->tree = o->parent != 0 ? s->objects[o->parent].tree : i;
        if (o->flat == 0 && o->parent != 0)
            o->flat = s->objects[o->parent].flat;
        o->enter = *place;
        *place += o->within;
        s->marks[i] = o->enter + 1;
    }
}

bool a3d_m3g_place_nodes(a3d_m3g_objects *s, bool report)
{
    for (uint32_t i = 2; i < s->count; i++) {
        if (a3d_work(s->ctx, 1) != A3D_OK)
            return false;
        s->marks[i] = 0;
        if (a3d_m3g_is(&s->objects[i], M3G_KIND(M3G_GROUP) | M3G_KIND(M3G_WORLD)))
            take_children(s, i, report);
        else if (a3d_m3g_is(&s->objects[i], M3G_KIND(M3G_SKINNED_MESH)))
            take_skeleton(s, i, report);
    }
    number_nodes(s);
    return true;
}

/* Whether a node is `above` itself or below it. */
static bool below(const a3d_m3g_object *node, const a3d_m3g_object *above)
{
    return node->enter - above->enter < above->within;
}

/* --- alignment --- */

/* Checks M3G-185, M3G-186. */
static void check_alignment(const a3d_m3g_objects *s, const a3d_m3g_object *o, unsigned slot)
{
    const a3d_m3g_object *target = a3d_m3g_target(s, o, slot, M3G_NODE_KINDS);
    if (target == NULL)
        return;
    bool other = target->tree != o->tree;
    if (!other && !below(target, o))
        return;
    a3d_finding *f = a3d_m3g_report(s, other ? M3G_RULE_ALIGNMENT_TREE : M3G_RULE_ALIGNMENT_BELOW, o, slot);
    a3d_m3g_blame(s, f);
    a3d_actual(f, a3d_m3g_get(s, o, slot));
    a3d_say(s->ctx, f,
            other ? "%s is %s, in another tree; expected a node of the same tree"
                  : "%s is %s, below the aligned node; expected a node that is not below it",
            slot == GROUP_zReference ? "zReference" : "yReference",
            a3d_m3g_name(s, (uint32_t)a3d_m3g_get(s, o, slot)).text);
}

/* Checks M3G-184, M3G-185, M3G-186. */
static void check_alignments(const a3d_m3g_objects *s, const a3d_m3g_object *o)
{
    if (a3d_m3g_get(s, o, GROUP_hasAlignment) != 1 || !a3d_m3g_has(s, o, GROUP_yReference))
        return;
    int64_t z = a3d_m3g_get(s, o, GROUP_zTarget), y = a3d_m3g_get(s, o, GROUP_yTarget);
    if (z == NO_TARGET && y == NO_TARGET)
        return;
    if (z == y && a3d_m3g_get(s, o, GROUP_zReference) == a3d_m3g_get(s, o, GROUP_yReference)) {
        a3d_finding *f = a3d_m3g_report(s, M3G_RULE_ALIGNMENT_SAME, o, GROUP_yReference);
        a3d_say(s->ctx, f, "zTarget and yTarget are both %s, with the same reference; expected two different ones",
                a3d_named_value(s->doc, a3d_m3g_field(s->doc, o, GROUP_yTarget), y).text);
    }
    check_alignment(s, o, GROUP_zReference);
    check_alignment(s, o, GROUP_yReference);
}

/* Checks M3G-261. */
static void check_camera(const a3d_m3g_objects *s, const a3d_m3g_object *o)
{
    const a3d_m3g_object *camera = a3d_m3g_target(s, o, WORLD_activeCamera, M3G_KIND(M3G_CAMERA));
    if (camera == NULL || below(camera, o))
        return;
    a3d_finding *f = a3d_m3g_report(s, M3G_RULE_CAMERA_OUTSIDE, o, WORLD_activeCamera);
    a3d_m3g_blame(s, f);
    a3d_actual(f, a3d_m3g_get(s, o, WORLD_activeCamera));
    a3d_say(s->ctx, f, "activeCamera is %s, outside the tree of the World; expected a Camera below it",
            a3d_m3g_name(s, (uint32_t)a3d_m3g_get(s, o, WORLD_activeCamera)).text);
}

void a3d_m3g_check_trees(a3d_m3g_objects *s)
{
    if (!a3d_m3g_place_nodes(s, true))
        return;
    for (uint32_t i = 2; i < s->count; i++) {
        if (a3d_m3g_is(&s->objects[i], M3G_NODE_KINDS))
            check_alignments(s, &s->objects[i]);
        if (a3d_m3g_is(&s->objects[i], M3G_KIND(M3G_WORLD)))
            check_camera(s, &s->objects[i]);
    }
}
