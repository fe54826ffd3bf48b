/* slow.h - the commands that slow.c runs, and what they cost (slow_run.c, slow_made.c, slow_report.c) */
#ifndef A3D_TESTS_SLOW_H
#define A3D_TESTS_SLOW_H

#include "engine/mutate/mutate.h"
#include "lint/generate.h"
#include "lint/lint.h"

enum { SLOW_COMMANDS = 16, SLOW_WORDS = 12 };

/* A command with its options. "INPUT" is the input, "OTHER" the file that it was made of, "RULE" a rule that it breaks,
 * "INSERT" and "SET" edits of its longest list, "ARCHIVE" a zip with it, and "OUT" a file that may be written. */
typedef struct slow_command {
    const char *name, *words[SLOW_WORDS];
} slow_command;
extern const slow_command slow_commands[SLOW_COMMANDS];

typedef struct slow_facts {
    size_t size, bytes; /* bytes: with packed content counted as unpacked */
    const char *rule;   /* that the input breaks, or NULL */
    char insert[256], set[256]; /* edits, or "" */
} slow_facts;
slow_facts slow_facts_of(const uint8_t *data, size_t size);

/* Writes a zip archive with the bytes as its only member. */
bool slow_archive(const char *path, const uint8_t *data, size_t size);
/* Finds facts->insert and facts->set. */
void slow_edits_of(const a3d_doc *doc, slow_facts *facts);

typedef struct slow_cost {
    bool ran; /* false: the command does not apply to the input */
    double seconds; /* of processor time */
    int status;
} slow_cost;
slow_cost slow_run(const char *program, unsigned command, const char *folder, const slow_facts *facts);

typedef struct slow_worst {
    double rate; /* seconds for each MB */
    slow_cost cost;
    slow_facts facts;
    const char *how; /* how the input was made */
    size_t at;       /* number of the input */
} slow_worst;

/* Seconds for each MB; an input of less than 1 MB counts as 1 MB. */
double slow_rate(const slow_cost *cost, const slow_facts *facts);

bool slow_report(const char *base, const slow_worst *worst, size_t inputs, uint64_t seed, const char *seconds);
/* Exit status: 1 if a command took too long. */
int slow_verdict(const slow_worst *worst);

#endif
