/* parts.h - shared by the parts of the editor. A function that returns text returns NULL or an error text. */
#ifndef A3D_ENGINE_EDIT_PARTS_H
#define A3D_ENGINE_EDIT_PARTS_H

#include "engine/edit/edit.h"
#include "engine/edit/resolve.h"

/* One edit, split at its operator. */
typedef struct a3d_edit_word {
    const char *path, *value;
    size_t path_size, value_size;
    char op; /* '=', ':' (:=), '+' or '-' */
} a3d_edit_word;

static inline bool a3d_is_braced(const a3d_edit_word *e)
{
    return e->value_size >= 2 && e->value[0] == '{' && e->value[e->value_size - 1] == '}';
}

/* Applies {a=1,b=2}: edits inside a record or element. */
const char *a3d_edit_fields(a3d_ctx *ctx, const a3d_target *t, const a3d_edit_word *e);

/* ---- contents (content.c) ---- */

/* Sets the content of an array. */
const char *a3d_edit_array(a3d_ctx *ctx, uint32_t index, const a3d_edit_word *e);
/* Sets an element of an array or plain list, or a field inside one. */
const char *a3d_edit_inside(a3d_ctx *ctx, const a3d_target *t, const a3d_edit_word *e);
/* Gives an array or plain list a copy of its content that may be changed. False if memory ran out. */
bool a3d_edit_own(a3d_doc *doc, uint32_t index);
/* Overwrites bytes inside the content of an array or plain list; content of the file is copied first. */
const char *a3d_edit_overwrite(a3d_ctx *ctx, uint32_t index, uint32_t at, const void *bytes, uint32_t n);
/* Replaces a whole array inside an element. The length may change only if the element holds its count. */
const char *a3d_edit_replace(a3d_ctx *ctx, const a3d_target *t, const a3d_text *values, unsigned width);
/* Appends the values of {1,2,…} in a wire type; `row` has the names of enumerators. */
const char *a3d_edit_values(a3d_ctx *ctx, const a3d_edit_word *e, unsigned type, const a3d_row *row, a3d_text *bytes);

/* ---- inserting and removing (list.c); `user` is the a3d_edit_word, as for a3d_resolve ---- */

const char *a3d_edit_insert(void *user, a3d_ctx *ctx, const a3d_target *t);
const char *a3d_edit_remove(void *user, a3d_ctx *ctx, const a3d_target *t);

#endif
