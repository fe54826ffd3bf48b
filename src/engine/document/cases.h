/* cases.h - names of values; those of a field that chooses the type of a later one are named by what they choose */
#ifndef A3D_ENGINE_DOCUMENT_CASES_H
#define A3D_ENGINE_DOCUMENT_CASES_H

#include "base/amount.h"
#include "model/doc.h"

/* The name of what a field would choose with this value, in the version of the document. NULL if it chooses nothing, as
 * most fields do. */
const char *a3d_case_name(const a3d_doc *doc, uint32_t node, int64_t value);

/* A value of a scalar or of an element of an array, for messages: the number, and in parentheses the name that the
 * table or a case gives it: "177 (SLERP)". */
a3d_amount a3d_named_value(const a3d_doc *doc, uint32_t node, int64_t value);

/* Looks up the value with which a field chooses what has this name of `n` bytes. False for an unknown name. */
bool a3d_case_value(const a3d_doc *doc, uint32_t node, const char *name, size_t n, int64_t *value);

#endif
