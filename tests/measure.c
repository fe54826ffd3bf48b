/* measure.c - is the damage found where it was done?
 *
 *     measure [--count N] [--seed S] [--most BYTES] [--report BASE] [--show] [--keep DIR] FILE...
 *
 * Draws N single damages in the sound files of each format, evenly over four kinds (scalars, counts, lengths, mask
 * bits; not every format has all), and knows the truth: where the damage is. Files of more than BYTES are left out. Each damaged file is judged as the command line would. Of those that
 * come out invalid it counts in how many the damaged bytes lie in a finding without a cause, or in one of its
 * suspects (three at most), how many errors without a cause there are, and whether the edit that the first suspect
 * stands for leaves fewer errors. Damage reaches packed content too:
 * the stream is patched before it is packed, and the checksums around it are put right. --show tells of each damage
 * that was not found, --keep writes those files into DIR; --report writes BASE.md and BASE.json. */
#include "lint/lint.h"
#include "base/bytes.h"
#include "codec/codec.h"
#include "engine/decode/decode.h"
#include "engine/edit/edit.h"
#include "engine/encode/encode.h"
#include "engine/decode/mask.h"
#include "engine/document/prefix.h"
#include "report/common/phrases.h"

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
    unsigned tried, invalid, found, in_finding, suspected, repaired;
    unsigned long errors;
} tally;

/* The sound files of one format. */
typedef struct family {
    const a3d_format *format;
    char **paths;
    int n;
    tally tallies[KINDS];
} family;

typedef struct wish {
    unsigned long count, seed, most;
    bool tell;
    const char *dir, *base;
} wish;

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

/* Whether the edit that the first suspect stands for is taken, and leaves fewer errors. */
static void try_suspect(const a3d_result *result, const uint8_t *data, size_t size, tally *t)
{
    const a3d_doc *doc = result->doc;
    const a3d_finding *f = NULL;
    for (size_t i = 0; i < doc->n_findings && f == NULL; i++)
        if (doc->findings[i].severity == A3D_ERROR && doc->findings[i].n_suspects > 0)
            f = &doc->findings[i];
    if (f == NULL)
        return;
    a3d_arena arena, last;
    a3d_options options = {.format = result->format};
    a3d_patch *patches = NULL;
    size_t n_patches = 0;
    a3d_text edit, out;
    a3d_arena_init(&arena, NULL);
    a3d_arena_init(&last, NULL);
    a3d_text_init(&edit, &arena);
    a3d_text_init(&out, &arena);
    a3d_put_repair(&edit, doc, &f->suspects[0]);
    a3d_putc(&edit, '\0');
    a3d_doc *own = a3d_decode(&arena, result->format, data, (uint32_t)size, NULL, a3d_start_branches(result->format, &options));
    t->suspected++;
    if (own != NULL && a3d_edit(own, edit.data, &patches, &n_patches) == NULL && a3d_encode(own, A3D_FAITHFUL, &out, patches, n_patches) == NULL) {
        const a3d_result *after = a3d_lint(&last, (const uint8_t *)out.data, out.size, &options);
        t->repaired += after != NULL && after->counts[A3D_ERROR] + after->more[A3D_ERROR] < result->counts[A3D_ERROR] + result->more[A3D_ERROR];
    }
    a3d_arena_free(&last);
    a3d_arena_free(&arena);
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
    const a3d_result *sound = a3d_lint(&arena, data, size, &options);
    if (sound != NULL && sound->doc != NULL && sound->verdict == A3DLINT_VALID && draw_damage(sound->doc, k, &d) &&
        damaged_file(sound->doc, &d, &out)) {
        bool found = true;
        options.format = sound->format;
        const a3d_result *result = a3d_lint(&other, (const uint8_t *)out.data, out.size, &options);
        t->tried++;
        if (result != NULL && result->verdict == A3DLINT_INVALID) {
            judge(result->doc, &d, t, &found);
            try_suspect(result, (const uint8_t *)out.data, out.size, t);
        }
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

/* ---- families ---- */

/* Puts a file to the others of its format, when it is sound and small enough. */
static void take(family *families, const wish *w, char *path)
{
    a3d_arena arena;
    a3d_options options = {.name = path};
    size_t size;
    uint8_t *data = read_file(path, &size);
    a3d_arena_init(&arena, NULL);
    const a3d_result *result = size <= w->most ? a3d_lint(&arena, data, size, &options) : NULL;
    for (unsigned i = 0; result != NULL && result->verdict == A3DLINT_VALID && a3d_formats()[i] != NULL; i++) {
        family *f = &families[i];
        if (a3d_formats()[i] != result->format)
            continue;
        f->paths = realloc(f->paths, (size_t)(f->n + 1) * sizeof *f->paths);
        if (f->paths == NULL)
            exit(3);
        f->paths[f->n++] = path;
    }
    a3d_arena_free(&arena);
    free(data);
}

static unsigned long tried(const family *f)
{
    unsigned long n = 0;
    for (int k = 0; k < KINDS; k++)
        n += f->tallies[k].tried;
    return n;
}

/* Kinds that a file does not have give nothing, so there are more draws than damages. */
static void measure_family(family *f, const wish *w)
{
    enum { DRAWS = 4 };
    state = 88172645463325252u + w->seed * 2654435761u;
    for (unsigned long i = 0; tried(f) < w->count && i < DRAWS * w->count && f->n > 0; i++) {
        const char *path = f->paths[draw() % (uint64_t)f->n];
        size_t size;
        uint8_t *data = read_file(path, &size);
        one(path, data, size, (kind)(i % KINDS), &f->tallies[i % KINDS], w->tell, w->dir);
        free(data);
    }
}

/* ---- what comes out ---- */

static double percent(unsigned n, unsigned of)
{
    return of > 0 ? 100.0 * n / of : 0;
}

static void print_family(const family *f)
{
    for (int k = 0; k < KINDS; k++) {
        const tally *t = &f->tallies[k];
        if (t->invalid > 0)
            printf("%-6s %-10s %5u drawn, %5u made the file invalid; found %5.1f %% (%.1f %% in a finding); %.2f errors without a cause; "
                   "%u of %u likely causes repair\n", f->format->name, kind_names[k], t->tried, t->invalid, percent(t->found, t->invalid),
                   percent(t->in_finding, t->invalid), (double)t->errors / t->invalid, t->repaired, t->suspected);
    }
}

static FILE *create(const char *base, const char *end)
{
    char name[600];
    snprintf(name, sizeof name, "%.500s%s", base, end);
    FILE *out = fopen(name, "w");
    if (out == NULL)
        exit(3);
    return out;
}

static void write_markdown(const family *families, const wish *w)
{
    FILE *out = create(w->base, ".md");
    fprintf(out, "# Where damage is found\n\nWritten by `make measure-report` of a3dlint " A3DLINT_VERSION "; each machine gives the same figures. In sound real files of at most %lu bytes one value was damaged at a time, %lu times for each\n"
                 "format (seed %lu): a number, a count, a length or a bit of the null mask. Checksums and packing around it were put right, so that\n"
                 "only the damage itself shows.\n\n"
                 "**invalid**: damages that break a rule at all; a color or a position may as well be meant. **found**: of these, the damaged bytes lie in\n"
                 "a finding without a cause or in one of its suspects, three at most. **in a finding**: without the suspects. **errors**: errors without\n"
                 "a cause, on average; 1 is right. **likely causes**: first suspects of errors, and how many of them leave fewer errors when `edit` makes\n"
                 "their repair.\n\n| format | files | damage | drawn | invalid | found | in a finding | errors | likely causes | repair |\n|---|---|---|---|---|---|---|---|---|---|\n",
            w->most, w->count, w->seed);
    for (const family *f = families; f->format != NULL; f++)
        for (int k = 0; k < KINDS; k++) {
            const tally *t = &f->tallies[k];
            if (t->tried > 0)
                fprintf(out, "| %s | %d | %s | %u | %u | %.1f %% | %.1f %% | %.2f | %u | %u |\n", f->format->name, f->n, kind_names[k], t->tried, t->invalid,
                        percent(t->found, t->invalid), percent(t->in_finding, t->invalid), t->invalid > 0 ? (double)t->errors / t->invalid : 0,
                        t->suspected, t->repaired);
        }
    fclose(out);
}

static void write_json(const family *families, const wish *w)
{
    FILE *out = create(w->base, ".json");
    const char *glue = "\n";
    fprintf(out, "{\n  \"count\": %lu, \"seed\": %lu, \"most\": %lu,\n  \"rows\": [", w->count, w->seed, w->most);
    for (const family *f = families; f->format != NULL; f++)
        for (int k = 0; k < KINDS; k++) {
            const tally *t = &f->tallies[k];
            if (t->tried == 0)
                continue;
            fprintf(out, "%s    {\"format\": \"%s\", \"files\": %d, \"damage\": \"%s\", \"drawn\": %u, \"invalid\": %u, \"found\": %u, \"inFinding\": %u, "
                         "\"errors\": %lu, \"likelyCauses\": %u, \"repaired\": %u}", glue, f->format->name, f->n, kind_names[k], t->tried, t->invalid,
                    t->found, t->in_finding, t->errors, t->suspected, t->repaired);
            glue = ",\n";
        }
    fprintf(out, "\n  ]\n}\n");
    fclose(out);
}

static int parse(wish *w, int argc, char **argv)
{
    int i = 1;
    for (; i < argc && argv[i][0] == '-'; i++) {
        if (strcmp(argv[i], "--show") == 0)
            w->tell = true;
        else if (i + 1 < argc && strcmp(argv[i], "--count") == 0)
            w->count = strtoul(argv[++i], NULL, 10);
        else if (i + 1 < argc && strcmp(argv[i], "--keep") == 0)
            w->dir = argv[++i];
        else if (i + 1 < argc && strcmp(argv[i], "--report") == 0)
            w->base = argv[++i];
        else if (i + 1 < argc && strcmp(argv[i], "--most") == 0)
            w->most = strtoul(argv[++i], NULL, 10);
        else if (i + 1 < argc && strcmp(argv[i], "--seed") == 0)
            w->seed = strtoul(argv[++i], NULL, 10);
    }
    return i;
}

int main(int argc, char **argv)
{
    enum { MOST_FORMATS = 16 };
    family families[MOST_FORMATS] = {{.format = NULL}};
    wish w = {.count = 400, .most = 64u << 20};
    int first = parse(&w, argc, argv);
    for (unsigned i = 0; a3d_formats()[i] != NULL && i + 1 < MOST_FORMATS; i++)
        families[i].format = a3d_formats()[i];
    for (int i = first; i < argc; i++)
        take(families, &w, argv[i]);
    for (family *f = families; f->format != NULL; f++) {
        measure_family(f, &w);
        print_family(f);
        fflush(stdout);
    }
    if (w.base != NULL) {
        write_markdown(families, &w);
        write_json(families, &w);
    }
    for (family *f = families; f->format != NULL; f++)
        free(f->paths);
    return 0;
}
