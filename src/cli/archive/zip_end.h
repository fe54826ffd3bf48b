/* zip_end.h - finds the end record of a zip archive */
#ifndef A3D_CLI_ARCHIVE_ZIP_END_H
#define A3D_CLI_ARCHIVE_ZIP_END_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Whether the bytes end with the end record of a zip archive, which has the offset of the list of its members. */
bool a3d_zip_has_end(const uint8_t *data, size_t size);

#endif
