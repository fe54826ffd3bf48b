/* process.c - the program as a whole: how long it takes to start, and what ten thousand small files cost. */
#define _XOPEN_SOURCE 700
#include "lint/generate.h"
#include "bench.h"

#include <errno.h>
#include <fcntl.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>
#include <zlib.h>

extern char **environ;

static const char program[] = "build/release/a3dlint";
/* The static program, as releases have it; only where `make linux` builds it. */
#if defined(__aarch64__)
static const char released[] = "build/linux-aarch64/a3dlint";
#else
static const char released[] = "build/linux-x86_64/a3dlint";
#endif

enum { MADE = 200, COPIES = 50, SIZE_MOST = 4096, PLACE = 64 };

/* ---- files of at most 4 KiB, of all families ---- */

typedef struct tree {
    char folder[PLACE];
    char **paths;      /* MADE * COPIES, behind the name of a program and before a NULL */
    bench_file packed[MADE]; /* the zlib streams in them, to be unpacked bare */
    size_t unpacked[MADE];
    size_t n_packed, bytes;
} tree;

static void fail(const char *what)
{
    fprintf(stderr, "bench: %s: %s\n", what, strerror(errno));
    exit(1);
}

/* A random valid file; the smaller wish is taken when one comes out too large. */
static void make(a3d_arena *arena, const a3d_format *format, uint64_t seed, a3d_text *out)
{
    a3d_wish wish = {.format = format, .version = bench_newest(format), .seed = seed};
    for (uint64_t size = 3600; size > 200; size = size * 3 / 4) {
        a3d_text_init(out, arena);
        wish.size = size;
        if (a3d_generate_random(arena, &wish, out) == NULL && out->size <= SIZE_MOST)
            return;
    }
    fputs("bench: no small file can be made\n", stderr);
    exit(1);
}

static void keep_packed(tree *t, const a3d_text *file)
{
    a3d_arena arena;
    a3d_options options = {0};
    a3d_arena_init(&arena, NULL);
    const a3d_result *result = a3d_lint(&arena, (const uint8_t *)file->data, file->size, &options);
    for (size_t i = 1; result != NULL && result->doc != NULL && i < result->doc->n_streams && t->n_packed < MADE; i++) {
        const a3d_stream *s = &result->doc->streams[i];
        uLongf made = s->size;
        uint8_t *out = bench_alloc(s->size);
        if (s->parent == 0 && s->packed_size > 0 && uncompress(out, &made, (const Bytef *)file->data + s->off, s->packed_size) == Z_OK) {
            bench_file *kept = &t->packed[t->n_packed];
            kept->size = s->packed_size;
            kept->data = bench_alloc(s->packed_size);
            memcpy(kept->data, file->data + s->off, s->packed_size);
            t->unpacked[t->n_packed++] = s->size;
        }
        free(out);
    }
    a3d_arena_free(&arena);
}

static void put_file(const char *path, const a3d_text *content)
{
    FILE *f = fopen(path, "wb");
    if (f == NULL || fwrite(content->data, 1, content->size, f) != content->size || fclose(f) != 0)
        fail(path);
}

static char *join(const char *folder, unsigned set, unsigned i)
{
    char *path = bench_alloc(2 * PLACE);
    snprintf(path, 2 * PLACE, "%s/%02u/%03u.bin", folder, set, i);
    return path;
}

static void make_tree(tree *t)
{
    const a3d_format *const *formats = a3d_formats();
    unsigned n_formats = 0;
    while (formats[n_formats] != NULL)
        n_formats++;
    snprintf(t->folder, sizeof t->folder, "/tmp/a3dbench-XXXXXX");
    if (mkdtemp(t->folder) == NULL)
        fail(t->folder);
    t->paths = bench_alloc((MADE * COPIES + 2) * sizeof *t->paths);
    for (unsigned set = 0; set < COPIES; set++) {
        char folder[2 * PLACE];
        snprintf(folder, sizeof folder, "%s/%02u", t->folder, set);
        if (mkdir(folder, 0700) != 0)
            fail(folder);
    }
    for (unsigned i = 0; i < MADE; i++) {
        a3d_arena arena;
        a3d_text content;
        a3d_arena_init(&arena, NULL);
        make(&arena, formats[i % n_formats], i, &content);
        keep_packed(t, &content);
        t->bytes += content.size;
        for (unsigned set = 0; set < COPIES; set++)
            put_file(t->paths[1 + set * MADE + i] = join(t->folder, set, i), &content);
        a3d_arena_free(&arena);
    }
    t->paths[1 + MADE * COPIES] = NULL;
}

static void remove_tree(tree *t)
{
    for (unsigned i = 1; i <= MADE * COPIES; i++) {
        unlink(t->paths[i]);
        free(t->paths[i]);
    }
    for (unsigned set = 0; set < COPIES; set++) {
        char folder[2 * PLACE];
        snprintf(folder, sizeof folder, "%s/%02u", t->folder, set);
        rmdir(folder);
    }
    rmdir(t->folder);
    for (size_t i = 0; i < t->n_packed; i++)
        free(t->packed[i].data);
    free(t->paths);
}

/* ---- programs ---- */

/* Runs a program to its end, its output thrown away. What it found does not matter here; a signal does. */
static void run_program(char *const *argv)
{
    posix_spawn_file_actions_t actions;
    pid_t child;
    int status;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
    posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
    errno = posix_spawnp(&child, argv[0], &actions, NULL, argv, environ);
    if (errno != 0 || waitpid(child, &status, 0) != child || !WIFEXITED(status) || WEXITSTATUS(status) > 1)
        fail(argv[0]);
    posix_spawn_file_actions_destroy(&actions);
}

static void check_one(void *user)
{
    run_program((char *[]){(char *)program, ((tree *)user)->paths[1], NULL});
}

static void check_one_released(void *user)
{
    run_program((char *[]){(char *)released, ((tree *)user)->paths[1], NULL});
}

static void run_true(void *user)
{
    (void)user;
    run_program((char *[]){"/bin/true", NULL});
}

static void check_tree(void *user)
{
    run_program((char *[]){(char *)program, "-j1", "-q", ((tree *)user)->folder, NULL});
}

static void check_tree_by_two(void *user)
{
    run_program((char *[]){(char *)program, "-j2", "-q", ((tree *)user)->folder, NULL});
}

static void sum_tree(void *user)
{
    tree *t = user;
    static uint8_t out[1 << 20];
    t->paths[0] = "cksum";
    run_program(t->paths);
    for (unsigned copy = 0; copy < COPIES; copy++) {
        for (size_t i = 0; i < t->n_packed; i++) {
            uLongf made = sizeof out;
            bench_keep((unsigned)uncompress(out, &made, t->packed[i].data, t->packed[i].size) + made);
        }
    }
}

static bool is_there(const char *name, char *input, size_t room)
{
    if (access(name, X_OK) == 0)
        return true;
    snprintf(input, room, "%s is not there", name);
    return false;
}

static bool measure(bench_clock clock, bench_fn a, bench_fn b, const bench_row *row, bench_figure *figure, char *input, size_t room)
{
    tree t = {.n_packed = 0};
    if (!is_there(program, input, room))
        return false;
    make_tree(&t);
    snprintf(input, room, "%d made files of all families, %zu bytes", MADE * COPIES, t.bytes * COPIES);
    *figure = bench_in_turn_by(clock, a, b, &t, row->higher);
    remove_tree(&t);
    return true;
}

/* The released program; that which needs the loader and shared libraries is given beside it. */
static bool run_start(const bench_row *row, bench_figure *figure, char *input, size_t room)
{
    tree t = {.n_packed = 0};
    if (!is_there(program, input, room) || !is_there(released, input, room))
        return false;
    make_tree(&t);
    bench_figure shared = bench_in_turn_by(BENCH_PROCESSES, check_one, run_true, &t, row->higher);
    *figure = bench_in_turn_by(BENCH_PROCESSES, check_one_released, run_true, &t, row->higher);
    snprintf(input, room, "one made file of at most 4 KiB, the static program of a release; with shared libraries %.2f", shared.ratio);
    remove_tree(&t);
    return true;
}

static bool run_many(const bench_row *row, bench_figure *figure, char *input, size_t room)
{
    return measure(BENCH_PROCESSES, check_tree, sum_tree, row, figure, input, room);
}

static bool run_jobs(const bench_row *row, bench_figure *figure, char *input, size_t room)
{
    return measure(BENCH_WALL, check_tree_by_two, check_tree, row, figure, input, room);
}

/* Ten or 400 globs that match nothing. */
static void check_with_globs(const tree *t, unsigned n)
{
    static char globs[400][40];
    static char *argv[2 * 400 + 6];
    unsigned k = 0;
    argv[k++] = (char *)program;
    argv[k++] = "-j1";
    argv[k++] = "-q";
    for (unsigned i = 0; i < n; i++) {
        snprintf(globs[i], sizeof globs[i], "**/nothing-%u/*.bin", i);
        argv[k++] = "--exclude";
        argv[k++] = globs[i];
    }
    argv[k++] = (char *)t->folder;
    argv[k] = NULL;
    run_program(argv);
}

static void check_with_many_globs(void *user)
{
    check_with_globs(user, 400);
}

static void check_with_few_globs(void *user)
{
    check_with_globs(user, 10);
}

static bool run_excludes(const bench_row *row, bench_figure *figure, char *input, size_t room)
{
    return measure(BENCH_PROCESSES, check_with_many_globs, check_with_few_globs, row, figure, input, room);
}

const bench_row bench_excludes = {19, "10,000 small files, 400 --exclude globs", "10 --exclude globs", 2.0, false, run_excludes};
const bench_row bench_start = {4, "whole process, one small file", "/bin/true", 1.5, false, run_start};
const bench_row bench_many = {5, "10,000 small files in one process", "cksum over the same list, and the bare inflate of what is packed", 0.5, true, run_many};
const bench_row bench_jobs = {5, "10,000 small files by two threads", "by one; time on the wall", 1.8, true, run_jobs};
