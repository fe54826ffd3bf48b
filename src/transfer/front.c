/* front.c - what is before the model: a byte-order mark, or other bytes */
#include "base/utf8.h"
#include "transfer/tracing.h"

enum {
    TEXT_BEFORE = 1 << 16, /* a model is searched after so much text, */
    BYTES_BEFORE = 512,    /* and after so many bytes of any kind */
    MAGIC_BITS = 24        /* what the start of a model proves, as the caller promises */
};

/* Three bytes prove 24 bits; the two of UTF-16 count only before a model. Text may begin with a mark. */
static void trace_mark(a3d_tracing *t)
{
    const uint8_t *d = t->data;
    size_t mark = a3d_utf8_mark(d, t->size);
    if (mark == 0 && t->size > 2 && ((d[0] == 0xff && d[1] == 0xfe) || (d[0] == 0xfe && d[1] == 0xff)))
        mark = 2;
    if (mark == 0 || mark == t->size)
        return;
    bool model = a3d_model_starts(t, d + mark, t->size - mark);
    if (!model && (mark == 2 || !t->binary))
        return;
    a3d_evidence e = {A3D_FILE_BYTE_ORDER_MARK, 0, mark, 8 * mark + (model ? MAGIC_BITS : 0), model, d + mark,
                      t->size - mark};
    a3d_add_trace(t, &e, "a byte-order mark of %s (%s) is before the model", mark == 3 ? "UTF-8" : "UTF-16",
                  a3d_amount_of(mark, "byte").text);
}

static bool is_text(uint8_t c)
{
    return (c >= 0x20 && c < 0x7f) || c == '\t' || c == '\n' || c == '\r' || c == '\f';
}

/* The offset of a model after other bytes, or 0. */
static size_t find_model(const a3d_tracing *t)
{
    bool text = true;
    for (size_t i = 0; i < t->size && i < TEXT_BEFORE && (text || i < BYTES_BEFORE); i++) {
        if (i > 0 && a3d_model_starts(t, t->data + i, t->size - i))
            return i;
        text = text && is_text(t->data[i]);
    }
    return 0;
}

/* Where text lines at the start end and other bytes follow; 0: they do not. */
static size_t end_of_lines(const a3d_tracing *t)
{
    size_t end = 0;
    for (size_t i = 0; i < t->size && i < TEXT_BEFORE; i++) {
        if (t->data[i] == '\n')
            end = i + 1;
        if (!is_text(t->data[i]))
            return end;
    }
    return 0;
}

/* The start of a model at one of 512 places proves 9 bits less than at one place, and text before it proves that it is
 * not by chance. Without the start of a model it is a guess. */
static void trace_before(a3d_tracing *t)
{
    size_t model = a3d_model_starts(t, t->data, t->size) ? 0 : find_model(t), lines = end_of_lines(t), text = 0;
    size_t at = model > 0 ? model : lines;
    while (text < at && is_text(t->data[text]))
        text++;
    if (at == 0 || at <= a3d_utf8_mark(t->data, t->size) || !t->binary)
        return;
    a3d_evidence e = {A3D_FILE_TEXT_BEFORE, 0, at, model > 0 ? MAGIC_BITS - 9 : 0, false, t->data + at, t->size - at};
    e.bits += model > 0 && text == at ? at : 0;
    a3d_add_trace(t, &e, text == at ? "%s of text %s before the model" : "%s %s before the model",
                  a3d_amount_of(at, "byte").text, at == 1 ? "is" : "are");
}

void a3d_trace_front(a3d_tracing *t)
{
    trace_mark(t);
    trace_before(t);
}
