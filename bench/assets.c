/* assets.c - all real files as people meet them: each against Khronos' validator on its GLB, all of them against gzip. */
#define _XOPEN_SOURCE 700
#include "bench.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { FAMILIES = 4 };

static const char *const folders[FAMILIES] = {"a3d2", "tanki", "m3g", "odol"};

typedef struct assets {
    char folder[40];
    bench_files files[FAMILIES];
    size_t n, bytes, n_glb;
    bool glb_failed;
} assets;

static bool begin(assets *all, char *input, size_t room)
{
    *all = (assets){.folder = "/tmp/a3dbench-XXXXXX"};
    for (unsigned i = 0; i < FAMILIES; i++) {
        all->files[i] = bench_read_folder(folders[i]);
        all->n += all->files[i].n;
        all->bytes += all->files[i].bytes;
    }
    snprintf(input, room, "no real files (set A3D_ASSETS)");
    return all->n > 0 && mkdtemp(all->folder) != NULL;
}

static void end(assets *all)
{
    char command[80];
    for (unsigned i = 0; i < FAMILIES; i++)
        bench_free_files(&all->files[i]);
    snprintf(command, sizeof command, "rm -rf %s", all->folder);
    if (system(command) != 0)
        fprintf(stderr, "bench: %s is left\n", all->folder);
}

/* Runs COMMAND with what is printed thrown away; status 1, findings, and 3, a file that is no model, are no failure. */
static void run_shell(const char *command)
{
    int status = system(command);
    if (status != 0 && status >> 8 != 1 && status >> 8 != 3) {
        fprintf(stderr, "bench: %s failed\n", command);
        exit(1);
    }
}

/* ---- gzip ---- */

static bool pack_all(const assets *all)
{
    char command[200];
    for (unsigned i = 0; i < FAMILIES; i++)
        for (size_t k = 0; k < all->files[i].n; k++) {
            const bench_file *file = &all->files[i].at[k];
            snprintf(command, sizeof command, "gzip -c > %s/%u-%zu.gz", all->folder, i, k);
            FILE *to = popen(command, "w");
            if (to == NULL || fwrite(file->data, 1, file->size, to) != file->size || pclose(to) != 0)
                return false;
        }
    return true;
}

static void test_packed(void *user)
{
    char command[200];
    snprintf(command, sizeof command, "find %s -name '*.gz' -print0 | xargs -0 gzip -t", ((const assets *)user)->folder);
    run_shell(command);
}

static void check_files(void *user)
{
    const char *top = getenv("A3D_ASSETS");
    char command[1000];
    (void)user;
    top = top != NULL && top[0] != '\0' ? top : "../shared/assets";
    snprintf(command, sizeof command, "build/release/a3dlint -j1 -q '%s/a3d2' '%s/tanki' '%s/m3g' '%s/odol' > /dev/null 2>&1",
             top, top, top, top);
    run_shell(command);
}

static bool run_gzip(const bench_row *row, bench_figure *figure, char *input, size_t room)
{
    static assets all;
    bool done = begin(&all, input, room) && pack_all(&all);
    if (done) {
        snprintf(input, room, "%zu real files, %zu bytes", all.n, all.bytes);
        *figure = bench_in_turn_by(BENCH_PROCESSES, check_files, test_packed, &all, row->higher);
        end(&all);
    }
    return done;
}

/* ---- Khronos' validator ---- */

/* Writes a GLB of each file of which one can be made, and notes which those are. */
static void make_glbs(assets *all)
{
    char command[5000];
    for (unsigned i = 0; i < FAMILIES; i++) {
        size_t kept = 0;
        for (size_t k = 0; k < all->files[i].n; k++) {
            bench_file *file = &all->files[i].at[k];
            snprintf(command, sizeof command, "build/release/a3dlint dump --gltf '%s' -o %s/%u-%zu.glb > /dev/null 2>&1",
                     file->path, all->folder, i, k);
            bench_file other = all->files[i].at[kept];
            if (system(command) != 0)
                continue;
            all->files[i].at[kept++] = *file; /* the rest is freed as it is */
            *file = other;
            all->n_glb++;
        }
        all->files[i].bytes = kept; /* how many at the start have a GLB */
    }
}

static void check_assets(void *user)
{
    const assets *all = user;
    for (unsigned i = 0; i < FAMILIES; i++)
        for (size_t k = 0; k < all->files[i].bytes; k++)
            bench_keep(bench_check(all->files[i].at[k].data, all->files[i].at[k].size));
}

static bool run_assets(const bench_row *row, bench_figure *figure, char *input, size_t room)
{
    static assets all;
    (void)row;
    if (!begin(&all, input, room))
        return false;
    make_glbs(&all);
    bool there = bench_has_validator();
    bool done = there && bench_against_validator(all.folder, check_assets, &all, figure);
    if (there)
        snprintf(input, room, "%zu real files of which a GLB can be made%s", all.n_glb,
                 done ? "" : "; the validator ended early (see above)");
    else
        snprintf(input, room, "no gltf-validator in build/node (ci/deps bench)");
    end(&all);
    return done;
}

const bench_row bench_assets = {17, "assets a second", "assets a second of Khronos' glTF-Validator on their GLBs", 60.0, true,
                                run_assets};
const bench_row bench_gzip = {18, "check of all real files, whole process", "gzip -t of the same bytes, packed", 2.0, false, run_gzip};
