/* judge_views.h - whether what is shown of a document agrees: dump, hex, and the differences of two documents. */
#ifndef A3D_HARNESSES_JUDGE_VIEWS_H
#define A3D_HARNESSES_JUDGE_VIEWS_H

#include "judge_leaves.h"
#include "lint/lint.h"

/* The values that the dump of a document shows, `full` or with large arrays folded. False if it cannot be read, or memory ran out. */
bool judge_leaves(a3d_arena *arena, const a3d_doc *doc, bool full, leaves *list);

/* Hex shows the number of each field, array and plain element as dump does, at the path that dump has, with the bytes that
 * the file has at the offset; each count is that of the elements which dump shows; and no number of dump is missing. */
bool judge_hex_values(a3d_arena *arena, const a3d_result *result, char *why, size_t room);

/* The rows of hex, full or folded, for a number of columns (0: no limit), follow each other, have the bytes that are at their
 * offsets, and leave no byte out. */
bool judge_hex_rows(a3d_arena *arena, const a3d_result *result, unsigned width, bool full, char *why, size_t room);

/* What a folded dump shows is in the full one, and what it says of large arrays (count, least and greatest value, and of bytes
 * their sum) is true of the values there. */
bool judge_folded(a3d_arena *arena, const a3d_result *result, char *why, size_t room);

/* Each difference of two documents states the values that their dumps have at these paths. If no element is only in one of
 * them, or has another place, each value that the dumps show differently is in a difference; but if `keyed`, elements may
 * be paired by their keys, and that is not asked. */
bool judge_differences(a3d_arena *arena, const a3d_result *a, const a3d_result *b, bool keyed, char *why, size_t room);

#endif
