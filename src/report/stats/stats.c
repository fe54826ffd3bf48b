/* stats.c - see stats.h */
#include "report/stats/stats.h"
#include "engine/document/path.h"
#include "report/common/phrases.h"
#include "report/common/pieces.h"
#include "engine/document/assets.h"

#include <inttypes.h>
#include <string.h>

enum { FIELDS = 64, LARGEST = 5 };

/* The bytes that a field takes in the whole document, without packed bytes. */
typedef struct field {
    const char *name;
    uint64_t bytes;
} field;

typedef struct large {
    uint32_t node;
    uint64_t bytes;
} large;

/* The content of one document. */
typedef struct count {
    a3d_doc *doc;
    uint64_t assets[A3D_ASSETS], lists, unpacked;
    a3d_stat *records; /* by record id: sums over all files */
    a3d_stat *own;     /* by record id: this file */
    field fields[FIELDS];
    unsigned n_fields;
    large largest[LARGEST];
    unsigned n_largest;
} count;

/* ---- sums ---- */

static size_t all_records(void)
{
    size_t n = 0;
    for (const a3d_format *const *f = a3d_formats(); *f != NULL; f++)
        n += (*f)->n_records;
    return n;
}

a3d_stats *a3d_stats_new(a3d_arena *arena)
{
    a3d_stats *stats = a3d_arena_alloc(arena, sizeof *stats);
    if (stats != NULL)
        stats->records = a3d_arena_alloc(arena, all_records() * sizeof *stats->records);
    return stats != NULL && stats->records != NULL ? stats : NULL;
}

static a3d_stat *records_of(const a3d_stats *stats, const a3d_format *format)
{
    size_t n = 0;
    for (const a3d_format *const *f = a3d_formats(); *f != format; f++)
        n += (*f)->n_records;
    return stats->records + n;
}

/* ---- counting ---- */

static void count_record(count *c, const a3d_record *type, uint64_t n)
{
    c->own[type->id].count += n;
    for (unsigned i = 0; i < type->n_rows; i++)
        if (type->rows[i].alts == NULL && type->rows[i].shape.kind == A3D_RECORD)
            count_record(c, type->rows[i].shape.record, n);
}

static void count_node(count *c, uint32_t index)
{
    const a3d_node *node = a3d_at(c->doc, index);
    if (node->state != A3D_PRESENT)
        return;
    unsigned kind = a3d_shape_of(node)->kind;
    const a3d_record *type = a3d_record_type(c->doc, index);
    c->lists += kind == A3D_ARRAY || kind == A3D_VECTOR;
    if (node->flat)
        count_record(c, a3d_shape_of(node)->record, a3d_stored_count(node));
    else if (type != NULL)
        c->own[type->id].count++;
}

/* The name of the outermost named field that contains a node. */
static const char *field_of(const a3d_doc *doc, uint32_t node)
{
    const char *name = "$slack";
    for (; node != doc->root; node = a3d_at(doc, node)->parent)
        if (a3d_at(doc, node)->row != &a3d_row_element && !a3d_at(doc, node)->row->transparent)
            name = a3d_row_name(a3d_at(doc, node)->row);
    return name;
}

static void add_field(count *c, const char *name, uint64_t bytes)
{
    unsigned i = 0;
    while (i < c->n_fields && strcmp(c->fields[i].name, name) != 0)
        i++;
    if (i == c->n_fields && i < FIELDS)
        c->fields[c->n_fields++] = (field){name, 0};
    c->fields[i < FIELDS ? i : FIELDS - 1].bytes += bytes;
}

static void add_large(count *c, uint32_t node, uint64_t bytes)
{
    unsigned at = c->n_largest < LARGEST ? c->n_largest++ : LARGEST;
    for (; at > 0 && c->largest[at - 1].bytes < bytes; at--)
        if (at < LARGEST)
            c->largest[at] = c->largest[at - 1];
    if (at < LARGEST)
        c->largest[at] = (large){node, bytes};
}

static void count_piece(count *c, const a3d_piece *piece)
{
    const a3d_record *type = a3d_piece_record(c->doc, piece);
    bool packed = piece->part == A3D_PART_PACKED;
    const char *name = "$packed";
    if (!packed)
        name = piece->node == A3D_NO_NODE ? "$unread" : field_of(c->doc, piece->node);
    add_field(c, name, piece->size);
    if (type != NULL && !packed)
        c->own[type->id].bytes += piece->size;
    if (piece->part == A3D_PART_VALUES || piece->part == A3D_PART_ELEMENTS)
        add_large(c, piece->node, piece->size);
}

static bool count_all(count *c, a3d_doc *doc, a3d_stats *stats)
{
    a3d_pieces pieces;
    memset(c, 0, sizeof *c);
    c->doc = doc;
    c->own = a3d_arena_alloc(doc->arena, (doc->format->n_records + 1u) * sizeof *c->own);
    c->records = records_of(stats, doc->format);
    if (c->own == NULL || !a3d_pieces_make(&pieces, doc, doc->arena))
        return false;
    for (uint32_t i = 0; i < doc->n_nodes; i++)
        count_node(c, i);
    for (size_t i = 0; i < pieces.n; i++)
        count_piece(c, &pieces.at[i]);
    a3d_pieces_free(&pieces, doc->arena);
    a3d_count_assets(doc, c->assets);
    for (uint32_t s = 1; s < doc->n_streams; s++)
        c->unpacked += doc->streams[s].size;
    for (unsigned i = 0; i < doc->format->n_records; i++) {
        c->records[i].count += c->own[i].count;
        c->records[i].bytes += c->own[i].bytes;
    }
    for (unsigned i = A3D_NO_ASSET + 1; i < A3D_ASSETS; i++)
        stats->assets[i] += c->assets[i];
    stats->files++;
    stats->size += doc->streams[0].size;
    stats->unpacked += c->unpacked;
    stats->lists += c->lists;
    return true;
}

/* ---- JSON ---- */

static void put_assets(a3d_json *j, const uint64_t *assets, const a3d_format *format)
{
    a3d_json_member_open(j, "contents", '{');
    for (unsigned i = A3D_NO_ASSET + 1; i < A3D_ASSETS; i++) {
        a3d_json_key(j, a3d_asset_name((a3d_asset)i));
        if (format == NULL || a3d_has_asset(format, (a3d_asset)i))
            a3d_json_uint(j, assets[i]);
        else
            a3d_json_null(j);
    }
    a3d_json_close(j, '}');
}

static void put_records(a3d_json *j, const a3d_format *format, const a3d_stat *stats, bool with_format)
{
    for (unsigned i = 0; i < format->n_records; i++) {
        if (stats[i].count == 0)
            continue;
        a3d_json_open(j, '{');
        if (with_format) {
            a3d_json_member_str(j, "format", format->name);
        }
        a3d_json_member_str(j, "name", format->records[i]->name);
        a3d_json_member_uint(j, "count", stats[i].count);
        a3d_json_member_uint(j, "bytes", stats[i].bytes);
        a3d_json_close(j, '}');
    }
}

static void put_fields(a3d_json *j, const count *c)
{
    a3d_json_member_open(j, "fields", '[');
    for (unsigned i = 0; i < c->n_fields; i++) {
        a3d_json_open(j, '{');
        a3d_json_member_str(j, "name", c->fields[i].name);
        a3d_json_member_uint(j, "bytes", c->fields[i].bytes);
        a3d_json_close(j, '}');
    }
    a3d_json_close(j, ']');
}

static void put_largest(a3d_json *j, const count *c)
{
    a3d_json_member_open(j, "largest", '[');
    for (unsigned i = 0; i < c->n_largest; i++) {
        a3d_text path;
        a3d_text_init(&path, j->out->arena);
        a3d_put_path(&path, c->doc, c->largest[i].node);
        a3d_json_open(j, '{');
        a3d_json_member_text(j, "path", path.data != NULL ? path.data : "", path.size);
        a3d_json_member_uint(j, "count", a3d_at(c->doc, c->largest[i].node)->v.at.count);
        a3d_json_member_uint(j, "bytes", c->largest[i].bytes);
        a3d_json_close(j, '}');
        a3d_text_free(&path);
    }
    a3d_json_close(j, ']');
}

void a3d_stats_json(a3d_json *j, a3d_doc *doc, a3d_stats *stats)
{
    count c;
    a3d_json_key(j, "stats");
    if (doc == NULL) {
        a3d_json_null(j);
        return;
    }
    j->out->failed |= !count_all(&c, doc, stats);
    a3d_json_open(j, '{');
    put_assets(j, c.assets, doc->format);
    a3d_json_member_uint(j, "lists", c.lists);
    a3d_json_member_uint(j, "unpacked", c.unpacked);
    a3d_json_member_open(j, "records", '[');
    if (c.own != NULL)
        put_records(j, doc->format, c.own, false);
    a3d_json_close(j, ']');
    put_fields(j, &c);
    put_largest(j, &c);
    a3d_json_close(j, '}');
}

void a3d_stats_total_json(a3d_json *j, const a3d_stats *stats)
{
    a3d_json_member_open(j, "stats", '{');
    put_assets(j, stats->assets, NULL);
    a3d_json_member_uint(j, "lists", stats->lists);
    a3d_json_member_uint(j, "size", stats->size);
    a3d_json_member_uint(j, "unpacked", stats->unpacked);
    a3d_json_member_open(j, "records", '[');
    for (const a3d_format *const *f = a3d_formats(); *f != NULL; f++)
        put_records(j, *f, records_of(stats, *f), true);
    a3d_json_close(j, ']');
    a3d_json_close(j, '}');
}

/* ---- text ---- */

static void put_assets_text(a3d_text *out, const uint64_t *assets)
{
    bool some = false;
    for (unsigned i = A3D_NO_ASSET + 1; i < A3D_ASSETS; i++) {
        if (assets[i] == 0)
            continue;
        a3d_printf(out, "%s%" PRIu64 " %s", some ? ", " : "    contents  ", assets[i],
                   a3d_asset_for((a3d_asset)i, assets[i]));
        some = true;
    }
    a3d_puts(out, some ? "\n" : "");
}

static void put_records_text(a3d_text *out, const a3d_format *format, const a3d_stat *stats, const char *head)
{
    for (unsigned i = 0; i < format->n_records; i++) {
        if (stats[i].count == 0)
            continue;
        a3d_printf(out, "    %-9s %7" PRIu64 " %-22s %10" PRIu64 " bytes\n", head, stats[i].count,
                   format->records[i]->name, stats[i].bytes);
        head = "";
    }
}

void a3d_stats_text(a3d_text *out, const char *path, const a3d_result *result, a3d_stats *stats)
{
    count c;
    if (result->doc == NULL || result->format == NULL)
        return;
    out->failed |= !count_all(&c, result->doc, stats);
    a3d_put_file_name(out, path);
    a3d_printf(out, ": %s%s%s, %" PRIu64 " bytes", result->format->name, result->version[0] != '\0' ? " " : "",
               result->version, result->size);
    if (c.unpacked > 0)
        a3d_printf(out, ", %" PRIu64 " unpacked", c.unpacked);
    a3d_printf(out, ", %" PRIu64 " lists\n", c.lists);
    put_assets_text(out, c.assets);
    if (c.own != NULL)
        put_records_text(out, result->format, c.own, "records");
    for (unsigned i = 0; i < c.n_fields; i++)
        a3d_printf(out, "    %-9s %-30s %10" PRIu64 " bytes\n", i == 0 ? "fields" : "", c.fields[i].name,
                   c.fields[i].bytes);
    for (unsigned i = 0; i < c.n_largest; i++) {
        a3d_printf(out, "    %-9s %10" PRIu64 " bytes  ", i == 0 ? "largest" : "", c.largest[i].bytes);
        a3d_put_path(out, c.doc, c.largest[i].node);
        a3d_putc(out, '\n');
    }
}

void a3d_stats_total_text(a3d_text *out, const a3d_stats *stats)
{
    if (stats->files < 2)
        return;
    a3d_printf(out, "all: %" PRIu64 " documents, %" PRIu64 " bytes, %" PRIu64 " unpacked, %" PRIu64 " lists\n",
               stats->files, stats->size, stats->unpacked, stats->lists);
    put_assets_text(out, stats->assets);
    for (const a3d_format *const *f = a3d_formats(); *f != NULL; f++)
        put_records_text(out, *f, records_of(stats, *f), (*f)->name);
}
