/* dictionary.c - see dictionary.h */
#include "report/reference/dictionary.h"
#include "base/never.h"
#include "engine/generate/random.h"
#include "model/doc.h"

#include <string.h>

enum { MOST_WORDS = 1024, MOST_BYTES = 16 };

typedef struct word {
    uint8_t bytes[MOST_BYTES], size;
} word;

typedef struct dictionary {
    a3d_text *out;
    const a3d_format *format;
    word *words; /* the words written so far */
    unsigned n;
    unsigned types;   /* one bit for each wire type that occurs */
    bool zlib, block, fill;
} dictionary;

/* ---- words ---- */

static void put_name(a3d_text *out, const char *text)
{
    for (; *text != '\0'; text++) {
        unsigned c = (unsigned char)*text;
        a3d_putc(out, (c | 0x20) - 'a' < 26 || c - '0' < 10 ? *text : '_');
    }
}

/* Writes a word, unless it was written before. */
static void put_bytes(dictionary *d, const char *name, const char *part, const void *bytes, unsigned size)
{
    word w = {.size = (uint8_t)size};
    memcpy(w.bytes, bytes, size);
    for (unsigned i = 0; i < d->n; i++)
        if (memcmp(&d->words[i], &w, sizeof w) == 0)
            return;
    if (A3D_NEVER(d->n == MOST_WORDS)) /* no format has that many words (test_tables.c) */
        return;
    d->words[d->n++] = w;
    put_name(d->out, name);
    a3d_puts(d->out, *part != '\0' ? "_" : "");
    put_name(d->out, part);
    a3d_puts(d->out, "=\"");
    for (unsigned i = 0; i < size; i++) {
        a3d_puts(d->out, "\\x");
        a3d_put_hex(d->out, &w.bytes[i], 1, "");
    }
    a3d_puts(d->out, "\"\n");
}

/* Writes a value as the bytes in a file. Single bytes are left out, because fuzzing engines try them anyway. */
static void put_value(dictionary *d, const char *name, const char *part, unsigned type, int64_t value)
{
    uint8_t bytes[8];
    if (a3d_width(type) < 2 || a3d_type_fit(type, value) != value)
        return;
    a3d_store(bytes, a3d_width(type), (uint64_t)value, d->format->big_endian);
    put_bytes(d, name, part, bytes, a3d_width(type));
}

/* ---- rows ---- */

static void put_domain(dictionary *d, const a3d_row *row, unsigned type)
{
    const a3d_domain *domain = &row->domain;
    switch (domain->kind) {
    case A3D_BYTES:
        put_bytes(d, row->name, "", domain->bytes, (unsigned)domain->lo);
        break;
    case A3D_IS:
    case A3D_NOT:
        put_value(d, row->name, "", type, domain->lo);
        break;
    case A3D_RANGE:
        put_value(d, row->name, "least", type, domain->lo);
        put_value(d, row->name, "less", type, domain->lo - 1);
        put_value(d, row->name, "most", type, domain->hi);
        put_value(d, row->name, "more", type, domain->hi + 1);
        break;
    case A3D_ENUM:
        for (const a3d_name *n = domain->names; n->name != NULL; n++)
            put_value(d, row->name, n->name, type, n->value);
        break;
    default:
        break;
    }
    if (row->ref.spaces != 0 && row->ref.has_none)
        put_value(d, row->name, "none", type, row->ref.none);
    if (row->preset != 0)
        put_value(d, row->name, "usual", type, row->preset);
}

static void put_shape(dictionary *d, const a3d_row *row, const a3d_shape *s)
{
    d->zlib |= s->pack == A3D_PACK_ZLIB;
    d->block |= s->pack == A3D_PACK_BLOCK;
    d->fill |= s->fill;
    if (s->kind != A3D_SCALAR && s->kind != A3D_ARRAY)
        return;
    d->types |= 1u << s->type;
    put_domain(d, row, s->type);
    if (row->publish != A3D_VAR_VERSION + 1)
        return;
    for (const a3d_version *v = d->format->versions; v->text != NULL; v++)
        put_value(d, "version", v->text, s->type, v->number);
}

/* Writes the beginning of an object of each type: its number, and a length below 256. */
static void put_cases(dictionary *d, const a3d_record *type, const a3d_shape *s)
{
    const a3d_shape *key = &type->rows[s->slot].shape;
    for (const a3d_case *c = s->cases; s->kind == A3D_SWITCH && c->record != NULL; c++) {
        uint8_t bytes[8] = {0};
        a3d_store(bytes, a3d_width(key->type), (uint64_t)c->key, d->format->big_endian);
        put_bytes(d, c->name, "", bytes, a3d_width(key->type) + 4);
    }
}

static void put_row(dictionary *d, const a3d_record *type, const a3d_row *row)
{
    if (row->alts == NULL) {
        put_shape(d, row, &row->shape);
        put_cases(d, type, &row->shape);
    }
    for (const a3d_alt *alt = row->alts; alt != NULL && alt->shape.kind != A3D_NOTHING; alt++) {
        put_shape(d, row, &alt->shape);
        put_cases(d, type, &alt->shape);
    }
}

/* ---- words of all rows ---- */

static void put_floats(dictionary *d)
{
    static const struct { const char *name; uint32_t bits; } floats[] = {
        {"zero_negative", 0x80000000}, {"one", 0x3f800000}, {"infinity", 0x7f800000}, {"infinity_negative", 0xff800000},
        {"nan", 0x7fc00000}, {"nan_signalling", 0x7f800001}, {"greatest", 0x7f7fffff}, {"denormal", 0x00000001},
        {"least_normal", 0x00800000}};
    for (unsigned i = 0; i < sizeof floats / sizeof *floats; i++)
        put_value(d, "float", floats[i].name, A3D_F32, floats[i].bits);
}

static void put_ends(dictionary *d)
{
    static const struct { uint8_t type; const char *name; int64_t least, most; } types[] = {
        {A3D_U16, "u16", 0, UINT16_MAX},
        {A3D_I16, "i16", INT16_MIN, INT16_MAX},
        {A3D_U32, "u32", 0, UINT32_MAX},
        {A3D_I32, "i32", INT32_MIN, INT32_MAX},
        {A3D_I64, "i64", INT64_MIN, INT64_MAX}};
    for (unsigned i = 0; i < sizeof types / sizeof *types; i++) {
        unsigned type = types[i].type;
        if ((d->types >> type & 1) == 0)
            continue;
        put_value(d, types[i].name, "most", type, types[i].most);
        put_value(d, types[i].name, "least", type, types[i].least);
        put_value(d, types[i].name, "minus_1", type, -1);
        put_value(d, types[i].name, "half", type, types[i].most / 2 + 1);
        put_value(d, types[i].name, "256", type, 256);
        put_value(d, types[i].name, "65536", type, 65536);
    }
}

static void put_marks(dictionary *d)
{
    if (d->format->prefix == A3D_PREFIX_A3D) {
        put_bytes(d, "length", "2_bytes", "\xbf\xff", 2);
        put_bytes(d, "length", "3_bytes", "\xff\xff\xff", 3);
        put_bytes(d, "length", "over_long_2", "\x80\x00", 2);
        put_bytes(d, "length", "over_long_3", "\xc0\x00\x00", 3);
    }
    if (d->zlib) {
        put_bytes(d, "zlib", "default", "\x78\x9c", 2);
        put_bytes(d, "zlib", "best", "\x78\xda", 2);
        put_bytes(d, "zlib", "empty", "\x78\x9c\x03\x00\x00\x00\x00\x01", 8);
        put_bytes(d, "deflate", "stored", "\x01\x00\x00\xff\xff", 5);
    }
    if (d->block)
        put_bytes(d, "lzo", "end", "\x11\x00\x00", 3);
    if (d->block)
        put_bytes(d, "block", "packed_lzo_end", "\x02\x11\x00\x00", 4);
    if (d->fill)
        put_bytes(d, "condensed", "one", "\x01\x00\x00\x00\x01", 5);
}

void a3d_dictionary(a3d_text *out, const a3d_format *format)
{
    dictionary d = {.out = out, .format = format, .words = a3d_arena_alloc(out->arena, MOST_WORDS * sizeof(word))};
    if (d.words == NULL) {
        out->failed = true;
        return;
    }
    a3d_printf(out, "# %s: %s\n# Printed by `a3dlint formats --dictionary %s` from its tables;"
                    " for libFuzzer (-dict=) and AFL++ (-x).\n", format->name, format->title, format->name);
    for (unsigned i = 0; i < format->n_records; i++)
        for (unsigned k = 0; k < format->records[i]->n_rows; k++)
            put_row(&d, format->records[i], &format->records[i]->rows[k]);
    put_floats(&d);
    put_ends(&d);
    put_marks(&d);
}
