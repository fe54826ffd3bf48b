/* mutator_afl.c - the custom mutator of AFL++ 4.04c: mutants with their descriptions, trimming by parts of the
 * document, checksums that follow what AFL++ changes by itself, and more turns for files that break rules first. */
#include "mutator.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#ifndef PUBLIC
#define PUBLIC __attribute__((visibility("default")))
#endif

PUBLIC void *afl_custom_init(void *afl, unsigned int seed);
PUBLIC size_t afl_custom_fuzz(void *state, uint8_t *buf, size_t size, uint8_t **out, uint8_t *add, size_t add_size,
                              size_t max_size);
PUBLIC unsigned int afl_custom_fuzz_count(void *state, const uint8_t *buf, size_t size);
PUBLIC const char *afl_custom_describe(void *state, size_t room);
PUBLIC size_t afl_custom_post_process(void *state, uint8_t *buf, size_t size, uint8_t **out);
PUBLIC int afl_custom_init_trim(void *state, uint8_t *buf, size_t size);
PUBLIC size_t afl_custom_trim(void *state, uint8_t **out);
PUBLIC int afl_custom_post_trim(void *state, unsigned char success);
PUBLIC unsigned char afl_custom_queue_get(void *state, const unsigned char *name);
PUBLIC unsigned char afl_custom_queue_new_entry(void *state, const unsigned char *name, const unsigned char *from);
PUBLIC void afl_custom_deinit(void *state);

enum {
    AFL_MIXED = 4,         /* one mutant in so many takes parts of a second file */
    AFL_MOST = 1 << 16,    /* bytes of a mutant of a smaller file */
    AFL_IN_TURN = 256,     /* mutants in a turn; as many more for each rule that the file broke first, up to ... */
    AFL_MOST_RULES = 3,
    AFL_TRIMS = 16,        /* candidates of a trimming that are run, and one more for so many bytes, up to ... */
    AFL_TRIM_BYTES = 64,
    AFL_MOST_TRIMS = 128,
    AFL_LARGEST = 1 << 20, /* of the files of the queue that are looked at */
    AFL_SAID = 100         /* of a name of at most 255: a file that a run begins with has the old name in its own */
};

typedef struct afl_state {
    workshop shop;
    mutator_repair repair;
    mutator_rules rules;
    mutator_trim *trim;
    const uint8_t *candidate; /* of the trimming */
    size_t candidate_size, last_size; /* last_size: of the last mutant, in shop.out */
    int trims, most_trims;
    uint64_t seed;
    char said[AFL_SAID];
    unsigned long trimmed, fresh; /* candidates that held; rules that were new */
} afl_state;

void *afl_custom_init(void *afl, unsigned int seed)
{
    (void)afl;
    afl_state *a = calloc(1, sizeof *a);
    if (a != NULL)
        a->seed = (uint64_t)seed << 32;
    return a;
}

/* ---- mutants ---- */

size_t afl_custom_fuzz(void *state, uint8_t *buf, size_t size, uint8_t **out, uint8_t *add, size_t add_size,
                       size_t max_size)
{
    afl_state *a = state;
    uint64_t seed = a->seed++;
    *out = buf;
    /* AFL++ always offers a megabyte. Counts that fill it make mutant and run slow, and show nothing new. */
    size_t usual = size > AFL_MOST / 2 ? 2 * size : AFL_MOST;
    max_size = max_size < usual ? max_size : usual;
    if (!mutator_room(&a->shop, max_size))
        return 0;
    *out = a->shop.out;
    return a->last_size = mutator_make(&a->shop, buf, size, seed % AFL_MIXED == 0 ? add : NULL, add_size, seed,
                                       a->shop.out, max_size);
}

/* How many mutants of a file are made in turn: few, so that AFL++ soon comes to those that were just found. */
unsigned int afl_custom_fuzz_count(void *state, const uint8_t *buf, size_t size)
{
    afl_state *a = state;
    unsigned fresh = mutator_rules_turn(&a->rules, buf, size);
    return AFL_IN_TURN * (1 + (fresh < AFL_MOST_RULES ? fresh : AFL_MOST_RULES));
}

static bool is_plain(char c)
{
    return c > ' ' && c < 0x7f && strchr("/,\\'\"*?<>|$&`", c) == NULL;
}

/* A part of a file name: no slashes, no spaces, and no commas and colons, which AFL++ puts between parts. */
const char *afl_custom_describe(void *state, size_t room)
{
    afl_state *a = state;
    a3d_arena arena;
    a3d_text text;
    a3d_arena_init(&arena, NULL);
    a3d_text_init(&text, &arena);
    a3d_puts(&text, "a3d_");
    a3d_put_made(&text, &a->shop.made);
    size_t n = text.failed ? 0 : text.size;
    n = n < room ? n : room;
    n = n < AFL_SAID - 1 ? n : AFL_SAID - 1;
    size_t length = 0;
    for (size_t i = 0; i < n; i++) {
        char c = text.data[i];
        if (c != ':')
            a->said[length++] = c == ' ' ? '_' : c == ';' ? '+' : is_plain(c) ? c : '.';
    }
    a->said[length] = '\0';
    a3d_arena_free(&arena);
    return a->said;
}

/* ---- what AFL++ makes by itself ---- */

/* Mutants and candidates of ours are as they are meant to be, and so is what is in the queue. */
size_t afl_custom_post_process(void *state, uint8_t *buf, size_t size, uint8_t **out)
{
    afl_state *a = state;
    *out = buf;
    if (buf == a->shop.out || buf == a->candidate ||
        (size == a->last_size && size > 0 && memcmp(buf, a->shop.out, size) == 0))
        return size;
    *out = (uint8_t *)(uintptr_t)mutator_repair_file(&a->repair, &a->shop, buf, size);
    return size;
}

/* ---- trimming ---- */

int afl_custom_init_trim(void *state, uint8_t *buf, size_t size)
{
    afl_state *a = state;
    mutator_trim_end(a->trim);
    size_t most = AFL_TRIMS + size / AFL_TRIM_BYTES;
    a->most_trims = most < AFL_MOST_TRIMS ? (int)most : AFL_MOST_TRIMS;
    a->trims = 0;
    a->trim = mutator_trim_begin(mutator_format(buf, size), buf, size, (unsigned)a->most_trims);
    return a->trim != NULL ? a->most_trims : 0;
}

/* 0 ends it: post_trim then returns the last step. */
size_t afl_custom_trim(void *state, uint8_t **out)
{
    static uint8_t none;
    afl_state *a = state;
    a->candidate_size = mutator_trim_next(a->trim, &a->candidate);
    *out = a->candidate != NULL ? (uint8_t *)(uintptr_t)a->candidate : &none;
    return a->candidate_size;
}

int afl_custom_post_trim(void *state, unsigned char success)
{
    afl_state *a = state;
    bool more = a->candidate_size > 0;
    if (more && success) {
        a->trimmed++;
        mutator_repair_keep(&a->repair, a->candidate, a->candidate_size);
        mutator_repair_base(&a->repair, a->candidate, a->candidate_size);
    }
    a->candidate = NULL;
    if (more)
        mutator_trim_answer(a->trim, success != 0);
    a->trims++;
    if (more && a->trims < a->most_trims)
        return a->trims;
    mutator_trim_end(a->trim);
    a->trim = NULL;
    return a->most_trims;
}

/* ---- the queue ---- */

/* Reads a file of the queue. Returns its size, and the bytes to free; 0: it is empty, too large, or not there yet. */
static size_t read_entry(const unsigned char *name, uint8_t **data)
{
    FILE *file = fopen((const char *)name, "rb");
    *data = file != NULL ? malloc(AFL_LARGEST) : NULL;
    size_t n = *data != NULL ? fread(*data, 1, AFL_LARGEST, file) : 0;
    if (file != NULL)
        fclose(file);
    return n < AFL_LARGEST ? n : 0;
}

/* AFL++ takes a file of the queue in turn: what it changes by itself is compared with it. */
unsigned char afl_custom_queue_get(void *state, const unsigned char *name)
{
    afl_state *a = state;
    uint8_t *data;
    size_t n = read_entry(name, &data);
    mutator_repair_base(&a->repair, data, n);
    if (n > 0)
        mutator_repair_keep(&a->repair, data, n);
    free(data);
    return 1;
}

unsigned char afl_custom_queue_new_entry(void *state, const unsigned char *name, const unsigned char *from)
{
    afl_state *a = state;
    uint8_t *data;
    size_t n = read_entry(name, &data);
    (void)from;
    if (n > 0) {
        a->fresh += mutator_rules_add(&a->rules, data, n);
        mutator_repair_keep(&a->repair, data, n);
    }
    free(data);
    return 0; /* the file is as it was */
}

/* With A3D_MUTATOR_LOG=FILE in the environment, a line about what was done is appended to it. */
static void write_log(const afl_state *a)
{
    const char *name = getenv("A3D_MUTATOR_LOG");
    FILE *file = name != NULL ? fopen(name, "a") : NULL;
    if (file == NULL)
        return;
    fprintf(file, "repaired %lu trimmed %lu rules %lu files %zu\n", a->repair.repaired, a->trimmed, a->fresh,
            a->repair.n_known);
    fclose(file);
}

void afl_custom_deinit(void *state)
{
    afl_state *a = state;
    write_log(a);
    mutator_trim_end(a->trim);
    mutator_repair_close(&a->repair);
    mutator_close(&a->shop);
    free(a);
}
