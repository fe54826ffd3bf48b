/* no_memory.h - the parts of tests/no_memory.c */
#ifndef A3D_TESTS_NO_MEMORY_H
#define A3D_TESTS_NO_MEMORY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* ---- no_memory_refuse.c: the allocator of the whole process, which can refuse ---- */

enum { REFUSED_DEPTH = 24 };

/* What a run does to its memory. The driver and the run share this page. */
typedef struct refusal {
    uint32_t asked;  /* requests up to now */
    uint32_t at;     /* the request that is refused, from 1 on; 0: none */
    bool stays;      /* all later ones are refused too */
    bool refused;    /* one was */
    bool armed;      /* requests are counted only between refusal_begin and refusal_end */
    int depth;
    void *where[REFUSED_DEPTH]; /* who made the request that was refused first */
} refusal;

void refusal_begin(refusal *page);
void refusal_end(void);

/* ---- no_memory_program.c ---- */

/* main() of a3dlint. */
int program_main(int argc, char **argv);

/* ---- no_memory_folder.c: what is in the folder of a run ---- */

typedef struct entry {
    char *path;
    bool folder;
    unsigned char *data;
    size_t size;
} entry;

typedef struct folder {
    entry *at;
    size_t n, cap;
} folder;

/* Reads all files below the working folder. */
void folder_read(folder *f);
void folder_free(folder *f);
bool folder_same(const folder *a, const folder *b);
/* Returns the path of a file that is neither as in `before` nor as in `after`, or NULL. */
const char *folder_stray(const folder *now, const folder *before, const folder *after);
/* Makes the working folder, which has become `now`, what it was. */
void folder_restore(const folder *now, const folder *was);

/* ---- no_memory_run.c: one run of the program ---- */

typedef struct output {
    int status; /* the exit status, or 1000 + the signal that ended it */
    unsigned char *out, *err;
    size_t out_size, err_size;
    folder files; /* afterwards */
} output;

/* Runs the program in the working folder with the words of `command`. */
void run_program(const char *command, refusal *page, uint32_t at, bool stays, output *o);
void output_free(output *o);
/* Says what is wrong with a run that was refused memory, or returns NULL. `before`: the folder before each run. */
const char *output_fault(const output *o, const output *reference, const folder *before);

void *must_have(void *p);

#endif
