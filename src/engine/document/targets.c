/* targets.c - see targets.h */
#include "engine/document/targets.h"

#include <string.h>

enum { SPACES = 64 };

/* The name of a kind, from the cases of the switch in an element. */
static const char *kind_name(const a3d_record *element, unsigned kind)
{
    for (unsigned i = 0; i < element->n_rows; i++) {
        const a3d_row *row = &element->rows[i];
        for (unsigned k = 0; k == 0 || (row->alts != NULL && row->alts[k - 1].shape.kind != A3D_NOTHING); k++) {
            const a3d_shape *s = row->alts != NULL ? &row->alts[k].shape : &row->shape;
            for (const a3d_case *c = s->kind == A3D_SWITCH ? s->cases : NULL; c != NULL && c->key != A3D_CASE_END; c++)
                if (c->key == (int64_t)kind)
                    return c->name;
        }
    }
    return NULL;
}

static const a3d_record *element_of(const a3d_row *list)
{
    return list->alts != NULL ? list->alts[0].shape.record : list->shape.record;
}

/* Whether the list at t is one of the spaces. Goes on to its next kind. */
static bool next_kind(const a3d_row *list, uint64_t spaces, a3d_referent *t)
{
    if (list->keys.space == 0)
        return false;
    t->list = list;
    t->kind = NULL;
    if (list->keys.kind_slot == 0)
        return t->space++ == 0 && (spaces >> (list->keys.space - 1u) & 1) != 0;
    while (t->kind == NULL && t->space < SPACES) {
        unsigned space = t->space++;
        t->kind = spaces >> space & 1 ? kind_name(element_of(list), space) : NULL;
    }
    return t->kind != NULL;
}

bool a3d_next_target(const a3d_format *format, uint64_t spaces, a3d_referent *t)
{
    for (; t->record < format->n_records; t->record++, t->row = 0)
        for (; t->row < format->records[t->record]->n_rows; t->row++, t->space = 0)
            if (next_kind(&format->records[t->record]->rows[t->row], spaces, t))
                return true;
    return false;
}

/* Appends the name of a record as words: "IndexBuffer" as "index buffer", "LOD" as it is. */
static void put_words(a3d_text *out, const char *name)
{
    for (const char *p = name; *p != '\0'; p++) {
        bool upper = *p >= 'A' && *p <= 'Z', initials = upper && (p[1] == '\0' || (p[1] >= 'A' && p[1] <= 'Z'));
        if (upper && !initials && p > name)
            a3d_putc(out, ' ');
        a3d_putc(out, upper && !initials ? (char)(*p - 'A' + 'a') : *p);
    }
}

void a3d_put_target(a3d_text *out, const a3d_format *format, uint64_t spaces, bool article)
{
    enum { MOST = 3 }; /* more record types than this have a name in common: the nodes of a scene */
    a3d_referent t = {0};
    unsigned n = 0, at = 0;
    bool records = false;
    while (a3d_next_target(format, spaces, &t)) {
        records |= t.kind == NULL;
        n++;
    }
    if (records && n > MOST) {
        a3d_puts(out, article ? "a node" : "node");
        return;
    }
    for (t = (a3d_referent){0}; a3d_next_target(format, spaces, &t); at++) {
        const char *name = t.kind != NULL ? t.kind : element_of(t.list)->name;
        if (at > 0)
            a3d_puts(out, at + 1 < n ? ", " : " or ");
        else if (article)
            a3d_puts(out, strchr("AEIOaeio", name[0]) != NULL ? "an " : "a ");
        if (t.kind != NULL)
            a3d_puts(out, name);
        else
            put_words(out, name);
    }
}
