/* pbo.h - reads packed banks; see archive.h */
#ifndef A3D_CLI_ARCHIVE_PBO_H
#define A3D_CLI_ARCHIVE_PBO_H

#include "cli/archive/archive.h"

/* Whether the bytes are a packed bank. */
bool a3d_pbo_recognise(const uint8_t *data, size_t size);
const char *a3d_pbo_open(a3d_archive *archive);
a3d_member_status a3d_pbo_next(a3d_archive *archive, a3d_arena *arena, a3d_member *member);
void a3d_pbo_pass(a3d_archive *archive);

#endif
