/* cases.c - see cases.h */
#include "engine/document/cases.h"
#include "engine/document/flat.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

/* Calls `fits` for each case of the switches that depend on the field, until it returns true. With `open` only for
 * those that the version of the document has. Returns the case, or NULL. */
static const a3d_case *find(const a3d_doc *doc, uint32_t node, bool open,
                            bool (*fits)(const a3d_case *one, const void *wanted), const void *wanted)
{
    uint32_t record = a3d_at(doc, node)->parent;
    if (record == A3D_NO_NODE || a3d_record_type(doc, record) == NULL)
        return NULL;
    unsigned slot = node - a3d_at(doc, record)->v.at.first;
    for (uint32_t i = slot + 1; i < a3d_at(doc, record)->v.at.count; i++) {
        const a3d_row *row = a3d_at(doc, a3d_field(doc, record, i))->row;
        for (const a3d_alt *alt = row->alts;; alt++) {
            const a3d_shape *s = alt != NULL ? &alt->shape : &row->shape;
            bool counts = s->kind == A3D_SWITCH && s->slot == slot &&
                          (!open || a3d_gate_open(doc, alt != NULL ? &alt->gate : &row->gate));
            for (const a3d_case *c = counts ? s->cases : NULL; c != NULL && c->key != A3D_CASE_END; c++)
                if (fits(c, wanted))
                    return c;
            if (alt == NULL || s->kind == A3D_NOTHING)
                break;
        }
    }
    return NULL;
}

static bool has_key(const a3d_case *one, const void *wanted)
{
    return one->key == *(const int64_t *)wanted;
}

const char *a3d_case_name(const a3d_doc *doc, uint32_t node, int64_t value)
{
    const a3d_case *found = find(doc, node, true, has_key, &value);
    return found != NULL ? found->name : NULL;
}

a3d_amount a3d_named_value(const a3d_doc *doc, uint32_t node, int64_t value)
{
    const a3d_node *n = a3d_at(doc, node);
    const char *name = a3d_value_name(n->row, value);
    float real;
    a3d_amount out;
    uint32_t bits = (uint32_t)value;
    memcpy(&real, &bits, sizeof real);
    if (name == NULL)
        name = a3d_case_name(doc, node, value);
    if (a3d_shape_of(n)->type == A3D_F32)
        out = a3d_real_of((double)real);
    else
        snprintf(out.text, sizeof out.text, "%" PRId64, value);
    size_t used = strlen(out.text);
    if (name != NULL)
        snprintf(out.text + used, sizeof out.text - used, " (%s)", name);
    return out;
}

typedef struct word {
    const char *text;
    size_t n;
} word;

static bool has_name(const a3d_case *one, const void *wanted)
{
    const word *w = wanted;
    return strlen(one->name) == w->n && memcmp(one->name, w->text, w->n) == 0;
}

bool a3d_case_value(const a3d_doc *doc, uint32_t node, const char *name, size_t n, int64_t *value)
{
    const a3d_case *found = find(doc, node, false, has_name, &(word){name, n});
    if (found != NULL)
        *value = found->key;
    return found != NULL;
}
