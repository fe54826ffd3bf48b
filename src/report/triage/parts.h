/* parts.h - what the parts of triage share; for its own files only. */
#ifndef A3D_REPORT_TRIAGE_PARTS_H
#define A3D_REPORT_TRIAGE_PARTS_H

#include "report/triage/damage.h"
#include "report/triage/triage.h"

#define A3D_NO_GROUP UINT32_MAX
enum {
    A3D_TRIAGE_WRITERS = 6,       /* told of a group */
    A3D_TRIAGE_ALSO = 12,         /* other groups that are told of a file */
    A3D_TRIAGE_FILES = 5000,      /* with something wrong in the page, */
    A3D_TRIAGE_SOUND_FILES = 1000, /* and without */
    A3D_TRIAGE_DETAILS = 16 << 20, /* bytes of details in the page, those of examples apart */
    A3D_TRIAGE_EXAMPLES = 64 << 20, /* the same of examples, */
    A3D_TRIAGE_SOUND = 2 << 20 /* and of files without fault */
};

/* What can be done about an example. */
typedef enum a3d_triage_repair {
    A3D_TRIAGE_NONE,
    A3D_TRIAGE_SUSPECTED, /* an edit that a suspect stands for; nobody tried it */
    A3D_TRIAGE_EDIT,      /* an edit that was tried: the finding went and no error came */
    A3D_TRIAGE_REWRITE,   /* writing it in canonical form, tried as well */
    A3D_TRIAGE_FIX        /* the command `fix`, tried as well */
} a3d_triage_repair;

/* How many files of a group were written alike. */
typedef struct a3d_writer_count {
    const char *text;
    size_t files;
} a3d_writer_count;

typedef struct a3d_triage_group {
    const a3d_rule *rule; /* NULL: not readable, or limited */
    const a3d_format *format; /* of the rule */
    a3d_severity severity;
    a3d_damage damage;
    const char *path;     /* of the field, with * for indices; "" for the file as a whole */
    size_t files, also;   /* led by it; that have it besides another cause */
    uint32_t example;     /* the smallest file: of those that it leads, if there is one */
    uint32_t place;       /* in the order in which groups are shown, once they are sorted */
    /* of the example */
    const char *message, *cause, *edit; /* cause, edit: NULL when there is none */
    a3d_triage_repair repair;
    size_t left;          /* errors that a repair which was tried leaves */
    a3d_writer_count writers[A3D_TRIAGE_WRITERS];
    unsigned n_writers;
    size_t other_writers; /* files of writers that found no room */
} a3d_triage_group;

typedef struct a3d_triage_file {
    const char *path, *format, *version, *branch, *verdict, *message, *writer; /* branch, message may be NULL */
    bool member; /* of an archive */
    uint64_t size;
    size_t counts[A3D_ERROR + 1];
    uint32_t group, also[A3D_TRIAGE_ALSO]; /* group: A3D_NO_GROUP when nothing is wrong */
    unsigned n_also;
    unsigned examples; /* groups that have it as their example */
    a3d_text detail; /* JSON; empty: none */
} a3d_triage_file;

struct a3d_triage {
    a3d_arena *arena;
    bool details;
    a3d_triage_group *groups;
    size_t n_groups, cap_groups;
    a3d_triage_file *files;
    size_t n_files, cap_files;
    size_t detail_bytes, example_bytes, sound_bytes; /* of files with something wrong, of those that are examples, and of sound ones */
    a3d_text path;       /* of the signature that is looked up */
    uint32_t *order;     /* of groups; after a3d_triage_close */
    uint64_t steps;      /* that fixes took which were tried on examples */
};

/* What the page shows of one file, as a JSON object: findings, bytes, tree. `lead` is the index of the leading finding. */
void a3d_put_detail(a3d_text *out, const a3d_result *result, uint32_t lead);
/* The tree as a JSON array; shown[] says which findings are told. */
void a3d_put_detail_tree(a3d_json *j, const a3d_doc *doc, const bool *shown);
/* The member "view": what can be drawn, or null. */
void a3d_put_detail_view(a3d_json *j, const a3d_result *result, const bool *shown);
/* The member "reached": records that refer to damaged ones. */
void a3d_put_reached(a3d_json *j, a3d_doc *doc, const bool *shown);

/* Shared by the JSON of the report and of the page. */
void a3d_put_groups(a3d_json *j, const a3d_triage *t);
void a3d_put_triage_file(a3d_json *j, const a3d_triage *t, const a3d_triage_file *f);
void a3d_put_triage_totals(a3d_json *j, const a3d_sink *sink);

/* The command that repairs the example of a group, or NULL. */
bool a3d_put_repair_command(a3d_text *out, const a3d_triage *t, const a3d_triage_group *g);

#endif
