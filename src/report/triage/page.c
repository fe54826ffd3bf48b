/* page.c - the page; see triage.h and page.h
 *
 * The page gets all its data as JSON. In JSON `<`, `>` and `&` occur only in strings, where they are written as
 * \u00XX, so no file name and no text from a file can close the element or start a comment. The script inserts
 * strings as text, never as markup. */
#include "report/triage/page.h"
#include "report/triage/parts.h"

#include <string.h>

static void put_part(a3d_text *out, const char *before, const a3d_page_part *part, const char *after)
{
    if (part->size == 0)
        return;
    a3d_puts(out, before);
    a3d_put(out, part->text, part->size);
    a3d_puts(out, after);
}

static void put_escaped(a3d_text *out, const a3d_text *json)
{
    size_t from = 0;
    for (size_t i = 0; i < json->size; i++) {
        char c = json->data[i];
        if (c != '<' && c != '>' && c != '&')
            continue;
        a3d_put(out, json->data + from, i - from);
        a3d_printf(out, "\\u%04x", (unsigned)c);
        from = i + 1;
    }
    a3d_put(out, json->data != NULL ? json->data + from : "", json->size - from);
}

/* Examples are always in the page, other files up to a limit. Valid files have a limit of their own. */
static bool in_page(const a3d_triage_file *f, size_t *wrong, size_t *sound)
{
    bool shown = f->group == A3D_NO_GROUP ? *sound < A3D_TRIAGE_SOUND_FILES
                                          : f->examples > 0 || *wrong < A3D_TRIAGE_FILES;
    *(f->group == A3D_NO_GROUP ? sound : wrong) += shown;
    return shown;
}

static void put_file(a3d_json *j, const a3d_triage *t, uint32_t index)
{
    const a3d_triage_file *f = &t->files[index];
    a3d_json_open(j, '{');
    a3d_json_member_uint(j, "id", index);
    a3d_put_triage_file(j, t, f);
    if (f->detail.size > 0) {
        a3d_json_key(j, "detail");
        a3d_json_raw(j, f->detail.data, f->detail.size);
    }
    a3d_json_close(j, '}');
}

static void put_data(a3d_text *json, const a3d_triage *t, const a3d_sink *sink, bool view)
{
    a3d_json j;
    size_t wrong = 0, sound = 0, left_out = 0;
    a3d_json_init(&j, json, false);
    a3d_json_open(&j, '{');
    a3d_put_triage_totals(&j, sink);
    a3d_json_member_bool(&j, "view", view);
    a3d_put_groups(&j, t);
    a3d_json_member_open(&j, "files", '[');
    for (uint32_t i = 0; i < t->n_files; i++) {
        bool shown = in_page(&t->files[i], &wrong, &sound);
        left_out += !shown;
        if (shown)
            put_file(&j, t, i);
    }
    a3d_json_close(&j, ']');
    a3d_json_member_uint(&j, "moreFiles", left_out);
    a3d_json_close(&j, '}');
}

void a3d_triage_page(a3d_text *out, const a3d_triage *t, const a3d_sink *sink, const a3d_page_parts *parts)
{
    a3d_text json;
    a3d_text_init(&json, out->arena);
    put_data(&json, t, sink, parts->view.size > 0);
    a3d_puts(out, A3D_PAGE_MARK
             "<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
             "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
             "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; script-src 'unsafe-inline'; "
             "style-src 'unsafe-inline'; img-src data: blob:; connect-src data: blob:\">\n"
             "<meta name=\"generator\" content=\"a3dlint " A3DLINT_VERSION "\">\n<title>a3dlint triage</title>\n");
    put_part(out, "<style>\n", &parts->style, "</style>\n");
    a3d_puts(out,
             "</head>\n<body>\n<noscript>This page is drawn by a script, which this browser does not run.</noscript>\n"
             "<script type=\"application/json\" id=\"data\">");
    put_escaped(out, &json);
    a3d_puts(out, "</script>\n");
    put_part(out, "<script>\n", &parts->view, "</script>\n");
    put_part(out, "<script>\n", &parts->detail, "</script>\n");
    put_part(out, "<script>\n", &parts->script, "</script>\n");
    a3d_puts(out, "</body>\n</html>\n");
    out->failed |= json.failed;
    a3d_text_free(&json);
}

/* ---- `check --format html` ---- */

typedef struct html {
    a3d_triage *triage;
    const a3d_page_parts *parts;
} html;

void a3d_html_begin(a3d_sink *sink)
{
    static const a3d_page_parts none;
    html *h = a3d_arena_alloc(sink->out->arena, sizeof *h);
    if (h != NULL)
        *h = (html){a3d_triage_new(sink->out->arena, true), sink->state != NULL ? sink->state : &none};
    sink->out->failed |= h == NULL || h->triage == NULL;
    sink->state = h;
}

void a3d_html_file(a3d_sink *sink, const char *path, const a3d_result *result)
{
    html *h = sink->state;
    if (sink->out->failed || !a3d_triage_add(h->triage, sink, path, result))
        sink->out->failed = true;
}

void a3d_html_end(a3d_sink *sink)
{
    html *h = sink->state;
    if (!sink->out->failed && a3d_triage_close(h->triage))
        a3d_triage_page(sink->out, h->triage, sink, h->parts);
    else
        sink->out->failed = true;
}
