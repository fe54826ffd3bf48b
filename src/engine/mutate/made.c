/* made.c - remembers what a mutation did, and words it; see mutate.h */
#include "engine/mutate/mutant.h"

/* What precedes and follows the path. With `counts`, the value comes after it all, in brackets or with its sign. */
typedef enum value_use { NO_VALUE, EQUALS, SIGNED, AMOUNT } value_use;
static const struct {
    const char *before, *after;
    value_use use;
} words[A3D_MADE_KINDS] = {
    [A3D_MADE_VALUE] = {"", "", EQUALS},
    [A3D_MADE_CONTENT] = {"content of ", "", NO_VALUE},
    [A3D_MADE_REF] = {"reference ", "", EQUALS},
    [A3D_MADE_VERSION] = {"", "", EQUALS},
    [A3D_MADE_DERIVED] = {"wrong ", "", EQUALS},
    [A3D_MADE_INSERT] = {"", " added: ", AMOUNT},
    [A3D_MADE_REMOVE] = {"", " removed: ", AMOUNT},
    [A3D_MADE_REPEAT] = {"", " copied", NO_VALUE},
    [A3D_MADE_SWAP] = {"", " swapped", NO_VALUE},
    [A3D_MADE_REPLACE] = {"", " replaced", NO_VALUE},
    [A3D_MADE_STRETCH] = {"length of ", "", EQUALS},
    [A3D_MADE_CLAIM] = {"count of ", " ", SIGNED},
    [A3D_MADE_FORM] = {"form of ", "", NO_VALUE},
    [A3D_MADE_MASK] = {"bits of ", "", NO_VALUE},
    [A3D_MADE_SLACK] = {"extra bytes after ", ": ", AMOUNT},
    [A3D_MADE_PATCH] = {"bytes of the stream of ", ": ", AMOUNT},
};

void a3d_note(a3d_mutant *m, uint32_t index, int64_t value)
{
    if (m->made == NULL || m->made->n == A3D_MADE_MOST)
        return;
    a3d_made_change *c = &m->made->changes[m->made->n];
    const a3d_shape *s = a3d_shape_of(a3d_at(m->doc, index));
    *c = (a3d_made_change){.value = value, .is_float = s->kind == A3D_SCALAR && s->type == A3D_F32};
    for (; index != A3D_NO_NODE && c->depth < A3D_MADE_DEPTH; index = a3d_at(m->doc, index)->parent) {
        const a3d_node *node = a3d_at(m->doc, index);
        if (node->row->transparent || node->row == &a3d_row_root)
            continue;
        bool element = node->row == &a3d_row_element;
        c->path[c->depth].name = element ? NULL : a3d_row_name(node->row);
        c->path[c->depth].index = element ? index - a3d_at(m->doc, node->parent)->v.at.first : 0;
        c->depth++;
    }
}

void a3d_note_made(a3d_mutant *m, unsigned kind)
{
    if (m->made != NULL && m->made->n < A3D_MADE_MOST)
        m->made->changes[m->made->n++].kind = (uint8_t)kind;
}

static void put_steps(a3d_text *out, const a3d_made_change *c)
{
    if (c->depth == 0)
        a3d_puts(out, "file");
    for (unsigned i = c->depth; i-- > 0;) {
        const char *name = c->path[i].name;
        if (name != NULL && i + 1u < c->depth)
            a3d_putc(out, '.');
        if (name != NULL) {
            a3d_puts(out, name);
            continue;
        }
        a3d_putc(out, '[');
        a3d_put_uint(out, c->path[i].index);
        a3d_putc(out, ']');
    }
}

static void put_value(a3d_text *out, const a3d_made_change *c, value_use use)
{
    if (use == EQUALS)
        a3d_putc(out, '=');
    if (use == SIGNED && c->value >= 0)
        a3d_putc(out, '+');
    if (c->is_float && use == EQUALS)
        a3d_put_float(out, (uint32_t)c->value);
    else if (use != NO_VALUE)
        a3d_put_int(out, c->value);
}

static void put_change(a3d_text *out, const a3d_made_change *c)
{
    a3d_puts(out, c->kind == A3D_MADE_PRESENCE ? "" : words[c->kind].before);
    put_steps(out, c);
    if (c->kind == A3D_MADE_PRESENCE)
        a3d_puts(out, c->value != 0 ? " added" : " left out");
    else
        a3d_puts(out, words[c->kind].after);
    put_value(out, c, words[c->kind].use);
}

void a3d_put_made(a3d_text *out, const a3d_made *made)
{
    for (unsigned i = 0; i < made->n; i++) {
        if (i > 0)
            a3d_puts(out, "; ");
        put_change(out, &made->changes[i]);
    }
    if (made->stale)
        a3d_puts(out, "; stale lengths");
    if (made->bytes)
        a3d_puts(out, made->n > 0 ? "; bytes" : "bytes");
}
