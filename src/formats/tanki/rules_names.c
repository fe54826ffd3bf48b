/* rules_names.c - rules about strings, unique names and colors of materials */
#include "engine/document/findings.h"
#include "formats/tanki/model.h"
#include "formats/tanki/records.h"
#include "formats/tanki/rules.h"

#include <stdlib.h>
#include <string.h>

/* --- each string --- */

static void report_byte(const a3d_tanki_model *m, unsigned rule, uint32_t node, uint32_t stream, uint32_t off,
                        uint32_t at, uint8_t byte)
{
    a3d_finding *f = a3d_report(m->ctx, &m->ctx->format->rules[rule], node, stream, off + at, 1);
    a3d_actual(f, byte);
    a3d_say(m->ctx, f, "byte %u of %s is 0x%02x; expected a printable character", (unsigned)at,
            a3d_row_name(a3d_at(m->doc, node)->row), byte);
}

/* Checks TANKI-036, TANKI-037. */
static void check_string(const a3d_tanki_model *m, uint32_t node)
{
    uint32_t count, stream, off;
    const uint8_t *p = a3d_tanki_bytes(m, node, 1, &count, &stream, &off);
    bool nul = false, control = false;
    for (uint32_t i = 0; p != NULL && i < count && !(nul && control); i++) {
        if (p[i] == 0 && !nul)
            report_byte(m, TANKI_RULE_STRING_NUL, node, stream, off, i, p[i]);
        else if (p[i] != 0 && (p[i] < 0x20 || p[i] == 0x7f) && !control)
            report_byte(m, TANKI_RULE_STRING_CONTROL, node, stream, off, i, p[i]);
        nul = nul || p[i] == 0;
        control = control || (p[i] != 0 && (p[i] < 0x20 || p[i] == 0x7f));
    }
}

/* Checks TANKI-043. */
static void check_path(const a3d_tanki_model *m, uint32_t node)
{
    uint32_t count, stream, off;
    const uint8_t *p = a3d_tanki_bytes(m, node, 1, &count, &stream, &off);
    if (p == NULL)
        return;
    bool letter = (p[0] >= 'A' && p[0] <= 'Z') || (p[0] >= 'a' && p[0] <= 'z');
    if (p[0] != '/' && p[0] != '\\' && !(letter && count > 1 && p[1] == ':'))
        return;
    a3d_finding *f = a3d_tanki_report(m, TANKI_RULE_MAP_PATH, node);
    a3d_say(m->ctx, f, "diffuseMap is \"%.*s\", an absolute path; expected a file name",
            (int)(count < 100 ? count : 100), (const char *)p);
}

/* Checks TANKI-042. */
static void check_color(const a3d_tanki_model *m, uint32_t record)
{
    double rgb[3];
    if (!a3d_tanki_floats(m->doc, record, 3, rgb))
        return;
    for (unsigned k = 0; k < 3; k++) {
        if (rgb[k] >= 0 && rgb[k] <= 1)
            continue;
        uint32_t node = a3d_field(m->doc, record, k);
        a3d_finding *f = a3d_tanki_report(m, TANKI_RULE_COLOR_RANGE, node);
        f->actual = (a3d_quantity){.kind = A3D_Q_FLOAT, .i = a3d_at(m->doc, node)->v.i};
        a3d_expect_text(f, "0\u20131");
        a3d_say(m->ctx, f, "color.%s is %g; expected 0\u20131", a3d_row_name(a3d_at(m->doc, node)->row), rgb[k]);
    }
}

/* --- names that occur once --- */

typedef struct name {
    const uint8_t *text;
    uint32_t size, index, node;
    bool fold; /* letter case is ignored */
} name;

static uint8_t folded(const name *n, uint32_t i)
{
    uint8_t c = n->text[i];
    return n->fold && c >= 'A' && c <= 'Z' ? (uint8_t)(c + 32) : c;
}

static int compare_text(const name *a, const name *b)
{
    uint32_t i = 0, least = a->size < b->size ? a->size : b->size;
    while (i < least && folded(a, i) == folded(b, i))
        i++;
    if (i < least)
        return folded(a, i) < folded(b, i) ? -1 : 1;
    return a->size < b->size ? -1 : a->size > b->size;
}

static int by_name(const void *a, const void *b)
{
    const name *p = a, *q = b;
    int order = compare_text(p, q);
    return order != 0 ? order : (p->index > q->index) - (p->index < q->index);
}

/* A list whose names are to be different, and where they are in a record. */
typedef struct names {
    const a3d_tanki_model *m;
    const a3d_tanki_list *list;
    unsigned slot;
    bool fold;
} names;

/* Reads the name of record i. Returns whether it is not empty. */
static bool read_name(const names *all, uint32_t i, name *out)
{
    uint32_t stream, off;
    if (!a3d_was_read(all->m->doc, all->list->first + i))
        return false;
    *out = (name){.index = i, .node = a3d_field(all->m->doc, all->list->first + i, all->slot), .fold = all->fold};
    out->text = a3d_tanki_bytes(all->m, out->node, 1, &out->size, &stream, &off);
    return out->text != NULL;
}

static uint32_t hash_of(const name *n)
{
    uint32_t hash = n->size;
    for (uint32_t i = 0; i < n->size; i++)
        hash = (hash ^ folded(n, i)) * 0x01000193u;
    return hash ^ hash >> 15;
}

/* Counts the work of sorting names with so many bytes together. */
static bool may_sort(const names *all, uint32_t n, uint64_t bytes)
{
    uint32_t depth = 1;
    for (uint32_t k = n; k > 1; k /= 2)
        depth++;
    return a3d_work(all->m->ctx, depth * (n + bytes / 64)) == A3D_OK;
}

/* Puts a hash into a table of `slots` slots, a power of two. Returns false if it is there, or if too many are close. */
static bool put_hash(uint32_t *table, uint32_t slots, uint32_t hash)
{
    enum { CHAIN = 16 };
    uint32_t slot = hash >> 1, chain = 0;
    for (; table[slot & (slots - 1)] != 0; slot++)
        if (table[slot & (slots - 1)] == hash || ++chain == CHAIN)
            return false;
    table[slot & (slots - 1)] = hash;
    return true;
}

/* Whether certainly no two names are equal, as in most files: all hashes differ. Large lists are not collected then.
 * Sets *n and *bytes to the number and the size of the names. */
static bool surely_once(const names *all, uint32_t *n, uint64_t *bytes)
{
    uint32_t slots = 4;
    bool once = true;
    while (slots < 2 * (uint64_t)all->list->count)
        slots *= 2;
    uint32_t *table = a3d_block_resize(all->m->doc->arena, NULL, slots * sizeof *table);
    if (table == NULL) {
        a3d_limit(all->m->ctx, A3D_LIMIT_MEMORY);
        return true;
    }
    memset(table, 0, slots * sizeof *table);
    for (uint32_t i = 0; i < all->list->count; i++) {
        name one;
        if (!read_name(all, i, &one))
            continue;
        ++*n;
        *bytes += one.size;
        once = once && put_hash(table, slots, hash_of(&one) | 1); /* 0: an empty slot */
    }
    a3d_block_resize(all->m->doc->arena, table, 0);
    return once;
}

static void report_repeats(const names *all, unsigned rule, name *sorted)
{
    uint32_t n = 0;
    for (uint32_t i = 0; i < all->list->count; i++) {
        name one;
        if (read_name(all, i, &one))
            sorted[n++] = one;
    }
    qsort(sorted, n, sizeof *sorted, by_name);
    for (uint32_t i = 1; i < n; i++) {
        if (compare_text(&sorted[i - 1], &sorted[i]) != 0)
            continue;
        a3d_finding *f = a3d_tanki_report(all->m, rule, sorted[i].node);
        unsigned other = sorted[i - 1].index;
        a3d_say(all->m->ctx, f, "name \"%.*s\" is already used by %s[%u]; expected another",
                (int)(sorted[i].size < 100 ? sorted[i].size : 100), (const char *)sorted[i].text,
                rule == TANKI_RULE_TRANSFORM_NAME ? "transforms" : "objects", other);
    }
}

static void check_repeats(const a3d_tanki_model *m, const a3d_tanki_list *list, unsigned slot, bool fold, unsigned rule)
{
    const names all = {m, list, slot, fold};
    uint64_t bytes = 0;
    uint32_t n = 0;
    if (list->count < 2)
        return;
    bool once = surely_once(&all, &n, &bytes);
    if (!may_sort(&all, n, bytes) || once || n == 0)
        return;
    name *sorted = a3d_block_resize(m->doc->arena, NULL, n * sizeof *sorted);
    if (sorted == NULL) {
        a3d_limit(m->ctx, A3D_LIMIT_MEMORY);
        return;
    }
    report_repeats(&all, rule, sorted);
    a3d_block_resize(m->doc->arena, sorted, 0);
}

static void check_field(const a3d_tanki_model *m, const a3d_tanki_list *list, unsigned slot,
                        void (*check)(const a3d_tanki_model *, uint32_t))
{
    for (uint32_t i = 0; i < list->count; i++)
        if (a3d_was_read(m->doc, list->first + i) && a3d_work(m->ctx, 1) == A3D_OK)
            check(m, a3d_field(m->doc, list->first + i, slot));
}

void a3d_tanki_check_names(const a3d_tanki_model *m)
{
    check_field(m, &m->materials, MATERIAL_name, check_string);
    check_field(m, &m->materials, MATERIAL_diffuseMap, check_string);
    check_field(m, &m->materials, MATERIAL_diffuseMap, check_path);
    check_field(m, &m->materials, MATERIAL_color, check_color);
    check_field(m, &m->meshes, MESH_name, check_string);
    check_field(m, &m->transforms, TRANSFORM_name, check_string);
    check_field(m, &m->objects, OBJECT_name, check_string);
    if (m->version == 3)
        check_repeats(m, &m->transforms, TRANSFORM_name, false, TANKI_RULE_TRANSFORM_NAME); /* TANKI-096 */
    else
        check_repeats(m, &m->objects, OBJECT_name, true, TANKI_RULE_OBJECT_NAME); /* TANKI-115 */
}
