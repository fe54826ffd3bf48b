/* parts.h - shared by the sources of triage, and private to them */
#ifndef A3D_REPORT_TRIAGE_PARTS_H
#define A3D_REPORT_TRIAGE_PARTS_H

#include "report/triage/damage.h"
#include "report/triage/remedy.h"
#include "report/triage/triage.h"

#define A3D_NO_GROUP UINT32_MAX
enum {
    A3D_TRIAGE_WRITERS = 6,       /* writers listed for a group */
    A3D_TRIAGE_ALSO = 12,         /* further groups listed for a file */
    A3D_TRIAGE_FILES = 5000,      /* files with findings in the page, */
    A3D_TRIAGE_SOUND_FILES = 1000, /* and files without */
    /* Bytes of the page: */
    A3D_MOST_OF_EXAMPLES = 4 << 20, /* details of examples, */
    A3D_MOST_OF_OTHERS = 2 << 20,   /* of other files with findings, */
    A3D_MOST_OF_SOUND = 2 << 20,    /* of files without, where they are asked for, */
    A3D_MOST_OF_VIEWS = 3 << 20     /* and what can be drawn; examples get all of it, others the first half */
};

/* How many files of a group have the same description of their writer. */
typedef struct a3d_writer_count {
    const char *text;
    size_t files;
} a3d_writer_count;

typedef struct a3d_triage_group {
    const a3d_rule *rule; /* NULL: unreadable or limited */
    const a3d_format *format; /* of the rule */
    a3d_severity severity;
    a3d_damage damage;
    const char *path;     /* of the field, with * for indices; "" for the whole file */
    size_t files, also;   /* files led by this group; files that have it in addition to another cause */
    uint32_t example;     /* index of the smallest file, preferably one that this group leads */
    uint32_t place;       /* in the order of the groups; set by a3d_triage_close */
    /* These describe the example. */
    const char *message, *cause; /* cause may be NULL: no suspect */
    bool proven;          /* the cause is more than possible */
    bool fixable;         /* the command `fix` was tried and clears the finding; */
    size_t left;          /* then so many errors remain */
    a3d_safety safety;    /* of what is suggested */
    a3d_writer_count writers[A3D_TRIAGE_WRITERS];
    unsigned n_writers;
    size_t other_writers; /* files with writers for which there was no room */
} a3d_triage_group;

typedef struct a3d_triage_file {
    const char *path, *format, *version, *branch, *verdict, *message, *writer; /* branch and message may be NULL */
    bool member; /* of an archive */
    uint64_t key; /* a digest of the content */
    uint64_t size;
    size_t counts[A3D_ERROR + 1];
    uint32_t group, also[A3D_TRIAGE_ALSO]; /* group: A3D_NO_GROUP when nothing is wrong */
    unsigned n_also;
    unsigned examples; /* the number of groups that have it as their example */
    /* Packed parts of the page; may be empty. */
    a3d_text detail; /* of JSON, */
    a3d_text view;   /* of GLB, */
    a3d_text after;  /* and of the GLB of the repaired file */
} a3d_triage_file;

struct a3d_triage {
    a3d_arena *arena;
    unsigned shows; /* A3D_SHOWS_… */
    a3d_triage_group *groups;
    size_t n_groups, cap_groups;
    a3d_triage_file *files;
    size_t n_files, cap_files;
    size_t detail_bytes, example_bytes, sound_bytes, view_bytes; /* of the parts in the page */
    a3d_text path;       /* a buffer for the path in the signature of a group */
    uint32_t *order;     /* indices of groups in their order; set by a3d_triage_close */
    uint64_t steps;      /* taken by repairs that were tried on examples */
};

/* How many bytes of a file the page has: all, unpacked ones counted, if they are at most `whole`; else so many lines
 * around each finding. */
typedef struct a3d_share {
    uint32_t whole;
    unsigned around;
} a3d_share;

/* Appends what the page shows of one file as a JSON object: findings, bytes, tree. `lead` is the index of the leading
 * finding, `remedy` its repair or NULL. `glb` and `after` get what can be drawn of the file and of the repaired file;
 * they stay empty where there is nothing, too much, or nobody asked for it. */
void a3d_put_detail(a3d_text *out, a3d_text *glb, a3d_text *after, const a3d_result *result, uint32_t lead,
                    const a3d_remedy *remedy, unsigned shows, a3d_share share);
/* Appends the zlib stream of a content in base64. */
void a3d_put_packed_part(a3d_text *out, const a3d_text *content);
/* Writes the tree as a JSON array; shown[] says which findings it includes. */
void a3d_put_detail_tree(a3d_json *j, const a3d_doc *doc, const bool *shown);
/* Writes the member "view", what is known of the picture, or null; and the picture into `glb`. */
void a3d_put_detail_view(a3d_json *j, a3d_text *glb, const a3d_result *result, const bool *shown);
/* Appends the GLB of a repaired file, if it has something to draw and is not too large. */
void a3d_put_after_view(a3d_text *glb, a3d_arena *arena, const a3d_result *after);
/* Writes the member "reached": the records that refer to damaged ones. */
void a3d_put_reached(a3d_json *j, a3d_doc *doc, const bool *shown);

/* Shared by the JSON of the report and that of the page. */
void a3d_put_groups(a3d_json *j, const a3d_triage *t);
void a3d_put_triage_file(a3d_json *j, const a3d_triage *t, const a3d_triage_file *f);
void a3d_put_triage_totals(a3d_json *j, const a3d_sink *sink);

/* Appends "2 files, 1 with something wrong, 1 root cause". */
void a3d_put_triage_sum(a3d_text *out, const a3d_triage *t);

/* Appends the command that repairs the example of a group. Returns false, and appends nothing, when there is none. */
bool a3d_put_repair_command(a3d_text *out, const a3d_triage *t, const a3d_triage_group *g);

#endif
