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

/* A byte outside of packed data can be changed by hand; a checksum that does not agree then looks like damage. */
static bool is_plain_byte(const a3d_finding *f)
{
    return f->rule->fault == A3D_FAULT_CHECKSUM && f->n_suspects > 0;
}

static a3d_safety safety_of(const a3d_remedy *r, const a3d_result *result, const a3d_finding *f, a3d_damage damage)
{
    if (!r->works)
        return f->n_suspects > 0 && damage != A3D_DAMAGE_CUT ? A3D_SAFETY_ASK : a3d_damage_safety(damage);
    if (damage == A3D_DAMAGE_SEVERAL)
        return A3D_SAFETY_FIRST;
    if (r->left > 0)
        return A3D_SAFETY_PART;
    if (result->undone != NULL)
        return A3D_SAFETY_EXACT;
    if (damage == A3D_DAMAGE_FORM)
        return A3D_SAFETY_FORM;
    if (is_plain_byte(f))
        return A3D_SAFETY_BYTE;
    return is_derived(result->doc, f) ? A3D_SAFETY_DERIVED : A3D_SAFETY_PROVEN;
}

a3d_remedy a3d_find_remedy(a3d_arena *arena, const a3d_result *result, const a3d_finding *f, a3d_damage damage,
                           uint64_t steps)
{
    a3d_remedy r = {.tried = steps > 0};
    a3d_options options = {.format = result->format, .links = result->links};
    if (r.tried) {
        const a3d_stream *file = &result->doc->streams[0];
        r.fixing = a3d_fix_within(arena, file->data, file->size, &options, steps);
        r.steps = r.fixing.steps < steps ? r.fixing.steps : steps;
        for (const a3d_fixed *one = r.fixing.fixed; one != NULL; one = one->next)
            r.works |= one->rule == f->rule;
        r.works &= r.fixing.after != NULL;
    }
    if (r.works)
        r.left = r.fixing.after->counts[A3D_ERROR] + r.fixing.after->more[A3D_ERROR];
    r.safety = safety_of(&r, result, f, damage);
    return r;
}

/* ---- what it changes ---- */

static bool same_format(const a3d_fixing *x)
{
    return x->before->doc != NULL && x->after->doc != NULL && x->before->doc->format == x->after->doc->format &&
           x->before->undone == NULL;
}

/* The lines of a comparison that say what differs, without its heads and its sum. */
static void put_lines(a3d_json *j, const a3d_text *text)
{
    size_t lines = 0;
    for (size_t from = 0; from < text->size;) {
        const char *end = memchr(text->data + from, '\n', text->size - from);
        size_t to = end != NULL ? (size_t)(end - text->data) : text->size;
        bool sum = text->data[from] >= '0'; /* heads begin with three signs */
        bool wanted = to - from > 1 && text->data[from + 1] == ' ' && !sum;
        lines += wanted;
        if (wanted && lines <= MOST_LINES)
            a3d_json_text(j, text->data + from, to - from);
        from = to + 1;
    }
    if (lines > MOST_LINES)
        a3d_json_uint(j, lines - MOST_LINES);
}

/* "fields": lines of how the values differ; a number stands for further lines. */
static void put_fields(a3d_json *j, const a3d_fixing *x)
{
    a3d_json_member_open(j, "fields", '[');
    if (same_format(x)) {
        a3d_diff_file a = {"", x->before, x->before->doc->streams[0].data}, b = {"", x->after, x->data};
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

void a3d_put_remedy(a3d_json *j, const a3d_remedy *r)
{
    const a3d_fixing *x = &r->fixing;
    a3d_json_member_bool(j, "works", r->works);
    a3d_json_member_bool(j, "tried", r->tried);
    a3d_json_member_uint(j, "left", r->left);
    a3d_json_member_str(j, "safe", a3d_safety_answer(r->safety));
    a3d_json_member_str(j, "why", a3d_safety_why(r->safety));
    if (!r->works)
        return;
    const a3d_stream *file = &x->before->doc->streams[0];
    a3d_json_member_uint(j, "size", x->size);
    put_fields(j, x);
    a3d_json_member_open(j, "bytes", '[');
    if (x->size == file->size)
        put_runs(j, file->data, x->data, x->size);
    else
        put_first(j, file->data, file->size, x->data, x->size);
    a3d_json_close(j, ']');
}
