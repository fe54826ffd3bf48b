/* damage.c - damaged files must end in a verdict.
 *
 *     damage [--bits N] [--part K/N] FILE|FOLDER...
 *
 * Every file of up to 4 KiB is cut at every length; in long runs of one byte at every 16th. With --bits, N files
 * of each family (those that lie evenly among the smaller ones) also get every single bit flipped. The content of
 * M3G sections and of A3D2 packages is damaged too, behind checksums that are put right, so that the damage reaches
 * it. --part judges every N-th of the damaged inputs only, so that several processes can share the work.
 *
 * What must hold of each damaged input is said in harnesses/judge.h; that it takes less than SLOW seconds, too. */
#include "../harnesses/judge.h"
#include "base/bytes.h"
#include "codec/inflate.h"
#include "model/format.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { LARGEST = 4096, MOST_CONTENT = 60000, MOST_PIECES = 64, SLOW = 4, MOST_REPORTS = 20, RUN = 32 };

typedef struct input {
    char *path;
    const a3d_format *format;
    uint8_t *data;
    uint32_t size;
    bool bits;
} input;

typedef struct tally {
    const a3d_format *format;
    unsigned long files, valid, invalid, limited;
} tally;

static input *inputs;
static size_t n_inputs, cap_inputs;
static tally tallies[A3D_FORMATS];
static unsigned long done, passed, failed, part, parts = 1;

/* ---- files ---- */

static uint8_t *exact_copy(const uint8_t *data, uint32_t size)
{
    uint8_t *copy = malloc(size > 0 ? size : 1);
    if (copy == NULL)
        exit(3);
    if (size > 0)
        memcpy(copy, data, size);
    return copy;
}

static void take_file(const char *path)
{
    uint8_t buffer[LARGEST + 1];
    const a3d_format *list[A3D_FORMATS];
    FILE *file = fopen(path, "rb");
    size_t n = file != NULL ? fread(buffer, 1, sizeof buffer, file) : 0;
    if (file != NULL)
        fclose(file);
    if (n > LARGEST || judge_candidates(buffer, n, list) == 0)
        return;
    if (n_inputs == cap_inputs) {
        cap_inputs = cap_inputs * 2 + 64;
        inputs = realloc(inputs, cap_inputs * sizeof *inputs);
        if (inputs == NULL)
            exit(3);
    }
    size_t room = strlen(path) + 1;
    char *name = malloc(room);
    if (name == NULL)
        exit(3);
    memcpy(name, path, room);
    inputs[n_inputs++] = (input){name, list[0], exact_copy(buffer, (uint32_t)n), (uint32_t)n, false};
}

static void take(const char *path)
{
    DIR *dir = opendir(path);
    if (dir == NULL) {
        take_file(path);
        return;
    }
    for (const struct dirent *e; (e = readdir(dir)) != NULL;) {
        char inside[4096];
        if (e->d_name[0] == '.' || snprintf(inside, sizeof inside, "%s/%s", path, e->d_name) >= (int)sizeof inside)
            continue;
        take(inside);
    }
    closedir(dir);
}

static int by_format_and_size(const void *a, const void *b)
{
    const input *p = a, *q = b;
    int order = strcmp(p->format->name, q->format->name);
    if (order != 0)
        return order;
    return p->size != q->size ? (p->size < q->size ? -1 : 1) : strcmp(p->path, q->path);
}

/* Chooses `want` files of each family among those of up to 1 KiB, or the smallest when there are not as many. */
static void choose_bits(size_t want)
{
    for (size_t first = 0, next; first < n_inputs; first = next) {
        size_t small = 0;
        for (next = first; next < n_inputs && inputs[next].format == inputs[first].format; next++)
            small += inputs[next].size <= 1024;
        size_t among = small > want ? small : next - first < want ? next - first : want;
        for (size_t i = 0; i < want && i < among; i++)
            inputs[first + (among > want ? i * among / want : i)].bits = true;
    }
}

/* ---- one damaged input ---- */

static tally *tally_of(const a3d_format *format)
{
    tally *t = tallies;
    while (t->format != NULL && t->format != format)
        t++;
    t->format = format;
    return t;
}

/* Judges one damaged input; false when something does not hold. */
static bool survives(const input *in, const uint8_t *data, uint32_t size, const char *how, unsigned long where)
{
    if (done++ % parts != part)
        return true; /* another process does it */
    clock_t start = clock();
    judged result = judge(in->format, data, size);
    if (result.broken[0] == '\0')
        judge_verdict(in->format, data, size, result.broken, sizeof result.broken);
    double seconds = (double)(clock() - start) / CLOCKS_PER_SEC;
    tally *t = tally_of(in->format);
    t->limited += result.limited != 0;
    t->invalid += result.limited == 0 && result.errors > 0;
    t->valid += result.limited == 0 && result.errors == 0;
    if (seconds > SLOW)
        snprintf(result.broken, sizeof result.broken, "took %.1f seconds", seconds);
    if (result.broken[0] == '\0')
        return true;
    if (failed < MOST_REPORTS)
        printf("%s, %s %lu: %s\n", in->path, how, where, result.broken);
    return false;
}

/* What held is counted by the first process only, what did not by the one that saw it. */
static void score(bool good)
{
    passed += good && part == 0;
    failed += !good;
}

/* Whether a cut is well inside a run of equal bytes, where one is like the next: every 16th of them will do. */
static bool spared(const uint8_t *data, uint32_t size, uint32_t n)
{
    if (n % 16 == 0 || n < RUN || size - n < RUN)
        return false;
    return memcmp(data + n - RUN, data + n - RUN + 1, 2 * RUN - 1) == 0;
}

static void cut_file(const input *in)
{
    bool good = true;
    for (uint32_t n = 0; n < in->size; n++) {
        if (spared(in->data, in->size, n))
            continue;
        uint8_t *copy = exact_copy(in->data, n);
        good = survives(in, copy, n, "cut to", n) && good;
        free(copy);
    }
    score(good);
}

static void flip_file(const input *in)
{
    bool good = true;
    uint8_t *copy = exact_copy(in->data, in->size);
    for (uint32_t bit = 0; bit < in->size * 8; bit++) {
        copy[bit / 8] ^= (uint8_t)(0x80 >> bit % 8);
        good = survives(in, copy, in->size, "flipped bit", bit) && good;
        copy[bit / 8] ^= (uint8_t)(0x80 >> bit % 8);
    }
    free(copy);
    score(good);
}

/* ---- content behind checksums ---- */

/* A file taken apart: what is packed in it, unpacked. */
typedef struct piece {
    uint8_t *data;
    uint32_t size;
    bool packed;
    uint32_t start, at;       /* in the rebuilt file: of the section, of the content */
    uint32_t adler_at, sum_at; /* of the two checksums; 0: there is none */
} piece;

typedef struct parted {
    const input *in;
    piece pieces[MOST_PIECES];
    unsigned n;
    uint8_t *out;
    uint32_t size;
} parted;

static bool inflate_piece(piece *p, const uint8_t *from, uint32_t size)
{
    a3d_inflate z;
    a3d_codec_result r;
    p->data = malloc(MOST_CONTENT);
    size_t made = 0;
    bool ok = p->data != NULL && a3d_inflate_begin(&z, from, size, &r) == A3D_CODEC_OK &&
              a3d_inflate_more(&z, p->data, 0, MOST_CONTENT, &made, &r) == 0 && r.status == A3D_CODEC_OK;
    p->size = (uint32_t)made;
    p->packed = true;
    return ok;
}

static bool take_package(parted *f)
{
    const input *in = f->in;
    uint32_t head = in->size > 0 && (in->data[0] & 0x80) != 0 ? 4 : 2;
    if (in->size < head || (in->data[0] & 0xc0) == 0)
        return false;
    f->n = 1;
    return inflate_piece(&f->pieces[0], in->data + head, in->size - head);
}

static bool take_sections(parted *f)
{
    const input *in = f->in;
    for (uint32_t pos = 12; pos < in->size && f->n < MOST_PIECES;) {
        uint32_t length = in->size - pos >= 13 ? a3d_load32(in->data + pos + 1, false) : 0;
        if (length < 13 || length > in->size - pos || in->data[pos] > 1)
            return false;
        piece *p = &f->pieces[f->n++];
        if (in->data[pos] == 1 && !inflate_piece(p, in->data + pos + 9, length - 13))
            return false;
        if (in->data[pos] == 0) {
            p->size = length - 13;
            p->data = exact_copy(in->data + pos + 9, p->size);
        }
        pos += length;
    }
    return f->n > 0;
}

static void fix_checksums(const parted *f, const piece *p)
{
    if (p->adler_at != 0)
        a3d_store(f->out + p->adler_at, 4, a3d_adler32(1, f->out + p->at, p->size), true);
    if (p->sum_at != 0)
        a3d_store(f->out + p->sum_at, 4, a3d_adler32(1, f->out + p->start, p->sum_at - p->start), false);
}

/* Writes the content at `pos`, packed without compression or as it is, and returns where it ends. */
static uint32_t put_content(parted *f, piece *p, uint32_t pos)
{
    p->at = p->packed ? pos + (p->size > 0 ? 7u : 2u) : pos;
    uint32_t n = p->size;
    if (p->packed)
        n = (uint32_t)a3d_deflate_stored(p->data, p->size, f->out + pos);
    else if (n > 0)
        memcpy(f->out + pos, p->data, n);
    p->adler_at = p->packed ? pos + n - 4 : 0;
    return pos + n;
}

static uint32_t put_section(parted *f, piece *p, uint32_t pos)
{
    p->start = pos;
    f->out[pos] = p->packed;
    a3d_store(f->out + pos + 5, 4, p->size, false);
    p->sum_at = put_content(f, p, pos + 9);
    a3d_store(f->out + pos + 1, 4, p->sum_at + 4 - pos, false);
    fix_checksums(f, p);
    return p->sum_at + 4;
}

/* The file size that the header object states, and the hint behind it. */
static void fix_total(parted *f)
{
    enum { TOTAL_AT = 8, NEEDS = 16 };
    const piece *first = &f->pieces[0];
    if (first->size < NEEDS)
        return;
    uint8_t *total = f->out + first->at + TOTAL_AT;
    bool both = a3d_load32(total, false) == a3d_load32(total + 4, false);
    a3d_store(total, 4, f->size, false);
    if (both)
        a3d_store(total + 4, 4, f->size, false);
    fix_checksums(f, first);
}

/* Puts the file together again, in a block of exactly its size. */
static void rebuild(parted *f)
{
    uint32_t room = 16, pos = 4;
    for (unsigned i = 0; i < f->n; i++)
        room += 32 + (uint32_t)a3d_deflate_stored_bound(f->pieces[i].size);
    free(f->out);
    f->out = malloc(room);
    if (f->out == NULL)
        exit(3);
    if (strcmp(f->in->format->name, "m3g") == 0) {
        memcpy(f->out, f->in->data, 12);
        pos = 12;
        for (unsigned i = 0; i < f->n; i++)
            pos = put_section(f, &f->pieces[i], pos);
        f->size = pos;
        fix_total(f);
    } else {
        f->size = put_content(f, &f->pieces[0], 4);
        a3d_store(f->out, 4, 0x80000000u | (f->size - 4), true);
    }
    uint8_t *exact = exact_copy(f->out, f->size);
    free(f->out);
    f->out = exact;
}

static void cut_content(parted *f)
{
    bool good = true;
    for (unsigned i = 0; i < f->n; i++) {
        uint32_t whole = f->pieces[i].size;
        for (uint32_t n = 0; n < whole; n++) {
            if (spared(f->pieces[i].data, whole, n))
                continue;
            f->pieces[i].size = n;
            rebuild(f);
            good = survives(f->in, f->out, f->size, "content cut to", n) && good;
        }
        f->pieces[i].size = whole;
    }
    score(good);
}

static void flip_content(parted *f)
{
    bool good = true;
    rebuild(f);
    for (unsigned i = 0; i < f->n; i++) {
        const piece *p = &f->pieces[i];
        for (uint32_t bit = 0; bit < p->size * 8; bit++) {
            f->out[p->at + bit / 8] ^= (uint8_t)(0x80 >> bit % 8);
            fix_checksums(f, p);
            good = survives(f->in, f->out, f->size, "content flipped bit", bit) && good;
            f->out[p->at + bit / 8] ^= (uint8_t)(0x80 >> bit % 8);
        }
        fix_checksums(f, p);
    }
    score(good);
}

static void damage_content(const input *in)
{
    static parted f;
    memset(&f, 0, sizeof f);
    f.in = in;
    bool m3g = strcmp(in->format->name, "m3g") == 0;
    if (!m3g && strcmp(in->format->name, "a3d2") != 0)
        return;
    if (m3g ? take_sections(&f) : take_package(&f)) {
        cut_content(&f);
        if (in->bits)
            flip_content(&f);
    }
    for (unsigned i = 0; i < f.n; i++)
        free(f.pieces[i].data);
    free(f.out);
}

/* ---- all of it ---- */

static int finish(void)
{
    for (const tally *t = tallies; t < tallies + A3D_FORMATS && t->format != NULL; t++)
        printf("%s: %lu files; %lu damaged inputs invalid, %lu valid, %lu limited\n", t->format->name, t->files, t->invalid, t->valid,
               t->limited);
    for (size_t i = 0; i < n_inputs; i++) {
        free(inputs[i].path);
        free(inputs[i].data);
    }
    bool none = n_inputs == 0;
    free(inputs);
    if (none)
        printf("damage: no file to damage\n");
    printf("%lu passed, %lu failed\n", passed, failed + none);
    return none || failed > 0;
}

int main(int argc, char **argv)
{
    size_t bits = 0;
    for (int i = 1; i < argc; i++) {
        if (strcmp(argv[i], "--bits") == 0 && i + 1 < argc)
            bits = strtoul(argv[++i], NULL, 10);
        else if (strcmp(argv[i], "--part") == 0 && i + 1 < argc && sscanf(argv[i + 1], "%lu/%lu", &part, &parts) == 2 && parts > 0)
            i++;
        else
            take(argv[i]);
    }
    if (n_inputs > 0)
        qsort(inputs, n_inputs, sizeof *inputs, by_format_and_size);
    choose_bits(bits);
    for (size_t i = 0; i < n_inputs; i++) {
        tally_of(inputs[i].format)->files++;
        cut_file(&inputs[i]);
        if (inputs[i].bits)
            flip_file(&inputs[i]);
        damage_content(&inputs[i]);
    }
    return finish();
}
