/* remedy.c - see remedy.h */
#include "report/triage/remedy.h"
#include "engine/fix/offer.h"
#include "report/common/phrases.h"
#include "report/diff/diff.h"
#include "transfer/transfer.h"

#include <string.h>

/* A difference is shown up to MOST_LINES lines, MOST_RUNS runs of bytes, and MOST_BYTES bytes of each; runs that are
 * at most NEAR bytes apart are one. */
enum { MOST_LINES = 40, MOST_RUNS = 24, MOST_BYTES = 16, NEAR = 4, DIFF_STEPS = 1 << 20 };

/* ---- how safe it is ---- */

static bool is_derived(const a3d_doc *doc, const a3d_finding *f)
{
    return f->n_suspects == 0 && f->place.node != A3D_NO_NODE && a3d_at(doc, f->place.node)->row != NULL &&
           a3d_at(doc, f->place.node)->row->derive.kind != A3D_GIVEN;
}

static a3d_safety safety_of(const a3d_remedy *r, const a3d_result *result, const a3d_finding *f, a3d_damage damage)
{
    if (!r->works && r->edits.story != NULL)
        return A3D_SAFETY_PROVEN;
    if (!r->works && f->n_suspects > 0 && damage != A3D_DAMAGE_CUT)
        return f->n_suspects > 1 ? A3D_SAFETY_ASK : A3D_SAFETY_ALONE;
    if (!r->works)
        return r->tried ? a3d_damage_safety(damage) : a3d_untried_safety(damage);
    if (damage == A3D_DAMAGE_SEVERAL)
        return A3D_SAFETY_FIRST;
    if (r->left > 0)
        return A3D_SAFETY_PART;
    if (result->undone != NULL)
        return A3D_SAFETY_EXACT;
    if (damage == A3D_DAMAGE_FORM)
        return A3D_SAFETY_FORM;
    return is_derived(result->doc, f) ? A3D_SAFETY_DERIVED : A3D_SAFETY_PROVEN;
}

static void try_fix(a3d_arena *arena, a3d_remedy *r, const a3d_result *result, const a3d_finding *f, uint64_t steps)
{
    a3d_options options = {.format = result->format, .links = result->links};
    const a3d_stream *file = &result->doc->streams[0];
    a3d_fixing x = a3d_fix_within(arena, file->data, file->size, &options, steps);
    r->steps = x.steps < steps ? x.steps : steps;
    for (const a3d_fixed *one = x.fixed; one != NULL; one = one->next)
        r->works |= one->rule == f->rule;
    r->works &= x.after != NULL;
    if (!r->works)
        return;
    r->after = x.after;
    r->data = x.data;
    r->size = x.size;
    r->left = x.after->counts[A3D_ERROR] + x.after->more[A3D_ERROR];
}

static void try_edits(a3d_arena *arena, a3d_remedy *r, const a3d_result *result, const a3d_finding *f, uint64_t steps)
{
    r->edits = a3d_try_edits(arena, result, f, steps);
    r->steps += r->edits.steps < steps ? r->edits.steps : steps;
    if (r->edits.edits == NULL)
        return;
    r->after = r->edits.after;
    r->data = r->edits.data;
    r->size = r->edits.size;
    r->left = r->edits.left;
}

a3d_remedy a3d_find_remedy(a3d_arena *arena, const a3d_result *result, const a3d_finding *f, a3d_damage damage,
                           uint64_t steps)
{
    a3d_remedy r = {.tried = steps > 0};
    if (r.tried)
        try_fix(arena, &r, result, f, steps);
    if (r.tried && !r.works && r.steps < steps)
        try_edits(arena, &r, result, f, steps - r.steps);
    r.safety = safety_of(&r, result, f, damage);
    return r;
}

/* ---- what it changes ---- */

static bool same_format(const a3d_result *before, const a3d_result *after)
{
    return before->doc != NULL && after->doc != NULL && before->doc->format == after->doc->format &&
           before->undone == NULL;
}

/* A line without its end: what it says begins after a sign and a space. */
typedef struct line {
    const char *text;
    size_t size;
} line;

static line line_at(const a3d_text *text, size_t from)
{
    const char *end = from < text->size ? memchr(text->data + from, '\n', text->size - from) : NULL;
    size_t to = end != NULL ? (size_t)(end - text->data) : text->size;
    return (line){text->data + from, from < to ? to - from : 0};
}

/* Whether two lines say the same beside their signs, but for `more` at the end of the first. */
static bool says_same(line a, line b, const char *more)
{
    size_t n = strlen(more);
    return a.size == b.size + n && b.size > 2 && a.text[0] == '-' && b.text[0] == '+' &&
           memcmp(a.text + 1, b.text + 1, b.size - 1) == 0 && memcmp(a.text + b.size, more, n) == 0;
}

static void put_line(a3d_json *j, line l, const char *more)
{
    a3d_text text;
    a3d_text_init(&text, j->out->arena);
    a3d_put(&text, l.text, l.size);
    a3d_puts(&text, more);
    a3d_json_text(j, text.data, text.size);
    j->out->failed |= text.failed;
    a3d_text_free(&text);
}

/* The lines of a comparison that say what differs, without its heads and its sum. Where both sides read the same, the
 * content of a record or whether a value is right differs. */
static void put_lines(a3d_json *j, const a3d_text *text)
{
    size_t lines = 0;
    line last = {"", 0};
    for (size_t from = 0; from < text->size;) {
        line l = line_at(text, from);
        from += l.size + 1;
        bool wanted = l.size > 1 && l.text[1] == ' ' && l.text[0] < '0'; /* heads begin with three signs */
        lines += wanted;
        if (wanted && lines <= MOST_LINES)
            put_line(j, l, says_same(last, l, "")           ? " (with other content)"
                           : says_same(last, l, " (wrong)") ? " (right)" : "");
        last = l;
    }
    if (lines > MOST_LINES)
        a3d_json_uint(j, lines - MOST_LINES);
}

/* "fields": lines that say how the values differ; a number counts the lines that were left out. */
static void put_fields(a3d_json *j, const a3d_result *before, const a3d_remedy *r)
{
    a3d_json_member_open(j, "fields", '[');
    if (same_format(before, r->after)) {
        a3d_diff_file a = {"", before, before->doc->streams[0].data}, b = {"", r->after, r->data};
        a3d_diff_options options = {.all = true, .steps = DIFF_STEPS};
        a3d_diff_end end;
        a3d_text text;
        a3d_text_init(&text, j->out->arena);
        if (!a3d_diff(&text, &a, &b, &options, &end))
            j->out->failed = true;
        put_lines(j, &text);
        a3d_text_free(&text);
    }
    a3d_json_close(j, ']');
}

static void put_some(a3d_json *j, const uint8_t *bytes, size_t size)
{
    a3d_text hex;
    a3d_text_init(&hex, j->out->arena);
    a3d_put_hex(&hex, bytes, (uint32_t)(size < MOST_BYTES ? size : MOST_BYTES), "");
    a3d_json_text(j, hex.data != NULL ? hex.data : "", hex.size);
    a3d_text_free(&hex);
}

static void put_run(a3d_json *j, const uint8_t *a, const uint8_t *b, size_t off, size_t size)
{
    a3d_json_open(j, '[');
    a3d_json_uint(j, off);
    a3d_json_uint(j, size);
    put_some(j, a + off, size);
    put_some(j, b + off, size);
    a3d_json_close(j, ']');
}

/* Files of one size: [offset, size, bytes before, bytes after] for each run that differs. */
static void put_runs(a3d_json *j, const uint8_t *a, const uint8_t *b, size_t size)
{
    size_t runs = 0;
    for (size_t i = 0; i < size; i++) {
        if (a[i] == b[i])
            continue;
        size_t last = i;
        for (size_t k = i + 1; k < size && k <= last + NEAR; k++)
            last = a[k] != b[k] ? k : last;
        if (++runs <= MOST_RUNS)
            put_run(j, a, b, i, last + 1 - i);
        i = last;
    }
    if (runs > MOST_RUNS)
        a3d_json_uint(j, runs - MOST_RUNS);
}

/* Files of other sizes: the beginning of what differs, as many bytes as are shown. */
static void put_first(a3d_json *j, const uint8_t *a, size_t size, const uint8_t *b, size_t after)
{
    size_t least = size < after ? size : after, at = 0;
    while (at < least && a[at] == b[at])
        at++;
    a3d_json_open(j, '[');
    a3d_json_uint(j, at);
    a3d_json_uint(j, (size > after ? size : after) - at);
    put_some(j, a + at, size - at);
    put_some(j, b + at, after - at);
    a3d_json_close(j, ']');
}

void a3d_put_remedy(a3d_json *j, const a3d_result *before, const a3d_remedy *r)
{
    a3d_json_member_bool(j, "works", r->works);
    a3d_json_member_bool(j, "tried", r->tried);
    a3d_json_member_uint(j, "left", r->left);
    a3d_json_member_str(j, "safe", a3d_safety_answer(r->safety));
    a3d_json_member_str(j, "why", a3d_safety_why(r->safety));
    if (r->after == NULL)
        return;
    if (r->edits.edits != NULL) {
        a3d_json_member_str(j, "edits", r->edits.edits);
        a3d_json_member_maybe(j, "story", r->edits.story);
    }
    const a3d_stream *file = &before->doc->streams[0];
    a3d_json_member_uint(j, "size", r->size);
    put_fields(j, before, r);
    a3d_json_member_open(j, "bytes", '[');
    if (r->size == file->size)
        put_runs(j, file->data, r->data, r->size);
    else
        put_first(j, file->data, file->size, r->data, r->size);
    a3d_json_close(j, ']');
}
