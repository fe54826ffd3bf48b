/* edit.c - `a3dlint edit`: changes values of a document and writes the result, even if it is invalid */
#include "base/amount.h"
#include "cli/commands/commands.h"
#include "cli/commands/open.h"
#include "cli/options/cli.h"
#include "cli/output/complain.h"
#include "cli/output/status.h"
#include "cli/output/write.h"
#include "engine/document/path.h"
#include "engine/edit/edit.h"
#include "lint/lint.h"

#include <inttypes.h>
#include <string.h>

static int usage(const char *edit, const char *why)
{
    a3d_complain("%s: %s", edit, why);
    return A3D_EXIT_USAGE;
}

/* The entry of a document's version, or NULL. */
static const a3d_version *version_of(const a3d_doc *doc)
{
    for (const a3d_version *v = doc->format->versions; v->text != NULL; v++)
        if (v->number == (uint64_t)doc->vars[A3D_VAR_VERSION])
            return v;
    return NULL;
}

/* Tells of fields that an edit dropped because the content of the new version is unknown. Refuses a version that does
 * not exist: nothing but its number would be left. */
static int tell_dropped(const a3d_doc *doc, const char *edit, uint32_t dropped)
{
    const a3d_version *version = version_of(doc);
    a3d_amount fields = a3d_amount_of(dropped, "field");
    size_t path = strcspn(edit, "=");
    if (dropped == 0 || (version != NULL && version->generated))
        return 0;
    if (version != NULL) {
        a3d_complain("%s: the content of version %s is unknown; %s %s dropped", edit, version->text, fields.text,
                     dropped == 1 ? "was" : "were");
        return 0;
    }
    a3d_complain("%s: no such version, so %s would be dropped; %.*s:%s sets the value alone", edit, fields.text,
                 (int)path, edit, edit + path);
    return A3D_EXIT_USAGE;
}

/* Tells of references to elements that an edit removed. */
static void tell_unlinked(const char *edit, uint32_t unlinked)
{
    if (unlinked == 1)
        a3d_complain("%s: 1 reference to a removed element now names nothing", edit);
    else if (unlinked > 1)
        a3d_complain("%s: %" PRIu32 " references to removed elements now name nothing", edit, unlinked);
}

/* How many places of the document break a rule. */
static uint64_t places_of(const a3d_doc *doc, const a3d_rule *rule)
{
    uint64_t n = 0;
    for (size_t i = 0; i < doc->n_findings; i++)
        n += doc->findings[i].rule == rule ? doc->findings[i].count : 0;
    return n;
}

/* Tells of an error of a rule that the file did not break before, or else in how many more places it does. False
 * without memory. */
static bool tell_new(a3d_cli *cli, const a3d_doc *doc, const a3d_finding *f, uint64_t before, uint64_t now)
{
    a3d_text place;
    a3d_text_init(&place, cli->arena);
    a3d_put_path(&place, doc, f->place.node);
    if (before > 0)
        a3d_complain("the result breaks %s in %s than before", f->rule->id,
                     a3d_amount_of(now - before, "more place").text);
    else if (!place.failed)
        a3d_complain("the result has a new error%s%.*s: %s", place.size > 0 ? " at " : "", (int)place.size,
                     place.data != NULL ? place.data : "", f->message);
    bool good = !place.failed;
    a3d_text_free(&place);
    return good;
}

/* Tells of the first new error, if PATH=VALUE set a length, a count, an address, a checksum or a choice of the null
 * mask, such as a form that has too few bits for what other edits add. The result has the value, since an edit does
 * what it says. Who means it to be wrong writes PATH:=VALUE. Returns an exit status, 0 unless memory ran out. */
static int tell_wrong(a3d_cli *cli, const char *path, const a3d_result *before, const a3d_text *out)
{
    a3d_options options = {.format = before->format};
    options.limits.unsearched = true;
    if (before->doc->by_hand == 0)
        return 0;
    const a3d_result *after = a3d_lint(cli->arena, (const uint8_t *)out->data, out->size, &options);
    if (after == NULL)
        return a3d_complain_memory(cli->arena, path);
    for (size_t i = 0; after->doc != NULL && i < after->doc->n_findings; i++) {
        const a3d_finding *f = &after->doc->findings[i];
        if (f->severity < A3D_ERROR || f->place.node == A3D_NO_NODE)
            continue;
        uint64_t was = places_of(before->doc, f->rule), now = places_of(after->doc, f->rule);
        if (now > was)
            return tell_new(cli, after->doc, f, was, now) ? 0 : a3d_complain_memory(cli->arena, path);
    }
    return 0;
}

int a3d_run_edit(a3d_cli *cli)
{
    const a3d_result *result;
    a3d_patch *patches = NULL;
    size_t n_patches = 0;
    a3d_text out;
    if (cli->operands.n < 2) {
        a3d_complain("edit takes a file and at least one edit; see a3dlint edit --help");
        return A3D_EXIT_USAGE;
    }
    const char *path = cli->operands.at[0], *why;
    int status = a3d_open_document(cli, path, &result);
    if (status != 0)
        return status;
    for (size_t i = 1; i < cli->operands.n; i++) {
        uint32_t before = result->doc->dropped, linked = result->doc->unlinked;
        if ((why = a3d_edit(result->doc, cli->operands.at[i], &patches, &n_patches)) != NULL)
            return usage(cli->operands.at[i], why);
        if ((status = tell_dropped(result->doc, cli->operands.at[i], result->doc->dropped - before)) != 0)
            return status;
        tell_unlinked(cli->operands.at[i], result->doc->unlinked - linked);
    }
    a3d_text_init(&out, cli->arena);
    result->doc->most_packed = a3d_packs_for(cli, result);
    why = a3d_encode(result->doc, A3D_FAITHFUL, &out, patches, n_patches);
    if (why == a3d_packs_too_much)
        return a3d_complain_work(path, "packing its content");
    if (why != NULL)
        return usage(path, why);
    status = tell_wrong(cli, path, result, &out);
    return status != 0 ? status : a3d_deliver(cli->output, &out, true);
}
