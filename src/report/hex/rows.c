/* rows.c - draws a line of annotated hex in the rows of a terminal; see lines.h
 *
 * A row has fewer bytes than a line where the terminal is narrow. The note is next to the bytes in as many rows as it
 * takes, and names its fields by what follows the record that encloses them: the record has a row of its own, above. */
#include "base/columns.h"
#include "engine/document/path.h"
#include "report/hex/lines.h"
#include "report/hex/pick.h"

#include <string.h>

enum { WIDE = 120, NARROW = 64 };

void a3d_hex_fit(a3d_hex_writer *w, unsigned width)
{
    w->width = width;
    w->per_row = width == 0 || width >= WIDE ? A3D_HEX_WIDTH : width >= NARROW ? A3D_HEX_WIDTH / 2 : A3D_HEX_WIDTH / 4;
    w->relative = width > 0 && width < WIDE;
}

unsigned a3d_hex_note_column(const a3d_hex_writer *w)
{
    return A3D_HEX_INDENT + 3 * w->per_row + 2;
}

/* The length of the part of a path that ends with the last list element which contains something: "a[1].b[2]." of
 * "a[1].b[2].c". */
static size_t record_part(const a3d_text *path)
{
    for (size_t n = path->size; n > 1; n--)
        if (path->data[n - 1] == '.' && path->data[n - 2] == ']')
            return n;
    return 0;
}

/* Names the record of a line, if it is not that of the line before it. */
static void put_record(a3d_hex_writer *w, const a3d_hex_line *line)
{
    a3d_hex_find_path(w, line->piece);
    size_t n = w->relative ? record_part(&w->path) : 0;
    w->omitted = n;
    if (!w->relative || (n == w->record.size && (n == 0 || memcmp(w->path.data, w->record.data, n) == 0)))
        return;
    w->record.size = 0;
    a3d_put(&w->record, w->path.data, n);
    if (n > 0)
        a3d_put_shortened(w->out, w->path.data, n - 1, w->width - 1);
    else
        a3d_puts(w->out, "top level");
    a3d_puts(w->out, ":\n");
}

/* Puts the rest of the note beside or below the bytes, up to `most` rows. */
static void put_note(a3d_hex_writer *w, const char **note, size_t *left, bool *begun, bool below)
{
    unsigned column = a3d_hex_note_column(w), hanging = *begun ? A3D_HEX_HANGING : 0;
    size_t next, n = a3d_row_end(*note, *left, w->width - column - hanging, &next);
    a3d_printf(w->out, "%*s", (int)(below ? column + hanging : hanging), "");
    a3d_put(w->out, *note, n);
    *note += next;
    *left -= next;
    *begun = true;
}

static void put_rows(a3d_hex_writer *w, const a3d_hex_line *line, const struct a3d_hex_marks *marks,
                     const a3d_text *text)
{
    const char *note = text->data;
    size_t left = text->size;
    bool begun = false;
    for (uint32_t at = 0; at < line->size || left > 0; at += w->per_row) {
        uint32_t n = at >= line->size ? 0 : line->size - at < w->per_row ? line->size - at : w->per_row;
        if (n > 0)
            a3d_hex_put_bytes(w, line, at, n, left > 0);
        if (left > 0)
            put_note(w, &note, &left, &begun, n == 0);
        a3d_putc(w->out, '\n');
        if (n == 0 || !a3d_hex_has_marks(w, marks, line->piece->stream, line->off + at, n))
            continue;
        for (; left > 0; a3d_putc(w->out, '\n'))
            put_note(w, &note, &left, &begun, true);
        a3d_hex_put_marks(w, marks, line->piece->stream, line->off + at, n);
    }
}

static void put_fold(a3d_hex_writer *w, const a3d_text *note)
{
    unsigned column = a3d_hex_note_column(w);
    a3d_printf(w->out, "%-*s", (int)column, "   ...");
    a3d_put_filled(w->out, note->data, note->size, column, column + A3D_HEX_HANGING, w->width);
    a3d_putc(w->out, '\n');
}

void a3d_hex_draw(a3d_hex_writer *w, const a3d_hex_line *line, const struct a3d_hex_marks *marks)
{
    a3d_text *out = w->out, note;
    if (w->width == 0) {
        a3d_hex_write(w, line);
        a3d_hex_put_marks(w, marks, line->piece->stream, line->off, line->size);
        return;
    }
    a3d_text_init(&note, out->arena);
    put_record(w, line);
    w->out = &note;
    a3d_hex_remark(w, line);
    w->out = out;
    if (line->kind == A3D_HEX_FOLD)
        put_fold(w, &note);
    else
        put_rows(w, line, marks, &note);
    out->failed |= note.failed;
    a3d_text_free(&note);
}
