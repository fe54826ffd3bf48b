/* drives.h - patterns of absolute paths where there are drives
 *
 * These functions are the same on every system; a3d_os_has_drives (os/files.h) says whether they apply. */
#ifndef A3D_BASE_DRIVES_H
#define A3D_BASE_DRIVES_H

#include "base/text.h"

#include <stdbool.h>
#include <stddef.h>

/* Whether a pattern begins with a drive and a separator (C:\, c:/) or with two separators and the name of a server
 * (\\server, //server). A backslash separates folders in all of it, and escapes nothing. */
bool a3d_begins_with_drive(const char *pattern);

/* Appends a pattern of n bytes that begins so, in the form of absolute paths in os/files.h: /C:/a for c:\a, and
 * /unc:/server/a for \\server\a. */
void a3d_put_drive_pattern(a3d_text *out, const char *pattern, size_t n);

#endif
