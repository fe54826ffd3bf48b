/* write.h - what --write-baseline collects. */
#ifndef A3D_CLI_BASELINE_WRITE_H
#define A3D_CLI_BASELINE_WRITE_H

#include "cli/baseline/baseline.h"

typedef struct a3d_baseline_writer a3d_baseline_writer;

/* NULL when memory ran out. */
a3d_baseline_writer *a3d_baseline_writer_new(a3d_arena *arena, const char *path);
/* Before the findings of a file. */
void a3d_baseline_next_file(a3d_baseline_writer *w);
/* Records a finding: `key` as it is looked for, `standing` for the reason and the day of an older entry. */
bool a3d_baseline_record(a3d_baseline_writer *w, const a3d_doc *doc, const a3d_finding *f, const char *place, const a3d_entry *key, const a3d_standing *standing);
/* Keeps an entry of an older baseline whose file was not judged. */
bool a3d_baseline_keep(a3d_baseline_writer *w, const char *folder, const a3d_entry *e);
/* Sorts, puts together and writes. Returns 0, or an exit status after a message. */
int a3d_baseline_write(a3d_baseline_writer *w);

/* The name of a file (its a3d_choices.place) in a baseline that lies in `folder`. */
char *a3d_name_in(a3d_arena *arena, const char *folder, const char *place);
/* The file that an entry is about, of a baseline in `folder`, as a3d_choices.place would have it. An entry does not tell
 * members of archives: it is one when there is a file by the name that stands before a '!'. *there is whether there is any
 * such file. NULL without memory. */
char *a3d_place_of(a3d_arena *arena, const char *folder, const char *name, bool *there);

#endif
