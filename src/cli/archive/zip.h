/* zip.h - reads zip archives; see archive.h */
#ifndef A3D_CLI_ARCHIVE_ZIP_H
#define A3D_CLI_ARCHIVE_ZIP_H

#include "cli/archive/archive.h"

const char *a3d_zip_open(a3d_archive *archive);
a3d_member_status a3d_zip_next(a3d_archive *archive, a3d_arena *arena, a3d_member *member);
void a3d_zip_pass(a3d_archive *archive);

#endif
