/* diff.c - see diff.h */
#include "report/diff/diff.h"
#include "base/amount.h"
#include "base/columns.h"
#include "base/never.h"
#include "base/utf8.h"
#include "engine/diff/compare.h"
#include "report/common/phrases.h"
#include "report/diff/fold.h"
#include "report/dump/dump.h"

#include <inttypes.h>
#include <limits.h>
#include <string.h>

enum { FEW_NUMBERS = 16, FEW_BYTES = 32, WIDEST = 120 };

typedef struct diff {
    a3d_text *out;
    const a3d_diff_options *options;
    a3d_json json;
    uint64_t choices;
    bool headed; /* the heading of the choices was written */
    a3d_fold folds[2]; /* text: elements that only a has, and those that only b has; not written yet */
} diff;

/* ---- text ---- */

static void put_color(const diff *d, const char *color)
{
    if (d->options->color)
        a3d_puts(d->out, color);
}

/* JSON on one line, cut off when it gets long. What would be cut off and is folded gives its size instead. */
static void put_brief(a3d_text *out, const a3d_held *h, bool folded)
{
    a3d_text text;
    a3d_json json;
    a3d_text_init(&text, out->arena);
    a3d_json_init(&json, &text, false);
    if (h->as == A3D_HELD_NODE)
        a3d_dump_node(&json, h->doc, h->node);
    else
        a3d_dump_element(&json, h->doc, h->node, h->index);
    out->failed |= text.failed;
    if (folded && text.size > WIDEST && h->as == A3D_HELD_NODE && a3d_is_object(h->doc, h->node)) {
        a3d_put_object(out, h->doc, h->node);
        a3d_text_free(&text);
        return;
    }
    size_t n = text.size < WIDEST ? text.size : WIDEST;
    while (n > 0 && n < text.size && ((unsigned char)text.data[n] & 0xc0) == 0x80)
        n--;
    a3d_put_printable(out, text.data != NULL ? text.data : "", n);
    a3d_puts(out, n < text.size ? "..." : "");
    a3d_text_free(&text);
}

static void put_hex(a3d_text *out, const uint8_t *data, uint32_t count)
{
    uint32_t n = count < FEW_BYTES ? count : FEW_BYTES;
    if (data == NULL)
        n = 0;
    a3d_printf(out, "%" PRIu32 " byte%s%s", count, count == 1 ? "" : "s", n > 0 ? ": " : "");
    a3d_put_hex(out, data, n, " ");
    a3d_puts(out, n < count ? " ..." : "");
}

static void put_values(a3d_text *out, const a3d_held *h)
{
    const a3d_shape *s = h->shape;
    unsigned width = a3d_width(s->type);
    if (s->text && a3d_utf8_valid(h->data, h->count) == h->count) {
        a3d_text quoted;
        a3d_json json;
        a3d_text_init(&quoted, out->arena);
        a3d_json_init(&json, &quoted, false);
        a3d_json_text(&json, (const char *)h->data, h->count);
        a3d_put_printable(out, quoted.data != NULL ? quoted.data : "", quoted.size);
        a3d_text_free(&quoted);
        return;
    }
    if (s->kind == A3D_ARRAY && s->type == A3D_U8) {
        put_hex(out, h->data, h->count);
        return;
    }
    if (h->count == 0)
        a3d_puts(out, "none");
    if (h->count > FEW_NUMBERS)
        a3d_printf(out, "%" PRIu32 " values: ", h->count);
    for (uint32_t i = 0; i < h->count && i < FEW_NUMBERS; i++) {
        a3d_puts(out, i > 0 ? " " : "");
        a3d_put_scalar(out, h->row, s->type,
                       a3d_load_type(h->data + (size_t)i * width, s->type, h->doc->format->big_endian));
    }
    a3d_puts(out, h->count > FEW_NUMBERS ? " ..." : "");
}

/* A list that repeats one element stores no bytes for the others. */
static void put_plain_amounts(a3d_text *out, const a3d_held *h)
{
    uint64_t bytes = a3d_plain_bytes(h->doc, h->node, h->index, h->count);
    a3d_printf(out, "%s, ", a3d_amount_of(h->count, "element").text);
    if (bytes > 0)
        a3d_printf(out, "%s, ", a3d_amount_of(bytes, "byte").text);
    a3d_puts(out, "the first ");
}

static void put_held(a3d_text *out, const a3d_held *h, bool folded)
{
    const a3d_node *node = h->as == A3D_HELD_NODE ? a3d_at(h->doc, h->node) : NULL;
    const a3d_shape *s = node != NULL ? a3d_shape_of(node) : NULL;
    switch (h->as) {
    case A3D_HELD_VALUE:
        if (h->node != 0)
            a3d_put_node_value(out, h->doc, h->node, h->value);
        else
            a3d_put_scalar(out, h->row, h->type, h->value);
        break;
    case A3D_HELD_VALUES:
        put_values(out, h);
        if (h->times > 1)
            a3d_printf(out, ", %" PRIu32 " times", h->times);
        break;
    case A3D_HELD_BYTES: put_hex(out, h->data, h->count); break;
    case A3D_HELD_WORDS: a3d_puts(out, h->words); break;
    case A3D_HELD_ELEMENTS:
        if (h->count > 1)
            put_plain_amounts(out, h);
        put_brief(out, h, folded);
        break;
    default: /* A3D_HELD_NODE */
        if (s->kind == A3D_SCALAR)
            a3d_put_node_value(out, h->doc, h->node, node->v.i);
        else
            put_brief(out, h, folded);
        break;
    }
    a3d_puts(out, h->lies ? " (wrong)" : "");
    if (h->renamed)
        a3d_printf(out, " (no longer the same element%s)", h->as == A3D_HELD_VALUE || h->count == 1 ? "" : "s");
}

static void begin_line(const diff *d, char sign)
{
    put_color(d, sign == '-' ? "\033[31m" : "\033[32m");
    a3d_printf(d->out, "%c ", sign);
}

static void end_line(const diff *d)
{
    put_color(d, "\033[0m");
    a3d_putc(d->out, '\n');
}

static void put_line(const diff *d, char sign, const a3d_held *h)
{
    begin_line(d, sign);
    a3d_put_printable(d->out, h->path, strlen(h->path));
    a3d_puts(d->out, h->path[0] != '\0' ? ": " : "");
    put_held(d->out, h, !d->options->each);
    end_line(d);
}

/* Writes the elements that are held: one with its value, several as one line. */
static void unfold(diff *d)
{
    for (unsigned side = 0; side < 2; side++) {
        a3d_fold *f = &d->folds[side];
        if (f->count == 0)
            continue;
        a3d_held one = {.as = A3D_HELD_NODE, .doc = f->doc, .node = a3d_at(f->doc, f->list)->v.at.first + f->first};
        begin_line(d, side == 0 ? '-' : '+');
        a3d_put_folded_path(d->out, f);
        a3d_puts(d->out, ": ");
        if (f->count == 1)
            put_held(d->out, &one, true);
        else
            a3d_put_fold(d->out, f);
        end_line(d);
        f->count = 0;
    }
}

/* Holds an element that only one side has. False for one that both have, and when all are wanted. */
static bool fold(diff *d, const a3d_difference *x)
{
    unsigned side = x->kind == A3D_ONLY_B;
    const a3d_held *h = side == 0 ? &x->a : &x->b;
    if (d->options->each || (x->kind != A3D_ONLY_A && x->kind != A3D_ONLY_B))
        return false;
    if (a3d_fold_add(&d->folds[side], h))
        return true;
    unfold(d);
    return a3d_fold_add(&d->folds[side], h);
}

/* "35 of 2000 values differ, in [12..907]", for the list in the path of an element. */
static void put_more(const diff *d, const a3d_difference *x)
{
    bool values = x->kind == A3D_DIFFERS;
    size_t n = strlen(x->a.path);
    while (values && n > 0 && x->a.path[n - 1] != '[')
        n--;
    a3d_puts(d->out, "  ");
    a3d_put_printable(d->out, x->a.path, values && n > 0 ? n - 1 : n);
    a3d_printf(d->out, ": %" PRIu32 " of %" PRIu32 " %s differ, in [%" PRIu32 "..%" PRIu32 "]\n", x->differing, x->of,
               values ? "values" : "elements", x->first, x->last);
}

/* Whether the bytes belong to no field: what is left over at an end. */
static bool is_slack(const a3d_difference *x)
{
    const char *path = x->a.path != NULL && x->a.path[0] != '\0' ? x->a.path : x->b.path;
    return path != NULL && strstr(path, "$slack") != NULL;
}

static void put_text_difference(void *user, const a3d_difference *x)
{
    diff *d = user;
    d->choices += x->choice;
    if (x->choice && !d->headed && !d->options->all)
        a3d_puts(d->out, is_slack(x) ? "no value differs; bytes that belong to no field do:\n"
                                     : "no value differs; the bytes choose other forms:\n");
    d->headed |= x->choice;
    if (fold(d, x))
        return;
    unfold(d);
    if (x->kind != A3D_DIFFERS_MORE && x->kind != A3D_ONLY_B)
        put_line(d, '-', &x->a);
    if (x->kind != A3D_DIFFERS_MORE && x->kind != A3D_ONLY_A)
        put_line(d, '+', &x->b);
    if (x->differing > 0)
        put_more(d, x);
}

static void put_head(const diff *d, const char *sign, const a3d_diff_file *f)
{
    enum { SIGN = 4, LEAST = 20 };
    const a3d_result *r = f->result;
    a3d_text path, rest;
    a3d_text_init(&path, d->out->arena);
    a3d_text_init(&rest, d->out->arena);
    a3d_printf(&rest, ": %s%s%s, %" PRIu64 " bytes\n", r->doc->format->name, r->version[0] != '\0' ? " " : "",
               r->version, r->size);
    a3d_put_file_name(&path, f->path);
    unsigned all = d->options->width, taken = SIGN + (unsigned)rest.size - 1;
    unsigned room = all > taken + LEAST ? all - taken : LEAST;
    a3d_puts(d->out, sign);
    a3d_put_shortened(d->out, path.data != NULL ? path.data : "", path.size, all > 0 ? room : UINT_MAX);
    a3d_put(d->out, rest.data, rest.size);
    d->out->failed |= path.failed || rest.failed;
    a3d_text_free(&path);
    a3d_text_free(&rest);
}

static void put_sums(const diff *d, const a3d_compared *sums)
{
    const struct {
        uint64_t n;
        const char *word;
    } all[] = {{sums->differ, "changed"}, {sums->only_a, "removed"}, {sums->only_b, "added"}};
    const char *glue = "";
    for (unsigned i = 0; i < 3; i++)
        if (all[i].n > 0) {
            a3d_printf(d->out, "%s%" PRIu64 " %s", glue, all[i].n, all[i].word);
            glue = ", ";
        }
    a3d_putc(d->out, '\n');
}

/* ---- JSON ---- */

static void put_value(diff *d, const a3d_held *h)
{
    a3d_json *j = &d->json;
    if (h->as == A3D_HELD_NODE)
        a3d_dump_node(j, h->doc, h->node);
    else if (h->as == A3D_HELD_ELEMENTS)
        a3d_dump_element(j, h->doc, h->node, h->index);
    else if (h->as == A3D_HELD_VALUES || h->as == A3D_HELD_BYTES) {
        static const a3d_shape bytes = {.kind = A3D_ARRAY, .type = A3D_U8};
        a3d_dump_values(j, h->doc, h->row != NULL ? h->row : &a3d_row_slack, h->shape != NULL ? h->shape : &bytes,
                        h->data, h->data != NULL ? h->count : 0);
    } else if (h->as == A3D_HELD_WORDS)
        a3d_json_str(j, h->words);
    else
        a3d_dump_scalar(j, h->doc, h->row, h->type, h->value);
}

static void put_side(diff *d, const char *key, const a3d_held *h, bool value)
{
    a3d_json *j = &d->json;
    a3d_json_member_open(j, key, '{');
    a3d_json_member_str(j, "path", h->path);
    if (value && h->as != A3D_HELD_NOTHING) {
        a3d_json_key(j, "value");
        put_value(d, h);
    }
    if (h->as == A3D_HELD_ELEMENTS || h->times > 0)
        a3d_json_member_uint(&d->json, "count", h->times > 0 ? h->times : h->count);
    if (h->lies)
        a3d_json_member_bool(j, "wrong", true);
    if (h->renamed)
        a3d_json_member_bool(j, "otherElements", true);
    a3d_json_close(j, '}');
}

static void put_json_difference(void *user, const a3d_difference *x)
{
    static const char *const kinds[] = {"changed", "removed", "added", "more"};
    diff *d = user;
    a3d_json *j = &d->json;
    d->choices += x->choice;
    a3d_json_open(j, '{');
    a3d_json_member_str(j, "kind", kinds[x->kind]);
    a3d_json_member_bool(j, "choice", x->choice);
    if (x->kind != A3D_ONLY_B)
        put_side(d, "a", &x->a, x->kind != A3D_DIFFERS_MORE);
    if (x->kind != A3D_ONLY_A)
        put_side(d, "b", &x->b, x->kind != A3D_DIFFERS_MORE);
    if (x->differing > 0) {
        a3d_json_member_uint(&d->json, "differing", x->differing);
        a3d_json_member_uint(&d->json, "of", x->of);
        a3d_json_member_uint(&d->json, "first", x->first);
        a3d_json_member_uint(&d->json, "last", x->last);
    }
    a3d_json_close(j, '}');
}

static void put_file(diff *d, const char *key, const a3d_diff_file *f)
{
    a3d_json *j = &d->json;
    a3d_json_member_open(j, key, '{');
    a3d_json_member_str(j, "path", a3d_plain_path(f->path));
    a3d_json_member_str(j, "format", f->result->doc->format->name);
    a3d_json_member_str(j, "version", f->result->version);
    a3d_json_member_uint(&d->json, "size", f->result->size);
    a3d_json_close(j, '}');
}

static void begin_json(diff *d, const a3d_diff_file *a, const a3d_diff_file *b)
{
    a3d_json *j = &d->json;
    a3d_json_init(j, d->out, true);
    a3d_json_open(j, '{');
    a3d_json_tool(j);
    put_file(d, "a", a);
    put_file(d, "b", b);
    a3d_json_member_open(j, "differences", '[');
}

static void end_json(diff *d, const a3d_compared *sums, uint64_t bytes, bool same)
{
    a3d_json *j = &d->json;
    a3d_json_close(j, ']');
    a3d_json_member_open(j, "summary", '{');
    a3d_json_member_bool(j, "same", same);
    if (sums->limited)
        a3d_json_member_bool(j, "limited", true);
    a3d_json_member_uint(&d->json, "changed", sums->differ);
    a3d_json_member_uint(&d->json, "removed", sums->only_a);
    a3d_json_member_uint(&d->json, "added", sums->only_b);
    a3d_json_member_uint(&d->json, "choices", d->choices);
    a3d_json_member_uint(&d->json, "bytes", bytes);
    a3d_json_close(j, '}');
    a3d_json_close(j, '}');
    a3d_putc(d->out, '\n');
}

/* ---- both forms ---- */

static bool is_same(const a3d_compared *sums)
{
    return sums->differ + sums->only_a + sums->only_b == 0;
}

/* The number of bytes that differ, including those after the end of the shorter file. *first is the offset of the
 * first. */
static uint64_t other_bytes(const a3d_diff_file *a, const a3d_diff_file *b, uint64_t *first)
{
    uint64_t least = a->result->size < b->result->size ? a->result->size : b->result->size, n = 0;
    *first = least;
    for (uint64_t i = least; i-- > 0;)
        if (a->data[i] != b->data[i]) {
            *first = i;
            n++;
        }
    return n + (a->result->size - least) + (b->result->size - least);
}

static void end_text(diff *d, const a3d_compared *sums, uint64_t bytes, uint64_t first, bool same)
{
    if (!is_same(sums))
        put_sums(d, sums);
    else if (bytes == 0)
        a3d_puts(d->out, "the same bytes\n");
    else if (same)
        a3d_puts(d->out, "no difference beyond the tolerance\n");
    else
        a3d_printf(d->out, "no field differs, but %" PRIu64 " byte%s that no field shows (padding),"
                           " from file+0x%" PRIx64 " on\n", bytes, bytes == 1 ? "" : "s", first);
}

static bool compare(diff *d, const a3d_diff_file *a, const a3d_diff_file *b, a3d_diff_end *end)
{
    const a3d_diff_options *options = d->options;
    a3d_comparison how = {.tolerance = options->tolerance,
                          .values = true,
                          .derived = options->all,
                          .choices = options->all,
                          .steps = options->steps,
                          .each = options->json ? put_json_difference : put_text_difference,
                          .user = d};
    a3d_arena *arena = d->out->arena;
    a3d_compared sums;
    uint64_t first, bytes = other_bytes(a, b, &first);
    if (options->json) {
        begin_json(d, a, b);
    } else if (bytes > 0) {
        put_head(d, "--- ", a);
        put_head(d, "+++ ", b);
    }
    bool ok = a3d_compare(arena, a->result->doc, b->result->doc, &how, &sums), tolerated = ok && sums.tolerated;
    /* When no value differs, report what else can: choices first, then derived values that are right in their own
     * file. */
    for (unsigned pass = 0; pass < 2 && ok && is_same(&sums) && !sums.limited && !options->all && bytes > 0; pass++) {
        how.values = how.derived = pass == 1 && !tolerated;
        how.choices = pass == 0;
        ok = a3d_compare(arena, a->result->doc, b->result->doc, &how, &sums);
    }
    unfold(d);
    end->limited = ok && sums.limited;
    end->same = ok && is_same(&sums) && !sums.limited && (bytes == 0 || tolerated);
    if (ok && options->json)
        end_json(d, &sums, bytes, end->same);
    else if (ok && (!sums.limited || !is_same(&sums)))
        end_text(d, &sums, bytes, first, end->same);
    return ok;
}

bool a3d_diff(a3d_text *out, const a3d_diff_file *a, const a3d_diff_file *b, const a3d_diff_options *options,
              a3d_diff_end *end)
{
    A3D_ASSERT(a->result->doc != NULL && b->result->doc != NULL && a->result->format == b->result->format);
    a3d_text lines;
    a3d_text_init(&lines, out->arena);
    diff d = {.out = options->width > 0 && !options->json ? &lines : out, .options = options};
    bool ok = compare(&d, a, b, end);
    a3d_put_wrapped(out, lines.data, lines.size, options->width);
    ok = ok && !lines.failed && !out->failed;
    a3d_text_free(&lines);
    return ok;
}

bool a3d_diff_list(a3d_json *j, const a3d_diff_file *a, const a3d_diff_file *b)
{
    a3d_diff_options options = {.json = true, .all = true};
    diff d = {.out = j->out, .options = &options, .json = *j};
    a3d_comparison how = {.values = true, .derived = true, .choices = true, .each = put_json_difference, .user = &d};
    a3d_compared sums;
    a3d_json_open(&d.json, '[');
    bool ok = a->result == b->result || a3d_compare(j->out->arena, a->result->doc, b->result->doc, &how, &sums);
    a3d_json_close(&d.json, ']');
    *j = d.json;
    return ok && !j->out->failed;
}
