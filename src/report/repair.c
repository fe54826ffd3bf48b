/* repair.c - see repair.h */
#include "report/repair.h"
#include "engine/edit.h"
#include "engine/encode.h"
#include "engine/path.h"
#include "report/report.h"

#include <string.h>

/* Places that break a rule. */
static uint64_t broken(const a3d_doc *doc, const a3d_rule *rule)
{
    uint64_t n = 0;
    for (size_t i = 0; doc != NULL && i < doc->n_findings; i++)
        if (strcmp(doc->findings[i].rule->id, rule->id) == 0)
            n += doc->findings[i].count;
    return n;
}

static bool better(const a3dlint_result *before, const a3dlint_result *after, const a3d_rule *rule)
{
    return after != NULL && after->doc != NULL && after->verdict <= A3DLINT_INVALID &&
           broken(after->doc, rule) < broken(before->doc, rule) && after->counts[A3D_ERROR] <= before->counts[A3D_ERROR];
}

/* Tries an edit, or the canonical form when it is NULL, on a document of its own. */
static bool helps(const a3dlint_result *result, const a3d_finding *f, const char *edit)
{
    const a3d_stream *file = &result->doc->streams[0];
    a3dlint_options options = {.format = result->format};
    a3d_arena arena;
    a3d_patch *patches = NULL;
    size_t n_patches = 0;
    a3d_text out;
    a3d_arena_init(&arena, NULL);
    a3d_text_init(&out, &arena);
    const a3dlint_result *own = a3dlint_check(&arena, file->data, file->size, &options);
    bool good = own != NULL && own->doc != NULL;
    if (good && edit != NULL)
        good = a3d_edit(own->doc, edit, &patches, &n_patches) == NULL;
    if (good)
        good = a3d_encode(own->doc, edit != NULL ? A3D_FAITHFUL : A3D_CANONICAL, &out, patches, n_patches) == NULL && !out.failed;
    if (good)
        good = better(result, a3dlint_check(&arena, (const uint8_t *)out.data, out.size, &options), f->rule);
    a3d_arena_free(&arena);
    return good;
}

/* Whether PATH SIGN VALUE helps; it is left in *edit then. */
static bool try_value(a3d_text *edit, const a3dlint_result *result, const a3d_finding *f, const a3d_place *place, const char *value)
{
    static const char *const signs[] = {"=", ":="};
    for (unsigned i = 0; i < 2; i++) {
        edit->size = 0;
        a3d_put_place(edit, result->doc, place);
        a3d_puts(edit, signs[i]);
        a3d_puts(edit, value);
        a3d_putc(edit, '\0');
        if (!edit->failed && helps(result, f, edit->data)) {
            edit->size--;
            return true;
        }
    }
    edit->size = 0;
    return false;
}

static bool try_quantity(a3d_text *edit, const a3dlint_result *result, const a3d_finding *f, const a3d_quantity *q)
{
    a3d_text value;
    a3d_text_init(&value, edit->arena);
    if (q->kind == A3D_Q_NONE || q->kind == A3D_Q_TEXT)
        return false;
    a3d_puts(&value, q->kind == A3D_Q_FLOAT ? "f:" : "");
    a3d_put_quantity(&value, q);
    a3d_putc(&value, '\0');
    bool good = !value.failed && try_value(edit, result, f, &f->place, value.data);
    a3d_text_free(&value);
    return good;
}

a3d_repair a3d_find_repair(a3d_text *edit, const a3dlint_result *result, uint32_t finding)
{
    const a3d_finding *f = &result->doc->findings[finding];
    bool one = f->max.kind == A3D_Q_NONE;
    if (f->place.node != A3D_NO_NODE && try_quantity(edit, result, f, &f->min))
        return one ? A3D_BY_VALUE : A3D_BY_BOUND;
    if (f->place.node != A3D_NO_NODE && try_quantity(edit, result, f, &f->max))
        return A3D_BY_BOUND;
    for (uint32_t i = 0; i < f->n_suspects; i++)
        if (try_value(edit, result, f, &f->suspects[i].place, f->suspects[i].repair))
            return A3D_BY_CAUSE;
    return !result->doc->faulty && helps(result, f, NULL) ? A3D_BY_REWRITE : A3D_NO_REPAIR;
}
