/* zip_end.h - the end record of a zip archive */
#ifndef A3D_CLI_ARCHIVE_ZIP_END_H
#define A3D_CLI_ARCHIVE_ZIP_END_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Whether a zip archive has the record that says where the list of its members stands. */
bool a3d_zip_has_end(const uint8_t *data, size_t size);

#endif
