/* tree.c - see tree.h */
#include "report/common/tree.h"

#include <inttypes.h>
#include <string.h>

void a3d_tree_init(a3d_tree *t, a3d_text *out, bool text)
{
    a3d_json_init(&t->json, out, true);
    t->out = out;
    t->text = text;
    t->pretty = true;
    t->depth = 0;
}

void a3d_tree_open(a3d_tree *t, char bracket)
{
    if (t->text)
        t->depth++;
    else
        a3d_json_open(&t->json, bracket);
}

void a3d_tree_close(a3d_tree *t, char bracket)
{
    if (t->text)
        t->depth--;
    else
        a3d_json_close(&t->json, bracket);
}

static void indent(a3d_tree *t)
{
    if (t->out->size > 0)
        a3d_putc(t->out, '\n');
    for (unsigned i = 1; i < t->depth; i++)
        a3d_puts(t->out, "  ");
}

void a3d_tree_key(a3d_tree *t, const char *key)
{
    if (!t->text) {
        a3d_json_key(&t->json, key);
        return;
    }
    indent(t);
    a3d_printf(t->out, "%s:", key);
}

void a3d_tree_index(a3d_tree *t, uint32_t index)
{
    if (!t->text)
        return;
    indent(t);
    a3d_printf(t->out, "[%" PRIu32 "]", index);
}

/* Pretty-printed JSON would put each value on its own line. */
void a3d_tree_open_line(a3d_tree *t)
{
    if (t->text)
        return;
    a3d_json_open(&t->json, '[');
    t->json.pretty = false;
}

void a3d_tree_close_line(a3d_tree *t)
{
    if (t->text)
        return;
    a3d_json_close(&t->json, ']');
    t->json.pretty = t->pretty;
}

void a3d_tree_int(a3d_tree *t, int64_t value)
{
    if (t->text)
        a3d_printf(t->out, " %" PRId64, value);
    else
        a3d_json_int(&t->json, value);
}

void a3d_tree_checksum(a3d_tree *t, int64_t value)
{
    if (t->text)
        a3d_printf(t->out, " 0x%08" PRIx64, value);
    else
        a3d_json_int(&t->json, value);
}

void a3d_tree_float(a3d_tree *t, uint32_t bits)
{
    if (!t->text) {
        a3d_json_float(&t->json, bits);
        return;
    }
    a3d_putc(t->out, ' ');
    a3d_put_float(t->out, bits);
}

void a3d_tree_bool(a3d_tree *t, bool value)
{
    if (t->text)
        a3d_puts(t->out, value ? " true" : " false");
    else
        a3d_json_bool(&t->json, value);
}

void a3d_tree_null(a3d_tree *t)
{
    if (t->text)
        a3d_puts(t->out, " (not read)");
    else
        a3d_json_null(&t->json);
}

/* Quoted and escaped as in JSON for people too, so that a file cannot control a terminal. */
void a3d_tree_text(a3d_tree *t, const char *text, size_t n)
{
    if (!t->text) {
        a3d_json_text(&t->json, text, n);
        return;
    }
    a3d_json quoted;
    a3d_json_init(&quoted, t->out, false);
    a3d_putc(t->out, ' ');
    a3d_json_text(&quoted, text, n);
}

void a3d_tree_str(a3d_tree *t, const char *text)
{
    a3d_tree_text(t, text, strlen(text));
}

void a3d_tree_remark(a3d_tree *t, const char *remark)
{
    if (t->text)
        a3d_printf(t->out, " (%s)", remark);
}

void a3d_tree_end(a3d_tree *t)
{
    a3d_putc(t->out, '\n');
}
