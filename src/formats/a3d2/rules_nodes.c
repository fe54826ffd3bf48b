/* rules_nodes.c - rules about ids, parents, names and levels of detail */
#include "base/bytes.h"
#include "engine/document/findings.h"
#include "formats/a3d2/statements.h"

/* All nodes of a scene in the order of their kinds. */
typedef struct nodes {
    uint32_t scene;
    uint32_t base[A3D2_SPACES]; /* index of the first node of each kind */
    uint32_t count;
    a3d_child *at;
    /* numbered on a walk from the roots; the interval of an ancestor encloses that of its descendants */
    uint32_t *enter, *leave;
} nodes;

/* ---- ids ---- */

/* Checks A3D-080. */
static void check_shared_ids(a3d_alternativa *s)
{
    const a3d_index *index = &s->ctx->index;
    const a3d_key *last = NULL;
    for (size_t i = 0; i < index->n; i++) {
        const a3d_key *key = &index->keys[i];
        if ((A3D2_NODES >> key->space & 1) == 0)
            continue;
        if (last != NULL && last->key == key->key && last->space != key->space) {
            const a3d_row *list = a3d_at(s->ctx->doc, key->list)->row;
            uint32_t id = a3d_field(s->ctx->doc, a3d_key_node(s->ctx->doc, key), list->keys.slot);
            a3d_finding *f = a3d_alternativa_report_node(s, A3D2_RULE_NODE_ID_SHARED, id);
            a3d_actual(f, key->key);
            a3d_say(s->ctx, f, "id %lld is also used by %s[%u]", (long long)key->key,
                    a3d_row_name(a3d_at(s->ctx->doc, last->list)->row), (unsigned)last->index);
        }
        last = key;
    }
}

/* ---- parents ---- */

/* The only node with this id, or A3D_NO_NODE if there is none or if the id is ambiguous. */
static uint32_t only_node(const a3d_alternativa *s, const nodes *all, const a3d_key *key)
{
    const a3d_index *index = &s->ctx->index;
    for (const a3d_key *next = key + 1; next < index->keys + index->n && next->key == key->key; next++)
        if ((A3D2_NODES >> next->space & 1) != 0)
            return A3D_NO_NODE;
    return all->base[key->space] + key->index;
}

/* The parent that the loader finds under an id. Its dictionary holds kind after kind in the order below, and a later
 * node hides an earlier one with its id. It has no decals and cameras; joints are in another one. */
static uint32_t parent_node(const a3d_alternativa *s, const nodes *all, const a3d2_kind *kind, const a3d_key *key)
{
    static const uint8_t order[A3D2_SPACES] = {
        [A3D2_OBJECT] = 1,     [A3D2_SPRITE] = 2,     [A3D2_SKIN] = 3, [A3D2_AMBIENT_LIGHT] = 4, [A3D2_OMNI_LIGHT] = 5,
        [A3D2_SPOT_LIGHT] = 6, [A3D2_DIRECTIONAL_LIGHT] = 7, [A3D2_MESH] = 8, [A3D2_LOD] = 9};
    const a3d_key *last = key, *end = s->ctx->index.keys + s->ctx->index.n;
    if (kind->space == A3D2_JOINT)
        return only_node(s, all, key);
    for (const a3d_key *next = key + 1; next < end && next->key == key->key; next++) {
        if (next->space == next[-1].space)
            return A3D_NO_NODE;
        if (order[next->space] > order[last->space])
            last = next;
    }
    return order[last->space] == 0 ? only_node(s, all, key) : all->base[last->space] + last->index;
}

static void link_parent(a3d_alternativa *s, const nodes *all, const a3d2_kind *kind, a3d_child *child)
{
    const a3d_node *field = a3d_present(s->ctx->doc, child->node, kind->parent);
    const a3d_key *key = field != NULL ? a3d_index_find(s->ctx, A3D2_NODES, field->v.i) : NULL;
    if (key == NULL)
        return;
    child->field = a3d_field(s->ctx->doc, child->node, kind->parent);
    child->parent = parent_node(s, all, kind, key);
    /* Checks A3D-083. */
    if (kind->space != A3D2_JOINT && a3d_index_find(s->ctx, A3D2_NODES & ~A3D2_IN(JOINT), field->v.i) == NULL &&
        !a3d_alternativa_stopped(s)) {
        a3d_finding *f = a3d_alternativa_report_node(s, A3D2_RULE_PARENT_JOINT, child->field);
        a3d_actual(f, field->v.i);
        a3d_say(s->ctx, f,
                "parentId is %lld, the id of a joint; expected another node, because only joints can have a joint as "
                "parent",
                (long long)field->v.i);
        a3d_alternativa_missing(s, f);
    }
}

static bool collect(a3d_alternativa *s, nodes *all)
{
    const a3d_doc *doc = s->ctx->doc;
    uint32_t first, n, at = 0;
    for (unsigned k = 0; k < A3D2_NODE_KINDS; k++) {
        all->base[a3d2_kinds[k].space] = all->count;
        all->count += a3d_elements(doc, all->scene, a3d2_kinds[k].list, &first);
    }
    all->at = a3d_block_resize(s->ctx->scratch, NULL, (all->count + 1) * sizeof *all->at);
    if (all->at == NULL || a3d_work(s->ctx, 4 * (uint64_t)all->count) != A3D_OK)
        return false;
    for (unsigned k = 0; k < A3D2_NODE_KINDS; k++) {
        n = a3d_elements(doc, all->scene, a3d2_kinds[k].list, &first);
        for (uint32_t i = 0; i < n && !a3d_alternativa_stopped(s); i++, at++) {
            all->at[at] = (a3d_child){first + i, first + i, A3D_NO_NODE};
            link_parent(s, all, &a3d2_kinds[k], &all->at[at]);
        }
    }
    return !a3d_alternativa_stopped(s);
}

/* ---- levels of detail ---- */

/* Numbers the nodes on a walk from the roots down, so that one comparison finds ancestors. Cycles are not visited. */
static bool number_nodes(a3d_alternativa *s, nodes *all)
{
    uint32_t n = all->count, clock = 0;
    uint32_t *room = a3d_arena_alloc(s->ctx->scratch, (4 * (size_t)n + 4) * sizeof *room);
    if (room == NULL || a3d_work(s->ctx, 4 * (uint64_t)n) != A3D_OK)
        return false;
    uint32_t *child = room, *next = room + n; /* index + 1, 0 for none */
    all->enter = room + 2 * (size_t)n;
    all->leave = room + 3 * (size_t)n;
    for (uint32_t i = n; i-- > 0;)
        if (all->at[i].parent != A3D_NO_NODE) {
            next[i] = child[all->at[i].parent];
            child[all->at[i].parent] = i + 1;
        }
    for (uint32_t root = 0; root < n; root++) {
        if (all->at[root].parent != A3D_NO_NODE)
            continue;
        for (uint32_t at = root; at != A3D_NO_NODE;) {
            if (all->enter[at] == 0)
                all->enter[at] = ++clock;
            if (child[at] != 0) {
                uint32_t down = child[at] - 1;
                child[at] = next[down];
                at = down;
            } else {
                all->leave[at] = ++clock;
                at = all->at[at].parent;
            }
        }
    }
    return true;
}

static bool is_above(const nodes *all, uint32_t high, uint32_t low)
{
    return high == low ||
           (all->enter[high] != 0 && all->enter[high] < all->enter[low] && all->leave[low] < all->leave[high]);
}

/* Checks A3D-284 and A3D-285. The loader creates LODs last, in the order of the file, and never creates joints, cameras
 * and decals. Returns the rule that is broken, or 0. */
static unsigned broken_level(a3d_alternativa *s, const nodes *all, uint32_t lod, int64_t id)
{
    const uint64_t known = A3D2_NODES & ~(A3D2_IN(JOINT) | A3D2_IN(CAMERA) | A3D2_IN(DECAL) | A3D2_IN(LOD));
    const a3d_key *any = a3d_index_find(s->ctx, A3D2_NODES, id);
    if (any == NULL)
        return 0; /* reported by the table */
    uint32_t node = only_node(s, all, any), own = all->base[A3D2_LOD] + lod;
    if (node != A3D_NO_NODE && is_above(all, node, own))
        return A3D2_RULE_LOD_ABOVE;
    if (a3d_index_find(s->ctx, known, id) != NULL)
        return 0;
    const a3d_key *level = a3d_index_find(s->ctx, A3D2_IN(LOD), id);
    return level != NULL && level->index < lod ? 0 : A3D2_RULE_LOD_KIND;
}

static void check_level(a3d_alternativa *s, const nodes *all, uint32_t lod, const a3d_bytes *objects, uint32_t i)
{
    int64_t id = (int64_t)a3d_load64(objects->data + 8 * (size_t)i, true);
    unsigned rule = broken_level(s, all, lod, id);
    if (rule == 0 || a3d_alternativa_stopped(s))
        return;
    a3d_finding *f = a3d_alternativa_report(s, rule, objects->node, objects->stream, objects->off + 8 * i, 8);
    a3d_suffix(s->ctx, f, "[%u]", (unsigned)i);
    a3d_actual(f, id);
    if (rule == A3D2_RULE_LOD_ABOVE)
        a3d_say(s->ctx, f, "objects[%u] is %lld, the LOD itself or a node above it; expected another node", (unsigned)i,
                (long long)id);
    else
        a3d_say(s->ctx, f,
                "objects[%u] is %lld, a node that the loader has not read yet; expected no joint, camera, decal or "
                "later LOD",
                (unsigned)i, (long long)id);
}

static void check_levels(a3d_alternativa *s, nodes *all)
{
    uint32_t first, n = a3d_elements(s->ctx->doc, all->scene, SCENE_lods, &first);
    if (n == 0 || !number_nodes(s, all))
        return;
    for (uint32_t lod = 0; lod < n; lod++) {
        a3d_bytes objects = a3d_bytes_of(s->ctx->doc, first + lod, LOD_objects);
        for (uint32_t i = 0; i < objects.count && !a3d_alternativa_stopped(s); i++)
            check_level(s, all, lod, &objects, i);
    }
}

/* ---- names ---- */

static void note_empty_name(a3d_alternativa *s, uint32_t record, unsigned slot)
{
    a3d_bytes name = a3d_bytes_of(s->ctx->doc, record, slot);
    if (name.data != NULL && name.size == 0) /* A3D-086 */
        a3d_say(s->ctx, a3d_alternativa_report_node(s, A3D2_RULE_NAME_EMPTY, name.node),
                "name is empty; expected a name, or no such field");
}

static void collect_names(a3d_alternativa *s, uint32_t scene, a3d_text_list *names)
{
    for (unsigned k = 0; k < A3D2_NODE_KINDS; k++) {
        uint32_t first, n = a3d_elements(s->ctx->doc, scene, a3d2_kinds[k].list, &first);
        for (uint32_t i = first; i < first + n && !a3d_alternativa_stopped(s); i++) {
            note_empty_name(s, i, a3d2_kinds[k].name);
            a3d_text_list_add(s, names, i, a3d2_kinds[k].name);
        }
    }
    a3d_text_list_sort(s, names);
}

/* Checks A3D-100, A3D-101. */
static void check_target(a3d_alternativa *s, const a3d_text_list *names, uint32_t track)
{
    a3d_bytes name = a3d_bytes_of(s->ctx->doc, track, TRACK_objectName);
    if (name.data == NULL)
        return;
    size_t found = a3d_text_list_count(s, names, name);
    if (found == 0) {
        a3d_finding *f = a3d_alternativa_report_node(s, A3D2_RULE_TRACK_TARGET, name.node);
        a3d_say(s->ctx, f, "objectName is \"%.*s\", but no node has that name", a3d_quoted(name.size),
                (const char *)name.data);
        a3d_alternativa_missing(s, f);
    } else if (found > 1) {
        a3d_say(s->ctx, a3d_alternativa_report_node(s, A3D2_RULE_TRACK_TARGETS, name.node),
                "objectName is \"%.*s\", but several nodes have that name", a3d_quoted(name.size),
                (const char *)name.data);
    }
}

static void check_names(a3d_alternativa *s, uint32_t scene)
{
    a3d_text_list names = {0};
    collect_names(s, scene, &names);
    a3d_text_list_report_repeats(s, &names, A3D2_RULE_NAME_TWICE, "name"); /* A3D-085 */
    uint32_t first, n = a3d_elements(s->ctx->doc, scene, SCENE_animationTracks, &first);
    for (uint32_t i = first; i < first + n && !a3d_alternativa_stopped(s); i++)
        check_target(s, &names, i);
    n = a3d_elements(s->ctx->doc, scene, SCENE_animationClips, &first);
    for (uint32_t i = first; i < first + n; i++)
        note_empty_name(s, i, CLIP_name);
}

/* Checks A3D-274. */
static void note_layers(a3d_alternativa *s, uint32_t scene)
{
    uint32_t first, n = a3d_elements(s->ctx->doc, scene, SCENE_layers, &first);
    for (uint32_t i = first; i < first + n; i++) {
        const a3d_node *layer = a3d_at(s->ctx->doc, i);
        const a3d_node *name = layer->state == A3D_PRESENT ? a3d_at(s->ctx->doc, a3d_field(s->ctx->doc, i, LAYER_name))
                                                           : NULL;
        if (name != NULL && (name->state == A3D_ABSENT || (name->state == A3D_PRESENT && name->v.at.count == 0)))
            a3d_say(s->ctx, a3d_alternativa_report_node(s, A3D2_RULE_LAYER_NAME, i),
                    "name is missing; expected a name, because the loader calls the layer \"default\"");
    }
}

void a3d2_check_nodes(a3d_alternativa *s, uint32_t scene)
{
    nodes all = {.scene = scene};
    check_shared_ids(s);
    if (!collect(s, &all))
        return;
    a3d_check_parents(s, all.at, all.count);
    check_levels(s, &all);
    a3d_block_resize(s->ctx->scratch, all.at, 0);
    check_names(s, scene);
    note_layers(s, scene);
}
