/* versions.c - see versions.h */
#include "lint/versions.h"
#include "base/bytes.h"
#include "engine/document/nodes.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

bool a3d_is_version(const a3d_doc *doc, const a3d_suspect *s)
{
    return s->size <= sizeof s->bytes && a3d_at(doc, s->place.node)->row->publish == A3D_VAR_VERSION + 1;
}

/* How many errors a file has that was checked, or SIZE_MAX if it was not. */
static size_t count_errors(const a3d_result *r)
{
    return r != NULL ? r->counts[A3D_ERROR] + r->more[A3D_ERROR] : SIZE_MAX;
}

static a3d_suspect suspect_of(const a3d_doc *doc, uint32_t field, uint64_t version)
{
    const a3d_node *node = a3d_at(doc, field);
    a3d_suspect s = {.place = {field, ""}, .stream = node->stream, .off = node->off, .size = node->size,
                     .bit = A3D_NO_BIT, .structural = true};
    a3d_store(s.bytes, s.size, version, doc->format->big_endian);
    return s;
}

/* Gives a suspect its value and a message, which ends with `rest`. False when memory ran out. */
static bool say_version(a3d_doc *doc, a3d_suspect *s, const char *rest)
{
    char text[160];
    uint64_t version = a3d_load(s->bytes, s->size, doc->format->big_endian);
    snprintf(text, sizeof text, "%s should probably be %" PRIu64 "%s", a3d_node_name(doc, s->place.node), version,
             rest);
    s->message = a3d_arena_text(doc->arena, text, strlen(text));
    snprintf(text, sizeof text, "%" PRIu64, version);
    s->repair = a3d_arena_text(doc->arena, text, strlen(text));
    return s->message != NULL && s->repair != NULL;
}

/* What a message says after the value. */
static const char *rest_of(const a3d_suspect *s)
{
    const char *rest = s->message != NULL ? strchr(s->message, ';') : NULL;
    return rest != NULL ? rest : "";
}

static bool is_listed(const a3d_suspect *list, unsigned n, uint64_t version, bool big)
{
    while (n > 0 && a3d_load(list[n - 1].bytes, list[n - 1].size, big) != version)
        n--;
    return n > 0;
}

bool a3d_list_versions(a3d_retry *t, a3d_finding *f)
{
    a3d_doc *doc = t->before->doc;
    const a3d_suspect *s = f->suspects;
    bool big = doc->format->big_endian;
    if (!a3d_is_version(doc, s))
        return false;
    a3d_suspect list[A3D_SUSPECTS] = {*s};
    unsigned n = 1;
    uint64_t is = a3d_load(doc->streams[s->stream].data + s->off, s->size, big);
    size_t errors = count_errors(a3d_check_repaired(t, s));
    for (const a3d_version *v = doc->format->versions; errors != SIZE_MAX && v->text != NULL; v++) {
        if (!v->generated || v->number == is || n == A3D_SUSPECTS || is_listed(list, n, v->number, big))
            continue;
        list[n] = suspect_of(doc, s->place.node, v->number);
        n += say_version(doc, &list[n], rest_of(s)) && count_errors(a3d_check_repaired(t, &list[n])) <= errors;
    }
    a3d_suspect *found = n > 1 ? a3d_arena_alloc(doc->arena, n * sizeof *found) : NULL;
    for (unsigned i = 0; found != NULL && i < n; i++) {
        found[i] = list[i];
        found[i].unsure = true;
    }
    f->suspects = found != NULL ? found : s;
    f->n_suspects = found != NULL ? n : f->n_suspects;
    return n > 1;
}

/* ---- the only one that leaves no error ---- */

/* The version that a suspect says, if it is about the version field. */
static bool says_version(const a3d_doc *doc, const a3d_suspect *s, uint32_t field, uint64_t *version)
{
    char *end = NULL;
    if (s->place.node != field || s->bit != A3D_NO_BIT || (!s->structural && s->repair == NULL))
        return false;
    *version = s->structural ? a3d_load(s->bytes, s->size, doc->format->big_endian) : strtoull(s->repair, &end, 10);
    return s->structural || (end != s->repair && *end == '\0');
}

/* Whether a finding names a version. */
static bool is_named(const a3d_doc *doc, uint32_t field, uint64_t version)
{
    uint64_t said;
    for (size_t i = 0; i < doc->n_findings; i++)
        for (uint32_t k = 0; k < doc->findings[i].n_suspects; k++)
            if (says_version(doc, &doc->findings[i].suspects[k], field, &said) && said == version)
                return true;
    return false;
}

/* How many of the versions that findings name leave no error. *found becomes the last of them. After a structural fault
 * all are tried if the version is packed; otherwise the file as a whole was tried as each of them (whole_file.h). */
static unsigned find_versions(a3d_retry *t, const a3d_finding *root, uint32_t field, uint64_t *found)
{
    const a3d_doc *doc = t->before->doc;
    bool all = root->rule->fault != A3D_FAULT_NONE && a3d_at(doc, field)->stream != 0;
    unsigned n = 0;
    for (const a3d_version *v = doc->format->versions; v->text != NULL; v++) {
        if (v->number == a3d_at(doc, field)->v.u || (n > 0 && v->number == *found) ||
            !(all || is_named(doc, field, v->number)))
            continue;
        const a3d_suspect s = suspect_of(doc, field, v->number);
        if (count_errors(a3d_check_repaired(t, &s)) > 0)
            continue;
        *found = v->number;
        n++;
    }
    return n;
}

/* Whether other bytes are a suspect of a finding and leave no error. */
static bool has_other_cause(a3d_retry *t, const a3d_finding *f, uint32_t field)
{
    for (uint32_t k = 0; k < f->n_suspects; k++)
        if (f->suspects[k].place.node != field && f->suspects[k].structural &&
            count_errors(a3d_check_repaired(t, &f->suspects[k])) == 0)
            return true;
    return false;
}

/* Whether a finding could lead others and is gone in a repaired file. */
static bool is_gone(const a3d_finding *f, const a3d_doc *after)
{
    bool left = f->severity < A3D_WARNING || f->cause != A3D_NO_CAUSE;
    for (size_t i = 0; i < after->n_findings && !left; i++)
        left = after->findings[i].rule == f->rule && after->findings[i].stream == f->stream &&
               after->findings[i].off == f->off;
    return !left;
}

/* Whether something else than a finding is gone in a repaired file. */
static bool explains_more(const a3d_doc *doc, const a3d_finding *root, const a3d_doc *after)
{
    for (size_t i = 0; i < doc->n_findings; i++)
        if (&doc->findings[i] != root && is_gone(&doc->findings[i], after))
            return true;
    return false;
}

static bool is_root(const a3d_finding *f)
{
    return f->severity == A3D_ERROR && f->cause == A3D_NO_CAUSE;
}

/* The first error without a cause, or NULL if that is about the file as a whole. */
static a3d_finding *first_error(a3d_doc *doc)
{
    const a3d_format *format = doc->format;
    size_t i = 0;
    while (i < doc->n_findings && !is_root(&doc->findings[i]))
        i++;
    bool whole = i == doc->n_findings || doc->findings[i].rule < format->rules ||
                 doc->findings[i].rule >= format->rules + format->n_rules;
    return whole ? NULL : &doc->findings[i];
}

/* Makes a version the only suspect of a finding, unless it is that already. False when memory ran out. */
static bool suspect_version(a3d_doc *doc, a3d_finding *root, const a3d_suspect *version)
{
    const a3d_suspect *known = root->suspects;
    if (root->n_suspects == 1 && known->structural && known->place.node == version->place.node)
        return true;
    a3d_suspect *s = a3d_arena_alloc(doc->arena, sizeof *s);
    if (s == NULL)
        return false;
    *s = *version;
    if (!say_version(doc, s, "; the file then decodes without an error"))
        return false;
    root->suspects = s;
    root->n_suspects = 1;
    return true;
}

/* Other findings that are gone with a version follow from the one whose suspect it is. */
static void blame_version(a3d_doc *doc, a3d_finding *root, const a3d_suspect *version, const a3d_doc *after)
{
    uint32_t *moved = a3d_arena_alloc(doc->arena, doc->n_findings * sizeof *moved);
    if (moved == NULL || !suspect_version(doc, root, version))
        return;
    for (size_t i = 0; i < doc->n_findings; i++)
        if (&doc->findings[i] != root && is_gone(&doc->findings[i], after))
            doc->findings[i].cause = (uint32_t)(root - doc->findings);
    a3d_causes_first(doc, moved);
}

/* Whether a finding proves a version if nothing else is wrong: a few bytes too many are content of any version that has
 * more fields, and a value that is no bytes was not tried and may be right, too. */
static bool is_enough(const a3d_finding *f, uint32_t field)
{
    enum { FEW = 16 };
    bool tried = !(f->rule->fault == A3D_FAULT_TRAILING && f->size <= FEW);
    for (uint32_t k = 0; k < f->n_suspects; k++)
        tried &= f->suspects[k].structural || f->suspects[k].place.node == field;
    return tried;
}

void a3d_choose_version(a3d_retry *t)
{
    a3d_doc *doc = t->before->doc;
    uint32_t field = a3d_publisher(doc, A3D_VAR_VERSION);
    a3d_finding *root = first_error(doc);
    uint64_t version = 0;
    bool known = field != A3D_NO_NODE && a3d_at(doc, field)->state == A3D_PRESENT &&
                 a3d_shape_of(a3d_at(doc, field))->kind == A3D_SCALAR;
    /* an error of the packing says nothing of what is packed */
    if (root == NULL || !known || root->stream != a3d_at(doc, field)->stream ||
        find_versions(t, root, field, &version) != 1 || has_other_cause(t, root, field))
        return;
    const a3d_suspect s = suspect_of(doc, field, version);
    const a3d_result *after = a3d_check_repaired(t, &s);
    if (after != NULL && (explains_more(doc, root, after->doc) || is_enough(root, field)))
        blame_version(doc, root, &s, after->doc);
}
