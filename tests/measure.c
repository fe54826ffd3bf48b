/* measure.c - is the damage found where it was done?
 *
 *     measure [--count N] [--seed S] [--show] [--keep DIR] FILE...
 *
 * Draws N single damages, evenly over four kinds (scalars, counts, lengths, mask bits), in sound files, and
 * knows the truth: where the damage is. Each damaged file is judged as the command line would. Of those that
 * come out invalid it counts in how many the damaged bytes lie in a finding without a cause, or in one of its
 * suspects (three at most), and how many errors without a cause there are. Damage reaches packed content too:
 * the stream is patched before it is packed, and the checksums around it are put right. --show tells of each damage
 * that was not found, --keep writes those files into DIR. */
#include "a3dlint_internal.h"
#include "base/bytes.h"
#include "codec/codec.h"
#include "engine/decode.h"
#include "engine/encode.h"
#include "engine/mask.h"
#include "engine/path.h"
#include "engine/prefix.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

typedef enum kind { SCALAR, COUNT, LENGTH, MASK, KINDS } kind;
static const char *const kind_names[KINDS] = {"scalars", "counts", "lengths", "mask bits"};

typedef struct damage {
    uint32_t stream, off, size;
    uint8_t bytes[8];
} damage;

typedef struct tally {
    unsigned tried, invalid, found, in_finding;
    unsigned long errors;
} tally;

static uint64_t state = 88172645463325252u;
static uint64_t draw(void)
{
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    return state;
}

/* ---- what can be damaged ---- */

static bool counts_something(const a3d_doc *doc, uint32_t index)
{
    const a3d_node *node = a3d_at(doc, index);
    const a3d_record *type = node->parent != A3D_NO_NODE ? a3d_record_type(doc, node->parent) : NULL;
    if (node->row->derive.kind == A3D_COUNT)
        return true;
    if (type == NULL || a3d_shape_of(a3d_at(doc, node->parent))->kind == A3D_VECTOR)
        return false;
    unsigned slot = index - a3d_at(doc, node->parent)->v.at.first;
    for (unsigned i = slot + 1; i < type->n_rows; i++) {
        const a3d_shape *s = a3d_shape_of(a3d_at(doc, a3d_field(doc, node->parent, i)));
        if ((s->kind == A3D_ARRAY || s->kind == A3D_VECTOR) && s->count_by == A3D_COUNT_FIELD && s->slot == slot)
            return true;
    }
    return false;
}

static kind kind_of(const a3d_doc *doc, uint32_t index)
{
    const a3d_node *node = a3d_at(doc, index);
    const a3d_shape *s = a3d_shape_of(node);
    if (node->state != A3D_PRESENT || node->row == &a3d_row_element)
        return KINDS;
    if ((s->kind == A3D_ARRAY || s->kind == A3D_VECTOR) && s->count_by == A3D_COUNT_PREFIX)
        return COUNT;
    if (s->kind == A3D_CUSTOM)
        return s->custom == &a3d_null_mask ? MASK : node->row->derive.kind == A3D_SPAN ? LENGTH : KINDS;
    if (s->kind != A3D_SCALAR)
        return KINDS;
    unsigned by = node->row->derive.kind;
    if (by == A3D_SPAN || by == A3D_UNPACKED || by == A3D_TOTAL)
        return LENGTH;
    return counts_something(doc, index) ? COUNT : by == A3D_ADLER32 ? KINDS : SCALAR;
}

/* Another value of the same width: a neighbour, one bit flipped, or any. */
static uint64_t other_value(uint64_t value, unsigned bits)
{
    uint64_t mask = bits >= 64 ? UINT64_MAX : (UINT64_C(1) << bits) - 1, other;
    do {
        switch (draw() % 4) {
        case 0: other = value + 1 + draw() % 4; break;
        case 1: other = value - 1 - draw() % 4; break;
        case 2: other = value ^ UINT64_C(1) << draw() % bits; break;
        default: other = draw(); break;
        }
    } while ((other & mask) == (value & mask));
    return other & mask;
}

static bool draw_damage(const a3d_doc *doc, kind want, damage *d)
{
    uint32_t found = A3D_NO_NODE, seen = 0;
    for (uint32_t i = 0; i < doc->n_nodes; i++)
        if (kind_of(doc, i) == want && draw() % ++seen == 0)
            found = i;
    if (found == A3D_NO_NODE)
        return false;
    const a3d_node *node = a3d_at(doc, found);
    const uint8_t *p = doc->streams[node->stream].data + node->off;
    *d = (damage){.stream = node->stream, .off = node->off};
    if (want == MASK) {
        uint32_t at = doc->mask.header + (uint32_t)(draw() % doc->mask.used);
        d->off += at / 8;
        d->size = 1;
        d->bytes[0] = (uint8_t)(p[at / 8] ^ 0x80 >> at % 8);
        return true;
    }
    bool header = a3d_shape_of(node)->kind == A3D_CUSTOM; /* of a package: 14 or 31 bits are the length */
    bool list = a3d_shape_of(node)->kind != A3D_SCALAR && !header, a3d = header || (list && doc->format->prefix == A3D_PREFIX_A3D);
    d->size = header ? node->size : list ? a3d_prefix_size(doc->format, p, 4) : a3d_width(a3d_shape_of(node)->type);
    unsigned bits = header ? (d->size == 2 ? 14 : 31) : a3d ? (d->size == 1 ? 7 : d->size == 2 ? 14 : 22) : 8 * d->size;
    uint64_t top = a3d ? a3d_load(p, d->size, true) >> bits << bits : 0;
    uint64_t value = other_value(a3d_load(p, d->size, doc->format->big_endian), bits);
    a3d_store(d->bytes, d->size, value | top, doc->format->big_endian);
    return true;
}

/* ---- the damaged file ---- */

/* M3G sections that were patched in the file itself need their Adler-32 again. */
static void repair_sections(const a3d_doc *doc, uint8_t *file, size_t size, const damage *d)
{
    if (strcmp(doc->format->name, "m3g") != 0 || d->stream != 0)
        return;
    uint32_t original = doc->streams[0].size;
    const uint8_t *was = doc->streams[0].data;
    for (uint64_t at = 12; at + 13 <= original && original == size;) {
        uint32_t total = a3d_load32(was + at + 1, false);
        if (total < 13 || total > original - at)
            return;
        bool touches_sum = d->off + d->size > at + total - 4 && d->off < at + total;
        if (d->off >= at && d->off < at + total && !touches_sum)
            a3d_store(file + at + total - 4, 4, a3d_adler32(1, file + at, total - 4), false);
        at += total;
    }
}

static bool damaged_file(a3d_doc *doc, const damage *d, a3d_text *out)
{
    uint32_t owner = doc->streams[d->stream].owner == A3D_NO_NODE ? doc->root : doc->streams[d->stream].owner;
    if (a3d_shape_of(a3d_at(doc, owner))->pack == A3D_PACK_BLOCK)
        return false;
    a3d_patch patch = {.owner = owner, .off = d->off, .size = d->size, .bytes = d->bytes};
    if (a3d_encode(doc, A3D_FAITHFUL, out, &patch, 1) != NULL)
        return false;
    repair_sections(doc, (uint8_t *)out->data, out->size, d);
    return true;
}

/* ---- judging ---- */

static bool touches(const damage *d, uint32_t stream, uint32_t off, uint32_t size)
{
    return stream == d->stream && off < d->off + d->size && d->off < off + (size > 0 ? size : 1);
}

static void judge(const a3d_doc *doc, const damage *d, tally *t, bool *found)
{
    bool in_finding = false, in_suspect = false;
    for (size_t i = 0; i < doc->n_findings; i++) {
        const a3d_finding *f = &doc->findings[i];
        if (f->cause != A3D_NO_CAUSE || f->severity < A3D_WARNING)
            continue;
        t->errors += f->severity == A3D_ERROR;
        in_finding |= touches(d, f->stream, f->off, f->size);
        for (uint32_t k = 0; k < f->n_suspects; k++)
            in_suspect |= touches(d, f->suspects[k].stream, f->suspects[k].off, f->suspects[k].size);
    }
    t->invalid++;
    t->in_finding += in_finding;
    *found = in_finding || in_suspect;
    t->found += *found;
}

static void show(const char *path, kind k, const a3d_doc *doc, const damage *d)
{
    printf("%s: %s at stream %u offset %u (%u bytes)\n", path, kind_names[k], (unsigned)d->stream, (unsigned)d->off, (unsigned)d->size);
    for (size_t i = 0; i < doc->n_findings; i++)
        if (doc->findings[i].cause == A3D_NO_CAUSE && doc->findings[i].severity >= A3D_WARNING)
            printf("    %s %u+%u+%u, %u suspects: %s\n", doc->findings[i].rule->id, (unsigned)doc->findings[i].stream,
                   (unsigned)doc->findings[i].off, (unsigned)doc->findings[i].size, (unsigned)doc->findings[i].n_suspects,
                   doc->findings[i].message);
}

/* Writes a damaged file under a name that tells what was done to it. */
static void keep(const char *dir, const char *path, const damage *d, const a3d_text *out)
{
    const char *base = strrchr(path, '/') != NULL ? strrchr(path, '/') + 1 : path;
    char name[600];
    snprintf(name, sizeof name, "%.300s/%u-%u-%.200s", dir, (unsigned)d->stream, (unsigned)d->off, base);
    FILE *f = fopen(name, "wb");
    if (f == NULL || fwrite(out->data, 1, out->size, f) != out->size || fclose(f) != 0)
        exit(3);
}

static void one(const char *path, const uint8_t *data, size_t size, kind k, tally *t, bool tell, const char *dir)
{
    a3d_arena arena, other;
    a3d_options options = {.name = path};
    damage d;
    a3d_text out;
    a3d_arena_init(&arena, NULL);
    a3d_arena_init(&other, NULL);
    a3d_text_init(&out, &arena);
    const a3d_result *sound = a3d_judge(&arena, data, size, &options);
    if (sound != NULL && sound->doc != NULL && sound->verdict == A3DLINT_VALID && draw_damage(sound->doc, k, &d) &&
        damaged_file(sound->doc, &d, &out)) {
        bool found = true;
        options.format = sound->format;
        const a3d_result *result = a3d_judge(&other, (const uint8_t *)out.data, out.size, &options);
        t->tried++;
        if (result != NULL && result->verdict == A3DLINT_INVALID)
            judge(result->doc, &d, t, &found);
        if (!found && tell)
            show(path, k, result->doc, &d);
        if (!found && dir != NULL)
            keep(dir, path, &d, &out);
    }
    a3d_arena_free(&other);
    a3d_arena_free(&arena);
}

static uint8_t *read_file(const char *path, size_t *size)
{
    FILE *f = fopen(path, "rb");
    uint8_t *data = malloc(64u << 20);
    if (f == NULL || data == NULL)
        exit(3);
    *size = fread(data, 1, 64u << 20, f);
    fclose(f);
    return data;
}

int main(int argc, char **argv)
{
    unsigned long count = 400;
    bool tell = false;
    const char *dir = NULL;
    int first = 1;
    tally tallies[KINDS] = {{0}};
    for (; first < argc && argv[first][0] == '-'; first++) {
        if (strcmp(argv[first], "--show") == 0)
            tell = true;
        else if (first + 1 < argc && strcmp(argv[first], "--count") == 0)
            count = strtoul(argv[++first], NULL, 10);
        else if (first + 1 < argc && strcmp(argv[first], "--keep") == 0)
            dir = argv[++first];
        else if (first + 1 < argc && strcmp(argv[first], "--seed") == 0)
            state = 88172645463325252u + strtoul(argv[++first], NULL, 10) * 2654435761u;
    }
    for (unsigned long i = 0; i < count && first < argc; i++) {
        const char *path = argv[first + (int)(draw() % (uint64_t)(argc - first))];
        size_t size;
        uint8_t *data = read_file(path, &size);
        one(path, data, size, (kind)(i % KINDS), &tallies[i % KINDS], tell, dir);
        free(data);
    }
    for (int k = 0; k < KINDS; k++) {
        const tally *t = &tallies[k];
        if (t->invalid > 0)
            printf("%-10s %5u drawn, %5u made the file invalid; found %5.1f %% (%.1f %% in a finding); %.2f errors without a cause\n",
                   kind_names[k], t->tried, t->invalid, 100.0 * t->found / t->invalid, 100.0 * t->in_finding / t->invalid,
                   (double)t->errors / t->invalid);
    }
    return 0;
}
