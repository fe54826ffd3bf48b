/* ready.h - what the rows of the report forms share: findings made ready for printf, and their printing.
 *
 * The other side of the comparison is handed all that is no formatting: paths and names of streams are put together, texts
 * are escaped, fingerprints are worked out, the order and the depth of findings are known. It only formats, an snprintf for
 * each record, and what comes out must be what the form writes, byte for byte. */
#ifndef A3D_BENCH_READY_H
#define A3D_BENCH_READY_H

#include "report/common/phrases.h"

enum { READY_CHAIN = 4 };

enum { READY_TEXT = A3D_Q_FLOAT + 1 };

/* A value as printf takes it. */
typedef struct ready_value {
    unsigned kind; /* A3D_Q_…, or READY_TEXT: `text` holds it as it stands in JSON, quotes included; `plain` without them */
    int64_t i;
    uint64_t u;
    double f;
    int digits;
    const char *text, *plain;
} ready_value;

typedef struct ready_span {
    const char *stream;
    uint32_t off, size;
} ready_span;

typedef struct ready_spot {
    const char *path, *last; /* `last`: its last step */
    bool element;            /* which is an index */
    ready_span chain[READY_CHAIN]; /* from the file inwards */
    unsigned n;
    uint32_t bit;
    const char *message; /* of a suspect, escaped */
    const char *edit;    /* of a suspect, escaped */
} ready_spot;

typedef struct ready_finding {
    const a3d_finding *f;
    ready_spot at, suspects[A3D_SUSPECTS];
    const char *message, *expected; /* escaped; `expected` in words, or NULL */
    ready_value min, max, actual;
    const char *places[A3D_PLACES];
    unsigned long long fingerprint;
    unsigned depth; /* in the text form */
    size_t rule;    /* in the list of SARIF */
} ready_finding;

typedef struct ready_rule {
    const a3d_rule *rule;
    const char *name, *title, *why, *source;  /* escaped */
    const char *bold_title, *bold_why, *bold_source; /* the same in Markdown */
} ready_rule;

typedef struct ready_file {
    const a3d_result *result;
    const char *branch_why;      /* escaped */
    ready_finding *findings;
    const uint32_t *order;       /* in the text form: a cause first */
} ready_file;

typedef struct ready {
    ready_file *files;
    ready_rule *rules;
    size_t n_files, n_rules, n_findings;
} ready;

/* Makes results ready, in the arena. Ends the program when memory runs out. */
ready bench_make_ready(a3d_arena *arena, const a3d_result *const *results, size_t n);

/* What was printed last. */
typedef struct bench_line {
    char *text;
    size_t n, room;
} bench_line;

/* Print what stands before, of, and behind the files. */
typedef struct bench_printer {
    void (*begin)(bench_line *l);
    void (*file)(bench_line *l, const ready_file *file, bool first);
    void (*end)(bench_line *l, const ready *all);
} bench_printer;
extern const bench_printer bench_print_text, bench_print_json, bench_print_sarif;

/* A call for each record, as one would write a report without a writer of one's own. */
#define PRINT(l, ...) ((l)->n += (size_t)snprintf((l)->text + (l)->n, (l)->room - (l)->n, __VA_ARGS__))

#define BENCH_PATH "models/tree.bin"

#endif
