/* bench.h - what the benchmarks share: two things measured in turn, and the files that they run over.
 *
 * A figure is a ratio of two times of one run, never a time alone: machines differ, and this one may be busy. */
#ifndef A3D_BENCH_H
#define A3D_BENCH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* ---- measuring (measure.c) ---- */

typedef void (*bench_fn)(void *user);

typedef struct bench_figure {
    double ratio, least, most; /* median of the pairs, and their spread */
    double ms, other_ms;       /* medians of one run of each */
    unsigned pairs;
} bench_figure;

/* What is counted: the processor time of this thread, which other work on the machine does not change; that of this
 * process and of those it waited for; or the time on the wall, for what several threads do together. */
typedef enum bench_clock { BENCH_THREAD, BENCH_PROCESSES, BENCH_WALL } bench_clock;

/* Times `a` and `b` in turn, as often as a second or two allows but at least nine times after a warm-up. The ratio of a
 * pair is the time of `a` over that of `b`, or the other way round when `speed` is set: how fast `a` is, with `b` as
 * the measure. The first counts the processor time of this thread. */
bench_figure bench_in_turn(bench_fn a, bench_fn b, void *user, bool speed);
bench_figure bench_in_turn_by(bench_clock clock, bench_fn a, bench_fn b, void *user, bool speed);

/* The same of `a` without what it spends on a part of its work, which is done alone in turn with the other two. */
bench_figure bench_less(bench_fn a, bench_fn part, bench_fn b, void *user, bool speed);

/* The processor time of this thread, in seconds, that one run takes. */
double bench_time(bench_fn fn, void *user);

/* Keeps what was computed alive: a compiler must not leave a pass out. */
void bench_keep(uint64_t value);

/* ---- files (files.c) ---- */

typedef struct bench_file {
    char *path;
    uint8_t *data;
    size_t size;
} bench_file;

typedef struct bench_files {
    bench_file *at;
    size_t n;
    size_t bytes;
} bench_files;

/* The files of a folder of A3D_ASSETS (else ../shared/assets) in sorted order. Of none there n is 0. */
bench_files bench_read_folder(const char *name);
void bench_free_files(bench_files *files);

/* `size` bytes from malloc; ends the program when there are none. */
void *bench_alloc(size_t size);

/* A file that a row makes, since no real one is as large. */
typedef struct bench_made {
    uint8_t *data;
    size_t size;
} bench_made;

/* Valid M3G files of 16 MiB in one stored section (m3g.c): keyframes or meshes. The caller frees their data. */
bench_made bench_make_m3g(bool floats);
/* Valid files of 16 MiB of meshes (meshes.c); A3D2 in stored blocks, of chance and partly packed for ODOL: with faces in runs of
 * three and of four corners as long as those of real files, or in any order. */
bench_made bench_make_tanki(void);
bench_made bench_make_a3d2(void);
bench_made bench_make_odol(void), bench_make_odol_mixed(void);
/* Puts the faces of each section of an ODOL model of such a version into runs (faces.c). */
void bench_group_faces(bench_made *file);

/* Valid files of about any size from 1 KiB to 256 MiB (series.c, m3g.c): large arrays of numbers, and small records only.
 * The caller frees their data; one of no bytes could not be made. */
typedef bench_made (*bench_maker)(size_t size);
bench_made bench_flat_tanki(size_t size), bench_small_tanki(size_t size);
bench_made bench_flat_m3g(size_t size), bench_small_m3g(size_t size);
bench_made bench_flat_odol(size_t size), bench_small_odol(size_t size);
bench_made bench_flat_a3d2(size_t size), bench_small_a3d2(size_t size);

/* Runs a program, as argv says, and prints the most memory it had at once, in KiB. Returns 0, or 1 when it fails. */
int bench_peak(char **argv);

/* Instructions (instructions.c): decodes a made file of a family once, for callgrind, and prints its size; writes
 * bench/instructions.json. Both return a status. */
struct a3d_format;
int bench_count(const char *family);
int bench_accept(void);
void bench_counted(const struct a3d_format *format, const bench_made *file);
/* The instructions in a file of callgrind; 0 when there are none. */
double bench_total_of(const char *path);
/* Checks small files of a family (small.c), for callgrind. Returns a status. */
struct a3d_text;
struct a3d_arena;
struct a3d_options;
int bench_small_count(const char *family);
void bench_small_counted(struct a3d_arena *arena, const struct a3d_text *file, const struct a3d_options *options);

/* Whether Khronos' validator is in build/node, and node is there to run it (gltf.c). */
bool bench_has_validator(void);
/* How many times as long as `fn` Khronos' validator takes for the GLBs of a folder. False if it ended early. */
bool bench_against_validator(const char *folder, bench_fn fn, void *user, bench_figure *figure);

/* ---- checking ---- */

/* Judges data as a caller of the library does, with an arena of its own. Returns the number of errors. */
size_t bench_check(const uint8_t *data, size_t size);

/* The last version of a format's list of which a document can be made. */
const struct a3d_version *bench_newest(const struct a3d_format *format);

/* ---- rows ---- */

/* Rows of one id are parts of one figure of the reports: the worst of them, measured by its goal, stands for all. */
typedef struct bench_row {
    int id;
    const char *name;    /* in both reports */
    const char *against; /* what the time is held against */
    double goal;
    bool higher;         /* whether more is better; the ratio is then a speed, else a time */
    /* Measures. Fills in what was run over; returns false when that is not there, and says so. */
    bool (*run)(const struct bench_row *row, bench_figure *figure, char *input, size_t room);
} bench_row;

extern const bench_row bench_packed_a3d2, bench_packed_m3g, bench_packed_odol;
extern const bench_row bench_lzo, bench_lzo_made;
extern const bench_row bench_start, bench_many, bench_jobs;
extern const bench_row bench_gltf_tanki, bench_gltf_m3g, bench_gltf_odol, bench_gltf_mixed, bench_gltf_a3d2;
extern const bench_row bench_report_text, bench_report_json, bench_report_sarif;
extern const bench_row bench_count_tanki, bench_count_m3g, bench_count_odol, bench_count_a3d2;
extern const bench_row bench_small_check_a3d1, bench_small_check_tanki, bench_small_check_odol;
extern const bench_row bench_small_check_a3d2, bench_small_check_m3g;
extern const bench_row bench_encode_mesh, bench_encode_small;
extern const bench_row bench_real_a3d2, bench_real_tanki, bench_real_m3g, bench_real_odol;
extern const bench_row bench_assets, bench_gzip, bench_excludes;
extern const bench_row bench_m3g_mesh, bench_m3g_floats;
extern const bench_row bench_odol_blocks;
extern const bench_row bench_mesh_tanki, bench_mesh_m3g, bench_mesh_odol, bench_mesh_mixed, bench_mesh_a3d2;
extern const bench_row bench_worst_small, bench_worst_large;
extern const bench_row bench_memory_tanki, bench_memory_m3g, bench_memory_odol, bench_memory_a3d2;
extern const bench_row bench_memory_small_tanki, bench_memory_small_m3g, bench_memory_small_odol;
extern const bench_row bench_memory_small_a3d2, bench_memory_damaged;
extern const bench_row bench_scale_flat_tanki, bench_scale_small_tanki, bench_scale_flat_m3g, bench_scale_small_m3g;
extern const bench_row bench_scale_flat_odol, bench_scale_small_odol, bench_scale_flat_a3d2, bench_scale_small_a3d2;

#endif
