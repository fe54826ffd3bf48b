/* branches.c - is the branch of a damaged file still known?
 *
 *     branches [--count N] [--most WRONG] [--show] [FILE...]
 *
 * Of formats with branches, in the versions that several branches have, it takes the sound files of the command line and
 * random ones of each branch, and damages each N times, a place at a time: half of the places lie in the first 2 KiB.
 * It tells, for each kind of damage, in how many the decoder takes another branch than that of the sound file. Files that
 * are cut off before anything differs are apart. More than WRONG in 10,000 of the others, or a sound file that is taken for
 * another than it was made as, end with status 1. --show tells each. */
#include "lint/generate.h"
#include "engine/decode/decode.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { FLIP, BYTE, NUMBER, CUT, INSERT, REMOVE, KINDS, MOST_FORMATS = 16, NEAR = 2048, SEEDS = 24, LONGEST = 8 };
static const char *const kind_names[KINDS] = {"bit flipped", "byte changed", "number changed", "cut off", "bytes put in", "bytes left out"};

typedef struct tally {
    unsigned tried, wrong, open; /* open: nothing is left that tells */
} tally;

static tally tallies[2][KINDS]; /* of the files given, of random ones */
static unsigned files, mistaken;
static unsigned long count = 200;
static bool tell;

static uint64_t state = 88172645463325252u;
static uint64_t draw(uint64_t below)
{
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    return state % below;
}

static const a3d_branch *branch_of(const a3d_format *format, const uint8_t *data, size_t size, const char **why)
{
    a3d_arena arena;
    a3d_arena_init(&arena, NULL);
    const a3d_doc *doc = a3d_decode(&arena, format, data, (uint32_t)size, NULL, format->usual);
    const a3d_branch *b = format->branches;
    while (doc != NULL && b->name != NULL && (doc->vars[A3D_VAR_BRANCH] & b->mask) == 0)
        b++;
    *why = doc != NULL ? a3d_branch_reason(doc->why) : "none";
    a3d_arena_free(&arena);
    return b;
}

/* Damages `copy`, which has room for LONGEST more, and returns its size. */
static size_t damage(uint8_t *copy, size_t size, size_t at, unsigned kind)
{
    size_t n = 1 + (size_t)draw(LONGEST);
    switch (kind) {
    case FLIP: copy[at] ^= (uint8_t)(1u << draw(8)); return size;
    case BYTE: copy[at] = (uint8_t)(copy[at] + 1 + draw(255)); return size;
    case NUMBER:
        for (size_t i = at; i < at + 4 && i < size; i++)
            copy[i] = (uint8_t)draw(256);
        return size;
    case CUT: return at;
    case INSERT:
        memmove(copy + at + n, copy + at, size - at);
        for (size_t i = 0; i < n; i++)
            copy[at + i] = (uint8_t)draw(256);
        return size + n;
    default:
        n = n < size - at ? n : size - at;
        memmove(copy + at, copy + at + n, size - at - n);
        return size - n;
    }
}

static void try_file(const a3d_format *format, const a3d_branch *right, const char *name, const uint8_t *data, size_t size, tally *of)
{
    size_t from = (size_t)format->version_at + 4;
    uint8_t *copy = malloc(size + LONGEST);
    if (copy == NULL || size <= from)
        exit(3);
    for (unsigned long i = 0; i < count; i++) {
        unsigned kind = (unsigned)(i % KINDS);
        size_t end = i / KINDS % 2 == 0 && size > NEAR ? NEAR : size, at = from + (size_t)draw(end - from);
        memcpy(copy, data, size);
        const char *why;
        size_t now = damage(copy, size, at, kind);
        const a3d_branch *taken = branch_of(format, copy, now, &why);
        bool open = kind == CUT && strcmp(why, "tie") == 0;
        of[kind].tried++;
        of[kind].open += open;
        of[kind].wrong += taken != right && !open;
        if (!open && taken != right && tell)
            printf("%s (%s): %s at 0x%zx, taken for %s (%s)\n", name, right->name, kind_names[kind], at, taken->name, why);
    }
    files++;
    free(copy);
}

static unsigned branches_of(const a3d_format *format, unsigned version)
{
    unsigned n = 0;
    for (const a3d_branch *b = format->branches; b != NULL && b->name != NULL; b++)
        n += version >= b->since && version <= b->until;
    return n;
}

static void given(const char *path)
{
    a3d_arena arena;
    a3d_options options = {.name = path};
    FILE *f = fopen(path, "rb");
    uint8_t *data = malloc(64u << 20);
    if (f == NULL || data == NULL)
        exit(3);
    size_t size = fread(data, 1, 64u << 20, f);
    fclose(f);
    a3d_arena_init(&arena, NULL);
    const a3d_result *r = a3d_lint(&arena, data, size, &options);
    const char *why;
    if (r != NULL && r->verdict == A3DLINT_VALID && r->format->branches != NULL && branches_of(r->format, (unsigned)atoi(r->version)) > 1)
        try_file(r->format, branch_of(r->format, data, size, &why), path, data, size, tallies[0]);
    a3d_arena_free(&arena);
    free(data);
}

static void made(const a3d_format *format, const a3d_version *version, const a3d_branch *branch)
{
    for (unsigned seed = 0; seed < SEEDS; seed++) {
        a3d_wish wish = {.format = format, .version = version, .branch = branch->mask, .seed = seed, .size = seed % 4 == 0 ? 0 : (seed % 4) * (seed % 4) * 700};
        a3d_arena arena;
        a3d_text out;
        char name[80];
        const char *why;
        a3d_arena_init(&arena, NULL);
        a3d_text_init(&out, &arena);
        if (a3d_generate_random(&arena, &wish, &out) != NULL)
            exit(3);
        snprintf(name, sizeof name, "%s:%s seed %u, %u bytes", format->name, version->text, seed, (unsigned)wish.size);
        if (branch_of(format, (const uint8_t *)out.data, out.size, &why) != branch) {
            mistaken++;
            printf("%s (%s): sound, but taken for another branch\n", name, branch->name);
        }
        if (seed < 4 || wish.size > 0) /* without a size the seed changes nothing */
            try_file(format, branch, name, (const uint8_t *)out.data, out.size, tallies[1]);
        a3d_arena_free(&arena);
    }
}

static void all_made(const a3d_format *format)
{
    for (const a3d_version *v = format->versions; format->branches != NULL && v->text != NULL; v++)
        for (const a3d_branch *b = format->branches; b->name != NULL; b++)
            if (branches_of(format, v->number) > 1 && v->number >= b->since && v->number <= b->until && v->branch == NULL)
                made(format, v, b);
}

static unsigned long print(void)
{
    static const char *const names[] = {"given", "random"};
    unsigned long tried = 0, wrong = 0;
    for (unsigned of = 0; of < 2; of++)
        for (unsigned k = 0; k < KINDS; k++) {
            const tally *t = &tallies[of][k];
            if (t->tried > 0)
                printf("%-6s  %-14s %6u tried, %4u open, %4u wrong: %5.2f %%\n", names[of], kind_names[k], t->tried, t->open, t->wrong,
                       100.0 * t->wrong / t->tried);
            tried += t->tried - t->open;
            wrong += t->wrong;
        }
    printf("%u files, %lu damages, %lu in another branch: %.2f %%\n", files, tried, wrong, tried > 0 ? 100.0 * (double)wrong / (double)tried : 0);
    return tried > 0 ? wrong * 10000 / tried : 0;
}

int main(int argc, char **argv)
{
    unsigned long most = 10000;
    int i = 1;
    for (; i < argc && argv[i][0] == '-'; i++) {
        if (strcmp(argv[i], "--show") == 0)
            tell = true;
        else if (i + 1 < argc && strcmp(argv[i], "--count") == 0)
            count = strtoul(argv[++i], NULL, 10);
        else if (i + 1 < argc && strcmp(argv[i], "--most") == 0)
            most = strtoul(argv[++i], NULL, 10);
    }
    for (; i < argc; i++)
        given(argv[i]);
    for (const a3d_format *const *f = a3d_formats(); *f != NULL; f++)
        all_made(*f);
    return print() > most || mistaken > 0;
}
