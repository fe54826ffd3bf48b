/* detect.c - detects the format of a file
 *
 * A long magic decides at once. If there are only short marks, or several formats match, each candidate decodes the
 * file and the one that gets furthest wins. A3D2 has no magic: nearly any bytes could be its package header, so it
 * needs the support of a good decode or of the file name. */
#include "engine/decode/decode.h"
#include "lint/lint.h"

#include <ctype.h>
#include <string.h>

static bool same_word(const char *a, const char *b, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (tolower((unsigned char)a[i]) != tolower((unsigned char)b[i]))
            return false;
    return true;
}

bool a3d_claims(const a3d_format *format, const char *name)
{
    const char *dot = name != NULL ? strrchr(name, '.') : NULL;
    if (dot == NULL || strchr(dot, '/') != NULL)
        return false;
    size_t length = strlen(dot + 1);
    for (const char *word = format->extensions; *word != '\0';) {
        size_t n = strcspn(word, ",");
        if (n == length && same_word(word, dot + 1, n))
            return true;
        word += word[n] == ',' ? n + 1 : n;
    }
    return false;
}

uint32_t a3d_start_branches(const a3d_format *format, const a3d_options *options)
{
    uint32_t mask = format->usual;
    for (const a3d_compat *c = format->compats; c->name != NULL; c++)
        for (size_t i = 0; i < options->n_compats; i++)
            if (strcmp(options->compats[i], c->name) == 0)
                mask = (mask & ~c->replaces) | c->mask;
    return options->format == format ? mask | options->branch : mask;
}

/* Whether the file starts with a magic of at least four bytes, one of which is damaged or cut off with everything
 * after it. */
static bool nearly_magic(const a3d_format *format, const uint8_t *data, size_t size)
{
    const a3d_domain *domain = &format->root->rows[0].domain;
    size_t n = (size_t)domain->lo, wrong = 0;
    if (domain->kind != A3D_BYTES || n < 4 || size + 1 < n)
        return false;
    for (size_t i = 0; i < n; i++)
        wrong += i >= size || data[i] != (uint8_t)domain->bytes[i];
    return wrong <= 1;
}

/* Whether the root's sizes are all right, there is at least one, and nothing follows. A packed body must have a
 * valid header, because a length of two bytes alone is too often right by chance. */
static bool root_is_honest(const a3d_doc *doc)
{
    bool some = false;
    const a3d_node *root = a3d_at(doc, doc->root);
    if (a3d_side_find(doc, doc->root, A3D_SIDE_SLACK, NULL) != NULL)
        return false;
    for (size_t i = 0; i < doc->n_findings; i++)
        if (doc->findings[i].rule->fault == A3D_FAULT_ZLIB_HEADER)
            return false;
    for (uint32_t i = 0; i < root->v.at.count; i++) {
        const a3d_node *field = a3d_at(doc, root->v.at.first + i);
        if (field->row == NULL || field->row->derive.kind == A3D_GIVEN || field->state != A3D_PRESENT)
            continue;
        if (!field->honest)
            return false;
        some = true;
    }
    return some;
}

/* Whether decode `a` got further than `b`. */
static bool got_further(const a3d_doc *a, const a3d_doc *b)
{
    if (b == NULL || a->faulty != b->faulty)
        return b == NULL || !a->faulty;
    size_t ea = a3d_count_errors(a), eb = a3d_count_errors(b);
    return a->faulty || ea == eb ? a->n_nodes > b->n_nodes : ea < eb;
}

typedef struct request {
    a3d_arena *arena;
    const uint8_t *data;
    size_t size;
    const a3d_options *options;
} request;

static void try_format(const request *r, const a3d_format *format, a3d_detected *best)
{
    a3d_limits limits = a3d_limits_of(r->options);
    a3d_doc *doc = a3d_decode(r->arena, format, r->data, (uint32_t)r->size, &limits,
                              a3d_start_branches(format, r->options));
    if (doc != NULL && got_further(doc, best->doc))
        *best = (a3d_detected){.format = format, .doc = doc};
}

static int probe_all(const request *r, int *probes)
{
    int best = 0;
    for (size_t i = 0; a3d_formats()[i] != NULL; i++) {
        probes[i] = a3d_formats()[i]->probe(r->data, r->size);
        if (probes[i] > best)
            best = probes[i];
    }
    return best;
}

/* Decides among the candidates of one certainty: a single one wins without a trial, otherwise the one that gets
 * furthest. */
static a3d_detected choose_format(const request *r, const int *probes, int level)
{
    const a3d_format *const *formats = a3d_formats(), *only = NULL;
    a3d_detected best = {0};
    size_t n = 0;
    for (size_t i = 0; formats[i] != NULL; i++) {
        if (probes[i] == level) {
            only = formats[i];
            n++;
        }
    }
    if (n == 1 && level > 1)
        return (a3d_detected){.format = only};
    for (size_t i = 0; formats[i] != NULL; i++)
        if (probes[i] == level)
            try_format(r, formats[i], &best);
    return best;
}

/* The format that the file name suggests if the bytes do not decide. */
static const a3d_format *format_by_name(const request *r)
{
    const a3d_format *const *formats = a3d_formats(), *first = NULL;
    for (size_t i = 0; formats[i] != NULL; i++) {
        if (!a3d_claims(formats[i], r->options->name))
            continue;
        if (nearly_magic(formats[i], r->data, r->size))
            return formats[i];
        if (first == NULL || formats[i] == &a3d_format_a3d2)
            first = formats[i];
    }
    return first;
}

a3d_detected a3d_detect(a3d_arena *arena, const uint8_t *data, size_t size, const a3d_options *options)
{
    request r = {arena, data, size, options};
    int probes[8] = {0};
    if (options->format != NULL)
        return (a3d_detected){.format = options->format};
    int best = probe_all(&r, probes);
    const char *relative = a3d_relative(data, size);
    if (best >= 2 && relative == NULL)
        return choose_format(&r, probes, best);
    a3d_detected kind = best > 0 ? choose_format(&r, probes, best) : (a3d_detected){0};
    if (kind.doc != NULL && !kind.doc->faulty && !kind.doc->limited && a3d_count_errors(kind.doc) == 0)
        return kind;
    if (relative != NULL)
        return (a3d_detected){.relative = relative};
    const a3d_format *by_name = format_by_name(&r);
    if (by_name != NULL &&
        (kind.format == NULL || !a3d_claims(kind.format, options->name) || nearly_magic(by_name, data, size)))
        return (a3d_detected){.format = by_name};
    if (by_name != NULL || (kind.doc != NULL && root_is_honest(kind.doc)))
        return kind;
    return (a3d_detected){0};
}
