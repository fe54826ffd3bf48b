/* slow.c - searches for the inputs on which each command takes longest
 *
 *     slow [--seconds N] [--seed N] [--keep FOLDER] [--report BASE] [--only COMMAND] [--without COMMAND] PROGRAM
 *          [FILE...]
 *
 * Starts with the files and with random valid ones of 64 KiB to 1 MiB of each format. Changes them where their
 * structure is, or as plain bytes, and runs every command on the result. What takes the most processor time for its size so far
 * is changed further. FOLDER gets the worst input of each command. With --report, writes BASE.md. Ends with status 1 if
 * a command took more than its bound: 2 seconds for each MB, and 2 seconds for smaller inputs. */
#define _DEFAULT_SOURCE
#include "slow.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

enum { POOL = 512, HISTORY = 200, LEAST = 4 << 10, MOST = 1 << 20, EACH = 3, IN_TURN = 4 };

typedef struct input {
    uint8_t *data;
    size_t size;
    char how[HISTORY]; /* where it came from */
} input;

static input pool[POOL];
static size_t n_pool;
static slow_worst worst[SLOW_COMMANDS];
static input worst_inputs[SLOW_COMMANDS];
static const char *folder = "build/release/inputs", *report, *only, *without;
static uint64_t state = 1;
static size_t n_inputs;

static uint64_t draw(uint64_t below)
{
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    return state % below;
}

static void die(const char *what)
{
    fprintf(stderr, "slow: %s: %s\n", what, strerror(errno));
    exit(3);
}

static void *room(size_t size)
{
    void *p = malloc(size + 1);
    if (p == NULL)
        die("memory");
    return p;
}

static void write_file(const char *path, const uint8_t *data, size_t size)
{
    FILE *f = fopen(path, "wb");
    if (f == NULL || fwrite(data, 1, size, f) != size || fclose(f) != 0)
        die(path);
}

/* ---- what there is at the start ---- */

static void add(const uint8_t *data, size_t size, const char *how)
{
    if (n_pool == POOL || size < LEAST || size > MOST)
        return;
    input *in = &pool[n_pool++];
    in->data = room(size);
    in->size = size;
    memcpy(in->data, data, size);
    snprintf(in->how, sizeof in->how, "%s", how);
}

static void read_file(const char *path)
{
    struct stat st;
    FILE *f = fopen(path, "rb");
    if (f == NULL || fstat(fileno(f), &st) != 0)
        die(path);
    if (S_ISREG(st.st_mode) && st.st_size <= MOST) {
        uint8_t *data = room((size_t)st.st_size);
        size_t size = fread(data, 1, (size_t)st.st_size, f);
        const char *base = strrchr(path, '/');
        add(data, size, base != NULL ? base + 1 : path);
        free(data);
    }
    fclose(f);
}

static void generate(const a3d_format *format, const a3d_version *version, uint64_t size, uint64_t seed)
{
    char how[HISTORY];
    a3d_wish wish = {.format = format, .version = version, .seed = seed, .size = size};
    a3d_arena arena;
    a3d_text out;
    a3d_arena_init(&arena, NULL);
    a3d_text_init(&out, &arena);
    snprintf(how, sizeof how, "generate --as %s:%s --seed %u --size %u", format->name, version->text, (unsigned)seed,
             (unsigned)size);
    if (a3d_generate_random(&arena, &wish, &out) == NULL)
        add((const uint8_t *)out.data, out.size, how);
    a3d_arena_free(&arena);
}

static void generate_all(uint64_t seed)
{
    for (const a3d_format *const *f = a3d_formats(); *f != NULL; f++)
        for (const a3d_version *v = (*f)->versions; v->text != NULL; v++)
            for (uint64_t size = 60 << 10; v->generated && size < MOST; size *= 15)
                generate(*f, v, size, seed);
}

/* ---- changes ---- */

/* Changes plain bytes: a piece is overwritten, repeated, left out, or the end is cut off. */
static size_t change_bytes(uint8_t *data, size_t size, const char **what)
{
    static const char *const words[] = {"overwrite", "zero", "cut", "leave out", "one byte"};
    size_t at = (size_t)draw(size), n = 1 + (size_t)draw(draw(2) ? 16 : 4096);
    uint64_t kind = draw(5);
    n = n < size - at ? n : size - at;
    *what = words[kind];
    switch (kind) {
    case 0:
        for (size_t i = at; i < at + n; i++)
            data[i] = (uint8_t)draw(256);
        return size;
    case 1: memset(data + at, 0, n); return size;
    case 2: return at > LEAST ? at : size;
    case 3: memmove(data + at, data + at + n, size - at - n); return size - n;
    default: data[at] = (uint8_t)draw(256); return size;
    }
}

/* A changed copy, whose data belongs to the caller. */
static input changed(const input *from)
{
    a3d_arena arena;
    input in = {room(MOST), 0, ""};
    uint64_t seed = draw(UINT32_MAX);
    const char *what = "mutate";
    size_t n = strlen(from->how);
    a3d_arena_init(&arena, NULL);
    if (draw(2) == 0) {
        a3d_detected found = a3d_detect(&arena, from->data, from->size, &(a3d_options){.name = NULL});
        a3d_mutation m = {.format = found.format, .data = from->data, .size = (uint32_t)from->size, .seed = seed};
        in.size = a3d_mutate(&arena, &m, in.data, MOST);
    } else {
        memcpy(in.data, from->data, from->size);
        in.size = change_bytes(in.data, from->size, &what);
    }
    a3d_arena_free(&arena);
    bool is_long = n > HISTORY - 40;
    snprintf(in.how, sizeof in.how, "%s%s, %s", is_long ? "..." : "", from->how + (is_long ? n / 2 : 0), what);
    return in;
}

/* ---- trying ---- */

/* Runs a command on the input that is in FOLDER/input. A time that seems the worst is taken again: the least counts. */
static void try_command(const char *program, unsigned command, const input *in, const slow_facts *facts)
{
    slow_cost cost = slow_run(program, command, folder, facts), again;
    if (!cost.ran || slow_rate(&cost, facts) <= worst[command].rate)
        return;
    for (unsigned i = 1; i < EACH; i++) {
        again = slow_run(program, command, folder, facts);
        cost = again.seconds < cost.seconds ? again : cost;
    }
    if (slow_rate(&cost, facts) <= worst[command].rate)
        return;
    input *kept = &worst_inputs[command];
    free(kept->data);
    *kept = *in;
    kept->data = room(in->size);
    memcpy(kept->data, in->data, in->size);
    worst[command] = (slow_worst){slow_rate(&cost, facts), cost, *facts, kept->how, n_inputs};
    char path[400];
    snprintf(path, sizeof path, "%s/%s.worst", folder, slow_commands[command].name);
    write_file(path, in->data, in->size);
    fprintf(stderr, "%-20s %7.0f ms/MB: %.0f ms of %zu bytes (%zu unpacked), status %d: %s\n",
            slow_commands[command].name, worst[command].rate * 1e3, cost.seconds * 1e3, in->size, facts->bytes,
            cost.status, in->how);
}

static void try_input(const char *program, const input *in)
{
    char path[400];
    slow_facts facts = slow_facts_of(in->data, in->size);
    snprintf(path, sizeof path, "%s/input", folder);
    write_file(path, in->data, in->size);
    snprintf(path, sizeof path, "%s/input.zip", folder);
    if (!slow_archive(path, in->data, in->size))
        die(path);
    n_inputs++;
    for (unsigned i = 0; i < SLOW_COMMANDS; i++)
        if ((only == NULL || strcmp(only, slow_commands[i].name) == 0) &&
            (without == NULL || strcmp(without, slow_commands[i].name) != 0))
            try_command(program, i, in, &facts);
}

/* The worst input of a command, or any of the first ones. */
static const input *pick(void)
{
    const input *in = &worst_inputs[draw(SLOW_COMMANDS)];
    return in->data != NULL && draw(3) > 0 ? in : &pool[draw(n_pool)];
}

static void search(const char *program, time_t seconds)
{
    time_t end = time(NULL) + seconds;
    char path[400];
    snprintf(path, sizeof path, "%s/other", folder);
    for (size_t i = 0; i < n_pool && time(NULL) < end; i++) {
        write_file(path, pool[i].data, pool[i].size);
        try_input(program, &pool[i]);
    }
    while (time(NULL) < end) {
        const input *from = pick();
        write_file(path, from->data, from->size);
        input in = changed(from);
        for (uint64_t more = draw(IN_TURN); more > 0; more--) {
            input next = changed(&in);
            free(in.data);
            in = next;
        }
        if (in.size >= LEAST)
            try_input(program, &in);
        free(in.data);
    }
}

/* ---- */

static const char *take_option(char ***argv, const char *name)
{
    if (**argv == NULL || strcmp(**argv, name) != 0 || (*argv)[1] == NULL)
        return NULL;
    *argv += 2;
    return (*argv)[-1];
}

int main(int argc, char **argv)
{
    const char *seconds = "600", *word;
    uint64_t seed = 1;
    (void)argc;
    for (argv++; *argv != NULL && (*argv)[0] == '-';) {
        if ((word = take_option(&argv, "--seconds")) != NULL)
            seconds = word;
        else if ((word = take_option(&argv, "--seed")) != NULL)
            seed = strtoull(word, NULL, 10);
        else if ((word = take_option(&argv, "--keep")) != NULL)
            folder = word;
        else if ((word = take_option(&argv, "--report")) != NULL)
            report = word;
        else if ((word = take_option(&argv, "--only")) != NULL)
            only = word;
        else if ((word = take_option(&argv, "--without")) != NULL)
            without = word;
        else
            break;
    }
    if (*argv == NULL || (*argv)[0] == '-') {
        fputs("usage: slow [--seconds N] [--seed N] [--keep FOLDER] [--report BASE] [--only COMMAND]\n"
              "            [--without COMMAND] PROGRAM [FILE...]\n",
              stderr);
        return 3;
    }
    if (mkdir(folder, 0777) != 0 && errno != EEXIST)
        die(folder);
    state = seed * 2 + 88172645463325252u;
    for (char **file = argv + 1; *file != NULL; file++)
        read_file(*file);
    generate_all(seed);
    search(argv[0], strtol(seconds, NULL, 10));
    if (report != NULL && !slow_report(report, worst, n_inputs, seed, seconds))
        die(report);
    return slow_verdict(worst);
}
