/* rules_objects.c - rules about objects: which meshes, transforms and materials they share, and which elements are
 * unused */
#include "base/bytes.h"
#include "engine/document/findings.h"
#include "formats/tanki/model.h"
#include "formats/tanki/records.h"
#include "formats/tanki/rules.h"

/* The first user of each element: its number plus one, or 0 for none. */
typedef struct uses {
    uint32_t *by;
    uint32_t count;
} uses;

static bool make_uses(const a3d_tanki_model *m, uint32_t count, uses *u)
{
    u->count = count;
    u->by = a3d_arena_alloc(m->ctx->scratch, ((size_t)count + 1) * sizeof *u->by);
    if (u->by == NULL)
        a3d_limit(m->ctx, A3D_LIMIT_MEMORY);
    return u->by != NULL;
}

/* Records a use. Returns the earlier user plus one, or 0. */
static uint32_t use(uses *u, int64_t element, uint32_t user)
{
    if (element < 0 || element >= u->count)
        return 0;
    uint32_t before = u->by[element];
    if (before == 0)
        u->by[element] = user + 1;
    return before;
}

/* --- materials --- */

static void use_of_submeshes(const a3d_tanki_model *m, uses *materials)
{
    for (uint32_t i = 0; i < m->meshes.count; i++) {
        if (!a3d_was_read(m->doc, m->meshes.first + i))
            continue;
        a3d_tanki_list submeshes = a3d_tanki_list_of(m->doc, m->meshes.first + i, MESH_submeshes);
        for (uint32_t k = 0; k < submeshes.count && a3d_work(m->ctx, 1) == A3D_OK; k++)
            if (a3d_was_read(m->doc, submeshes.first + k))
                use(materials, a3d_value(m->doc, submeshes.first + k, SUBMESH_material), i);
    }
}

static void use_of_object(const a3d_tanki_model *m, uint32_t object, uses *materials)
{
    uint32_t count, stream, off;
    const uint8_t *p = a3d_tanki_bytes(m, a3d_field(m->doc, object, OBJECT_materials), 4, &count, &stream, &off);
    for (uint32_t i = 0; p != NULL && i < count; i++)
        use(materials, (int32_t)a3d_load32(p + 4 * (size_t)i, false), 0);
}

/* Checks TANKI-044. */
static void check_materials(const a3d_tanki_model *m)
{
    uses materials;
    if (!make_uses(m, m->materials.count, &materials))
        return;
    if (m->version == 2)
        use_of_submeshes(m, &materials);
    for (uint32_t i = 0; m->version == 3 && i < m->objects.count; i++)
        if (a3d_was_read(m->doc, m->objects.first + i))
            use_of_object(m, m->objects.first + i, &materials);
    for (uint32_t i = 0; i < materials.count; i++) {
        if (materials.by[i] != 0)
            continue;
        a3d_finding *f = a3d_tanki_report(m, TANKI_RULE_MATERIAL_UNUSED, m->materials.first + i);
        a3d_say(m->ctx, f, "materials[%u] is unused; expected a reference to it", (unsigned)i);
    }
}

/* --- objects --- */

/* Checks TANKI-110, TANKI-111. */
static void check_shared(const a3d_tanki_model *m, uint32_t node, uses *u, uint32_t user, unsigned rule)
{
    uint32_t before = use(u, a3d_at(m->doc, node)->v.i, user);
    if (before == 0)
        return;
    a3d_finding *f = a3d_tanki_report(m, rule, node);
    a3d_actual(f, a3d_at(m->doc, node)->v.i);
    a3d_say(m->ctx, f, "%s %lld is already used by objects[%u]", a3d_row_name(a3d_at(m->doc, node)->row),
            (long long)a3d_at(m->doc, node)->v.i, (unsigned)before - 1);
}

/* Checks TANKI-109. */
static void check_material_count(const a3d_tanki_model *m, uint32_t object)
{
    int64_t mesh = a3d_value(m->doc, object, OBJECT_mesh);
    uint32_t node = a3d_field(m->doc, object, OBJECT_materials);
    if (m->version < 3 || mesh >= m->meshes.count || !a3d_was_read(m->doc, node) ||
        !a3d_was_read(m->doc, m->meshes.first + (uint32_t)mesh))
        return;
    a3d_tanki_list submeshes = a3d_tanki_list_of(m->doc, m->meshes.first + (uint32_t)mesh, MESH_submeshes);
    uint32_t count = a3d_at(m->doc, node)->v.at.count;
    if (!submeshes.known || submeshes.count == count)
        return;
    a3d_finding *f = a3d_tanki_report(m, TANKI_RULE_OBJECT_MATERIALS, node);
    a3d_actual(f, count);
    a3d_expect(f, submeshes.count, submeshes.count);
    a3d_say(m->ctx, f, "materials has %s; expected %u, the number of submeshes of the mesh",
            a3d_amount_of(count, "entry").text, (unsigned)submeshes.count);
}

/* Checks TANKI-112. */
static void check_transform_order(const a3d_tanki_model *m, uint32_t object, int64_t *last)
{
    uint32_t node = a3d_field(m->doc, object, OBJECT_transform);
    int64_t transform = a3d_at(m->doc, node)->v.i;
    /* an equal one is shared, which has a rule of its own */
    if (transform < *last) {
        a3d_finding *f = a3d_tanki_report(m, TANKI_RULE_OBJECT_ORDER, node);
        a3d_actual(f, transform);
        a3d_say(m->ctx, f, "transform is %lld; expected more than %lld, the transform of the object before it",
                (long long)transform, (long long)*last);
    }
    *last = transform;
}

/* Checks TANKI-113. */
static void check_unused(const a3d_tanki_model *m, const uses *meshes)
{
    for (uint32_t i = 0; i < meshes->count; i++) {
        if (meshes->by[i] != 0)
            continue;
        a3d_finding *f = a3d_tanki_report(m, TANKI_RULE_MESH_UNUSED, m->meshes.first + i);
        a3d_say(m->ctx, f, "meshes[%u] is unused; expected a reference to it", (unsigned)i);
    }
}

void a3d_tanki_check_objects(const a3d_tanki_model *m)
{
    uses meshes, transforms;
    int64_t last = -1;
    if (!make_uses(m, m->meshes.count, &meshes) || !make_uses(m, m->transforms.count, &transforms))
        return;
    for (uint32_t i = 0; i < m->objects.count; i++) {
        uint32_t object = m->objects.first + i;
        if (a3d_work(m->ctx, 1) != A3D_OK)
            return;
        if (!a3d_was_read(m->doc, object) || !a3d_was_read(m->doc, a3d_field(m->doc, object, OBJECT_transform)))
            continue;
        check_shared(m, a3d_field(m->doc, object, OBJECT_mesh), &meshes, i, TANKI_RULE_MESH_SHARED);
        check_shared(m, a3d_field(m->doc, object, OBJECT_transform), &transforms, i, TANKI_RULE_TRANSFORM_SHARED);
        check_material_count(m, object);
        check_transform_order(m, object, &last);
    }
    /* What was not read may use them. */
    if (m->doc->faulty || m->doc->limited != A3D_LIMIT_NONE)
        return;
    check_unused(m, &meshes);
    check_materials(m);
}
