/* value.c - changes values, also inside lists; see mutant.h */
#include "engine/document/flat.h"
#include "engine/mutate/mutant.h"

/* ---- one value ---- */

int64_t a3d_other_value(a3d_mutant *m, const a3d_row *row, unsigned type, int64_t old)
{
    a3d_random *r = &m->r;
    int64_t value;
    switch (a3d_random_below(r, 10)) {
    case 0:
    case 1:
    case 2:
        return a3d_random_value(r, row, type);
    case 3:
        return a3d_type_fit(type, (int64_t)((uint64_t)old + 1));
    case 4:
        return a3d_type_fit(type, (int64_t)((uint64_t)old - 1));
    case 5:
        return a3d_type_fit(type, (int64_t)((uint64_t)old ^ UINT64_C(1) << a3d_random_below(r, 8 * a3d_width(type))));
    case 6:
    case 7:
        if (a3d_random_forbidden(r, row, type, &value))
            return value;
        return a3d_random_boundary(r, row, type);
    default:
        return a3d_random_boundary(r, row, type);
    }
}

/* A derived value that is set becomes a lie and is kept. */
static void set(a3d_mutant *m, uint32_t index, int64_t value)
{
    a3d_node *node = a3d_at(m->doc, index);
    node->v.i = value;
    node->honest = 0;
    if (node->row->publish && a3d_publisher(m->doc, node->row->publish - 1u) == index)
        m->doc->vars[node->row->publish - 1] = value;
    m->normalize = true;
}

static bool is_given(const a3d_doc *doc, uint32_t index)
{
    const a3d_node *node = a3d_at(doc, index);
    return node->state == A3D_PRESENT && a3d_shape_of(node)->kind == A3D_SCALAR && node->row->derive.kind == A3D_GIVEN;
}

bool a3d_change_value(a3d_mutant *m)
{
    uint32_t index = a3d_pick(m, m->doc, is_given);
    if (index == A3D_NO_NODE)
        return false;
    const a3d_node *node = a3d_at(m->doc, index);
    int64_t value = a3d_other_value(m, node->row, a3d_shape_of(node)->type, node->v.i);
    a3d_note(m, index, value);
    set(m, index, value);
    return true;
}

static bool is_derived(const a3d_doc *doc, uint32_t index)
{
    const a3d_node *node = a3d_at(doc, index);
    unsigned kind = a3d_shape_of(node)->kind;
    return node->state == A3D_PRESENT && node->row->derive.kind != A3D_GIVEN &&
           (kind == A3D_SCALAR || kind == A3D_CUSTOM);
}

bool a3d_change_derived(a3d_mutant *m)
{
    uint32_t index = a3d_pick(m, m->doc, is_derived);
    if (index == A3D_NO_NODE)
        return false;
    const a3d_node *node = a3d_at(m->doc, index);
    unsigned type = a3d_shape_of(node)->kind == A3D_SCALAR ? a3d_shape_of(node)->type : A3D_U16;
    int64_t near = a3d_random_between(&m->r, -8, 8);
    int64_t value = a3d_random_chance(&m->r, 1, 2)
                        ? a3d_type_fit(type, (int64_t)((uint64_t)node->v.i + (uint64_t)near))
                        : a3d_random_boundary(&m->r, node->row, type);
    a3d_note(m, index, value);
    set(m, index, value);
    return true;
}

static bool is_version(const a3d_doc *doc, uint32_t index)
{
    return is_given(doc, index) && a3d_at(doc, index)->row->publish == A3D_VAR_VERSION + 1;
}

bool a3d_change_version(a3d_mutant *m)
{
    const a3d_version *versions = m->ctx.format->versions;
    uint32_t index = a3d_pick(m, m->doc, is_version), n = 0;
    while (versions[n].text != NULL)
        n++;
    if (index == A3D_NO_NODE || n < 2)
        return false;
    int64_t value = versions[a3d_random_below(&m->r, n)].number;
    a3d_note(m, index, value);
    set(m, index, value);
    return true;
}

/* ---- references ---- */

static bool is_reference(const a3d_doc *doc, uint32_t index)
{
    return is_given(doc, index) && a3d_at(doc, index)->row->ref.spaces != 0;
}

static bool is_keyed_list(const a3d_doc *doc, uint32_t index)
{
    const a3d_node *node = a3d_at(doc, index);
    return node->state == A3D_PRESENT && node->row->keys.space != 0 && a3d_shape_of(node)->kind == A3D_VECTOR &&
           node->v.at.count > 0;
}

/* The key of a random element, of the right kind or not. */
static bool random_key(a3d_mutant *m, int64_t *name)
{
    uint32_t list = a3d_pick(m, m->doc, is_keyed_list);
    if (list == A3D_NO_NODE)
        return false;
    const a3d_keys *keys = &a3d_at(m->doc, list)->row->keys;
    uint32_t element = a3d_random_below(&m->r, a3d_stored_count(a3d_at(m->doc, list)));
    *name = (int64_t)element + keys->base;
    return keys->by_position || a3d_element_value(m->doc, list, element, keys->slot, name);
}

/* Another value for a reference: another element, none, or one past the last. */
static int64_t other_reference(a3d_mutant *m, const a3d_row *row, unsigned type, int64_t old)
{
    int64_t name;
    switch (a3d_random_below(&m->r, 8)) {
    case 0:
        return row->ref.has_none ? row->ref.none : a3d_random_boundary(&m->r, row, type);
    case 1:
        return a3d_random_boundary(&m->r, row, type);
    case 2:
        return a3d_type_fit(type, (int64_t)((uint64_t)old + (uint64_t)a3d_random_between(&m->r, -2, 2)));
    default:
        return a3d_type_fit(type, random_key(m, &name) ? name : a3d_random_below(&m->r, 8));
    }
}

bool a3d_change_ref(a3d_mutant *m)
{
    uint32_t index = a3d_pick(m, m->doc, is_reference);
    if (index == A3D_NO_NODE)
        return false;
    const a3d_node *node = a3d_at(m->doc, index);
    int64_t value = other_reference(m, node->row, a3d_shape_of(node)->type, node->v.i);
    a3d_note(m, index, value);
    set(m, index, value);
    return true;
}

/* ---- values without nodes ---- */

static bool has_content(const a3d_doc *doc, uint32_t index)
{
    const a3d_node *node = a3d_at(doc, index);
    unsigned kind = a3d_shape_of(node)->kind;
    return node->state == A3D_PRESENT && (kind == A3D_ARRAY || (kind == A3D_VECTOR && node->flat)) &&
           node->v.at.count > 0;
}

/* A random field of a plain element; all are equally likely. */
typedef struct choice {
    a3d_random *r;
    unsigned seen;
    a3d_leaf leaf;
} choice;

static int choose(void *user, const a3d_leaf *leaf)
{
    choice *c = user;
    if (leaf->count > 0 && a3d_random_chance(c->r, 1, ++c->seen))
        c->leaf = *leaf;
    return 0;
}

static void change_number(a3d_mutant *m, const a3d_row *row, unsigned type, uint8_t *p)
{
    bool big = m->ctx.format->big_endian;
    int64_t old = a3d_load_type(p, type, big);
    bool reference = row->ref.spaces != 0 && a3d_random_chance(&m->r, 1, 2);
    a3d_store(p, a3d_width(type),
              (uint64_t)(reference ? other_reference(m, row, type, old) : a3d_other_value(m, row, type, old)), big);
}

/* Changes a random field. If it is a count inside the element, everything after it is misread. */
static bool change_field(a3d_mutant *m, uint32_t index, uint8_t *content, uint32_t size)
{
    const a3d_record *type = a3d_shape_of(a3d_at(m->doc, index))->record;
    uint32_t i = a3d_random_below(&m->r, a3d_stored_count(a3d_at(m->doc, index))), length;
    uint32_t at = a3d_flat_locate(m->doc, index, i, &length);
    choice c = {.r = &m->r};
    if (at > size || length > size - at)
        return false;
    a3d_flat_element(m->doc, index, type, content + at, size - at, choose, &c);
    if (c.seen == 0)
        return false;
    uint32_t value = a3d_random_below(&m->r, c.leaf.count);
    const a3d_row *row = c.leaf.rows[c.leaf.depth - 1];
    change_number(m, row, c.leaf.shape->type,
                  content + at + c.leaf.off + (size_t)value * a3d_width(c.leaf.shape->type));
    return true;
}

bool a3d_change_content(a3d_mutant *m)
{
    uint32_t size = 0, index = a3d_pick(m, m->doc, has_content);
    uint8_t *content = index != A3D_NO_NODE ? a3d_own_content(m, index, &size) : NULL;
    if (content == NULL)
        return false;
    a3d_note(m, index, 0);
    const a3d_node *node = a3d_at(m->doc, index);
    const a3d_shape *s = a3d_shape_of(node);
    if (s->kind == A3D_VECTOR)
        return change_field(m, index, content, size);
    unsigned width = a3d_width(s->type);
    for (unsigned n = 1 + a3d_random_below(&m->r, 3); n > 0; n--)
        change_number(m, node->row, s->type, content + (size_t)a3d_random_below(&m->r, size / width) * width);
    return true;
}
