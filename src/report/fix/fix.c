/* fix.c - see fix.h */
#include "report/fix/fix.h"
#include "engine/fix/offer.h"
#include "report/common/phrases.h"
#include "report/diff/diff.h"

#include <inttypes.h>
#include <string.h>

/* ---- text ---- */

static void begin_line(a3d_text *out, const a3d_fixes_file *file, const char *verb)
{
    a3d_put_file_name(out, file->path);
    a3d_printf(out, ": %s ", verb);
}

static void put_message(a3d_text *out, const char *path, const char *message)
{
    a3d_puts(out, path[0] != '\0' ? ", " : "");
    a3d_put_printable(out, path, strlen(path));
    a3d_puts(out, ": ");
    a3d_put_printable(out, message, strlen(message));
}

static void put_lost(a3d_text *out, const a3d_fixes_file *file, const a3d_lost *l)
{
    begin_line(out, file, file->dry ? "would lose" : "lost");
    a3d_put_printable(out, l->path, strlen(l->path));
    if (l->count > 1)
        a3d_printf(out, " and the %" PRIu32 " after it", l->count - 1);
    if (l->more)
        a3d_puts(out, l->count == 0 ? " from an unknown place on" : ", and an unknown number after that");
    if (l->size > 0)
        a3d_printf(out, ", file+0x%" PRIx32 " (%" PRIu32 " byte%s)", l->off, l->size, l->size == 1 ? "" : "s");
    a3d_printf(out, ": %s\n", l->how);
}

/* What was kept although it may be damaged. */
static void put_doubt(a3d_text *out, const a3d_fixes_file *file, const a3d_doubt *d)
{
    begin_line(out, file, file->dry ? "would be kept, but may be damaged:" : "kept, but may be damaged:");
    a3d_put_printable(out, d->path[0] != '\0' ? d->path : "the whole file", d->path[0] != '\0' ? strlen(d->path) : 14);
    if (d->size > 0)
        a3d_printf(out, ", file+0x%" PRIx32 " (%" PRIu32 " byte%s)", d->off, d->size, d->size == 1 ? "" : "s");
    a3d_puts(out, ": ");
    a3d_put_printable(out, d->why, strlen(d->why));
    a3d_putc(out, '\n');
}

static const char *path_of(a3d_text *text, const a3d_doc *doc, const a3d_finding *f)
{
    text->size = 0;
    if (f->place.node != A3D_NO_NODE)
        a3d_put_place(text, doc, &f->place);
    a3d_putc(text, '\0');
    return text->failed ? "" : text->data;
}

/* Why bytes that no field owns are left, and what drops them. */
static void put_cut(a3d_text *out, const a3d_doc *doc, const a3d_finding *f)
{
    a3d_printf(out, "; not dropped: %" PRIu32 " byte%s would be lost", f->size, f->size == 1 ? "" : "s");
    for (uint32_t i = 0; i < doc->n_nodes; i++) {
        const a3d_node *node = a3d_at(doc, i);
        if (node->row != &a3d_row_slack || node->stream != f->stream || node->off != f->off || node->size != f->size)
            continue;
        a3d_puts(out, "; if nothing is missing before them, this drops them: a3dlint edit FILE '");
        a3d_put_path(out, doc, i);
        a3d_puts(out, "=hex:' -o OUT");
        return;
    }
}

/* What could be done about a finding that is left; what --accept-content offers was tried if it was given. */
static a3d_offer offer_left(const a3d_fixes_file *file, const a3d_doc *doc, const a3d_finding *f)
{
    a3d_offer offer = a3d_offer_of(doc, f);
    return offer == A3D_OFFER_CONTENT && file->content ? A3D_OFFER_REPAIR : offer;
}

static const char *verb_left(a3d_offer offer)
{
    return offer == A3D_OFFER_CONTENT  ? "not repaired (needs --accept-content):"
           : offer == A3D_OFFER_REPAIR ? "not repaired:"
                                       : "not fixable automatically:";
}

static bool has_other_errors(const a3d_doc *doc, const a3d_finding *f)
{
    bool has = false;
    for (size_t i = 0; i < doc->n_findings; i++)
        has |= &doc->findings[i] != f && doc->findings[i].severity == A3D_ERROR;
    return has;
}

/* Why a finding is left. */
static void put_reason(a3d_text *out, const a3d_fixes_file *file, a3d_offer offer, const a3d_doc *doc,
                       const a3d_finding *f)
{
    if (offer == A3D_OFFER_CONTENT && f->rule->fix == A3D_FIX_DROP)
        a3d_printf(out, "; --accept-content drops %" PRIu32 " byte%s, which are lost then", f->size,
                   f->size == 1 ? "" : "s");
    else if (offer == A3D_OFFER_CONTENT)
        a3d_puts(out, "; the content may differ from what its writer wrote");
    else if (f->rule->fix == A3D_FIX_CUT && !a3d_may_cut(doc, f))
        put_cut(out, doc, f);
    else if (f->rule->fix == A3D_FIX_CUT && !file->content && has_other_errors(doc, f))
        a3d_puts(out, "; not dropped while other errors remain: the model may end elsewhere (--accept-content drops"
                      " the bytes)");
    if (offer <= A3D_OFFER_CAUSES && f->n_suspects > 0) {
        a3d_puts(out, "; ");
        a3d_put_causes(out, f);
    }
}

static void put_left(a3d_text *out, const a3d_fixes_file *file, const a3d_result *after)
{
    a3d_text path;
    a3d_text_init(&path, out->arena);
    for (size_t i = 0; after->doc != NULL && i < after->doc->n_findings; i++) {
        const a3d_finding *f = &after->doc->findings[i];
        if (f->severity < A3D_WARNING)
            continue;
        a3d_offer offer = offer_left(file, after->doc, f);
        begin_line(out, file, verb_left(offer));
        a3d_printf(out, "%s %s", a3d_severity_name(f->severity), f->rule->id);
        put_message(out, path_of(&path, after->doc, f), f->message);
        put_reason(out, file, offer, after->doc, f);
        a3d_putc(out, '\n');
    }
    a3d_text_free(&path);
}

static bool is_clean(const a3d_result *r)
{
    return r->counts[A3D_ERROR] + r->more[A3D_ERROR] + r->counts[A3D_WARNING] + r->more[A3D_WARNING] == 0;
}

static void put_summary(a3d_text *out, const a3d_fixes_file *file, const a3d_fixing *x)
{
    const a3d_result *after = x->after;
    size_t counts[A3D_ERROR + 1] = {0};
    a3d_put_file_name(out, file->path);
    if (x->n_fixed == 0)
        a3d_puts(out, x->after->verdict != x->before->verdict ? ": salvaged"
                      : is_clean(after)                       ? ": nothing to fix"
                                                              : ": nothing repaired");
    else
        a3d_printf(out, ": %zu repair%s%s", x->n_fixed, x->n_fixed == 1 ? "" : "s", file->dry ? " would be made" : "");
    if (x->lost.n > 0)
        a3d_puts(out, a3d_put_kept(out, x->n_fixed == 0 ? ": " : "; ", x->kept, &x->declared) ? " kept" : "");
    a3d_printf(out, "; %s%s", after->verdict == A3DLINT_INVALID ? "still " : "", a3d_verdict_name(after->verdict));
    for (unsigned s = A3D_NOTE; s <= A3D_ERROR; s++)
        counts[s] = after->counts[s] + after->more[s];
    if (counts[A3D_NOTE] + counts[A3D_WARNING] + counts[A3D_ERROR] > 0) {
        a3d_puts(out, "; remaining: ");
        a3d_put_severities(out, counts);
    }
    if (file->written != NULL && x->after == x->before) {
        a3d_puts(out, "; ");
        a3d_put_file_name(out, file->written);
        a3d_puts(out, " is an unchanged copy");
    }
    a3d_puts(out, x->ended ? "; stopped at a limit: there may be more to repair\n" : "\n");
}

static void put_difference(a3d_text *out, const a3d_fixes_file *file, const a3d_fixing *x)
{
    a3d_diff_file a = {file->path, x->before, x->before->doc->streams[0].data}, b = {file->path, x->after, x->data};
    a3d_diff_options options = {.all = true, .width = file->width};
    a3d_diff_end end;
    if (x->after != x->before && x->before->undone == NULL)
        out->failed |= !a3d_diff(out, &a, &b, &options, &end);
}

void a3d_fixes_text(a3d_text *out, const a3d_fixes_file *file)
{
    const a3d_fixing *x = file->fixing;
    if (file->dry)
        put_difference(out, file, x);
    for (const a3d_fixed *f = x->fixed; f != NULL; f = f->next) {
        begin_line(out, file, file->dry ? "would fix" : "fixed");
        a3d_puts(out, f->rule->id);
        put_message(out, f->path, f->message);
        if (f->cause != NULL)
            a3d_puts(out, "; by its likely cause: "), a3d_put_printable(out, f->cause, strlen(f->cause));
        a3d_puts(out, f->content ? "; the content was accepted and may differ from what its writer wrote\n" : "\n");
    }
    for (const a3d_lost *l = x->lost.first; l != NULL; l = l->next)
        put_lost(out, file, l);
    for (const a3d_doubt *d = x->doubts; d != NULL; d = d->next)
        put_doubt(out, file, d);
    if (x->accepted && x->doubts == NULL) {
        begin_line(out, file, "kept");
        a3d_puts(out, "content whose checksum, length or bounds did not agree; ");
        a3d_puts(out, "it may differ from what its writer wrote\n");
    }
    put_left(out, file, x->after);
    if (!file->quiet)
        put_summary(out, file, x);
}

/* ---- JSON ---- */

static void put_side(a3d_json *j, const char *key, const a3d_result *r)
{
    a3d_json_member_open(j, key, '{');
    a3d_json_member_uint(j, "size", r->size);
    a3d_json_member_str(j, "verdict", a3d_verdict_name(r->verdict));
    for (unsigned s = A3D_ERROR; s >= A3D_NOTE; s--)
        a3d_json_member_uint(j, a3d_severity_name((a3d_severity)s), r->counts[s] + r->more[s]);
    a3d_json_close(j, '}');
}

static void put_fixed(a3d_json *j, const a3d_fixing *x)
{
    a3d_json_member_open(j, "fixed", '[');
    for (const a3d_fixed *f = x->fixed; f != NULL; f = f->next) {
        a3d_json_open(j, '{');
        a3d_json_member_str(j, "rule", f->rule->id);
        a3d_json_member_str(j, "path", f->path);
        a3d_json_member_str(j, "message", f->message);
        a3d_json_member_maybe(j, "cause", f->cause);
        a3d_json_member_maybe(j, "repair", a3d_fix_phrase(f->rule->fix));
        a3d_json_member_bool(j, "contentAccepted", f->content);
        a3d_json_close(j, '}');
    }
    a3d_json_close(j, ']');
}

static void put_changes(a3d_json *j, const a3d_fixes_file *file, const a3d_fixing *x)
{
    a3d_diff_file a = {file->path, x->before, x->before->doc->streams[0].data}, b = {file->path, x->after, x->data};
    if (x->before->undone != NULL) { /* what was damaged as a whole has no fields to compare */
        a3d_json_member_open(j, "changes", '[');
        a3d_json_close(j, ']');
        return;
    }
    a3d_json_key(j, "changes");
    j->out->failed |= !a3d_diff_list(j, &a, &b);
}

static void put_location(a3d_json *j, uint32_t off, uint32_t size)
{
    a3d_json_key(j, "location");
    if (size == 0) {
        a3d_json_null(j);
        return;
    }
    a3d_json_open(j, '{');
    a3d_json_member_uint(j, "offset", off);
    a3d_json_member_uint(j, "size", size);
    a3d_json_close(j, '}');
}

static void put_losses(a3d_json *j, const a3d_fixing *x)
{
    a3d_json_member_open(j, "lost", '[');
    for (const a3d_lost *l = x->lost.first; l != NULL; l = l->next) {
        a3d_json_open(j, '{');
        a3d_json_member_str(j, "path", l->path);
        a3d_json_member_uint(j, "elements", l->count);
        put_location(j, l->off, l->size);
        a3d_json_member_bool(j, "more", l->more);
        a3d_json_member_str(j, "how", l->how);
        a3d_json_close(j, '}');
    }
    a3d_json_close(j, ']');
}

static void put_doubts(a3d_json *j, const a3d_fixing *x)
{
    a3d_json_member_open(j, "suspect", '[');
    for (const a3d_doubt *d = x->doubts; d != NULL; d = d->next) {
        a3d_json_open(j, '{');
        a3d_json_member_str(j, "path", d->path);
        put_location(j, d->off, d->size);
        a3d_json_member_str(j, "why", d->why);
        a3d_json_close(j, '}');
    }
    a3d_json_close(j, ']');
}

static void put_kept(a3d_json *j, const a3d_fixing *x)
{
    a3d_json_member_open(j, "kept", '[');
    for (unsigned i = A3D_MESHES; x->lost.n > 0 && i < A3D_ASSETS; i++) {
        uint64_t all = x->declared.counts[i] > x->kept[i] ? x->declared.counts[i] : x->kept[i];
        if (all == 0 || i == A3D_TRIANGLES || i == A3D_VERTICES)
            continue;
        a3d_json_open(j, '{');
        a3d_json_member_str(j, "what", a3d_asset_name((a3d_asset)i));
        a3d_json_member_uint(j, "kept", x->kept[i]);
        a3d_json_member_uint(j, "of", all);
        a3d_json_member_bool(j, "more", x->declared.more[i] || x->declared.open);
        a3d_json_close(j, '}');
    }
    a3d_json_close(j, ']');
}

static void put_findings(a3d_json *j, a3d_text *out, const a3d_result *after)
{
    static const char *const offers[] = {"none", "possible-causes", "accept-content", "repair"};
    a3d_text path;
    a3d_text_init(&path, out->arena);
    a3d_json_member_open(j, "left", '[');
    for (size_t i = 0; after->doc != NULL && i < after->doc->n_findings; i++) {
        const a3d_finding *f = &after->doc->findings[i];
        a3d_json_open(j, '{');
        a3d_json_member_str(j, "rule", f->rule->id);
        a3d_json_member_str(j, "severity", a3d_severity_name(f->severity));
        a3d_json_member_str(j, "path", path_of(&path, after->doc, f));
        a3d_json_member_str(j, "message", f->message);
        a3d_json_member_bool(j, "fixable", f->rule->fix != A3D_FIX_NONE);
        a3d_json_member_str(j, "offer", offers[a3d_offer_of(after->doc, f)]);
        a3d_json_close(j, '}');
    }
    a3d_json_close(j, ']');
    a3d_text_free(&path);
}

void a3d_fixes_members(a3d_json *j, const a3d_fixes_file *file)
{
    const a3d_fixing *x = file->fixing;
    a3d_json_member_str(j, "path", a3d_plain_path(file->path));
    a3d_json_member_str(j, "format", x->after->format != NULL ? x->after->format->name : x->before->doc->format->name);
    a3d_json_member_str(j, "version", x->after->version);
    a3d_json_member_maybe(j, "written", file->written != NULL ? a3d_plain_path(file->written) : NULL);
    put_side(j, "before", x->before);
    put_side(j, "after", x->after);
    put_fixed(j, x);
    put_changes(j, file, x);
    put_losses(j, x);
    put_kept(j, x);
    put_doubts(j, x);
    a3d_json_member_bool(j, "contentAccepted", x->accepted);
    put_findings(j, j->out, x->after);
    a3d_json_member_bool(j, "ended", x->ended);
}

void a3d_fixes_json(a3d_text *out, const a3d_fixes_file *file)
{
    a3d_json j;
    a3d_json_init(&j, out, true);
    a3d_json_open(&j, '{');
    a3d_json_tool(&j);
    a3d_fixes_members(&j, file);
    a3d_json_close(&j, '}');
    a3d_putc(out, '\n');
}
