/* gltf.c - how fast meshes are checked, against Khronos' validator over a GLB with the same vertices and indices, which the
 * program makes. The validator runs in a process of its own that measures itself when it is told to. */
#define _XOPEN_SOURCE 700
#include "bench.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#define VALIDATOR "build/node/node_modules/gltf-validator"

typedef struct validator {
    pid_t process;
    FILE *tell, *said;
} validator;

static validator start(const char *glb)
{
    validator v = {0};
    int in[2], out[2];
    signal(SIGPIPE, SIG_IGN); /* it may end early */
    if (pipe(in) != 0 || pipe(out) != 0 || (v.process = fork()) < 0) {
        perror("bench");
        exit(1);
    }
    if (v.process == 0) {
        dup2(in[0], STDIN_FILENO);
        dup2(out[1], STDOUT_FILENO);
        close(in[1]);
        close(out[0]);
        execlp("node", "node", "bench/gltf.js", VALIDATOR, glb, (char *)NULL);
        _exit(127);
    }
    close(in[0]);
    close(out[1]);
    v.tell = fdopen(in[1], "w");
    v.said = fdopen(out[0], "r");
    return v;
}

/* One validation in seconds, 0 when it failed. */
static double validate(validator *v)
{
    double seconds = 0;
    if (putc('\n', v->tell) == EOF || fflush(v->tell) != 0 || fscanf(v->said, "%lf", &seconds) != 1)
        return 0;
    return seconds;
}

static void stop(validator *v)
{
    fclose(v->tell);
    fclose(v->said);
    waitpid(v->process, NULL, 0);
}

/* Writes the GLB of a file beside it. Returns its size, 0 when there is none. */
static size_t make_glb(const bench_made *file, const char *path, const char *glb)
{
    char command[200];
    struct stat is;
    FILE *f = fopen(path, "wb");
    if (f == NULL || fwrite(file->data, 1, file->size, f) != file->size || fclose(f) != 0)
        return 0;
    snprintf(command, sizeof command, "build/release/a3dlint dump --gltf %s -o %s 2>/dev/null", path, glb);
    return system(command) == 0 && stat(glb, &is) == 0 ? (size_t)is.st_size : 0;
}

static void check(void *user)
{
    const bench_made *f = user;
    bench_keep(bench_check(f->data, f->size));
}

static int by_size(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return x < y ? -1 : x > y;
}

/* How many times as long as ours theirs takes, in turn. */
static bool compare(bench_fn fn, void *user, const char *path, bench_figure *figure)
{
    enum { PAIRS = 7 };
    double ratios[PAIRS], ours[PAIRS], theirs[PAIRS];
    validator v = start(path);
    bool ok = true;
    for (unsigned i = 0; i < PAIRS && ok; i++) {
        theirs[i] = validate(&v);
        ours[i] = bench_time(fn, user);
        ratios[i] = theirs[i] / ours[i];
        ok = theirs[i] > 0;
    }
    stop(&v);
    if (!ok)
        return false;
    qsort(ratios, PAIRS, sizeof *ratios, by_size);
    qsort(ours, PAIRS, sizeof *ours, by_size);
    qsort(theirs, PAIRS, sizeof *theirs, by_size);
    *figure = (bench_figure){.ratio = ratios[PAIRS / 2], .least = ratios[0], .most = ratios[PAIRS - 1], .pairs = PAIRS};
    figure->ms = ours[PAIRS / 2] * 1e3;
    figure->other_ms = theirs[PAIRS / 2] * 1e3;
    return true;
}

bool bench_has_validator(void)
{
    return access(VALIDATOR "/package.json", R_OK) == 0 && system("node -e 0 2>/dev/null") == 0;
}

bool bench_against_validator(const char *folder, bench_fn fn, void *user, bench_figure *figure)
{
    return compare(fn, user, folder, figure);
}

/* The same for each byte. */
static bool compare_bytes(bench_made *file, const char *glb, size_t glb_size, bench_figure *figure)
{
    if (!compare(check, file, glb, figure))
        return false;
    double bytes = (double)file->size / (double)glb_size;
    figure->ratio *= bytes;
    figure->least *= bytes;
    figure->most *= bytes;
    return true;
}

static bool run(bench_figure *figure, char *input, size_t room, bench_made file)
{
    char folder[] = "/tmp/a3dbench-XXXXXX", path[40], glb[40];
    bool done = false;
    if (!bench_has_validator())
        snprintf(input, room, "no gltf-validator in build/node (npm puts it there: ci/deps bench)");
    else if (mkdtemp(folder) == NULL)
        snprintf(input, room, "no folder in /tmp");
    else {
        snprintf(path, sizeof path, "%s/model", folder);
        snprintf(glb, sizeof glb, "%s/model.glb", folder);
        size_t size = make_glb(&file, path, glb);
        done = size > 0 && compare_bytes(&file, glb, size, figure);
        snprintf(input, room, done ? "a made file of %zu bytes, a GLB of %zu" : "no figure from %zu bytes, a GLB of %zu", file.size, size);
        unlink(path);
        unlink(glb);
        rmdir(folder);
    }
    free(file.data);
    return done;
}

static bool run_tanki(const bench_row *row, bench_figure *figure, char *input, size_t room)
{
    (void)row;
    return run(figure, input, room, bench_make_tanki());
}

static bool run_m3g(const bench_row *row, bench_figure *figure, char *input, size_t room)
{
    (void)row;
    return run(figure, input, room, bench_make_m3g(false));
}

static bool run_odol(const bench_row *row, bench_figure *figure, char *input, size_t room)
{
    (void)row;
    return run(figure, input, room, bench_make_odol());
}

static bool run_mixed(const bench_row *row, bench_figure *figure, char *input, size_t room)
{
    (void)row;
    return run(figure, input, room, bench_make_odol_mixed());
}

static bool run_a3d2(const bench_row *row, bench_figure *figure, char *input, size_t room)
{
    (void)row;
    return run(figure, input, room, bench_make_a3d2());
}

#define AGAINST "MB/s of Khronos' glTF-Validator on a GLB of the same meshes"

const bench_row bench_gltf_tanki = {6, "MB/s of check on meshes, Tanki 3", AGAINST, 100.0, true, run_tanki};
const bench_row bench_gltf_m3g = {6, "MB/s of check on meshes, M3G", AGAINST, 100.0, true, run_m3g};
const bench_row bench_gltf_odol = {6, "MB/s of check on meshes, ODOL 73, faces in runs as in real files", AGAINST, 100.0, true, run_odol};
const bench_row bench_gltf_mixed = {6, "MB/s of check on meshes, ODOL 73, faces of chance", AGAINST, 100.0, true, run_mixed};
const bench_row bench_gltf_a3d2 = {6, "MB/s of check on meshes, A3D2", AGAINST, 100.0, true, run_a3d2};
