/* assets.c - see assets.h */
#include "report/stats/assets.h"
#include "engine/document/flat.h"

#include <string.h>

const char *a3d_asset_name(a3d_asset asset)
{
    static const char *const names[A3D_ASSETS] = {"",       "meshes", "triangles", "vertices", "materials",
                                                  "images", "bones",  "tracks"};
    return names[asset];
}

const char *a3d_asset_for(a3d_asset asset, uint64_t n)
{
    static const char *const single[A3D_ASSETS] = {"",      "mesh", "triangle", "vertex", "material",
                                                   "image", "bone", "track"};
    return n == 1 ? single[asset] : a3d_asset_name(asset);
}

static bool record_has(const a3d_record *type, a3d_asset asset)
{
    bool has = type->each == asset;
    for (unsigned i = 0; i < type->n_rows; i++)
        has |= type->rows[i].asset == asset;
    return has;
}

bool a3d_has_asset(const a3d_format *format, a3d_asset asset)
{
    for (unsigned i = 0; i < format->n_records; i++)
        if (record_has(format->records[i], asset))
            return true;
    return false;
}

/* A document, and the nodes of its objects by position, once a field that names one was met. */
typedef struct counter {
    const a3d_doc *doc;
    bool collected;
    uint32_t *objects;
    size_t n;
    uint32_t base; /* the position of the first */
    uint64_t *counts;
} counter;

static uint64_t positive(int64_t value)
{
    return value > 0 ? (uint64_t)value : 0;
}

/* ---- objects that fields name by position ---- */

/* Their lists follow one another; nodes are in the order of the file. */
static void collect_objects(counter *c)
{
    size_t cap = 0;
    c->collected = true;
    for (uint32_t i = 0; i < c->doc->n_nodes; i++) {
        const a3d_node *node = a3d_at(c->doc, i);
        const a3d_node *list = node->parent != A3D_NO_NODE ? a3d_at(c->doc, node->parent) : NULL;
        if (node->row != &a3d_row_element || !list->row->keys.by_position || a3d_record_type(c->doc, i) == NULL)
            continue;
        uint32_t *objects = a3d_grow(c->doc->arena, c->objects, &cap, c->n + 1, sizeof *objects);
        if (objects == NULL)
            return;
        c->base = list->row->keys.base;
        c->objects = objects;
        objects[c->n++] = i;
    }
}

/* How many of its own the record of a node says that it has; UINT64_MAX when it says nothing. */
static uint64_t own(const a3d_doc *doc, uint32_t index, a3d_asset asset)
{
    const a3d_node *node = a3d_at(doc, index);
    const a3d_record *type = node->state == A3D_PRESENT ? a3d_record_type(doc, index) : NULL;
    for (unsigned slot = 0; type != NULL && slot < type->n_rows && slot < node->v.at.count; slot++)
        if (type->rows[slot].asset == asset && type->rows[slot].asset_how == A3D_ASSET_OWN)
            return positive(a3d_value(doc, index, slot));
    return UINT64_MAX;
}

/* The same of the object at a position: it is said by the object, or by a record inside it. */
static uint64_t named(counter *c, int64_t position, a3d_asset asset)
{
    if (!c->collected)
        collect_objects(c);
    if (position < (int64_t)c->base || (uint64_t)(position - c->base) >= c->n)
        return 0;
    uint32_t object = c->objects[position - c->base];
    uint64_t n = own(c->doc, object, asset);
    for (uint32_t i = 0; n == UINT64_MAX && i < a3d_at(c->doc, object)->v.at.count; i++)
        n = own(c->doc, a3d_field(c->doc, object, i), asset);
    return n != UINT64_MAX ? n : 0;
}

/* ---- counting ---- */

static uint64_t triangles(int64_t corners)
{
    return corners > 2 ? (uint64_t)corners - 2 : 0;
}

static uint64_t strips(const a3d_doc *doc, const a3d_node *array)
{
    uint32_t stream, off;
    uint64_t sum = 0;
    const uint8_t *p = a3d_content(doc, array, &stream, &off);
    for (uint32_t i = 0; p != NULL && i < a3d_stored_count(array); i++)
        sum += triangles((int64_t)(uint32_t)a3d_load_type(p + 4 * (size_t)i, A3D_U32, doc->format->big_endian));
    return sum;
}

static uint64_t of_field(counter *c, const a3d_node *field)
{
    const a3d_row *row = field->row;
    switch (row->asset_how) {
    case A3D_ASSET_VALUE: return positive(field->v.i);
    case A3D_ASSET_LENGTH: return field->v.at.count;
    case A3D_ASSET_FILLED: return field->v.at.count > 0;
    case A3D_ASSET_THIRDS: return field->v.at.count / 3;
    case A3D_ASSET_SIDES: return triangles(field->v.i);
    case A3D_ASSET_STRIPS: return strips(c->doc, field);
    case A3D_ASSET_NAMED: return named(c, field->v.i, (a3d_asset)row->asset);
    default: return 0; /* what is an object's own counts where a field names it */
    }
}

static void count_record(counter *c, uint32_t record, const a3d_record *type)
{
    c->counts[type->each]++;
    for (unsigned slot = 0; slot < type->n_rows; slot++) {
        if (type->rows[slot].asset == A3D_NO_ASSET)
            continue;
        const a3d_node *field = a3d_at(c->doc, a3d_field(c->doc, record, slot));
        if (field->state == A3D_PRESENT)
            c->counts[type->rows[slot].asset] += of_field(c, field);
    }
}

static int add_leaf(void *user, const a3d_leaf *leaf)
{
    counter *c = user;
    const a3d_row *row = leaf->rows[0];
    if (row->asset == A3D_NO_ASSET || leaf->shape->kind != A3D_SCALAR)
        return 0;
    int64_t value = a3d_load_type(leaf->data, leaf->shape->type, c->doc->format->big_endian);
    c->counts[row->asset] += row->asset_how == A3D_ASSET_SIDES ? triangles(value) : positive(value);
    return 0;
}

/* Elements without nodes: only what their scalars say. */
static void count_elements(counter *c, uint32_t list, const a3d_record *type)
{
    const a3d_node *node = a3d_at(c->doc, list);
    uint32_t count = a3d_stored_count(node), stream, off;
    bool some = false;
    c->counts[type->each] += count;
    for (unsigned slot = 0; slot < type->n_rows; slot++)
        some |= type->rows[slot].asset != A3D_NO_ASSET;
    const uint8_t *p = some ? a3d_content(c->doc, node, &stream, &off) : NULL;
    uint32_t left = p != NULL ? c->doc->streams[stream].size - off : 0;
    for (uint32_t i = 0; i < count && p != NULL; i++) {
        int64_t size = a3d_flat_element(c->doc, list, type, p, left, add_leaf, c);
        if (size < 0)
            break;
        p += size;
        left -= (uint32_t)size;
    }
}

void a3d_count_assets(const a3d_doc *doc, uint64_t counts[A3D_ASSETS])
{
    counter c = {.doc = doc, .counts = counts};
    memset(counts, 0, A3D_ASSETS * sizeof *counts);
    for (uint32_t i = 0; i < doc->n_nodes; i++) {
        const a3d_node *node = a3d_at(doc, i);
        if (node->state != A3D_PRESENT)
            continue;
        const a3d_record *type = node->flat ? a3d_shape_of(node)->record : a3d_record_type(doc, i);
        if (type != NULL && node->flat)
            count_elements(&c, i, type);
        else if (type != NULL)
            count_record(&c, i, type);
    }
    counts[A3D_NO_ASSET] = 0;
    if (c.objects != NULL)
        a3d_block_resize(doc->arena, c.objects, 0);
}
