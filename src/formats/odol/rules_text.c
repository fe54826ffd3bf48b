/* rules_text.c - rules about strings: their characters, paths and repeated names; and about packed blocks */
#include "formats/odol/parts.h"

#include <stdio.h>

/* --- every string (ODOL-017 to ODOL-019) --- */

enum { LONG_TEXT = 4096 };

/* Skips printable ASCII, eight bytes at a time. A byte below 32 or above 126 sets a bit in `odd`, and may also set the
 * bit of the byte after it. */
static uint32_t plain_until(text t, uint32_t i)
{
    const uint64_t each = UINT64_C(0x0101010101010101), top = 128 * each;
    for (; t.n - i >= 8; i += 8) {
        uint64_t word = a3d_load64(t.p + i, false), odd = word | (word - 32 * each) | (word + each);
        if ((odd & top) != 0)
            break;
    }
    while (i < t.n && t.p[i] >= 32 && t.p[i] < 127)
        i++;
    return i;
}

static void report_byte(a3d_ctx *ctx, unsigned rule, uint32_t node, uint32_t at, unsigned byte)
{
    uint32_t stream, off;
    a3d_content(ctx->doc, a3d_at(ctx->doc, node), &stream, &off);
    a3d_finding *f = a3d_report(ctx, rule_of(ctx, rule), node, stream, off + at, 1);
    a3d_actual(f, byte);
    a3d_say(ctx, f, "byte %u of %s is 0x%02x; expected %s", (unsigned)at, a3d_node_name(ctx->doc, node), byte,
            byte > 127 ? "ASCII" : "a printable character");
}

static void check_characters(a3d_ctx *ctx, uint32_t node, text t)
{
    bool control = false, high = false;
    if (t.n > LONG_TEXT) {
        a3d_finding *f = broken(ctx, ODOL_RULE_TEXT_LONG, node);
        a3d_expect(f, 0, LONG_TEXT);
        a3d_actual(f, t.n);
        a3d_say(ctx, f, "%s has %s; expected at most %s", a3d_node_name(ctx->doc, node),
                a3d_amount_of(t.n, "byte").text, a3d_number_of(LONG_TEXT).text);
    }
    for (uint32_t i = plain_until(t, 0); i < t.n && !(control && high); i = plain_until(t, i + 1)) {
        bool is_high = t.p[i] > 127;
        if (is_high ? !high : !control)
            report_byte(ctx, is_high ? ODOL_RULE_TEXT_HIGH : ODOL_RULE_TEXT_CONTROL, node, i, t.p[i]);
        high = high || is_high;
        control = control || !is_high;
    }
}

/* --- paths (ODOL-020 to ODOL-022, and the ending of each kind of path) --- */

static const struct path_row {
    uint16_t record, slot;
    uint16_t rule;       /* broken by another ending */
    uint8_t empty;       /* may be empty */
    uint8_t procedural;  /* may begin with # instead */
    const char *endings[2]; /* none: any ending without a file extension */
} path_rows[] = {
    {REC_P3D, P3D_muzzle_flash, ODOL_RULE_MUZZLE_EXTENSION, 1, 0, {NULL, NULL}},
    {REC_PROXY, PROXY_model, ODOL_RULE_PROXY_EXTENSION, 1, 0, {NULL, NULL}},
    {REC_TEXTURE, TEXTURE_name, ODOL_RULE_TEXTURE_PATH, 1, 1, {".paa", ".pac"}},
    {REC_MATERIAL, MATERIAL_name, ODOL_RULE_MATERIAL_PATH, 0, 0, {".rvmat", NULL}},
    {REC_MATERIAL, MATERIAL_surface, ODOL_RULE_SURFACE_PATH, 1, 0, {".bisurf", NULL}},
    {REC_STAGE, STAGE_texture, ODOL_RULE_STAGE_PATH, 0, 1, {".paa", NULL}}};

enum { PATH_ROWS = sizeof path_rows / sizeof *path_rows };

static void find_path_rows(const a3d_row **rows)
{
    for (unsigned i = 0; i < PATH_ROWS; i++)
        rows[i] = &a3d_odol_records[path_rows[i].record]->rows[path_rows[i].slot];
}

static const struct path_row *path_row_of(const a3d_row *row, const a3d_row *const *rows)
{
    for (unsigned i = 0; i < PATH_ROWS; i++)
        if (row == rows[i])
            return &path_rows[i];
    return NULL;
}

/* The first stage and the thermal one usually have no texture. */
static bool is_plain_stage(const a3d_doc *doc, uint32_t node)
{
    uint32_t stage = a3d_at(doc, node)->parent, list = a3d_at(doc, stage)->parent;
    return list != A3D_NO_NODE && a3d_at(doc, list)->row == &a3d_odol_records[REC_MATERIAL]->rows[MATERIAL_stages] &&
           stage != a3d_at(doc, list)->v.at.first;
}

static bool has_extension(text t)
{
    for (uint32_t i = t.n; i-- > 0 && t.p[i] != '\\' && t.p[i] != '/';)
        if (t.p[i] == '.')
            return true;
    return false;
}

static bool ends_well(const struct path_row *row, text t)
{
    if (t.n == 0)
        return row->empty;
    if (row->procedural && t.p[0] == '#')
        return true;
    if (row->endings[0] == NULL)
        return !has_extension(t);
    return ends_with(t, row->endings[0]) || (row->endings[1] != NULL && ends_with(t, row->endings[1]));
}

static void check_path(a3d_ctx *ctx, uint32_t node, const struct path_row *row, text t)
{
    const char *name = a3d_node_name(ctx->doc, node);
    bool drive = t.n >= 2 && t.p[1] == ':' && fold(t.p[0]) >= 'a' && fold(t.p[0]) <= 'z';
    bool slash = t.n > 0 && t.p[0] != '#' && memchr(t.p, '/', t.n) != NULL, upper = false;
    for (uint32_t i = 0; i < t.n && !upper && t.p[0] != '#'; i++)
        upper = fold(t.p[i]) != t.p[i];
    if (drive)
        a3d_say(ctx, broken(ctx, ODOL_RULE_PATH_DRIVE, node),
                "%s is \"%.*s\"; expected a path without the drive \"%c:\"", name, QUOTED(t), t.p[0]);
    if (slash)
        a3d_say(ctx, broken(ctx, ODOL_RULE_PATH_SLASH, node),
                "%s is \"%.*s\"; expected a backslash in place of each slash", name, QUOTED(t));
    if (upper)
        a3d_say(ctx, broken(ctx, ODOL_RULE_PATH_CASE, node), "%s is \"%.*s\"; expected only lower case", name,
                QUOTED(t));
    if (!ends_well(row, t) && (row->record != REC_STAGE || is_plain_stage(ctx->doc, node)))
        a3d_say(ctx, broken(ctx, row->rule, node),
                row->endings[0] == NULL   ? "%s is \"%.*s\"; expected a path without a file extension"
                : row->endings[1] == NULL ? "%s is \"%.*s\"; expected a path that ends in %s"
                                          : "%s is \"%.*s\"; expected a path that ends in %s or %s",
                name, QUOTED(t), row->endings[0], row->endings[1]);
}

void a3d_odol_check_text(a3d_ctx *ctx)
{
    const a3d_doc *doc = ctx->doc;
    const a3d_row *rows[PATH_ROWS];
    size_t at = 0;
    find_path_rows(rows);
    for (uint32_t i; (i = a3d_next_text(ctx, &at)) != A3D_NO_NODE;) {
        text t = text_of(doc, i);
        const struct path_row *row = path_row_of(a3d_at(doc, i)->row, rows);
        check_characters(ctx, i, t);
        if (row != NULL)
            check_path(ctx, i, row, t);
        if (a3d_work(ctx, 1 + t.n / 64) != A3D_OK)
            return;
    }
}

/* --- names that repeat --- */

typedef struct name {
    text text;
    int64_t number;
    uint32_t node;
} name;

static int by_name(const void *a, const void *b)
{
    const name *p = a, *q = b;
    int order = compare_folded(p->text, q->text);
    if (order != 0)
        return order;
    if (p->number != q->number)
        return p->number < q->number ? -1 : 1;
    return (p->node > q->node) - (p->node < q->node);
}

/* Most lists have few names, which need no block and are not sorted to be compared. */
enum { FEW = 16 };

/* The names of the elements, or NULL: in `few`, or in a block that the caller frees. Counts the work of sorting
 * them. */
static name *names_of(a3d_ctx *ctx, range list, unsigned slot, unsigned number_slot, name *few, size_t *n)
{
    const a3d_doc *doc = ctx->doc;
    name *names = list.count > FEW ? a3d_block_resize(doc->arena, NULL, list.count * sizeof *names)
                  : list.count > 1 ? few
                                   : NULL;
    uint64_t bytes = 0, rounds = 1;
    *n = 0;
    for (uint32_t i = 0; names != NULL && i < list.count; i++) {
        uint32_t element = list.first + i;
        if (!is_whole(doc, element) || !is_present(doc, element, slot))
            continue;
        name *next = &names[(*n)++];
        *next = (name){text_of(doc, a3d_whole_field(doc, element, slot)), 0, a3d_whole_field(doc, element, slot)};
        next->number = number_slot != A3D_NO_SLOT ? a3d_whole_value(doc, element, number_slot) : 0;
        bytes += next->text.n / 64 + 1;
    }
    for (size_t k = *n; k > 1; k /= 2)
        rounds++;
    if (names != NULL && a3d_work(ctx, bytes * rounds) != A3D_OK)
        *n = 0;
    return names;
}

static int by_digest(const void *a, const void *b)
{
    const uint64_t *p = a, *q = b;
    return *p < *q ? -1 : *p > *q;
}

static uint64_t digest_of(const name *n)
{
    uint64_t digest = (uint64_t)n->number;
    for (uint32_t k = 0; k < n->text.n; k++)
        digest = (digest ^ fold(n->text.p[k])) * UINT64_C(1099511628211);
    return digest;
}

static bool may_repeat_of_few(const name *names, size_t n)
{
    uint64_t digests[FEW];
    bool repeat = false;
    for (size_t i = 0; i < n; i++) {
        digests[i] = digest_of(&names[i]);
        for (size_t k = 0; k < i; k++)
            repeat |= digests[k] == digests[i];
    }
    return repeat;
}

/* Whether two names may be the same. Sorts hashes first, which is faster than comparing texts. */
static bool may_repeat(const a3d_doc *doc, const name *names, size_t n)
{
    if (n <= FEW)
        return may_repeat_of_few(names, n);
    uint64_t *digests = a3d_block_resize(doc->arena, NULL, n * sizeof *digests);
    bool repeat = digests == NULL;
    for (size_t i = 0; digests != NULL && i < n; i++)
        digests[i] = digest_of(&names[i]);
    if (digests != NULL)
        qsort(digests, n, sizeof *digests, by_digest);
    for (size_t i = 1; digests != NULL && i < n && !repeat; i++)
        repeat = digests[i] == digests[i - 1];
    if (digests != NULL)
        a3d_block_resize(doc->arena, digests, 0);
    return repeat;
}

/* Reports a name that an earlier element of the list has, too. */
static void report_repeat(a3d_ctx *ctx, unsigned rule, const name *n, uint32_t list, uint32_t earlier, bool numbered)
{
    char number[32] = "";
    if (numbered)
        snprintf(number, sizeof number, " with id %lld", (long long)n->number);
    a3d_say(ctx, broken(ctx, rule, n->node), "%s \"%.*s\"%s is already used by %s[%u]; expected another",
            a3d_node_name(ctx->doc, n->node), QUOTED(n->text), number, a3d_node_name(ctx->doc, list),
            (unsigned)earlier);
}

void a3d_odol_check_unique(a3d_ctx *ctx, uint32_t list, unsigned slot, unsigned number_slot, unsigned rule,
                           bool empty_too)
{
    size_t n;
    range all = elements_of(ctx->doc, list);
    name few[FEW], *names = names_of(ctx, all, slot, number_slot, few, &n);
    if (!may_repeat(ctx->doc, names, n))
        n = 0;
    if (n > 1)
        qsort(names, n, sizeof *names, by_name);
    for (size_t i = 1; i < n; i++) {
        bool same = names[i].number == names[i - 1].number && compare_folded(names[i].text, names[i - 1].text) == 0;
        if (same && (empty_too || names[i].text.n > 0))
            report_repeat(ctx, rule, &names[i], list, a3d_at(ctx->doc, names[i - 1].node)->parent - all.first,
                          number_slot != A3D_NO_SLOT);
    }
    if (names != NULL && names != few)
        a3d_block_resize(ctx->doc->arena, names, 0);
}

/* --- blocks --- */

/* Checks for packed blocks that did not get smaller (ODOL-030) and for unusual end marks (ODOL-042). */
static void check_packed(a3d_ctx *ctx, const a3d_stream *s)
{
    const a3d_doc *doc = ctx->doc;
    int64_t version = doc->vars[A3D_VAR_VERSION];
    const a3d_stream *from = &doc->streams[s->parent];
    if (s->packed_size < 3 || from->data == NULL)
        return;
    const uint8_t *end = from->data + s->off + s->packed_size - 3;
    if (version >= 64 && s->packed_size >= s->size) {
        a3d_finding *f = broken(ctx, ODOL_RULE_BLOCK_GAIN, s->owner);
        a3d_say(ctx, f, "%s takes %s packed; expected less than %s, its size when raw", a3d_node_name(doc, s->owner),
                a3d_amount_of(s->packed_size, "byte").text, a3d_number_of(s->size).text);
    }
    if (version >= 44 && (end[0] != 0x11 || end[1] != 0 || end[2] != 0))
        a3d_say(
            ctx,
            a3d_report(ctx, rule_of(ctx, ODOL_RULE_BLOCK_MARK), s->owner, s->parent, s->off + s->packed_size - 3, 3),
            "the packed %s ends with %02x %02x %02x; expected 11 00 00", a3d_node_name(doc, s->owner), end[0], end[1],
            end[2]);
}

/* Checks for a single element that applies to an empty list (ODOL-047, ODOL-048). */
static void check_fill(a3d_ctx *ctx, uint32_t index)
{
    const a3d_node *node = a3d_at(ctx->doc, index);
    const a3d_row *rows = a3d_odol_records[REC_LOD]->rows;
    bool clip = node->row == &rows[LOD_clip] || node->row == &rows[LOD_clip_early];
    a3d_say(ctx, broken(ctx, clip ? ODOL_RULE_FILL_CLIP : ODOL_RULE_FILL_EMPTY, index),
            "%s is empty but has a fill value; expected no fill value", a3d_node_name(ctx->doc, index));
}

void a3d_odol_check_blocks(a3d_ctx *ctx)
{
    const a3d_doc *doc = ctx->doc;
    for (size_t i = 1; i < doc->n_streams; i++)
        if (doc->streams[i].owner != A3D_NO_NODE && a3d_at(doc, doc->streams[i].owner)->packed)
            check_packed(ctx, &doc->streams[i]);
    for (const a3d_node *node = doc->nodes, *end = node + doc->n_nodes; node < end; node++)
        if ((node->form & A3D_FORM_FILL) != 0 && node->state == A3D_PRESENT && a3d_shape_of(node)->fill &&
            node->v.at.count == 0)
            check_fill(ctx, (uint32_t)(node - doc->nodes));
    a3d_work(ctx, doc->n_streams + a3d_all_nodes(doc) / 8);
}
