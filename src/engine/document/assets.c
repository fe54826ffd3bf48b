/* assets.c - see assets.h */
#include "engine/document/assets.h"
#include "engine/document/declared.h"
#include "engine/document/flat.h"

#include <inttypes.h>
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

/* ---- what is declared ---- */

/* Adds what a list declares beyond the elements that were read. */
static void add_declared(const a3d_doc *doc, uint32_t index, a3d_declared *out)
{
    const a3d_node *list = a3d_at(doc, index);
    const a3d_shape *s = a3d_shape_of(list);
    const a3d_side *taint = a3d_side_find(doc, index, A3D_SIDE_TAINT, NULL);
    bool present = list->state == A3D_PRESENT;
    if (present && s->count_by == A3D_COUNT_FRAMED) {
        out->open |= a3d_is_cut(doc, index);
        return;
    }
    a3d_fault fault = taint != NULL ? doc->findings[taint->value].rule->fault : A3D_FAULT_NONE;
    out->more[s->record->each] |= list->state == A3D_NOT_READ || fault == A3D_FAULT_COUNT ||
                                  fault == A3D_FAULT_COUNT_MASK;
    for (uint32_t i = 0; present && !list->flat && i < list->v.at.count; i++)
        out->counts[s->record->each] += a3d_at(doc, list->v.at.first + i)->state != A3D_PRESENT;
}

void a3d_count_declared(const a3d_doc *doc, a3d_declared *out)
{
    memset(out, 0, sizeof *out);
    a3d_count_assets(doc, out->counts);
    for (uint32_t i = 0; i < doc->n_nodes; i++) {
        const a3d_node *node = a3d_at(doc, i);
        unsigned state = node->state;
        if (a3d_shape_of(node)->kind == A3D_VECTOR && (state == A3D_PRESENT || state == A3D_NOT_READ))
            add_declared(doc, i, out);
    }
    out->counts[A3D_NO_ASSET] = 0;
    out->more[A3D_NO_ASSET] = false;
}

bool a3d_put_kept(a3d_text *out, const char *before, const uint64_t kept[A3D_ASSETS], const a3d_declared *declared)
{
    bool some = false;
    for (unsigned i = A3D_MESHES; i < A3D_ASSETS; i++) {
        uint64_t all = declared->counts[i] > kept[i] ? declared->counts[i] : kept[i];
        if (all == 0 || i == A3D_TRIANGLES || i == A3D_VERTICES)
            continue;
        a3d_printf(out, "%s%" PRIu64 " of %s%" PRIu64 " %s", some ? ", " : before, kept[i],
                   declared->more[i] || declared->open ? "at least " : "", all, a3d_asset_for((a3d_asset)i, all));
        some = true;
    }
    return some;
}

static bool is_of_geometry(unsigned asset)
{
    return asset == A3D_MESHES || asset == A3D_VERTICES || asset == A3D_TRIANGLES;
}

/* Whether a record is geometry, or a field of it counts some. */
static bool shows_geometry(const a3d_doc *doc, uint32_t record, const a3d_record *type)
{
    bool shows = is_of_geometry(type->each);
    for (unsigned i = 0; !shows && i < type->n_rows; i++) {
        const a3d_node *field = a3d_at(doc, a3d_field(doc, record, i));
        unsigned kind = is_of_geometry(type->rows[i].asset) && field->state == A3D_PRESENT ? a3d_shape_of(field)->kind
                                                                                           : A3D_NOTHING;
        shows = kind == A3D_SCALAR ? type->rows[i].asset_how != A3D_ASSET_NAMED && field->v.i > 0
                                   : kind != A3D_NOTHING && field->v.at.count > 0;
    }
    return shows;
}

bool a3d_has_geometry(const a3d_doc *doc)
{
    for (uint32_t i = 0; i < doc->n_nodes; i++) {
        const a3d_node *node = a3d_at(doc, i);
        const a3d_record *type = node->state == A3D_PRESENT && !node->flat ? a3d_record_type(doc, i) : NULL;
        if ((type != NULL && shows_geometry(doc, i, type)) ||
            (node->state == A3D_PRESENT && node->flat && node->v.at.count > 0 &&
             is_of_geometry(a3d_shape_of(node)->record->each)))
            return true;
    }
    return false;
}
