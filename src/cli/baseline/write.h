/* write.h - collects the entries that --write-baseline writes */
#ifndef A3D_CLI_BASELINE_WRITE_H
#define A3D_CLI_BASELINE_WRITE_H

#include "cli/baseline/baseline.h"

typedef struct a3d_baseline_writer a3d_baseline_writer;

/* A writer for the file at `path`. NULL when memory ran out. */
a3d_baseline_writer *a3d_baseline_writer_new(a3d_arena *arena, const char *path);
/* Call it before recording the findings of a file. */
void a3d_baseline_next_file(a3d_baseline_writer *w);
/* Records a finding of the file at `place`. `key` identifies it; `standing` has the reason and the day of the entry
 * that it matched. False when memory ran out. */
bool a3d_baseline_record(a3d_baseline_writer *w, const a3d_doc *doc, const a3d_finding *f, const char *place,
                         const a3d_entry *key, const a3d_standing *standing);
/* Records that the file at `place` is unreadable. A baseline cannot accept that, and the message of a3d_baseline_write
 * says so. False when memory ran out. */
bool a3d_baseline_refuse(a3d_baseline_writer *w, const char *place);
/* Keeps an entry of an older baseline in `folder` whose file was not checked. False when memory ran out. */
bool a3d_baseline_keep(a3d_baseline_writer *w, const char *folder, const a3d_entry *e);
/* Sorts and merges the entries and writes the file. Returns 0, or an exit status after a message. */
int a3d_baseline_write(a3d_baseline_writer *w);

/* The path of a file (its a3d_choices.place) in a baseline in `folder`: relative, with bytes that are no text as \xHH.
 * NULL when memory ran out. */
char *a3d_path_in_baseline(a3d_arena *arena, const char *folder, const char *place);
/* The inverse: the a3d_choices.place of a path in a baseline. A '!' in the path may belong to the name of a file or
 * separate an archive from its member, which the file system decides. Stores in *there whether there is such a file or
 * archive. NULL when memory ran out. */
char *a3d_place_from_baseline(a3d_arena *arena, const char *folder, const char *name, bool *there);

#endif
