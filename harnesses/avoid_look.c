/* avoid_look.c - all values of a document by their paths without indices; see avoid.h */
#include "avoid.h"
#include "base/bytes.h"
#include "engine/document/flat.h"

#include <math.h>
#include <string.h>

enum { MOST_ELEMENTS = 256, MOST_VALUES = 4096, STEP = 120 };

#define NO_PATH UINT64_C(0xcbf29ce484222325)

static uint64_t extend(uint64_t hash, const char *text)
{
    for (; *text != '\0'; text++)
        hash = (hash ^ (uint8_t)*text) * UINT64_C(0x100000001b3);
    return hash;
}

uint64_t avoid_hash(const char *path) { return extend(NO_PATH, path); }

/* What a node adds to the path of its parent: nothing, "[]", a name, or the type of a record that is one of several. */
static void step_of(const a3d_doc *doc, const a3d_node *node, bool first, char *step)
{
    const a3d_record *type = NULL;
    *step = '\0';
    if (node->row == &a3d_row_root)
        return;
    if (a3d_shape_of(node)->kind == A3D_SWITCH)
        type = a3d_record_type(doc, (uint32_t)(node - doc->nodes));
    if (node->row == &a3d_row_element)
        strcpy(step, "[]");
    else if (!node->row->transparent)
        snprintf(step, STEP, "%s%s", first ? "" : ".", a3d_row_name(node->row));
    if (type != NULL)
        snprintf(step + strlen(step), STEP - strlen(step), "{%s}", type->name);
}

static void put_path(const a3d_doc *doc, const a3d_node *node, char *path)
{
    char step[STEP];
    if (node->parent != A3D_NO_NODE)
        put_path(doc, a3d_at(doc, node->parent), path);
    step_of(doc, node, *path == '\0', step);
    if (strlen(path) + strlen(step) < AVOID_PATH)
        strcat(path, step);
}

static void name(avoid_look *look, const a3d_doc *doc, uint32_t node, uint64_t path, const char *suffix)
{
    char text[AVOID_PATH + STEP] = "";
    if (look->name == NULL)
        return;
    put_path(doc, a3d_at(doc, node), text);
    if (strlen(text) + strlen(suffix) < AVOID_PATH)
        strcat(text, suffix);
    look->name(look, path, text);
}

static void tell(avoid_look *look, const a3d_doc *doc, uint32_t node, uint64_t path, const char *suffix, double value)
{
    path = extend(path, suffix);
    if (isnan(value))
        return;
    name(look, doc, node, path, suffix);
    look->see(look, path, value);
}

static double number(int64_t value, unsigned type)
{
    uint32_t bits = (uint32_t)value;
    float f;
    memcpy(&f, &bits, sizeof f);
    return type == A3D_F32 ? (double)f : (double)value;
}

/* ---- lists without nodes ---- */

typedef struct walk {
    avoid_look *look;
    const a3d_doc *doc;
    uint32_t list;
    uint64_t path;
} walk;

static int leaf(void *user, const a3d_leaf *leaf)
{
    walk *w = user;
    char suffix[AVOID_PATH] = "[]";
    size_t n = 2;
    unsigned type = leaf->shape->type, width = a3d_width(type);
    for (unsigned i = 0; i < leaf->depth && n < sizeof suffix; i++)
        n += (size_t)snprintf(suffix + n, sizeof suffix - n, ".%s", a3d_row_name(leaf->rows[i]));
    for (uint32_t i = 0; i < leaf->count && i < MOST_ELEMENTS; i++)
        tell(w->look, w->doc, w->list, w->path, suffix,
             number(a3d_load_type(leaf->data + (size_t)i * width, type, w->doc->format->big_endian), type));
    return 0;
}

static void walk_elements(walk *w, const a3d_node *node)
{
    uint32_t stream, off, size, count = a3d_stored_count(node);
    const uint8_t *bytes = a3d_content(w->doc, node, &stream, &off);
    const a3d_record *type = a3d_shape_of(node)->record;
    if (bytes == NULL || type == NULL || a3d_flat_zero_sized(w->doc, w->list, type))
        return;
    uint32_t left = w->doc->streams[stream].size - off;
    for (uint32_t i = 0; i < count && i < MOST_ELEMENTS; i++) {
        int64_t used = a3d_flat_element(w->doc, w->list, type, bytes, left, leaf, w);
        if (used <= 0)
            return;
        size = (uint32_t)used;
        bytes += size;
        left -= size;
    }
}

/* Least and greatest value of an array. */
static void walk_array(walk *w, const a3d_node *node)
{
    const a3d_shape *shape = a3d_shape_of(node);
    uint32_t stream, off, count = a3d_stored_count(node), width = a3d_width(shape->type);
    const uint8_t *bytes = a3d_content(w->doc, node, &stream, &off);
    double lo = INFINITY, hi = -INFINITY;
    if (bytes == NULL || shape->text || (uint64_t)count * width > w->doc->streams[stream].size - off)
        return;
    for (uint32_t i = 0; i < count && i < MOST_VALUES; i++) {
        double value = number(a3d_load_type(bytes + (size_t)i * width, shape->type, w->doc->format->big_endian),
                              shape->type);
        lo = value < lo ? value : lo;
        hi = value > hi ? value : hi;
    }
    if (lo > hi)
        return;
    tell(w->look, w->doc, w->list, w->path, "[]", lo);
    if (lo < hi)
        tell(w->look, w->doc, w->list, w->path, "[]", hi);
}

/* ---- nodes ---- */

static void look_at_node(avoid_look *look, const a3d_doc *doc, uint32_t index, uint64_t path)
{
    const a3d_node *node = a3d_at(doc, index);
    unsigned kind = a3d_shape_of(node)->kind;
    if (node->row->optional)
        tell(look, doc, index, path, ".$present", node->state == A3D_PRESENT);
    if (node->state != A3D_PRESENT)
        return;
    if (kind == A3D_SCALAR && node->row->derive.kind == A3D_GIVEN) /* lengths and sums say nothing of their own */
        tell(look, doc, index, path, "", number(node->v.i, a3d_shape_of(node)->type));
    if (kind != A3D_ARRAY && kind != A3D_VECTOR)
        return;
    tell(look, doc, index, path, ".$count", node->v.at.count);
    walk w = {look, doc, index, path};
    if (node->packed || (look->walks != NULL && !look->walks(look, path)))
        return;
    if (kind == A3D_ARRAY)
        walk_array(&w, node);
    else if (node->flat)
        walk_elements(&w, node);
}

static bool is_field(const a3d_node *node)
{
    return node->row != NULL && node->row != &a3d_row_slack && node->row != &a3d_row_gap;
}

/* The hash of a node's path: that of its parent, which comes before it, and a step. */
static uint64_t path_of(const a3d_doc *doc, const a3d_node *node, const uint64_t *paths)
{
    char step[STEP];
    uint64_t path = node->parent != A3D_NO_NODE ? paths[node->parent] : NO_PATH;
    step_of(doc, node, path == NO_PATH, step);
    return extend(path, step);
}

void avoid_look_at(const a3d_doc *doc, avoid_look *look)
{
    uint64_t *paths = a3d_block_resize(doc->arena, NULL, (doc->n_nodes + 1) * sizeof *paths);
    for (uint32_t i = 0; paths != NULL && i < doc->n_nodes; i++) {
        const a3d_node *node = a3d_at(doc, i);
        paths[i] = NO_PATH;
        if (!is_field(node) || (node->parent != A3D_NO_NODE && node->parent >= i))
            continue;
        paths[i] = path_of(doc, node, paths);
        look_at_node(look, doc, i, paths[i]);
    }
    for (size_t i = 0; paths != NULL && i < doc->n_findings; i++) {
        if (doc->findings[i].severity < A3D_WARNING) /* mostly about how a file is stored, which mutants change */
            continue;
        uint64_t path = extend(avoid_hash("rule:"), doc->findings[i].rule->id);
        char text[AVOID_PATH];
        snprintf(text, sizeof text, "rule:%s", doc->findings[i].rule->id);
        if (look->name != NULL)
            look->name(look, path, text);
        look->see(look, path, AVOID_RULE);
    }
}
