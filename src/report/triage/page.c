/* page.c - the page; see triage.h and page.h
 *
 * The page gets all its data as JSON. In JSON `<`, `>` and `&` occur only in strings, where they are written as
 * \u00XX, so no file name and no text from a file can close the element or start a comment. The script inserts
 * strings as text, never as markup. */
#include "report/triage/page.h"
#include "report/triage/parts.h"

#include <inttypes.h>
#include <stdio.h>
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

/* Writes a packed part as a member; or, when there is a text for all parts, adds it there and writes its place. */
static void put_packed(a3d_json *j, const char *key, const a3d_text *part, a3d_text *parts)
{
    if (part->size == 0)
        return;
    if (parts == NULL) {
        a3d_json_member_text(j, key, part->data, part->size);
        return;
    }
    a3d_json_member_open(j, key, '[');
    a3d_json_uint(j, parts->size);
    a3d_json_uint(j, part->size);
    a3d_json_close(j, ']');
    a3d_put(parts, part->data, part->size);
}

static void put_file(a3d_json *j, const a3d_triage *t, uint32_t index, a3d_text *parts)
{
    const a3d_triage_file *f = &t->files[index];
    char key[17];
    snprintf(key, sizeof key, "%016" PRIx64, f->key);
    a3d_json_open(j, '{');
    a3d_json_member_uint(j, "id", index);
    a3d_json_member_str(j, "key", key);
    a3d_put_triage_file(j, t, f);
    put_packed(j, "detail", &f->detail, parts);
    put_packed(j, "view", &f->view, parts);
    put_packed(j, "after", &f->after, parts);
    a3d_json_close(j, '}');
}

static void put_data(a3d_text *out, const a3d_triage *t, const a3d_sink *sink, bool view, a3d_text *parts)
{
    a3d_json j;
    size_t wrong = 0, sound = 0, left_out = 0;
    a3d_json_init(&j, out, false);
    a3d_json_open(&j, '{');
    a3d_put_triage_totals(&j, sink);
    a3d_json_member_bool(&j, "view", view);
    a3d_json_member_open(&j, "shows", '{');
    a3d_json_member_bool(&j, "bytes", t->shows & A3D_SHOWS_BYTES);
    a3d_json_member_bool(&j, "views", t->shows & A3D_SHOWS_VIEW);
    a3d_json_member_bool(&j, "valid", t->shows & A3D_SHOWS_VALID);
    a3d_json_close(&j, '}');
    a3d_put_groups(&j, t);
    a3d_json_member_open(&j, "files", '[');
    for (uint32_t i = 0; i < t->n_files; i++) {
        bool shown = in_page(&t->files[i], &wrong, &sound);
        left_out += !shown;
        if (shown)
            put_file(&j, t, i, parts);
    }
    a3d_json_close(&j, ']');
    a3d_json_member_uint(&j, "moreFiles", left_out);
    a3d_json_close(&j, '}');
}

void a3d_triage_data(a3d_text *out, const a3d_triage *t, const a3d_sink *sink, bool view)
{
    put_data(out, t, sink, view, NULL);
}

/* ---- without scripts ---- */

static void put_markup(a3d_text *out, const char *text)
{
    a3d_text shown;
    a3d_text_init(&shown, out->arena);
    a3d_put_printable(&shown, text, strlen(text));
    for (size_t i = 0; i < shown.size; i++) {
        char c = shown.data[i];
        if (c == '<' || c == '>' || c == '&')
            a3d_printf(out, "&#%u;", (unsigned)c);
        else
            a3d_putc(out, c);
    }
    out->failed |= shown.failed;
    a3d_text_free(&shown);
}

/* The files of each group, as chains of indices + 1. */
typedef struct chains {
    uint32_t *first, *next;
} chains;

static bool chain_files(chains *c, a3d_arena *arena, const a3d_triage *t)
{
    c->first = a3d_arena_alloc(arena, t->n_groups * sizeof *c->first);
    c->next = a3d_arena_alloc(arena, t->n_files * sizeof *c->next);
    for (size_t i = t->n_files; c->first != NULL && c->next != NULL && i-- > 0;) {
        if (t->files[i].group == A3D_NO_GROUP)
            continue;
        c->next[i] = c->first[t->files[i].group];
        c->first[t->files[i].group] = (uint32_t)i + 1;
    }
    return c->first != NULL && c->next != NULL;
}

static void put_plain_head(a3d_text *out, const a3d_triage_group *g)
{
    a3d_puts(out, "<h2>");
    put_markup(out, g->rule != NULL ? g->rule->id : a3d_damage_name(g->damage));
    a3d_puts(out, "</h2>\n<p>");
    put_markup(out, g->rule != NULL ? g->rule->title : a3d_damage_advice(g->damage));
    if (g->path[0] != '\0') {
        a3d_puts(out, " <code>");
        put_markup(out, g->path);
        a3d_puts(out, "</code>");
    }
    a3d_puts(out, "</p>\n");
}

static void put_plain_file(a3d_text *out, const a3d_triage_group *g, const a3d_triage *t, uint32_t index)
{
    a3d_puts(out, "<li>");
    put_markup(out, t->files[index].path);
    if (index == g->example && g->message != NULL) {
        a3d_puts(out, ": ");
        put_markup(out, g->message);
    }
    a3d_puts(out, "</li>\n");
}

/* The list of files by root cause, for browsers that run no scripts. */
static void put_plain(a3d_text *out, const a3d_triage *t)
{
    chains c;
    if (!chain_files(&c, out->arena, t)) {
        out->failed = true;
        return;
    }
    a3d_puts(out, "<p>With scripts the page also shows findings, bytes and 3D content.</p>\n");
    size_t left = A3D_TRIAGE_FILES, more = 0;
    for (size_t i = 0; i < t->n_groups && t->groups[t->order[i]].files > 0; i++) {
        const a3d_triage_group *g = &t->groups[t->order[i]];
        put_plain_head(out, g);
        a3d_puts(out, "<ul>\n");
        for (uint32_t at = c.first[t->order[i]]; at != 0; at = c.next[at - 1]) {
            if (left > 0)
                put_plain_file(out, g, t, at - 1);
            more += left == 0;
            left -= left > 0;
        }
        a3d_puts(out, "</ul>\n");
    }
    if (more > 0)
        a3d_printf(out, "<p>%zu more files are not in this list.</p>\n", more);
}

/* What is seen until the scripts have run. What they need comes first, the packed parts and the 3D view last. */
static void put_first(a3d_text *out, const a3d_triage *t)
{
    a3d_puts(out, "<header class=\"top\"><h1>a3dlint triage</h1><p>");
    a3d_put_triage_sum(out, t);
    a3d_puts(out, "</p></header>\n");
}

void a3d_triage_page(a3d_text *out, const a3d_triage *t, const a3d_sink *sink, const a3d_page_parts *parts)
{
    a3d_text json, packed;
    a3d_text_init(&json, out->arena);
    a3d_text_init(&packed, out->arena);
    put_data(&json, t, sink, parts->view.size > 0, &packed);
    a3d_puts(out, A3D_PAGE_MARK
             "<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
             "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
             "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; script-src 'unsafe-inline'; "
             "style-src 'unsafe-inline'; img-src data: blob:; connect-src data: blob:\">\n"
             "<meta name=\"generator\" content=\"a3dlint " A3DLINT_VERSION "\">\n<title>a3dlint triage</title>\n");
    put_part(out, "<style>\n", &parts->style, "</style>\n");
    a3d_puts(out, "</head>\n<body>\n");
    put_first(out, t);
    a3d_puts(out, "<noscript>\n");
    put_plain(out, t);
    a3d_puts(out, "</noscript>\n<script type=\"application/json\" id=\"data\">");
    put_escaped(out, &json);
    a3d_puts(out, "</script>\n");
    for (unsigned i = 0; i < parts->n_scripts; i++)
        put_part(out, "<script>\n", &parts->scripts[i], "</script>\n");
    put_part(out, "<script type=\"text/plain\" id=\"view3d\">\n", &parts->view, "</script>\n");
    a3d_page_part all = {packed.data, packed.size};
    put_part(out, "<script type=\"text/plain\" id=\"parts\">", &all, "</script>\n");
    a3d_puts(out, "</body>\n</html>\n");
    out->failed |= json.failed || packed.failed;
    a3d_text_free(&json);
    a3d_text_free(&packed);
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
        *h = (html){a3d_triage_new(sink->out->arena, A3D_SHOWS_USUAL), sink->state != NULL ? sink->state : &none};
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
