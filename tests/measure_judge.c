/* measure_judge.c - whether findings name a damage, and whether the repair of a suspect helps; see measure.c */
#include "measure.h"
#include "base/text.h"
#include "engine/decode/decode.h"
#include "engine/document/path.h"
#include "engine/edit/edit.h"
#include "engine/encode/encode.h"
#include "report/common/phrases.h"

#include <stdio.h>
#include <string.h>

enum { NOT_NAMED = UINT32_MAX };

/* The bytes of a span that names the damage, or NOT_NAMED. In packed data a wider span counts too, if it leaves out
 * part of what is packed; it counts as WIDEST. */
static uint32_t naming_width(const a3d_doc *sound, const damage *d, uint32_t stream, uint32_t off, uint32_t size)
{
    size = size > 0 ? size : 1;
    if (stream != d->stream || off >= d->off + d->size || d->off >= off + size)
        return NOT_NAMED;
    for (size_t i = 1; i < sound->n_streams && size > WIDEST; i++) {
        const a3d_stream *s = &sound->streams[i];
        if (s->owner != A3D_NO_NODE && s->parent == stream && off >= s->off && off + size <= s->off + s->packed_size &&
            size < s->packed_size)
            size = WIDEST;
    }
    return size <= WIDEST ? size : NOT_NAMED;
}

static void take_least(uint32_t *least, uint32_t width)
{
    *least = width < *least ? width : *least;
}

void judge(const a3d_doc *sound, const a3d_doc *doc, const damage *d, tally *t, bool *found, bool *leading)
{
    enum { FIRST = 3 };
    uint32_t in_finding = NOT_NAMED, first = NOT_NAMED, any = NOT_NAMED;
    unsigned roots = 0, errors = 0;
    for (size_t i = 0; i < doc->n_findings; i++) {
        const a3d_finding *f = &doc->findings[i];
        if (f->cause != A3D_NO_CAUSE || f->severity < A3D_WARNING)
            continue;
        bool leads = f->severity == A3D_ERROR && errors == 0;
        uint32_t width = naming_width(sound, d, f->stream, f->off, f->size);
        errors += f->severity == A3D_ERROR;
        if (roots++ >= FIRST && !leads)
            continue;
        take_least(&in_finding, width);
        for (uint32_t k = 0; k < f->n_suspects; k++) {
            uint32_t at = naming_width(sound, d, f->suspects[k].stream, f->suspects[k].off, f->suspects[k].size);
            take_least(&any, at);
            if (leads && k == 0)
                take_least(&first, at);
        }
        if (leads)
            take_least(&first, width);
    }
    take_least(&any, in_finding);
    *found = any != NOT_NAMED;
    *leading = first != NOT_NAMED;
    t->invalid++;
    t->errors += errors;
    t->in_finding += in_finding != NOT_NAMED;
    t->first += *leading;
    t->found += *found;
    if (*found)
        t->widths[any]++;
}

/* The first error that has a suspect. */
static const a3d_finding *suspected(const a3d_doc *doc)
{
    for (size_t i = 0; i < doc->n_findings; i++)
        if (doc->findings[i].severity == A3D_ERROR && doc->findings[i].n_suspects > 0)
            return &doc->findings[i];
    return NULL;
}

static bool fewer_errors(const a3d_result *after, const a3d_result *before)
{
    return after != NULL && after->counts[A3D_ERROR] + after->more[A3D_ERROR] <
                                before->counts[A3D_ERROR] + before->more[A3D_ERROR];
}

void try_suspect(const a3d_result *result, const uint8_t *data, size_t size, tally *t)
{
    const a3d_finding *f = suspected(result->doc);
    a3d_arena arena, last;
    a3d_options options = {.format = result->format};
    a3d_patch *patches = NULL;
    size_t n_patches = 0;
    a3d_text edit, out;
    if (f == NULL)
        return;
    a3d_arena_init(&arena, NULL);
    a3d_arena_init(&last, NULL);
    a3d_text_init(&edit, &arena);
    a3d_text_init(&out, &arena);
    a3d_put_repair(&edit, result->doc, &f->suspects[0]);
    a3d_putc(&edit, '\0');
    a3d_doc *own = a3d_decode(&arena, result->format, data, (uint32_t)size, NULL,
                              a3d_start_branches(result->format, &options));
    t->suspected++;
    if (own != NULL && a3d_edit(own, edit.data, &patches, &n_patches) == NULL &&
        a3d_encode(own, A3D_FAITHFUL, &out, patches, n_patches) == NULL)
        t->repaired += fewer_errors(a3d_lint(&last, (const uint8_t *)out.data, out.size, &options), result);
    a3d_arena_free(&last);
    a3d_arena_free(&arena);
}

/* The innermost field with the damaged bytes. */
static uint32_t damaged_node(const a3d_doc *sound, const damage *d)
{
    uint32_t found = A3D_NO_NODE;
    for (uint32_t i = 0; i < sound->n_nodes; i++) {
        const a3d_node *node = a3d_at(sound, i);
        if (node->state == A3D_PRESENT && node->stream == d->stream && node->off <= d->off &&
            d->off - node->off < node->size && (found == A3D_NO_NODE || node->size <= a3d_at(sound, found)->size))
            found = i;
    }
    return found;
}

/* Whether a place has the path of the damaged field. What can only be unpacked after a repair is named by that. */
static bool same_path(const a3d_doc *sound, const a3d_doc *doc, const damage *d, const a3d_place *place)
{
    a3d_arena arena;
    a3d_text want, path;
    uint32_t node = damaged_node(sound, d);
    if (node == A3D_NO_NODE || place->node == A3D_NO_NODE)
        return false;
    a3d_arena_init(&arena, NULL);
    a3d_text_init(&want, &arena);
    a3d_text_init(&path, &arena);
    a3d_put_path(&want, sound, node);
    a3d_put_place(&path, doc, place);
    bool same = want.size > 0 && path.size >= want.size && memcmp(want.data, path.data, want.size) == 0 &&
                (path.size == want.size || path.data[want.size] == '[' || path.data[want.size] == '.');
    a3d_arena_free(&arena);
    return same;
}

/* Whether a finding without a cause names the damage, or a suspect of one. */
static bool is_named(const a3d_doc *sound, const a3d_doc *doc, const damage *d, size_t i)
{
    const a3d_finding *f = &doc->findings[i];
    bool named = naming_width(sound, d, f->stream, f->off, f->size) != NOT_NAMED;
    for (uint32_t k = 1; k < f->n_places; k++) {
        const a3d_node *node = a3d_at(doc, f->places[k].node);
        named |= naming_width(sound, d, node->stream, node->off, node->size) != NOT_NAMED;
    }
    for (uint32_t k = 0; k < f->n_suspects; k++)
        named |= naming_width(sound, d, f->suspects[k].stream, f->suspects[k].off, f->suspects[k].size) != NOT_NAMED;
    if (f->later)
        named |= same_path(sound, doc, d, &f->place);
    for (uint32_t k = 0; k < f->n_suspects && f->later; k++)
        named |= same_path(sound, doc, d, &f->suspects[k].place);
    return named && f->cause == A3D_NO_CAUSE && f->severity >= A3D_WARNING;
}

void judge_all(const a3d_doc *sound, const a3d_doc *doc, const damage *d, unsigned n, tally *t, bool *found, bool *first)
{
    if (n == 1) {
        judge(sound, doc, d, t, found, first);
        return;
    }
    *found = true;
    *first = false;
    for (unsigned k = 0; k < n; k++) {
        bool named = false;
        for (size_t i = 0; i < doc->n_findings; i++)
            named |= is_named(sound, doc, &d[k], i);
        *found &= named;
        *first |= named;
    }
    for (size_t i = 0; i < doc->n_findings; i++)
        t->errors += doc->findings[i].cause == A3D_NO_CAUSE && doc->findings[i].severity == A3D_ERROR;
    t->invalid++;
    t->found += *found;
    t->first += *first;
}

/* Prints the innermost field at a place of a sound document; what is packed there has no smaller one. */
static void show_field(const a3d_doc *doc, const damage *d)
{
    uint32_t best = A3D_NO_NODE;
    for (uint32_t i = 0; i < doc->n_nodes; i++) {
        const a3d_node *n = a3d_at(doc, i);
        if (n->state == A3D_PRESENT && n->stream == d->stream && n->off <= d->off && d->off - n->off < n->size &&
            (best == A3D_NO_NODE || n->size <= a3d_at(doc, best)->size))
            best = i;
    }
    a3d_text path;
    a3d_text_init(&path, doc->arena);
    if (best != A3D_NO_NODE)
        a3d_put_path(&path, doc, best);
    printf("    in %.*s%s\n", (int)path.size, path.size > 0 ? path.data : "",
           best != A3D_NO_NODE && a3d_at(doc, best)->packed ? " (packed)" : "");
}

void show(const char *path, const char *what, const a3d_doc *sound, const a3d_doc *doc, const damage *d, unsigned n)
{
    for (unsigned i = 0; i < n; i++) {
        printf("%s: %s at stream %u offset %u (%u bytes)\n", path, what, (unsigned)d[i].stream, (unsigned)d[i].off,
               (unsigned)d[i].size);
        show_field(sound, &d[i]);
    }
    for (size_t i = 0; i < doc->n_findings; i++) {
        const a3d_finding *f = &doc->findings[i];
        if (f->cause != A3D_NO_CAUSE || f->severity < A3D_WARNING)
            continue;
        printf("    %s %u+%u+%u, %u suspects: %s\n", f->rule->id, (unsigned)f->stream, (unsigned)f->off,
               (unsigned)f->size, (unsigned)f->n_suspects, f->message);
        for (uint32_t k = 0; k < f->n_suspects; k++)
            printf("        %u+%u+%u: %s\n", (unsigned)f->suspects[k].stream, (unsigned)f->suspects[k].off,
                   (unsigned)f->suspects[k].size, f->suspects[k].message);
    }
}
