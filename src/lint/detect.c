/* detect.c - detects the format of a file
 *
 * A long magic decides at once. If there are only short marks, or several formats match, each candidate decodes the
 * file and the one that gets furthest wins. A3D2 has no magic: nearly any bytes could be its package header, so it
 * needs the support of a good decode or of the file name. */
#include "engine/decode/decode.h"
#include "lint/whole_file.h"

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

/* Whether a packed body starts with something else than a zlib header. A length of two bytes alone is too often right
 * by chance. */
static bool lacks_zlib_header(const a3d_doc *doc)
{
    for (size_t i = 0; i < doc->n_findings; i++)
        if (doc->findings[i].rule->fault == A3D_FAULT_ZLIB_HEADER)
            return true;
    return false;
}

/* Whether the root's sizes are all right and there is at least one. */
static bool sizes_are_right(const a3d_doc *doc)
{
    bool some = false;
    const a3d_node *root = a3d_at(doc, doc->root);
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

/* Whether the root's sizes are all right, there is at least one, and nothing follows. */
static bool root_is_honest(const a3d_doc *doc)
{
    return a3d_side_find(doc, doc->root, A3D_SIDE_SLACK, NULL) == NULL && sizes_are_right(doc);
}

static bool is_version_of(const a3d_format *format, int64_t number)
{
    for (const a3d_version *v = format->versions; v->text != NULL; v++)
        if (v->number == number)
            return true;
    return false;
}

/* Whether the root's sizes are those of the file, and everything up to a known version is right. */
static bool is_versioned(const a3d_doc *doc)
{
    uint32_t version = a3d_publisher(doc, A3D_VAR_VERSION);
    for (const a3d_side *s = NULL; (s = a3d_side_find(doc, doc->root, A3D_SIDE_SLACK, s)) != NULL;)
        if (a3d_at(doc, (uint32_t)s->value)->form == A3D_FORM_BEHIND)
            return false;
    if (version == A3D_NO_NODE || !is_version_of(doc->format, doc->vars[A3D_VAR_VERSION]) || !sizes_are_right(doc))
        return false;
    for (size_t i = 0; i < doc->n_findings; i++)
        if (doc->findings[i].severity == A3D_ERROR && doc->findings[i].off < a3d_at(doc, version)->off)
            return false;
    return true;
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

/* Whether the file starts with the magic of this format, a quarter of whose bytes is damaged at most, or cut off with
 * everything after it. */
static bool nearly_magic(const a3d_format *format, const uint8_t *data, size_t size)
{
    const a3d_domain *domain = &format->root->rows[0].domain;
    size_t n = (size_t)domain->lo, wrong = 0;
    if (domain->kind != A3D_BYTES || n < 4 || size + 1 < n)
        return false;
    for (size_t i = 0; i < n; i++)
        wrong += i >= size || data[i] != (uint8_t)domain->bytes[i];
    return wrong <= n / 4;
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

static bool is_clean(const a3d_doc *doc)
{
    return doc != NULL && !doc->faulty && doc->limited == A3D_LIMIT_NONE && a3d_count_errors(doc) == 0;
}

/* Recognizes a format with a short magic in spite of marks of another kind of file: it must decode. */
static a3d_detected in_spite(const request *r, const int *probes, int best)
{
    a3d_detected kind = choose_format(r, probes, best);
    if (kind.format != NULL && kind.doc == NULL)
        try_format(r, kind.format, &kind);
    bool honest = kind.doc != NULL && root_is_honest(kind.doc) && !lacks_zlib_header(kind.doc);
    return is_clean(kind.doc) || honest ? kind : (a3d_detected){0};
}

static a3d_detected recognize(const request *r, const int *probes, int best)
{
    if (best >= 3) /* a long magic is stronger than all other marks */
        return choose_format(r, probes, best);
    a3d_detected none = {.relative = a3d_other_kind(r->data, r->size)}, kind = {0};
    if (best >= 2 && none.relative == NULL)
        return choose_format(r, probes, best);
    if (best >= 2)
        kind = in_spite(r, probes, best);
    else if (best == 1)
        kind = choose_format(r, probes, best);
    if (best >= 2 && kind.format != NULL)
        return kind;
    return is_clean(kind.doc) ? kind : (a3d_detected){.relative = none.relative, .doc = kind.doc};
}

a3d_detected a3d_recognize(a3d_arena *arena, const uint8_t *data, size_t size, const a3d_options *options)
{
    request r = {arena, data, size, options};
    int probes[8] = {0};
    if (options->format != NULL)
        return (a3d_detected){.format = options->format};
    int best = probe_all(&r, probes);
    return recognize(&r, probes, best);
}

/* Whether the first fields are marks of the format, of four bytes at least, and are right. */
static bool starts_right(const a3d_doc *doc)
{
    enum { LEAST = 4 };
    const a3d_node *root = a3d_at(doc, doc->root);
    uint32_t size = 0, n = 0;
    if (root->state != A3D_PRESENT)
        return false;
    for (; n < root->v.at.count && size < LEAST; n++) {
        const a3d_node *field = a3d_at(doc, root->v.at.first + n);
        unsigned kind = field->row->domain.kind;
        if (field->state != A3D_PRESENT || (kind != A3D_IS && kind != A3D_BYTES))
            return false;
        size += field->size;
    }
    for (size_t i = 0; i < doc->n_findings; i++)
        if (doc->findings[i].place.node - root->v.at.first < n)
            return false;
    return size >= LEAST;
}

/* Whether a document with errors still shows that the bytes are of its format: the sizes are right, something that was
 * packed was unpacked, or the fields were read far from the start. */
static bool has_substance(const a3d_doc *doc)
{
    enum { FAR = 64 };
    uint32_t first = UINT32_MAX;
    if (doc->limited != A3D_LIMIT_NONE || !doc->faulty || root_is_honest(doc) || is_versioned(doc) || starts_right(doc))
        return true;
    for (size_t i = 1; i < doc->n_streams; i++)
        if (doc->streams[i].sound && doc->streams[i].size > 0)
            return true;
    for (size_t i = 0; i < doc->n_findings; i++) {
        const a3d_finding *f = &doc->findings[i];
        if (f->severity == A3D_ERROR && f->stream == 0 && f->rule->fault != A3D_FAULT_MAGIC && f->off < first)
            first = f->off;
    }
    return first >= FAR && first != UINT32_MAX;
}

/* The format that the name suggests, if the bytes do not contradict it. */
static a3d_detected detect_by_name(const request *r, a3d_doc *weak)
{
    const a3d_format *format = format_by_name(r);
    a3d_detected kind = {.format = format, .doc = weak};
    if (format == NULL || r->size == 0)
        return (a3d_detected){0};
    if (weak != NULL && weak->format != format && a3d_claims(weak->format, r->options->name) &&
        !nearly_magic(format, r->data, r->size) && has_substance(weak))
        return (a3d_detected){.format = weak->format, .doc = weak};
    if (weak == NULL || weak->format != format) {
        kind.doc = NULL;
        try_format(r, format, &kind);
    }
    return kind.doc != NULL && (nearly_magic(format, r->data, r->size) || has_substance(kind.doc)) ? kind
                                                                                                  : (a3d_detected){0};
}

a3d_detected a3d_detect(a3d_arena *arena, const uint8_t *data, size_t size, const a3d_options *options)
{
    request r = {arena, data, size, options};
    int probes[8] = {0};
    if (options->format != NULL)
        return (a3d_detected){.format = options->format};
    int best = probe_all(&r, probes);
    a3d_detected kind = recognize(&r, probes, best), found;
    if (kind.format != NULL || kind.relative != NULL)
        return kind;
    found = detect_by_name(&r, kind.doc);
    if (found.format != NULL)
        return found;
    if (kind.doc != NULL && (root_is_honest(kind.doc) || is_versioned(kind.doc)) && !lacks_zlib_header(kind.doc))
        return (a3d_detected){.format = kind.doc->format, .doc = kind.doc};
    return (a3d_detected){0};
}
